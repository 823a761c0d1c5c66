// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "graze/broad/broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// State behind a broad phase; known to the library only.
struct BroadPhaseState;

/// Members of every broad phase; the class that derives from this one, such as TreeBroadPhase, says how boxes
/// are found. Answers and events are the same for every class, only costs differ. Coordinates are those of
/// the caller's world; boxes are closed, so boxes that touch overlap.
///
/// Changes are not thread safe. Queries see the boxes as they are now, flushed or not, may run from several
/// threads at once while nothing changes, and allocate no memory. They report the boxes whose filter and
/// `filter` let each other through, each once, in no fixed order.
///
/// Where memory runs out, create() and flush() throw std::bad_alloc and have changed nothing; the other
/// functions succeed. If the structure could not follow a change, queries look at every box, which is slow
/// but right, until a flush finds the memory for a new one.
class GRAZE_API BasicBroadPhase {
 public:
  ~BasicBroadPhase();
  /// The broad phase moved from has no boxes and refuses them, until another is assigned to it.
  BasicBroadPhase(BasicBroadPhase&& other) noexcept;
  BasicBroadPhase& operator=(BasicBroadPhase&& other) noexcept;

  /// Adds a box and returns its id, the lowest that is free. Refused: a box with NaN, infinity or lower >
  /// upper; more than 2^28 boxes.
  [[nodiscard]] Result<ProxyId> create(const ProxyInput& input);
  /// Adds many boxes, faster than one by one; out[i] becomes the id of inputs[i]. An error names the position
  /// of the first input that is refused, and then none is added.
  [[nodiscard]] std::optional<Error> create(std::span<const ProxyInput> inputs, std::span<ProxyId> out);
  /// Replaces the box of `id`. Refused like a box of create(), or when there is no such id.
  [[nodiscard]] std::optional<Error> move(ProxyId id, const Aabb& box);
  /// Replaces the box of ids[i] by boxes[i]; of an id that comes twice the later box counts. An error names
  /// the position of the first element that is refused, and then none is moved.
  [[nodiscard]] std::optional<Error> move(std::span<const ProxyId> ids, std::span<const Aabb> boxes);
  /// Removes a box. Its pairs end at the next flush(), after which its id may be given out again.
  [[nodiscard]] std::optional<Error> destroy(ProxyId id);
  /// Removes many boxes. An id that is not there, or comes twice, refuses the call at its position.
  [[nodiscard]] std::optional<Error> destroy(std::span<const ProxyId> ids);
  /// Replaces the filter of a box. Pairs may begin and end by it at the next flush().
  [[nodiscard]] std::optional<Error> set_filter(ProxyId id, const ProxyFilter& filter);
  /// Reports each overlap that began or ended since the last flush once, sorted by pair; where an id was
  /// given out anew, the end of the old pair comes before the begin of the new one. A pair that began and
  /// ended in between is not reported. The sink may ask queries, but must not change anything. If it throws,
  /// nothing was flushed: the next flush reports all events again.
  void flush(PairSink sink);
  /// flush() with all events in one call, also when there are none: for a sink that has to know how many
  /// there are before it can promise not to throw. The list is gone after the call.
  void flush_list(PairListSink sink);

  /// Number of boxes, those created since the last flush included.
  [[nodiscard]] std::size_t size() const;
  /// Whether a box of this id was created and not destroyed.
  [[nodiscard]] bool contains(ProxyId id) const;
  /// The box of `id` as last set; empty when there is none.
  [[nodiscard]] Aabb box(ProxyId id) const;
  /// Memory held, in bytes, this object itself not included.
  [[nodiscard]] std::size_t memory_bytes() const;
  /// Visits the boxes that overlap or touch `box`, which may be infinite; an empty one finds nothing.
  void overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visit) const;
  /// Visits the boxes that the ray enters at t in [0, max_t], in units of its direction. A ray without
  /// direction is its origin; one with NaN or infinity, but for max_t, finds nothing. A box met in truth is
  /// never missed; one missed by a rounding error may be found.
  void ray_cast(const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const;
  /// Visits the boxes that `box`, displaced by ray.at(t), overlaps or touches at a t in [0, max_t]; `hit`
  /// gets the first such t, 0 for boxes that overlap at the start. Otherwise like ray_cast().
  void box_cast(const Aabb& box, const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const;
  /// Finds the out.size() boxes nearest to a point, sorted by squared distance (0 inside), then by id.
  /// Returns how many were written; 0 for a point with NaN or infinity.
  [[nodiscard]] std::size_t nearest(const Vec3& point, const ProxyFilter& filter,
                                    std::span<NearProxy> out) const;

 protected:
  explicit BasicBroadPhase(std::unique_ptr<BroadPhaseState> state) noexcept;

  std::unique_ptr<BroadPhaseState> state_;
};

}  // namespace graze::inline GRAZE_ABI
