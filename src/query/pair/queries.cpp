// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/assert.h"
#include "graze/query/point_distance.h"
#include "query/pair/answers.h"
#include "query/pair/close_boxes.h"
#include "query/pair/complex.h"
#include "query/pair/route_class.h"
#include "query/pair/steps.h"

// The public queries. A query walks the route of its pair: steps are tried in the order of the table, and the
// first that is certain fills the caller's result.

namespace graze::inline GRAZE_ABI {

bool are_usable(const QuerySettings& s) {
  return s.relative_error >= 0 && is_finite(s.relative_error) && s.max_iterations > 0 && s.threshold >= 0 &&
         s.max_directions >= 0;
}

namespace {

template <class R>
constexpr Goal kGoal = std::is_same_v<R, Intersection>  ? Goal::intersects
                       : std::is_same_v<R, CommonPoint> ? Goal::common_point
                       : std::is_same_v<R, Distance>    ? Goal::distance
                       : std::is_same_v<R, Penetration> ? Goal::penetration
                                                        : Goal::separation;
template <class R>
constexpr auto kAskPieces = complex_intersection;
template <>
constexpr auto kAskPieces<CommonPoint> = complex_common_point;
template <>
constexpr auto kAskPieces<Distance> = complex_distance;
template <>
constexpr auto kAskPieces<Penetration> = complex_penetration;
template <>
constexpr auto kAskPieces<Separation> = complex_separation;

template <class R>
Step refuse(R& result) {
  set_unanswered(Status::invalid_argument, result);
  return Step::refuse;
}

// Apart along one direction, before a pair is even made.
template <class R>
[[gnu::always_inline]] inline bool is_quickly_apart(const Operand& a, const Operand& b, bool are_boxes,
                                                    const QuerySettings& settings, R& result) {
  Vec3 axis;
  const bool is_apart = are_boxes && settings.cache == nullptr ? are_boxes_quickly_apart(a, b, axis)
                                                               : find_quick_axis(a, b, settings.cache, axis);
  if (!is_apart) return false;
  result.contact = Contact::apart;
  result.iterations = 1;
  if constexpr (kGoal<R> == Goal::intersects) result.witness = axis / length(axis);
  if (settings.cache != nullptr) settings.cache->axis = axis;
  return true;
}

// Steps that need neither a frame nor an answer in memory, which would be most of the work. Moves on to the
// step after them where they decline.
template <class R>
[[gnu::always_inline]] inline bool is_filtered(const Step*& step, const Operand& a, const Operand& b,
                                               const QuerySettings& settings, R& result) {
  if constexpr (kGoal<R> < Goal::distance) {
    if (*step != Step::quick_axis) return false;
    if (is_quickly_apart(a, b, step[1] == Step::box_decision, settings, result)) return true;
    ++step;
  } else if constexpr (kGoal<R> == Goal::distance) {
    if (settings.cache != nullptr || step[1] != Step::round) return false;
    ++step;
    return measure_round_pair(a, b, settings.threshold, result);
  }
  return false;
}

// Vertices that are known to be near are for the iteration on cores, which can start from them.
bool is_cold(const QuerySettings& settings) {
  return settings.cache == nullptr || settings.cache->vertex_count == 0;
}

// Makes cores and walks their route. Apart from the rest: cores are large, and most pairs do not need them.
[[gnu::noinline]] Step solve_as_cores(const Operand& a, const Operand& b, Goal goal,
                                      const QuerySettings& settings, PairFrame& frame, Answer& answer) {
  Pair pair;
  if (!make_pair(a, b, pair)) return refuse(answer);  // sizes beyond what double holds
  solve(pair, goal, settings, answer);
  frame = pair;
  if (pair.unit != 1) {
    answer.lower /= pair.unit;
    answer.upper /= pair.unit;
  }
  return answer.step;
}

template <class R>
[[gnu::always_inline]] inline void finish(const PairFrame& frame, const Answer& out,
                                          const QuerySettings& settings, R& result) {
  const bool is_answered = out.status != Status::invalid_argument && out.status != Status::unbounded;
  is_answered ? set_result(frame, out, settings, result) : set_unanswered(out.status, result);
}

// Inlined into the queries on instances, where shapes and placements are at hand.
template <class R>
[[gnu::always_inline]] inline Step walk_route(const Operand& a, const Operand& b,
                                              const QuerySettings& settings, R& result) {
  const Step* step = route_of(class_of(a), class_of(b), Query(kGoal<R>)).steps.data();
  if (*step <= Step::pieces) {
    if (*step == Step::refuse) return refuse(result);
    result = kAskPieces<R>(a, b, settings);
    return Step::pieces;
  }
  if (!are_usable(settings)) return refuse(result);
  if (is_filtered(step, a, b, settings, result)) return *step;
  PairFrame frame;
  Answer out;
  Step last = Step::none;
  for (bool is_certain = false; !is_certain; ++step) {
    last = *step;
    if (last != Step::cached && last != Step::cores) set_frame(a, b, frame);
    switch (last) {
      case Step::cached:
        is_certain = settings.cache != nullptr && solve_from_cache(a, b, *settings.cache, frame, out);
        break;
      case Step::round:
        is_certain = solve_round_pair(frame, out);
        break;
      case Step::box_decision:
        is_certain = decide_boxes(frame, kGoal<R>, out);
        break;
      case Step::box_depth:
        is_certain = measure_boxes(frame, kGoal<R>, out);
        break;
      case Step::corner_search: {
        NearVertices near;
        is_certain = is_cold(settings) && solve_by_search(frame, {}, {}, settings.max_iterations,
                                                          kGoal<R> > Goal::distance, near, out);
        if (is_certain && settings.cache != nullptr) store_search(frame, near, out, *settings.cache);
        break;
      }
      case Step::vertex_search:
        is_certain = is_cold(settings) && solve_hulls_directly(frame, settings, out);
        break;
      default:
        GRAZE_ASSERT(last == Step::cores);
        last = solve_as_cores(a, b, kGoal<R>, settings, frame, out);
        is_certain = true;
    }
  }
  finish(frame, out, settings, result);
  return last;
}

}  // namespace

template <class R>
Step answer(const Operand& a, const Operand& b, const QuerySettings& settings, R& result) {
  return walk_route(a, b, settings, result);
}
void answer_close_boxes(const Operand& a, const Operand& b, const QuerySettings& settings,
                        Intersection& result) {
  PairFrame frame;
  Answer out;
  set_frame(a, b, frame);
  if (!decide_close_boxes(frame, Goal::intersects, out))
    (void)solve_as_cores(a, b, Goal::intersects, settings, frame, out);
  finish(frame, out, settings, result);
}
template Step answer(const Operand&, const Operand&, const QuerySettings&, Intersection&);
template Step answer(const Operand&, const Operand&, const QuerySettings&, CommonPoint&);
template Step answer(const Operand&, const Operand&, const QuerySettings&, Distance&);
template Step answer(const Operand&, const Operand&, const QuerySettings&, Penetration&);
template Step answer(const Operand&, const Operand&, const QuerySettings&, Separation&);

namespace {

// Poses become placements on the stack.
template <class R>
R answer_posed(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
               const QuerySettings& settings) {
  const Affine place_a(world_from_a), place_b(world_from_b);
  R result;
  answer(Operand{&a.view(), &place_a, 0}, Operand{&b.view(), &place_b, 0}, settings, result);
  return result;
}

}  // namespace

Distance distance(const Instance& a, const Instance& b, const QuerySettings& settings) {
  Distance result;
  walk_route(operand(a), operand(b), settings, result);
  return result;
}
Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const QuerySettings& settings) {
  return answer_posed<Distance>(a, world_from_a, b, world_from_b, settings);
}
Distance distance(const Shape& a, const Shape& b, const Pose& a_from_b, const QuerySettings& settings) {
  return answer_posed<Distance>(a, Pose{}, b, a_from_b, settings);
}

