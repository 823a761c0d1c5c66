// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/proof_kernels.h"

#include <algorithm>

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch". Targets whose
// vectors hold two doubles gain nothing.
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/depth/proof_kernels.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#endif

#include "kernel/depth/triangle_axes-inl.h"

GRAZE_LANES_BEGIN

// No point of a facet is nearer than its lowest corner along any direction, so that what rounding did to the
// normal of a needle is of no harm; on which side of it the origin is, is as in set_planes() of
// query/batch/depth-inl.h.
GRAZE_LANE void set_four_planes(const DepthProof& proof, const std::uint8_t (&slots)[4], const ProofVertex* w,
                                ProofPlanes& planes) {
  const auto corner = [&](int k) {
    const auto at = [&](int i) { return &w[proof.facets[slots[i]][k]].x; };
    return load_vectors(at(0), at(1), at(2), at(3));
  };
  const LaneVec<Quad> p = corner(0), q = corner(1), r = corner(2), e1 = q - p, e2 = r - p;
  LaneVec<Quad> n = cross(e1, e2);
  Quad height = dot(n, p);
  const Quad lowest = quad_min(quad_min(height, dot(n, q)), dot(n, r)), zero(0.0);
  const Quad doubt = sum_abs(p) * sum_abs(e1) * sum_abs(e2) * (16 * kDoubleEpsilon);
  const Quad certain = select(doubt < height, lowest, select(height < zero - doubt, height, zero));
  double keys[4];
  store_quad(certain * quad_abs(certain) / dot(n, n), keys);
  transpose(n.x, n.y, n.z, height);
  const Quad rows[4] = {n.x, n.y, n.z, height};
  for (int i = 0; i < 4; ++i) {
    store_quad(rows[i], planes.rows[slots[i]]);
    planes.keys[slots[i]] = keys[i];
  }
}

inline void set_planes_here(const DepthProof& proof, const std::uint8_t* slots, std::uint32_t count,
                            const ProofVertex* w, ProofPlanes& planes) {
  for (std::uint32_t i = 0; i < count; i += 4) {
    const auto slot = [&](std::uint32_t k) { return slots[k < count ? k : i]; };
    set_four_planes(proof, {slots[i], slot(i + 1), slot(i + 2), slot(i + 3)}, w, planes);
  }
}

inline std::uint32_t find_nearest_plane_here(ProofPlanes& planes, std::uint32_t count, double error,
                                             bool& is_inside) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  for (std::uint32_t f = count; f % 4 != 0; ++f) planes.keys[f] = kFar;
  Quad least(kFar);
  const Quad limit(error * error);
  QuadMask is_deep = limit < least;
  for (std::uint32_t f = 0; f < count; f += 4) {
    const Quad key = load_quad(planes.keys + f);
    is_deep = both(is_deep, limit < key);  // not where it is NaN
    least = select(key < least, key, least);
  }
  is_inside = bits_of(is_deep) == 15;
  const double nearest = least_of(least);
  if (!(nearest < kFar)) return count;
  least = Quad(nearest);
  for (std::uint32_t f = 0; f < count; f += 4)
    if (const std::uint32_t at = bits_of(load_quad(planes.keys + f) == least); at != 0)
      return f + static_cast<std::uint32_t>(std::countr_zero(at));
  return count;
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {

#if defined(GRAZE_SIMD)
HWY_EXPORT(set_planes_here);
HWY_EXPORT(find_nearest_plane_here);
HWY_EXPORT(find_triangle_axis_here);
#define GRAZE_PROOF_KERNEL(name) HWY_DYNAMIC_DISPATCH(name)
#else
#define GRAZE_PROOF_KERNEL(name) one_lane::name
#endif

void set_planes(const DepthProof& proof, const std::uint8_t* slots, std::uint32_t count, const ProofVertex* w,
                ProofPlanes& planes) {
  GRAZE_PROOF_KERNEL(set_planes_here)(proof, slots, count, w, planes);
}

std::uint32_t find_nearest_plane(ProofPlanes& planes, std::uint32_t count, double error, bool& is_inside) {
  return GRAZE_PROOF_KERNEL(find_nearest_plane_here)(planes, count, error, is_inside);
}

void find_triangle_axis(const PointsReader& a, const PointsReader& b, double error, double size,
                        TriangleAxis& out) {
  GRAZE_PROOF_KERNEL(find_triangle_axis_here)(a, b, error, size, out);
}

#undef GRAZE_PROOF_KERNEL

}  // namespace graze::inline GRAZE_ABI
#endif
