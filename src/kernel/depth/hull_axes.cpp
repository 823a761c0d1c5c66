// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/hull_axes.h"

#include <algorithm>

#include "kernel/depth/face_heights.h"
#include "kernel/depth/sat.h"

namespace graze::inline GRAZE_ABI::depth {
namespace {

/// One of the two hulls in the working frame, and how deep the other's vertices lie below its faces.
struct Side {
  const PlacedHull& hull;
  HullFrame frame;
  SmallVertices vertices;
  SmallFaces faces;
  FaceHeights heights;

  explicit Side(const PlacedHull& h) : hull(h), frame(h.reader.linear) {}
};

void place_vertices(const FaceKernels& kernels, Side& side) {
  const VertexReader& reader = side.hull.reader;
  kernels.place_vertices(*reader.set, reader.linear, reader.translation, side.vertices);
}

void measure_faces(const FaceKernels& kernels, const Side& other, Side& side) {
  const double factor = side.frame.scale * side.frame.volume;
  kernels.place(side.hull.small, {side.frame.cofactors, factor, side.hull.reader.translation}, side.faces);
  kernels.measure(side.faces, other.vertices, side.heights);
}

// Rounding error of the height of a placed face, in epsilons of the size. Cofactors of entries up to 1
// and their products with a normal are off by 6 together, over the length of the product, which is at least
// volume / norm; the stored normal by 2, which the placement may stretch by its condition. That turns the
// normal, and scales its offset as well; the volume, a factor of the offset, is off by 5; 8 for the rest.
double epsilons_of(const HullFrame& frame) {
  const double turned = 6 * frame.norm / frame.volume + 2 * frame.condition;
  return 2 * turned + 5 / frame.volume + 8;
}

/// The facet of A - B that is nearest to the origin so far.
struct Nearest {
  enum class Kind : std::uint8_t { face_of_a, face_of_b, edges };
  Kind kind = Kind::face_of_a;
  std::uint32_t face = 0;
  SmallEdge edge_a{}, edge_b{};
  Vec3d normal;  // unit, from a to b
  double height = std::numeric_limits<double>::infinity();
  double bound = 0;  // of an edge pair: what its height is at least, whatever rounding did to the axis
  double left_out =
      0;  // most that facets narrower than rounding, which are not tried, can take off the depth
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

// Edges that may take part in a facet below `limit`. On the arc between the normals of an edge's faces the
// height is at least that of any one vertex of the other hull below the edge, which is least at an end of the
// arc, where it is known: the vertices deepest below the two faces are tried.
void find_edges(const Side& side, double limit, EdgeList& out) {
  const FaceHeights& heights = side.heights;
  std::uint8_t deepest[kSmallFaces];
  for (std::uint32_t f = 0; f < side.faces.count; ++f)
    deepest[f] = static_cast<std::uint8_t>(static_cast<int>(heights.vertex[f]));
  std::uint32_t count = 0;
  for (const SmallEdge& edge : side.hull.small.edges) {
    const double* const below_left = heights.depth[deepest[edge.left]];
    const double* const below_right = heights.depth[deepest[edge.right]];
    const double by_left = std::min(below_left[edge.left], below_left[edge.right]),
                 by_right = std::min(below_right[edge.left], below_right[edge.right]);
    out.edges[count] = edge;
    count +=
        static_cast<std::uint32_t>(!(by_left >= limit)) & static_cast<std::uint32_t>(!(by_right >= limit));
  }
  out.count = count;
}

// Signs of normals against edges cannot be predicted: bits, not branches.
std::uint32_t is_one_sided(double x, double y, double tolerance) {
  const auto bit = [](bool is) { return static_cast<std::uint32_t>(is); };
  return (bit(x > tolerance) & bit(y > tolerance)) | (bit(x < -tolerance) & bit(y < -tolerance));
}

// Whether the arc of an edge is, by more than rounding, on one side of the circle across another one's.
std::uint32_t misses(const FaceHeights& heights, const SmallEdge& own, const SmallEdge& other,
                     double tolerance) {
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

// An edge of a, placed.
struct PlacedEdge {
  const SmallEdge& edge;
  Vec3d from, along;
  double length;
};

// The facet of A - B that an edge of a and one of b span, if their arcs cross. False when rounding leaves
// that open.
bool try_facet(const Side& a, const PlacedEdge& i, const Side& b, const SmallEdge& j, SatSearch& search,
               Nearest& nearest) {
  const Vec3d q = b.vertices[j.from], along = b.vertices[j.to] - q;
  Vec3d n = cross(i.along, along);
  const double norm = length(n), length_of_j = length(along), scale = i.length * length_of_j;
  if (is_sliver(norm, scale, i.length, length_of_j, search.error)) {
    nearest.left_out = 4 * search.error;  // the margin of SatSearch::is_overlapping()
    return true;
  }
  const Verdict verdict = orient(a, i.edge, b, j, n, norm);
  if (verdict != Verdict::facet) return verdict == Verdict::no_facet;
  const double height = dot(n, i.from - q);
  const double certain = search.facet_bound(height, norm, scale, i.length, length_of_j);
  if (!(height < nearest.height * norm)) {
    search.bound(certain);
    return true;
  }
  if (nearest.kind == Nearest::Kind::edges) search.bound(nearest.bound);
  nearest.bound = certain;
  nearest.kind = Nearest::Kind::edges;
  nearest.edge_a = i.edge;
  nearest.edge_b = j;
  nearest.height = height / norm;
  nearest.normal = n / norm;
  return true;
}

// False when rounding leaves open whether a pair spans a facet.
bool try_edges(const Side& a, const Side& b, double tolerance, SatSearch& search, Nearest& nearest) {
  EdgeList of_a, of_b;
  // Farther by so much that no facet left out is nearer, whatever rounding did.
  const double limit = nearest.height + 2 * (tolerance + search.error);
  find_edges(a, limit, of_a);
  find_edges(b, limit, of_b);
  for (std::uint32_t k = 0; k < of_a.count; ++k) {
    const SmallEdge& i = of_a.edges[k];
    const Vec3d p = a.vertices[i.from], along = a.vertices[i.to] - p;
    const PlacedEdge placed{i, p, along, length(along)};
    for (std::uint32_t m = 0; m < of_b.count; ++m) {
      const SmallEdge& j = of_b.edges[m];
      if ((misses(a.heights, i, j, tolerance) | misses(b.heights, j, i, tolerance)) != 0) continue;
      if (!try_facet(a, placed, b, j, search, nearest)) return false;
    }
  }
  return true;
}

// All faces but the nearest facet, if that is one.
void bound_faces(const Side& side, std::uint32_t but, double rounding, SatSearch& search) {
  double least = side.heights.least;
  if (but < side.faces.count) {
    // Two at a time: each comparison waits for the one before it.
    double others[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (std::uint32_t f = 0; f < side.faces.count; ++f) {
      double& other = others[f & 1u];
      other = f == but ? other : std::min(other, side.heights.deepest[f]);
    }
    least = std::min(others[0], others[1]);
  }
  search.bound(least - (rounding + search.error));
}

// The least height of a corner of the facet of a face: no point of it is nearer to the origin, whatever
// rounding did to the normal.
double lowest_corner(const Side& side, const Side& other, const Nearest& nearest, double rounding) {
  const Vec3d n = side.faces.normal(nearest.face);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const std::uint32_t i : side.hull.topology.loop(nearest.face))
    low = std::min(low, dot(n, side.vertices[i]));
  for (std::uint32_t i = 0; i < other.vertices.count; ++i)
    if (side.heights.depth[i][nearest.face] > nearest.height - rounding)
      high = std::max(high, dot(n, other.vertices[i]));
  return low - high;
}
double lowest_corner(const Side& a, const Side& b, const Nearest& nearest) {
  const Vec3d& n = nearest.normal;
  const double from_a = dot(n, a.vertices[nearest.edge_a.from]), to_a = dot(n, a.vertices[nearest.edge_a.to]);
  const double from_b = dot(n, b.vertices[nearest.edge_b.from]), to_b = dot(n, b.vertices[nearest.edge_b.to]);
  return std::min(from_a, to_a) - std::max(from_b, to_b);
}

// Lower bound of the depth: all facets but the nearest less the error that rounding may have made, that one
// by its corners.
double least_depth(const Side& a, const Side& b, const Nearest& nearest, double rounding, SatSearch& search) {
  constexpr std::uint32_t kNone = kSmallFaces;
  const bool is_of_a = nearest.kind == Nearest::Kind::face_of_a,
             is_of_b = nearest.kind == Nearest::Kind::face_of_b;
  bound_faces(a, is_of_a ? nearest.face : kNone, rounding, search);
  bound_faces(b, is_of_b ? nearest.face : kNone, rounding, search);
  const double doubt = 2 * (rounding + search.error);
  const double own = is_of_a   ? lowest_corner(a, b, nearest, doubt)
                     : is_of_b ? lowest_corner(b, a, nearest, doubt)
                               : lowest_corner(a, b, nearest);
  return std::min(search.certain, own) - nearest.left_out;
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

// The vertex of the other hull that is deepest below the face, and the point of the face above it. Where
// several are as deep, any that has one.
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
bool find_edge_points(const Side& a, const Side& b, const Nearest& nearest, double error, Depth& depth) {
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

bool find_points(const Side& a, const Side& b, const Nearest& nearest, double error, Depth& depth) {
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

bool find_hull_depth(const PlacedHull& hull_a, const PlacedHull& hull_b, double error, double size,
                     Depth& depth) {
  Side a(hull_a), b(hull_b);
  const double condition = std::max(a.frame.condition, b.frame.condition);
  if (!(condition < 1e6)) return false;
  const FaceKernels kernels = face_kernels();
  place_vertices(kernels, a);
  place_vertices(kernels, b);
  Nearest nearest;
  measure_faces(kernels, b, a);
  try_faces(a, Nearest::Kind::face_of_a, nearest);
  if (!(nearest.height > 2 * error)) return false;
  measure_faces(kernels, a, b);
  try_faces(b, Nearest::Kind::face_of_b, nearest);
  if (!(nearest.height > 2 * error)) return false;
  const double rounding = std::max(epsilons_of(a.frame), epsilons_of(b.frame)) * kDoubleEpsilon * size;
  SatSearch search;
  search.error = error;
  search.size = size;
  search.bound(nearest.height + (rounding + error));  // facets that find_edges() leaves out
  if (!try_edges(a, b, rounding, search, nearest)) return false;
  if (nearest.kind == Nearest::Kind::face_of_a) nearest.normal = a.faces.normal(nearest.face);
  if (nearest.kind == Nearest::Kind::face_of_b) nearest.normal = -b.faces.normal(nearest.face);
  std::uint32_t index = 0;
  depth.normal = nearest.normal;
  depth.upper = dot(depth.normal,
                    hull_a.reader.support(depth.normal, index) - hull_b.reader.support(-depth.normal, index));
  depth.lower = std::min(least_depth(a, b, nearest, rounding, search), depth.upper);
  return depth.lower > 0 && find_points(a, b, nearest, error, depth);
}

}  // namespace graze::inline GRAZE_ABI::depth
