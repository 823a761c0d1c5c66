// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "graze/shape/feature.h"
#include "math/rounding.h"

// Supporting features of two shapes clipped against each other, seen along a contact normal. [Erleben05] The
// contact frame has the normal as its z axis; x and y go across it. A feature is a vertex, a segment, a
// convex polygon, a disc or a plane; over the points of the xy plane that both cover, one is z_a high and the
// other z_b, and the gap z_b - z_a is linear there. So the corners of the common region tell all, the deepest
// point included, and neither face has to be called the reference face or the incident face.

namespace graze::inline GRAZE_ABI::primitive {

inline constexpr int kMaxCorners = 64;                    // of one polygon: a bit each
inline constexpr int kRimPlaces = 8;                      // fixed places on the rim of a disc
inline constexpr std::uint32_t kRimDeepest = kRimPlaces;  // the place after them: wherever it is deepest
inline constexpr std::uint32_t kRimEntry = kRimPlaces + 1, kRimExit = kRimPlaces + 2;  // of a line over it
inline constexpr std::uint32_t kRimArc = 32;  // the arcs between the corners of the polygon below
inline constexpr int kRimCorners = 16;        // of the polygon that stands for a second disc
// Two segments whose angle has a smaller sine count as parallel, and have two points of contact: one point
// could not keep them from rocking.
inline constexpr double kParallelSine = 0.02;
// Faces whose tilt against the normal has a larger cosine are clipped as faces whatever they meet: their gap
// grows so slowly that more than an edge may touch.
inline constexpr double kFlatFace = 0.99;

/// Part of a feature that a point lies on: corner i, edge kEdgeParts + i from corner i to the next, or all.
inline constexpr int kEdgeParts = kMaxCorners, kWholePart = 2 * kMaxCorners;
/// Parts of the features of a and b that a clipped point lies on.
struct ClipParts {
  std::uint8_t a, b;

  static constexpr ClipParts make(int of_a, int of_b) {
    return {static_cast<std::uint8_t>(of_a), static_cast<std::uint8_t>(of_b)};
  }
  static constexpr ClipParts corner_of_a(int i) { return make(i, kWholePart); }
  static constexpr ClipParts corner_of_b(int k) { return make(kWholePart, k); }
  static constexpr ClipParts edges(int i, int k) { return make(kEdgeParts + i, kEdgeParts + k); }
};

/// Supporting feature of one shape in the contact frame. No member has an initial value: these are large, and
/// only `count` entries are used.
struct ClipSide {
  enum class Kind : std::uint8_t { vertex, segment, polygon, disc, plane };
  static constexpr int kPadding = 8;  // of x and y: edges are read a register at a time

  Kind kind;
  FeatureKind corner_kind;  // vertex, or curved for places on a rim or on a side
  int count;                // corners: segment 2, polygon 3 or more, disc and plane none
  double x[kMaxCorners + kPadding], y[kMaxCorners + kPadding], z[kMaxCorners + 1];  // see close()
  std::uint32_t corners[kMaxCorners + 1];                                           // their names
  double facing;          // polygon: cosine of its tilt against the normal
  double deepest;         // polygon: index of its deepest corner
  double sx, sy, sz;      // polygon: by how much a ball has moved its corners
  double z0, gx, gy;      // polygon, disc, plane: z = z0 + gx x + gy y
  Feature face;           // of a segment: the edge
  double cx, cy;          // disc: centre, ...
  double px, py, qx, qy;  // ... and the images of its unit vectors times radius

  [[nodiscard]] int corner_count() const { return count; }
  [[nodiscard]] double height(double at_x, double at_y) const { return z0 + gx * at_x + gy * at_y; }
  [[nodiscard]] Feature corner(int i) const {
    return corner_kind == FeatureKind::curved ? Feature{corner_kind, face.first, corners[i]}
                                              : Feature{corner_kind, corners[i], 0};
  }
  [[nodiscard]] Feature edge(int i) const {
    if (kind == Kind::segment) return face;
    if (corner_kind == FeatureKind::curved)
      return {FeatureKind::curved, face.first, kRimArc + static_cast<std::uint32_t>(i)};
    const std::uint32_t p = corners[i], q = corners[i + 1];
    return p < q ? Feature{FeatureKind::edge, p, q} : Feature{FeatureKind::edge, q, p};
  }
  /// The part of ClipParts with this number.
  [[nodiscard]] Feature part(int number) const {
    return number < kEdgeParts ? corner(number) : number < kWholePart ? edge(number - kEdgeParts) : face;
  }
  void add_corner(const Vec3d& p, std::uint32_t name) {
    x[count] = p.x, y[count] = p.y, z[count] = p.z;
    corners[count++] = name;
  }
  /// Repeats the first corner after the last. To be called once all corners are in.
  void close() {
    for (int i = count; i < count + kPadding; ++i) {
      x[i] = x[0];
      y[i] = y[0];
    }
    z[count] = z[0];
    corners[count] = corners[0];
  }
};

struct ClipPoint {
  double x, y;    // of a's point
  double dx, dy;  // from there to b's point: zero but for parallel segments
  double za, zb;
  Feature a, b;

  [[nodiscard]] double gap() const { return zb - za; }
};

struct ClipPoints {
  // Each corner of either polygon once, or two crossings for each edge; a rim adds its places.
  static constexpr int kCapacity = 4 * kMaxCorners + kRimPlaces + 8;
  int count = 0;
  ClipPoint points[kCapacity];  // in order of features: corners of a, of b, crossings
  ClipPoints() {}               // leaves the points as they are
};

/// Two polygons that are tilted against the normal touch at edges: each becomes the flattest edge at its
/// deepest corner, grown by its ball of radius `ball_a` or `ball_b`. Other pairs stay.
void find_edges(ClipSide& a, double ball_a, ClipSide& b, double ball_b);

/// Grows a segment by a ball on the side of `facing` (1 or -1 along the normal), square to it.
void grow_segment(ClipSide& side, double facing, double ball);

/// All corners of the region that two features have in common. Points closer than `tolerance` are one, and
/// points outside by less are inside.
void clip(const ClipSide& a, const ClipSide& b, double tolerance, ClipPoints& out);

/// Drops points with a gap above `limit`, the prediction distance with its tolerance, in place.
void keep_below(double limit, ClipPoints& points);

/// Chooses at most four of many points, as indices in rising order: the one of the smallest gap (the first of
/// those within `tolerance` of it), and three that span the largest area with it. Returns how many.
int choose_four(const double* x, const double* y, const double* gaps, int count, double tolerance,
                int (&chosen)[4]);

/// Reduces points to at most four by choose_four(), in place.
void reduce(double tolerance, ClipPoints& points);

/// Any two vectors that make a right-handed frame with the unit vector n.
void make_basis(const Vec3d& n, Vec3d& u, Vec3d& v);

}  // namespace graze::inline GRAZE_ABI::primitive
