// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Random convex bodies for the tests of motion: every kind of shape that is not made of pieces.

#include <array>
#include <vector>

#include "graze/shape/hull_builder.h"
#include "graze/shape/support.h"
#include "motions.h"

namespace graze::test {

enum class Body {
  point,
  sphere,
  capsule,
  tapered_capsule,
  box,
  hull,
  tetrahedron,
  cylinder,
  tapered_cylinder,
  cone,
  ellipsoid,
  sum,
  triangle,
  segment,
  rod,
  polygon,
  image,
  hull_of_two,
  expanded,
  custom,
  half_space
};
inline constexpr int kBodies = int(Body::half_space) + 1;
inline constexpr const char* kBodyNames[kBodies] = {
    "point",    "sphere",           "capsule", "tapered_capsule", "box",      "hull",     "tetrahedron",
    "cylinder", "tapered_cylinder", "cone",    "ellipsoid",       "sum",      "triangle", "segment",
    "rod",      "polygon",          "image",   "hull_of_two",     "expanded", "custom",   "half_space"};

/// No point of a body of size 1 is farther from its origin.
inline constexpr double kBodyExtent = 3.1;

/// How many dimensions a body has. Where those of two add up to less than three, they pass each other without
/// anything being common to their interiors, so that no contact of theirs is certain.
[[nodiscard]] constexpr int dimensions_of(Body body) {
  if (body == Body::point) return 0;
  if (body == Body::segment) return 1;
  return body == Body::triangle || body == Body::polygon ? 2 : 3;
}

/// A caller's own: a box of half extents (0.4, 0.3, 0.2) grown by a ball of radius 0.3.
struct RoundedBox {
  [[nodiscard]] Vec3 support(const Vec3& d) const {
    const auto side = [](Real x, double h) { return Real(x < 0 ? -h : h); };
    return Vec3{side(d.x, 0.4), side(d.y, 0.3), side(d.z, 0.2)} + normalized(d) * Real(0.3);
  }
};
inline constexpr RoundedBox kRoundedBox;

/// A random body of about the given size.
[[nodiscard]] inline Shape make_body(Body body, double s, Motions& m) {
  const auto size = [&](double low, double high) { return Real(s * m.uniform(low, high)); };
  const auto small_box = [&] { return Shape(Box{{size(0.1, 0.5), size(0.1, 0.5), size(0.1, 0.5)}}); };
  switch (body) {
    case Body::point:
      return Shape(Point{m.vector(0.5 * s)});
    case Body::sphere:
      return Shape(Sphere{size(0.3, 1)});
    case Body::tapered_capsule:
      return Shape(TaperedCapsule{size(0.1, 0.5), size(0.1, 0.5), size(0.3, 1)});
    case Body::tapered_cylinder:
      return Shape(TaperedCylinder{size(0.2, 1), size(0.2, 1), size(0.2, 1)});
    case Body::tetrahedron:
      return Shape(Tetrahedron{m.vector(s), m.vector(s), m.vector(s), m.vector(s)});
    case Body::sum:
      return *make_minkowski_sum(small_box(),
                                 Shape(Ellipsoid{{size(0.1, 0.5), size(0.1, 0.5), size(0.1, 0.5)}}));
    case Body::capsule:
      return Shape(Capsule{size(0.1, 0.5), size(0.3, 1)});
    case Body::box:
      return Shape(Box{{size(0.1, 1), size(0.1, 1), size(0.1, 1)}});
    case Body::cylinder:
      return Shape(Cylinder{size(0.2, 1), size(0.2, 1)});
    case Body::cone:
      return Shape(Cone{size(0.2, 1), size(0.2, 1)});
    case Body::ellipsoid:
      return Shape(Ellipsoid{{size(0.2, 1), size(0.2, 1), size(0.2, 1)}});
    case Body::triangle:
      return Shape(Triangle{m.vector(s), m.vector(s), m.vector(s)});
    case Body::segment:
      return Shape(Segment{m.vector(s), m.vector(s)});
    case Body::rod:
      return Shape(Box{{size(2, 3), size(0.01, 0.03), size(0.01, 0.03)}});
    case Body::half_space:
      return Shape(HalfSpace{m.direction(), size(-0.5, 0.5)});
    case Body::polygon: {  // on an ellipse
      const Vec3 u = m.vector(s), v = m.vector(s);
      std::vector<Vec3> corners;
      for (int i = 0; i < 7; ++i)
        corners.push_back(u * Real(std::cos(0.9 * i)) + v * Real(std::sin(0.9 * i)));
      return Shape(ConvexPolygon{corners});
    }
    case Body::image:
      return *make_affine_image(
          Shape(Cylinder{size(0.2, 0.8), size(0.2, 0.8)}),
          Affine(m.rotation() * Mat3{{1, 0, 0}, {Real(m.uniform(-0.7, 0.7)), 1, 0}, {0, 0, 1}},
                 m.vector(0.2 * s)));
    case Body::hull_of_two:
      return *make_convex_hull(small_box(),
                               *make_affine_image(Shape(Sphere{size(0.1, 0.4)}), Affine(m.vector(0.6 * s))));
    case Body::expanded:
      return *make_expanded(Shape(Triangle{m.vector(s), m.vector(s), m.vector(s)}), size(0.05, 0.3));
    case Body::custom:
      return *make_affine_image(*make_shape_of(kRoundedBox),
                                Affine(Mat3::diagonal(size(0.5, 1), size(0.5, 1), size(0.5, 1)), Vec3{}));
    default: {
      std::vector<Vec3> points;
      for (int i = 0; i < 16; ++i) points.push_back(m.direction() * size(0.8, 1));
      return *make_hull(points);
    }
  }
}

}  // namespace graze::test
