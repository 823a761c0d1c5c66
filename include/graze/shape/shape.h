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
inline constexpr int kShapeKindCount = int(ShapeKind::compound) + 1;

/// Whether shapes of this kind are made of pieces rather than being convex themselves (graze/mesh). They can
/// be placed and asked about, but not be operands of the algebra below.
[[nodiscard]] constexpr bool is_complex(ShapeKind kind) {
  return kind == ShapeKind::triangle_mesh || kind == ShapeKind::compound;
}

/// Static name of a kind, such as "tapered_capsule".
[[nodiscard]] GRAZE_API const char* to_string(ShapeKind kind) noexcept;

struct ShapeBlock;  // what does not fit inline: reference counted, immutable, private to the library

/// What kernels read: trivially copyable, does not own. Valid as long as the Shape it came from, or a copy of
/// it.
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

/// What queries accept: a tagged value of at most 64 bytes. Primitives live inside it; vertices and nested
/// shapes in a shared immutable block. Copies are cheap and may be used from any thread. The constructors do
/// not report: a bad argument makes an invalid shape, on which every query answers Status::invalid_argument.
/// make_shape() says why.
class GRAZE_API Shape {
 public:
  Shape() noexcept = default;
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

  Shape(const Shape& other) noexcept;
  Shape(Shape&& other) noexcept;
  Shape& operator=(const Shape& other) noexcept;
  Shape& operator=(Shape&& other) noexcept;
  ~Shape();

  [[nodiscard]] ShapeKind kind() const { return view_.kind; }
  [[nodiscard]] bool is_valid() const { return view_.kind != ShapeKind::invalid; }
  [[nodiscard]] const ShapeView& view() const { return view_; }
  /// Memory held outside this value, shared with its copies.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  /// For the library: takes over one reference to view.block.
  explicit Shape(const ShapeView& view) noexcept : view_(view) {}

 private:
  ShapeView view_;
};
static_assert(sizeof(Shape) <= 64);

// Checked construction: NaN, infinite and negative sizes, zero normals and empty vertex sets are refused by
// name.
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Point& point);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Segment& segment);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Triangle& triangle);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Tetrahedron& tetrahedron);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Box& box);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Sphere& sphere);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Ellipsoid& ellipsoid);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Capsule& capsule);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const TaperedCapsule& capsule);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Cylinder& cylinder);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Cone& cone);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const TaperedCylinder& cylinder);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const ConvexPolygon& polygon);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const Polytope& polytope);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const HalfSpace& half_space);
[[nodiscard]] GRAZE_API Result<Shape> make_shape(const CustomSupport& custom);

// The algebra. Operands are shared, not copied. Nested operands of the same kind are merged, so that chains
// of any length stay flat; what still nests deeper than kMaxNesting is refused, because supports are read
// recursively. Meshes, compounds and half-spaces are refused: ErrorCode::unsupported.
inline constexpr int kMaxNesting = 1000;

/// { m * p : p in shape }.
[[nodiscard]] GRAZE_API Result<Shape> make_affine_image(const Shape& shape, const Affine& m);
/// { p + q : p in a, q in b }.
[[nodiscard]] GRAZE_API Result<Shape> make_minkowski_sum(const Shape& a, const Shape& b);
/// Smallest convex set that contains all of them.
[[nodiscard]] GRAZE_API Result<Shape> make_convex_hull(std::span<const Shape> shapes);
[[nodiscard]] GRAZE_API Result<Shape> make_convex_hull(const Shape& a, const Shape& b);
/// All points within `radius` of the shape.
[[nodiscard]] GRAZE_API Result<Shape> make_expanded(const Shape& shape, Real radius);

}  // namespace graze::inline GRAZE_ABI
