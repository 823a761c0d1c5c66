// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/clip_ears.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "graze/mesh/polygon_mesh.h"
#include "support/random.h"

// Faces with so many corners that anything quadratic would not end. Coordinates are whole numbers, so that
// areas are exact.

namespace graze::test {
namespace {

struct Point {
  std::int64_t x = 0, y = 0;
};
using Points = std::vector<Point>;

Result<PolygonMesh> face_of(const Points& points) {
  std::vector<Vec3> vertices;
  for (const Point& p : points) vertices.push_back({Real(p.x), Real(p.y), 0});
  std::vector<std::uint32_t> corners(points.size()), count{std::uint32_t(points.size())};
  std::iota(corners.begin(), corners.end(), 0u);
  return make_polygon_mesh(make_vertex_array(vertices), {make_index_array(corners), count, {}});
}

std::int64_t twice_area(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Triangles that are all turned like the face, whose areas add up to that of the face, do not overlap.
void expect_filled(const Points& points, const Result<PolygonMesh>& made, std::int64_t twice) {
  ASSERT_TRUE(made);
  EXPECT_TRUE(made->improper_faces.empty());
  ASSERT_EQ(made->mesh.triangle_count(), points.size() - 2);
  std::int64_t sum = 0, flat = 0;
  for (std::uint32_t i = 0; i < made->mesh.triangle_count(); ++i) {
    const auto c = made->mesh.corners(i);
    const std::int64_t area = twice_area(points[c[0]], points[c[1]], points[c[2]]);
    sum += area;
    flat += area <= 0;
  }
  EXPECT_EQ(sum, twice);
  EXPECT_EQ(flat, 0);
}

// All steps with whole numbers up to 203 that have no common divisor, by their direction.
TEST(ClipEars, FillsAConvexFaceOf100000Corners) {
  Points steps;
  for (std::int64_t x = -203; x <= 203; ++x)
    for (std::int64_t y = -203; y <= 203; ++y)
      if (std::gcd(x, y) == 1) steps.push_back({x, y});
  const auto is_upper = [](const Point& p) { return p.y > 0 || (p.y == 0 && p.x > 0); };
  std::sort(steps.begin(), steps.end(), [&](const Point& a, const Point& b) {
    return is_upper(a) != is_upper(b) ? is_upper(a) : a.x * b.y - a.y * b.x > 0;
  });
  Points points;
  Point at;
  std::int64_t twice = 0;
  for (const Point& step : steps) {
    points.push_back(at);
    const Point next{at.x + step.x, at.y + step.y};
    twice += at.x * next.y - at.y * next.x;
    at = next;
  }
  ASSERT_EQ(at.x, 0);
  ASSERT_EQ(at.y, 0);
  ASSERT_GT(points.size(), 100000u);
  expect_filled(points, face_of(points), twice);
}

// A back of height 1, and 10,000 teeth on it, 1 wide and 100 long.
TEST(ClipEars, FillsACombOf20000ConcaveCorners) {
  constexpr std::int64_t kTeeth = 10000;
  Points points{{0, -1}, {2 * kTeeth - 1, -1}};
  for (std::int64_t i = kTeeth - 1; i >= 0; --i)
    for (const Point& p : {Point{2 * i + 1, 0}, {2 * i + 1, 100}, {2 * i, 100}, {2 * i, 0}})
      if (p.y > 0 || (p.x > 0 && p.x < 2 * kTeeth - 1)) points.push_back(p);
  expect_filled(points, face_of(points), 2 * (2 * kTeeth - 1 + 100 * kTeeth));
}

// A corridor of width 2 around a way of 10,000 straight parts, 4 apart: corners of both of its sides.
TEST(ClipEars, FillsASpiralOf10000Turns) {
  constexpr int kParts = 10000;
  Points left, right;
  Point at, step{1, 0};
  std::int64_t way = 0;
  left.push_back({0, 1});
  right.push_back({0, -1});
  for (int i = 0; i < kParts; ++i) {
    const std::int64_t length = 4 * (i / 2 + 1);
    way += length;
    at = {at.x + step.x * length, at.y + step.y * length};
    const Point turned{-step.y, step.x};
    const bool is_end = i + 1 == kParts;
    const Point side{turned.x - (is_end ? 0 : step.x), turned.y - (is_end ? 0 : step.y)};
    left.push_back({at.x + side.x, at.y + side.y});
    right.push_back({at.x - side.x, at.y - side.y});
    step = turned;
  }
  Points points = right;
  points.insert(points.end(), left.rbegin(), left.rend());
  // 2 times the way, and as much is added on the one side of each turn as is missing on the other.
  expect_filled(points, face_of(points), 4 * way);
}

// Its border stays, whatever the triangles are.
TEST(ClipEars, EndsWithLoopsThatCrossThemselves) {
  Random random{7};
  constexpr int kCorners = 100000;
  for (const int size : {1 << 20, 30}) {  // spread out, and many at the same places
    Points points;
    for (int i = 0; i < kCorners; ++i) points.push_back({random.below(size), random.below(size)});
    const auto made = face_of(points);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->improper_faces, std::vector<std::uint32_t>{0});
    EXPECT_LE(made->mesh.triangle_count(), points.size() - 2);
    EXPECT_GE(made->mesh.triangle_count(), points.size() * 99 / 100);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
    for (std::uint32_t i = 0; i < made->mesh.triangle_count(); ++i) {
      const auto c = made->mesh.corners(i);
      for (std::size_t k = 0; k < 3; ++k) {
        const auto [a, b] = std::pair(c[k], c[(k + 1) % 3]);
        uses[std::minmax(a, b)] += a < b ? 1 : -1;
      }
    }
    std::size_t border = 0, wrong = 0;
    for (const auto& [edge, count] : uses) {
      const bool is_step = edge.second == edge.first + 1 || (edge.first == 0 && edge.second == kCorners - 1);
      border += count != 0;
      wrong += count != (is_step ? edge.second == edge.first + 1 ? 1 : -1 : 0);
    }
    EXPECT_EQ(border, points.size());
    EXPECT_EQ(wrong, 0u);
  }
}

// A path that is walked there and back again has no area; one corner, repeated, neither.
TEST(ClipEars, EndsWithLoopsWithoutArea) {
  Points points;
  for (int i = 0; i < 50000; ++i) points.push_back({i, (i * 7919) % 1000});
  for (int i = 49998; i > 0; --i) points.push_back(points[std::size_t(i)]);
  const auto slit = face_of(points);
  ASSERT_TRUE(slit);
  EXPECT_EQ(slit->improper_faces.size(), 1u);
  EXPECT_EQ(slit->mesh.triangle_count(), points.size() - 2);
  const auto one = face_of(Points(100000, Point{3, 4}));
  ASSERT_TRUE(one);
  EXPECT_EQ(one->improper_faces.size(), 1u);
}

}  // namespace
}  // namespace graze::test
