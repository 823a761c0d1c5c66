// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "graze/base/executor.h"
#include "graze/base/function_ref.h"
#include "graze/base/result.h"
#include "graze/math/aabb.h"
#include "graze/math/ray.h"

namespace graze::inline GRAZE_ABI {

/// Number of a box in a broad phase. create() gives out the lowest that is free, so that equal calls give
/// equal numbers in every broad phase. The number of a destroyed box is free again after the next flush().
using ProxyId = std::uint32_t;
inline constexpr ProxyId kNoProxy = ~ProxyId{0};

/// Categories of a box, and those that it may meet, as bits.
struct ProxyFilter {
  std::uint32_t category = 1;
  std::uint32_t mask = ~std::uint32_t{0};

  friend constexpr bool operator==(const ProxyFilter&, const ProxyFilter&) = default;
};
/// Whether two boxes may be reported as a pair: each has a category that the other's mask lets through.
[[nodiscard]] constexpr bool passes(const ProxyFilter& a, const ProxyFilter& b) {
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

/// Whether a box is expected to move. Pairs of two fixed boxes are not reported; a fixed box may be moved, at
/// the cost of a moving one.
enum class ProxyMobility : std::uint8_t { moving, fixed };

/// A box to be created.
struct ProxyInput {
  Aabb box;  ///< closed: boxes that touch overlap
  ProxyFilter filter = {};
  ProxyMobility mobility = ProxyMobility::moving;
};

/// Two boxes, a < b. Pairs are ordered by a, then by b.
struct ProxyPair {
  ProxyId a = kNoProxy, b = kNoProxy;

  friend constexpr auto operator<=>(const ProxyPair&, const ProxyPair&) = default;
};

/// Whether an overlap ended or began.
enum class PairChange : std::uint8_t { end, begin };
/// Begin or end of the overlap of two boxes, as flush() reports it.
struct PairEvent {
  ProxyPair pair;
  PairChange change = PairChange::begin;

  friend constexpr auto operator<=>(const PairEvent&, const PairEvent&) = default;
};

/// Called by flush() for every event.
using PairSink = FunctionRef<void(const PairEvent& event)>;
/// Called by flush_list() once, with all events.
using PairListSink = FunctionRef<void(std::span<const PairEvent> events)>;
/// Decides whether a pair whose filters pass is reported. Called when boxes begin and when they cease to
/// overlap, in no fixed order, from any thread, maybe more than once. Its answer for a pair must not change,
/// not even after one of the two was destroyed, until the flush that follows.
struct UserPairFilter {
  bool (*accepts)(void* context, ProxyPair pair) = nullptr;
  void* context = nullptr;
};

/// Settings of a broad phase, fixed when it is made.
struct BroadPhaseSettings {
  Executor executor = {};  ///< runs parts of a flush; what is reported does not depend on it
  UserPairFilter user_filter = {};
};

/// Called for a box that a query found, in no fixed order; false ends the query.
using ProxyVisitor = FunctionRef<bool(ProxyId id)>;
/// Called with the parameter t at which the ray enters the box (0 when it starts inside; where rounding
/// decides, the earlier), in no fixed order. Returns the new end of the ray: max_t as it is to go on, the t
/// of an exact hit to leave out what lies behind it, a negative value to stop. The end never grows.
using ProxyRayVisitor = FunctionRef<Real(ProxyId id, Real t, Real max_t)>;

/// A box that nearest() found.
struct NearProxy {
  ProxyId id = kNoProxy;
  Real squared_distance = 0;  ///< from the point to the box; 0 inside, infinity when beyond Real
};

/// A broad phase: finds the pairs of boxes that overlap while boxes come, move and go, and answers queries
/// about them. BasicBroadPhase describes each function; all classes of graze/broad that derive from it fulfil
/// this.
///
/// Boxes with NaN, infinity or lower > upper are refused with an error that names them, and so are ids that
/// are not there; a call refused changes nothing. Changes are recorded until flush(), which reports every
/// begin and every end of an overlap since the last flush exactly once, sorted by pair; all pairs of a
/// destroyed box end. Pairs whose filters do not pass never begin.
template <class B>
concept BroadPhase = requires(B broad, const B& read, ProxyId id, const ProxyInput& input, const Aabb& box,
                              std::span<const ProxyInput> inputs, std::span<const ProxyId> ids,
                              std::span<ProxyId> out, std::span<const Aabb> boxes, PairSink sink,
                              const Ray& ray, const Vec3& v, ProxyVisitor visit, ProxyRayVisitor hit,
                              std::span<NearProxy> near, const ProxyFilter& filter) {
  { broad.create(input) } -> std::same_as<Result<ProxyId>>;
  { broad.create(inputs, out) } -> std::same_as<std::optional<Error>>;
  { broad.move(id, box) } -> std::same_as<std::optional<Error>>;
  { broad.move(ids, boxes) } -> std::same_as<std::optional<Error>>;
  { broad.destroy(id) } -> std::same_as<std::optional<Error>>;
  { broad.destroy(ids) } -> std::same_as<std::optional<Error>>;
  { broad.set_filter(id, filter) } -> std::same_as<std::optional<Error>>;
  { broad.flush(sink) } -> std::same_as<void>;
  { read.size() } -> std::same_as<std::size_t>;
  { read.contains(id) } -> std::same_as<bool>;
  { read.box(id) } -> std::same_as<Aabb>;
  { read.memory_bytes() } -> std::same_as<std::size_t>;
  { read.overlaps(box, filter, visit) } -> std::same_as<void>;
  { read.ray_cast(ray, filter, hit) } -> std::same_as<void>;
  { read.box_cast(box, ray, filter, hit) } -> std::same_as<void>;
  { read.nearest(v, filter, near) } -> std::same_as<std::size_t>;
};

}  // namespace graze::inline GRAZE_ABI
