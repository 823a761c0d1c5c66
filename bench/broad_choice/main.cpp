// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Picks of AdaptiveBroadPhase for several workloads, beside all that it could have picked: microseconds of
// a frame (moves, flush, queries), the lower quartile of many, of processor time. The broad phases take turns
// frame by frame, so that what else the machine does meets all of them. Every one of them must find the same.
//   --frames N   so many frames of each workload are timed
//   --only TEXT  workloads whose name has this in it

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>

#include "broad_bench.h"
#include "graze/broad/adaptive_broad_phase.h"
#include "graze/broad/box_pruning.h"
#include "graze/broad/grid_broad_phase.h"
#include "graze/broad/sweep_and_prune.h"
#include "graze/broad/tree_broad_phase.h"

namespace {

using namespace graze;

struct Workload {
  const char* name;
  bench::BoxPlacing placing;
  int boxes;
  double moved;  // share of the boxes in every frame
  bool jumps;    // to where another box is, not a little way
  int rays;      // in every frame
};
constexpr bench::BoxPlacing kCloud = bench::BoxPlacing::cloud, kClusters = bench::BoxPlacing::clustered,
                            kSizes = bench::BoxPlacing::all_sizes;
constexpr Workload kWorkloads[] = {
    {"all move, 1,000", kCloud, 1000, 1, false, 0},
    {"all move, 10,000", kCloud, 10000, 1, false, 0},
    {"all move, 100,000", kCloud, 100000, 1, false, 0},
    {"5 % move, 1,000", kCloud, 1000, 0.05, false, 0},
    {"5 % move, 10,000", kCloud, 10000, 0.05, false, 0},
    {"5 % move, 100,000", kCloud, 100000, 0.05, false, 0},
    {"0.1 % move, 10,000", kCloud, 10000, 0.001, false, 0},
    {"5 % jump, 10,000", kCloud, 10000, 0.05, true, 0},
    {"queries only, 10,000", kCloud, 10000, 0, false, 1000},
    {"queries only, 100,000", kCloud, 100000, 0, false, 1000},
    {"5 % move, queries, 10,000", kCloud, 10000, 0.05, false, 1000},
    {"sizes 1:100,000, all move, 10,000", kSizes, 10000, 1, false, 0},
    {"sizes 1:100,000, all move, 100,000", kSizes, 100000, 1, false, 0},
    {"sizes 1:100,000, 5 % move, 10,000", kSizes, 10000, 0.05, false, 0},
    {"sizes 1:100,000, 5 % move, 100,000", kSizes, 100000, 0.05, false, 0},
    {"clustered, all move, 10,000", kClusters, 10000, 1, false, 0},
    {"clustered, all move, 100,000", kClusters, 100000, 1, false, 0},
    {"clustered, 5 % move, 10,000", kClusters, 10000, 0.05, false, 0},
    {"clustered, 5 % move, 100,000", kClusters, 100000, 0.05, false, 0},
    {"clustered, queries only, 10,000", kClusters, 10000, 0, false, 1000},
};

/// Changes of one frame.
struct Frame {
  std::vector<ProxyId> ids;
  std::vector<Aabb> boxes;
  std::vector<Ray> rays;
};

Vec3 vec(const std::array<float, 3>& v) { return {v[0], v[1], v[2]}; }
Aabb box_of(const bench::BoxSpec& spec) { return {vec(spec.lower), vec(spec.upper)}; }

/// Boxes go there and back along their ways, each at its own time.
class Scene {
 public:
  explicit Scene(const Workload& workload)
      : workload_(workload),
        states_(bench::make_box_frames(workload.placing, workload.boxes)),
        place_(std::size_t(workload.boxes), 0) {}

  [[nodiscard]] std::vector<ProxyInput> inputs() const {
    std::vector<ProxyInput> out;
    for (const bench::BoxSpec& spec : states_[bench::kCycle[0]]) out.push_back({box_of(spec)});
    return out;
  }
  void next(Frame& frame) {
    frame.ids.clear();
    frame.boxes.clear();
    frame.rays.clear();
    for (std::size_t i = 0; i < place_.size(); ++i) {
      if (share() >= workload_.moved) continue;
      place_[i] = (place_[i] + 1) % std::size(bench::kCycle);
      const std::size_t who = workload_.jumps ? std::size_t(share() * double(place_.size())) : i;
      frame.ids.push_back(ProxyId(i));
      frame.boxes.push_back(box_of(states_[bench::kCycle[place_[i]]][who]));
    }
    for (int i = 0; i < workload_.rays; ++i) frame.rays.push_back(ray());
  }

 private:
  Workload workload_;
  bench::BoxFrames states_;
  std::vector<std::size_t> place_;
  std::uint64_t random_ = 7;

