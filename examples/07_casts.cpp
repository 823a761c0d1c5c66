// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Which object does this ray hit, and when will this object touch that one? Both come with bounds, and both
// say when rounding alone decides.

#include <graze/graze.h>

#include <cmath>
#include <cstdio>

using namespace graze;

static void print(const char* what, const RayCast& r) {
  std::printf("%-34s %-9s t in [%.7f, %.7f]  normal %5.2f %5.2f %5.2f%s\n", what, to_string(r.hit),
              double(r.lower), double(r.upper), double(r.normal.x), double(r.normal.y), double(r.normal.z),
              r.starts_inside ? "  starts inside" : "");
}

static void print(const char* what, const ShapeCast& c) {
  std::printf("%-34s %-9s time in [%.7f, %.7f]  point %5.2f %5.2f %5.2f%s\n", what, to_string(c.hit),
              double(c.time), double(c.upper), double(c.point.x), double(c.point.y), double(c.point.z),
              c.starts_in_contact ? "  starts in contact" : "");
}

int main() {
  int wrong = 0;
  const auto expect = [&wrong](bool is_right) { wrong += is_right ? 0 : 1; };

  // Rays go on for ever unless max_t says otherwise; t counts in lengths of the direction.
  const Instance cone{Cone{1, 1}, Affine(Vec3{5, 0, 0})};
  const RayCast side = ray_cast(cone, {{0, 0, 0}, {1, 0, 0}});
  print("ray at a cone", side);
  expect(side && std::abs(side.parameter - Real(4.5)) < Real(1e-5));  // half the base radius at half height
  print("the same, up to t = 4", ray_cast(cone, {{0, 0, 0}, {1, 0, 0}, 4}));
  const RayCast inside = ray_cast(cone, {{5, 0, 0}, {1, 0, 0}});
  print("from inside", inside);
  expect(inside.starts_inside && inside.parameter == 0);
  const RayCast along = ray_cast(Shape(Box{}), {{-5, 1, 0}, {1, 0, 0}});
  print("along a face of a box", along);
  expect(along.hit == Hit::uncertain);

  // Any nested shape can be hit: a rounded, sheared hull of a cylinder and a point.
  const Shape hull = *make_convex_hull(Cylinder{1, 1}, Point{{0, 3, 0}});
  const Affine sheared(Mat3{{1, 0, 0}, {Real(0.5), 1, 0}, {0, 0, 1}}, {0, 0, 0});
  const RayCast nested =
      ray_cast({*make_affine_image(hull, sheared), Affine{}, Real(0.25)}, {{-9, 0, 0}, {1, 0, 0}});
  print("at a rounded, sheared hull", nested);
  expect(nested.hit == Hit::hit);

  // A cast moves the first object along a straight line; no speed is too high for the thinnest wall.
  const Instance ball{Sphere{1}, Affine{}}, wall{Box{{Real(0.001), 9, 9}}, Affine(Vec3{10, 0, 0})};
  const ShapeCast bullet = shape_cast(ball, {1000000, 0, 0}, wall);
  print("a fast ball at a thin wall", bullet);
  expect(bullet && std::abs(bullet.time * 1000000 - Real(8.999)) < Real(0.01));
  const Instance box{Box{}, Affine{}}, other{Box{}, Affine(Vec3{4, 1, 0})};
  print("box at box", shape_cast(box, {4, 0, 0}, other));
  print("box past box", shape_cast(box, {0, 8, 0}, other));
  const ShapeCast touching = shape_cast(box, {-1, 0, 0}, {Box{}, Affine(Vec3{2, 0, 0})});
  print("touching, and moving apart", touching);
  expect(touching.starts_in_contact && touching.time == 0);
  return wrong;
}
