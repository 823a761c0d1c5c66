// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/contact_manifolds.h"

#include <algorithm>

#include "primitive/clip.h"
#include "query/complex_contacts.h"
#include "query/contact_round.h"
#include "query/containment.h"
#include "query/piece_leaves.h"
#include "query/surface_contacts.h"
#include "shape/local_support.h"

namespace graze::inline GRAZE_ABI {
namespace {

// After the mesh instead of the triangle.
Feature named_after_mesh(const PieceLeaf& leaf, const Feature& of_triangle) {
  if (leaf.mesh == nullptr) return of_triangle;
  const Pieces::Corners corners = leaf.mesh->corners(leaf.number);
  switch (of_triangle.kind) {
    case FeatureKind::vertex:
      return {FeatureKind::vertex, corners[of_triangle.first], 0};
    case FeatureKind::edge: {
      const std::uint32_t p = corners[of_triangle.first], q = corners[of_triangle.second];
      return {FeatureKind::edge, std::min(p, q), std::max(p, q)};
    }
    default:
      return {FeatureKind::face, leaf.number, of_triangle.first};
  }
}

// Most parts whose boxes meet do not meet themselves. A few axes tell that much faster than the contacts.

constexpr double kLeafError = 64 * double(kEpsilon);  // of what a support may lose in Real

struct Corners {
  Vec3d points[3];
};
// In the world, from an origin that is near.
Corners corners_of(const Operand& triangle, const Vec3d& origin) {
  const Mat3d linear(triangle.placement->linear());
  const Vec3d offset = Vec3d(triangle.placement->translation()) - origin;
  const VertexSet& set = triangle.shape->block->vertices;
  return {
      {linear * set.vertex(0) + offset, linear * set.vertex(1) + offset, linear * set.vertex(2) + offset}};
}
double size_of(const Corners& c) {
  return std::max({max_abs(c.points[0]), max_abs(c.points[1]), max_abs(c.points[2])});
}

bool are_apart_along(const Vec3d& axis, const Corners& a, const Corners& b, double within, double size) {
  const double a0 = dot(axis, a.points[0]), a1 = dot(axis, a.points[1]), a2 = dot(axis, a.points[2]);
  const double b0 = dot(axis, b.points[0]), b1 = dot(axis, b.points[1]), b2 = dot(axis, b.points[2]);
  const double gap = std::max(std::min(std::min(b0, b1), b2) - std::max(std::max(a0, a1), a2),
                              std::min(std::min(a0, a1), a2) - std::max(std::max(b0, b1), b2));
  return gap > (within + 64 * kDoubleEpsilon * size) * sum_abs(axis);
}

bool are_boxes_apart(const Corners& a, const Corners& b, double within) {
  for (int k = 0; k < 3; ++k) {
    const double a0 = a.points[0][k], a1 = a.points[1][k], a2 = a.points[2][k];
    const double b0 = b.points[0][k], b1 = b.points[1][k], b2 = b.points[2][k];
    if (std::min(std::min(b0, b1), b2) - std::max(std::max(a0, a1), a2) > within) return true;
    if (std::min(std::min(a0, a1), a2) - std::max(std::max(b0, b1), b2) > within) return true;
  }
  return false;
}

// Boxes, normals, and across pairs of edges.
bool are_triangles_apart(const Corners& a, const Corners& b, double within) {
  const double size = size_of(a) + size_of(b);
  if (are_boxes_apart(a, b, within + 64 * kDoubleEpsilon * size)) return true;
  Vec3d edges_a[3], edges_b[3];
  for (int i = 0; i < 3; ++i) {
    edges_a[i] = a.points[(i + 1) % 3] - a.points[i];
    edges_b[i] = b.points[(i + 1) % 3] - b.points[i];
  }
  if (are_apart_along(cross(edges_a[0], edges_a[1]), a, b, within, size)) return true;
  if (are_apart_along(cross(edges_b[0], edges_b[1]), a, b, within, size)) return true;
  for (const Vec3d& u : edges_a)
    for (const Vec3d& v : edges_b)
      if (are_apart_along(cross(u, v), a, b, within, size)) return true;
  return false;
}

// From centre to centre and on by reflection [Chung96], then along the normal.
bool is_triangle_apart(const Operand& triangle, const Operand& convex, double within) {
  const Vec3d origin(convex.placement->translation());
  const Corners c = corners_of(triangle, origin);
  const Mat3d linear(convex.placement->linear());
  double size = size_of(c);
  for (const Vec3d& column : linear.columns) size += max_abs(column) * extent_of(*convex.shape);
  Vec3d between;  // from the farthest point of the convex part to the nearest corner
  const auto is_apart = [&](const Vec3d& d) {  // d leads from the convex part to the triangle
    const Vec3d s = linear * local_support(*convex.shape, moderate(transpose_times(linear, d)));
    const double heights[3] = {dot(d, c.points[0]), dot(d, c.points[1]), dot(d, c.points[2])};
    between = c.points[std::min_element(heights, heights + 3) - heights] - s;
    return dot(d, between) > (within + kLeafError * size) * sum_abs(d);
  };
  Vec3d n = cross(c.points[1] - c.points[0], c.points[2] - c.points[0]);
  const Vec3d middle = (c.points[0] + c.points[1] + c.points[2]) / 3 - linear * inner_point_of(*convex.shape);
  if (dot(n, middle) < 0) n = -n;
  Vec3d d = normalized(middle);
  for (int i = 0; i < 3; ++i) {
    if (is_apart(d)) return true;
    const double squared = dot(between, between);
    if (!(squared > 0)) return false;
    d -= between * (2 * dot(d, between) / squared);
  }
  return is_apart(n);
}

// Looks at one pair of parts after the other; a triangle that was there just before is not placed again.
class LeafFilter {
 public:
  LeafFilter(const Operand& a, const Operand& b)
      : origin_(a.placement->translation()), first_{a.placement}, second_{b.placement} {}

