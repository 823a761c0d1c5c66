// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pieces/meeting.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "query/contact/along.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/block_pairs.h"
#include "query/pieces/box_piece.h"
#include "query/pieces/cache.h"
#include "query/pieces/front_walk.h"
#include "query/pieces/placed_triangles.h"
#include "query/pieces/solid.h"

// Whether shapes made of pieces intersect, and a point that they have in common.

namespace graze::inline GRAZE_ABI {
namespace {

// A box, asked whether points of a mesh are inside it for sure: then triangles with such corners overlap it.
class BoxInterior {
 public:
  BoxInterior(const PieceReader& mesh, const PieceReader& convex, const PieceFrame& frame) {
    const Operand& box = convex.whole();
    if (box.shape->kind != ShapeKind::box || !box.placement->is_rigid() ||
        !mesh.whole().placement->is_rigid() || !frame.is_bounded())
      return;
    const Mat3d turn(box.placement->linear()), own(mesh.whole().placement->linear());
    const Vec3d offset = Vec3d(mesh.whole().placement->translation()) - Vec3d(box.placement->translation());
    linear_ = transpose(turn) * own;
    offset_ = transpose_times(turn, offset);
    // Bounds rounding, and rotations that are not quite orthogonal.
    const double defects = double(box.placement->defect()) + double(mesh.whole().placement->defect());
    const double lost = frame.size() * (64 * kDoubleEpsilon + 16 * defects);
    for (int k = 0; k < 3; ++k) half_[k] = double(box.shape->values[k]) - lost;
    is_known_ = true;
  }
  // A corner that is inside, or null.
  [[nodiscard]] const Vec3* find(const Triangle& t) const {
    if (!is_known_) return nullptr;
    for (const Vec3* p : {&t.a, &t.b, &t.c})
      if (holds(linear_ * Vec3d(*p) + offset_)) return p;
    return nullptr;
  }

 private:
  [[nodiscard]] bool holds(const Vec3d& p) const {
    return std::abs(p.x) < half_.x && std::abs(p.y) < half_.y && std::abs(p.z) < half_.z;
  }
  Mat3d linear_;
  Vec3d offset_, half_;
  bool is_known_ = false;
};

// Finds the strongest contact of any two pieces, and a common point as its witness.
class MeetingSearch {
 public:
  MeetingSearch(PieceOperands& pieces, const QuerySettings& settings, Intersection& out)
      : pieces_(pieces), settings_(settings), out_(out) {
    if (pieces.are_plain_triangles()) placed_.emplace(pieces);
  }

  void find() {
    if (pieces_.is_convex_and_triangles()) return find_with_convex();
    if (placed_ && pieces_.frame().is_frame_of_a()) return find_in_blocks();
    PairWalk walk(pieces_, 0);
    for (PieceIds ids; !is_over() && walk.next(ids);) (void)test_pair(ids);
  }
  // Asks only about pieces that may have come close since the front was kept.
  void find_from(FrontMemory& front) {
    FrontWalk walk(pieces_, front);
    const auto ask = [&](std::uint32_t ia, std::uint32_t ib) {
      const Vec3 axis = test_pair({ia, ib});
      PieceGap gap{!is_over(), 0};
      if (placed_)
        gap.clearance = placed_->clearance(ia, ib);
      else if (axis != Vec3{})
        gap.clearance = separation_along(pieces_.a[ia], pieces_.b[ib], Vec3d(axis)) - pieces_.support_error();
      return gap;
    };
    constexpr double kTouching = 0;
    if (walk.visit(kTouching, {}, ask)) return;
    find();
    walk.keep_answer(out_.contact == Contact::apart);
  }

 private:
  // Gives an axis from a to b that separates the two pieces, or zero where none was found.
  Vec3 test_pair(const PieceIds& ids) {
    if (placed_) {
      ++out_.iterations;
      keep(placed_->find_meeting(ids.a, ids.b), ids);
      return {};
    }
    const Intersection r = intersection_of(pieces_.a[ids.a], pieces_.b[ids.b], settings_);
    out_.iterations += r.iterations;
    if (r.status != Status::converged) out_.status = r.status;
    keep(r.contact, r.witness, ids);
    return r.contact == Contact::apart ? r.witness : Vec3{};
  }
  void keep(const primitive::TriangleMeeting& m, const PieceIds& ids) {
    if (m.contact > out_.contact) keep(m.contact, common_point(m, ids), ids);
  }
  // Replaces a contact that is weaker.
  void keep(Contact contact, const Vec3& point, const PieceIds& ids) {
    if (contact <= out_.contact) return;
    out_.contact = contact;
    out_.witness = point;
    out_.piece_a = ids.a;
    out_.piece_b = ids.b;
  }
  [[nodiscard]] bool is_over() const { return out_.contact == Contact::overlapping; }
  [[nodiscard]] Vec3 common_point(const primitive::TriangleMeeting& m, const PieceIds& ids) {
    if (m.has_segment) return pieces_.to_world((m.start + m.end) * 0.5);
    // In one plane: any common point.
    return distance_of(pieces_.a[ids.a], pieces_.b[ids.b], settings_).point_a;
  }

