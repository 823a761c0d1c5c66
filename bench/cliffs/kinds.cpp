// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kinds.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace cliffs {
namespace {

using namespace graze;

constexpr double kPi = 3.141592653589793;

Vec3 vec(double x, double y, double z) { return {Real(x), Real(y), Real(z)}; }

template <class T>
T value(Result<T> made, const char* name) {
  if (made) return std::move(*made);
  std::fprintf(stderr, "%s: %s\n", name, made.error().message);
  std::exit(2);
}

/// The ball of the norm (|x|^4 + |y|^4 + |z|^4)^(1/4).
struct RoundedCube {
  [[nodiscard]] Vec3 support(const Vec3& d) const {
    const double largest = std::max({std::abs(double(d.x)), std::abs(double(d.y)), std::abs(double(d.z))});
    if (!(largest > 0)) return {1, 0, 0};
    const auto power = [&](Real x) { return std::cbrt(std::abs(double(x)) / largest); };
    const double x = power(d.x), y = power(d.y), z = power(d.z);
    const double size = std::sqrt(std::sqrt(x * x * x * x + y * y * y * y + z * z * z * z));
    return vec(std::copysign(x / size, double(d.x)), std::copysign(y / size, double(d.y)),
               std::copysign(z / size, double(d.z)));
  }
};
constexpr RoundedCube kRoundedCube{};

std::vector<Vec3> corners_of_cube() {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i)
    points.push_back(vec((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1));
  return points;
}

/// Images, sums, hulls and expansions around one another, five times.
Shape nested_shape() {
  const Affine turned(to_matrix(rotation_about(Vec3{1, 2, 3}, Real(0.3))), vec(0.1, 0, 0));
  Shape shape = Cylinder{Real(0.5), Real(0.5)};
  for (int i = 0; i < 5; ++i) {
    shape = value(make_affine_image(shape, turned), "image");
    shape = value(make_minkowski_sum(shape, Shape(Box{vec(0.1, 0.05, 0.1)})), "sum");
    shape = value(make_convex_hull(shape, Shape(Sphere{Real(0.3)})), "hull");
    shape = value(make_expanded(shape, Real(0.02)), "expansion");
  }
  return shape;
}

class Kinds {
 public:
  std::vector<Kind> make() {
    add_primitives();
    add_polytopes();
    add_built();
    add_margins();
    add_meshes();
    add_fields();
    add_compounds();
    return std::move(kinds_);
  }

