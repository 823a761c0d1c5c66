// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The experiment of Chung and Wang (Quick Collision Detection of Polytopes in Virtual Environments, 1996):
// 500 polytopes of ellipsoid, rod and plate shape move 5 % of their radius and 10 degrees per frame in a
// closed box and reverse on collision; pairs whose tight boxes overlap are tested, each from the axis of its
// last frame. How many iterations k does a test take, by Chung-Wang and by ISA-GJK?
//
//   chung_wang [--out DIR] [--objects 500] [--frames 600] [--vertices 1000] [--seed 1996]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "plot.h"
#include "scene.h"
#include "walk.h"

namespace chung_wang {
namespace {

using graze::AxisMethod;
using graze::AxisSearch;
using graze::Contact;

struct Options {
  std::string out = ".";
  int objects = 500;
  int frames = 600;
  int vertices = 1000;
  std::uint64_t seed = 1996;
};

/// The last separating axis of each pair whose boxes still overlap, per method.
struct Kept {
  Vec3 axis[kMethodCount];
  int frame = 0;
};
using Cache = std::unordered_map<std::uint64_t, Kept>;

constexpr AxisMethod kMethods[kMethodCount] = {AxisMethod::chung_wang, AxisMethod::isa_gjk};

void test_pairs(Scene& scene, int frame, Cache& cache, Measured& out) {
  const auto pairs = scene.close_pairs();
  std::vector<AxisSearch> answers[kMethodCount];
  std::vector<Kept*> kept;
  for (const auto& [i, j] : pairs) {
    Kept& k = cache[static_cast<std::uint64_t>(i) << 32 | static_cast<std::uint64_t>(j)];
    if (k.frame != frame - 1) k = {};  // the boxes were apart in between: nothing is known
    k.frame = frame;
    kept.push_back(&k);
  }
  for (std::size_t m = 0; m < kMethodCount; ++m) {
    answers[m].reserve(pairs.size());
    for (std::size_t p = 0; p < pairs.size(); ++p)
      answers[m].push_back(find_separating_axis(scene.instance(pairs[p].first),
                                                scene.instance(pairs[p].second), kMethods[m],
                                                {kept[p]->axis[m], 512}));
  }
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const Contact contact = answers[kChungWang][p].contact;
    if (contact != answers[kIsaGjk][p].contact) ++out.contradictions;
    for (std::size_t m = 0; m < kMethodCount; ++m) {
      const AxisSearch& answer = answers[m][p];
      out.all[m].add(answer.iterations);
      out.settled[m] += answer.settling > 0;
      if (answer.contact != Contact::apart) continue;
      out.apart[m].add(answer.iterations);
      kept[p]->axis[m] = answer.axis;
    }
    if (contact == Contact::apart) continue;
    ++out.colliding;
    scene.reverse(pairs[p].first);
    scene.reverse(pairs[p].second);
  }
}

Measured measure(const Body& body, int vertices, const Options& options) {
  Measured out;
  out.body = body.name;
  out.vertices = vertices;
  out.frames = options.frames;
  Scene scene(body, options.objects, vertices, options.seed + static_cast<std::uint64_t>(vertices));
  Cache cache;
  for (int frame = 1; frame <= options.frames; ++frame) {
    if (frame % 50 == 1)
      std::fprintf(stderr, "\r%-10s n = %4d, frame %4d of %d ", body.name, vertices, frame, options.frames);
    test_pairs(scene, frame, cache, out);
    scene.advance();
  }
  return out;
}

void print_setting(const Options& o) {
  std::printf("Chung and Wang's experiment: %d polytopes per scene, %d frames, seed %llu\n", o.objects,
              o.frames, static_cast<unsigned long long>(o.seed));
  for (const Body& b : kBodies)
    std::printf("  %-9s semi-axes %g : %g : %g, %s\n", b.name, b.semi_axes[0], b.semi_axes[1], b.semi_axes[2],
                b.power == 2 ? "points on an ellipsoid" : "points on a box with rounded edges (powers of 4)");
  std::printf(
      "  room      a cube of side %g radii; objects turn back when their centre is a radius from a wall\n",
      room_side(o.objects));
  std::printf("  motion    %g of the radius and %g degrees per frame; both reverse on collision\n", kStep,
              kTurnDegrees);
  std::printf(
      "  tests     pairs whose tight boxes overlap, from their last separating axis, else from the line of "
      "centres\n");
}

bool parse(int argc, char** argv, Options& o) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    const char* value = argv[i + 1];
    if (name == "--out")
      o.out = value;
    else if (name == "--objects")
      o.objects = std::atoi(value);
    else if (name == "--frames")
      o.frames = std::atoi(value);
    else if (name == "--vertices")
      o.vertices = std::atoi(value);
    else if (name == "--seed")
      o.seed = std::strtoull(value, nullptr, 0);
    else
      return false;
  }
  return argc % 2 == 1 && o.objects >= 10 && o.objects <= 20000 && o.frames >= 1 && o.vertices >= 10;
}

int run(const Options& options) {
  print_setting(options);
  std::vector<Measured> measured, at_500;
  for (const Body& body : kBodies)
    for (const int n : {10, 20, 50, 100, 200, 350, 500, 700, 1000}) {
      if (n > options.vertices) continue;
      measured.push_back(measure(body, n, options));
      if (n == std::min(500, options.vertices)) at_500.push_back(measured.back());
    }
  std::fprintf(stderr, "\r%60s\r", "");
  print_distribution(at_500);
  print_maxima(measured);
  std::uint64_t contradictions = 0;
  for (const Measured& m : measured) contradictions += m.contradictions;
  std::printf("\nPairs on which the two methods disagree: %llu\n",
              static_cast<unsigned long long>(contradictions));
  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  const std::string csv = options.out + "/chung_wang.csv", svg = options.out + "/chung_wang.svg";
  if (!write_csv(measured, csv) || !write_plot(at_500, measured, svg)) {
    std::fprintf(stderr, "cannot write to %s\n", options.out.c_str());
    return 1;
  }
  std::printf("Every count is in %s, the plot in %s\n", csv.c_str(), svg.c_str());
  print_small_bodies(options.seed);
  return print_walks(options.frames, options.vertices, options.seed) && contradictions == 0 ? 0 : 1;
}

}  // namespace
}  // namespace chung_wang

int main(int argc, char** argv) {
  chung_wang::Options options;
  if (!chung_wang::parse(argc, argv, options)) {
    std::fprintf(
        stderr,
        "usage: chung_wang [--out DIR] [--objects 500] [--frames 600] [--vertices 1000] [--seed 1996]\n");
    return 2;
  }
  return chung_wang::run(options);
}
