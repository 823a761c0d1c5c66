// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "shape/vertex_scan.h"

#include <algorithm>
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

// A scan in float, twice as many vertices at a time and without widening; then, in double and in their order,
// those that may be farthest for all that float rounding does. The answer is that of the scan in double.
struct FloatScan {
  using F = Pack<float>;
  const VertexSet& vertices;
  const Vec3d& direction;
  F x, y, z;

  FloatScan(const VertexSet& v, const Vec3d& d, double scale)
      : vertices(v),
        direction(d),
        x(static_cast<float>(d.x * scale)),
        y(static_cast<float>(d.y * scale)),
        z(static_cast<float>(d.z * scale)) {}

  GRAZE_LANE F value(std::size_t i) const {
    return load(vertices.x + i) * x + load(vertices.y + i) * y + load(vertices.z + i) * z;
  }
  // The direction is at most 1 per axis: three products rounded twice, two sums of up to sqrt(3) extents,
  // less than 8 half epsilons of the extent, for each of the two that are compared; and the limit itself.
  GRAZE_LANE F limit_below(F best) const {
    return greatest(best) - F(static_cast<float>(0x1p-19 * vertices.extent));
  }
};

struct FarthestInDouble {
  std::uint32_t at = 0;
  double top = -std::numeric_limits<double>::infinity();

  GRAZE_LANE void look_at(const FloatScan& scan, std::uint64_t bits, std::size_t from) {
    for (; bits != 0; bits &= bits - 1) {
      const auto k = static_cast<std::uint32_t>(from + std::size_t(std::countr_zero(bits)));
      const double value = dot(scan.vertices.vertex(k), scan.direction);
      if (!(value > top)) continue;
      top = value;
      at = k;
    }
  }
};

std::uint32_t farthest_by_float(const FloatScan& scan) {
  const std::size_t padded = scan.vertices.padded;
  alignas(64) float values[kFloatScanUpTo];
  FloatScan::F best(-std::numeric_limits<float>::infinity());
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    const auto value = scan.value(i);
    best = lane_max(best, value);
    store(value, values + i);
  }
  const auto limit = scan.limit_below(best);
  FarthestInDouble farthest;
  for (std::size_t i = 0; i < padded; i += lane_count<float>())
    farthest.look_at(scan, bits_of(limit <= load(values + i)), i);
  return farthest.at;
}

// Vertices whose values fit registers. Which of them is the farthest cannot be predicted, that only one
// qualifies can: no other branch. The loop above is a tenth slower in rows of hulls of 100 (make bench
// GROUP=polytope).
constexpr std::size_t kFloatPacks = 8;
std::uint32_t farthest_by_packs(const FloatScan& scan) {
  const std::size_t lanes = lane_count<float>(), padded = scan.vertices.padded;
  const auto value = [&](std::size_t k) GRAZE_LANE_LAMBDA {  // the last pack stands in for missing ones
    return scan.value(std::min(k * lanes, padded - lanes));
  };
  const auto v0 = value(0), v1 = value(1), v2 = value(2), v3 = value(3), v4 = value(4), v5 = value(5),
             v6 = value(6), v7 = value(7);
  const auto limit = scan.limit_below(
      lane_max(lane_max(lane_max(v0, v1), lane_max(v2, v3)), lane_max(lane_max(v4, v5), lane_max(v6, v7))));
  std::uint64_t words[2] = {0, 0};
  const auto mark = [&](FloatScan::F v, std::size_t k) GRAZE_LANE_LAMBDA {
    const std::uint64_t bits = bits_of(limit <= v);
    words[k * lanes / 64] |= k * lanes < padded ? bits << k * lanes % 64 : 0;
  };
  mark(v0, 0), mark(v1, 1), mark(v2, 2), mark(v3, 3), mark(v4, 4), mark(v5, 5), mark(v6, 6), mark(v7, 7);
  const bool is_low = words[0] != 0;
  const std::uint64_t first = is_low ? words[0] : words[1], second = is_low ? words[1] : 0;
  const std::uint32_t from = is_low ? 0 : 64;
  if ((first & (first - 1)) == 0 && second == 0)
    return from + static_cast<std::uint32_t>(std::countr_zero(first));
  FarthestInDouble farthest;
  farthest.look_at(scan, first, from);
  farthest.look_at(scan, second, 64);
  return farthest.at;
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
    if (const double norm = max_abs(direction); fits_float(vertices, norm)) {
      const FloatScan scan(vertices, direction, 1 / norm);
      return vertices.padded <= kFloatPacks * lane_count<float>() ? farthest_by_packs(scan)
                                                                  : farthest_by_float(scan);
    }
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
