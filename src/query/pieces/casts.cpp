// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <optional>

#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/box_piece.h"
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

  /// The earliest of all pairs of pieces. `is_any_start`: of many that start in contact the first one found;
  /// of triangles that, too, of which it is not certain.
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
          double entry = frame.entry(x.box, y.box, way_);
          if (entry > earliest.limit || !is_bounded_) return entry;
          entry = bounds().find(entry, x.own, y.own, earliest.limit);
          return entry > earliest.limit || asked_ < 4 * BoxPiece::kPatience
                     ? entry
                     : time_of_box(entry, x.own, y.own);
        },
        earliest.limit,
        [&](std::uint32_t ia, std::uint32_t ib) {
          if (is_later(ia, ib, earliest.limit)) return;
          const double limit = earliest.limit;
          ++asked_;
          const ShapeCast r = cast(ia, ib);
          earliest.add(r, [](const ShapeCast& x, const ShapeCast& y) { return is_earlier(x, y); });
          if (is_bounded_ && earliest.limit < limit) bounds().set_contact(r.normal, r.time);
          if (!is_any_start || !is_bounded_ || !r.starts_in_contact) return;
          if (r.hit != Hit::hit && !pieces_.are_plain_triangles()) return;
          has_start_ = true;
          earliest.limit = -kInfinite;
        });
    return earliest.result();
  }
  /// Of pieces that start in contact those of intersects(), which (b, a) finds, too; `first`: the answer so
  /// far.
  [[nodiscard]] ShapeCast find_start(const ShapeCast& first) {
    if (!has_start_) return first;
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

  // The cast of the pieces that intersects() names; a miss where there are none. That two triangles touch is
  // certain there, and not to a cast.
  [[nodiscard]] ShapeCast cast_of_meeting() {
    const Intersection m =
        find_ordered_meeting(pieces_.a.whole(), pieces_.b.whole(), settings_of_pieces(settings_));
    if (m.piece_a == kNoPiece && m.piece_b == kNoPiece) return {};
    ShapeCast r = cast(m.piece_a, m.piece_b);
    if (r.starts_in_contact && pieces_.are_plain_triangles()) {
      r.hit = Hit::hit;
      r.upper = 0;
    }
    return r;
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
  // Lower bound of the time at which a convex operand meets what is in a box of a mesh; `entry`: another one.
  [[nodiscard]] double time_of_box(double entry, const Aabb& a, const Aabb& b) {
    if (!pieces_.is_convex_and_triangles()) return entry;
    const bool is_a_mesh = pieces_.a.is_triangles();
    if (!box_) box_.emplace((is_a_mesh ? pieces_.a : pieces_.b).whole());
    const Operand& box = box_->at(is_a_mesh ? a : b);
    QuerySettings coarse = settings_;
    coarse.relative_error = std::max(settings_.relative_error, Real(0.05));
    const ShapeCast r = is_a_mesh ? shape_cast_of(box, translation_, pieces_.b.whole(), coarse)
                                  : shape_cast_of(pieces_.a.whole(), translation_, box, coarse);
    return r ? std::max(entry, double(r.time)) : kInfinite;
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
  bool is_bounded_, has_start_ = false;  // has_start_: a search ended where they stand
  std::optional<CastBounds> bounds_;
  std::optional<BoxPiece> box_;
  int asked_ = 0;  // pairs of pieces
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
  return search.find_start(search.find(true));
}

}  // namespace graze::inline GRAZE_ABI
