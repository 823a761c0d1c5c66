// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "bowl.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "clock.h"

namespace solid_speed {
namespace {

constexpr int kBodies = 100, kFrames = 150, kRelaxations = 3;
constexpr float kBodyMargin = 0.1F, kGroundMargin = 5, kStep = 0.02F;

struct Body {
  float position[3] = {0, 0, 0}, last[3] = {0, 0, 0}, correction[3] = {0, 0, 0};
  float turn = 0, spin = 0, axis[3] = {0, 1, 0};
  bool is_ground = false;

  // Columns of a rotation about the axis, times the scales of a flattened ball.
  void write(float* m) const {
    const float c = std::cos(turn), s = std::sin(turn);
    const float scale[3] = {1, 0.5F, 1};
    for (int col = 0; col < 3; ++col)
      for (int row = 0; row < 3; ++row) {
        const int next = (row + 1) % 3, third = 3 - row - col;
        float x = (1 - c) * axis[row] * axis[col] + (row == col ? c : 0);
        if (row != col) x += (next == col ? -s : s) * axis[third];
        m[4 * col + row] = x * scale[col];
      }
    for (int i = 0; i < 3; ++i) m[12 + i] = position[i], m[4 * i + 3] = 0;
    m[15] = 1;
  }
};

// Corners of a bowl, x² + z² over 25 high.
DT_ShapeHandle make_bowl(const Library& l) {
  constexpr int kHalf = 10;
  const auto vertex = [&](int i, int j) {
    const DT_Scalar v[3] = {2.5F * float(i), 0.25F * float(i * i + j * j), 2.5F * float(j)};
    l.vertex(v);
  };
  const DT_ShapeHandle shape = l.new_complex(nullptr);
  for (int i = -kHalf; i < kHalf; ++i)
    for (int j = -kHalf; j < kHalf; ++j) {
      l.begin();
      vertex(i, j), vertex(i, j + 1), vertex(i + 1, j + 1), vertex(i + 1, j);
      l.end();
    }
  l.end_complex();
  return shape;
}

// One library's copy of the scene.
class Bowl {
 public:
  Bowl(const Library& l, DT_ResponseCallback response, void* client)
      : library_(l), scene_(l.create_scene()), table_(l.create_table()) {
    const DT_ResponseClass of_bodies = l.gen_class(table_), of_ground = l.gen_class(table_);
    l.add_pair_response(table_, of_bodies, of_bodies, response, DT_DEPTH_RESPONSE, client);
    l.add_pair_response(table_, of_bodies, of_ground, response, DT_DEPTH_RESPONSE, client);
    ground_.is_ground = true;
    const DT_Scalar below[3] = {0, -10, 0};
    const DT_ObjectHandle ground = l.create_object(&ground_, make_bowl(l));
    l.set_position(ground, below);
    l.set_margin(ground, kGroundMargin);
    add(ground, of_ground);
    const DT_ShapeHandle ball = l.new_sphere(1);
    for (Body& body : bodies) {
      objects_.push_back(l.create_object(&body, ball));
      l.set_margin(objects_.back(), kBodyMargin);
      add(objects_.back(), of_bodies);
    }
  }
  void place(const BowlMotion::Step& step) const {
    for (std::size_t i = 0; i < objects_.size(); ++i)
      library_.set_matrix(objects_[i], step.matrices.data() + 16 * i);
  }
  [[nodiscard]] long test() const { return static_cast<long>(library_.test(scene_, table_)); }

  std::array<Body, kBodies> bodies;

 private:
  void add(DT_ObjectHandle object, DT_ResponseClass its_class) const {
    library_.add_object(scene_, object);
    library_.set_class(table_, object, its_class);
  }

  const Library& library_;
  DT_SceneHandle scene_;
  DT_RespTableHandle table_;
  Body ground_;
  std::vector<DT_ObjectHandle> objects_;
};

// Half the way out for each of two bodies, all of it for one on the ground.
DT_Bool push_apart(void*, void* a, void* b, const DT_CollData* data) {
  Body &first = *static_cast<Body*>(a), &second = *static_cast<Body*>(b);
  const float share = first.is_ground || second.is_ground ? 1 : 0.5F;
  for (int i = 0; i < 3; ++i) {
    if (!first.is_ground) first.correction[i] += share * data->normal[i];
    if (!second.is_ground) second.correction[i] -= share * data->normal[i];
  }
  return DT_CONTINUE;
}
DT_Bool look(void*, void*, void*, const DT_CollData*) { return DT_CONTINUE; }

void scatter(std::array<Body, kBodies>& bodies) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> jitter(-1, 1);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Body& body = bodies[i];
    const float at[3] = {2.6F * (float(i % 5) - 2), 3 + 2.2F * float(i / 25), 2.6F * (float(i / 5 % 5) - 2)};
    float size = 0;
    for (int k = 0; k < 3; ++k) {
      body.position[k] = body.last[k] = at[k] + 0.2F * jitter(random);
      body.axis[k] = jitter(random);
      size += body.axis[k] * body.axis[k];
    }
    for (float& x : body.axis) x /= std::sqrt(size);
    body.turn = 3 * jitter(random);
    body.spin = jitter(random);
  }
}

void move(std::array<Body, kBodies>& bodies) {
  for (Body& body : bodies) {
    for (int k = 0; k < 3; ++k) {
      const float way = 0.98F * (body.position[k] - body.last[k]) - (k == 1 ? 9.8F * kStep * kStep : 0);
      body.last[k] = body.position[k];
      body.position[k] += way;
    }
    body.turn += body.spin * kStep;
  }
}

}  // namespace

BowlMotion drop_bodies(const Library& library) {
  BowlMotion motion;
  Bowl bowl(library, push_apart, nullptr);
  scatter(bowl.bodies);
  for (int frame = 0; frame < kFrames; ++frame) {
    move(bowl.bodies);
    for (int round = 0; round < kRelaxations; ++round) {
      BowlMotion::Step step{std::vector<float>(std::size_t{16} * kBodies)};
      for (std::size_t i = 0; i < bowl.bodies.size(); ++i)
        bowl.bodies[i].write(step.matrices.data() + 16 * i);
      bowl.place(step);
      motion.steps.push_back(std::move(step));
      (void)bowl.test();
      for (Body& body : bowl.bodies)
        for (int k = 0; k < 3; ++k) body.position[k] += body.correction[k], body.correction[k] = 0;
    }
  }
  return motion;
}

BowlCost play(const Library& library, const BowlMotion& motion) {
  BowlCost best{1e30, 0};
  for (int round = 0; round < 3; ++round) {
    const Bowl bowl(library, look, nullptr);
    long pairs = 0;
    const double start = thread_microseconds();
    for (const BowlMotion::Step& step : motion.steps) {
      bowl.place(step);
      pairs += bowl.test();
    }
    const double each = (thread_microseconds() - start) / double(motion.steps.size());
    best = {std::min(best.microseconds, each), pairs};
  }
  return best;
}

}  // namespace solid_speed
