// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "graze/base/function_ref.h"
#include "graze/base/handle.h"
#include "graze/base/result.h"
#include "graze/broad/broad_phase.h"
#include "graze/query/distance.h"
#include "graze/shape/instance.h"

namespace graze::inline GRAZE_ABI {

/// Handle of an object: slot, generation and number of its world.
using ObjectHandle = Handle<struct ObjectTag>;

/// An object of a world. Shapes are shared: any number of objects may have the same one.
struct Object {
  Instance instance;  ///< shape, placement in the world, margin in world units
  void* user_data = nullptr;
  ProxyFilter filter = {};  ///< which pairs of objects scenes look at
  /// Pairs of two fixed objects are never tested. A fixed object may still be moved now and then.
  ProxyMobility mobility = ProxyMobility::moving;
  bool is_sensor = false;  ///< its pairs have events, but neither contacts nor distances
};

/// Settings of a World.
struct WorldSettings {
  /// Part of every handle, 1 .. Handle::kMaxOwner: two worlds with the same number cannot tell their handles
  /// apart. 0: the next of a counter that the process shares (it repeats after kMaxOwner worlds). Nothing but
  /// the handles depends on it.
  std::uint32_t number = 0;
};

struct WorldState;  // private to the library

/// Owns objects; scenes refer to them. Every function answers null, stale and foreign handles with an error
/// that says which it is, or with null, and then changes nothing. What is bad in an argument is named.
///
/// Not to be changed while another thread reads it or one of its scenes. Objects know the scenes that they
/// are in, so worlds, scenes and objects may be destroyed in any order; a scene whose world is gone is empty
/// and stays so.
///
/// Where memory runs out, create() throws std::bad_alloc and has changed nothing; the other functions that
/// change something succeed.
class GRAZE_API World {
 public:
  /// A world without objects.
  explicit World(const WorldSettings& settings = {});
  ~World();
  /// The world moved from has no objects and number 0, and refuses objects, until another is assigned to it.
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Adds an object in the lowest slot that is free. Refuses invalid instances with the errors of
  /// make_instance().
  [[nodiscard]] Result<ObjectHandle> create(const Object& object);
  /// Destroys an object and takes it out of all scenes; its pairs end at their next update.
  [[nodiscard]] std::optional<Error> destroy(ObjectHandle object);

  /// Moves an object: `placement` maps its local coordinates to the world. Refuses singular and non-finite
  /// ones.
  [[nodiscard]] std::optional<Error> set_placement(ObjectHandle object, const Affine& placement);
  /// Moves many objects at once, all or none. The position of an error is the first that is refused.
  [[nodiscard]] std::optional<Error> set_placements(std::span<const ObjectHandle> objects,
                                                    std::span<const Affine> placements);
  /// Replaces the shape of an object; an invalid one is refused.
  [[nodiscard]] std::optional<Error> set_shape(ObjectHandle object, const Shape& shape);
  /// Sets the margin of an object, in world units; negative and non-finite ones are refused.
  [[nodiscard]] std::optional<Error> set_margin(ObjectHandle object, Real margin);
  /// Replaces the filter of an object; pairs may begin and end by it at the next update of its scenes.
  [[nodiscard]] std::optional<Error> set_filter(ObjectHandle object, const ProxyFilter& filter);
  /// Replaces the user data of an object. Scenes do not see it as a change.
  [[nodiscard]] std::optional<Error> set_user_data(ObjectHandle object, void* user_data);
  /// Tells the world that the geometry behind a shape was changed from outside: a mesh or a compound was
  /// refitted. Until then scenes keep its old box.
  [[nodiscard]] std::optional<Error> shape_changed(ObjectHandle object);

  /// The object of a handle; null for handles that are null, stale or foreign. Valid until the next object is
  /// created or this one is destroyed.
  [[nodiscard]] const Object* find(ObjectHandle object) const;
  /// Number of objects.
  [[nodiscard]] std::size_t size() const;
  /// Visits all objects by rising slot. The visitor must not create or destroy objects.
  void for_each(FunctionRef<void(ObjectHandle handle, const Object& object)> visit) const;
  /// Number of the world, part of its handles; see WorldSettings.
  [[nodiscard]] std::uint32_t number() const;
  /// Memory on the heap in bytes, without shapes and without scenes.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// For the library.
  [[nodiscard]] WorldState& state() const;

 private:
  std::unique_ptr<WorldState> state_;
};

/// Distance of two objects as they are placed now, in world units, whatever scenes they are in; see
/// distance() of instances. An error for handles that are null, stale or foreign.
[[nodiscard]] GRAZE_API Result<Distance> distance(const World& world, ObjectHandle a, ObjectHandle b,
                                                  const QuerySettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
