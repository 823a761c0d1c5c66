// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "graze/base/config.h"

// The surface of an expanding polytope of few vertices, as its triangles alone: which vertices of A and B
// make its corners, and which corners its facets. Positions and planes belong to those who grow it: proofs of
// depth (query/pair/depth_proof.cpp), which keep it from frame to frame, and lanes (query/batch/depth.cpp).
//
// No bound trusts the surface to be convex. Any set of facets may be replaced by the fan that joins its rim
// to a point; the facets are a closed cycle before and after. A cycle that has the origin behind all of its
// facets surrounds it, and so a ball as large as the least distance of a facet lies within A - B.

namespace graze::inline GRAZE_ABI::depth {

/// Facets by number, in ascending order.
template <std::uint32_t kVertices>
struct FacetList {
  std::uint8_t slots[2 * kVertices];  // room to write one facet more than there can be, to be counted or not
  std::uint32_t count = 0;
};

template <std::uint32_t kVertices>
struct SmallSurface {
  static_assert(kVertices <= 64, "a set of vertices is a word");
  static constexpr std::uint32_t kMaxVertices = kVertices;
  static constexpr std::uint32_t kMaxFacets = 2 * kVertices - 4;

  std::uint32_t vertex_count = 0, facet_count = 0;
  std::uint32_t vertices[2][kVertices];  // of the one operand and of the other: corners are their differences
  std::uint8_t facets[kMaxFacets][4];    // three corners, counterclockwise seen from outside, and a zero

  void set_facet(std::uint32_t f, std::size_t i, std::size_t j, std::size_t k) {
    const std::uint8_t corners[4] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j),
                                     static_cast<std::uint8_t>(k), 0};
    std::memcpy(facets[f], corners, sizeof corners);
  }

  /// Edges of a set of facets, while it is replaced: by their first corner the second ones, and the other way
  /// round. All zero before and after.
  struct Edges {
    std::uint64_t to[kVertices], from[kVertices];
  };

  /// Replaces the facets `seen` by the fan from their rim to the corner `apex`. The first facets of the list,
  /// as many as are returned, are then those of the fan; the places of the others are vacant, and still
  /// counted. 0: no room, or no rim, or one that meets itself, where edges would be there twice.
  [[nodiscard]] std::uint32_t replace(FacetList<kVertices>& seen, std::uint32_t apex, Edges& edges);

 private:
  // Returns the corners of the set.
  std::uint64_t find_edges(const FacetList<kVertices>& set, Edges& edges) const;
};

template <std::uint32_t kVertices>
[[gnu::always_inline]] inline std::uint64_t SmallSurface<kVertices>::find_edges(
    const FacetList<kVertices>& set, Edges& edges) const {
  const auto bit = [](std::size_t i) { return std::uint64_t{1} << i; };
  auto &to = edges.to, &from = edges.from;
  std::uint64_t touched = 0;
  for (std::uint32_t n = 0; n < set.count; ++n) {
    const std::uint8_t* const corners = facets[set.slots[n]];
    const std::size_t i = corners[0], j = corners[1], k = corners[2];
    const std::uint64_t p = bit(i), q = bit(j), r = bit(k);
    to[i] |= q, to[j] |= r, to[k] |= p;
    from[i] |= r, from[j] |= p, from[k] |= q;
    touched |= p | q | r;
  }
  return touched;
}

// Inlined into kernels, whose target has instructions for all of its bits.
template <std::uint32_t kVertices>
[[gnu::always_inline]] inline std::uint32_t SmallSurface<kVertices>::replace(FacetList<kVertices>& seen,
                                                                             std::uint32_t apex,
                                                                             Edges& edges) {
  // No branch on what is on the rim: it cannot be predicted.
  std::size_t rim[kVertices + 1][2];
  std::uint64_t forks = 0;
  std::uint32_t count = 0;
  for (std::uint64_t left = find_edges(seen, edges); left != 0; left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    const std::uint64_t ends = edges.to[i] & ~edges.from[i];  // edges without their reverse
    edges.to[i] = edges.from[i] = 0;
    forks |= ends & (ends - 1);
    rim[count][0] = i;
    rim[count][1] = static_cast<std::size_t>(std::countr_zero(ends));
    count += ends != 0 ? 1 : 0;
    if (count > seen.count) seen.slots[seen.count++] = static_cast<std::uint8_t>(facet_count++);
  }
  if (forks != 0 || facet_count > kMaxFacets) return 0;
  for (std::uint32_t k = 0; k < count; ++k) set_facet(seen.slots[k], rim[k][0], rim[k][1], apex);
  return count;
}

}  // namespace graze::inline GRAZE_ABI::depth
