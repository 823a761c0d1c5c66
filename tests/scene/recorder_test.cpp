// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/scene/recorder.h"

#include "property/motions.h"
#include "random_scene.h"
#include "scene/call_log.h"

namespace graze::test {
namespace {

std::vector<std::byte> copy_of(const World& world) {
  const auto log = recording(world);
  EXPECT_TRUE(log.has_value());
  return log ? std::vector<std::byte>(log->begin(), log->end()) : std::vector<std::byte>{};
}

struct RecordedPlay {
  World world{{.number = 9}};
  RecordedPlay() { EXPECT_FALSE(start_recording(world)); }
};

// A play of some frames, and what its updates found.
std::vector<std::byte> record_frames(int objects, int frames, std::vector<std::string>& found) {
  const SceneSettings settings{
      .with_contacts = true, .prediction = Real(0.1), .with_distances = true, .threshold = Real(0.2)};
  Play play(settings, RecordStart::now);
  RandomPlot plot({.seed = 21, .objects = objects, .side = 3});
  for (int frame = 0; frame < frames; ++frame) {
    play.apply(plot.next());
    EXPECT_FALSE(play.scene.update());
    found.push_back(bytes_of(play.scene));
  }
  return copy_of(play.world);
}

TEST(Recorder, ReplaysBitForBit) {
  std::vector<std::string> found;
  const std::vector<std::byte> log = record_frames(20, 15, found);
  std::size_t pairs = 0;
  const auto report = replay_calls(log, [&](const World&, const Scene& scene, std::size_t update) {
    EXPECT_EQ(bytes_of(scene), found[update]);
    pairs += scene.pairs().size();
  });
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(report->updates, 15u);
  EXPECT_EQ(report->different, 0u);
  EXPECT_GT(report->calls, 200u);
  EXPECT_GT(pairs, 100u);
}

TEST(Recorder, KeepsEverySortOfCall) {
  RecordedPlay play;
  Scene scene(play.world);
  MeshModel model = cube_model();
  TriangleMesh mesh = *build(model);
  const ObjectHandle a = *play.world.create({.instance = {mesh.shape(), Affine()}});
  const ObjectHandle b = *play.world.create({.instance = {Sphere{1}, Affine(Vec3{Real(1.5), 0, 0})}});
  for (const ObjectHandle h : {a, b}) EXPECT_FALSE(scene.add(h));
  EXPECT_FALSE(scene.ignore(a, b));
  EXPECT_FALSE(scene.update());
  EXPECT_FALSE(scene.unignore(a, b));
  EXPECT_FALSE(scene.update());
  for (Vec3& v : model.vertices) v *= Real(0.25);
  EXPECT_FALSE(mesh.refit(model.vertex_array()));
  EXPECT_FALSE(play.world.shape_changed(a));
  EXPECT_FALSE(scene.refresh());
  EXPECT_FALSE(scene.update());  // they are apart now
  EXPECT_FALSE(play.world.set_margin(b, Real(0.5)));
  EXPECT_FALSE(play.world.set_filter(b, {2, 1}));
  EXPECT_FALSE(scene.update());
  EXPECT_FALSE(scene.remove(b));
  {
    Scene other(play.world);
    EXPECT_FALSE(other.add(a));
    EXPECT_FALSE(other.update());
  }
  EXPECT_FALSE(play.world.destroy(a));
  EXPECT_FALSE(scene.update());
  EXPECT_TRUE(play.world.destroy(a));  // refused, and not recorded
  std::string phases;
  const auto report = replay_calls(copy_of(play.world), [&](const World& world, const Scene& s, std::size_t) {
    EXPECT_EQ(world.find(b) != nullptr, true);
    phases += s.pairs().empty() ? "-" : to_string(s.pairs()[0].phase);
    phases += " ";
  });
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(report->different, 0u);
  EXPECT_EQ(phases, "- begin end begin - end ");  // the margin brings them together again
}

// Advances between updates, with motions set and not, in all modes.
TEST(Recorder, ReplaysAdvancesBitForBit) {
  Play play({.with_contacts = true}, RecordStart::now);
  RandomPlot plot({.seed = 23, .objects = 26, .side = 5, .step = 1});
  Motions motions(24);
  std::size_t impacts = 0, given = 0;
  for (int frame = 0; frame < 9; ++frame) {
    play.apply(plot.next());
    play.scene.for_each_object([&](ObjectHandle h) {
      const Affine from = play.world.find(h)->instance.placement;
      const Path path = motions.path(from, motions.vector(2), 2, true).part(Real(0.25), 1);
      if (frame % 3 == 1 && motions.uniform(0, 1) < 0.5 && !play.scene.set_motion(h, path)) ++given;
    });
    AdvanceSettings settings;
    settings.selection = ImpactSelection(frame % 3);
    settings.with_starts = frame % 2 == 0;
    EXPECT_FALSE(play.scene.advance(settings));
    impacts += play.scene.impacts().size();
    if (frame % 3 == 0) {
      EXPECT_FALSE(play.scene.speculate(2));
    }
    if (frame % 4 == 2) continue;
    EXPECT_FALSE(play.scene.update());
  }
  std::vector<std::byte> log = copy_of(play.world);
  const auto report = replay_calls(log);
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(report->different, 0u);
  EXPECT_EQ(report->advances, 9u + 3);
  EXPECT_EQ(report->updates, 7u);
  EXPECT_GT(impacts, 60u);
  EXPECT_GT(given, 10u);
}

TEST(Recorder, TellsOfAdvancesThatDiffer) {
  RecordedPlay play;
  Scene scene(play.world);
  EXPECT_FALSE(scene.update());
  EXPECT_FALSE(scene.advance());
  std::vector<std::byte> log = copy_of(play.world);
  log.back() ^= std::byte{1};
  // The scene is dropped by no call: its checksum is the last.
  const auto report = replay_calls(log);
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->different, 1u);
  EXPECT_EQ(report->first_different, 1u);
}

// A log names its calls by these numbers: older ones stay readable.
TEST(Recorder, KeepsTheNumbersOfCalls) {
  EXPECT_EQ(int(Call::define_shape), 0);
  EXPECT_EQ(int(Call::update), 14);
  EXPECT_EQ(int(Call::set_motion), 15);
  EXPECT_EQ(int(Call::advance), 16);
  EXPECT_EQ(int(Call::speculate), 17);
}

TEST(Recorder, TellsOfResultsThatDiffer) {
  std::vector<std::string> found;
  std::vector<std::byte> log = record_frames(8, 3, found);
  log.back() ^= std::byte{1};  // of the last checksum
  const auto report = replay_calls(log);
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->different, 1u);
  EXPECT_EQ(report->first_different, 2u);
}

