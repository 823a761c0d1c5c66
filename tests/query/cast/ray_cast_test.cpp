// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/ray_cast.h"

#include <cmath>
#include <limits>
#include <vector>

#include "query/ask.h"

namespace graze::test {
namespace {

constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();
constexpr double kRelative = sizeof(Real) == 4 ? 1e-6 : 1e-10;  // the default of the settings
// Where iteration ends within g of a smooth surface, its normal is known to about the square root of g /
// size.
constexpr double kNormal = sizeof(Real) == 4 ? 2.5e-4 : 2.5e-6;

// A ray whose first point is known. `size`: of the coordinates that enter.
void expect_hit(const Instance& instance, const Ray& ray, double parameter, const Vec3& normal,
                double size = 1) {
  const RayCast r = ray_cast(instance, ray);
  ASSERT_EQ(r.hit, Hit::hit) << to_string(instance.shape.kind());
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_FALSE(r.starts_inside);
  const double step = length(ray.direction);
  EXPECT_LE(double(r.lower), parameter * (1 + double(kEpsilon)));
  EXPECT_GE(double(r.upper), parameter * (1 - double(kEpsilon)));
  EXPECT_NEAR(double(r.parameter) * step, parameter * step, kRelative * size);
  EXPECT_LE(length(r.normal - normal), kNormal) << r.normal;
  EXPECT_NEAR(length(r.normal), 1, 4 * double(kEpsilon));
  EXPECT_LE(length(r.point - ray.at(Real(parameter))), kRelative * size + double(r.error));
}

void expect_miss(const Instance& instance, const Ray& ray) {
  const RayCast r = ray_cast(instance, ray);
  EXPECT_EQ(r.hit, Hit::miss) << to_string(instance.shape.kind()) << " at " << r.parameter;
  EXPECT_FALSE(bool(r));
  EXPECT_EQ(r.parameter, 0);
  EXPECT_EQ(r.status, Status::converged);
}

TEST(RayCast, OfASphereIsHitOneRadiusBeforeItsCentre) {
  expect_hit(at(Sphere{2}, 10, 0, 0), {{0, 0, 0}, {1, 0, 0}}, 8, {-1, 0, 0}, 10);
  expect_hit(at(Sphere{2}, 10, 0, 0), {{0, 0, 0}, {4, 0, 0}}, 2, {-1, 0, 0}, 10);
  // Beside the centre by 6/5 of a radius of 2: the half chord is 8/5.
  expect_hit(at(Sphere{2}, 10, 0, 0), {{0, Real(1.2), 0}, {1, 0, 0}}, 8.4, {Real(-0.8), Real(0.6), 0}, 10);
  expect_miss(at(Sphere{2}, 10, 0, 0), {{0, Real(2.5), 0}, {1, 0, 0}});
  expect_miss(at(Sphere{2}, 10, 0, 0), {{0, 0, 0}, {-1, 0, 0}});
  expect_miss(at(Sphere{2}, 10, 0, 0), {{0, 0, 0}, {1, 0, 0}, Real(7.5)});
}

TEST(RayCast, OfABoxIsHitAtItsFace) {
  const Instance box = at(Box{{1, 2, 3}}, 5, 0, 0);
  expect_hit(box, {{0, 0, 0}, {1, 0, 0}}, 4, {-1, 0, 0}, 5);
  expect_hit(box, {{0, 1, 2}, {2, 0, 0}}, 2, {-1, 0, 0}, 5);
  expect_hit(box, {{5, 10, 1}, {0, -1, 0}}, 8, {0, 1, 0}, 10);
  expect_hit(box, {{5, Real(0.5), -10}, {0, 0, 1}}, 7, {0, 0, -1}, 10);
  expect_miss(box, {{0, Real(2.25), 0}, {1, 0, 0}});
}

TEST(RayCast, OfAScaledBoxUsesTheScaledFaces) {
  // Half extents 2, 6, 1 after the scale.
  const Affine scaled(Mat3{{2, 0, 0}, {0, 3, 0}, {0, 0, Real(0.5)}}, {10, 0, 0});
  expect_hit({Box{{1, 2, 2}}, scaled}, {{0, 5, 0}, {1, 0, 0}}, 8, {-1, 0, 0}, 10);
  expect_hit({Box{{1, 2, 2}}, scaled}, {{11, 0, 9}, {0, 0, -2}}, 4, {0, 0, 1}, 10);
}

TEST(RayCast, OfAnEllipsoidIsHitWhereTheStretchedSphereIs) {
  expect_hit(at(Ellipsoid{{1, 2, 4}}, 0, 0, 0), {{0, 0, 10}, {0, 0, -1}}, 6, {0, 0, 1}, 10);
  // At y = 1.2, z² / 16 = 1 - 0.36: z = 3.2; the gradient is (0, 2 y / 4, 2 z / 16).
  const Vec3 n = normalized(Vec3{0, Real(0.6), Real(0.4)});
  expect_hit(at(Ellipsoid{{1, 2, 4}}, 0, 0, 0), {{0, Real(1.2), 10}, {0, 0, -1}}, 6.8, n, 10);
  // A sphere under a scale is the same set, and a mirrored one too.
  const Affine stretch(Mat3{{-1, 0, 0}, {0, 2, 0}, {0, 0, 4}}, {0, 0, 0});
  expect_hit({Sphere{1}, stretch}, {{0, Real(1.2), 10}, {0, 0, -1}}, 6.8, n, 10);
}

TEST(RayCast, OfACylinderIsHitOnCapAndMantle) {
  const Instance cylinder = at(Cylinder{2, 3}, 0, 0, 0);
  expect_hit(cylinder, {{1, 10, 1}, {0, -1, 0}}, 7, {0, 1, 0}, 10);
  expect_hit(cylinder, {{-10, 1, Real(1.2)}, {1, 0, 0}}, 8.4, {Real(-0.8), 0, Real(0.6)}, 10);
  expect_miss(cylinder, {{-10, Real(3.5), 0}, {1, 0, 0}});
  expect_miss(cylinder, {{2, 10, 2}, {0, -1, 0}});
}

TEST(RayCast, OfAConeIsHitOnBaseMantleAndBelowItsApex) {
  const Instance cone = at(Cone{2, 2}, 0, 0, 0);  // radius 2 at y = -2, slope 1/2
  expect_hit(cone, {{1, -10, 0}, {0, 1, 0}}, 8, {0, -1, 0}, 10);
  // At y = 0 the radius is 1; the normal leans up by the slope.
  expect_hit(cone, {{-10, 0, 0}, {1, 0, 0}}, 9, normalized(Vec3{-2, 1, 0}), 10);
  // From above, at x = 1/2: the mantle is at y = 1.
  expect_hit(cone, {{Real(0.5), 10, 0}, {0, -2, 0}}, 4.5, normalized(Vec3{2, 1, 0}), 10);
  expect_miss(cone, {{-10, 2, 1}, {1, 0, 0}});
}

TEST(RayCast, OfATaperedCylinderIsHitOnItsMantle) {
  // Radii 3 and 1 over a height of 2: at y = 0 the radius is 2, and the slope is 1.
  expect_hit(at(TaperedCylinder{3, 1, 1}, 0, 0, 0), {{-10, 0, 0}, {1, 0, 0}}, 8, normalized(Vec3{-1, 1, 0}),
             10);
  expect_hit(at(TaperedCylinder{3, 1, 1}, 0, 0, 0), {{0, 10, Real(0.5)}, {0, -1, 0}}, 9, {0, 1, 0}, 10);
}

TEST(RayCast, OfACapsuleIsHitOnMantleAndCap) {
  const Instance capsule = at(Capsule{1, 2}, 0, 0, 0);
  expect_hit(capsule, {{-10, 1, 0}, {1, 0, 0}}, 9, {-1, 0, 0}, 10);
  expect_hit(capsule, {{0, 10, 0}, {0, -1, 0}}, 7, {0, 1, 0}, 10);
  // Over the end by 3/5: the cap is 4/5 thick there.
  expect_hit(capsule, {{-10, Real(2.6), 0}, {1, 0, 0}}, 9.2, {Real(-0.8), Real(0.6), 0}, 10);
  expect_hit({Capsule{1, 2}, Affine{}, 1}, {{-10, 1, 0}, {1, 0, 0}}, 8, {-1, 0, 0}, 10);  // with a margin
}

TEST(RayCast, OfATaperedCapsuleIsHitOnItsCone) {
  // Radii 2 and 1, centres 2 apart: sin = 1/2. The tangent cone has normals (cos, sin) = (√3/2, 1/2), and
  // the surface point of the bottom ball with that normal is (√3, -1 + 1).
  const double cosine = std::sqrt(0.75);
  expect_hit(at(TaperedCapsule{2, 1, 1}, 0, 0, 0), {{10, 0, 0}, {-1, 0, 0}}, 10 - 2 * cosine,
             {Real(cosine), Real(0.5), 0}, 10);
  expect_hit(at(TaperedCapsule{2, 1, 1}, 0, 0, 0), {{0, -10, 0}, {0, 1, 0}}, 7, {0, -1, 0}, 10);
  // The large ball holds the small one.
  expect_hit(at(TaperedCapsule{5, 1, 1}, 0, 0, 0), {{0, 10, 0}, {0, -1, 0}}, 6, {0, 1, 0}, 10);
}

TEST(RayCast, OfATriangleIsHitFromBothSides) {
  const Shape triangle(Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}});
  expect_hit(at(triangle, 0, 0, 0), {{1, 1, 5}, {0, 0, -1}}, 5, {0, 0, 1}, 5);
  expect_hit(at(triangle, 0, 0, 0), {{1, 1, -5}, {0, 0, 1}}, 5, {0, 0, -1}, 5);
  expect_miss(at(triangle, 0, 0, 0), {{3, 3, 5}, {0, 0, -1}});
  expect_miss(at(triangle, 0, 0, 0), {{1, 1, 5}, {1, 0, 0}});
  // Slanting: x + y = 2 is reached at the plane.
  expect_hit(at(triangle, 0, 0, 0), {{-1, -1, 4}, {1, 1, -2}}, 2, {0, 0, 1}, 5);
}

