// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "math/balanced_inverse.h"
#include "primitive/ray_triangle.h"
#include "query/complex.h"
#include "query/containment.h"
#include "query/piece_pairs.h"
#include "query/single.h"

// Casts on shapes made of pieces: nearer boxes first, and the earliest of what their pieces answer.

namespace graze::inline GRAZE_ABI {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// A ray in the frame of an operand. The parameter is that of the world's ray.
struct LocalRay {
  Mat3d from_world;
  Vec3d origin, direction;
  Vec3d blur;  // per axis: what rounding, and the margin, add to a box
  double max_t;

  LocalRay(const Operand& o, const Ray& ray, const Aabb& reach)
      : from_world(balanced_inverse(Mat3d(o.placement->linear()))),
        origin(from_world * (Vec3d(ray.origin) - Vec3d(o.placement->translation()))),
        direction(from_world * Vec3d(ray.direction)),
        max_t(double(ray.max_t)) {
    const Vec3d offset = Vec3d(ray.origin) - Vec3d(o.placement->translation());
    for (int k = 0; k < 3; ++k) {
      const Vec3d row = from_world.row(k);
      const double far = std::max(std::abs(double(reach.lower[k])), std::abs(double(reach.upper[k])));
      const double products =
          std::abs(row.x * offset.x) + std::abs(row.y * offset.y) + std::abs(row.z * offset.z);
      blur[k] =
          length(row) * double(o.margin) * (1 + 64 * kDoubleEpsilon) + 64 * kDoubleEpsilon * (far + products);
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
        if (from > 0 || to < 0) return kInfinite;
        continue;
      }
      double near = from / direction[k], away = to / direction[k];
      if (near > away) std::swap(near, away);
      low = std::max(low, near - std::abs(near) * kRelative);
      high = std::min(high, away + std::abs(away) * kRelative);
    }
    return low <= high ? low : kInfinite;
  }

 private:
  static constexpr double kRelative = 64 * kDoubleEpsilon;  // of the direction, which is rounded too
};

bool is_usable(const Ray& ray) { return is_finite(ray.origin) && is_finite(ray.direction) && ray.max_t >= 0; }

bool is_earlier(const RayCast& r, const RayCast& best) {
  if (!best) return true;
  if (r.parameter != best.parameter) return r.parameter < best.parameter;
  return r.piece < best.piece;
}

// A mesh without margin: exact triangles in its own frame, where the ray is rounded once for all of them.
class TriangleRay {
 public:
  TriangleRay(const Operand& o, const Ray& ray, const LocalRay& local)
      : operand_(o), ray_(ray), local_(local) {
    beam_.origin = local.origin;
    beam_.direction = local.direction;
    if (local.max_t <= kLargestCoordinate) beam_.max_t = local.max_t;
  }
  [[nodiscard]] bool is_usable() const { return primitive::is_valid(beam_); }

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
    const double error = hit.t.error + (steep > 0 ? off / steep : kInfinite);
    r.lower = std::max(Real(0), round_down(t - error));
    r.upper = std::min(round_up(t + error), ray_.max_t);
    r.parameter = std::clamp(static_cast<Real>(t), r.lower, r.upper);
    const Vec3d point = Vec3d(ray_.origin) + Vec3d(ray_.direction) * t;
    r.point = to_real(point);
    r.error = round_up(std::min(error, double(kInfinity)) * length(Vec3d(ray_.direction)) +
                       4 * double(kEpsilon) * (sum_abs(point) + sum_abs(Vec3d(ray_.origin))));
  }

  const Operand& operand_;
  const Ray& ray_;
  const LocalRay& local_;
  primitive::Beam beam_;
};

RayCast starting_inside(const Operand& shape, const Ray& ray) {
  RayCast r;
  r.hit = Hit::hit;
  r.starts_inside = true;
  r.point = ray.origin;
  r.local_point = local_from_world(*shape.placement, ray.origin);
  return r;
}

