// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "check.h"
#include "expectations.h"
#include "graze/motion/time_of_impact.h"

namespace hardcases {
namespace {

using graze::Affine;
using graze::Hit;
using graze::Path;
using graze::Pose;
using graze::Real;
using graze::TimeOfImpact;
using graze::Vec3;

/// A translation as a caller computes it.
Pose straight(const void* way, Real time) { return Pose(*static_cast<const Vec3*>(way) * time); }

/// Time of impact of a case of shape_cast: a moves by motionA, b rests.
class MotionChecker {
 public:
  explicit MotionChecker(const HardCase& c) : c_(c), expect_(c) {
    const auto v = c.expected.at("motionA").get<std::array<double, 3>>();
    motion_ = {Real(v[0]), Real(v[1]), Real(v[2])};
  }

  Verdict run() {
    const Affine &a = c_.a.placement, &b = c_.b.placement;
    ask("as a cast", Path::linear(a, motion_), Path(b));
    ask("b moves", Path(a), Path::linear(b, -motion_));
    // Half of a motion twice as long, which no cast answers.
    ask("searched", Path::linear(a, motion_ * Real(2)).part(0, Real(0.5)), Path(b));
    graze::OwnMotion own{straight, &motion_, length(motion_), 0};
    if (c_.a.shape.kind() != graze::ShapeKind::half_space) ask(kOwn, Path::own(own, a), Path(b));
    return std::move(expect_.verdict);
  }

 private:
  void ask(const std::string& how, const Path& a, const Path& b) {
    const TimeOfImpact r = time_of_impact(c_.a.shape, a, c_.a.margin, c_.b.shape, b, c_.b.margin);
    const TimeOfImpact m = time_of_impact(c_.b.shape, b, c_.b.margin, c_.a.shape, a, c_.a.margin);
    expect_.require(r.status == graze::Status::converged, how + ": status " + to_string(r.status));
    expect_.require(m.hit == r.hit && m.lower == r.lower && m.upper == r.upper && m.normal == -r.normal,
                    how + ": (b, a) is not mirrored");
    judge(how, r);
  }

  void judge(const std::string& how, const TimeOfImpact& r) {
    const auto time = expect_.number("time_of_impact");
    const auto hit = expect_.yes_no("hit");
    if (hit || time) expect_.expect(bool(r) == hit.value_or(true), how + ": got " + to_string(r.hit));
    if (time) judge_time(how, r, *time);
    if (const auto starts = expect_.yes_no("initial_overlap")) {
      expect_.expect(r.starts_in_contact == *starts, how + ": overlap at the start");
      if (*starts) expect_.expect_direction("normal_out_of_box", -r.normal);
    }
  }

  // Where rounding of the input alone may move the contact by the band. Poses by the caller are rounded at
  // all times: in float no contact is certain within the tolerance.
  void judge_time(const std::string& how, const TimeOfImpact& r, double time) {
    const bool is_blurred = Expectations::kIsFloat && how == kOwn;
    const double way = double(length(motion_));
    const double band = Expectations::kIsFloat ? expect_.band() / way : 0;
    const double pose = is_blurred ? 64 * double(graze::kEpsilon) * (c_.scale + way) / way : 0;
    const double tolerance = std::max(expect_.tolerance(), band);
    const std::string got = how + ": got [" + std::to_string(r.lower) + ", " + std::to_string(r.upper) +
                            "], expected " + std::to_string(time);
    if (!is_blurred) expect_.expect(r.hit == Hit::hit, how + ": got " + to_string(r.hit));
    expect_.expect(double(r.lower) <= time + tolerance && double(r.lower) >= time - tolerance - pose, got);
    expect_.expect(double(r.upper) <= time + tolerance + pose && double(r.upper) >= time - tolerance, got);
  }

  static constexpr const char* kOwn = "own path";
  const HardCase& c_;
  Expectations expect_;
  Vec3 motion_;
};

}  // namespace

Verdict check_motion(const HardCase& c) { return MotionChecker(c).run(); }

}  // namespace hardcases
