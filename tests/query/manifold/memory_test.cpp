// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <utility>

#include "graze/query/contact_manifolds.h"
#include "query/mesh_samples.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

// A ball that sinks into a torus; gives how many sets there are.
int visit(const Shape& tube, int frame, ManifoldCache& cache) {
  int sets = 0;
  const Instance a{tube, Affine(Pose{}), 0};
  const Instance b{Shape(Sphere{Real(0.5)}), Affine(Pose{Quat{}, {Real(1.85 - 0.001 * frame), 0, 0}}), 0};
  (void)visit_contact_manifolds(a, b, [&](const ContactManifold&) { return ++sets, true; },
                                {.manifolds = &cache});
  return sets;
}

TEST(ManifoldCache, IsMadeWithoutMemoryAndAllocatesWhereItLearns) {
  const Shape tube = mesh_of(torus_model(20, 12, 1, 0.4));
  const std::uint64_t before = allocation_count();
  ManifoldCache cache;
  EXPECT_EQ(allocation_count(), before);
  EXPECT_EQ(cache.size(), 0u);
  EXPECT_EQ(cache.memory_bytes(), 0u);
  for (int frame = 0; frame < 4; ++frame) EXPECT_GT(visit(tube, frame, cache), 0);
  EXPECT_GT(cache.size(), 0u);
  EXPECT_GT(cache.memory_bytes(), 0u);
  const std::uint64_t learned = allocation_count();
  EXPECT_GT(visit(tube, 3, cache), 0);
  EXPECT_EQ(allocation_count(), learned);
}

TEST(ManifoldCache, IsCopiedMovedAndCleared) {
  const Shape tube = mesh_of(torus_model(20, 12, 1, 0.4));
  ManifoldCache cache;
  int sets = 0;
  for (int frame = 0; frame < 4; ++frame) sets = visit(tube, frame, cache);
  ManifoldCache copy(cache), moved(std::move(cache));
  EXPECT_EQ(copy.size(), moved.size());
  EXPECT_EQ(cache.size(), 0u);  // NOLINT: moved from, it is empty
  for (ManifoldCache* each : {&copy, &moved, &cache}) EXPECT_EQ(visit(tube, 3, *each), sets);
  const std::size_t known = copy.size();
  cache = copy;
  copy.clear();
  EXPECT_EQ(copy.size(), 0u);
  EXPECT_EQ(cache.size(), known);
  EXPECT_EQ(visit(tube, 3, copy), sets);
}

}  // namespace
}  // namespace graze::test
