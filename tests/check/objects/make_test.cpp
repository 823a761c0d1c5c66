// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/digits.h"
#include "check/support.h"

namespace graze::check_tests {
namespace {

const std::string kCube =
    "IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 1 1 0, 0 1 0, 0 0 1, 1 0 1, 1 1 1, 0 1 1 ] } "
    "coordIndex "
    "[ 0 3 2 1 -1 4 5 6 7 -1 0 1 5 4 -1 1 2 6 5 -1 2 3 7 6 -1 3 0 4 7 ] }";

TEST(CheckObjects, ExactShapesStayExactAndGeometryIsShared) {
  const Scene scene = make_scene(
      "DEF a Shape { geometry Cylinder { radius 2 height 3 } }\n"
      "DEF b Shape { geometry DEF mesh " +
      kCube +
      " }\n"
      "DEF c Transform { translation 5 0 0 children Shape { geometry USE mesh } }");
  ASSERT_EQ(scene.objects.list.size(), 3u);
  EXPECT_EQ(scene.objects.list[0].shape.kind(), ShapeKind::cylinder);
  EXPECT_EQ(scene.objects.list[1].shape.view().block, scene.objects.list[2].shape.view().block);
  EXPECT_EQ(scene.objects.scenes[0].shared, 1u);
  EXPECT_EQ(scene.objects.scenes[0].geometries, 2u);
}

TEST(CheckObjects, NegativeScaleMirrorsAndZeroScaleFlattens) {
  const Scene scene = make_scene(
      "DEF mirrored Transform { scale -1 1 1 children Shape { geometry " + kCube +
      " } }\n"
      "DEF flat Transform { translation 0 0.5 0 scale 1 0 1 children Shape { geometry " +
      kCube +
      " } }\n"
      "DEF disc Transform { translation 10 0 0 scale 2 0 2 children Shape { geometry Sphere { } } }\n"
      "DEF line Transform { translation 20 0 0 scale 0 3 0 children Shape { geometry Cylinder { radius 1 "
      "height 2 } } }\n"
      "DEF hidden Transform { scale 0 0 0 children Shape { geometry Sphere { } } }\n"
      "DEF probe Transform { translation 11.9 0 0 children Shape { geometry Box { size 0.1 0.1 0.1 } } }\n"
      "DEF above Transform { translation 20 3 0 children Shape { geometry Box { size 0.2 0.2 0.2 } } }");
  ASSERT_EQ(scene.objects.list.size(), 6u);
  EXPECT_EQ(scene.objects.scenes[0].collapsed, 1u);
  const check::Object& mirrored = scene.objects.list[0];
  EXPECT_TRUE(mirrored.is_mirrored);
  EXPECT_EQ(mirrored.nature, check::Nature::solid);
  EXPECT_EQ(mirrored.bounds.lower, (Vec3{-1, 0, 0}));
  EXPECT_TRUE(scene.objects.list[1].is_flat);
  EXPECT_EQ(scene.objects.list[1].nature, check::Nature::surface);
  EXPECT_EQ(scene.objects.list[1].bounds.lower.y, 0.5);
  EXPECT_EQ(scene.objects.list[1].bounds.upper.y, 0.5);
  EXPECT_NEAR(scene.objects.list[2].bounds.upper.x, 12, 1e-12);
  EXPECT_NEAR(scene.objects.list[3].bounds.upper.y, 3, 1e-12);
  // Flat cube and mirrored cube share the face x = 0; the disc reaches to x = 12 and the line to y = 3.
  const check::Report report = run(scene);
  Texts found = texts(scene, report);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (Texts{"penetration disc probe", "penetration line above", "touching mirrored flat"}));
}

// Boxes are those of the points, however meshes and groups are turned.
TEST(CheckObjects, BoundsOfWhatIsTurnedAreTight) {
  const std::string cube =  // edge 2 about the origin
      "IndexedFaceSet { coord Coordinate { point [ -1 -1 -1, 1 -1 -1, 1 1 -1, -1 1 -1, -1 -1 1, 1 -1 1, 1 1 "
      "1, "
      "-1 1 1 ] } coordIndex [ 0 3 2 1 -1 4 5 6 7 -1 0 1 5 4 -1 1 2 6 5 -1 2 3 7 6 -1 3 0 4 7 ] }";
  const std::string eighth = "rotation 0 0 1 0.7853981633974483 ",
                    quarter = "rotation 0 1 0 1.5707963267948966 ";
  const Scene scene = make_scene(
      // Its edges along z stand at (+-sqrt 2, 0), (0, +-sqrt 2): loose is 2 for both.
      "DEF once Transform { " + eighth + "children Shape { geometry " + cube +
      " } }\n"
      // A quarter turn, in two steps about the same axis: loose is 2 and 2, or even 4.
      "DEF twice Transform { translation 10 0 0 " +
      eighth + "children Transform { " + eighth + "children Shape { geometry " + cube +
      " } } }\n"
      // Two exact shapes and a mesh in one object, all turned: cylinder from (0, 0) to (0, 4), radius 1.
      "DEF group Transform { translation 20 0 0 " +
      eighth + "children [ Shape { geometry " + cube +
      " } Transform { translation 0 2 0 children Shape { geometry Cylinder { radius 1 height 4 } } } Shape { "
      "geometry Sphere { radius 1.2 } } ] }\n"
      "DEF wire Transform { translation 30 0 0 " +
      eighth +
      "children Shape { geometry IndexedLineSet { coord Coordinate { point [ 1 1 0, -1 -1 0, 5 5 5 ] } "
      "coordIndex [ 0 1 ] } } }\n"
      "DEF dust Transform { translation 40 0 0 " +
      eighth +
      "children Shape { geometry PointSet { coord Coordinate { point [ 1 1 0, -1 -1 0 ] } } } }\n"
      // Corners (0, 0), (1, 0), (0, 1), (1, 1) of x and z.
      "DEF field Transform { translation 50 0 0 rotation 0 1 0 0.7853981633974483 "
      "children Shape { geometry ElevationGrid { xDimension 2 zDimension 2 height [ 0 0 0 1 ] } } }\n"
      // Circles of radius 1 at y = +-2, turned about z: x within sqrt 2 + sqrt 1/2, exactly, not by facets.
      "DEF tube Transform { translation 60 0 0 " +
      eighth +
      "children Shape { geometry Cylinder { radius 1 height 4 top FALSE bottom FALSE } } }\n"
      "DEF flat Transform { translation 70 0 0 scale 1 1 0 children Transform { " +
      eighth + quarter + "children Shape { geometry " + cube + " } } }\n");
  const double r = std::sqrt(2.0);
  const struct {
    const char* name;
    Vec3 lower, upper;
  } expected[] = {
      {"once", {-r, -r, -1}, {r, r, 1}},
      {"twice", {9, -1, -1}, {11, 1, 1}},
      // The far disc's centre is 4 along (-sqrt 1/2, sqrt 1/2), its rim sqrt 1/2 farther either way.
      {"group", {20 - 5 / r, -r, -1.2}, {20 + r, 5 / r, 1.2}},
      {"wire", {30, -r, 0}, {30, r, 0}},
      {"dust", {40, -r, 0}, {40, r, 0}},
      {"field", {50, 0, -1 / r}, {50 + r, 1, 1 / r}},
      {"tube", {60 - 3 / r, -3 / r, -1}, {60 + 3 / r, 3 / r, 1}},
      {"flat", {69, -1, 0}, {71, 1, 0}}};
  constexpr double kRounding = 1.5e-13;  // ten ulps at 70
  ASSERT_EQ(scene.objects.list.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    const check::Object& object = scene.objects.list[i];
    EXPECT_EQ(object.name, expected[i].name);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(object.bounds.lower[k], expected[i].lower[k], kRounding) << object.name << ' ' << k;
      EXPECT_NEAR(object.bounds.upper[k], expected[i].upper[k], kRounding) << object.name << ' ' << k;
    }
  }
}

