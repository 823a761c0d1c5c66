// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "graze/query/common_point.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "graze/query/separation.h"
#include "math/steady_rounding.h"
#include "query/pair/answers.h"
#include "query/pair/cached.h"
#include "query/pair/complex.h"
#include "query/pair/direct.h"
#include "query/pair/kernels.h"
#include "query/pair/pair.h"
#include "query/pair/quick_axis.h"

// The public queries: make the pair, solve it, bring the answer back to the caller's order, frames and
// precision.

namespace graze::inline GRAZE_ABI {

bool are_usable(const QuerySettings& s) {
  return s.relative_error >= 0 && is_finite(s.relative_error) && s.max_iterations > 0 && s.threshold >= 0;
}

namespace {

// A pair with its answer; queries differ in what they make of it.
struct Solved {
  PairFrame pair;
  Answer answer;

  Solved(const Operand& a, const Operand& b, Goal goal, const QuerySettings& settings) {
    if (!are_usable(settings) || !is_usable(a) || !is_usable(b)) {
      refuse();
      return;
    }
    const bool is_yes_no = goal == Goal::intersects || goal == Goal::common_point;
    if (settings.cache != nullptr && !is_yes_no && solve_from_cache(a, b, *settings.cache, pair, answer))
      return;
    if (!solve_directly(a, b, goal, settings, pair, answer)) solve_as_cores(a, b, goal, settings);
  }
  void refuse() {
    answer.status = Status::invalid_argument;
    answer.contact = Contact::apart;
  }
  [[nodiscard]] bool is_answered() const {
    return answer.status != Status::invalid_argument && answer.status != Status::unbounded;
  }

 private:
  // Apart from the rest: cores are large, and most pairs do not need them.
  [[gnu::noinline]] void solve_as_cores(const Operand& a, const Operand& b, Goal goal,
                                        const QuerySettings& settings) {
    Pair cores;
    if (!make_pair(a, b, cores)) {
      refuse();
      return;
    }
    solve(cores, goal, settings, answer);
    pair = cores;
    if (pair.unit != 1) {
      answer.lower /= pair.unit;
      answer.upper /= pair.unit;
    }
  }
};

bool is_plain_box(const Operand& o) {
  return o.shape->kind == ShapeKind::box && o.placement->kind() >= Affine::Kind::similarity && o.margin == 0;
}

// Apart along one direction, before a pair is even made.
template <class R>
bool is_quickly_apart(const Operand& a, const Operand& b, const QuerySettings& settings, Vec3& axis,
                      R& result) {
  if (!are_usable(settings)) return false;
  if (settings.cache == nullptr && is_plain_box(a) && is_plain_box(b)) {
    if (!are_boxes_quickly_apart(a, b, axis)) return false;
  } else if (!is_usable(a) || !is_usable(b) || !find_quick_axis(a, b, settings.cache, axis)) {
    return false;
  }
  result.contact = Contact::apart;
  result.iterations = 1;
  if (settings.cache != nullptr) settings.cache->axis = axis;
  return true;
}

Vec3 outward(const PairFrame& pair, const Vec3d& n) {
  return Vec3(n * static_cast<double>(1 - 2 * pair.first));
}

// Fills normal and points, which all the larger results share; `first` is of the first operand in canonical
// order.
template <class R>
void set_geometry(const PairFrame& pair, const Vec3d& normal, const Vec3d& first, const Vec3d& second,
                  R& result) {
  if (pair.unit == 1 && std::min(pair.operands[0].placement->kind(), pair.operands[1].placement->kind()) >=
                            Affine::Kind::similarity) {
    const ResultPoints to{
        &result.normal, {&result.point_a, &result.point_b}, {&result.local_a, &result.local_b}};
    return place_points(pair, normal, first, second, to);
  }
  const Vec3d* points[2] = {&first, &second};  // indexed, not branched on: the order is as good as random
  const Vec3d& a = *points[pair.first];
  const Vec3d& b = *points[1 - pair.first];
  result.normal = outward(pair, normal);
  result.point_a = world_point(pair, a);
  result.point_b = world_point(pair, b);
  result.local_a = local_point(pair, 0, a);
  result.local_b = local_point(pair, 1, b);
}

template <class R>
void set_state(const Answer& answer, R& result) {
  result.contact = answer.contact;
  result.status = answer.status;
  result.iterations = answer.iterations;
}

}  // namespace

void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings& settings,
                Distance& result) {
  set_state(answer, result);
  set_distance_bounds(answer.lower, answer.upper, settings.threshold, result);
  if (answer.contact == Contact::apart) return set_geometry(pair, answer.normal, answer.a, answer.b, result);
  set_geometry(pair, answer.normal, answer.common, answer.common, result);
  result.normal = {};
}

