// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A question about motions that is refused excludes nothing.

#include <gtest/gtest.h>

#include <limits>

#include "graze/graze.h"
#include "mesh/mesh_models.h"

namespace graze::test {
namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

void expect_unknown(const TimeOfImpact& r, Status status = Status::invalid_argument) {
  EXPECT_TRUE(r);
  EXPECT_EQ(r.hit, Hit::uncertain);
  EXPECT_EQ(r.status, status);
  EXPECT_FALSE(r.starts_in_contact);
  EXPECT_EQ(r.lower, 0);
  EXPECT_EQ(r.upper, 1);
}

struct Motion {
  Shape shape;
  Path path;
};
const Motion kFar{Box{}, Path::linear(Affine(Vec3{99, 0, 0}), {1, 0, 0})};

std::vector<Motion> bad_motions() {
  const Shape mesh = build(cube_model())->shape();
  return {{Shape(), Path()},
          {Sphere{-1}, Path()},
          {Sphere{1}, Path::linear(Affine(), {kNan, 0, 0})},
          {Box{}, Path::slerp(Affine(Vec3{kNan, 0, 0}), Affine())},
          {mesh, Path::linear(Affine(), {0, kInfinity, 0})},
          {mesh, Path::entrywise(Affine(Mat3::diagonal(0, 1, 1), {}), Affine())}};
}

TEST(RefusedMotion, TimesOfImpactExcludeNothing) {
  for (const Motion& bad : bad_motions()) {
    expect_unknown(time_of_impact(bad.shape, bad.path, kFar.shape, kFar.path));
    expect_unknown(time_of_impact(kFar.shape, kFar.path, bad.shape, bad.path));
    const Shape shapes[] = {kFar.shape, bad.shape};
    const std::uint32_t first[] = {0, 1}, second[] = {1, 0};
    const Path of_a[] = {kFar.path, bad.path}, of_b[] = {bad.path, kFar.path};
    TimeOfImpact out[2];
    ASSERT_FALSE(time_of_impact(MotionBatch{shapes, first, second, of_a, of_b}, out));
    for (const TimeOfImpact& each : out) expect_unknown(each);
    EXPECT_EQ(impact_gradient(bad.shape, bad.path, kFar.shape, kFar.path).impact.hit, Hit::uncertain);
  }
  for (const Real margin : {Real(-1), kNan, kInfinity})
    expect_unknown(time_of_impact(Sphere{1}, Path(), margin, kFar.shape, kFar.path, 0));
  MotionSettings settings;
  settings.time_tolerance = kNan;
  expect_unknown(time_of_impact(Sphere{1}, Path(), kFar.shape, kFar.path, settings));
  const Shape floor(HalfSpace{});
  expect_unknown(time_of_impact(floor, Path(), floor, Path()), Status::unbounded);
}

// A list has no place for what was not asked: its status says so.
TEST(RefusedMotion, IntervalsSaySo) {
  ContactInterval out[2];
  for (const Motion& bad : bad_motions()) {
    const ContactIntervals r = contact_intervals(bad.shape, bad.path, kFar.shape, kFar.path, out);
    EXPECT_EQ(r.status, Status::invalid_argument);
    EXPECT_TRUE(r.written.empty());
    EXPECT_EQ(contact_intervals(kFar.shape, kFar.path, bad.shape, bad.path, out).status,
              Status::invalid_argument);
  }
}

TEST(RefusedMotion, FeaturesAndSweptMeshesExcludeNothing) {
  const MovingPoint still[3] = {{{0, 0, 0}, {0, 0, 0}}, {{1, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {0, 1, 0}}},
                    bad{{9, 9, kNan}, {9, 9, 9}}, far{{9, 9, 9}, {9, 9, 9}};
  const MovingPoint edge[2] = {bad, far}, good_edge[2] = {still[0], still[1]};
  for (const FeatureImpact& r :
       {vertex_face_impact(bad, still), edge_edge_impact(edge, good_edge), edge_edge_impact(good_edge, edge),
        vertex_face_impact(far, still, {.max_iterations = 0})}) {
    EXPECT_TRUE(r);
    EXPECT_EQ(r.hit, Hit::uncertain);
    EXPECT_EQ(r.status, Status::invalid_argument);
    EXPECT_EQ(r.lower, 0);
  }
  const MeshModel cube = cube_model(), other = cube_model(1, {9, 0, 0});
  const SweptMesh a = make_swept_mesh(cube.vertex_array(), cube.vertex_array(), cube.index_array()).value(),
                  b = make_swept_mesh(other.vertex_array(), other.vertex_array(), other.index_array())
                          .value();
  EXPECT_FALSE(first_impact(a, b));
  const FeatureSettings settings{.separation = -1};
  EXPECT_TRUE(first_impact(a, b, settings));
  EXPECT_EQ(first_impact(a, b, settings).hit, Hit::uncertain);
  EXPECT_TRUE(first_self_impact(a, settings));
  expect_unknown(time_of_impact(a, Sphere{-1}, Path()));
  expect_unknown(time_of_impact(a, kNan, Sphere{1}, kFar.path, 0));
}

}  // namespace
}  // namespace graze::test
