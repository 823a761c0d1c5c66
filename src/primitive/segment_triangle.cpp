// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "primitive/segment_triangle.h"

#include "graze/primitive/segment_triangle.h"
#include "math/predicates.h"
#include "primitive/ray_triangle.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

/// Whether the segment, known to meet the triangle, does so from one side to the other and off the edges.
bool is_piercing(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  return orient3d(a, b, c, p) * orient3d(a, b, c, q) < 0 && orient3d(p, q, a, b) != 0 &&
         orient3d(p, q, b, c) != 0 && orient3d(p, q, c, a) != 0;
}

}  // namespace

Contact contact_of_segment_triangle(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b,
                                    const Vec3d& c) {
  if (hit_triangle(make_beam(p, q), a, b, c).outcome == RayOutcome::miss) return Contact::apart;
  return is_piercing(p, q, a, b, c) ? Contact::overlapping : Contact::touching;
}

SegmentHit segment_triangle(const Segment& segment, const Triangle& triangle) noexcept {
  const Vec3d p(segment.a), q(segment.b), a(triangle.a), b(triangle.b), c(triangle.c);
  if (!is_usable(p) || !is_usable(q) || !is_usable(a) || !is_usable(b) || !is_usable(c))
    return {Contact::apart, refused()};
  const BeamHit hit = hit_triangle(make_beam(p, q), a, b, c);
  if (hit.outcome == RayOutcome::miss) return {};
  return {is_piercing(p, q, a, b, c) ? Contact::overlapping : Contact::touching, rounded_hit(hit)};
}

}  // namespace graze::inline GRAZE_ABI::primitive
