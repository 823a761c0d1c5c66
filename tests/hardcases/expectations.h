// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "check.h"

namespace hardcases {

/// Compares numbers and directions with what a case expects, and collects the findings.
class Expectations {
 public:
  using Vec3d = graze::BasicVec3<double>;
  static constexpr bool kIsFloat = sizeof(graze::Real) == 4;

  Verdict verdict;

  explicit Expectations(const HardCase& c) : expected_(c.expected) {
    band_ = (kIsFloat ? 1e-6 : 1e-13) * c.scale;
    const double stated = number("tol").value_or(1e-9);
    tolerance_ = kIsFloat ? std::max(stated, band_) : stated;
    direction_tolerance_ = std::max(stated, kIsFloat ? 1e-5 : 1e-8);
  }

  [[nodiscard]] double band() const { return band_; }
  [[nodiscard]] double tolerance() const { return tolerance_; }

  [[nodiscard]] std::optional<double> number(const char* name) const {
    if (!expected_.contains(name)) return std::nullopt;
    if (!expected_[name].is_number()) throw FormatError(std::string("'") + name + "' is not a number");
    return expected_[name].get<double>();
  }
  [[nodiscard]] std::optional<bool> yes_no(const char* name) const {
    if (!expected_.contains(name)) return std::nullopt;
    if (!expected_[name].is_boolean())
      throw FormatError(std::string("'") + name + "' is neither true nor false");
    return expected_[name].get<bool>();
  }

  /// An answer that the case says nothing about, but that has to hold.
  void require(bool holds, const std::string& what) {
    if (!holds) verdict.failures.push_back(what);
  }
  void expect(bool holds, const std::string& what) {
    ++verdict.judged;
    require(holds, what);
  }
  void expect_near(const char* what, double got, double expected) {
    expect(std::abs(got - expected) <= tolerance_,
           std::string(what) + ": got " + std::to_string(got) + ", expected " + std::to_string(expected));
  }
  void expect_point(const char* name, const graze::Vec3& got) { expect_vector(name, got, tolerance_); }
  void expect_direction(const char* name, const graze::Vec3& got) {
    expect_vector(name, got, direction_tolerance_);
  }

 private:
  void expect_vector(const char* name, const graze::Vec3& got, double tolerance) {
    if (!expected_.contains(name)) return;
    const auto v = expected_[name].get<std::array<double, 3>>();
    const double off = length(Vec3d(got) - Vec3d{v[0], v[1], v[2]});
    expect(off <= tolerance, std::string(name) + ": off by " + std::to_string(off));
  }

  const nlohmann::json& expected_;
  double band_ = 0, tolerance_ = 0, direction_tolerance_ = 0;
};

}  // namespace hardcases