 private:
  void add(const char* name, const Shape& shape, double margin = 0) {
    if (!shape.is_valid()) std::fprintf(stderr, "%s is invalid\n", name);
    kinds_.push_back({name, shape, margin, is_whole_, {}, false});
  }
  [[nodiscard]] const Shape& named(const char* name) const {
    return std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& k) { return k.name == name; })->shape;
  }

  void add_primitives() {
    add("half_space", HalfSpace{{0, 1, 0}, 0});
    add("point", Point{});
    add("segment", Segment{{-1, 0, 0}, {1, 0, 0}});
    add("triangle", Triangle{{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}});
    add("tetrahedron", Tetrahedron{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}});
    add("box", Box{});
    add("sphere", Sphere{1});
    add("ellipsoid", Ellipsoid{vec(1, 0.6, 0.3)});
    add("capsule", Capsule{Real(0.5), Real(0.5)});
    add("tapered_capsule", TaperedCapsule{Real(0.5), Real(0.25), Real(0.6)});
    add("cylinder", Cylinder{1, 1});
    add("cone", Cone{1, 1});
    add("tapered_cylinder", TaperedCylinder{1, Real(0.5), 1});
  }

  void add_polytopes() {
    std::vector<Vec3> ring;
    for (int i = 0; i < 12; ++i) ring.push_back(vec(std::cos(i * kPi / 6), 0, std::sin(i * kPi / 6)));
    add("polygon", ConvexPolygon{ring});
    add("hull_8", value(make_hull(corners_of_cube()), "hull"));
    add("hull_64", value(make_hull(points_on_sphere(64)), "hull"));
    add("hull_600", value(make_hull(points_on_sphere(600)), "hull"));
    add("hull_3000", value(make_hull(points_on_sphere(3000)), "hull"));
    add("polytope_64", Polytope{points_on_sphere(64)});
    add("polytope_1000", Polytope{points_on_sphere(1000)});
  }

  void add_built() {
    const Affine sheared(Mat3{vec(1, 0, 0), vec(0.5, 1, 0), vec(0, 0.3, 0.8)}, {});
    add("scaled_sphere",
        value(make_affine_image(Sphere{1}, Affine(Mat3::diagonal(1, 2, Real(0.5)), {})), "image"));
    add("sheared_cylinder", value(make_affine_image(Cylinder{1, 1}, sheared), "image"));
    add("sheared_hull", value(make_affine_image(named("hull_64"), sheared), "image"));
    add("sum",
        value(make_minkowski_sum(Shape(Box{vec(0.5, 0.5, 0.5)}), Shape(Cone{Real(0.5), Real(0.5)})), "sum"));
    const Shape ball = value(make_affine_image(Sphere{Real(0.4)}, Affine(vec(0.6, 0, 0))), "image");
    add("hull_of_shapes", value(make_convex_hull(ball, Shape(Box{vec(0.5, 0.5, 0.5)})), "hull"));
    add("expanded_hull", value(make_expanded(named("hull_64"), Real(0.2)), "expansion"));
    add("nested", nested_shape());
    add("custom", value(make_shape_of(kRoundedCube), "custom"));
  }

  void add_margins() {
    add("box_margin", Box{vec(0.8, 0.8, 0.8)}, 0.2);
    add("cylinder_margin", Cylinder{Real(0.8), Real(0.8)}, 0.2);
    add("triangle_margin", named("triangle"), 0.1);
    add("hull_margin", named("hull_64"), 0.1);
  }

  void add_mesh(const char* name, int size, double bumps, bool is_solid,
                MeshLayout layout = MeshLayout::fast) {
    const auto soup = std::make_shared<const Soup>(bumpy_sphere(16 * size, 34 * size, bumps));
    add(name, mesh_of(*soup, is_solid, layout));
    if (layout == MeshLayout::borrowed) kinds_.back().soup = soup;
  }
  void add_meshes() {
    is_whole_ = true;
    add_mesh("surface_1k", 1, 0.2, false);
    add_mesh("solid_1k", 1, 0.2, true);
    add_mesh("convex_solid_1k", 1, 0, true);
    add_mesh("surface_70k", 8, 0.2, false);
    add_mesh("compact_70k", 8, 0.2, false, MeshLayout::compact);
    add_mesh("borrowed_10k", 3, 0.2, false, MeshLayout::borrowed);
    add_mesh("solid_70k", 8, 0.2, true);
    add_mesh("compact_solid_10k", 3, 0.2, true, MeshLayout::compact);
    add_mesh("convex_solid_70k", 8, 0, true);
    add("mesh_margin", named("surface_1k"), 0.1);
  }

  // A cube whose faces have square holes.
  void add_polygon_mesh() {
    std::vector<Vec3> points = corners_of_cube();
    std::vector<std::uint32_t> corners, corners_of_loop, loops_of_face;
    const std::uint32_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (const auto& face : faces) {
      corners.insert(corners.end(), face, face + 4);
      const Vec3 middle = (points[face[0]] + points[face[2]]) * Real(0.5);
      for (int i = 3; i >= 0; --i) {
        corners.push_back(static_cast<std::uint32_t>(points.size()));
        points.push_back(middle + (points[face[i]] - middle) * Real(0.5));
      }
      corners_of_loop.insert(corners_of_loop.end(), {4, 4});
      loops_of_face.push_back(2);
    }
    const PolygonFaces described{make_index_array(corners), corners_of_loop, loops_of_face};
    add("polygon_mesh",
        value(make_polygon_mesh(make_vertex_array(points), described), "polygons").mesh.shape());
  }
  void add_field(const char* name, std::uint32_t side, MeshLayout layout) {
    std::vector<float> heights;
    for (std::uint32_t j = 0; j < side; ++j)
      for (std::uint32_t i = 0; i < side; ++i)
        heights.push_back(static_cast<float>(0.2 * std::sin(20.0 * i / side) * std::cos(20.0 * j / side)));
    HeightField field;
    field.heights = heights.data();
    field.columns = field.rows = side;
    field.spacing_x = field.spacing_z = Real(2) / static_cast<Real>(side - 1);
    MeshSettings settings;
    settings.layout = layout;
    add(name, value(make_height_field(field, settings), "heights").mesh.shape());
  }
  void add_fields() {
    add_polygon_mesh();
    add_field("field_8k", 64, MeshLayout::fast);
    add_field("compact_field_130k", 256, MeshLayout::compact);
  }

  void add_compounds() {
    std::vector<CompoundPiece> boxes, mixed, meshes, nested, solids;
    const auto add_compound = [&](const char* name, const std::vector<CompoundPiece>& pieces) {
      add(name, value(make_compound(pieces), name));
      kinds_.back().is_nested = &pieces != &boxes && &pieces != &mixed;
    };
    for (int i = 0; i < 1000; ++i)
      boxes.push_back(
          {Shape(Box{vec(0.08, 0.08, 0.08)}),
           Affine(vec(-0.9 + 0.2 * (i % 10), -0.9 + 0.2 * (i / 10 % 10), -0.9 + 0.2 * (i / 100)))});
    add_compound("boxes_1000", boxes);
    const Mat3 tenth = Mat3::diagonal(Real(0.1), Real(0.1), Real(0.1)), half = tenth * Real(5);
    for (int i = 0; i < 100; ++i)
      mixed.push_back({kinds_[static_cast<std::size_t>(1 + i % 20)].shape,
                       Affine(tenth, vec(-0.9 + 0.2 * (i % 10), 0, -0.9 + 0.2 * (i / 10)))});
    add_compound("mixed_100", mixed);
    meshes.push_back({named("surface_70k"), Affine(half, vec(0.4, 0, 0))});
    meshes.push_back({named("field_8k"), Affine(half, vec(-0.5, 0, -0.5))});
    add_compound("meshes", meshes);
    for (int i = 0; i < 2; ++i)
      solids.push_back({named("solid_1k"), Affine(half, vec(-0.4 + 0.8 * i, 0, 0))});
    add_compound("solids", solids);
    for (int i = 0; i < 8; ++i)
      nested.push_back({named(i % 2 == 0 ? "mixed_100" : "solids"),
                        Affine(half, vec(-0.5 + (i & 1), -0.5 + (i >> 1 & 1), -0.5 + (i >> 2 & 1)))});
    add_compound("compounds", nested);
  }

  bool is_whole_ = false;
  std::vector<Kind> kinds_;
};

}  // namespace

