// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/base/executor.h"
#include "graze/base/result.h"
#include "graze/io/scene_data.h"
#include "graze/shape/instance.h"

// graze_check is built on the double library: include these headers with GRAZE_DOUBLE, which the CMake target
// sets.
namespace graze::inline GRAZE_ABI::check {

/// No object, scene or node.
inline constexpr std::uint32_t kNone = io::kNone;

/// A scene of a job. The world of a job has one unit and one up axis; scenes are turned and scaled into it.
struct SceneUse {
  const io::SceneData* scene = nullptr;  ///< must stay where it is while objects made of it are in use
  std::string file;                      ///< as messages name it
  std::string prefix;            ///< before the names of its objects, with a '/' between; may be empty
  io::Placement placement;       ///< moves the scene in the world, after units and axes were brought together
  Real metres_per_unit = 0;      ///< of the scene's lengths; 0: what the scene says
  std::optional<io::UpAxis> up;  ///< of the scene; none: what the scene says
};

/// Which nodes of a scene are objects.
enum class Grouping : std::uint8_t {
  /// Shapes belong to the nearest named group above them, shapes without one are objects; shapes of one face
  /// under one group are one object. Where that puts a whole scene into one object, its shapes are objects.
  automatic,
  groups,  ///< likewise, and a scene may be one object
  shapes,  ///< every shape
};

/// Told how far the work is, from one thread at a time and no more often than every few milliseconds; false
/// ends it.
struct Progress {
  bool (*report)(void* context, Real fraction) = nullptr;
  void* context = nullptr;
};

/// How scenes become objects.
struct ObjectOptions {
  Grouping grouping = Grouping::automatic;
  bool closed_are_solid = true;   ///< closed meshes bound solids; false: they are surfaces
  Real metres_per_unit = 0;       ///< of the world; 0: of the first scene that says, else 1
  std::optional<io::UpAxis> up;   ///< of the world; none: of the first scene
  Real time = 0;                  ///< seconds; animated things are where they are then
  bool include_excluded = false;  ///< also nodes that the file takes out of collisions
  Executor executor = {};
  Progress progress = {};  ///< asked between geometries
};

/// How queries take an object.
enum class Nature : std::uint8_t {
  solid,    ///< it has an inside: exact solids, closed meshes
  surface,  ///< faces with nothing inside
  lines,
  points,
  mixed,  ///< several of these
};

/// Static name of a nature, such as "solid".
[[nodiscard]] GRAZE_API const char* to_string(Nature nature) noexcept;

/// Curious things of geometry, counted.
struct MeshFacts {
  std::size_t open_edges = 0;
  std::size_t non_manifold_edges = 0;
  std::size_t flipped_edges = 0;
  std::size_t turned = 0;       ///< triangles that were turned round, so that a closed surface has an inside
  std::size_t degenerate = 0;   ///< triangles without area
  std::size_t duplicate = 0;    ///< triangles with the corners of another
  std::size_t non_planar = 0;   ///< faces that are not flat, but for rounding
  std::size_t improper = 0;     ///< faces that cross or touch themselves, or have no area
  std::size_t dropped = 0;      ///< faces with fewer than three corners
  std::size_t tessellated = 0;  ///< sides of cylinders and cones without caps: 256 facets
  /// Adds the counts of another.
  GRAZE_API MeshFacts& operator+=(const MeshFacts& other) noexcept;
};

/// One object: a shape, and where it stands.
struct Object {
  std::string name;                  ///< unique among all objects of the job
  std::uint32_t scene = kNone;       ///< of the list that objects were made of
  std::uint32_t node = kNone;        ///< of that scene: its frame moves the object
  std::vector<std::uint32_t> parts;  ///< nodes that have its geometries
  Shape shape;                       ///< in the frame of `placement`; objects of one geometry share it
  Affine placement;                  ///< world from object
  Nature nature = Nature::solid;
  std::uint32_t body = kNone;  ///< node of the rigid body that it belongs to
  bool is_flat = false;        ///< scaled by zero along some axis: the shape is baked, placement the identity
  bool is_mirrored = false;    ///< negative scale
  bool is_moving = false;      ///< its node, or one above, is animated
  bool is_deforming = false;   ///< its geometry is animated
  std::size_t primitives = 0;  ///< triangles, lines, points and exact shapes
  MeshFacts facts;
  Real tolerance = 0;  ///< how far its points may be from where they were meant, by the digits of the file
  Aabb bounds;         ///< in the world, tight but for rounding; empty while it is scaled to nothing
};

/// Summary of a scene and of decisions made for it.
struct SceneSummary {
  std::string file;
  Real scale = 1;                ///< world lengths per length of the file
  bool is_unit_assumed = false;  ///< neither file nor caller says what a unit is: taken for the world's
  bool is_turned = false;        ///< another up axis than the world's
  std::size_t nodes = 0, objects = 0;
  std::size_t excluded = 0;   ///< shapes that the file takes out of collisions
  std::size_t unmoved = 0;    ///< objects that move while they are flat: they count where they stand first
  std::size_t collapsed = 0;  ///< shapes scaled to a point, which is how files hide things: left out
  std::size_t unusable = 0;   ///< shapes without faces, or with numbers that are too large: left out
  std::size_t geometries = 0, shared = 0;  ///< in use, and how many uses are of one that is used before
};

/// Objects of a job, in the order of scenes and nodes.
struct Objects {
  std::vector<Object> list;
  std::vector<SceneSummary> scenes;
  std::vector<SceneUse> uses;  ///< as they were given
  ObjectOptions options;
  Real metres_per_unit = 1;  ///< of the world
  io::UpAxis up = io::UpAxis::y;
};

/// Objects of scenes. Exact primitives stay exact; geometry that is used several times is one shape. Refuses
/// scenes that are null, scales and placements that are not finite, by their position; ErrorCode::cancelled
/// when `options.progress` said so.
[[nodiscard]] GRAZE_API Result<Objects> make_objects(std::span<const SceneUse> scenes,
                                                     const ObjectOptions& options = {});

/// The object as an operand of queries.
[[nodiscard]] inline Instance instance_of(const Object& object) {
  return {object.shape, object.placement, 0};
}

/// Whether a name matches a pattern: `*` is any text, `?` one character, `[abc]`, `[a-z]` and `[!abc]` one of
/// a set, `\` takes the next character as it is. All of the name, case counts; `*` passes over '/' too. A '['
/// without an end is an ordinary character.
[[nodiscard]] GRAZE_API bool matches(std::string_view pattern, std::string_view name) noexcept;

}  // namespace graze::inline GRAZE_ABI::check
