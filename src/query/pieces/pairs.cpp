// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Lists of pairs of pieces: those that intersect, their depths and contacts.

#include "graze/query/piece_contacts.h"
#include "graze/query/piece_pairs.h"
#include "query/contact/find.h"
#include "query/pieces/block_pairs.h"
#include "query/pieces/pair_walk.h"
#include "query/pieces/placed_triangles.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Reports two triangles if they touch or overlap; false: the visitor has ended it.
bool report_meeting(const PieceOperands& pieces, const PieceIds& ids, const primitive::TriangleMeeting& m,
                    PairVisitor visit_pair) {
  if (m.contact == Contact::apart) return true;
  PiecePair pair{ids.a, ids.b, m.contact, m.has_segment, {}};
  if (m.has_segment) pair.segment = {pieces.to_world(m.start), pieces.to_world(m.end)};
  return visit_pair(pair);
}

// Meshes without margins: four triangles against four where a is placed rigidly, else one by one.
void visit_triangles(const PieceOperands& pieces, PairVisitor visit_pair) {
  if (pieces.frame().is_frame_of_a()) {
    BlockPairs blocks(pieces, 0);
    BlockPairs::Corners s, t;
    while (blocks.next())
      for (std::uint32_t rest = blocks.find_meeting(); rest != 0;) {
        const PieceIds ids = blocks.take_lowest(rest, s, t);
        if (!report_meeting(pieces, ids, primitive::meet_close_triangles(s, t), visit_pair)) return;
      }
    return;
  }
  PlacedTriangles placed(pieces);
  PairWalk walk(pieces, 0);
  for (PieceIds ids; walk.next(ids);)
    if (!report_meeting(pieces, ids, placed.find_meeting(ids.a, ids.b), visit_pair)) return;
}

// Two pieces that are complex themselves, like meshes in compounds, count as one pair.
void visit_pieces(PieceOperands& pieces, const QuerySettings& settings, PairVisitor visit_pair) {
  PairWalk walk(pieces, 0);
  for (PieceIds ids; walk.next(ids);) {
    PiecePair pair{ids.a, ids.b, Contact::apart, false, {}};
    pair.contact = intersection_of(pieces.a[ids.a], pieces.b[ids.b], settings).contact;
    if (pair.contact != Contact::apart && !visit_pair(pair)) return;
  }
}

// The corners of two triangles of one mesh, those that they share first and in the same order.
struct Neighbours {
  Vec3d s[3], t[3];
  int shared = 0;

  Neighbours(const Triangle& first, const Triangle& second)
      : s{Vec3d(first.a), Vec3d(first.b), Vec3d(first.c)},
        t{Vec3d(second.a), Vec3d(second.b), Vec3d(second.c)} {
    for (int i = 0; i < 3; ++i)
      for (int j = shared; j < 3; ++j)
        if (s[i] == t[j]) {
          std::swap(s[i], s[shared]);
          std::swap(t[j], t[shared]);
          ++shared;
          break;
        }
  }

  // Whether they have no more in common than these corners: a plane through them has the rest of one triangle
  // on one side and that of the other on the other, by far more than rounding. False: not known.
  [[nodiscard]] bool have_only_these() const {
    if (shared == 1) return are_apart(s[1] - s[0], s[2] - s[0], t[1] - s[0], t[2] - s[0]);
    if (shared != 2) return false;
    const Vec3d edge = s[1] - s[0];
    const double squared = length_squared(edge);
    const auto across = [&](const Vec3d& way) { return way - edge * (dot(way, edge) / squared); };
    const Vec3d way_a = s[2] - s[0], way_b = t[2] - s[0], a = across(way_a), b = across(way_b);
    // Of slivers the part across the edge is not known well.
    constexpr double kSliver = 1e-4;
    if (!(sum_abs(a) > kSliver * sum_abs(way_a) && sum_abs(b) > kSliver * sum_abs(way_b))) return false;
    return are_apart(a, a, b, b);
  }

 private:
  // Whether a plane through the origin has a and b above it, c and d below: by much more than the few
  // epsilons that differences of corners and products are off, and by more than kSliver makes of them.
  static bool are_apart(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
    constexpr double kMuch = 1e-6;
    const Vec3d up = a + b, down = c + d, normal = up / length(up) - down / length(down);
    return dot(normal, a) > kMuch * sum_abs(a) && dot(normal, b) > kMuch * sum_abs(b) &&
           dot(normal, c) < -kMuch * sum_abs(c) && dot(normal, d) < -kMuch * sum_abs(d);
  }
};

