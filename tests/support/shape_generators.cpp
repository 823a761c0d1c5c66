// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "generators.h"

namespace graze::test {

namespace {

/// Part of the size; thin shapes take it down to 1e-4 of it, flat ones to zero.
double part(Random& random, Family family, double size) {
  if (family == Family::thin) return rounded(size * random.log_uniform(1e-4, 1));
  if (family == Family::flat && random.chance(0.5)) return 0;
  return rounded(size * random.uniform(0.1, 1));
}

V3d vertex(Random& random, double size) { return rounded(random.in_cube() * size); }

CheckShape random_polytope(Random& random, Family family, double size) {
  if (family != Family::thin && random.chance(0.2)) {
    std::vector<V3d> v;
    for (int i = 0; i < 4; ++i) v.push_back(vertex(random, size));
    return check_hull_of_points(ShapeKind::tetrahedron, std::move(v));
  }
  V3d stretch{random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)};
  if (family == Family::thin) stretch.y = random.log_uniform(1e-4, 1);
  const double depth = random.uniform();  // 0: all on an ellipsoid, 1: also inside
  std::vector<V3d> v(4 + static_cast<std::size_t>(random.below(21)));
  for (V3d& p : v) {
    const V3d d = random.direction() * (size * (1 - depth * random.uniform()));
    p = rounded(V3d(d.x * stretch.x, d.y * stretch.y, d.z * stretch.z));
  }
  return check_hull_of_points(ShapeKind::polytope, std::move(v));
}

CheckShape random_polygon(Random& random, double size) {
  // Corners of a flat grid, so that they lie in one plane exactly.
  std::vector<V3d> v(3 + static_cast<std::size_t>(random.below(6)));
  const double step = rounded(size / 64);
  const int axis = random.below(3);
  for (V3d& p : v) {
    const double x = rounded(step * (random.below(129) - 64)), y = rounded(step * (random.below(129) - 64));
    p = axis == 0 ? V3d(0, x, y) : axis == 1 ? V3d(x, 0, y) : V3d(x, y, 0);
  }
  return check_hull_of_points(ShapeKind::convex_polygon, std::move(v));
}

CheckShape random_flat(Random& random, double size) {
  const int count = 1 + random.below(4);
  if (count == 4) return random_polygon(random, size);
  constexpr ShapeKind kinds[] = {ShapeKind::point, ShapeKind::segment, ShapeKind::triangle};
  std::vector<V3d> v;
  for (int i = 0; i < count; ++i) v.push_back(vertex(random, size));
  if (random.chance(0.05)) v.back() = v.front();  // needle of no width
  return check_hull_of_points(kinds[count - 1], std::move(v));
}

CheckShape random_sized(Random& random, Family family, ShapeKind kind, double size) {
  const auto some = [&] { return part(random, family, size); };
  switch (kind) {
    case ShapeKind::sphere:
      return check_sized(kind, {rounded(size)});
    case ShapeKind::box:
    case ShapeKind::ellipsoid:
    case ShapeKind::tapered_capsule:
    case ShapeKind::tapered_cylinder: {
      const double x = some(), y = some(), z = some();
      return check_sized(kind, {x, y, z});
    }
    default: {
      const double x = some(), y = some();
      return check_sized(kind, {x, y});
    }
  }
}

CheckShape random_primitive(Random& random, Family family, double size) {
  constexpr ShapeKind kinds[] = {ShapeKind::box,
                                 ShapeKind::sphere,
                                 ShapeKind::ellipsoid,
                                 ShapeKind::capsule,
                                 ShapeKind::cylinder,
                                 ShapeKind::cone,
                                 ShapeKind::polytope,
                                 ShapeKind::point,
                                 ShapeKind::tapered_capsule,
                                 ShapeKind::tapered_cylinder};
  const ShapeKind kind = kinds[random.below(10)];
  if (kind == ShapeKind::polytope) return random_polytope(random, family, size);
  if (kind == ShapeKind::point) return random_flat(random, size);
  return random_sized(random, family, kind, size);
}

CheckShape random_nested(Random& random, double size, int depth) {
  if (depth == 0) return random_primitive(random, Family::algebra, size);
  switch (random.below(4)) {
    case 0: {
      Mapd m = random_linear(random);
      m.translation = vertex(random, size);
      return check_affine_image(random_nested(random, size, depth - 1), m);
    }
    case 1: {
      const double radius = rounded(size * random.log_uniform(1e-3, 1));
      return check_expanded(random_nested(random, size, depth - 1), radius);
    }
    case 2: {
      CheckShape a = random_nested(random, size, depth - 1);
      return check_sum(std::move(a), random_nested(random, size * 0.5, depth - 1));
    }
    default: {
      CheckShape a = random_nested(random, size, depth - 1);
      return check_hull(std::move(a), random_nested(random, size, depth - 1));
    }
  }
}

CheckShape random_of(Random& random, Family family, std::initializer_list<ShapeKind> kinds, double size) {
  return random_sized(random, family, kinds.begin()[random.below(static_cast<int>(kinds.size()))], size);
}

}  // namespace

CheckShape random_shape(Random& random, Family family, double size) {
  using K = ShapeKind;
  switch (family) {
    case Family::polytope:
      return random_polytope(random, family, size);
    case Family::box:
      return random_of(random, family, {K::box}, size);
    case Family::quadric:
      return random_of(random, family, {K::cylinder, K::cone, K::tapered_cylinder}, size);
    case Family::ellipsoid:
      return random_of(random, family, {K::ellipsoid, K::ellipsoid, K::sphere}, size);
    case Family::round:
      if (random.chance(0.2)) return random_flat(random, size);  // with a margin: a core
      return random_of(random, family, {K::sphere, K::capsule, K::tapered_capsule}, size);
    case Family::flat:
      if (random.chance(0.3))
        return random_of(random, family, {K::box, K::cylinder, K::cone, K::ellipsoid, K::tapered_capsule},
                         size);
      return random_flat(random, size);
    case Family::algebra:
      return random_nested(random, size, 1 + random.below(3));
    default:
      return random_primitive(random, family, size);
  }
}

Mapd random_rotation(Random& random) {
  const double x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = random.uniform(-1, 1),
               w = random.uniform(-1, 1);
  const double s = 2 / (x * x + y * y + z * z + w * w + 1e-6);
  Mapd m;
  m.x = {1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)};
  m.x = m.x * (1 / length(m.x));
  m.y = {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)};
  m.y = m.y - m.x * dot(m.x, m.y);
  m.y = m.y * (1 / length(m.y));
  m.z = cross(m.x, m.y);
  return m;
}

Mapd random_linear(Random& random) {
  const double kind = random.uniform();
  Mapd m = random_rotation(random);
  const double u = random.uniform(), v = random.uniform(), w = random.uniform();
  if (kind < 0.5) return rounded(m);
  const auto scale_by = [&m](double x, double y, double z) { m.x = m.x * x, m.y = m.y * y, m.z = m.z * z; };
  if (kind < 0.6) {
    const double s = 0.25 + 4 * u;
    scale_by(s, s, s);
  } else if (kind < 0.75) {
    scale_by(0.3 + u, 0.5 + v, 0.5 + 2 * w);
  } else if (kind < 0.9) {
    m.y = m.y + m.x * (2 * u - 1);
    m.z = m.z + m.x * (2 * v - 1) + m.y * (2 * w - 1);
  } else {
    scale_by(-1, u < 0.5 ? 1 : 2, 1);  // mirrored
  }
  return rounded(m);
}

}  // namespace graze::test
