// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "graze/query/ray_hits.h"
#include "math/balanced_inverse.h"
#include "primitive/ray_triangle.h"
#include "query/piece_reader.h"
#include "query/single.h"
#include "tree/traverse.h"

namespace graze::inline GRAZE_ABI {

/// A ray in the frame of an operand. The parameter is that of the world's ray.
struct LocalRay {
  Mat3d from_world;
  Vec3d origin, direction;
  Vec3d blur;  // per axis: what rounding, and the margin, add to a box
  double max_t;

  LocalRay(const Operand& o, const Ray& ray, const Aabb& reach)
      : from_world(o.placement->linear() == Mat3{} ? Mat3d{}
                                                   : balanced_inverse(Mat3d(o.placement->linear()))),
        origin(from_world * (Vec3d(ray.origin) - Vec3d(o.placement->translation()))),
        direction(from_world * Vec3d(ray.direction)),
        max_t(double(ray.max_t)) {
    const Vec3d offset = Vec3d(ray.origin) - Vec3d(o.placement->translation());
    for (int k = 0; k < 3; ++k) {
      const Vec3d row = from_world.row(k);
      const double far = std::max(std::abs(double(reach.lower[k])), std::abs(double(reach.upper[k])));
      const double products =
          std::abs(row.x * offset.x) + std::abs(row.y * offset.y) + std::abs(row.z * offset.z);
      blur[k] = 64 * kDoubleEpsilon * (far + products);
      if (o.margin > 0) blur[k] += length(row) * double(o.margin) * (1 + 64 * kDoubleEpsilon);
    }
  }

  // Parameter at which the ray may enter the box; infinite when it does not. Rounding of the products grows
  // with the parameter, so the end of an interval is allowed more.
  [[nodiscard]] double entry(const Aabb& box) const {
    double low = 0, high = max_t;
    for (int k = 0; k < 3; ++k) {
      const double from = double(box.lower[k]) - blur[k] - origin[k];
      const double to = double(box.upper[k]) + blur[k] - origin[k];
      if (direction[k] == 0) {
        if (from > 0 || to < 0) return std::numeric_limits<double>::infinity();
        continue;
      }
      double near = from / direction[k], away = to / direction[k];
      if (near > away) std::swap(near, away);
      low = std::max(low, near - std::abs(near) * kRelative);
      high = std::min(high, away + std::abs(away) * kRelative);
    }
    return low <= high ? low : std::numeric_limits<double>::infinity();
  }

 private:
  static constexpr double kRelative = 64 * kDoubleEpsilon;  // of the direction, which is rounded too
};

/// A mesh without margin: exact triangles in its own frame, where the ray is rounded once for all of them.
class TriangleRay {
 public:
  TriangleRay(const Ray& ray, const LocalRay& local) : ray_(ray), local_(local) {
    beam_.origin = local.origin;
    beam_.direction = local.direction;
    if (local.max_t <= kLargestCoordinate) beam_.max_t = local.max_t;
  }
  [[nodiscard]] bool is_usable() const { return primitive::is_valid(beam_); }

  /// Whether the line of the ray passes the triangle by more than rounding: two of its edge functions have
  /// different signs for sure. The exact test need not be asked then.
  [[nodiscard]] bool is_passed_by(const Triangle& t) const {
    const Vec3d a = Vec3d(t.a) - beam_.origin, b = Vec3d(t.b) - beam_.origin, c = Vec3d(t.c) - beam_.origin;
    const Vec3d& d = beam_.direction;
    const double u = dot(d, cross(b, c)), v = dot(d, cross(c, a)), w = dot(d, cross(a, b));
    const double size = std::max({max_abs(a), max_abs(b), max_abs(c)});
    // Six products of three numbers, each after at most eight roundings; too small ones are left alone.
    const double error = 32 * kDoubleEpsilon * sum_abs(d) * size * size;
    const double low = std::min({u, v, w}), high = std::max({u, v, w});
    return error > 0x1p-900 && low < -error && high > error;
  }
  [[nodiscard]] RayCast cast(const Triangle& t) const {
    RayCast r;
    const primitive::BeamHit hit = primitive::hit_triangle(beam_, Vec3d(t.a), Vec3d(t.b), Vec3d(t.c));
    r.iterations = 1;
    if (hit.outcome == primitive::RayOutcome::miss) return r;
    r.hit = Hit::hit;
    r.local_point = to_real(hit.point);
    r.starts_inside = hit.outcome == primitive::RayOutcome::inside;
    if (r.starts_inside) {
      r.point = ray_.origin;
      return r;
    }
    set_normal(hit, r);
    set_parameter(hit, r);
    return r;
  }

