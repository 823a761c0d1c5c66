// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Random scenes of all sorts of shapes, as lists of changes per frame that can be played more than once, and
// what brute force says of them.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "../query/mesh_samples.h"
#include "graze/query/intersects.h"
#include "graze/scene/recorder.h"
#include "graze/scene/scene.h"
#include "support/generators.h"

namespace graze::test {

/// Spheres, boxes, quadrics, hulls, algebra, surfaces, solids, compounds: about 1 in size.
inline std::vector<Shape> mixed_shapes(Random& random) {
  std::vector<Shape> shapes;
  for (const Family family : {Family::polytope, Family::box, Family::quadric, Family::ellipsoid,
                              Family::round, Family::flat, Family::algebra})
    for (int i = 0; i < 2; ++i) shapes.push_back(graze_shape(random_shape(random, family, 0.6)));
  MeshModel soup = random_soup(random, 12);
  for (Vec3& v : soup.vertices) v *= Real(0.4);
  shapes.push_back(mesh_of(soup));
  shapes.push_back(mesh_of(cube_model(Real(0.5)), true));
  MeshModel torus = torus_model(8, 5, 0.7, 0.3);
  shapes.push_back(mesh_of(torus, true));
  std::vector<CompoundPiece> pieces;
  for (int i = 0; i < 4; ++i)
    pieces.push_back({shapes[std::size_t(random.below(int(shapes.size())))],
                      Affine(Mat3{} * Real(0.4), real(random.in_cube() * 0.6))});
  shapes.push_back(*make_compound(pieces));
  return shapes;
}

/// Changes of one frame, by the numbers that objects have in the order of their making. Moves may be played
/// in any order.
struct FrameChanges {
  std::vector<Object> made;
  std::vector<std::size_t> destroyed, toggled;  // toggled: in the scene or not
  std::vector<std::pair<std::size_t, Affine>> moved;
  std::vector<std::pair<std::size_t, Shape>> reshaped;
  std::vector<std::pair<std::size_t, Real>> margins;
};

struct RandomSceneInput {
  std::uint64_t seed = 1;
  int objects = 24, frames = 100;
  double side = 4;      // of the cube that objects are in
  double step = 0.15;   // of a move
  double moving = 0.7;  // share of objects that move in a frame
  bool has_half_space = true;
};

/// Events, frame by frame.
class RandomPlot {
 public:
  explicit RandomPlot(const RandomSceneInput& input)
      : input_(input), random_(input.seed), shapes_(mixed_shapes(random_)) {}

  FrameChanges next() {
    FrameChanges frame;
    if (objects_.empty() && input_.has_half_space)
      make(frame, {.instance = {HalfSpace{{0, 1, 0}, Real(-0.4 * input_.side)}, Affine()},
                   .mobility = ProxyMobility::fixed});
    while (alive_.size() < std::size_t(input_.objects)) make(frame, random_object());
    if (random_.chance(0.3)) destroy(frame);
    for (const std::size_t i : alive_)
      if (random_.chance(input_.moving)) frame.moved.emplace_back(i, wandered(i));
    change_some(frame);
    return frame;
  }

 private:
  Affine place(const Vec3& where) {
    Affine placement = random_placement(random_, 0);
    return {placement.linear(), where};
  }
  Object random_object() {
    Object object;
    object.instance = {any_shape(), place(real(random_.in_cube() * (input_.side / 2))),
                       random_.chance(0.3) ? Real(random_.uniform(0, 0.2)) : Real(0)};
    object.filter = {1u << random_.below(3), random_.chance(0.2) ? 3u : 7u};
    object.mobility = random_.chance(0.2) ? ProxyMobility::fixed : ProxyMobility::moving;
    object.is_sensor = random_.chance(0.1);
    return object;
  }
  const Shape& any_shape() { return shapes_[std::size_t(random_.below(int(shapes_.size())))]; }
  std::size_t any_alive() { return alive_[std::size_t(random_.below(int(alive_.size())))]; }
  void make(FrameChanges& frame, const Object& object) {
    alive_.push_back(objects_.size());
    objects_.push_back(object.instance.placement);
    frame.made.push_back(object);
  }
  void destroy(FrameChanges& frame) {
    const std::size_t victim = any_alive();
    std::erase(alive_, victim);
    frame.destroyed.push_back(victim);
  }
  Affine wandered(std::size_t i) {
    Affine& now = objects_[i];
    Vec3 where = now.translation() + real(random_.in_cube() * input_.step);
    for (int k = 0; k < 3; ++k)
      where[k] = std::clamp(where[k], Real(-input_.side / 2), Real(input_.side / 2));
    now = random_.chance(0.3) ? place(where) : Affine(now.linear(), where);
    return now;
  }
  void change_some(FrameChanges& frame) {
    if (random_.chance(0.3)) frame.toggled.push_back(any_alive());
    if (random_.chance(0.2)) frame.reshaped.emplace_back(any_alive(), any_shape());
    if (random_.chance(0.2)) frame.margins.emplace_back(any_alive(), Real(random_.uniform(0, 0.2)));
  }