// A ball of 5,000 triangles in 100 places: after some of them its hull stands for it.
TEST(CheckObjects, BoundsOfManyUsesAreTight) {
  constexpr int kSides = 50;
  std::string points, faces;
  for (int j = 0; j <= kSides; ++j)
    for (int i = 0; i < kSides; ++i) {
      const double a = i * 0.1256637, b = j * 0.0628318;
      const Vec3 p{std::sin(b) * std::cos(a), std::sin(b) * std::sin(a), std::cos(b)};
      points += std::to_string(p.x) + ' ' + std::to_string(p.y) + ' ' + std::to_string(p.z) + ", ";
      if (j == kSides) continue;
      const int at = j * kSides + i, beside = j * kSides + (i + 1) % kSides;
      for (const int corner : {at, beside, beside + kSides, at + kSides})
        faces += std::to_string(corner) + ' ';
      faces += "-1 ";
    }
  std::string text = "DEF b0 Shape { geometry DEF mesh IndexedFaceSet { coord Coordinate { point [ " +
                     points + "] } coordIndex [ " + faces + "] } }\n";
  for (int i = 1; i < 100; ++i)
    text += "DEF b" + std::to_string(i) + " Transform { rotation 1 2 3 " + std::to_string(i) +
            " children Shape { geometry USE mesh } }\n";
  const Scene scene = make_scene(text);
  ASSERT_EQ(scene.objects.list.size(), 100u);
  for (const check::Object& object : scene.objects.list) {
    Aabb box;
    for (const Vec3& p : std::get<io::MeshData>(scene.data->geometries[0].data).points)
      box = merge(box, object.placement * p);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(object.bounds.lower[k], box.lower[k], 1e-14) << object.name;
      EXPECT_NEAR(object.bounds.upper[k], box.upper[k], 1e-14) << object.name;
    }
  }
}

