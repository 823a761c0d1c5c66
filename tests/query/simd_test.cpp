// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// One binary gives the same bytes under every SIMD target.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "../mesh/mesh_models.h"
#include "graze/graze.h"
#include "shape/simd_targets.h"
#include "support/generators.h"

namespace graze::test {
namespace {

// Fields one after the other: padding between them is nobody's business.
class Bytes {
 public:
  void add(const Distance& r) { add_bounds(r); }
  void add(const Penetration& r) { add_bounds(r); }
  void add(const Separation& r) { add_bounds(r); }
  void add(const Intersection& r) {
    put(r.contact, r.status, r.iterations, r.witness.x, r.witness.y, r.witness.z);
  }
  void add(const CommonPoint& r) {
    put(r.found, r.contact, r.status, r.iterations);
    put_vectors(r.point, r.local_a, r.local_b);
  }
  void add(const ContactSet& r) {
    put(r.lower, r.upper, r.iterations, r.contact, r.status, r.count);
    put_vectors(r.normal);
    for (const ContactPoint& p : r.span()) {
      put_vectors(p.point_a, p.point_b, p.local_a, p.local_b);
      put(p.gap, p.feature_a.kind, p.feature_a.first, p.feature_a.second);
      put(p.feature_b.kind, p.feature_b.first, p.feature_b.second);
    }
  }
  void add(const RayCast& r) {
    put(r.hit, r.starts_inside, r.status, r.iterations, r.parameter, r.lower, r.upper, r.error, r.piece);
    put_vectors(r.point, r.normal, r.local_point);
  }
  [[nodiscard]] const std::string& text() const { return bytes_; }

 private:
  template <class... T>
  void put(const T&... values) {
    (bytes_.append(reinterpret_cast<const char*>(&values), sizeof values), ...);
  }
  template <class... V>
  void put_vectors(const V&... v) {
    (put(v.x, v.y, v.z), ...);
  }
  template <class R>
  void add_bounds(const R& r) {
    put(r.lower, r.upper, r.iterations, r.contact, r.status);
    put_vectors(r.normal, r.point_a, r.point_b, r.local_a, r.local_b);
  }
  std::string bytes_;
};

Instance random_instance(Random& random) {
  std::vector<Vec3> vertices;
  const int count = 5 + random.below(196);
  for (int i = 0; i < count; ++i) vertices.push_back(graze_vec(random.direction()));
  Mapd m = random.chance(0.8) ? random_rotation(random) : random_linear(random);
  m.translation = random.in_cube() * 1.5;
  return {Polytope{vertices}, graze_affine(rounded(m)), random.chance(0.2) ? Real(0.125) : Real(0)};
}

struct Outcome {
  std::vector<std::string> bytes;  // of each pair
  int apart = 0;
};

Outcome ask_everything() {
  Random random{20261115};
  Outcome out;
  Workspace workspace;
  for (int i = 0; i < 500; ++i) {
    const Instance a = random_instance(random), b = random_instance(random);
    PairCache cache;
    const QuerySettings settings{.cache = i % 2 == 0 ? &cache : nullptr, .workspace = &workspace};
    Bytes bytes;
    bytes.add(intersects(a, b, settings));
    bytes.add(common_point(a, b, settings));
    bytes.add(distance(a, b, settings));
    bytes.add(separation(a, b, settings));
    const Penetration p = penetration(a, b, settings);
    bytes.add(p);
    out.apart += p.contact == Contact::apart;
    out.bytes.push_back(bytes.text());
  }
  return out;
}

// Boxes that overlap, some turned by nothing against each other: corners on edges, points that are one.
std::vector<std::string> touch_boxes() {
  Random random{20261116};
  std::vector<std::string> all;
  const auto place = [&](bool is_turned) {
    Mapd m = is_turned ? random_rotation(random) : Mapd{};
    m.translation = is_turned ? random.in_cube() : V3d{random.below(3) * 0.5, random.below(3) * 0.5, 0.75};
    return graze_affine(rounded(m));
  };
  for (int i = 0; i < 1000; ++i) {
    const double h[3] = {0.25 + 0.25 * random.below(4), 0.5, 0.5 + 0.25 * random.below(2)};
    const Instance a{Box{{Real(h[0]), Real(h[1]), Real(h[2])}}, place(i % 4 != 0)},
        b{Box{{Real(h[2]), Real(h[0]), Real(h[1])}}, place(i % 4 > 1)};
    Bytes bytes;
    bytes.add(contacts(a, b, {.prediction = Real(0.125)}));
    all.push_back(bytes.text());
  }
  return all;
}

TEST(EverySimdTarget, TouchesBoxesAlike) {
  const std::vector<std::string> expected = touch_boxes();
  const auto with_points =
      std::count_if(expected.begin(), expected.end(), [](const std::string& s) { return s.size() > 200; });
  EXPECT_GT(with_points, 300);
  EXPECT_LT(with_points, 1000);
  for_each_simd_target([&](const char* name) {
    const std::vector<std::string> got = touch_boxes();
    for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], expected[i]) << name << ", pair " << i;
  });
}

