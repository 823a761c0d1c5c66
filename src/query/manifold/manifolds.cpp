// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "graze/query/contact_manifolds.h"
#include "kernel/clip/clip.h"
#include "query/contact/complex.h"
#include "query/contact/find.h"
#include "query/manifold/close_triangles.h"
#include "query/manifold/known_pieces.h"
#include "query/manifold/surface.h"
#include "query/pair/answers.h"
#include "query/pieces/feature_names.h"
#include "query/pieces/solid.h"

namespace graze::inline GRAZE_ABI {
namespace {

Feature name_of(const PieceLeaf& leaf, const Feature& feature) {
  if (leaf.mesh == nullptr) return feature;
  return named_after_mesh(leaf.mesh->corners(leaf.number), leaf.number, feature);
}

// The contact sets of two objects: lists the pairs of pieces that are close, finds the contacts of each, and
// fits them to the surfaces. Sets are reported in the order of the call.
class ManifoldSearch {
 public:
  // `shapes`: those of the operands; they matter where there is a cache.
  ManifoldSearch(const Operand& a, const Operand& b, const ClosePairList::Shapes& shapes,
                 const ContactSettings& settings, ManifoldVisitor visit)
      : a_(a),
        b_(b),
        shapes_(shapes),
        settings_(settings),
        within_(double(settings.prediction)),
        known_(settings.manifolds),
        visit_(visit),
        is_swapped_(is_out_of_order(a, b)) {
    if (is_swapped_) std::swap(shapes_.a, shapes_.b);
    settings_.persistence = 0;  // another axis of two pieces may be none of the surface around them
  }

  void run() {
    const PieceLeaf first{is_swapped_ ? b_ : a_}, second{is_swapped_ ? a_ : b_};
    (void)visit_pairs(first, second);
    if (!is_any_reported_ && has_left_out_) (void)visit_(left_out_);
  }

 private:
  // All below two parts; false: the visitor has ended it.
  bool visit_pairs(const PieceLeaf& a, const PieceLeaf& b) {
    if (!is_any_complex(a.operand, b.operand)) return add_contacts(a, b);
    PieceOperands pieces(a.operand, b.operand);
    return CloseTriangles::can_find(pieces) ? visit_triangles(a, b, pieces) : visit_pieces(a, b, pieces);
  }
  bool visit_triangles(const PieceLeaf& a, const PieceLeaf& b, PieceOperands& pieces) {
    CloseTriangles close(pieces, a, b, known_, within_, find_kept(a, b, pieces));
    for (PieceIds ids; close.next(ids);)
      if (!add_contacts(a.below(pieces.a, ids.a), b.below(pieces.b, ids.b))) return false;
    return true;
  }
  // Pieces of compounds, which may be made of pieces themselves.
  bool visit_pieces(const PieceLeaf& a, const PieceLeaf& b, PieceOperands& pieces) {
    PairWalk walk(pieces, within_);
    for (PieceIds ids; walk.next(ids);) {
      const PieceLeaf x = a.below(pieces.a, ids.a), y = b.below(pieces.b, ids.b);
      const bool is_leaf = !is_any_complex(x.operand, y.operand);
      if (is_leaf && are_parts_apart(x.operand, y.operand, within_)) continue;
      if (!(is_leaf ? add_contacts(x, y) : visit_pairs(x, y))) return false;
    }
    return true;
  }
  // The close pairs of two whole objects that the cache keeps, brought up to date; null: they are not known.
  [[nodiscard]] const ClosePairList* find_kept(const PieceLeaf& a, const PieceLeaf& b,
                                               PieceOperands& pieces) {
    ClosePairList* const kept = known_.close_pairs();
    const bool is_whole = a.within == nullptr && b.within == nullptr;
    if (kept == nullptr || !is_whole || !ClosePairList::can_hold(pieces)) return nullptr;
    double reach = -1;
    if (kept->is_complete(pieces, shapes_, within_, reach)) return kept;
    if (reach < 0) return nullptr;
    return CloseTriangles(pieces, a, b, known_, reach).fill(*kept) ? kept : nullptr;
  }

