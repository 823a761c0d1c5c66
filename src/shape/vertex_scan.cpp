// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "shape/vertex_scan.h"

#include <bit>

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shape/vertex_scan.cpp"
#include "simd/each_target-inl.h"
#include "simd/pack-inl.h"

GRAZE_LANES_BEGIN

#if !defined(GRAZE_LANES_ARE_WIDE)
std::uint32_t farthest_vertex(const VertexSet& vertices, const Vec3d& direction) {
  return farthest_vertex_scalar(vertices, direction);
}
#else

#if !defined(GRAZE_DOUBLE)
// Vertices from which a scan in float is faster, and up to which its scratch is on the stack.
constexpr std::uint32_t kFloatScanFrom = 64, kFloatScanUpTo = 2048;

// All vertices in float first, twice as many at a time and without widening; then, in double and in their
// order, those that may be farthest for all that float rounding does. The answer is that of the scan in
// double.
std::uint32_t farthest_by_float(const VertexSet& vertices, const Vec3d& direction, double scale) {
  using F = Pack<float>;
  const F dx(static_cast<float>(direction.x * scale)), dy(static_cast<float>(direction.y * scale)),
      dz(static_cast<float>(direction.z * scale));
  alignas(64) float values[kFloatScanUpTo];
  F best(-std::numeric_limits<float>::infinity());
  for (std::size_t i = 0; i < vertices.padded; i += lane_count<float>()) {
    const F value = load(vertices.x + i) * dx + load(vertices.y + i) * dy + load(vertices.z + i) * dz;
    best = lane_max(best, value);
    store(value, values + i);
  }
  // The direction is at most 1 per axis: three products rounded twice, two sums of up to sqrt(3) extents,
  // less than 8 half epsilons of the extent, for each of the two that are compared; and the limit itself.
  const F limit = greatest(best) - F(static_cast<float>(0x1p-19 * vertices.extent));
  std::uint32_t at = 0;
  double top = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < vertices.padded; i += lane_count<float>()) {
    for (std::uint32_t left = bits_of(limit <= load(values + i)); left != 0; left &= left - 1) {
      const auto k = static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(std::countr_zero(left));
      const double value = dot(vertices.vertex(k), direction);
      if (!(value > top)) continue;
      top = value;
      at = k;
    }
  }
  return at;
}

// Whether float neither overflows nor vanishes in such a scan.
bool fits_float(const VertexSet& vertices, double norm) {
  return vertices.extent > 0x1p-60 && vertices.extent < 0x1p100 && norm > 0x1p-900 && norm < 0x1p900;
}
#endif

std::uint32_t farthest_vertex(const VertexSet& vertices, const Vec3d& direction) {
  if (has_cell(vertices, direction)) return farthest_in_cell(vertices, direction);
#if !defined(GRAZE_DOUBLE)
  if (vertices.padded >= kFloatScanFrom && vertices.padded <= kFloatScanUpTo)
    if (const double norm = max_abs(direction); fits_float(vertices, norm))
      return farthest_by_float(vertices, direction, 1 / norm);
#endif
  // Reals are widened to double on the fly: the answer is the true maximiser, not one that float rounding
  // preferred.
  using F = Pack<double>;
  const F dx(direction.x), dy(direction.y), dz(direction.z);
  const auto value = [&](std::size_t i) GRAZE_LANE_LAMBDA {
    return load_wide(vertices.x + i) * dx + load_wide(vertices.y + i) * dy + load_wide(vertices.z + i) * dz;
  };
  // Two at a time, because each comparison waits for the one before it.
  static_assert(kVertexPadding % 16 == 0, "pairs of packs of up to eight");
  const std::size_t lanes = lane_count<double>();
  const F step(static_cast<double>(2 * lanes)), none(4294967295.0);
  F even = value(0), odd = value(lanes), index = lane_numbers(), even_index = index, odd_index = index;
  for (std::size_t i = 2 * lanes; i < vertices.padded; i += 2 * lanes) {
    index = index + step;
    const F v = value(i), w = value(i + lanes);
    const auto is_farther = v > even, is_odd_farther = w > odd;
    even = select(is_farther, v, even);
    odd = select(is_odd_farther, w, odd);
    even_index = select(is_farther, index, even_index);
    odd_index = select(is_odd_farther, index, odd_index);
  }
  // Lowest index among the lanes that hold the maximum.
  const F top = greatest(lane_max(even, odd));
  odd_index = odd_index + F(static_cast<double>(lanes));
  return static_cast<std::uint32_t>(
      least_lane(lane_min(select(even == top, even_index, none), select(odd == top, odd_index, none))));
}
#endif

GRAZE_LANES_END
#endif  // GRAZE_SIMD

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {

std::uint32_t farthest_vertex_scalar(const VertexSet& vertices, const Vec3d& d) {
  if (has_cell(vertices, d)) return farthest_in_cell(vertices, d);
  std::uint32_t at = 0;
  double top = dot(vertices.vertex(0), d);
  for (std::uint32_t i = 1; i < vertices.count; ++i) {
    const double v = dot(vertices.vertex(i), d);
    if (v > top) {
      top = v;
      at = i;
    }
  }
  return at;
}

#if defined(GRAZE_SIMD)
HWY_EXPORT(farthest_vertex);
FarthestVertex farthest_vertex_kernel() {
  choose_simd_target();
  return HWY_DISPATCH_TABLE(farthest_vertex)[hwy::GetChosenTarget().GetIndex()];
}
#else
FarthestVertex farthest_vertex_kernel() { return farthest_vertex_scalar; }
#endif

}  // namespace graze::inline GRAZE_ABI
#endif
