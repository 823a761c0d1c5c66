// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "graze/scene/scene.h"

namespace graze::inline GRAZE_ABI {

/// Subject of a line or triangle.
enum class DrawLayer : std::uint8_t {
  shape,    ///< edges and faces of objects
  box,      ///< their boxes in the scene
  contact,  ///< from point_a to point_b of every contact point, and the normal at its middle
  tree,     ///< boxes of the trees of meshes and compounds, turned with their objects
};

/// A line in world coordinates.
struct DrawLine {
  Vec3 a, b;
  DrawLayer layer = DrawLayer::shape;
  ObjectHandle object;  ///< null for contacts
};
/// A triangle in world coordinates.
struct DrawTriangle {
  Vec3 a, b, c;  ///< counterclockwise from outside, where the shape has an outside and is not mirrored
  DrawLayer layer = DrawLayer::shape;
  ObjectHandle object;
};

/// Receives lines and triangles. Either function may be null.
struct DrawVisitor {
  void* context = nullptr;
  void (*line)(void* context, const DrawLine& line) = nullptr;
  void (*triangle)(void* context, const DrawTriangle& triangle) = nullptr;
};

/// Which layers are drawn, and how finely.
struct DrawSettings {
  bool with_shapes = true;
  bool with_boxes = true;
  bool with_contacts = true;
  bool with_trees = false;
  /// Which levels of trees: the root is level 0, a box of a leaf one below its node. Each mesh within a
  /// compound has levels of its own.
  int first_tree_level = 0, last_tree_level = 31;
  int directions = 200;             ///< in how many directions curved shapes are sampled, 8 to 10000
  Real plane_size = 10;             ///< half the side of the square that stands for a half-space
  Real normal_length = Real(0.25);  ///< of contacts
};

/// Draws an instance in world coordinates: meshes as they are, polytopes by their faces, curved shapes and
/// margins by the hull of points on them, half-spaces by a square around the point nearest to the world's
/// origin; and the trees, without the margin. Allocates. Invalid instances draw nothing.
GRAZE_API void draw(const Instance& instance, const DrawVisitor& visitor, const DrawSettings& settings = {});
/// Draws all objects of a scene by rising slot, then the contacts of its last update. Allocates.
GRAZE_API void draw(const Scene& scene, const World& world, const DrawVisitor& visitor,
                    const DrawSettings& settings = {});

/// Lines and triangles kept in memory.
struct Drawing {
  std::vector<DrawLine> lines;
  std::vector<DrawTriangle> triangles;

  /// A visitor that appends to this drawing; good as long as the drawing stays where it is.
  [[nodiscard]] GRAZE_API DrawVisitor visitor();
};

/// View and size of a picture by to_svg().
struct SvgSettings {
  Vec3 view{-2, -1, -3};  ///< from the eye to the scene; parallel projection
  Vec3 up{0, 1, 0};
  int width = 800;  ///< pixels; the height follows from what is seen
};
/// The drawing as an SVG picture in parallel projection: triangles from back to front, then lines; a colour
/// per layer.
[[nodiscard]] GRAZE_API std::string to_svg(const Drawing& drawing, const SvgSettings& settings = {});
/// The drawing as a Wavefront OBJ file in world coordinates: one group of lines and triangles per layer.
[[nodiscard]] GRAZE_API std::string to_obj(const Drawing& drawing);

}  // namespace graze::inline GRAZE_ABI
