// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/support.h"

namespace graze::io::test {
namespace {

using Indices = std::vector<std::uint32_t>;

std::string faces(const std::string& points, const std::string& rest) {
  return "Shape { geometry IndexedFaceSet { coord Coordinate { point [" + points + "] } " + rest + " } }";
}
const std::string kSquare = "0 0 0, 1 0 0, 1 1 0, 0 1 0";

TEST(VrmlFaceSet, KeepsPolygonsAndTheLastNeedsNoEnd) {
  const auto scene = scene_of(faces(kSquare + ", 5 5 5, 9 9 9", "coordIndex [0 1 2 3 -1 0 2 4]"));
  const auto& mesh = only<MeshData>(scene);
  EXPECT_EQ(mesh.points.size(), 6u);
  EXPECT_EQ(mesh.corners, (Indices{0, 1, 2, 3, 0, 2, 4}));
  EXPECT_EQ(mesh.corners_of_loop, (Indices{4, 3}));
  EXPECT_TRUE(mesh.loops_of_face.empty());
  expect_box(box_of(scene), {0, 0, 0}, {5, 5, 5});  // the point that no face uses does not count
}

TEST(VrmlFaceSet, IsReversedWhereItIsClockwise) {
  EXPECT_EQ(only<MeshData>(scene_of(faces(kSquare, "ccw FALSE coordIndex [0 1 2 -1]"))).corners,
            (Indices{2, 1, 0}));
}

// An arrow head of points (0,0), (2,0), (0,2), (0.5,0.5): whoever cuts it must not do so from its first
// corner. It stays one face, with its corners in order; a tool that believes `convex TRUE` would see another
// shape.
TEST(VrmlFaceSet, ConcaveFacesStayWhole) {
  for (const char* convex : {"", "convex TRUE ", "convex FALSE "}) {
    const auto scene =
        scene_of(faces("0 0 0, 2 0 0, 0.5 0.5 0, 0 2 0", std::string(convex) + "coordIndex [0 1 2 3 -1]"));
    EXPECT_EQ(only<MeshData>(scene).corners, (Indices{0, 1, 2, 3}));
    EXPECT_EQ(only<MeshData>(scene).corners_of_loop, (Indices{4}));
  }
}

TEST(VrmlFaceSet, FieldsOfLooksAndHintsChangeNothing) {
  const std::string looks =
      "convex FALSE solid FALSE creaseAngle 0.5 colorPerVertex FALSE normalIndex [7 7] texCoordIndex [1] "
      "color Color { color [1 0 0] } normal Normal { vector [0 0 1] } texCoord TextureCoordinate { point [0 "
      "0] } "
      "colorIndex [0] normalPerVertex FALSE ";
  EXPECT_EQ(only<MeshData>(scene_of(faces(kSquare, looks + "coordIndex [0 1 2 3]"))).corners,
            (Indices{0, 1, 2, 3}));
}

TEST(VrmlFaceSet, AnyNegativeIndexEndsAFaceAndEmptyFacesAreSkipped) {
  const auto scene = scene_of(faces(kSquare, "coordIndex [-1 -1 0 1 2 -7 0 2 3 4294967295 -1]"));
  EXPECT_EQ(only<MeshData>(scene).corners_of_loop, (Indices{3, 3}));
}

TEST(VrmlFaceSet, RepeatedCornersAreDroppedAndDegenerateFacesCounted) {
  const SceneRead read = read_text(faces(kSquare, "coordIndex [0 1 1 2 0 -1 0 1 0 -1 3 3 3 -1]"));
  EXPECT_EQ(read.code, ReadCode::complete);
  EXPECT_EQ(messages(read), "test.wrl:2:18: face of fewer than three points left out (2 times)\n");
  EXPECT_EQ(only<MeshData>(*read.scene).corners, (Indices{0, 1, 2}));
}

TEST(VrmlFaceSet, FacesWithIndicesOutOfRangeOrPointsNotFiniteAreLost) {
  const SceneRead read = read_text(faces("0 0 0 1 0 0 0 1 0 1.#QNAN 0 0 0 0 -1e999 7",
                                         "coordIndex [0 1 2 -1 0 1 5 -1 0 1 3 -1 0 1 4 -1]"));
  EXPECT_EQ(read.code, ReadCode::partial);
  EXPECT_EQ(messages(read),
            "test.wrl:2:54: Coordinate.point is no whole number of points\n"
            "test.wrl:2:18: face with an index beyond its points left out [loss]\n"
            "test.wrl:2:18: face with a point that is not finite left out (2 times) [loss]\n");
  EXPECT_EQ(only<MeshData>(*read.scene).corners, (Indices{0, 1, 2}));
  for (const Vec3& p : only<MeshData>(*read.scene).points) EXPECT_TRUE(is_finite(p));
}

TEST(VrmlFaceSet, WithoutCoordinatesIsNoGeometry) {
  EXPECT_EQ(messages(read_text("Shape { geometry IndexedFaceSet { } }")),
            "test.wrl:2:18: IndexedFaceSet without a Coordinate left out\n");
  EXPECT_EQ(messages(read_text("Shape { geometry IndexedFaceSet { coordIndex [0 1 2] } }")),
            "test.wrl:2:18: IndexedFaceSet without a Coordinate left out [loss]\n");
  EXPECT_EQ(messages(read_text(faces("", "coordIndex []"))),
            "test.wrl:2:18: IndexedFaceSet without geometry left out\n");
}

TEST(VrmlLineSet, HasPolylines) {
  const auto scene = scene_of(
      "Shape { geometry IndexedLineSet { coord Coordinate { point [0 0 0, 1 0 0, 1 1 0, 7 7 7] } coordIndex "
      "[0 1 2 0 -1 1 2] } }");
  EXPECT_EQ(only<LineData>(scene).corners, (Indices{0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(only<LineData>(scene).corners_of_line, (Indices{4, 2}));
  expect_box(box_of(scene), {0, 0, 0}, {1, 1, 0});
}

TEST(VrmlPointSet, HasAllItsPoints) {
  const auto scene = scene_of(
      "Shape { geometry PointSet { coord Coordinate { point [0 0 0, 1 2 3] } color Color { color [0 0 0] } } "
      "}");
  EXPECT_EQ(only<PointData>(scene).corners, (Indices{0, 1}));
  expect_box(box_of(scene), {0, 0, 0}, {1, 2, 3});
}

TEST(VrmlGrid, HasItsCornerAtTheOriginAndRowsAlongX) {
  // Three columns along x, two rows along z: height (2, 1) is the last.
  const auto scene = scene_of(
      "Shape { geometry ElevationGrid { xDimension 3 zDimension 2 xSpacing 2 zSpacing 5 height [0 1 2 3 4 5] "
      "} }");
  const auto& grid = only<GridData>(scene);
  EXPECT_EQ(grid.x_count, 3u);
  EXPECT_EQ(grid.z_count, 2u);
  EXPECT_FALSE(grid.faces_down);
  EXPECT_EQ(grid.heights, (std::vector<double>{0, 1, 2, 3, 4, 5}));
  expect_box(box_of(scene), {0, 0, 0}, {4, 5, 5});
  EXPECT_TRUE(
      only<GridData>(scene_of("Shape { geometry ElevationGrid { xDimension 2 zDimension 2 height [0 0 0 0] "
                              "ccw FALSE } }"))
          .faces_down);
}

TEST(VrmlGrid, UsesTheRowsThatAreComplete) {
  const SceneRead read =
      read_text("Shape { geometry ElevationGrid { xDimension 2 zDimension 4 height [0 1 2 3 4] } }");
  EXPECT_EQ(messages(read), "test.wrl:2:60: ElevationGrid.height has 5 numbers of 8 [loss]\n");
  EXPECT_EQ(only<GridData>(*read.scene).z_count, 2u);
  EXPECT_EQ(
      messages(read_text("Shape { geometry ElevationGrid { xDimension 1 zDimension 4 height [0 0 0 0] } }")),
      "test.wrl:2:18: ElevationGrid without a quad left out\n");
  EXPECT_EQ(messages(read_text("Shape { geometry ElevationGrid { xDimension -3 zDimension 1e30 } }")),
            "test.wrl:2:18: ElevationGrid without a quad left out\n");
}

// The limit is on what is made of a file, not on what is written out in it.
TEST(VrmlIndexed, PointsAndCornersThatAreWrittenOutAreFree) {
  std::string points, corners;
  for (int i = 0; i < 200; ++i) points += "0 0 1 ", corners += "0 1 2 -1 ";
  const std::string text = "Shape { geometry IndexedFaceSet { coord DEF C Coordinate { point [ 0 1 0 1 0 0 " +
                           points + "] } coordIndex [ " + corners + "] } }";
  VrmlOptions options;
  options.limits.points = 100;
  EXPECT_EQ(only<MeshData>(scene_of(text, options)).corners_of_loop.size(), 200u);
  std::string shared = text;
  for (int i = 0; i < 100; ++i)
    shared += "Shape { geometry IndexedFaceSet { coord USE C coordIndex [0 1 2] } } ";
  EXPECT_EQ(read_text(shared, options).code, ReadCode::limit);
}

}  // namespace
}  // namespace graze::io::test
