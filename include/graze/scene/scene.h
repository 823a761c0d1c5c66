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
#include "graze/scene/impacts.h"
#include "graze/scene/world.h"

namespace graze::inline GRAZE_ABI {

/// Settings of a Scene: which data its updates compute for pairs.
struct SceneSettings {
  Executor executor = {};       ///< runs parts of an update; no byte of the results depends on it
  bool with_contacts = false;   ///< contact sets of pairs in contact or closer than `prediction`
  Real prediction = 0;          ///< world units; as in ContactSettings
  bool with_distances = false;  ///< distances of pairs that are not farther apart than `threshold`
  Real threshold = 0;           ///< world units
  Real relative_error = QuerySettings{}.relative_error;
  int max_iterations = QuerySettings{}.max_iterations;
};

/// Change of a pair in the last update.
enum class PairPhase : std::uint8_t {
  begin,  ///< in contact, and was not before
  stay,   ///< in contact, and was before
  end,    ///< no longer in contact, or one of them left the scene
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
  /// One manifold of contacts() for convex objects, all of contact_manifolds() by pieces for others. Empty
  /// without settings.with_contacts, and for sensors.
  std::span<const ContactManifold> contacts;
  /// Distance from a to b; null without settings.with_distances, for sensors, and beyond the threshold.
  const Distance* distance = nullptr;
};

/// Work of the last update.
struct UpdateStatistics {
  std::size_t boxes = 0;      ///< boxes that were computed anew
  std::size_t box_pairs = 0;  ///< pairs whose boxes overlap, all of them
  /// Box pairs that were queried anew: one of the objects changed by more than their separation allows for.
  std::size_t tested = 0;
};

/// Which objects a query of a scene sees, all conditions together, and how accurate it is.
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

/// An object hit by a ray.
struct SceneRayHit {
  ObjectHandle object;  ///< null: nothing was hit, or the cast was refused
  RayCast cast;
  /// Whether an object was hit; of a cast that was refused, see its status, nobody knows which.
  explicit operator bool() const { return bool(cast); }
};
/// An object hit by a moving shape.
struct SceneShapeHit {
  ObjectHandle object;  ///< null: nothing was hit, or the cast was refused
  ShapeCast cast;
  /// Whether an object was hit; of a cast that was refused, see its status, nobody knows which.
  explicit operator bool() const { return bool(cast); }
};
/// An object near a probe.
struct SceneNeighbour {
  ObjectHandle object;
  Distance distance;  ///< from the probe (a) to the object (b)
};
/// Objects in the caller's buffer.
template <class T>
struct SceneHits {
  std::span<T> written;
  std::size_t found = 0;              ///< all of them; if more than fit, the first ones were written
  Status status = Status::converged;  ///< invalid_argument: nothing was asked, and nothing is excluded
};

/// The nearest objects, in the caller's buffer.
struct SceneNeighbours {
  std::span<SceneNeighbour> written;
  Status status = Status::converged;  ///< invalid_argument: nothing was asked, and nothing is excluded
};

struct SceneState;  // private to the library

/// A set of objects of a world, and which of them are in contact. An object may be in any number of scenes.
///
/// One frame: move objects (World), then update(), then read pairs(). Only what changed since the last update
/// is computed anew; pairs in which nothing changed keep their answers, and so do pairs that were so far
/// apart that their moves since cannot have brought them together. Which pairs are reported, in which order
/// and with which bytes depends on the objects and on the updates before, not on threads nor on the order in
/// which objects were moved in between. Half-spaces, and whatever else has no finite box, are paired with
/// every other object; two half-spaces with each other are not a pair.
///
/// Queries answer for the objects as they are at the moment, updated or not, and may run from many threads as
/// long as nothing is changed. Objects that moved since the last refresh() are tested one by one: call
/// refresh() between many moves and many queries.
///
/// Impacts between two frames are told by advance(): a frame begins where objects are at an update(), or
/// where they are added, and the next update() ends it.
///
/// Where memory runs out, functions throw std::bad_alloc. add(), ignore() and set_motion() have then changed
/// nothing. After an update() that threw, pairs() is empty, and the next one reports everything since the
/// last that succeeded; after an advance() that threw, impacts() is. remove() and unignore() always succeed.
class GRAZE_API Scene {
 public:
  /// A scene without objects. The world may be destroyed first; the scene is empty from then on.
  explicit Scene(World& world, const SceneSettings& settings = {});
  ~Scene();
  /// The scene moved from is empty, like one whose world was destroyed, until another is assigned to it.
  Scene(Scene&&) noexcept;
  Scene& operator=(Scene&&) noexcept;

