// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/shape/instance.h"

#include <gtest/gtest.h>

#include <string>

#include "graze/graze.h"

namespace graze {
namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

void expect_error(const Result<Instance>& r, ErrorCode code, const char* argument) {
  ASSERT_FALSE(r.has_value()) << argument;
  EXPECT_EQ(r.error().code, code);
  EXPECT_EQ(std::string(r.error().message).find(argument), 0u) << r.error().message;
}

TEST(MakeInstance, RefusesByName) {
  const Shape box = Box{};
  expect_error(make_instance(Shape(), Affine{}), ErrorCode::unsupported, "shape:");
  expect_error(make_instance(box, Affine(Mat3::diagonal(1, 1, 0), {})), ErrorCode::singular, "placement:");
  expect_error(make_instance(box, Affine(Mat3::diagonal(1, kNan, 1), {})), ErrorCode::not_finite,
               "placement:");
  expect_error(make_instance(box, Affine(Mat3{}, {0, kInfinity, 0})), ErrorCode::not_finite, "placement:");
  expect_error(make_instance(box, Affine{}, kNan), ErrorCode::not_finite, "margin:");
  expect_error(make_instance(box, Affine{}, kInfinity), ErrorCode::not_finite, "margin:");
  expect_error(make_instance(box, Affine{}, -1), ErrorCode::negative, "margin:");
}

TEST(Instance, IsMadeOfAShapeAndAPlace) {
  const Instance ball{Sphere{2}, Vec3{4, 5, 6}}, grown{Shape(Box{}), Vec3{1, 0, 0}, Real(0.5)};
  EXPECT_EQ(ball.placement, Affine(Vec3{4, 5, 6}));
  EXPECT_EQ(ball.margin, 0);
  EXPECT_EQ(grown.margin, Real(0.5));
  const Distance d = distance(ball, {Point{}, Vec3{4, 5, 16}});
  EXPECT_LE(d.lower, 8);
  EXPECT_GE(d.upper, 8);
  EXPECT_NEAR(double(d.upper), 8, 64 * 16 * double(kEpsilon));  // bounds err by so much of coordinates to 16
  EXPECT_EQ(d.normal, (Vec3{0, 0, 1}));
}

TEST(MakeInstance, KeepsWhatItWasGiven) {
  const Affine placement(Mat3::diagonal(1, 2, 3), {4, 5, 6});
  const auto r = make_instance(Sphere{2}, placement, Real(0.5));
  ASSERT_TRUE(r.has_value());
  EXPECT_EQ(r->shape.kind(), ShapeKind::sphere);
  EXPECT_EQ(r->placement, placement);
  EXPECT_EQ(r->margin, Real(0.5));
}

// Every query, with the bad instance on either side.
void expect_refused(const Instance& bad, const char* what) {
  const Instance fine{Box{}, Affine{}};
  for (const bool first : {true, false}) {
    const Instance &a = first ? bad : fine, &b = first ? fine : bad;
    EXPECT_EQ(distance(a, b).status, Status::invalid_argument) << what;
    EXPECT_EQ(intersects(a, b).status, Status::invalid_argument) << what;
    EXPECT_EQ(common_point(a, b).status, Status::invalid_argument) << what;
    EXPECT_EQ(penetration(a, b).status, Status::invalid_argument) << what;
    EXPECT_EQ(separation(a, b).status, Status::invalid_argument) << what;
    EXPECT_FALSE(common_point(a, b).found) << what;
    const Penetration p = penetration(a, b);
    EXPECT_TRUE(is_finite(p.normal) && is_finite(p.lower) && is_finite(p.point_a)) << what;
  }
  EXPECT_TRUE(bounds(bad).is_empty()) << what;
}

TEST(InvalidInstance, IsRefusedByEveryQueryAndHasEmptyBounds) {
  const Shape box = Box{};
  expect_refused({Shape(), Affine{}}, "shape");
  expect_refused({Sphere{kNan}, Affine{}}, "radius");
  expect_refused({box, Affine(Mat3::diagonal(1, 1, 0), {})}, "singular placement");
  expect_refused({box, Affine(Mat3{}, {kNan, 0, 0})}, "translation");
  expect_refused({box, Affine{}, kNan}, "margin of NaN");
  expect_refused({box, Affine{}, kInfinity}, "infinite margin");
  expect_refused({box, Affine{}, -1}, "negative margin");
  expect_refused({HalfSpace{}, Affine{}, -1}, "half-space, negative margin");
}

TEST(InvalidShape, IsRefusedInEveryFormOfEveryQuery) {
  const Shape bad, fine = Box{};
  const Pose pose;
  EXPECT_EQ(distance(bad, pose, fine, pose).status, Status::invalid_argument);
  EXPECT_EQ(distance(fine, bad, pose).status, Status::invalid_argument);
  EXPECT_EQ(intersects(bad, pose, fine, pose).status, Status::invalid_argument);
  EXPECT_EQ(intersects(fine, bad, pose).status, Status::invalid_argument);
  EXPECT_EQ(common_point(bad, pose, fine, pose).status, Status::invalid_argument);
  EXPECT_EQ(common_point(fine, bad, pose).status, Status::invalid_argument);
  EXPECT_EQ(penetration(bad, pose, fine, pose).status, Status::invalid_argument);
  EXPECT_EQ(penetration(fine, bad, pose).status, Status::invalid_argument);
  EXPECT_EQ(separation(bad, pose, fine, pose).status, Status::invalid_argument);
  EXPECT_EQ(separation(fine, bad, pose).status, Status::invalid_argument);
  EXPECT_EQ(distance(fine, fine, Pose{{kNan, 0, 0}}).status, Status::invalid_argument);
}

}  // namespace
}  // namespace graze
