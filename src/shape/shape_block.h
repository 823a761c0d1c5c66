// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <compare>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/assert.h"
#include "graze/math/aabb.h"
#include "graze/shape/shape.h"
#include "hull/cells.h"
#include "hull/small_hull.h"
#include "hull/support.h"
#include "hull/topology.h"
#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// Vertices as structure of arrays: x of all, then y, then z, each padded to a multiple of kVertexPadding
/// with copies of the first vertex, which never wins over it because ties go to the lowest index.
struct VertexSet {
  const Real* x = nullptr;
  const Real* y = nullptr;
  const Real* z = nullptr;
  std::uint32_t count = 0;
  std::uint32_t padded = 0;
  double extent = 0;                      // no vertex is farther from the local origin
  const DirectionCells* cells = nullptr;  // of a hull that is neither small nor large

  [[nodiscard]] Vec3d vertex(std::uint32_t i) const { return {double(x[i]), double(y[i]), double(z[i])}; }
};
inline constexpr std::uint32_t kVertexPadding = 16;

struct Pieces;  // of a complex shape; the mesh module knows them

/// Functions of the mesh module for pieces. Pieces may be refitted, so that no answer is kept here.
struct PieceFunctions {
  Aabb (*bounds)(const Pieces& pieces);
  std::size_t (*memory_bytes)(const Pieces& pieces);
  std::strong_ordering (*compare)(const Pieces& a, const Pieces& b);  // by value
};

/// Head of the shared part of a Shape, immutable once made. Each family of kinds has a block of its own,
/// found by the kind of the view: polytope_of() and so on.
struct ShapeBlock {
  mutable std::atomic<std::uint32_t> references{1};
  std::uint32_t depth = 1;  // nesting, this one included
  double roundings = 0;     // how many epsilons of `extent` evaluating a support may lose
  Vec3d inner_point;        // a point of the set, near its centre
  double extent = 0;        // no point of the set is farther from the local origin
};

/// Triangles, tetrahedra, convex polygons and polytopes: their vertices, and what make_hull() knows of them.
struct PolytopeBlock : ShapeBlock {
  std::unique_ptr<Real[]> coordinates;
  VertexSet vertices;  // into coordinates
  Aabb box;            // of the vertices

  // Of a hull only, which make_hull() built.
  bool is_hull = false;                                // every vertex is a corner
  std::array<int, 3> axis_exponents{};                 // coordinates are below 2 to the power of these
  double outward_error = 0;                            // how far input points may lie outside
  std::unique_ptr<const HullTopology> topology;        // of a hull that is not flat
  std::unique_ptr<const HullTopology> exact_topology;  // before faces were joined at a tolerance, if any were
  std::vector<std::uint32_t> face_of_exact;            // per exact face: the face of `topology` it is part of
  // How its support mapping is evaluated, by the number of vertices.
  std::unique_ptr<const SmallHull> small_hull;
  std::unique_ptr<const DirectionCells> cells;      // of a hull in between; `vertices` point to them
  std::unique_ptr<const HullSupport> hull_support;  // of a large hull
};

/// Minkowski sums and convex hulls of shapes.
struct CompositeBlock : ShapeBlock {
  std::vector<Shape> children;
};

/// Affine images, of one child.
struct ImageBlock : CompositeBlock {
  std::vector<Affine> factors;  // outermost first
  BasicMat3<double> linear;     // product of the factors, rounded
  Vec3d translation;
};

/// Expansions of one child by a ball.
struct ExpansionBlock : CompositeBlock {
  double radius = 0;
  double radius_low = 0;  // rounding error of the sum of several radii
};

/// Support mappings of the caller.
struct CustomBlock : ShapeBlock {
  CustomSupport custom;
};

/// Meshes and compounds. Pieces may be refitted: extent and inner point of the head mean nothing here.
struct ComplexBlock : ShapeBlock {
  std::shared_ptr<const Pieces> pieces;
  const PieceFunctions* piece_functions = nullptr;
};

/// Whether shapes of this kind have a PolytopeBlock.
[[nodiscard]] constexpr bool has_vertices(ShapeKind kind) {
  return ShapeKind::triangle <= kind && kind <= ShapeKind::polytope;
}
/// Whether shapes of this kind have a CompositeBlock, or one that extends it.
[[nodiscard]] constexpr bool has_children(ShapeKind kind) {
  return ShapeKind::affine_image <= kind && kind <= ShapeKind::expanded;
}

