// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include "kinds.h"
#include "rows.h"

// Queries on meshes, each at a place where boxes alone tell little.

namespace cliffs {
namespace {

using graze::Affine;
using graze::Instance;
using graze::kInfinity;
using graze::Real;
using graze::Shape;
using graze::Vec3;

Shape bumpy_mesh(int rings, int sectors, double bumps, bool is_solid) {
  return mesh_of(bumpy_sphere(rings, sectors, bumps), is_solid);
}

Affine turned(const Vec3& where) {
  return {graze::to_matrix(graze::rotation_about(Vec3{1, 2, 3}, Real(0.7))), where};
}

class MeshRows {
 public:
  MeshRows(const IsWanted& is_wanted, std::vector<Row>& rows) : is_wanted_(is_wanted), rows_(rows) {}

  void add_all() {
    add_rays();
    add_meeting();
    add_inside();
    add_half_spaces();
    add_convex();
    add_polytope();
    add_nearest();
    add_self();
  }

 private:
  template <class Call>
  void add(const std::string& name, double limit, Call call) {
    if (is_wanted_(name)) rows_.push_back({name, least_microseconds(call), limit});
  }
  // As often as the neighbour costs.
  template <class Call, class Neighbour>
  void add_beside(const std::string& name, double times, Call call, Neighbour neighbour) {
    if (is_wanted_(name))
      rows_.push_back({name, least_microseconds(call), times * least_microseconds(neighbour)});
  }

  void add_rays() {
    std::vector<graze::Ray> rays;
    for (int i = 0; i < 64; ++i)
      rays.push_back(
          {{Real(-0.7 + 0.2 * (i % 8)), Real(-0.7 + 0.2 * (i / 8)), 3}, {Real(0.01), 0, -1}, kInfinity});
    const auto first = [&] {
      for (const graze::Ray& ray : rays) (void)graze::first_ray_hit(mesh_, ray);
    };
    // The way down to the first triangle is the same, and so is what is told of it: of 3,200 instructions per
    // ray a first hit spends 260 on what comes after.
    add_beside(
        "any_ray_hit, 64 endless rays, mesh of 70,000", 1.05,
        [&] {
          for (const graze::Ray& ray : rays) (void)graze::any_ray_hit(mesh_, ray);
        },
        first);
    graze::RayCast hits[16];
    add_beside(
        "all_ray_hits, 64 endless rays, mesh of 70,000", 6,
        [&] {
          for (const graze::Ray& ray : rays) (void)graze::all_ray_hits(mesh_, ray, hits);
        },
        first);
    const graze::CompoundPiece pieces[] = {
        {mesh_.shape, Affine(graze::Mat3::diagonal(Real(0.5), Real(0.5), Real(0.5)), {Real(0.4), 0, 0})},
        {Shape(graze::Box{{Real(0.05), Real(0.05), Real(0.05)}}), Affine(Vec3{Real(-0.8), 0, 0})}};
    Instance compound{*graze::make_compound(pieces), turned({}), Real(0.1)};
    add("ray_cast, mesh of 70,000 in a compound with margin", 170, [&] {
      (void)graze::ray_cast(compound, {{5, 1, Real(0.5)}, {-5, -1, Real(-0.5)}, 10});
    });
  }
  void add_meeting() {
    const Instance a{large_, Affine()}, b{large_, turned({Real(1.2), 0, 0})};
    add_beside(
        "distance, two meshes of 277,000 that meet", 4, [&] { (void)graze::distance(a, b); },
        [&] { (void)graze::intersects(a, b); });
  }
  void add_inside() {
    add("point_distance inside a solid of 70,000", 20, [&] {
      (void)graze::point_distance(solid_, {Real(0.01), Real(0.02), 0});
    });
    const Instance ball{Shape(graze::Sphere{Real(0.05)}), turned({Real(0.03), Real(0.02), 0})};
    add("distance, sphere inside a solid of 70,000", 20, [&] { (void)graze::distance(ball, solid_); });
  }
  void add_half_spaces() {
    const Shape plane{graze::HalfSpace{{0, 1, 0}, 0}};
    const Instance below{plane, turned({0, -3, 0})}, through{plane, turned({0, Real(-0.3), 0})};
    add("intersects, half-space apart from a mesh of 70,000", 4,
        [&] { (void)graze::intersects(mesh_, below); });
    add("distance, half-space apart from a mesh of 70,000", 20, [&] { (void)graze::distance(mesh_, below); });
    add("shape_cast, mesh of 70,000 at a half-space", 40, [&] {
      (void)graze::shape_cast(mesh_, {0, -5, 0}, below);
    });
    add("distance, half-space through a mesh of 70,000", 40, [&] { (void)graze::distance(mesh_, through); });
    add("penetration, half-space through a mesh of 70,000", 40,
        [&] { (void)graze::penetration(mesh_, through); });
    add("intersects, half-space through a mesh of 70,000", 40,
        [&] { (void)graze::intersects(mesh_, through); });
  }
  void add_convex() {
    const std::pair<const char*, Shape> shapes[] = {
        {"sphere", Shape(graze::Sphere{1})},
        {"capsule", Shape(graze::Capsule{Real(0.5), Real(0.5)})},
        {"cylinder", Shape(graze::Cylinder{1, 1})},
        {"hull of 1,000", *graze::make_hull(points_on_sphere(1000))},
        {"box", Shape(graze::Box{})}};
    for (const auto& [name, shape] : shapes) {
      const std::string beside = std::string(name) + ", mesh of 70,000";
      const Instance away{shape, turned({6, Real(0.1), Real(0.05)})};
      add("distance, " + beside, 200, [&] { (void)graze::distance(away, mesh_); });
      const graze::ShapeCast cast = graze::shape_cast(away, {-12, 0, 0}, mesh_);
      add("shape_cast, " + beside, 200, [&] { (void)graze::shape_cast(away, {-12, 0, 0}, mesh_); });
      const Instance close{shape,
                           turned(Vec3{6 + Real(0.001), Real(0.1), Real(0.05)} - Vec3{12, 0, 0} * cast.time)};
      add("shape_cast from 0.001, " + beside, 200, [&] {
        (void)graze::shape_cast(close, {-5, 0, 0}, mesh_);
      });
      const Instance in{shape, turned({Real(1.2), Real(0.1), Real(0.05)})};
      add("shape_cast from within, " + beside, 200, [&] { (void)graze::shape_cast(in, {-5, 0, 0}, mesh_); });
    }
  }
  // A polytope whose faces are not known: each that is needed is found by a look at all points.
  void add_polytope() {
    const std::vector<Vec3> points = points_on_sphere(1000);
    const Affine in = turned({Real(1.2), Real(0.1), Real(0.05)});
    const Instance plain{Shape(graze::Polytope{points}), in}, hull{*graze::make_hull(points), in};
    const auto ask = [&](const Instance& a) {
      (void)graze::visit_contact_manifolds(a, mesh_, [](const graze::ContactManifold&) { return true; });
    };
    add_beside(
        "contacts, polytope of 1,000 points, mesh of 70,000 (beside its hull)", 6, [&] { ask(plain); },
        [&] { ask(hull); });
  }
  void add_nearest() {
    graze::Distance out[8];
    const Instance box{Shape(graze::Box{}), turned({Real(2.6), Real(0.1), Real(0.05)})};
    const Instance large{large_, Affine()}, small{bumpy_mesh(16, 34, 0.2, false), Affine()};
    add_beside(
        "nearest_pieces, box, mesh of 277,000 (beside 1,000)", 10,
        [&] { (void)graze::nearest_pieces(large, box, out); },
        [&] { (void)graze::nearest_pieces(small, box, out); });
    const Instance other{mesh_.shape, turned({Real(2.5), 0, 0})};
    add("nearest_pieces, two meshes of 70,000", 2000,
        [&] { (void)graze::nearest_pieces(mesh_, other, out); });
  }

