// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <memory>

#include "kinds.h"
#include "walk.h"

// How costs grow with the number of triangles and of vertices.

namespace cliffs {
namespace {

using namespace graze;

// Powers of the size. A logarithm is at most 0.15 here; caches that no longer hold the tree make it more.
constexpr double kOfTree = 0.35;
// Where a surface is crossed, as many triangles as its square root meet.
constexpr double kOfCrossing = 0.65;
// n log n from a thousand to a hundred thousand is 1.11.
constexpr double kOfBuild = 1.2;

const Mat3 kTurned = to_matrix(rotation_about(Vec3{1, 2, 3}, Real(0.7)));

Instance turned(const Shape& shape, double x, double y, double z) {
  return {shape, Affine(kTurned, {Real(x), Real(y), Real(z)})};
}

/// One size of a subject; `query` names are completed by it.
class Growth {
 public:
  Growth(const std::string& subject, double size, Meter& meter)
      : subject_(subject), size_(size), meter_(meter) {}
  template <class Call>
  void add(const std::string& query, double power, Call call) const {
    meter_.measure_growth(query + " " + subject_ + " growth", size_, power, [&] {
      (void)call();
      return 1;
    });
  }

 private:
  std::string subject_;
  double size_;
  Meter& meter_;
};

void add_small(const Growth& growth, const std::string& name, const Shape& small, const Instance& mesh) {
  const Instance away = turned(small, 3, 0.1, 0.05), at = turned(small, 1, 0.02, 0),
                 in = turned(small, 0.03, 0.02, 0);
  const Vec3 way{-5, 0, 0}, past{-5, Real(1.32), 0};
  growth.add("intersects " + name + " apart", kOfTree, [&] { return intersects(away, mesh); });
  growth.add("intersects " + name + " within", kOfTree, [&] { return intersects(in, mesh); });
  growth.add("distance " + name + " apart", kOfTree, [&] { return distance(away, mesh); });
  growth.add("distance " + name + " within", kOfTree, [&] { return distance(in, mesh); });
  growth.add("shape_cast " + name + " hit", kOfTree, [&] { return shape_cast(away, way, mesh); });
  growth.add("shape_cast " + name + " past", kOfTree, [&] { return shape_cast(away, past, mesh); });
  growth.add("penetration " + name + " at surface", kOfCrossing, [&] { return penetration(at, mesh); });
  growth.add("penetration " + name + " within", kOfTree, [&] { return penetration(in, mesh); });
  growth.add("contacts " + name + " apart", kOfTree, [&] { return contacts(away, mesh); });
  Distance out[8];
  growth.add("nearest_pieces " + name, kOfTree, [&] { return nearest_pieces(mesh, away, out); });
}

void add_rays(const Growth& growth, const Instance& mesh) {
  const Ray ray{{5, Real(0.1), Real(0.2)}, {-1, 0, 0}, kInfinity};
  Instance grown = mesh;
  grown.margin = Real(0.05);
  growth.add("ray_cast", kOfTree, [&] { return ray_cast(mesh, ray); });
  growth.add("ray_cast_margin", kOfTree, [&] { return ray_cast(grown, ray); });
  growth.add("any_ray_hit", kOfTree, [&] { return any_ray_hit(mesh, ray); });
  RayCast hits[16];
  growth.add("all_ray_hits", kOfTree, [&] { return all_ray_hits(mesh, ray, hits); });
  growth.add("point_distance", kOfTree, [&] { return point_distance(mesh, {Real(0.01), Real(0.02), 0}); });
  growth.add("point_location", kOfTree, [&] { return point_location(mesh, {Real(0.01), Real(0.02), 0}); });
}

void add_twins(const Growth& growth, const Instance& mesh) {
  const Instance apart = turned(mesh.shape, 2.6, 0, 0), meets = turned(mesh.shape, 1.2, 0, 0);
  growth.add("intersects itself apart", kOfTree, [&] { return intersects(mesh, apart); });
  growth.add("distance itself apart", kOfTree, [&] { return distance(mesh, apart); });
  growth.add("shape_cast itself", kOfTree, [&] { return shape_cast(apart, {-5, 0, 0}, mesh); });
  growth.add("intersects itself meeting", kOfTree, [&] { return intersects(mesh, meets); });
  growth.add("distance itself meeting", kOfTree, [&] { return distance(mesh, meets); });
  growth.add("contacts itself meeting", kOfCrossing, [&] { return contacts(mesh, meets); });
  growth.add("penetration itself meeting", kOfCrossing, [&] { return penetration(mesh, meets); });
  Distance out[8];
  growth.add("nearest_pieces itself", kOfTree, [&] { return nearest_pieces(mesh, apart, out); });
  const auto none = [](const PiecePair&) { return true; };
  growth.add("visit_self_intersections", kOfBuild,
             [&] { return visit_self_intersections(mesh.shape, none); });
}

// Sides of 1, 3 and 10 times 16 by 34 quadrangles: 1,000, 10,000 and 110,000 triangles.
void mesh_job(const char* name, double bumps, bool is_solid, MeshLayout layout, Meter& meter) {
  for (const int side : {1, 3, 10}) {
    const Soup soup = bumpy_sphere(16 * side, 34 * side, bumps);
    const Growth growth(name, static_cast<double>(soup.corners.size() / 3), meter);
    const Instance mesh{mesh_of(soup, is_solid, layout), Affine()};
    growth.add("make_triangle_mesh", kOfBuild, [&] { return mesh_of(soup, is_solid, layout); });
    add_small(growth, "box", Box{{Real(0.05), Real(0.05), Real(0.05)}}, mesh);
    add_small(growth, "sphere", Sphere{Real(0.05)}, mesh);
    add_small(growth, "cylinder", Cylinder{Real(0.05), Real(0.05)}, mesh);
    add_rays(growth, mesh);
    add_twins(growth, mesh);
  }
}

void add_polytope(const Growth& growth, const Shape& shape) {
  const Instance a{shape, Affine()}, apart = turned(shape, 2.6, 0.1, 0.05),
                                     deep = turned(shape, 1.2, 0.1, 0.05);
  const Instance box = turned(Box{}, 1.9, 0.1, 0.05);
  growth.add("intersects apart", kOfTree, [&] { return intersects(a, apart); });
  growth.add("intersects deep", kOfTree, [&] { return intersects(a, deep); });
  growth.add("distance apart", kOfTree, [&] { return distance(a, apart); });
  growth.add("penetration deep", kOfCrossing, [&] { return penetration(a, deep); });
  growth.add("penetration box", kOfCrossing, [&] { return penetration(a, box); });
  growth.add("contacts deep", kOfCrossing, [&] { return contacts(a, deep); });
  growth.add("contacts box", kOfCrossing, [&] { return contacts(a, box); });
  growth.add("shape_cast", kOfTree, [&] { return shape_cast(apart, {-5, 0, 0}, a); });
  growth.add("ray_cast", kOfTree, [&] {
    return ray_cast(a, {{5, Real(0.1), Real(0.2)}, {-1, 0, 0}, kInfinity});
  });
}

void hull_job(Meter& meter) {
  for (const int count : {64, 256, 1024, 4096, 16384}) {
    const std::vector<Vec3> points = points_on_sphere(count);
    const Growth growth("hull", count, meter);
    growth.add("make_hull", kOfBuild, [&] { return make_hull(points); });
    add_polytope(growth, *make_hull(points));
  }
}

}  // namespace

void add_growth_jobs(std::vector<Job>& jobs) {
  const auto add = [&](const char* name, double bumps, bool is_solid, MeshLayout layout) {
    jobs.push_back({name, [=](Meter& meter) { mesh_job(name, bumps, is_solid, layout, meter); }});
  };
  add("surface", 0.2, false, MeshLayout::fast);
  add("compact", 0.2, false, MeshLayout::compact);
  add("borrowed", 0.2, false, MeshLayout::borrowed);
  add("solid", 0.2, true, MeshLayout::fast);
  add("convex_solid", 0, true, MeshLayout::fast);
  jobs.push_back({"hull", hull_job});
}

}  // namespace cliffs
