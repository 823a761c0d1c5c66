// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/ray_box.h"

#include <algorithm>

#include "graze/primitive/segment_box.h"
#include "primitive/beam.h"
#include "primitive/planar.h"

// Slabs, with parameters kept as fractions: their order is exact, and nothing is divided before the answer is
// known. [Ericson05 §5.3.3]

namespace graze::inline GRAZE_ABI::primitive {
namespace {

/// A plane of the box and the beam's parameter there: (bound - origin) / direction, along one axis.
struct Crossing {
  int axis = -1;
  double bound = 0;
};

struct Slabs {
  const Beam& beam;
  int sign[3];  // of the direction

  template <class T>
  [[nodiscard]] T numerator(const Crossing& c) const {
    const T n = T(c.bound) - T(beam.origin[c.axis]);
    return sign[c.axis] > 0 ? n : -n;
  }
  /// Positive.
  template <class T>
  [[nodiscard]] T denominator(const Crossing& c) const {
    const T d = beam.is_segment ? T(beam.end[c.axis]) - T(beam.origin[c.axis]) : T(beam.direction[c.axis]);
    return sign[c.axis] > 0 ? d : -d;
  }
  /// Sign of the parameter at a less that at b.
  [[nodiscard]] int order(const Crossing& a, const Crossing& b) const {
    return sign_of([&](auto zero) {
      using T = decltype(zero);
      return numerator<T>(a) * denominator<T>(b) - numerator<T>(b) * denominator<T>(a);
    });
  }
  [[nodiscard]] bool is_beyond_end(const Crossing& c) const {
    return std::isfinite(beam.max_t) && sign_of([&](auto zero) {
                                          using T = decltype(zero);
                                          return numerator<T>(c) - T(beam.max_t) * denominator<T>(c);
                                        }) > 0;
  }
};

Slabs make_slabs(const Beam& beam) {
  Slabs slabs{beam, {}};
  for (int i = 0; i < 3; ++i) {
    const double from = beam.is_segment ? beam.origin[i] : 0,
                 to = beam.is_segment ? beam.end[i] : beam.direction[i];
    slabs.sign[i] = to > from ? 1 : to < from ? -1 : 0;
  }
  return slabs;
}

template <class T>
BeamHit evaluate(const Slabs& slabs, const Crossing& entry, const Vec3d& lower, const Vec3d& upper) {
  const T t = slabs.numerator<T>(entry) / slabs.denominator<T>(entry);
  BeamHit hit;
  hit.outcome = RayOutcome::hit;
  hit.t = bounded(t);
  BasicVec3<T> p = lift<T>(slabs.beam.origin) + direction_of<T>(slabs.beam) * t;
  p[entry.axis] = T(entry.bound);
  set_point(p, hit);
  // The true point is in the box, so clamping brings the rounded one no farther from it.
  for (int i = 0; i < 3; ++i) hit.point[i] = std::clamp(hit.point[i], lower[i], upper[i]);
  hit.normal[entry.axis] = -slabs.sign[entry.axis];
  return hit;
}

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

BeamHit hit_box(const Beam& beam, const Vec3d& lower, const Vec3d& upper) {
  const Slabs slabs = make_slabs(beam);
  Crossing entry, exits[3];
  int exit_count = 0;
  bool is_inside = true;
  for (int i = 0; i < 3; ++i) {
    const double x = beam.origin[i];
    const bool in_slab = lower[i] <= x && x <= upper[i];
    is_inside = is_inside && in_slab;
    if (slabs.sign[i] == 0) {
      if (!in_slab) return {};
      continue;
    }
    const bool up = slabs.sign[i] > 0;
    if (up ? x > upper[i] : x < lower[i]) return {};  // moving away
    exits[exit_count++] = {i, up ? upper[i] : lower[i]};
    const Crossing near{i, up ? lower[i] : upper[i]};
    if (!in_slab && (entry.axis < 0 || slabs.order(near, entry) > 0)) entry = near;
  }
  if (is_inside) return hit_inside(beam);
  if (slabs.is_beyond_end(entry)) return {};
  for (int i = 0; i < exit_count; ++i)
    if (exits[i].axis != entry.axis && slabs.order(entry, exits[i]) > 0) return {};
  const BeamHit hit = evaluate<Bounded>(slabs, entry, lower, upper);
  const bool sharp = is_sharp(hit.t.error, hit.t.value) && is_sharp(hit.point_error, max_abs(upper - lower));
  return sharp ? hit : evaluate<Enclosed>(slabs, entry, lower, upper);
}

RayHit ray_box(const Ray& ray, const Aabb& box) noexcept {
  const Beam beam = make_beam(ray);
  if (!is_valid(beam)) return refused();
  if (box == Aabb{}) return {};
  if (!is_usable(box.lower) || !is_usable(box.upper)) return refused();
  if (box.is_empty()) return {};
  return rounded_hit(hit_box(beam, Vec3d(box.lower), Vec3d(box.upper)));
}

Contact contact_of_segment_box(const Vec3d& a, const Vec3d& b, const Vec3d& lower, const Vec3d& upper) {
  if (hit_box(make_beam(a, b), lower, upper).outcome == RayOutcome::miss) return Contact::apart;
  return is_weakly_separated(a, b, lower, upper) ? Contact::touching : Contact::overlapping;
}

SegmentHit segment_box(const Segment& segment, const Aabb& box) noexcept {
  const Vec3d a(segment.a), b(segment.b), lower(box.lower), upper(box.upper);
  if (!is_usable(a) || !is_usable(b)) return {Contact::touching, refused()};
  if (box == Aabb{}) return {};
  if (!is_usable(lower) || !is_usable(upper)) return {Contact::touching, refused()};
  if (box.is_empty()) return {};
  const BeamHit hit = hit_box(make_beam(a, b), lower, upper);
  if (hit.outcome == RayOutcome::miss) return {};
  const bool touches = is_weakly_separated(a, b, lower, upper);
  return {touches ? Contact::touching : Contact::overlapping, rounded_hit(hit)};
}

}  // namespace graze::inline GRAZE_ABI::primitive
