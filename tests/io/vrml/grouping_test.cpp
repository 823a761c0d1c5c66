// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/support.h"

namespace graze::io::test {
namespace {

const std::string kBox = "Shape { geometry Box {} }";
const std::string kQuarter = " 1.5707963267948966 ";

TEST(VrmlTransform, ScalesTurnsAndMovesInThatOrder) {
  const auto scene = scene_of("DEF T Transform { translation 10 0 0 rotation 0 0 1" + kQuarter +
                              "scale 2 1 1 children " + kBox + " }");
  expect_near(point_of(scene, "T", {1, 0, 0}), {10, 2, 0});
  expect_near(point_of(scene, "T", {0, 1, 0}), {9, 0, 0});
  expect_box(box_of(scene), {9, -2, -1}, {11, 2, 1});
}

TEST(VrmlTransform, TurnsAndScalesAboutItsCentre) {
  const auto scene = scene_of("DEF T Transform { center 1 0 0 rotation 0 0 1" + kQuarter + "scale 3 3 3 }");
  expect_near(point_of(scene, "T", {1, 0, 0}), {1, 0, 0});
  expect_near(point_of(scene, "T", {2, 0, 0}), {1, 3, 0});
}

TEST(VrmlTransform, ScalesAlongAxesOfItsOwn) {
  // x of the scale lies along (1, 1, 0): points on that line double, across it they stay.
  const auto scene = scene_of("DEF T Transform { scale 2 1 1 scaleOrientation 0 0 1 0.7853981633974483 }");
  expect_near(point_of(scene, "T", {1, 1, 0}), {2, 2, 0});
  expect_near(point_of(scene, "T", {1, -1, 0}), {1, -1, 0});
  expect_near(point_of(scene, "T", {1, 0, 0}), {1.5, 0.5, 0});
}

TEST(VrmlTransform, NestsAndNamesItsPath) {
  const auto scene = scene_of(
      "DEF A Transform { translation 1 0 0 children [ DEF B Group { children DEF C Transform { "
      "rotation 0 1 0" +
      kQuarter + "children [ " + kBox + " ] } } ] }");
  expect_near(point_of(scene, "C", {1, 0, 0}), {1, 0, -1});
  EXPECT_EQ(path_of(scene, 3), "A/B/C/Shape");
  EXPECT_EQ(scene.nodes[3].parent, 2u);
  EXPECT_EQ(scene.nodes[3].type, "Shape");
  EXPECT_EQ(scene.nodes[0].place.line, 2u);
  EXPECT_EQ(scene.nodes[0].place.column, 1u);
  EXPECT_EQ(scene.format, "VRML97");
  EXPECT_EQ(scene.files, std::vector<std::string>{"test.wrl"});
}

TEST(VrmlTransform, OddAxesAndScalesAreUsedWithAWarning) {
  const SceneRead read = read_text("DEF T Transform { rotation 0 0 5" + kQuarter +
                                   "scale -1 1 0 }\n"
                                   "DEF Z Transform { rotation 0 0 0 1 }");
  EXPECT_EQ(messages(read),
            "test.wrl:2:19: Transform.rotation: the axis is not of unit length\n"
            "test.wrl:2:53: Transform.scale is not above zero\n"
            "test.wrl:3:19: Transform.rotation: the axis is zero, taken for no rotation\n");
  expect_near(point_of(*read.scene, "T", {1, 0, 1}), {0, -1, 0});
  expect_near(point_of(*read.scene, "Z", {1, 2, 3}), {1, 2, 3});
}

TEST(VrmlGroups, AnchorGroupAndBillboardHoldChildren) {
  const auto scene = scene_of("Anchor { url \"x\" children " + kBox + " } Group { children [" + kBox + " " +
                              kBox + "] bboxSize 1 1 1 }");
  EXPECT_EQ(scene.geometries.size(), 3u);
  const SceneRead read = read_text("Billboard { axisOfRotation 0 0 0 children " + kBox + " }");
  EXPECT_EQ(messages(read), "test.wrl:2:1: Billboard turns with the viewer: it stands unturned\n");
  EXPECT_EQ(read.scene->geometries.size(), 1u);
}

TEST(VrmlSwitch, ShowsItsChoiceOnly) {
  const std::string choice = "choice [ Shape { geometry Box {} } Shape { geometry Sphere {} } ]";
  EXPECT_TRUE(scene_of("Switch { " + choice + " }").geometries.empty());
  EXPECT_TRUE(scene_of("Switch { whichChoice 2 " + choice + " }").geometries.empty());
  const auto scene = scene_of("Switch { whichChoice 1 " + choice + " }");
  EXPECT_EQ(only<SphereData>(scene).radius, 1);
}

TEST(VrmlLod, ShowsItsFinestLevel) {
  const auto scene = scene_of(
      "LOD { range [1] center 1 2 3 level [ Shape { geometry Sphere {} } Shape { geometry Box {} } ] }");
  EXPECT_EQ(only<SphereData>(scene).radius, 1);
  EXPECT_TRUE(scene_of("LOD { }").geometries.empty());
}

TEST(VrmlCollision, ExcludesWhatDoesNotCollideAndWhatIsBelow) {
  const auto scene =
      scene_of("DEF C Collision { collide FALSE children DEF D Collision { collide TRUE children DEF S " +
               kBox + " } } " + kBox);
  EXPECT_TRUE(scene.nodes[node_named(scene, "C")].is_excluded);
  EXPECT_TRUE(scene.nodes[node_named(scene, "S")].is_excluded);
  EXPECT_FALSE(scene.nodes.back().is_excluded);
}

TEST(VrmlCollision, ItsProxyStandsForItsChildren) {
  const std::string text = "Collision { proxy Shape { geometry Sphere { radius 9 } } children " + kBox + " }";
  EXPECT_EQ(only<SphereData>(scene_of(text)).radius, 9);
  VrmlOptions off;
  off.use_collision_nodes = false;
  EXPECT_EQ(only<BoxData>(scene_of(text, off)).half_extents, Vec3(1, 1, 1));
}

// NULL and a USE of nothing are choices: those behind them keep their numbers.
TEST(VrmlSwitch, NullAndWhatIsMissingTakeAPlace) {
  const std::string balls =
      "Shape { geometry Sphere { radius 2 } } Shape { geometry Sphere { radius 3 } } ] ";
  EXPECT_EQ(only<SphereData>(scene_of("Switch { choice [ NULL " + balls + "whichChoice 1 }")).radius, 2);
  EXPECT_TRUE(scene_of("Switch { choice [ NULL " + balls + "whichChoice 0 }").geometries.empty());
  EXPECT_TRUE(scene_of("LOD { level [ NULL " + balls + "}").geometries.empty());
  EXPECT_EQ(only<SphereData>(
                scene_of("PROTO P [ field MFNode c [] ] { Switch { choice IS c whichChoice 2 } } P { c [ "
                         "NULL " +
                         balls + "}"))
                .radius,
            3);
  const SceneRead read = read_text("Switch { choice [ USE Nobody " + balls + "whichChoice 1 }");
  EXPECT_EQ(messages(read), "test.wrl:2:19: USE of \"Nobody\", which is not defined above [loss]\n");
  EXPECT_EQ(only<SphereData>(*read.scene).radius, 2);
  EXPECT_EQ(scene_of("Group { children [ NULL " + balls + "}").geometries.size(), 2u);
}

TEST(VrmlUse, SharesTheGeometryAndTheLatestDefinitionCounts) {
  const auto scene = scene_of(
      "DEF A Shape { geometry DEF G Box {} } Transform { translation 5 0 0 children USE A } "
      "Shape { geometry USE G } DEF A Shape { geometry Sphere {} } USE A");
  ASSERT_EQ(scene.geometries.size(), 2u);
  ASSERT_EQ(scene.nodes.size(), 6u);
  EXPECT_EQ(scene.nodes[0].geometry, 0u);
  EXPECT_EQ(scene.nodes[2].geometry, 0u);
  EXPECT_EQ(scene.nodes[3].geometry, 0u);
  EXPECT_EQ(scene.nodes[4].geometry, 1u);
  EXPECT_EQ(scene.nodes[5].geometry, 1u);
  EXPECT_EQ(scene.geometries[0].name, "G");
  expect_box(box_of(scene), {-1, -1, -1}, {6, 1, 1});
}

TEST(VrmlUse, OfNothingOrOfItselfIsLost) {
  const SceneRead read = read_text("USE B\nDEF B Group { children [ USE B " + kBox + " ] }");
  EXPECT_EQ(read.code, ReadCode::partial);
  EXPECT_EQ(messages(read),
            "test.wrl:2:1: USE of \"B\", which is not defined above [loss]\n"
            "test.wrl:3:26: \"B\" contains itself [loss]\n");
  EXPECT_EQ(read.scene->geometries.size(), 1u);
}

TEST(VrmlInline, BringsTheNodesOfAFileWithNamesOfItsOwn) {
  MemoryFiles files;
  files.files["a b.wrl"] = "#VRML V2.0 utf8\nDEF X Shape { geometry Sphere { radius 2 } } USE X";
  VrmlOptions options;
  options.files = &files;
  const auto scene = scene_of(
      "Transform { translation 3 0 0 children DEF I Inline { url [ \"a b.wrl#View\" ] } } Inline { url [] }",
      options);
  EXPECT_EQ(path_of(scene, 2), "Transform/I/X");
  EXPECT_EQ(scene.nodes[2].place.file, 1u);
  EXPECT_EQ(scene.files, (std::vector<std::string>{"test.wrl", "a b.wrl"}));
  expect_box(box_of(scene), {1, -2, -2}, {5, 2, 2});
  const SceneRead read = read_text("Inline { url \"a b.wrl\" } USE X", options);
  EXPECT_EQ(messages(read), "test.wrl:2:26: USE of \"X\", which is not defined above [loss]\n");
}

TEST(VrmlInline, NestedTooDeepIsLeftOutAlone) {
  MemoryFiles files;
  for (int i = 0; i < 3; ++i)
    files.files["f" + std::to_string(i)] =
        "#VRML V2.0 utf8\n" + kBox + " Inline { url \"f" + std::to_string(i + 1) + "\" }";
  VrmlOptions options;
  options.files = &files;
  options.limits.file_depth = 2;
  const SceneRead read = read_text("Inline { url \"f0\" }", options);
  EXPECT_EQ(read.code, ReadCode::partial);
  EXPECT_EQ(messages(read).substr(0, 3), "f1:");
  EXPECT_NE(messages(read).find("Inline not read: f2: files are nested more than 2 deep [loss]"),
            std::string::npos)
      << messages(read);
  EXPECT_EQ(read.scene->geometries.size(), 2u);
}

TEST(VrmlInline, TriesItsUrlsInOrderAndSaysWhyNoneWasRead) {
  MemoryFiles files;
  files.files["b.wrl"] = "#VRML V2.0 utf8\nShape { geometry Sphere {} }";
  files.files["old.wrl"] = "#VRML V1.0 ascii\nCube {}";
  VrmlOptions options;
  options.files = &files;
  EXPECT_EQ(scene_of("Inline { url [ \"none.wrl\" \"b.wrl\" ] }", options).geometries.size(), 1u);
  const SceneRead read = read_text("Inline { url [ \"none.wrl\" \"old.wrl\" ] }", options);
  EXPECT_EQ(read.code, ReadCode::partial);
  EXPECT_EQ(
      messages(read),
      "test.wrl:2:10: Inline not read: none.wrl: no such file; old.wrl: this is VRML 1.0, which is not read: "
      "convert it to VRML97 (#VRML V2.0 utf8) [loss]\n");
  EXPECT_EQ(messages(read_text("Inline { url \"x.wrl\" }")),
            "test.wrl:2:10: Inline not read: x.wrl: no access to other files was given [loss]\n");
}

TEST(VrmlInline, OfItselfIsRefusedAndAFileIsReadOnce) {
  MemoryFiles files;
  files.files["test.wrl"] = "never read again";
  files.files["b.wrl"] = "#VRML V2.0 utf8\nInline { url \"test.wrl\" } Shape { geometry Box {} }";
  VrmlOptions options;
  options.files = &files;
  const SceneRead read = read_text("Inline { url \"b.wrl\" } Inline { url \"b.wrl\" }", options);
  EXPECT_EQ(messages(read), "b.wrl:2:10: Inline: test.wrl contains itself (2 times) [loss]\n");
  EXPECT_EQ(read.scene->nodes.size(), 6u);
  EXPECT_EQ(read.scene->files.size(), 2u);
}

}  // namespace
}  // namespace graze::io::test
