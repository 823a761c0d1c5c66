// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/sat.h"
#include "literature/sat.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

using Frame = depth::HullFrame;

/// An edge of a hull in the hull's frame. On the sphere of normals: the arc from `left` to `right`.
struct Edge {
  Vec3d point, along, left, right;
};
Edge edge_of(const SatHull& hull, std::uint32_t h) {
  const HullTopology& t = hull.topology;
  const std::uint32_t twin = t.twin[h];
  const Vec3d p = hull.reader.set->vertex(t.origin[h]), q = hull.reader.set->vertex(t.origin[twin]);
  return {p, q - p, t.normals[t.face[h]], t.normals[t.face[twin]]};
}
// The faces of a flat hull have opposite normals: halfway between them lies the way out across the edge.
Vec3d middle_of(const Edge& e) {
  const Vec3d sum = e.left + e.right;
  return dot(sum, sum) > 1e-6 ? sum : normalized(cross(e.along, e.left));
}

/// An edge of the other body as a hull sees it: in the working frame and in the hull's. Bodies that do not
/// know the faces at their edges have the whole circle across the edge instead of an arc.
struct Across {
  Vec3d point, along, middle;      // working frame
  Vec3d local_along, left, right;  // the hull's frame
  double left_norm = 0, right_norm = 0, local_norm = 0;
  double norm = 0, length_of = 0;  // of `along`, of the edge
  bool has_arc = false;
};

bool is_one_sided(double x, double y, double tolerance_x, double tolerance_y) {
  return (x > tolerance_x && y > tolerance_y) || (x < -tolerance_x && y < -tolerance_y);
}

// Keeps n and its height when they are the least so far. `height` is that of the facet's own points, which is
// never too large; only where it matters are both supports looked at.
template <class A, class B>
void keep_facet(const A& a, const B& b, const Vec3d& n, double norm, double height, SatSearch& search) {
  ++search.count;
  if (!(height < search.least * norm)) return;
  std::uint32_t index = 0;
  search.keep_least(n, norm, dot(n, a.support(n, index) - b.support(-n, index)));
}

// All edges of `hull`, the second body unless is_first, against one of the other's.
template <class A, class B>
void try_edge(const A& a, const B& b, const SatHull& hull, const Frame& frame, const Across& other,
              double tolerance, bool is_first, SatSearch& search) {
  const HullTopology& t = hull.topology;
  const double outward = is_first ? 1 : -1;  // of the hull's side of an axis from a to b
  for (std::uint32_t h = 0; h < t.origin.size() && !search.is_apart(); ++h) {
    if (t.twin[h] < h) continue;
    const Edge e = edge_of(hull, h);
    const double flat = tolerance * other.local_norm;
    if (is_one_sided(dot(e.left, other.local_along), dot(e.right, other.local_along), flat, flat)) continue;
    if (other.has_arc) {
      const double size = tolerance * sum_abs(e.along);
      if (is_one_sided(dot(other.left, e.along), dot(other.right, e.along), size * other.left_norm,
                       size * other.right_norm))
        continue;
    }
    const Vec3d along = frame.linear * e.along;
    Vec3d n = cross(other.along, along);
    const double norm = length(n), length_of = length(along), scale = other.norm * length_of;
    if (is_sliver(norm, scale, other.length_of, length_of, search.error)) continue;
    // Of the two normals the one on the hull's arc; the other body must agree.
    if (dot(frame.local_normal(n), middle_of(e)) * outward < 0) n = -n;
    if (other.has_arc && dot(n, other.middle) * outward > tolerance * norm * length(other.middle)) continue;
    const Vec3d point = frame.linear * e.point + hull.reader.translation;
    std::uint32_t index = 0;
    const Vec3d facing = other.has_arc ? other.point : is_first ? b.support(-n, index) : a.support(n, index);
    const double height = dot(n, point - facing) * outward;
    search.bound(search.facet_bound(height, norm, scale, other.length_of, length_of));
    keep_facet(a, b, n, norm, height, search);
  }
}

// Faces of `hull` against the vertices of the other body.
template <class A, class B>
void try_faces(const A& a, const B& b, const SatHull& hull, const Frame& frame, bool is_first,
               SatSearch& search) {
  const HullTopology& t = hull.topology;
  for (std::uint32_t f = 0; f < t.face_count() && !search.is_apart(); ++f) {
    const Vec3d out = normalized(frame.normal(t.normals[f]));
    const Vec3d n = is_first ? out : -out;
    const Vec3d on_face = hull.reader.vertex(t.origin[t.first[f]]);
    std::uint32_t index = 0;
    const double height =
        is_first ? dot(n, on_face - b.support(-n, index)) : dot(n, a.support(n, index) - on_face);
    search.bound(height - (16 * frame.condition * kDoubleEpsilon * search.size + search.error));
    keep_facet(a, b, n, 1, height, search);
  }
}

