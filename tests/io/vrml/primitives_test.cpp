// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/support.h"

namespace graze::io::test {
namespace {

std::string shape(const std::string& geometry) { return "Shape { geometry " + geometry + " }"; }

TEST(VrmlBox, HasHalfExtentsOfItsSizeWhichIsTwoByDefault) {
  EXPECT_EQ(only<BoxData>(scene_of(shape("Box { size 2 4 10 }"))).half_extents, Vec3(1, 2, 5));
  EXPECT_EQ(only<BoxData>(scene_of(shape("Box {}"))).half_extents, Vec3(1, 1, 1));
}

TEST(VrmlSphere, HasItsRadius) {
  EXPECT_EQ(only<SphereData>(scene_of(shape("Sphere { radius 3.5 }"))).radius, 3.5);
  EXPECT_EQ(only<SphereData>(scene_of(shape("Sphere {}"))).radius, 1);
}

TEST(VrmlCylinder, StaysACylinderWithItsMissingParts) {
  const auto scene = scene_of(shape("Cylinder { radius 2 height 6 top FALSE }"));
  const auto& c = only<CylinderData>(scene);
  EXPECT_EQ(c.radius, 2);
  EXPECT_EQ(c.half_height, 3);
  EXPECT_TRUE(c.has_side && c.has_bottom && !c.has_top);
  expect_box(box_of(scene), {-2, -3, -2}, {2, 3, 2});
  const auto whole = scene_of(shape("Cylinder {}"));
  EXPECT_TRUE(only<CylinderData>(whole).has_top);
  expect_box(box_of(scene_of(shape("Cylinder { side FALSE bottom FALSE }"))), {-1, 1, -1}, {1, 1, 1});
}

TEST(VrmlCone, HasItsApexUpAndItsBaseDown) {
  const auto scene = scene_of(shape("Cone { bottomRadius 2 height 6 }"));
  EXPECT_EQ(only<ConeData>(scene).radius, 2);
  EXPECT_EQ(only<ConeData>(scene).half_height, 3);
  expect_box(box_of(scene), {-2, -3, -2}, {2, 3, 2});
  expect_box(box_of(scene_of(shape("Cone { side FALSE }"))), {-1, -1, -1}, {1, -1, 1});
  // On its side, the apex along -x: the base is then the disc at x = 1.
  const auto turned = scene_of("Transform { rotation 0 0 1 1.5707963267948966 children " +
                               shape("Cone { bottomRadius 3 }") + " }");
  expect_box(box_of(turned), {-1, -3, -3}, {1, 3, 3});
}

TEST(VrmlPrimitives, NegativeSizesAreTakenAsPositiveWithAWarning) {
  const SceneRead read = read_text(shape("Sphere { radius -2 }") + shape("Box { size -2 2 2 }"));
  EXPECT_EQ(read.code, ReadCode::complete);
  EXPECT_EQ(messages(read),
            "test.wrl:2:27: Sphere.radius is negative: its absolute value is used\n"
            "test.wrl:2:63: Box.size is negative: its absolute value is used\n");
  expect_box(box_of(*read.scene), {-2, -2, -2}, {2, 2, 2});
}

TEST(VrmlPrimitives, SizesThatAreNotThereOrNotFiniteHaveTheirDefaults) {
  const SceneRead read = read_text(shape("Box { size 1 2 }") + "\n" + shape("Sphere { radius nan }"));
  EXPECT_EQ(read.code, ReadCode::partial);
  EXPECT_EQ(messages(read),
            "test.wrl:2:24: Box.size has 2 numbers of 3 [loss]\n"
            "test.wrl:3:27: Sphere.radius is not finite [loss]\n");
}

TEST(VrmlText, HasNoGeometry) {
  const SceneRead read = read_text(shape("Text { string [\"a # b\" \"c\"] }"));
  EXPECT_EQ(read.code, ReadCode::complete);
  EXPECT_EQ(messages(read), "test.wrl:2:18: Text has no geometry that could collide\n");
  EXPECT_TRUE(read.scene->geometries.empty());
}

// The sizes are those of the formula of the standard, which asks for spacings above zero.
TEST(VrmlElevationGrid, WithASpacingThatIsNotAboveZeroIsReadAsItsQuads) {
  const auto read = [](const std::string& spacing) {
    return read_text("Shape { geometry ElevationGrid { xDimension 3 zDimension 2 height [0 1 2, 3 4 5] " +
                     spacing + " } }");
  };
  const SceneRead mirrored = read("xSpacing -2 zSpacing 3");
  EXPECT_EQ(messages(mirrored),
            "test.wrl:2:18: ElevationGrid with a spacing that is not above zero: read as its quads\n");
  const auto& mesh = only<MeshData>(*mirrored.scene);
  EXPECT_EQ(mesh.points[2], Vec3(-4, 2, 0));
  EXPECT_EQ(mesh.points[5], Vec3(-4, 5, 3));
  EXPECT_EQ(mesh.corners, (std::vector<std::uint32_t>{0, 3, 4, 1, 1, 4, 5, 2}));
  EXPECT_EQ(mesh.corners_of_loop, (std::vector<std::uint32_t>{4, 4}));
  expect_box(box_of(*mirrored.scene), {-4, 0, 0}, {0, 5, 3});
  expect_box(box_of(*read("zSpacing 0").scene), {0, 0, 0}, {2, 5, 0});
  EXPECT_EQ(only<MeshData>(*read("zSpacing -1 ccw FALSE").scene).corners[0], 1u);
}

}  // namespace
}  // namespace graze::io::test
