// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "math/predicates.h"
#include "primitive/beam.h"
#include "primitive/planar.h"

// Whether a segment meets a triangle, without the place where it does: signs of orientations alone, most of
// which one evaluation in double tells.

namespace graze::inline GRAZE_ABI::primitive {
namespace {

bool is_in_box(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
  return is_between(p.x, a.x, b.x) && is_between(p.y, a.y, b.y) && is_between(p.z, a.z, b.z);
}

/// Segments of one plane, which is not seen from the side across axis k.
bool do_segments_meet(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b, int k) {
  const int of_a = turn(p, q, a, k), of_b = turn(p, q, b, k), of_p = turn(a, b, p, k),
            of_q = turn(a, b, q, k);
  if (of_a * of_b < 0 && of_p * of_q < 0) return true;
  return (of_a == 0 && is_in_box(a, p, q)) || (of_b == 0 && is_in_box(b, p, q)) ||
         (of_p == 0 && is_in_box(p, a, b)) || (of_q == 0 && is_in_box(q, a, b));
}

/// Points of one line: a segment and three points that are a segment, too.
bool do_meet_on_line(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d low = max(min(p, q), min(min(a, b), c)), high = min(max(p, q), max(max(a, b), c));
  return low.x <= high.x && low.y <= high.y && low.z <= high.z;
}

/// An axis across which a segment and three points of a line are seen, all of them in one plane; -1: they are
/// on one line, too.
int axis_across_lines(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const std::array<const Vec3d*, 3> triples[] = {{&p, &q, &a}, {&p, &q, &b}, {&p, &q, &c},
                                                 {&p, &a, &b}, {&p, &b, &c}, {&p, &c, &a}};
  for (const auto& [x, y, z] : triples)
    if (const int k = axis_across(*x, *y, *z); k >= 0) return k;
  return -1;
}

/// The ends are in the plane of the triangle, or that is without area.
bool do_meet_in_plane(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  int k = axis_across(a, b, c);
  if (k >= 0 && is_in_flat_triangle(p, a, b, c)) return true;
  if (k < 0) {
    const bool is_passing =
        orient3d(p, q, a, b) != 0 || orient3d(p, q, b, c) != 0 || orient3d(p, q, c, a) != 0;
    if (is_passing) return false;
    k = axis_across_lines(p, q, a, b, c);
    if (k < 0) return do_meet_on_line(p, q, a, b, c);
  }
  return do_segments_meet(p, q, a, b, k) || do_segments_meet(p, q, b, c, k) ||
         do_segments_meet(p, q, c, a, k);
}

}  // namespace

Contact contact_of_segment_triangle(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b,
                                    const Vec3d& c) {
  const int of_p = orient3d(a, b, c, p), of_q = orient3d(a, b, c, q);
  if (of_p * of_q > 0) return Contact::apart;
  if (of_p == 0 && of_q == 0) return do_meet_in_plane(p, q, a, b, c) ? Contact::touching : Contact::apart;
  const int sides[3] = {orient3d(p, q, a, b), orient3d(p, q, b, c), orient3d(p, q, c, a)};
  const int low = std::min({sides[0], sides[1], sides[2]}), high = std::max({sides[0], sides[1], sides[2]});
  if (low < 0 && high > 0) return Contact::apart;
  const bool is_off_edges = sides[0] * sides[1] * sides[2] != 0;
  return is_off_edges && of_p * of_q < 0 ? Contact::overlapping : Contact::touching;
}

}  // namespace graze::inline GRAZE_ABI::primitive
