// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "graze/query/piece.h"
#include "primitive/triangle_triangle.h"
#include "query/pieces/axis.h"
#include "query/pieces/frame.h"
#include "query/pieces/reader.h"
#include "tree/traverse.h"

namespace graze::inline GRAZE_ABI {

/// Two operands of which at least one is made of pieces, and the pairs of pieces that matter.
class PieceOperands {
 public:
  PieceReader a, b;

  PieceOperands(const Operand& whole_a, const Operand& whole_b)
      : a(whole_a),
        b(whole_b),
        reach_a_(local_bounds(whole_a)),
        reach_b_(local_bounds(whole_b)),
        frame_(whole_a, whole_b, reach_a_, reach_b_),
        linear_a_(whole_a.placement->linear()),
        linear_b_(whole_b.placement->linear()),
        offset_(Vec3d(whole_b.placement->translation()) - Vec3d(whole_a.placement->translation())) {}

  /// leaf(id_a, id_b) for every pair of pieces that may be closer than `within`; false ends it.
  template <class Leaf>
  void visit(double within, Leaf leaf);
  /// The same where one operand is convex, in an order that does not depend on what is left out: boxes of
  /// pieces beyond a plane, given by an axis and how far along it, in the frame of the pieces. Then triangles
  /// are not looked at one by one. An axis of zero: there is no plane.
  template <class Leaf>
  void visit_behind(const Vec3d& axis, double most, double within, Leaf leaf);
  /// leaf(id_a, id_b) for pairs of pieces in the order of bound(box_a, box_b), boxes of the frame, as long as
  /// that is not above `best`, which leaf lowers.
  template <class Bound, class Leaf>
  void visit_by(Bound bound, const double& best, Leaf leaf);
  /// The same in the order of the gap between boxes; `axis`, which leaf may change, tells more about them.
  template <class Leaf>
  void visit_nearest(const double& best, const PieceAxis& axis, Leaf leaf);
  /// No two points of these pieces are closer than this, as far as their corners along the axis, and their
  /// boxes, tell; any number above `best` will do. Precondition: both are triangles of meshes.
  [[nodiscard]] double triangle_gap(std::uint32_t id_a, std::uint32_t id_b, const PieceAxis& axis,
                                    double best);

  [[nodiscard]] const PieceFrame& frame() const { return frame_; }
  [[nodiscard]] double margins() const { return double(a.whole().margin) + double(b.whole().margin); }
  /// How far the placements are from rigid ones.
  [[nodiscard]] double defects() const { return defect_of(a) + defect_of(b); }
  /// No point of b has moved farther, seen from a, since it was placed there otherwise, with these defects
  /// and this size of the frame: a box moves most at a corner. What rounding and the defects do to lengths is
  /// added.
  [[nodiscard]] double most_motion(const Mat3d& linear, const Vec3d& translation, double known_defects,
                                   double known_size) const {
    double most = 0;
    for (int corner = 0; corner < 8; ++corner) {
      Vec3d way = frame_.translation_b() - translation;
      for (int k = 0; k < 3; ++k)
        way += (frame_.linear_b().columns[k] - linear.columns[k]) *
               double((corner >> k & 1) != 0 ? reach_b_.upper[k] : reach_b_.lower[k]);
      most = std::max(most, length_squared(way));
    }
    return std::sqrt(most) +
           (64 * kDoubleEpsilon + 8 * (defects() + known_defects)) * (frame_.size() + known_size);
  }
  /// Corners of a triangle of either mesh, in the axes of the world, with the origin where a stands.
  [[nodiscard]] const Vec3d (&corners_a(std::uint32_t id))[3] {
    return placed(placed_a_, a, id, linear_a_, {}).corners;
  }
  [[nodiscard]] const Vec3d (&corners_b(std::uint32_t id))[3] {
    return placed(placed_b_, b, id, linear_b_, offset_).corners;
  }

