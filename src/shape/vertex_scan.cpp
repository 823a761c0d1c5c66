// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "shape/vertex_scan.h"

#include <bit>

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shape/vertex_scan.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "math/simd_target.h"

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

// All vertices in float first, twice as many at a time and without widening; then, in double, those that may
// be farthest for all that float rounding does. The answer is that of the scan in double.
std::uint32_t farthest_by_float(const VertexSet& vertices, const Vec3d& direction, double scale) {
  const hn::CappedTag<float, 16> f;
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
  // The direction is at most 1 per axis: three products rounded twice, two sums of up to sqrt(3) extents,
  // less than 8 half epsilons of the extent, for each of the two that are compared; and the limit itself.
  const auto doubt = hn::Set(f, static_cast<float>(0x1p-19 * vertices.extent));
  const auto limit = hn::Sub(hn::MaxOfLanes(f, best), doubt);
  std::uint32_t at = 0;
  double top = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < vertices.padded; i += lanes) {
    const auto may_be = hn::Ge(hn::Load(f, values + i), limit);
    if (hn::AllFalse(f, may_be)) continue;
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(f, may_be, bytes);
    for (std::uint32_t bits = bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8; bits != 0;
         bits &= bits - 1) {
      const auto k = static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(std::countr_zero(bits));
      const double value = (double(vertices.x[k]) * direction.x + double(vertices.y[k]) * direction.y) +
                           double(vertices.z[k]) * direction.z;
      if (value > top) {
        top = value;
        at = k;
      }
    }
  }
  return at;
}

// Whether float neither overflows nor vanishes in such a scan, and whether it pays.
bool fits_float(const VertexSet& vertices, double norm) {
  return vertices.padded >= kFloatScanFrom && vertices.padded <= kFloatScanUpTo &&
         vertices.extent > 0x1p-60 && vertices.extent < 0x1p100 && norm > 0x1p-900 && norm < 0x1p900;
}
#endif

std::uint32_t farthest_vertex(const VertexSet& vertices, const Vec3d& direction) {
#if !defined(GRAZE_DOUBLE)
  if (const double norm = max_abs(direction); fits_float(vertices, norm))
    return farthest_by_float(vertices, direction, 1 / norm);
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
