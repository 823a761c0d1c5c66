// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "query/manifold/surface.h"
#include "query/pair/answers.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr double kMeeting = 2e-4;

bool is_in_compound(const PieceLeaf& leaf) {
  if (leaf.within == nullptr) return false;
  const Pieces* around = pieces_of(*leaf.within->operand.shape);
  return around != nullptr && !around->is_triangles();
}

double scale_of(const Affine& placement) {
  const Mat3d linear(placement.linear());
  return std::max({length(linear.columns[0]), length(linear.columns[1]), length(linear.columns[2])});
}

}  // namespace

// A point in the frame of a compound, and directions of the world seen from there.
struct PieceSiblings::Place {
  const PieceLeaf& piece;  // of the compound, in which the point is
  Vec3d point;
  Vec3d outward, facing;  // dot(outward, x - point): how far x is out, in world units
  double per_world;       // local lengths
};

PieceSiblings::PieceSiblings(const PieceLeaf& leaf) : leaf_(leaf) {
  if (!are_there()) return;
  const Aabb box = local_bounds(leaf.operand);
  const double largest = double(std::max(max_abs(box.lower), max_abs(box.upper)));
  const double size = double(max_abs(box.upper - box.lower));
  const double scale = scale_of(*leaf.operand.placement);
  rounding_ = scale * 16 * double(kEpsilon) * largest;
  room_ = std::max(scale * kMeeting * size, rounding_);
}

const PieceLeaf* PieceSiblings::compound_of(const PieceLeaf& leaf) {
  const PieceLeaf* piece = &leaf;
  while (piece != nullptr && !is_in_compound(*piece)) piece = piece->within;
  return piece;
}

void PieceSiblings::add_to(const Vec3d& outward, const Vec3d& facing, const Vec3& local,
                           SurfaceAtPoint& surface) const {
  Vec3d point(local);
  for (const PieceLeaf* piece = compound_of(leaf_); piece != nullptr; piece = compound_of(*piece->within)) {
    const Operand& whole = piece->within->operand;
    const Affine& own = pieces_of(*whole.shape)->placements[piece->number];
    point = Mat3d(own.linear()) * point + Vec3d(own.translation());
    const Mat3d linear(whole.placement->linear());
    add_pieces_at({*piece, point, transpose_times(linear, outward), transpose_times(linear, facing),
                   1 / scale_of(*whole.placement)},
                  surface);
  }
}

void PieceSiblings::add_pieces_at(const Place& place, SurfaceAtPoint& surface) const {
  const ShapeView* const compound = place.piece.within->operand.shape;
  const Shape dot_shape{Point{}};
  const Affine at(to_real(place.point)), own;
  const Real room = round_up(room_ * place.per_world);
  const double margin = double(leaf_.operand.margin);
  const Operand point{&dot_shape.view(), &at, room};
  const Operand whole{compound, &own, round_up(margin * place.per_world)};
  (void)visit_leaves({point}, {whole}, 0, [&](const PieceLeaf& x, const PieceLeaf& y) {
    // A convex leaf counts itself: it supports a normal only where it is highest. A mesh has done so already.
    const bool is_own = y.piece == place.piece.number;
    if (is_own && leaf_.mesh != nullptr) return true;
    if (!is_own && intersection_of(x.operand, y.operand, {}).contact == Contact::apart) return true;
    const Mat3d linear(y.operand.placement->linear());
    const Vec3d origin = Vec3d(y.operand.placement->translation()) - place.point;
    // How far the piece rises above the point along a direction, and whether that is more than rounding.
    const auto rises = [&](const Vec3d& along) {
      const Vec3d local = transpose_times(linear, along);
      const Vec3d top = linear * local_support(*y.operand.shape, moderate(local)) + origin;
      const double far = length(top) / place.per_world;
      return dot(along, top) + margin > rounding_ + 64 * double(kEpsilon) * far;
    };
    surface.is_supported = surface.is_supported && !rises(place.outward);
    if (place.facing != Vec3d{}) surface.is_convex = surface.is_convex && !rises(place.facing);
    return true;
  });
}

}  // namespace graze::inline GRAZE_ABI
