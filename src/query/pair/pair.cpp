// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pair/pair.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstring>

#include "math/linear_map.h"

namespace graze::inline GRAZE_ABI {
namespace {

std::strong_ordering compare_vectors(const Vec3& a, const Vec3& b) {
  for (int i = 0; i < 3; ++i)
    if (a[i] != b[i]) return (int{b[i] < a[i]} - int{a[i] < b[i]}) <=> 0;
  return std::strong_ordering::equal;
}

// Which of two places comes first, and by how much: along a direction between the axes, which objects beside,
// above or at 45 degrees from each other are not across from. Objects at rest keep their order however their
// places are off.
Real way_ahead(const Vec3& a, const Vec3& b) {
  const Vec3 way = b - a;
  return way.x + Real(0.7549) * way.y + Real(0.5698) * way.z;
}

void rescale(Core& core, double unit) {
  core.linear = core.linear * unit;
  core.translation *= unit;
  core.radius *= unit;
  core.ball_error *= unit;
  core.extent *= unit;
}

}  // namespace

bool is_out_of_order(const Operand& a, const Operand& b) {
  // Objects often have the same shape.
  const bool is_same = a.shape->kind == b.shape->kind && a.shape->block == b.shape->block &&
                       std::memcmp(a.shape->values, b.shape->values, sizeof a.shape->values) == 0;
  if (const auto o = is_same ? std::strong_ordering::equal : compare(*a.shape, *b.shape); o != 0)
    return o > 0;
  // Not branched on: which comes first is as good as random.
  const Real ahead = way_ahead(a.placement->translation(), b.placement->translation());
  if (std::abs(ahead) > 0) return ahead < 0;
  if (const auto o = compare_vectors(a.placement->translation(), b.placement->translation()); o != 0)
    return o > 0;
  for (int i = 0; i < 3; ++i)
    if (const auto o = compare_vectors(a.placement->linear().columns[i], b.placement->linear().columns[i]);
        o != 0)
      return o > 0;
  return b.margin < a.margin;
}

bool make_pair(const Operand& a, const Operand& b, Pair& pair) {
  if (!is_usable(a) || !is_usable(b)) return false;
  pair.operands[0] = a;
  pair.operands[1] = b;
  make_core(*a.shape, *a.placement, a.margin, pair.cores[0]);
  make_core(*b.shape, *b.placement, b.margin, pair.cores[1]);
  const Core::Reader reader_a = pair.cores[0].reader, reader_b = pair.cores[1].reader;
  pair.first = (reader_a != reader_b ? reader_b < reader_a : is_out_of_order(a, b)) ? 1 : 0;
  pair.unit = 1;
  pair.origin = Vec3d(pair.operands[pair.first].placement->translation());
  pair.offset = Vec3d(pair.operands[1 - pair.first].placement->translation()) - pair.origin;
  Core& second = pair.cores[1 - pair.first];
  second.translation += pair.offset;
  second.extent += sum_abs(pair.offset);

  const auto size_of = [&] {
    return pair.cores[0].extent + pair.cores[1].extent + (pair.cores[0].radius + pair.cores[1].radius);
  };
  double size = size_of();
  // Sixth powers of lengths, and of what rounding leaves of them, must stay representable.
  if (!(size > 0x1p-100 && size < 0x1p100) && size != 0) {
    if (!(size <= std::numeric_limits<double>::max())) return false;
    int exponent = 0;
    (void)std::frexp(size, &exponent);
    pair.unit = std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
    rescale(pair.cores[0], pair.unit);
    rescale(pair.cores[1], pair.unit);
    size = size_of();
  }
  pair.size = size;
  pair.radius = pair.cores[0].radius + pair.cores[1].radius;
  pair.margins = (double(a.margin) + double(b.margin)) * pair.unit;
  // A support point is a product and a sum of three terms each side, its projection once more, and the chosen
  // vertex may be second best by as much again: 12 epsilon, checked in rationals by the property tests.
  const double epsilons = 12 + pair.cores[0].roundings + pair.cores[1].roundings;
  pair.error = epsilons * kDoubleEpsilon * size + (pair.cores[0].ball_error + pair.cores[1].ball_error);
  return true;
}

Vec3 local_point(const PairFrame& pair, int index, const Vec3d& p) {
  const Affine& placement = *pair.operands[index].placement;
  Vec3d q = pair.unit == 1 ? p : p / pair.unit;
  q -= pair.offset * static_cast<double>(index ^ pair.first);  // without a branch on the order
  const Mat3d linear(placement.linear());
  switch (placement.kind()) {
    case Affine::Kind::rigid:
      return to_real(transpose_times(linear, q));
    case Affine::Kind::similarity: {
      const double s = placement.scale();
      return to_real(transpose_times(linear, q / s) / s);
    }
    default:
      return to_real(balanced_inverse(linear) * q);
  }
}

}  // namespace graze::inline GRAZE_ABI