namespace {

// As lane_kind() and is_usable().
bool is_plain_round(const Operand& o) {
  return (o.shape->kind == ShapeKind::sphere || o.shape->kind == ShapeKind::capsule) &&
         o.placement->kind() >= Affine::Kind::similarity && o.margin >= 0 &&
         o.margin <= std::numeric_limits<Real>::max();
}

// Of shapes that are not complex. One variable is returned wherever these end, so that it is the caller's: a
// copy would wait for what was just written.
Distance convex_distance(const Operand& a, const Operand& b, const QuerySettings& settings) {
  Distance result;
  if (settings.cache == nullptr && is_plain_round(a) && is_plain_round(b) && are_usable(settings) &&
      measure_round_pair(a, b, settings.threshold, result))
    return result;
  const Solved s(a, b, Goal::distance, settings);
  set_state(s.answer, result);
  if (s.is_answered()) set_result(s.pair, s.answer, settings, result);
  return result;
}

}  // namespace

Distance distance_of(const Operand& a, const Operand& b, const QuerySettings& settings) {
  if (is_any_complex(a, b)) return complex_distance(a, b, settings);
  return convex_distance(a, b, settings);
}

void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, Intersection& result) {
  set_state(answer, result);
  result.piece_a = result.piece_b = kNoPiece;
  result.witness =
      answer.contact == Contact::apart ? outward(pair, answer.normal) : world_point(pair, answer.common);
}

namespace {

Intersection convex_intersection(const Operand& a, const Operand& b, const QuerySettings& settings) {
  Intersection result;
  if (Vec3 axis; is_quickly_apart(a, b, settings, axis, result)) {
    result.witness = axis / length(axis);
    return result;
  }
  const Solved s(a, b, Goal::intersects, settings);
  set_state(s.answer, result);
  if (s.is_answered()) set_result(s.pair, s.answer, settings, result);
  return result;
}

}  // namespace

Intersection intersection_of(const Operand& a, const Operand& b, const QuerySettings& settings) {
  if (is_any_complex(a, b)) return complex_intersection(a, b, settings);
  return convex_intersection(a, b, settings);
}

namespace {

CommonPoint common_point_of(const Operand& a, const Operand& b, const QuerySettings& settings) {
  if (is_any_complex(a, b)) return complex_common_point(a, b, settings);
  CommonPoint result;
  if (Vec3 axis; is_quickly_apart(a, b, settings, axis, result)) return result;
  const Solved s(a, b, Goal::common_point, settings);
  set_state(s.answer, result);
  if (!s.is_answered() || s.answer.contact == Contact::apart) return result;
  result.found = true;
  result.point = world_point(s.pair, s.answer.common);
  result.local_a = local_point(s.pair, 0, s.answer.common);
  result.local_b = local_point(s.pair, 1, s.answer.common);
  return result;
}

// Room for the rounding of the normal, so that moving by normal * upper really separates.
Real depth_above(double depth) {
  return std::max(Real(0), round_up_steadily(depth * (1 + 2 * double(kEpsilon))));
}

}  // namespace

void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, Penetration& result) {
  if (answer.contact == Contact::apart) result = {};
  set_state(answer, result);
  if (answer.contact == Contact::apart) return;
  result.lower = std::max(Real(0), round_down_steadily(-answer.upper));
  result.upper = depth_above(-answer.lower);
  set_geometry(pair, answer.normal, answer.a, answer.b, result);
}

