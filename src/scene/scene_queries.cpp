// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/shared_memory.h"
#include "graze/query/intersects.h"
#include "graze/query/point_distance.h"
#include "math/outward.h"
#include "query/pair/complex.h"
#include "scene/scene_state.h"

// Queries on a scene: candidates by their boxes, then the exact query on each. Objects that changed since
// their box was computed, and objects without a finite box, are candidates always.

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::size_t kRaysPerTask = 32;

QuerySettings settings_of(const SceneQuery& query) {
  return {.relative_error = query.relative_error,
          .max_iterations = query.max_iterations,
          .cache = nullptr,
          .workspace = nullptr,
          .threshold = kInfinity};
}

bool are_usable(const SceneQuery& query, const Ray& ray) {
  return are_usable(settings_of(query)) && is_usable(ray);
}
bool are_usable(const SceneQuery& query, const Instance& probe) {
  return are_usable(settings_of(query)) && is_usable_complex(operand(probe));
}

// Of which nothing is known.
bool are_half_spaces(const Instance& a, const Instance& b) {
  return a.shape.kind() == ShapeKind::half_space && b.shape.kind() == ShapeKind::half_space;
}

// Calls exact(handle, instance) for the objects that a query sees; false ends the query.
template <class F>
class Candidates {
 public:
  Candidates(const SceneState& scene, const SceneQuery& query, F& exact)
      : scene_(scene), query_(query), exact_(exact) {}

  /// Visits a box of the broad phase, unless its object has moved since.
  bool visit_proxy(ProxyId id) {
    const Member& member = scene_.members[scene_.member_of_proxy[id]];
    return member.is_pending || visit(member);
  }
  /// Visits members that the broad phase does not have as they are now: pending and unbounded ones. False:
  /// the query has ended.
  bool visit_others() {
    for (const std::uint32_t index : scene_.pending) {
      const Member& member = scene_.members[index];
      if (member.is_pending && member.proxy != kNoProxy && !visit(member)) return false;
    }
    return std::all_of(scene_.unbounded.begin(), scene_.unbounded.end(),
                       [&](std::uint32_t index) { return visit(scene_.members[index]); });
  }
  bool visit_all() {
    return std::all_of(scene_.members.begin(), scene_.members.end(),
                       [&](const Member& member) { return !member.is_here || visit(member); });
  }

 private:
  bool visit(const Member& member) {
    const Object& object = object_of(scene_, member);
    if (member.object == query_.ignore || !passes(query_.filter, object.filter)) return true;
    if (query_.accepts != nullptr && !query_.accepts(query_.context, member.object, object)) return true;
    if (query_.with_margins || object.instance.margin == 0) return exact_(member.object, object.instance);
    return exact_(member.object, Instance{object.instance.shape, object.instance.placement, 0});
  }

  const SceneState& scene_;
  const SceneQuery& query_;
  F& exact_;
};

// exact(handle, instance) for all that may be in the box.
template <class F>
void visit_objects_in_box(const SceneState& scene, const Aabb& box, const SceneQuery& query, F exact) {
  if (scene.world == nullptr) return;
  Candidates candidates(scene, query, exact);
  if (!candidates.visit_others()) return;
  scene.broad.overlaps(box, query.filter, [&](ProxyId id) { return candidates.visit_proxy(id); });
}

// A little more than t: what is entered there must not get lost by rounding, it may be as near and come
// first.
Real past(Real t) {
  const Real more = round_up(double(t) * (1 + 1e-6));
  return is_finite(more) ? next_real(more, 1) : more;
}

// Calls take(hit) for the objects that the ray hits, except those behind the end that it returns. Negative:
// the query ends.
template <class Take>
void visit_ray_hits(const SceneState& scene, const Ray& ray, const SceneQuery& query, const Take& take) {
  if (scene.world == nullptr) return;
  const QuerySettings settings = settings_of(query);
  Real end = ray.max_t;
  auto exact = [&](ObjectHandle object, const Instance& instance) {
    const SceneRayHit hit{object, graze::ray_cast(instance, ray, settings)};
    if (hit.cast) end = take(hit);
    return !(end < 0);
  };
  Candidates candidates(scene, query, exact);
  if (!candidates.visit_others()) return;
  scene.broad.ray_cast(ray, query.filter, [&](ProxyId id, Real, Real max_t) {
    return candidates.visit_proxy(id) ? std::min(max_t, past(end)) : Real(-1);
  });
}

