// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/surface.h"
#include "check/view/mesh.h"
#include "graze/shape/polytope.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

ViewGeometry surface(const std::vector<Vec3>& points, std::vector<std::uint32_t> triangles) {
  std::vector<std::uint32_t> edges = sharp_edges(points, triangles);
  return view_mesh(points, std::move(triangles), std::move(edges));
}

ViewGeometry hull_of(const io::MeshData& mesh) {
  std::vector<Vec3> cloud, points;
  for (const std::uint32_t i : mesh.corners) cloud.push_back(mesh.points[i]);
  const Result<Shape> hull = make_hull(cloud);
  if (!hull) return {ViewMesh(), {}, {}};
  const HullInfo info = hull_info(*hull);
  for (std::uint32_t i = 0; i < info.vertices; ++i) points.push_back(hull_vertex(*hull, i));
  std::vector<std::uint32_t> triangles;
  for (std::uint32_t face = 0; face < info.faces; ++face) {
    const std::span<const std::uint32_t> corners = face_corners(*hull, face);
    for (std::size_t i = 2; i < corners.size(); ++i)
      triangles.insert(triangles.end(), {corners[0], corners[i - 1], corners[i]});
  }
  return surface(points, std::move(triangles));
}

struct Viewer {
  ViewGeometry operator()(const io::MeshData& mesh) const {
    if (mesh.is_hull) return hull_of(mesh);
    MeshFacts facts;
    return surface(mesh.points, triangles_of(mesh, facts));
  }
  ViewGeometry operator()(const io::GridData& grid) const {
    std::vector<std::uint32_t> triangles;
    for (std::uint32_t j = 0; j + 1 < grid.z_count; ++j)
      for (std::uint32_t i = 0; i + 1 < grid.x_count; ++i) {
        const std::uint32_t a = i + j * grid.x_count, b = a + grid.x_count;
        triangles.insert(triangles.end(), {a, b, b + 1, a, b + 1, a + 1});
      }
    return surface(io::vertices_of(grid), std::move(triangles));
  }
  ViewGeometry operator()(const io::LineData& lines) const {
    std::vector<std::uint32_t> segments;
    std::size_t corner = 0;
    for (const std::uint32_t count : lines.corners_of_line) {
      for (std::size_t i = 1; i < count; ++i)
        segments.insert(segments.end(), {lines.corners[corner + i - 1], lines.corners[corner + i]});
      corner += count;
    }
    ViewGeometry out;
    out.points = compact(lines.points.size(), segments);
    out.origin = origin_of(lines.points, out.points);
    out.shape = ViewLines{to_floats(lines.points, out.points, out.origin), std::move(segments)};
    return out;
  }
  ViewGeometry operator()(const io::PointData& points) const {
    ViewGeometry out;
    out.points = points.corners;
    out.origin = origin_of(points.points, out.points);
    out.shape = ViewPoints{to_floats(points.points, out.points, out.origin)};
    return out;
  }
  ViewGeometry operator()(const io::TaperedCapsuleData& c) const { return view_lathe(profile_of(c)); }
  ViewGeometry operator()(const io::TaperedCylinderData& c) const { return view_lathe(profile_of(c)); }
  template <class Exact>
  ViewGeometry operator()(const Exact& exact) const {
    return {exact, {}, {}};
  }
};

}  // namespace

ViewGeometry view_geometry(const Objects& objects, const ViewUse& use) {
  const io::SceneData& scene = *objects.uses[use.scene].scene;
  if (!use.is_deforming) {
    ViewGeometry out = std::visit(Viewer(), scene.geometries[use.geometry].data);
    out.points.clear();
    return out;
  }
  const io::Geometry now = io::evaluate_geometry(scene, use.geometry, objects.options.time);
  const auto* mesh = std::get_if<io::MeshData>(&now.data);
  if (mesh == nullptr || mesh->is_hull) {
    ViewGeometry out = std::visit(Viewer(), now.data);
    if (mesh != nullptr)
      out.points.clear();  // a hull has other corners at other times: it is drawn as it is now
    return out;
  }
  // Polygons are cut up as they are in the file, at all times into the same triangles; creases come and go.
  MeshFacts facts;
  return view_mesh(mesh->points,
                   triangles_of(std::get<io::MeshData>(scene.geometries[use.geometry].data), facts), {});
}

}  // namespace graze::inline GRAZE_ABI::check