// Depths of boxes, and distances of spheres and capsules, at the same places.
Outcome measure_simple_shapes(PairCache* cache) {
  Random random{20261117};
  Outcome out;
  const auto place = [&](bool is_turned) {
    Mapd m = is_turned ? random_rotation(random) : Mapd{};
    m.translation = random.in_cube();
    return graze_affine(rounded(m));
  };
  const auto measure = [&](const Instance& a, const Instance& b) {
    if (cache != nullptr) *cache = {};
    return distance(a, b, {.cache = cache});
  };
  for (int i = 0; i < 500; ++i) {
    const Affine a = place(i % 4 != 0), b = place(i % 4 > 1);
    const Real size = Real(0.25 + 0.25 * random.below(3));
    const Shape other = Capsule{Real(0.25), size};
    Bytes bytes;
    bytes.add(penetration({Box{{size, 1, Real(0.5)}}, a}, {Box{{Real(0.5), size, 1}}, b}));
    for (const Shape& first : {Shape(Sphere{size}), Shape(Capsule{size, Real(0.5)})}) {
      const Distance d = measure({first, a}, {other, b});
      bytes.add(d);
      bytes.add(measure({other, b}, {first, a}));
      out.apart += d.contact == Contact::apart;
    }
    out.bytes.push_back(bytes.text());
  }
  return out;
}

TEST(EverySimdTarget, MeasuresSimpleShapesAlike) {
  const Outcome expected = measure_simple_shapes(nullptr);
  EXPECT_GT(expected.apart, 200);
  EXPECT_LT(expected.apart, 800);
  for_each_simd_target([&](const char* name) {
    EXPECT_TRUE(measure_simple_shapes(nullptr).bytes == expected.bytes) << name;
    PairCache empty;  // with one, the long way is taken
    EXPECT_TRUE(measure_simple_shapes(&empty).bytes == expected.bytes) << name;
  });
}

TEST(EverySimdTarget, GivesTheSameBytes) {
  const Outcome expected = ask_everything();
  EXPECT_GT(expected.apart, 100);
  EXPECT_LT(expected.apart, 400);
  for_each_simd_target([&](const char* name) {
    const Outcome got = ask_everything();
    for (std::size_t i = 0; i < got.bytes.size(); ++i) {
      ASSERT_EQ(got.bytes[i].size(), expected.bytes[i].size());
      ASSERT_EQ(std::memcmp(got.bytes[i].data(), expected.bytes[i].data(), got.bytes[i].size()), 0)
          << name << ", pair " << i;
    }
  });
}

// Some along an axis, some exactly at a vertex.
Ray random_ray(Random& random, const MeshModel& model, int i) {
  const auto target = static_cast<std::size_t>(random.below(int(model.vertices.size())));
  const V3d from = random.direction() * 20.0, to = random.in_cube() * 12.0;
  Ray ray{graze_vec(from), graze_vec(to - from)};
  if (i % 4 == 0) ray.direction = model.vertices[target] - ray.origin;
  if (i % 4 == 1) ray = {{model.vertices[target].x, model.vertices[target].y, 20}, {0, 0, -1}};
  if (i % 8 == 3) ray.max_t = Real(0.5);
  return ray;
}

// Rays at a torus, with what all hits say about the first, and two tori.
Outcome ask_meshes(MeshLayout layout) {
  const MeshModel model = torus_model(24, 12);
  const Shape torus = build(model, {.layout = layout})->shape();
  Random random{20261116};
  Outcome out;
  std::vector<RayCast> hits(64);
  for (int i = 0; i < 120; ++i) {
    const Ray ray = random_ray(random, model, i);
    const RayCast r = ray_cast(torus, ray);
    const RayHits all = all_ray_hits({torus, Affine()}, ray, hits);
    EXPECT_EQ(bool(r), all.found > 0) << "ray " << i;
    if (r) {
      EXPECT_EQ(r.parameter, hits[0].parameter) << "ray " << i;
      EXPECT_EQ(r.piece, hits[0].piece) << "ray " << i;
    }
    Bytes bytes;
    bytes.add(r);
    bytes.add(first_ray_hit({torus, Affine()}, ray, Faces::back));
    out.bytes.push_back(bytes.text());
    out.apart += !r;
  }
  for (int i = 0; i < 30; ++i) {
    Mapd m = random_rotation(random);
    m.translation = random.in_cube() * 18.0;
    const Instance a{torus, Affine()}, b{torus, graze_affine(rounded(m))};
    const Intersection r = intersects(a, b);
    Bytes bytes;
    bytes.add(r);
    bytes.add(intersects(a, {Shape(Box{{1, 2, 3}}), b.placement}));
    const auto add = [&](const ContactManifold& found) { return bytes.add(found.set), true; };
    if (i < 6) (void)visit_contact_manifolds(a, b, add, {.prediction = Real(0.125)});
    out.bytes.push_back(bytes.text());
    out.apart += !r;
  }
  return out;
}

TEST(EverySimdTarget, GivesTheSameBytesOnMeshes) {
  for (const MeshLayout layout : {MeshLayout::fast, MeshLayout::compact}) {
    const Outcome expected = ask_meshes(layout);
    EXPECT_GT(expected.apart, 20);
    EXPECT_LT(expected.apart, 130);
    for_each_simd_target(
        [&](const char* name) { EXPECT_EQ(ask_meshes(layout).bytes, expected.bytes) << name; });
  }
}

}  // namespace
}  // namespace graze::test
