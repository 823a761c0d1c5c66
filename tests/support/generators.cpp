// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "generators.h"

#include <algorithm>
#include <utility>

#include "checker.h"
#include "operand.h"

namespace graze::test {

const char* to_string(Family family) {
  switch (family) {
    case Family::polytope:
      return "polytope";
    case Family::box:
      return "box";
    case Family::quadric:
      return "quadric";
    case Family::ellipsoid:
      return "ellipsoid";
    case Family::round:
      return "round";
    case Family::flat:
      return "flat";
    case Family::algebra:
      return "algebra";
    case Family::ratio:
      return "ratio";
    case Family::far_away:
      return "far_away";
    case Family::thin:
      return "thin";
  }
  return "";
}

namespace {

constexpr double kSmallestGap = sizeof(Real) == 4 ? 1e-5 : 1e-11;  // of the smaller size

Nearness random_nearness(Random& random) {
  const double x = random.uniform();
  return x < 0.2    ? Nearness::far
         : x < 0.45 ? Nearness::near
         : x < 0.53 ? Nearness::touch
         : x < 0.68 ? Nearness::shallow
         : x < 0.9  ? Nearness::deep
         : x < 0.95 ? Nearness::concentric
                    : Nearness::lattice;
}

/// Small multiples of 1/4, so that contact along an axis is exact.
double lattice_number(Random& random, int low, int high) {
  return (low + random.below(high - low + 1)) * 0.25;
}

void put_on_lattice(Random& random, CheckShape& s) {
  for (double& x : s.sizes) x = lattice_number(random, 1, 8);
  for (V3d& v : s.vertices)
    v = {lattice_number(random, -8, 8), lattice_number(random, -8, 8), lattice_number(random, -8, 8)};
  if (s.kind == ShapeKind::affine_image) s.map = Mapd({2, 0, 0}, {0, 1, 0}, {0, 0, -0.5}, {0.5, 0, -1});
  for (CheckShape& c : s.children) put_on_lattice(random, c);
}

Mapd quarter_turn(Random& random) {
  const V3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const int first = random.below(3);
  const double s = random.chance(0.5) ? 1 : -1;
  return {axes[first] * s, axes[(first + 1) % 3], axes[(first + 2) % 3], {0, 0, 0}};
}

/// Farthest point of the object along the unit direction n, margin included, in world coordinates.
V3<long double> farthest(const CheckInstance& instance, const V3d& n) {
  const Operand<long double> operand(instance, {0, 0, 0}, Strip::margin);
  const V3<long double> d(n);
  return operand.point(d) + d * static_cast<long double>(instance.margin);
}

/// Any inner point.
V3<long double> inner(Random& random, const CheckInstance& instance) {
  V3<long double> sum(0, 0, 0);
  long double total = 0;
  for (int i = 0; i < 4; ++i) {
    const long double weight = random.uniform(0.05, 1);
    sum = sum + farthest(instance, random.direction()) * weight;
    total += weight;
  }
  return sum * (1 / total);
}

/// Puts b so that its lowest point along n is `gap` above a's highest: then that is their separation, if
/// positive.
void put_at_gap(CheckPair& pair, const V3d& n, double gap) {
  pair.b.placement.translation = {0, 0, 0};
  const V3<long double> target = farthest(pair.a, n) + V3<long double>(n * gap) - farthest(pair.b, -n);
  pair.b.placement.translation = rounded(V3d(target));
}

void put_near(Random& random, CheckPair& pair, Nearness nearness, const V3d& n) {
  double size = sizes_of(pair).size;
  if (size <= 0) size = 1;  // two points
  switch (nearness) {
    case Nearness::far:
      return put_at_gap(pair, n, size * random.log_uniform(0.1, 10));
    case Nearness::near:
      return put_at_gap(pair, n, size * random.log_uniform(kSmallestGap, 0.1));
    case Nearness::touch:
      return put_at_gap(pair, n, 0);
    case Nearness::shallow:
      return put_at_gap(pair, n, -size * random.log_uniform(kSmallestGap, 0.1));
    case Nearness::deep: {
      pair.b.placement.translation = {0, 0, 0};
      const V3<long double> of_a = inner(random, pair.a), of_b = inner(random, pair.b);
      pair.b.placement.translation = rounded(V3d(of_a - of_b));
      return;
    }
    default:
      break;
  }
  pair.b.placement.translation = pair.a.placement.translation;
  if (nearness == Nearness::concentric && random.chance(0.3)) pair.b = pair.a;
}

/// Exact contact, or a clean fraction off it, along an axis.
void put_on_lattice(Random& random, CheckPair& pair) {
  for (CheckInstance* instance : {&pair.a, &pair.b}) {
    put_on_lattice(random, instance->shape);
    instance->placement = quarter_turn(random);
    instance->margin = random.chance(0.3) ? lattice_number(random, 0, 2) : 0;
  }
  pair.a.placement.translation = {lattice_number(random, -20, 20), lattice_number(random, -20, 20), 0};
  const V3d axes[3] = {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}};
  const double gaps[3] = {0, 0, 0.25};
  const V3d n = axes[random.below(3)];
  const double gap = gaps[random.below(3)];
  put_at_gap(pair, n, random.chance(0.5) ? gap : -gap);
}

/// Direction from a to b: any, or along one of a's own axes, where faces meet.
V3d random_axis(Random& random, const CheckPair& pair) {
  if (random.chance(0.75)) return random.direction();
  const Mapd& m = pair.a.placement;
  const V3d faces[3] = {cross(m.y, m.z), cross(m.z, m.x), cross(m.x, m.y)};
  V3d n = faces[random.below(3)];
  if (random.chance(0.5)) n = -n;
  return n * (1 / length(n));
}

double random_margin(Random& random, Family family, double size) {
  return random.chance(family == Family::round ? 0.5 : 0.15) ? rounded(size * random.log_uniform(1e-3, 1))
                                                             : 0;
}

}  // namespace

