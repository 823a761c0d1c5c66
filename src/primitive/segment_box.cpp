// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "primitive/segment_box.h"

#include "graze/primitive/segment_box.h"
#include "primitive/planar.h"
#include "primitive/ray_box.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

/// Whether some plane has the segment on one side and the box on the other, both possibly on it: the normals
/// that matter are the axes and their products with the segment.
bool is_weakly_separated(const Vec3d& a, const Vec3d& b, const Vec3d& lower, const Vec3d& upper) {
  for (int k = 0; k < 3; ++k)
    if (std::max(a[k], b[k]) <= lower[k] || std::min(a[k], b[k]) >= upper[k]) return true;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    if (a[i] == b[i] && a[j] == b[j]) continue;
    bool left = false, right = false;
    for (const double x : {lower[i], upper[i]})
      for (const double y : {lower[j], upper[j]}) {
        Vec3d corner;
        corner[i] = x;
        corner[j] = y;
        const int s = turn(a, b, corner, k);
        left = left || s > 0;
        right = right || s < 0;
      }
    if (!left || !right) return true;
  }
  return false;
}

}  // namespace

Contact contact_of_segment_box(const Vec3d& a, const Vec3d& b, const Vec3d& lower, const Vec3d& upper) {
  if (hit_box(make_beam(a, b), lower, upper).outcome == RayOutcome::miss) return Contact::apart;
  return is_weakly_separated(a, b, lower, upper) ? Contact::touching : Contact::overlapping;
}

SegmentHit segment_box(const Segment& segment, const Aabb& box) noexcept {
  const Vec3d a(segment.a), b(segment.b), lower(box.lower), upper(box.upper);
  if (!is_usable(a) || !is_usable(b)) return {Contact::apart, refused()};
  if (box == Aabb{}) return {};
  if (!is_usable(lower) || !is_usable(upper)) return {Contact::apart, refused()};
  if (box.is_empty()) return {};
  const BeamHit hit = hit_box(make_beam(a, b), lower, upper);
  if (hit.outcome == RayOutcome::miss) return {};
  const bool touches = is_weakly_separated(a, b, lower, upper);
  return {touches ? Contact::touching : Contact::overlapping, rounded_hit(hit)};
}

}  // namespace graze::inline GRAZE_ABI::primitive
