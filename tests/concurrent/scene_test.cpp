// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Updates run on several threads, and several threads ask one scene at once.

#include "scene/random_scene.h"
#include "support/threads.h"

namespace graze::test {
namespace {

TEST(ConcurrentScene, UpdatesAndQueriesShareNothingThatIsWritten) {
  Threads threads{3};
  RandomPlot plot({.seed = 8, .objects = 30});
  Play play({.executor = threads.executor(), .with_contacts = true});
  Play alone({.with_contacts = true});
  for (int frame = 0; frame < 6; ++frame) {
    const FrameChanges changes = plot.next();
    play.apply(changes);
    alone.apply(changes);
    for (Play* each : {&play, &alone})
      if (frame % 2 == 0) (void)each->scene.update();  // else queries see what was not refreshed
    EXPECT_EQ(bytes_of(play.scene), bytes_of(alone.scene));
    const auto ask = [&](std::size_t number) {
      Random random(number);
      for (int i = 0; i < 20; ++i) {
        const Ray ray{real(random.in_cube() * 4.0), real(random.in_cube())};
        ObjectHandle out[4], other[4];
        SceneNeighbour near[3];
        EXPECT_EQ(play.scene.ray_cast(ray).object, alone.scene.ray_cast(ray).object);
        const Instance probe{Sphere{1}, Affine(ray.origin)};
        EXPECT_EQ(play.scene.overlaps(probe, out).found, alone.scene.overlaps(probe, other).found);
        EXPECT_EQ(play.scene.nearest(probe, near).written.size(), 3u);
        (void)play.scene.shape_cast(probe, ray.direction);
      }
    };
    Threads::run(&threads, 3, ask);
  }
}

// Motions of all sorts, asked on three threads; then queries from others while nothing changes.
TEST(ConcurrentScene, AdvancesShareNothingThatIsWritten) {
  Threads threads{3};
  RandomPlot plot({.seed = 9, .objects = 30, .side = 5, .step = 1});
  Play play({.executor = threads.executor(), .with_contacts = true});
  std::size_t impacts = 0;
  for (int frame = 0; frame < 6; ++frame) {
    play.apply(plot.next());
    AdvanceSettings settings;
    settings.selection = ImpactSelection(frame % 3);
    EXPECT_FALSE(play.scene.advance(settings));
    impacts += play.scene.impacts().size();
    EXPECT_FALSE(play.scene.speculate(1));
    Threads::run(&threads, 3, [&](std::size_t number) {
      ObjectHandle out[4];
      const Instance probe{Sphere{1}, Affine(Vec3{Real(number), 0, 0})};
      (void)play.scene.overlaps(probe, out);
      EXPECT_EQ(play.scene.impacts().data(), play.scene.impacts().data());
    });
    EXPECT_FALSE(play.scene.update());
  }
  EXPECT_GT(impacts, 20u);
}

}  // namespace
}  // namespace graze::test
