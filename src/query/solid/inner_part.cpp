// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/solid/inner_part.h"

#include <algorithm>

#include "math/nearest.h"
#include "query/pair/answers.h"
#include "query/pieces/pair_walk.h"
#include "query/solid/balls.h"

namespace graze::inline GRAZE_ABI {

InnerPart::InnerPart(const Operand& whole, const Vec3& p)
    : whole_(whole), part_(whole), p_(p), reader_(whole) {
  const Pieces* const pieces = pieces_of(*whole.shape);
  if (pieces == nullptr) {
    is_found_ = true;
  } else if (pieces->is_triangles()) {
    if (pieces->is_solid) find_in_mesh(*pieces);
  } else if (const std::uint32_t id = deepest_piece(whole, p); id != kNoPiece) {
    part_ = reader_[id];
    is_found_ = !is_complex(part_.shape->kind);
  }
}

void InnerPart::find_in_mesh(const Pieces& mesh) {
  set_box(bounds_of(*whole_.shape, *whole_.placement, 0));
  while (count_ < kMostPlanes) {
    const Nearest nearest = find_nearest(mesh);
    if (nearest.distance == kInfinite) break;
    if (!(nearest.distance > 0)) return;
    planes_[count_++] = {nearest.way / nearest.distance, nearest.distance};
  }
  if (count_ == kMostPlanes) {
    // A cube in the ball that reaches to what is left.
    const double half = std::min(find_nearest(mesh).distance, 4 * size_) * 0.577;
    for (int k = 0; k < kBoxPlanes; ++k) planes_[k].height = std::min(planes_[k].height, half);
  }
  find_vertices();
  is_found_ = vertex_count_ >= 4 && set_shape() && is_clear();
  part_.margin = whole_.margin;
}

void InnerPart::set_box(const Aabb& box) {
  const Vec3d low = Vec3d(box.lower) - Vec3d(p_), high = Vec3d(box.upper) - Vec3d(p_);
  size_ = max_abs(low) + max_abs(high);
  for (int k = 0; k < 3; ++k) {
    Vec3d n;
    n[k] = 1;
    planes_[count_++] = {n, high[k] + 0.01 * size_};
    planes_[count_++] = {-n, 0.01 * size_ - low[k]};
  }
}

bool InnerPart::is_cut_off(const Vec3d (&corners)[3]) const {
  for (int i = kBoxPlanes; i < count_; ++i) {
    const double level = planes_[i].height - 64 * kDoubleEpsilon * size_;
    const Vec3d& n = planes_[i].normal;
    if (std::min({dot(n, corners[0]), dot(n, corners[1]), dot(n, corners[2])}) >= level) return true;
  }
  return false;
}

InnerPart::Nearest InnerPart::find_nearest(const Pieces& mesh) const {
  const Mat3d linear(whole_.placement->linear());
  const Vec3d offset = Vec3d(whole_.placement->translation()) - Vec3d(p_);
  // Heights of the planes over the mesh's frame, along their normals there.
  Vec3d along[kMostPlanes];
  double level[kMostPlanes];
  for (int i = kBoxPlanes; i < count_; ++i) {
    along[i] = transpose_times(linear, planes_[i].normal);
    level[i] = planes_[i].height - dot(planes_[i].normal, offset);
  }
  const Shape point{Point{}};
  const Affine place(p_);
  const Aabb origin{{0, 0, 0}, {0, 0, 0}};
  const PieceFrame frame({whole_.shape, whole_.placement, 0}, {&point.view(), &place, 0}, mesh.tree.bounds(),
                         origin);
  const PieceFrame::Box at = frame.place_b(origin);
  Nearest nearest;
  double& best = nearest.distance;
  visit_nearest(
      mesh.tree,
      [&](const Aabb& box) {
        for (int i = kBoxPlanes; i < count_; ++i)
          if (-farthest_along(box, -along[i]) > level[i]) return kInfinite;
        return frame.gap(frame.place_a(box), at);
      },
      best,
      [&](std::uint32_t id) {
        const Triangle t = mesh.triangle(id);
        const Vec3d corners[3] = {linear * Vec3d(t.a) + offset, linear * Vec3d(t.b) + offset,
                                  linear * Vec3d(t.c) + offset};
        if (is_cut_off(corners)) return;
        const Vec3d way = nearest_on_triangle({}, corners[0], corners[1], corners[2]);
        if (const double distance = length(way); distance < best) nearest = {way, distance};
      });
  return nearest;
}

// Where three planes meet, unless a fourth one cuts it off.
void InnerPart::find_vertices() {
  const double room = 1e-12 * size_;
  for (int i = 0; i < count_; ++i)
    for (int j = i + 1; j < count_; ++j) {
      const Vec3d along = cross(planes_[i].normal, planes_[j].normal);
      constexpr double kParallel = 1e-12;
      if (!(length_squared(along) > kParallel)) continue;
      for (int k = j + 1; k < count_; ++k) {
        const double volume = dot(along, planes_[k].normal);
        if (!(std::abs(volume) > 1e-9)) continue;
        const Vec3d v =
            (cross(planes_[j].normal, planes_[k].normal) * planes_[i].height +
             cross(planes_[k].normal, planes_[i].normal) * planes_[j].height + along * planes_[k].height) /
            volume;
        const bool is_in = std::all_of(planes_, planes_ + count_, [&](const Plane& plane) {
          return dot(plane.normal, v) <= plane.height + room;
        });
        if (is_in) add_vertex(v);
      }
    }
}

void InnerPart::add_vertex(const Vec3d& v) {
  for (std::uint32_t i = 0; i < vertex_count_; ++i)
    if (sum_abs(v - vertices_[i]) < 1e-9 * size_) return;
  if (vertex_count_ < kMostVertices) vertices_[vertex_count_++] = v;
}

bool InnerPart::set_shape() {
  double extent = 0, inner = kInfinite;
  for (std::uint32_t i = 0; i < vertex_count_; ++i) extent = std::max(extent, length(vertices_[i]));
  for (int i = 0; i < count_; ++i) inner = std::min(inner, planes_[i].height);
  // So much of the distance to the nearest plane is more than rounding.
  const double shrink = std::max(16 * double(kEpsilon), 1e-11) * (extent + size_) / inner;
  constexpr double kTooMuch = 0.2;
  if (!(shrink < kTooMuch)) return false;
  Vec3 points[kMostVertices];
  for (std::uint32_t i = 0; i < vertex_count_; ++i) points[i] = to_real(vertices_[i] * (1 - shrink));
  const std::uint32_t padded = (vertex_count_ + kVertexPadding - 1) / kVertexPadding * kVertexPadding;
  Real *const x = coordinates_, *const y = x + padded, *const z = y + padded;
  for (std::uint32_t i = 0; i < padded; ++i) {
    const Vec3& v = points[i < vertex_count_ ? i : 0];
    x[i] = v.x;
    y[i] = v.y;
    z[i] = v.z;
    block_.box = i == 0 ? Aabb{v, v} : Aabb{min(block_.box.lower, v), max(block_.box.upper, v)};
  }
  const VertexSummary summary = summarise({points, vertex_count_});
  block_.vertices = {x, y, z, vertex_count_, padded};
  block_.inner_point = summary.inner_point;
  block_.extent = block_.vertices.extent = summary.extent;
  view_.kind = ShapeKind::polytope;
  view_.block = &block_;
  placement_ = Affine(p_);
  part_ = {&view_, &placement_, 0};
  return true;
}

bool InnerPart::is_clear() const {
  const Shape point{Point{}};
  if (intersection_of({&point.view(), &placement_, 0}, part_, {}).contact == Contact::apart) return false;
  const Operand mesh{whole_.shape, whole_.placement, 0};
  PieceOperands pieces(mesh, part_);
  PairWalk walk(pieces, 0);
  for (PieceIds ids; walk.next(ids);)
    if (intersection_of(pieces.a[ids.a], part_, {}).contact != Contact::apart) return false;
  return true;
}

}  // namespace graze::inline GRAZE_ABI