RayCast cast_at_pieces(const Operand& shape, const Ray& ray, const QuerySettings& settings) {
  PieceReader reader(shape);
  const Pieces& pieces = *reader.pieces();
  const LocalRay local(shape, ray, pieces.tree.bounds());
  const TriangleRay exact(shape, ray, local);
  const bool is_exact = pieces.is_triangles() && shape.margin == 0 && exact.is_usable();
  RayCast best;
  double limit = double(ray.max_t);
  std::int32_t iterations = 0;
  visit_nearest(
      pieces.tree, [&](const Aabb& box) { return local.entry(box); }, limit,
      [&](std::uint32_t id) {
        RayCast r = is_exact ? exact.cast(pieces.triangle(id)) : ray_cast_of(reader[id], ray, settings);
        iterations += r.iterations;
        r.piece = id;
        if (!r || !is_earlier(r, best)) return;
        best = r;
        limit = std::min(limit, double(r.upper));
      });
  best.iterations = iterations;
  return best;
}

}  // namespace

RayCast complex_ray_cast(const Operand& shape, const Ray& ray, const QuerySettings& settings) {
  RayCast refused;
  refused.status = Status::invalid_argument;
  if (!are_usable(settings) || !is_usable_complex(shape) || !is_usable(ray)) return refused;
  const Shape point{Point{}};
  const Affine source(ray.origin);
  if (Vec3 inner; is_one_inside(shape, {&point.view(), &source, 0}, inner))
    return starting_inside(shape, ray);
  return cast_at_pieces(shape, ray, settings);
}

namespace {

// When, at the earliest, boxes meet of which the first moves by `way` in the axes of their frame. Infinite:
// never.
double entry_of(const PieceFrame::Box& a, const PieceFrame::Box& b, const Vec3d& way, double room) {
  double low = 0, high = 1;
  for (int k = 0; k < 3; ++k) {
    const double between = b.centre[k] - a.centre[k], reach = a.half[k] + b.half[k] + room;
    if (way[k] == 0) {
      if (std::abs(between) > reach) return kInfinite;
      continue;
    }
    double near = (between - reach) / way[k], away = (between + reach) / way[k];
    if (near > away) std::swap(near, away);
    low = std::max(low, near - std::abs(near) * 64 * kDoubleEpsilon);
    high = std::min(high, away + std::abs(away) * 64 * kDoubleEpsilon);
  }
  return low <= high ? low : kInfinite;
}

bool is_earlier(const ShapeCast& r, const ShapeCast& best) {
  if (!best) return true;
  if (r.time != best.time) return r.time < best.time;
  return r.piece_a != best.piece_a ? r.piece_a < best.piece_a : r.piece_b < best.piece_b;
}

}  // namespace

ShapeCast complex_shape_cast(const Operand& a, const Vec3& translation, const Operand& b,
                             const QuerySettings& settings) {
  ShapeCast best;
  if (!are_usable(settings) || !is_usable_complex(a) || !is_usable_complex(b) || !is_finite(translation)) {
    best.status = Status::invalid_argument;
    return best;
  }
  if (Vec3 inner; is_one_inside(a, b, inner)) {
    best.hit = Hit::hit;
    best.starts_in_contact = true;
    best.point = inner;
    best.local_a = local_from_world(*a.placement, inner);
    best.local_b = local_from_world(*b.placement, inner);
    return best;
  }
  PieceOperands pieces(a, b);
  const Vec3d way = pieces.frame().to_frame(Vec3d(translation));
  const double room = pieces.frame().room() + 64 * kDoubleEpsilon * sum_abs(way);
  double limit = 1;
  std::int32_t iterations = 0;
  const bool is_bounded = pieces.frame().is_bounded();
  pieces.visit_by(
      [&](const PieceFrame::Box& box_a, const PieceFrame::Box& box_b) {
        return is_bounded ? entry_of(box_a, box_b, way, room) : 0;
      },
      limit,
      [&](std::uint32_t ia, std::uint32_t ib) {
        ShapeCast r = shape_cast_of(pieces.a[ia], translation, pieces.b[ib], settings);
        iterations += r.iterations;
        r.piece_a = ia;
        r.piece_b = ib;
        if (!r || !is_earlier(r, best)) return;
        best = r;
        limit = std::min(limit, double(r.upper));
      });
  best.iterations = iterations;
  return best;
}

}  // namespace graze::inline GRAZE_ABI