  /// Both are meshes without margins: their triangles are decided exactly, each vertex rounded once into the
  /// frame that has the axes of the world and its origin where a stands.
  [[nodiscard]] bool are_plain_triangles() const {
    return a.is_triangles() && b.is_triangles() && a.whole().margin == 0 && b.whole().margin == 0;
  }
  /// One is convex and the other a mesh, margins or not.
  [[nodiscard]] bool is_convex_and_triangles() const {
    return a.pieces() == nullptr ? b.is_triangles() : b.pieces() == nullptr && a.is_triangles();
  }
  [[nodiscard]] primitive::TriangleMeeting meet(std::uint32_t id_a, std::uint32_t id_b) {
    const Vec3d origin;
    const Placed& s = placed(placed_a_, a, id_a, linear_a_, origin);
    const Placed& t = placed(placed_b_, b, id_b, linear_b_, offset_);
    if (are_boxes_apart(s, t)) return {};
    return primitive::meet_triangles(s.corners, t.corners);
  }
  /// No two points of these triangles are closer than this, as far as their boxes and planes tell; 0: they
  /// tell nothing. Margins count. Precondition: both are triangles of meshes.
  [[nodiscard]] double clearance(std::uint32_t id_a, std::uint32_t id_b) {
    const Vec3d origin;
    const Placed& s = placed(placed_a_, a, id_a, linear_a_, origin);
    const Placed& t = placed(placed_b_, b, id_b, linear_b_, offset_);
    double apart = std::max(plane_gap(s, t), plane_gap(t, s));
    for (int k = 0; k < 3; ++k) apart = std::max({apart, t.low[k] - s.high[k], s.low[k] - t.high[k]});
    return std::max(0.0, apart - frame_.room({}));
  }
  /// What a support along a unit vector may lose, and plenty.
  [[nodiscard]] double support_error() const { return 64 * double(kEpsilon) * frame_.size(); }
  [[nodiscard]] Vec3 to_world(const Vec3d& p) const {
    return to_real(Vec3d(a.whole().placement->translation()) + p);
  }

 private:
  struct Plane {
    Vec3d axis;
    double most = 0;
  };
  template <class Order, class Leaf>
  void visit_near(const Plane& plane, double within, Leaf leaf);
  // leaf(id) for every piece that may be closer than `within` to a convex operand; `frame` is that of the
  // pieces and this operand.
  template <class Order, class Leaf>
  static void visit_near(const PieceReader& pieces, const PieceReader& convex, const PieceFrame& frame,
                         const Aabb& reach, const Plane& plane, double within, Leaf leaf);
  static double defect_of(const PieceReader& reader) {
    const Affine& placement = *reader.whole().placement;
    return double(placement.defect()) + std::abs(double(placement.scale()) - 1);
  }
  static bool are_apart(const Triangle& t, const TurnedBox& other);
  // Box of all that is within a distance of a placed convex operand b; margins included.
  static Aabb box_in_frame(const PieceFrame& frame, const Operand& convex, const Aabb& reach, double within);
  static Aabb box_of(const Triangle& t) { return {min(t.a, min(t.b, t.c)), max(t.a, max(t.b, t.c))}; }

  // Triangles come in the pairs of two leaves: what is known of a few is asked for again at once.
  static constexpr std::uint32_t kRemembered = 8;
  struct Placed {
    std::uint32_t id;
    Vec3d corners[3];
    Vec3d low, high;  // box of the corners
  };
  struct Projected {
    std::uint32_t id = kNoPiece, version = 0;
    double value = 0;
  };
  static const Placed& placed(std::optional<Placed> (&known)[kRemembered], const PieceReader& reader,
                              std::uint32_t id, const Mat3d& linear, const Vec3d& offset) {
    std::optional<Placed>& entry = known[id % kRemembered];
    if (!entry || entry->id != id) {
      entry.emplace().id = id;
      place(reader.pieces()->triangle(id), linear, offset, entry->corners);
      entry->low = min(min(entry->corners[0], entry->corners[1]), entry->corners[2]);
      entry->high = max(max(entry->corners[0], entry->corners[1]), entry->corners[2]);
    }
    return *entry;
  }
  template <class Project>
  static double projected(Projected (&known)[kRemembered], std::uint32_t id, std::uint32_t version,
                          Project project) {
    Projected& entry = known[id % kRemembered];
    if (entry.id != id || entry.version != version) entry = {id, version, project()};
    return entry.value;
  }

  static void place(const Triangle& t, const Mat3d& linear, const Vec3d& offset, Vec3d (&out)[3]) {
    out[0] = linear * Vec3d(t.a) + offset;
    out[1] = linear * Vec3d(t.b) + offset;
    out[2] = linear * Vec3d(t.c) + offset;
  }
  // How far t is from s along the normal of s, as computed: where s is a sliver, that is any direction.
  static double plane_gap(const Placed& s, const Placed& t) {
    const Vec3d e = s.corners[1] - s.corners[0], f = s.corners[2] - s.corners[0], n = cross(e, f);
    const double size = length(n), along_e = dot(n, e), along_f = dot(n, f);
    if (!(size > 0)) return 0;
    const double t0 = dot(n, t.corners[0] - s.corners[0]), t1 = dot(n, t.corners[1] - s.corners[0]),
                 t2 = dot(n, t.corners[2] - s.corners[0]);
    const double above = std::min({t0, t1, t2}) - std::max({0.0, along_e, along_f});
    const double below = std::min({0.0, along_e, along_f}) - std::max({t0, t1, t2});
    return std::max(above, below) / size;
  }
  // Exact, as the corners are what is decided about.
  static bool are_boxes_apart(const Placed& s, const Placed& t) {
    return s.high.x < t.low.x || t.high.x < s.low.x || s.high.y < t.low.y || t.high.y < s.low.y ||
           s.high.z < t.low.z || t.high.z < s.low.z;
  }

