// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "graze/query/ray_hits.h"
#include "math/linear_map.h"
#include "primitive/beam.h"
#include "query/pair/answers.h"
#include "query/pieces/blocks/rays.h"
#include "query/pieces/cast_bounds.h"
#include "query/pieces/earliest.h"
#include "query/pieces/frame.h"
#include "query/pieces/operands.h"
#include "tree/traverse.h"

namespace graze::inline GRAZE_ABI {

/// A ray in the frame of an operand. The parameter is that of the world's ray.
struct LocalRay {
  bool is_plain;  // the frame is the world's, but for where it is
  Mat3d from_world;
  Vec3d origin, direction;
  Vec3d blur;  // per axis: what rounding, and the margin, add to a box
  double max_t;

  LocalRay(const Operand& o, const Ray& ray, const Aabb& reach)
      : is_plain(o.placement->linear() == Mat3{}),
        from_world(is_plain ? Mat3d{} : balanced_inverse(Mat3d(o.placement->linear()))),
        origin(Vec3d(ray.origin) - Vec3d(o.placement->translation())),
        direction(ray.direction),
        max_t(double(ray.max_t)) {
    const Vec3d offset = origin;
    if (!is_plain) {
      origin = from_world * offset;
      direction = from_world * direction;
    }
    for (int k = 0; k < 3; ++k) {
      const Vec3d row = from_world.row(k);
      const double far = std::max(std::abs(double(reach.lower[k])), std::abs(double(reach.upper[k])));
      const double products =
          is_plain ? std::abs(offset[k])
                   : std::abs(row.x * offset.x) + std::abs(row.y * offset.y) + std::abs(row.z * offset.z);
      blur[k] = 64 * kDoubleEpsilon * (far + products);
      if (o.margin > 0) blur[k] += length(row) * double(o.margin) * (1 + 64 * kDoubleEpsilon);
    }
  }

  // Parameter at which the ray may enter the box; infinite when it does not.
  [[nodiscard]] double entry(const Aabb& box) const {
    Slabs slabs(max_t);
    for (int k = 0; k < 3; ++k)
      slabs.cut(double(box.lower[k]) - blur[k] - origin[k], double(box.upper[k]) + blur[k] - origin[k],
                direction[k]);
    return slabs.entry();
  }
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

  [[nodiscard]] RayCast cast(const Triangle& t) const {
    primitive::BeamHit hit = primitive::hit_triangle(beam_, Vec3d(t.a), Vec3d(t.b), Vec3d(t.c));
    // With the same numbers, whichever way it was found.
    if (hit.outcome == primitive::RayOutcome::hit) (void)find_hit(t, hit);
    return answer(hit);
  }
  /// Parameter of a triangle that is met, in double.
  [[nodiscard]] Bounded parameter(const Triangle& t) const {
    primitive::BeamHit hit;
    if (!find_hit(t, hit)) hit = primitive::hit_triangle(beam_, Vec3d(t.a), Vec3d(t.b), Vec3d(t.c));
    return hit.t;
  }
  /// cast() of a triangle that is met for sure, between the ends of the ray.
  [[nodiscard]] RayCast cast_at_met(const Triangle& t) const {
    primitive::BeamHit hit;
    hit.outcome = primitive::RayOutcome::hit;
    return find_hit(t, hit) ? answer(hit) : cast(t);
  }

