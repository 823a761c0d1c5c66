// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/support.h"

namespace graze::io::test {
namespace {

std::string extrusion(const std::string& fields) { return "Shape { geometry Extrusion { " + fields + " } }"; }
const std::string kThin = "crossSection [0 1, 0 -1] beginCap FALSE endCap FALSE ";

// Signed volume by the divergence theorem; faces as fans, which planar convex faces allow.
double volume(const MeshData& m) {
  double sum = 0;
  std::size_t at = 0;
  for (const std::uint32_t n : m.corners_of_loop) {
    const auto p = [&](std::size_t k) { return m.points[m.corners[at + k]]; };
    for (std::size_t k = 1; k + 1 < n; ++k) sum += dot(p(0), cross(p(k), p(k + 1))) / 6;
    at += n;
  }
  return sum;
}

TEST(VrmlExtrusion, IsAClosedUnitHighBlockByDefault) {
  const auto scene = scene_of(extrusion(""));
  const auto& mesh = only<MeshData>(scene);
  EXPECT_EQ(mesh.extrusion, 0u);
  EXPECT_EQ(mesh.points.size(), 10u);
  EXPECT_EQ(mesh.corners_of_loop, (std::vector<std::uint32_t>{4, 4, 4, 4, 4, 4}));
  EXPECT_NEAR(volume(mesh), 4, 1e-14);  // 2 x 1 x 2, faces outward
  expect_box(box_of(scene), {-1, 0, -1}, {1, 1, 1});
  EXPECT_NEAR(volume(only<MeshData>(scene_of(extrusion("ccw FALSE")))), -4, 1e-14);
}

TEST(VrmlExtrusion, CapsCanBeLeftOut) {
  EXPECT_EQ(only<MeshData>(scene_of(extrusion("beginCap FALSE"))).corners_of_loop.size(), 5u);
  // endCap runs as the section does, at the end of the spine.
  const auto scene = scene_of(extrusion("beginCap FALSE"));
  const auto& mesh = only<MeshData>(scene);
  EXPECT_EQ(std::vector<std::uint32_t>(mesh.corners.end() - 4, mesh.corners.end()),
            (std::vector<std::uint32_t>{5, 6, 7, 8}));
  const auto open = scene_of(extrusion("endCap FALSE crossSection [0 0, 1 0, 0 1]"));
  const auto& begin = only<MeshData>(open);
  EXPECT_EQ(std::vector<std::uint32_t>(begin.corners.end() - 3, begin.corners.end()),
            (std::vector<std::uint32_t>{2, 1, 0}));
}

TEST(VrmlExtrusion, AStraightSpineTurnsTheSectionTheShortestWay) {
  // +y to +x: x of the section becomes -y, z stays.
  const auto mesh = only<MeshData>(scene_of(extrusion("spine [0 0 0, 5 0 0] crossSection [1 0, 0 2, -1 0]")));
  expect_near(mesh.points[0], {0, -1, 0});
  expect_near(mesh.points[1], {0, 0, 2});
  expect_near(mesh.points[3], {5, -1, 0});
  // Straight down, and there and back along one line.
  const auto down = scene_of(extrusion("spine [0 0 0, 0 -4 0]"));
  expect_box(box_of(down), {-1, -4, -1}, {1, 0, 1});
  EXPECT_NEAR(volume(only<MeshData>(down)), 16, 1e-13);
}

TEST(VrmlExtrusion, ABendStandsInTheMiddleOfItsAngle) {
  // A right angle in the plane z = 0: at the bend Y = (1, 1, 0)/√2, Z = (0,0,-1) x ..., so that X·(spine)
  // bisects.
  const auto mesh = only<MeshData>(scene_of(
      extrusion("spine [0 0 0, 0 1 0, 1 1 0] crossSection [1 0, -1 0] beginCap FALSE endCap FALSE")));
  // Z = (s2 - s1) x (s0 - s1) = (1,0,0) x (0,-1,0) = (0,0,-1); X = Y x Z = (1,1,0)/√2 x (0,0,-1) =
  // (-1,1,0)/√2.
  const double h = std::sqrt(0.5);
  expect_near(mesh.points[2], {-h, 1 + h, 0});
  expect_near(mesh.points[3], {h, 1 - h, 0});
  expect_near(mesh.points[0], {-1, 0, 0});  // ends take that Z: X = (0,1,0) x (0,0,-1) = (-1,0,0)
  expect_near(mesh.points[4], {1, 2, 0});   // X = (1,0,0) x (0,0,-1) = (0,1,0)
}

TEST(VrmlExtrusion, ABendTheOtherWayKeepsItsSide) {
  // An S in a plane: the second bend's Z points the other way, and is flipped.
  const auto mesh = only<MeshData>(scene_of(
      extrusion("spine [0 0 0, 1 0 0, 1 1 0, 2 1 0] crossSection [0 1, 0 -1] beginCap FALSE endCap FALSE")));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(mesh.points[2 * i].z, mesh.points[0].z, 1e-14);
}

// An L of six corners, closed: the caps are its polygon, each once and seen from outside.
TEST(VrmlExtrusion, CapsOfConcaveSectionsAreOnePolygonEach) {
  const auto mesh = only<MeshData>(
      scene_of(extrusion("crossSection [0 0, 0 2, 1 2, 1 1, 2 1, 2 0, 0 0] spine [0 0 0, 0 3 0]")));
  ASSERT_EQ(mesh.corners_of_loop.size(), 8u);  // six sides and two caps
  // Signed areas by the shoelace formula, in (z, x), which is counterclockwise seen from +y: 3, and -3 below.
  double above = 0, below = 0;
  std::size_t at = 0;
  for (const std::uint32_t n : mesh.corners_of_loop) {
    double area = 0;
    bool is_flat = true;
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3 &p = mesh.points[mesh.corners[at + i]], &q = mesh.points[mesh.corners[at + (i + 1) % n]];
      area += (p.z * q.x - q.z * p.x) / 2;
      is_flat = is_flat && p.y == q.y;
    }
    if (is_flat) {
      EXPECT_EQ(n, 6u);
      (mesh.points[mesh.corners[at]].y > 1 ? above : below) += area;
    }
    at += n;
  }
  EXPECT_EQ(above, 3);
  EXPECT_EQ(below, -3);
}

TEST(VrmlExtrusion, AClosedSpineJoins) {
  // A square ring: first and last section are one.
  const auto mesh =
      only<MeshData>(scene_of(extrusion("spine [1 0 1, 1 0 -1, -1 0 -1, -1 0 1, 1 0 1] crossSection [.1 0, 0 "
                                        ".1, -.1 0, 0 -.1, .1 0] beginCap FALSE endCap FALSE")));
  for (std::size_t k = 0; k < 5; ++k) expect_near(mesh.points[k], mesh.points[20 + k]);
  EXPECT_EQ(mesh.corners_of_loop.size(), 16u);
}

TEST(VrmlExtrusion, ScaleAndOrientationAreOfEachSpinePoint) {
  const auto mesh =
      only<MeshData>(scene_of(extrusion("scale [1 1, 2 3] orientation [0 1 0 0, 0 1 0 1.5707963267948966]")));
  expect_near(mesh.points[0], {1, 0, 1});
  expect_near(mesh.points[5], {3, 1, -2});  // (1, 1) scaled to (2, 3), turned about y: (x, z) -> (z, -x)
  const auto one = only<MeshData>(scene_of(extrusion("scale 2 3")));
  expect_near(one.points[5], {2, 1, 3});
}

TEST(VrmlExtrusion, TooFewScalesRepeatTheLast) {
  const SceneRead read = read_text(extrusion("spine [0 0 0, 0 1 0, 0 2 0] scale [1 1, 2 2]"));
  EXPECT_EQ(messages(read), "test.wrl:2:58: Extrusion.scale has too few entries: the last one is repeated\n");
  expect_near(only<MeshData>(*read.scene).points[10], {2, 2, 2});
}

TEST(VrmlExtrusion, OfOnePointTurnedIsASurfaceOfRevolution) {
  const auto mesh = only<MeshData>(
      scene_of(extrusion("spine [0 0 0, 0 0 0] orientation [1 0 0 0, 1 0 0 1.5707963267948966] " + kThin)));
  expect_near(mesh.points[0], {0, 0, 1});
  expect_near(mesh.points[2], {0, -1, 0});  // a quarter about x takes z to -y
}

TEST(VrmlExtrusion, CoincidentPointsShareAFrame) {
  const auto mesh = only<MeshData>(scene_of(
      extrusion("spine [0 0 0, 1 0 0, 1 0 0, 1 1 0] crossSection [1 0, -1 0] beginCap FALSE endCap FALSE")));
  expect_near(mesh.points[2], mesh.points[4]);
  expect_near(mesh.points[3], mesh.points[5]);
}

TEST(VrmlExtrusion, WithoutASurfaceOrFiniteNumbersIsLeftOut) {
  EXPECT_EQ(messages(read_text(extrusion("spine [0 0 0]"))),
            "test.wrl:2:18: Extrusion without a surface left out\n");
  EXPECT_EQ(messages(read_text(extrusion("crossSection []"))),
            "test.wrl:2:18: Extrusion without a surface left out\n");
  EXPECT_EQ(messages(read_text(extrusion("spine [0 0 0, inf 0 0]"))),
            "test.wrl:2:30: Extrusion.spine is not finite: the Extrusion is left out [loss]\n");
}

TEST(VrmlExtrusion, ThatWouldBeTooLargeIsRefused) {
  VrmlOptions options;
  options.limits.points = 100;
  std::string spine, section;
  for (int i = 0; i < 60; ++i) {
    spine += "0 " + std::to_string(i) + " 0 ";
    section += std::to_string(i) + " 0 ";
  }
  const SceneRead read =
      read_text(extrusion("spine [" + spine + "] crossSection [" + section + "]"), options);
  EXPECT_EQ(read.code, ReadCode::limit);
  EXPECT_EQ(messages(read),
            "error: test.wrl:2:18: the scene has more points and corners than its bytes and 100 more account "
            "for\n");
}

}  // namespace
}  // namespace graze::io::test
