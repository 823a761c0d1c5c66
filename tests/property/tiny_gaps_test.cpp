// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Pairs of all kinds a tiny gap apart, or overlapping by as little: from 1e-12 to 1e-4 of their size, that is
// far below the last bit of a float. No query may contradict another, and bounds enclose the truth, which is
// judged in rational arithmetic.

#include <algorithm>
#include <optional>

#include "graze/mesh/compound.h"
#include "graze/mesh/triangle_mesh.h"
#include "graze/query/batch.h"
#include "graze/query/contact.h"
#include "graze/query/shape_cast.h"
#include "property.h"
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
std::optional<Shape> mesh_of(const CheckShape& shape) {
  if (shape.kind != ShapeKind::triangle && shape.kind != ShapeKind::tetrahedron) return {};
  std::vector<Vec3> vertices;
  for (const V3d& v : shape.vertices) vertices.push_back(graze_vec(v));
  std::vector<std::uint32_t> indices{0, 1, 2};
  if (vertices.size() == 4) indices = {0, 1, 2, 0, 3, 1, 1, 3, 2, 0, 2, 3};
  const auto mesh = make_triangle_mesh(make_vertex_array(vertices), make_index_array(indices));
  return mesh ? std::optional<Shape>(mesh->shape()) : std::nullopt;
}

// Contradictions, counted by kind; the first of a kind is shown as code.
struct Findings {
  std::map<std::string, int> kinds;
  int apart = 0, overlapping = 0, unclear = 0;

  void add(const CheckPair& pair, const std::string& kind) {
    if (++kinds[kind] == 1) ADD_FAILURE() << kind << "\n" << replay(pair);
  }
};

// Asks everything about one pair whose state of contact is known.
class Asked {
 public:
  Asked(Referee& referee, Contact truth, Findings& findings)
      : referee_(referee), truth_(truth), findings_(findings) {}

  void ask_all(const Instance& a, const Instance& b, bool is_whole, const std::string& how) {
    how_ = how;
    ask(a, b, is_whole);
    ask(b, a, is_whole);
  }

 private:
  void ask(const Instance& a, const Instance& b, bool is_whole) {
    const Distance d = distance(a, b);
    const Separation s = separation(a, b);
    const Penetration p = penetration(a, b);
    expect(d.contact, "distance");
    expect(s.contact, "separation");
    expect(p.contact, "penetration");
    expect(intersects(a, b).contact, "intersects");
    expect(common_point(a, b).contact, "common_point");
    expect(contacts(a, b).contact, "contacts");
    expect(contacts(a, b, {.prediction = Real(0.01)}).contact, "contacts within 0.01");
    expect(ask_batch(a, b), "intersects of a batch");
    if (shape_cast(a, Vec3{}, b).starts_in_contact != (truth_ == Contact::overlapping))
      wrong("a cast that goes nowhere says otherwise");
    PairCache cache;
    const QuerySettings cached{.cache = &cache};
    for (int i = 0; i < 2; ++i) expect(distance(a, b, cached).contact, "distance with a cache");
    if (truth_ == Contact::apart) {
      if (!(d.lower > 0 && s.lower > 0 && p.upper <= 0)) wrong("apart, and a bound says otherwise");
      enclose(d.lower, d.upper, "distance");
      enclose(s.lower, s.upper, "separation");
    } else {
      if (d.upper > 0) wrong("overlapping, and the distance is not zero");
      if (!is_whole) return;  // of surfaces depths mean something else
      enclose(s.lower, s.upper, "separation");
      enclose(-p.upper, -p.lower, "penetration");
    }
  }
  static Contact ask_batch(const Instance& a, const Instance& b) {
    const Shape shapes[] = {a.shape, b.shape};
    const std::uint32_t of_a[] = {0}, of_b[] = {1};
    const Affine world_from_a[] = {a.placement}, world_from_b[] = {b.placement};
    Intersection out[1];
    const auto done = intersects({shapes, of_a, of_b, world_from_a, world_from_b}, out);
    EXPECT_TRUE(done.has_value());
    return out[0].contact;
  }
  void wrong(const std::string& what) { findings_.add(referee_.pair(), how_ + ": " + what); }
  void expect(Contact contact, const char* query) {
    if (contact != truth_)
      wrong(std::string(query) + " says " + to_string(contact) + " of a pair " + to_string(truth_));
  }
  void enclose(Real lower, Real upper, const char* query) {
    const V3d unknown(0, 0, 0);
    if (referee_.separation_at_least(double(lower), unknown) == Verdict::fails)
      wrong(std::string("lower bound of ") + query);
    if (referee_.separation_at_most(double(upper), unknown) == Verdict::fails)
      wrong(std::string("upper bound of ") + query);
  }

  Referee& referee_;
  Contact truth_;
  Findings& findings_;
  std::string how_;
};

void ask_about(const CheckPair& pair, Findings& findings) {
  const double band =
      1e-13 * std::max(1.0, sizes_of(pair).scale);  // conventions.md: a few epsilons of double
  Referee referee(pair);
  const bool is_apart = referee.separation_at_least(band, {0, 0, 0}) == Verdict::holds;
  if (!is_apart && referee.separation_at_most(-band, {0, 0, 0}) != Verdict::holds) {
    ++findings.unclear;
    return;
  }
  ++(is_apart ? findings.apart : findings.overlapping);
  Asked asked(referee, is_apart ? Contact::apart : Contact::overlapping, findings);
  const Instance a = graze_instance(pair.a), b = graze_instance(pair.b);
  asked.ask_all(a, b, true, "convex");
  const Shape only[] = {a.shape};
  const bool is_sample = (findings.apart + findings.overlapping) % 16 == 0;  // depths of compounds take long
  if (const auto compound = make_compound(only); compound && is_sample)
    asked.ask_all({*compound, a.placement}, b, false, "compound");
  const auto mesh_a = mesh_of(pair.a.shape), mesh_b = mesh_of(pair.b.shape);
  if (mesh_a) asked.ask_all({*mesh_a, a.placement}, b, false, "mesh and convex");
  if (mesh_a && mesh_b) asked.ask_all({*mesh_a, a.placement}, {*mesh_b, b.placement}, false, "two meshes");
}

TEST(TinyGaps, NoQueryContradictsAnotherOrTheTruth) {
  const std::vector<NamedShape> kinds = bounded_kinds();
  Findings findings;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    for (std::size_t j = i; j < kinds.size(); ++j) {
      Random random(mixed(environment("GRAZE_SEED", kSeed), i, j));
      for (double decade = 1e-12; decade < 5e-5; decade *= 10) {
        SCOPED_TRACE(kinds[i].name + ", " + kinds[j].name);
        const double gap = random.log_uniform(decade, 10 * decade) * (random.chance(0.7) ? 1 : -1);
        ask_about(make_tiny_gap(kinds[i].shape, kinds[j].shape, gap, random.chance(0.8), random), findings);
      }
    }
  for (const auto& [kind, times] : findings.kinds)
    std::printf("             %6d x %s\n", times, kind.c_str());
  std::printf("             %d apart, %d overlapping, %d too close to call\n", findings.apart,
              findings.overlapping, findings.unclear);
  EXPECT_GT(findings.apart, 500);
  EXPECT_GT(findings.overlapping, 100);
}

}  // namespace
}  // namespace graze::test
