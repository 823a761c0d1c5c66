// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "graze/base/executor.h"
#include "graze/query/contact_manifolds.h"
#include "graze/query/ray_cast.h"
#include "graze/query/shape_cast.h"
#include "graze/scene/world.h"

namespace graze::inline GRAZE_ABI {

struct SceneSettings {
  Executor executor = {};       ///< runs parts of an update; no byte of the results depends on it
  bool with_contacts = false;   ///< contact sets of pairs that meet or are closer than `prediction`
  Real prediction = 0;          ///< world units; as in ContactSettings
  bool with_distances = false;  ///< distances of pairs that are not farther apart than `threshold`
  Real threshold = 0;           ///< world units
  Real relative_error = QuerySettings{}.relative_error;
  int max_iterations = QuerySettings{}.max_iterations;
};

/// What happened to a pair in the last update.
enum class PairPhase : std::uint8_t {
  begin,  ///< they meet, and did not before
  stay,   ///< they meet, and did before
  end,    ///< they met before, and do not any more; or one of them left the scene
  near,   ///< apart, before as well; reported for its distance or its predicted contacts
};
/// Static name of a phase.
[[nodiscard]] GRAZE_API const char* to_string(PairPhase phase) noexcept;

/// Two objects that an update reports. a has the lower slot; normals point from a to b.
struct ScenePair {
  ObjectHandle a, b;
  Contact contact = Contact::apart;
  PairPhase phase = PairPhase::begin;
  bool has_sensor = false;
  /// Of convex objects the one of contacts(), of others all of contact_manifolds(), by pieces. Empty without
  /// settings.with_contacts, and for sensors.
  std::span<const ContactManifold> contacts;
  /// Null without settings.with_distances, for sensors, and beyond the threshold.
  const Distance* distance = nullptr;
};

/// What the last update did.
struct UpdateStatistics {
  std::size_t boxes = 0;      ///< boxes that were computed anew
  std::size_t box_pairs = 0;  ///< pairs whose boxes overlap, all of them
  /// Of those, pairs that were asked again: something of them changed, and it may matter.
  std::size_t tested = 0;
};

/// What a query sees. All in it must hold.
struct SceneQuery {
  ProxyFilter filter = {~std::uint32_t{0}, ~std::uint32_t{0}};  ///< of the query; must pass the object's
  ObjectHandle ignore = {};                                     ///< this object is not seen; may be null
  /// Null, or: is this object seen? Called from the thread of the query.
  bool (*accepts)(void* context, ObjectHandle handle, const Object& object) = nullptr;
  void* context = nullptr;
  bool with_margins = true;  ///< false: objects are asked without their margins
  Real relative_error = QuerySettings{}.relative_error;
  int max_iterations = QuerySettings{}.max_iterations;
};

struct SceneRayHit {
  ObjectHandle object;  ///< null: nothing was hit
  RayCast cast;
  explicit operator bool() const { return bool(object); }
};
struct SceneShapeHit {
  ObjectHandle object;  ///< null: nothing was hit
  ShapeCast cast;
  explicit operator bool() const { return bool(object); }
};
struct SceneNeighbour {
  ObjectHandle object;
  Distance distance;  ///< from the probe (a) to the object (b)
};
/// Objects in the caller's buffer.
template <class T>
struct SceneHits {
  std::span<T> written;
  std::size_t found = 0;  ///< all of them; if more than fit, the first ones were written
};

struct SceneState;  // private to the library

/// Some objects of a world, and which of them meet. An object may be in any number of scenes.
///
/// One frame: move objects (World), then update(), then read pairs(). Only what changed since the last update
/// is computed anew; pairs in which nothing changed keep their answers, and so do pairs that were so far
/// apart that their moves since cannot have brought them together. Which pairs are reported, in which order
/// and with which bytes depends on the objects and on the updates before, not on threads nor on the order in
/// which objects were moved in between. Half-spaces, and whatever else has no finite box, are paired with
/// every other object; two half-spaces with each other are not a pair.
///
/// Queries answer for the objects as they are at the moment, updated or not, and may run from many threads as
/// long as nothing is changed. (What moved since the last refresh() is looked at one by one: call refresh()
/// between many moves and many queries.)
class GRAZE_API Scene {
 public:
  explicit Scene(World& world, const SceneSettings& settings = {});
  ~Scene();
  Scene(Scene&&) noexcept;
  Scene& operator=(Scene&&) noexcept;

