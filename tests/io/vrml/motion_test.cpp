// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/support.h"

namespace graze::io::test {
namespace {

const std::string kClock = "DEF C TimeSensor { loop TRUE cycleInterval 4 } ";
const std::string kSlide = "DEF P PositionInterpolator { key [0 0.5 1] keyValue [0 0 0, 2 0 0, 2 4 0] } ";
const std::string kBox = "Shape { geometry Box {} }";
std::string route(const std::string& a, const std::string& b) { return "ROUTE " + a + " TO " + b + "\n"; }

TEST(VrmlMotion, PositionsAreLinearBetweenKeys) {
  const auto scene =
      scene_of("DEF T Transform { translation 7 7 7 children " + kBox + " } " + kClock + kSlide +
               route("C.fraction_changed", "P.set_fraction") + route("P.value_changed", "T.set_translation"));
  expect_near(point_of(scene, "T", {}, -1), {7, 7, 7});  // before the clock starts: as in the file
  expect_near(point_of(scene, "T", {}, 0), {0, 0, 0});
  expect_near(point_of(scene, "T", {}, 1), {1, 0, 0});
  expect_near(point_of(scene, "T", {}, 2), {2, 0, 0});
  expect_near(point_of(scene, "T", {}, 3), {2, 2, 0});
  expect_near(point_of(scene, "T", {}, 4),
              {2, 4, 0});  // the end of the first cycle, not the start of the second
  expect_near(point_of(scene, "T", {}, 5), {1, 0, 0});
  expect_box(box_of(scene, 3), {1, 1, -1}, {3, 3, 1});
  EXPECT_EQ(scene.clocks[0].name, "C");
  EXPECT_EQ(scene.tracks[0].name, "P");
}

TEST(VrmlMotion, OrientationsTakeTheShorterArcAtConstantSpeed) {
  // From 0 to 5 radians about y: backwards, by 5 - 2 pi.
  const auto scene =
      scene_of("DEF T Transform { } " + kClock +
               "DEF O OrientationInterpolator { key [0 1] keyValue [0 1 0 0, 0 1 0 5] } " +
               route("C.fraction_changed", "O.set_fraction") + route("O.value_changed", "T.rotation"));
  for (const double f : {0.0, 0.25, 0.5, 0.9}) {
    const double angle = f * (5 - 2 * kPi);
    expect_near(point_of(scene, "T", {1, 0, 0}, 4 * f), {std::cos(angle), 0, -std::sin(angle)}, 1e-14);
  }
}

TEST(VrmlMotion, ScaleCentreAndScaleOrientationMove) {
  const std::string three = "DEF P PositionInterpolator { key [0 1] keyValue [1 1 1, 3 1 1] } ";
  const auto scaled =
      scene_of("DEF T Transform { } " + kClock + three + route("C.fraction_changed", "P.set_fraction") +
               route("P.value_changed", "T.scale"));
  expect_near(point_of(scaled, "T", {1, 1, 1}, 2), {2, 1, 1});
  const auto centred =
      scene_of("DEF T Transform { scale 2 2 2 } " + kClock + three +
               route("C.fraction_changed", "P.set_fraction") + route("P.value_changed", "T.set_center"));
  expect_near(point_of(centred, "T", {0, 0, 0}, 2), {-2, -1, -1});  // about (2, 1, 1)
  const auto turned = scene_of(
      "DEF T Transform { scale 2 1 1 } " + kClock +
      "DEF O OrientationInterpolator { key [0 1] keyValue [0 0 1 0, 0 0 1 1.5707963267948966] } " +
      route("C.fraction_changed", "O.set_fraction") + route("O.value_changed", "T.scaleOrientation"));
  expect_near(point_of(turned, "T", {1, 1, 0}, 4), {1, 2, 0});
}

TEST(VrmlMotion, CoordinatesDeformEveryShapeThatUsesThem) {
  const auto scene = scene_of(
      "Shape { geometry IndexedFaceSet { coord DEF K Coordinate { point [0 0 0, 1 0 0, 0 1 0] } coordIndex "
      "[0 1 2] } } "
      "Shape { geometry IndexedLineSet { coord USE K coordIndex [0 1] } } " +
      kClock +
      "DEF I CoordinateInterpolator { key [0 1] keyValue [0 0 0, 1 0 0, 0 1 0,  0 0 8, 1 0 8, 0 5 8] } " +
      route("C.fraction_changed", "I.set_fraction") + route("I.value_changed", "K.set_point"));
  EXPECT_EQ(deformed_geometries(scene), (std::vector<bool>{true, true}));
  expect_near(std::get<MeshData>(evaluate_geometry(scene, 0, 2).data).points[2], {0, 3, 4});
  expect_near(std::get<LineData>(evaluate_geometry(scene, 1, 1).data).points[1], {1, 0, 2});
  expect_box(box_of(scene, 4), {0, 0, 8}, {1, 5, 8});
}

TEST(VrmlMotion, ASpineMovesItsExtrusion) {
  const auto scene =
      scene_of("Shape { geometry DEF E Extrusion {} } " + kClock +
               "DEF I CoordinateInterpolator { key [0 1] keyValue [0 0 0, 0 1 0,  0 0 0, 0 9 0] } " +
               route("C.fraction_changed", "I.set_fraction") + route("I.value_changed", "E.set_spine"));
  expect_box(box_of(scene, 2), {-1, 0, -1}, {1, 5, 1});
}

TEST(VrmlMotion, AScalarInterpolatorBendsTheTimeOfAnother) {
  const auto scene = scene_of(
      "DEF T Transform { } " + kClock + kSlide + "DEF S ScalarInterpolator { key [0 1] keyValue [1 0] } " +
      route("C.fraction_changed", "S.set_fraction") + route("S.value_changed", "P.set_fraction") +
      route("P.value_changed", "T.translation"));
  expect_near(point_of(scene, "T", {}, 1), {2, 2, 0});  // a quarter of the way is three quarters
}

TEST(VrmlMotion, ExposedFieldsPassEventsOn) {
  const auto scene =
      scene_of("DEF T Transform { } DEF U Transform { } " + kClock + kSlide +
               route("C.fraction_changed", "P.set_fraction") + route("P.value_changed", "T.set_translation") +
               route("T.translation_changed", "U.set_translation") +
               route("U.translation_changed", "T.set_translation"));
  expect_near(point_of(scene, "U", {}, 1), {1, 0, 0});
}

TEST(VrmlMotion, ASharedNodeMovesInAllItsPlaces) {
  const auto scene = scene_of(
      "DEF T Transform { children " + kBox + " } Transform { translation 0 0 9 children USE T } " + kClock +
      kSlide + route("C.fraction_changed", "P.set_fraction") + route("P.value_changed", "T.translation"));
  EXPECT_EQ(scene.channels[0].targets.size(), 2u);
  expect_box(box_of(scene, 3), {1, 1, -1}, {3, 3, 10});
}

TEST(VrmlMotion, InstancesOfAPrototypeHaveClocksAndRoutesOfTheirOwn) {
  const std::string proto =
      "PROTO Mover [ field SFTime cycle 4 eventOut SFVec3f moved eventIn SFVec3f set_place exposedField "
      "SFVec3f place 0 0 0 ] { "
      "DEF T Transform { translation IS place set_translation IS set_place children " +
      kBox +
      " } "
      "DEF C TimeSensor { loop TRUE cycleInterval IS cycle } DEF P PositionInterpolator { key [0 1] keyValue "
      "[0 0 0, 8 0 0] value_changed IS moved } "
      "ROUTE C.fraction_changed TO P.set_fraction ROUTE P.value_changed TO T.set_translation } ";
  const auto scene = scene_of(proto + "DEF A Mover {} DEF B Mover { cycle 8 }");
  EXPECT_EQ(scene.clocks.size(), 2u);
  expect_near(point_of(scene, "A", {}, 2), {4, 0, 0});
  expect_near(point_of(scene, "B", {}, 2), {2, 0, 0});
  // Out of one instance and into another, through both interfaces.
  const std::string still =
      "PROTO Still [ eventIn SFVec3f go exposedField SFVec3f at 1 2 3 ] { Transform { set_translation IS go "
      "translation IS at } } ";
  const auto linked = scene_of(proto + still + "DEF A Mover {} DEF S Still {} DEF W Still {} " +
                               route("A.moved", "S.go") + route("A.moved", "W.set_at"));
  expect_near(point_of(linked, "S", {}, 2), {4, 0, 0});
  expect_near(point_of(linked, "W", {}, 2), {4, 0, 0});
  expect_near(point_of(linked, "S", {}, -1), {1, 2, 3});
}

TEST(VrmlMotion, AJumpEndsAtItsKeyAndKeysMayRepeat) {
  const auto scene =
      scene_of("DEF T Transform { } " + kClock +
               "DEF P PositionInterpolator { key [0 0.5 0.5 1] keyValue [0 0 0, 1 0 0, 5 0 0, 6 0 0] } " +
               route("C.fraction_changed", "P.set_fraction") + route("P.value_changed", "T.translation"));
  EXPECT_NEAR(point_of(scene, "T", {}, 2 - 1e-9).x, 1, 1e-8);
  expect_near(point_of(scene, "T", {}, 2), {5, 0, 0});
}

TEST(VrmlMotion, StaggeredLoopsKeepTheirPhase) {
  const std::string two =
      "DEF T Transform {} DEF U Transform {} DEF C TimeSensor { loop TRUE cycleInterval 4 startTime 1 } "
      "DEF D TimeSensor { loop TRUE cycleInterval 4 startTime 0 } ";
  const auto scene =
      scene_of(two + kSlide + "DEF Q PositionInterpolator { key [0 1] keyValue [0 0 0, 4 0 0] } " +
               route("C.fraction_changed", "P.set_fraction") + route("P.value_changed", "T.translation") +
               route("D.fraction_changed", "Q.set_fraction") + route("Q.value_changed", "U.translation"));
  // Time 0 is the later start: the other has run for a second by then.
  expect_near(point_of(scene, "T", {}, 0), {0, 0, 0});
  expect_near(point_of(scene, "U", {}, 0), {1, 0, 0});
}

TEST(VrmlMotion, SensorsThatWaitStartByAnOption) {
  const std::string text =
      "DEF T Transform { translation 7 0 0 } DEF C TimeSensor { cycleInterval 4 startTime 3 } " + kSlide +
      route("C.fraction_changed", "P.set_fraction") + route("P.value_changed", "T.translation");
  const SceneRead waiting = read_text(text);
  EXPECT_EQ(waiting.code, ReadCode::complete);
  EXPECT_EQ(messages(waiting),
            "test.wrl:2:39: a TimeSensor waits for an event: what it moves rests unless it is triggered\n");
  EXPECT_FALSE(waiting.scene->clocks[0].is_running);
  expect_near(point_of(*waiting.scene, "T", {}, 1), {7, 0, 0});
  VrmlOptions options;
  options.triggers = {"C"};
  const auto scene = scene_of(text, options);
  expect_near(point_of(scene, "T", {}, 1), {1, 0, 0});
  expect_near(point_of(scene, "T", {}, 9), {2, 4, 0});  // it does not loop: the end stays
  options.triggers.clear();
  options.trigger_all = true;
  expect_near(point_of(scene_of(text, options), "T", {}, 2), {2, 0, 0});
}

TEST(VrmlMotion, SensorsThatHaveEndedOrAreOffDoNotRun) {
  for (const std::string fields :
       {"loop TRUE startTime 1 stopTime 2", "loop TRUE enabled FALSE", "loop FALSE"}) {
    const SceneRead read =
        read_text("DEF T Transform { } DEF C TimeSensor { " + fields + " } " + kSlide +
                  route("C.fraction_changed", "P.set_fraction") + route("P.value_changed", "T.translation"));
    ASSERT_EQ(read.scene->clocks.size(), 1u);
    EXPECT_FALSE(read.scene->clocks[0].is_running) << fields;
  }
  EXPECT_EQ(scene_of("TimeSensor { loop TRUE stopTime 0 }").clocks.size(), 0u);  // moves nothing
}

TEST(VrmlMotion, KeysAndValuesThatDoNotFitAreUsedAsFarAsTheyGo) {
  const auto read = [](const std::string& fields) {
    return read_text("DEF T Transform { } " + kClock + "DEF P PositionInterpolator { " + fields + " } " +
                     route("C.fraction_changed", "P.set_fraction") +
                     route("P.value_changed", "T.translation"));
  };
  EXPECT_EQ(messages(read("key [0 1 2] keyValue [0 0 0, 1 1 1]")),
            "test.wrl:2:68: PositionInterpolator: the numbers of keys and values do not fit [loss]\n");
  const SceneRead falling = read("key [0 .5 .2] keyValue [0 0 0, 1 0 0, 9 9 9]");
  EXPECT_EQ(messages(falling),
            "test.wrl:2:97: PositionInterpolator.key decreases: the rest is left out [loss]\n");
  EXPECT_EQ(falling.scene->tracks[0].keys, (std::vector<double>{0, 0.5}));
  EXPECT_EQ(messages(read("key [0 1] keyValue [0 0 0, 1 nan 0]")),
            "test.wrl:2:68: PositionInterpolator with numbers that are not finite left out [loss]\n");
  EXPECT_TRUE(read("key [] keyValue []").scene->channels.empty());
}

TEST(VrmlMotion, RoutesOfAnotherTypeOrFromScriptsAreReported) {
  EXPECT_EQ(messages(read_text("DEF T Transform { } " + kClock + kSlide +
                               route("C.fraction_changed", "P.set_fraction") +
                               route("P.value_changed", "T.rotation"))),
            "test.wrl:2:1: a ROUTE to Transform.rotation has another type [loss]\n");
  EXPECT_EQ(messages(read_text("DEF T Transform { } DEF S Script { eventOut SFVec3f out url \"javascript: "
                               "function f() { x = 1 }\" field SFNode n USE T }\n" +
                               route("S.out", "T.set_translation"))),
            "test.wrl:3:1: not animated: a Script sets Transform.translation [loss]\n");
  EXPECT_EQ(messages(read_text(kClock + "\nROUTE C.fraction_changed TO Nobody.set_fraction")),
            "test.wrl:3:1: ROUTE names \"Nobody\", which is not defined\n");
  EXPECT_EQ(messages(read_text("DEF T Transform { }\nROUTE Nobody.value_changed TO T.set_translation")),
            "test.wrl:3:1: ROUTE names \"Nobody\", which is not defined [loss]\n");
  // Without the sensor of a user nothing is missing.
  EXPECT_EQ(messages(read_text("DEF V Viewpoint { }\nROUTE Touch.isActive TO V.set_bind")),
            "test.wrl:3:1: ROUTE names \"Touch\", which is not defined\n");
  EXPECT_EQ(messages(read_text(
                "Shape { geometry PointSet { coord DEF K Coordinate { point [0 0 0, 1 1 1] } } } " + kClock +
                "DEF I CoordinateInterpolator { key [0 1] keyValue [0 0 0, 1 1 1] } " +
                route("C.fraction_changed", "I.set_fraction") + route("I.value_changed", "K.point"))),
            "test.wrl:2:35: a CoordinateInterpolator has fewer points than Coordinate.point [loss]\n");
}

TEST(VrmlMotion, RoutesMayStandInsideOfNodes) {
  const auto scene = scene_of("DEF T Transform { children [ " + kClock + kSlide +
                              route("C.fraction_changed", "P.set_fraction") + kBox +
                              " ] ROUTE P.value_changed TO T.set_translation }");
  expect_near(point_of(scene, "T", {}, 1), {1, 0, 0});
}

TEST(VrmlMotion, WhatIsSwitchedOffHasNoChannel) {
  EXPECT_TRUE(scene_of("Switch { choice DEF T Transform { } } " + kClock + kSlide +
                       route("C.fraction_changed", "P.set_fraction") +
                       route("P.value_changed", "T.translation"))
                  .channels.empty());
}

}  // namespace
}  // namespace graze::io::test
