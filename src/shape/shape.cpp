// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/shape/shape.h"

#include <algorithm>
#include <utility>

#include "shape/shape_block.h"

namespace graze::inline GRAZE_ABI {
namespace {

Error error(ErrorCode code, const char* message, std::size_t position = 0) {
  return {code, message, position};
}

bool usable(Real x) { return is_usable_size(x); }
bool usable(const Vec3& v) { return is_usable_point(v); }

ShapeView view_of(ShapeKind kind, std::initializer_list<Real> values) {
  ShapeView view;
  view.kind = kind;
  std::copy(values.begin(), values.end(), view.values);
  return view;
}

template <std::size_t N>
Result<Shape> sized(ShapeKind kind, const Real (&sizes)[N], const char* const (&names)[2 * N]) {
  ShapeView view;
  view.kind = kind;
  for (std::size_t i = 0; i < N; ++i) {
    if (!usable(sizes[i])) return error(ErrorCode::not_finite, names[2 * i], i);
    if (sizes[i] < 0) return error(ErrorCode::negative, names[2 * i + 1], i);
    view.values[i] = sizes[i];
  }
  return Shape(view);
}

Result<Shape> make_vertex_shape(ShapeKind kind, std::span<const Vec3> vertices, const char* empty,
                                const char* not_finite) {
  if (const auto bad = check_vertices(vertices, empty, not_finite)) return *bad;
  return shape_of(kind, make_vertex_block(vertices));
}

std::size_t heap_bytes_of(const HullTopology& t) {
  return sizeof(std::uint32_t) * (t.first.size() + 3 * t.origin.size() + t.outgoing.size()) +
         sizeof(Vec3d) * t.normals.size() + sizeof(double) * t.offsets.size();
}

Shape or_invalid(Result<Shape> result) { return result ? *std::move(result) : Shape(); }

// Without a branch: which of two operands comes first is as good as random.
std::strong_ordering order(double a, double b) { return (int{b < a} - int{a < b}) <=> 0; }

template <class T>
std::strong_ordering compare_numbers(const T* a, const T* b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (const auto o = order(a[i], b[i]); o != 0) return o;
  return std::strong_ordering::equal;
}
std::strong_ordering compare_vectors(const Vec3d& a, const Vec3d& b) {
  return compare_numbers(&a.x, &b.x, 3);
}

std::strong_ordering compare_polytopes(const PolytopeBlock& a, const PolytopeBlock& b) {
  const VertexSet &s = a.vertices, &t = b.vertices;
  if (s.count != t.count) return s.count <=> t.count;
  if (const auto o = order(a.extent, b.extent); o != 0) return o;
  if (const auto o = compare_numbers(s.x, t.x, s.count); o != 0) return o;
  if (const auto o = compare_numbers(s.y, t.y, s.count); o != 0) return o;
  if (const auto o = compare_numbers(s.z, t.z, s.count); o != 0) return o;
  if (const auto o = compare_vectors(a.inner_point, b.inner_point); o != 0) return o;
  // Equal vertices with different faces are read in different ways.
  const auto faces = [](const PolytopeBlock& p) { return p.topology ? p.topology->face_count() : 0; };
  if (faces(a) != faces(b)) return faces(a) <=> faces(b);
  return (a.hull_support != nullptr) <=> (b.hull_support != nullptr);
}

std::strong_ordering compare_maps(const ImageBlock& a, const ImageBlock& b) {
  for (int k = 0; k < 3; ++k)
    if (const auto o = compare_vectors(a.linear.columns[k], b.linear.columns[k]); o != 0) return o;
  return compare_vectors(a.translation, b.translation);
}

std::strong_ordering compare_composites(const ShapeView& a, const ShapeView& b) {
  if (const auto o = order(a.block->extent, b.block->extent); o != 0) return o;
  if (a.kind == ShapeKind::expanded) {
    if (const auto o = order(expansion_of(a).radius, expansion_of(b).radius); o != 0) return o;
  } else if (a.kind == ShapeKind::affine_image) {
    if (const auto o = compare_maps(image_of(a), image_of(b)); o != 0) return o;
  }
  if (const auto o = compare_vectors(a.block->inner_point, b.block->inner_point); o != 0) return o;
  const std::vector<Shape>&s = composite_of(a).children, &t = composite_of(b).children;
  if (s.size() != t.size()) return s.size() <=> t.size();
  for (std::size_t i = 0; i < s.size(); ++i)
    if (const auto o = compare(s[i].view(), t[i].view()); o != 0) return o;
  return std::strong_ordering::equal;
}

// Several blocks may share their pieces: two handles of one mesh.
std::strong_ordering compare_complexes(const ComplexBlock& a, const ComplexBlock& b) {
  return a.pieces == b.pieces ? std::strong_ordering::equal
                              : a.piece_functions->compare(*a.pieces, *b.pieces);
}

// Of equal kinds.
std::strong_ordering compare_blocks(const ShapeView& a, const ShapeView& b) {
  if (has_vertices(a.kind)) return compare_polytopes(polytope_of(a), polytope_of(b));
  if (has_children(a.kind)) return compare_composites(a, b);
  if (is_complex(a.kind)) return compare_complexes(complex_of(a), complex_of(b));
  if (const auto o = order(a.block->extent, b.block->extent); o != 0) return o;
  return compare_vectors(a.block->inner_point, b.block->inner_point);
}

void delete_block(const ShapeView& shape) {
  switch (shape.kind) {
    case ShapeKind::affine_image:
      delete &image_of(shape);
      break;
    case ShapeKind::expanded:
      delete &expansion_of(shape);
      break;
    case ShapeKind::minkowski_sum:
    case ShapeKind::convex_hull:
      delete &composite_of(shape);
      break;
    case ShapeKind::custom:
      delete &custom_of(shape);
      break;
    case ShapeKind::triangle_mesh:
    case ShapeKind::compound:
      delete &complex_of(shape);
      break;
    default:
      delete &polytope_of(shape);
  }
}

std::size_t heap_bytes_of(const PolytopeBlock& block) {
  std::size_t bytes = sizeof(block) + sizeof(Real) * 3 * block.vertices.padded;
  if (block.hull_support) bytes += block.hull_support->memory_bytes();
  if (block.cells) bytes += block.cells->memory_bytes();
  if (block.small_hull) bytes += block.small_hull->memory_bytes();
  if (block.exact_topology)
    bytes += sizeof(HullTopology) + heap_bytes_of(*block.exact_topology) +
             block.face_of_exact.size() * sizeof(std::uint32_t);
  if (block.topology) bytes += sizeof(HullTopology) + heap_bytes_of(*block.topology);
  return bytes;
}

std::size_t heap_bytes_of_composite(const ShapeView& shape) {
  std::size_t bytes = sizeof(CompositeBlock);
  if (shape.kind == ShapeKind::expanded) bytes = sizeof(ExpansionBlock);
  if (shape.kind == ShapeKind::affine_image)
    bytes = sizeof(ImageBlock) + image_of(shape).factors.size() * sizeof(Affine);
  for (const Shape& child : composite_of(shape).children) bytes += sizeof(Shape) + child.memory_bytes();
  return bytes;
}

}  // namespace

std::optional<Error> check_vertices(std::span<const Vec3> vertices, const char* empty,
                                    const char* not_finite) {
  if (vertices.empty()) return error(ErrorCode::empty, empty);
  if (vertices.size() > 0x7fffffff)
    return error(ErrorCode::index_out_of_range, "vertices: more than 2^31 - 1");
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (!usable(vertices[i])) return error(ErrorCode::not_finite, not_finite, i);
  return std::nullopt;
}

VertexSummary summarise(std::span<const Vec3> vertices) {
  VertexSummary summary;
  const double share = 1.0 / static_cast<double>(vertices.size());
  double farthest = 0, largest = 0;
  for (const Vec3& v : vertices) {
    farthest = std::max(farthest, length_squared(Vec3d(v)));
    largest = std::max(largest, double(max_abs(v)));
    summary.inner_point += Vec3d(v) * share;
  }
  // Squares of tiny coordinates vanish; the diagonal of their cube does not.
  summary.extent = largest > 0x1p-450 ? std::sqrt(farthest) * (1 + 8 * kDoubleEpsilon) : 2 * largest;
  return summary;
}

std::unique_ptr<PolytopeBlock> make_vertex_block(std::span<const Vec3> vertices) {
  auto block = std::make_unique<PolytopeBlock>();
  const auto count = static_cast<std::uint32_t>(vertices.size());
  const std::uint32_t padded = (count + kVertexPadding - 1) / kVertexPadding * kVertexPadding;
  block->coordinates = std::make_unique<Real[]>(std::size_t{padded} * 3);
  Real* const x = block->coordinates.get();
  Real* const y = x + padded;
  Real* const z = y + padded;
  for (std::uint32_t i = 0; i < padded; ++i) {
    const Vec3& v = vertices[i < count ? i : 0];
    x[i] = v.x;
    y[i] = v.y;
    z[i] = v.z;
    block->box = i == 0 ? Aabb{v, v} : Aabb{min(block->box.lower, v), max(block->box.upper, v)};
  }
  block->vertices = {x, y, z, count, padded};
  const VertexSummary summary = summarise(vertices);
  block->inner_point = summary.inner_point;
  block->extent = summary.extent;
  block->vertices.extent = block->extent;
  return block;
}

const HullTopology* topology_of(const ShapeView& shape) {
  return shape.kind == ShapeKind::polytope ? polytope_of(shape).topology.get() : nullptr;
}

std::strong_ordering compare(const ShapeView& a, const ShapeView& b) {
  if (a.kind != b.kind) return a.kind <=> b.kind;
  if (a.block == nullptr || b.block == nullptr) return compare_numbers(a.values, b.values, 6);
  return a.block == b.block ? std::strong_ordering::equal : compare_blocks(a, b);
}

double extent_of_odd(const ShapeView& shape) {
  const Real* v = shape.values;
  double sum = 0;
  switch (shape.kind) {
    case ShapeKind::half_space: {
      const Vec3d n{double(v[0]), double(v[1]), double(v[2])};
      return std::abs(double(v[3])) / max_abs(n);  // the plane's distance, or more
    }
    case ShapeKind::segment:
      for (int i = 0; i < 3; ++i) sum += std::max(std::abs(double(v[i])), std::abs(double(v[i + 3])));
      return sum;
    case ShapeKind::tapered_capsule:
    case ShapeKind::tapered_cylinder:
      return std::max(double(v[0]), double(v[1])) + double(v[2]);
    default:
      break;
  }
  for (int i = 0; i < 3; ++i) sum += std::abs(double(v[i]));
  return sum;
}

const char* to_string(ShapeKind kind) noexcept {
  static constexpr const char* kNames[] = {
      "invalid",  "point",  "segment",          "triangle",      "tetrahedron",   "convex_polygon",
      "polytope", "box",    "sphere",           "capsule",       "ellipsoid",     "tapered_capsule",
      "cylinder", "cone",   "tapered_cylinder", "affine_image",  "minkowski_sum", "convex_hull",
      "expanded", "custom", "half_space",       "triangle_mesh", "compound"};
  static_assert(std::size(kNames) == kShapeKindCount);
  return kNames[static_cast<std::size_t>(kind)];
}

Shape::Shape(const Shape& other) noexcept : view_(other.view_) {
  if (view_.block != nullptr) view_.block->references.fetch_add(1, std::memory_order_relaxed);
}
Shape::Shape(Shape&& other) noexcept : view_(std::exchange(other.view_, ShapeView{})) {}
Shape& Shape::operator=(const Shape& other) noexcept {
  Shape copy(other);
  std::swap(view_, copy.view_);
  return *this;
}
Shape& Shape::operator=(Shape&& other) noexcept {
  std::swap(view_, other.view_);
  return *this;
}
Shape::~Shape() {
  if (view_.block != nullptr && view_.block->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete_block(view_);
}

std::size_t Shape::memory_bytes() const noexcept {
  if (view_.block == nullptr) return 0;
  if (has_vertices(view_.kind)) return heap_bytes_of(polytope_of(view_));
  if (has_children(view_.kind)) return heap_bytes_of_composite(view_);
  if (!is_complex(view_.kind)) return sizeof(CustomBlock);
  const ComplexBlock& block = complex_of(view_);
  return sizeof(block) + block.piece_functions->memory_bytes(*block.pieces);
}

Result<Shape> make_shape(const Point& point) {
  const Vec3& p = point.position;
  if (!usable(p)) return error(ErrorCode::not_finite, "point: position is not finite");
  return Shape(view_of(ShapeKind::point, {p.x, p.y, p.z}));
}
Result<Shape> make_shape(const Segment& segment) {
  const Vec3 &a = segment.a, &b = segment.b;
  if (!usable(a)) return error(ErrorCode::not_finite, "segment: end a is not finite");
  if (!usable(b)) return error(ErrorCode::not_finite, "segment: end b is not finite");
  return Shape(view_of(ShapeKind::segment, {a.x, a.y, a.z, b.x, b.y, b.z}));
}
Result<Shape> make_shape(const Triangle& t) {
  const Vec3 corners[] = {t.a, t.b, t.c};
  return make_vertex_shape(ShapeKind::triangle, corners, "", "triangle: a corner is not finite");
}
Result<Shape> make_shape(const Tetrahedron& t) {
  const Vec3 corners[] = {t.a, t.b, t.c, t.d};
  return make_vertex_shape(ShapeKind::tetrahedron, corners, "", "tetrahedron: a corner is not finite");
}
Result<Shape> make_shape(const ConvexPolygon& polygon) {
  return make_vertex_shape(ShapeKind::convex_polygon, polygon.vertices, "convex polygon: vertices is empty",
                           "convex polygon: a vertex is not finite");
}
Result<Shape> make_shape(const Polytope& polytope) {
  return make_vertex_shape(ShapeKind::polytope, polytope.vertices, "polytope: vertices is empty",
                           "polytope: a vertex is not finite");
}
Result<Shape> make_shape(const Box& box) {
  const Vec3& h = box.half_extents;
  return sized(ShapeKind::box, {h.x, h.y, h.z},
               {"box: half_extents.x is not finite", "box: half_extents.x is negative",
                "box: half_extents.y is not finite", "box: half_extents.y is negative",
                "box: half_extents.z is not finite", "box: half_extents.z is negative"});
}
Result<Shape> make_shape(const Sphere& sphere) {
  return sized(ShapeKind::sphere, {sphere.radius},
               {"sphere: radius is not finite", "sphere: radius is negative"});
}
Result<Shape> make_shape(const Ellipsoid& ellipsoid) {
  const Vec3& r = ellipsoid.radii;
  return sized(ShapeKind::ellipsoid, {r.x, r.y, r.z},
               {"ellipsoid: radii.x is not finite", "ellipsoid: radii.x is negative",
                "ellipsoid: radii.y is not finite", "ellipsoid: radii.y is negative",
                "ellipsoid: radii.z is not finite", "ellipsoid: radii.z is negative"});
}
Result<Shape> make_shape(const Capsule& c) {
  return sized(ShapeKind::capsule, {c.radius, c.half_height},
               {"capsule: radius is not finite", "capsule: radius is negative",
                "capsule: half_height is not finite", "capsule: half_height is negative"});
}
Result<Shape> make_shape(const TaperedCapsule& c) {
  return sized(ShapeKind::tapered_capsule, {c.bottom_radius, c.top_radius, c.half_height},
               {"tapered capsule: bottom_radius is not finite", "tapered capsule: bottom_radius is negative",
                "tapered capsule: top_radius is not finite", "tapered capsule: top_radius is negative",
                "tapered capsule: half_height is not finite", "tapered capsule: half_height is negative"});
}
Result<Shape> make_shape(const Cylinder& c) {
  return sized(ShapeKind::cylinder, {c.radius, c.half_height},
               {"cylinder: radius is not finite", "cylinder: radius is negative",
                "cylinder: half_height is not finite", "cylinder: half_height is negative"});
}
Result<Shape> make_shape(const Cone& c) {
  return sized(ShapeKind::cone, {c.radius, c.half_height},
               {"cone: radius is not finite", "cone: radius is negative", "cone: half_height is not finite",
                "cone: half_height is negative"});
}
Result<Shape> make_shape(const TaperedCylinder& c) {
  return sized(
      ShapeKind::tapered_cylinder, {c.bottom_radius, c.top_radius, c.half_height},
      {"tapered cylinder: bottom_radius is not finite", "tapered cylinder: bottom_radius is negative",
       "tapered cylinder: top_radius is not finite", "tapered cylinder: top_radius is negative",
       "tapered cylinder: half_height is not finite", "tapered cylinder: half_height is negative"});
}
Result<Shape> make_shape(const HalfSpace& h) {
  if (!usable(h.normal)) return error(ErrorCode::not_finite, "half-space: normal is not finite");
  if (!usable(h.offset)) return error(ErrorCode::not_finite, "half-space: offset is not finite");
  if (h.normal == Vec3{}) return error(ErrorCode::singular, "half-space: normal is zero");
  return Shape(view_of(ShapeKind::half_space, {h.normal.x, h.normal.y, h.normal.z, h.offset}));
}
Result<Shape> make_shape(const CustomSupport& custom) {
  if (custom.support == nullptr) return error(ErrorCode::empty, "custom shape: support is null");
  if (!usable(custom.inner_point))
    return error(ErrorCode::not_finite, "custom shape: inner_point is not finite");
  auto block = std::make_unique<CustomBlock>();
  block->custom = custom;
  block->inner_point = Vec3d(custom.inner_point);
  for (int axis = 0; axis < 3; ++axis) {
    double reach = 0;
    for (const int side : {-1, 1}) {
      Vec3 d;
      d[axis] = static_cast<Real>(side);
      const Vec3 p = custom.support(custom.context, d);
      if (!usable(p))
        return error(ErrorCode::not_finite, "custom shape: support returns a point that is not finite");
      reach = std::max(reach, std::abs(double(p[axis])));
    }
    block->extent += reach;
  }
  return shape_of(ShapeKind::custom, std::move(block));
}

Shape::Shape(const Point& point) noexcept : Shape(or_invalid(make_shape(point))) {}
Shape::Shape(const Segment& segment) noexcept : Shape(or_invalid(make_shape(segment))) {}
Shape::Shape(const Triangle& triangle) : Shape(or_invalid(make_shape(triangle))) {}
Shape::Shape(const Tetrahedron& tetrahedron) : Shape(or_invalid(make_shape(tetrahedron))) {}
Shape::Shape(const Box& box) noexcept : Shape(or_invalid(make_shape(box))) {}
Shape::Shape(const Sphere& sphere) noexcept : Shape(or_invalid(make_shape(sphere))) {}
Shape::Shape(const Ellipsoid& ellipsoid) noexcept : Shape(or_invalid(make_shape(ellipsoid))) {}
Shape::Shape(const Capsule& capsule) noexcept : Shape(or_invalid(make_shape(capsule))) {}
Shape::Shape(const TaperedCapsule& capsule) noexcept : Shape(or_invalid(make_shape(capsule))) {}
Shape::Shape(const Cylinder& cylinder) noexcept : Shape(or_invalid(make_shape(cylinder))) {}
Shape::Shape(const Cone& cone) noexcept : Shape(or_invalid(make_shape(cone))) {}
Shape::Shape(const TaperedCylinder& cylinder) noexcept : Shape(or_invalid(make_shape(cylinder))) {}
Shape::Shape(const ConvexPolygon& polygon) : Shape(or_invalid(make_shape(polygon))) {}
Shape::Shape(const Polytope& polytope) : Shape(or_invalid(make_shape(polytope))) {}
Shape::Shape(const HalfSpace& half_space) noexcept : Shape(or_invalid(make_shape(half_space))) {}
Shape::Shape(const CustomSupport& custom) : Shape(or_invalid(make_shape(custom))) {}

}  // namespace graze::inline GRAZE_ABI