TEST(RayCast, OfAHalfSpaceIsHitAtItsPlane) {
  const Instance ground = at(HalfSpace{{0, 2, 0}, 2}, 0, 0, 0);  // y <= 1
  expect_hit(ground, {{3, 9, 4}, {0, -2, 0}}, 4, {0, 1, 0}, 9);
  expect_hit(ground, {{0, 9, 0}, {1, -1, 0}}, 8, {0, 1, 0}, 9);
  expect_hit({HalfSpace{{0, 2, 0}, 2}, Affine{}, 3}, {{0, 9, 0}, {0, -1, 0}}, 5, {0, 1, 0}, 9);
  expect_miss(ground, {{0, 9, 0}, {1, 0, 0}});
  expect_miss(ground, {{0, 9, 0}, {1, 1, 0}});
  expect_miss(ground, {{0, 9, 0}, {0, -1, 0}, 7});
  EXPECT_TRUE(ray_cast(ground, {{0, 0, 0}, {0, 1, 0}}).starts_inside);
}

TEST(RayCast, OfAPolytopeIsHitAtItsFacet) {
  const std::vector<Vec3> octahedron{{3, 0, 0}, {-3, 0, 0}, {0, 3, 0}, {0, -3, 0}, {0, 0, 3}, {0, 0, -3}};
  // x + y + z = 3 at (1, 1, 1).
  expect_hit(at(Polytope{octahedron}, 0, 0, 0), {{5, 5, 5}, {-1, -1, -1}}, 4, normalized(Vec3{1, 1, 1}), 5);
  expect_hit(at(Polytope{octahedron}, 0, 0, 0), {{1, Real(0.5), 9}, {0, 0, -1}}, 7.5,
             normalized(Vec3{1, 1, 1}), 9);
}

