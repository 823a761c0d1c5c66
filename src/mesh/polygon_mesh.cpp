// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/polygon_mesh.h"

#include <utility>

#include "mesh/assemble.h"
#include "mesh/read_arrays.h"

namespace graze::inline GRAZE_ABI {
namespace {

// The loops, face by face.
struct Loops {
  std::vector<std::uint32_t> corners;
  std::vector<std::span<const std::uint32_t>> loops;
  std::vector<std::size_t> first_of_face;  // and their number
};

std::optional<Error> check_loops(const PolygonFaces& faces) {
  if (faces.corners_of_loop.empty()) return Error{ErrorCode::empty, "faces: corners_of_loop is empty"};
  if (faces.corners.data == nullptr) return Error{ErrorCode::empty, "faces: corners.data is null"};
  std::size_t corners = 0, loops = 0;
  for (std::size_t i = 0; i < faces.corners_of_loop.size(); ++i) {
    if (faces.corners_of_loop[i] < 3)
      return Error{ErrorCode::index_out_of_range, "faces: a loop has fewer than three corners", i};
    corners += faces.corners_of_loop[i];
  }
  if (corners != faces.corners.count)
    return Error{ErrorCode::index_out_of_range, "faces: corners_of_loop does not add up to corners", corners};
  if (faces.loops_of_face.empty()) return std::nullopt;
  for (std::size_t i = 0; i < faces.loops_of_face.size(); ++i) {
    if (faces.loops_of_face[i] == 0) return Error{ErrorCode::empty, "faces: a face has no loop", i};
    loops += faces.loops_of_face[i];
  }
  if (loops != faces.corners_of_loop.size())
    return Error{ErrorCode::index_out_of_range, "faces: loops_of_face does not add up to the loops", loops};
  return std::nullopt;
}

std::optional<Error> read_loops(const PolygonFaces& faces, std::size_t vertex_count, Loops& out) {
  out.corners.resize(faces.corners.count);
  for (std::size_t i = 0; i < faces.corners.count; ++i) {
    out.corners[i] = read_index(faces.corners, i);
    if (out.corners[i] >= vertex_count)
      return Error{ErrorCode::index_out_of_range, "faces: a corner is out of range", i};
  }
  std::size_t corner = 0, loop = 0;
  for (const std::uint32_t count : faces.corners_of_loop) {
    out.loops.push_back(std::span<const std::uint32_t>(out.corners).subspan(corner, count));
    corner += count;
  }
  const std::size_t face_count = faces.loops_of_face.empty() ? out.loops.size() : faces.loops_of_face.size();
  for (std::size_t i = 0; i < face_count; ++i) {
    out.first_of_face.push_back(loop);
    loop += faces.loops_of_face.empty() ? 1 : faces.loops_of_face[i];
  }
  out.first_of_face.push_back(loop);
  return std::nullopt;
}

Result<std::vector<Vec3>> read_all(const VertexArray& array) {
  if (array.count == 0) return Error{ErrorCode::empty, "vertices: is empty"};
  if (array.data == nullptr) return Error{ErrorCode::empty, "vertices: data is null"};
  std::vector<Vec3> points(array.count);
  if (const auto bad = read_points(array, 0, points)) return *bad;
  return points;
}

}  // namespace

Result<PolygonMesh> make_polygon_mesh(const VertexArray& vertices, const PolygonFaces& faces,
                                      const MeshSettings& settings) {
  if (settings.layout == MeshLayout::borrowed)
    return Error{ErrorCode::unsupported, "settings: borrowed, but there are no triangles to borrow"};
  if (const auto bad = check_loops(faces)) return *bad;
  const auto points = read_all(vertices);
  if (!points) return points.error();
  Loops loops;
  if (const auto bad = read_loops(faces, points->size(), loops)) return *bad;
  PolygonMesh made;
  std::vector<Pieces::Corners> triangles;
  for (std::uint32_t face = 0; face + 1 < loops.first_of_face.size(); ++face) {
    const std::size_t first = loops.first_of_face[face], count = loops.first_of_face[face + 1] - first;
    if (!triangulate(*points, std::span(loops.loops).subspan(first, count), triangles))
      made.improper_faces.push_back(face);
    made.face_of_triangle.resize(triangles.size(), face);
  }
  auto mesh =
      make_triangle_mesh(make_vertex_array(*points),
                         {triangles.data(), 3 * triangles.size(), IndexArray::Scalar::uint32}, settings);
  if (!mesh) return mesh.error();
  made.mesh = *std::move(mesh);
  return made;
}

}  // namespace graze::inline GRAZE_ABI
