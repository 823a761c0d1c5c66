// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "sweep.h"

#include <algorithm>

#include "checker.h"
#include "generators.h"

namespace graze::test {
namespace {

constexpr double kRoundoff = 0x1p-53;

// The part of the way until t. Exact in the float library; in the double library each component is rounded.
V3d part_of(const V3d& way, double t) { return way * t; }

// Claims about a cast; each is judged on the swept set.
class CastJudge {
 public:
  CastJudge(const CheckPair& pair, const V3d& way, const CastBars& bars)
      : pair_(pair), way_(way), bars_(bars), sizes_(sizes_of(pair)) {
    scale_ = sizes_.scale + length(way);
  }

  [[nodiscard]] bool is_clear(double t, double slack, const V3d& axis) const {
    CheckPair sweep{swept(pair_.a, part_of(way_, t)), pair_.b};
    return Referee(sweep).separation_at_least(-slack - rounding(t), axis) != Verdict::fails;
  }
  [[nodiscard]] bool meets(double t, const V3d& axis, double slack = 0) const {
    CheckPair sweep{swept(pair_.a, part_of(way_, t)), pair_.b};
    return Referee(sweep).separation_at_most(slack + rounding(t), axis) != Verdict::fails;
  }
  // How far apart they are at t, and not more.
  [[nodiscard]] bool is_close(double t, double slack, const V3d& axis) const {
    return Referee(moved(t)).separation_at_most(slack + rounding(t), axis) != Verdict::fails;
  }
  [[nodiscard]] CheckPair moved(double t) const {
    CheckPair pair = pair_;
    pair.a.placement.translation = pair.a.placement.translation + part_of(way_, t);
    return pair;
  }
  // Times the way, and the sum with the translation, in double.
  [[nodiscard]] double rounding(double t) const {
    return sizeof(Real) == 4 ? 4 * kRoundoff * length(way_) * t
                             : 4 * kRoundoff * (length(way_) * t + length(pair_.a.placement.translation));
  }
  [[nodiscard]] double band() const { return bars_.band * std::min(scale_, 1e3 * sizes_.scale); }
  [[nodiscard]] double accuracy() const { return bars_.relative_error * sizes_.size + band(); }
  [[nodiscard]] const PairSizes& sizes() const { return sizes_; }
  [[nodiscard]] const V3d& way() const { return way_; }

  // Of any cast that is not a miss.
  [[nodiscard]] std::string judge(Hit hit, bool starts, double lower, double upper, const V3d& normal) const {
    if (lower > 0 && !is_clear(lower, 0, normal)) return "contact before " + text(lower);
    if (hit == Hit::uncertain) return judge_uncertain(starts, normal);
    if (!meets(upper, normal)) return "no contact until " + text(upper);
    if (starts && lower > 0) return "in contact at the start, but at " + text(lower);
    if (starts) return "";  // the time is zero; what comes then may be any time later
    const double cosine = length(normal) > 0 ? std::abs(dot(way_, normal)) : 0;
    if (!((upper - lower) * cosine <= accuracy() * (1 + 1e-3) + rounding_of_time(upper) * cosine))
      return "too far up: the time " + text(lower) + " has bound " + text(upper);
    return "";
  }

 private:
  static double rounding_of_time(double t) { return 4 * double(kEpsilon) * t; }

  // How early the time of an uncertain contact is, nobody says; only that there is next to none.
  [[nodiscard]] std::string judge_uncertain(bool starts, const V3d& normal) const {
    if (starts) {
      if (is_close(0, band(), normal)) return "";
      return "touching, but apart at the start";
    }
    if (!meets(1, {0, 0, 0}, accuracy())) return "touching, but apart all the way";
    if (!is_clear(1, band(), {0, 0, 0})) return "touching, but goes in by more than the band";
    return "";
  }