TEST(RayCast, OfNestedShapesIsHitLikeTheShapeTheyMake) {
  // A box of 1 plus a ball of 1, plus a margin of 1: a face at 3, a corner rounded by 2.
  const Shape rounded = *make_expanded(*make_minkowski_sum(Box{}, Sphere{1}), 0);
  expect_hit({rounded, Affine{}, 1}, {{10, 0, 0}, {-1, 0, 0}}, 7, {1, 0, 0}, 10);
  const double corner = 1 + 2 / std::sqrt(3.0);
  expect_hit({rounded, Affine{}, 1}, {{10, 10, 10}, {-1, -1, -1}}, 10 - corner, normalized(Vec3{1, 1, 1}),
             10);
  // The sum of two boxes is a box, read through both.
  const Shape sum = *make_minkowski_sum(Box{{1, 2, 3}}, Box{{1, 1, 1}});
  expect_hit(at(sum, 0, 0, 0), {{Real(0.5), 10, 1}, {0, -1, 0}}, 7, {0, 1, 0}, 10);
  // The hull of a ball and a point is a cone with a round base: tangent at sin = 1/2.
  const Shape ball(Sphere{1});
  const Shape drop = *make_convex_hull(ball, Point{{0, 2, 0}});
  expect_hit(at(drop, 0, 0, 0), {{0, -10, 0}, {0, 1, 0}}, 9, {0, -1, 0}, 10);
  const double cosine = std::sqrt(0.75);  // x cos + y sin = 1, at y = 1: x = 0.5 / cos
  expect_hit(at(drop, 0, 0, 0), {{10, 1, 0}, {-1, 0, 0}}, 10 - 0.5 / cosine, {Real(cosine), Real(0.5), 0},
             10);
  // An affine image of an affine image.
  const Affine twice(Mat3{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}, {0, 0, 0});
  const Shape image = *make_affine_image(*make_affine_image(Cylinder{1, 1}, twice), twice);
  expect_hit(at(image, 0, 0, 0), {{-10, 1, 1}, {1, 0, 0}}, 10 - std::sqrt(15.0),
             normalized(Vec3{-std::sqrt(Real(15)), 0, 1}), 10);
}

