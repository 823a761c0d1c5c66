// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <limits>

#include "kernel/depth/triangle_depth.h"

// The eleven axes of two triangles: an edge of the one and the three of the other at a time, then the two
// normals. Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
// Targets whose vectors hold two doubles gain nothing.
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/depth/triangle_axes.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)
#include "simd/each_target-inl.h"
#endif

#include "simd/lowest-inl.h"

GRAZE_LANES_BEGIN

using depth::TriangleAxis;

using Four = Row<double, 4>;
GRAZE_LANE LaneVec<Four> in_all_lanes(const Vec3d& v) {
  return {row_of<4>(v.x), row_of<4>(v.y), row_of<4>(v.z)};
}

/// Four vectors, one per lane.
GRAZE_LANE LaneVec<Four> load_vectors(const double* p, const double* q, const double* r, const double* s) {
  LaneVec<Four> v{load_row<4>(p), load_row<4>(q), load_row<4>(r)};
  Four rest = load_row<4>(s);
  transpose(v.x, v.y, v.z, rest);
  return v;
}

/// Corners in lanes, the first again in the fourth; edges from each to the next.
struct TriangleRows {
  LaneVec<Four> corners, edges;
  Four lengths;  // no edge is longer
  double along[3][4], length[4];
  Vec3d normal;  // from the two shortest edges: what rounding does to it is no more than to any edge
  double scale, longest;

  [[nodiscard]] GRAZE_LANE Vec3d edge(int i) const { return {along[0][i], along[1][i], along[2][i]}; }
};

GRAZE_LANE void place_triangle(const PointsReader& body, TriangleRows& t) {
  const Vec3d* const p = body.points;
  t.corners = load_vectors(&p[0].x, &p[1].x, &p[2].x, &p[0].x);
  const LaneVec<Four> ends{next(t.corners.x), next(t.corners.y), next(t.corners.z)};
  t.edges = ends - t.corners;
  t.lengths = sum_abs(t.edges);
  store_row(t.edges.x, t.along[0]);
  store_row(t.edges.y, t.along[1]);
  store_row(t.edges.z, t.along[2]);
  store_row(t.lengths, t.length);
  const double* const s = t.length;
  const int last = s[0] > s[1] && s[0] > s[2] ? 0 : s[1] > s[2] ? 1 : 2;
  const int first = last == 2 ? 0 : last + 1, second = first == 2 ? 0 : first + 1;
  t.normal = cross(t.edge(first), t.edge(second));
  t.scale = s[first] * s[second];
  t.longest = s[last];
}

/// Heights of the facets of A - B across axes, in rows of four.
struct AxisRows {
  static constexpr double kNoFacet = std::numeric_limits<double>::infinity();
  double keys[16];                 // height, as rounding may have left it, squared, with its sign
  double along[16], against[16];   // of the facet on either side, times the length of the axis
  double squares[16], scales[16];  // of the length; product of the lengths of the edges that span it
  double doubt;  // what rounding may do to a height, over the sine of the angle of the edges
  std::uint32_t open = 0;
  Lowest<double, 4> lowest;  // of the keys

  GRAZE_LANE void set(int row, std::uint32_t lanes, Four square, Four scale, Four ahead, Four behind) {
    const Four height = lane_min(ahead, behind) - scale * doubt, shortest = scale * 0x1p-44;
    const RowMask<double, 4> is_long = both(shortest * shortest < square, 0x1p-900 < square);
    const Four key = select(is_long, height * lane_abs(height) / square, row_of<4>(kNoFacet));
    lowest.add(key);
    store_row(key, keys + 4 * row);
    store_row(ahead, along + 4 * row);
    store_row(behind, against + 4 * row);
    store_row(square, squares + 4 * row);
    store_row(scale, scales + 4 * row);
    open |= lanes & ~bits_of(is_long);
  }
  [[nodiscard]] GRAZE_LANE double height(int k) const {
    return (along[k] < against[k] ? along[k] : against[k]) / std::sqrt(squares[k]);
  }
  // Axis k, which is the nearest, or a face rather than edges where both are within `error`.
  [[nodiscard]] GRAZE_LANE int prefer_face(int k, double error) const {
    if (k >= TriangleAxis::kFaceOfA || !(keys[k] < kNoFacet)) return k;
    const int face = keys[TriangleAxis::kFaceOfB] < keys[TriangleAxis::kFaceOfA] ? TriangleAxis::kFaceOfB
                                                                                 : TriangleAxis::kFaceOfA;
    return keys[face] < kNoFacet && height(face) <= height(k) + error ? face : k;
  }
};

