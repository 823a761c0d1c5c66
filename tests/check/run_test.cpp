// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "check/support.h"

namespace graze::check_tests {
namespace {

using check::Kind;

const std::string kBoxes = R"(
DEF a Transform { children Shape { geometry Box { size 2 2 2 } } }
DEF b Transform { translation 1.5 0 0 children Shape { geometry Box { size 2 2 2 } } }
DEF c Transform { translation 10 0 0 children Shape { geometry Box { size 2 2 2 } } }
)";

TEST(Check, TwoBoxesPenetrateByTheirOverlap) {
  const Scene scene = make_scene(kBoxes);
  const check::Report report = run(scene);
  ASSERT_EQ(texts(scene, report), (Texts{"penetration a b"}));
  const check::Finding& f = report.findings[0];
  EXPECT_TRUE(f.is_certain);
  EXPECT_NEAR(f.depth(), 0.5, 1e-12);
  EXPECT_NEAR(f.normal.x, 1, 1e-12);
  EXPECT_EQ(f.intersecting, 1u);
  EXPECT_EQ(f.bounds.lower, (Vec3{0.5, -1, -1}));
  EXPECT_EQ(f.bounds.upper, (Vec3{1, 1, 1}));
  EXPECT_EQ(report.pairs, 3u);
  EXPECT_EQ(report.outcome, check::Outcome::complete);
}

// The gap of b and c is 10 - 1.5 - 2 = 6.5.
TEST(Check, ClearanceJustAboveAGapFindsItAndJustBelowDoesNot) {
  const Scene scene = make_scene(kBoxes);
  check::Job job;
  job.clearance = 6.5 + 1e-9;
  EXPECT_EQ(texts(scene, run(scene, job)), (Texts{"penetration a b", "clearance b c"}));
  job.clearance = 6.5 - 1e-9;
  EXPECT_EQ(texts(scene, run(scene, job)), (Texts{"penetration a b"}));
}

const char* const kRotated = R"(
DEF frame Transform {
  translation 3 -7 11 rotation 1 2 3 0.7
  children Transform {
    rotation 0 1 1 1.1 scale 1 1 1
    children [
      DEF a Transform { children Shape { geometry Box { size 1 2 3 } } }
      DEF b Transform { translation 1 0 0 children Shape { geometry Box { size 1 2 3 } } }
      DEF c Transform { translation 0 2 0 children Shape { geometry Box { size 1 2 3 } } }
    ]
  }
}
)";

TEST(Check, FlushBoxesUnderRotatedParentsTouch) {
  const Scene scene = make_scene(kRotated);
  const check::Report report = run(scene);
  ASSERT_EQ(report.findings.size(), 3u);  // b and c have an edge in common
  for (const check::Finding& f : report.findings) EXPECT_EQ(f.kind, Kind::touching);
}

// A right angle written as 1.5708 turns by 3.7e-6 too much: at a corner 1.4 m from where it turns 5e-6 m.
TEST(Check, FlushBoxesTouchThoughTheirAnglesWereRounded) {
  const Scene scene = make_scene(
      "DEF a Transform { children Shape { geometry Box { size 2 2 2 } } }\n"
      "DEF b Transform { translation 2 0 0 rotation 0 0 1 1.5708 children Shape { geometry Box { size 2 2 2 "
      "} } }\n"
      "DEF c Transform { translation 0 1.99997 0 children Shape { geometry Box { size 2 2 2 } } }");
  const check::Report report = run(scene);
  // c overlaps a by 30 um: nothing of these was rounded by that much.
  Texts found = texts(scene, report);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (Texts{"penetration a c", "touching a b", "touching b c"}));
  EXPECT_LT(report.findings[0].tolerance, 30e-6);
}

const std::string kCube =
    "point [ 0 0 0, 1 0 0, 1 1 0, 0 1 0, 0 0 1, 1 0 1, 1 1 1, 0 1 1 ] } coordIndex [ 0 3 2 1 -1 4 5 6 7 -1 "
    "0 1 5 4 -1 1 2 6 5 -1 2 3 7 6 -1 3 0 4 7 -1 ";