TEST(RayCast, StartingInsideIsHitAtZeroWithTheFlagAndWithoutANormal) {
  for (const Shape& shape : {Shape(Sphere{2}), Shape(Box{{2, 2, 2}}), Shape(Cone{2, 2}), Shape(Capsule{1, 1}),
                             Shape(Ellipsoid{{1, 2, 3}}), Shape(HalfSpace{})}) {
    const RayCast r = ray_cast(shape, Ray{{0, Real(-0.5), 0}, {1, 2, 3}});
    EXPECT_EQ(r.hit, Hit::hit) << to_string(shape.kind());
    EXPECT_TRUE(r.starts_inside);
    EXPECT_EQ(r.parameter, 0);
    EXPECT_EQ(r.upper, 0);
    EXPECT_EQ(r.normal, Vec3{});
    EXPECT_EQ(r.point, (Vec3{0, Real(-0.5), 0}));
    EXPECT_EQ(r.status, Status::converged);
  }
}

TEST(RayCast, OfZeroLengthIsAPointTest) {
  for (const Ray& ray : {Ray{{0, 0, 0}, {0, 0, 0}}, Ray{{0, 0, 0}, {1, 0, 0}, 0}}) {
    EXPECT_TRUE(ray_cast(Shape(Box{}), ray).starts_inside);
    expect_miss(at(Box{}, 3, 0, 0), ray);
    expect_miss(at(Sphere{1}, 3, 0, 0), ray);
  }
}

TEST(RayCast, ThatEndsAtTheSurfaceIsUncertainOrAHitButNoMissBeyondRounding) {
  EXPECT_NE(ray_cast(at(Box{}, 5, 0, 0), {{0, 0, 0}, {1, 0, 0}, 4}).hit, Hit::miss);
  EXPECT_EQ(ray_cast(at(Box{}, 5, 0, 0), {{0, 0, 0}, {1, 0, 0}, Real(4.001)}).hit, Hit::hit);
  EXPECT_EQ(ray_cast(at(Box{}, 5, 0, 0), {{0, 0, 0}, {1, 0, 0}, Real(3.999)}).hit, Hit::miss);
}

TEST(RayCast, AlongAFaceOrInThePlaneOfAPolygonIsUncertain) {
  EXPECT_EQ(ray_cast(at(Box{}, 5, 0, 0), {{0, 1, 0}, {1, 0, 0}}).hit, Hit::uncertain);
  const RayCast tangent = ray_cast(at(Sphere{1}, 5, 0, 0), {{0, 1, 0}, {1, 0, 0}});
  EXPECT_EQ(tangent.hit, Hit::uncertain);
  EXPECT_NEAR(double(tangent.parameter), 5, 1e-3);  // within the square root of rounding
  const RayCast flat = ray_cast(Shape(Triangle{{2, -1, 0}, {4, -1, 0}, {4, 3, 0}}), {{0, 0, 0}, {1, 0, 0}});
  EXPECT_EQ(flat.hit, Hit::uncertain);
  EXPECT_NEAR(double(flat.parameter), 2.5, 1e-5);
  EXPECT_LE(double(flat.lower), 2.5);
  // Through a shared edge of two faces, and through a corner, there is no doubt.
  EXPECT_EQ(ray_cast(at(Box{}, 0, 0, 0), {{5, 5, 0}, {-1, -1, 0}}).hit, Hit::hit);
  EXPECT_EQ(ray_cast(at(Box{}, 0, 0, 0), {{5, 5, 5}, {-1, -1, -1}}).hit, Hit::hit);
}

TEST(RayCast, OfFarAwayAndTinyAndHugeShapesIsRelativeToTheirSize) {
  const Real far = sizeof(Real) == 4 ? Real(16384) : Real(1e6);
  expect_hit(at(Sphere{1}, far, far, far), {{far - 10, far, far}, {1, 0, 0}}, 9, {-1, 0, 0}, 10);
  expect_hit(at(Sphere{Real(1e-20)}, 0, 0, 0), {{Real(1e-18), 0, 0}, {Real(-1e-18), 0, 0}}, 0.99, {1, 0, 0},
             1e-18);
  expect_hit(at(Box{{Real(1e15), Real(1e15), Real(1e15)}}, 0, 0, 0), {{Real(3e15), 1, 1}, {-1, 0, 0}}, 2e15,
             {1, 0, 0}, 3e15);
  // A small ball a long way off: where the line passes it is known to one part in 1e6 of its radius.
  expect_hit(at(Sphere{1}, 4096, 0, 0), {{0, Real(0.6), 0}, {1, 0, 0}}, 4095.2, {Real(-0.8), Real(0.6), 0},
             4096);
}

