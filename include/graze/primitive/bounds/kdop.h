// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>

#include "graze/math/pose.h"
#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Polytope between K / 2 pairs of parallel planes with fixed normals: lower[i] <= dot(kdop_normal<K>(i), p)
/// <= upper[i]. The normals are not unit: their components are -1, 0 and 1. K = 14: axes and corners of a
/// cube; 18: axes and edges; 26: all three. Default: empty. [Klosowski98, Ericson05 §4.6]
template <int K>
struct Kdop {
  static_assert(K == 14 || K == 18 || K == 26);
  static constexpr int kCount = K / 2;
  std::array<Real, kCount> lower;
  std::array<Real, kCount> upper;

  Kdop() {
    lower.fill(kInfinity);
    upper.fill(-kInfinity);
  }
  /// Whether no point is in it.
  [[nodiscard]] bool is_empty() const { return !(lower[0] <= upper[0]); }
  friend bool operator==(const Kdop&, const Kdop&) = default;
};

/// Normal i of a k-DOP, not of unit length: coordinates are -1, 0 or 1. Precondition: 0 <= i < K / 2.
template <int K>
[[nodiscard]] constexpr Vec3 kdop_normal(int i) {
  constexpr Vec3 kNormals[13] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1}, {1, 1, 1},  {1, 1, -1},
                                 {1, -1, 1}, {-1, 1, 1}, {1, 1, 0}, {1, -1, 0}, {1, 0, 1},
                                 {1, 0, -1}, {0, 1, 1},  {0, 1, -1}};
  return kNormals[K == 18 && i >= 3 ? i + 4 : i];
}

/// The tightest one around the points, rounded outward: it contains every point, in exact arithmetic. Points
/// that are not finite make it useless. Empty for no points.
template <int K>
[[nodiscard]] GRAZE_API Kdop<K> make_kdop(std::span<const Vec3> points) noexcept;

/// Whether no pair of planes parts them: false means apart; true means that they may meet. Touching counts.
template <int K>
[[nodiscard]] GRAZE_API bool overlaps(const Kdop<K>& a, const Kdop<K>& b) noexcept;

/// Whether p lies between all pairs of planes, exactly.
template <int K>
[[nodiscard]] GRAZE_API bool contains(const Kdop<K>& kdop, const Vec3& p) noexcept;

/// The smallest one that contains both.
template <int K>
[[nodiscard]] GRAZE_API Kdop<K> merge(const Kdop<K>& a, const Kdop<K>& b) noexcept;

/// The k-DOP around a turned k-DOP, rounded outward. For each normal, the best bound that the old planes
/// imply: a linear program in three unknowns, solved by looking at all triples of normals.
template <int K>
[[nodiscard]] GRAZE_API Kdop<K> retumbled(const Kdop<K>& local, const Pose& world_from_local) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
