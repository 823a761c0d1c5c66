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

/// A box in a broad phase. create() gives out the lowest number that is free: the same calls give the same
/// numbers in every broad phase. The number of a destroyed box is free again after the next flush().
using ProxyId = std::uint32_t;
inline constexpr ProxyId kNoProxy = ~ProxyId{0};

/// Two boxes may be reported as a pair when each has a category that the other's mask lets through.
struct ProxyFilter {
  std::uint32_t category = 1;
  std::uint32_t mask = ~std::uint32_t{0};

  friend constexpr bool operator==(const ProxyFilter&, const ProxyFilter&) = default;
};
[[nodiscard]] constexpr bool passes(const ProxyFilter& a, const ProxyFilter& b) {
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

/// Boxes that never move are kept apart: pairs of two of them are not reported.
enum class ProxyMobility : std::uint8_t { moving, fixed };

struct ProxyInput {
  Aabb box;  ///< closed: boxes that touch overlap
  ProxyFilter filter = {};
  ProxyMobility mobility = ProxyMobility::moving;
};

/// Ordered: a < b.
struct ProxyPair {
  ProxyId a = kNoProxy, b = kNoProxy;

  friend constexpr auto operator<=>(const ProxyPair&, const ProxyPair&) = default;
};

enum class PairChange : std::uint8_t { end, begin };
struct PairEvent {
  ProxyPair pair;
  PairChange change = PairChange::begin;

  friend constexpr auto operator<=>(const PairEvent&, const PairEvent&) = default;
};

using PairSink = FunctionRef<void(const PairEvent& event)>;
/// May this pair, whose filters pass, be reported? Asked when boxes begin and when they cease to overlap, in
/// no fixed order, from any thread, maybe more than once. Must answer the same for the same pair, also after
/// one of the two was destroyed: until the flush that follows.
struct UserPairFilter {
  bool (*accepts)(void* context, ProxyPair pair) = nullptr;
  void* context = nullptr;
};

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

struct NearProxy {
  ProxyId id = kNoProxy;
  Real squared_distance = 0;  ///< from the point to the box; 0 inside, infinity when beyond Real
};

/// What every broad phase offers. Boxes with NaN, infinity or lower > upper are refused with an error that
/// names them, and so are ids that are not there; a call refused changes nothing.
///
/// create, move and destroy are recorded. flush() reports every begin and every end of an overlap since the
/// last flush exactly once, sorted by pair (and the end of a pair before the begin of another pair with the
/// same two numbers); of a box destroyed, every pair ends. A pair that both began and ended in between is not
/// reported. Pairs whose filters do not pass never begin; set_filter() may begin and end pairs. Of bulk calls
/// the later element counts where an id comes twice (destroy refuses that). A fixed box may be moved, at the
/// cost of a moving one. The sink is called when all is settled: it may ask queries, but not change anything.
///
/// Queries see the boxes as they are now, flushed or not, and may run from several threads at once as long as
/// nothing is changed meanwhile. They find boxes whose filter and `filter` let each other through. A query
/// box that is empty, a point or ray with NaN or infinity (but for max_t) finds nothing; a query box may be
/// infinite. A ray without direction is its origin. box_cast() moves a box that is given relative to the
/// point that runs along the ray: at t it is `box` displaced by ray.at(t). No box that a ray or a cast meets
/// in truth is ever missed; one that it misses by a rounding error may be found.
template <class B>
concept BroadPhase = requires(B broad, const B& read, ProxyId id, const ProxyInput& input, const Aabb& box,
                              std::span<const ProxyInput> inputs, std::span<const ProxyId> ids,
                              std::span<ProxyId> out, std::span<const Aabb> boxes, PairSink sink,
                              const Ray& ray, const Vec3& v, ProxyVisitor visit, ProxyRayVisitor hit,
                              std::span<NearProxy> near, const ProxyFilter& filter) {
  { broad.create(input) } -> std::same_as<Result<ProxyId>>;
  { broad.create(inputs, out) } -> std::same_as<std::optional<Error>>;  // position: which input
  { broad.move(id, box) } -> std::same_as<std::optional<Error>>;
  { broad.move(ids, boxes) } -> std::same_as<std::optional<Error>>;
  { broad.destroy(id) } -> std::same_as<std::optional<Error>>;
  { broad.destroy(ids) } -> std::same_as<std::optional<Error>>;
  { broad.set_filter(id, filter) } -> std::same_as<std::optional<Error>>;
  { broad.flush(sink) } -> std::same_as<void>;
  { read.size() } -> std::same_as<std::size_t>;                    // boxes that are there
  { read.contains(id) } -> std::same_as<bool>;                     // created and not destroyed
  { read.box(id) } -> std::same_as<Aabb>;                          // empty when not there
  { read.memory_bytes() } -> std::same_as<std::size_t>;            // on the heap
  { read.overlaps(box, filter, visit) } -> std::same_as<void>;     // boxes that overlap `box`
  { read.ray_cast(ray, filter, hit) } -> std::same_as<void>;       // boxes that the ray meets
  { read.box_cast(box, ray, filter, hit) } -> std::same_as<void>;  // that `box`, moved along the ray, meets
  { read.nearest(v, filter, near) } -> std::same_as<std::size_t>;  // nearest boxes, by distance, then id
};

}  // namespace graze::inline GRAZE_ABI