  [[nodiscard]] bool are_apart(const PieceLeaf& x, const PieceLeaf& y, Real prediction) {
    const double within = double(prediction) + double(x.operand.margin) + double(y.operand.margin);
    const bool is_first = x.operand.shape->kind == ShapeKind::triangle;
    const bool is_second = y.operand.shape->kind == ShapeKind::triangle;
    if (is_first && is_second) return are_triangles_apart(see(x, first_), see(y, second_), within);
    const Operand& other = is_first ? y.operand : x.operand;
    if ((!is_first && !is_second) || other.shape->kind == ShapeKind::half_space) return false;
    return is_triangle_apart(is_first ? x.operand : y.operand, other, within);
  }

 private:
  struct Seen {
    const Affine* placement;  // of the whole: others change from piece to piece
    const Pieces* mesh = nullptr;
    std::uint32_t number = kNoPiece;
    Corners corners{};
  };
  const Corners& see(const PieceLeaf& leaf, Seen& seen) const {
    const bool is_placed = leaf.operand.placement == seen.placement && leaf.mesh != nullptr;
    if (is_placed && leaf.mesh == seen.mesh && leaf.number == seen.number) return seen.corners;
    seen.mesh = is_placed ? leaf.mesh : nullptr;
    seen.number = leaf.number;
    return seen.corners = corners_of(leaf.operand, origin_);
  }

  Vec3d origin_;
  Seen first_, second_;
};

// Sets of pairs of parts, in the order of the call.
class Manifolds {
 public:
  Manifolds(const Operand& a, const Operand& b, const ContactSettings& settings, ManifoldVisitor visit)
      : a_(a), b_(b), settings_(settings), visit_(visit), is_swapped_(is_out_of_order(a, b)) {
    settings_.cache = nullptr;
  }

  void visit() {
    const PieceLeaf first{is_swapped_ ? b_ : a_}, second{is_swapped_ ? a_ : b_};
    LeafFilter filter(first.operand, second.operand);
    (void)visit_leaves(first, second, double(settings_.prediction),
                       [&](const PieceLeaf& x, const PieceLeaf& y) {
                         return filter.are_apart(x, y, settings_.prediction) || take(x, y);
                       });
    if (!is_any_reported_ && has_left_out_) (void)visit_(left_out_);
  }

 private:
  bool take(const PieceLeaf& x, const PieceLeaf& y) {
    ContactSet set = contacts_of(x.operand, y.operand, settings_);
    if (set.count == 0) return true;
    const ContactSet raw = set;
    if (settings_.internal_edges == InternalEdges::filtered && !fit_to_surfaces(x, y, settings_, set)) {
      if (!has_left_out_ || raw.upper < left_out_.set.upper) left_out_ = named(x, y, raw);
      has_left_out_ = true;
      return true;
    }
    is_any_reported_ = true;
    return visit_(named(x, y, set));
  }
  [[nodiscard]] ContactManifold named(const PieceLeaf& x, const PieceLeaf& y, const ContactSet& set) const {
    const PieceLeaf &a = is_swapped_ ? y : x, &b = is_swapped_ ? x : y;
    ContactManifold out{a.piece, b.piece, a.number, b.number, set};
    if (is_swapped_) out.set.normal = -out.set.normal;
    for (int i = 0; i < out.set.count; ++i) {
      ContactPoint& p = out.set.points[i];
      if (is_swapped_) {
        std::swap(p.point_a, p.point_b);
        std::swap(p.local_a, p.local_b);
        std::swap(p.feature_a, p.feature_b);
      }
      p.feature_a = named_after_mesh(a, p.feature_a);
      p.feature_b = named_after_mesh(b, p.feature_b);
      if (!(*a.operand.placement == *a_.placement)) p.local_a = local_from_world(*a_.placement, p.point_a);
      if (!(*b.operand.placement == *b_.placement)) p.local_b = local_from_world(*b_.placement, p.point_b);
    }
    return out;
  }

