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

HWY_BEFORE_NAMESPACE();
namespace graze::inline GRAZE_ABI {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
// Debian's Highway has no SSE2 target, and its emulated one is slower than plain code.
std::uint32_t farthest_vertex(const VertexSet& vertices, const Vec3d& direction) {
  return farthest_vertex_scalar(vertices, direction);
}
#else
// Reals are widened to double on the fly: the answer is the true maximiser, not one that float rounding
// preferred.
template <class D>
HWY_INLINE hn::Vec<D> load(D d, const Real* from) {
  if constexpr (sizeof(Real) == 8) {
    return hn::LoadU(d, from);
  } else {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), from));
  }
}

#if !defined(GRAZE_DOUBLE)
// Vertices from which a scan in float is faster, and up to which its scratch is on the stack.
constexpr std::uint32_t kFloatScanFrom = 160, kFloatScanUpTo = 2048;
// Vertices from which a scan in float is faster where all values fit into so many registers.
constexpr std::uint32_t kFloatPacksFrom = 64, kFloatPacks = 8;

using FloatTag = hn::CappedTag<float, 16>;

// Vertices that may be farthest for all that float rounding does, in double and in their order.
struct FarthestInDouble {
  const VertexSet& vertices;
  const Vec3d& direction;
  std::uint32_t at = 0;
  double top = -std::numeric_limits<double>::infinity();

  HWY_INLINE void look_at(std::uint32_t k) {
    const double value = (double(vertices.x[k]) * direction.x + double(vertices.y[k]) * direction.y) +
                         double(vertices.z[k]) * direction.z;
    if (!(value > top)) return;
    top = value;
    at = k;
  }
  HWY_INLINE void look_at_all(std::uint64_t bits, std::uint32_t from) {
    for (; bits != 0; bits &= bits - 1) look_at(from + static_cast<std::uint32_t>(std::countr_zero(bits)));
  }
};

// The direction is at most 1 per axis: three products rounded twice, two sums of up to sqrt(3) extents, less
// than 8 half epsilons of the extent, for each of the two that are compared; and the limit itself.
HWY_INLINE hn::Vec<FloatTag> limit_below(hn::Vec<FloatTag> best, double extent) {
  const FloatTag f;
  return hn::Sub(hn::MaxOfLanes(f, best), hn::Set(f, static_cast<float>(0x1p-19 * extent)));
}

// All vertices in float first, twice as many at a time and without widening; then, in double, those that may
// be farthest for all that float rounding does. The answer is that of the scan in double.
std::uint32_t farthest_by_float(const VertexSet& vertices, const Vec3d& direction, double scale) {
  const FloatTag f;
  const std::size_t lanes = hn::Lanes(f);
  const auto dx = hn::Set(f, static_cast<float>(direction.x * scale)),
             dy = hn::Set(f, static_cast<float>(direction.y * scale)),
             dz = hn::Set(f, static_cast<float>(direction.z * scale));
  HWY_ALIGN float values[kFloatScanUpTo];
  auto best = hn::Set(f, -std::numeric_limits<float>::infinity());
  for (std::size_t i = 0; i < vertices.padded; i += lanes) {
    const auto xy =
        hn::Add(hn::Mul(hn::LoadU(f, vertices.x + i), dx), hn::Mul(hn::LoadU(f, vertices.y + i), dy));
    const auto value = hn::Add(xy, hn::Mul(hn::LoadU(f, vertices.z + i), dz));
    best = hn::Max(best, value);
    hn::Store(value, f, values + i);
  }
  const auto limit = limit_below(best, vertices.extent);
  FarthestInDouble farthest{vertices, direction};
  for (std::size_t i = 0; i < vertices.padded; i += lanes) {
    const auto may_be = hn::Ge(hn::Load(f, values + i), limit);
    if (hn::AllFalse(f, may_be)) continue;
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(f, may_be, bytes);
    farthest.look_at_all(bytes[0] | static_cast<std::uint64_t>(bytes[1]) << 8, static_cast<std::uint32_t>(i));
  }
  return farthest.at;
}

