// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Small meshes whose every number is known, and a torus.

#include <cmath>
#include <cstdint>
#include <vector>

#include "graze/mesh/triangle_mesh.h"

namespace graze::test {

struct MeshModel {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> indices;

  [[nodiscard]] VertexArray vertex_array() const { return make_vertex_array(vertices); }
  [[nodiscard]] IndexArray index_array() const { return make_index_array(indices); }
  [[nodiscard]] std::size_t triangle_count() const { return indices.size() / 3; }
  [[nodiscard]] Triangle triangle(std::size_t i) const {
    return {vertices[indices[3 * i]], vertices[indices[3 * i + 1]], vertices[indices[3 * i + 2]]};
  }
};

[[nodiscard]] inline Result<TriangleMesh> build(const MeshModel& model, const MeshSettings& settings = {}) {
  return make_triangle_mesh(model.vertex_array(), model.index_array(), settings);
}

/// The triangles of b after those of a; vertices are not shared.
[[nodiscard]] inline MeshModel join(MeshModel a, const MeshModel& b) {
  const auto offset = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const std::uint32_t i : b.indices) a.indices.push_back(i + offset);
  return a;
}

/// Seen from the other side.
[[nodiscard]] inline MeshModel turned_inside_out(MeshModel model) {
  for (std::size_t i = 0; i < model.indices.size(); i += 3) std::swap(model.indices[i], model.indices[i + 1]);
  return model;
}

/// Corner i has bit 0 for x, 1 for y, 2 for z; faces -x, +x, -y, +y, -z, +z, two triangles each, outward.
[[nodiscard]] inline MeshModel cube_model(Real half = 1, const Vec3& centre = {}) {
  MeshModel model;
  for (int i = 0; i < 8; ++i)
    model.vertices.push_back(centre + Vec3{i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half});
  model.indices = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                   2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
  return model;
}

/// The corner of a cube: three right angles at the origin.
[[nodiscard]] inline MeshModel tetrahedron_model() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}};
}

/// An L of two arms, one unit wide, two units long: the square from the origin to (2, 2) less its upper right
/// quarter, from z = low to z = high.
[[nodiscard]] inline MeshModel l_model(Real low = 0, Real high = 1) {
  MeshModel model;
  const Vec3 outline[] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  for (const Real z : {low, high})
    for (const Vec3& p : outline) model.vertices.push_back({p.x, p.y, z});
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    model.indices.insert(model.indices.end(), {a, b, c});
  };
  constexpr std::uint32_t kTop[4][3] = {{0, 1, 3}, {1, 2, 3}, {0, 3, 5}, {3, 4, 5}};
  for (const auto& [a, b, c] : kTop) {
    add(a + 6, b + 6, c + 6);
    add(b, a, c);
  }
  for (std::uint32_t i = 0; i < 6; ++i) {
    add(i, (i + 1) % 6, (i + 1) % 6 + 6);
    add(i, (i + 1) % 6 + 6, i + 6);
  }
  return model;
}

/// Around the y axis: around * tube * 2 triangles.
[[nodiscard]] inline MeshModel torus_model(int around, int tube, double major = 10, double minor = 2) {
  MeshModel model;
  constexpr double kTurn = 6.283185307179586;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < tube; ++j) {
      const double u = kTurn * i / around, v = kTurn * j / tube, r = major + minor * std::cos(v);
      model.vertices.push_back({Real(r * std::cos(u)), Real(minor * std::sin(v)), Real(r * std::sin(u))});
    }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i % around * tube + j % tube); };
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < tube; ++j)
      for (const std::uint32_t index :
           {at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)})
        model.indices.push_back(index);
  return model;
}

/// A prism of 1 around the y axis, y = -1 to 1, as outward triangles: its ends are fans around a rim vertex,
/// with slivers.
[[nodiscard]] inline MeshModel prism_model(std::uint32_t sides) {
  MeshModel model;
  for (std::uint32_t i = 0; i < sides; ++i) {
    const double angle = 6.283185307179586 * i / sides;
    for (const Real y : {Real(-1), Real(1)})
      model.vertices.push_back({Real(std::cos(angle)), y, Real(std::sin(angle))});
  }
  for (std::uint32_t i = 0; i < sides; ++i) {
    const std::uint32_t a = 2 * i, b = 2 * ((i + 1) % sides);
    model.indices.insert(model.indices.end(), {a, a + 1, b + 1, a, b + 1, b});
    if (i > 0 && i + 1 < sides) model.indices.insert(model.indices.end(), {0, a, b, 1, b + 1, a + 1});
  }
  return model;
}

/// A ball of quads of 1 around the y axis; triangles at the poles have two corners at one place.
[[nodiscard]] inline MeshModel uv_sphere_model(std::uint32_t around, std::uint32_t down) {
  MeshModel model;
  for (std::uint32_t j = 0; j <= down; ++j)
    for (std::uint32_t i = 0; i < around; ++i) {
      const double u = 6.283185307179586 * i / around, v = 3.141592653589793 * j / down;
      const double r = j == 0 || j == down ? 0 : std::sin(v);
      model.vertices.push_back({Real(r * std::cos(u)), Real(std::cos(v)), Real(r * std::sin(u))});
    }
  for (std::uint32_t j = 0; j < down; ++j)
    for (std::uint32_t i = 0; i < around; ++i) {
      const std::uint32_t a = j * around + i, b = j * around + (i + 1) % around;
      model.indices.insert(model.indices.end(), {a, b, b + around, a, b + around, a + around});
    }
  return model;
}

/// The cube of half 1 with the middle of its face +y pushed in by `dent`.
[[nodiscard]] inline MeshModel dented_cube_model(Real dent) {
  MeshModel model = cube_model();
  model.vertices.push_back({0, 1 - dent, 0});
  model.indices.erase(model.indices.begin() + 18, model.indices.begin() + 24);
  model.indices.insert(model.indices.end(), {2, 6, 8, 6, 7, 8, 7, 3, 8, 3, 2, 8});
  return model;
}

/// Vertices under a linear map, rounded to Real.
[[nodiscard]] inline MeshModel mapped(const Mat3& linear, MeshModel model) {
  for (Vec3& v : model.vertices) v = linear * v;
  return model;
}

}  // namespace graze::test
