// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/linear_map.h"
#include "mesh/pieces.h"
#include "query/pair/answers.h"
#include "query/pieces/solid.h"
#include "tree/traverse.h"

namespace graze::inline GRAZE_ABI {
namespace {

Vec3d to_world(const Affine& placement, const Vec3d& p) {
  return Mat3d(placement.linear()) * p + Vec3d(placement.translation());
}

// Calls use(point of the world) for one point of every connected part, until it returns true.
template <class Use>
bool any_part(const ShapeView& shape, const Affine& placement, Use use) {
  const Pieces* pieces = pieces_of(shape);
  if (pieces == nullptr)
    return shape.kind != ShapeKind::half_space && use(to_world(placement, inner_point_of(shape)));
  if (pieces->is_triangles()) {
    for (const std::uint32_t vertex : pieces->parts)
      if (use(to_world(placement, Vec3d(pieces->store.vertex(vertex))))) return true;
    return false;
  }
  for (std::uint32_t i = 0; i < pieces->count(); ++i)
    if (any_part(pieces->shapes[i].view(), placement * pieces->placements[i], use)) return true;
  return false;
}

// A mesh as a solid, asked about points of the world.
class Solid {
 public:
  explicit Solid(const Operand& o)
      : pieces_(pieces_of(*o.shape)),
        from_world_(balanced_inverse(Mat3d(o.placement->linear()))),
        origin_(Vec3d(o.placement->translation())) {}

  [[nodiscard]] bool is_solid() const {
    return pieces_ != nullptr && pieces_->is_triangles() && pieces_->is_solid;
  }
  [[nodiscard]] bool holds(const Vec3d& world) const {
    return contains(*pieces_, from_world_ * (world - origin_)) == Contact::overlapping;
  }
  // By more than what the way into the mesh's frame may have rounded.
  [[nodiscard]] bool holds_well(const Vec3d& world) const {
    const Vec3d p = from_world_ * (world - origin_);
    return contains(*pieces_, p) == Contact::overlapping && !is_near_surface(p, rounding_at(world));
  }

 private:
  [[nodiscard]] double rounding_at(const Vec3d& world) const {
    const Aabb box = pieces_->tree.bounds();
    double sum = double(max_abs(box.lower)) + double(max_abs(box.upper));
    for (const Vec3d& column : from_world_.columns) sum += sum_abs(column) * sum_abs(world - origin_);
    return 64 * kDoubleEpsilon * sum;
  }
  [[nodiscard]] bool is_near_surface(const Vec3d& p, double near) const {
    const Shape point{Point{}};
    const Affine place(to_real(p)), own;
    // The point is rounded to Real once more, and so is what is told apart.
    const double room = near + 4 * double(kEpsilon) * sum_abs(p);
    TriangleView triangle;
    return !visit(
        pieces_->tree, [&](const Aabb& box) { return is_within(box, p, room); },
        [&](std::uint32_t id) {
          triangle.set(pieces_->triangle(id));
          return double(distance_of({&point.view(), &place, 0}, {&triangle.view(), &own, 0}, {}).lower) >
                 room;
        });
  }
  static bool is_within(const Aabb& box, const Vec3d& p, double room) {
    for (int k = 0; k < 3; ++k)
      if (p[k] < double(box.lower[k]) - room || p[k] > double(box.upper[k]) + room) return false;
    return true;
  }

  const Pieces* pieces_;
  Mat3d from_world_;
  Vec3d origin_;
};

// Points of a triangle that may be inside where its corners are not, and points a little below it.
template <class Use>
bool any_point_on(const Triangle& t, Use use) {
  const Vec3d a(t.a), b(t.b), c(t.c);
  for (const Vec3d& p : {a, b, c, (a + b) * 0.5, (b + c) * 0.5, (c + a) * 0.5, (a + b + c) / 3.0})
    if (use(p)) return true;
  return false;
}
template <class Use>
bool any_point_below(const Triangle& t, Use use) {
  const Vec3d a(t.a), b(t.b), c(t.c), n = cross(b - a, c - a);
  const double area = length(n);
  if (!(area > 0)) return false;
  // Seen from either side: which one is inside is for the solid to say.
  for (const double share : {1e-2, -1e-2, 1e-5, -1e-5})
    if (use((a + b + c) / 3.0 + n * (share / std::sqrt(area)))) return true;
  return false;
}

bool is_any_part_inside(const Solid& outer, const Operand& other, Vec3& inner) {
  return any_part(*other.shape, *other.placement, [&](const Vec3d& p) {
    if (!outer.holds(p)) return false;
    inner = to_real(p);
    return true;
  });
}

bool is_any_triangle_inside(const Solid& outer, const Operand& other, const Pieces& pieces, Vec3& inner) {
  const Solid own(other);
  const auto is_in = [&](const Vec3d& local) {
    const Vec3d p = to_world(*other.placement, local);
    inner = to_real(p);
    return outer.holds_well(p);
  };
  const auto is_in_both = [&](const Vec3d& local) {
    return is_in(local) && own.holds_well(to_world(*other.placement, local));
  };
  for (std::uint32_t i = 0; i < pieces.count(); ++i) {
    if (any_point_on(pieces.triangle(i), is_in)) return true;
    if (own.is_solid() && any_point_below(pieces.triangle(i), is_in_both)) return true;
  }
  return false;
}

bool is_inside(const Operand& outer, const Operand& other, Surfaces surfaces, Vec3& inner) {
  const Solid solid(outer);
  if (!solid.is_solid()) return false;
  const Pieces* pieces = pieces_of(*other.shape);
  if (surfaces == Surfaces::touching && pieces != nullptr && pieces->is_triangles())
    return is_any_triangle_inside(solid, other, *pieces, inner);
  return is_any_part_inside(solid, other, inner);
}

}  // namespace

bool is_one_inside(const Operand& a, const Operand& b, Surfaces surfaces, Vec3& inner) {
  return is_inside(a, b, surfaces, inner) || is_inside(b, a, surfaces, inner);
}

Vec3 local_from_world(const Affine& placement, const Vec3& p) {
  const Vec3d offset = Vec3d(p) - Vec3d(placement.translation());
  const Mat3d linear(placement.linear());
  return to_real(placement.is_rigid() ? transpose_times(linear, offset) : balanced_inverse(linear) * offset);
}

}  // namespace graze::inline GRAZE_ABI