  const Operand &a_, &b_;
  ContactSettings settings_;
  ManifoldVisitor visit_;
  bool is_swapped_;
  bool is_any_reported_ = false, has_left_out_ = false;
  ContactManifold left_out_;  // the deepest of them
};

bool is_deeper(const ContactManifold& m, const ContactManifold& than) {
  if (m.set.upper != than.set.upper) return m.set.upper < than.set.upper;
  if (m.leaf_a != than.leaf_a) return m.leaf_a < than.leaf_a;
  return m.leaf_b < than.leaf_b;
}

}  // namespace

void complex_contacts(const Operand& a, const Operand& b, const ContactSettings& settings,
                      ContactSummary& summary, PointTaker take) {
  if (!are_usable(settings) || !is_usable_complex(a) || !is_usable_complex(b)) {
    summary.status = Status::invalid_argument;
    return;
  }
  ContactManifold deepest;
  deepest.set.upper = kInfinity;
  bool is_any = false;
  const auto find = [&](const ContactManifold& m) {
    if (!is_any || is_deeper(m, deepest)) deepest = m;
    is_any = true;
    return true;
  };
  Manifolds(a, b, settings, find).visit();
  summary = deepest.set;
  if (!is_any) {
    summary.contact = Contact::apart;
    summary.lower = settings.prediction;
    Vec3 inner;
    if (is_one_inside(a, b, Surfaces::apart, inner)) {
      summary.contact = Contact::overlapping;
      summary.lower = -kInfinity;
      summary.upper = 0;
      summary.status = Status::bound_loose;
    }
    return;
  }
  constexpr double kSameNormal = 0.99984769515639123916;  // cosine of one degree
  const auto take_all = [&](const ContactManifold& m) {
    if (dot(Vec3d(m.set.normal), Vec3d(summary.normal)) >= kSameNormal)
      for (const ContactPoint& p : m.set.span()) take(p);
    return true;
  };
  Manifolds(a, b, settings, take_all).visit();
}

void PatchPoints::take(const ContactPoint& point) {
  for (int i = 0; i < count_; ++i)
    if (points_[i].feature_a == point.feature_a && points_[i].feature_b == point.feature_b &&
        points_[i].point_a == point.point_a)
      return;
  if (count_ == kCapacity) reduce();
  points_[count_++] = point;
}

// Of the deepest points, which are many on a floor, the one that is farthest out stays.
void PatchPoints::move_deepest_to_front(double tolerance) {
  Vec3d middle;
  Real least = kInfinity;
  for (const ContactPoint& p : span()) {
    middle += Vec3d(p.point_a) / double(count_);
    least = std::min(least, p.gap);
  }
  int best = 0;
  double farthest = -1;
  for (int i = 0; i < count_; ++i) {
    const double far = length(Vec3d(points_[i].point_a) - middle);
    if (double(points_[i].gap) > double(least) + tolerance || !(far > farthest)) continue;
    farthest = far;
    best = i;
  }
  std::swap(points_[0], points_[best]);
}

void PatchPoints::reduce() {
  if (count_ <= 4) return;
  double size = 0;
  for (const ContactPoint& p : span())
    size = std::max(size, length(Vec3d(p.point_a) - Vec3d(points_[0].point_b)));
  const double tolerance = 64 * double(kEpsilon) * size;
  move_deepest_to_front(tolerance);
  Vec3d u, v;
  primitive::make_basis(Vec3d(normal_), u, v);
  double x[kCapacity], y[kCapacity], gaps[kCapacity];
  for (int i = 0; i < count_; ++i) {
    const Vec3d p = Vec3d(points_[i].point_a) - Vec3d(points_[0].point_a);
    x[i] = dot(u, p);
    y[i] = dot(v, p);
    gaps[i] = double(points_[i].gap);
  }
  int chosen[4];
  const int kept = primitive::choose_four(x, y, gaps, count_, tolerance, chosen);
  for (int i = 0; i < kept; ++i) points_[i] = points_[chosen[i]];
  count_ = kept;
}

Status visit_contact_manifolds(const Instance& a, const Instance& b, ManifoldVisitor visit,
                               const ContactSettings& settings) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  const bool is_cached = settings.cache != nullptr;
  if (is_cached || !are_usable(settings) || !is_usable_complex(whole_a) || !is_usable_complex(whole_b))
    return Status::invalid_argument;
  Manifolds(whole_a, whole_b, settings, visit).visit();
  return Status::converged;
}

ContactManifolds contact_manifolds(const Instance& a, const Instance& b, std::span<ContactManifold> out,
                                   const ContactSettings& settings) {
  ContactManifolds result;
  const auto take = [&](const ContactManifold& manifold) {
    if (result.found < out.size()) out[result.found] = manifold;
    ++result.found;
    return true;
  };
  result.status = visit_contact_manifolds(a, b, take, settings);
  result.written = out.first(std::min(result.found, out.size()));
  return result;
}

}  // namespace graze::inline GRAZE_ABI
