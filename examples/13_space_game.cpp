// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The space game of van den Bergen's book: a mine blows up what it meets, but minesweepers take mines, and
// ships bounce off each other.

#include <cmath>
#include <cstdio>
#include <vector>

#include "graze/graze.h"

using namespace graze;
namespace {

struct Body {
  ObjectHandle object;
  Vec3 position, velocity;
};

World world;
Scene space(world);
int explosions = 0, swept = 0, bounces = 0;

bool explode(const Response&, const Collision& c) {
  ++explosions;
  (void)world.destroy(c.object_a);  // from within a callback: its other pairs are left out
  (void)world.destroy(c.object_b);
  return false;
}

bool sweep(const Response&, const Collision& c) {
  ++swept;
  (void)world.destroy(c.object_b);  // the class made later comes second: the mine
  return false;
}

bool bounce(const Response&, const Collision& c) {  // equal masses exchange their speeds along the normal
  Body &a = *static_cast<Body*>(c.user_a), &b = *static_cast<Body*>(c.user_b);
  const Real speed = std::fmax(Real(0), dot(a.velocity - b.velocity, c.normal));  // zero: on their way apart
  a.velocity -= c.normal * speed;
  b.velocity += c.normal * speed;
  bounces += speed > 0;
  return false;
}

}  // namespace

int main() {
  ResponseTable table;
  const ResponseClass ship = 0, sweeper = table.add_class(), mine = table.add_class();
  for (auto c : {ship, sweeper}) (void)table.add_for_pair(ship, c, {bounce, ResponseType::depth});
  (void)table.add_for_class(mine, {explode, ResponseType::simple});
  for (const ResponseClass c : {sweeper, mine})  // the exceptions: these two do not blow up
    (void)table.remove_for_pair(mine, c, reinterpret_cast<std::uintptr_t>(&explode));
  (void)table.add_for_pair(mine, sweeper, {sweep, ResponseType::simple});

  const Shape shapes[] = {*make_convex_hull(Cone{1, 2}, Sphere{1}), Box{{1, 1, 2}}, Sphere{Real(0.5)}};
  unsigned state = 12345;
  const auto random = [&] { return Real((state = state * 1664525u + 1013904223u) >> 8) / (1 << 23) - 1; };
  std::vector<Body> bodies(90);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const ResponseClass kind = i < 30 ? ship : i < 40 ? sweeper : mine;
    Body& b = bodies[i] = {{}, {random() * 20, random() * 20, random() * 20}, {random(), random(), random()}};
    b.object = *world.create({.instance = {shapes[kind], Affine(b.position)}, .user_data = &b});
    (void)space.add(b.object);
    (void)table.set_class(b.object, kind);
  }
  for (int frame = 0; frame < 400; ++frame) {
    for (Body& b : bodies) {
      b.position += b.velocity * Real(0.1);
      for (int k = 0; k < 3; ++k)  // the walls
        if (std::abs(b.position[k]) > 20) b.velocity[k] = std::copysign(b.velocity[k], -b.position[k]);
      (void)world.set_placement(b.object, Affine(b.position));  // of what is destroyed: refused, no harm
    }
    if (!respond(space, table)) return 1;
  }
  std::printf("%d explosions, %d mines swept, %d bounces\n", explosions, swept, bounces);
  return world.size() + std::size_t(2 * explosions + swept) == 90 && explosions * swept * bounces > 0 ? 0 : 1;
}
