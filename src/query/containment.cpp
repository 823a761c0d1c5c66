// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/containment.h"

#include "math/balanced_inverse.h"
#include "mesh/pieces.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Calls use(point of the world, in double) for one point of every connected part, until it returns true.
template <class Use>
bool any_part(const ShapeView& shape, const Affine& placement, Use use) {
  const auto world = [&](const Vec3d& p) {
    return Mat3d(placement.linear()) * p + Vec3d(placement.translation());
  };
  const Pieces* pieces = pieces_of(shape);
  if (pieces == nullptr) return shape.kind != ShapeKind::half_space && use(world(inner_point_of(shape)));
  if (pieces->is_triangles()) {
    for (const std::uint32_t vertex : pieces->parts)
      if (use(world(Vec3d(pieces->vertices[vertex])))) return true;
    return false;
  }
  for (std::uint32_t i = 0; i < pieces->count(); ++i)
    if (any_part(pieces->shapes[i].view(), placement * pieces->placements[i], use)) return true;
  return false;
}

template <class Use>
bool any_vertex(const ShapeView& shape, const Affine& placement, Use use) {
  const Pieces* pieces = pieces_of(shape);
  if (pieces == nullptr || !pieces->is_triangles()) return false;
  const Mat3d linear(placement.linear());
  for (const Vec3& v : pieces->vertices)
    if (use(linear * Vec3d(v) + Vec3d(placement.translation()))) return true;
  return false;
}

class Solid {
 public:
  explicit Solid(const Operand& o)
      : pieces_(pieces_of(*o.shape)),
        from_world_(balanced_inverse(Mat3d(o.placement->linear()))),
        origin_(Vec3d(o.placement->translation())) {}

  [[nodiscard]] Contact holds(const Vec3d& world) const {
    return contains(*pieces_, from_world_ * (world - origin_));
  }

 private:
  const Pieces* pieces_;
  Mat3d from_world_;
  Vec3d origin_;
};

bool is_inside(const Operand& outer, const Operand& inner_operand, Vec3& inner) {
  const Pieces* pieces = pieces_of(*outer.shape);
  if (pieces == nullptr || !pieces->is_solid || !pieces->is_triangles()) return false;
  const Solid solid(outer);
  bool is_any_on = false;
  const auto is_in = [&](const Vec3d& p) {
    const Contact c = solid.holds(p);
    is_any_on = is_any_on || c == Contact::touching;
    if (c != Contact::overlapping) return false;
    inner = to_real(p);
    return true;
  };
  if (any_part(*inner_operand.shape, *inner_operand.placement, is_in)) return true;
  // On the surface says nothing: another vertex may lie inside.
  return is_any_on && any_vertex(*inner_operand.shape, *inner_operand.placement, is_in);
}

}  // namespace

bool is_one_inside(const Operand& a, const Operand& b, Vec3& inner) {
  return is_inside(a, b, inner) || is_inside(b, a, inner);
}

Vec3 local_from_world(const Affine& placement, const Vec3& p) {
  const Vec3d offset = Vec3d(p) - Vec3d(placement.translation());
  const Mat3d linear(placement.linear());
  return to_real(placement.is_rigid() ? transpose_times(linear, offset) : balanced_inverse(linear) * offset);
}

}  // namespace graze::inline GRAZE_ABI
