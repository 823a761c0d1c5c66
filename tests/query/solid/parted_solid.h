// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "graze/mesh/polygon_mesh.h"
#include "query/mesh_samples.h"

// Solids that are unions of boxes, and the exact depth of two of them. b moved by t overlaps a where t is
// inside of one of the sums part of a + mirrored part of b, each a convex polytope whose faces are those of
// the parts and those across two edges. The depth is the distance from the origin to what no sum contains;
// its nearest point is the foot on one to three of the planes.

namespace graze::test {

struct BoxPart {
  V3d half, centre;
};

/// A solid as a mesh, and the boxes that it is the union of, in its own frame.
struct PartedSolid {
  Shape mesh;
  std::vector<BoxPart> parts;
};

/// The boxes as one mesh of several shells, which may overlap.
inline PartedSolid solid_of_boxes(const std::vector<BoxPart>& parts) {
  MeshModel model;
  for (const BoxPart& part : parts) {
    MeshModel box = cube_model(1);
    for (Vec3& v : box.vertices)
      v = {Real(part.centre.x + double(v.x) * part.half.x), Real(part.centre.y + double(v.y) * part.half.y),
           Real(part.centre.z + double(v.z) * part.half.z)};
    model = join(std::move(model), box);
  }
  return {mesh_of(model, true), parts};
}

/// An outline in the plane, counterclockwise, from z = -half to half.
inline Shape extruded(const std::vector<std::array<double, 2>>& outline, double half) {
  const auto n = static_cast<std::uint32_t>(outline.size());
  std::vector<Vec3> vertices;
  for (const double z : {-half, half})
    for (const auto& [x, y] : outline) vertices.push_back({Real(x), Real(y), Real(z)});
  std::vector<std::uint32_t> corners, corners_of_loop{n, n};
  for (std::uint32_t i = 0; i < n; ++i) corners.push_back(n - 1 - i);
  for (std::uint32_t i = 0; i < n; ++i) corners.push_back(n + i);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t next = (i + 1) % n;
    corners.insert(corners.end(), {i, next, n + next, n + i});
    corners_of_loop.push_back(4);
  }
  PolygonFaces faces;
  faces.corners = make_index_array(std::span<const std::uint32_t>(corners));
  faces.corners_of_loop = corners_of_loop;
  const auto mesh =
      make_polygon_mesh(make_vertex_array(std::span<const Vec3>(vertices)), faces, {.is_solid = true});
  EXPECT_TRUE(mesh.has_value());
  return mesh ? mesh->mesh.shape() : Shape();
}

class ExactDepth {
 public:
  /// b stands at turn * p + offset in the frame of a; `turn` has orthonormal columns.
  ExactDepth(const std::vector<BoxPart>& a, const std::vector<BoxPart>& b, const V3d (&turn)[3],
             const V3d& offset) {
    for (const BoxPart& part_a : a)
      for (const BoxPart& part_b : b) {
        const V3d centre = part_a.centre - (turn[0] * part_b.centre.x + turn[1] * part_b.centre.y +
                                            turn[2] * part_b.centre.z + offset);
        add_sum(part_a.half, turn, part_b.half, centre);
      }
  }
  /// Zero: they do not overlap.
  [[nodiscard]] double find() {
    best_ = 1e300;
    if (is_free({0, 0, 0})) return 0;
    const auto& p = planes_;
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (!try_foot({&p[i]})) continue;
      for (std::size_t j = 0; j < i; ++j) {
        if (!try_foot({&p[i], &p[j]})) continue;
        for (std::size_t k = 0; k < j; ++k) (void)try_foot({&p[i], &p[j], &p[k]});
      }
    }
    return best_;
  }

 private:
  struct Plane {
    V3d normal;
    double height;
  };
  struct Sum {
    std::size_t first, end;  // its planes
  };

  void add_sum(const V3d& half_a, const V3d (&turn)[3], const V3d& half_b, const V3d& centre) {
    const V3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<V3d> normals;
    for (int i = 0; i < 3; ++i) {
      normals.push_back(axes[i]);
      normals.push_back(turn[i]);
      for (int j = 0; j < 3; ++j) {
        const V3d n = cross(axes[i], turn[j]);
        if (dot(n, n) > 1e-12) normals.push_back(n * (1 / std::sqrt(dot(n, n))));
      }
    }
    Sum sum{planes_.size(), 0};
    for (const V3d& n : normals) {
      const double reach = std::abs(n.x) * half_a.x + std::abs(n.y) * half_a.y + std::abs(n.z) * half_a.z +
                           std::abs(dot(n, turn[0])) * half_b.x + std::abs(dot(n, turn[1])) * half_b.y +
                           std::abs(dot(n, turn[2])) * half_b.z;
      planes_.push_back({n, reach + dot(n, centre)});
      planes_.push_back({n * -1.0, reach - dot(n, centre)});
    }
    sum.end = planes_.size();
    sums_.push_back(sum);
  }
  [[nodiscard]] bool is_free(const V3d& t) const {
    constexpr double kRounding = 1e-9;
    return std::none_of(sums_.begin(), sums_.end(), [&](const Sum& sum) {
      for (std::size_t i = sum.first; i < sum.end; ++i)
        if (dot(planes_[i].normal, t) > planes_[i].height - kRounding) return false;
      return true;
    });
  }
  // The point of all these planes that is nearest to the origin. False: it is too far, as it is with more
  // planes.
  bool try_foot(std::initializer_list<const Plane*> planes) {
    V3d axes[3], foot{0, 0, 0};
    int count = 0;
    for (const Plane* plane : planes) {
      V3d axis = plane->normal;
      for (int i = 0; i < count; ++i) axis = axis - axes[i] * dot(axis, axes[i]);
      const double size = std::sqrt(dot(axis, axis));
      if (size < 1e-7) return false;
      axes[count++] = axis * (1 / size);
      foot = foot + axes[count - 1] * ((plane->height - dot(plane->normal, foot)) / size);
    }
    const double length = std::sqrt(dot(foot, foot));
    if (length >= best_) return false;
    if (is_free(foot)) best_ = length;
    return true;
  }

  std::vector<Plane> planes_;
  std::vector<Sum> sums_;
  double best_ = 0;
};

}  // namespace graze::test
