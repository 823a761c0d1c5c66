// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/mesh_surface.h"

#include <algorithm>
#include <limits>

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

// A point of the triangle that is near p, in plain double: the nearest but for rounding; NaN where rounding
// might have decided. [Ericson05 §5.1.5]
Vec3d nearly_nearest(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d ab = b - a, ac = c - a, ap = p - a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const double d3 = d1 - dot(ab, ab), d4 = d2 - dot(ac, ab);
  if (d3 >= 0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + ab * (d1 / (d1 - d3));
  const double d5 = d1 - dot(ab, ac), d6 = d2 - dot(ac, ac);
  if (d6 >= 0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + ac * (d2 / (d2 - d6));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
  if (!(va >= 0 && vb >= 0 && vc >= 0)) return a * std::numeric_limits<double>::quiet_NaN();
  const double share = 1 / (va + vb + vc);
  return a + ab * (vb * share) + ac * (vc * share);
}

// Whether the triangle comes as close to p as `room`. Where plain double is certain, that decides: a point of
// the triangle that is closer, or a plane between. Else as exactly as the answer needs.
bool comes_close(const Vec3d& p, const Triangle& t, double room) {
  const Vec3d a(t.a), b(t.b), c(t.c), way = p - nearly_nearest(p, a, b, c);
  const double far = length(way);
  const double error = 64 * kDoubleEpsilon * (max_abs(a) + max_abs(b) + max_abs(c) + max_abs(p));
  if (far < room - error) return true;
  const double nearest = std::min({dot(way, p - a), dot(way, p - b), dot(way, p - c)});
  if (nearest > (room + error) * far * (1 + 1e-12)) return false;
  const double squared =
      primitive::foot_on_triangle<Bounded>(p, a, b, c, primitive::is_above(p, a, b, c)).squared.value;
  return !(squared > room * room);
}

Vec3d unit_or_zero(const Vec3d& v) {
  const double size = length(v);
  return size > 0 ? v / size : Vec3d{};
}

// Most triangles of a leaf are not even near.
bool is_beside(const Aabb& box, const Triangle& t) {
  for (int k = 0; k < 3; ++k) {
    const Real a = t.a[k], b = t.b[k], c = t.c[k];
    if (std::max(std::max(a, b), c) < box.lower[k] || std::min(std::min(a, b), c) > box.upper[k]) return true;
  }
  return false;
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
  face_ = normal_of(around(Vec3d(t.a), t));
}

MeshSurface::Corners MeshSurface::around(const Vec3d& p, const Triangle& t) const {
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
  const Corners c = around(p, t);
  if (is_nearly_face(outward)) return {p, outward, true};
  int best = 0;
  for (int i = 1; i < 3; ++i)
    if (dot(outward, c.points[i] - c.points[best]) > 0) best = i;
  const Vec3d& top = c.points[best];
  int other = best;
  double slope = -kNearlySame;
  for (int i = 0; i < 3; ++i) {
    const Vec3d e = c.points[i] - top;
    const double size = length(e), rise = dot(outward, e);
    if (i == best || !(size > 0) || rise < slope * size) continue;
    slope = rise / size;
    other = i;
  }
  if (other == best) return {locals[best], outward, length(top) <= near_};
  const Vec3d e = c.points[other] - top;
  const double ee = dot(e, e), share = std::clamp(-dot(top, e) / ee, 0.0, 1.0);
  return {locals[best] + (locals[other] - locals[best]) * share,
          normalized(outward - e * (dot(outward, e) / ee)), length(top + e * share) <= near_};
}

template <class Use>
void MeshSurface::visit_around(const Vec3d& p, const Use& use) const {
  const Vec3 room{Real(room_), Real(room_), Real(room_)}, place(p);
  const Aabb box{place - room, place + room};
  (void)visit_box(mesh_->tree, box, [&](std::uint32_t id) {
    const Triangle t = mesh_->triangle(id);
    return is_beside(box, t) || use(t, id);
  });
}

// Seen along a normal, no corner rises above the point that they are around.
bool MeshSurface::is_below(const Corners& c, const Vec3d& normal) const {
  for (const Vec3d& corner : c.points)
    if (!(dot(normal, corner) <= kSameDirection * length(corner) + rounding_)) return false;
  return true;
}

// The same without a root, where no corner rises by more than rounding: of most triangles around a point.
bool MeshSurface::is_clearly_below(const Vec3d& p, const Triangle& t, const Vec3d& local_normal) const {
  return dot(local_normal, Vec3d(t.a) - p) <= rounding_ && dot(local_normal, Vec3d(t.b) - p) <= rounding_ &&
         dot(local_normal, Vec3d(t.c) - p) <= rounding_;
}

double MeshSurface::bend_of(const Corners& c, const Vec3d& normal) const {
  double bend = 0;
  for (const Vec3d& corner : c.points)
    if (const double far = length(corner); far > meeting_)
      bend = std::max(bend, std::abs(dot(normal, corner)) / far);
  return bend;
}

SurfaceView MeshSurface::look(const Vec3d& outward, const Vec3& local) const {
  const Top top = find_top(outward, Vec3d(local));
  const Vec3d face = facing(outward);
  SurfaceView view;
  view.is_supported = top.is_there;
  Vec3d sum;  // [Baerentzen05]: weighed by angles, normals tell in from out
  visit_around(top.place, [&](const Triangle& t, std::uint32_t id) {
    if (!comes_close(top.place, t, room_)) return true;
    const Corners c = around(top.place, t);
    if (is_solid()) sum += normal_of(c) * angle_of(c);
    if (id == id_) return true;
    view.is_supported = view.is_supported && is_below(c, top.normal);
    view.is_convex = view.is_convex && is_below(c, face);
    view.bend = std::max(view.bend, bend_of(c, face));
    return true;
  });
  view.is_outward = !is_solid() || dot(outward, sum) > 0;
  return view;
}

bool MeshSurface::has_normal(const Vec3d& outward, const Vec3& local) const {
  const Top top = find_top(outward, Vec3d(local));
  if (!top.is_there) return false;
  bool is_supported = true;
  Vec3d sum;
  const Vec3d local_normal = transpose_times(linear_, top.normal);
  visit_around(top.place, [&](const Triangle& t, std::uint32_t id) {
    const bool is_low = id == id_ || is_clearly_below(top.place, t, local_normal);
    if (is_low && !is_solid()) return true;  // whether it comes close or not
    if (!comes_close(top.place, t, room_)) return true;
    const Corners c = around(top.place, t);
    if (is_solid()) sum += normal_of(c) * angle_of(c);
    is_supported = is_low || is_below(c, top.normal);
    return is_supported;
  });
  return is_supported && (!is_solid() || dot(outward, sum) > 0);
}

bool MeshSurface::is_bent(const Vec3d& outward, const Vec3& local, double sine) const {
  const Vec3d p = find_top(outward, Vec3d(local)).place, face = facing(outward);
  bool is_flat = true;
  visit_around(p, [&](const Triangle& t, std::uint32_t id) {
    is_flat = id == id_ || !comes_close(p, t, room_) || !(bend_of(around(p, t), face) > sine);
    return is_flat;
  });
  return !is_flat;
}

}  // namespace graze::inline GRAZE_ABI
