// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/mesh/support.h"

namespace graze::io::test {
namespace {

SceneRead read(const std::string& text, const ReadLimits& limits = {}) {
  return read_obj(text, "f.obj", limits);
}
SceneData scene(const std::string& text) { return clean(read(text)); }

const std::string kSquare = "v 0 0 0\nv 2 0 0\nv 2 3 0\nv 0 3 0\n";

TEST(Obj, ReadsFacesAsTheyStand) {
  const SceneData s = scene(kSquare + "f 1 2 3 4\nf 1 3 2\n");
  EXPECT_EQ(s.format, "OBJ");
  EXPECT_EQ(s.metres_per_unit, 0);
  EXPECT_EQ(s.up, UpAxis::y);
  EXPECT_EQ(tree_of(s), "faces faces *\n");
  const auto& m = only<MeshData>(s);
  EXPECT_EQ(m.points, (Points{{0, 0, 0}, {2, 0, 0}, {2, 3, 0}, {0, 3, 0}}));
  EXPECT_EQ(m.corners, (Indices{0, 1, 2, 3, 0, 2, 1}));
  EXPECT_EQ(m.corners_of_loop, (Indices{4, 3}));
  EXPECT_EQ(s.nodes[0].place.line, 5u);
}

TEST(Obj, CornersMayHaveTexturesNormalsAndNegativeIndices) {
  const Indices expected{0, 1, 2};
  for (const char* face : {"f 1/1 2/2 3/3", "f 1//1 2//1 3//1", "f 1/1/1 2/2/2 3/3/3", "f -4 -3 -2",
                           "f -4/-1 -3//-1 -2/-1/-1", "fo 1 2 3", "f  \t1   2\t3  ", "f 1 2 3 # c",
                           "f 1 2 3#c", "F 1 2 3", "f 1 2 \\\n 3", "f 1\\\r\n 2 3", "\tf 1 2 3\r"})
    EXPECT_EQ(only<MeshData>(scene(kSquare + face)).corners, expected) << face;
  // -1 is the last vertex above the face, not that of the file.
  const SceneData later = scene(kSquare + "f -4 -3 -2\nv 9 9 9\n");
  EXPECT_EQ(only<MeshData>(later).points[2], Vec3(2, 3, 0));
}

TEST(Obj, AFaceMayStandAboveItsVertices) {
  EXPECT_EQ(only<MeshData>(scene("f 1 2 3\n" + kSquare)).points[1], Vec3(2, 0, 0));
}

TEST(Obj, NumbersAreDoubles) {
  // Two points 50 um apart at a site's coordinates: a float there is 31 mm wide or more.
  const SceneData s = scene("v 512345.00005 0.1 -1e-3\nv 512345.0001 +.5 1.\nv 0 0 1E2\nf 1 2 3\n");
  const auto& m = only<MeshData>(s);
  EXPECT_EQ(m.points, (Points{{512345.00005, 0.1, -1e-3}, {512345.0001, 0.5, 1}, {0, 0, 100}}));
  EXPECT_NEAR(m.points[1].x - m.points[0].x, 5e-5, 1e-10);
}

TEST(Obj, WeightsAndColoursAreIgnored) {
  const SceneData s = scene("v 0 0 0 2\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0 1 0.5 0.5 0.5\nf 1 2 3\n");
  EXPECT_EQ(only<MeshData>(s).points, (Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
}

TEST(Obj, ConcavePolygonsStayWhole) {
  const SceneData s = scene("v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5\n");
  EXPECT_EQ(only<MeshData>(s).corners_of_loop, (Indices{5}));
}

TEST(Obj, ObjectsAndGroupsAreNodes) {
  const SceneData s = scene(kSquare +
                            "f 1 2 3\n"
                            "o arm\nf 1 2 4\n"
                            "g upper part \nf 2 3 4\n"
                            "g lower\nf 1 3 4\n"
                            "o hand\ng lower\nf 1 2 3 4\n"
                            "o arm\ng upper part\nf 4 3 2\n"
                            "o empty\n");
  EXPECT_EQ(tree_of(s),
            "faces faces *\narm o *\narm/upper part g *\narm/lower g *\nhand o\nhand/lower g *\n");
  EXPECT_EQ(shape<MeshData>(s, 0).corners, (Indices{0, 1, 2}));
  // Each shape has the points that it uses, in the order of their use; the group goes on where it is named
  // again.
  EXPECT_EQ(shape<MeshData>(s, 2).points, (Points{{2, 0, 0}, {2, 3, 0}, {0, 3, 0}}));
  EXPECT_EQ(shape<MeshData>(s, 2).corners, (Indices{0, 1, 2, 2, 1, 0}));
  EXPECT_EQ(shape<MeshData>(s, 5).corners_of_loop, (Indices{4}));
  EXPECT_EQ(s.geometries.size(), 5u);
}

TEST(Obj, MaterialsSeparateOnlyWhereNothingElseDoes) {
  const std::string faces = "usemtl red\nf 1 2 3\nusemtl blue\nf 2 3 4\nusemtl red\nf 1 3 4\n";
  const SceneData materials = scene("mtllib a.mtl\n" + kSquare + faces);
  EXPECT_EQ(tree_of(materials), "red usemtl *\nblue usemtl *\n");
  EXPECT_EQ(shape<MeshData>(materials, 0).corners_of_loop, (Indices{3, 3}));
  EXPECT_EQ(tree_of(scene(kSquare + "o box\n" + faces)), "box o *\n");
}

TEST(Obj, LinesAndPointsAreShapesOfTheirOwn) {
  const SceneData s = scene(kSquare + "g a\nl 1 2/1 3\nl 4 1\np 2 4\np -1\nf 1 2 3\n");
  EXPECT_EQ(tree_of(s), "a g *\na/lines lines *\na/points points *\n");
  EXPECT_EQ(shape<LineData>(s, 1).corners, (Indices{0, 1, 2, 3, 0}));
  EXPECT_EQ(shape<LineData>(s, 1).corners_of_line, (Indices{3, 2}));
  EXPECT_EQ(shape<PointData>(s, 2).points, (Points{{2, 0, 0}, {0, 3, 0}}));
  EXPECT_EQ(shape<PointData>(s, 2).corners, (Indices{0, 1, 1}));
}

TEST(Obj, VerticesAloneAreACloud) {
  const SceneRead r = read("v 1 2 3\nv nan 0 0\nv 4 5 6\n");
  EXPECT_EQ(messages(r),
            "f.obj: point that is not finite left out [loss]\n"
            "f.obj: neither faces nor lines: the vertices are taken as points\n");
  EXPECT_EQ(only<PointData>(*r.scene).points, (Points{{1, 2, 3}, {4, 5, 6}}));
}

TEST(Obj, NamesOfFacesAndFilesAreNoTrouble) {
  EXPECT_EQ(scene(kSquare + "o part#1 # note\nf 1 2 3").nodes[0].name, "part#1");
  EXPECT_EQ(scene("\xEF\xBB\xBF# c\n" + kSquare + "s off\nvt 0 0\nvn 0 0 1\nf 1 2 3").nodes.size(), 1u);
  EXPECT_EQ(scene(kSquare + "o \xFF\x01z\nf 1 2 3").nodes[0].name, "??z");
}

TEST(Obj, WhatIsWrongIsLeftOutWithItsLine) {
  EXPECT_EQ(messages(read(kSquare + "f 1 2 3\nf 1 2 9\nf 0 1 2\nf 1 x 2\nf 1 2 -9\n")),
            "f.obj:6:1: face with an index that is no vertex left out (4 times) [loss]\n");
  EXPECT_EQ(messages(read(kSquare + "v 1 inf 2\nf 1 2 3\nf 1 2 5\n")),
            "f.obj:7:1: face with a vertex that is not finite left out [loss]\n");
  EXPECT_EQ(messages(read("v 1 2\nv 1 2;5 3\n" + kSquare + "f 1 3 4\nf 3 4 5")),
            "f.obj:1:1: vertex that is not three numbers (2 times)\n"
            "f.obj:7:1: face with a vertex that is not finite left out [loss]\n");
  EXPECT_EQ(messages(read(kSquare + "f 1 2 3\nf 1 2\nf 1 1 2\nf\n")),
            "f.obj:8:1: face, line or point without corners left out\n"
            "f.obj:6:1: face of fewer than three points left out (2 times)\n");
  EXPECT_EQ(messages(read(kSquare + "f 1 2 3\n  curv 0 1 1 2\n call other.obj\nfoo\n")),
            "f.obj:6:3: free-form curves and surfaces are not read [loss]\n"
            "f.obj:7:2: statement \"call\" is not followed [loss]\n"
            "f.obj:8:1: unknown statement \"foo\" skipped\n");
  EXPECT_EQ(messages(read("")), "f.obj: the file has no geometry\n");
  EXPECT_EQ(read(kSquare + "f 1 2 9\nf 1 2 3\n").code, ReadCode::partial);
  EXPECT_EQ(only<MeshData>(*read(kSquare + "f 1 1 2 3 3 1\n").scene).corners, (Indices{0, 1, 2}));
}

TEST(Obj, LimitsAreKept) {
  ReadLimits limits;
  limits.file_bytes = 10;
  EXPECT_EQ(read(kSquare, limits).code, ReadCode::limit);
  limits = {};
  limits.nodes = 2;
  const std::string groups = kSquare + "g a\nf 1 2 3\ng b\nf 1 2 3\n";
  EXPECT_EQ(read(groups, limits).code, ReadCode::complete);
  EXPECT_EQ(read(groups + "g c\nf 1 2 3\n", limits).error.text, "the scene has more than 2 nodes");
}

}  // namespace
}  // namespace graze::io::test