 private:
  void set_normal(const primitive::BeamHit& hit, RayCast& r) const {
    const Vec3d n =
        transpose_times(local_.from_world, hit.normal);  // a normal goes with the inverse transposed
    r.normal = Vec3(normalized(n));
  }
  void set_parameter(const primitive::BeamHit& hit, RayCast& r) const {
    const double t = hit.t.value, steep = std::abs(dot(hit.normal, local_.direction));
    // How far the rounded ray may be off the true one where it hits, seen across the surface.
    const double off =
        dot(Vec3d{std::abs(hit.normal.x), std::abs(hit.normal.y), std::abs(hit.normal.z)}, local_.blur) +
        t * 16 * kDoubleEpsilon * sum_abs(local_.direction);
    const double error = hit.t.error + (steep > 0 ? off / steep : std::numeric_limits<double>::infinity());
    r.lower = std::max(Real(0), round_down(t - error));
    r.upper = std::min(round_up(t + error), ray_.max_t);
    r.parameter = std::clamp(static_cast<Real>(t), r.lower, r.upper);
    const Vec3d point = Vec3d(ray_.origin) + Vec3d(ray_.direction) * t;
    r.point = to_real(point);
    r.error = round_up(std::min(error, double(kInfinity)) * length(Vec3d(ray_.direction)) +
                       4 * double(kEpsilon) * (sum_abs(point) + sum_abs(Vec3d(ray_.origin))));
  }

  const Ray& ray_;
  const LocalRay& local_;
  primitive::Beam beam_;
};

/// A ray against the pieces of an operand, one at a time.
class PieceRay {
 public:
  /// Precondition: the operand is complex, and both are usable.
  PieceRay(const Operand& shape, const Ray& ray, const QuerySettings& settings)
      : pieces_(*pieces_of(*shape.shape)),
        ray_(ray),
        settings_(settings),
        local_(shape, ray, pieces_.tree.bounds()),
        exact_(ray, local_),
        is_exact_(pieces_.is_triangles() && shape.margin == 0 && exact_.is_usable()) {
    settings_.cache = nullptr;
    if (!is_exact_) reader_.emplace(shape);
  }
  PieceRay(const PieceRay&) = delete;
  PieceRay& operator=(const PieceRay&) = delete;

  [[nodiscard]] const AabbTree& tree() const { return pieces_.tree; }
  /// leaf(id) for the pieces that the ray may meet up to `limit`, nearer boxes first; leaf may lower it.
  template <class Leaf>
  void visit_nearest(const double& limit, Leaf leaf) const {
    // Triangles are decided for the ray as it was rounded, so that boxes need not allow for that.
    if (is_exact_) return visit_ray(tree(), local_.origin, local_.direction, limit, leaf);
    graze::visit_nearest(
        tree(), [&](const Aabb& box) { return local_.entry(box); }, limit, leaf);
  }
  /// Whether the ray passes a piece for sure, which is cheap to tell of triangles; cast() need not be called.
  [[nodiscard]] bool is_passed_by(std::uint32_t id) const {
    return is_exact_ && exact_.is_passed_by(pieces_.triangle(id));
  }
  /// Parameter at which the ray may enter a box; infinite: never.
  [[nodiscard]] double entry(const Aabb& box) const { return local_.entry(box); }
  [[nodiscard]] RayCast cast(std::uint32_t id, Faces faces = Faces::both) {
    RayCast r;
    if (!sees(id, faces)) return r;
    r = is_exact_ ? exact_.cast(pieces_.triangle(id)) : ray_cast_of((*reader_)[id], ray_, settings_);
    r.piece = id;
    return r;
  }

 private:
  [[nodiscard]] bool sees(std::uint32_t id, Faces faces) const {
    if (faces == Faces::both || !is_exact_) return true;
    const Triangle t = pieces_.triangle(id);
    const Vec3d a(t.a), n = cross(Vec3d(t.b) - a, Vec3d(t.c) - a);
    const double along = dot(n, local_.direction);
    return faces == Faces::front ? along < 0 : along > 0;
  }

  const Pieces& pieces_;
  std::optional<PieceReader> reader_;  // of what is not exact
  Ray ray_;
  QuerySettings settings_;
  LocalRay local_;
  TriangleRay exact_;
  bool is_exact_;
};

}  // namespace graze::inline GRAZE_ABI
