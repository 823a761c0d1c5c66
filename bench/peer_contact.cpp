// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact sets of the peers: ODE's dCollide of boxes with up to eight contacts, and Bullet's convex-convex
// algorithm with polyhedral clipping, its manifold emptied before every query when cold and kept when frames
// cohere.

#include "peer_contact.h"

#if defined(GRAZE_HAVE_ODE)
#include <ode/ode.h>
#endif
#if defined(GRAZE_HAVE_BULLET)
#include <BulletCollision/CollisionDispatch/btConvexConvexAlgorithm.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <btBulletCollisionCommon.h>
#endif

namespace bench {
namespace {

[[maybe_unused]] bool is_all(const Workload& workload, Kind kind) {
  for (const ShapeSpec& spec : workload.shapes)
    if (spec.kind != kind) return false;
  return true;
}

#if defined(GRAZE_HAVE_ODE)
class OdeAsker {
 public:
  explicit OdeAsker(const Workload& workload) {
    dInitODE2(0);
    for (const Pair& pair : workload.pairs) {
      geoms_.push_back(make_box(workload.shapes[std::size_t(pair.shape_a)], pair.a));
      geoms_.push_back(make_box(workload.shapes[std::size_t(pair.shape_b)], pair.b));
    }
  }
  OdeAsker(const OdeAsker&) = delete;
  ~OdeAsker() {
    for (const dGeomID geom : geoms_) dGeomDestroy(geom);
    dCloseODE();
  }

  void begin() {}
  double ask(std::size_t i) {
    double deepest = 0;
    const int count = query(i);
    for (int k = 0; k < count; ++k) deepest = std::max(deepest, double(contacts_[k].depth));
    return deepest;
  }
  Answer answer(std::size_t i) {
    Answer answer;
    answer.value = ask(i);
    answer.hit = answer.value > 0;
    const dReal* n = contacts_[0].normal;  // ODE's points into a
    answer.normal = {-n[0], -n[1], -n[2]};
    return answer;
  }

 private:
  static constexpr int kContacts = 8;

  static dGeomID make_box(const ShapeSpec& spec, const Placement& placement) {
    const dGeomID box = dCreateBox(nullptr, 2 * spec.size[0], 2 * spec.size[1], 2 * spec.size[2]);
    const Matrix m = rotation_matrix(placement);
    dMatrix3 rotation{};
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 3; ++column) rotation[4 * row + column] = m[column][row];
    dGeomSetPosition(box, placement.position[0], placement.position[1], placement.position[2]);
    dGeomSetRotation(box, rotation);
    return box;
  }
  int query(std::size_t i) {
    return dCollide(geoms_[2 * i], geoms_[2 * i + 1], kContacts, contacts_, sizeof(dContactGeom));
  }

  std::vector<dGeomID> geoms_;
  dContactGeom contacts_[kContacts] = {};
};
#endif

#if defined(GRAZE_HAVE_BULLET)
class BulletAsker {
 public:
  explicit BulletAsker(const Workload& workload)
      : dispatcher_(&configuration_), is_coherent_(std::size_t(workload.slots) < workload.pairs.size()) {
    for (const ShapeSpec& spec : workload.shapes) {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const Vec& v : spec.vertices) hull->addPoint(vector(v), false);
      hull->recalcLocalAabb();
      hull->setMargin(0);
      hull->initializePolyhedralFeatures();
      shapes_.push_back(std::move(hull));
    }
    for (const Pair& pair : workload.pairs) {
      objects_.push_back(make_object(pair.shape_a, pair.a));
      objects_.push_back(make_object(pair.shape_b, pair.b));
    }
    for (int i = 0; i < (is_coherent_ ? workload.slots : 1); ++i) {
      btPersistentManifold* manifold = dispatcher_.getNewManifold(objects_[2 * std::size_t(i)].get(),
                                                                  objects_[2 * std::size_t(i) + 1].get());
      manifolds_.push_back(manifold);
      btCollisionAlgorithmConstructionInfo info(&dispatcher_, 1);
      info.m_manifold = manifold;
      const btCollisionObjectWrapper a = wrap(2 * std::size_t(i)), b = wrap(2 * std::size_t(i) + 1);
      algorithms_.push_back(
          std::make_unique<btConvexConvexAlgorithm>(manifold, info, &a, &b, &depth_solver_, 0, 0));
    }
  }
  BulletAsker(const BulletAsker&) = delete;
  ~BulletAsker() {
    algorithms_.clear();
    for (btPersistentManifold* manifold : manifolds_) dispatcher_.releaseManifold(manifold);
  }

