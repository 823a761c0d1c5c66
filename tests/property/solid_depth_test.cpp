// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Depth of solids that are not convex against directions tried one by one: none leads out on a way shorter by
// more than a tenth. A tenth of GRAZE_PAIRS directions per pair of solids.

#include "property.h"
#include "query/mesh_samples.h"
#include "query/solid/pipe_model.h"

namespace graze::test {
namespace {

Affine moved(const Affine& placement, const V3d& way) {
  return {placement.linear(), placement.translation() + real(way)};
}

void expect_unbeaten(const Instance& a, const Instance& b, Random& random, std::uint64_t directions) {
  const Penetration p = penetration(a, b);
  ASSERT_EQ(p.contact, Contact::overlapping);
  const auto is_free = [&](const V3d& way) {
    return intersects(a, Instance{b.shape, moved(b.placement, way)}).contact != Contact::overlapping;
  };
  int longer = 0;
  for (std::uint64_t i = 0; i < directions; ++i) {
    const V3d d = random.direction();
    for (const double share : {0.9, 0.6, 0.3, 0.1}) {
      const double way = share * double(p.upper);
      if (way < double(p.lower)) break;
      ASSERT_FALSE(is_free(d * way)) << "by " << way << " of " << p.upper << " along " << d.x << ", " << d.y
                                     << ", " << d.z;
    }
    longer += i % 8 == 0 && is_free(d * (4 * double(p.upper)));
  }
  EXPECT_GT(longer, 0);
}

TEST(SolidDepth, IsNotBeatenByDirectionsTriedOneByOne) {
  Random random(environment("GRAZE_SEED", kSeed));
  const std::uint64_t directions = environment("GRAZE_PAIRS", kPairs) / 10;
  const Shape torus = mesh_of(torus_model(12, 8, 1, 0.35), true),
              fine = mesh_of(torus_model(32, 16, 1, 0.35), true),
              pipe = mesh_of(pipe_model(16, 0.5, 0.42, 3), true), l = mesh_of(l_model(), true);
  const Affine linked(to_matrix(rotation_about(Vec3{1, 0, 0}, Real(1.4))),
                      {Real(0.6), Real(0.05), Real(0.1)});
  const Affine aside(to_matrix(rotation_about(Vec3{1, 2, 3}, Real(0.7))), {Real(0.5), Real(0.6), Real(0.3)});
  const std::pair<Instance, Instance> pairs[] = {
      {{torus, Affine()}, {torus, linked}},
      {{fine, Affine()}, {fine, aside}},
      {{pipe, Affine()}, {pipe, aside}},
      {{l, Affine()}, {pipe, aside}},
      {{fine, Affine()}, {pipe, linked}},
      {{l, Affine()}, {fine, aside}},
      {{fine, aside}, {Shape(Box{{Real(0.4), Real(0.3), 2}}), linked}}};
  for (const auto& [a, b] : pairs) {
    SCOPED_TRACE("pair " + std::to_string(&b - &pairs[0].second));
    expect_unbeaten(a, b, random, directions);
  }
}

}  // namespace
}  // namespace graze::test
