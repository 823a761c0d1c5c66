// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <vector>

#include "graze/mesh/triangle_mesh.h"
#include "mesh/read_arrays.h"

namespace graze::inline GRAZE_ABI {

Result<Shape> mesh_detail::make_hull_of_array(const VertexArray& points, const HullSettings& settings) {
  if (points.count == 0 || points.data == nullptr) return Error{ErrorCode::empty, "points: none", 0};
  if (const auto bad = check_points(points, 0, points.count)) return *bad;
  std::vector<Vec3> packed(points.count);
  if (const auto bad = read_points(points, 0, packed)) return *bad;
  return make_hull(std::span<const Vec3>(packed), settings);
}

}  // namespace graze::inline GRAZE_ABI
