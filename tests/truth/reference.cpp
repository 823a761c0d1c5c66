// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace truth {
namespace {

constexpr int kMaxIterations = 500;
constexpr Wide kSlow = 0.99;  // less progress than this in one step makes the reference look around

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

/// Foot of the perpendicular from the origin on the affine hull of a face, if it lies inside the face.
bool find_foot(const Simplex& face, WideVec& foot) {
  const WideVec &p = face.points[0], &q = face.points[1], &r = face.points[2];
  if (face.count == 1) {
    foot = p;
    return true;
  }
  if (face.count == 2) {
    const WideVec edge = q - p;
    const Wide along = -dot(p, edge), all = dot(edge, edge);
    if (!(along > 0 && along < all)) return false;
    foot = p + edge * (along / all);
    return true;
  }
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

/// The face of a simplex that is nearest to the origin, with its nearest point.
struct Face {
  Simplex corners;
  WideVec nearest;
};

Face nearest_face(const Simplex& s) {
  if (contains_origin(s)) return {s, {}};
  Face best;
  for (unsigned subset = 1; subset < 1U << s.count; ++subset) {
    Face face;
    for (int i = 0; i < s.count; ++i) {
      if (subset >> i & 1U) face.corners.points[face.corners.count++] = s.points[i];
    }
    if (face.corners.count > 3 || !find_foot(face.corners, face.nearest)) continue;
    if (best.corners.count == 0 || length_squared(face.nearest) < length_squared(best.nearest)) best = face;
  }
  return best;
}

Face advanced(Face face, const WideVec& w) {
  face.corners.points[face.corners.count++] = w;
  return nearest_face(face.corners);
}

/// Where supports tie (the two rims of a cylinder's side), rounding may choose the useless one again and
/// again. The best of some slightly tilted directions is taken then: what they give are points of the set all
/// the same.
template <class Support>
Face advanced_by_tilting(const Support& support, const Face& face, Face best) {
  const Wide l = length(face.nearest);
  for (const Wide tilt : {Wide(1e-9), Wide(1e-6), Wide(1e-3)}) {
    for (int i = 0; i < 6; ++i) {
      WideVec d = -face.nearest;
      d[i / 2] += (i % 2 == 0 ? tilt : -tilt) * l;
      const Face next = advanced(face, support(d));
      if (length_squared(next.nearest) < length_squared(best.nearest)) best = next;
    }
  }
  return best;
}

/// Distance of the origin from the set that `support` describes.
template <class Support>
Gap gap_of_origin(const Support& support, Wide tolerance) {
  Face face = advanced({}, support(WideVec{1, 0, 0}));
  Gap gap{0, length(face.nearest)};
  for (int i = 0; i < kMaxIterations && gap.upper > 0 && gap.upper - gap.lower > tolerance; ++i) {
    const WideVec w = support(-face.nearest);
    gap.lower = std::max(gap.lower, dot(face.nearest, w) / gap.upper);
    Face next = advanced(face, w);
    if (!(length(next.nearest) < kSlow * gap.upper)) next = advanced_by_tilting(support, face, next);
    if (!(length(next.nearest) < gap.upper)) break;
    face = next;
    gap.upper = length(face.nearest);
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

double overlap_left(const Body& a, const Body& b, const WideVec& shift, std::span<const WideVec> hints,
                    double size) {
  const WideVec centre = a.placement.origin;
  Wide left = std::numeric_limits<Wide>::infinity();
  const auto try_direction = [&](const WideVec& direction) {
    if (!(length_squared(direction) > 0)) return;
    const WideVec n = graze::normalized(direction);
    left = std::min(left, a.extent(n, centre) + b.extent(-n, centre) - dot(shift, n));
  };
  try_direction(shift);
  for (const WideVec& hint : hints) try_direction(hint);
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
