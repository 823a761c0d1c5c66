// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace graze::test {

/// A number that the caller of a test program sets. GRAZE_PAIRS: how many random cases. GRAZE_SEED: which.
[[nodiscard]] inline std::uint64_t environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value && *value ? std::strtoull(value, nullptr, 0) : otherwise;
}

inline constexpr std::uint64_t kSeed = 20260705;
inline constexpr std::uint64_t kPairs = 100000;

/// Cases of a random test that has `usual` of them in `make test`, where GRAZE_PAIRS is 20,000: in proportion
/// where more are asked for.
[[nodiscard]] inline int cases_of(int usual) {
  const std::uint64_t pairs = std::clamp<std::uint64_t>(environment("GRAZE_PAIRS", 20000), 20000, 200000000);
  return int(std::uint64_t(usual) * pairs / 20000);
}

}  // namespace graze::test