  void add_self() {
    constexpr int kSide = 101;
    std::vector<Vec3> points;
    std::vector<std::uint32_t> corners;
    for (int i = 0; i < kSide; ++i)
      for (int j = 0; j < kSide; ++j)
        points.push_back(
            {Real(0.02 * i), Real(0.05 * std::sin(0.2 * i) * std::cos(0.15 * j)), Real(0.02 * j)});
    for (std::uint32_t i = 0; i + 1 < kSide; ++i)
      for (std::uint32_t j = 0; j + 1 < kSide; ++j) {
        const std::uint32_t at = i * kSide + j;
        corners.insert(corners.end(), {at, at + 1, at + kSide, at + kSide, at + 1, at + kSide + 1});
      }
    const auto make = [&] {
      return graze::make_triangle_mesh(graze::make_vertex_array(points), graze::make_index_array(corners));
    };
    const auto cloth = make();
    add_beside(
        "visit_self_intersections, cloth of 20,000 (beside making it)", 4,
        [&] {
          (void)graze::visit_self_intersections(cloth->shape(), [](const graze::PiecePair&) { return true; });
        },
        [&] { (void)make(); });
    add_beside(
        "visit_self_proximity, cloth of 20,000 (beside its self-intersections)", 6,
        [&] {
          (void)graze::visit_self_proximity(cloth->shape(), Real(0.005),
                                            [](const graze::Distance&) { return true; });
        },
        [&] {
          (void)graze::visit_self_intersections(cloth->shape(), [](const graze::PiecePair&) { return true; });
        });
  }

  const IsWanted& is_wanted_;
  std::vector<Row>& rows_;
  const Instance mesh_{bumpy_mesh(132, 266, 0.2, false), Affine()};
  const Instance solid_{bumpy_mesh(132, 266, 0, true), Affine()};
  const Shape large_ = bumpy_mesh(256, 544, 0.2, false);
};

}  // namespace

void add_mesh_rows(const IsWanted& is_wanted, std::vector<Row>& rows) { MeshRows(is_wanted, rows).add_all(); }

}  // namespace cliffs