  /// Adds an object of the world. Refuses bad handles and objects that are in the scene already.
  [[nodiscard]] std::optional<Error> add(ObjectHandle object);
  /// Removes an object; its pairs end at the next update. Refuses bad handles and objects that are not in the
  /// scene.
  [[nodiscard]] std::optional<Error> remove(ObjectHandle object);
  /// Whether an object is in the scene.
  [[nodiscard]] bool contains(ObjectHandle object) const;
  /// Number of objects in the scene.
  [[nodiscard]] std::size_t size() const;
  /// Visits all objects by rising slot. The visitor must not change the scene.
  void for_each_object(FunctionRef<void(ObjectHandle object)> visit) const;

  /// Ignores a pair from now on, until one of the two leaves the scene. Both must be in it.
  [[nodiscard]] std::optional<Error> ignore(ObjectHandle a, ObjectHandle b);
  /// Ends ignore() for a pair.
  [[nodiscard]] std::optional<Error> unignore(ObjectHandle a, ObjectHandle b);

  /// Brings boxes and pairs of boxes up to date, but queries no pair.
  [[nodiscard]] std::optional<Error> refresh();
  /// Computes one frame: queries the pairs of boxes in which something changed, and reports them in pairs().
  /// Refused (ErrorCode::unsupported) from within a callback of for_each() or of a
  /// response table on this scene.
  [[nodiscard]] std::optional<Error> update();
  /// Pairs of the last update, by (slot of a, slot of b): in contact, ended, and within the threshold or the
  /// prediction. Valid until the next update(), advance(), refresh() or test of a response table.
  [[nodiscard]] std::span<const ScenePair> pairs() const;
  /// Visits the pairs of the last update in the order of pairs(); false ends it. The callback may move,
  /// create, add, remove and destroy objects, and destroy this scene: the pass goes on with what was found,
  /// but leaves out objects that were destroyed meanwhile. Scenes see the changes at their next update.
  void for_each(FunctionRef<bool(const ScenePair& pair)> callback) const;
  /// Work of the last update; valid until the next one.
  [[nodiscard]] const UpdateStatistics& statistics() const;

  /// Finds the pairs that meet in this frame, between its beginning and time 1. By default an object goes
  /// from where the frame began to where it is now: along Path::slerp() where both placements are rigid or
  /// similarities, else along Path::entrywise() (half-spaces then jump: they are where they are now all the
  /// time). A set_motion() comes before that. Shapes, margins and filters count as they are now.
  ///
  /// Moves nothing and ends no frame: call it any number of times, place objects where they met, and end the
  /// frame by update(), which also tells the next advance() which pairs are far apart. Ignored pairs, filters
  /// and fixed objects count as for update(); a pair in which nothing moves has no impact. pairs() is no
  /// longer valid. Refused like update(), and for settings that make no sense.
  [[nodiscard]] std::optional<Error> advance(const AdvanceSettings& settings = {});
  /// How an object moves in this frame; forgotten by the next update(). The path says where it begins: as a
  /// rule where the object is. Refuses invalid paths, and for half-spaces those that are not rigid formulas.
  [[nodiscard]] std::optional<Error> set_motion(ObjectHandle object, const Path& path);
  /// Impacts of the last advance by rising time (TimeOfImpact::lower), at equal times by (slot of a, slot of
  /// b). As for pairs(), no byte depends on threads or on the order of moves. Valid until the next advance().
  [[nodiscard]] std::span<const SceneImpact> impacts() const;
  /// For solvers that want no times: the contacts of the pairs that may meet in this frame, as they are at
  /// its beginning, with a prediction of as much as the two can come nearer until time 1, but of no more than
  /// `most` (world units, finite). Objects move as for advance(); pairs in contact already are there, pairs
  /// in which nothing moves and those of sensors are not. Refused like advance(), which it does not disturb.
  [[nodiscard]] std::optional<Error> speculate(Real most);
  /// Pairs of the last speculate() that have contacts, by (slot of a, slot of b). Valid until the next one.
  [[nodiscard]] std::span<const SpeculativePair> speculative_pairs() const;
  /// Work of the last advance() or speculate(); valid until the next one.
  [[nodiscard]] const AdvanceStatistics& advance_statistics() const;

