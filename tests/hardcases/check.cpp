// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "graze/query/common_point.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "graze/query/separation.h"

namespace hardcases {
namespace {

using graze::Contact;
using graze::Status;
using graze::Vec3;
using nlohmann::json;
using Vec3d = graze::BasicVec3<double>;

constexpr bool kIsFloat = sizeof(graze::Real) == 4;
constexpr double kBand = kIsFloat ? 1e-6 : 1e-13;               // of the scale: touching
constexpr double kDirectionTolerance = kIsFloat ? 1e-5 : 1e-8;  // unless the case states its own
constexpr double kDefaultTolerance = 1e-9;                      // for cases that state none

std::string text(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}

std::string text(const Vec3d& v) { return "(" + text(v.x) + ", " + text(v.y) + ", " + text(v.z) + ")"; }

Vec3d wide(const Vec3& v) { return {double(v.x), double(v.y), double(v.z)}; }

struct Answers {
  graze::Separation separation;
  graze::Distance distance;
  graze::Penetration penetration;
  graze::CommonPoint common_point;
  graze::Intersection intersection;
};

class Checker {
 public:
  Checker(const HardCase& c, const Answers& answers) : c_(c), r_(answers), band_(kBand * c.scale) {
    const double stated = number("tol").value_or(kDefaultTolerance);
    tolerance_ = kIsFloat ? std::max(stated, band_) : stated;
    verdict_.separation = separation();
  }

  Verdict run() {
    check_answers();
    check_values();
    check_sign();
    check_contact();
    check_vectors();
    if (c_.expected.value("no_crash", false)) ++verdict_.judged;  // that we are here is the answer
    return std::move(verdict_);
  }

 private:
  [[nodiscard]] double separation() const {
    const graze::Separation& s = r_.separation;
    return double(s.contact == Contact::apart ? s.upper : s.lower);
  }