TEST(CheckObjects, MeshesAreCountedWithTheirProblems) {
  const Scene scene = make_scene(
      "DEF bent Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 1 1 0.2, 0 1 0, 2 "
      "0 0 ] "
      "} coordIndex "
      "[ 0 1 2 3 -1 0 1 4 -1 0 1 2 3 ] } }");
  const check::Object& bent = scene.objects.list[0];
  EXPECT_EQ(bent.nature, check::Nature::surface);
  EXPECT_EQ(bent.facts.non_planar, 2u);
  EXPECT_EQ(bent.facts.duplicate, 2u);   // the triangles of the second quadrangle
  EXPECT_EQ(bent.facts.degenerate, 1u);  // three corners on one line
}

// All numbers of a file are one face where it has no -1 between them.
TEST(CheckObjects, AFaceOfAllCornersOfAFileIsCounted) {
  constexpr int kCorners = 60000;
  std::string points, corners;
  std::uint32_t state = 1;
  const auto coordinate = [&] {
    state = state * 1664525 + 1013904223;
    return std::to_string(state >> 20) + ' ';
  };
  for (int i = 0; i < kCorners; ++i) {
    for (int k = 0; k < 3; ++k) points += coordinate();
    corners += std::to_string(i) + ' ';
  }
  const Scene scene = make_scene("DEF all Shape { geometry IndexedFaceSet { coord Coordinate { point [ " +
                                 points + "] } coordIndex [ " + corners + "] } }");
  ASSERT_EQ(scene.objects.list.size(), 1u);
  EXPECT_EQ(scene.objects.list[0].facts.improper, 1u);
  EXPECT_EQ(scene.objects.list[0].nature, check::Nature::surface);
}

// Two faces of the cube are turned round.
TEST(CheckObjects, ClosedSurfacesAreSolidWhicheverWayTheirFacesAreTurned) {
  std::string turned = kCube;
  for (const auto& [from, to] : {std::pair("4 5 6 7", "7 6 5 4"), std::pair("1 2 6 5", "5 6 2 1")})
    turned.replace(turned.find(from), 7, to);
  const Scene scene = make_scene("DEF cube Shape { geometry " + turned +
                                 " }\nDEF ball Transform { translation "
                                 "0.5 0.5 0.5 children Shape { geometry Sphere { radius 0.1 } } }");
  const check::Object& cube = scene.objects.list[0];
  EXPECT_EQ(cube.nature, check::Nature::solid);
  EXPECT_EQ(cube.facts.turned, 4u);  // two squares; the first one stays
  EXPECT_EQ(cube.facts.open_edges, 0u);
  EXPECT_EQ(texts(scene, run(scene)), (Texts{"containment cube ball"}));
}