  /// Refuses bad handles and objects that are in the scene already.
  std::optional<Error> add(ObjectHandle object);
  /// Refuses bad handles and objects that are not in the scene.
  std::optional<Error> remove(ObjectHandle object);
  [[nodiscard]] bool contains(ObjectHandle object) const;
  [[nodiscard]] std::size_t size() const;
  /// By rising slot. The visitor must not change the scene.
  void for_each_object(FunctionRef<void(ObjectHandle object)> visit) const;

  /// The pair is not looked at from now on, until one of the two leaves the scene. Both must be in it.
  std::optional<Error> ignore(ObjectHandle a, ObjectHandle b);
  /// It is looked at again.
  std::optional<Error> unignore(ObjectHandle a, ObjectHandle b);

  /// Brings boxes and pairs of boxes up to date, but asks no pair.
  std::optional<Error> refresh();
  /// One frame, see above. Refused (ErrorCode::unsupported) from within a callback of for_each() or of a
  /// response table on this scene.
  std::optional<Error> update();
  /// What the last update found, by (slot of a, slot of b): pairs that meet, pairs that ended, and pairs
  /// within the threshold or the prediction. Valid until the next update(), refresh() or test of a response
  /// table.
  [[nodiscard]] std::span<const ScenePair> pairs() const;
  /// The same, one by one; false from the callback ends it. The callback may move, create, add, remove and
  /// destroy objects, and destroy this scene: the pass goes on with what was found, but leaves out objects
  /// that were destroyed meanwhile. Scenes see the changes at their next update.
  void for_each(FunctionRef<bool(const ScenePair& pair)> callback) const;
  [[nodiscard]] const UpdateStatistics& statistics() const;
  /// On the heap, without shapes.
  [[nodiscard]] std::size_t memory_bytes() const;
  /// Box of an object of this scene, grown by half of what the settings ask for beyond contact; empty if it
  /// is not in the scene, infinite for half-spaces.
  [[nodiscard]] Aabb box(ObjectHandle object) const;

  // Queries. Touching and uncertain hits count. Bad arguments find nothing. Objects at the same place (equal
  // parameter, time or distance) come by rising slot.

  /// The first object along the ray.
  [[nodiscard]] SceneRayHit ray_cast(const Ray& ray, const SceneQuery& query = {}) const;
  /// Whether anything is in the way: any object that is hit, the same every time, not the first.
  [[nodiscard]] SceneRayHit any_ray_hit(const Ray& ray, const SceneQuery& query = {}) const;
  /// All objects that the ray meets, each with its first point, by rising parameter.
  [[nodiscard]] SceneHits<SceneRayHit> all_ray_hits(const Ray& ray, std::span<SceneRayHit> out,
                                                    const SceneQuery& query = {}) const;
  /// ray_cast() of many; out[i] is of rays[i]. An error when the lengths differ. The executor may run parts.
  std::optional<Error> ray_casts(std::span<const Ray> rays, std::span<SceneRayHit> out,
                                 const SceneQuery& query = {}, const Executor& executor = {}) const;
  /// The first object that `moving` meets on its way by `translation`.
  [[nodiscard]] SceneShapeHit shape_cast(const Instance& moving, const Vec3& translation,
                                         const SceneQuery& query = {}) const;
  /// Objects that meet the probe, by rising slot.
  [[nodiscard]] SceneHits<ObjectHandle> overlaps(const Instance& probe, std::span<ObjectHandle> out,
                                                 const SceneQuery& query = {}) const;
  /// Objects that contain the point or touch it, by rising slot.
  [[nodiscard]] SceneHits<ObjectHandle> at_point(const Vec3& point, std::span<ObjectHandle> out,
                                                 const SceneQuery& query = {}) const;
  /// The objects nearest to the probe, not farther away than max_distance, as many as `out` has room for, by
  /// rising upper bound of the distance.
  [[nodiscard]] std::span<SceneNeighbour> nearest(const Instance& probe, std::span<SceneNeighbour> out,
                                                  Real max_distance = kInfinity,
                                                  const SceneQuery& query = {}) const;

  /// For the library.
  [[nodiscard]] const std::shared_ptr<SceneState>& state() const { return state_; }

 private:
  std::shared_ptr<SceneState> state_;
};

}  // namespace graze::inline GRAZE_ABI
