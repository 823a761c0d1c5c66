// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pair.h"

#include <algorithm>
#include <utility>

namespace graze::inline GRAZE_ABI {
namespace {

bool is_usable(const Operand& o) {
  return o.shape->kind != ShapeKind::invalid && o.placement->is_valid() && o.margin >= 0 &&
         is_finite(o.margin);
}

std::strong_ordering compare_vectors(const Vec3& a, const Vec3& b) {
  for (int i = 0; i < 3; ++i) {
    if (a[i] < b[i]) return std::strong_ordering::less;
    if (b[i] < a[i]) return std::strong_ordering::greater;
  }
  return std::strong_ordering::equal;
}

// By value only, so that the answer cannot depend on addresses or on the order of the call.
bool is_out_of_order(const Operand& a, const Core& core_a, const Operand& b, const Core& core_b) {
  if (core_a.reader != core_b.reader) return core_b.reader < core_a.reader;
  if (const auto o = compare(*a.shape, *b.shape); o != 0) return o > 0;
  if (const auto o = compare_vectors(a.placement->translation(), b.placement->translation()); o != 0)
    return o > 0;
  for (int i = 0; i < 3; ++i)
    if (const auto o = compare_vectors(a.placement->linear().columns[i], b.placement->linear().columns[i]);
        o != 0)
      return o > 0;
  return b.margin < a.margin;
}

void rescale(Core& core, double unit) {
  core.linear = core.linear * unit;
  core.translation *= unit;
  core.radius *= unit;
  core.ball_error *= unit;
  core.extent *= unit;
}

}  // namespace

Pair make_pair(const Operand& a, const Operand& b) {
  Pair pair;
  if (!is_usable(a) || !is_usable(b)) {
    pair.status = Status::invalid_argument;
    return pair;
  }
  pair.a = make_core(*a.shape, *a.placement, a.margin);
  pair.b = make_core(*b.shape, *b.placement, b.margin);
  pair.first = a;
  pair.second = b;
  if (is_out_of_order(a, pair.a, b, pair.b)) {
    std::swap(pair.a, pair.b);
    std::swap(pair.first, pair.second);
    pair.is_swapped = true;
  }
  pair.origin = Vec3d(pair.first.placement->translation());
  pair.offset = Vec3d(pair.second.placement->translation()) - pair.origin;
  pair.b.translation += pair.offset;
  pair.b.extent += sum_abs(pair.offset);

  double size = pair.a.extent + pair.b.extent + pair.a.radius + pair.b.radius;
  if (!(size <= std::numeric_limits<double>::max())) {
    pair.status = Status::invalid_argument;
    return pair;
  }
  // Sixth powers of lengths, and of what rounding leaves of them, must stay representable.
  if (size > 0 && !(size > 0x1p-100 && size < 0x1p100)) {
    int exponent = 0;
    (void)std::frexp(size, &exponent);
    pair.unit = std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
    rescale(pair.a, pair.unit);
    rescale(pair.b, pair.unit);
    size *= pair.unit;
  }
  // A support point is a product and a sum of three terms each side, its projection once more, and the chosen
  // vertex may be second best by as much again: 12 epsilon, checked in rationals by the property tests.
  const double epsilons = 12 + 2 * (pair.a.roundings + pair.b.roundings);
  pair.error = epsilons * kDoubleEpsilon * size + pair.a.ball_error + pair.b.ball_error;
  return pair;
}

Vec3 world_point(const Pair& pair, const Vec3d& p) { return Vec3(pair.origin + p / pair.unit); }

Vec3 local_point(const Pair& pair, Side side, const Vec3d& p) {
  const Affine& placement = side == Side::first ? *pair.first.placement : *pair.second.placement;
  const Vec3d q = side == Side::first ? p / pair.unit : p / pair.unit - pair.offset;
  const Mat3d linear(placement.linear());
  switch (placement.kind()) {
    case Affine::Kind::rigid:
      return Vec3(transpose_times(linear, q));
    case Affine::Kind::similarity: {
      const double s = placement.scale();
      return Vec3(transpose_times(linear, q / s) / s);
    }
    default:
      return Vec3(inverse(linear) * q);
  }
}

}  // namespace graze::inline GRAZE_ABI
