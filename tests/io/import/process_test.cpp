// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/import/process.h"

#include <unistd.h>

#include <chrono>

#include "io/import/import.h"
#include "io/import/wire.h"
#include "io/mesh/support.h"

namespace graze::io::test {
namespace {

using import::Ended;

import::ProgramRun run(const std::string& way, const std::string& input = {}, std::size_t most = 1 << 20,
                       double seconds = 30){const std::string arguments[] = {way};
return import::run_program(GRAZE_FAKE_IMPORT, arguments, input, most, seconds);
}

TEST(ImportProcess, EndsAreToldApart) {
  EXPECT_EQ(run("").ended, Ended::well);
  EXPECT_EQ(run("fail").ended, Ended::failed);
  EXPECT_EQ(run("fail").code, 7);
  EXPECT_EQ(run("crash").ended, Ended::crashed);
  EXPECT_EQ(run("crash").code, SIGSEGV);
  EXPECT_EQ(run("abort").code, SIGABRT);
  EXPECT_EQ(run("flood").ended, Ended::too_much);
  EXPECT_LE(run("flood").output.size(), std::size_t{1} << 20);
  EXPECT_EQ(import::run_program("/no/such/program", {}, {}, 1, 1).ended, Ended::not_started);
}

TEST(ImportProcess, AHangIsStopped) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(run("hang", {}, 1 << 20, 0.2).ended, Ended::too_long);
  EXPECT_EQ(run("hang", std::string(1 << 22, 'x'), 1 << 20, 0.2).ended, Ended::too_long);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(ImportProcess, ProcessorTimeIsLimited) {
  const import::ProgramRun r = run("spin", {}, 1 << 20, 60);
  EXPECT_EQ(r.ended, Ended::too_long);
  EXPECT_EQ(r.code, SIGXCPU);  // by its own limit of a second, not by ours
}

TEST(ImportProcess, LongInputAndOutputPass) {
  std::string text(5'000'000, ' ');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * i >> 3);
  const import::ProgramRun r = run("echo", text, text.size());
  EXPECT_EQ(r.ended, Ended::well);
  EXPECT_TRUE(r.output == text);
  EXPECT_EQ(run("echo", text, text.size() - 1).ended, Ended::too_much);
  // A program that ends without reading is no trouble, nor is a signal for a closed pipe.
  EXPECT_EQ(run("deaf", text).ended, Ended::well);
}

SceneRead import_by(const std::string& way) {
  SceneOptions options;
  options.import_program = GRAZE_FAKE_IMPORT;
  options.import_seconds = way == "hang" ? 1 : 60;
  return import::import_scene("bytes", "a.dae", way.c_str(), "dae", options);
}

TEST(Import, WhatGoesWrongInTheProgramIsAnError) {
  const struct {
    const char* way;
    ReadCode code;
    const char* error;
  } cases[] = {
      {"crash", ReadCode::damaged,
       "is read by graze_import with the library assimp, which crashed on this file (signal 11)"},
      {"fail", ReadCode::damaged,
       "is read by graze_import with the library assimp, which failed with exit code 7"},
      {"memory", ReadCode::limit,
       "is read by graze_import with the library assimp, which needs more memory than 4294967296 bytes"},
      {"hang", ReadCode::limit,
       "is read by graze_import with the library assimp, which took more than 1 seconds"},
      {"flood", ReadCode::limit,
       "is read by graze_import with the library assimp, which made more of this file than it may"},
      {"echo", ReadCode::damaged, "is read by graze_import, which gave no valid scene"},
      {"deaf", ReadCode::damaged, "is read by graze_import, which gave no valid scene"},
  };
  for (const auto& c : cases) {
    const SceneRead r = import_by(c.way);
    EXPECT_EQ(r.code, c.code);
    EXPECT_EQ(to_string(r.error), std::string("a.dae: ") + c.way + " " + c.error);
  }
  SceneOptions options;
  options.import_program = "/no/such/program";
  EXPECT_EQ(import::import_scene("", "a", "X", "x", options).error.text,
            "X is read by graze_import with the library assimp, which could not be started");
}

SceneData small_scene() {
  SceneData s;
  s.format = "X";
  s.metres_per_unit = 0.5;
  s.up = UpAxis::z;
  s.nodes.resize(2);
  s.nodes[0].name = "root";
  s.nodes[0].local.matrix = Placement{Mat3::diagonal(1, 2, 3), {4, 5, 6}};
  s.nodes[1].parent = 0;
  s.nodes[1].geometry = 0;
  s.nodes[1].local.rotation = Quat{0.6, 0, 0, 0.8};
  MeshData m;
  m.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  m.corners = {0, 1, 2};
  m.corners_of_loop = {3};
  s.geometries.push_back({"g", m, {}, kNone});
  LineData l;
  l.points = {{0, 0, 0}, {1, 0, 0}};
  l.corners = {0, 1};
  l.corners_of_line = {2};
  s.geometries.push_back({"l", l, {}, kNone});
  PointData p;
  p.points = {{7, 8, 9}};
  p.corners = {0};
  s.geometries.push_back({"p", p, {}, kNone});
  s.clocks.push_back({});
  Track t;
  t.keys = {0, 1};
  t.values = {0, 0, 0, 1, 2, 3};
  s.tracks.push_back(t);
  Channel c;
  c.clock = 0;
  c.tracks = {0};
  c.targets = {1};
  s.channels.push_back(c);
  return s;
}

TEST(ImportWire, AScenePassesUnchanged) {
  import::Answer in, out;
  in.scene = small_scene();
  in.remarks = {{"a", true}, {"b", false}};
  ASSERT_TRUE(import::from_bytes(import::to_bytes(in), out));
  EXPECT_EQ(out.scene.format, "X");
  EXPECT_EQ(out.scene.metres_per_unit, 0.5);
  EXPECT_EQ(out.scene.up, UpAxis::z);
  ASSERT_EQ(out.scene.nodes.size(), 2u);
  EXPECT_EQ(out.scene.nodes[0].name, "root");
  EXPECT_EQ(*out.scene.nodes[0].local.matrix * Vec3(1, 1, 1), Vec3(5, 7, 9));
  EXPECT_EQ(out.scene.nodes[1].local.rotation.w, 0.8);
  EXPECT_FALSE(out.scene.nodes[1].local.matrix);
  EXPECT_EQ(shape<MeshData>(out.scene, 1).points[1], Vec3(1, 0, 0));
  EXPECT_EQ(std::get<LineData>(out.scene.geometries[1].data).corners_of_line, (Indices{2}));
  EXPECT_EQ(std::get<PointData>(out.scene.geometries[2].data).points[0], Vec3(7, 8, 9));
  EXPECT_EQ(out.scene.tracks[0].values[5], 3);
  EXPECT_EQ(out.scene.channels[0].targets, (Indices{1}));
  EXPECT_EQ(out.remarks.size(), 2u);
  EXPECT_TRUE(out.remarks[0].is_loss);
}

TEST(Import, AnswersBecomeScenes) {
  import::Answer in;
  in.scene = small_scene();
  in.scene.nodes[0].name = "a\nb";
  in.scene.clocks[0].name = "walk";
  in.scene.clocks[0].is_running = false;
  in.remarks = {{"gone", true}};
  SceneOptions options;
  options.import_program = GRAZE_FAKE_IMPORT;
  const auto read = [&] {
    return import::import_scene(import::to_bytes(in), "a.dae", "echo", "dae", options);
  };
  const SceneRead r = read();
  EXPECT_EQ(
      messages(r),
      "a.dae: gone [loss]\na.dae: read by the library assimp, which keeps coordinates in single precision\n");
  EXPECT_EQ(r.code, ReadCode::partial);
  EXPECT_EQ(r.scene->nodes[0].name, "a?b");
  EXPECT_EQ(r.scene->files, (std::vector<std::string>{"a.dae"}));
  EXPECT_FALSE(r.scene->clocks[0].is_running);
  options.triggers = {"run"};
  EXPECT_FALSE(read().scene->clocks[0].is_running);
  options.triggers = {"run", "walk"};
  EXPECT_TRUE(read().scene->clocks[0].is_running);
  options.triggers.clear();
  options.trigger_all = true;
  EXPECT_TRUE(read().scene->clocks[0].is_running);
  options.limits.nodes = 1;
  EXPECT_EQ(read().error.text, "the scene has more than 1 nodes");
}

TEST(ImportWire, NoPrefixIsAnAnswer) {
  import::Answer in, out;
  in.scene = small_scene();
  const std::string bytes = import::to_bytes(in);
  for (std::size_t n = 0; n < bytes.size(); ++n)
    EXPECT_FALSE(import::from_bytes(bytes.substr(0, n), out)) << n;
  EXPECT_FALSE(import::from_bytes(bytes + "x", out));
}

TEST(ImportWire, ScenesThatNoReaderLeavesAreNoAnswer) {
  const auto is_answer = [](auto change) {
    import::Answer in, out;
    in.scene = small_scene();
    change(in.scene);
    return import::from_bytes(import::to_bytes(in), out);
  };
  const auto mesh = [](SceneData& s) -> MeshData& { return std::get<MeshData>(s.geometries[0].data); };
  EXPECT_TRUE(is_answer([](SceneData&) {}));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.nodes[0].parent = 1; }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.nodes[1].parent = 1; }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.nodes[0].geometry = 3; }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.nodes[0].local.matrix->translation.x = kInfinity; }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.nodes[1].local.scale.x = kInfinity; }));
  EXPECT_FALSE(is_answer([&](SceneData& s) { mesh(s).corners[0] = 3; }));
  EXPECT_FALSE(is_answer([&](SceneData& s) { mesh(s).corners_of_loop = {4}; }));
  EXPECT_FALSE(is_answer([&](SceneData& s) { mesh(s).corners_of_loop = {2, 1}; }));
  EXPECT_FALSE(
      is_answer([&](SceneData& s) { mesh(s).points[0].y = std::numeric_limits<double>::quiet_NaN(); }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.clocks[0].cycle = 0; }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.clocks.clear(); }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.tracks.clear(); }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.tracks[0].keys = {1, 0}; }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.tracks[0].values.pop_back(); }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.channels[0].target = Target::points; }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.channels[0].target = Target::rotation; }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.channels[0].targets = {2}; }));
  EXPECT_FALSE(is_answer([](SceneData& s) { s.metres_per_unit = -1; }));
}

}  // namespace
}  // namespace graze::io::test
