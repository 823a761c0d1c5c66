// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/scene/debug_draw.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "../mesh/mesh_models.h"
#include "graze/mesh/compound.h"

namespace graze::test {
namespace {

Drawing drawn(const Instance& instance, const DrawSettings& settings = {}) {
  Drawing drawing;
  draw(instance, drawing.visitor(), settings);
  return drawing;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(DebugDraw, ABoxHasTwelveEdgesAndTwelveTriangles) {
  const Drawing drawing = drawn({Box{{1, 2, 3}}, Affine(Vec3{10, 0, 0})});
  EXPECT_EQ(drawing.lines.size(), 12u);
  ASSERT_EQ(drawing.triangles.size(), 12u);
  for (const DrawTriangle& t : drawing.triangles)  // outward: away from the centre
    EXPECT_GT(dot(cross(t.b - t.a, t.c - t.a), t.a - Vec3{10, 0, 0}), 0);
}

TEST(DebugDraw, PointsOfABallAreOnItsSurface) {
  const Drawing drawing = drawn({Sphere{1}, Affine(), 1});
  EXPECT_GT(drawing.triangles.size(), 200u);
  for (const DrawLine& line : drawing.lines) EXPECT_NEAR(length(line.a), 2, 1e-5);
}

TEST(DebugDraw, FlatAndThinShapesAreDrawn) {
  EXPECT_EQ(drawn({Segment{{0, 0, 0}, {1, 2, 3}}, Affine()}).lines.size(), 1u);
  EXPECT_EQ(drawn({Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Affine()}).lines.size(), 3u);
  EXPECT_TRUE(drawn({Shape(), Affine()}).lines.empty());
}

TEST(DebugDraw, AMeshIsItsTrianglesAndACompoundItsPieces) {
  const Shape cube = build(cube_model())->shape();
  EXPECT_EQ(drawn({cube, Affine()}).triangles.size(), 12u);
  const CompoundPiece pieces[] = {{cube, Affine(Vec3{5, 0, 0})}, {Box{{1, 1, 1}}, Affine(Vec3{-5, 0, 0})}};
  const Drawing both = drawn({*make_compound(pieces), Affine(Vec3{0, 7, 0})});
  EXPECT_EQ(both.triangles.size(), 24u);
  for (const DrawTriangle& t : both.triangles) EXPECT_NEAR(std::abs(t.a.x), 5, 1);
  for (const DrawTriangle& t : both.triangles) EXPECT_NEAR(t.a.y, 7, 1);
}

TEST(DebugDraw, AHalfSpaceIsASquareInItsPlane) {
  const Drawing drawing = drawn({HalfSpace{{0, 1, 0}, 1}, Affine(Vec3{0, 2, 0}), Real(0.5)});
  ASSERT_EQ(drawing.triangles.size(), 2u);
  for (const DrawLine& line : drawing.lines) EXPECT_NEAR(line.a.y, 3.5, 1e-5);
}

TEST(DebugDraw, WritesWhatItWasShown) {
  World world;
  Scene scene(world, {.with_contacts = true});
  for (const Real x : {Real(0), Real(1.5)})
    EXPECT_FALSE(scene.add(*world.create({.instance = {Box{{1, 1, 1}}, Affine(Vec3{x, 0, 0})}})));
  EXPECT_FALSE(scene.update());
  Drawing drawing;
  draw(scene, world, drawing.visitor());
  const auto of = [&](DrawLayer layer) {
    return std::count_if(drawing.lines.begin(), drawing.lines.end(),
                         [&](const DrawLine& line) { return line.layer == layer; });
  };
  EXPECT_EQ(of(DrawLayer::shape), 24);
  EXPECT_EQ(of(DrawLayer::box), 24);
  EXPECT_EQ(of(DrawLayer::contact), 8);  // four points, each with its normal
  const std::string obj = to_obj(drawing), svg = to_svg(drawing);
  EXPECT_EQ(count(obj, "\nf "), 24u);
  EXPECT_EQ(count(obj, "\nl "), 56u);
  EXPECT_EQ(count(obj, "\nv "), 24u * 3 + 56u * 2);
  EXPECT_EQ(count(svg, "<path"), 80u);
  EXPECT_EQ(count(svg, "nan"), 0u);
  EXPECT_EQ(count(to_svg({}), "<svg"), 1u);
  EXPECT_EQ(count(to_svg(drawing, {.view = {0, 1, 0}}), "nan"), 0u);
}

// A torus of 160 triangles has more than one level: 8 children per node.
TEST(DebugDraw, TreesHaveTheirLevels) {
  const Shape torus = build(torus_model(16, 5, 2, Real(0.5)))->shape();
  const Affine place = Affine(Pose{rotation_about({0, 0, 1}, Real(0.7)), {3, 0, 0}});
  const auto boxes_at = [&](int first, int last) {
    const Drawing drawing =
        drawn({torus, place},
              {.with_shapes = false, .with_trees = true, .first_tree_level = first, .last_tree_level = last});
    EXPECT_TRUE(drawing.triangles.empty());
    EXPECT_EQ(drawing.lines.size() % 12, 0u);
    for (const DrawLine& line : drawing.lines) EXPECT_EQ(line.layer, DrawLayer::tree);
    return drawing.lines.size() / 12;
  };
  EXPECT_EQ(boxes_at(0, 0), 1u);
  EXPECT_GT(boxes_at(1, 1), 1u);
  EXPECT_LE(boxes_at(1, 1), 8u);
  EXPECT_GT(boxes_at(2, 2), 8u);
  EXPECT_EQ(boxes_at(0, 31), boxes_at(0, 1) + boxes_at(2, 31));
  EXPECT_EQ(drawn({torus, place}, {.with_shapes = false}).lines.size(), 0u);
  // The root is the box of the mesh, turned with it.
  const Drawing root =
      drawn({torus, place}, {.with_shapes = false, .with_trees = true, .last_tree_level = 0});
  for (const DrawLine& line : root.lines) {
    const Vec3 p = inverse(place) * line.a;
    EXPECT_NEAR(std::abs(p.x), 2.5, 0.1);
    EXPECT_NEAR(std::abs(p.y), 0.5, 0.1);  // it lies around the axis y
  }
}

TEST(DebugDraw, AllBoxesOfATreeLieInTheBoxesAbove) {
  const Shape cube = build(cube_model())->shape();
  const CompoundPiece pieces[] = {{cube, Affine(Vec3{5, 0, 0})}, {cube, Affine(Vec3{-5, 0, 0})}};
  World world;
  Scene scene(world);
  EXPECT_FALSE(scene.add(*world.create({.instance = {*make_compound(pieces), Affine()}})));
  Drawing drawing;
  draw(scene, world, drawing.visitor(), {.with_shapes = false, .with_boxes = false, .with_trees = true});
  ASSERT_FALSE(drawing.lines.empty());
  Real left = 0, right = 0;
  for (const DrawLine& line : drawing.lines) {
    EXPECT_LE(max_abs(line.a), Real(6.1));
    left = std::min(left, line.a.x);
    right = std::max(right, line.a.x);
  }
  EXPECT_NEAR(left, -6, 0.1);
  EXPECT_NEAR(right, 6, 0.1);
  const std::string obj = to_obj(drawing), svg = to_svg(drawing);
  EXPECT_EQ(count(obj, "g trees"), 1u);
  EXPECT_EQ(count(obj, "\nl "), drawing.lines.size());
  EXPECT_EQ(count(svg, "#229944"), drawing.lines.size());
}

}  // namespace
}  // namespace graze::test