  Aabb reach_a_, reach_b_;
  PieceFrame frame_;
  Mat3d linear_a_, linear_b_;
  Vec3d offset_;
  std::optional<Placed> placed_a_[kRemembered], placed_b_[kRemembered];
  Projected far_a_[kRemembered], near_b_[kRemembered];
};

template <class Leaf>
void PieceOperands::visit(double within, Leaf leaf) {
  if (a.pieces() != nullptr && b.pieces() != nullptr && frame_.is_frame_of_a()) {
    graze::visit_pairs_under(a.pieces()->tree, b.pieces()->tree,
                             {frame_.linear_b(), frame_.translation_b(), within + frame_.room({})}, leaf);
  } else if (a.pieces() != nullptr && b.pieces() != nullptr) {
    graze::visit_pairs(
        a.pieces()->tree, b.pieces()->tree,
        [&](const Aabb& box_a, const Aabb& box_b) { return frame_.gap(box_a, box_b) <= within; }, leaf);
  } else {
    visit_near<walk::Likely>({}, within, leaf);
  }
}

template <class Leaf>
void PieceOperands::visit_behind(const Vec3d& axis, double most, double within, Leaf leaf) {
  visit_near<walk::Some>({axis, most}, within, leaf);
}

template <class Order, class Leaf>
void PieceOperands::visit_near(const Plane& plane, double within, Leaf leaf) {
  if (a.pieces() != nullptr) {
    visit_near<Order>(a, b, frame_, reach_b_, plane, within,
                      [&](std::uint32_t id) { return leaf(id, kNoPiece); });
  } else {
    const PieceFrame frame(b.whole(), a.whole(), reach_b_, reach_a_);
    visit_near<Order>(b, a, frame, reach_a_, plane, within,
                      [&](std::uint32_t id) { return leaf(kNoPiece, id); });
  }
}

template <class Order, class Leaf>
void PieceOperands::visit_near(const PieceReader& pieces, const PieceReader& convex, const PieceFrame& frame,
                               const Aabb& reach, const Plane& plane, double within, Leaf leaf) {
  const AabbTree& tree = pieces.pieces()->tree;
  if (!frame.is_frame_of_a() || !frame.is_bounded()) {
    const PieceFrame::Box other = frame.place_b(reach);
    graze::visit(
        tree, [&](const Aabb& box) { return frame.gap(frame.place_a(box), other) <= within; }, leaf);
    return;
  }
  const TreeData* data = TreeAccess::data(tree);
  const Aabb near = box_in_frame(frame, convex.whole(), reach, within);
  if (data == nullptr || !overlaps(data->nodes.front().box(), near)) return;
  // Also along the axes of the convex operand.
  TurnedBox turned =
      turned_box(turned_frame(data->nodes.front().box(), reach,
                              {frame.linear_b(), frame.translation_b(), within + frame.room({})}),
                 reach);
  turned.box = {max(turned.box.lower, near.lower), min(turned.box.upper, near.upper)};
  if (plane.axis != Vec3d{}) cut(turned, plane.axis, plane.most, data->nodes.front().box());
  const auto meet = node_kernels().turned;
  const auto some = [&](const WideNode& node) {
    Real overlap[kWidth];
    const std::uint32_t met = meet(node, turned, overlap);
    return Order(met, overlap);
  };
  const Pieces& all = *pieces.pieces();
  const bool is_tested = all.is_triangles() && plane.axis == Vec3d{};
  (void)walk::one_tree_leaves(*data, some, [&](walk::Ref ids) {
    for (std::uint32_t k = ids.index; k < ids.end; ++k)
      if (!(is_tested && are_apart(all.triangle_at(k, *data), turned)) && !leaf(data->order[k])) return false;
    return true;
  });
}

// Along six axes, as nodes are compared with the box: a number that is not one separates nothing.
inline bool PieceOperands::are_apart(const Triangle& t, const TurnedBox& other) {
  const Aabb box = box_of(t);
  for (int k = 0; k < 3; ++k) {
    if (box.upper[k] < other.box.lower[k] || box.lower[k] > other.box.upper[k]) return true;
    const Vec3 axis{other.axis[k][0], other.axis[k][1], other.axis[k][2]};
    const Real a = dot(axis, t.a), b = dot(axis, t.b), c = dot(axis, t.c);
    if (std::max({a, b, c}) < other.lower[k] || std::min({a, b, c}) > other.upper[k]) return true;
  }
  return false;
}

// The convex shape is turned in Real, which moves its points by a few roundings of their sizes.
inline Aabb PieceOperands::box_in_frame(const PieceFrame& frame, const Operand& convex, const Aabb& reach,
                                        double within) {
  const Mat3d& turn = frame.linear_b();
  const PieceFrame::Box around = frame.place_b(reach);
  // A box is its own reach, and turns into no less.
  const Aabb tight = convex.shape->kind == ShapeKind::box
                         ? Aabb{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}}
                         : quick_bounds(*convex.shape, {to_real(turn.columns[0]), to_real(turn.columns[1]),
                                                        to_real(turn.columns[2])});
  const double far = std::max(max_abs(Vec3d(reach.lower)), max_abs(Vec3d(reach.upper)));
  const double room = within + frame.room({});
  Aabb box;
  for (int k = 0; k < 3; ++k) {
    const double blur = 8 * double(kEpsilon) * sum_abs(turn.row(k)) * far, at = frame.translation_b()[k];
    box.lower[k] =
        round_down(std::max(double(tight.lower[k]) - blur + at, around.centre[k] - around.half[k]) - room);
    box.upper[k] =
        round_up(std::min(double(tight.upper[k]) + blur + at, around.centre[k] + around.half[k]) + room);
  }
  return box;
}

