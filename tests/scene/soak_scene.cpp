// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A scene that lives long: random operations, compared with brute force now and then, memory watched.
//   graze_soak_scene [--seconds 600 | --frames 200] [--objects 5000] [--seed 1]

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unordered_set>

#include "random_scene.h"

namespace graze::test {
namespace {

struct Options {
  double seconds = 600;
  long frames = 0;  // 0: as many as there is time for
  int objects = 5000;
  std::uint64_t seed = 1;
};

Options read(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--seconds") == 0) options.seconds = std::atof(argv[i + 1]);
    if (std::strcmp(argv[i], "--frames") == 0) options.frames = std::atol(argv[i + 1]);
    if (std::strcmp(argv[i], "--objects") == 0) options.objects = std::atoi(argv[i + 1]);
    if (std::strcmp(argv[i], "--seed") == 0) options.seed = std::strtoull(argv[i + 1], nullptr, 10);
  }
  return options;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A few objects against all others. How many answers are wrong.
int count_errors(const Play& play, Random& random, long& compared) {
  std::vector<ObjectHandle> all;
  play.scene.for_each_object([&](ObjectHandle h) { all.push_back(h); });
  std::unordered_set<std::uint64_t> meeting;
  const auto key = [](ObjectHandle a, ObjectHandle b) {
    return std::uint64_t{std::min(a.slot(), b.slot())} << 32 | std::max(a.slot(), b.slot());
  };
  for (const ScenePair& pair : play.scene.pairs())
    if (pair.contact != Contact::apart) meeting.insert(key(pair.a, pair.b));
  int errors = 0;
  for (int sample = 0; sample < 5 && !all.empty(); ++sample) {
    const ObjectHandle a = all[std::size_t(random.below(int(all.size())))];
    const Object& x = *play.world.find(a);
    for (const ObjectHandle b : all) {
      const Object& y = *play.world.find(b);
      const bool are_fixed = x.mobility == ProxyMobility::fixed && y.mobility == ProxyMobility::fixed;
      const Contact contact = a == b ? Contact::touching : intersects(x.instance, y.instance).contact;
      if (contact == Contact::touching) continue;
      const bool is_expected = contact == Contact::overlapping && !are_fixed && passes(x.filter, y.filter);
      errors += meeting.contains(key(a, b)) != is_expected;
      ++compared;
    }
  }
  return errors;
}

int run(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  RandomPlot plot({.seed = options.seed,
                   .objects = options.objects,
                   .side = 2.5 * std::cbrt(double(options.objects)),
                   .moving = 0.2});
  Play play({.with_contacts = true});
  Random random(options.seed + 1);
  std::size_t early = 0, late = 0, meetings = 0;
  long frames = 0, compared = 0;
  int errors = 0;
  // How much of the run is over; a number of frames gives the same run on every machine.
  const auto progress = [&] {
    return options.frames > 0 ? double(frames) / double(options.frames)
                              : seconds_since(start) / options.seconds;
  };
  for (; progress() < 1; ++frames) {
    play.apply(plot.next());
    if (play.scene.update()) ++errors;
    meetings += play.scene.pairs().size();
    if (frames % 20 == 0) errors += count_errors(play, random, compared);
    std::size_t& most = progress() < 0.3 ? early : late;
    most = std::max(most, play.scene.memory_bytes() + play.world.memory_bytes());
  }
  const bool is_flat = double(late) < 1.5 * double(early);
  std::printf(
      "%ld frames of %d objects, %zu pairs reported, %ld answers compared, %d wrong; at most %zu bytes at "
      "first, %zu later\n",
      frames, options.objects, meetings, compared, errors, early, late);
  return errors == 0 && is_flat && compared > 0 && meetings > 0 ? 0 : 1;
}

}  // namespace
}  // namespace graze::test

int main(int argc, char** argv) { return graze::test::run(graze::test::read(argc, argv)); }
