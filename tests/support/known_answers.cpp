// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "known_answers.h"

namespace graze::test {

namespace {

CheckInstance at(CheckShape shape, double x, double y, double z, double margin = 0) {
  CheckInstance instance;
  instance.shape = std::move(shape);
  instance.placement.translation = {x, y, z};
  instance.margin = margin;
  return instance;
}

CheckShape box(double x, double y, double z) { return check_sized(ShapeKind::box, {x, y, z}); }
CheckShape sphere(double r) { return check_sized(ShapeKind::sphere, {r}); }
CheckShape origin() { return check_point({0, 0, 0}); }

CheckShape octahedron(double r) {
  return check_hull_of_points(
      ShapeKind::polytope, {{r, 0, 0}, {-r, 0, 0}, {0, r, 0}, {0, -r, 0}, {0, 0, r}, {0, 0, -r}, {0, 0, 0}});
}

std::vector<Known> apart() {
  const double root3 = std::sqrt(3.0), third = 1 / root3;
  Mapd stretched;
  stretched.x = {2, 0, 0};
  std::vector<Known> all{
      {"points", {at(origin(), 0, 0, 0), at(origin(), 3, 4, 0)}, 5, {0.6, 0.8, 0}, {0, 0, 0}, {3, 4, 0}},
      {"skew segments",
       {at(check_hull_of_points(ShapeKind::segment, {{-1, 0, 0}, {1, 0, 0}}), 0, 0, 0),
        at(check_hull_of_points(ShapeKind::segment, {{0, -1, 0}, {0, 1, 0}}), 0, 0, 2)},
       2,
       {0, 0, 1},
       {0, 0, 0},
       {0, 0, 2}},
      {"triangle and point",
       {at(check_hull_of_points(ShapeKind::triangle, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}), 0, 0, 0),
        at(origin(), 1, 1, 3)},
       3,
       {0, 0, 1},
       {1, 1, 0},
       {1, 1, 3}},
      {"tetrahedron and point beyond its slant face",
       {at(check_hull_of_points(ShapeKind::tetrahedron, {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}}), 0, 0,
           0),
        at(origin(), 3, 3, 3)},
       2 * root3,
       {third, third, third},
       {1, 1, 1},
       {3, 3, 3}},
      {"square and point",
       {at(check_hull_of_points(ShapeKind::convex_polygon, {{1, 0, 1}, {-1, 0, 1}, {-1, 0, -1}, {1, 0, -1}}),
           0, 0, 0),
        at(origin(), 0.5, -2, 0.25)},
       2,
       {0, -1, 0},
       {0.5, 0, 0.25},
       {0.5, -2, 0.25}},
      {"octahedron and point",
       {at(octahedron(3), 0, 0, 0), at(origin(), 3, 3, 3)},
       2 * root3,
       {third, third, third},
       {1, 1, 1},
       {3, 3, 3}},
      {"boxes", {at(box(1, 2, 3), 0, 0, 0), at(box(2, 1, 1), 4, 0.5, 0)}, 1, {1, 0, 0}, {1, 0, 0}, {2, 0, 0}},
      {"spheres", {at(sphere(1), 0, 0, 0), at(sphere(2), 10, 0, 0)}, 7, {1, 0, 0}, {1, 0, 0}, {8, 0, 0}},
      {"ellipsoid and point",
       {at(check_sized(ShapeKind::ellipsoid, {1, 2, 3}), 0, 0, 0), at(origin(), 0, 0, 5)},
       2,
       {0, 0, 1},
       {0, 0, 3},
       {0, 0, 5}},
      {"capsule and point",
       {at(check_sized(ShapeKind::capsule, {1, 2}), 0, 0, 0), at(origin(), 4, 1, 0)},
       3,
       {1, 0, 0},
       {1, 1, 0},
       {4, 1, 0}},
      {"tapered capsule and point",
       {at(check_sized(ShapeKind::tapered_capsule, {2, 1, 3}), 0, 0, 0), at(origin(), 0, 7, 0)},
       3,
       {0, 1, 0},
       {0, 4, 0},
       {0, 7, 0}},
      {"cylinder and point",
       {at(check_sized(ShapeKind::cylinder, {2, 1}), 0, 0, 0), at(origin(), 5, 0.5, 0)},
       3,
       {1, 0, 0},
       {2, 0.5, 0},
       {5, 0.5, 0}},
      {"cone and point beyond its slant",
       {at(check_sized(ShapeKind::cone, {3, 2}), 0, 0, 0), at(origin(), 5.5, 3, 0)},
       5,
       {0.8, 0.6, 0},
       {1.5, 0, 0},
       {5.5, 3, 0}},
      {"tapered cylinder and point beyond its slant",
       {at(check_sized(ShapeKind::tapered_cylinder, {4, 1, 2}), 0, 0, 0), at(origin(), 6.5, 3, 0)},
       5,
       {0.8, 0.6, 0},
       {2.5, 0, 0},
       {6.5, 3, 0}},
      {"half-space and sphere",
       {at(check_half_space({0, 2, 0}, 2), 0, 0, 0), at(sphere(2), 7, 5, 0)},
       2,
       {0, 1, 0},
       {7, 1, 0},
       {7, 3, 0}},
      {"stretched sphere and point",
       {at(check_affine_image(sphere(1), stretched), 0, 0, 0), at(origin(), 5, 0, 0)},
       3,
       {1, 0, 0},
       {2, 0, 0},
       {5, 0, 0}},
      {"box plus sphere, and point",
       {at(check_sum(box(1, 1, 1), sphere(1)), 0, 0, 0), at(origin(), 4, 5, 1)},
       4,
       {0.6, 0.8, 0},
       {1.6, 1.8, 1},
       {4, 5, 1}},
      {"hull of two spheres, and point",
       {at(check_hull(sphere(1),
                      check_affine_image(sphere(1), Mapd({1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {4, 0, 0}))),
           0, 0, 0),
        at(origin(), 2, 3, 0)},
       2,
       {0, 1, 0},
       {2, 1, 0},
       {2, 3, 0}},
      {"expanded segment and margin",
       {at(check_expanded(check_hull_of_points(ShapeKind::segment, {{-1, 0, 0}, {1, 0, 0}}), 0.5), 0, 0, 0),
        at(origin(), 0, 3, 0, 0.25)},
       2.25,
       {0, 1, 0},
       {0, 0.5, 0},
       {0, 2.75, 0}},
  };
  return all;
}

std::vector<Known> overlapping() {
  std::vector<Known> all{
      {"boxes overlap in x",
       {at(box(1, 2, 3), 0, 0, 0), at(box(1, 2, 3), 1.5, 0, 0)},
       -0.5,
       {1, 0, 0},
       {1, 0, 0},
       {0.5, 0, 0}},
      {"small box at the centre of a large one",
       {at(box(2, 3, 4), 0, 0, 0), at(box(1, 1, 1), 0, 0, 0)},
       -3,
       {1, 0, 0},
       {2, 0, 0},
       {-1, 0, 0}},
      {"spheres overlap",
       {at(sphere(2), 0, 0, 0), at(sphere(2), 0, 0, 3)},
       -1,
       {0, 0, 1},
       {0, 0, 2},
       {0, 0, 1}},
      {"octahedra overlap face to face",
       {at(octahedron(3), 0, 0, 0), at(octahedron(3), 1, 1, 1)},
       -std::sqrt(3.0),
       {1 / std::sqrt(3.0), 1 / std::sqrt(3.0), 1 / std::sqrt(3.0)},
       {1, 1, 1},
       {0, 0, 0}},
      {"cylinder stands in a box",
       {at(box(4, 1, 4), 0, 0, 0), at(check_sized(ShapeKind::cylinder, {2, 3}), 0, 3.5, 0)},
       -0.5,
       {0, 1, 0},
       {0, 1, 0},
       {0, 0.5, 0}},
      {"cone tip in a box",
       {at(check_sized(ShapeKind::cone, {1, 2}), 0, 0, 0), at(box(8, 1, 8), 0, 2.75, 0)},
       -0.25,
       {0, 1, 0},
       {0, 2, 0},
       {0, 1.75, 0}},
      {"ellipsoid tip in a half-space",
       {at(check_sized(ShapeKind::ellipsoid, {1, 2, 3}), 0, 0, 0),
        at(check_half_space({-1, 0, 0}, -0.5), 0, 0, 0)},
       -0.5,
       {1, 0, 0},
       {1, 0, 0},
       {0.5, 0, 0}},
      {"capsules cross",
       {at(check_sized(ShapeKind::capsule, {1, 4}), 0, 0, 0),
        at(check_sized(ShapeKind::capsule, {1, 4}), 1.5, 0, 0)},
       -0.5,
       {1, 0, 0},
       {1, 0, 0},
       {0.5, 0, 0}},
      {"margins overlap",
       {at(box(1, 1, 1), 0, 0, 0, 0.5), at(box(1, 1, 1), 2.5, 0, 0, 0.25)},
       -0.25,
       {1, 0, 0},
       {1.5, 0, 0},
       {1.25, 0, 0}},
      {"concentric spheres",
       {at(sphere(2), 1, 1, 1), at(sphere(1), 1, 1, 1)},
       -3,
       {0, 1, 0},
       {1, 3, 1},
       {1, 0, 1}},
      {"coaxial cylinders",
       {at(check_sized(ShapeKind::cylinder, {1, 4}), 0, 0, 0),
        at(check_sized(ShapeKind::cylinder, {2, 4}), 0, 0, 0)},
       -3,
       {1, 0, 0},
       {1, 0, 0},
       {-2, 0, 0},
       Status::bound_loose},
  };
  return all;
}

/// Bounds one Real apart from the truth on both sides; `lower` may be loose.
template <class Answer>
void fill(const Known& k, Answer& r) {
  r.normal = graze_vec(k.normal);
  r.point_a = graze_vec(k.point_a), r.point_b = graze_vec(k.point_b);
  r.local_a = graze_vec(k.point_a - k.pair.a.placement.translation);
  r.local_b = graze_vec(k.point_b - k.pair.b.placement.translation);
  r.contact = k.separation > 0 ? Contact::apart : Contact::overlapping;
  r.status = k.status;
}

V3d middle(const Known& k) { return (k.point_a + k.point_b) * 0.5; }

}  // namespace

