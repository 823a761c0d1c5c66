// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/swept_mesh.h"

#include <array>
#include <vector>

#include "failures.h"
#include "graze/motion/contact_intervals.h"
#include "graze/motion/swept_impact.h"
#include "graze/shape/primitives.h"

namespace graze::test {
namespace {

struct Sheet {
  std::vector<Vec3> from, to, after;
  std::vector<std::uint32_t> triangles;
};

// Squares of side 1 of two triangles each, that rise by `up` and then by half of it.
Sheet rising_sheet(std::uint32_t cells, Real height, Real up) {
  Sheet s;
  const std::uint32_t side = cells + 1;
  for (std::uint32_t i = 0; i < side * side; ++i) {
    const Vec3 p{Real(i / side), Real(i % side), height};
    s.from.push_back(p);
    s.to.push_back(p + Vec3{0, 0, up});
    s.after.push_back(p + Vec3{0, 0, up * Real(1.5)});
  }
  for (std::uint32_t i = 0; i < cells * side; ++i) {
    if (i % side == cells) continue;
    for (const std::uint32_t k : {i, i + 1, i + side, i + side, i + 1, i + side + 1})
      s.triangles.push_back(k);
  }
  return s;
}

// Making may fail, and leaves nothing; a step and every query need no memory.
TEST(SweptMeshFaults, IsMadeOrNotAndStepsAndQueriesGoOn) {
  const Sheet low = rising_sheet(8, 0, 2), high = rising_sheet(6, 1, 0);
  const Shape ball(Sphere{Real(0.5)});
  const auto script = [&](FailurePlan& plan) {
    std::vector<Real> seen;
    seen.reserve(16);
    const auto make = [](const Sheet& s) {
      return make_swept_mesh(make_vertex_array(std::span(s.from)), make_vertex_array(std::span(s.to)),
                             make_index_array(std::span(s.triangles)));
    };
    Result<SweptMesh> a = Error{}, b = Error{};
    plan.run([&] { a = make(low); }, [&] { EXPECT_FALSE(a); });
    plan.run([&] { b = make(high); }, [&] { EXPECT_FALSE(b); });
    const std::int64_t asked = plan.asked();
    const auto look = [&] {
      const MeshImpact first = first_impact(*a, *b);
      const TimeOfImpact impact = time_of_impact(*a, ball, Path(Affine(Vec3{3, 3, 2})));
      for (const Real x : {first.lower, first.upper, impact.lower, impact.upper}) seen.push_back(x);
      Real sum = 0;
      (void)visit_impacts(*a, *b, [&](const MeshImpact& r) { return sum += r.lower, true; });
      seen.push_back(sum);
    };
    plan.run(look);
    plan.run([&] { EXPECT_FALSE(a->advance(make_vertex_array(std::span(low.after)))); });
    plan.run(look);
    EXPECT_EQ(plan.asked(), asked);
    // The gap of 1 closes by 2; the ball's of 1.5 as well.
    EXPECT_NEAR(double(seen[0]), 0.5, 1e-4);
    EXPECT_NEAR(double(seen[2]), 0.75, 1e-4);
    return seen;
  };
  EXPECT_GT(expect_no_trace(script), 0);
}

// Nor does any question about motions.
TEST(MotionFaults, QueriesNeedNoMemory) {
  const Shape rod(Capsule{Real(0.1), 1}), ball(Sphere{Real(0.5)});
  const auto script = [&](FailurePlan& plan) {
    const Path turn = Path::turning(Affine(), {0, 0, 0}, {0, 0, 20}), still(Affine(Vec3{1, 0, 0}));
    std::vector<Real> seen;
    seen.reserve(16);
    std::array<ContactInterval, 16> out;
    plan.run([&] { seen.push_back(time_of_impact(rod, turn, ball, still).upper); });
    plan.run([&] { seen.push_back(Real(contact_intervals(rod, turn, ball, still, out).found)); });
    EXPECT_EQ(plan.asked(), 0);
    return seen;
  };
  FailurePlan none(0, 1000);
  EXPECT_FALSE(script(none).empty());
}

}  // namespace
}  // namespace graze::test
