// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Results that would be written over what is still to be read.

#include "base/shared_memory.h"

#include <gtest/gtest.h>

#include "graze/graze.h"

namespace graze::test {
namespace {

TEST(SharedMemory, IsThatOfBytesInCommon) {
  std::uint32_t numbers[8] = {};
  const std::span<std::uint32_t> all(numbers);
  EXPECT_TRUE(share_memory(all, all));
  EXPECT_TRUE(share_memory(all.first(5), all.last(4)));
  EXPECT_FALSE(share_memory(all.first(4), all.last(4)));
  EXPECT_FALSE(share_memory(all.last(4), all.first(4)));
  EXPECT_FALSE(share_memory(all, all.first(0)));
  EXPECT_TRUE(share_memory(all, std::as_bytes(all).last(1)));
  EXPECT_TRUE(share_memory(all.subspan(3, 1), all));
}

// The memory of results, as if it held numbers of another kind.
template <class T, class R>
std::span<const T> seen_as(std::vector<R>& results, std::size_t count) {
  return {reinterpret_cast<const T*>(results.data()), count};
}

template <class R, class Ask>
void expect_overlaps_refused(Ask ask) {
  const Shape shapes[] = {Box{}, Sphere{1}};
  const std::vector<std::uint32_t> a(8, 0), b(8, 1);
  const std::vector<Affine> at_a(8), at_b(8, Affine(Vec3{4, 0, 0}));
  std::vector<R> out(64);
  const std::span<R> eight(out.data(), 8);
  const PairBatch good{shapes, a, b, at_a, at_b};
  EXPECT_TRUE(ask(good, eight).has_value());
  const auto expect_refused = [&](const PairBatch& batch) {
    const auto answer = ask(batch, eight);
    ASSERT_FALSE(answer.has_value());
    EXPECT_EQ(answer.error().code, ErrorCode::unsupported);
    EXPECT_STREQ(answer.error().message, "out: overlaps an array of the batch");
  };
  PairBatch bad = good;
  bad.shape_b = seen_as<std::uint32_t>(out, 8);
  expect_refused(bad);
  bad = good;
  bad.world_from_a = seen_as<Affine>(out, 8);
  expect_refused(bad);
  bad = good;
  bad.margin_b = seen_as<Real>(out, 8);
  expect_refused(bad);
  EXPECT_TRUE(ask(good, std::span(out).last(8)).has_value());
}

TEST(SharedMemory, OfResultsAndPairsIsRefused) {
  expect_overlaps_refused<Intersection>(
      [](const PairBatch& x, std::span<Intersection> out) { return intersects(x, out); });
  expect_overlaps_refused<Distance>(
      [](const PairBatch& x, std::span<Distance> out) { return distance(x, out); });
  expect_overlaps_refused<Penetration>(
      [](const PairBatch& x, std::span<Penetration> out) { return penetration(x, out); });
  expect_overlaps_refused<ContactSet>(
      [](const PairBatch& x, std::span<ContactSet> out) { return contacts(x, out); });
}

TEST(SharedMemory, OfHitsAndRaysIsRefused) {
  const Shape shapes[] = {Box{}};
  const std::vector<std::uint32_t> shape(4, 0);
  const std::vector<Affine> places(4);
  const std::vector<Ray> rays(4, Ray{{-5, 0, 0}, {1, 0, 0}});
  std::vector<RayCast> out(4);
  EXPECT_TRUE(ray_cast(RayBatch{shapes, shape, places, rays}, out));
  EXPECT_FALSE(ray_cast(RayBatch{shapes, shape, places, seen_as<Ray>(out, 4)}, out));
  const Instance box{shapes[0], Affine()};
  EXPECT_TRUE(ray_cast(box, rays, out));
  EXPECT_FALSE(ray_cast(box, seen_as<Ray>(out, 4), out));
  World world;
  const Scene scene(world);
  std::vector<SceneRayHit> hits(4);
  EXPECT_FALSE(scene.ray_casts(rays, hits));
  EXPECT_TRUE(scene.ray_casts(seen_as<Ray>(hits, 4), hits));
}

TEST(SharedMemory, OfResultsAndMotionsIsRefused) {
  const Shape shapes[] = {Box{}, Sphere{1}};
  const std::vector<std::uint32_t> a(4, 0), b(4, 1);
  const std::vector<Path> paths(4);
  std::vector<TimeOfImpact> out(16);
  const std::span<TimeOfImpact> four(out.data(), 4);
  EXPECT_FALSE(time_of_impact(MotionBatch{shapes, a, b, paths, paths}, four));
  EXPECT_TRUE(time_of_impact(MotionBatch{shapes, a, b, paths, seen_as<Path>(out, 4)}, four));
  EXPECT_TRUE(time_of_impact(MotionBatch{shapes, seen_as<std::uint32_t>(out, 4), b, paths, paths}, four));
}

TEST(SharedMemory, OfStatusAndSpheresIsRefused) {
  std::vector<Real> numbers(64, 1);
  const auto four = [&](std::size_t i) { return std::span<Real>(numbers).subspan(4 * i, 4); };
  const SphereArrays a{four(0), four(1), four(2), four(3)};
  std::vector<Status> status(4);
  SphereContacts out{four(4), four(5), four(6), four(7), four(8), four(9), four(10), four(11), status};
  EXPECT_TRUE(sphere_contacts(a, a, out));
  out.status = {reinterpret_cast<Status*>(four(2).data()), 4};
  EXPECT_FALSE(sphere_contacts(a, a, out));
  out.status = {reinterpret_cast<Status*>(four(9).data()), 4};
  EXPECT_FALSE(sphere_contacts(a, a, out));
}

}  // namespace
}  // namespace graze::test
