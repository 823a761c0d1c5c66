// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libccd in double precision. It brings no shapes, so the support mappings are ours, written plainly. It has
// no distance query of its own (the one that FCL calls libccd's is FCL's).

#include <ccd/ccd.h>

#include <cmath>

#include "peer.h"

namespace bench {
namespace {

struct Object {
  const ShapeSpec* shape;
  Matrix rotation;  // by columns
  Vec position;
};

Vec local_support(const ShapeSpec& shape, const Vec& d) {
  const double r = shape.size[0], h = shape.size[1];
  switch (shape.kind) {
    case Kind::box:
      return {std::copysign(r, d[0]), std::copysign(h, d[1]), std::copysign(shape.size[2], d[2])};
    case Kind::sphere:
    case Kind::capsule: {
      const double l = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), s = l > 0 ? r / l : 0;
      return {d[0] * s, d[1] * s + std::copysign(h, d[1]), d[2] * s};
    }
    case Kind::cylinder:
    case Kind::cone: {
      const double l = std::sqrt(d[0] * d[0] + d[2] * d[2]), s = l > 0 ? r / l : 0;
      if (shape.kind == Kind::cylinder) return {d[0] * s, std::copysign(h, d[1]), d[2] * s};
      if (2 * h * d[1] > r * l) return {0, h, 0};
      return {d[0] * s, -h, d[2] * s};
    }
    case Kind::hull:
      break;
  }
  const Vec* best = nullptr;
  double most = -INFINITY;
  for (const Vec& v : shape.vertices) {
    const double along = v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
    if (along > most) most = along, best = &v;
  }
  return *best;
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const Object& o = *static_cast<const Object*>(object);
  const double* d = direction->v;
  Vec local;
  for (std::size_t i = 0; i < 3; ++i)
    local[i] = o.rotation[i][0] * d[0] + o.rotation[i][1] * d[1] + o.rotation[i][2] * d[2];
  const Vec p = local_support(*o.shape, local);
  for (std::size_t k = 0; k < 3; ++k)
    out->v[k] = o.position[k] + o.rotation[0][k] * p[0] + o.rotation[1][k] * p[1] + o.rotation[2][k] * p[2];
}

void center(const void* object, ccd_vec3_t* out) {
  const Vec& p = static_cast<const Object*>(object)->position;
  ccdVec3Set(out, p[0], p[1], p[2]);
}

enum class Method : bool { gjk, mpr };

template <Method method>
class Asker {
 public:
  Asker(const Workload& workload, Question question) : question_(question) {
    CCD_INIT(&ccd_);
    ccd_.support1 = ccd_.support2 = &support;
    ccd_.center1 = ccd_.center2 = &center;
    ccd_.max_iterations = 500;  // its default has no limit; this is FCL's
    for (const Pair& pair : workload.pairs) {
      const ShapeSpec &a = workload.shapes[std::size_t(pair.shape_a)],
                      &b = workload.shapes[std::size_t(pair.shape_b)];
      objects_.push_back({&a, rotation_matrix(pair.a), pair.a.position});
      objects_.push_back({&b, rotation_matrix(pair.b), pair.b.position});
    }
  }

  void begin() {}
  double ask(std::size_t i) {
    if (question_ == Question::intersects) return intersects(i) ? 1 : 0;
    ccd_real_t depth = 0;
    ccd_vec3_t direction, position;
    return penetration(i, depth, direction, position) ? depth : 0;
  }
  Answer answer(std::size_t i) {
    Answer answer;
    if (question_ == Question::intersects) {
      answer.hit = intersects(i);
      return answer;
    }
    ccd_real_t depth = 0;
    ccd_vec3_t direction, position;
    answer.hit = penetration(i, depth, direction, position);
    if (!answer.hit) return answer;
    answer.value = depth;
    answer.normal = {direction.v[0], direction.v[1], direction.v[2]};
    return answer;
  }

 private:
  bool intersects(std::size_t i) {
    const Object *a = &objects_[2 * i], *b = a + 1;
    return (method == Method::gjk ? ccdGJKIntersect(a, b, &ccd_) : ccdMPRIntersect(a, b, &ccd_)) != 0;
  }
  bool penetration(std::size_t i, ccd_real_t& depth, ccd_vec3_t& direction, ccd_vec3_t& position) {
    const Object *a = &objects_[2 * i], *b = a + 1;
    return (method == Method::gjk ? ccdGJKPenetration(a, b, &ccd_, &depth, &direction, &position)
                                  : ccdMPRPenetration(a, b, &ccd_, &depth, &direction, &position)) == 0;
  }

  Question question_;
  ccd_t ccd_;
  std::vector<Object> objects_;
};

template <Method method>
std::unique_ptr<Prepared> prepare(const Workload& workload, Question question) {
  if (question == Question::distance) return nullptr;
  return std::make_unique<PreparedLoop<Asker<method>>>(workload.pairs.size(), workload, question);
}

}  // namespace

std::vector<Library> ccd_libraries() {
  return {{"libccd", "ccdGJKIntersect, ccdGJKPenetration", Precision::f64, &prepare<Method::gjk>},
          {"libccd-mpr", "ccdMPRIntersect, ccdMPRPenetration (not a true depth)", Precision::f64,
           &prepare<Method::mpr>}};
}

}  // namespace bench
