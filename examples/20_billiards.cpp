// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// An event-driven simulation: sixteen balls go straight to the next moment at which two of them, or one and a
// cushion, meet, exchange momentum there, and go on. No time step, and nothing ever overlaps. Draws their
// ways as billiards.svg in the folder that is its argument.

#include <graze/graze.h>

#include <cmath>
#include <cstdio>

#include "sheet.h"

using namespace graze;

int main(int argc, char** argv) {
  World world;
  Scene scene(world);
  ObjectHandle balls[16];
  Vec3 at[16], velocity[20];  // of the balls; the four cushions rest
  const auto add = [&](const Shape& shape, const Vec3& place) {
    const ObjectHandle made = *world.create({.instance = {shape, Affine(place)}});
    return scene.add(made) ? ObjectHandle{} : made;
  };
  for (int row = 0, i = 1; row < 5; ++row)
    for (int k = 0; k <= row; ++k, ++i) at[i] = {Real(0.4 + 0.096 * row), Real(0.11 * (k - 0.5 * row)), 0};
  at[0] = {Real(-0.6), 0, 0};
  for (int i = 0; i < 16; ++i) balls[i] = add(Sphere{Real(0.05)}, at[i]);
  for (const int side : {-1, 1}) {
    if (!add(HalfSpace{{Real(side), 0, 0}, Real(-1.2)}, {})) return 1;
    if (!add(HalfSpace{{0, Real(side), 0}, Real(-0.6)}, {})) return 1;
  }
  velocity[0] = {3, Real(0.05), 0};
  const auto energy = [&] {
    Real sum = 0;
    for (const Vec3& v : velocity) sum += dot(v, v);
    return sum;
  };
  AdvanceSettings settings;
  settings.selection = ImpactSelection::first;
  settings.motion.target = Real(1e-4);  // they stop that far apart
  const Real before = energy();
  Sheet sheet(760, 420);
  const auto x_of = [](const Vec3& p) { return 380 + 300 * double(p.x); };
  const auto y_of = [](const Vec3& p) { return 210 - 300 * double(p.y); };
  int events = 0;
  for (Real left = 3; left > 0 && events < 10000; ++events) {
    if (scene.update()) return 1;  // here the next motion begins
    for (int i = 0; i < 16; ++i)
      if (scene.set_motion(balls[i], Path::linear(Affine(at[i]), velocity[i] * left))) return 1;
    if (scene.advance(settings)) return 1;
    const bool is_over = scene.impacts().empty();
    const Real time = is_over ? left : scene.impacts()[0].impact.lower * left;
    for (int i = 0; i < 16; ++i) {
      const Vec3 to = at[i] + velocity[i] * time;
      if (velocity[i] != Vec3{})
        sheet.line(x_of(at[i]), y_of(at[i]), x_of(to), y_of(to), i == 0 ? "#c0202a" : "#7a93b0", 0.8);
      if (world.set_placement(balls[i], Affine(to))) return 1;
      at[i] = to;
    }
    left = is_over ? 0 : left - time;
    if (is_over) break;
    const SceneImpact& event = scene.impacts()[0];  // they part with the speed at which they came
    Vec3 &a = velocity[event.a.slot()], &b = velocity[event.b.slot()];
    const Vec3 closing = event.impact.normal * std::max(dot(event.impact.normal, a - b), Real(0));
    const bool is_cushion = event.b.slot() >= 16;
    a -= is_cushion ? closing * 2 : closing;
    if (!is_cushion) b += closing;
  }
  for (const Vec3& p : at) sheet.circle(x_of(p), y_of(p), 15, "#334");
  if (scene.update()) return 1;
  std::printf("%d events, %zu pairs overlap at the end, energy %.6f, before %.6f\n", events,
              scene.pairs().size(), double(energy()), double(before));
  if (argc > 1 && !sheet.write(std::string(argv[1]) + "/billiards.svg")) return 1;
  const bool is_kept = std::abs(energy() - before) < Real(1e-3);
  return events > 30 && events < 1000 && scene.pairs().empty() && is_kept ? 0 : 1;
}
