// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: meshes, polygons, height fields and compounds of arbitrary bytes are built or refused for
// the reason that check_mesh() gives, in any layout, refitted as if built anew, and contain a point whichever
// axis the ray follows; what was saved is loaded. Nothing is checked against the code that built it: boxes
// and borders are counted here.

#include <map>

#include "fuzz_input.h"
#include "graze/mesh/check_mesh.h"
#include "graze/mesh/compound.h"
#include "graze/mesh/height_field.h"
#include "graze/mesh/mesh_file.h"
#include "graze/mesh/polygon_mesh.h"
#include "mesh/mesh_models.h"

namespace graze::test {
namespace {

Vec3 fuzz_point(Bytes& bytes, int mode) {
  if (mode == 0) return {bytes.any(), bytes.any(), bytes.any()};
  const auto lattice = [&] { return static_cast<Real>(bytes.below(5) - 2); };
  if (mode == 1) return {lattice(), lattice(), lattice()};
  const V3d v = bytes.vector();
  return {Real(v.x), Real(v.y), Real(v.z)};
}

std::vector<Vec3> fuzz_points(Bytes& bytes, int mode, std::size_t count) {
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) points.push_back(fuzz_point(bytes, mode));
  return points;
}

// Any triangles, or tetrahedra, which are closed.
MeshModel fuzz_model(Bytes& bytes, int mode) {
  MeshModel model{fuzz_points(bytes, mode, std::size_t(4 + bytes.below(8))), {}};
  const int wild = bytes.below(4) == 0 ? 1 : 0;  // one index beyond the end
  const auto index = [&] { return std::uint32_t(bytes.below(int(model.vertices.size()) + wild)); };
  const bool is_closed = bytes.below(2) == 0;
  for (int i = 1 + bytes.below(12); i > 0; --i) {
    const std::uint32_t a = index(), b = index(), c = index();
    model.indices.insert(model.indices.end(), {a, b, c});
    if (!is_closed) continue;
    const std::uint32_t d = index();
    model.indices.insert(model.indices.end(), {a, c, d, a, d, b, b, d, c});
  }
  return model;
}

Aabb box_of(const MeshModel& model) {
  Aabb box;
  for (const std::uint32_t i : model.indices) box = merge(box, model.vertices[i]);
  return box;
}

MeshModel turned(MeshModel model) {
  for (Vec3& v : model.vertices) v = {v.y, v.z, v.x};
  return model;
}

void check_refit(Bytes& bytes, const MeshModel& model, TriangleMesh mesh, int mode) {
  MeshModel moved = model;
  const std::size_t first = std::size_t(bytes.below(int(model.vertices.size())));
  const std::size_t count = 1 + std::size_t(bytes.below(int(model.vertices.size() - first)));
  for (std::size_t i = first; i < first + count; ++i) moved.vertices[i] = fuzz_point(bytes, mode);
  const MeshReport report = check_mesh(moved.vertex_array(), moved.index_array());
  const auto refused = mesh.refit(moved.vertex_array(), first, count);
  expect(refused.has_value() == !report.not_finite.is_empty(), "refit refuses what is not finite, only that");
  if (refused) expect(refused->position == report.not_finite.first[0], "refit names another vertex");
  expect(mesh.bounds() == box_of(refused ? model : moved), "bounds after a refit");
}

void check_contains(Bytes& bytes, const MeshModel& model, const TriangleMesh& mesh, int mode) {
  const auto y_mesh = build(turned(model)), x_mesh = build(turned(turned(model)));
  for (int i = 0; i < 4; ++i) {
    const Vec3 p = i == 0 ? model.vertices[model.indices[0]] : fuzz_point(bytes, mode);
    const Contact contact = contains(mesh, p);
    expect(i > 0 || contact == Contact::touching, "a vertex is not on the surface");
    expect(contains(*y_mesh, {p.y, p.z, p.x}) == contact, "another answer along y");
    expect(contains(*x_mesh, {p.z, p.x, p.y}) == contact, "another answer along x");
  }
}

void check_mesh_of(Bytes& bytes, int mode) {
  const MeshModel model = fuzz_model(bytes, mode);
  const bool is_solid = bytes.below(2) == 0;
  const MeshReport report = check_mesh(model.vertex_array(), model.index_array());
  const auto layout = MeshLayout(bytes.below(3));
  const auto mesh = build(model, {.is_solid = is_solid, .layout = layout});
  expect(mesh.has_value() == (is_solid ? report.may_be_solid() : report.is_readable()),
         "the report and the builder disagree");
  if (!mesh) return;
  expect(mesh->bounds() == box_of(model), "bounds");
  const auto loaded = load_mesh(save_mesh(*mesh));
  expect(loaded && loaded->bounds() == mesh->bounds(), "what was saved is not loaded");
  if (report.may_be_solid()) check_contains(bytes, model, *mesh, mode);
  check_refit(bytes, model, *mesh, mode);
  const Affine placement(fuzz_point(bytes, mode));
  const auto compound = make_compound(std::vector<CompoundPiece>{{mesh->shape(), placement}, {Box{}, {}}});
  expect(compound.has_value() || !placement.is_valid() || mode == 0, "a compound was refused");
}

// Kept as triangles or as samples: built or refused alike, and the same triangles.
void check_height_field(Bytes& bytes) {
  std::vector<float> heights;
  HeightField field;
  field.columns = std::uint32_t(1 + bytes.below(6));
  field.rows = std::uint32_t(1 + bytes.below(6));
  const bool is_any = bytes.below(2) == 0;
  for (std::uint32_t i = 0; i < field.columns * field.rows; ++i)
    heights.push_back(is_any ? static_cast<float>(bytes.any()) : float(bytes.moderate()));
  std::vector<std::uint8_t> holes;
  for (std::uint32_t i = 0; i < (field.columns - 1) * (field.rows - 1); ++i)
    holes.push_back(bytes.below(3) == 0 ? 1 : 0);
  if (bytes.below(2) == 0) field.holes = holes;
  field.heights = heights.data();
  field.spacing_x = Real(bytes.positive());
  field.scale = Real(bytes.moderate());
  const auto fast = make_height_field(field);
  auto other = make_height_field(field, {.layout = MeshLayout(1 + bytes.below(2))});
  expect(fast.has_value() == other.has_value(), "a height field is refused in one layout only");
  if (!fast) return;
  expect(fast->mesh.bounds() == other->mesh.bounds(), "bounds of a height field");
  for (std::uint32_t i = 0; i < fast->mesh.triangle_count(); ++i) {
    const Triangle s = fast->mesh.triangle(i), t = other->mesh.triangle(i);
    expect(s.a == t.a && s.b == t.b && s.c == t.c, "another triangle of a height field");
    expect(fast->mesh.corners(i) == other->mesh.corners(i), "other corners of a height field");
  }
  HeightFieldMesh moved = *std::move(other);
  heights[0] = static_cast<float>(bytes.any());
  const bool is_refused = refit_height_field(moved, field).has_value();
  expect(is_refused == !make_height_field(field), "a refit refuses another height field than the builder");
}

// Whatever the loops are, the triangles have their border.
void check_polygon(Bytes& bytes, int mode) {
  const std::vector<Vec3> points = fuzz_points(bytes, mode, std::size_t(4 + bytes.below(10)));
  std::vector<std::uint32_t> corners, sizes;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> border;
  for (int loop = 1 + bytes.below(3); loop > 0; --loop) {
    sizes.push_back(std::uint32_t(3 + bytes.below(8)));
    for (std::uint32_t i = 0; i < sizes.back(); ++i)
      corners.push_back(std::uint32_t(bytes.below(int(points.size()))));
  }
  const std::uint32_t all = std::uint32_t(sizes.size());
  const auto made =
      make_polygon_mesh(make_vertex_array(points), {make_index_array(corners), sizes, std::span(&all, 1)});
  if (!made) return;
  const auto count = [&border](std::uint32_t from, std::uint32_t to) {
    ++border[{from, to}];
    --border[{to, from}];
  };
  for (std::uint32_t i = 0; i < made->mesh.triangle_count(); ++i) {
    const auto c = made->mesh.corners(i);
    for (std::size_t k = 0; k < 3; ++k) count(c[k], c[(k + 1) % 3]);
  }
  // Holes may have been turned round, so that only the outline is counted.
  if (sizes.size() == 1) {
    for (std::uint32_t k = 0; k < sizes[0]; ++k) count(corners[(k + 1) % sizes[0]], corners[k]);
    for (const auto& [edge, uses] : border) expect(uses == 0 || edge.first == edge.second, "another border");
  }
}

}  // namespace
}  // namespace graze::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::test;
  Bytes bytes(data, size);
  const int mode = bytes.below(4);
  const int kind = bytes.below(4);
  if (kind == 0)
    check_polygon(bytes, mode);
  else if (kind == 1)
    check_height_field(bytes);
  else
    check_mesh_of(bytes, mode);
  return 0;
}