  // Two convex parts; false: the visitor has ended it.
  bool add_contacts(const PieceLeaf& x, const PieceLeaf& y) {
    const bool is_kept = x.mesh == nullptr || y.mesh == nullptr;  // two triangles have closed forms
    settings_.cache = known_.of(KnownPieces::name_of(x, y), is_kept);
    ContactSet set;
    const SurfaceContact found = find_surface_contacts(x, y, settings_, around_, !is_any_reported_, set);
    if (found == SurfaceContact::none) return true;
    known_.set_met();
    if (found == SurfaceContact::left_out) {
      if (!is_any_reported_ && (!has_left_out_ || set.upper < left_out_.set.upper))
        left_out_ = named(x, y, set);
      has_left_out_ = true;
      return true;
    }
    is_any_reported_ = true;
    known_.keep_axis(set);
    return visit_(named(x, y, set));
  }
  [[nodiscard]] ContactManifold named(const PieceLeaf& x, const PieceLeaf& y, const ContactSet& set) const {
    const PieceLeaf &a = is_swapped_ ? y : x, &b = is_swapped_ ? x : y;
    const bool is_moved_a = !(*a.operand.placement == *a_.placement),
               is_moved_b = !(*b.operand.placement == *b_.placement);
    ContactManifold out{a.piece, b.piece, a.number, b.number, set};
    if (is_swapped_) out.set.normal = -out.set.normal;
    for (int i = 0; i < out.set.count; ++i) {
      ContactPoint& p = out.set.points[i];
      if (is_swapped_) {
        std::swap(p.point_a, p.point_b);
        std::swap(p.local_a, p.local_b);
        std::swap(p.feature_a, p.feature_b);
      }
      p.feature_a = name_of(a, p.feature_a);
      p.feature_b = name_of(b, p.feature_b);
      if (is_moved_a) p.local_a = local_from_world(*a_.placement, p.point_a);
      if (is_moved_b) p.local_b = local_from_world(*b_.placement, p.point_b);
    }
    return out;
  }

  const Operand &a_, &b_;
  ClosePairList::Shapes shapes_;  // in the order of the search
  ContactSettings settings_;
  double within_;
  KnownPieces known_;
  TrianglesAround around_;
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

// Objects without manifolds are apart, unless one is wholly inside the other, a solid.
void set_without_manifolds(const Operand& a, const Operand& b, Real prediction, ContactSummary& summary) {
  summary.contact = Contact::apart;
  summary.lower = prediction;
  Vec3 inner;
  if (!is_one_inside(a, b, Surfaces::apart, inner)) return;
  summary.contact = Contact::overlapping;
  summary.lower = -kInfinity;
  summary.upper = 0;
  summary.status = Status::bound_loose;
}

}  // namespace

void complex_contacts(const Operand& a, const Operand& b, const ContactSettings& given,
                      ContactSummary& summary, PointTaker take) {
  ContactSettings settings = given;
  settings.manifolds = nullptr;
  if (!are_usable(settings) || !is_usable_complex(a) || !is_usable_complex(b)) {
    return set_unanswered(Status::invalid_argument, summary);
  }
  ContactManifold deepest;
  deepest.set.upper = kInfinity;
  bool is_any = false;
  const auto find = [&](const ContactManifold& m) {
    if (!is_any || is_deeper(m, deepest)) deepest = m;
    is_any = true;
    return true;
  };
  ManifoldSearch(a, b, {}, settings, find).run();
  summary = deepest.set;
  if (!is_any) return set_without_manifolds(a, b, settings.prediction, summary);
  constexpr double kSameNormal = 0.99984769515639123916;  // cosine of one degree
  const auto give_points = [&](const ContactManifold& m) {
    if (dot(Vec3d(m.set.normal), Vec3d(summary.normal)) >= kSameNormal)
      for (const ContactPoint& p : m.set.span()) take(p);
    return true;
  };
  ManifoldSearch(a, b, {}, settings, give_points).run();
}

void PatchPoints::take(const ContactPoint& point) {
  for (int i = 0; i < count_; ++i)
    if (points_[i].feature_a == point.feature_a && points_[i].feature_b == point.feature_b &&
        points_[i].point_a == point.point_a)
      return;
  if (count_ == kCapacity) reduce();
  points_[count_++] = point;
}

// Among the deepest points, which are many on a floor, the one that is farthest out comes first.
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
  ManifoldSearch(whole_a, whole_b, {&a.shape, &b.shape}, settings, visit).run();
  return Status::converged;
}

ContactManifolds contact_manifolds(const Instance& a, const Instance& b, std::span<ContactManifold> out,
                                   const ContactSettings& settings) {
  ContactManifolds result;
  const auto add = [&](const ContactManifold& manifold) {
    if (result.found < out.size()) out[result.found] = manifold;
    ++result.found;
    return true;
  };
  result.status = visit_contact_manifolds(a, b, add, settings);
  result.written = out.first(std::min(result.found, out.size()));
  return result;
}

}  // namespace graze::inline GRAZE_ABI
