// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/triangle_depth.h"

#include <algorithm>

#include "kernel/round/lines.h"

namespace graze::inline GRAZE_ABI::depth {
namespace {

int next_corner(int i) { return i == 2 ? 0 : i + 1; }

/// The facet of A - B across an axis: what its corners prove, and its point nearest to the origin.
struct TriangleFacet {
  const PointsReader &a, &b;
  const TriangleAxis& axis;
  double top, bottom;  // of a and b along it

  // Corners of b (of a) that rounding may have kept from being the one that the face of a (of b) meets.
  [[nodiscard]] bool is_bottom(int i) const { return axis.of_b[i] <= bottom + 2 * axis.doubt; }
  [[nodiscard]] bool is_top(int i) const { return axis.of_a[i] >= top - 2 * axis.doubt; }

  // The lowest corner of all facets that this may be; no point of them is nearer to the origin.
  [[nodiscard]] double lowest() const {
    const auto &of_a = axis.of_a, &of_b = axis.of_b;
    if (axis.axis == TriangleAxis::kFaceOfA) {
      double high = bottom;
      for (int i = 0; i < 3; ++i) high = is_bottom(i) ? std::max(high, of_b[i]) : high;
      return std::min({of_a[0], of_a[1], of_a[2]}) - high;
    }
    if (axis.axis == TriangleAxis::kFaceOfB) {
      double low = top;
      for (int i = 0; i < 3; ++i) low = is_top(i) ? std::min(low, of_a[i]) : low;
      return low - std::max({of_b[0], of_b[1], of_b[2]});
    }
    const int i = axis.axis / 4, j = axis.axis % 4;  // the first corner is there again after the last
    return std::min(of_a[i], of_a[i + 1]) - std::max(of_b[j], of_b[j + 1]);
  }

  [[nodiscard]] bool find_points(double error, Depth& depth) const {
    const Vec3d way = depth.normal * depth.upper;  // from b's point to a's
    if (axis.axis >= TriangleAxis::kFaceOfA) {
      const bool is_of_a = axis.axis == TriangleAxis::kFaceOfA;
      for (int i = 0; i < 3; ++i) {
        if (is_of_a && is_bottom(i) && find_above(a, b.points[i], way, error, depth.a, depth.b)) return true;
        if (!is_of_a && is_top(i) && find_above(b, a.points[i], -way, error, depth.b, depth.a)) return true;
      }
      return false;
    }
    const int i = axis.axis / 4, j = axis.axis % 4;
    const primitive::ClosestPoints closest = primitive::closest_points(
        {a.points[i], a.points[next_corner(i)]}, {b.points[j], b.points[next_corner(j)]});
    depth.a = closest.a;
    depth.b = closest.b;
    return max_abs(depth.a - depth.b - way) <= 4 * error;
  }

 private:
  // Whether the way from a corner ends in a face, and where.
  static bool find_above(const PointsReader& face, const Vec3d& corner, const Vec3d& way, double error,
                         Vec3d& on_face, Vec3d& at_corner) {
    const Vec3d corners[3] = {face.points[0], face.points[1], face.points[2]};
    double weights[3];
    if (!find_mean(corners, corner + way, 4 * error, weights)) return false;
    on_face = corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2];
    at_corner = corner;
    return true;
  }
};

}  // namespace

bool find_weights(const Vec3d (&corners)[3], const Vec3d& point, double (&weights)[3]) {
  const Vec3d &p = corners[0], &q = corners[1], &r = corners[2], n = cross(q - p, r - p);
  const double nn = dot(n, n);
  weights[0] = dot(n, cross(q - point, r - point)) / nn;
  weights[1] = dot(n, cross(r - point, p - point)) / nn;
  weights[2] = 1 - weights[0] - weights[1];
  return std::abs(weights[0]) < 16 && std::abs(weights[1]) < 16 && std::abs(weights[2]) < 16;
}

bool find_mean(const Vec3d (&corners)[3], const Vec3d& point, double tolerance, double (&weights)[3]) {
  if (!find_weights(corners, point, weights)) return false;
  weights[0] = std::clamp(weights[0], 0.0, 1.0);
  weights[1] = std::clamp(weights[1], 0.0, 1.0 - weights[0]);
  weights[2] = 1 - weights[0] - weights[1];
  return max_abs(corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2] - point) <=
         tolerance;
}

TriangleOverlap find_triangle_depth(const PointsReader& a, const PointsReader& b, double error, double size,
                                    Depth& depth) {
  TriangleAxis axis;
  find_triangle_axis(a, b, error, size, axis);
  if (axis.axis == TriangleAxis::kNone) return TriangleOverlap::unknown;
  const TriangleFacet facet{a, b, axis, std::max({axis.of_a[0], axis.of_a[1], axis.of_a[2]}),
                            std::min({axis.of_b[0], axis.of_b[1], axis.of_b[2]})};
  depth.normal = axis.normal;
  depth.upper = facet.top - facet.bottom;
  if (!(depth.upper > 4 * error)) return TriangleOverlap::shallow;
  depth.lower = std::min({facet.lowest(), axis.others, depth.upper});
  const bool is_certain = !axis.is_open && depth.upper - depth.lower <= 2 * error;
  return is_certain && facet.find_points(error, depth) ? TriangleOverlap::deep : TriangleOverlap::unknown;
}

}  // namespace graze::inline GRAZE_ABI::depth
