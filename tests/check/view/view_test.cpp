// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/check/view.h"

#include <cmath>

#include "check/support.h"
#include "check/view/mesh.h"

namespace graze::check_tests {
namespace {

const std::string kMoving =
    "Transform { translation 1 0 0 rotation 0 1 0 0.5 children DEF car Transform { children [ Shape { "
    "geometry Box { } } "
    "Transform { translation 0 2 0 children Shape { geometry Sphere { } } } ] } }\n"
    "DEF clock TimeSensor { cycleInterval 4 loop TRUE } "
    "DEF way PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0, 8 0 0 ] }\n"
    "ROUTE clock.fraction_changed TO way.set_fraction\nROUTE way.value_changed TO car.set_translation\n";

TEST(CheckView, PlacementsAreThoseOfObjectsMadeAtThatTime) {
  const Scene scene = make_scene(kMoving);
  const check::ViewMotion motion(scene.objects);
  for (const Real time : {0.0, 0.3, 1.0, 3.9}) {
    check::ObjectOptions options;
    options.time = time;
    const Result<check::Objects> then = check::make_objects(scene.objects.uses, options);
    ASSERT_TRUE(then.has_value());
    const io::Placement m = motion.placement(0, time);
    EXPECT_EQ(m.linear, then->list[0].placement.linear());
    EXPECT_EQ(m.translation, then->list[0].placement.translation());
  }
}

TEST(CheckView, PartsStandInTheirObjectAndInTheWorld) {
  const Scene scene = make_scene(kMoving + "DEF other Transform { children Shape { geometry Box { } } }");
  const check::ViewParts parts = check::view_parts(scene.objects);
  ASSERT_EQ(parts.parts.size(), 3U);
  ASSERT_EQ(parts.uses.size(), 3U);
  EXPECT_EQ(parts.parts[1].object_from_part.translation, Vec3(0, 2, 0));
  EXPECT_EQ(parts.parts[1].world_from_part.translation, Vec3(1, 2, 0));
}

TEST(CheckView, BorderAndCreasesAreEdgesAndDiagonalsAreNot) {
  // A square in z = 0 with a diagonal, and one that stands upright on its side x = 1.
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 0, 1}, {1, 1, 1}};
  const std::vector<std::uint32_t> triangles{0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2};
  const std::vector<std::uint32_t> edges = check::sharp_edges(points, triangles);
  // Six of the border, and the crease from 1 to 2.
  ASSERT_EQ(edges.size(), 14U);
  int creases = 0;
  for (std::size_t i = 0; i < edges.size(); i += 2) {
    EXPECT_FALSE(edges[i] == 0 && edges[i + 1] == 2);
    EXPECT_FALSE(edges[i] == 1 && edges[i + 1] == 5);
    creases += edges[i] == 1 && edges[i + 1] == 2;
  }
  EXPECT_EQ(creases, 1);
}

TEST(CheckView, PointsAtOnePlaceAreOneForEdges) {
  // Two triangles of one square that do not share their vertices.
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(check::sharp_edges(points, std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}).size(), 8U);
}

TEST(CheckView, SidesOfATaperedCapsuleTouchBothBalls) {
  // Radii 2 and 1, four apart: the normal of the side rises by asin(1 / 4).
  const std::vector<check::ProfilePoint> profile = check::profile_of(io::TaperedCapsuleData{2, 1, 2});
  EXPECT_EQ(profile.front().radius, 0);
  EXPECT_EQ(profile.front().height, -4);
  EXPECT_EQ(profile.back().height, 3);
  bool is_found = false;
  for (std::size_t i = 1; i < profile.size(); ++i) {
    const Real dr = profile[i].radius - profile[i - 1].radius, dh = profile[i].height - profile[i - 1].height;
    // The side is sqrt(4^2 - 1^2) long.
    is_found = is_found || std::abs(std::hypot(dr, dh) - std::sqrt(15.0)) < 1e-12;
  }
  EXPECT_TRUE(is_found);
}

TEST(CheckView, BallThatHoldsTheOtherIsAllOfATaperedCapsule) {
  for (const check::ProfilePoint& p : check::profile_of(io::TaperedCapsuleData{3, 1, 0.5}))
    EXPECT_NEAR(std::hypot(p.radius, p.height + 0.5), 3, 1e-12);
}

}  // namespace
}  // namespace graze::check_tests
