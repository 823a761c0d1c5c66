// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "motion/box_bounds.h"
#include "motion/earliest.h"
#include "query/pieces/cache.h"
#include "query/pieces/earliest.h"
#include "query/pieces/feature_names.h"
#include "query/pieces/meeting.h"
#include "query/pieces/pair_walk.h"
#include "query/pieces/solid.h"

// Meshes, height fields and compounds that move: pairs of boxes in the order of a lower bound on the time at
// which they touch, and the earliest of what their pieces answer.

namespace graze::inline GRAZE_ABI {
namespace {

// A cache is of the whole, not of its pieces.
MotionSettings without_cache(MotionSettings settings) {
  settings.cache = nullptr;
  return settings;
}

void name_after_mesh(const Pieces& mesh, std::uint32_t triangle, Feature& feature) {
  feature = named_after_mesh(mesh.corners(triangle), triangle, feature);
}

class PieceSearch {
 public:
  PieceSearch(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings, double begin,
              double limit)
      : a_(a),
        b_(b),
        settings_(without_cache(settings)),
        begin_(begin),
        limit_(limit),
        pieces_(a.at_start(), b.at_start()),
        bounds_(a, b, settings, limit),
        earliest_(limit) {}

  // Asked first, pieces that met in the last frame leave less to search.
  void begin_with(std::uint32_t ia, std::uint32_t ib) { add(of_pair(ia, ib, 0)); }
  // One window of time after the other, as many turns leave nothing to bounds on all of them. While the
  // wholes are apart, windows grow.
  [[nodiscard]] TimeOfImpact find() {
    double width = bounds_.window();
    while (begin_ < limit_) {
      end_ = std::min(begin_ + width, limit_);
      bounds_.set_range(begin_, end_);
      if (end_ < limit_ || width > bounds_.window()) {
        const double until = bounds_.find(whole_box(a_, pieces_.a, pieces_.reach_a()),
                                          whole_box(b_, pieces_.b, pieces_.reach_b()));
        if (until > end_) {
          begin_ = end_;
          width *= 2;
          continue;
        }
        if (width > bounds_.window()) {
          begin_ = until;
          width = bounds_.window();
          continue;
        }
      }
      visit_window();
      begin_ = std::max(begin_, end_);
      if (!(end_ < limit_)) break;
    }
    return earliest_.result(settings_.time_tolerance);
  }
  [[nodiscard]] TimeOfImpact of_pair(std::uint32_t ia, std::uint32_t ib, double begin) {
    return of_pair(ia, ib, begin, limit_);
  }
  [[nodiscard]] bool are_plain_triangles() const { return pieces_.are_plain_triangles(); }

