// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/support.h"

namespace graze::io::test {
namespace {

const std::string kBall =
    "PROTO Ball [ field SFFloat r 1 exposedField SFVec3f at 0 0 0 field MFNode more [] ] { "
    "Transform { translation IS at children [ Shape { geometry Sphere { radius IS r } } Group { children IS "
    "more } ] } } ";

TEST(VrmlProto, IsMadeAnewForEachInstanceWithItsValues) {
  const auto scene = scene_of(kBall + "DEF A Ball { r 2 } DEF B Ball { at 5 0 0 }");
  ASSERT_EQ(scene.geometries.size(), 2u);
  EXPECT_EQ(std::get<SphereData>(scene.geometries[0].data).radius, 2);
  EXPECT_EQ(std::get<SphereData>(scene.geometries[1].data).radius, 1);
  EXPECT_EQ(scene.nodes[node_named(scene, "B")].type, "Ball");
  expect_near(point_of(scene, "B", {}), {5, 0, 0});
  expect_box(box_of(scene), {-2, -2, -2}, {6, 2, 2});
}

TEST(VrmlProto, NodesGivenToItStandInTheScopeOfTheCaller) {
  const auto scene = scene_of(
      kBall + "DEF G Shape { geometry Box {} } Ball { at 9 0 0 more [ USE G Shape { geometry Cone {} } ] }");
  expect_box(box_of(scene), {-1, -1, -1}, {10, 1, 1});
  EXPECT_EQ(scene.geometries.size(), 3u);
}

TEST(VrmlProto, ItsInstanceIsItsFirstNodeOnly) {
  const auto scene = scene_of(
      "PROTO P [] { Group { children Shape { geometry Box {} } } Shape { geometry Sphere {} } } P {}");
  EXPECT_EQ(only<BoxData>(scene).half_extents, Vec3(1, 1, 1));
  EXPECT_TRUE(scene_of("PROTO P [] { } P {}").nodes.empty());
}

TEST(VrmlProto, MayBeAGeometryOrACoordinate) {
  const auto scene = scene_of(
      "PROTO Ico [ field SFFloat s 1 ] { Sphere { radius IS s } } PROTO Tri [] { Coordinate { point [0 0 0 1 "
      "0 0 0 1 0] } } "
      "Shape { geometry DEF one Ico { s 4 } } Shape { geometry IndexedFaceSet { coord Tri {} coordIndex [0 1 "
      "2] } }");
  EXPECT_EQ(std::get<SphereData>(scene.geometries[0].data).radius, 4);
  EXPECT_EQ(scene.geometries[0].name, "one");
  EXPECT_EQ(std::get<MeshData>(scene.geometries[1].data).corners.size(), 3u);
}

TEST(VrmlProto, NestsAndSeesThatOfTheEnclosingScope) {
  const auto scene = scene_of(
      "PROTO Outer [ field SFFloat size 2 ] { PROTO Inner [ field SFFloat s 1 ] { Sphere { radius IS s } } "
      "Shape { geometry Inner { s IS size } } } Outer { size 7 } Outer {}");
  ASSERT_EQ(scene.geometries.size(), 2u);
  EXPECT_EQ(std::get<SphereData>(scene.geometries[0].data).radius, 7);
  EXPECT_EQ(std::get<SphereData>(scene.geometries[1].data).radius, 2);
  const SceneRead read =
      read_text("PROTO Outer [] { PROTO Inner [] { Group {} } Inner {} } Outer {} Inner {}");
  EXPECT_EQ(messages(read), "test.wrl:2:66: unknown node Inner left out [loss]\n");
}

TEST(VrmlProto, NamesInItsBodyAreItsOwn) {
  const SceneRead read = read_text(
      "PROTO P [] { Group { children [ DEF X Shape { geometry Box {} } USE X ] } } P {} P {} USE X");
  EXPECT_EQ(messages(read), "test.wrl:2:87: USE of \"X\", which is not defined above [loss]\n");
  EXPECT_EQ(read.scene->geometries.size(), 2u);
}

TEST(VrmlProto, ThatContainsItselfIsLost) {
  const SceneRead read =
      read_text("PROTO P [] { Group { children [ P {} Shape { geometry Box {} } ] } } P {}");
  EXPECT_EQ(messages(read), "test.wrl:2:33: PROTO P contains itself [loss]\n");
  EXPECT_EQ(read.scene->geometries.size(), 1u);
  const SceneRead ring = read_text("PROTO A [] { B {} } PROTO B [] { A {} } A {}");
  EXPECT_EQ(messages(ring), "test.wrl:2:34: PROTO A contains itself [loss]\n");
}

TEST(VrmlProto, TwentyDoublingsAreRefusedRatherThanExpanded) {
  std::string text = "PROTO P0 [] { Shape { geometry Box {} } }\n";
  for (int i = 1; i <= 30; ++i) {
    const std::string below = "P" + std::to_string(i - 1) + " {} ";
    text += "PROTO P" + std::to_string(i) + " [] { Group { children [ " + below + below + "] } }\n";
  }
  VrmlOptions options;
  options.limits.nodes = 10000;
  const SceneRead read = read_text(text + "P30 {}", options);
  EXPECT_EQ(read.code, ReadCode::limit);
  EXPECT_EQ(read.error.text, "prototypes and files expand to more than 10000 nodes");
}

TEST(VrmlExternProto, IsTakenByNameOrAsTheFirstOfItsFile) {
  MemoryFiles files;
  files.files["lib.wrl"] =
      "#VRML V2.0 utf8\nPROTO Small [] { Shape { geometry Sphere {} } } PROTO Big [ field SFFloat r 5 ] "
      "{ Shape { geometry Sphere { radius IS r } } }";
  VrmlOptions options;
  options.files = &files;
  const auto scene = scene_of(
      "EXTERNPROTO Big [ field SFFloat r ] [ \"urn:inet:big\" \"lib.wrl#Big\" ] EXTERNPROTO Any [] "
      "\"lib.wrl\" "
      "Big {} Big { r 8 } Any {}",
      options);
  ASSERT_EQ(scene.geometries.size(), 3u);
  EXPECT_EQ(std::get<SphereData>(scene.geometries[0].data).radius, 5);
  EXPECT_EQ(std::get<SphereData>(scene.geometries[1].data).radius, 8);
  EXPECT_EQ(std::get<SphereData>(scene.geometries[2].data).radius, 1);
}

TEST(VrmlExternProto, ThatCannotBeReadIsOneWarning) {
  MemoryFiles files;
  files.files["lib.wrl"] = "#VRML V2.0 utf8\nEXTERNPROTO Loop [] \"lib.wrl#Loop\" Group {}";
  VrmlOptions options;
  options.files = &files;
  const SceneRead read = read_text(
      "EXTERNPROTO Geo [ field SFVec3f x ] \"http://far/away.wrl#Geo\" Geo { x 1 2 3 } Geo {}\n"
      "EXTERNPROTO None [] \"lib.wrl#None\" None {}\nEXTERNPROTO Loop [] \"lib.wrl#Loop\" Loop {}",
      options);
  EXPECT_EQ(read.code, ReadCode::partial);
  EXPECT_EQ(messages(read),
            "test.wrl:2:1: EXTERNPROTO Geo not read: http://far/away.wrl: no such file [loss]\n"
            "test.wrl:3:1: EXTERNPROTO None is not in the file that it names [loss]\n"
            "lib.wrl:2:1: EXTERNPROTO Loop is not in the file that it names [loss]\n");
}

TEST(VrmlProto, IsOutsideOfAProtoMeansNothing) {
  EXPECT_EQ(messages(read_text("Shape { geometry Sphere { radius IS r } }")),
            "test.wrl:2:27: IS outside of a PROTO [loss]\n");
}

}  // namespace
}  // namespace graze::io::test
