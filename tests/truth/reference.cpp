// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace truth {
namespace {

constexpr int kMaxIterations = 500;

WideVec point_at(const std::vector<float>& numbers, std::size_t i) {
  return {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
}

WideVec vertex_support(const std::vector<float>& numbers, const WideVec& d) {
  WideVec best = point_at(numbers, 0);
  for (std::size_t i = 1; i < numbers.size() / 3; ++i) {
    const WideVec p = point_at(numbers, i);
    if (dot(p, d) > dot(best, d)) best = p;
  }
  return best;
}

/// Point of the circle of radius r in the plane y = 0.
WideVec circle_support(Wide r, const WideVec& d) {
  const Wide l = std::hypot(d.x, d.z);
  return l > 0 ? WideVec{r * (d.x / l), 0, r * (d.z / l)} : WideVec{r, 0, 0};
}

// ---- distance of the origin from a simplex and from a convex set (GJK; long double leaves 11 bits to spare)

struct Simplex {
  WideVec points[4];
  int count = 0;
};

struct Nearest {
  WideVec point;
  unsigned face = 0;  // bit i: points[i] is a corner of the face that holds the nearest point
};

/// Foot of the perpendicular from the origin on the face's affine hull, if it lies inside the face.
bool find_foot(const Simplex& s, const int* corner, int corners, WideVec& foot) {
  const WideVec& p = s.points[corner[0]];
  if (corners == 1) {
    foot = p;
    return true;
  }
  const WideVec& q = s.points[corner[1]];
  if (corners == 2) {
    const WideVec edge = q - p;
    const Wide along = -dot(p, edge), all = dot(edge, edge);
    if (!(along > 0 && along < all)) return false;
    foot = p + edge * (along / all);
    return true;
  }
  const WideVec& r = s.points[corner[2]];
  const WideVec n = cross(q - p, r - p);
  const Wide nn = dot(n, n);
  if (!(nn > 0)) return false;
  if (!(dot(cross(q, r), n) > 0 && dot(cross(r, p), n) > 0 && dot(cross(p, q), n) > 0)) return false;
  foot = n * (dot(n, p) / nn);
  return true;
}

bool contains_origin(const Simplex& s) {
  if (s.count < 4) return false;
  const WideVec *p = s.points, u = p[1] - p[0], v = p[2] - p[0], w = p[3] - p[0];
  const Wide volume = dot(u, cross(v, w));
  if (volume == 0) return false;
  const Wide sign = volume > 0 ? Wide(1) : Wide(-1);
  return sign * dot(p[1], cross(p[2], p[3])) > 0 && sign * dot(p[0], cross(p[3], p[2])) > 0 &&
         sign * dot(p[0], cross(p[1], p[3])) > 0 && sign * dot(p[0], cross(p[2], p[1])) > 0;
}

Nearest nearest_to_origin(const Simplex& s) {
  Nearest best;
  Wide best_squared = std::numeric_limits<Wide>::infinity();
  for (unsigned face = 1; face < 1U << s.count; ++face) {
    int corner[4] = {};
    int corners = 0;
    for (int i = 0; i < s.count; ++i) {
      if (face >> i & 1U) corner[corners++] = i;
    }
    WideVec foot;
    if (corners > 3 || !find_foot(s, corner, corners, foot) || !(dot(foot, foot) < best_squared)) continue;
    best_squared = dot(foot, foot);
    best = {foot, face};
  }
  return best;
}

void keep_face(Simplex& s, unsigned face) {
  int kept = 0;
  for (int i = 0; i < s.count; ++i) {
    if (face >> i & 1U) s.points[kept++] = s.points[i];
  }
  s.count = kept;
}

/// Distance of the origin from the set that `support` describes.
template <class Support>
Gap gap_of_origin(const Support& support, Wide tolerance) {
  Simplex simplex;
  WideVec v = support(WideVec{1, 0, 0});
  simplex.points[simplex.count++] = v;
  Gap gap{0, length(v)};
  for (int i = 0; i < kMaxIterations && gap.upper - gap.lower > tolerance; ++i) {
    const Wide l = length(v);
    if (!(l > 0)) return {0, 0};
    const WideVec w = support(-v);
    gap.lower = std::max(gap.lower, dot(v, w) / l);
    if (std::find(simplex.points, simplex.points + simplex.count, w) != simplex.points + simplex.count) break;
    simplex.points[simplex.count++] = w;
    if (contains_origin(simplex)) return {0, 0};
    const Nearest nearest = nearest_to_origin(simplex);
    keep_face(simplex, nearest.face);
    v = nearest.point;
    gap.upper = std::min(gap.upper, length(v));
  }
  return gap;
}

}  // namespace

WidePlacement wide_placement(const PlacementSpec& placement) {
  const auto& n = placement.numbers;
  if (placement.form == PlacementSpec::Form::matrix) {
    return {{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]}}, {n[9], n[10], n[11]}};
  }
  const Wide x = n[3], y = n[4], z = n[5], w = n[6];
  const Wide s = 2 / (x * x + y * y + z * z + w * w);
  const WideMat rotation{{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
                         {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
                         {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}};
  return {{rotation.columns[0] * n[7], rotation.columns[1] * n[8], rotation.columns[2] * n[9]},
          {n[0], n[1], n[2]}};
}

WideVec local_support(const ShapeSpec& shape, const WideVec& d) {
  const std::vector<float>& n = shape.numbers;
  switch (shape.type) {
    case ShapeType::box:
      return {std::copysign(Wide(n[0]) / 2, d.x), std::copysign(Wide(n[1]) / 2, d.y),
              std::copysign(Wide(n[2]) / 2, d.z)};
    case ShapeType::sphere:
      return graze::normalized(d) * n[0];
    case ShapeType::cylinder:
      return circle_support(n[0], d) + WideVec{0, std::copysign(Wide(n[1]) / 2, d.y), 0};
    case ShapeType::cone: {
      const WideVec apex{0, Wide(n[1]) / 2, 0}, rim = circle_support(n[0], d) - apex;
      return dot(apex, d) > dot(rim, d) ? apex : rim;
    }
    case ShapeType::point:
    case ShapeType::segment:
    case ShapeType::triangle:
    case ShapeType::polytope:
      return vertex_support(n, d);
    case ShapeType::sum:
      return local_support(*shape.first, d) + local_support(*shape.second, d);
    case ShapeType::hull: {
      const WideVec p = local_support(*shape.first, d), q = local_support(*shape.second, d);
      return dot(p, d) >= dot(q, d) ? p : q;
    }
  }
  return {};
}

WideVec Body::core_support(const WideVec& d, const WideVec& centre) const {
  return placement.linear * local_support(*shape, transpose_times(placement.linear, d)) +
         (placement.origin - centre);
}

Wide Body::extent(const WideVec& d, const WideVec& centre) const {
  return dot(core_support(d, centre), d) + margin;
}

Gap core_gap(const Body& body, const WideVec& p, double size) {
  return gap_of_origin([&](const WideVec& d) { return body.core_support(d, p); }, Wide(1e-13) * size);
}

Gap core_gap(const Body& a, const Body& b, const WideVec& shift, double size) {
  const WideVec centre =
      a.placement.origin;  // both are read relative to it, so that distance costs no digits
  const auto difference = [&](const WideVec& d) {
    return a.core_support(d, centre) - b.core_support(-d, centre) - shift;
  };
  return gap_of_origin(difference, Wide(1e-13) * size);
}

double outside(const Body& body, const WideVec& p, double size) {
  if (!graze::is_finite(p)) return std::numeric_limits<double>::infinity();
  return double(std::max(Wide(0), core_gap(body, p, size).upper - body.margin));
}

double overlap_left(const Body& a, const Body& b, const WideVec& shift, const WideVec& hint, double size) {
  const WideVec centre = a.placement.origin;
  Wide left = std::numeric_limits<Wide>::infinity();
  for (const WideVec& direction : {shift, hint}) {
    if (!(dot(direction, direction) > 0)) continue;
    const WideVec n = graze::normalized(direction);
    left = std::min(left, a.extent(n, centre) + b.extent(-n, centre) - dot(shift, n));
  }
  if (left > 0) {
    const Gap gap = core_gap(a, b, shift, size);
    if (gap.lower > 0) left = std::min(left, a.margin + b.margin - gap.lower);
  }
  return double(std::max(Wide(0), left));
}

double placement_rounding(const Body& body) {
  const WideMat& exact = body.placement.linear;
  const WideMat rounded{graze::Mat3(exact)};
  WideVec moved;
  for (int j = 0; j < 3; ++j) {
    WideVec axis;
    axis[j] = 1;
    const Wide reach = std::max(std::abs(local_support(*body.shape, axis)[j]),
                                std::abs(local_support(*body.shape, -axis)[j]));
    for (int i = 0; i < 3; ++i) moved[i] += std::abs(exact.columns[j][i] - rounded.columns[j][i]) * reach;
  }
  return double(length(moved));
}

}  // namespace truth
