// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/segment_sphere.h"

#include "primitive/foot.h"
#include "primitive/ray_sphere.h"

namespace graze::inline GRAZE_ABI::primitive {

SegmentHit segment_sphere(const Segment& segment, const Ball& ball) noexcept {
  const Vec3d a(segment.a), b(segment.b), c(ball.centre);
  const double r = static_cast<double>(ball.radius);
  if (!is_usable(a) || !is_usable(b) || !is_usable(c) || !is_usable(r) || !(r >= 0))
    return {Contact::apart, refused()};
  const int sign = compare_segment(c, a, b, r);
  if (sign > 0) return {};
  return {sign == 0 ? Contact::touching : Contact::overlapping,
          rounded_hit(hit_sphere(make_beam(a, b), c, r))};
}

}  // namespace graze::inline GRAZE_ABI::primitive
