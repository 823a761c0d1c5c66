// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graze/graze.h"

namespace graze {
namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

void expect_refused(const Result<Shape>& r, ErrorCode code, const std::string& shape,
                    const std::string& argument, std::size_t position = 0) {
  ASSERT_FALSE(r.has_value()) << shape << ' ' << argument;
  const std::string message = r.error().message;
  EXPECT_EQ(r.error().code, code) << message;
  EXPECT_NE(message.find(shape), std::string::npos) << message;
  EXPECT_NE(message.find(argument), std::string::npos) << message;
  EXPECT_EQ(r.error().position, position) << message;
}

// Every size of a primitive, wrong in every way. make(i, bad) has bad as its i-th size.
template <class Make>
void expect_sizes_checked(const std::string& shape, const std::vector<std::string>& names, Make make) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (const Real bad : {kNan, kInfinity, -kInfinity})
      expect_refused(make_shape(make(i, bad)), ErrorCode::not_finite, shape, names[i] + " is not finite", i);
    expect_refused(make_shape(make(i, Real(-1))), ErrorCode::negative, shape, names[i] + " is negative", i);
    const Real least = -std::numeric_limits<Real>::denorm_min();
    expect_refused(make_shape(make(i, least)), ErrorCode::negative, shape, names[i] + " is negative", i);
    EXPECT_TRUE(make_shape(make(i, Real(0))).has_value()) << shape << ": zero is a size";
    EXPECT_TRUE(make_shape(make(i, -Real(0))).has_value()) << shape << ": and so is minus zero";
  }
}

TEST(MakeShape, RefusesSizesByName) {
  const std::vector<std::string> half_extents{"half_extents.x", "half_extents.y", "half_extents.z"};
  const std::vector<std::string> radii{"radii.x", "radii.y", "radii.z"};
  const std::vector<std::string> column{"radius", "half_height"};
  const std::vector<std::string> tapered{"bottom_radius", "top_radius", "half_height"};
  const auto three = [](std::size_t i, Real bad) {
    Vec3 v{1, 1, 1};
    v[int(i)] = bad;
    return v;
  };
  const auto pick = [](std::size_t i, std::size_t at, Real bad) { return i == at ? bad : Real(1); };
  expect_sizes_checked("box", half_extents, [&](std::size_t i, Real bad) { return Box{three(i, bad)}; });
  expect_sizes_checked("ellipsoid", radii, [&](std::size_t i, Real bad) { return Ellipsoid{three(i, bad)}; });
  expect_sizes_checked("sphere", {"radius"}, [](std::size_t, Real bad) { return Sphere{bad}; });
  expect_sizes_checked("capsule", column, [&](std::size_t i, Real bad) {
    return Capsule{pick(i, 0, bad), pick(i, 1, bad)};
  });
  expect_sizes_checked("cylinder", column, [&](std::size_t i, Real bad) {
    return Cylinder{pick(i, 0, bad), pick(i, 1, bad)};
  });
  expect_sizes_checked("cone", column, [&](std::size_t i, Real bad) {
    return Cone{pick(i, 0, bad), pick(i, 1, bad)};
  });
  expect_sizes_checked("tapered capsule", tapered, [&](std::size_t i, Real bad) {
    return TaperedCapsule{pick(i, 0, bad), pick(i, 1, bad), pick(i, 2, bad)};
  });
  expect_sizes_checked("tapered cylinder", tapered, [&](std::size_t i, Real bad) {
    return TaperedCylinder{pick(i, 0, bad), pick(i, 1, bad), pick(i, 2, bad)};
  });
}

TEST(MakeShape, RefusesPointsThatAreNotFiniteByNameAndPosition) {
  const Vec3 fine{1, 2, 3};
  for (const Real x : {kNan, kInfinity, -kInfinity})
    for (int i = 0; i < 3; ++i) {
      Vec3 bad = fine;
      bad[i] = x;
      const ErrorCode code = ErrorCode::not_finite;
      expect_refused(make_shape(Point{bad}), code, "point", "position");
      expect_refused(make_shape(Segment{bad, fine}), code, "segment", "end a");
      expect_refused(make_shape(Segment{fine, bad}), code, "segment", "end b");
      expect_refused(make_shape(Triangle{fine, bad, fine}), code, "triangle", "corner", 1);
      expect_refused(make_shape(Tetrahedron{fine, fine, fine, bad}), code, "tetrahedron", "corner", 3);
      const std::vector<Vec3> vertices{fine, fine, bad, fine};
      expect_refused(make_shape(ConvexPolygon{vertices}), code, "convex polygon", "vertex", 2);
      expect_refused(make_shape(Polytope{vertices}), code, "polytope", "vertex", 2);
      expect_refused(make_shape(HalfSpace{bad, 0}), code, "half-space", "normal");
    }
  expect_refused(make_shape(HalfSpace{{0, 1, 0}, kNan}), ErrorCode::not_finite, "half-space", "offset");
}

