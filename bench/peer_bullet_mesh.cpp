// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Bullet's contacts of a convex shape and a mesh: btBvhTriangleMeshShape, margins zero, one manifold of at
// most four points per pair, emptied before every query.

#include <BulletCollision/CollisionDispatch/btConvexConcaveCollisionAlgorithm.h>
#include <btBulletCollisionCommon.h>

#include "bullet_shapes.h"
#include "mesh_bench.h"

namespace bench {
namespace {

class Asker {
 public:
  explicit Asker(const MeshScene& scene) : scene_(scene), dispatcher_(&configuration_) {
    btIndexedMesh part;
    part.m_numTriangles = int(scene.mesh->triangles.size());
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(scene.mesh->triangles.data());
    part.m_triangleIndexStride = sizeof(scene.mesh->triangles[0]);
    part.m_numVertices = int(scene.mesh->points.size());
    part.m_vertexBase = reinterpret_cast<const unsigned char*>(scene.mesh->points.data());
    part.m_vertexStride = sizeof(scene.mesh->points[0]);
    arrays_.addIndexedMesh(part);
    mesh_ = std::make_unique<btBvhTriangleMeshShape>(&arrays_, true);
    mesh_->setMargin(0);
    for (const ShapeSpec& spec : scene.shapes) shapes_.push_back(make_shape(spec));
    for (const Pair& pair : scene.pairs) {
      place(mesh_.get(), pair.a);
      place(shapes_[std::size_t(pair.shape_b)].get(), pair.b);
    }
    btCollisionAlgorithmConstructionInfo info(&dispatcher_, 1);
    const btCollisionObjectWrapper a = wrap(0), b = wrap(1);
    algorithm_ = std::make_unique<btConvexConcaveCollisionAlgorithm>(info, &b, &a, false);
  }
  void begin() {}
  double ask(std::size_t i) {
    algorithm_->clearCache();
    const btCollisionObjectWrapper a = wrap(2 * i), b = wrap(2 * i + 1);
    btManifoldResult result(&b, &a);
    algorithm_->processCollision(&b, &a, info_, &result);
    const btPersistentManifold* manifold = result.getPersistentManifold();
    return manifold != nullptr && manifold->getNumContacts() > 0 ? 1 : 0;
  }
  Answer answer(std::size_t i) {
    Answer answer;
    answer.value = ask(i);
    answer.hit = answer.value > 0;
    return answer;
  }

 private:
  void place(btCollisionShape* shape, const Placement& placement) {
    auto object = std::make_unique<btCollisionObject>();
    object->setCollisionShape(shape);
    object->setWorldTransform(transform(placement));
    objects_.push_back(std::move(object));
  }
  btCollisionObjectWrapper wrap(std::size_t i) const {
    const btCollisionObject* object = objects_[i].get();
    return {nullptr, object->getCollisionShape(), object, object->getWorldTransform(), -1, -1};
  }

  const MeshScene& scene_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDispatcherInfo info_;
  btTriangleIndexVertexArray arrays_;
  std::unique_ptr<btBvhTriangleMeshShape> mesh_;
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
  std::unique_ptr<btConvexConcaveCollisionAlgorithm> algorithm_;
};

}  // namespace

std::unique_ptr<Prepared> bullet_manifolds(const MeshScene& scene) {
  return std::make_unique<PreparedLoop<Asker>>(scene.pairs.size(), scene);
}

}  // namespace bench