// Neighbours touch anyway: only an overlap is reported.
bool find_self_pair(const Triangle& s, const Triangle& t, PiecePair& pair) {
  const Neighbours neighbours(s, t);
  if (neighbours.have_only_these()) return false;
  const Vec3d a[3] = {Vec3d(s.a), Vec3d(s.b), Vec3d(s.c)}, b[3] = {Vec3d(t.a), Vec3d(t.b), Vec3d(t.c)};
  const primitive::TriangleMeeting m = primitive::meet_triangles(a, b);
  pair.contact = m.contact;
  pair.has_segment = m.has_segment;
  if (m.has_segment) pair.segment = {to_real(m.start), to_real(m.end)};
  return neighbours.shared > 0 ? m.contact == Contact::overlapping : m.contact != Contact::apart;
}

}  // namespace

Status visit_intersecting_pieces(const Instance& a, const Instance& b, PairVisitor visit_pair,
                                 const QuerySettings& settings) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  if (!are_answerable(whole_a, whole_b, settings)) return Status::invalid_argument;
  const QuerySettings of_pieces = settings_of_pieces(settings);
  if (!is_any_complex(whole_a, whole_b)) {
    PiecePair only;
    const Intersection whole = intersection_of(whole_a, whole_b, of_pieces);
    only.contact = whole.contact;
    if (whole) (void)visit_pair(only);
    return whole.status;
  }
  // Vertices are rounded into the frame of the operand that intersects() has first, whatever the order of the
  // call.
  const bool is_swapped = is_out_of_order(whole_a, whole_b);
  PieceOperands pieces(is_swapped ? whole_b : whole_a, is_swapped ? whole_a : whole_b);
  const auto visit_mirrored = [&](PiecePair pair) {
    std::swap(pair.piece_a, pair.piece_b);
    return visit_pair(pair);
  };
  const PairVisitor visit = is_swapped ? PairVisitor(visit_mirrored) : visit_pair;
  if (pieces.are_plain_triangles())
    visit_triangles(pieces, visit);
  else
    visit_pieces(pieces, of_pieces, visit);
  return Status::converged;
}

PiecePairs intersecting_pieces(const Instance& a, const Instance& b, std::span<PiecePair> out,
                               const QuerySettings& settings) {
  PiecePairs result;
  const auto add = [&](const PiecePair& pair) {
    if (result.found < out.size()) out[result.found] = pair;
    ++result.found;
    return true;
  };
  result.status = visit_intersecting_pieces(a, b, add, settings);
  result.written = out.first(std::min(result.found, out.size()));
  return result;
}

Status visit_self_intersections(const Shape& mesh, PairVisitor visit_pair) {
  const Pieces* pieces = pieces_of(mesh.view());
  if (pieces == nullptr || !pieces->is_triangles()) return Status::unsupported;
  (void)visit_self_pairs(
      pieces->tree, [](const Aabb& x, const Aabb& y) { return overlaps(x, y); },
      [&](std::uint32_t i, std::uint32_t j) {
        const Triangle s = pieces->triangle(i), t = pieces->triangle(j);
        PiecePair pair{i, j, Contact::apart, false, {}};
        return !overlaps(box_of(s), box_of(t)) || !find_self_pair(s, t, pair) || visit_pair(pair);
      });
  return Status::converged;
}

Status visit_piece_penetrations(const Instance& a, const Instance& b, PenetrationVisitor visit_pair,
                                const QuerySettings& settings) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  if (!are_answerable(whole_a, whole_b, settings)) return Status::invalid_argument;
  const QuerySettings of_pieces = settings_of_pieces(settings);
  (void)visit_leaves({whole_a}, {whole_b}, 0, [&](const PieceLeaf& x, const PieceLeaf& y) {
    const Penetration depth = penetration_of(x.operand, y.operand, of_pieces);
    return depth.contact == Contact::apart || visit_pair({x.piece, y.piece}, depth);
  });
  return Status::converged;
}

Status visit_piece_contacts(const Instance& a, const Instance& b, ContactVisitor visit_pair,
                            const ContactSettings& settings) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  const bool is_cached = settings.cache != nullptr;
  if (is_cached || !are_usable(settings) || !is_usable_complex(whole_a) || !is_usable_complex(whole_b))
    return Status::invalid_argument;
  (void)visit_leaves({whole_a}, {whole_b}, double(settings.prediction),
                     [&](const PieceLeaf& x, const PieceLeaf& y) {
                       const ContactSet set = contacts_of(x.operand, y.operand, settings);
                       return set.count == 0 || visit_pair({x.piece, y.piece}, set);
                     });
  return Status::converged;
}

}  // namespace graze::inline GRAZE_ABI
