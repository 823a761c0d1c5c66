// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Cores that are apart by far less than the margins around them. The iteration stops early, because the
// margins allow it, and what is answered from there must still hold.

#include <gtest/gtest.h>

#include "support/expect.h"
#include "support/generators.h"

namespace graze::test {
namespace {

Mapd map_of(const V3d& x, const V3d& y, const V3d& z, const V3d& t) { return rounded(Mapd(x, y, z, t)); }

void expect_right(const CheckPair& pair) {
  Checker checker(pair);
  const Instance a = graze_instance(pair.a), b = graze_instance(pair.b);
  GRAZE_EXPECT_ACCEPTED(checker, penetration(a, b));
  GRAZE_EXPECT_ACCEPTED(checker, separation(a, b));
}

// The lower bound of the depth was above the depth: the flat case of the expansion looked across one normal
// only.
TEST(MarginHidesGap, OfAPointBesideALine) {
  CheckPair pair;
  pair.a.shape = check_point(rounded(V3d(0.5429944f, -0.8523051f, 0.014490736f)));
  pair.a.placement = map_of({0.08505575f, -0.29303873f, 0.9523097f}, {-0.35870254f, 0.58314586f, 1.1626636f},
                            {-1.265745f, 0.23451857f, 0.55584097f}, {2.7997994f, -3.2751656f, -7.625437f});
  pair.a.margin = rounded(0.3732163f);
  pair.b.shape = check_sized(ShapeKind::ellipsoid, {0, 0, rounded(0.16405773f)});
  pair.b.placement =
      map_of({0.27279985f, 0.89741665f, -0.34673277f}, {-0.53508455f, -0.15798745f, -0.8298943f},
             {-0.79954034f, 0.41192636f, 0.4370948f}, {3.2645373f, -3.9954834f, -8.162936f});
  expect_right(pair);
}

// The normal was the best separating axis so far, and the witnesses lay along another direction.
TEST(MarginHidesGap, WitnessesLieAlongTheNormal) {
  const V3d x{0.17235607f, 0.41276228f, -0.075568266f}, y{0.9018818f, -0.20930664f, 0.9137555f},
      z{1.5034103f, -0.9388125f, -1.6989207f};
  CheckPair pair;
  pair.a.shape =
      check_hull_of_points(ShapeKind::polytope, {rounded(V3d(-0.0035758396f, -0.011748917f, 0.045815032f))});
  pair.a.placement = map_of(x, y, z, {0.1327953f, -0.03512425f, 0.017003953f});
  pair.b.shape =
      check_hull_of_points(ShapeKind::polytope, {rounded(V3d(-0.0077831163f, 0.016578287f, -0.021230696f)),
                                                 rounded(V3d(-0.0057818396f, 0.027535746f, -0.010349786f)),
                                                 rounded(V3d(-0.02922681f, -0.00031325896f, 0.00443974f))});
  pair.b.placement = map_of(x, y, z, {0.2087699f, -0.09040194f, -0.1231035f});
  for (const double margin : {0.010185448, 0.1, 1.0}) {
    pair.a.margin = rounded(margin);
    expect_right(pair);
  }
}

}  // namespace
}  // namespace graze::test
