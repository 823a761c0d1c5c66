// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/small_surface.h"

#include <gtest/gtest.h>

#include <vector>

#include "math/rounding.h"
#include "support/random.h"

namespace graze::depth {
namespace {

template <class Surface>
class SmallSurfaceOf : public testing::Test {};
using Capacities = testing::Types<SmallSurface<34>, SmallSurface<48>>;  // of lanes, and of proofs
TYPED_TEST_SUITE(SmallSurfaceOf, Capacities);

template <class Surface>
void start(Surface& s) {
  s.vertex_count = s.facet_count = 4;
  s.set_facet(0, 1, 2, 3);
  s.set_facet(1, 0, 2, 1);
  s.set_facet(2, 0, 3, 2);
  s.set_facet(3, 0, 1, 3);
}

template <class Surface>
auto facets_seen_from(const Surface& s, const std::vector<Vec3d>& at, const Vec3d& w) {
  FacetList<Surface::kMaxVertices> seen;
  for (std::uint32_t f = 0; f < s.facet_count; ++f) {
    const Vec3d p = at[s.facets[f][0]], n = cross(at[s.facets[f][1]] - p, at[s.facets[f][2]] - p);
    EXPECT_GT(dot(n, p), 0);
    if (dot(n, w - p) > 0) seen.slots[seen.count++] = static_cast<std::uint8_t>(f);
  }
  return seen;
}

// Every edge has its reverse, once; two facets more for each vertex, as Euler has it.
template <class Surface>
void expect_closed(const Surface& s) {
  std::vector<int> edges(Surface::kMaxVertices * Surface::kMaxVertices);
  const auto count = [&](std::uint32_t i, std::uint32_t j) -> int& {
    return edges[i * Surface::kMaxVertices + j];
  };
  for (std::uint32_t f = 0; f < s.facet_count; ++f) {
    EXPECT_EQ(s.facets[f][3], 0);
    for (std::uint32_t k = 0; k < 3; ++k) ++count(s.facets[f][k], s.facets[f][(k + 1) % 3]);
  }
  for (std::uint32_t i = 0; i < s.vertex_count; ++i)
    for (std::uint32_t j = 0; j < s.vertex_count; ++j) {
      EXPECT_LE(count(i, j), 1);
      EXPECT_EQ(count(i, j), count(j, i));
    }
  EXPECT_EQ(s.facet_count, 2 * s.vertex_count - 4);
}

TYPED_TEST(SmallSurfaceOf, StaysClosedWhileItGrows) {
  test::Random random{38};
  TypeParam s;
  start(s);
  typename TypeParam::Edges edges{};
  std::vector<Vec3d> at = {normalized(Vec3d{0, 0, -1}), normalized(Vec3d{1, 0, 1}),
                           normalized(Vec3d{-1, 1, 1}), normalized(Vec3d{-1, -1, 1})};
  while (s.vertex_count < TypeParam::kMaxVertices) {
    expect_closed(s);
    const test::V3d d = random.direction();  // all on one sphere: none swallows another
    at.push_back({d.x, d.y, d.z});
    auto seen = facets_seen_from(s, at, at.back());
    const std::uint32_t seen_count = seen.count;
    ASSERT_GT(seen_count, 0u);
    ASSERT_EQ(s.replace(seen, s.vertex_count++, edges), seen_count + 2);
    EXPECT_EQ(seen.count, seen_count + 2);
    for (const auto* of_all : {edges.to, edges.from})
      for (std::uint32_t i = 0; i < TypeParam::kMaxVertices; ++i) ASSERT_EQ(of_all[i], 0u);
  }
  expect_closed(s);
  EXPECT_EQ(s.facet_count, TypeParam::kMaxFacets);
  FacetList<TypeParam::kMaxVertices> one;
  one.count = 1;
  one.slots[0] = 0;
  EXPECT_EQ(s.replace(one, 0, edges), 0u);  // no room
}

TYPED_TEST(SmallSurfaceOf, DoesNotReplaceAllOfItselfNorTwoFacetsThatMeetInACorner) {
  TypeParam s;
  start(s);
  typename TypeParam::Edges edges{};
  FacetList<TypeParam::kMaxVertices> all;
  for (std::uint8_t f = 0; f < 4; ++f) all.slots[all.count++] = f;
  EXPECT_EQ(s.replace(all, 4, edges), 0u);  // nothing would be left
  // An octahedron: facets 0 and 1 share corner 4 only.
  s.vertex_count = 6;
  s.facet_count = 8;
  const int around[4] = {0, 1, 2, 3};
  for (std::uint32_t k = 0; k < 4; ++k) {
    const auto i = std::size_t(around[k]), j = std::size_t(around[(k + 1) % 4]);
    s.set_facet(k, i, j, 4);
    s.set_facet(4 + k, j, i, 5);
  }
  FacetList<TypeParam::kMaxVertices> apart;
  apart.count = 2;
  apart.slots[0] = 0;
  apart.slots[1] = 2;
  EXPECT_EQ(s.replace(apart, 6, edges), 0u);
}

// All facets of an octahedron but one: three corners have no facet any more, and a tetrahedron is left.
TYPED_TEST(SmallSurfaceOf, LeavesPlacesVacantWhereTheFanIsSmaller) {
  TypeParam s;
  s.vertex_count = 6;
  s.facet_count = 8;
  for (std::uint32_t k = 0; k < 4; ++k) {
    s.set_facet(k, k, (k + 1) % 4, 4);
    s.set_facet(4 + k, (k + 1) % 4, k, 5);
  }
  typename TypeParam::Edges edges{};
  FacetList<TypeParam::kMaxVertices> seen;
  for (std::uint8_t f = 0; f < 7; ++f) seen.slots[seen.count++] = f;
  ASSERT_EQ(s.replace(seen, 6, edges), 3u);
  EXPECT_EQ(seen.count, 7u);
  for (std::uint32_t f = 0; f < 3; ++f) EXPECT_EQ(s.facets[f][2], 6);
  EXPECT_EQ(s.facet_count, 8u);
}

}  // namespace
}  // namespace graze::depth
