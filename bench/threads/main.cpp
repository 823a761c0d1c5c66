// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// How much faster threads make what takes an executor: pairs of boxes from scratch, frames of broad phases
// and of scenes, the build of a tree. Wall-clock time, the least of several runs. What every row found must
// be the same for every number of threads, to the byte.
//   --runs N   so many runs of each row

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "graze/graze.h"

namespace {

using namespace graze;

// FNV-1a, to compare what was found.
struct Digest {
  std::uint64_t value = 14695981039346656037ull;
  void add(const void* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
      value = (value ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211ull;
  }
};

// The workload of the broad rows: unit boxes in a cube of side 2 n^(1/3), each on its way.
struct Cloud {
  std::vector<Aabb> boxes;
  std::vector<Vec3> steps;

  explicit Cloud(std::size_t count) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> place(0, 2 * std::cbrt(float(count))), way(-1, 1);
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 corner{place(random), place(random), place(random)};
      boxes.push_back({corner, corner + Vec3{1, 1, 1}});
      const Vec3 direction{way(random), way(random), way(random)};
      steps.push_back(direction * (Real(0.05) / std::max(Real(0.01), length(direction))));
    }
  }
  void advance() {
    for (std::size_t i = 0; i < boxes.size(); ++i)
      boxes[i] = {boxes[i].lower + steps[i], boxes[i].upper + steps[i]};
  }
};

struct Figure {
  double least = 1e30;  // milliseconds
  std::uint64_t digest = 0;
};

// Runs `frame` so many times; `frame` adds what it found.
template <class Frame>
Figure measure(int runs, Frame frame) {
  Figure figure;
  Digest digest;
  for (int run = 0; run < runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const auto finish = frame(digest);
    figure.least = std::min(figure.least, std::chrono::duration<double, std::milli>(finish - start).count());
  }
  figure.digest = digest.value;
  return figure;
}

auto now() { return std::chrono::steady_clock::now(); }

Figure pairs_from_scratch(const Executor& executor, int runs) {
  const Cloud cloud(1000000);
  PairBuffer buffer;
  return measure(runs, [&](Digest& digest) {
    (void)overlapping_pairs(cloud.boxes, buffer, {.executor = executor});
    const auto finish = now();
    digest.add(buffer.pairs().data(), buffer.pairs().size_bytes());
    return finish;
  });
}

template <class Broad>
Figure frames_of(const Executor& executor, int runs) {
  Cloud cloud(200000);
  Broad broad(BroadPhaseSettings{executor, {}});
  std::vector<ProxyInput> inputs;
  for (const Aabb& box : cloud.boxes) inputs.push_back({box});
  std::vector<ProxyId> ids(inputs.size());
  (void)broad.create(inputs, ids);
  return measure(runs, [&](Digest& digest) {
    cloud.advance();
    std::vector<PairEvent> events;
    (void)broad.move(ids, cloud.boxes);
    broad.flush([&](const PairEvent& event) { events.push_back(event); });
    const auto finish = now();
    for (const PairEvent& event : events) digest.add(&event.pair, sizeof(event.pair));
    return finish;
  });
}

Figure frames_of_a_scene(const Executor& executor, int runs) {
  const std::size_t count = 10000;
  Cloud cloud(count);
  const Shape shapes[] = {Shape(Box{{Real(0.6), Real(0.5), Real(0.7)}}), Shape(Sphere{Real(0.6)}),
                          Shape(Capsule{Real(0.3), Real(0.6)}), Shape(Cylinder{Real(0.5), Real(0.6)})};
  World world;
  Scene scene(world, {.executor = executor, .with_contacts = true});
  std::vector<ObjectHandle> objects;
  for (std::size_t i = 0; i < count; ++i) {
    objects.push_back(*world.create({.instance = {shapes[i % 4], Affine{cloud.boxes[i].lower}}}));
    (void)scene.add(objects.back());
  }
  (void)scene.update();
  return measure(runs, [&](Digest& digest) {
    cloud.advance();
    for (std::size_t i = 0; i < count; ++i)
      (void)world.set_placement(objects[i], Affine{cloud.boxes[i].lower});
    const auto finish = ((void)scene.update(), now());
    for (const ScenePair& pair : scene.pairs())
      for (const ContactManifold& manifold : pair.contacts)
        digest.add(&manifold.set.upper, sizeof(manifold.set.upper));
    return finish;
  });
}

Figure builds_of_a_tree(const Executor& executor, int runs) {
  const Cloud cloud(1000000);
  return measure(runs, [&](Digest& digest) {
    const auto tree = build_tree(cloud.boxes, {.executor = executor});
    const auto finish = now();
    if (tree) digest.add(tree->order().data(), tree->order().size_bytes());
    return finish;
  });
}

struct Row {
  const char* name;
  Figure (*run)(const Executor& executor, int runs);
};
constexpr Row kRows[] = {
    {"all pairs of 1,000,000 boxes", pairs_from_scratch},
    {"box pruning, 200,000 move", frames_of<BoxPruning>},
    {"dynamic tree, 200,000 move", frames_of<TreeBroadPhase>},
    {"scene, 10,000 mixed, contacts", frames_of_a_scene},
    {"tree over 1,000,000 boxes", builds_of_a_tree},
};

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc == 3 && std::strcmp(argv[1], "--runs") == 0 ? std::max(1, std::atoi(argv[2])) : 7;
  const unsigned most = std::max(1u, std::thread::hardware_concurrency());
  std::printf("Milliseconds (times as fast as one thread), least of %d runs, %u hardware threads\n%-30s",
              runs, most, "threads");
  std::vector<unsigned> counts;
  for (unsigned threads = 1; threads <= std::min(most, 16u); threads *= 2) counts.push_back(threads);
  for (const unsigned threads : counts) std::printf(" %15u", threads);
  std::printf("\n");
  bool is_same = true;
  for (const Row& row : kRows) {
    std::printf("%-30s", row.name);
    Figure first;
    for (const unsigned threads : counts) {
      ThreadPool pool(threads);
      const Figure figure = row.run(pool.executor(), runs);
      if (threads == 1) first = figure;
      is_same = is_same && figure.digest == first.digest;
      std::printf(" %8.2f (%4.1f)", figure.least, first.least / figure.least);
      std::fflush(stdout);
    }
    std::printf("\n");
  }
  std::printf(is_same ? "Every row found the same for every number of threads.\n"
                      : "WRONG: what was found depends on the number of threads.\n");
  return is_same ? 0 : 1;
}
