// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/graze.h>

#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace chung_wang {

using graze::Aabb;
using graze::Instance;
using graze::Quat;
using graze::Real;
using graze::Shape;
using graze::Vec3;

struct Random {  // splitmix64: the same numbers on every machine and standard library
  std::uint64_t state;
  std::uint64_t next();
  double uniform(double low, double high);
  Vec3 direction();
};

/// |x / a|^p + |y / b|^p + |z / c|^p = 1: for p = 2 an ellipsoid, for larger p a box with rounded edges.
/// Every point of it is extreme, so that n points make a polytope of n vertices.
struct Body {
  const char* name;
  std::array<double, 3> semi_axes;
  double power;
};
/// The paper gives none of these sizes. The radius, half of the longest extent, is 1.
inline constexpr std::array<Body, 3> kBodies{
    {{"ellipsoid", {1, 0.8, 0.6}, 2}, {"rod", {1, 0.1, 0.1}, 4}, {"plate", {1, 1, 0.1}, 4}}};
/// In radii; not in the paper. With fewer than 500 objects the room shrinks, so that it stays as full.
[[nodiscard]] double room_side(int objects);
inline constexpr double kStep = 0.05;       // radii per frame, as in the paper
inline constexpr double kTurnDegrees = 10;  // per frame, as in the paper

/// Points of the body in random directions from its centre.
[[nodiscard]] std::vector<Vec3> random_points(Random& random, const Body& body, int vertices);

/// Polytopes that fly about a closed cube, turn, and reverse both motions when they collide.
class Scene {
 public:
  Scene(const Body& body, int objects, int vertices, std::uint64_t seed);

  void advance();
  /// All (i, j), i < j, whose tight axis-aligned boxes overlap; in a fixed order.
  [[nodiscard]] std::vector<std::pair<int, int>> close_pairs() const;
  [[nodiscard]] const Instance& instance(int i) const { return objects_[std::size_t(i)].instance; }
  void reverse(int i) { objects_[std::size_t(i)].has_collided = true; }

 private:
  struct Object {
    Instance instance;
    Vec3 position, velocity;
    Quat attitude, turn;
    Aabb box;
    bool has_collided = false;
  };
  static void place(Object& object);

  std::vector<Object> objects_;
  double reach_ = 0;  // of centres from the middle of the room, along each axis
};

}  // namespace chung_wang
