// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The support mapping of a polytope for the search in float: a scan of its vertices with all lanes.

#if defined(GRAZE_KERNEL_GJK_SCAN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_GJK_SCAN_INL
#undef GRAZE_KERNEL_GJK_SCAN_INL
#else
#define GRAZE_KERNEL_GJK_SCAN_INL
#endif

#include <algorithm>
#include <bit>

#include "kernel/gjk/search-inl.h"
#include "shape/shape_block.h"

GRAZE_LANES_BEGIN

#if defined(GRAZE_LANES_ARE_WIDE)
// Up to kPacks packs of vertices, in registers; the last of them stands in for those that are not there.
template <int kPacks>
GRAZE_LANE std::uint32_t scan_packs(const VertexSet& set, Real dx, Real dy, Real dz) {
  const std::size_t lanes = lane_count<Real>(), last = set.padded - lanes;
  Pack<Real> values[kPacks], top;
  for (int k = 0; k < kPacks; ++k) {
    const std::size_t i = std::min(static_cast<std::size_t>(k) * lanes, last);
    values[k] = load(set.x + i) * Pack<Real>(dx) + load(set.y + i) * Pack<Real>(dy) +
                load(set.z + i) * Pack<Real>(dz);
    top = k == 0 ? values[k] : lane_max(top, values[k]);
  }
  top = greatest(top);
  std::uint64_t at_top[2] = {0, 0};
  for (int k = 0; k < kPacks; ++k) {
    const std::size_t i = static_cast<std::size_t>(k) * lanes;
    at_top[i / 64] |= static_cast<std::uint64_t>(bits_of(values[k] == top)) << i % 64;
  }
  const bool is_low = at_top[0] != 0;
  return static_cast<std::uint32_t>(std::countr_zero(at_top[is_low ? 0 : 1]) + (is_low ? 0 : 64)) & 127u;
}
#endif

// The vertex farthest along d in Real: the search need not be right, but is the same under every target. Ties
// go to the lowest index.
inline std::uint32_t scan(const VertexSet& set, Real dx, Real dy, Real dz) {
  constexpr std::size_t kBits = 64;
  static_assert(kBits % kVertexPadding == 0);
#if defined(GRAZE_LANES_ARE_WIDE)
  const std::size_t packs = set.padded / lane_count<Real>();
  if (packs == 1) return scan_packs<1>(set, dx, dy, dz);
  if (packs == 2) return scan_packs<2>(set, dx, dy, dz);
  if (packs <= 4) return scan_packs<4>(set, dx, dy, dz);
  if (packs <= 8) return scan_packs<8>(set, dx, dy, dz);
#endif
  alignas(64) Real values[kScanVertices];
  const std::size_t lanes = lane_count<Real>();
  const auto value = [&](std::size_t i) {
    const Pack<Real> v = load(set.x + i) * Pack<Real>(dx) + load(set.y + i) * Pack<Real>(dy) +
                         load(set.z + i) * Pack<Real>(dz);
    store(v, values + i);
    return v;
  };
  Pack<Real> top = value(0);
  for (std::size_t i = lanes; i < set.padded; i += lanes) top = lane_max(top, value(i));
  top = greatest(top);
  for (std::size_t from = 0; from < set.padded; from += kBits) {
    std::uint64_t at_top = 0;  // not left early: where it is cannot be predicted
    const std::size_t end = std::min<std::size_t>(set.padded, from + kBits);
    for (std::size_t i = from; i < end; i += lanes)
      at_top |= static_cast<std::uint64_t>(bits_of(load(values + i) == top)) << (i - from);
    if (at_top != 0)
      return static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(std::countr_zero(at_top));
  }
  return 0;
}

/// The vertex of two polytopes' A - B farthest against v, of one pair.
template <class N>
GRAZE_LANE LaneVec<N> farthest_vertices(const SearchFrameLanes<N>& f, const VertexSet& a, const VertexSet& b,
                                        const LaneVec<N>& v, N& id) {
  const auto vertex = [](const VertexSet& set, std::uint32_t i) GRAZE_LANE_LAMBDA {
    return constants<N>(float(set.x[i]), float(set.y[i]), float(set.z[i]));
  };
  const LaneVec<N> w = spread(transpose_times(f.r, v));
  const std::uint32_t ia = scan(a, Real(-number_of(v.x)), Real(-number_of(v.y)), Real(-number_of(v.z))),
                      ib = scan(b, Real(number_of(w.x)), Real(number_of(w.y)), Real(number_of(w.z)));
  id = constant<N>(static_cast<float>(static_cast<std::int32_t>(ia + kVertexOfB * ib)));
  return hull_difference(f, vertex(a, ia), vertex(b, ib));
}

GRAZE_LANES_END

#endif