TEST(MakeShape, RefusesWhatIsEmptyOrZero) {
  expect_refused(make_shape(Polytope{}), ErrorCode::empty, "polytope", "vertices");
  expect_refused(make_shape(ConvexPolygon{}), ErrorCode::empty, "convex polygon", "vertices");
  expect_refused(make_shape(HalfSpace{{0, 0, 0}, 1}), ErrorCode::singular, "half-space", "normal is zero");
  EXPECT_TRUE(make_shape(HalfSpace{{0, std::numeric_limits<Real>::denorm_min(), 0}, 0}).has_value());
}

TEST(MakeShape, RefusesACustomSupportThatCannotBeRead) {
  expect_refused(make_shape(CustomSupport{}), ErrorCode::empty, "custom", "support is null");
  CustomSupport custom;
  custom.support = [](const void*, const Vec3&) { return Vec3{}; };
  custom.inner_point = {0, kNan, 0};
  expect_refused(make_shape(custom), ErrorCode::not_finite, "custom", "inner_point");
  custom.inner_point = {};
  custom.support = [](const void*, const Vec3& d) { return d.y < 0 ? Vec3{0, kInfinity, 0} : Vec3{}; };
  expect_refused(make_shape(custom), ErrorCode::not_finite, "custom", "support returns");
}

TEST(MakeShape, RefusesOperandsOfTheAlgebra) {
  const Shape box = Box{};
  const auto expect_error = [](const Result<Shape>& r, ErrorCode code, const char* part, std::size_t at = 0) {
    ASSERT_FALSE(r.has_value()) << part;
    EXPECT_EQ(r.error().code, code);
    EXPECT_NE(std::string(r.error().message).find(part), std::string::npos) << r.error().message;
    EXPECT_EQ(r.error().position, at);
  };
  for (const Shape& bad : {Shape(), Shape(HalfSpace{})}) {
    const char* const part = bad.is_valid() ? "half-space" : "invalid";
    const Shape list[] = {box, box, bad};
    expect_error(make_affine_image(bad, {}), ErrorCode::unsupported, part);
    expect_error(make_minkowski_sum(bad, box), ErrorCode::unsupported, part);
    expect_error(make_minkowski_sum(box, bad), ErrorCode::unsupported, part);
    expect_error(make_convex_hull(bad, box), ErrorCode::unsupported, part);
    expect_error(make_convex_hull(list), ErrorCode::unsupported, part, 2);
    expect_error(make_expanded(bad, 1), ErrorCode::unsupported, part);
  }
  expect_error(make_convex_hull(std::span<const Shape>{}), ErrorCode::empty, "shapes");
  expect_error(make_affine_image(box, Affine(Mat3::diagonal(1, 0, 1), {})), ErrorCode::singular, "m:");
  expect_error(make_affine_image(box, Affine(Mat3{}, {kNan, 0, 0})), ErrorCode::singular, "m:");
  expect_error(make_expanded(box, kNan), ErrorCode::not_finite, "radius");
  expect_error(make_expanded(box, kInfinity), ErrorCode::not_finite, "radius");
  expect_error(make_expanded(box, -1), ErrorCode::negative, "radius");
}

TEST(Shape, OfABadArgumentIsInvalid) {
  EXPECT_FALSE(Shape(Sphere{-1}).is_valid());
  EXPECT_FALSE(Shape(Box{{1, kNan, 1}}).is_valid());
  EXPECT_FALSE(Shape(Polytope{}).is_valid());
  EXPECT_FALSE(Shape(HalfSpace{{}, 0}).is_valid());
  EXPECT_FALSE(Shape(CustomSupport{}).is_valid());
  EXPECT_FALSE(Shape(Triangle{{}, {kInfinity, 0, 0}, {}}).is_valid());
  EXPECT_EQ(Shape().kind(), ShapeKind::invalid);
  EXPECT_EQ(support(Shape(), {1, 0, 0}), Vec3{});
}

TEST(ShapeKindNames, AreThoseOfTheEnumerators) {
  EXPECT_STREQ(to_string(ShapeKind::invalid), "invalid");
  EXPECT_STREQ(to_string(ShapeKind::box), "box");
  EXPECT_STREQ(to_string(ShapeKind::ellipsoid), "ellipsoid");
  EXPECT_STREQ(to_string(ShapeKind::tapered_capsule), "tapered_capsule");
  EXPECT_STREQ(to_string(ShapeKind::minkowski_sum), "minkowski_sum");
  EXPECT_STREQ(to_string(ShapeKind::half_space), "half_space");
  EXPECT_STREQ(to_string(ShapeKind::triangle_mesh), "triangle_mesh");
  EXPECT_STREQ(to_string(ShapeKind::compound), "compound");
}

}  // namespace
}  // namespace graze
