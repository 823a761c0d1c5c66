// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Depths and distances of round shapes through SOLID's C interface, of two libraries that have it, in turns:
// ours, and one built from SOLID's sources; and a scene like that of SOLID's example mnm. Prints microseconds
// per call, and ours as a share of theirs. Returns 1 where a share is above 0.7.
//   solid_speed OURS.so THEIRS.so [--row TEXT]

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "bowl.h"
#include "clock.h"
#include "library.h"

namespace {

using solid_speed::Library;
using solid_speed::thread_microseconds;

struct Kind {
  const char* name;
  DT_ShapeHandle (*make)(const Library& library);
  DT_Scalar scaling[3];
  DT_Scalar reach;  // of a ball around the scaled shape
};

const std::array<Kind, 6> kKinds = {{
    {"sphere", [](const Library& l) { return l.new_sphere(0.5F); }, {1, 1, 1}, 0.5F},
    {"ellipsoid", [](const Library& l) { return l.new_sphere(0.5F); }, {1, 0.5F, 1}, 0.5F},
    {"cylinder", [](const Library& l) { return l.new_cylinder(0.3F, 0.8F); }, {1, 1, 1}, 0.5F},
    {"cone", [](const Library& l) { return l.new_cone(0.4F, 0.8F); }, {1, 1, 1}, 0.6F},
    {"capsule",
     [](const Library& l) {
       const DT_Scalar from[3] = {0, -0.3F, 0}, to[3] = {0, 0.3F, 0};
       return l.new_minkowski(l.new_segment(from, to), l.new_sphere(0.2F));
     },
     {1, 1, 1},
     0.5F},
    {"box", [](const Library& l) { return l.new_box(0.6F, 0.6F, 0.6F); }, {1, 1, 1}, 0.52F},
}};

/// Where the second of two objects stands beside the first one.
struct Placement {
  DT_Scalar position[3], turn_a[4], turn_b[4];
};

class Draw {
 public:
  DT_Scalar between(double low, double high) {
    return static_cast<DT_Scalar>(std::uniform_real_distribution<double>(low, high)(random_));
  }
  void direction(DT_Scalar* out, int count) {
    double size = 0;
    while (!(size > 0.1 && size < 1)) {
      size = 0;
      for (int i = 0; i < count; ++i) {
        out[i] = between(-1, 1);
        size += double(out[i]) * double(out[i]);
      }
    }
    for (int i = 0; i < count; ++i) out[i] = static_cast<DT_Scalar>(double(out[i]) / std::sqrt(size));
  }

 private:
  std::mt19937 random_{7};
};

/// One library's copy of a pair of objects.
struct Objects {
  const Library& library;
  DT_ObjectHandle a, b;

  Objects(const Library& l, const Kind& kind_a, const Kind& kind_b)
      : library(l),
        a(l.create_object(nullptr, kind_a.make(l))),
        b(l.create_object(nullptr, kind_b.make(l))),
        kind_a_(kind_a),
        kind_b_(kind_b) {}
  void place(const Placement& at) const {
    const DT_Scalar origin[3] = {0, 0, 0};
    place(a, origin, at.turn_a, kind_a_.scaling);
    place(b, at.position, at.turn_b, kind_b_.scaling);
  }

 private:
  void place(DT_ObjectHandle object, const DT_Scalar* position, const DT_Scalar* turn,
             const DT_Scalar* scaling) const {
    library.set_position(object, position);
    library.set_orientation(object, turn);
    library.set_scaling(object, scaling);
  }

  const Kind &kind_a_, &kind_b_;
};

using Ask = double (*)(const Objects& pair);

double ask_depth(const Objects& pair) {
  DT_Vector3 p{}, q{};
  return pair.library.get_pen_depth(pair.a, pair.b, p, q) ? std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])
                                                          : 0;
}
double ask_distance(const Objects& pair) {
  DT_Vector3 p, q;
  return double(pair.library.get_closest_pair(pair.a, pair.b, p, q));
}

