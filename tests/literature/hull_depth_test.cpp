// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/hull_pairs.h"
#include "literature/sat.h"

// The depth of small hulls against all separating axes one by one.

namespace graze::depth {
namespace {

// All faces and all pairs of edges, none left out for what other facets promise.
TEST(HullDepth, IsTheLeastOfAllAxes) {
  Random random(12);
  int overlapping = 0, certain = 0;
  for (int i = 0; i < 400; ++i) {
    const CheckPair pair = random_hulls(random, 8 + random.below(25));
    const Body a(pair.a), b(pair.b);
    if (!a.is_small() || !b.is_small()) continue;
    const VertexReader ra = a.reader(), rb = b.reader();
    const Found found = depth_of(a, b);
    SatSearch search;
    search.error = found.error;
    search.size = a.core.extent + b.core.extent;
    try_axes(primitive::SatHull{*topology_of(a.shape.view()), ra},
             primitive::SatHull{*topology_of(b.shape.view()), rb}, search);
    ASSERT_FALSE(found.is_certain && search.least < -found.error) << replay(pair);
    if (!(search.least > 8 * found.error)) continue;
    ++overlapping;
    if (!found.is_certain) continue;
    ++certain;
    ASSERT_NEAR(found.depth.upper, search.least, 16 * found.error) << replay(pair);
    ASSERT_LE(found.depth.lower, search.least + found.error) << replay(pair);
    expect_witnesses(found, pair);
  }
  EXPECT_GT(overlapping, 150);
  EXPECT_GT(certain, overlapping * 3 / 4);
}

}  // namespace
}  // namespace graze::depth