 private:
  [[nodiscard]] RayCast answer(const primitive::BeamHit& hit) const {
    RayCast r;
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
  // Where the ray passes the plane, in double and with bounds that hold for all triangles; false when they
  // are too wide.
  [[nodiscard]] bool find_hit(const Triangle& t, primitive::BeamHit& hit) const {
    const Vec3d a(t.a), e = Vec3d(t.b) - a, f = Vec3d(t.c) - a, way = a - beam_.origin, n = cross(e, f);
    const Vec3d& d = beam_.direction;
    // Components of the normal are off by 4 epsilons of this, and no larger than twice of it; three products
    // with them, and their sum, lose no more than another 12.
    const double lost = 24 * kDoubleEpsilon * max_abs(e) * max_abs(f);
    const double along = dot(n, d), blur = lost * max_abs(d), steep = std::abs(along);
    const double t_value = dot(n, way) / along;
    if (!(lost > 0x1p-900) || !(steep > 4 * blur)) return false;
    const double error =
        (lost * max_abs(way) + t_value * blur) / (steep - blur) + t_value * (2 * kDoubleEpsilon);
    // An error below what set_parameter() will add for the rounding of the ray itself is small enough.
    const double of_ray = dot(Vec3d{std::abs(n.x), std::abs(n.y), std::abs(n.z)}, local_.blur) / steep;
    if (!(primitive::is_sharp(error, t_value) || (t_value > 0 && error <= of_ray))) return false;
    if (!primitive::is_sharp(lost, 4 * max_abs(n))) return false;
    hit.t = {t_value, error};
    hit.point = beam_.origin + d * t_value;
    hit.normal = normalized(along > 0 ? -n : n);
    return true;
  }
  void set_normal(const primitive::BeamHit& hit, RayCast& r) const {
    // A normal goes with the inverse transposed.
    r.normal =
        Vec3(local_.is_plain ? hit.normal : normalized(transpose_times(local_.from_world, hit.normal)));
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

/// Which of the pieces that a ray meets are asked for.
enum class RayWanted : std::uint8_t { first, any, all };

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
    if (is_exact_) return;
    reader_.emplace(shape);
    if (shape.margin > 0 && pieces_.is_triangles()) swept_.emplace(shape, ray);
  }
  PieceRay(const PieceRay&) = delete;
  PieceRay& operator=(const PieceRay&) = delete;

  [[nodiscard]] const AabbTree& tree() const { return pieces_.tree; }
  /// use(cast(id, faces)) for the pieces that the ray may meet up to `limit`, which use may lower: all of
  /// them, those that may be met first, or those that may be the only one. Gives how many others were tested.
  /// Precondition: the limit is finite.
  template <class Use>
  std::int32_t visit_met(const double& limit, Faces faces, RayWanted wanted, Use use) {
    std::int32_t used = 0;
    const TreeData* const data = TreeAccess::data(tree());
    auto cast_at = [&](std::uint32_t place, bool is_met) {
      const std::uint32_t id = data->order[place];
      use(is_met && faces == Faces::both ? cast_at_met(place, id) : cast(id, faces));
      ++used;
      return limit;
    };
    if (!is_exact_ || local_.direction == Vec3d{}) {
      visit_grown(limit, faces, use);
      return 0;
    }
    // Triangles are decided for the ray as it was rounded, so that boxes need not allow for that.
    RayTask task = make_ray_task(pieces_, local_.origin, local_.direction);
    task.limit = limit;
    task.is_any_certain = faces == Faces::both && wanted != RayWanted::all;
    task.is_each_cast = wanted == RayWanted::any;
    task.context = &cast_at;
    task.cast_at = [](void* context, std::uint32_t place, bool is_met) {
      return (*static_cast<decltype(cast_at)*>(context))(place, is_met);
    };
    return trace(task) - used;
  }
  [[nodiscard]] RayCast cast(std::uint32_t id, Faces faces = Faces::both) {
    RayCast r;
    if (!sees(id, faces)) return r;
    r = is_exact_ ? exact_.cast(pieces_.triangle(id)) : ray_cast_of((*reader_)[id], ray_, settings_);
    r.piece = id;
    return r;
  }
  /// Order along the ray, of equals by number. Parameters that round to one Real are told apart in double.
  [[nodiscard]] bool comes_before(const RayCast& r, const RayCast& other) const {
    if (is_exact_ && r.parameter == other.parameter && !r.starts_inside && !other.starts_inside) {
      const auto t = exact_.parameter(pieces_.triangle(r.piece)),
                 u = exact_.parameter(pieces_.triangle(other.piece));
      if (std::abs(t.value - u.value) > t.error + u.error) return t.value < u.value;
    }
    return is_earlier(r, other);
  }

 private:
  // The way of the ray as that of a point, which passes by much that is near enough for boxes.
  struct Swept {
    Shape point{Point{}};
    Affine source;
    Operand moving;
    PieceFrame frame;
    CastBounds bounds;

    Swept(const Operand& shape, const Ray& ray)
        : source(ray.origin),
          moving{&point.view(), &source, 0},
          frame(moving, shape, {{}, {}}, pieces_of(*shape.shape)->tree.bounds()),
          bounds(moving, shape, frame, Vec3d(ray.direction)) {}
    Swept(const Swept&) = delete;
    Swept& operator=(const Swept&) = delete;
  };

  // Pieces that are not triangles without margin.
  template <class Use>
  void visit_grown(const double& limit, Faces faces, Use& use) {
    const auto bound = [&](const Aabb& box) {
      const double entry = local_.entry(box);
      return swept_ ? swept_->bounds.find(entry, {}, box, limit) : entry;
    };
    graze::visit_nearest(tree(), bound, limit, [&](std::uint32_t id) {
      if (swept_ && swept_->bounds.is_later(pieces_.triangle(id), limit)) return;
      const double before = limit;
      const RayCast r = cast(id, faces);
      use(r);
      if (swept_ && limit < before) swept_->bounds.set_contact(-r.normal, r.parameter);
    });
  }
  [[nodiscard]] RayCast cast_at_met(std::uint32_t place, std::uint32_t id) const {
    // Read where the leaf was read: it is at hand, what goes by numbers is not.
    RayCast r = exact_.cast_at_met(pieces_.triangle_at(place, *TreeAccess::data(tree())));
    r.piece = id;
    return r;
  }
  [[nodiscard]] bool sees(std::uint32_t id, Faces faces) const {
    if (faces == Faces::both || !is_exact_) return true;
    const Triangle t = pieces_.triangle(id);
    const Vec3d a(t.a), n = cross(Vec3d(t.b) - a, Vec3d(t.c) - a);
    const double along = dot(n, local_.direction);
    return faces == Faces::front ? along < 0 : along > 0;
  }

  const Pieces& pieces_;
  std::optional<PieceReader> reader_;  // of what is not exact
  std::optional<Swept> swept_;         // where triangles have a margin
  Ray ray_;
  QuerySettings settings_;
  LocalRay local_;
  TriangleRay exact_;
  bool is_exact_;
};

}  // namespace graze::inline GRAZE_ABI