// A cube at a site 100 km away; the second overlaps the first by 50 um, the third is flush with the second.
TEST(Check, OverlapOf50MicrometresIsFoundAtSiteCoordinates) {
  const std::string cube = "Shape { geometry IndexedFaceSet { coord Coordinate { " + kCube + "] } }";
  for (const std::string& shape : {cube, std::string("Shape { geometry Box { size 1 1 1 } }")}) {
    const Scene scene = make_scene(
        "DEF site Transform { rotation 0 0 1 0.3 children [\n"
        "DEF a Transform { translation 100000 20000 5 children " +
        shape +
        " }\n"
        "DEF b Transform { translation 100000.99995 20000 5 children " +
        shape +
        " }\n"
        "DEF c Transform { translation 100001.99995 20000 5 children " +
        shape + " } ] }");
    const check::Report report = run(scene);
    ASSERT_EQ(texts(scene, report), (Texts{"penetration site/a site/b", "touching site/b site/c"}));
    EXPECT_NEAR(report.findings[0].depth(), 50e-6, 1e-9);
    EXPECT_LT(report.findings[0].tolerance, 50e-6);
  }
}

TEST(Check, ContainedAndDuplicateAreToldApart) {
  const Scene scene = make_scene(R"(
DEF outer Shape { geometry Box { size 4 4 4 } }
DEF inner Shape { geometry Sphere { radius 0.5 } }
Transform { translation 20 0 0 children [
  DEF one Transform { children Shape { geometry Box { size 2 3 2 } } }
  DEF two Transform { rotation 0 1 0 1.5707963267948966 children Shape { geometry Box { size 2 3 2 } } }
] }
)");
  const check::Report report = run(scene);
  ASSERT_EQ(texts(scene, report), (Texts{"duplicate one two", "containment outer inner"}));
  EXPECT_FALSE(report.findings[1].b_is_outer);
}

// About its own axis, upside down, and scaled to the size of the other; a cone is not itself upside down.
TEST(Check, RoundShapesAreDuplicatesHoweverTheyAreTurned) {
  for (const char* shape :
       {"Cylinder { radius 1 height 3 }", "Sphere { radius 2 }", "Cone { bottomRadius 1 height 3 }"}) {
    const std::string shapes = std::string(" children Shape { geometry ") + shape + " } }\n";
    const Scene scene =
        make_scene("DEF one Transform { " + shapes + "DEF two Transform { rotation 0 1 0 1" + shapes);
    EXPECT_EQ(texts(scene, run(scene)), (Texts{"duplicate one two"})) << shape;
    const Scene turned = make_scene("DEF one Transform { " + shapes +
                                    "DEF two Transform { rotation 1 0 0 3.141592653589793" + shapes);
    const bool is_cone = std::string(shape).find("Cone") == 0;
    EXPECT_EQ(texts(turned, run(turned)), (Texts{is_cone ? "penetration one two" : "duplicate one two"}))
        << shape;
  }
  const Scene scaled = make_scene(
      "DEF one Shape { geometry Cylinder { radius 1 height 3 } }\n"
      "DEF two Transform { scale 2 2 2 rotation 0 1 0 0.3 children Shape { geometry Cylinder { radius 0.5 "
      "height 1.5 } } }");
  EXPECT_EQ(texts(scaled, run(scaled)), (Texts{"duplicate one two"}));
  check::Job job;
  job.tolerance = 0.02;
  const Scene longer = make_scene(
      "DEF one Shape { geometry Cylinder { radius 1 height 3 } }\n"
      "DEF two Shape { geometry Cylinder { radius 1.005 height 3.01 } }");
  EXPECT_EQ(texts(longer, run(longer, job)), (Texts{"duplicate one two"}));
  job.tolerance = 0.004;
  EXPECT_NE(texts(longer, run(longer, job)), (Texts{"duplicate one two"}));
}

TEST(Check, AClosedMeshIsHollowOnlyWhereSurfacesAreWanted) {
  const std::string body =
      "DEF shell Transform { scale 4 4 4 translation -2 -2 -2 children Shape { geometry IndexedFaceSet { "
      "coord "
      "Coordinate { " +
      kCube + "] } } }\nDEF ball Shape { geometry Sphere { radius 0.5 } }";
  const Scene solid = make_scene(body);
  EXPECT_EQ(texts(solid, run(solid)), (Texts{"containment shell ball"}));
  EXPECT_EQ(solid.objects.list[0].nature, check::Nature::solid);
  check::ObjectOptions options;
  options.closed_are_solid = false;
  const Scene hollow = make_scene(body, options);
  EXPECT_EQ(texts(hollow, run(hollow)), (Texts{}));
  EXPECT_EQ(hollow.objects.list[0].nature, check::Nature::surface);
}

}  // namespace
}  // namespace graze::check_tests
