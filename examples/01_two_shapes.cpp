// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Six pairs of shapes and all questions: `make demo`. Prints the answers and draws them to the file that is
// named, or to demo.svg in the folder that is named.

#include <filesystem>

#include "svg.h"

using namespace graze;

struct Pair {
  const char *name_a, *name_b;
  Instance a, b;
};

static Instance placed(const Shape& shape, Real x, Real y, Real degrees, Real margin = 0) {
  const Quat turned = rotation_about({0, 0, 1}, degrees * Real(std::numbers::pi / 180));
  return {shape, Pose{turned, {x, y, 0}}, margin};
}

static std::vector<Pair> make_pairs() {
  const Vec3 gem[] = {{1, 0, 1},         {1, 0, -1}, {-1, 0, 1}, {-1, 0, -1},
                      {0, Real(1.5), 0}, {0, -1, 1}, {0, -1, -1}};
  const Shape drop = make_convex_hull(Sphere{1}, Point{{0, Real(2.5), 0}}).value();
  const Shape rounded = make_minkowski_sum(Box{{1, Real(0.5), 1}}, Sphere{Real(0.4)}).value();
  const Shape slab = Box{{2, Real(0.6), 1}}, can = Cylinder{1, 1};
  return {{"box", "cylinder", placed(Box{{1, Real(1.2), 1}}, 0, 0, 25), placed(can, 4, Real(0.8), -35)},
          {"box", "cone", placed(slab, 0, 0, 0), placed(Cone{1, Real(1.2)}, Real(0.5), Real(1.2), 170)},
          {"box", "capsule", placed(slab, 0, 0, 0), placed(Capsule{Real(0.5), 1}, 0, Real(1.1), 90)},
          {"hull", "capsule + margin", placed(Polytope{gem}, 0, 0, 20),
           placed(TaperedCapsule{Real(0.7), Real(0.2), 1}, 3, Real(-0.4), 30, Real(0.25))},
          {"cylinder", "cylinder inside", placed(Cylinder{1, 2}, 0, 0, 90), placed(can, 0, 0, 90)},
          {"drop", "rounded box", placed(drop, 0, 0, -60), placed(rounded, 2, 2, 15)}};
}

template <class Answer>
static void print_row(const char* question, const Answer& r) {
  std::printf("  %-12s [%14.8g, %14.8g]  %-11s  %-27s  %s\n", question, double(r.lower), double(r.upper),
              to_string(r.status), svg::text(r.point_a).c_str(), svg::text(r.point_b).c_str());
}

// Asks, prints and draws. True when the answer stands the test: b moved back by it just touches a.
static bool show(const Pair& pair, svg::Picture& picture) {
  const Distance gap = distance(pair.a, pair.b);
  const Penetration depth = penetration(pair.a, pair.b);
  const Separation s = separation(pair.a, pair.b);
  const CommonPoint common = common_point(pair.a, pair.b);
  std::printf("\n%s (a) and %s (b): %s, normal %s, common point %s\n", pair.name_a, pair.name_b,
              to_string(s.contact), svg::text(s.normal).c_str(),
              common ? svg::text(common.point).c_str() : "none");
  if (s.contact != Contact::overlapping) print_row("distance", gap);
  if (s.contact != Contact::apart) print_row("penetration", depth);
  print_row("separation", s);
  picture.add(pair.name_a, pair.a, pair.name_b, pair.b, s, common);
  const Vec3 back = s.normal * (s.contact == Contact::apart ? -s.upper : -s.lower);
  const Affine& at = pair.b.placement;
  const Instance moved{pair.b.shape, Affine{at.linear(), at.translation() + back}, pair.b.margin};
  return std::abs(separation(pair.a, moved).upper) < Real(1e-5);
}

int main(int argc, char** argv) {
  std::filesystem::path path = argc > 1 ? argv[1] : "demo.svg";
  if (std::filesystem::is_directory(path)) path /= "demo.svg";
  svg::Picture picture;
  int wrong = 0;
  std::printf("  %-12s %14s  %15s   %-11s  %-27s  %s\n", "question", "lower", "upper", "status",
              "witness of a", "witness of b");
  for (const Pair& pair : make_pairs()) wrong += show(pair, picture) ? 0 : 1;
  if (!picture.write(path.string(), "Graze: six pairs of shapes, how far apart or how deep")) {
    std::fprintf(stderr, "01_two_shapes: cannot write %s\n", path.string().c_str());
    return 1;
  }
  if (wrong > 0) std::fprintf(stderr, "01_two_shapes: %d answers do not stand the test\n", wrong);
  return wrong == 0 ? 0 : 1;
}