  [[nodiscard]] const json* find(const char* name) const {
    const auto found = c_.expected.find(name);
    return found == c_.expected.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::optional<double> number(const char* name) const {
    const json* value = find(name);
    if (value == nullptr) return std::nullopt;
    if (!value->is_number()) throw FormatError(c_.id + ": '" + name + "' is not a number");
    return value->get<double>();
  }

  void fail(const std::string& what, const std::string& got, const std::string& expected) {
    verdict_.failures.push_back(what + ": got " + got + ", expected " + expected);
  }

  void expect_near(const char* what, double got, double expected) {
    if (!(std::abs(got - expected) <= tolerance_))
      fail(what, text(got), text(expected) + " +- " + text(tolerance_));
  }

  /// No status but a good one, no number that is not finite.
  void check_answers() {
    check_answer("separation", r_.separation.status, {r_.separation.point_a, r_.separation.normal});
    check_answer("distance", r_.distance.status, {r_.distance.point_a, r_.distance.normal});
    check_answer("penetration", r_.penetration.status, {r_.penetration.point_a, r_.penetration.normal});
    check_answer("common_point", r_.common_point.status, {r_.common_point.point});
    check_answer("intersects", r_.intersection.status, {r_.intersection.witness});
  }

  void check_answer(const char* query, Status status, std::initializer_list<Vec3> vectors) {
    if (status != Status::converged && status != Status::bound_loose) {
      fail(query, graze::to_string(status), "a bounded answer");
    }
    for (const Vec3& v : vectors) {
      if (!graze::is_finite(v)) fail(query, text(wide(v)), "finite numbers");
    }
  }

  void check_values() {
    const auto expected = number("signed_distance");
    if (expected) {
      ++verdict_.judged;
      expect_near("separation", separation(), *expected);
      expect_near("depth", double(r_.penetration.upper), std::max(-*expected, 0.0));
    }
    const auto distance = expected ? std::max(*expected, 0.0) : number("distance");
    if (distance) {
      ++verdict_.judged;
      const bool apart = r_.distance.contact == Contact::apart;
      expect_near("distance", apart ? double(r_.distance.upper) : 0, *distance);
    }
  }

  /// The best value that the file has: the oracle's where the stated one is rounded.
  [[nodiscard]] std::optional<double> known_separation() const {
    if (const auto value = number("oracle_value")) return value;
    if (const auto value = number("signed_distance")) return value;
    return number("distance");
  }

  void check_sign() {
    const json* sign = find("sign");
    if (sign == nullptr) return;
    if (*sign != "positive" && *sign != "negative") throw FormatError(c_.id + ": 'sign' is not known");
    ++verdict_.judged;
    const auto known = known_separation();
    if (known && std::abs(*known) <= band_) return;
    const bool apart = r_.separation.contact == Contact::apart;
    if (apart != (*sign == "positive")) {
      fail("sign", graze::to_string(r_.separation.contact), sign->get<std::string>());
    }
  }

  void expect_meeting(bool expected) {
    const char* name = expected ? "meeting" : "apart";
    for (const auto& [query, contact] :
         {std::pair{"intersects", r_.intersection.contact}, std::pair{"distance", r_.distance.contact},
          std::pair{"penetration", r_.penetration.contact}, std::pair{"separation", r_.separation.contact},
          std::pair{"common_point", r_.common_point.contact}}) {
      if ((contact != Contact::apart) != expected) fail(query, graze::to_string(contact), name);
    }
  }

  /// Yes or no, from every query, outside the band; and what the file says about it in words.
  void check_contact() {
    const auto known = known_separation();
    if (known && std::abs(*known) > std::max(band_, tolerance_)) expect_meeting(*known < 0);
    if (const json* intersect = find("intersect"); intersect != nullptr) {
      if (!intersect->is_boolean()) throw FormatError(c_.id + ": 'intersect' is neither true nor false");
      ++verdict_.judged;
      if (!known || std::abs(*known) > band_) expect_meeting(intersect->get<bool>());
    }
    if (const json* classify = find("classify"); classify != nullptr) {
      ++verdict_.judged;
      const std::string state = graze::to_string(r_.intersection.contact);
      const bool near = std::abs(separation()) <= tolerance_;
      if (*classify == "touching" ? !near : *classify != state && !near) {
        fail("classify", state, classify->dump());
      }
    }
  }

  void expect_vector(const char* name, const Vec3& got, double tolerance) {
    const json* value = find(name);
    if (value == nullptr) return;
    if (!value->is_array() || value->size() != 3) throw FormatError(c_.id + ": '" + name + "' is no vector");
    ++verdict_.judged;
    const Vec3d expected{(*value)[0].get<double>(), (*value)[1].get<double>(), (*value)[2].get<double>()};
    if (!(length(wide(got) - expected) <= tolerance)) fail(name, text(wide(got)), text(expected));
  }

  /// Directions of pairs that touch within the float band are those of rounding, and not judged.
  void check_vectors() {
    const auto known = known_separation();
    if (kIsFloat && known && std::abs(*known) <= band_ && *known != 0) return;
    expect_vector("normal", r_.separation.normal, number("normal_tol").value_or(kDirectionTolerance));
    expect_vector("pointA", r_.separation.point_a, tolerance_);
    expect_vector("pointB", r_.separation.point_b, tolerance_);
  }

  const HardCase& c_;
  const Answers& r_;
  double band_;
  double tolerance_ = 0;
  Verdict verdict_;
};

}  // namespace

Verdict check(const HardCase& c, graze::Workspace& workspace) {
  if (!c.refusal.empty()) {
    Verdict verdict;
    verdict.failures.push_back("refused: " + c.refusal);
    return verdict;
  }
  if (c.query == "convex_hull") return check_hull(c);
  if (c.query == "intersect_segment") return check_segment(c);
  if (c.query == "shape_cast") {
    Verdict verdict = check_cast(c, workspace);
    const Verdict moving = check_motion(c);
    verdict.judged += moving.judged;
    verdict.failures.insert(verdict.failures.end(), moving.failures.begin(), moving.failures.end());
    return verdict;
  }
  if (c.query == "ray_cast") return check_ray(c, workspace);
  if (c.query == "contact") return check_contact(c, workspace);
  if (c.query == "margin_collide") return check_margin(c, workspace);
  graze::QuerySettings settings;
  settings.workspace = &workspace;
  Answers answers;
  answers.separation = graze::separation(c.a, c.b, settings);
  answers.distance = graze::distance(c.a, c.b, settings);
  answers.penetration = graze::penetration(c.a, c.b, settings);
  answers.common_point = graze::common_point(c.a, c.b, settings);
  answers.intersection = graze::intersects(c.a, c.b, settings);
  return Checker(c, answers).run();
}

}  // namespace hardcases
