// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/manifold/surface.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "math/nearest.h"
#include "primitive/foot.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr double kHalfTurn = 3.14159265358979323846;
// Directions that differ by less are the same: what a search may leave on a curved shape; and what rounding
// to Real does.
constexpr double kNearlySame = 1e-3;
// A surface counts as flat where neighbours are bent by less (sine): a floor, as far as rounded vertices
// tell.
constexpr double kLeastBend = 1e-3;
constexpr double kSameDirection = sizeof(Real) == 4 ? 64 * double(kEpsilon) : 1e-9;

// Abramowitz and Stegun 4.4.45, to within 1e-4: enough to weigh normals, and the same on every machine.
double angle_between(const Vec3d& u, const Vec3d& v) {
  const double lengths = length(u) * length(v);
  if (!(lengths > 0)) return 0;
  const double c = std::clamp(dot(u, v) / lengths, -1.0, 1.0), x = std::abs(c);
  const double angle = std::sqrt(1 - x) * (1.5707288 + x * (-0.2121144 + x * (0.0742610 - 0.0187293 * x)));
  return c < 0 ? kHalfTurn - angle : angle;
}

// Whether the triangle comes as close to p as `room`. Where plain double is certain, that decides: a point of
// the triangle that is closer, or a plane between. Else as exactly as the answer needs.
bool comes_close(const Vec3d& p, const Triangle& t, double room) {
  const Vec3d a(t.a), b(t.b), c(t.c);
  if (p == a || p == b || p == c) return true;
  const Vec3d way = p - nearest_on_triangle(p, a, b, c);
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

Aabb box_around(const TrianglesAround::Place& place) {
  const Vec3 room{place.room, place.room, place.room};
  return {place.at - room, place.at + room};
}

// A number below 16.
std::size_t slot_of(const Vec3& place) {
  const auto bits = [](Real x) {
    return std::uint64_t{std::bit_cast<std::conditional_t<sizeof x == 4, std::uint32_t, std::uint64_t>>(x)};
  };
  const std::uint64_t sum = bits(place.x) + 3 * bits(place.y) + 5 * bits(place.z);
  return static_cast<std::size_t>(sum * 0x9E3779B97F4A7C15u >> 60);
}

double largest(const Triangle& t) {
  return double(std::max(std::max(max_abs(t.a), max_abs(t.b)), max_abs(t.c)));
}

}  // namespace

TrianglesAround::Place& TrianglesAround::at(const Pieces& mesh, const Vec3& at, Real room) {
  Place& place = places_[slot_of(at)];
  if (place.mesh == &mesh && place.at == at && place.room >= room) return place;
  place.mesh = &mesh;
  place.at = at;
  place.room = 2 * room;  // other triangles have other rooms
  place.count = 0;
  place.risen = kNoPiece;
  const Aabb box = box_around(place);
  (void)visit_box(mesh.tree, box, [&](std::uint32_t id) {
    if (is_beside(box, mesh.triangle(id))) return true;
    if (place.count < kMost) place.ids[place.count] = id;
    return ++place.count <= kMost;
  });
  return place;
}

