// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A mesh against itself: triangles that meet although they should not, and those that are close.

#include "graze/query/nearest_pieces.h"
#include "graze/query/piece_pairs.h"
#include "primitive/triangle_triangle.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/operands.h"
#include "tree/traverse.h"

namespace graze::inline GRAZE_ABI {
namespace {

struct Corners {
  Vec3 at[3];
};
struct BoxedCorners : Corners {
  Aabb box;
};

// use(place, triangle, other place, other triangle) for every pair of triangles of a mesh whose boxes are no
// farther apart than `within` along any axis, by their places in the order of the tree; false ends it.
template <class Use>
void visit_close_boxes(const Pieces& mesh, double within, const Use& use) {
  const TreeData& tree = *TreeAccess::data(mesh.tree);
  const auto read = [&](std::uint32_t place, BoxedCorners& out) {
    const Triangle t = mesh.triangle_at(place, tree);
    out = {{{t.a, t.b, t.c}}, box_of(t)};
  };
  const auto finish = [](std::uint32_t, double by, BoxedCorners& out) { out.box = grown(out.box, by); };
  visit_self_pairs<BoxedCorners>(mesh.tree, within, read, finish, use);
}

// Corners that two triangles have in common.
struct CommonCorners {
  int count = 0;
  int at_s = 0, at_t = 0;  // the last one
};

CommonCorners common_corners(const Corners& s, const Corners& t) {
  CommonCorners common;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (s.at[i] == t.at[j]) ++common.count, common.at_s = i, common.at_t = j;
  return common;
}

// Whether two triangles have no more in common than one corner: a plane through it has the rest of one on one
// side and that of the other on the other, by far more than the rounding of differences and products. False
// also where these are too large or small for Real.
bool have_only_a_corner(const Corners& s, const Corners& t, const CommonCorners& common) {
  constexpr int kNext[] = {1, 2, 0}, kLast[] = {2, 0, 1};
  const Vec3& corner = s.at[common.at_s];
  const Vec3 a = s.at[kNext[common.at_s]] - corner, b = s.at[kLast[common.at_s]] - corner,
             c = t.at[kNext[common.at_t]] - corner, d = t.at[kLast[common.at_t]] - corner;
  const Vec3 up = a + b, down = c + d, normal = up * sum_abs(down) - down * sum_abs(up);
  const Real much = 64 * kEpsilon * sum_abs(normal);
  return dot(normal, a) > much * sum_abs(a) && dot(normal, b) > much * sum_abs(b) &&
         dot(normal, c) < -much * sum_abs(c) && dot(normal, d) < -much * sum_abs(d);
}

// Neighbours touch anyway: only an overlap is reported. With two corners in common there is none: their
// planes are one, or have no more in common than the line of these corners.
bool find_self_pair(const Corners& s, const Corners& t, PiecePair& pair) {
  const CommonCorners common = common_corners(s, t);
  if (common.count > 1 || (common.count == 1 && have_only_a_corner(s, t, common))) return false;
  const Vec3d a[3] = {Vec3d(s.at[0]), Vec3d(s.at[1]), Vec3d(s.at[2])},
              b[3] = {Vec3d(t.at[0]), Vec3d(t.at[1]), Vec3d(t.at[2])};
  const primitive::TriangleMeeting m = primitive::meet_triangles(a, b);
  pair.contact = m.contact;
  pair.has_segment = m.has_segment;
  if (m.has_segment) pair.segment = {to_real(m.start), to_real(m.end)};
  return common.count > 0 ? m.contact == Contact::overlapping : m.contact != Contact::apart;
}

// The pieces of a mesh of triangles; null: another shape.
const Pieces* triangles_of(const Shape& mesh) {
  const Pieces* pieces = pieces_of(mesh.view());
  return pieces != nullptr && pieces->is_triangles() ? pieces : nullptr;
}

// Distances of triangles of one mesh, in its frame.
class SelfDistances {
 public:
  SelfDistances(const Pieces& mesh, Real within, const QuerySettings& settings)
      : tree_(*TreeAccess::data(mesh.tree)), settings_(settings_of_pieces(settings)) {
    settings_.threshold = within;
  }

  // False: farther apart than asked for, or neighbours.
  [[nodiscard]] bool find(std::uint32_t i, const Corners& s, std::uint32_t j, const Corners& t,
                          Distance& out) {
    if (common_corners(s, t).count > 0) return false;
    const bool is_in_order = tree_.order[i] < tree_.order[j];
    set(is_in_order ? s : t, a_);
    set(is_in_order ? t : s, b_);
    out = distance_of({&a_.view(), &place_, 0}, {&b_.view(), &place_, 0}, settings_);
    if (out.lower > settings_.threshold) return false;
    out.piece_a = std::min(tree_.order[i], tree_.order[j]);
    out.piece_b = std::max(tree_.order[i], tree_.order[j]);
    return true;
  }

 private:
  static void set(const Corners& t, TriangleView& view) { view.set(t.at[0], t.at[1], t.at[2]); }

  const TreeData& tree_;
  QuerySettings settings_;
  Affine place_;
  TriangleView a_, b_;
};

}  // namespace

Status visit_self_intersections(const Shape& mesh, PairVisitor visit_pair) {
  const Pieces* pieces = triangles_of(mesh);
  if (pieces == nullptr) return Status::unsupported;
  const TreeData& tree = *TreeAccess::data(pieces->tree);
  visit_close_boxes(*pieces, 0, [&](std::uint32_t i, const Corners& s, std::uint32_t j, const Corners& t) {
    PiecePair pair{tree.order[i], tree.order[j], Contact::apart, false, {}};
    if (pair.piece_b < pair.piece_a) std::swap(pair.piece_a, pair.piece_b);
    return !find_self_pair(s, t, pair) || visit_pair(pair);
  });
  return Status::converged;
}

Status visit_self_proximity(const Shape& mesh, Real within, DistanceVisitor visit_pair,
                            const QuerySettings& settings) {
  const Pieces* pieces = triangles_of(mesh);
  if (!mesh.is_valid() || !(within >= 0) || !are_usable(settings)) return Status::invalid_argument;
  if (pieces == nullptr) return Status::unsupported;
  SelfDistances distances(*pieces, within, settings);
  visit_close_boxes(*pieces, double(within),
                    [&](std::uint32_t i, const Corners& s, std::uint32_t j, const Corners& t) {
                      Distance found;
                      return !distances.find(i, s, j, t, found) || visit_pair(found);
                    });
  return Status::converged;
}

}  // namespace graze::inline GRAZE_ABI
