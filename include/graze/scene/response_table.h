// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "graze/scene/scene.h"

namespace graze::inline GRAZE_ABI {

/// How much a response needs to know of a collision; each type up to `depth` includes the ones before
/// [Bergen03 §6.2].
enum class ResponseType : std::uint8_t {
  none,
  simple,     ///< that the objects meet
  witnessed,  ///< and a common point
  depth,      ///< and how deep they overlap: normal, depth, witness points
  impact,     ///< apart from these: when the objects meet on their way, see respond() with AdvanceSettings
};

/// A pair of objects in contact, as responses get it. Of two classes, a is of the lower one; of one class, a
/// has the lower slot.
struct Collision {
  ObjectHandle object_a, object_b;
  void* user_a = nullptr;
  void* user_b = nullptr;
  ResponseType type = ResponseType::simple;  ///< the most that any response asked for
  Contact contact = Contact::touching;       ///< touching or overlapping
  /// World. witnessed: a common point, twice; depth: point_a of a lies deepest in b, point_b of b deepest
  /// in a; simple: zero.
  Vec3 point_a, point_b;
  Vec3 normal;     ///< depth: world, unit, from a to b: moving b by normal * depth separates them. Else zero
  Real depth = 0;  ///< depth: upper bound of the penetration depth; may be zero when touching. Else 0
  /// impact: the first contact of object_a and object_b on their way, good until the callback returns;
  /// point_a of a and point_b of b are the points that meet, with a target distance no farther apart than
  /// that, and the normal is its own. Else null.
  const TimeOfImpact* impact = nullptr;
};

struct Response;
/// Called for a pair in contact. True: done, no further callbacks of this respond().
using ResponseCallback = bool (*)(const Response& response, const Collision& collision);

/// A callback with the type of data that it needs.
struct Response {
  ResponseCallback callback = nullptr;
  ResponseType type = ResponseType::simple;
  void* client_data = nullptr;
  /// By which remove_* find it; 0: the address of the callback, see id_of().
  std::uintptr_t id = 0;
};
/// Id by which a response is removed: its own, or the address of its callback.
[[nodiscard]] inline std::uintptr_t id_of(const Response& response) {
  return response.id != 0 ? response.id : reinterpret_cast<std::uintptr_t>(response.callback);
}

/// Classes of objects count up from 0.
using ResponseClass = std::uint32_t;

struct TableState;  // private to the library

/// Which callbacks are called for which pairs of objects. A table may serve any number of scenes, a scene may
/// be tested with any number of tables.
///
/// Each unordered pair of classes has one list of responses. Default, class and pair responses add up in it,
/// in the order in which they were added; to make an exception, remove a response from one pair. The list of
/// a class made later starts with the default responses, then has the class responses of the older class.
/// Responses of type none, or without a callback, are not added. Where memory runs out, functions throw
/// std::bad_alloc and have changed nothing.
class GRAZE_API ResponseTable {
 public:
  /// Class 0 exists.
  ResponseTable();
  ~ResponseTable();
  /// The table moved from has neither classes nor responses; they may be added to it again, from class 0 on.
  ResponseTable(ResponseTable&&) noexcept;
  ResponseTable& operator=(ResponseTable&&) noexcept;

  /// Adds a class and returns its number. Its pairs start with the default responses, then have those of the
  /// older classes.
  [[nodiscard]] ResponseClass add_class();
  /// Number of classes.
  [[nodiscard]] std::size_t class_count() const;

  /// Sets the class of an object, one per table; an object without a class has no responses. The handle is
  /// not followed: objects of any worlds may be in a table, and destroyed ones just have no more collisions.
  /// Refuses classes that do not exist.
  [[nodiscard]] std::optional<Error> set_class(ObjectHandle object, ResponseClass response_class);
  /// Takes the class of an object away.
  void clear_class(ObjectHandle object);
  /// Class of an object, or none.
  [[nodiscard]] std::optional<ResponseClass> class_of(ObjectHandle object) const;

  /// Adds a response for all pairs of classes, present and future.
  void add_default(const Response& response);
  /// Adds a response for all pairs with this class, present and future; once for the class with itself.
  [[nodiscard]] std::optional<Error> add_for_class(ResponseClass response_class, const Response& response);
  /// Adds a response for one unordered pair of classes, which may be equal.
  [[nodiscard]] std::optional<Error> add_for_pair(ResponseClass a, ResponseClass b, const Response& response);
  /// Removes the first response with this id from the list of every pair, however it was added.
  void remove_default(std::uintptr_t id);
  /// Removes the first response with this id from the list of every pair with this class, however it was
  /// added.
  [[nodiscard]] std::optional<Error> remove_for_class(ResponseClass response_class, std::uintptr_t id);
  /// Removes the first response with this id from the list of one pair, however it was added.
  [[nodiscard]] std::optional<Error> remove_for_pair(ResponseClass a, ResponseClass b, std::uintptr_t id);

  /// The list of a pair of classes; empty for classes that do not exist. Valid until the table changes.
  [[nodiscard]] std::span<const Response> responses(ResponseClass a, ResponseClass b) const;
  /// The list for two objects; empty if one has no class.
  [[nodiscard]] std::span<const Response> responses(ObjectHandle a, ObjectHandle b) const;

  /// Calls the responses for the two objects of `collision`, in the order of the list, until one is done;
  /// tests nothing. Responses of type impact are called where that is the type of the collision, and no
  /// others then. Returns whether one was done.
  bool call(const Collision& collision) const;

  /// For the library.
  [[nodiscard]] const std::shared_ptr<TableState>& state() const { return state_; }

 private:
  std::shared_ptr<TableState> state_;
};

/// Calls the responses of a table for all pairs of a scene in contact: pairs by (slot, slot), responses in
/// the order of their list, all with the data that the most demanding of them needs. Refreshes the scene, and
/// queries every pair whose boxes overlap and which has responses. Filters, fixed objects and ignored pairs
/// count; sensors have responses. Returns the number of pairs in contact (up to the one whose response was
/// done). Does not change pairs() but ends their validity; the events of the next update() are the same as
/// without it.
///
/// A callback may change the world, any scene and any table, and destroy them, this scene and this table
/// included: the pass goes on with what was found, but leaves out objects that were destroyed meanwhile, and
/// reads the lists as they are then. Refused from within a callback on the same scene.
GRAZE_API Result<std::size_t> respond(Scene& scene, const ResponseTable& table);
/// Advances a scene, and calls the responses of type impact for its impacts, in the order of impacts().
/// Returns the number of impacts with responses (up to the one whose response was done). Callbacks may do
/// what those of the other respond() may; `settings` select among all pairs, whether they have responses or
/// not.
GRAZE_API Result<std::size_t> respond(Scene& scene, const ResponseTable& table,
                                      const AdvanceSettings& settings);

}  // namespace graze::inline GRAZE_ABI
