// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pieces/nearest_triangles.h"

#include <algorithm>

#include "math/nearest.h"

namespace graze::inline GRAZE_ABI {
namespace {

Vec3d farthest_coordinates(const Aabb& box) {
  Vec3d out;
  for (int k = 0; k < 3; ++k)
    out[k] = std::max(std::abs(double(box.lower[k])), std::abs(double(box.upper[k])));
  return out;
}

// By how much a point must come nearer for the search to go on, in the first round and later ones, and for
// another round: measured by make bench, group mesh.
constexpr double kFirstHurry = 0.05, kHurry = 0.003;
constexpr double kEnough = 0.998;

}  // namespace

// Three products in Real of an axis that was rounded, of which none is longer than one.
NearestTriangles::Side::Side(const PieceReader& reader)
    : pieces(reader.pieces()),
      tree(TreeAccess::data(reader.pieces()->tree)),
      lost(8 * double(kEpsilon) * sum_abs(farthest_coordinates(tree->nodes.front().box())) +
           16 * double(std::numeric_limits<Real>::min())) {}

NearestTriangles::NearestTriangles(const PieceReader& a, const PieceReader& b, const PieceFrame& frame)
    : a_(a),
      b_(b),
      axes_{{a.whole(), b.whole(), frame}, {a.whole(), b.whole(), frame}},
      relative_(a.pieces()->tree.bounds(), b.pieces()->tree.bounds(),
                {frame.linear_b(), frame.translation_b(), 0}),
      linear_b_(frame.linear_b()),
      translation_b_(frame.translation_b()),
      kernels_(node_kernels()) {
  const double defects = double(a.whole().placement->defect()) + double(b.whole().placement->defect());
  share_ = 1 - 8 * defects - 32 * double(kEpsilon);
  room_ = frame.room({}) + 8 * defects * frame.size();
}

DistantBox NearestTriangles::distant(const TurnedBox& turned, Side& of_part, const walk::Entry& part,
                                     const Side& of_node) const {
  DistantBox box;
  box.turned = turned;
  for (const Which which : {nearest, farther}) {
    for (int k = 0; k < 3; ++k) box.along[which][k] = static_cast<Real>(of_node.along[which][k]);
    const double end = is_searched(of_part, part.ref, which) ? reach(of_part, part.ref, which)
                                                             : farthest_along(part.box, of_part.along[which]);
    box.start[which] = round_down(gap(which, 0, end) - of_node.lost);
  }
  box.share = static_cast<Real>(share_);
  box.room = round_up(room_);
  return box;
}

void NearestTriangles::improve(const Side& side, const Vec3d& p, double hurry, Foot& foot) const {
  DistantBox at{};
  TurnedReach& reach = at.turned.reach;
  for (int k = 0; k < 3; ++k) reach.least[k] = reach.most[k] = static_cast<Real>(p[k]);
  at.share = static_cast<Real>(1 + hurry);
  double best = std::sqrt(foot.squared);
  const auto children = [&](const WideNode& node, walk::Sorted& sorted) { sort(node, at, best, sorted); };
  walk::one_tree_nearest(
      *side.tree, children, [&] { return best; },
      [&](std::uint32_t id) {
        const Triangle t = side.pieces->triangle(id);
        const Vec3d q = nearest_on_triangle(p, Vec3d(t.a), Vec3d(t.b), Vec3d(t.c));
        const double squared = length_squared(q - p);
        if (!(squared < foot.squared)) return;
        foot = {id, q, squared};
        best = std::sqrt(squared);
      });
}

// From a point to the nearest of the other mesh and back, as long as that brings them closer.
NearestTriangles::Start NearestTriangles::find_start() const {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const Aabb middle = a_.tree->nodes.front().box();
  Foot on_a{0, (Vec3d(middle.lower) + Vec3d(middle.upper)) * 0.5, kFar}, on_b{0, {}, kFar};
  for (int round = 0; round < 8; ++round) {
    const double before = on_a.squared, hurry = round == 0 ? kFirstHurry : kHurry;
    if (round > 0) on_b.squared = on_a.squared;
    improve(b_, transpose_times(linear_b_, on_a.point - translation_b_), hurry, on_b);
    if (round > 0) on_a.squared = on_b.squared;
    improve(a_, linear_b_ * on_b.point + translation_b_, hurry, on_a);
    if (!(on_a.squared < before * kEnough)) break;
  }
  return {on_a.id, on_b.id};
}

void NearestTriangles::set_axis(Which which, const Vec3& normal) {
  axes_[which].set(Vec3d(normal));
  a_.along[which] = axes_[which].along_a();
  b_.along[which] = -axes_[which].along_b();
}

double NearestTriangles::project(const Side& side, walk::Ref ids, Which which, double (&at)[kMost]) const {
  for (std::uint32_t k = ids.index; k < ids.end; ++k)
    at[k - ids.index] = farthest_along(side.pieces->triangle(side.tree->order[k]), side.along[which]);
  return *std::max_element(at, at + (ids.end - ids.index));
}

// Children whose boxes reach farther come first, and those that cannot matter are left alone.
double NearestTriangles::reach_of_node(Side& side, const WideNode& node, Which which) const {
  const Vec3d& along = side.along[which];
  const Real axis[3] = {static_cast<Real>(along.x), static_cast<Real>(along.y), static_cast<Real>(along.z)};
  Real reaches[kWidth];
  kernels_.reaches(node, axis, reaches);
  walk::Sorted children;
  for (int i = 0; i < node.child_count; ++i) children.add(i, -double(reaches[i]) - side.lost);
  double most = -std::numeric_limits<double>::infinity();
  while (children.next < children.count && -children.bound[children.next] > most)
    most = std::max(most, reach(side, walk::child_ref(node, children.take()), which));
  return most;
}

double NearestTriangles::reach(Side& side, walk::Ref ref, Which which) const {
  double at[kMost];
  if (!ref.is_node()) return project(side, ref, which, at);
  Part& part = side.parts[(ref.index * 0x9e3779b1u) >> 24];
  const std::uint32_t version = axes_[which].version();
  if (part.node == ref.index && part.version[which] == version) return part.reach[which];
  const double found = reach_of_node(side, side.tree->nodes[ref.index], which);
  // The search below may have used the place for another node.
  if (part.node != ref.index)
    part = {ref.index, {axes_[nearest].version() - 1, axes_[farther].version() - 1}, {}};
  part.version[which] = version;
  return part.reach[which] = found;
}

}  // namespace graze::inline GRAZE_ABI
