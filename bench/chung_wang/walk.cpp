// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "walk.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

#include "scene.h"
#include "v_clip.h"

namespace chung_wang {
namespace {

using graze::AxisMethod;
using graze::Contact;
using graze::Pose;

/// One hull stands, the other turns and swings to and fro beside it.
struct Passing {
  std::vector<Vec3> points_a, points_b;
  Shape a, b;
  Polyhedron walk_a, walk_b;
  Vec3 side, across;
  Quat turn;

  Passing(Random& random, const Body& body, int vertices, double degrees)
      : points_a(random_points(random, body, vertices)),
        points_b(random_points(random, body, vertices)),
        a(graze::make_hull(points_a).value()),
        b(graze::make_hull(points_b).value()),
        walk_a(make_polyhedron(points_a)),
        walk_b(make_polyhedron(points_b)),
        side(random.direction()),
        across(graze::normalized(graze::cross(side, random.direction()))),
        turn(graze::rotation_about(random.direction(), static_cast<Real>(degrees * std::numbers::pi / 180))) {
  }

  [[nodiscard]] std::vector<Pose> poses(int frames, double step) const {
    std::vector<Pose> all;
    Quat attitude;
    for (int i = 0; i < frames; ++i) {
      const double s = std::sin(step * i);
      all.emplace_back(attitude, side * static_cast<Real>(1.7 + 0.4 * s) +
                                     across * static_cast<Real>(std::cos(0.7 * step * i)));
      attitude = graze::normalized(turn * attitude);
    }
    return all;
  }
};

struct Cost {
  double steps = 0, nanoseconds = 0;
  std::uint64_t tests = 0;
};

// The best of three: others may use the machine.
template <class Frame, class Test>
void time_frames(const std::vector<Frame>& frames, Cost& cost, const Test& test) {
  double best = std::numeric_limits<double>::infinity();
  std::int64_t steps = 0;
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    steps = 0;
    for (const Frame& frame : frames) steps += test(frame);
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count());
  }
  cost.nanoseconds += best;
  cost.steps += static_cast<double>(steps);
  cost.tests += frames.size();
}

// With both supports along the axis that the features give: what the library asks of any axis.
int walk_and_check(const Passing& pair, const Pose& pose, Feature& on_a, Feature& on_b) {
  const Walk walk = v_clip(pair.walk_a, pair.walk_b, pose, on_a, on_b);
  const Vec3 n(walk.axis);
  const Vec3 p = support(pair.a, n), q = pose * support(pair.b, -graze::transpose_times(pose.rotation, n));
  return graze::dot(n, q - p) > 0 ? walk.steps : 2 * walk.steps;
}

void time_axes(const Passing& pair, const std::vector<Pose>& poses, AxisMethod method, Cost& cost) {
  const Instance a{pair.a, graze::Affine(), 0};
  std::vector<Instance> frames;
  for (const Pose& pose : poses) frames.push_back({pair.b, graze::Affine(pose), 0});
  Vec3 axis;
  time_frames(frames, cost, [&](const Instance& b) {
    const graze::AxisSearch r = find_separating_axis(a, b, method, {axis, 512});
    if (r.contact == Contact::apart) axis = r.axis;
    return r.iterations;
  });
}

// The walk must find the library's distance; the features of one frame start the next.
std::uint64_t count_wrong(const Passing& pair, const std::vector<Pose>& poses) {
  std::uint64_t wrong = 0;
  Feature on_a, on_b;
  for (const Pose& pose : poses) {
    const Walk walk = v_clip(pair.walk_a, pair.walk_b, pose, on_a, on_b);
    const graze::Distance d = distance(pair.a, pair.b, pose);
    const double error = std::abs(walk.distance - double(d.upper));
    if (walk.is_apart != (d.contact == Contact::apart) || error > 1e-5) ++wrong;
  }
  return wrong;
}

}  // namespace

