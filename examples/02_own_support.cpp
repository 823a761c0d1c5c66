// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A convex shape that Graze does not know: all it needs is the farthest point in a direction, at compile time
// as a member function, at run time as a function pointer.

#include <graze/graze.h>

#include <cstdio>

using namespace graze;

// Two balls of equal radius overlap in a lens around the y axis, with a sharp rim.
struct Lens {
  Real ball_radius = 5;
  Real centre_height = 4;  // the balls are centred at y = -centre_height and y = centre_height

  Vec3 support(const Vec3& direction) const {
    const Vec3 u = normalized(direction);  // any direction, zero included
    if (ball_radius * u.y >= centre_height) return u * ball_radius - Vec3{0, centre_height, 0};
    if (-ball_radius * u.y >= centre_height) return u * ball_radius + Vec3{0, centre_height, 0};
    const Real rim = std::sqrt(ball_radius * ball_radius - centre_height * centre_height);
    return normalized(Vec3{u.x, 0, u.z}) * rim;
  }
};
static_assert(SupportMapping<Lens>);

// A support mapping made at run time: the context is whatever the function needs to know.
static Vec3 lens_support(const void* context, const Vec3& direction) {
  return static_cast<const Lens*>(context)->support(direction);
}

static int wrong = 0;

static void expect(const char* what, const Distance& r, Real expected) {
  const bool is_right = r.status == Status::converged && std::abs(r.upper - expected) < Real(1e-5);
  std::printf("%-34s [%.7f, %.7f], expected %g: %s\n", what, double(r.lower), double(r.upper),
              double(expected), is_right ? "right" : "WRONG");
  wrong += is_right ? 0 : 1;
}

int main() {
  const Lens
      lens;  // 1 high above and below its middle, rim of radius 3; it must outlive the shapes that read it
  const Shape shape = make_shape_of(lens).value();
  const Instance above{Sphere{1}, Affine{Vec3{0, 6, 0}}}, beside{Box{{1, 1, 1}}, Affine{Vec3{6, 0, 0}}};
  expect("lens, sphere above", distance({shape, {}}, above), 4);
  expect("lens, box beside its rim", distance({shape, {}}, beside), 2);

  const Shape at_run_time = CustomSupport{lens_support, &lens, Vec3{0, 0, 0}};
  expect("the same through a function", distance({at_run_time, {}}, beside), 2);

  // Mappings compose before they become a shape. The sphere sees a lens that is lifted by 2, then grown by
  // 0.5.
  const ExpandedOf<AffineImageOf<Lens>> grown{{lens, Affine{Vec3{0, 2, 0}}}, Real(0.5)};
  expect("lifted and grown, as a mapping", distance({make_shape_of(grown).value(), {}}, above), Real(1.5));
  // So do shapes, with Graze's own among them; margins and placements work as for any other shape.
  const Shape both = make_convex_hull(shape, Point{{0, 3, 0}}).value();
  expect("hull of the lens and a point", distance({both, {}, Real(0.5)}, above), Real(1.5));
  const Instance tilted{shape, Pose{rotation_about({0, 0, 1}, Real(1.5707963)), {0, 0, 0}}};
  expect("lens on its rim, sphere above", distance(tilted, above), 2);
  return wrong == 0 ? 0 : 1;
}