Intersection intersects(const Instance& a, const Instance& b, const QuerySettings& settings) {
  Intersection result;
  walk_route(operand(a), operand(b), settings, result);
  return result;
}
Intersection intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                        const QuerySettings& settings) {
  return answer_posed<Intersection>(a, world_from_a, b, world_from_b, settings);
}
Intersection intersects(const Shape& a, const Shape& b, const Pose& a_from_b, const QuerySettings& settings) {
  return answer_posed<Intersection>(a, Pose{}, b, a_from_b, settings);
}

CommonPoint common_point(const Instance& a, const Instance& b, const QuerySettings& settings) {
  CommonPoint result;
  walk_route(operand(a), operand(b), settings, result);
  return result;
}
CommonPoint common_point(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                         const QuerySettings& settings) {
  return answer_posed<CommonPoint>(a, world_from_a, b, world_from_b, settings);
}
CommonPoint common_point(const Shape& a, const Shape& b, const Pose& a_from_b,
                         const QuerySettings& settings) {
  return answer_posed<CommonPoint>(a, Pose{}, b, a_from_b, settings);
}

Penetration penetration(const Instance& a, const Instance& b, const QuerySettings& settings) {
  Penetration result;
  walk_route(operand(a), operand(b), settings, result);
  return result;
}
Penetration penetration(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                        const QuerySettings& settings) {
  return answer_posed<Penetration>(a, world_from_a, b, world_from_b, settings);
}
Penetration penetration(const Shape& a, const Shape& b, const Pose& a_from_b, const QuerySettings& settings) {
  return answer_posed<Penetration>(a, Pose{}, b, a_from_b, settings);
}

Separation separation(const Instance& a, const Instance& b, const QuerySettings& settings) {
  Separation result;
  walk_route(operand(a), operand(b), settings, result);
  return result;
}
Separation separation(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                      const QuerySettings& settings) {
  return answer_posed<Separation>(a, world_from_a, b, world_from_b, settings);
}
Separation separation(const Shape& a, const Shape& b, const Pose& a_from_b, const QuerySettings& settings) {
  return answer_posed<Separation>(a, Pose{}, b, a_from_b, settings);
}

namespace {

// A point at the origin, placed: its placement keeps the coordinates that matter in the translation, which
// queries subtract first.
Instance as_instance(const Vec3& p) { return Instance{Shape(Point{}), Affine(p), 0}; }

}  // namespace

Distance point_distance(const Instance& instance, const Vec3& p, const QuerySettings& settings) {
  return distance(instance, as_instance(p), settings);
}

PointLocation point_location(const Instance& instance, const Vec3& p, const QuerySettings& settings) {
  const Intersection r = intersects(instance, as_instance(p), settings);
  return {r.contact, r.status};
}

}  // namespace graze::inline GRAZE_ABI
