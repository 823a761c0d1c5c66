// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

#include "math/rounding.h"

// The point of a simplex nearest to the origin, and the smallest face that holds it: the sub-algorithm of
// GJK. It is solved by Voronoi regions of faces and edges rather than by Johnson's recursion, with the
// numerical care of docs/numerics.md: normals from the two shortest edges, v projected onto the normal rather
// than summed from the weights.

namespace graze::inline GRAZE_ABI::gjk {

/// Up to four vertices w = a - b of the difference A - B, kept in fixed slots; `slots` lists those in use.
struct Simplex {
  Vec3d w[4], a[4], b[4];
  std::uint32_t index_a[4], index_b[4];
  double lambda[4];  // weights of the nearest point, by position in `slots`
  int slots[4];
  int count = 0;

  [[nodiscard]] int free_slot() const {
    unsigned used = 0;
    for (int i = 0; i < count; ++i) used |= 1u << slots[i];
    return std::countr_one(used);
  }
};

/// A face of the simplex with the nearest point v of its affine hull, which lies inside the face.
struct Nearest {
  Vec3d v;
  double vv;  // |v|²
  double lambda[3] = {};
  int slots[3] = {};
  int count;
};

/// Nearest point of one face, any of whose faces may be the one to keep.
[[nodiscard]] Nearest nearest_on_triangle(const Simplex& s, int i, int j, int k);

/// Nearest point after a vertex was added in the last slot of the list. Returns false, with weights in
/// s.lambda and the squared radius of a ball around the origin that fits into the simplex for certain in
/// `inner_squared`, when a tetrahedron holds the origin; otherwise `nearest` is the face to keep.
[[nodiscard]] bool find_nearest(Simplex& s, Nearest& nearest, double& inner_squared);

/// Weights of a small triangle far from the origin carry a rounding error of its distance over its size. One
/// step of refinement on what they leave of v removes it.
inline void refine_weights(const Vec3d& w0, const Vec3d& w1, const Vec3d& w2, const Vec3d& v,
                           double (&lambda)[4]) {
  const Vec3d e1 = w1 - w0, e2 = w2 - w0, n = cross(e1, e2);
  const double nn = dot(n, n);
  const Vec3d left = v - (w0 * lambda[0] + w1 * lambda[1] + w2 * lambda[2]);
  const double d1 = dot(cross(e2, n), left) / nn, d2 = dot(cross(n, e1), left) / nn;
  double refined[3] = {lambda[0] - d1 - d2, lambda[1] + d1, lambda[2] + d2};
  double sum = 0;
  for (double& x : refined) {
    x = x > 0 ? x : 0;  // NaN, of a triangle without area, goes the same way
    sum += x;
  }
  if (!(sum > 0.5 && sum < 2)) return;
  for (int i = 0; i < 3; ++i) lambda[i] = refined[i] / sum;
}

inline void keep_face(Simplex& s, const Nearest& nearest) {
  s.count = nearest.count;
  for (int i = 0; i < 3; ++i) {  // all of them: a count that varies would make it a call to memcpy
    s.slots[i] = nearest.slots[i];
    s.lambda[i] = nearest.lambda[i];
  }
}

}  // namespace graze::inline GRAZE_ABI::gjk
