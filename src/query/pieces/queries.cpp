// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "query/contact/along.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/block_pairs.h"
#include "query/pieces/cache.h"
#include "query/pieces/front_walk.h"
#include "query/pieces/inside.h"
#include "query/pieces/nearest_triangles.h"
#include "query/pieces/operands.h"

namespace graze::inline GRAZE_ABI {
namespace {

Surfaces surfaces_of(Contact contact) {
  return contact == Contact::apart ? Surfaces::apart : Surfaces::touching;
}

// The most that any two pieces have in common, and where.
struct Meeting {
  Contact contact = Contact::apart;
  Vec3 point;  // world
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;
  Status status = Status::converged;
  std::int32_t iterations = 0;
};

Vec3 common_point_of(PieceOperands& pieces, const primitive::TriangleMeeting& m, std::uint32_t ia,
                     std::uint32_t ib, const QuerySettings& settings) {
  if (m.has_segment) return pieces.to_world((m.start + m.end) * 0.5);
  return distance_of(pieces.a[ia], pieces.b[ib], settings).point_a;  // in one plane: any common point
}

// What two pieces have in common, if that is more than any two had before.
void keep(Contact contact, const Vec3& point, std::uint32_t ia, std::uint32_t ib, Meeting& out) {
  if (contact <= out.contact) return;
  out.contact = contact;
  out.point = point;
  out.piece_a = ia;
  out.piece_b = ib;
}

void take(PieceOperands& pieces, const primitive::TriangleMeeting& m, std::uint32_t ia, std::uint32_t ib,
          const QuerySettings& settings, Meeting& out) {
  if (m.contact > out.contact) keep(m.contact, common_point_of(pieces, m, ia, ib, settings), ia, ib, out);
}

// An axis from a to b that separates the two pieces, or zero where none was found.
Vec3 meet(PieceOperands& pieces, std::uint32_t ia, std::uint32_t ib, const QuerySettings& settings,
          Meeting& out) {
  if (pieces.are_plain_triangles()) {
    ++out.iterations;
    take(pieces, pieces.meet(ia, ib), ia, ib, settings, out);
    return {};
  }
  const Intersection r = intersection_of(pieces.a[ia], pieces.b[ib], settings);
  out.iterations += r.iterations;
  if (r.status != Status::converged) out.status = r.status;
  keep(r.contact, r.witness, ia, ib, out);
  return r.contact == Contact::apart ? r.witness : Vec3{};
}

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
    // What rounding may do, and rotations that are not quite such, to either.
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

// A convex operand and the triangles of a mesh: the axis that separated one is tried on the next ones.
void find_convex_meeting(PieceOperands& pieces, const QuerySettings& settings, Meeting& out) {
  const bool is_a_mesh = pieces.a.is_triangles();
  const PieceReader &mesh = is_a_mesh ? pieces.a : pieces.b, &convex = is_a_mesh ? pieces.b : pieces.a;
  SeparatingAxis axis(convex.whole(), mesh.whole(), pieces.frame());
  const BoxInterior interior(mesh, convex, pieces.frame());
  pieces.visit(0, [&](std::uint32_t ia, std::uint32_t ib) {
    const Triangle t = mesh.pieces()->triangle(is_a_mesh ? ia : ib);
    if (axis.separates(t)) {
      ++out.iterations;
      return true;
    }
    if (const Vec3* inner = interior.find(t)) {
      ++out.iterations;
      keep(Contact::overlapping, *mesh.whole().placement * *inner, ia, ib, out);
      return false;
    }
    if (const Vec3 found = meet(pieces, ia, ib, settings, out); found != Vec3{})
      axis.set(Vec3d(is_a_mesh ? -found : found));
    return out.contact != Contact::overlapping;
  });
}

void find_cold_meeting(PieceOperands& pieces, const QuerySettings& settings, Meeting& out) {
  if (pieces.is_convex_and_triangles()) return find_convex_meeting(pieces, settings, out);
  if (pieces.are_plain_triangles() && pieces.frame().is_frame_of_a()) {
    const auto use = [&](std::uint32_t ia, std::uint32_t ib, const primitive::TriangleMeeting& m) {
      take(pieces, m, ia, ib, settings, out);
      return out.contact != Contact::overlapping;
    };
    out.iterations += BlockPairs(pieces).visit(use);
    return;
  }
  pieces.visit(0, [&](std::uint32_t ia, std::uint32_t ib) {
    (void)meet(pieces, ia, ib, settings, out);
    return out.contact != Contact::overlapping;
  });
}

// Asks only about what may have come close since the front was kept.
void find_meeting_from(TreeFront& front, PieceOperands& pieces, const QuerySettings& settings, Meeting& out) {
  FrontWalk walk(pieces, front);
  const auto ask = [&](std::uint32_t ia, std::uint32_t ib) {
    const Vec3 axis = meet(pieces, ia, ib, settings, out);
    PieceGap gap{out.contact != Contact::overlapping, 0};
    if (pieces.are_plain_triangles())
      gap.clearance = pieces.clearance(ia, ib);
    else if (axis != Vec3{})
      gap.clearance = separation_along(pieces.a[ia], pieces.b[ib], Vec3d(axis)) - pieces.support_error();
    return gap;
  };
  constexpr double kTouching = 0;
  if (walk.visit(kTouching, {}, ask)) return;
  find_cold_meeting(pieces, settings, out);
  walk.keep_answer(out.contact == Contact::apart);
}

Meeting find_meeting(const Operand& a, const Operand& b, const QuerySettings& settings) {
  Meeting out;
  PieceOperands pieces(a, b);
  const QuerySettings of_pieces = settings_of_pieces(settings);
  if (settings.front != nullptr && FrontWalk::can_walk(pieces))
    find_meeting_from(*settings.front, pieces, of_pieces, out);
  else
    find_cold_meeting(pieces, of_pieces, out);
  if (out.contact == Contact::overlapping) return out;
  if (Vec3 inner; is_one_inside(a, b, surfaces_of(out.contact), inner)) {
    out = {Contact::overlapping, inner, kNoPiece, kNoPiece, out.status, out.iterations};
  }
  return out;
}

// In canonical order, so that (b, a) visits the same pairs in the same order as (a, b).
Meeting find_ordered_meeting(const Operand& a, const Operand& b, const QuerySettings& settings) {
  if (!is_out_of_order(a, b)) return find_meeting(a, b, settings);
  Meeting m = find_meeting(b, a, settings);
  std::swap(m.piece_a, m.piece_b);
  return m;
}

template <class R>
void set_meeting(const Meeting& m, R& result) {
  result.contact = m.contact;
  result.status = m.status;
  result.iterations = m.iterations;
  result.piece_a = m.piece_a;
  result.piece_b = m.piece_b;
}

// The nearest pair of pieces so far.
struct Nearest {
  Distance best;
  double lower = kInfinite;  // no pair that was looked at is nearer
  double limit;              // pairs farther than this do not matter any more
  Status worst = Status::converged;
  std::int32_t iterations = 0;
  bool is_empty = true;

