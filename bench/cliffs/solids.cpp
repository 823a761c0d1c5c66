// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "kinds.h"
#include "rows.h"

// Depth of solids that are not convex: parts of a plant, and the bunny where it is at hand. Limits: 2 ms at a
// thousand triangles, 50 ms at 70,000.

namespace cliffs {
namespace {

using graze::Affine;
using graze::Instance;
using graze::Real;
using graze::Shape;
using graze::Vec3;

constexpr double kPi = 3.141592653589793;

struct Surface {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> corners;

  void add(std::uint32_t a, std::uint32_t b, std::uint32_t c) { corners.insert(corners.end(), {a, b, c}); }
  void add(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    add(a, b, c);
    add(a, c, d);
  }
  [[nodiscard]] Shape solid() const {
    graze::MeshSettings settings;
    settings.is_solid = true;
    const auto mesh = graze::make_triangle_mesh(graze::make_vertex_array(points),
                                                graze::make_index_array(corners), settings);
    return mesh ? mesh->shape() : Shape();
  }
};

/// A sphere of rings and sectors; a bump keeps it from being convex.
Surface uv_sphere(int rings, int sectors, double bump) {
  Surface s;
  s.points.push_back({0, 1, 0});
  for (int r = 1; r < rings; ++r)
    for (int k = 0; k < sectors; ++k) {
      const double u = kPi * r / rings, v = 2 * kPi * k / sectors, across = std::sin(u);
      const double radius = 1 + bump * std::sin(7 * u) * std::sin(7 * v) * across;
      s.points.push_back({Real(radius * across * std::cos(v)), Real(radius * std::cos(u)),
                          Real(-radius * across * std::sin(v))});
    }
  s.points.push_back({0, -1, 0});
  const auto last = static_cast<std::uint32_t>(s.points.size() - 1);
  const auto at = [&](int r, int k) {
    return static_cast<std::uint32_t>(1 + (r - 1) * sectors + k % sectors);
  };
  for (int k = 0; k < sectors; ++k) {
    s.add(0, at(1, k), at(1, k + 1));
    s.add(last, at(rings - 1, k + 1), at(rings - 1, k));
    for (int r = 1; r + 1 < rings; ++r) s.add(at(r, k), at(r + 1, k), at(r + 1, k + 1), at(r, k + 1));
  }
  return s;
}

/// A tube along z of `sides` sides, cut into slices.
Surface pipe(int sides, int slices, double outer, double inner, double half) {
  Surface s;
  for (int i = 0; i <= slices; ++i)
    for (int k = 0; k < sides; ++k)
      for (const double radius : {outer, inner}) {
        const double v = 2 * kPi * k / sides;
        s.points.push_back(
            {Real(radius * std::cos(v)), Real(radius * std::sin(v)), Real(half * (2.0 * i / slices - 1))});
      }
  const auto at = [&](int i, int k, int wall) {
    return static_cast<std::uint32_t>(2 * (i * sides + k % sides) + wall);
  };
  for (int k = 0; k < sides; ++k) {
    for (int i = 0; i < slices; ++i) {
      s.add(at(i, k, 0), at(i, k + 1, 0), at(i + 1, k + 1, 0), at(i + 1, k, 0));
      s.add(at(i, k, 1), at(i + 1, k, 1), at(i + 1, k + 1, 1), at(i, k + 1, 1));
    }
    s.add(at(0, k, 1), at(0, k + 1, 1), at(0, k + 1, 0), at(0, k, 0));
    s.add(at(slices, k, 0), at(slices, k + 1, 0), at(slices, k + 1, 1), at(slices, k, 1));
  }
  return s;
}

/// An outline in the plane, counterclockwise, cut into triangles, from z = -half to half.
Surface extruded(const std::vector<std::array<double, 2>>& outline,
                 const std::vector<std::array<std::uint32_t, 3>>& triangles, double half) {
  Surface s;
  const auto n = static_cast<std::uint32_t>(outline.size());
  for (const double z : {-half, half})
    for (const auto& [x, y] : outline) s.points.push_back({Real(x), Real(y), Real(z)});
  for (const auto& [a, b, c] : triangles) {
    s.add(c, b, a);
    s.add(n + a, n + b, n + c);
  }
  for (std::uint32_t i = 0; i < n; ++i) s.add(i, (i + 1) % n, n + (i + 1) % n, n + i);
  return s;
}

/// A beam of the cross-section of an I, 1 wide, 1.4 high.
Surface i_beam() {
  const double w = 0.5, h = 0.7, t = 0.55, k = 0.06;
  return extruded({{-w, -h},
                   {w, -h},
                   {w, -t},
                   {k, -t},
                   {k, t},
                   {w, t},
                   {w, h},
                   {-w, h},
                   {-w, t},
                   {-k, t},
                   {-k, -t},
                   {-w, -t}},
                  {{0, 1, 2},
                   {0, 2, 3},
                   {0, 3, 10},
                   {0, 10, 11},
                   {3, 4, 9},
                   {3, 9, 10},
                   {4, 5, 6},
                   {4, 6, 7},
                   {4, 7, 9},
                   {7, 8, 9}},
                  4);
}

/// The bunny with its holes closed, each by a fan, two units large; empty where there is no file.
Surface closed_bunny() {
  Surface s;
  const char* const shared = std::getenv("GRAZE_SHARED");
  std::ifstream file(std::string(shared == nullptr ? "../shared" : shared) + "/models/stanford-bunny.obj");
  for (std::string line, kind; std::getline(file, line);) {
    std::istringstream words(line);
    words >> kind;
    if (kind == "v") {
      double x = 0, y = 0, z = 0;
      words >> x >> y >> z;
      s.points.push_back({Real(x), Real(y), Real(z)});
    } else if (kind == "f") {
      std::uint32_t t[3];
      for (std::uint32_t& corner : t) {
        std::string word;
        words >> word;
        corner = static_cast<std::uint32_t>(std::stoul(word)) - 1;
      }
      s.add(t[0], t[1], t[2]);
    }
  }
  graze::Aabb box;
  for (const Vec3& p : s.points) box = graze::merge(box, p);
  const Vec3 half = graze::half_extents(box);
  for (Vec3& p : s.points) p = (p - graze::centre(box)) * (1 / std::max({half.x, half.y, half.z}));
  // Edges that are used in one direction only, and where each hole goes on.
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
  for (std::size_t i = 0; i < s.corners.size(); ++i)
    ++uses[{s.corners[i], s.corners[i % 3 == 2 ? i - 2 : i + 1]}];
  std::map<std::uint32_t, std::uint32_t> next;
  for (const auto& [edge, count] : uses)
    if (uses.find({edge.second, edge.first}) == uses.end()) next[edge.second] = edge.first;
  while (!next.empty()) {
    const std::uint32_t first = next.begin()->first;
    for (std::uint32_t at = first; next.count(at) != 0;) {
      const std::uint32_t to = next[at];
      next.erase(at);
      if (at != first && to != first) s.add(first, at, to);
      at = to;
    }
  }
  return s;
}

Affine turned(const Vec3& axis, double angle, const Vec3& where) {
  return {graze::to_matrix(graze::rotation_about(axis, Real(angle))), where};
}

/// Vertices turned by a placement that is rounded to Real: what was convex is so but for that.
Shape turned_solid(Surface s) {
  const graze::Mat3 turn = graze::to_matrix(graze::rotation_about(Vec3{1, 2, 3}, Real(0.7)));
  for (Vec3& p : s.points) p = turn * p;
  return s.solid();
}

/// A prism of 64 sides and a UV sphere, in a box and in one another.
void add_near_convex(const IsWanted& is_wanted, std::vector<Row>& rows) {
  constexpr double kLimit = 20;
  const std::string name = "prism 64 and UV sphere, turned: ";
  if (!is_wanted(name + "penetration") && !is_wanted(name + "contacts")) return;
  std::vector<std::array<double, 2>> outline;
  std::vector<std::array<std::uint32_t, 3>> fan;
  for (std::uint32_t i = 0; i < 64; ++i) {
    outline.push_back({std::cos(2 * kPi * i / 64), std::sin(2 * kPi * i / 64)});
    if (i >= 2) fan.push_back({0, i - 1, i});
  }
  const Instance prism{turned_solid(extruded(outline, fan, 1)), Affine()},
      ball{turned_solid(uv_sphere(16, 34, 0)), Affine(Vec3{Real(0.9), Real(1.2), Real(0.3)})},
      box{Shape(graze::Box{{1, 1, 1}}), Affine(Vec3{Real(0.9), Real(1.2), Real(0.3)})};
  for (const Instance* other : {&ball, &box}) {
    const std::string with = other == &box ? "prism x box" : "prism x sphere";
    rows.push_back({name + "penetration, " + with,
                    least_microseconds([&] { (void)graze::penetration(prism, *other); }), kLimit});
    rows.push_back({name + "contacts, " + with,
                    least_microseconds([&] { (void)graze::contacts(prism, *other); }), kLimit});
  }
}

// Surfaces that coincide, and meshes in compounds: what is below a node has to be told by one question.
void add_hidden(const IsWanted& is_wanted, std::vector<Row>& rows) {
  const auto add = [&](const std::string& name, double limit, const auto& call) {
    if (is_wanted(name)) rows.push_back({name, least_microseconds(call), limit});
  };
  const Shape mesh = mesh_of(bumpy_sphere(132, 266, 0.2), false);
  const graze::CompoundPiece pieces[] = {
      {mesh, Affine(graze::Mat3::diagonal(Real(0.5), Real(0.5), Real(0.5)), {Real(0.4), 0, 0})},
      {Shape(graze::Box{{Real(0.1), Real(0.1), Real(0.1)}}), Affine(Vec3{Real(-0.8), 0, 0})}};
  const Instance compound{*graze::make_compound(pieces), Affine(Vec3{0, Real(0.3), 0})};
  const Instance cone{Shape(graze::Cone{1, 1}), Affine()}, whole{mesh, Affine()};
  add("penetration, cone x mesh of 70,000 in a compound", 50000,
      [&] { (void)graze::penetration(cone, compound); });
  add("penetration, mesh of 70,000 x itself where it stands", 500000,
      [&] { (void)graze::penetration(whole, whole); });
  add("shape_cast, mesh of 70,000 x itself where it stands", 200000, [&] {
    (void)graze::shape_cast(whole, {-5, Real(0.3), Real(0.2)}, whole);
  });
  const Instance speck{mesh, Affine(graze::Mat3::diagonal(Real(1e-4), Real(1e-4), Real(1e-4)),
                                    {Real(0.58), Real(0.58), Real(0.58)})};
  const Instance ball{Shape(graze::Ellipsoid{{1, 1, Real(0.99)}}), Affine()};
  add("intersects, ellipsoid, mesh of 70,000 that is a speck in its box", 100,
      [&] { (void)graze::intersects(ball, speck); });
}

}  // namespace

void add_solid_rows(const IsWanted& is_wanted, std::vector<Row>& rows) {
  constexpr double kSmall = 2000, kLarge = 50000;
  const auto add = [&](const std::string& name, double limit, const auto& make_pair) {
    const std::string row = "penetration, " + name;
    if (!is_wanted(row)) return;
    const std::pair<Instance, Instance> pair = make_pair();
    const Instance &a = pair.first, &b = pair.second;
    if (!a.shape.is_valid() || !b.shape.is_valid()) return;
    rows.push_back({row, least_microseconds([&] { (void)graze::penetration(a, b); }), limit});
  };
  using Two = std::pair<Instance, Instance>;
  const Affine aside = turned({1, 2, 3}, 0.7, {Real(0.6), Real(0.3), 0}),
               across = turned({1, 2, 1}, 1.3, {Real(0.2), Real(0.85), Real(0.3)});
  add("L of 20 triangles x cylinder", kSmall, [&] {
    const Shape l = extruded({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},
                             {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}, 0.5)
                        .solid();
    return Two{l, Instance{Shape(graze::Cylinder{1, 1}), aside}};
  });
  add("sphere with bumps, 1,000", kSmall, [&] {
    const Shape s = uv_sphere(16, 34, 0.2).solid();
    return Two{s, Instance{s, aside}};
  });
  add("sphere that is not quite convex, 1,000", kSmall, [&] {
    const Shape s = uv_sphere(16, 34, 1e-4).solid();
    return Two{s, Instance{s, aside}};
  });
  add("sphere with bumps, 70,000", kLarge, [&] {
    const Shape s = uv_sphere(132, 266, 0.2).solid();
    return Two{s, Instance{s, aside}};
  });
  add("sphere that is not quite convex, 70,000", kLarge, [&] {
    const Shape s = uv_sphere(132, 266, 1e-4).solid();
    return Two{s, Instance{s, aside}};
  });
  add_near_convex(is_wanted, rows);
  add_hidden(is_wanted, rows);
  add("pipe of 1,000 x I beam", kSmall, [&] {
    return Two{i_beam().solid(), Instance{pipe(64, 4, 0.5, 0.42, 5).solid(), across}};
  });
  add("pipe of 70,000 x I beam", kLarge, [&] {
    return Two{i_beam().solid(), Instance{pipe(512, 34, 0.5, 0.42, 5).solid(), across}};
  });
  add("pipe x pipe, 70,000 each", kLarge, [&] {
    const Shape s = pipe(512, 34, 0.5, 0.42, 5).solid();
    return Two{s, Instance{s, across}};
  });
  add("bunny x bunny, closed", kLarge, [&] {
    const Shape s = closed_bunny().solid();
    return Two{s, Instance{s, aside}};
  });
}

}  // namespace cliffs
