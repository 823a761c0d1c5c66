// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graze/graze.h"

// One shape of every kind that there is, each about the size of a unit ball around its origin.

namespace cliffs {

/// Vertices and corners of triangles.
struct Soup {
  std::vector<graze::Vec3> points;
  std::vector<std::uint32_t> corners;
};

/// A closed sphere of radius one with bumps, 2 * rings * sectors triangles.
Soup bumpy_sphere(int rings, int sectors, double bumps);
/// A mesh of the triangles; invalid if it is refused. A borrowed one reads the soup.
graze::Shape mesh_of(const Soup& soup, bool is_solid, graze::MeshLayout layout = graze::MeshLayout::fast);
/// Points on the unit sphere, the same every time.
std::vector<graze::Vec3> points_on_sphere(int count);

/// A shape by name.
struct Kind {
  std::string name;
  graze::Shape shape;
  double margin = 0;
  bool is_whole = false;             // a mesh, height field or compound
  std::shared_ptr<const Soup> soup;  // read by a borrowed mesh
  bool is_nested = false;            // a compound of meshes or compounds
};

/// All kinds: the half-space first, then convex shapes, then wholes.
std::vector<Kind> make_kinds();

}  // namespace cliffs