  RandomSceneInput input_;
  Random random_;
  std::vector<Shape> shapes_;
  std::vector<Affine> objects_;
  std::vector<std::size_t> alive_;
};

enum class MoveOrder { forward, backward };

enum class RecordStart { never, now };
inline World& recorded(World& world, RecordStart start) {
  if (start == RecordStart::now) (void)start_recording(world);
  return world;
}

/// A world and a scene in which the changes happen.
struct Play {
  World world{{.number = 7}};
  Scene scene;
  std::vector<ObjectHandle> objects;

  explicit Play(const SceneSettings& settings = {}, RecordStart start = RecordStart::never)
      : scene(recorded(world, start), settings) {}

  void apply(const FrameChanges& frame, MoveOrder order = MoveOrder::forward) {
    for (const Object& object : frame.made) {
      objects.push_back(*world.create(object));
      EXPECT_FALSE(scene.add(objects.back()));
    }
    for (const std::size_t i : frame.destroyed) EXPECT_FALSE(world.destroy(objects[i]));
    auto moved = frame.moved;
    if (order == MoveOrder::backward) {
      for (const auto& [i, placement] : moved) EXPECT_FALSE(world.set_placement(objects[i], Affine()));
      std::reverse(moved.begin(), moved.end());
    }
    for (const auto& [i, placement] : moved) EXPECT_FALSE(world.set_placement(objects[i], placement));
    for (const auto& [i, shape] : frame.reshaped) EXPECT_FALSE(world.set_shape(objects[i], shape));
    for (const auto& [i, margin] : frame.margins) EXPECT_FALSE(world.set_margin(objects[i], margin));
    for (const std::size_t i : frame.toggled)
      EXPECT_FALSE(scene.contains(objects[i]) ? scene.remove(objects[i]) : scene.add(objects[i]));
  }
};

using PairContacts = std::map<std::pair<std::uint64_t, std::uint64_t>, Contact>;

/// Every pair of the scene that is looked at, asked without boxes, caches and order.
inline PairContacts brute_force(const Play& play) {
  std::vector<std::pair<ObjectHandle, const Object*>> all;
  play.scene.for_each_object([&](ObjectHandle h) { all.emplace_back(h, play.world.find(h)); });
  PairContacts contacts;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const Object &a = *all[i].second, &b = *all[j].second;
      if (a.mobility == ProxyMobility::fixed && b.mobility == ProxyMobility::fixed) continue;
      if (!passes(a.filter, b.filter)) continue;
      contacts[{all[i].first.bits, all[j].first.bits}] = intersects(a.instance, b.instance).contact;
    }
  return contacts;
}

/// Findings of an update, with nothing left out: equal if all bytes are.
inline std::string bytes_of(const Scene& scene) {
  std::string bytes;
  const auto put = [&](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const auto put_vector = [&](const Vec3& v) { put(v.x), put(v.y), put(v.z); };
  for (const ScenePair& pair : scene.pairs()) {
    put(pair.a.bits), put(pair.b.bits), put(pair.contact), put(pair.phase), put(pair.contacts.size());
    for (const ContactManifold& manifold : pair.contacts) {
      put(manifold.piece_a), put(manifold.piece_b), put(manifold.set.lower), put(manifold.set.upper);
      put_vector(manifold.set.normal);
      for (const ContactPoint& point : manifold.set.span())
        put_vector(point.point_a), put_vector(point.point_b), put(point.gap);
    }
    if (pair.distance == nullptr) continue;
    put(pair.distance->lower), put(pair.distance->upper);
    put_vector(pair.distance->point_a), put_vector(pair.distance->point_b), put_vector(pair.distance->normal);
  }
  return bytes;
}

}  // namespace graze::test