// The last pack stands in for those that are not there.
std::uint32_t farthest_by_packs(const VertexSet& vertices, const Vec3d& direction, double scale) {
  const FloatTag f;
  const std::size_t lanes = hn::Lanes(f), last = vertices.padded - lanes;
  const auto dx = hn::Set(f, static_cast<float>(direction.x * scale)),
             dy = hn::Set(f, static_cast<float>(direction.y * scale)),
             dz = hn::Set(f, static_cast<float>(direction.z * scale));
  const auto value = [&](std::size_t k) {
    const std::size_t i = std::min(k * lanes, last);
    const auto xy =
        hn::Add(hn::Mul(hn::LoadU(f, vertices.x + i), dx), hn::Mul(hn::LoadU(f, vertices.y + i), dy));
    return hn::Add(xy, hn::Mul(hn::LoadU(f, vertices.z + i), dz));
  };
  const auto v0 = value(0), v1 = value(1), v2 = value(2), v3 = value(3), v4 = value(4), v5 = value(5),
             v6 = value(6), v7 = value(7);
  static_assert(kFloatPacks == 8);
  const auto limit = limit_below(
      hn::Max(hn::Max(hn::Max(v0, v1), hn::Max(v2, v3)), hn::Max(hn::Max(v4, v5), hn::Max(v6, v7))),
      vertices.extent);
  // Without branches up to here: where the farthest are cannot be predicted, that there is one only can.
  std::uint64_t may_be[2] = {0, 0};
  const auto mark = [&](hn::Vec<FloatTag> v, std::size_t k) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(f, hn::Ge(v, limit), bytes);
    const std::uint64_t bits = bytes[0] | static_cast<std::uint64_t>(bytes[1]) << 8;
    may_be[k * lanes / 64] |= k * lanes < vertices.padded ? bits << k * lanes % 64 : 0;
  };
  mark(v0, 0), mark(v1, 1), mark(v2, 2), mark(v3, 3), mark(v4, 4), mark(v5, 5), mark(v6, 6), mark(v7, 7);
  const bool is_low = may_be[0] != 0;
  const std::uint64_t first = is_low ? may_be[0] : may_be[1], second = is_low ? may_be[1] : 0;
  const std::uint32_t from = is_low ? 0 : 64;
  if ((first & (first - 1)) == 0 && second == 0)
    return from + static_cast<std::uint32_t>(std::countr_zero(first));
  FarthestInDouble farthest{vertices, direction};
  farthest.look_at_all(first, from);
  farthest.look_at_all(second, 64);
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
  const std::size_t in_registers = kFloatPacks * hn::Lanes(FloatTag());
  const bool has_packs = vertices.padded >= kFloatPacksFrom && vertices.padded <= in_registers;
  if (has_packs || (vertices.padded >= kFloatScanFrom && vertices.padded <= kFloatScanUpTo)) {
    if (const double norm = max_abs(direction); fits_float(vertices, norm))
      return has_packs ? farthest_by_packs(vertices, direction, 1 / norm)
                       : farthest_by_float(vertices, direction, 1 / norm);
  }
#endif
  const hn::CappedTag<double, 8> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto dx = hn::Set(d, direction.x), dy = hn::Set(d, direction.y), dz = hn::Set(d, direction.z);
  const auto value = [&](std::size_t i) {
    const auto xy = hn::Add(hn::Mul(load(d, vertices.x + i), dx), hn::Mul(load(d, vertices.y + i), dy));
    return hn::Add(xy, hn::Mul(load(d, vertices.z + i), dz));
  };
  // Two at a time, because each comparison waits for the one before it.
  static_assert(kVertexPadding % 16 == 0, "pairs of packs of up to eight");
  auto even = value(0), odd = value(lanes);
  auto index = hn::Iota(d, 0.0);
  auto even_index = index, odd_index = index;
  const auto step = hn::Set(d, static_cast<double>(2 * lanes));
  for (std::size_t i = 2 * lanes; i < vertices.padded; i += 2 * lanes) {
    index = hn::Add(index, step);
    const auto v = value(i), w = value(i + lanes);
    const auto is_farther = hn::Gt(v, even), is_odd_farther = hn::Gt(w, odd);
    even = hn::IfThenElse(is_farther, v, even);
    odd = hn::IfThenElse(is_odd_farther, w, odd);
    even_index = hn::IfThenElse(is_farther, index, even_index);
    odd_index = hn::IfThenElse(is_odd_farther, index, odd_index);
  }
  // Lowest index among the lanes that hold the maximum.
  const auto top = hn::MaxOfLanes(d, hn::Max(even, odd)), none = hn::Set(d, 4294967295.0);
  odd_index = hn::Add(odd_index, hn::Set(d, static_cast<double>(lanes)));
  const auto candidates = hn::Min(hn::IfThenElse(hn::Eq(even, top), even_index, none),
                                  hn::IfThenElse(hn::Eq(odd, top), odd_index, none));
  return static_cast<std::uint32_t>(hn::GetLane(hn::MinOfLanes(d, candidates)));
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace graze::inline GRAZE_ABI
HWY_AFTER_NAMESPACE();
#endif  // GRAZE_SIMD

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {

std::uint32_t farthest_vertex_scalar(const VertexSet& vertices, const Vec3d& d) {
  if (has_cell(vertices, d)) return farthest_in_cell(vertices, d);
  const auto value = [&](std::uint32_t i) {
    return (double(vertices.x[i]) * d.x + double(vertices.y[i]) * d.y) + double(vertices.z[i]) * d.z;
  };
  std::uint32_t at = 0;
  double top = value(0);
  for (std::uint32_t i = 1; i < vertices.count; ++i) {
    const double v = value(i);
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