CheckPair random_pair(Random& random, Family family) {
  return random_pair(random, family, random_nearness(random));
}

CheckPair random_pair(Random& random, Family family, Nearness nearness) {
  const double size = random.log_uniform(0.05, 20);
  const double ratio = family == Family::ratio ? random.log_uniform(1, 1e6) : random.log_uniform(1, 8);
  const double size_b = random.chance(0.5) ? size * ratio : size / ratio;
  CheckPair pair;
  pair.a = {random_shape(random, family, size), random_linear(random), random_margin(random, family, size)};
  pair.b = {random_shape(random, family, size_b), random_linear(random),
            random_margin(random, family, size_b)};
  if (random.chance(family == Family::box ? 0.5 : 0.15)) pair.b.placement = pair.a.placement;  // parallel
  if (nearness == Nearness::lattice && family != Family::ratio && family != Family::thin) {
    put_on_lattice(random, pair);
    return pair;
  }
  const double away = family == Family::far_away ? random.log_uniform(1e2, 1e6) : random.uniform(0, 10);
  pair.a.placement.translation = rounded(random.direction() * (away * std::min(size, size_b)));
  put_near(random, pair, nearness, random_axis(random, pair));
  if (random.chance(0.5)) std::swap(pair.a, pair.b);
  return pair;
}

namespace {

void scale(CheckShape& s, double factor) {
  const bool is_half_space = s.kind == ShapeKind::half_space;
  for (double& x : s.sizes) x = rounded(x * factor);
  for (V3d& v : s.vertices) v = is_half_space ? v : rounded(v * factor);
  s.map.translation = rounded(s.map.translation * factor);
  for (CheckShape& c : s.children) scale(c, factor);
}

}  // namespace

CheckPair scaled(const CheckPair& pair, double factor) {
  CheckPair out = pair;
  for (CheckInstance* instance : {&out.a, &out.b}) {
    scale(instance->shape, factor);
    instance->placement.translation = rounded(instance->placement.translation * factor);
    instance->margin = rounded(instance->margin * factor);
  }
  return out;
}

CheckPair moved(const CheckPair& pair, const Mapd& motion) {
  CheckPair out = pair;
  for (CheckInstance* instance : {&out.a, &out.b}) {
    const Mapd& m = instance->placement;
    instance->placement = rounded(
        {motion.direction(m.x), motion.direction(m.y), motion.direction(m.z), motion.point(m.translation)});
  }
  return out;
}

}  // namespace graze::test
