// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "primitive/sat_small.h"

#include <algorithm>

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

/// Two edges, or two of a face: their cross product is the axis.
struct Cross {
  Vec3d u, w;
};

/// What a body brings into the test; superfluous axes do no harm.
struct Features {
  Cross faces[4];
  Vec3d edges[6];
  int face_count = 0, edge_count = 0;
  bool is_flat = false;
};

Features features_of(const PointsReader& body) {
  Features f;
  const Vec3d* p = body.points;
  const int n = static_cast<int>(body.count);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) f.edges[f.edge_count++] = p[j] - p[i];
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      for (int k = j + 1; k < n; ++k) f.faces[f.face_count++] = {p[j] - p[i], p[k] - p[i]};
  const auto volume = [&] {  // relative, of four points
    const Vec3d &u = f.edges[0], &v = f.edges[1], &w = f.edges[2];
    return std::abs(dot(cross(u, v), w)) / (length(u) * length(v) * length(w));
  };
  f.is_flat = n < 4 || !(volume() > 1e-6);  // only decides which axes are worth a try
  return f;
}

Features features_of(const Mat3d& directions) {
  Features f;
  const Vec3d* d = directions.columns;
  for (int i = 0; i < 3; ++i) {
    f.edges[f.edge_count++] = d[i];
    f.faces[f.face_count++] = {d[(i + 1) % 3], d[(i + 2) % 3]};
  }
  return f;
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

// A facet of the difference may have this normal.
template <class A, class B>
void try_facet(const A& a, const B& b, const Cross& c, SatSearch& search) {
  Vec3d n = cross(c.u, c.w);
  const double u = length(c.u), w = length(c.w), norm = length(n);
  if (is_sliver(u, w, norm, search.error)) return;
  ++search.count;
  const double height = overlap(a, b, n);
  search.keep_least(n, norm, height);
  search.bound(height / norm, search.lost_by_rounding(u, w, norm));
}

template <class A, class B>
void try_facets(const A& a, const Features& fa, const B& b, const Features& fb, SatSearch& search) {
  for (const Features* f : {&fa, &fb})
    for (int i = 0; i < f->face_count && !search.is_apart(); ++i) try_facet(a, b, f->faces[i], search);
  for (int i = 0; i < fa.edge_count; ++i)
    for (int j = 0; j < fb.edge_count && !search.is_apart(); ++j)
      try_facet(a, b, {fa.edges[i], fb.edges[j]}, search);
  if (search.count == 0) search.certain = 0;  // points and parallel segments: a difference without facets
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
      const Vec3d& e = f->edges[i];
      try_axis(a, b, e, search);
      try_axis(a, b, cross(e, cross(between, e)), search);
      for (const Features* g : {&fa, &fb})
        for (int j = 0; j < g->face_count; ++j)
          try_axis(a, b, cross(e, cross(g->faces[j].u, g->faces[j].w)), search);
    }
}

}  // namespace

void try_axes(const PointsReader& a, const PointsReader& b, SatSearch& search) {
  const Features fa = features_of(a), fb = features_of(b);
  try_facets(a, fa, b, fb, search);
  if (fa.is_flat && fb.is_flat && !search.is_overlapping()) try_flat_axes(a, fa, b, fb, search);
}

void try_axes(const PointsReader& a, const BoxReader& b, const Mat3d& directions_b, SatSearch& search) {
  try_facets(a, features_of(a), b, features_of(directions_b), search);
}

void try_axes(const BoxReader& a, const Mat3d& directions_a, const BoxReader& b, const Mat3d& directions_b,
              SatSearch& search) {
  try_facets(a, features_of(directions_a), b, features_of(directions_b), search);
}

}  // namespace graze::inline GRAZE_ABI::primitive
