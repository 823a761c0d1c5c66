// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: logs of a scene with bytes changed, cut out or added, and bytes that never were a log,
// are refused in words or replayed, and then to the same results a second time.

#include "fuzz_input.h"
#include "graze/mesh/compound.h"
#include "graze/scene/recorder.h"
#include "graze/shape/hull_builder.h"
#include "mesh/mesh_models.h"

namespace graze::test {
namespace {

std::vector<Shape> all_sorts() {
  const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  const Shape hull = make_hull(corners).value(), box = Box{{Real(0.5), Real(0.5), Real(0.5)}};
  const CompoundPiece pieces[] = {{box, Affine()}, {Sphere{1}, Affine(Vec3{1, 0, 0})}};
  return {Sphere{1},
          box,
          hull,
          Triangle{corners[1], corners[2], corners[3]},
          build(cube_model(), {.is_solid = true}).value().shape(),
          make_compound(pieces).value(),
          make_minkowski_sum(box, hull).value(),
          make_expanded(make_affine_image(Cone{1, 1}, Affine(Vec3{0, 0, 1})).value(), 1).value()};
}

// In a row, each into the next, so that every sort of pair is asked.
std::vector<std::byte> record_log() {
  World world;
  expect(!start_recording(world), "a new world cannot be recorded");
  {
    Scene scene(world, {.with_contacts = true, .with_distances = true, .threshold = 1});
    std::vector<ObjectHandle> objects;
    for (const Shape& shape : all_sorts()) {
      objects.push_back(*world.create({.instance = {shape, Affine(Vec3{Real(objects.size()), 0, 0})}}));
      (void)scene.add(objects.back());
    }
    (void)scene.ignore(objects[0], objects[1]);
    (void)scene.update();
    (void)world.set_placement(objects[2], Affine(Vec3{3, 0, Real(0.25)}));
    (void)world.set_shape(objects[3], Sphere{2});
    (void)world.set_margin(objects[4], Real(0.5));
    (void)world.set_filter(objects[5], {2, 3});
    (void)scene.unignore(objects[0], objects[1]);
    (void)scene.set_motion(objects[7], Path::turning(Affine(Vec3{7, 0, 0}), {-5, 0, 0}, {1, 2, 9}));
    AdvanceSettings settings;
    settings.motion.target = Real(0.125);
    settings.motion.max_iterations = 1000;
    for (const ImpactSelection selection :
         {ImpactSelection::all, ImpactSelection::per_object, ImpactSelection::first}) {
      settings.selection = selection;
      (void)scene.advance(settings);
    }
    (void)scene.speculate(1);
    (void)scene.update();
    (void)world.destroy(objects[6]);
    (void)scene.update();
  }
  const auto log = recording(world).value();
  return {log.begin(), log.end()};
}

void check_log(std::span<const std::byte> log) {
  const auto report = replay_calls(log), again = replay_calls(log);
  expect(report.has_value() == again.has_value(), "refused once, but not twice");
  if (!report) return expect(report.error().message[0] != '\0', "a refusal without words");
  expect(report->different == again->different && report->updates == again->updates, "other results");
}

}  // namespace
}  // namespace graze::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::test;
  static const std::vector<std::byte> recorded = record_log();
  Bytes bytes(data, size);
  std::vector<std::byte> log;
  if (bytes.below(8) == 0) {
    for (; size > 1; --size) log.push_back(std::byte{bytes.byte()});
  } else {
    log = recorded;
    for (int i = bytes.below(6); i > 0 && !log.empty(); --i) damage(bytes, log);
  }
  check_log(log);
  if (log == recorded) expect(graze::replay_calls(log)->different == 0, "a log replays to other results");
  return 0;
}