// Puts an item into the sorted buffer, where there is room for it.
template <class T, class Less>
void keep(std::span<T> out, SceneHits<T>& hits, const T& item, const Less& less) {
  ++hits.found;
  std::size_t count = hits.written.size();
  if (count == out.size() && (count == 0 || !less(item, out[count - 1]))) return;
  if (count < out.size()) ++count;
  const auto end = out.begin() + static_cast<std::ptrdiff_t>(count);
  const auto at = std::upper_bound(out.begin(), end - 1, item, less);
  std::move_backward(at, end - 1, end);
  *at = item;
  hits.written = out.first(count);
}

Real order_of(const SceneRayHit& hit) { return hit.cast.parameter; }
Real order_of(const SceneShapeHit& hit) { return hit.cast.time; }
Real order_of(const SceneNeighbour& neighbour) { return neighbour.distance.upper; }
// The first or nearest first; of equals, that of the lower slot.
constexpr auto kIsBefore = [](const auto& x, const auto& y) {
  return order_of(x) != order_of(y) ? order_of(x) < order_of(y) : x.object.slot() < y.object.slot();
};
bool by_slot(ObjectHandle x, ObjectHandle y) { return x.slot() < y.slot(); }

// How far away the farthest of the `count` boxes nearest to the probe's is, or max_distance when there are
// not as many: no farther than that must be looked for the `count` nearest objects.
Real find_radius(const SceneState& scene, const Instance& probe, std::size_t count, Real max_distance,
                 const SceneQuery& query) {
  NearProxy near[64];
  if (count > std::size(near)) return max_distance;
  const std::span<NearProxy> buffer(near, count);
  const Aabb box = reach_box(probe, 0);
  const std::size_t found = is_finite(box) ? scene.broad.nearest(centre(box), query.filter, buffer) : 0;
  std::size_t asked = 0;
  Real radius = 0;
  auto ask_one = [&](ObjectHandle, const Instance& instance) {
    radius = std::max(radius, distance(probe, instance, settings_of(query)).upper);
    ++asked;
    return true;
  };
  Candidates candidates(scene, query, ask_one);
  for (std::size_t i = 0; i < found; ++i) (void)candidates.visit_proxy(near[i].id);
  return asked == count ? std::min(radius, max_distance) : max_distance;
}

}  // namespace

SceneRayHit Scene::ray_cast(const Ray& ray, const SceneQuery& query) const {
  if (!are_usable(query, ray)) return {{}, refused<RayCast>()};
  SceneRayHit best;
  visit_ray_hits(*state_, ray, query, [&](const SceneRayHit& hit) {
    if (!best || kIsBefore(hit, best)) best = hit;
    return best.cast.parameter;
  });
  return best;
}

SceneRayHit Scene::any_ray_hit(const Ray& ray, const SceneQuery& query) const {
  if (!are_usable(query, ray)) return {{}, refused<RayCast>()};
  SceneRayHit any;
  visit_ray_hits(*state_, ray, query, [&](const SceneRayHit& hit) {
    any = hit;
    return Real(-1);
  });
  return any;
}

SceneHits<SceneRayHit> Scene::all_ray_hits(const Ray& ray, std::span<SceneRayHit> out,
                                           const SceneQuery& query) const {
  if (!are_usable(query, ray)) return {{}, 0, Status::invalid_argument};
  SceneHits<SceneRayHit> hits;
  visit_ray_hits(*state_, ray, query, [&](const SceneRayHit& hit) {
    keep(out, hits, hit, kIsBefore);
    return ray.max_t;
  });
  return hits;
}

