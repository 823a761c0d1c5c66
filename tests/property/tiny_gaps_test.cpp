// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Pairs of all kinds a tiny gap apart, or overlapping by as little: from 1e-12 to 1e-4 of their size, that is
// far below the last bit of a float. No query may contradict another, and bounds enclose the truth, which is
// judged in rational arithmetic.

#include "tiny_gaps.h"

#include <algorithm>
#include <optional>

#include "shape/kinds.h"
#include "support/operand.h"

namespace graze::test {
namespace {

using V3l = V3<long double>;

V3l farthest(const CheckInstance& instance, const V3l& n) {
  return Operand<long double>(instance, {0, 0, 0}, Strip::margin).point(n);
}

// A point of the feature that is farthest along n: in the middle of a face, an edge, or a vertex.
V3d middle_of_feature(const CheckShape& shape, const V3d& n, Random& random) {
  const CheckInstance instance{shape, {}, 0};
  V3l sum(0, 0, 0);
  for (int i = 0; i < 4; ++i) sum = sum + farthest(instance, V3l(n + random.direction() * 1e-3));
  return rounded(V3d(sum * 0.25L));
}

// The shape, moved in its own frame such that p is at its origin: there a Real has all its digits for small
// gaps.
CheckShape moved_to_origin(CheckShape shape, const V3d& p) {
  if (shape.vertices.empty() || !shape.children.empty())
    return check_affine_image(shape, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, -p});
  for (V3d& v : shape.vertices) v = rounded(v - p);
  return shape;
}

// A rotation times a scale about one that is exact in any Real: that of a quaternion of small integers. A
// ball stays a ball, where the defect of a rounded rotation would make a band of touching as wide as a
// float's last bits.
Mapd random_similarity(Random& random) {
  double q[4];
  for (double& x : q) x = random.below(15) - 7;
  const auto [w, x, y, z] = q;
  const double norm = w * w + x * x + y * y + z * z;
  if (norm < 1) return random_similarity(random);
  const double s = std::exp2(-std::round(std::log2(norm)));
  return {V3d(norm - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)) * s,
          V3d(2 * (x * y - w * z), norm - 2 * (x * x + z * z), 2 * (y * z + w * x)) * s,
          V3d(2 * (x * z + w * y), 2 * (y * z - w * x), norm - 2 * (x * x + y * y)) * s,
          {0, 0, 0}};
}

bool has_ball(const CheckShape& shape) {
  return shape.kind == ShapeKind::sphere || shape.kind == ShapeKind::capsule ||
         shape.kind == ShapeKind::expanded;
}

// The normal of a face of the placed shape from that of the shape: cofactors, so that no digit is lost.
V3l placed_normal(const Mapd& m, const V3d& n) {
  const Map<long double> l(m);
  const V3l w = cross(l.y, l.z) * static_cast<long double>(n.x) +
                cross(l.z, l.x) * static_cast<long double>(n.y) +
                cross(l.x, l.y) * static_cast<long double>(n.z);
  return w * (1 / length(w));
}

// A pair that is `gap` apart along the normal of a feature of a, but for the rounding of b's translation.
CheckPair make_tiny_gap(const CheckShape& a, const CheckShape& b, double gap, bool is_exact, Random& random) {
  const V3d axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const V3d of_a = random.chance(0.5) ? axes[random.below(3)] : random.direction(), of_b = random.direction();
  const bool is_turned = random.chance(0.5) && !has_ball(a) && !has_ball(b);
  const auto place = [&](const CheckShape& shape, const V3d& n) -> CheckInstance {
    return {is_exact ? moved_to_origin(shape, middle_of_feature(shape, n, random)) : shape,
            is_turned ? rounded(random_rotation(random)) : random_similarity(random), 0};
  };
  CheckPair pair{place(a, of_a), place(b, of_b)};
  const V3l n = placed_normal(pair.a.placement, of_a);
  pair.b.placement.translation =
      rounded(V3d(farthest(pair.a, n) + n * static_cast<long double>(gap) - farthest(pair.b, -n)));
  return pair;
}

// A triangle or a tetrahedron as a mesh.
std::optional<Shape> mesh_of(const CheckShape& shape, bool is_solid = false) {
  if (shape.kind != ShapeKind::triangle && shape.kind != ShapeKind::tetrahedron) return {};
  std::vector<Vec3> vertices;
  for (const V3d& v : shape.vertices) vertices.push_back(graze_vec(v));
  std::vector<std::uint32_t> indices{0, 1, 2};
  if (vertices.size() == 4) indices = {0, 1, 2, 0, 3, 1, 1, 3, 2, 0, 2, 3};
  const auto mesh =
      make_triangle_mesh(make_vertex_array(vertices), make_index_array(indices), {.is_solid = is_solid});
  return mesh ? std::optional<Shape>(mesh->shape()) : std::nullopt;
}