TEST(Recorder, RefusesWhatItCannotWriteOrRead) {
  World world;
  EXPECT_FALSE(recording(world).has_value());
  EXPECT_TRUE(world.create({.instance = {Sphere{1}, Affine()}}).has_value());
  EXPECT_TRUE(start_recording(world));
  RecordedPlay play;
  const CustomSupport custom{[](const void*, const Vec3&) { return Vec3{}; }, nullptr, {}};
  EXPECT_TRUE(play.world.create({.instance = {Shape(custom), Affine()}}).has_value());
  EXPECT_FALSE(recording(play.world).has_value());
  EXPECT_FALSE(replay_calls({}).has_value());
  RecordedPlay moved;
  Scene scene(moved.world);
  const ObjectHandle ball = *moved.world.create({.instance = {Sphere{1}, Affine()}});
  EXPECT_FALSE(scene.add(ball));
  EXPECT_TRUE(recording(moved.world).has_value());
  OwnMotion own;
  own.pose = [](const void*, Real) { return Pose{}; };
  EXPECT_FALSE(scene.set_motion(ball, Path::own(own)));
  EXPECT_FALSE(recording(moved.world).has_value());
}

TEST(Recorder, ReadsDamagedLogsWithoutHarm) {
  std::vector<std::string> found;
  const std::vector<std::byte> log = record_frames(5, 2, found);
  Random random(22);
  int refused = 0, read = 0;
  for (int i = 0; i < 150; ++i) {
    std::vector<std::byte> damaged = log;
    if (i % 2 == 0) damaged.resize(std::size_t(random.below(int(log.size()))));
    for (int k = 0; i % 2 == 1 && k < 3; ++k)
      damaged[std::size_t(random.below(int(log.size())))] ^= std::byte(1 << random.below(8));
    ++(replay_calls(damaged).has_value() ? read : refused);
  }
  EXPECT_GT(refused, 50);
  EXPECT_GT(read, 5);
}

}  // namespace
}  // namespace graze::test