// Block of a shape. Precondition: its kind is of the family.
[[nodiscard]] inline const PolytopeBlock& polytope_of(const ShapeView& shape) {
  GRAZE_ASSERT(has_vertices(shape.kind));
  return static_cast<const PolytopeBlock&>(*shape.block);
}
[[nodiscard]] inline const CompositeBlock& composite_of(const ShapeView& shape) {
  GRAZE_ASSERT(has_children(shape.kind));
  return static_cast<const CompositeBlock&>(*shape.block);
}
[[nodiscard]] inline const ImageBlock& image_of(const ShapeView& shape) {
  GRAZE_ASSERT(shape.kind == ShapeKind::affine_image);
  return static_cast<const ImageBlock&>(*shape.block);
}
[[nodiscard]] inline const ExpansionBlock& expansion_of(const ShapeView& shape) {
  GRAZE_ASSERT(shape.kind == ShapeKind::expanded);
  return static_cast<const ExpansionBlock&>(*shape.block);
}
[[nodiscard]] inline const CustomBlock& custom_of(const ShapeView& shape) {
  GRAZE_ASSERT(shape.kind == ShapeKind::custom);
  return static_cast<const CustomBlock&>(*shape.block);
}
[[nodiscard]] inline const ComplexBlock& complex_of(const ShapeView& shape) {
  GRAZE_ASSERT(is_complex(shape.kind));
  return static_cast<const ComplexBlock&>(*shape.block);
}
/// Box of a mesh or a compound as it is now, in its own frame.
[[nodiscard]] inline Aabb piece_bounds_of(const ShapeView& shape) {
  const ComplexBlock& block = complex_of(shape);
  return block.piece_functions->bounds(*block.pieces);
}

/// Bounding box of a placed shape grown by a margin; bounds() without an Instance.
[[nodiscard]] Aabb bounds_of(const ShapeView& shape, const Affine& placement, Real margin) noexcept;

/// Box of a placed shape, in a fifth of the time of bounds_of() for the most common shapes and as tight but
/// for a few roundings: every moved object needs one in every frame. It never cuts anything off. Of meshes
/// and compounds it is the box of their turned box. Other shapes, and sizes whose squares could overflow, go
/// to bounds_of(). Precondition: the placement is valid.
[[nodiscard]] Aabb quick_bounds(const ShapeView& shape, const Mat3& linear, const Vec3& translation = {},
                                Real margin = 0);

/// Faces of a hull that are exactly flat; null where topology_of() is.
[[nodiscard]] inline const HullTopology* exact_topology_of(const ShapeView& shape) {
  if (shape.kind != ShapeKind::polytope) return nullptr;
  const PolytopeBlock& block = polytope_of(shape);
  return block.exact_topology ? block.exact_topology.get() : block.topology.get();
}
/// Tables of a hull with few vertices; null for all other shapes.
[[nodiscard]] inline const SmallHull* small_hull_of(const ShapeView& shape) {
  return shape.kind == ShapeKind::polytope ? polytope_of(shape).small_hull.get() : nullptr;
}

/// Centre and extent of vertices. Precondition: at least one, all usable.
struct VertexSummary {
  Vec3d inner_point;
  double extent = 0;
};
[[nodiscard]] VertexSummary summarise(std::span<const Vec3> vertices);

/// Largest coordinate or size accepted: squares and cubes of it must not overflow in a kernel's double
/// arithmetic. Every finite float is below it.
inline constexpr double kLargest = 1e140;
[[nodiscard]] inline bool is_usable_size(Real x) { return std::abs(double(x)) <= kLargest && is_finite(x); }
[[nodiscard]] inline bool is_usable_point(const Vec3& v) {
  return is_usable_size(v.x) && is_usable_size(v.y) && is_usable_size(v.z);
}

/// A block that holds these vertices, in this order. Precondition: between 1 and 2^31 - 1 usable ones.
[[nodiscard]] std::unique_ptr<PolytopeBlock> make_vertex_block(std::span<const Vec3> vertices);

/// The shape that a block is the shared part of.
template <class Block>
[[nodiscard]] Shape shape_of(ShapeKind kind, std::unique_ptr<Block> block) {
  ShapeView view;
  view.kind = kind;
  view.block = block.release();
  return Shape(view);
}

/// The error that says why these vertices cannot be a shape, or nothing.
[[nodiscard]] std::optional<Error> check_vertices(std::span<const Vec3> vertices, const char* empty,
                                                  const char* not_finite);

/// Total order by value, never by address: which operand a query calls a. Equal operands give equal answers
/// either way.
[[nodiscard]] std::strong_ordering compare(const ShapeView& a, const ShapeView& b);

/// Bound on the distance of any point of the shape from its local origin; slightly too large, never too
/// small.
[[nodiscard]] double extent_of_odd(const ShapeView& shape);
[[nodiscard]] inline double extent_of(const ShapeView& shape) {
  if (shape.block != nullptr) return shape.block->extent;
  switch (shape.kind) {
    case ShapeKind::half_space:
    case ShapeKind::segment:
    case ShapeKind::point:
    case ShapeKind::tapered_capsule:
    case ShapeKind::tapered_cylinder:
      return extent_of_odd(shape);
    default:
      return double(shape.values[0]) + double(shape.values[1]) + double(shape.values[2]);
  }
}

[[nodiscard]] inline double roundings_of(const ShapeView& shape) {
  return shape.block != nullptr ? shape.block->roundings : 0;
}

/// A point of the shape near its centre, in local coordinates.
[[nodiscard]] inline Vec3d inner_point_of(const ShapeView& shape) {
  if (shape.block != nullptr) return shape.block->inner_point;
  const Real* v = shape.values;
  if (shape.kind == ShapeKind::point) return {double(v[0]), double(v[1]), double(v[2])};
  if (shape.kind == ShapeKind::segment)
    return {0.5 * v[0] + 0.5 * v[3], 0.5 * v[1] + 0.5 * v[4], 0.5 * v[2] + 0.5 * v[5]};
  return {};
}

}  // namespace graze::inline GRAZE_ABI
