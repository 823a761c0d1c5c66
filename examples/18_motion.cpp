// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Bullets against a fence of thin rods and a spinning propeller. Looked at once per frame, they pass through
// both; time_of_impact() finds all that they meet. Draws both as motion.svg in the folder that is its
// argument.

#include <graze/graze.h>

#include <cstdio>
#include <string>
#include <vector>

#include "sheet.h"

using namespace graze;

namespace {

struct Shot {
  Real height;
  bool is_seen = false;  // in contact at the start or the end of the frame
  TimeOfImpact impact;
};

// One frame for every bullet: 40 along x through the middle, at heights between -2 and 2, one after the
// other.
std::vector<Shot> shoot(const Shape& target, const Path& motion) {
  constexpr int kBullets = 200;
  const Shape bullet = Sphere{Real(0.02)};
  std::vector<Shot> shots;
  for (int i = 0; i < kBullets; ++i) {
    Shot shot{Real(4 * i) / kBullets - 2, false, {}};
    const Path flight = Path::linear(Affine(Vec3{-20 - Real(i) / 50, shot.height, 0}), {40, 0, 0});
    for (const Real frame : {Real(0), Real(1)})
      if (intersects({bullet, flight.placement(frame)}, {target, motion.placement(frame)}))
        shot.is_seen = true;
    shot.impact = time_of_impact(bullet, flight, target, motion);
    shots.push_back(shot);
  }
  return shots;
}

struct Count {
  int discrete = 0, continuous = 0;
};
Count count_hits(const std::vector<Shot>& shots) {
  Count count;
  for (const Shot& shot : shots) {
    count.discrete += shot.is_seen ? 1 : 0;
    count.continuous += shot.impact.hit == Hit::hit ? 1 : 0;
  }
  return count;
}

// The ways of the bullets from the side, up to where they are known to hit; the target stands in the middle.
void draw(Sheet& sheet, double left, double top, const std::vector<Shot>& shots, bool is_continuous) {
  constexpr double kWidth = 400, kUnit = 90;  // pixels
  const double middle = left + kWidth / 2;
  for (const Shot& shot : shots) {
    const double y = top + 190 - double(shot.height) * kUnit;
    const bool is_hit = is_continuous && shot.impact.hit == Hit::hit;
    const double end = is_hit ? middle + double(shot.impact.point.x) * kUnit : left + kWidth;
    sheet.line(left, y, end, y, is_hit ? "#d99a9a" : "#c9d3df", 0.8);
    if (is_hit) sheet.circle(end, y, 1.6, "#c0202a");
  }
}

bool draw_all(const std::string& file, const std::vector<Shot>& fence, const std::vector<Shot>& propeller) {
  Sheet sheet(880, 900);
  sheet.text(20, 32, 20, "200 bullets, one frame each, seen from the side");
  const std::vector<Shot>* rows[] = {&fence, &propeller};
  const char* const names[] = {"nine thin rods", "two blades, 50 turns"};
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 2; ++column) {
      const double left = 20 + 440 * column, top = 70 + 420 * row;
      const Count count = count_hits(*rows[row]);
      const int hits = column == 0 ? count.discrete : count.continuous;
      sheet.text(left, top - 8, 14,
                 std::string(names[row]) + (column == 0 ? ", frame by frame: " : ", in between: ") +
                     std::to_string(hits) + " hits");
      draw(sheet, left, top, *rows[row], column == 1);
      const double middle = left + 200, unit = 90;
      if (row == 0)
        for (int i = -4; i <= 4; ++i) sheet.circle(middle, top + 190 - 0.5 * i * unit, 0.05 * unit, "#334");
      else
        sheet.line(middle, top + 190 - 2 * unit, middle, top + 190 + 2 * unit, "#334", 2);
    }
  return sheet.write(file);
}

}  // namespace

int main(int argc, char** argv) {
  // Nine rods of radius 0.05, half a unit apart: they and the bullets' own radius cover 0.14 of each half.
  std::vector<CompoundPiece> rods;
  for (int i = -4; i <= 4; ++i)
    rods.push_back({Capsule{Real(0.05), 3},
                    Affine(Pose(rotation_about({1, 0, 0}, Real(1.5707963)), {0, Real(i) / 2, 0}))});
  const std::vector<Shot> at_fence = shoot(*make_compound(rods), Path());
  const Count fence = count_hits(at_fence);
  std::printf("fence:     %3d hits seen frame by frame, %3d in between\n", fence.discrete, fence.continuous);

  // Two blades in the plane across the way, that turn fifty times.
  const Shape blade = Box{{Real(0.01), 2, Real(0.1)}};
  const std::vector<Shot> at_blades = shoot(blade, Path::turning(Affine{}, {0, 0, 0}, {314, 0, 0}));
  const Count propeller = count_hits(at_blades);
  std::printf("propeller: %3d hits seen frame by frame, %3d in between\n", propeller.discrete,
              propeller.continuous);

  const Path flight = Path::linear(Affine(Vec3{-20, 1, 0}), {40, 0, 0});
  const TimeOfImpact r = time_of_impact(Sphere{Real(0.02)}, flight, *make_compound(rods), Path());
  std::printf("a bullet at height 1 meets rod %u between %.7f and %.7f of the frame\n", unsigned(r.piece_b),
              double(r.lower), double(r.upper));
  if (argc > 1 && !draw_all(std::string(argv[1]) + "/motion.svg", at_fence, at_blades)) {
    std::fprintf(stderr, "cannot write to %s\n", argv[1]);
    return 1;
  }
  return fence.discrete == 0 && fence.continuous > 0 && propeller.continuous > 0 ? 0 : 1;
}
