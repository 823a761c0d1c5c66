// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/mesh_surface.h"

#include <algorithm>

#include "primitive/foot.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr double kHalfTurn = 3.14159265358979323846;
// Directions that differ by less are the same: what a search may leave on a curved shape; and what rounding
// to Real does.
constexpr double kNearlySame = 1e-3;
constexpr double kSameDirection = sizeof(Real) == 4 ? 64 * double(kEpsilon) : 1e-9;

// Abramowitz and Stegun 4.4.45, to within 1e-4: enough to weigh normals, and the same on every machine.
double angle_between(const Vec3d& u, const Vec3d& v) {
  const double lengths = length(u) * length(v);
  if (!(lengths > 0)) return 0;
  const double c = std::clamp(dot(u, v) / lengths, -1.0, 1.0), x = std::abs(c);
  const double angle = std::sqrt(1 - x) * (1.5707288 + x * (-0.2121144 + x * (0.0742610 - 0.0187293 * x)));
  return c < 0 ? kHalfTurn - angle : angle;
}

double distance_squared(const Vec3d& p, const Triangle& t) {
  const Vec3d a(t.a), b(t.b), c(t.c);
  return primitive::foot_on_triangle<Bounded>(p, a, b, c, primitive::is_above(p, a, b, c)).squared.value;
}

Vec3d unit_or_zero(const Vec3d& v) {
  const double size = length(v);
  return size > 0 ? v / size : Vec3d{};
}

double largest(const Triangle& t) {
  return std::max({double(max_abs(t.a)), double(max_abs(t.b)), double(max_abs(t.c))});
}

}  // namespace

MeshSurface::MeshSurface(const PieceLeaf& leaf) : mesh_(leaf.mesh), id_(leaf.number) {
  if (mesh_ == nullptr) return;
  linear_ = Mat3d(leaf.operand.placement->linear());
  const bool is_mirrored = determinant(linear_) < 0;
  side_ = is_mirrored != (mesh_->is_solid && mesh_->is_inside_out) ? -1 : 1;
  const Triangle t = mesh_->triangle(id_);
  // Neighbours meet to within the rounding of their vertices. Contact points are found less exactly where a
  // shape is curved.
  room_ = 8 * double(kEpsilon) * largest(t);
  const double scale = length(linear_.columns[0]) + length(linear_.columns[1]) + length(linear_.columns[2]);
  rounding_ = 64 * kDoubleEpsilon * scale * largest(t);
  meeting_ = room_ * scale;
  near_ = 2e-5 * scale * largest(t);
  face_ = normal_of(around(Vec3d(t.a), id_));
}

MeshSurface::Corners MeshSurface::around(const Vec3d& p, std::uint32_t id) const {
  const Triangle t = mesh_->triangle(id);
  return {{linear_ * (Vec3d(t.a) - p), linear_ * (Vec3d(t.b) - p), linear_ * (Vec3d(t.c) - p)}};
}

Vec3d MeshSurface::normal_of(const Corners& c) const {
  return unit_or_zero(cross(c.points[1] - c.points[0], c.points[2] - c.points[0])) * side_;
}

// How much of a turn around the origin the triangle takes: at a corner its angle, on an edge half of it.
double MeshSurface::angle_of(const Corners& c) const {
  for (int i = 0; i < 3; ++i) {
    const Vec3d &p = c.points[i], &q = c.points[(i + 1) % 3], &r = c.points[(i + 2) % 3];
    if (length(p) <= meeting_) return angle_between(q - p, r - p);
  }
  for (int i = 0; i < 3; ++i) {
    const Vec3d &p = c.points[i], e = c.points[(i + 1) % 3] - p;
    if (length(cross(p, e)) <= meeting_ * length(e)) return kHalfTurn;
  }
  return 2 * kHalfTurn;
}

double MeshSurface::size() const {
  const Aabb box = mesh_->tree.bounds();
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += length(linear_.columns[i]) * (double(box.upper[i]) - double(box.lower[i]));
  return sum;
}

bool MeshSurface::is_face(const Vec3d& outward) const { return is_face(outward, kSameDirection); }

bool MeshSurface::is_nearly_face(const Vec3d& outward) const { return is_face(outward, kNearlySame); }

bool MeshSurface::is_face(const Vec3d& outward, double sine) const {
  const double along = dot(outward, face_);
  return length(cross(outward, face_)) <= sine && (is_solid() ? along > 0 : along != 0);
}

MeshSurface::Top MeshSurface::find_top(const Vec3d& outward, const Vec3d& p) const {
  const Triangle t = mesh_->triangle(id_);
  const Vec3d locals[3] = {Vec3d(t.a), Vec3d(t.b), Vec3d(t.c)};
  const Corners c = around(p, id_);
  if (is_nearly_face(outward)) return {p, outward, true};
  int best = 0;
  for (int i = 1; i < 3; ++i)
    if (dot(outward, c.points[i] - c.points[best]) > 0) best = i;
  const Vec3d& top = c.points[best];
  int other = best;
  double slope = -kNearlySame;
  for (int i = 0; i < 3; ++i) {
    const Vec3d e = c.points[i] - top;
    if (!(length(e) > 0) || dot(outward, e) < slope * length(e)) continue;
    slope = dot(outward, e) / length(e);
    other = i;
  }
  if (other == best) return {locals[best], outward, length(top) <= near_};
  const Vec3d e = c.points[other] - top;
  const double ee = dot(e, e), share = std::clamp(-dot(top, e) / ee, 0.0, 1.0);
  return {locals[best] + (locals[other] - locals[best]) * share,
          normalized(outward - e * (dot(outward, e) / ee)), length(top + e * share) <= near_};
}

SurfaceView MeshSurface::look(const Vec3d& outward, const Vec3& local) const {
  const auto [p, normal, is_there] = find_top(outward, Vec3d(local));
  const Vec3d facing = dot(outward, face_) < 0 ? -face_ : face_;
  SurfaceView view;
  view.is_supported = is_there;
  Vec3d sum;  // [Baerentzen05]: weighed by angles, normals tell in from out
  const Vec3 room{Real(room_), Real(room_), Real(room_)}, place(p);
  const Vec3d &from = p, &up = normal;
  (void)visit_box(mesh_->tree, {place - room, place + room}, [&](std::uint32_t id) {
    if (distance_squared(from, mesh_->triangle(id)) > room_ * room_) return true;
    const Corners c = around(from, id);
    sum += normal_of(c) * angle_of(c);
    if (id == id_) return true;
    for (const Vec3d& corner : c.points) {
      const double far = length(corner), rise = dot(facing, corner);
      view.is_supported = view.is_supported && dot(up, corner) <= kSameDirection * far + rounding_;
      view.is_convex = view.is_convex && rise <= kSameDirection * far + rounding_;
      if (far > meeting_) view.bend = std::max(view.bend, std::abs(rise) / far);
    }
    return true;
  });
  view.is_outward = !is_solid() || dot(outward, sum) > 0;
  return view;
}

}  // namespace graze::inline GRAZE_ABI