namespace {

Penetration convex_penetration(const Operand& a, const Operand& b, const QuerySettings& settings) {
  const Solved s(a, b, Goal::penetration, settings);
  Penetration result;
  set_state(s.answer, result);
  if (s.is_answered()) set_result(s.pair, s.answer, settings, result);
  return result;
}

}  // namespace

Penetration penetration_of(const Operand& a, const Operand& b, const QuerySettings& settings) {
  if (is_any_complex(a, b)) return complex_penetration(a, b, settings);
  return convex_penetration(a, b, settings);
}

Separation separation_of(const Operand& a, const Operand& b, const QuerySettings& settings) {
  if (is_any_complex(a, b)) return complex_separation(a, b, settings);
  const Solved s(a, b, Goal::separation, settings);
  Separation result;
  set_state(s.answer, result);
  if (!s.is_answered()) return result;
  result.lower = s.answer.lower < 0 ? -depth_above(-s.answer.lower) : round_down_steadily(s.answer.lower);
  result.upper = round_up_steadily(s.answer.upper);
  set_geometry(s.pair, s.answer.normal, s.answer.a, s.answer.b, result);
  return result;
}

namespace {

// The three ways to place a pair, for any of the questions.
template <class Question>
auto posed(Question question, const Shape& a, const Pose& world_from_a, const Shape& b,
           const Pose& world_from_b, const QuerySettings& settings) {
  const Affine place_a(world_from_a), place_b(world_from_b);
  return question(Operand{&a.view(), &place_a, 0}, Operand{&b.view(), &place_b, 0}, settings);
}

}  // namespace

const char* to_string(Contact contact) noexcept {
  switch (contact) {
    case Contact::apart:
      return "apart";
    case Contact::touching:
      return "touching";
    case Contact::overlapping:
      return "overlapping";
  }
  return "unknown";
}

Distance distance(const Instance& a, const Instance& b, const QuerySettings& settings) {
  return distance_of(operand(a), operand(b), settings);
}
Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const QuerySettings& settings) {
  return posed(distance_of, a, world_from_a, b, world_from_b, settings);
}
Distance distance(const Shape& a, const Shape& b, const Pose& a_from_b, const QuerySettings& settings) {
  return posed(distance_of, a, Pose{}, b, a_from_b, settings);
}

Intersection intersects(const Instance& a, const Instance& b, const QuerySettings& settings) {
  return intersection_of(operand(a), operand(b), settings);
}
Intersection intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                        const QuerySettings& settings) {
  return posed(intersection_of, a, world_from_a, b, world_from_b, settings);
}
Intersection intersects(const Shape& a, const Shape& b, const Pose& a_from_b, const QuerySettings& settings) {
  return posed(intersection_of, a, Pose{}, b, a_from_b, settings);
}

CommonPoint common_point(const Instance& a, const Instance& b, const QuerySettings& settings) {
  return common_point_of(operand(a), operand(b), settings);
}
CommonPoint common_point(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                         const QuerySettings& settings) {
  return posed(common_point_of, a, world_from_a, b, world_from_b, settings);
}
CommonPoint common_point(const Shape& a, const Shape& b, const Pose& a_from_b,
                         const QuerySettings& settings) {
  return posed(common_point_of, a, Pose{}, b, a_from_b, settings);
}

Penetration penetration(const Instance& a, const Instance& b, const QuerySettings& settings) {
  return penetration_of(operand(a), operand(b), settings);
}
Penetration penetration(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                        const QuerySettings& settings) {
  return posed(penetration_of, a, world_from_a, b, world_from_b, settings);
}
Penetration penetration(const Shape& a, const Shape& b, const Pose& a_from_b, const QuerySettings& settings) {
  return posed(penetration_of, a, Pose{}, b, a_from_b, settings);
}

Separation separation(const Instance& a, const Instance& b, const QuerySettings& settings) {
  return separation_of(operand(a), operand(b), settings);
}
Separation separation(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                      const QuerySettings& settings) {
  return posed(separation_of, a, world_from_a, b, world_from_b, settings);
}
Separation separation(const Shape& a, const Shape& b, const Pose& a_from_b, const QuerySettings& settings) {
  return posed(separation_of, a, Pose{}, b, a_from_b, settings);
}

}  // namespace graze::inline GRAZE_ABI
