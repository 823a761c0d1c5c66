// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Ours in the rows of group "mesh".

#include "graze/mesh/triangle_mesh.h"
#include "graze/query/contact_manifolds.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/ray_cast.h"
#include "graze/query/tree_front.h"
#include "graze_shapes.h"
#include "mesh_bench.h"

namespace bench {
namespace {

using graze::TriangleMesh;
using graze::Vec3;

graze::VertexArray vertices_of(const MeshModel& model) {
  return {model.points.data(), model.points.size(), 0, graze::VertexArray::Scalar::float32};
}
graze::VertexArray vertices_of(const Frames::value_type& frame) {
  return {frame.data(), frame.size(), sizeof(frame[0]), graze::VertexArray::Scalar::float32};
}

TriangleMesh make_mesh(const MeshModel& model) {
  const graze::IndexArray corners{model.triangles.data(), 3 * model.triangles.size()};
  return *graze::make_triangle_mesh(vertices_of(model), corners);
}

graze::Affine affine(const Placement& placement) {
  const auto& [x, y, z, w] = placement.rotation;
  return graze::Pose{graze::Quat{Real(x), Real(y), Real(z), Real(w)}, vector(placement.position)};
}

double extent_of(const TriangleMesh& mesh) {
  const Vec3 size = mesh.bounds().upper - mesh.bounds().lower;
  return double(size.x) + double(size.y) + double(size.z);
}

class PairAsker {
 public:
  PairAsker(const MeshScene& scene, Question question)
      : question_(question), is_kept_(scene.is_kept), mesh_(make_mesh(*scene.mesh)) {
    std::vector<graze::Shape> shapes;
    for (const ShapeSpec& spec : scene.shapes) shapes.push_back(make_shape(spec));
    if (shapes.empty()) shapes.push_back(mesh_.shape());
    for (const Pair& pair : scene.pairs) {
      instances_.push_back({mesh_.shape(), affine(pair.a)});
      instances_.push_back({shapes[std::size_t(pair.shape_b)], affine(pair.b)});
    }
  }
  void begin() {
    cache_ = {};
    front_.clear();
  }
  double ask(std::size_t i) {
    const graze::Instance *a = &instances_[2 * i], *b = a + 1;
    if (question_ == Question::depth) return has_manifolds(*a, *b) ? 1 : 0;
    graze::QuerySettings settings;
    if (is_kept_) settings.cache = &cache_, settings.front = &front_;
    if (question_ == Question::intersects) return graze::intersects(*a, *b, settings) ? 1 : 0;
    return double(graze::distance(*a, *b, settings).upper);
  }
  Answer answer(std::size_t i) {
    Answer answer;
    answer.value = ask(i);
    answer.hit = question_ == Question::distance ? answer.value <= 0 : answer.value > 0;
    return answer;
  }

 private:
  static bool has_manifolds(const graze::Instance& a, const graze::Instance& b) {
    bool is_any = false;
    (void)graze::visit_contact_manifolds(a, b, [&](const graze::ContactManifold&) { return is_any = true; });
    return is_any;
  }

  Question question_;
  bool is_kept_;
  TriangleMesh mesh_;
  std::vector<graze::Instance> instances_;
  graze::PairCache cache_;
  graze::TreeFront front_;
};

class RayAsker {
 public:
  explicit RayAsker(const RayScene& scene) : mesh_(make_mesh(*scene.mesh)) {
    for (const RaySpec& r : scene.rays) {
      const auto& [o, d] = r;
      rays_.push_back({{Real(o[0]), Real(o[1]), Real(o[2])}, {Real(d[0]), Real(d[1]), Real(d[2])}});
    }
  }
  void begin() {}
  double ask(std::size_t i) { return double(graze::ray_cast(mesh_.shape(), rays_[i]).parameter); }
  Answer answer(std::size_t i) {
    Answer answer;
    const graze::RayCast cast = graze::ray_cast(mesh_.shape(), rays_[i]);
    answer.hit = bool(cast);
    answer.value = double(cast.parameter);
    return answer;
  }

 private:
  TriangleMesh mesh_;
  std::vector<graze::Ray> rays_;
};

struct BuildAsker {
  const MeshModel& model;
  void begin() {}
  double ask(std::size_t) { return extent_of(make_mesh(model)); }
  Answer answer(std::size_t i) { return {true, true, ask(i), false, {}, {}, {}, {}}; }
};

struct RefitAsker {
  explicit RefitAsker(const MeshModel& model) : frames(make_frames(model)), mesh(make_mesh(model)) {}
  void begin() {}
  double ask(std::size_t) {
    is_odd = !is_odd;
    return mesh.refit(vertices_of(frames[is_odd])).has_value() ? 0 : 1;
  }
  Answer answer(std::size_t i) {
    is_odd = false;
    (void)ask(i);
    return {true, true, extent_of(mesh), false, {}, {}, {}, {}};
  }
  Frames frames;
  TriangleMesh mesh;
  bool is_odd = false;
};

}  // namespace

std::unique_ptr<Prepared> graze_pairs(const MeshScene& scene, Question question) {
  return std::make_unique<PreparedLoop<PairAsker>>(scene.pairs.size(), scene, question);
}
std::unique_ptr<Prepared> graze_rays(const RayScene& scene) {
  return std::make_unique<PreparedLoop<RayAsker>>(scene.rays.size(), scene);
}
std::unique_ptr<Prepared> graze_build(const MeshModel& mesh) {
  return std::make_unique<PreparedLoop<BuildAsker>>(1, BuildAsker{mesh});
}
std::unique_ptr<Prepared> graze_refit(const MeshModel& mesh) {
  return std::make_unique<PreparedLoop<RefitAsker>>(1, mesh);
}
double graze_bytes_per_triangle(const MeshModel& mesh) {
  const TriangleMesh made = make_mesh(mesh);
  return double(made.memory_bytes()) / double(made.triangle_count());
}

}  // namespace bench
