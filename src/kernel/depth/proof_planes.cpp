// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/proof_planes.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch". Targets whose
// vectors hold two doubles gain nothing.
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/depth/proof_planes.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)
#include "simd/each_target-inl.h"
#endif

#include "kernel/depth/facet_planes-inl.h"

GRAZE_LANES_BEGIN

using FacetRow = Row<double, 4>;  // one number of each of four facets

// No point of a facet is nearer than its lowest corner along any direction, so that what rounding did to the
// normal of a needle is of no harm.
GRAZE_LANE void set_four_planes(const depth::ProofSurface& surface, const std::uint8_t (&slots)[4],
                                const depth::ProofVertex* w, depth::ProofPlanes& planes) {
  const auto corner = [&](int k) {
    const auto at = [&](int i) { return load_row<4>(&w[surface.facets[slots[i]][k]].x); };
    LaneVec<FacetRow> v{at(0), at(1), at(2)};
    FacetRow rest = at(3);
    transpose(v.x, v.y, v.z, rest);
    return v;
  };
  const LaneVec<FacetRow> p = corner(0), q = corner(1), r = corner(2);
  LaneVec<FacetRow> n;
  FacetRow height, doubt;
  set_plane(p, q, r, n, height, doubt);
  const FacetRow lowest = lane_min(lane_min(height, dot(n, q)), dot(n, r)), zero = row_of<4>(0.0);
  const FacetRow certain = select(doubt < height, lowest, select(height < -doubt, height, zero));
  double keys[4];
  store_row(certain * lane_abs(certain) / dot(n, n), keys);
  transpose(n.x, n.y, n.z, height);
  const FacetRow rows[4] = {n.x, n.y, n.z, height};
  for (int i = 0; i < 4; ++i) {
    store_row(rows[i], planes.rows[slots[i]]);
    planes.keys[slots[i]] = keys[i];
  }
}

inline void set_proof_planes(const depth::ProofSurface& surface, const std::uint8_t* slots,
                             std::uint32_t count, const depth::ProofVertex* w, depth::ProofPlanes& planes) {
  for (std::uint32_t i = 0; i < count; i += 4) {
    const auto slot = [&](std::uint32_t k) { return slots[k < count ? k : i]; };
    set_four_planes(surface, {slots[i], slot(i + 1), slot(i + 2), slot(i + 3)}, w, planes);
  }
}

inline std::uint32_t find_nearest_proof_plane(depth::ProofPlanes& planes, std::uint32_t count) {
  for (std::uint32_t f = count; f % lane_count<double>() != 0; ++f)
    planes.keys[f] = std::numeric_limits<double>::infinity();
  return find_least_key(planes.keys, count);
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {

#if defined(GRAZE_SIMD)
HWY_EXPORT(set_proof_planes);
HWY_EXPORT(find_nearest_proof_plane);
#define GRAZE_PROOF_KERNEL(name) HWY_DYNAMIC_DISPATCH(name)
#else
#define GRAZE_PROOF_KERNEL(name) one_lane::name
#endif

void depth::set_planes(const ProofSurface& surface, const std::uint8_t* slots, std::uint32_t count,
                       const ProofVertex* w, ProofPlanes& planes) {
  GRAZE_PROOF_KERNEL(set_proof_planes)(surface, slots, count, w, planes);
}

std::uint32_t depth::find_nearest_plane(ProofPlanes& planes, std::uint32_t count) {
  return GRAZE_PROOF_KERNEL(find_nearest_proof_plane)(planes, count);
}

#undef GRAZE_PROOF_KERNEL

bool depth::insert(const ProofVertex* w, std::uint32_t apex, ProofSurface::Edges& edges,
                   ProofSurface& surface, ProofPlanes& planes) {
  FacetList<ProofSurface::kMaxVertices> seen;
  std::uint32_t seen_count = 0;
  for (std::uint32_t f = 0; f < surface.facet_count; ++f) {  // no branch: which are seen cannot be predicted
    seen.slots[seen_count] = static_cast<std::uint8_t>(f);
    seen_count += dot(planes.normal(f), w[apex]) > planes.rows[f][3] ? 1 : 0;
  }
  seen.count = seen_count;
  const std::uint32_t count = surface.replace(seen, apex, edges);
  if (count == 0) return false;
  set_planes(surface, seen.slots, count, w, planes);
  while (seen.count > count) {  // the last facets fill vacant places
    const std::uint32_t f = seen.slots[--seen.count], last = --surface.facet_count;
    std::memmove(surface.facets[f], surface.facets[last], sizeof surface.facets[0]);
    planes.move(last, f);
  }
  return true;
}

}  // namespace graze::inline GRAZE_ABI
#endif
