// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Bullet's collision world in single precision, margins zero: a dynamic tree of boxes and its own contact
// algorithms, with manifolds that last.

#include "scene_bench.h"

#ifdef GRAZE_HAVE_BULLET

#include <btBulletCollisionCommon.h>

#include "bullet_shapes.h"

namespace bench {
namespace {

class BulletScene final : public PreparedScene {
 public:
  explicit BulletScene(const SceneWorkload& workload) {
    for (const ShapeSpec& spec : workload.shapes) shapes_.push_back(make_shape(spec));
    for (std::size_t i = 0; i < workload.places.size(); ++i) {
      objects_.push_back(std::make_unique<btCollisionObject>());
      objects_[i]->setCollisionShape(shapes_[std::size_t(workload.shape_of[i])].get());
      objects_[i]->setWorldTransform(transform(workload.places[i]));
      world_.addCollisionObject(objects_[i].get());
    }
  }
  ~BulletScene() override {
    for (const auto& object : objects_) world_.removeCollisionObject(object.get());
  }
  BulletScene(const BulletScene&) = delete;
  BulletScene& operator=(const BulletScene&) = delete;

  std::size_t frame(const SceneWorkload& workload) override {
    for (std::size_t i = 0; i < objects_.size(); ++i)
      objects_[i]->getWorldTransform().setOrigin(vector(workload.places[i].position));
    world_.performDiscreteCollisionDetection();
    std::size_t count = 0;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i)
      count += meets(*dispatcher_.getManifoldByIndexInternal(i));
    return count;
  }

 private:
  static bool meets(const btPersistentManifold& manifold) {
    for (int k = 0; k < manifold.getNumContacts(); ++k)
      if (manifold.getContactPoint(k).getDistance() <= 0) return true;
    return false;
  }

  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_;
  btCollisionWorld world_{&dispatcher_, &broad_, &configuration_};
};

}  // namespace

std::unique_ptr<PreparedScene> bullet_scene(const SceneWorkload& workload) {
  if (workload.hulls < workload.shapes.size()) return nullptr;
  return std::make_unique<BulletScene>(workload);
}

}  // namespace bench

#else

namespace bench {
std::unique_ptr<PreparedScene> bullet_scene(const SceneWorkload&) { return nullptr; }
}  // namespace bench

#endif
