// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/assemble.h"

#include "mesh/convexity.h"
#include "mesh/read_arrays.h"
#include "mesh/surface.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Larger leaves for less memory: with eight the bunny takes 19.9 bytes per triangle, and two meshes twice the
// time; with twelve 18.9, and 3.5 times.
std::uint32_t leaf_size_of(MeshLayout layout) { return layout == MeshLayout::compact ? 8 : 4; }

std::optional<Error> check_arrays(const VertexArray& vertices, const IndexArray& triangles) {
  if (triangles.count == 0) return Error{ErrorCode::empty, "triangles: is empty"};
  if (triangles.data == nullptr) return Error{ErrorCode::empty, "triangles: data is null"};
  if (vertices.count == 0) return Error{ErrorCode::empty, "vertices: is empty"};
  if (vertices.data == nullptr) return Error{ErrorCode::empty, "vertices: data is null"};
  if (triangles.count % 3 != 0)
    return Error{ErrorCode::index_out_of_range, "triangles: the number of indices is not a multiple of 3",
                 triangles.count};
  if (triangles.count / 3 > 0x7fffffff)
    return Error{ErrorCode::index_out_of_range, "triangles: more than 2^31 - 1", triangles.count / 3};
  if (vertices.count > 0xffffffff)
    return Error{ErrorCode::index_out_of_range, "vertices: more than 2^32 - 1", vertices.count};
  return std::nullopt;
}

std::optional<Error> read_corners(const IndexArray& array, std::size_t vertex_count,
                                  std::vector<Pieces::Corners>& out) {
  for (std::size_t i = 0; i < array.count; ++i) {
    const std::uint32_t index = read_index(array, i);
    if (index >= vertex_count)
      return Error{ErrorCode::index_out_of_range, "triangles: an index is out of range", i};
    out[i / 3][i % 3] = index;
  }
  return std::nullopt;
}

}  // namespace

Result<PlainTriangles> read_triangles(const BorrowedArrays& arrays) {
  if (const auto bad = check_arrays(arrays.vertices, arrays.triangles)) return *bad;
  PlainTriangles plain;
  plain.vertices.resize(arrays.vertices.count);
  plain.triangles.resize(arrays.triangles.count / 3);
  if (const auto bad = read_points(arrays.vertices, 0, plain.vertices)) return *bad;
  if (const auto bad = read_corners(arrays.triangles, arrays.vertices.count, plain.triangles)) return *bad;
  return plain;
}

void set_solid(Pieces& pieces, std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles,
               Convexity convexity) {
  if (!pieces.is_solid) return;
  ConvexSolid convex;
  if (convexity != Convexity::not_convex) convex = find_convex_solid(vertices, triangles);
  pieces.is_inside_out = is_inside_out(vertices, triangles);
  pieces.hull = std::move(convex.hull);
  pieces.hull_defect = convex.defect;
}

std::shared_ptr<Pieces> make_pieces(PlainTriangles plain, const BorrowedArrays& arrays,
                                    const Keeping& keeping) {
  auto pieces = std::make_shared<Pieces>();
  pieces->is_solid = keeping.is_solid;
  pieces->parts = find_parts(plain.triangles, plain.vertices.size());
  set_solid(*pieces, plain.vertices, plain.triangles, keeping.convexity);
  pieces->store = TriangleStore(keeping.layout, std::move(plain), arrays);
  return pieces;
}

Result<TriangleMesh> finish_mesh(std::shared_ptr<Pieces> pieces, const MeshSettings& settings) {
  auto tree = build_tree(pieces->boxes(), {.executor = settings.executor,
                                           .progress = settings.progress,
                                           .leaf_size = leaf_size_of(settings.layout)});
  if (!tree) return tree.error();
  pieces->set_tree(*std::move(tree));
  return MeshAccess::make(std::move(pieces));
}

}  // namespace graze::inline GRAZE_ABI
