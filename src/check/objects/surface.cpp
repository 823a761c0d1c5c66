// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/surface.h"

#include <algorithm>
#include <cmath>

#include "check/objects/orient.h"
#include "graze/mesh/check_mesh.h"
#include "graze/mesh/polygon_mesh.h"
#include "graze/mesh/triangle_mesh.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

// Loops of at least three corners; of a face whose outline has fewer, none.
struct Faces {
  std::vector<std::uint32_t> corners, corners_of_loop, loops_of_face;
  bool is_triangles = true;  // every face is one loop of three
};

std::size_t face_count(const io::MeshData& mesh) {
  return mesh.loops_of_face.empty() ? mesh.corners_of_loop.size() : mesh.loops_of_face.size();
}

Faces usable_faces(const io::MeshData& mesh, std::size_t& dropped) {
  Faces out;
  std::size_t loop = 0, corner = 0;
  for (std::size_t face = 0; face < face_count(mesh); ++face) {
    const std::uint32_t loops = mesh.loops_of_face.empty() ? 1 : mesh.loops_of_face[face];
    std::uint32_t kept = 0;
    bool has_outline = true;
    for (std::uint32_t i = 0; i < loops; ++i, ++loop) {
      const std::uint32_t count = mesh.corners_of_loop[loop];
      if (i == 0 && count < 3) has_outline = false;
      if (has_outline && count >= 3) {
        out.corners.insert(out.corners.end(), mesh.corners.begin() + std::ptrdiff_t(corner),
                           mesh.corners.begin() + std::ptrdiff_t(corner + count));
        out.corners_of_loop.push_back(count);
        out.is_triangles = out.is_triangles && count == 3;
        ++kept;
      }
      corner += count;
    }
    if (kept == 0) ++dropped;
    if (kept > 0) out.loops_of_face.push_back(kept);
    out.is_triangles = out.is_triangles && kept <= 1;
  }
  return out;
}

// Newell's normal of a loop: its length is twice the area.
Vec3 loop_normal(std::span<const Vec3> points, std::span<const std::uint32_t> loop) {
  Vec3 sum;
  for (std::size_t i = 1; i + 1 < loop.size(); ++i)
    sum = sum + cross(points[loop[i]] - points[loop[0]], points[loop[i + 1]] - points[loop[0]]);
  return sum;
}

// Whether a corner is off the plane of the loop by more than rounding its coordinates to float explains.
bool is_bent(std::span<const Vec3> points, std::span<const std::uint32_t> loop) {
  if (loop.size() < 4) return false;
  const Vec3 normal = loop_normal(points, loop);
  const Real norm = length(normal);
  if (!(norm > 0)) return false;
  Real largest = 0, off = 0;
  for (const std::uint32_t i : loop) {
    const Vec3 p = points[i];
    largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    off = std::max(off, std::abs(dot(p - points[loop[0]], normal)) / norm);
  }
  // Three coordinates of four corners, half an ulp of float each, and as much again for the plane.
  constexpr Real kRounding = 8 * Real(0x1p-24);
  return off > kRounding * largest;
}

std::size_t count_bent(const io::MeshData& mesh, const Faces& faces) {
  std::size_t bent = 0, loop = 0, corner = 0;
  for (const std::uint32_t loops : faces.loops_of_face) {
    bent += is_bent(mesh.points, std::span(faces.corners).subspan(corner, faces.corners_of_loop[loop]));
    for (std::uint32_t i = 0; i < loops; ++i) corner += faces.corners_of_loop[loop++];
  }
  return bent;
}

void add_report(const MeshReport& report, MeshFacts& facts) {
  facts.open_edges = report.open_edges.count;
  facts.flipped_edges = report.flipped_edges.count;
  facts.non_manifold_edges = report.non_manifold_edges.count;
  facts.degenerate = report.degenerate.count;
  facts.duplicate = report.duplicate.count;
}

// Points that no corner names need not be finite, but a mesh wants all of them to be.
std::vector<Vec3> finite_points(const io::MeshData& mesh) {
  std::vector<Vec3> points = mesh.points;
  for (Vec3& p : points)
    if (!is_finite(p.x) || !is_finite(p.y) || !is_finite(p.z)) p = {};
  return points;
}

bool are_finite(const io::MeshData& mesh) {
  return std::all_of(mesh.corners.begin(), mesh.corners.end(), [&](std::uint32_t i) {
    const Vec3& p = mesh.points[i];
    return is_finite(p.x) && is_finite(p.y) && is_finite(p.z);
  });
}

// Numbers of the corners of all triangles, the polygons cut up.
std::vector<std::uint32_t> triangulate(const std::vector<Vec3>& points, Faces& faces, MeshFacts& facts) {
  if (faces.is_triangles) return std::move(faces.corners);
  const PolygonFaces polygons{make_index_array(std::span<const std::uint32_t>(faces.corners)),
                              faces.corners_of_loop, faces.loops_of_face};
  const Result<PolygonMesh> made = make_polygon_mesh(make_vertex_array(std::span(points)), polygons);
  std::vector<std::uint32_t> corners;
  if (!made) return corners;
  facts.improper = made->improper_faces.size();
  const auto count = static_cast<std::uint32_t>(made->mesh.triangle_count());
  corners.reserve(3 * std::size_t{count});
  for (std::uint32_t i = 0; i < count; ++i)
    for (const std::uint32_t corner : made->mesh.corners(i)) corners.push_back(corner);
  return corners;
}

}  // namespace

std::vector<std::uint32_t> triangles_of(const io::MeshData& mesh, MeshFacts& facts) {
  Faces faces = usable_faces(mesh, facts.dropped);
  return triangulate(finite_points(mesh), faces, facts);
}

MadeShape make_surface(const io::MeshData& mesh, bool closed_are_solid) {
  MadeShape out;
  if (!are_finite(mesh)) return out;
  Faces faces = usable_faces(mesh, out.facts.dropped);
  if (faces.corners.empty()) return out;
  const std::vector<Vec3> points = finite_points(mesh);
  out.facts.non_planar = faces.is_triangles ? 0 : count_bent(mesh, faces);
  std::vector<std::uint32_t> corners = triangulate(points, faces, out.facts);
  const MeshReport report =
      check_mesh(make_vertex_array(std::span(points)), make_index_array(std::span(corners)));
  add_report(report, out.facts);
  // Files whose surfaces are seen from both sides often turn their faces either way.
  if (closed_are_solid && report.is_closed() && !report.is_oriented())
    out.facts.turned = orient(points, corners);
  MeshSettings settings;
  settings.is_solid = closed_are_solid && (report.may_be_solid() || out.facts.turned > 0);
  Result<TriangleMesh> made = make_triangle_mesh(points, corners, settings);
  if (!made && settings.is_solid) {
    settings.is_solid = false;
    made = make_triangle_mesh(points, corners, settings);
  }
  if (!made) return out;
  out.shape = made->shape();
  out.nature = settings.is_solid ? Nature::solid : Nature::surface;
  out.primitives = made->triangle_count();
  return out;
}

}  // namespace graze::inline GRAZE_ABI::check