  // Two meshes without margins.
  void find_in_blocks() {
    BlockPairs blocks(pieces_, 0);
    BlockPairs::Corners s, t;
    while (!is_over() && blocks.next())
      for (std::uint32_t rest = blocks.find_meeting(); rest != 0 && !is_over();) {
        const PieceIds ids = blocks.take_lowest(rest, s, t);
        // Of surfaces that coincide every pair touches: once one is known, only overlap matters.
        if (out_.contact == Contact::touching && !primitive::may_overlap(s, t)) continue;
        keep(primitive::meet_close_triangles(s, t), ids);
      }
    out_.iterations += blocks.tested();
  }
  // A convex operand and the triangles of a mesh: the axis that separated one is tried on the next ones, and
  // once many were apart, boxes of others are asked about first.
  void find_with_convex() {
    const bool is_a_mesh = pieces_.a.is_triangles();
    const PieceReader &mesh = is_a_mesh ? pieces_.a : pieces_.b, &convex = is_a_mesh ? pieces_.b : pieces_.a;
    SeparatingAxis axis(convex.whole(), mesh.whole(), pieces_.frame());
    const BoxInterior interior(mesh, convex, pieces_.frame());
    BoxPiece piece(mesh.whole());
    int asked = 0;
    const auto may_meet = [&](const Aabb& box) {
      if (asked < BoxPiece::kPatience) return true;
      if (axis.separates(box)) return false;
      const Intersection r = intersection_of(convex.whole(), piece.at(box), settings_);
      if (r.contact == Contact::apart) axis.set(Vec3d(r.witness));
      return r.contact != Contact::apart;
    };
    const BoxFilter filter(may_meet);
    PairWalk walk(pieces_, 0, nullptr, &filter);
    for (PieceIds ids; !is_over() && walk.next(ids); ++asked) {
      const Triangle t = mesh.pieces()->triangle(is_a_mesh ? ids.a : ids.b);
      if (axis.separates(t)) {
        ++out_.iterations;
      } else if (const Vec3* inner = interior.find(t)) {
        ++out_.iterations;
        keep(Contact::overlapping, *mesh.whole().placement * *inner, ids);
      } else if (const Vec3 found = test_pair(ids); found != Vec3{}) {
        axis.set(Vec3d(is_a_mesh ? -found : found));
      }
    }
  }

  PieceOperands& pieces_;
  const QuerySettings& settings_;
  Intersection& out_;
  std::optional<PlacedTriangles> placed_;  // of meshes without margins
};

}  // namespace

Intersection find_meeting(const Operand& a, const Operand& b, const QuerySettings& settings) {
  Intersection out;
  PieceOperands pieces(a, b);
  const QuerySettings of_pieces = settings_of_pieces(settings);
  MeetingSearch search(pieces, of_pieces, out);
  if (FrontMemory* const front = FrontWalk::memory_of(settings.front, pieces); front != nullptr)
    search.find_from(*front);
  else
    search.find();
  if (out.contact == Contact::overlapping) return out;
  const Surfaces surfaces = out.contact == Contact::apart ? Surfaces::apart : Surfaces::touching;
  if (Vec3 inner; is_one_inside(a, b, surfaces, inner))
    out = {Contact::overlapping, out.status, out.iterations, inner, kNoPiece, kNoPiece};
  return out;
}

// In canonical order, so that (b, a) visits the same pairs in the same order as (a, b).
Intersection find_ordered_meeting(const Operand& a, const Operand& b, const QuerySettings& settings) {
  if (!is_out_of_order(a, b)) return find_meeting(a, b, settings);
  Intersection m = find_meeting(b, a, settings);
  std::swap(m.piece_a, m.piece_b);
  return m;
}

namespace {

// Tries the pieces of the last answer, and the axis between them, before any others.
bool find_from_cache(const PieceCache& cache, const QuerySettings& settings, Intersection& result) {
  if (cache.is_apart()) {
    result.iterations = 1;
    return true;
  }
  cache.with_last([&](const Operand& x, std::uint32_t ia, const Operand& y, std::uint32_t ib) {
    const Intersection r = intersection_of(x, y, settings_of_pieces(settings));
    if (r.contact != Contact::overlapping) return;
    result = r;
    result.piece_a = ia;
    result.piece_b = ib;
  });
  return result.contact == Contact::overlapping;
}

}  // namespace

Intersection complex_intersection(const Operand& a, const Operand& b, const QuerySettings& settings) {
  if (!are_answerable(a, b, settings)) return refused<Intersection>();
  Intersection result;
  const PieceCache cache(a, b, settings.cache);
  if (find_from_cache(cache, settings, result)) return result;
  result = find_ordered_meeting(a, b, settings);
  cache.keep(result.piece_a, result.piece_b, {});
  if (result.contact == Contact::apart) cache.keep_axis_between_boxes();
  return result;
}

CommonPoint complex_common_point(const Operand& a, const Operand& b, const QuerySettings& settings) {
  if (!are_answerable(a, b, settings)) return refused<CommonPoint>();
  const Intersection m = find_ordered_meeting(a, b, settings);
  CommonPoint result;
  result.contact = m.contact;
  result.status = m.status;
  result.iterations = m.iterations;
  result.piece_a = m.piece_a;
  result.piece_b = m.piece_b;
  if (!m) return result;
  result.found = true;
  result.point = m.witness;
  result.local_a = local_from_world(*a.placement, m.witness);
  result.local_b = local_from_world(*b.placement, m.witness);
  return result;
}

}  // namespace graze::inline GRAZE_ABI
