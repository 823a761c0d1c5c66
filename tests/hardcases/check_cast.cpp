// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include "check.h"
#include "graze/query/separation.h"
#include "graze/query/shape_cast.h"

namespace hardcases {
namespace {

using graze::Vec3;
using nlohmann::json;
using Vec3d = graze::BasicVec3<double>;

constexpr bool kIsFloat = sizeof(graze::Real) == 4;
constexpr double kBand = kIsFloat ? 1e-6 : 1e-13;
constexpr double kDefaultTolerance = 1e-9;

std::string text(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}

Vec3d vector_field(const json& expected, const char* name) {
  const auto v = expected.at(name).get<std::array<double, 3>>();
  return {v[0], v[1], v[2]};
}

class CastChecker {
 public:
  CastChecker(const HardCase& c, graze::Workspace& workspace)
      : c_(c), band_(kBand * c.scale), motion_(vector_field(c.expected, "motionA")) {
    const double stated = c.expected.value("tol", kDefaultTolerance);
    tolerance_ = kIsFloat ? std::max(stated, band_) : stated;
    settings_.workspace = &workspace;
    const Vec3 motion(motion_);
    cast_ = graze::shape_cast(c.a, motion, c.b, settings_);
    mirrored_ = graze::shape_cast(c.b, -motion, c.a, settings_);
  }

  Verdict run() {
    verdict_.separation = double(cast_.time);
    if (cast_.status != graze::Status::converged) fail("status", graze::to_string(cast_.status), "converged");
    if (cast_.time != mirrored_.time || cast_.hit != mirrored_.hit || cast_.normal != -mirrored_.normal)
      fail("(b, a)", text(double(mirrored_.time)), text(double(cast_.time)));
    check_hit();
    check_time();
    check_start();
    return std::move(verdict_);
  }

 private:
  void fail(const std::string& what, const std::string& got, const std::string& expected) {
    verdict_.failures.push_back(what + ": got " + got + ", expected " + expected);
  }

  void expect_near(const char* what, double got, double expected, double tolerance) {
    ++verdict_.judged;
    if (!(std::abs(got - expected) <= tolerance))
      fail(what, text(got), text(expected) + " +- " + text(tolerance));
  }

  void check_hit() {
    const bool states_time = c_.expected.contains("time_of_impact");
    if (!c_.expected.contains("hit") && !states_time) return;
    ++verdict_.judged;
    const bool expected = c_.expected.contains("hit") ? c_.expected["hit"].get<bool>() : true;
    if (bool(cast_) != expected) fail("hit", graze::to_string(cast_.hit), expected ? "hit" : "miss");
  }

  void check_time() {
    if (c_.expected.contains("time_of_impact")) {
      const double expected = c_.expected["time_of_impact"].get<double>();
      // Where rounding of the input alone may move the contact by the band.
      const double tolerance = std::max(tolerance_, kIsFloat ? band_ / length(motion_) : 0);
      expect_near("time", double(cast_.time), expected, tolerance);
      expect_near("upper", double(cast_.upper), expected, tolerance);
    }
    if (c_.expected.contains("hit_distance"))
      expect_near("distance", double(cast_.time) * length(motion_), c_.expected["hit_distance"].get<double>(),
                  tolerance_);
  }

  void check_start() {
    if (c_.expected.contains("initial_overlap")) {
      ++verdict_.judged;
      if (cast_.starts_in_contact != c_.expected["initial_overlap"].get<bool>())
        fail("initial overlap", cast_.starts_in_contact ? "true" : "false", "the opposite");
    }
    if (c_.expected.contains("start_signed_distance")) {
      const graze::Separation s = graze::separation(c_.a, c_.b, settings_);
      expect_near("separation at the start", double(s.contact == graze::Contact::apart ? s.upper : s.lower),
                  c_.expected["start_signed_distance"].get<double>(), tolerance_);
    }
    if (c_.expected.contains("closest_on_box"))
      expect_near("point off by", length(Vec3d(cast_.point) - vector_field(c_.expected, "closest_on_box")), 0,
                  tolerance_);
    if (c_.expected.contains("normal_out_of_box"))
      expect_near("normal off by",
                  length(Vec3d(-cast_.normal) - vector_field(c_.expected, "normal_out_of_box")), 0,
                  std::max(tolerance_, kIsFloat ? 1e-5 : 1e-8));
  }

  const HardCase& c_;
  double band_;
  double tolerance_ = 0;
  Vec3d motion_;
  graze::QuerySettings settings_;
  graze::ShapeCast cast_, mirrored_;
  Verdict verdict_;
};

}  // namespace

Verdict check_cast(const HardCase& c, graze::Workspace& workspace) { return CastChecker(c, workspace).run(); }

}  // namespace hardcases
