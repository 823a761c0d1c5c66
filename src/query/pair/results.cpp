// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/names.h"
#include "query/pair/answers.h"
#include "query/pair/steps.h"

// From answers to results: back to the order of the call, its frames and its precision, rounded outward.

namespace graze::inline GRAZE_ABI {
namespace {

Vec3 outward(const PairFrame& pair, const Vec3d& n) {
  return Vec3(n * static_cast<double>(1 - 2 * pair.first));
}

// Normal and points, which all the larger results have; `first` is of the first operand in canonical order.
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

// Room for the rounding of the normal, so that moving by normal * upper really separates.
Real depth_above(double depth) { return std::max(Real(0), round_up(depth * (1 + 2 * double(kEpsilon)))); }

}  // namespace

void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, Intersection& result) {
  set_state(answer, result);
  result.piece_a = result.piece_b = kNoPiece;
  result.witness =
      answer.contact == Contact::apart ? outward(pair, answer.normal) : world_point(pair, answer.common);
}

void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, CommonPoint& result) {
  set_state(answer, result);
  if (answer.contact == Contact::apart) return;
  result.found = true;
  result.point = world_point(pair, answer.common);
  result.local_a = local_point(pair, 0, answer.common);
  result.local_b = local_point(pair, 1, answer.common);
}

void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings& settings,
                Distance& result) {
  set_state(answer, result);
  set_distance_bounds(answer.lower, answer.upper, settings.threshold, result);
  if (answer.contact == Contact::apart) return set_geometry(pair, answer.normal, answer.a, answer.b, result);
  set_geometry(pair, answer.normal, answer.common, answer.common, result);
  result.normal = {};
}

void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, Penetration& result) {
  if (answer.contact == Contact::apart) result = {};
  set_state(answer, result);
  if (answer.contact == Contact::apart) return;
  result.lower = std::max(Real(0), round_down(-answer.upper));
  result.upper = depth_above(-answer.lower);
  result.piece_a = result.piece_b = kNoPiece;
  set_geometry(pair, answer.normal, answer.a, answer.b, result);
}

void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, Separation& result) {
  set_state(answer, result);
  result.lower = answer.lower < 0 ? -depth_above(-answer.lower) : round_down(answer.lower);
  result.upper = round_up(answer.upper);
  set_geometry(pair, answer.normal, answer.a, answer.b, result);
}

const char* to_string(Contact contact) noexcept {
  constexpr const char* kNames[] = {"apart", "touching", "overlapping"};
  return enum_name(kNames, contact);
}

}  // namespace graze::inline GRAZE_ABI