TEST(RayCast, DirectionsOfAnyLengthCountInTheirLengths) {
  const Instance ball = at(Sphere{1}, 4, 0, 0);
  EXPECT_EQ(ray_cast(ball, {{0, 0, 0}, {Real(0x1p-100), 0, 0}}).parameter, Real(0x1p100) * 3);
  EXPECT_EQ(ray_cast(ball, {{0, 0, 0}, {Real(0x1p100), 0, 0}}).parameter, Real(0x1p-100) * 3);
  const Real tiny = std::numeric_limits<Real>::denorm_min();
  EXPECT_EQ(ray_cast(ball, {{0, 0, 0}, {tiny, 0, 0}, 1}).hit, Hit::miss);
  EXPECT_EQ(ray_cast(ball, {{0, 0, 0}, {std::numeric_limits<Real>::max(), 0, 0}}).hit, Hit::hit);
}

TEST(RayCast, OverloadsAgree) {
  const Ray ray{{-5, Real(0.25), Real(0.5)}, {1, 0, 0}};
  const RayCast a = ray_cast(Instance{Cone{}, Affine{}}, ray), b = ray_cast(Shape(Cone{}), Pose{}, ray),
                c = ray_cast(Shape(Cone{}), ray);
  EXPECT_TRUE(is_same(a.parameter, b.parameter) && is_same(a.parameter, c.parameter));
  EXPECT_TRUE(is_same(a.normal, b.normal) && is_same(a.normal, c.normal));
}

TEST(RayCast, LocalPointIsThePointSeenFromTheShape) {
  const Pose pose{rotation_about({0, 0, 1}, Real(1.5707963267948966)), {10, 0, 0}};
  const RayCast r = ray_cast(Shape(Box{{1, 2, 3}}), pose, {{0, 1, 0}, {1, 0, 0}});
  // Turned by 90 degrees the box reaches 2 along x; the world's (8, 1, 0) is local (1, 2, 0).
  EXPECT_NEAR(double(r.parameter), 8, 1e-5);
  EXPECT_LE(length(r.local_point - Vec3{1, 2, 0}), 1e-5);
}

TEST(RayCast, BadArgumentsAreRefused) {
  const Instance box = at(Box{}, 0, 0, 0);
  for (const Ray& ray :
       {Ray{{kNaN, 0, 0}, {1, 0, 0}}, Ray{{0, 0, 0}, {kNaN, 0, 0}}, Ray{{0, 0, 0}, {kInfinity, 0, 0}},
        Ray{{kInfinity, 0, 0}, {1, 0, 0}}, Ray{{0, 0, 0}, {1, 0, 0}, -1}, Ray{{0, 0, 0}, {1, 0, 0}, kNaN}}) {
    const RayCast r = ray_cast(box, ray);
    EXPECT_EQ(r.status, Status::invalid_argument);
    EXPECT_EQ(r.hit, Hit::uncertain);
  }
  EXPECT_EQ(ray_cast(at(Shape(), 0, 0, 0), Ray{}).status, Status::invalid_argument);
  EXPECT_EQ(ray_cast(box, Ray{}, {.max_iterations = 0}).status, Status::invalid_argument);
  EXPECT_EQ(ray_cast({Box{}, Affine{}, kNaN}, Ray{}).status, Status::invalid_argument);
}

TEST(RayCast, CutShortKeepsItsBounds) {
  const Shape sum = *make_minkowski_sum(Ellipsoid{{1, 2, 3}}, Cone{1, 1});
  const Ray ray{{9, Real(0.3), Real(0.2)}, {-1, 0, 0}};
  const RayCast full = ray_cast(sum, ray);
  ASSERT_EQ(full.hit, Hit::hit);
  int limited = 0;
  for (int i = 1; i < 40; ++i) {
    const RayCast r = ray_cast(sum, ray, {.max_iterations = i});
    ASSERT_NE(r.hit, Hit::miss);
    EXPECT_LE(r.lower, full.upper);
    EXPECT_TRUE(r.hit != Hit::hit || r.upper >= full.lower);
    limited += r.status == Status::iteration_limit ? 1 : 0;
  }
  EXPECT_GT(limited, 0);
}

}  // namespace
}  // namespace graze::test
