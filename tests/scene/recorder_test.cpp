// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/scene/recorder.h"

#include "random_scene.h"

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