  /// Memory on the heap in bytes, without shapes.
  [[nodiscard]] std::size_t memory_bytes() const;
  /// Box of an object of this scene in world coordinates, grown on every side by half of the larger of
  /// threshold and prediction; empty if it is not in the scene, infinite for half-spaces.
  [[nodiscard]] Aabb box(ObjectHandle object) const;

  // Queries, in world coordinates. Touching and uncertain hits count. A bad argument, settings included, is
  // answered by a status: nothing was asked then, and nothing is excluded. Objects with equal parameter, time
  // or distance come by rising slot.

  /// The first object along the ray; the parameter is in units of the ray's direction.
  [[nodiscard]] SceneRayHit ray_cast(const Ray& ray, const SceneQuery& query = {}) const;
  /// An object that the ray hits, not always the first; faster than ray_cast(). Equal calls give equal
  /// answers.
  [[nodiscard]] SceneRayHit any_ray_hit(const Ray& ray, const SceneQuery& query = {}) const;
  /// All objects that the ray hits, each with its first point, by rising parameter.
  [[nodiscard]] SceneHits<SceneRayHit> all_ray_hits(const Ray& ray, std::span<SceneRayHit> out,
                                                    const SceneQuery& query = {}) const;
  /// First hits of many rays; out[i] belongs to rays[i] and has the bytes of ray_cast(). An error when the
  /// lengths differ. The executor may run parts.
  [[nodiscard]] std::optional<Error> ray_casts(std::span<const Ray> rays, std::span<SceneRayHit> out,
                                               const SceneQuery& query = {},
                                               const Executor& executor = {}) const;
  /// The first object that `moving` touches on its way by `translation`; times are from 0 to 1.
  [[nodiscard]] SceneShapeHit shape_cast(const Instance& moving, const Vec3& translation,
                                         const SceneQuery& query = {}) const;
  /// Objects that overlap or touch the probe, by rising slot.
  [[nodiscard]] SceneHits<ObjectHandle> overlaps(const Instance& probe, std::span<ObjectHandle> out,
                                                 const SceneQuery& query = {}) const;
  /// Objects that contain the point or touch it, by rising slot.
  [[nodiscard]] SceneHits<ObjectHandle> at_point(const Vec3& point, std::span<ObjectHandle> out,
                                                 const SceneQuery& query = {}) const;
  /// The objects nearest to the probe, not farther away than max_distance, as many as `out` has room for, by
  /// rising upper bound of the distance.
  [[nodiscard]] SceneNeighbours nearest(const Instance& probe, std::span<SceneNeighbour> out,
                                        Real max_distance = kInfinity, const SceneQuery& query = {}) const;

  /// For the library.
  [[nodiscard]] const std::shared_ptr<SceneState>& state() const { return state_; }

 private:
  std::shared_ptr<SceneState> state_;
};

}  // namespace graze::inline GRAZE_ABI
