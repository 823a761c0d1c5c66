// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "graze/query/common_point.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "graze/query/ray_cast.h"
#include "graze/query/separation.h"
#include "graze/query/shape_cast.h"
#include "math/rounding.h"
#include "query/pair/pair.h"

// The single queries on operands, and how their results are made from answers.

namespace graze::inline GRAZE_ABI {

/// Answers a pair by its route. `result` comes as its default constructor leaves it, and is filled in place.
/// Gives the step that answered, of the cores' route behind Step::cores. For Intersection, CommonPoint,
/// Distance, Penetration and Separation; see queries.cpp.
template <class R>
Step answer(const Operand& a, const Operand& b, const QuerySettings& settings, R& result);

template <class R>
[[nodiscard]] R answer_of(const Operand& a, const Operand& b, const QuerySettings& settings) {
  R result;
  answer(a, b, settings, result);
  return result;
}
[[nodiscard]] inline Intersection intersection_of(const Operand& a, const Operand& b,
                                                  const QuerySettings& s) {
  return answer_of<Intersection>(a, b, s);
}
[[nodiscard]] inline Distance distance_of(const Operand& a, const Operand& b, const QuerySettings& s) {
  return answer_of<Distance>(a, b, s);
}
[[nodiscard]] inline Penetration penetration_of(const Operand& a, const Operand& b, const QuerySettings& s) {
  return answer_of<Penetration>(a, b, s);
}
[[nodiscard]] inline Separation separation_of(const Operand& a, const Operand& b, const QuerySettings& s) {
  return answer_of<Separation>(a, b, s);
}

/// Casts along their routes: fill the result, and give the step that answered. Defined in query/cast.
Step answer_ray(const Operand& shape, const Ray& ray, const QuerySettings& settings, RayCast& result);
Step answer_cast(const Operand& a, const Vec3& translation, const Operand& b, const QuerySettings& settings,
                 ShapeCast& result);
[[nodiscard]] inline RayCast ray_cast_of(const Operand& shape, const Ray& ray, const QuerySettings& s) {
  RayCast result;
  answer_ray(shape, ray, s, result);
  return result;
}
[[nodiscard]] inline ShapeCast shape_cast_of(const Operand& a, const Vec3& translation, const Operand& b,
                                             const QuerySettings& s) {
  ShapeCast result;
  answer_cast(a, translation, b, s, result);
  return result;
}

/// Back to the order of the call, its frames and its precision. All fields are set; of a CommonPoint and a
/// Separation those that the default constructor leaves otherwise.
void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, Intersection& result);
void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, CommonPoint& result);
void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, Distance& result);
void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, Penetration& result);
void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, Separation& result);

template <class R>
void set_state(const Answer& answer, R& result) {
  result.contact = answer.contact;
  result.status = answer.status;
  result.iterations = answer.iterations;
}

/// Bounds and pieces of a distance whose contact and status are set.
inline void set_distance_bounds(double lower, double upper, Real threshold, Distance& result) {
  result.piece_a = result.piece_b = kNoPiece;
  if (result.contact == Contact::apart) {
    result.lower = std::max(Real(0), round_down(lower));
    result.upper = round_up(upper);
    if (result.lower > threshold) result.status = Status::beyond_threshold;  // closed forms do not stop
  } else {
    result.lower = 0;
    result.upper = result.contact == Contact::touching ? std::max(Real(0), round_up(upper)) : Real(0);
  }
}

/// Below every value that a query measures: its lower bound where nothing is known.
template <class R>
inline constexpr Real kLowest = -kInfinity;
template <>
inline constexpr Real kLowest<Distance> = 0;
template <>
inline constexpr Real kLowest<Penetration> = 0;
template <>
inline constexpr Real kLowest<RayCast> = 0;

/// Makes a new result the answer to a query that has none, for the reason given. It excludes nothing: a
/// program that does not look at the status takes the pair for one that may meet.
template <class R>
void set_unanswered(Status status, R& result) {
  result.status = status;
  if constexpr (requires { result.contact; }) result.contact = Contact::touching;
  if constexpr (requires { result.hit; }) result.hit = Hit::uncertain;
  if constexpr (requires { result.lower; }) result.lower = kLowest<R>;
  if constexpr (requires { result.upper; }) result.upper = kInfinity;
  if constexpr (std::is_same_v<R, RayCast>) result.error = kInfinity;
  if constexpr (std::is_same_v<R, ShapeCast>) result.upper = 1;
}
template <class R>
[[nodiscard]] R refused() {
  R result;
  set_unanswered(Status::invalid_argument, result);
  return result;
}

[[nodiscard]] bool are_usable(const QuerySettings& settings);
[[nodiscard]] inline bool is_usable(const Ray& ray) {
  return is_finite(ray.origin) && is_finite(ray.direction) && ray.max_t >= 0;
}

}  // namespace graze::inline GRAZE_ABI