TEST(CheckObjects, UnitsAndAxesAreBroughtTogether) {
  auto metres = read("DEF a Shape { geometry Box { size 1 2 1 } }");
  auto millimetres = read("DEF b Shape { geometry Box { size 1000 1000 2000 } }");
  millimetres->metres_per_unit = 0.001;
  millimetres->up = io::UpAxis::z;
  const check::SceneUse uses[2] = {{metres.get(), "m.wrl", "", {}, 0, {}},
                                   {millimetres.get(), "mm.wrl", "", {}, 0, {}}};
  const Result<check::Objects> made = check::make_objects(uses);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->scenes[1].scale, 0.001);
  EXPECT_TRUE(made->scenes[1].is_turned);
  EXPECT_NEAR(made->list[1].bounds.upper.y, 1, 1e-12);
  EXPECT_NEAR(made->list[1].bounds.upper.z, 0.5, 1e-12);
  const Result<check::Report> report = check::run(*made, {});
  ASSERT_TRUE(report);
  ASSERT_EQ(report->findings.size(), 1u);
  EXPECT_EQ(report->findings[0].kind, check::Kind::duplicate);
}

TEST(CheckObjects, PartsOfSeveralMeshesThatCloseTogetherAreOneSolid) {
  const std::string points =
      "coord Coordinate { point [ 0 0 0, 1 0 0, 1 1 0, 0 1 0, 0 0 1, 1 0 1, 1 1 1, 0 1 1 ] } ";
  const Scene scene = make_scene(
      "DEF box Group { children [ Shape { geometry IndexedFaceSet { " + points +
      "coordIndex [ 0 3 2 1 -1 4 5 6 7 -1 0 1 5 4 ] } } Shape { geometry IndexedFaceSet { " + points +
      "coordIndex [ 1 2 6 5 -1 2 3 7 6 -1 3 0 4 7 ] } } ] }\nDEF other Shape { geometry Sphere { radius 0.1 "
      "} }");
  ASSERT_EQ(scene.objects.list.size(), 2u);
  EXPECT_EQ(scene.objects.list[0].nature, check::Nature::solid);
  EXPECT_EQ(scene.objects.list[0].facts.open_edges, 0u);
}

TEST(CheckObjects, OpenCylindersAreSurfacesWithoutTheirCaps) {
  const Scene scene = make_scene(
      "DEF tube Shape { geometry Cylinder { radius 1 height 4 top FALSE bottom FALSE } }\n"
      "DEF rod Shape { geometry Cylinder { radius 0.5 height 10 } }");
  EXPECT_EQ(scene.objects.list[0].facts.tessellated, 1u);
  EXPECT_EQ(scene.objects.list[0].nature, check::Nature::surface);
  EXPECT_EQ(texts(scene, run(scene)), (Texts{}));
  check::Job job;
  job.clearance = 0.6;
  const check::Report report = run(scene, job);
  ASSERT_EQ(texts(scene, report), (Texts{"clearance tube rod"}));
  EXPECT_NEAR(report.findings[0].lower, 0.5, 7.6e-5);  // a facet leaves the circle by 7.5e-5
}

TEST(CheckObjects, FacetsOfOpenConesMeetAtTheApexAndHaveAreas) {
  const Scene scene = make_scene(
      "DEF hat Shape { geometry Cone { bottomRadius 1 height 2 bottom FALSE } }\n"
      "DEF same Shape { geometry Cone { bottomRadius 1 height 2 bottom FALSE } }");
  EXPECT_EQ(scene.objects.list[0].primitives, 256u);  // one triangle for each facet
  EXPECT_EQ(scene.objects.list[0].bounds.upper.y, 1);
  EXPECT_EQ(texts(scene, run(scene)), (Texts{"duplicate hat same"}));
}

