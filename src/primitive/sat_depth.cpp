// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "primitive/sat_depth.h"

#include <algorithm>

#include "primitive/face_heights.h"
#include "primitive/sat_frame.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

/// One of the two hulls in the working frame, and how deep the other's vertices lie below its faces.
struct Side {
  const SatSmallHull& hull;
  SatFrame frame;
  SmallVertices vertices;
  SmallFaces faces;
  FaceHeights heights;

  explicit Side(const SatSmallHull& h) : hull(h), frame(h.reader.linear) {}
};

void place_vertices(Side& side) {
  const VertexReader& reader = side.hull.reader;
  side.vertices.count = reader.count;
  for (std::uint32_t i = 0; i < reader.count; ++i) {
    const Vec3d p = reader.vertex(i);
    side.vertices.x[i] = p.x;
    side.vertices.y[i] = p.y;
    side.vertices.z[i] = p.z;
  }
}

void measure_faces(const FaceKernels& kernels, const Side& other, Side& side) {
  const double factor = side.frame.scale * side.frame.volume;
  kernels.place(side.hull.small, {side.frame.cofactors, factor, side.hull.reader.translation}, side.faces);
  kernels.measure(side.faces, other.vertices, side.heights);
}

/// The facet of A - B that is nearest to the origin so far.
struct Nearest {
  enum class Kind : std::uint8_t { face_of_a, face_of_b, edges };
  Kind kind = Kind::face_of_a;
  std::uint32_t face = 0;
  SmallEdge edge_a{}, edge_b{};
  Vec3d normal;  // unit, from a to b
  double height = std::numeric_limits<double>::infinity();
};

void try_faces(const Side& side, Nearest::Kind kind, Nearest& nearest) {
  if (!(side.heights.least < nearest.height)) return;
  nearest.height = side.heights.least;
  nearest.face = side.heights.nearest;
  nearest.kind = kind;
}

struct EdgeList {
  SmallEdge edges[kSmallEdges];
  std::uint32_t count = 0;
};

// Edges that may take part in a facet below `limit`, which no face is. On the arc between the normals of an
// edge's faces the height is at least that of any one vertex of the other hull below the edge, which is least
// at an end of the arc, where it is known: the vertices deepest below the two faces are tried.
void find_edges(const Side& side, double limit, EdgeList& out) {
  const FaceHeights& heights = side.heights;
  std::uint8_t deepest[kSmallFaces];
  for (std::uint32_t f = 0; f < side.faces.count; ++f)
    deepest[f] = static_cast<std::uint8_t>(static_cast<int>(heights.vertex[f]));
  std::uint32_t count = 0;
  for (const SmallEdge& edge : side.hull.small.edges) {
    const double by_left = heights.depth[deepest[edge.left]][edge.right],
                 by_right = heights.depth[deepest[edge.right]][edge.left];
    out.edges[count] = edge;
    count +=
        static_cast<std::uint32_t>(!(by_left >= limit)) & static_cast<std::uint32_t>(!(by_right >= limit));
  }
  out.count = count;
}

bool is_one_sided(double x, double y, double tolerance) {
  return (x > tolerance && y > tolerance) || (x < -tolerance && y < -tolerance);
}

// Whether the arc of an edge is, by more than rounding, on one side of the circle across another one's.
bool misses(const FaceHeights& heights, const SmallEdge& own, const SmallEdge& other, double tolerance) {
  const double *from = heights.depth[other.from], *to = heights.depth[other.to];
  return is_one_sided(from[own.left] - to[own.left], from[own.right] - to[own.right], tolerance);
}

enum class Verdict { no_facet, facet, unknown };

// The normal of the facet that two edges span points out of both.
Verdict orient(const Side& a, const SmallEdge& i, const Side& b, const SmallEdge& j, Vec3d& n, double norm) {
  const double doubt = 1e-9 * norm;
  const double of_a = dot(n, a.faces.normal(i.left) + a.faces.normal(i.right));
  const double of_b = dot(n, b.faces.normal(j.left) + b.faces.normal(j.right));
  if (!(std::abs(of_a) > doubt && std::abs(of_b) > doubt)) return Verdict::unknown;
  if (of_a * of_b > 0) return Verdict::no_facet;
  if (of_a < 0) n = -n;
  return Verdict::facet;
}

// False when rounding leaves open whether a pair spans a facet.
bool try_edges(const Side& a, const Side& b, double tolerance, SatSearch& search, Nearest& nearest) {
  EdgeList of_a, of_b;
  find_edges(a, nearest.height, of_a);
  find_edges(b, nearest.height, of_b);
  {}
  for (std::uint32_t k = 0; k < of_a.count; ++k) {
    const SmallEdge& i = of_a.edges[k];
    const Vec3d p = a.vertices[i.from], along = a.vertices[i.to] - p;
    const double length_of = length(along);
    for (std::uint32_t m = 0; m < of_b.count; ++m) {
      const SmallEdge& j = of_b.edges[m];
      if (misses(a.heights, i, j, tolerance) || misses(b.heights, j, i, tolerance)) continue;
      const Vec3d q = b.vertices[j.from], other = b.vertices[j.to] - q;
      Vec3d n = cross(along, other);
      const double norm = length(n), other_length = length(other), scale = length_of * other_length;
      if (is_sliver(norm, scale, length_of, other_length, search.error)) continue;
      const Verdict verdict = orient(a, i, b, j, n, norm);
      if (verdict == Verdict::unknown) return false;
      if (verdict == Verdict::no_facet) continue;
      const double height = dot(n, p - q);
      search.bound_facet(height, norm, scale, length_of, other_length);
      if (!(height < nearest.height * norm)) continue;
      nearest.kind = Nearest::Kind::edges;
      nearest.edge_a = i;
      nearest.edge_b = j;
      nearest.height = height / norm;
      nearest.normal = n / norm;
    }
  }
  return true;
}

