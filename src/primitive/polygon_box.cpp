// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/polygon_box.h"

#include <algorithm>

#include "primitive/ray_polygon.h"
#include "primitive/segment_box.h"

// If no edge meets the box, the region contains all of the box's section with the plane or nothing of it. The
// diagonal that runs along the normal passes the plane within the section, and tells. [Voorhies92]

namespace graze::inline GRAZE_ABI::primitive {

Verdict polygon_box(const Polygon& polygon, const Aabb& box) noexcept {
  if (box == Aabb{}) return {};
  if (!is_usable(box.lower) || !is_usable(box.upper)) return {Contact::apart, Status::invalid_argument};
  if (box.is_empty()) return {};
  const Vec3d lower(box.lower), upper(box.upper);
  Contact contact = Contact::apart;
  any_edge(polygon, [&](const Vec3d& a, const Vec3d& b) {
    contact = std::max(contact, contact_of_segment_box(a, b, lower, upper));
    return contact == Contact::overlapping;
  });
  if (contact == Contact::overlapping) return {contact, Status::converged};
  Vec3d from, to;
  for (int i = 0; i < 3; ++i) {
    const bool up = polygon.plane.normal[i] >= 0;
    from[i] = up ? lower[i] : upper[i];
    to[i] = up ? upper[i] : lower[i];
  }
  return {std::max(contact, hit_polygon(make_beam(from, to), polygon).contact), Status::converged};
}

}  // namespace graze::inline GRAZE_ABI::primitive
