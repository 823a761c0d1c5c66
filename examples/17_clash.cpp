// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A check of a small plant: which parts are too close, touch, run into each other, lie in one another, or
// were drawn twice? Pipes stand on any axis; a tolerance divides parts that touch from parts that overlap.

#include <graze/graze.h>

#include <cstdio>
#include <vector>

using namespace graze;

struct Part {
  const char* name;
  Instance instance;
};

static std::vector<Part> plant() {
  const Shape pipe = Cylinder{Real(0.1), 2}, beam = Box{{2, Real(0.15), Real(0.15)}};
  return {{"floor", {HalfSpace{{0, 0, 1}, 0}, Affine{}}},
          {"column", {Box{{Real(0.15), Real(0.15), 2}}, Vec3{0, 0, 2}}},
          {"beam", {beam, Vec3{Real(2.15), 0, Real(3.5)}}},
          {"pipe along x", {pipe, standing_on(Axis::x, Vec3{2, Real(0.42), Real(3.5)})}},
          {"pipe upwards", {pipe, standing_on(Axis::z, Vec3{3, 0, Real(2.5)})}},
          {"cable", {Cylinder{Real(0.02), 1}, standing_on(Axis::z, Vec3{3, 0, 2})}},
          {"beam again", {beam, Vec3{Real(2.1505), 0, Real(3.5)}}}};
}

int main() {
  const std::vector<Part> parts = plant();
  const ClashSettings settings{.tolerance = Real(0.001), .clearance = Real(0.2)};  // metres
  int count[int(Clash::duplicate) + 1] = {};
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      const Classification c = classify(parts[i].instance, parts[j].instance, settings);
      ++count[int(c.clash)];
      if (c.clash == Clash::clear) continue;
      std::printf("%-12s %-12s %-11s %s by %.4f\n", parts[i].name, parts[j].name, to_string(c.clash),
                  c.separation.lower > 0 ? "apart" : "overlap", std::abs(double(c.separation.lower)));
    }

  // The beam weighs, in steel:
  const Result<MassProperties> mass = mass_properties(parts[2].instance);
  std::printf("beam: %.0f kg\n", mass ? 7850 * double(mass->volume) : 0.0);

  // With how much room does the cable lie in the pipe?
  const Containment room = contains(parts[4].instance, parts[5].instance);
  std::printf("cable in pipe: %s, room in [%.4f, %.4f]\n", to_string(room.inside), double(room.lower),
              double(room.upper));
  const bool is_right = count[int(Clash::duplicate)] == 1 && count[int(Clash::a_holds_b)] == 1 &&
                        count[int(Clash::overlapping)] == 2 && count[int(Clash::touching)] == 3 &&
                        count[int(Clash::near)] == 3 && room.inside == Inside::yes &&
                        std::abs(room.upper - Real(0.08)) < Real(1e-4);
  return is_right ? 0 : 1;
}
