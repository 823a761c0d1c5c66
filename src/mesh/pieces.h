// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "graze/math/contact.h"
#include "graze/shape/shape.h"
#include "graze/tree/aabb_tree.h"
#include "mesh/triangle_store.h"
#include "shape/shape_block.h"
#include "tree/wide_node.h"

namespace graze::inline GRAZE_ABI {

/// A complex shape as queries read it: numbered pieces and a tree over their boxes, all in the frame of the
/// shape. Either triangles or shapes.
struct Pieces {
  using Corners = TriangleStore::Corners;

  AabbTree tree;  // over the boxes of the pieces; ids are numbers of pieces
  bool is_solid = false;
  bool is_inside_out = false;  // of a solid: corners run counterclockwise seen from inside
  std::uint32_t nesting = 1;   // compounds within compounds, this one included
  std::uint64_t version = 0;   // how often the boxes were brought up to date: what was known of them is void

  TriangleStore store;
  std::vector<std::uint32_t> parts;  // one vertex of every part that triangles connect
  Shape hull;                        // of a solid that is convex but for rounding; else invalid
  double hull_defect = 0;            // see ConvexSolid; zero: the hull is the solid

  // Convex ones have their placement multiplied in, as an affine image, and the identity here; complex ones
  // keep theirs.
  std::vector<Shape> shapes;
  std::vector<Affine> placements;

  [[nodiscard]] bool is_triangles() const { return shapes.empty(); }
  [[nodiscard]] std::uint32_t count() const {
    return static_cast<std::uint32_t>(is_triangles() ? store.triangle_count() : shapes.size());
  }
  /// Precondition: is_triangles().
  [[nodiscard]] Triangle triangle(std::uint32_t id) const { return store.triangle(id); }
  /// The triangle at a place in the order of the tree's leaves. Precondition: is_triangles().
  [[nodiscard]] Triangle triangle_at(std::uint32_t place, const TreeData& data) const;
  /// Vertex numbers of a triangle. Precondition: is_triangles().
  [[nodiscard]] Corners corners(std::uint32_t id) const { return store.corners(id); }
  /// Of a triangle the smallest box, of a shape one that contains it.
  [[nodiscard]] Aabb box(std::uint32_t id) const;
  /// All of them.
  [[nodiscard]] std::vector<Aabb> boxes() const;
  /// Takes the tree over the boxes of the pieces.
  void set_tree(AabbTree made);
  /// Fits the tree to triangles whose vertices have moved. Precondition: is_triangles(), finite vertices.
  void refit_tree();
};

inline Triangle Pieces::triangle_at(std::uint32_t place, const TreeData& data) const {
  const Corners* const corners = store.by_leaves();
  if (corners == nullptr) return triangle(data.order[place]);
  const Vec3* const points = store.plain_vertices().data();
  const Corners& t = corners[place];
  return {points[t[0]], points[t[1]], points[t[2]]};
}

/// Pieces of a complex shape, or null for a convex one.
[[nodiscard]] inline const Pieces* pieces_of(const ShapeView& shape) {
  return is_complex(shape.kind) ? complex_of(shape).pieces.get() : nullptr;
}

/// A shape of these pieces. Precondition: there is one at least.
[[nodiscard]] Shape make_complex_shape(std::shared_ptr<const Pieces> pieces);

/// Where a point of the mesh's frame is: apart (outside), touching (on a triangle) or overlapping (inside:
/// the surface winds around it). Exact for the coordinates given, degenerate triangles included. (Double
/// precision: coordinates below 2^-280 of the mesh's largest on the same axis count as zero.) Points that are
/// not finite are touching: unknown. Precondition: is_triangles(); for a surface with a border, inside has no
/// meaning.
[[nodiscard]] Contact contains_point(const Pieces& mesh, const Vec3d& point);

template <class T>
[[nodiscard]] Contact contains(const Pieces& mesh, const BasicVec3<T>& point) {
  return contains_point(mesh, Vec3d{double(point.x), double(point.y), double(point.z)});
}

/// Whether p is on the closed triangle, which may be a segment or a point. Exact for the coordinates of
/// orient3d().
[[nodiscard]] bool is_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c);

/// The smallest box.
[[nodiscard]] inline Aabb box_of(const Triangle& t) {
  return {min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)};
}

/// A triangle of a mesh as a view, without allocating: kernels read it as they would read Shape(Triangle),
/// with the same bytes. Lives on the stack; the view is good until it is gone and shows what was set last.
class TriangleView {
 public:
  TriangleView() noexcept {
    block_.vertices = {x_, y_, z_, 3, kVertexPadding};
    view_.kind = ShapeKind::triangle;
    view_.block = &block_;
  }
  TriangleView(const TriangleView&) = delete;
  TriangleView& operator=(const TriangleView&) = delete;

  void set(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 corners[] = {a, b, c};
    for (std::uint32_t i = 0; i < kVertexPadding; ++i) {
      const Vec3& v = corners[i < 3 ? i : 0];
      x_[i] = v.x;
      y_[i] = v.y;
      z_[i] = v.z;
    }
    const VertexSummary summary = summarise(corners);
    block_.inner_point = summary.inner_point;
    block_.extent = block_.vertices.extent = summary.extent;
  }
  void set(const Triangle& t) { set(t.a, t.b, t.c); }

  [[nodiscard]] const ShapeView& view() const { return view_; }

 private:
  Real x_[kVertexPadding], y_[kVertexPadding], z_[kVertexPadding];
  PolytopeBlock block_;
  ShapeView view_;
};

}  // namespace graze::inline GRAZE_ABI
