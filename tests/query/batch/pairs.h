// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Pairs as arrays, for the tests of batches.

#include <vector>

#include "graze/query/batch.h"
#include "query/ask.h"
#include "support/checker.h"
#include "support/generators.h"
#include "support/threads.h"

namespace graze::test {

/// Owns what a PairBatch refers to.
struct BatchInput {
  std::vector<Shape> shapes;
  std::vector<std::uint32_t> shape_a, shape_b;
  std::vector<Affine> world_from_a, world_from_b;
  std::vector<CheckPair> pairs;  // the same for the checker, where it was asked for

  [[nodiscard]] PairBatch batch() const { return {shapes, shape_a, shape_b, world_from_a, world_from_b}; }
  [[nodiscard]] std::size_t size() const { return shape_a.size(); }
  [[nodiscard]] Instance a(std::size_t i) const { return {shapes[shape_a[i]], world_from_a[i]}; }
  [[nodiscard]] Instance b(std::size_t i) const { return {shapes[shape_b[i]], world_from_b[i]}; }

  std::uint32_t add_shape(const Shape& shape) {
    shapes.push_back(shape);
    return static_cast<std::uint32_t>(shapes.size() - 1);
  }
  void add(std::uint32_t a, const Affine& at_a, std::uint32_t b, const Affine& at_b) {
    shape_a.push_back(a);
    shape_b.push_back(b);
    world_from_a.push_back(at_a);
    world_from_b.push_back(at_b);
  }
  void add(const CheckPair& pair) {
    const Instance a = graze_instance(pair.a), b = graze_instance(pair.b);
    const std::uint32_t index_a = add_shape(a.shape), index_b = add_shape(b.shape);
    add(index_a, a.placement, index_b, b.placement);
    pairs.push_back(pair);
  }
  /// (b, a) for every (a, b).
  [[nodiscard]] BatchInput swapped() const {
    BatchInput s = *this;
    std::swap(s.shape_a, s.shape_b);
    std::swap(s.world_from_a, s.world_from_b);
    return s;
  }
};

/// Pairs of these kinds, most of them close to contact, many aligned, some scaled or mirrored, a few equal.
inline BatchInput make_pairs(const std::vector<ShapeKind>& kinds, int count, std::uint64_t seed) {
  Random random{seed};
  BatchInput in;
  std::vector<double> sizes;
  for (int i = 0; i < 60; ++i) {
    const double s = random.chance(0.1) ? 1.0 : random.uniform(0.3, 1.5);
    const auto x = [&] { return Real(random.chance(0.2) ? s : random.uniform(0.3, 1.5)); };
    switch (kinds[std::size_t(i) % kinds.size()]) {
      case ShapeKind::sphere:
        in.add_shape(Sphere{x()});
        break;
      case ShapeKind::capsule:
        in.add_shape(Capsule{x(), x()});
        break;
      case ShapeKind::box:
        in.add_shape(Box{{x(), x(), x()}});
        break;
      default: {
        std::vector<Vec3> vertices;
        const int n = 5 + random.below(60);
        for (int k = 0; k < n; ++k)
          vertices.push_back(graze_vec(random.direction() * random.uniform(0.5, 1.5)));
        in.add_shape(Polytope{vertices});
      }
    }
  }
  const auto placement = [&](const V3d& at) {
    Mapd m = random.chance(0.8) ? random_rotation(random) : Mapd{};
    const double scale = random.chance(0.1) ? random.uniform(0.25, 2) * (random.chance(0.5) ? 1 : -1) : 1;
    m.x = m.x * scale;
    m.y = m.y * scale;
    m.z = m.z * scale;
    m.translation = at;
    return graze_affine(rounded(m));
  };
  for (int i = 0; i < count; ++i) {
    const V3d at = random.in_cube() * (random.chance(0.1) ? 1000.0 : 10.0);
    const V3d way =
        random.chance(0.1) ? V3d{random.uniform(0, 3), 0, 0} : random.direction() * random.uniform(0, 4);
    const auto a = static_cast<std::uint32_t>(random.below(60)),
               b = static_cast<std::uint32_t>(random.below(60));
    in.add(a, placement(at), b, placement(at + (random.chance(0.01) ? V3d{} : way)));
  }
  return in;
}

/// Pairs of a polytope and another kind, in either order.
inline BatchInput make_hull_pairs(ShapeKind other, int count, std::uint64_t seed) {
  BatchInput in = make_pairs({ShapeKind::polytope, other}, count, seed);
  for (std::size_t i = 0; i < in.size(); ++i)  // even shapes are polytopes
    if (in.shape_a[i] % 2 == in.shape_b[i] % 2) in.shape_b[i] ^= 1u;
  return in;
}

}  // namespace graze::test