std::optional<Error> Scene::ray_casts(std::span<const Ray> rays, std::span<SceneRayHit> out,
                                      const SceneQuery& query, const Executor& executor) const {
  if (rays.size() != out.size()) return Error{ErrorCode::index_out_of_range, "out: not as many as rays"};
  if (share_memory(rays, out)) return Error{ErrorCode::unsupported, "out: overlaps the rays"};
  run_blocks(executor, rays.size(), kRaysPerTask, [&](std::size_t i) { out[i] = ray_cast(rays[i], query); });
  return std::nullopt;
}

SceneShapeHit Scene::shape_cast(const Instance& moving, const Vec3& translation,
                                const SceneQuery& query) const {
  if (!are_usable(query, moving) || !is_finite(translation)) return {{}, refused<ShapeCast>()};
  SceneShapeHit best;
  if (state_->world == nullptr) return best;
  const QuerySettings settings = settings_of(query);
  auto exact = [&](ObjectHandle object, const Instance& instance) {
    if (are_half_spaces(moving, instance)) return true;
    const SceneShapeHit hit{object, graze::shape_cast(moving, translation, instance, settings)};
    if (hit.cast && (!best || kIsBefore(hit, best))) best = hit;
    return true;
  };
  Candidates candidates(*state_, query, exact);
  const Aabb box = reach_box(moving, 0);
  if (!is_finite(box)) {
    (void)candidates.visit_all();
    return best;
  }
  (void)candidates.visit_others();
  const Ray way{{}, translation, 1};
  state_->broad.box_cast(box, way, query.filter, [&](ProxyId id, Real, Real max_t) {
    (void)candidates.visit_proxy(id);
    return best ? std::min(max_t, past(best.cast.time)) : max_t;
  });
  return best;
}

SceneHits<ObjectHandle> Scene::overlaps(const Instance& probe, std::span<ObjectHandle> out,
                                        const SceneQuery& query) const {
  if (!are_usable(query, probe)) return {{}, 0, Status::invalid_argument};
  SceneHits<ObjectHandle> hits;
  const QuerySettings settings = settings_of(query);
  visit_objects_in_box(*state_, reach_box(probe, 0), query,
                       [&](ObjectHandle object, const Instance& instance) {
                         if (!are_half_spaces(probe, instance) && intersects(probe, instance, settings))
                           keep(out, hits, object, by_slot);
                         return true;
                       });
  return hits;
}

SceneHits<ObjectHandle> Scene::at_point(const Vec3& point, std::span<ObjectHandle> out,
                                        const SceneQuery& query) const {
  const QuerySettings settings = settings_of(query);
  if (!are_usable(settings) || !is_finite(point)) return {{}, 0, Status::invalid_argument};
  SceneHits<ObjectHandle> hits;
  visit_objects_in_box(*state_, {point, point}, query, [&](ObjectHandle object, const Instance& instance) {
    if (point_location(instance, point, settings)) keep(out, hits, object, by_slot);
    return true;
  });
  return hits;
}

SceneNeighbours Scene::nearest(const Instance& probe, std::span<SceneNeighbour> out, Real max_distance,
                               const SceneQuery& query) const {
  if (!are_usable(query, probe) || !(max_distance >= 0)) return {{}, Status::invalid_argument};
  SceneHits<SceneNeighbour> hits;
  if (state_->world == nullptr || out.empty()) return {};
  const Real radius = find_radius(*state_, probe, out.size(), max_distance, query);
  QuerySettings settings = settings_of(query);
  settings.threshold = radius;
  auto exact = [&](ObjectHandle object, const Instance& instance) {
    const SceneNeighbour neighbour{object, distance(probe, instance, settings)};
    const Status status = neighbour.distance.status;
    const bool is_near = status != Status::invalid_argument && status != Status::unbounded &&
                         status != Status::beyond_threshold;
    if (is_near) keep(out, hits, neighbour, kIsBefore);
    return true;
  };
  const Aabb box = reach_box(probe, radius);
  Candidates candidates(*state_, query, exact);
  if (!is_finite(radius) || !is_finite(box)) {
    (void)candidates.visit_all();
  } else {
    visit_objects_in_box(*state_, box, query, exact);
  }
  return {hits.written};
}

}  // namespace graze::inline GRAZE_ABI
