// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Bullet in single precision, margins zero.

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "bullet_shapes.h"
#include "peer.h"

namespace bench {
namespace {

Vec vec(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

enum class Method : std::uint8_t { gjk, pair_detector, pair_detector_with_depth, box_box };

/// One query after another; frames that cohere keep the last separating axis per object pair.
template <Method method>
class Asker {
 public:
  Asker(const Workload& workload, Question question) : question_(question) {
    for (const ShapeSpec& spec : workload.shapes) shapes_.push_back(make_shape(spec));
    if (std::size_t(workload.slots) < workload.pairs.size()) axes_.resize(std::size_t(workload.slots));
    for (const Pair& pair : workload.pairs) {
      Input input;
      input.axis = axes_.empty() ? nullptr : &axes_[inputs_.size() % axes_.size()];
      input.a = shapes_[std::size_t(pair.shape_a)].get();
      input.b = shapes_[std::size_t(pair.shape_b)].get();
      input.bullet.m_transformA = transform(pair.a);
      input.bullet.m_transformB = transform(pair.b);
      inputs_.push_back(input);
    }
  }
  Asker(const Asker&) = delete;

  void begin() {
    for (btVector3& axis : axes_) axis = {0, 1, 0};  // where btGjkPairDetector starts
  }

  double ask(std::size_t i) {
    if constexpr (method == Method::gjk) return intersects(i) ? 1 : 0;
    const btPointCollector out = query(i);
    if (question_ == Question::intersects) return is_hit(out) ? 1 : 0;
    if (question_ == Question::distance) return is_hit(out) ? 0 : out.m_distance;
    return out.m_hasResult && out.m_distance < 0 ? -out.m_distance : 0;
  }

  Answer answer(std::size_t i) {
    Answer answer;
    if constexpr (method == Method::gjk) {
      answer.hit = intersects(i);
      return answer;
    }
    const btPointCollector out = query(i);
    answer.hit = is_hit(out);
    answer.answered = out.m_hasResult || method != Method::pair_detector_with_depth;
    if (question_ == Question::distance && !answer.hit) {
      answer.value = out.m_distance;
      answer.has_points = true;
      answer.point_b = vec(out.m_pointInWorld);
      answer.point_a = vec(out.m_pointInWorld + out.m_normalOnBInWorld * out.m_distance);
    }
    if (question_ == Question::depth && out.m_hasResult) {
      answer.value = -out.m_distance;
      answer.normal = vec(-out.m_normalOnBInWorld);
    }
    return answer;
  }

 private:
  struct Input {
    const btConvexShape* a;
    const btConvexShape* b;
    btVector3* axis;  // kept from frame to frame, or null
    btDiscreteCollisionDetectorInterface::ClosestPointInput bullet;
  };

  /// Without a depth solver the pair detector reports nothing about pairs that overlap; the box-box detector
  /// reports nothing about those that do not.
  static bool is_hit(const btPointCollector& out) {
    if (method == Method::box_box) return out.m_hasResult;
    return !out.m_hasResult || out.m_distance <= 0;
  }

  bool intersects(std::size_t i) {
    const Input& in = inputs_[i];
    const btTransform &a = in.bullet.m_transformA, &b = in.bullet.m_transformB;
    btGjkEpaSolver2::sResults results;
    return !btGjkEpaSolver2::Distance(in.a, a, in.b, b, b.getOrigin() - a.getOrigin(), results);
  }

  btPointCollector query(std::size_t i) {
    const Input& in = inputs_[i];
    btPointCollector out;
    if constexpr (method == Method::box_box) {
      btBoxBoxDetector detector(static_cast<const btBoxShape*>(in.a), static_cast<const btBoxShape*>(in.b));
      detector.getClosestPoints(in.bullet, out, nullptr);
    } else {
      btGjkPairDetector detector(in.a, in.b, &simplex_,
                                 method == Method::pair_detector_with_depth ? &epa_ : nullptr);
      if (in.axis) detector.setCachedSeparatingAxis(*in.axis);
      detector.getClosestPoints(in.bullet, out, nullptr);
      if (in.axis) *in.axis = detector.getCachedSeparatingAxis();
    }
    return out;
  }

  Question question_;
  btVoronoiSimplexSolver simplex_;
  btGjkEpaPenetrationDepthSolver epa_;
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<Input> inputs_;
  std::vector<btVector3> axes_;
};

template <Method method>
std::unique_ptr<Prepared> make(const Workload& workload, Question question) {
  return std::make_unique<PreparedLoop<Asker<method>>>(workload.pairs.size(), workload, question);
}

/// Bullet as the targets mean it: the fastest general method that it has for each question.
std::unique_ptr<Prepared> prepare(const Workload& workload, Question question) {
  switch (question) {
    case Question::intersects:
      return make<Method::gjk>(workload, question);
    case Question::distance:
      return make<Method::pair_detector>(workload, question);
    case Question::depth:
      return make<Method::pair_detector_with_depth>(workload, question);
  }
  return nullptr;
}

std::unique_ptr<Prepared> prepare_signed(const Workload& workload, Question question) {
  if (question != Question::distance) return nullptr;
  return make<Method::pair_detector_with_depth>(workload, question);
}

std::unique_ptr<Prepared> prepare_box_box(const Workload& workload, Question question) {
  if (question == Question::distance) return nullptr;
  for (const ShapeSpec& spec : workload.shapes)
    if (spec.kind != Kind::box) return nullptr;
  return make<Method::box_box>(workload, question);
}

}  // namespace

std::vector<Library> bullet_libraries() {
  return {{"Bullet", "btGjkEpaSolver2::Distance; btGjkPairDetector; the same with the EPA depth solver",
           Precision::f32, &prepare},
          {"Bullet-signed", "distances by btGjkPairDetector with the EPA depth solver", Precision::f32,
           &prepare_signed},
          {"Bullet-boxbox", "btBoxBoxDetector", Precision::f32, &prepare_box_box}};
}

}  // namespace bench