// Two edges span a facet where they are outermost, seen along their cross product: the third corner of a is
// seen there as an edge of b is seen along the normal of a, and the other way round. Where rounding may
// decide, they do.
GRAZE_LANE void measure_edges(const PointsReader& body, const TriangleRows& a, const TriangleRows& b,
                              AxisRows& rows) {
  const Four zero = row_of<4>(0.0), across_a = dot(b.edges, in_all_lanes(a.normal)),
             across_b = dot(a.edges, in_all_lanes(b.normal)), none = row_of<4>(AxisRows::kNoFacet);
  const Four ahead = lane_max(-across_a, zero), behind = lane_max(across_a, zero);
  double ahead_b[4], behind_b[4];
  store_row(lane_max(-across_b, zero), ahead_b);
  store_row(lane_max(across_b, zero), behind_b);
  const double rounding = 8 * kDoubleEpsilon * (a.longest + b.longest);
  for (int i = 0; i < 3; ++i) {
    const LaneVec<Four> n = cross(in_all_lanes(a.edge(i)), b.edges);
    const Four at = dot(n, in_all_lanes(body.points[i]) - b.corners), scale = b.lengths * a.length[i];
    const Four beyond = scale * rounding;
    rows.set(i, 7, dot(n, n), scale, select(ahead + ahead_b[i] <= beyond, at, none),
             select(behind + behind_b[i] <= beyond, 0.0 - at, none));
  }
}

GRAZE_LANE void measure_faces(const PointsReader& of_a, const PointsReader& of_b, const TriangleRows& a,
                              const TriangleRows& b, AxisRows& rows) {
  const Four p = dot(in_all_lanes(a.normal), in_all_lanes(of_a.points[0]) - b.corners);
  const Four q = dot(in_all_lanes(b.normal), a.corners - in_all_lanes(of_b.points[0]));
  constexpr double kFar = AxisRows::kNoFacet;
  rows.set(3, 3, make_row<double>(dot(a.normal, a.normal), dot(b.normal, b.normal), 1, 1),
           make_row<double>(a.scale, b.scale, 0, 0),
           make_row<double>(greatest_of(p), greatest_of(q), kFar, kFar),
           make_row<double>(-least_of(p), -least_of(q), kFar, kFar));
}

inline void find_least_triangle_axis(const PointsReader& of_a, const PointsReader& of_b, double error,
                                     double size, TriangleAxis& out) {
  TriangleRows a, b;
  place_triangle(of_a, a);
  place_triangle(of_b, b);
  AxisRows rows;
  // Rounding turns an axis by two epsilons of `scale`, moves a height by that over the size, and by as much
  // again in the product; and the axis may be longer by that.
  rows.doubt = 6 * kDoubleEpsilon * size;
  measure_edges(of_a, a, b, rows);
  measure_faces(of_a, of_b, a, b, rows);
  const Least<double> least = rows.lowest.result();
  const int k = rows.prefer_face(least.index, error);
  out.is_open = rows.open != 0;
  out.axis = TriangleAxis::kNone;
  if (!(rows.keys[k] < AxisRows::kNoFacet)) return;
  out.axis = k;
  const double second = k == least.index ? least.next : least.value, norm = std::sqrt(rows.squares[k]);
  const bool is_against = rows.against[k] < rows.along[k];
  out.doubt = rows.doubt * rows.scales[k] / norm;
  const double opposite = (is_against ? rows.along[k] : rows.against[k]) / norm - out.doubt;
  const double nearest = second > 0 ? std::sqrt(second) : second;
  out.others = (opposite < nearest ? opposite : nearest) * (1 - 8 * kDoubleEpsilon);
  const Vec3d n = k < TriangleAxis::kFaceOfA    ? cross(a.edge(k / 4), b.edge(k % 4))
                  : k == TriangleAxis::kFaceOfA ? a.normal
                                                : b.normal;
  out.normal = n / (is_against ? -norm : norm);
  store_row(dot(a.corners, in_all_lanes(out.normal)), out.of_a);
  store_row(dot(b.corners, in_all_lanes(out.normal)), out.of_b);
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {

#if defined(GRAZE_SIMD)
HWY_EXPORT(find_least_triangle_axis);
#endif

void depth::find_triangle_axis(const PointsReader& a, const PointsReader& b, double error, double size,
                               TriangleAxis& out) {
#if defined(GRAZE_SIMD)
  HWY_DYNAMIC_DISPATCH(find_least_triangle_axis)(a, b, error, size, out);
#else
  one_lane::find_least_triangle_axis(a, b, error, size, out);
#endif
}

}  // namespace graze::inline GRAZE_ABI
#endif