std::vector<Known> known_answers() {
  std::vector<Known> all = apart();
  for (Known& k : overlapping()) all.push_back(std::move(k));
  return all;
}

Distance right_distance(const Known& k) {
  Distance d;
  fill(k, d);
  d.status = Status::converged;
  if (k.separation > 0) {
    d.lower = below(k.separation), d.upper = above(k.separation);
    return d;
  }
  d.normal = {};
  d.point_a = d.point_b = graze_vec(middle(k));
  d.local_a = graze_vec(middle(k) - k.pair.a.placement.translation);
  d.local_b = graze_vec(middle(k) - k.pair.b.placement.translation);
  return d;
}

Penetration right_penetration(const Known& k) {
  Penetration p;
  if (k.separation > 0) return p;
  fill(k, p);
  // The rounded normal may be shorter than 1: two steps up make good for it.
  p.upper = above(above(-k.separation));
  p.lower = k.status == Status::converged ? below(-k.separation) : static_cast<Real>(-0.5 * k.separation);
  return p;
}

Separation right_separation(const Known& k) {
  Separation s;
  fill(k, s);
  s.lower = below(below(k.separation));
  s.upper = k.status == Status::converged ? above(k.separation) : static_cast<Real>(0.5 * k.separation);
  return s;
}

Intersection right_intersection(const Known& k) {
  Intersection i;
  i.contact = k.separation > 0 ? Contact::apart : Contact::overlapping;
  i.witness = graze_vec(k.separation > 0 ? k.normal : middle(k));
  return i;
}

CommonPoint right_common_point(const Known& k) {
  CommonPoint c;
  if (k.separation > 0) return c;
  const Distance d = right_distance(k);
  c.found = true;
  c.contact = Contact::overlapping;
  c.point = d.point_a, c.local_a = d.local_a, c.local_b = d.local_b;
  return c;
}

}  // namespace graze::test
