// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/base/result.h"
#include "graze/math/affine.h"
#include "graze/shape/primitives.h"

namespace graze::inline GRAZE_ABI {

/// Kind of a Shape: which primitive, operation or structure it is.
enum class ShapeKind : std::uint8_t {
  invalid,
  point,
  segment,
  triangle,
  tetrahedron,
  convex_polygon,
  polytope,
  box,
  sphere,
  capsule,
  ellipsoid,
  tapered_capsule,
  cylinder,
  cone,
  tapered_cylinder,
  affine_image,
  minkowski_sum,
  convex_hull,
  expanded,
  custom,
  half_space,
  triangle_mesh,
  compound,
};
/// Number of kinds, ShapeKind::invalid included.
inline constexpr int kShapeKindCount = int(ShapeKind::compound) + 1;

/// Whether shapes of this kind are made of pieces rather than being convex themselves (graze/mesh). They can
/// be placed and asked about, but not be operands of the algebra below.
[[nodiscard]] constexpr bool is_complex(ShapeKind kind) {
  return kind == ShapeKind::triangle_mesh || kind == ShapeKind::compound;
}

/// Static name of a kind, such as "tapered_capsule".
[[nodiscard]] GRAZE_API const char* to_string(ShapeKind kind) noexcept;

struct ShapeBlock;  // vertices, children or pieces: reference counted, immutable, private to the library

/// Contents of a Shape as kernels read them: trivially copyable, does not own. Valid as long as the Shape it
/// came from, or a copy of that.
struct ShapeView {
  ShapeKind kind = ShapeKind::invalid;
  Real values[6] = {};                // sizes or coordinates, in the order of the primitive's members
  const ShapeBlock* block = nullptr;  // vertices or children
};

/// A caller's own convex set at run time. `support(context, d)` returns a point of the set that is farthest
/// in direction d, for every d, zero included; it must be pure and may be called from many threads. `context`
/// must outlive the shape. `inner_point` is any point of the set, best near its centre.
struct CustomSupport {
  Vec3 (*support)(const void* context, const Vec3& direction) = nullptr;
  const void* context = nullptr;
  Vec3 inner_point;
};

/// A set of points, given to queries: a tagged value of at most 64 bytes. Primitives live inside it; vertices
/// and nested shapes in a shared immutable block. Copies are cheap and may be used from any thread. The
/// constructors do not report: a bad argument makes an invalid shape, on which every query answers
/// Status::invalid_argument. make_shape() says why.
class GRAZE_API Shape {
 public:
  /// An invalid shape.
  Shape() noexcept = default;
  // A shape of this primitive, or an invalid one where make_shape() would refuse. Constructors that copy
  // vertices or a custom support mapping allocate.
  Shape(const Point& point) noexcept;
  Shape(const Segment& segment) noexcept;
  Shape(const Triangle& triangle);
  Shape(const Tetrahedron& tetrahedron);
  Shape(const Box& box) noexcept;
  Shape(const Sphere& sphere) noexcept;
  Shape(const Ellipsoid& ellipsoid) noexcept;
  Shape(const Capsule& capsule) noexcept;
  Shape(const TaperedCapsule& capsule) noexcept;
  Shape(const Cylinder& cylinder) noexcept;
  Shape(const Cone& cone) noexcept;
  Shape(const TaperedCylinder& cylinder) noexcept;
  Shape(const ConvexPolygon& polygon);
  Shape(const Polytope& polytope);
  Shape(const HalfSpace& half_space) noexcept;
  Shape(const CustomSupport& custom);

  /// Shares the block of `other`; does not allocate.
  Shape(const Shape& other) noexcept;
  /// The shape moved from is invalid.
  Shape(Shape&& other) noexcept;
  Shape& operator=(const Shape& other) noexcept;
  Shape& operator=(Shape&& other) noexcept;
  ~Shape();

  /// Kind of the shape; ShapeKind::invalid for a shape that could not be made.
  [[nodiscard]] ShapeKind kind() const { return view_.kind; }
  /// Whether queries can use the shape.
  [[nodiscard]] bool is_valid() const { return view_.kind != ShapeKind::invalid; }
  /// Contents for kernels; good as long as this shape or a copy of it.
  [[nodiscard]] const ShapeView& view() const { return view_; }
  /// Memory held outside this value, shared with its copies.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  /// For the library: takes over one reference to view.block.
  explicit Shape(const ShapeView& view) noexcept : view_(view) {}

 private:
  ShapeView view_;
};
static_assert(sizeof(Shape) <= 64);

// Checked construction of each primitive, in its local frame. Refused with an error that names the member:
// NaN and infinite values, coordinates beyond 1e140, negative sizes, zero normals, empty vertex sets.

/// A point.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Point& point);
/// A segment; its ends may be equal.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Segment& segment);
/// A triangle, degenerate ones included. Allocates.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Triangle& triangle);
/// A tetrahedron, flat ones included. Allocates.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Tetrahedron& tetrahedron);
/// A box; half extents may be zero.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Box& box);
/// A ball; radius 0 is the origin.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Sphere& sphere);
/// An ellipsoid; radii may be zero.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Ellipsoid& ellipsoid);
/// A capsule along y.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Capsule& capsule);
/// A tapered capsule along y.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const TaperedCapsule& capsule);
/// A cylinder along y.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Cylinder& cylinder);
/// A cone along y, its apex up.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Cone& cone);
/// A tapered cylinder along y.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const TaperedCylinder& cylinder);
/// A convex polygon of 1 to 2^31 - 1 vertices, which are copied. Support mappings scan them all.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const ConvexPolygon& polygon);
/// The convex hull of 1 to 2^31 - 1 points, which are copied, inner ones included. Support mappings scan them
/// all; make_hull() keeps only corners, knows faces, and is faster for many points.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Polytope& polytope);
/// A half-space, the one unbounded shape.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const HalfSpace& half_space);
/// A shape read through the caller's support mapping, which is called six times here to bound its extent.
/// Refused also when it is null or returns a point that is not finite. Allocates.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const CustomSupport& custom);

// The algebra of convex sets, in local coordinates. Operands are shared, not copied. Nested operands of one
// kind are merged, up to a thousand in one, so that long chains stay flat. Invalid shapes, meshes, compounds
// and half-spaces are refused: ErrorCode::unsupported. A support mapping of the result costs one of each
// operand.

/// Operands that nest deeper than this are refused, because support mappings recurse: at this depth every
/// query of convex shapes and meshes runs on a thread with 256 kB of stack.
inline constexpr int kMaxNesting = 64;

/// Affine image { m * p : p in shape }. Refuses singular and non-finite maps, and images beyond 1e140.
[[nodiscard]] GRAZE_API Result<Shape> make_affine_image(const Shape& shape, const Affine& m);
/// Minkowski sum { p + q : p in a, q in b }.
[[nodiscard]] GRAZE_API Result<Shape> make_minkowski_sum(const Shape& a, const Shape& b);
/// Convex hull: the smallest convex set that contains all of these. Refuses an empty list.
[[nodiscard]] GRAZE_API Result<Shape> make_convex_hull(std::span<const Shape> shapes);
/// Convex hull of two shapes.
[[nodiscard]] GRAZE_API Result<Shape> make_convex_hull(const Shape& a, const Shape& b);
/// Expansion: all points within `radius` of the shape. Refuses negative and non-finite radii.
[[nodiscard]] GRAZE_API Result<Shape> make_expanded(const Shape& shape, Real radius);

}  // namespace graze::inline GRAZE_ABI