/// The least of many rounds, as microseconds per call.
double cost_of(const Objects& pair, const std::vector<Placement>& places, Ask ask) {
  double all = 0, sum = 0;
  for (const Placement& place : places) {
    pair.place(place);
    double least = 1e30;
    for (int round = 0; round < 5; ++round) {
      constexpr int kCalls = 100;  // the clock costs as much as one
      const double start = thread_microseconds();
      for (int i = 0; i < kCalls; ++i) sum += ask(pair);
      least = std::min(least, (thread_microseconds() - start) / kCalls);
    }
    all += least;
  }
  return sum >= 0 ? all / double(places.size()) : 0;
}

/// Placements at which both libraries say that the two overlap, by more than a hair, or that they do not.
std::vector<Placement> places_for(const Objects& ours, const Objects& theirs, double reach, bool overlap) {
  constexpr std::size_t kPlaces = 128;
  Draw draw;
  std::vector<Placement> places;
  while (places.size() < kPlaces) {
    Placement place{};
    draw.direction(place.position, 3);
    draw.direction(place.turn_a, 4);
    draw.direction(place.turn_b, 4);
    const DT_Scalar away = draw.between(overlap ? 0.4 * reach : 0.8 * reach, overlap ? reach : 2 * reach);
    for (DT_Scalar& x : place.position) x *= away;
    ours.place(place), theirs.place(place);
    const bool meets = ask_depth(ours) > 1e-3, meets_theirs = ask_depth(theirs) > 1e-3;
    const bool is_apart = ask_distance(ours) > 1e-3 && ask_distance(theirs) > 1e-3;
    if (overlap ? meets && meets_theirs : is_apart) places.push_back(place);
  }
  return places;
}

void print(const std::string& row, double ours, double theirs, int& above) {
  constexpr double kGoal = 0.7;
  above += ours > kGoal * theirs;
  std::printf("%-36s %9.3f %9.3f %7.2f%s\n", row.c_str(), ours, theirs, ours / theirs,
              ours > kGoal * theirs ? "  above 0.7" : "");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: solid_speed OURS.so THEIRS.so [--row TEXT]\n");
    return 2;
  }
  const Library ours(argv[1]), theirs(argv[2]);
  if (!ours.is_complete() || !theirs.is_complete()) return 2;
  const std::string wanted = argc > 4 ? argv[4] : "";
  int above = 0, rows = 0;
  std::printf("%-36s %9s %9s %7s\n", "row, us per call", "ours", "theirs", "share");
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    for (std::size_t j = i; j < kKinds.size(); ++j)
      for (const bool overlap : {true, false}) {
        const Kind &a = kKinds[i], &b = kKinds[j];
        const std::string row = std::string(overlap ? "depth " : "distance ") + a.name + " " + b.name;
        if (row.find(wanted) == std::string::npos || std::strcmp(a.name, "box") == 0) continue;
        const Objects pair(ours, a, b), other(theirs, a, b);
        const std::vector<Placement> places = places_for(pair, other, double(a.reach + b.reach), overlap);
        const Ask ask = overlap ? ask_depth : ask_distance;
        print(row, cost_of(pair, places, ask), cost_of(other, places, ask), above);
        ++rows;
      }
  if (const std::string row = "DT_Test of 100 bodies in a bowl (mnm)";
      row.find(wanted) != std::string::npos) {
    const solid_speed::BowlMotion motion = solid_speed::drop_bodies(ours);
    const solid_speed::BowlCost cost = play(ours, motion), other = play(theirs, motion);
    print(row, cost.microseconds, other.microseconds, above);
    std::printf("  pairs reported: %ld, %ld\n", cost.pairs, other.pairs);
    ++rows;
  }
  std::printf("%d of %d rows above 0.7\n", above, rows);
  return above == 0 ? 0 : 1;
}
