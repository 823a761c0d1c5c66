// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Shapes, vertex bases, objects, scenes and response tables behind handles of the C API, and questions about
// objects in its terms.

#include <cstdint>
#include <memory>
#include <vector>

#include "SOLID/SOLID.h"
#include "graze/broad/tree_broad_phase.h"
#include "graze/mesh/triangle_mesh.h"
#include "graze/query/penetration.h"
#include "graze/query/piece_contacts.h"
#include "graze/query/ray_cast.h"
#include "graze/scene/response_table.h"
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
  std::uint64_t version = 0;  // how often vertices were read again
};

/// Null, and an error, for a shape that is not defined yet or was refused.
[[nodiscard]] ShapeRecord* find_closed(DT_ShapeHandle handle, const char* argument);

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
  Mat3 linear;              // as it was given; that of the instance unless it flattens space
  Aabb box;                 // of the instance, always finite
  std::uint64_t state = 1;  // a number for the placement, the margin and the geometry as they are
  Vec3 reach;               // of the shape in its frame: no coordinate of it is larger
  double travel = 0;        // no point of the object has moved farther, all ways together, margin included
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
/// Settings of ray casts, which are right to the last place of a float.
[[nodiscard]] QuerySettings ray_settings();

/// penetration(); of complex shapes, that of the deepest pair of pieces. `contact` is what all pieces have in
/// common: touching where no pair overlaps. Of objects that are apart, how far at least, with a cache.
[[nodiscard]] PieceDepth deepest_penetration(const Instance& a, const Instance& b,
                                             const QuerySettings& settings);
/// How far two convex shapes are apart along an axis from a to b, at least; negative: it does not separate
/// them.
[[nodiscard]] Real gap_along(const Instance& a, const Instance& b, const Vec3& axis);

/// The ray of two points of the caller's; nothing, and an error, if it cannot be used.
[[nodiscard]] bool make_ray(const DT_Scalar* source, const DT_Scalar* target, DT_Scalar max_param, Ray& ray);

/// ray_cast(), but a ray in the plane of a triangle of a mesh without a margin misses it, as in the original:
/// it sees surfaces, not their edges.
[[nodiscard]] RayCast cast_at(const ObjectRecord& object, const Ray& ray, const QuerySettings& settings);

/// Two objects whose boxes overlap, and what the last test learned about them. A test of two objects that
/// are as they were begins where the last one began, and so ends where that ended: at the same one of
/// equal normals.
struct BoxPair {
  ProxyPair proxies;
  PairCache cache;          // when the last test ended
  PairCache start;          // when it began
  std::uint64_t state = 0;  // of both objects, when it began; 0: never
  // When they were last found to be apart: by how much at least, how far both had travelled, and how often
  // their shapes had changed.
  double clearance = 0, travel = 0;
  std::uint64_t version = 0;
};

struct SceneRecord {
  static constexpr HandleKind kKind = HandleKind::scene;
  TreeBroadPhase broad;
  std::vector<ObjectRecord*> objects;  // by proxy; null where there is none
  std::vector<BoxPair> pairs;          // as of the last flush, sorted
  std::uint64_t changes = 0;           // how often `pairs` changed
  bool is_destroyed = false;           // by a callback, while a test runs
};

/// Brings `pairs` up to date.
void flush_pairs(SceneRecord& scene);

struct TableRecord {
  static constexpr HandleKind kKind = HandleKind::table;
  std::uintptr_t number = 0;  // its handle
  ResponseTable lists;        // of pairs of classes; which object has which class is known to the objects
  bool is_destroyed = false;  // by a callback, while a test runs
};

/// Null if the object has no class in the table.
[[nodiscard]] const ClassInTable* find_class(const ObjectRecord& object, const TableRecord& table);

/// Who meets; the handles are ours.
void set_objects(const ObjectRecord& a, const ObjectRecord& b, Collision& collision);

/// Runs the list of two classes until one returns non-zero: then true. Reads it anew for every callback,
/// which may change it. Of a collision that is only witnessed, depth responses are not told. `called` is set
/// if one was called.
bool call_responses(const TableRecord& table, ResponseClass a, ResponseClass b, const Collision& collision,
                    bool& called);

}  // namespace graze::c_api
