// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Pairs that are hard on purpose, every answer judged by the witness checker in rationals.

#include <gtest/gtest.h>

#include <vector>

#include "query/ask.h"
#include "support/generators.h"

namespace graze::test {
namespace {

// All five queries on the pair.
void expect_right(const CheckPair& pair) {
  Checker checker(pair);
  const Instance a = graze_instance(pair.a), b = graze_instance(pair.b);
  ASSERT_TRUE(a.shape.is_valid() && b.shape.is_valid() && a.placement.is_valid() && b.placement.is_valid());
  Workspace workspace;
  const QuerySettings settings{.workspace = &workspace};
  GRAZE_EXPECT_ACCEPTED(checker, distance(a, b, settings));
  GRAZE_EXPECT_ACCEPTED(checker, penetration(a, b, settings));
  GRAZE_EXPECT_ACCEPTED(checker, separation(a, b, settings));
  GRAZE_EXPECT_ACCEPTED(checker, intersects(a, b, settings));
  GRAZE_EXPECT_ACCEPTED(checker, common_point(a, b, settings));
}

CheckInstance placed(CheckShape shape, const V3d& translation = {}, double margin = 0) {
  CheckInstance instance{std::move(shape), Mapd(), rounded(margin)};
  instance.placement.translation = rounded(translation);
  return instance;
}
CheckInstance turned(CheckShape shape, Random& random, const V3d& translation) {
  CheckInstance instance{std::move(shape), random_rotation(random), 0};
  instance.placement.translation = translation;
  instance.placement = rounded(instance.placement);
  return instance;
}

std::vector<V3d> rounded_points(std::vector<V3d> points) {
  for (V3d& p : points) p = rounded(p);
  return points;
}

// Three points almost on a line: their plane is mostly rounding.
CheckShape sliver(Random& random) {
  const V3d p = random.in_cube(), u = random.direction(), off = random.direction();
  const double height = random.log_uniform(1e-16, 1e-2);
  return check_hull_of_points(ShapeKind::triangle,
                              rounded_points({p, p + u, p + u * random.uniform(0.3, 0.7) + off * height}));
}

TEST(Slivers, AgainstPointsAndSegmentsAndEachOther) {
  Random random{1};
  for (int i = 0; i < 400; ++i) {
    CheckShape other = check_point(rounded(random.in_cube()));
    if (i % 3 == 1)
      other = check_hull_of_points(ShapeKind::segment, rounded_points({random.in_cube(), random.in_cube()}));
    if (i % 3 == 2) other = sliver(random);
    expect_right({placed(sliver(random)), placed(other, random.in_cube() * random.log_uniform(1e-8, 1))});
    ASSERT_FALSE(HasFailure()) << i;
  }
}

// A point close above an inner point of the sliver: the plane of three points that almost line up is the
// worst that GJK has to project onto, and the gap is small enough to show it.
TEST(Slivers, WithAPointCloseAboveThem) {
  Random random{10};
  const double least_gap = sizeof(Real) == 4 ? 1e-6 : 1e-13;
  for (int i = 0; i < 1000; ++i) {
    const V3d p = random.in_cube(), u = random.direction(), other = random.direction();
    const V3d across = other - u * dot(other, u), v = across * (1 / length(across)), n = cross(u, v);
    const double height = random.log_uniform(1e-6, 1e-1), gap = random.log_uniform(least_gap, 1e-2);
    const V3d apex = p + u * random.uniform(0.4, 0.6) + v * height;
    const CheckShape triangle = check_hull_of_points(ShapeKind::triangle, rounded_points({p, p + u, apex}));
    const V3d above = p + u * 0.5 + v * (height * random.uniform(0, 0.6)) + n * gap;
    expect_right({placed(triangle), placed(check_point(rounded(above)))});
    ASSERT_FALSE(HasFailure()) << i << ": height " << height << ", gap " << gap;
  }
}

TEST(FlatTetrahedra, AgainstEachOther) {
  Random random{2};
  for (int i = 0; i < 400; ++i) {
    const auto flat = [&] {
      std::vector<V3d> v{random.in_cube(), random.in_cube(), random.in_cube()};
      const double s = random.uniform(), t = random.uniform();
      v.push_back(v[0] + (v[1] - v[0]) * s + (v[2] - v[0]) * t +
                  random.direction() * random.log_uniform(1e-17, 1e-3));
      return check_hull_of_points(ShapeKind::tetrahedron, rounded_points(v));
    };
    expect_right({placed(flat()), placed(flat(), random.in_cube() * random.uniform())});
    ASSERT_FALSE(HasFailure()) << i;
  }
}

TEST(PolytopesOfNearDuplicates, AgainstEachOther) {
  Random random{3};
  for (int i = 0; i < 200; ++i) {
    const auto crowded = [&] {
      std::vector<V3d> v;
      for (int k = 0; k < 6; ++k) {
        const V3d p = random.direction();
        for (int n = 0; n < 4; ++n) v.push_back(p + random.in_cube() * random.log_uniform(1e-17, 1e-4));
      }
      return check_hull_of_points(ShapeKind::polytope, rounded_points(v));
    };
    expect_right({placed(crowded()), placed(crowded(), random.direction() * random.uniform(0, 2.2))});
    ASSERT_FALSE(HasFailure()) << i;
  }
}

TEST(LatticePolytopes, ShareFacesEdgesAndVerticesExactly) {
  Random random{4};
  int touching = 0;
  for (int i = 0; i < 400; ++i) {
    const auto lattice = [&] {
      std::vector<V3d> v;
      for (int k = 0; k < 10; ++k) v.emplace_back(random.below(4), random.below(4), random.below(4));
      return check_hull_of_points(ShapeKind::polytope, v);
    };
    const CheckPair pair{placed(lattice()),
                         placed(lattice(), V3d(random.below(4), random.below(4), random.below(4)))};
    expect_right(pair);
    ASSERT_FALSE(HasFailure()) << i;
    touching += separation(graze_instance(pair.a), graze_instance(pair.b)).contact == Contact::touching;
  }
  EXPECT_GT(touching, 10);
}

TEST(NearlyParallelCapsules, ApartAndDeep) {
  Random random{5};
  for (int i = 0; i < 300; ++i) {
    const CheckShape capsule = check_sized(ShapeKind::capsule, {rounded(random.log_uniform(0.01, 1)), 1});
    CheckPair pair{placed(capsule),
                   placed(capsule, {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)})};
    const double tilt = random.log_uniform(1e-17, 1e-2);
    pair.b.placement.y = rounded(V3d(tilt, 1, -tilt / 2));
    pair.b.placement.x = rounded(V3d(1, -tilt, 0));
    pair.b.placement.z = rounded(V3d(0, tilt / 2, 1));
    expect_right(pair);
    ASSERT_FALSE(HasFailure()) << i;
  }
}

TEST(NearlyParallelBoxes, FaceToFaceAndDeep) {
  Random random{6};
  for (int i = 0; i < 300; ++i) {
    const CheckShape box = check_sized(ShapeKind::box, {1, rounded(random.log_uniform(1e-3, 1)), 1});
    CheckPair pair{placed(box),
                   placed(box, {random.uniform(-1, 1), random.uniform(-2, 2), random.uniform(-1, 1)})};
    const double tilt = random.log_uniform(1e-17, 1e-2);
    pair.b.placement.x = rounded(V3d(1, tilt, 0));
    pair.b.placement.y = rounded(V3d(-tilt, 1, tilt));
    pair.b.placement.z = rounded(V3d(0, -tilt, 1));
    expect_right(pair);
    ASSERT_FALSE(HasFailure()) << i;
  }
}

TEST(ExtremeAspects, NeedlesAndPlates) {
  Random random{7};
  for (int i = 0; i < 300; ++i) {
    const auto thin = [&] {
      const double a = rounded(random.log_uniform(1e-6, 1)), b = rounded(random.log_uniform(1e-6, 1));
      const ShapeKind kinds[] = {ShapeKind::box, ShapeKind::ellipsoid};
      if (i % 3 == 2) return check_sized(ShapeKind::cylinder, {a, b});
      return check_sized(kinds[i % 3], {1, a, b});
    };
    expect_right(
        {turned(thin(), random, {}), turned(thin(), random, random.in_cube() * random.log_uniform(1e-6, 1))});
    ASSERT_FALSE(HasFailure()) << i;
  }
}

TEST(CoaxialQuadrics, InRingsOfEqualMinima) {
  Random random{8};
  for (int i = 0; i < 200; ++i) {
    constexpr ShapeKind kKinds[] = {ShapeKind::cylinder, ShapeKind::cone, ShapeKind::capsule};
    const auto some = [&] { return rounded(random.uniform(0.1, 1)); };
    const CheckShape a = check_sized(kKinds[i % 3], {some(), some()}),
                     b = check_sized(kKinds[i / 3 % 3], {some(), some()});
    expect_right({placed(a), placed(b, {0, random.uniform(-1.5, 1.5), 0})});
    ASSERT_FALSE(HasFailure()) << i;
  }
}

TEST(MarginsOfEverySize, AroundThinCores) {
  Random random{9};
  for (int i = 0; i < 300; ++i) {
    const Family family = i % 2 == 0 ? Family::flat : Family::polytope;
    CheckPair pair = random_pair(random, family);
    pair.a.margin = rounded(random.log_uniform(1e-9, 10));
    if (i % 3 == 0) pair.b.margin = rounded(random.log_uniform(1e-9, 10));
    expect_right(pair);
    ASSERT_FALSE(HasFailure()) << i;
  }
}

}  // namespace
}  // namespace graze::test