  void begin() {
    for (btPersistentManifold* manifold : manifolds_) manifold->clearManifold();
  }
  double ask(std::size_t i) {
    const btPersistentManifold& manifold = query(i);
    double deepest = 0;
    for (int k = 0; k < manifold.getNumContacts(); ++k)
      deepest = std::max(deepest, -double(manifold.getContactPoint(k).getDistance()));
    return deepest;
  }
  Answer answer(std::size_t i) {
    const btPersistentManifold& manifold = query(i);
    Answer answer;
    for (int k = 0; k < manifold.getNumContacts(); ++k) {
      const btManifoldPoint& p = manifold.getContactPoint(k);
      if (-double(p.getDistance()) <= answer.value) continue;
      answer.value = -double(p.getDistance());
      answer.normal = {-p.m_normalWorldOnB.x(), -p.m_normalWorldOnB.y(), -p.m_normalWorldOnB.z()};
    }
    answer.hit = manifold.getNumContacts() > 0;
    return answer;
  }

 private:
  static btVector3 vector(const Vec& v) { return {btScalar(v[0]), btScalar(v[1]), btScalar(v[2])}; }

  std::unique_ptr<btCollisionObject> make_object(int shape, const Placement& placement) {
    const Matrix m = rotation_matrix(placement);
    btMatrix3x3 rotation;
    for (std::size_t row = 0; row < 3; ++row)
      rotation[int(row)] = {btScalar(m[0][row]), btScalar(m[1][row]), btScalar(m[2][row])};
    auto object = std::make_unique<btCollisionObject>();
    object->setCollisionShape(shapes_[std::size_t(shape)].get());
    object->setWorldTransform(btTransform(rotation, vector(placement.position)));
    return object;
  }
  btCollisionObjectWrapper wrap(std::size_t i) const {
    const btCollisionObject& o = *objects_[i];
    return {nullptr, o.getCollisionShape(), &o, o.getWorldTransform(), -1, -1};
  }

  const btPersistentManifold& query(std::size_t i) {
    const std::size_t slot = is_coherent_ ? i % manifolds_.size() : 0;
    btPersistentManifold& manifold = *manifolds_[slot];
    if (!is_coherent_) manifold.clearManifold();
    manifold.setBodies(objects_[2 * i].get(), objects_[2 * i + 1].get());
    const btCollisionObjectWrapper a = wrap(2 * i), b = wrap(2 * i + 1);
    btManifoldResult result(&a, &b);
    result.setPersistentManifold(&manifold);
    algorithms_[slot]->processCollision(&a, &b, info_, &result);
    return manifold;
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btGjkEpaPenetrationDepthSolver depth_solver_;
  btDispatcherInfo info_;
  std::vector<std::unique_ptr<btConvexHullShape>> shapes_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
  std::vector<btPersistentManifold*> manifolds_;
  std::vector<std::unique_ptr<btConvexConvexAlgorithm>> algorithms_;
  bool is_coherent_;
};
#endif

}  // namespace

std::unique_ptr<Prepared> ode_contacts([[maybe_unused]] const Workload& workload) {
#if defined(GRAZE_HAVE_ODE)
  if (is_all(workload, Kind::box))
    return std::make_unique<PreparedLoop<OdeAsker>>(workload.pairs.size(), workload);
#endif
  return nullptr;
}

std::unique_ptr<Prepared> bullet_contacts([[maybe_unused]] const Workload& workload) {
#if defined(GRAZE_HAVE_BULLET)
  if (is_all(workload, Kind::hull))
    return std::make_unique<PreparedLoop<BulletAsker>>(workload.pairs.size(), workload);
#endif
  return nullptr;
}

}  // namespace bench