// Whether x, a point of the plane of a face, is in the face.
bool is_in_face(const Side& side, std::uint32_t f, const Vec3d& x, double tolerance) {
  const auto loop = side.hull.topology.loop(f);
  const Vec3d n = side.faces.normal(f);
  Vec3d p = side.vertices[loop.back()];
  for (const std::uint32_t i : loop) {
    const Vec3d q = side.vertices[i], inward = cross(n, q - p);
    if (dot(inward, x - p) < -tolerance * length(inward)) return false;
    p = q;
  }
  return true;
}

// The vertex of the other hull that is deepest below the face, and the point of the face above it. Of several
// as deep, any for which there is one.
bool find_face_points(const Side& side, const Side& other, const Nearest& nearest, double error,
                      Vec3d& on_face, Vec3d& below) {
  const double deep = nearest.height - 2 * error;
  const Vec3d out = side.faces.normal(nearest.face);
  for (std::uint32_t i = 0; i < other.vertices.count; ++i) {
    const double depth = side.heights.depth[i][nearest.face];
    if (depth < deep) continue;
    below = other.vertices[i];
    on_face = below + out * depth;
    if (is_in_face(side, nearest.face, on_face, 2 * error)) return true;
  }
  return false;
}

// Where two edges that span a facet are nearest to one another.
bool find_edge_points(const Side& a, const Side& b, const Nearest& nearest, double error, SatDepth& depth) {
  const Vec3d p = a.vertices[nearest.edge_a.from], u = a.vertices[nearest.edge_a.to] - p;
  const Vec3d q = b.vertices[nearest.edge_b.from], w = b.vertices[nearest.edge_b.to] - q;
  const Vec3d n = cross(u, w), r = q - p;
  const double nn = dot(n, n);
  const double s = dot(cross(r, w), n) / nn, t = dot(cross(r, u), n) / nn;
  depth.a = p + u * std::clamp(s, 0.0, 1.0);
  depth.b = q + w * std::clamp(t, 0.0, 1.0);
  const Vec3d missing = (depth.a - depth.b) - nearest.normal * nearest.height;
  return max_abs(missing) <= 4 * error;
}

bool find_points(const Side& a, const Side& b, const Nearest& nearest, double error, SatDepth& depth) {
  switch (nearest.kind) {
    case Nearest::Kind::face_of_a:
      return find_face_points(a, b, nearest, error, depth.a, depth.b);
    case Nearest::Kind::face_of_b:
      return find_face_points(b, a, nearest, error, depth.b, depth.a);
    default:
      return find_edge_points(a, b, nearest, error, depth);
  }
}

}  // namespace

bool find_depth(const SatSmallHull& hull_a, const SatSmallHull& hull_b, double error, double size,
                SatDepth& depth) {
  Side a(hull_a), b(hull_b);
  const double condition = std::max(a.frame.condition, b.frame.condition);
  if (!(condition < 1e6)) return false;
  const FaceKernels kernels = face_kernels();
  place_vertices(a);
  place_vertices(b);
  Nearest nearest;
  measure_faces(kernels, b, a);
  try_faces(a, Nearest::Kind::face_of_a, nearest);
  if (!(nearest.height > 2 * error)) return false;
  measure_faces(kernels, a, b);
  try_faces(b, Nearest::Kind::face_of_b, nearest);
  if (!(nearest.height > 2 * error)) return false;
  const double rounding = 16 * condition * kDoubleEpsilon * size;
  SatSearch search;
  search.error = error;
  search.size = size;
  search.bound(nearest.height - (rounding + error));
  if (!try_edges(a, b, rounding, search, nearest)) return false;
  if (nearest.kind == Nearest::Kind::face_of_a) nearest.normal = a.faces.normal(nearest.face);
  if (nearest.kind == Nearest::Kind::face_of_b) nearest.normal = -b.faces.normal(nearest.face);
  std::uint32_t index = 0;
  depth.normal = nearest.normal;
  depth.upper = dot(depth.normal,
                    hull_a.reader.support(depth.normal, index) - hull_b.reader.support(-depth.normal, index));
  // What is narrower than rounding was left out, as in SatSearch::is_overlapping().
  depth.lower = std::min(search.certain, depth.upper) - 4 * error;
  return depth.lower > 0 && find_points(a, b, nearest, error, depth);
}

}  // namespace graze::inline GRAZE_ABI::primitive