MeshSurface::MeshSurface(const PieceLeaf& leaf, TrianglesAround& around)
    : mesh_(leaf.mesh), id_(leaf.number), around_(around) {
  if (mesh_ == nullptr) return;
  linear_ = Mat3d(leaf.operand.placement->linear());
  const bool is_mirrored = determinant(linear_) < 0;
  side_ = is_mirrored != (mesh_->is_solid && mesh_->is_inside_out) ? -1 : 1;
  const Triangle t = mesh_->triangle(id_);
  // Neighbours meet to within the rounding of their vertices. Contact points are found less exactly where a
  // shape is curved.
  const double extent = largest(t);
  const double scale = length(linear_.columns[0]) + length(linear_.columns[1]) + length(linear_.columns[2]);
  room_ = 8 * double(kEpsilon) * extent;
  rounding_ = 64 * kDoubleEpsilon * scale * extent;
  meeting_ = room_ * scale;
  near_ = 2e-5 * scale * extent;
  locals_[0] = Vec3d(t.a);
  locals_[1] = Vec3d(t.b);
  locals_[2] = Vec3d(t.c);
  corners_ = {{{}, linear_ * (locals_[1] - locals_[0]), linear_ * (locals_[2] - locals_[0])}};
  origin_ = linear_ * locals_[0];
  face_ = normal_of(corners_);
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

MeshSurface::Top MeshSurface::find_top(const Vec3d& outward) const {
  Top top;
  top.outward = top.normal = outward;
  if (!is_nearly_face(outward)) {
    const auto& c = corners_.points;
    int best = 0;
    for (int i = 1; i < 3; ++i)
      if (dot(outward, c[i] - c[best]) > 0) best = i;
    top.first = top.second = best;
    double steepest = kNearlySame * kNearlySame;  // squared sine
    for (int i = 0; i < 3; ++i) {
      const Vec3d e = c[i] - c[best];
      const double squared = dot(e, e), fall = dot(outward, e);
      if (i == best || !(squared > 0) || fall * fall > steepest * squared) continue;
      steepest = fall * fall / squared;
      top.second = i;
    }
    if (top.second != best) {
      const Vec3d e = c[top.second] - c[best];
      top.normal = normalized(outward - e * (dot(outward, e) / dot(e, e)));
    }
  }
  top.local_normal = transpose_times(linear_, top.normal);
  return top;
}

bool MeshSurface::find_place(const Top& top, const Vec3d& p, Vec3d& place) const {
  place = p;
  if (top.first < 0) return true;
  place = locals_[top.first];
  const Vec3d from_p = linear_ * (place - p);
  if (top.second == top.first) return length(from_p) <= near_;
  const Vec3d e = corners_.points[top.second] - corners_.points[top.first];
  const double share = std::clamp(-dot(from_p, e) / dot(e, e), 0.0, 1.0);
  place += (locals_[top.second] - place) * share;
  return length(from_p + e * share) <= near_;
}

void MeshSurface::find_heights(const Vec3d& along, double& low, double& high) const {
  const double a = dot(along, corners_.points[0]), b = dot(along, corners_.points[1]),
               c = dot(along, corners_.points[2]), base = dot(along, origin_);
  low = base + std::min(std::min(a, b), c);
  high = base + std::max(std::max(a, b), c);
}

TrianglesAround::Place& MeshSurface::around(const Vec3d& place) const {
  // Rounding of the place to Real is well within the room.
  return around_.at(*mesh_, Vec3(place), 2 * Real(room_));
}

template <class Use>
void MeshSurface::visit(const TrianglesAround::Place& place, const Use& use) const {
  if (place.count > TrianglesAround::kMost) {
    const Aabb box = box_around(place);
    (void)visit_box(mesh_->tree, box, [&](std::uint32_t id) {
      const Triangle t = mesh_->triangle(id);
      return is_beside(box, t) || use(t, id);
    });
    return;
  }
  for (std::uint32_t i = 0; i < place.count; ++i)
    if (!use(mesh_->triangle(place.ids[i]), place.ids[i])) return;
}

// Seen along a normal, no corner rises above the point that they are around.
bool MeshSurface::is_below(const Corners& c, const Vec3d& normal) const {
  for (const Vec3d& corner : c.points)
    if (!(dot(normal, corner) <= kSameDirection * length(corner) + rounding_)) return false;
  return true;
}

// is_below() without a root, where no corner rises by more than rounding: true for most triangles.
bool MeshSurface::is_clearly_below(const Vec3d& p, const Triangle& t, const Vec3d& local_normal) const {
  return dot(local_normal, Vec3d(t.a) - p) <= rounding_ && dot(local_normal, Vec3d(t.b) - p) <= rounding_ &&
         dot(local_normal, Vec3d(t.c) - p) <= rounding_;
}

bool MeshSurface::are_beside(const Corners& c, const Vec3d& normal) const {
  for (const Vec3d& corner : c.points)
    if (const double far = length(corner); far > meeting_ && std::abs(dot(normal, corner)) > kLeastBend * far)
      return true;
  return false;
}

bool MeshSurface::rises_above(const Top& top, const Vec3d& place, const Triangle& t) const {
  return !is_clearly_below(place, t, top.local_normal) && comes_close(place, t, room_) &&
         !is_below(around(place, t), top.normal);
}

bool MeshSurface::rises_above_edge(const Top& top, const Triangle& t) const {
  const Vec3d &p = locals_[top.first], &q = locals_[top.second], c[3] = {Vec3d(t.a), Vec3d(t.b), Vec3d(t.c)};
  for (int i = 0; i < 3; ++i) {
    const Vec3d &r = c[i], &s = c[(i + 1) % 3], &other = c[(i + 2) % 3];
    if (!(r == p && s == q) && !(r == q && s == p)) continue;
    const Vec3d from_p = linear_ * (other - p), from_q = linear_ * (other - q);
    return dot(top.normal, from_p) >
           kSameDirection * std::max(length(from_p), length(from_q)) * (1 + 1e-9) + 4 * rounding_;
  }
  return false;
}

bool MeshSurface::refuses(const Top& top) const {
  if (top.first < 0) return false;
  const bool is_edge = top.second != top.first;
  const Vec3d& place = locals_[top.first];
  TrianglesAround::Place& near = around(place);
  const auto rises = [&](const Triangle& t) {
    return is_edge ? rises_above_edge(top, t) : rises_above(top, place, t);
  };
  if (near.risen != kNoPiece && near.risen != id_ && rises(mesh_->triangle(near.risen))) return true;
  bool is_refused = false;
  visit(near, [&](const Triangle& t, std::uint32_t id) {
    is_refused = id != id_ && rises(t);
    if (is_refused) near.risen = id;
    return !is_refused;
  });
  return is_refused;
}

SurfaceAtPoint MeshSurface::find_surface_at(const Top& top, const Vec3& local) const {
  const Vec3d face = facing(top.outward), local_face = transpose_times(linear_, face);
  SurfaceAtPoint surface;
  Vec3d place, sum;  // [Baerentzen05]: weighed by angles, normals tell in from out
  surface.is_supported = find_place(top, Vec3d(local), place);
  visit(around(place), [&](const Triangle& t, std::uint32_t id) {
    const bool is_low = is_clearly_below(place, t, local_face);
    if (is_low && !surface.is_supported && surface.is_bent && !is_solid()) return true;  // close or not
    if (!comes_close(place, t, room_)) return true;
    const Corners c = around(place, t);
    if (is_solid()) sum += normal_of(c) * angle_of(c);
    if (id == id_) return true;
    surface.is_supported = surface.is_supported && is_below(c, top.normal);
    surface.is_convex = surface.is_convex && (is_low || is_below(c, face));
    surface.is_bent = surface.is_bent || are_beside(c, face);
    return true;
  });
  surface.is_outward = !is_solid() || dot(top.outward, sum) > 0;
  return surface;
}

bool MeshSurface::has_normal(const Top& top, const Vec3& local) const {
  Vec3d place, sum;
  if (!find_place(top, Vec3d(local), place)) return false;
  TrianglesAround::Place& near = around(place);
  if (near.risen != kNoPiece && near.risen != id_ && rises_above(top, place, mesh_->triangle(near.risen)))
    return false;
  bool is_supported = true;
  visit(near, [&](const Triangle& t, std::uint32_t id) {
    if (is_solid() && comes_close(place, t, room_)) {
      const Corners c = around(place, t);
      sum += normal_of(c) * angle_of(c);
    }
    is_supported = id == id_ || !rises_above(top, place, t);
    if (!is_supported) near.risen = id;
    return is_supported;
  });
  return is_supported && (!is_solid() || dot(top.outward, sum) > 0);
}

}  // namespace graze::inline GRAZE_ABI
