// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Bullets against a fence of thin rods and a spinning propeller. Looked at once per frame, they pass through
// both; time_of_impact() finds all that they meet.

#include <graze/graze.h>

#include <cstdio>
#include <vector>

using namespace graze;

namespace {

struct Count {
  int discrete = 0, continuous = 0;
};

// One frame for every bullet: 40 along x through the middle, at heights between -2 and 2, one after the
// other.
Count shoot(const Shape& target, const Path& motion) {
  constexpr int kBullets = 200;
  const Shape bullet = Sphere{Real(0.02)};
  Count count;
  for (int i = 0; i < kBullets; ++i) {
    const Real height = Real(4 * i) / kBullets - 2;
    const Path flight = Path::linear(Affine(Vec3{-20 - Real(i) / 50, height, 0}), {40, 0, 0});
    bool is_seen = false;
    for (const Real frame : {Real(0), Real(1)})
      if (intersects({bullet, flight.placement(frame)}, {target, motion.placement(frame)})) is_seen = true;
    count.discrete += is_seen ? 1 : 0;
    count.continuous += time_of_impact(bullet, flight, target, motion).hit == Hit::hit ? 1 : 0;
  }
  return count;
}

}  // namespace

int main() {
  // Nine rods of radius 0.05, half a unit apart: they and the bullets' own radius cover 0.14 of each half.
  std::vector<CompoundPiece> rods;
  for (int i = -4; i <= 4; ++i)
    rods.push_back({Capsule{Real(0.05), 3},
                    Affine(Pose(rotation_about({1, 0, 0}, Real(1.5707963)), {0, Real(i) / 2, 0}))});
  const Count fence = shoot(*make_compound(rods), Path());
  std::printf("fence:     %3d hits seen frame by frame, %3d in between\n", fence.discrete, fence.continuous);

  // Two blades in the plane across the way, that turn fifty times.
  const Shape blade = Box{{Real(0.01), 2, Real(0.1)}};
  const Count propeller = shoot(blade, Path::turning(Affine{}, {0, 0, 0}, {314, 0, 0}));
  std::printf("propeller: %3d hits seen frame by frame, %3d in between\n", propeller.discrete,
              propeller.continuous);

  const Path flight = Path::linear(Affine(Vec3{-20, 1, 0}), {40, 0, 0});
  const TimeOfImpact r = time_of_impact(Sphere{Real(0.02)}, flight, *make_compound(rods), Path());
  std::printf("a bullet at height 1 meets rod %u between %.7f and %.7f of the frame\n", unsigned(r.piece_b),
              double(r.lower), double(r.upper));
  return fence.discrete == 0 && fence.continuous > 0 && propeller.continuous > 0 ? 0 : 1;
}