  explicit Nearest(double threshold) : limit(threshold) { best.contact = Contact::apart; }

  // Whether it is the nearest now.
  bool take(const Distance& d, std::uint32_t ia, std::uint32_t ib) {
    iterations += d.iterations;
    lower = std::min(lower, double(d.lower));
    if (d.status != Status::converged && d.status != Status::beyond_threshold) worst = d.status;
    if (!is_empty && !is_better(d, ia, ib)) return false;
    best = d;
    best.piece_a = ia;
    best.piece_b = ib;
    is_empty = false;
    // Where a pair is known to its last bits, others that may only be nearer by those do not matter.
    limit = std::min(limit, double(d.status == Status::converged ? d.lower : d.upper));
    if (d.contact == Contact::overlapping) limit = -kInfinite;  // nothing can be nearer
    return true;
  }

 private:
  [[nodiscard]] bool is_better(const Distance& d, std::uint32_t ia, std::uint32_t ib) const {
    if (d.contact != best.contact) return d.contact > best.contact;
    if (d.upper != best.upper) return d.upper < best.upper;
    return ia != best.piece_a ? ia < best.piece_a : ib < best.piece_b;
  }
};

void set_contained(const Operand& a, const Operand& b, const Vec3& inner, Distance& result) {
  result = {};
  result.contact = Contact::overlapping;
  result.point_a = result.point_b = inner;
  result.local_a = local_from_world(*a.placement, inner);
  result.local_b = local_from_world(*b.placement, inner);
}

// What the last answer says about the next one.
struct Hint {
  Vec3 normal;  // from a to b, along which pairs are likely to be told apart; or zero
  bool has_pieces = false;
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;  // the nearest

