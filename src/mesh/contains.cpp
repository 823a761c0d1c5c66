// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "graze/mesh/triangle_mesh.h"
#include "math/predicates.h"
#include "mesh/pieces.h"
#include "mesh/surface.h"
#include "tree/traverse.h"

// How often the surface winds around a point p: the signed number of triangles that the ray from p along +z
// crosses. The ray may run through edges and vertices. Therefore p stands for (x + e, y + d, z), with
// infinitesimals d << e: a vertex as low as p is below it, an edge that p is on has p on its right. Both are
// decided by the vertex or the edge alone, so that neighbours agree and every crossing counts once
// (simulation of simplicity, [Edelsbrunner90]). What moves by less than any distance stays on its side of a
// surface that it is not on.

namespace graze::inline GRAZE_ABI {
namespace {

Planar flat(const Vec3d& p, int axis) {
  return axis == 0 ? Planar{p.y, p.z} : axis == 1 ? Planar{p.z, p.x} : Planar{p.x, p.y};
}

// Closed and flat; the triangle may be a segment or a point.
bool is_on_planar(const Planar& p, const Planar& a, const Planar& b, const Planar& c) {
  const int ab = orient2d(a, b, p), bc = orient2d(b, c, p), ca = orient2d(c, a, p);
  if (std::min({ab, bc, ca}) < 0 && std::max({ab, bc, ca}) > 0) return false;
  if (ab != 0 || bc != 0 || ca != 0) return true;
  // All on one line.
  return std::min({a.x, b.x, c.x}) <= p.x && p.x <= std::max({a.x, b.x, c.x}) &&
         std::min({a.y, b.y, c.y}) <= p.y && p.y <= std::max({a.y, b.y, c.y});
}

// Whether the edge from u to v, seen along z, passes p on the side of +x: 1 upward, -1 downward, 0 not at
// all.
int passing(const Vec3d& u, const Vec3d& v, const Vec3d& p) {
  const bool is_u_low = u.y <= p.y, is_v_low = v.y <= p.y;
  if (is_u_low == is_v_low) return 0;
  const int side = orient2d({u.x, u.y}, {v.x, v.y}, {p.x, p.y});
  if (is_u_low) return side > 0 ? 1 : 0;  // upward, with p on its left
  return side < 0 ? -1 : 0;
}

// 1 or -1 when the triangle is above p, by the side that p sees from below, else 0.
int crossing(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& p) {
  const int turn = passing(a, b, p) + passing(b, c, p) + passing(c, a, p);
  if (turn == 0) return 0;
  // orient3d() is positive when p is on the side from which the corners turn clockwise: below, where they
  // turn counterclockwise from above.
  return orient3d(a, b, c, p) * turn > 0 ? turn : 0;
}

// Powers of two that bring the mesh to unit size: the predicates hold for that, and no answer changes.
class UnitScale {
 public:
  explicit UnitScale(const Aabb& box) {
    for (int i = 0; i < 3; ++i) {
      int exponent = 0;
      (void)std::frexp(std::max(std::abs(double(box.lower[i])), std::abs(double(box.upper[i]))), &exponent);
      factor_[i] = std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
    }
  }
  [[nodiscard]] Vec3d operator()(const Vec3d& p) const {
    return {scaled(p.x, 0), scaled(p.y, 1), scaled(p.z, 2)};
  }

 private:
  [[nodiscard]] double scaled(double x, int axis) const {
    const double unit = x * factor_[axis];
    return std::abs(unit) < 0x1p-280 ? 0.0 : unit;
  }
  Vec3d factor_;
};

bool is_in(const Aabb& box, const Vec3d& p) {
  const Vec3d low(box.lower), high(box.upper);
  return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y && low.z <= p.z && p.z <= high.z;
}

}  // namespace

bool is_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  // Looked at along all axes: along at least one a triangle keeps its area, and a segment its length along
  // two.
  for (int axis = 0; axis < 3; ++axis)
    if (!is_on_planar(flat(p, axis), flat(a, axis), flat(b, axis), flat(c, axis))) return false;
  return orient3d(a, b, c, p) == 0;
}

int winding_around(std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles,
                   const Vec3d& point) {
  Aabb all;
  for (const Pieces::Corners& t : triangles)
    for (const std::uint32_t corner : t)
      all = {min(all.lower, vertices[corner]), max(all.upper, vertices[corner])};
  const UnitScale scale(all);
  const Vec3d p = scale(point);
  int winding = 0;
  for (const Pieces::Corners& t : triangles)
    winding +=
        crossing(scale(Vec3d(vertices[t[0]])), scale(Vec3d(vertices[t[1]])), scale(Vec3d(vertices[t[2]])), p);
  return winding;
}

Contact contains_point(const Pieces& mesh, const Vec3d& point) {
  if (!is_finite(point)) return Contact::touching;
  const Aabb all = mesh.tree.bounds();
  if (!is_in(all, point)) return Contact::apart;
  const UnitScale scale(all);
  const Vec3d p = scale(point);
  bool is_touching = false;
  int winding = 0;
  visit(
      mesh.tree,
      [&](const Aabb& box) {  // scaled like everything else, so that what counts as zero does so everywhere
        const Vec3d low = scale(Vec3d(box.lower)), high = scale(Vec3d(box.upper));
        return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y && p.z <= high.z;
      },
      [&](std::uint32_t id) {
        const Triangle t = mesh.triangle(id);
        const Vec3d a = scale(Vec3d(t.a)), b = scale(Vec3d(t.b)), c = scale(Vec3d(t.c));
        is_touching = std::min({a.z, b.z, c.z}) <= p.z && is_on_triangle(p, a, b, c);
        winding += crossing(a, b, c, p);
        return !is_touching;
      });
  if (is_touching) return Contact::touching;
  return winding != 0 ? Contact::overlapping : Contact::apart;
}

Contact contains(const TriangleMesh& mesh, const Vec3& point) noexcept {
  return mesh.pieces() == nullptr ? Contact::touching : contains(*mesh.pieces(), point);
}

}  // namespace graze::inline GRAZE_ABI
