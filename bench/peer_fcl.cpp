// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// FCL in double precision, through fcl::collide and fcl::distance: with the libccd solver, which is its
// default and the one that the targets mean, and with its own ("indep") solver.

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cmath>

#include "fcl_shapes.h"
#include "peer.h"

namespace bench {
namespace {

using Geometry = fcl::CollisionGeometry<double>;

struct Object {
  const Geometry* geometry;
  fcl::Transform3d transform;
};

class Asker {
 public:
  Asker(const Workload& workload, Question question, fcl::GJKSolverType solver) : question_(question) {
    collision_.enable_contact = question == Question::depth;
    collision_.gjk_solver_type = solver;
    distance_.enable_nearest_points = true;
    distance_.gjk_solver_type = solver;
    for (const ShapeSpec& spec : workload.shapes) shapes_.push_back(make_fcl_shape(spec));
    for (const Pair& pair : workload.pairs) {
      const auto a = std::size_t(pair.shape_a), b = std::size_t(pair.shape_b);
      objects_.push_back({shapes_[a].get(), fcl_transform(workload.shapes[a], pair.a)});
      objects_.push_back({shapes_[b].get(), fcl_transform(workload.shapes[b], pair.b)});
    }
  }

  void begin() {}

  double ask(std::size_t i) {
    if (question_ == Question::distance) return std::max(0.0, distance(i).min_distance);
    const auto& result = collide(i);
    if (question_ == Question::intersects) return result.isCollision() ? 1 : 0;
    return result.isCollision() ? std::abs(result.getContact(0).penetration_depth) : 0;
  }

  Answer answer(std::size_t i) {
    Answer answer;
    if (question_ == Question::distance) {
      const auto& result = distance(i);
      answer.hit = result.min_distance <= 0;
      answer.value = std::max(0.0, result.min_distance);
      answer.has_points = !answer.hit;
      const fcl::Vector3d &p = result.nearest_points[0], &q = result.nearest_points[1];
      answer.point_a = {p[0], p[1], p[2]};
      answer.point_b = {q[0], q[1], q[2]};
      return answer;
    }
    const auto& result = collide(i);
    answer.hit = result.isCollision();
    if (question_ == Question::depth && answer.hit) {
      const auto& contact = result.getContact(0);
      answer.value = std::abs(contact.penetration_depth);  // the own solver reports it negative
      answer.normal = {contact.normal[0], contact.normal[1], contact.normal[2]};
    }
    return answer;
  }

 private:
  const fcl::CollisionResultd& collide(std::size_t i) {
    const Object *a = &objects_[2 * i], *b = a + 1;
    collision_result_.clear();
    fcl::collide(a->geometry, a->transform, b->geometry, b->transform, collision_, collision_result_);
    return collision_result_;
  }
  const fcl::DistanceResultd& distance(std::size_t i) {
    const Object *a = &objects_[2 * i], *b = a + 1;
    distance_result_.clear();
    fcl::distance(a->geometry, a->transform, b->geometry, b->transform, distance_, distance_result_);
    return distance_result_;
  }

  Question question_;
  fcl::CollisionRequestd collision_;
  fcl::CollisionResultd collision_result_;
  fcl::DistanceRequestd distance_;
  fcl::DistanceResultd distance_result_;
  std::vector<std::unique_ptr<Geometry>> shapes_;
  std::vector<Object> objects_;
};

template <fcl::GJKSolverType solver>
std::unique_ptr<Prepared> prepare(const Workload& workload, Question question) {
  return std::make_unique<PreparedLoop<Asker>>(workload.pairs.size(), workload, question, solver);
}

}  // namespace

std::vector<Library> fcl_libraries() {
  return {{"FCL", "fcl::collide, fcl::distance, libccd solver (the default)", Precision::f64,
           &prepare<fcl::GST_LIBCCD>},
          {"FCL-indep", "the same with FCL's own solver", Precision::f64, &prepare<fcl::GST_INDEP>}};
}

}  // namespace bench
