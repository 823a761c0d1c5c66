// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/compound.h"
#include "graze/mesh/triangle_mesh.h"
#include "graze/shape/hull_builder.h"
#include "mesh/pieces.h"
#include "scene/call_log.h"
#include "shape/shape_block.h"

// Shapes in a log: kind and sizes, then vertices, operands or pieces.

namespace graze::inline GRAZE_ABI {
namespace {

constexpr int kMaxLogDepth = 64;
constexpr std::size_t kVectorBytes = 3 * sizeof(Real);

void write_shape(CallLog& log, const Shape& shape);

void refuse(CallLog& log, const char* message) {
  if (!log.error) log.error = Error{ErrorCode::unsupported, message};
}

void write_children(CallLog& log, std::span<const Shape> children) {
  log.put(static_cast<std::uint32_t>(children.size()));
  for (const Shape& child : children) write_shape(log, child);
}

void write_vertex_shape(CallLog& log, const PolytopeBlock& block) {
  log.put(block.is_hull);
  log.put(block.vertices.count);
  for (std::uint32_t i = 0; i < block.vertices.count; ++i) log.put(Vec3(block.vertices.vertex(i)));
}

// With the numbers of its vertices, by which features are named; those of no triangle, too.
void write_mesh(CallLog& log, const Pieces& pieces) {
  const auto vertices = static_cast<std::uint32_t>(pieces.store.vertex_count());
  log.put(pieces.is_solid);
  log.put(vertices);
  for (std::uint32_t i = 0; i < vertices; ++i) log.put(pieces.store.vertex(i));
  log.put(3 * pieces.count());
  for (std::uint32_t i = 0; i < pieces.count(); ++i)
    for (const std::uint32_t corner : pieces.corners(i)) log.put(corner);
}

void write_compound(CallLog& log, const Pieces& pieces) {
  log.put(pieces.count());
  for (std::uint32_t i = 0; i < pieces.count(); ++i) {
    log.put(pieces.placements[i]);
    write_shape(log, pieces.shapes[i]);
  }
}

void write_expansion(CallLog& log, const ExpansionBlock& block) {
  const auto radius = static_cast<Real>(block.radius);
  if (double(radius) != block.radius || block.radius_low != 0)
    refuse(log, "shape: the radius of an expansion is not a Real");
  log.put(radius);
  write_shape(log, block.children[0]);
}

void write_image(CallLog& log, const ImageBlock& block) {
  log.put(static_cast<std::uint32_t>(block.factors.size()));
  for (const Affine& factor : block.factors) log.put(factor);
  write_shape(log, block.children[0]);
}

void write_block(CallLog& log, const ShapeView& view) {
  const ShapeKind kind = view.kind;
  if (kind == ShapeKind::affine_image) return write_image(log, image_of(view));
  if (kind == ShapeKind::minkowski_sum || kind == ShapeKind::convex_hull)
    return write_children(log, composite_of(view).children);
  if (kind == ShapeKind::expanded) return write_expansion(log, expansion_of(view));
  if (kind == ShapeKind::triangle_mesh) return write_mesh(log, *pieces_of(view));
  if (kind == ShapeKind::compound) return write_compound(log, *pieces_of(view));
  if (kind == ShapeKind::custom) return refuse(log, "shape: a custom shape cannot be written");
  write_vertex_shape(log, polytope_of(view));
}

void write_shape(CallLog& log, const Shape& shape) {
  const ShapeView& view = shape.view();
  log.put(view.kind);
  log.put(view.block != nullptr);
  for (const Real value : view.values) log.put(value);
  if (view.block != nullptr) write_block(log, view);
}

std::string bytes_of(const ShapeView& view) {
  std::string key(1, static_cast<char>(view.kind));
  key.append(reinterpret_cast<const char*>(view.values), sizeof view.values);
  key.append(reinterpret_cast<const char*>(&view.block), sizeof view.block);
  return key;
}

Shape or_invalid(const Result<Shape>& shape) { return shape ? *shape : Shape(); }

// Sizes as they were kept, if they are those of a valid shape.
Shape primitive_of(const ShapeView& view) {
  const Real* v = view.values;
  const Vec3 first{v[0], v[1], v[2]}, second{v[3], v[4], v[5]};
  const auto checked = [&](const Shape& shape) { return shape.is_valid() ? Shape(view) : Shape(); };
  if (view.kind == ShapeKind::point) return checked(Point{first});
  if (view.kind == ShapeKind::segment) return checked(Segment{first, second});
  if (view.kind == ShapeKind::box) return checked(Box{first});
  if (view.kind == ShapeKind::sphere) return checked(Sphere{v[0]});
  if (view.kind == ShapeKind::capsule) return checked(Capsule{v[0], v[1]});
  if (view.kind == ShapeKind::ellipsoid) return checked(Ellipsoid{first});
  if (view.kind == ShapeKind::tapered_capsule) return checked(TaperedCapsule{v[0], v[1], v[2]});
  if (view.kind == ShapeKind::cylinder) return checked(Cylinder{v[0], v[1]});
  if (view.kind == ShapeKind::cone) return checked(Cone{v[0], v[1]});
  if (view.kind == ShapeKind::tapered_cylinder) return checked(TaperedCylinder{v[0], v[1], v[2]});
  if (view.kind == ShapeKind::half_space) return checked(HalfSpace{first, v[3]});
  return {};
}

std::vector<Vec3> read_vectors(LogReader& log) {
  std::vector<Vec3> vectors(log.get_count(kVectorBytes));
  for (Vec3& v : vectors) v = log.get_vector();
  return vectors;
}

Shape read_vertex_shape(LogReader& log, ShapeKind kind) {
  const bool is_hull = log.get<std::uint8_t>() != 0;
  const std::vector<Vec3> v = read_vectors(log);
  if (kind == ShapeKind::triangle && v.size() == 3) return Triangle{v[0], v[1], v[2]};
  if (kind == ShapeKind::tetrahedron && v.size() == 4) return Tetrahedron{v[0], v[1], v[2], v[3]};
  if (kind == ShapeKind::convex_polygon) return ConvexPolygon{v};
  if (kind == ShapeKind::polytope) return is_hull ? or_invalid(make_hull(v)) : Shape(Polytope{v});
  return {};
}

Shape read_mesh(LogReader& log) {
  const bool is_solid = log.get<std::uint8_t>() != 0;
  const std::vector<Vec3> vertices = read_vectors(log);
  std::vector<std::uint32_t> corners(log.get_count(sizeof(std::uint32_t)));
  for (std::uint32_t& corner : corners) corner = log.get<std::uint32_t>();
  const Result<TriangleMesh> mesh =
      make_triangle_mesh(make_vertex_array(vertices), make_index_array(corners), {.is_solid = is_solid});
  return mesh ? mesh->shape() : Shape();
}

Shape read_compound(LogReader& log, int depth) {
  std::vector<CompoundPiece> pieces;
  const std::uint32_t count = log.get_count(4 * kVectorBytes);
  for (std::uint32_t i = 0; i < count && log.is_good; ++i) {
    const Affine placement = log.get_affine();
    pieces.push_back({read_shape(log, depth + 1), placement});
  }
  return log.is_good ? or_invalid(make_compound(pieces)) : Shape();
}

Shape read_image(LogReader& log, int depth) {
  std::vector<Affine> factors(log.get_count(4 * kVectorBytes));
  for (Affine& factor : factors) factor = log.get_affine();
  Shape shape = read_shape(log, depth + 1);
  for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor)
    shape = or_invalid(make_affine_image(shape, *factor));
  return shape;
}

Shape read_algebra(LogReader& log, ShapeKind kind, int depth) {
  std::vector<Shape> children(log.get_count(1));
  for (Shape& child : children)
    if (log.is_good) child = read_shape(log, depth + 1);
  if (kind == ShapeKind::convex_hull) return or_invalid(make_convex_hull(children));
  Shape sum = children.empty() ? Shape() : children[0];
  for (std::size_t i = 1; i < children.size(); ++i) sum = or_invalid(make_minkowski_sum(sum, children[i]));
  return sum;
}

Shape read_expansion(LogReader& log, int depth) {
  const Real radius = log.get<Real>();
  return or_invalid(make_expanded(read_shape(log, depth + 1), radius));
}

Shape read_block(LogReader& log, ShapeKind kind, int depth) {
  if (kind == ShapeKind::affine_image) return read_image(log, depth);
  if (kind == ShapeKind::minkowski_sum || kind == ShapeKind::convex_hull)
    return read_algebra(log, kind, depth);
  if (kind == ShapeKind::expanded) return read_expansion(log, depth);
  if (kind == ShapeKind::triangle_mesh) return read_mesh(log);
  return kind == ShapeKind::compound ? read_compound(log, depth) : read_vertex_shape(log, kind);
}

}  // namespace

std::uint32_t log_shape(CallLog& log, const Shape& shape) {
  std::uint32_t number = 0;
  log.attempt([&] {
    const auto [at, is_new] =
        log.shapes.try_emplace(bytes_of(shape.view()), static_cast<std::uint32_t>(log.kept.size()));
    number = at->second;
    if (!is_new) return;
    log.kept.push_back(shape);
    log.put(Call::define_shape);
    write_shape(log, shape);
  });
  return number;
}

void forget_shape(CallLog& log, const Shape& shape) {
  log.attempt([&] { log.shapes.erase(bytes_of(shape.view())); });
}

Shape read_shape(LogReader& log, int depth) {
  ShapeView view;
  view.kind = static_cast<ShapeKind>(log.get<std::uint8_t>());
  const bool has_block = log.get<std::uint8_t>() != 0;
  for (Real& value : view.values) value = log.get<Real>();
  log.is_good = log.is_good && depth < kMaxLogDepth;
  if (!log.is_good) return {};
  Shape shape = has_block ? read_block(log, view.kind, depth) : primitive_of(view);
  log.is_good = log.is_good && shape.is_valid();
  return shape;
}

}  // namespace graze::inline GRAZE_ABI
