// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/shapes.h"

#include <algorithm>
#include <cmath>

namespace graze::inline GRAZE_ABI::io::vrml {
namespace {

BoxData read_box(const Fields& f, Report& report) {
  const Vec3 size = f.vec3("size", {2, 2, 2});
  if (size.x < 0 || size.y < 0 || size.z < 0)
    report.note(f.label("size") + " is negative: its absolute value is used", f.place("size"));
  return {Vec3{std::abs(size.x), std::abs(size.y), std::abs(size.z)} / 2};
}

CylinderData read_cylinder(const Fields& f) {
  return {f.size("radius", 1), f.size("height", 2) / 2, f.boolean("side", true), f.boolean("top", true),
          f.boolean("bottom", true)};
}

ConeData read_cone(const Fields& f) {
  return {f.size("bottomRadius", 1), f.size("height", 2) / 2, f.boolean("side", true),
          f.boolean("bottom", true)};
}

std::uint32_t dimension(const Fields& f, std::string_view field) {
  const double n = f.number(field, 0);
  return n >= 1 && n < 1e9 ? static_cast<std::uint32_t>(n) : 0;
}

std::optional<GridData> read_grid(const LiveNode& node, const Fields& f, Budget& budget, Report& report) {
  GridData grid;
  grid.x_count = dimension(f, "xDimension");
  grid.z_count = dimension(f, "zDimension");
  grid.x_spacing = f.number("xSpacing", 1);
  grid.z_spacing = f.number("zSpacing", 1);
  grid.faces_down = !f.boolean("ccw", true);
  const std::span<const double> heights = node.numbers("height");
  budget.take(heights.size(), node.where());
  const std::size_t count = std::size_t{grid.x_count} * grid.z_count;
  if (heights.size() != count) {
    const std::string text =
        "ElevationGrid.height has " + std::to_string(heights.size()) + " numbers of " + std::to_string(count);
    heights.size() < count ? report.loss(text, f.place("height")) : report.note(text, f.place("height"));
    if (heights.size() < count) grid.z_count = static_cast<std::uint32_t>(heights.size() / grid.x_count);
  }
  if (grid.x_count < 2 || grid.z_count < 2) {
    report.note("ElevationGrid without a quad left out", node.where());
    return std::nullopt;
  }
  const std::span<const double> used = heights.first(std::size_t{grid.x_count} * grid.z_count);
  if (!std::all_of(used.begin(), used.end(), is_usable)) {
    report.loss("ElevationGrid.height is not finite: the grid is left out", f.place("height"));
    return std::nullopt;
  }
  grid.heights.assign(used.begin(), used.end());
  return grid;
}

// A grid whose vertices do not follow each other along +x and +z, as the quads that they are.
MeshData mesh_of(const GridData& grid) {
  MeshData mesh;
  mesh.points = vertices_of(grid);
  for (std::uint32_t j = 0; j + 1 < grid.z_count; ++j)
    for (std::uint32_t i = 0; i + 1 < grid.x_count; ++i) {
      const std::uint32_t a = i + j * grid.x_count, b = a + grid.x_count;
      std::uint32_t quad[] = {a, b, b + 1, a + 1};
      if (grid.faces_down) std::reverse(std::begin(quad), std::end(quad));
      mesh.corners.insert(mesh.corners.end(), std::begin(quad), std::end(quad));
      mesh.corners_of_loop.push_back(4);
    }
  return mesh;
}

std::optional<ReadShape> read_swept(const LiveNode& node, Budget& budget, Report& report) {
  ReadShape out;
  out.extrusion = read_extrusion(node, budget, report);
  if (!out.extrusion) return std::nullopt;
  MeshData mesh = extrusion_mesh(*out.extrusion);
  if (!std::all_of(mesh.points.begin(), mesh.points.end(), [](const Vec3& p) { return is_finite(p); })) {
    report.loss("Extrusion with numbers that are not finite left out", node.where());
    return std::nullopt;
  }
  out.geometry.data = std::move(mesh);
  return out;
}

}  // namespace

std::optional<ReadShape> read_shape(const Graph& graph, LiveId id, Budget& budget, Report& report) {
  const LiveNode& node = graph.nodes[id];
  const Fields f(node, report);
  ReadShape out;
  switch (node.kind) {
    case NodeKind::box:
      out.geometry.data = read_box(f, report);
      return out;
    case NodeKind::sphere:
      out.geometry.data = SphereData{f.size("radius", 1)};
      return out;
    case NodeKind::cylinder:
      out.geometry.data = read_cylinder(f);
      return out;
    case NodeKind::cone:
      out.geometry.data = read_cone(f);
      return out;
    case NodeKind::extrusion:
      return read_swept(node, budget, report);
    case NodeKind::face_set:
    case NodeKind::line_set:
    case NodeKind::point_set:
      return read_indexed(graph, id, budget, report);
    case NodeKind::grid: {
      auto grid = read_grid(node, f, budget, report);
      if (!grid) return std::nullopt;
      if (grid->x_spacing > 0 && grid->z_spacing > 0) {
        out.geometry.data = std::move(*grid);
        return out;
      }
      report.note("ElevationGrid with a spacing that is not above zero: read as its quads", node.where());
      budget.take(4 * grid->heights.size(), node.where());
      out.geometry.data = mesh_of(*grid);
      return out;
    }
    case NodeKind::text:
      report.note("Text has no geometry that could collide", node.where());
      return std::nullopt;
    case NodeKind::unknown:
      return std::nullopt;
    default:
      report.loss(printable(node.type, 40) + " is no geometry of a Shape", node.where());
      return std::nullopt;
  }
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