template <class Bound, class Leaf>
void PieceOperands::visit_by(Bound bound, const double& best, Leaf leaf) {
  if (a.pieces() != nullptr && b.pieces() != nullptr) {
    graze::visit_nearest_pairs(
        a.pieces()->tree, b.pieces()->tree,
        [&](const Aabb& box_a, const Aabb& box_b) {
          return bound(frame_.place_a(box_a), frame_.place_b(box_b));
        },
        best, leaf);
  } else if (a.pieces() != nullptr) {
    const PieceFrame::Box other = frame_.place_b(reach_b_);
    graze::visit_nearest(
        a.pieces()->tree, [&](const Aabb& box) { return bound(frame_.place_a(box), other); }, best,
        [&](std::uint32_t id) { leaf(id, kNoPiece); });
  } else {
    const PieceFrame::Box other = frame_.place_a(reach_a_);
    graze::visit_nearest(
        b.pieces()->tree, [&](const Aabb& box) { return bound(other, frame_.place_b(box)); }, best,
        [&](std::uint32_t id) { leaf(kNoPiece, id); });
  }
}

template <class Leaf>
void PieceOperands::visit_nearest(const double& best, const PieceAxis& axis, Leaf leaf) {
  const auto bound = [&](const Aabb& box_a, const Aabb& box_b) {
    const double along = axis.gap(box_a, box_b);
    if (along > best) return along;
    const double apart = std::max(along, frame_.gap(box_a, box_b));
    return apart > best ? apart : std::max(apart, axis.gap_of_centres(box_a, box_b));
  };
  if (a.pieces() != nullptr && b.pieces() != nullptr) {
    graze::visit_nearest_pairs(a.pieces()->tree, b.pieces()->tree, bound, best, leaf);
  } else if (a.pieces() != nullptr) {
    graze::visit_nearest(
        a.pieces()->tree, [&](const Aabb& box) { return bound(box, reach_b_); }, best,
        [&](std::uint32_t id) { leaf(id, kNoPiece); });
  } else {
    graze::visit_nearest(
        b.pieces()->tree, [&](const Aabb& box) { return bound(reach_a_, box); }, best,
        [&](std::uint32_t id) { leaf(kNoPiece, id); });
  }
}

inline double PieceOperands::triangle_gap(std::uint32_t id_a, std::uint32_t id_b, const PieceAxis& axis,
                                          double best) {
  const auto far = [&] { return axis.far_a(a.pieces()->triangle(id_a)); };
  const auto near = [&] { return axis.near_b(b.pieces()->triangle(id_b)); };
  const double along =
      axis.gap(projected(far_a_, id_a, axis.version(), far), projected(near_b_, id_b, axis.version(), near));
  if (along > best) return along;
  return std::max(along, frame_.gap(box_of(a.pieces()->triangle(id_a)), box_of(b.pieces()->triangle(id_b))));
}

}  // namespace graze::inline GRAZE_ABI