bool print_walks(int frames, int vertices, std::uint64_t seed) {
  std::printf(
      "\nFeature walking (V-Clip) beside the axis finders: pairs of hulls that pass each other, each "
      "frame\n");
  std::printf("from the axis or the features of the last; steps and ns per test, %d frames of 8 pairs\n\n",
              frames);
  std::printf(
      "| body | n | degrees per frame | V-Clip steps | ns | ns with both supports | Chung-Wang k | ns | "
      "ISA-GJK k | ns |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|---|\n");
  std::uint64_t wrong = 0;
  for (const Body& body : kBodies)
    for (const int n : {20, 100, 500, 2000})
      for (const double degrees : {0.5, 10.0}) {
        if (n > 2 * vertices) continue;
        Random random{seed + static_cast<std::uint64_t>(n)};
        Cost walk, checked, reflection, gjk;
        for (int i = 0; i < 8; ++i) {
          const Passing pair(random, body, n, degrees);
          const auto poses = pair.poses(frames, degrees / 200);
          wrong += count_wrong(pair, poses);
          Feature on_a, on_b;
          time_frames(poses, walk, [&](const Pose& pose) {
            return v_clip(pair.walk_a, pair.walk_b, pose, on_a, on_b).steps;
          });
          time_frames(poses, checked,
                      [&](const Pose& pose) { return walk_and_check(pair, pose, on_a, on_b); });
          time_axes(pair, poses, AxisMethod::chung_wang, reflection);
          time_axes(pair, poses, AxisMethod::isa_gjk, gjk);
        }
        std::printf("| %s | %d | %g |", body.name, n, degrees);
        const auto ns = [](const Cost& c) { return c.nanoseconds / double(c.tests); };
        std::printf(" %.2f | %.0f | %.0f |", walk.steps / double(walk.tests), ns(walk), ns(checked));
        for (const Cost* c : {&reflection, &gjk})
          std::printf(" %.2f | %.0f |", c->steps / double(c->tests), ns(*c));
        std::printf("\n");
        std::fflush(stdout);
      }
  std::printf("\nFrames in which the walk and distance() disagree: %llu\n",
              static_cast<unsigned long long>(wrong));
  return wrong == 0;
}

namespace {

Shape small_body(Random& random, const char* kind) {
  const auto point = [&random] { return random.direction(); };
  const auto size = [&random] { return static_cast<Real>(random.uniform(0.2, 1)); };
  if (kind[0] == 'b') return graze::Box{{size(), size(), size()}};
  if (kind[0] == 't') return graze::Triangle{point(), point(), point()};
  return graze::Segment{point(), point()};
}

}  // namespace

void print_small_bodies(std::uint64_t seed) {
  constexpr int kPairs = 4000;
  constexpr std::pair<const char*, const char*> kKinds[] = {
      {"box", "box"}, {"triangle", "box"}, {"segment", "box"}, {"triangle", "triangle"}};
  std::printf("\nSmall bodies, random and close, from the line of centres: ns per test, %d pairs\n\n",
              kPairs);
  std::printf(
      "| pair | apart | SAT axes | ns | Chung-Wang k | ns | ISA-GJK k | ns "
      "|\n|---|---|---|---|---|---|---|---|\n");
  for (const auto& [kind_a, kind_b] : kKinds) {
    Random random{seed};
    std::vector<std::pair<Instance, Instance>> pairs;
    int apart = 0;
    for (int i = 0; i < kPairs; ++i) {
      const auto place = [&](const Shape& shape, double away) {
        const Quat q = graze::rotation_about(random.direction(), static_cast<Real>(random.uniform(0, 3)));
        return Instance{shape, graze::Affine(Pose(q, random.direction() * static_cast<Real>(away))), 0};
      };
      pairs.emplace_back(place(small_body(random, kind_a), 0),
                         place(small_body(random, kind_b), random.uniform(0, 2)));
      apart += !intersects(pairs.back().first, pairs.back().second);
    }
    std::printf("| %s, %s | %.0f %% |", kind_a, kind_b, 100.0 * apart / kPairs);
    for (const AxisMethod method : {AxisMethod::sat, AxisMethod::chung_wang, AxisMethod::isa_gjk}) {
      Cost cost;
      time_frames(pairs, cost, [method](const std::pair<Instance, Instance>& p) {
        return find_separating_axis(p.first, p.second, method).iterations;
      });
      std::printf(" %.1f | %.0f |", cost.steps / double(cost.tests), cost.nanoseconds / double(cost.tests));
    }
    std::printf("\n");
  }
}

}  // namespace chung_wang