// Both ways along n, which is no facet's normal.
template <class A, class B>
void try_axis(const A& a, const B& b, const Vec3d& axis, SatSearch& search) {
  const double norm = length(axis);
  if (!(norm > 0) || search.is_apart()) return;
  ++search.count;
  for (const Vec3d& n : {axis, -axis}) {
    std::uint32_t index = 0;
    const double height = dot(n, a.support(n, index) - b.support(-n, index));
    if (height < -search.error * norm) search.keep_least(n, norm, height);
  }
}

// Across the edges of a flat body in its plane.
template <class A, class B>
void try_flat_hull(const A& a, const B& b, const SatHull& hull, const Frame& frame, SatSearch& search) {
  const HullTopology& t = hull.topology;
  const Vec3d normal = frame.normal(t.normals[0]);
  for (std::uint32_t h = t.first[0]; h < t.first[1]; ++h)
    try_axis(a, b, cross(frame.linear * edge_of(hull, h).along, normal), search);
}

bool is_flat(const SatHull& hull) { return hull.topology.face_count() == 2; }

double tolerance_of(double condition) { return 64 * condition * kDoubleEpsilon; }

// A body that is not a hull: its faces and edges against the hull.
template <class A, class B>
void try_small(const A& a, const B& b, const Features& small, const SatHull& hull, bool hull_is_first,
               SatSearch& search) {
  const Frame frame(hull.reader.linear);
  try_faces(a, b, hull, frame, hull_is_first, search);
  for (int i = 0; i < small.face_count && !search.is_apart(); ++i) {
    const SatEdge &u = small.edges[small.faces[i][0]], &w = small.edges[small.faces[i][1]];
    const Vec3d axis = cross(u.along, w.along);
    const double norm = length(axis), scale = u.norm * w.norm;
    if (is_sliver(norm, scale, u.length, w.length, search.error)) {
      try_axis(a, b, axis, search);
      continue;
    }
    for (const Vec3d& n : {axis, -axis}) {
      ++search.count;
      std::uint32_t index = 0;
      const double height = dot(n, a.support(n, index) - b.support(-n, index));
      search.bound(search.facet_bound(height, norm, scale, u.length, w.length));
      search.keep_least(n, norm, height);
    }
  }
  for (int i = 0; i < small.edge_count && !search.is_apart(); ++i) {
    Across other;
    other.along = small.edges[i].along;
    other.norm = small.edges[i].norm;
    other.length_of = small.edges[i].length;
    other.local_along = frame.local(other.along);
    other.local_norm = length(other.local_along);
    try_edge(a, b, hull, frame, other, tolerance_of(frame.condition), hull_is_first, search);
  }
  if (search.is_apart() || !small.is_flat || !is_flat(hull)) return;
  try_flat_hull(a, b, hull, frame, search);
  const Vec3d normal = frame.normal(hull.topology.normals[0]);
  for (int i = 0; i < small.edge_count; ++i) try_axis(a, b, cross(small.edges[i].along, normal), search);
}

}  // namespace

void try_axes(const SatHull& a, const SatHull& b, SatSearch& search) {
  const Frame frame_a(a.reader.linear), frame_b(b.reader.linear);
  try_faces(a.reader, b.reader, a, frame_a, true, search);
  try_faces(a.reader, b.reader, b, frame_b, false, search);
  const HullTopology& t = a.topology;
  const double tolerance = tolerance_of(frame_a.condition * frame_b.condition);
  for (std::uint32_t h = 0; h < t.origin.size() && !search.is_apart(); ++h) {
    if (t.twin[h] < h) continue;
    const Edge e = edge_of(a, h);
    Across other;
    other.point = frame_a.linear * e.point + a.reader.translation;
    other.along = frame_a.linear * e.along;
    other.middle = frame_a.unit * middle_of(e);
    other.local_along = frame_b.local(other.along);
    other.left = frame_b.local_normal(frame_a.normal(e.left));
    other.right = frame_b.local_normal(frame_a.normal(e.right));
    other.left_norm = length(other.left);
    other.right_norm = length(other.right);
    other.local_norm = length(other.local_along);
    other.norm = other.length_of = length(other.along);
    other.has_arc = true;
    try_edge(a.reader, b.reader, b, frame_b, other, tolerance, false, search);
  }
  if (search.is_apart() || !is_flat(a) || !is_flat(b)) return;
  try_flat_hull(a.reader, b.reader, a, frame_a, search);
  try_flat_hull(a.reader, b.reader, b, frame_b, search);
}

void try_axes(const PointsReader& a, const SatHull& b, SatSearch& search) {
  try_small(a, b.reader, features_of(a), b, false, search);
}

void try_axes(const SatHull& a, const SatBox& b, SatSearch& search) {
  try_small(a.reader, b.reader, features_of(b), a, true, search);
}

}  // namespace graze::inline GRAZE_ABI::primitive
