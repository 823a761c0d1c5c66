// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <optional>

#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/cast_bounds.h"
#include "query/pieces/earliest.h"
#include "query/pieces/meeting.h"
#include "query/pieces/pair_walk.h"
#include "query/pieces/solid.h"

// Nearer boxes first, and the earliest of what their pieces answer.

namespace graze::inline GRAZE_ABI {
namespace {

class CastSearch {
 public:
  CastSearch(const Operand& a, const Vec3& translation, const Operand& b, const QuerySettings& settings)
      : pieces_(a, b),
        translation_(translation),
        settings_(settings),
        way_(pieces_.frame().to_frame(Vec3d(translation))),
        is_bounded_(is_worth_bounds(pieces_.a, pieces_.b) || is_worth_bounds(pieces_.b, pieces_.a)) {}

  /// The earliest of all pairs of pieces. `is_any_start`: of many that start in contact the first one found.
  [[nodiscard]] ShapeCast find(bool is_any_start) {
    const PieceFrame& frame = pieces_.frame();
    Earliest<ShapeCast> earliest(1);
    visit_nearest_pieces(
        pieces_,
        [&](const Aabb& box) {
          return Placed{box, frame.place_a(box)};
        },
        [&](const Aabb& box) {
          return Placed{box, frame.place_b(box)};
        },
        [&](const Placed& x, const Placed& y) {
          const double entry = frame.entry(x.box, y.box, way_);
          return entry > earliest.limit || !is_bounded_ ? entry
                                                        : bounds().find(entry, x.own, y.own, earliest.limit);
        },
        earliest.limit,
        [&](std::uint32_t ia, std::uint32_t ib) {
          if (is_later(ia, ib, earliest.limit)) return;
          const double limit = earliest.limit;
          const ShapeCast r = cast(ia, ib);
          earliest.add(r, [](const ShapeCast& x, const ShapeCast& y) { return is_earlier(x, y); });
          if (is_bounded_ && earliest.limit < limit) bounds().set_contact(r.normal, r.time);
          if (is_any_start && is_bounded_ && starts(r)) earliest.limit = -kInfinite;
        });
    return earliest.result();
  }
  /// Of pieces that start in contact those of intersects(), which (b, a) finds, too; `first`: the answer so
  /// far.
  [[nodiscard]] ShapeCast find_start(const ShapeCast& first) {
    if (!is_bounded_) return first;
    const ShapeCast r = cast_of_meeting();
    return starts(r) ? r : find(false);
  }
  /// find_start() before any search, where that is far sooner; a miss: not known.
  [[nodiscard]] ShapeCast find_start() {
    return is_bounded_ && pieces_.is_any_sheared() ? cast_of_meeting() : ShapeCast{};
  }
  [[nodiscard]] static bool starts(const ShapeCast& r) { return r.starts_in_contact && r.hit == Hit::hit; }

 private:
  // A box in the frame of its operand, and in the common one.
  struct Placed {
    Aabb own;
    PieceFrame::Box box;
  };

  // The cast of the pieces that intersects() names; a miss where there are none.
  [[nodiscard]] ShapeCast cast_of_meeting() {
    const Intersection m =
        find_ordered_meeting(pieces_.a.whole(), pieces_.b.whole(), settings_of_pieces(settings_));
    return m.piece_a != kNoPiece || m.piece_b != kNoPiece ? cast(m.piece_a, m.piece_b) : ShapeCast{};
  }
  [[nodiscard]] ShapeCast cast(std::uint32_t ia, std::uint32_t ib) {
    ShapeCast r = shape_cast_of(pieces_.a[ia], translation_, pieces_.b[ib], settings_);
    r.piece_a = ia;
    r.piece_b = ib;
    return r;
  }
  // Triangles are many; a point is its own box.
  [[nodiscard]] static bool is_worth_bounds(const PieceReader& reader, const PieceReader& other) {
    return reader.is_triangles() && other.whole().shape->kind != ShapeKind::point;
  }
  [[nodiscard]] CastBounds& bounds() {
    if (!bounds_) bounds_.emplace(pieces_.a.whole(), pieces_.b.whole(), pieces_.frame(), Vec3d(translation_));
    return *bounds_;
  }
  [[nodiscard]] bool is_later(std::uint32_t ia, std::uint32_t ib, double limit) {
    if (!is_bounded_ || !pieces_.is_convex_and_triangles()) return false;
    const PieceFrame& frame = pieces_.frame();
    const Triangle t = pieces_.triangle(ia, ib);
    if (!frame.has_plane()) return bounds().is_later(t, limit);
    return frame.time_of_fall(frame.plane().gap(t), way_) > limit;
  }

  PieceOperands pieces_;
  const Vec3& translation_;
  const QuerySettings& settings_;
  Vec3d way_;
  bool is_bounded_;
  std::optional<CastBounds> bounds_;
};

}  // namespace

ShapeCast complex_shape_cast(const Operand& a, const Vec3& translation, const Operand& b,
                             const QuerySettings& settings) {
  if (!are_answerable(a, b, settings) || !is_finite(translation)) return refused<ShapeCast>();
  if (Vec3 inner; is_one_inside(a, b, Surfaces::apart, inner)) {
    ShapeCast started;
    started.hit = Hit::hit;
    started.starts_in_contact = true;
    started.point = inner;
    started.local_a = local_from_world(*a.placement, inner);
    started.local_b = local_from_world(*b.placement, inner);
    return started;
  }
  CastSearch search(a, translation, b, settings);
  if (const ShapeCast start = search.find_start(); CastSearch::starts(start)) return start;
  const ShapeCast first = search.find(true);
  return CastSearch::starts(first) ? search.find_start(first) : first;
}

}  // namespace graze::inline GRAZE_ABI
