// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/support.h"

namespace graze::io::test {
namespace {

const std::string kFolder = std::string(GRAZE_TEST_DATA) + "/vrml/";

SceneData sample(const std::string& name) {
  const SceneRead read = read_vrml_file(kFolder + name);
  EXPECT_EQ(messages(read), "") << name;
  return read.scene.value_or(SceneData());
}

TEST(VrmlSamples, TheSpaceGameHasAFighterThatFliesThroughARing) {
  const auto scene = sample("space.wrl");
  EXPECT_EQ(path_of(scene, node_named(scene, "hull")), "fighter/hull");
  // The file's path: from x = -10 to x = 10 in eight seconds; the hull is a cone of radius 0.5, its apex
  // ahead.
  const std::uint32_t hull = node_named(scene, "hull");
  const auto box = [&](double time) {
    return bounds(scene.geometries[scene.nodes[hull].geometry], evaluate(scene, time).world_from_node[hull]);
  };
  expect_box(box(4), {-1, -0.5, -0.5}, {1, 0.5, 0.5});
  expect_box(box(2), {-6, -0.5, -0.5}, {-4, 0.5, 0.5});
}

TEST(VrmlSamples, AWheelTurnsOnItsOwnClockInEachInstance) {
  const auto scene = sample("gears.wrl");
  EXPECT_EQ(scene.files.size(), 2u);  // the wheel is an EXTERNPROTO
  EXPECT_EQ(scene.clocks.size(), 2u);
  // A tooth of the large wheel begins at (2, 0, 0) of its frame; half of its 8 seconds turns it to +y.
  expect_near(point_of(scene, "large", {2, 0, 0}, 4), {0, 2, 0}, 1e-9);
  // The small one turns the other way, twice as fast, about (3, 0, 0).
  expect_near(point_of(scene, "small", {1, 0, 0}, 2), {3, -1, 0}, 1e-9);
}

TEST(VrmlSamples, AFileThatIsNotThereSaysSo) {
  const SceneRead read = read_vrml_file(kFolder + "none.wrl");
  EXPECT_EQ(read.code, ReadCode::unreadable);
  EXPECT_EQ(read.error.text, "no such file");
  EXPECT_EQ(read_vrml_file(kFolder).error.text, "it is not a plain file");
}

TEST(VrmlSamples, ReferencesStayBelowTheirRoot) {
  FolderFiles files(kFolder);
  const std::string from = kFolder + "gears.wrl";
  const auto refusal = [&](std::string_view url) { return files.open(url, from, 1000000).refusal; };
  EXPECT_EQ(refusal("wheel.wrl"), "");
  EXPECT_EQ(refusal("./%77heel.wrl"), "");
  EXPECT_EQ(refusal("../README.md"), "it is outside of the root folder");
  EXPECT_EQ(refusal("%2e%2e/README.md"), "it is outside of the root folder");
  EXPECT_EQ(refusal("/etc/hostname"), "it is an absolute path");
  EXPECT_EQ(refusal("%2Fetc/hostname"), "it is an absolute path");
  EXPECT_EQ(refusal("file:wheel.wrl"), "only relative paths are read, no URLs or drives");
  EXPECT_EQ(refusal("http://x/y.wrl"), "only relative paths are read, no URLs or drives");
  EXPECT_EQ(refusal("c:x.wrl"), "only relative paths are read, no URLs or drives");
  EXPECT_EQ(refusal("..\\x.wrl"), "it holds a backslash or NUL");
  EXPECT_EQ(refusal("wheel.wrl%00.txt"), "it holds a backslash or NUL");
  EXPECT_EQ(refusal(""), "it is empty");
  EXPECT_EQ(refusal("."), "it is not a plain file");
  EXPECT_EQ(refusal("none.wrl"), "no such file");
  EXPECT_TRUE(files.open("wheel.wrl", from, 10).is_too_large);
  EXPECT_EQ(FolderFiles(kFolder + "..").open("../README.md", from, 1000000).refusal, "");  // a wider root
}

}  // namespace
}  // namespace graze::io::test
