// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace chung_wang {

std::uint64_t Random::next() {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double Random::uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53);
}

Vec3 Random::direction() {
  for (;;) {
    const double x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1), squared = x * x + y * y + z * z;
    if (squared < 1e-3 || squared > 1) continue;
    const double s = 1 / std::sqrt(squared);
    return {static_cast<Real>(x * s), static_cast<Real>(y * s), static_cast<Real>(z * s)};
  }
}

std::vector<Vec3> random_points(Random& random, const Body& body, int vertices) {
  std::vector<Vec3> points;
  for (int i = 0; i < vertices; ++i) {
    const Vec3 d = random.direction();
    const double p = body.power;
    const double norm = std::pow(std::pow(std::abs(double(d.x)), p) + std::pow(std::abs(double(d.y)), p) +
                                     std::pow(std::abs(double(d.z)), p),
                                 1 / p);
    points.push_back({static_cast<Real>(body.semi_axes[0] * double(d.x) / norm),
                      static_cast<Real>(body.semi_axes[1] * double(d.y) / norm),
                      static_cast<Real>(body.semi_axes[2] * double(d.z) / norm)});
  }
  return points;
}

double room_side(int objects) { return 20 * std::cbrt(objects / 500.0); }

void Scene::place(Object& object) {
  object.instance.placement = graze::Pose{object.attitude, object.position};
  object.box = graze::bounds(object.instance);
}

Scene::Scene(const Body& body, int objects, int vertices, std::uint64_t seed) {
  Random random{seed};
  reach_ = room_side(objects) / 2 - 1;
  for (int tries = 0; static_cast<int>(objects_.size()) < objects; ++tries) {
    Object o;
    o.position = {static_cast<Real>(random.uniform(-reach_, reach_)),
                  static_cast<Real>(random.uniform(-reach_, reach_)),
                  static_cast<Real>(random.uniform(-reach_, reach_))};
    // No two meet at the start: their spheres do not, unless the room is too full for that.
    const bool is_free = std::none_of(objects_.begin(), objects_.end(), [&](const Object& other) {
      return graze::length(other.position - o.position) < 2;
    });
    if (!is_free && tries < 1000 * objects) continue;
    const std::vector<Vec3> points = random_points(random, body, vertices);
    o.instance.shape = graze::Polytope{points};
    o.velocity = random.direction() * static_cast<Real>(kStep);
    o.attitude = graze::rotation_about(random.direction(), static_cast<Real>(random.uniform(0, 6)));
    o.turn =
        graze::rotation_about(random.direction(), static_cast<Real>(kTurnDegrees * std::numbers::pi / 180));
    place(o);
    objects_.push_back(o);
  }
}

void Scene::advance() {
  const Real wall = static_cast<Real>(reach_);
  for (Object& o : objects_) {
    if (o.has_collided) {
      o.velocity = -o.velocity;
      o.turn = graze::conjugate(o.turn);
      o.has_collided = false;
    }
    for (int k = 0; k < 3; ++k)
      if (std::abs(o.position[k]) > wall && o.position[k] * o.velocity[k] > 0) o.velocity[k] = -o.velocity[k];
    o.position += o.velocity;
    o.attitude = graze::normalized(o.turn * o.attitude);
    place(o);
  }
}

std::vector<std::pair<int, int>> Scene::close_pairs() const {
  std::vector<int> order(objects_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto box = [this](int i) -> const Aabb& { return objects_[std::size_t(i)].box; };
  std::sort(order.begin(), order.end(), [&](int i, int j) { return box(i).lower.x < box(j).lower.x; });
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t k = 0; k < order.size(); ++k)
    for (std::size_t l = k + 1; l < order.size() && box(order[l]).lower.x <= box(order[k]).upper.x; ++l)
      if (graze::overlaps(box(order[k]), box(order[l])))
        pairs.emplace_back(std::min(order[k], order[l]), std::max(order[k], order[l]));
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace chung_wang