  const CheckPair& pair_;
  V3d way_;
  CastBars bars_;
  PairSizes sizes_;
  double scale_;
};

std::string judge_miss(const CastJudge& judge) {
  return judge.is_clear(1, 0, {0, 0, 0}) ? "" : "a miss, but they meet";
}

bool is_unit(const V3d& n) { return std::abs(length(n) - 1) < 4 * double(kEpsilon); }

}  // namespace

CheckInstance swept(const CheckInstance& a, const V3d& way) {
  CheckInstance result;
  const V3d ends[] = {{0, 0, 0}, way};
  result.shape = check_sum(check_affine_image(a.shape, a.placement),
                           check_hull_of_points(ShapeKind::segment, {ends[0], ends[1]}));
  result.margin = a.margin;
  return result;
}

V3d random_way(Random& random, const CheckPair& pair) {
  const PairSizes sizes = sizes_of(pair);
  const V3d apart = pair.b.placement.translation - pair.a.placement.translation;
  const double size = std::max(sizes.size, 1e-3 * length(apart));
  switch (random.below(8)) {
    case 0:
      return rounded(random.direction() * (size * random.log_uniform(0.1, 100)));
    case 1:  // fast
      return rounded((apart + random.direction() * (size * random.uniform())) * random.log_uniform(1, 1e6));
    case 2: {  // along an axis, exactly
      V3d way{0, 0, 0};
      const double speed = size * random.uniform(-4, 4);
      (random.chance(0.34) ? way.x : random.chance(0.5) ? way.y : way.z) = speed;
      return rounded(way);
    }
    case 3:  // none, or next to none
      return rounded(random.direction() * (random.chance(0.5) ? 0 : 1e-30 * size));
    case 4:  // away
      return rounded((random.direction() * size - apart) * random.uniform(0.1, 2));
    default:  // at it, or past it
      return rounded((apart + random.direction() * (size * random.uniform(0, 1.5))) * random.uniform(0.3, 3));
  }
}

std::string judge_cast(const CheckPair& pair, const V3d& way, const ShapeCast& cast, const CastBars& bars) {
  const CastJudge judge(pair, way, bars);
  if (cast.status != Status::converged && cast.status != Status::bound_loose)
    return std::string("too far up: status ") + to_string(cast.status);
  if (cast.hit == Hit::miss) return judge_miss(judge);
  const V3d normal = exact(cast.normal);
  if (!is_unit(normal)) return "the normal is not unit";
  const std::string wrong =
      judge.judge(cast.hit, cast.starts_in_contact, double(cast.time), double(cast.upper), normal);
  if (!wrong.empty()) return wrong;
  if (!cast.starts_in_contact && dot(normal, way) < -judge.accuracy()) return "the normal is against the way";
  const double tolerance = (sizeof(Real) == 4 ? 1e-5 : 1e-8) * judge.sizes().size + judge.band();
  const double early = (double(cast.upper) - double(cast.time)) * length(way);
  if (cast.hit == Hit::uncertain || cast.starts_in_contact) return "";
  if (is_within(pair.b, exact(cast.point), tolerance + early) == Verdict::fails)
    return "the point is outside of its object b";
  if (is_within(judge.moved(double(cast.upper)).a, exact(cast.point), tolerance + early) == Verdict::fails)
    return "the point is outside of its object a";
  return "";
}

std::string judge_ray(const CheckPair& pair, const V3d& way, const RayCast& cast, const CastBars& bars) {
  const CastJudge judge(pair, way, bars);
  if (cast.status != Status::converged) return std::string("too far up: status ") + to_string(cast.status);
  if (cast.hit == Hit::miss) return judge_miss(judge);
  const V3d normal = exact(cast.normal);
  if (!cast.starts_inside && !is_unit(normal)) return "the normal is not unit";
  const std::string wrong =
      judge.judge(cast.hit, cast.starts_inside, double(cast.lower), double(cast.upper), -normal);
  if (!wrong.empty()) return wrong;
  if (!(cast.lower <= cast.parameter && cast.parameter <= cast.upper)) return "the parameter is off";
  if (!cast.starts_inside && dot(normal, way) > judge.accuracy()) return "the normal is along the ray";
  if (cast.hit == Hit::uncertain) return "";
  if (is_within(pair.b, exact(cast.point), double(cast.error)) == Verdict::fails)
    return "the point is farther from the surface than its error";
  return "";
}

std::string replay_way(const V3d& way) {
  return "way {" + text(way.x) + ", " + text(way.y) + ", " + text(way.z) + "}";
}

}  // namespace graze::test
