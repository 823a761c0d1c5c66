// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "literature/sat.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

struct Span {
  double low, high;
};
Span project(const PointsReader& body, const Vec3d& n) {
  Span span{dot(body.points[0], n), dot(body.points[0], n)};
  for (std::uint32_t i = 1; i < body.count; ++i) {
    const double x = dot(body.points[i], n);
    span.low = std::min(span.low, x);
    span.high = std::max(span.high, x);
  }
  return span;
}
Span project(const BoxReader& body, const Vec3d& n) {
  const double middle = dot(body.centre, n);
  const double reach =
      std::abs(dot(body.edges[0], n)) + std::abs(dot(body.edges[1], n)) + std::abs(dot(body.edges[2], n));
  return {middle - reach, middle + reach};
}

// Overlap along n times its length, n turned from a to b.
template <class A, class B>
double overlap(const A& a, const B& b, Vec3d& n) {
  const Span pa = project(a, n), pb = project(b, n);
  const double ahead = pa.high - pb.low, behind = pb.high - pa.low;
  if (ahead <= behind) return ahead;
  n = -n;
  return behind;
}

// A facet of the difference may have the normal of these two edges. One that is no wider than rounding may
// still separate, and counts for nothing else.
template <class A, class B>
void try_facet(const A& a, const B& b, const SatEdge& u, const SatEdge& w, SatSearch& search) {
  Vec3d n = cross(u.along, w.along);
  const double norm = length(n), scale = u.norm * w.norm;
  if (!(norm > 0)) return;
  ++search.count;
  const double height = overlap(a, b, n);
  if (is_sliver(norm, scale, u.length, w.length, search.error)) {
    if (height < -search.error * norm) search.keep_least(n, norm, height);
    return;
  }
  search.keep_least(n, norm, height);
  search.bound(search.facet_bound(height, norm, scale, u.length, w.length));
}

template <class A, class B>
void try_facets(const A& a, const Features& fa, const B& b, const Features& fb, SatSearch& search) {
  for (const Features* f : {&fa, &fb})
    for (int i = 0; i < f->face_count && !search.is_apart(); ++i)
      try_facet(a, b, f->edges[f->faces[i][0]], f->edges[f->faces[i][1]], search);
  for (int i = 0; i < fa.edge_count; ++i)
    for (int j = 0; j < fb.edge_count && !search.is_apart(); ++j)
      try_facet(a, b, fa.edges[i], fb.edges[j], search);
  // Points and parallel segments: a difference without facets.
  if (search.certain == std::numeric_limits<double>::infinity()) search.certain = 0;
}

// No facet, but an axis that may separate all the same.
void try_axis(const PointsReader& a, const PointsReader& b, Vec3d n, SatSearch& search) {
  const double norm = length(n);
  if (!(norm > 0) || search.is_apart()) return;
  ++search.count;
  const double height = overlap(a, b, n);
  if (height < -search.error * norm) search.keep_least(n, norm, height);
}

// In a common plane, on a common line, or both points.
void try_flat_axes(const PointsReader& a, const Features& fa, const PointsReader& b, const Features& fb,
                   SatSearch& search) {
  const Vec3d between = b.points[0] - a.points[0];
  try_axis(a, b, between, search);
  for (const Features* f : {&fa, &fb})
    for (int i = 0; i < f->edge_count; ++i) {
      const Vec3d& e = f->edges[i].along;
      try_axis(a, b, e, search);
      try_axis(a, b, cross(e, cross(between, e)), search);
      for (const Features* g : {&fa, &fb})
        for (int j = 0; j < g->face_count; ++j)
          try_axis(a, b, cross(e, cross(g->edges[g->faces[j][0]].along, g->edges[g->faces[j][1]].along)),
                   search);
    }
}

}  // namespace

Features features_of(const PointsReader& body) {
  // Edges 01 02 03 12 13 23 of four points, 01 02 12 of three; faces by two edges that meet.
  constexpr std::uint8_t kFaces[4][2] = {{0, 1}, {0, 2}, {1, 2}, {3, 4}};
  Features f;
  const Vec3d* p = body.points;
  const int n = static_cast<int>(body.count);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const Vec3d e = p[j] - p[i];
      const double norm = length(e);
      f.edges[f.edge_count++] = {e, norm, norm};
    }
  f.face_count = n == 4 ? 4 : n == 3 ? 1 : 0;
  std::copy(&kFaces[0][0], &kFaces[0][0] + 2 * f.face_count, &f.faces[0][0]);
  const auto volume = [&] {  // relative, of four points
    const SatEdge &u = f.edges[0], &v = f.edges[1], &w = f.edges[2];
    return std::abs(dot(cross(u.along, v.along), w.along)) / (u.norm * v.norm * w.norm);
  };
  f.is_flat = n < 4 || !(volume() > 1e-6);  // only decides which axes are worth a try
  return f;
}

Features features_of(const SatBox& body) {
  constexpr std::uint8_t kFaces[3][2] = {{1, 2}, {2, 0}, {0, 1}};
  Features f;
  // Made unit: where sizes are extreme, the columns carry the scale that the half extents lost.
  for (int i = 0; i < 3; ++i)
    f.edges[i] = {normalized(body.directions.columns[i]), 1, 2 * length(body.reader.edges[i])};
  f.edge_count = f.face_count = 3;
  std::copy(&kFaces[0][0], &kFaces[0][0] + 6, &f.faces[0][0]);
  return f;
}

void try_axes(const PointsReader& a, const PointsReader& b, SatSearch& search) {
  const Features fa = features_of(a), fb = features_of(b);
  try_facets(a, fa, b, fb, search);
  if (search.is_apart() || search.is_overlapping()) return;
  if (fa.is_flat && fb.is_flat) try_flat_axes(a, fa, b, fb, search);
}

void try_axes(const PointsReader& a, const SatBox& b, SatSearch& search) {
  try_facets(a, features_of(a), b.reader, features_of(b), search);
}

void try_axes(const SatBox& a, const SatBox& b, SatSearch& search) {
  try_facets(a.reader, features_of(a), b.reader, features_of(b), search);
}

}  // namespace graze::inline GRAZE_ABI::primitive
