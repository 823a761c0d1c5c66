// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A scene that is recorded, and the reader of such logs: `16_replay FOLDER` records one into FOLDER and reads
// it, `16_replay FILE.log` reads what somebody sent.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "graze/graze.h"

using namespace graze;
namespace {

// Boxes that fall onto a floor, each a little later than the one before.
bool record(const std::string& path) {
  World world;
  if (start_recording(world)) return false;
  Scene scene(world, {.with_contacts = true});
  (void)scene.add(*world.create({.instance = {HalfSpace{{0, 1, 0}, 0}, Affine()}}));
  std::vector<ObjectHandle> boxes;
  for (int i = 0; i < 5; ++i) {
    boxes.push_back(
        *world.create({.instance = {Box{{Real(0.5), Real(0.5), Real(0.5)}}, Affine(Vec3{0, 9, 0})}}));
    (void)scene.add(boxes.back());
  }
  for (int frame = 0; frame < 60; ++frame) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Real fallen = Real(0.1) * Real(frame) - Real(i);
      (void)world.set_placement(boxes[i], Affine(Vec3{Real(i) * 2, std::max(Real(0.49), 5 - fallen), 0}));
    }
    (void)scene.update();
  }
  const auto log = recording(world);
  if (!log) return false;
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(log->data()), std::streamsize(log->size()));
  return bool(out);
}

void show(const Scene& scene, std::size_t update) {
  std::size_t begins = 0, ends = 0, contacts = 0;
  for (const ScenePair& pair : scene.pairs()) {
    begins += pair.phase == PairPhase::begin;
    ends += pair.phase == PairPhase::end;
    contacts += !pair.contacts.empty();
  }
  if (begins + ends > 0)
    std::printf("update %zu: %zu begin, %zu end, %zu with contacts\n", update, begins, ends, contacts);
}

}  // namespace

int main(int argc, char** argv) {
  std::string path = argc > 1 ? argv[1] : ".";
  if (!path.ends_with(".log")) {
    path += "/scene.log";
    if (!record(path)) return 1;
  }
  std::ifstream in(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  const auto report =
      replay_calls(std::as_bytes(std::span(bytes)),
                   [](const World&, const Scene& scene, std::size_t update) { show(scene, update); });
  if (!report) {
    std::printf("%s: %s at byte %zu\n", path.c_str(), report.error().message, report.error().position);
    return 1;
  }
  std::printf("%zu calls, %zu updates, %zu of them not as recorded\n", report->calls, report->updates,
              report->different);
  return report->different == 0 ? 0 : 1;
}
