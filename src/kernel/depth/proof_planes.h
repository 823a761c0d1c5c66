// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "kernel/depth/small_surface.h"
#include "math/rounding.h"

namespace graze::inline GRAZE_ABI::depth {

using ProofSurface = SmallSurface<48>;

/// A corner of a proof's surface, a vertex of A - B; kernels read four numbers.
struct alignas(32) ProofVertex : Vec3d {
  double unused;
};

/// Planes of the facets of a proof. No constructor: most have no value.
struct ProofPlanes {
  static constexpr std::uint32_t kCapacity = (ProofSurface::kMaxFacets + 7) / 8 * 8;
  /// Outward normal, as long as twice the area; height of the plane times that.
  alignas(32) double rows[kCapacity][4];
  /// Squared height of the lowest corner along the normal: its distance from the origin. Negative where the
  /// origin is outside; 0: not certain; NaN of a facet without area.
  alignas(32) double keys[kCapacity];

  [[nodiscard]] Vec3d normal(std::uint32_t f) const { return {rows[f][0], rows[f][1], rows[f][2]}; }
  void move(std::uint32_t from, std::uint32_t to) {
    std::memmove(rows[to], rows[from], sizeof rows[0]);
    keys[to] = keys[from];
  }
};

/// Planes of `count` facets, whose numbers are in `slots`. Every SIMD target does the same operations in the
/// same order, so that all agree to the bit.
void set_planes(const ProofSurface& surface, const std::uint8_t* slots, std::uint32_t count,
                const ProofVertex* w, ProofPlanes& planes);

/// Numbers of all facets.
inline constexpr auto kAllFacets = [] {
  std::array<std::uint8_t, ProofSurface::kMaxFacets> all{};
  for (std::size_t f = 0; f < all.size(); ++f) all[f] = static_cast<std::uint8_t>(f);
  return all;
}();

/// The surface of a tetrahedron: outward where corners 1, 2, 3 are counterclockwise seen from away of
/// corner 0.
inline void set_tetrahedron(ProofSurface& surface) {
  constexpr std::uint8_t kFacets[4][4] = {{1, 2, 3, 0}, {0, 2, 1, 0}, {0, 3, 2, 0}, {0, 1, 3, 0}};
  surface.vertex_count = surface.facet_count = 4;
  std::memcpy(surface.facets, kFacets, sizeof kFacets);
}

/// An array whose entries have no value until they are written: most are not needed.
template <class T, std::uint32_t kCount>
struct Unset {
  union {
    T items[kCount];
  };
  Unset() {}
  [[nodiscard]] T& operator[](std::uint32_t i) { return items[i]; }
  [[nodiscard]] const T& operator[](std::uint32_t i) const { return items[i]; }
};

/// Grows the surface by the corner `apex`, in place of all facets that it is in front of. False: it does not
/// stay closed, or there is no room.
[[nodiscard]] bool insert(const ProofVertex* w, std::uint32_t apex, ProofSurface::Edges& edges,
                          ProofSurface& surface, ProofPlanes& planes);

/// The facet whose plane is nearest to the origin, or most on the wrong side of it; the first of several;
/// none: `count`.
[[nodiscard]] std::uint32_t find_nearest_plane(ProofPlanes& planes, std::uint32_t count);

}  // namespace graze::inline GRAZE_ABI::depth
