// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The length of the projection onto the plane of three points that almost line up was answered as the upper
// bound of the distance. That plane is mostly rounding: the bound was too small, even below the lower one.

#include <gtest/gtest.h>

#include "support/expect.h"
#include "support/generators.h"

namespace graze::test {
namespace {

void expect_right(const V3d (&triangle)[3], const V3d& point) {
  CheckPair pair;
  pair.a.shape = check_hull_of_points(ShapeKind::triangle,
                                      {rounded(triangle[0]), rounded(triangle[1]), rounded(triangle[2])});
  pair.b.shape = check_point(rounded(point));
  Checker checker(pair);
  const Instance a = graze_instance(pair.a), b = graze_instance(pair.b);
  const Distance d = distance(a, b);
  EXPECT_LE(d.lower, d.upper);
  GRAZE_EXPECT_ACCEPTED(checker, d);
  GRAZE_EXPECT_ACCEPTED(checker, separation(a, b));
}

TEST(SliverUpperBound, OfATriangleOfHeight4e6AndAPoint6e9Above) {
  expect_right({{-0.17261453068003973, -0.05666602583234681, -0.8764129506288485},
                {-0.5280575968178302, -0.5016376706041861, -0.05442726822093047},
                {-0.36298268552252594, -0.29499027190885385, -0.4361660538927185}},
               {-0.35033492827715984, -0.27915260488959437, -0.4654200280386983});
}

TEST(SliverUpperBound, OfATriangleOfHeight2e4AndAPoint3e11Above) {
  expect_right({{-0.2758149938020509, -0.3146659839339596, 0.4448299936781508},
                {-0.7768435262415821, -0.06007834331573819, 1.2719669490404035},
                {-0.5317141957897804, -0.184773767557507, 0.8675197008502538}},
               {-0.5262837080498132, -0.18747551138220325, 0.8584578737340255});
}

TEST(SliverUpperBound, DoesNotCrossTheLowerOne) {
  expect_right({{0.4013970395421036, -0.6609282758328858, -0.45848890761462946},
                {0.6951419638181254, 0.19569584961653697, -0.0343320649725638},
                {0.5472065367012724, -0.23573530503151774, -0.2479470628645431}},
               {0.5482698113105764, -0.23261648812775426, -0.24641014529702193});
  expect_right({{-0.008721248f, -0.38333356f, 0.11858254f},
                {0.385836f, 0.30528706f, -0.48979744f},
                {0.18510939f, -0.04504121f, -0.18029071f}},
               {0.18855758f, -0.039024845f, -0.18560915f});
}

// A cache may send the search to another triangle, never to another truth.
TEST(SliverUpperBound, HoldsWhateverTheCacheSays) {
  CheckPair pair;
  pair.a.shape = check_hull_of_points(
      ShapeKind::segment, {rounded(V3d(0.10866403756872306, -0.08079157806781104, 0.03353837075069456)),
                           rounded(V3d(0.09632318858090298, 0.09417595940998177, -0.04078040607627086))});
  pair.a.placement = rounded(Mapd({0.05565190662578024, 0.9901529204858094, 0.1284525567761802},
                                  {-0.6474903794198725, -0.06214215412964816, 0.7595357537593848},
                                  {-0.7600388633797781, 0.12544140757162053, -0.6376561608099036},
                                  {-0.022772301360951833, 0.03034351051121452, 0.14635162854121725}));
  pair.b.shape = check_sized(ShapeKind::box, {0, 0, rounded(0.015612645146252747)});
  pair.b.placement = rounded(Mapd({-0.2390548651684799, -0.8217459311408355, 0.51728753715198},
                                  {-0.7754933841366808, -0.1590240565900593, -0.6110002950783903},
                                  {0.5843481689879059, -0.5472156559155839, -0.5992430586342731},
                                  {0.0009731432551457548, 0.15570867164640684, 0.08691553034629093}));
  Checker checker(pair);
  Random random{1};
  for (int i = 0; i < 300; ++i) {
    PairCache cache;
    cache.axis = graze_vec(random.direction());
    const Separation s = separation(graze_instance(pair.a), graze_instance(pair.b), {.cache = &cache});
    GRAZE_EXPECT_ACCEPTED(checker, s);
    ASSERT_FALSE(HasFailure()) << i;
  }
}

}  // namespace
}  // namespace graze::test