  double share() {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    return double(random_ >> 11) * 0x1p-53;
  }
  // From one box to another.
  Ray ray() {
    const auto any = [&] { return vec(states_[0][std::size_t(share() * double(place_.size()))].lower); };
    const Vec3 from = any() - Vec3{Real(0.3), Real(0.3), Real(0.3)}, to = any();
    return {from, to - from, 1};
  }
};

/// One broad phase at work; a frame returns a number that must be the same for all.
struct Runner {
  std::string name;
  std::function<double(const Frame&)> run;
  std::function<std::string()> picked;
  std::vector<double> times;

  [[nodiscard]] double figure() const {
    auto sorted = times;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 4];
  }
};

template <class Broad>
Runner make_runner(const char* name, const std::vector<ProxyInput>& inputs) {
  const auto broad = std::make_shared<Broad>();
  std::vector<ProxyId> ids(inputs.size());
  (void)broad->create(inputs, ids);
  broad->flush([](const PairEvent&) {});
  Runner runner;
  runner.name = name;
  runner.run = [broad](const Frame& frame) {
    double sum = 0;
    (void)broad->move(frame.ids, frame.boxes);
    broad->flush([&](const PairEvent& event) { sum += double(event.pair.a) - 2 * double(event.pair.b); });
    for (const Ray& ray : frame.rays) {
      Real first = -1;
      broad->ray_cast(ray, {}, [&](ProxyId, Real t, Real) { return first = t; });
      sum += double(first);
    }
    return sum;
  };
  runner.picked = [broad]() -> std::string {
    if constexpr (std::is_same_v<Broad, AdaptiveBroadPhase>) return to_string(broad->picked());
    return "";
  };
  return runner;
}

/// Microseconds of this thread.
double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) * 1e6 + double(t.tv_nsec) * 1e-3;
}

struct Outcome {
  bool is_right = true;
  double ratio = 1;
};

Outcome run(const Workload& workload, int frames) {
  Scene scene(workload);
  const auto inputs = scene.inputs();
  std::vector<Runner> runners{
      make_runner<SweepAndPrune>("sweep_and_prune", inputs), make_runner<TreeBroadPhase>("tree", inputs),
      make_runner<BoxPruning>("box_pruning", inputs), make_runner<GridBroadPhase>("grid", inputs),
      make_runner<AdaptiveBroadPhase>("adaptive", inputs)};
  Outcome out;
  Frame frame;
  // One that is a hundred times slower than the best need not be known better than that.
  std::vector<bool> is_hopeless(runners.size(), false);
  const int warm = 12;
  for (int i = -warm; i < frames; ++i) {
    scene.next(frame);
    double first_sum = 0;
    for (std::size_t r = runners.size(); r-- > 0;) {
      if (is_hopeless[r]) continue;
      const double start = now();
      const double sum = runners[r].run(frame);
      runners[r].times.push_back(now() - start);
      if (r + 1 == runners.size()) first_sum = sum;
      out.is_right = out.is_right && sum == first_sum;
    }
    if (i == -warm + 3) {
      double best = 1e30;
      for (std::size_t r = 0; r < 4; ++r) best = std::min(best, runners[r].figure());
      for (std::size_t r = 0; r < 4; ++r) is_hopeless[r] = runners[r].figure() > 20 * best + 50;
    }
    if (i == -1)
      for (std::size_t r = 0; r < runners.size(); ++r)
        if (!is_hopeless[r]) runners[r].times.clear();
  }
  double best = 1e30;
  std::printf("%-36s", workload.name);
  for (std::size_t r = 0; r < 4; ++r) best = std::min(best, runners[r].figure());
  for (const Runner& runner : runners) std::printf(" %15.1f", runner.figure());
  const std::string picked = runners.back().picked();
  for (const Runner& runner : runners)
    if (runner.name == picked) out.ratio = runner.figure() / best;
  std::printf("  %-15s %5.2f %5.2f\n", picked.c_str(), out.ratio, runners.back().figure() / best);
  std::fflush(stdout);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  int frames = 40;
  const char* only = "";
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--frames") == 0) frames = std::max(1, std::atoi(argv[i + 1]));
    if (std::strcmp(argv[i], "--only") == 0) only = argv[i + 1];
  }
  std::printf("Microseconds per frame, the lower quartile of %d\n", frames);
  std::printf("%-36s %15s %15s %15s %15s %15s  %-15s %5s %5s\n", "workload", "sweep_and_prune", "tree",
              "box_pruning", "grid", "adaptive", "picked", "pick", "whole");
  bool is_right = true;
  double worst = 1;
  for (const Workload& workload : kWorkloads) {
    if (std::strstr(workload.name, only) == nullptr) continue;
    const Outcome outcome = run(workload, frames);
    is_right = is_right && outcome.is_right;
    worst = std::max(worst, outcome.ratio);
  }
  std::printf(
      "The worst pick takes %.2f times as long as the best (column pick); column whole is\n"
      "AdaptiveBroadPhase itself, which also watches and switches.\n",
      worst);
  if (!is_right) std::printf("WRONG: broad phases do not agree\n");
  return is_right ? 0 : 1;
}
