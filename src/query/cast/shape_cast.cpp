// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/shape_cast.h"

#include <algorithm>

#include "query/cast/cast.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"

namespace graze::inline GRAZE_ABI {

ShapeCast shape_cast_of(const Operand& a, const Vec3& translation, const Operand& b,
                        const QuerySettings& settings) {
  if (is_any_complex(a, b)) {
    QuerySettings own = settings;
    own.cache = nullptr;  // one cache, many pairs of pieces: the order of visits would show
    return complex_shape_cast(a, translation, b, own);
  }
  ShapeCast result;
  Pair pair;
  if (!are_usable(settings) || !is_finite(translation) || !make_pair(a, b, pair)) {
    result.status = Status::invalid_argument;
    return result;
  }
  const Motion motion(Vec3d(translation), 1);
  CastAnswer answer;
  solve_cast(pair, motion, Start::separation, settings, answer);
  result.hit = answer.hit;
  result.status = answer.status;
  result.iterations = answer.iterations;
  if (answer.hit == Hit::miss) return result;
  result.starts_in_contact = answer.starts_in_contact;
  constexpr double kBlur = 4 * kDoubleEpsilon;  // of the translation's length
  result.time = std::min(round_down(motion.parameter(answer.lower, pair.unit) * (1 - kBlur)), Real(1));
  result.upper = std::min(round_up(motion.parameter(answer.upper, pair.unit) * (1 + kBlur)), Real(1));
  result.normal = Vec3(answer.normal * static_cast<double>(1 - 2 * pair.first));
  result.point = world_point(pair, answer.points[1]);
  result.local_a = local_point(pair, 0, answer.points[0]);
  result.local_b = local_point(pair, 1, answer.points[1]);
  return result;
}

ShapeCast shape_cast(const Instance& a, const Vec3& translation, const Instance& b,
                     const QuerySettings& settings) {
  return shape_cast_of(operand(a), translation, operand(b), settings);
}

ShapeCast shape_cast(const Shape& a, const Pose& world_from_a, const Vec3& translation, const Shape& b,
                     const Pose& world_from_b, const QuerySettings& settings) {
  const Affine placement_a(world_from_a), placement_b(world_from_b);
  return shape_cast_of({&a.view(), &placement_a, 0}, translation, {&b.view(), &placement_b, 0}, settings);
}

}  // namespace graze::inline GRAZE_ABI