TEST(CheckObjects, LinesAndPointsAreChecked) {
  const Scene scene = make_scene(
      "DEF wire Shape { geometry IndexedLineSet { coord Coordinate { point [ -2 0 0, 2 0 0, 2 5 0 ] } "
      "coordIndex [ 0 1 2 ] "
      "} }\nDEF dust Shape { geometry PointSet { coord Coordinate { point [ 9 9 9, 0 0.5 0 ] } } }\n"
      "DEF box Shape { geometry Box { } }");
  EXPECT_EQ(scene.objects.list[0].nature, check::Nature::lines);
  EXPECT_EQ(scene.objects.list[0].primitives, 2u);
  EXPECT_EQ(scene.objects.list[1].nature, check::Nature::points);
  Texts found = texts(scene, run(scene));
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (Texts{"penetration dust box", "penetration wire box"}));
}

TEST(CheckObjects, BuildingMayBeCancelled) {
  const auto data = read("Shape { geometry Box { } } Shape { geometry Sphere { } }");
  const check::SceneUse use{data.get(), "", "", {}, 0, {}};
  check::ObjectOptions options;
  options.progress.report = [](void*, Real) { return false; };
  const Result<check::Objects> made = check::make_objects({&use, 1}, options);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::cancelled);
}

TEST(CheckObjects, BadScenesAreRefusedByTheirPosition) {
  const auto data = read("DEF a Shape { geometry Box { } }");
  check::SceneUse uses[2] = {{data.get(), "", "", {}, 0, {}}, {nullptr, "", "", {}, 0, {}}};
  Result<check::Objects> made = check::make_objects(uses);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().position, 1u);
  EXPECT_STREQ(made.error().message, "scenes: a scene is null");
  uses[1] = uses[0];
  uses[1].placement.linear = Mat3{{1, 0, 0}, {0, 0, 0}, {0, 0, 1}};
  EXPECT_EQ(check::make_objects(uses).error().code, ErrorCode::singular);
  uses[1].placement.linear = Mat3{{1, 0, 0}, {0, kInfinity, 0}, {0, 0, 1}};
  EXPECT_EQ(check::make_objects(uses).error().code, ErrorCode::not_finite);
  const Result<check::Objects> none = check::make_objects({});
  ASSERT_TRUE(none);
  EXPECT_TRUE(check::run(*none, {}).has_value());
}

TEST(CheckDigits, NumbersAreRoundedAsTheyWereWritten) {
  EXPECT_EQ(check::digits_of(0.5).significant, 1);
  EXPECT_EQ(check::digits_of(100000.99995).significant, 11);
  EXPECT_EQ(check::digits_of(100000.99995).decimals, 5);
  EXPECT_EQ(check::digits_of(1200).decimals, -2);
  EXPECT_EQ(check::digits_of(-0.001).decimals, 3);
  EXPECT_EQ(check::digits_of(0).significant, 0);
  EXPECT_EQ(check::rounding_of(12.345), 0);                // typed
  EXPECT_NEAR(check::rounding_of(1.234567), 5e-7, 1e-12);  // printed with six decimals
  EXPECT_NEAR(check::rounding_of(double(1.234567f)), 1.234567 / 16777216, 1e-12);
  EXPECT_EQ(check::rounding_of(1.0 / 3), 0);  // a double

  check::Rounding fixed;  // five decimals, of all magnitudes
  for (const double x : {100000.99995, 0.5, 3.14159}) fixed.add(x);
  EXPECT_NEAR(fixed.at(100000), 5e-6, 1e-12);
  EXPECT_NEAR(fixed.at(0.1), 5e-6, 1e-12);
  check::Rounding general;  // six digits: "%g"
  for (const double x : {123.457, 0.00123457, 98765.4}) general.add(x);
  EXPECT_NEAR(general.at(123), 5e-4, 1e-9);
  check::Rounding floats;
  for (const float x : {0.1f, 123.456f}) floats.add(double(x));
  EXPECT_NEAR(floats.at(128), 128.0 / 16777216, 1e-15);
  check::Rounding typed;
  for (const double x : {0.1, 12.25, 1000.0}) typed.add(x);
  EXPECT_EQ(typed.at(1000), 0);
}

}  // namespace
}  // namespace graze::check_tests