// The band that rounding in double may leave undecided, see conventions.md; nothing where it does.
std::optional<Contact> truth_of(Referee& referee, const CheckPair& pair, Findings& findings) {
  const double band = 1e-13 * std::max(1.0, sizes_of(pair).scale);
  const bool is_apart = referee.separation_at_least(band, {0, 0, 0}) == Verdict::holds;
  if (!is_apart && referee.separation_at_most(-band, {0, 0, 0}) != Verdict::holds) {
    ++findings.unclear;
    return {};
  }
  ++(is_apart ? findings.apart : findings.overlapping);
  return is_apart ? Contact::apart : Contact::overlapping;
}

void ask_about(const CheckPair& pair, Findings& findings) {
  Referee referee(pair);
  const std::optional<Contact> truth = truth_of(referee, pair, findings);
  if (!truth) return;
  Asked asked(referee, *truth, findings);
  const Instance a = graze_instance(pair.a), b = graze_instance(pair.b);
  asked.ask_all(a, b, Sort::convex, "convex");
  const Shape only[] = {a.shape};
  const bool is_sample = (findings.apart + findings.overlapping) % 16 == 0;  // depths of compounds take long
  if (const auto compound = make_compound(only);
      compound && is_sample && a.shape.kind() != ShapeKind::half_space)
    asked.ask_all({*compound, a.placement, a.margin}, b, Sort::surface, "compound");
  const auto mesh_a = mesh_of(pair.a.shape), mesh_b = mesh_of(pair.b.shape);
  if (mesh_a) asked.ask_all({*mesh_a, a.placement, a.margin}, b, Sort::surface, "mesh and convex");
  if (mesh_a && mesh_b)
    asked.ask_all({*mesh_a, a.placement, a.margin}, {*mesh_b, b.placement, b.margin}, Sort::surface,
                  "two meshes");
  if (pair.a.shape.kind != ShapeKind::tetrahedron) return;
  const auto solid_a = mesh_of(pair.a.shape, true);
  asked.ask_all({*solid_a, a.placement, a.margin}, b, Sort::solid, "solid and convex");
}

// All pairs of kinds; make(a, b, gap, is_exact, random) places them.
template <class Make>
void sweep(double from, const Make& make) {
  const std::vector<NamedShape> kinds = bounded_kinds();
  Findings findings;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    for (std::size_t j = i; j < kinds.size(); ++j) {
      Random random(mixed(environment("GRAZE_SEED", kSeed), i, j));
      for (double decade = from; decade < 5e-5; decade *= 10) {
        SCOPED_TRACE(kinds[i].name + ", " + kinds[j].name);
        const double gap = random.log_uniform(decade, 10 * decade) * (random.chance(0.7) ? 1 : -1);
        ask_about(make(kinds[i].shape, kinds[j].shape, gap, random), findings);
      }
    }
  findings.print();
  EXPECT_GT(findings.apart, 200);
  EXPECT_GT(findings.overlapping, 100);
}

TEST(TinyGaps, NoQueryContradictsAnotherOrTheTruth) {
  sweep(1e-12, [](const CheckShape& a, const CheckShape& b, double gap, Random& random) {
    return make_tiny_gap(a, b, gap, random.chance(0.8), random);
  });
}

// Margins stand between the two, and places are rounded to Real there: gaps are no smaller than that.
TEST(TinyGaps, BetweenMarginsContradictNothing) {
  sweep(1e-7, [](const CheckShape& a, const CheckShape& b, double gap, Random& random) {
    const double margin_a = random.chance(0.5) ? 0.125 : 0,
                 margin_b = margin_a > 0 && random.chance(0.5) ? 0 : 0.25;
    CheckPair pair = make_tiny_gap(a, b, gap + margin_a + margin_b, random.chance(0.8), random);
    pair.a.margin = margin_a;
    pair.b.margin = margin_b;
    return pair;
  });
}

// The plane goes through the origin, and so does a feature of the shape above it.
TEST(TinyGaps, AboveHalfSpacesContradictNothing) {
  const std::vector<NamedShape> kinds = bounded_kinds();
  Findings findings;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    Random random(mixed(environment("GRAZE_SEED", kSeed), i, 77));
    for (int round = 0; round < 4; ++round)
      for (double decade = 1e-12; decade < 5e-5; decade *= 10) {
        SCOPED_TRACE(kinds[i].name);
        const double gap = random.log_uniform(decade, 10 * decade) * (random.chance(0.6) ? 1 : -1);
        const V3d axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        const V3d up = axes[random.below(3)];
        const CheckInstance plane{check_half_space(up, 0), {}, 0};
        CheckInstance object{
            moved_to_origin(kinds[i].shape, middle_of_feature(kinds[i].shape, -up, random)), {}, 0};
        const long double lowest = dot(farthest(object, V3l(-up)), V3l(up));
        object.placement.translation = rounded(up * double(static_cast<long double>(gap) - lowest));
        CheckPair pair{plane, object};
        if (random.chance(0.5)) std::swap(pair.a, pair.b);
        ask_about(pair, findings);
      }
  }
  findings.print();
  EXPECT_GT(findings.apart, 100);
  EXPECT_GT(findings.overlapping, 50);
}

}  // namespace
}  // namespace graze::test