Soup bumpy_sphere(int rings, int sectors, double bumps) {
  Soup soup;
  soup.points.push_back({0, 1, 0});
  for (int r = 1; r < rings; ++r)
    for (int s = 0; s < sectors; ++s) {
      const double u = kPi * r / rings, v = 2 * kPi * s / sectors, across = std::sin(u);
      const double radius = 1 + bumps * std::sin(13 * u) * std::sin(13 * v) * across;
      soup.points.push_back(
          vec(radius * across * std::cos(v), radius * std::cos(u), -radius * across * std::sin(v)));
    }
  soup.points.push_back({0, -1, 0});
  const auto last = static_cast<std::uint32_t>(soup.points.size() - 1);
  const auto at = [&](int r, int s) {
    return static_cast<std::uint32_t>(1 + (r - 1) * sectors + s % sectors);
  };
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    soup.corners.insert(soup.corners.end(), {a, b, c});
  };
  for (int s = 0; s < sectors; ++s) {
    add(0, at(1, s), at(1, s + 1));
    add(last, at(rings - 1, s + 1), at(rings - 1, s));
    for (int r = 1; r + 1 < rings; ++r) {
      add(at(r, s), at(r + 1, s), at(r + 1, s + 1));
      add(at(r, s), at(r + 1, s + 1), at(r, s + 1));
    }
  }
  return soup;
}

graze::Shape mesh_of(const Soup& soup, bool is_solid, graze::MeshLayout layout) {
  graze::MeshSettings settings;
  settings.is_solid = is_solid;
  settings.layout = layout;
  const auto mesh = graze::make_triangle_mesh(graze::make_vertex_array(soup.points),
                                              graze::make_index_array(soup.corners), settings);
  return mesh ? mesh->shape() : graze::Shape();
}

std::vector<graze::Vec3> points_on_sphere(int count) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<graze::Vec3> points;
  for (int i = 0; i < count; ++i) {
    const double x = normal(random), y = normal(random), z = normal(random);
    const double size = std::sqrt(x * x + y * y + z * z);
    points.push_back(vec(x / size, y / size, z / size));
  }
  return points;
}

std::vector<Kind> make_kinds() { return Kinds().make(); }

}  // namespace cliffs