 private:
  [[nodiscard]] TimeOfImpact of_pair(std::uint32_t ia, std::uint32_t ib, double begin, double limit) {
    TimeOfImpact r = impact_of(part(a_, pieces_.a, ia), part(b_, pieces_.b, ib), settings_, begin, limit);
    r.piece_a = ia;
    r.piece_b = ib;
    if (r && pieces_.a.is_triangles()) name_after_mesh(*pieces_.a.pieces(), ia, r.feature_a);
    if (r && pieces_.b.is_triangles()) name_after_mesh(*pieces_.b.pieces(), ib, r.feature_b);
    return r;
  }
  void visit_window() {
    const auto of_a = [this](const Aabb& box) { return box_of(a_, box); };
    const auto of_b = [this](const Aabb& box) { return box_of(b_, box); };
    visit_nearest_pieces(
        pieces_, of_a, of_b, [&](const Aabb& a, const Aabb& b) { return bounds_.find(a, b); }, end_,
        [&](std::uint32_t ia, std::uint32_t ib) {
          const double begin = leaf_bound(ia, ib);
          if (!(begin > end_)) ask(ia, ib, begin);
        });
  }
  // Until `begin` they are apart.
  void ask(std::uint32_t ia, std::uint32_t ib, double begin) {
    TimeOfImpact r = of_pair(ia, ib, begin, end_);
    // Close to the end of the window and beyond.
    if (r.hit == Hit::uncertain && double(r.upper) >= end_ && end_ < limit_)
      r = of_pair(ia, ib, begin, limit_);
    add(r);
  }
  [[nodiscard]] static Aabb whole_box(const MovingOperand& whole, const PieceReader& reader,
                                      const Aabb& reach) {
    return box_of(whole, reader.pieces() != nullptr ? reader.pieces()->tree.bounds() : reach);
  }
  // Around a swept triangle as the search reads it: see set_swept().
  [[nodiscard]] static Aabb box_of(const MovingOperand& whole, const Aabb& box) {
    return whole.swept != nullptr ? Aabb{{0, 0, 0}, {1, 1, 0}} : box;
  }
  // Leaves hold several pieces; each has a box of its own.
  [[nodiscard]] double leaf_bound(std::uint32_t ia, std::uint32_t ib) {
    const auto box = [](const PieceReader& reader, const Aabb& whole, std::uint32_t id) {
      return reader.pieces() != nullptr ? reader.pieces()->box(id) : whole;
    };
    return bounds_.find(box_of(a_, box(pieces_.a, pieces_.reach_a(), ia)),
                        box_of(b_, box(pieces_.b, pieces_.reach_b(), ib)));
  }
  [[nodiscard]] static MovingOperand part(const MovingOperand& whole, PieceReader& reader, std::uint32_t id) {
    const Pieces* pieces = reader.pieces();
    if (pieces == nullptr) return whole;
    const ShapeView& shape = *reader[id].shape;
    return whole.part(shape, pieces->is_triangles() ? Affine() : pieces->placements[id]);
  }

  void add(const TimeOfImpact& r) {
    earliest_.add(r);
    if (r.hit != Hit::hit) return;
    if (earliest_.limit() < limit_) {
      limit_ = earliest_.limit();
      end_ = std::min(end_, limit_);
      bounds_.set_end(end_);
    }
    bounds_.set_normal(r.normal);
  }

  const MovingOperand &a_, &b_;
  MotionSettings settings_;
  double begin_, limit_, end_ = 1;  // until begin_ nothing touches; end_: of the window
  PieceOperands pieces_;
  BoxBounds bounds_;
  EarliestImpact earliest_;
};

TimeOfImpact started_inside(const MovingOperand& a, const MovingOperand& b, const Vec3& inner) {
  TimeOfImpact r;
  r.hit = Hit::hit;
  r.starts_in_contact = true;
  r.point = inner;
  r.local_a = local_from_world(a.start, inner);
  r.local_b = local_from_world(b.start, inner);
  r.feature_a = r.feature_b = {FeatureKind::curved, 3, 0};
  return r;
}

}  // namespace

TimeOfImpact impact_of_pieces(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings,
                              double begin, double limit) {
  if (begin > 0) return PieceSearch(a, b, settings, begin, limit).find();
  const Operand at_a = a.at_start(), at_b = b.at_start();
  if (Vec3 inner; is_one_inside(at_a, at_b, Surfaces::apart, inner)) return started_inside(a, b, inner);
  PieceSearch search(a, b, settings, 0, limit);
  const Intersection m = find_ordered_meeting(at_a, at_b, {});
  // That two triangles touch is certain here, and not to a search; of surfaces that coincide all pairs do.
  const bool is_certain = m.contact == Contact::overlapping || (m && search.are_plain_triangles());
  if (is_certain && (m.piece_a != kNoPiece || m.piece_b != kNoPiece)) {
    TimeOfImpact r = search.of_pair(m.piece_a, m.piece_b, 0);
    if (r.starts_in_contact && search.are_plain_triangles()) {
      r.hit = Hit::hit;
      r.upper = 0;
    }
    if (r.starts_in_contact && r.hit == Hit::hit) return r;
  }
  const PieceCache cache(at_a, at_b, settings.cache);
  if (std::uint32_t ia = 0, ib = 0; cache.find_last(ia, ib)) search.begin_with(ia, ib);
  const TimeOfImpact r = search.find();
  cache.keep(r.piece_a, r.piece_b, r.normal);
  return r;
}

}  // namespace graze::inline GRAZE_ABI
