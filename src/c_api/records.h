// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Shapes, vertex bases and objects behind handles of the C API.

#include <cstdint>
#include <memory>
#include <vector>

#include "SOLID/SOLID.h"
#include "graze/broad/broad_phase.h"
#include "graze/math/aabb.h"
#include "graze/mesh/triangle_mesh.h"
#include "graze/query/settings.h"
#include "graze/shape/instance.h"
#include "handles.h"

namespace graze::c_api {

struct ShapeRecord;
struct ObjectRecord;
struct SceneRecord;

/// A caller's array; `pointer` may be null, then vertices come by value.
struct VertexBase {
  static constexpr HandleKind kKind = HandleKind::vertex_base;
  const void* pointer = nullptr;
  std::size_t stride = 0;
  std::vector<std::weak_ptr<ShapeRecord>> shapes;  // complex shapes to refit
};

/// Pieces of a complex shape: vertex numbers, one piece after the other.
struct Soup {
  std::vector<DT_Index> indices;
  std::vector<std::size_t> ends;  // of each piece, in `indices`
};

/// A shape that is being defined, between New and End.
struct Definition {
  bool is_polytope = false;
  std::vector<BasicVec3<float>> points;  // given by value
  std::vector<DT_Index> pending;         // since the last DT_End
  Soup soup;
};

/// Shared by its handle and by the objects made of it, so that it may be deleted before them.
struct ShapeRecord {
  static constexpr HandleKind kKind = HandleKind::shape;
  Shape shape;  // invalid while open, and where the definition was refused
  std::unique_ptr<Definition> open;
  // On a caller's array; complex shapes read it again:
  std::shared_ptr<VertexBase> base;  // null: vertices by value
  std::vector<DT_Index> used;        // numbers in the array, rising
  Soup soup;                         // by position in `used`
  TriangleMesh mesh;                 // if all pieces are triangles
  std::vector<ObjectRecord*> objects;
};

/// That an object is in a scene, and as which box.
struct Membership {
  SceneRecord* scene = nullptr;
  ProxyId proxy = kNoProxy;
};

/// The class of an object in a table. The table may be gone: its number is never used again.
struct ClassInTable {
  std::uintptr_t table = 0;
  DT_ResponseClass response_class = 0;
};

struct ObjectRecord {
  static constexpr HandleKind kKind = HandleKind::object;
  void* client = nullptr;
  std::uintptr_t handle = 0;
  std::uint64_t number = 0;  // in the order of creation
  std::shared_ptr<ShapeRecord> shape;
  std::size_t place_in_shape = 0;  // in shape->objects
  Instance instance;
  Aabb box;  // of the instance, always finite
  std::vector<Membership> scenes;
  std::vector<ClassInTable> classes;
};

/// The geometry of the shape changed: boxes of its objects follow.
void update_objects(ShapeRecord& shape);

/// The box of the object changed: its scenes follow.
void update_scenes(ObjectRecord& object);
/// Before the object dies.
void leave_scenes(ObjectRecord& object);

/// Settings of queries, with the accuracy set by DT_SetAccuracy.
[[nodiscard]] QuerySettings query_settings();

}  // namespace graze::c_api
