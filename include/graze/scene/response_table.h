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

/// What a response wants to know of a collision; each includes the ones before. [van den Bergen 2003, §6.2]
enum class ResponseType : std::uint8_t {
  none,
  simple,     ///< that the objects meet
  witnessed,  ///< and a common point
  depth,      ///< and how deep they overlap: normal, depth, witness points
};

/// A pair of objects that meet, as responses see it. Of two classes, a is of the lower one; of one class, a
/// has the lower slot.
struct Collision {
  ObjectHandle object_a, object_b;
  void* user_a = nullptr;
  void* user_b = nullptr;
  ResponseType type = ResponseType::simple;  ///< what was computed: the most that any response asks for
  Contact contact = Contact::touching;       ///< touching or overlapping
  /// World. witnessed: a common point, twice; depth: point_a of a lies deepest in b, point_b of b deepest
  /// in a; simple: zero.
  Vec3 point_a, point_b;
  Vec3 normal;     ///< depth: world, unit, from a to b: moving b by normal * depth separates them. Else zero
  Real depth = 0;  ///< depth: upper bound of the penetration depth; may be zero when touching. Else 0
};

struct Response;
/// True: done, no further callbacks of this test.
using ResponseCallback = bool (*)(const Response& response, const Collision& collision);

struct Response {
  ResponseCallback callback = nullptr;
  ResponseType type = ResponseType::simple;
  void* client_data = nullptr;
  /// By which remove_* find it; 0: the address of the callback, see id_of().
  std::uintptr_t id = 0;
};
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
/// Responses of type none, or without a callback, are not added.
class GRAZE_API ResponseTable {
 public:
  /// Class 0 exists.
  ResponseTable();
  ~ResponseTable();
  ResponseTable(ResponseTable&&) noexcept;
  ResponseTable& operator=(ResponseTable&&) noexcept;

  [[nodiscard]] ResponseClass add_class();
  [[nodiscard]] std::size_t class_count() const;

  /// An object has one class per table, or none: then it has no responses at all. The handle is not followed:
  /// objects of any worlds may be in a table, and what is destroyed is simply not met any more.
  std::optional<Error> set_class(ObjectHandle object, ResponseClass response_class);
  void clear_class(ObjectHandle object);
  [[nodiscard]] std::optional<ResponseClass> class_of(ObjectHandle object) const;

  /// For all pairs of classes, those to come as well.
  void add_default(const Response& response);
  /// For all pairs with this class, those to come as well; once for the class with itself.
  std::optional<Error> add_for_class(ResponseClass response_class, const Response& response);
  std::optional<Error> add_for_pair(ResponseClass a, ResponseClass b, const Response& response);
  /// Each takes the first response with this id, whatever its level was, out of every list concerned.
  void remove_default(std::uintptr_t id);
  std::optional<Error> remove_for_class(ResponseClass response_class, std::uintptr_t id);
  std::optional<Error> remove_for_pair(ResponseClass a, ResponseClass b, std::uintptr_t id);

  /// The list of a pair of classes; empty for classes that do not exist. Valid until the table changes.
  [[nodiscard]] std::span<const Response> responses(ResponseClass a, ResponseClass b) const;
  /// The list for two objects; empty if one has no class.
  [[nodiscard]] std::span<const Response> responses(ObjectHandle a, ObjectHandle b) const;

  /// Calls the responses for the two objects of `collision` with it as it is, in the order of the list, until
  /// one is done. Nothing is tested. Whether one was done.
  bool call(const Collision& collision) const;

  /// For the library.
  [[nodiscard]] const std::shared_ptr<TableState>& state() const { return state_; }

 private:
  std::shared_ptr<TableState> state_;
};

/// Refreshes the scene, asks every pair whose boxes overlap and which has responses for the most that these
/// want to know, and calls them for pairs that meet: pairs by (slot, slot), responses in the order of their
/// list, all with the same data. Filters, fixed objects and ignored pairs count; sensors have responses.
/// Returns how many pairs meet (up to the one whose response was done). Does not change pairs() but ends
/// their validity; the events of the next update() are the same as without it.
///
/// A callback may change the world, any scene and any table, and destroy them, this scene and this table
/// included: the pass goes on with what was found, but leaves out objects that were destroyed meanwhile, and
/// reads the lists as they are then. Refused from within a callback on the same scene.
GRAZE_API Result<std::size_t> respond(Scene& scene, const ResponseTable& table);

}  // namespace graze::inline GRAZE_ABI