  explicit Hint(const PieceCache& cache) : normal(cache.axis()) {
    has_pieces = cache.find_last(piece_a, piece_b);
  }
  [[nodiscard]] Hint mirrored() const {
    Hint other = *this;
    other.normal = -normal;
    std::swap(other.piece_a, other.piece_b);
    return other;
  }
};

// From the front, if there is one, and a pair is known that is about as near as any.
template <class Ask>
bool find_nearest_from(TreeFront* front, PieceOperands& pieces, const Hint& hint, Nearest& nearest,
                       const Ask& ask) {
  if (front == nullptr || !hint.has_pieces || !FrontWalk::can_walk(pieces)) return false;
  PieceAxis axis(pieces.a.whole(), pieces.b.whole(), pieces.frame());
  axis.set(Vec3d(ask(hint.piece_a, hint.piece_b).normal));
  const bool are_triangles = pieces.a.is_triangles() && pieces.b.is_triangles();
  return FrontWalk(pieces, *front).visit(nearest.limit, hint.normal, [&](std::uint32_t ia, std::uint32_t ib) {
    PieceGap gap;
    if (are_triangles)
      gap.clearance = std::max(pieces.triangle_gap(ia, ib, axis, kInfinite), pieces.clearance(ia, ib));
    if (gap.clearance > nearest.limit) return gap;
    const Distance d = ask(ia, ib);
    gap.goes_on = d.contact != Contact::overlapping;
    gap.clearance = std::max(gap.clearance, double(d.lower));
    return gap;
  });
}

Distance find_nearest(const Operand& a, const Operand& b, const QuerySettings& settings, const Hint& hint) {
  PieceOperands pieces(a, b);
  QuerySettings of_pieces = settings_of_pieces(settings);
  Nearest nearest(double(settings.threshold));
  Vec3 normal = hint.normal;  // then of the last pair
  bool is_nearest = false;
  const auto ask_pair = [&](std::uint32_t ia, std::uint32_t ib) {
    of_pieces.threshold =
        nearest.limit < double(kInfinity) ? round_up(std::max(0.0, nearest.limit)) : kInfinity;
    const Distance d = distance_of(pieces.a[ia], pieces.b[ib], of_pieces);
    normal = d.normal;
    is_nearest = nearest.take(d, ia, ib);
    return d;
  };
  const auto ask = [&](std::uint32_t ia, std::uint32_t ib) { return (void)ask_pair(ia, ib), is_nearest; };
  if (find_nearest_from(settings.front, pieces, hint, nearest, ask_pair)) {
    // nothing else is nearer
  } else if (NearestTriangles::can_visit(pieces.a, pieces.b, pieces.frame())) {
    NearestTriangles(pieces.a, pieces.b, pieces.frame()).visit(nearest.limit, normal, ask);
  } else {
    PieceAxis axis(a, b, pieces.frame());
    axis.set(Vec3d(hint.normal));
    const bool are_triangles = pieces.a.is_triangles() && pieces.b.is_triangles();
    pieces.visit_nearest(nearest.limit, axis, [&](std::uint32_t ia, std::uint32_t ib) {
      if (are_triangles && pieces.triangle_gap(ia, ib, axis, nearest.limit) > nearest.limit) return;
      if (ask(ia, ib)) axis.set(Vec3d(normal));
    });
  }
  Distance result = nearest.best;
  if (Vec3 inner;
      result.contact != Contact::overlapping && is_one_inside(a, b, surfaces_of(result.contact), inner)) {
    set_contained(a, b, inner, result);
  } else if (nearest.is_empty) {
    result.status = Status::beyond_threshold;
    result.lower = settings.threshold;
    result.upper = kInfinity;
  } else if (result.contact == Contact::apart) {
    // Pairs that were left out are beyond the nearest one, or beyond the threshold.
    const bool is_stopped = result.status == Status::beyond_threshold && result.upper > settings.threshold;
    const double threshold = double(settings.threshold);
    const bool is_beyond = nearest.lower > threshold || (is_stopped && nearest.lower >= threshold);
    const double known = is_beyond ? threshold : nearest.lower;
    if (known < double(result.lower)) {
      result.lower = round_down(known);
      if (nearest.worst != Status::converged) result.status = nearest.worst;
    }
    // A pair that was stopped beyond the limit of its time and is the nearest all the same lies between the
    // bounds of the pair that had set the limit.
    if (result.status == Status::beyond_threshold) result.status = nearest.worst;
    if (is_beyond) result.status = Status::beyond_threshold;
  }
  result.iterations = nearest.iterations;
  if (settings.front != nullptr && FrontWalk::can_walk(pieces))
    FrontWalk(pieces, *settings.front).keep_answer(nearest.best.contact == Contact::apart);
  return result;
}

Distance mirrored(Distance d) {
  d.normal = -d.normal;
  std::swap(d.point_a, d.point_b);
  std::swap(d.local_a, d.local_b);
  std::swap(d.piece_a, d.piece_b);
  return d;
}

// What the pieces of the last answer, or the axis between them, tell at once.
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

// No pair that is farther apart than the pieces of the last answer has to be looked at.
QuerySettings limited_by_cache(const PieceCache& cache, const QuerySettings& settings) {
  QuerySettings limited = settings;
  cache.with_last([&](const Operand& x, std::uint32_t, const Operand& y, std::uint32_t) {
    limited.threshold = std::min(settings.threshold, distance_of(x, y, settings_of_pieces(settings)).upper);
  });
  return limited;
}

}  // namespace

Intersection complex_intersection(const Operand& a, const Operand& b, const QuerySettings& settings) {
  Intersection result;
  if (!are_answerable(a, b, settings)) {
    result.status = Status::invalid_argument;
    return result;
  }
  const PieceCache cache(a, b, settings.cache);
  if (find_from_cache(cache, settings, result)) return result;
  const Meeting m = find_ordered_meeting(a, b, settings);
  set_meeting(m, result);
  result.witness = m.point;
  cache.keep(m.piece_a, m.piece_b, {});
  if (m.contact == Contact::apart) cache.keep_axis_between_boxes();
  return result;
}

CommonPoint complex_common_point(const Operand& a, const Operand& b, const QuerySettings& settings) {
  CommonPoint result;
  if (!are_answerable(a, b, settings)) {
    result.status = Status::invalid_argument;
    return result;
  }
  const Meeting m = find_ordered_meeting(a, b, settings);
  set_meeting(m, result);
  if (m.contact == Contact::apart) return result;
  result.found = true;
  result.point = m.point;
  result.local_a = local_from_world(*a.placement, m.point);
  result.local_b = local_from_world(*b.placement, m.point);
  return result;
}

Distance complex_distance(const Operand& a, const Operand& b, const QuerySettings& settings) {
  if (!are_answerable(a, b, settings)) {
    Distance result;
    result.contact = Contact::apart;
    result.status = Status::invalid_argument;
    return result;
  }
  const PieceCache cache(a, b, settings.cache);
  const auto find = [&](const QuerySettings& s) {
    const Hint hint(cache);
    return is_out_of_order(a, b) ? mirrored(find_nearest(b, a, s, hint.mirrored()))
                                 : find_nearest(a, b, s, hint);
  };
  const QuerySettings limited = limited_by_cache(cache, settings);
  Distance result = find(limited);
  if (result.status == Status::beyond_threshold && limited.threshold < settings.threshold)
    result = find(settings);
  cache.keep(result.piece_a, result.piece_b, result.normal);
  return result;
}

}  // namespace graze::inline GRAZE_ABI
