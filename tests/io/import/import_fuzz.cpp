// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: what the importing program answers may be any bytes. They are refused, or give a scene
// that is in range and is written as the same bytes again. Half of the inputs are an answer with bytes
// changed.

#include "io/import/wire.h"
#include "scene_check.h"

namespace graze::io::test {
namespace {

std::string small_answer() {
  import::Answer a;
  a.scene.nodes.resize(2);
  a.scene.nodes[1].parent = 0;
  a.scene.nodes[1].geometry = 0;
  MeshData m;
  m.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  m.corners = {0, 1, 2};
  m.corners_of_loop = {3};
  a.scene.geometries.push_back({"g", m, {}, kNone});
  a.scene.clocks.push_back({});
  Track t;
  t.keys = {0, 1};
  t.values = {0, 0, 0, 1, 2, 3};
  a.scene.tracks.push_back(t);
  Channel c;
  c.clock = 0;
  c.tracks = {0};
  c.targets = {1};
  a.scene.channels.push_back(c);
  return import::to_bytes(a);
}

// Three bytes of the input: where, what, and how.
void change(std::string& bytes, const std::uint8_t* data, std::size_t size) {
  for (std::size_t i = 0; i + 2 < size && !bytes.empty(); i += 3) {
    const std::size_t at = (data[i] * 7u + data[i + 2] / 2u) % bytes.size();
    if (data[i + 2] % 2 == 0)
      bytes[at] = static_cast<char>(data[i + 1]);
    else
      bytes.erase(at, data[i + 1] % 9u);
  }
}

}  // namespace
}  // namespace graze::io::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::io;
  if (size < 1) return 0;
  std::string bytes;
  if (data[0] % 2 == 0) {
    bytes = test::small_answer();
    test::change(bytes, data + 1, size - 1);
  } else {
    bytes = "graze import 1\n" + std::string(reinterpret_cast<const char*>(data + 1), size - 1);
  }
  import::Answer answer;
  if (!import::from_bytes(bytes, answer) || !answer.refusal.empty()) return 0;
  answer.scene.files = {"f"};
  test::check_scene(answer.scene);
  import::Answer again;
  test::expect(import::from_bytes(import::to_bytes(answer), again), "what was read cannot be read again");
  return 0;
}
