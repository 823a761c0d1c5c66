// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace chung_wang {

/// How often k iterations were needed.
struct Histogram {
  std::vector<std::uint64_t> counts;  // by k

  void add(int k);
  [[nodiscard]] std::uint64_t total() const;
  [[nodiscard]] int max() const;
  /// Percent that needed at most k.
  [[nodiscard]] double within(int k) const;
};

enum Method { kChungWang, kIsaGjk, kMethodCount };
inline constexpr std::array<const char*, kMethodCount> kMethodNames{"Chung-Wang", "ISA-GJK"};

/// One scene: a body, a number of vertices, and what each method needed.
struct Measured {
  std::string body;
  int vertices = 0;
  int frames = 0;
  std::array<Histogram, kMethodCount> apart, all;
  std::array<std::uint64_t, kMethodCount> settled{};
  std::uint64_t colliding = 0;
  std::uint64_t contradictions = 0;  // pairs on which the methods disagree: must be none
};

void print_distribution(const std::vector<Measured>& at_500);
void print_maxima(const std::vector<Measured>& all);
[[nodiscard]] bool write_csv(const std::vector<Measured>& all, const std::string& path);

}  // namespace chung_wang
