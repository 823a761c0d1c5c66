// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// FCL's meshes in double precision: BVHModel<OBBRSS>, fcl::collide without contacts, fcl::distance with
// nearest points; convex shapes with its default solver.

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <map>

#include "fcl_shapes.h"
#include "mesh_bench.h"

namespace bench {
namespace {

using Mesh = fcl::BVHModel<fcl::OBBRSSd>;

/// Built once for all rows: it takes its time.
std::shared_ptr<const Mesh> mesh_of(const std::shared_ptr<const MeshModel>& model) {
  static std::map<std::shared_ptr<const MeshModel>, std::shared_ptr<const Mesh>> made;
  std::shared_ptr<const Mesh>& found = made[model];
  if (found) return found;
  std::vector<fcl::Vector3d> points;
  for (const auto& p : model->points) points.emplace_back(p[0], p[1], p[2]);
  std::vector<fcl::Triangle> triangles;
  for (const auto& t : model->triangles) triangles.emplace_back(t[0], t[1], t[2]);
  auto mesh = std::make_shared<Mesh>();
  mesh->beginModel(int(triangles.size()), int(points.size()));
  mesh->addSubModel(points, triangles);
  mesh->endModel();
  return found = mesh;
}

struct Object {
  const fcl::CollisionGeometry<double>* geometry;
  fcl::Transform3d transform;
};

class Asker {
 public:
  Asker(const MeshScene& scene, Question question) : question_(question), mesh_(mesh_of(scene.mesh)) {
    distance_.enable_nearest_points = true;
    for (const ShapeSpec& spec : scene.shapes) shapes_.push_back(make_fcl_shape(spec));
    for (const Pair& pair : scene.pairs) {
      objects_.push_back({mesh_.get(), fcl_transform({}, pair.a)});
      if (shapes_.empty()) {
        objects_.push_back({mesh_.get(), fcl_transform({}, pair.b)});
      } else {
        const auto i = std::size_t(pair.shape_b);
        objects_.push_back({shapes_[i].get(), fcl_transform(scene.shapes[i], pair.b)});
      }
    }
  }
  void begin() {}
  double ask(std::size_t i) {
    const Object *a = &objects_[2 * i], *b = a + 1;
    if (question_ == Question::intersects) {
      collision_result_.clear();
      fcl::collide(a->geometry, a->transform, b->geometry, b->transform, collision_, collision_result_);
      return collision_result_.isCollision() ? 1 : 0;
    }
    distance_result_.clear();
    fcl::distance(a->geometry, a->transform, b->geometry, b->transform, distance_, distance_result_);
    return std::max(0.0, distance_result_.min_distance);
  }
  Answer answer(std::size_t i) {
    Answer answer;
    answer.value = ask(i);
    answer.hit = question_ == Question::intersects ? answer.value > 0 : answer.value <= 0;
    return answer;
  }

 private:
  Question question_;
  fcl::CollisionRequestd collision_;
  fcl::CollisionResultd collision_result_;
  fcl::DistanceRequestd distance_;
  fcl::DistanceResultd distance_result_;
  std::shared_ptr<const Mesh> mesh_;
  std::vector<std::unique_ptr<fcl::CollisionGeometry<double>>> shapes_;
  std::vector<Object> objects_;
};

}  // namespace

std::unique_ptr<Prepared> fcl_pairs(const MeshScene& scene, Question question) {
  return std::make_unique<PreparedLoop<Asker>>(scene.pairs.size(), scene, question);
}

}  // namespace bench
