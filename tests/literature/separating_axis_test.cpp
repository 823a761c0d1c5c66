// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/separating_axis.h"

#include <cstdio>
#include <string>
#include <vector>

#include "graze/shape/hull_builder.h"
#include "query/ask.h"
#include "support/allocation_counter.h"
#include "support/generators.h"

namespace graze::test {
namespace {

constexpr AxisMethod kMethods[] = {AxisMethod::isa_gjk, AxisMethod::chung_wang, AxisMethod::sat};
/// As graze_instance, but with the faces that sat needs to know.
Instance with_faces(const CheckInstance& check, Real face_tolerance = 0) {
  Instance instance = graze_instance(check);
  const std::vector<V3d>& v = check.shape.vertices;
  if (check.shape.kind == ShapeKind::polytope || check.shape.kind == ShapeKind::convex_polygon) {
    std::vector<Vec3> points;
    for (const V3d& p : v) points.push_back(graze_vec(p));
    HullSettings settings;
    settings.face_tolerance = face_tolerance;
    instance.shape = make_hull(points, settings).value();
  }
  return instance;
}

constexpr AxisMethod kPolytopeMethods[] = {AxisMethod::chung_wang, AxisMethod::sat};

/// Defect of an answer, judged on the exact input; empty if nothing.
std::string complaint(Checker& checker, const AxisSearch& r) {
  if (r.contact == Contact::apart || r.has_point) {
    Intersection i;
    i.contact = r.contact;
    i.status = r.status;
    i.witness = r.contact == Contact::apart ? r.axis : r.point;
    return checker.check(i).message;
  }
  Referee& referee = checker.referee();
  const double band = checker.band(), most = r.contact == Contact::touching ? band : 0;
  if (referee.separation_at_most(most, {}) == Verdict::fails) return "meeting, but they are apart";
  if (r.contact == Contact::touching && referee.separation_at_least(-band, {}) == Verdict::fails)
    return "touching, but they overlap";
  return {};
}

/// True and decided, but not as well as asked: what tests/property/property.h counts for all queries.
bool is_residue(const std::string& message) {
  return message.find("touching, but") != std::string::npos ||
         message.find("outside of its object") != std::string::npos;
}

struct Tally {
  int pairs = 0, apart = 0, touching = 0, overlapping = 0, unsupported = 0, settled = 0, residue = 0,
      limit = 0;
  void count(const AxisSearch& r) {
    ++pairs;
    apart += r.contact == Contact::apart;
    touching += r.contact == Contact::touching;
    overlapping += r.contact == Contact::overlapping;
    settled += r.settling > 0;
  }
};

enum class Polytopes { only, among_others };

Tally judge(AxisMethod method, Family family, Polytopes polytopes, int pairs, std::uint64_t seed) {
  Tally tally;
  for (int i = 0; i < pairs; ++i) {
    Random random(mixed(seed, static_cast<std::uint64_t>(family), static_cast<std::uint64_t>(i)));
    CheckPair pair = random_pair(random, family);
    while (polytopes == Polytopes::only && !(is_polyhedral(pair.a.shape) && is_polyhedral(pair.b.shape)))
      pair = random_pair(random, family);
    if (polytopes == Polytopes::only) pair.a.margin = pair.b.margin = 0;
    const Real joined = random.chance(0.5) ? Real(0) : 4 * kEpsilon;
    const Instance a = with_faces(pair.a, joined), b = with_faces(pair.b, joined);
    AxisSettings settings;
    settings.max_iterations = 500;
    const AxisSearch r = find_separating_axis(a, b, method, settings);
    if (r.status == Status::unsupported) {
      ++tally.unsupported;
      continue;
    }
    if (r.status == Status::iteration_limit) {
      ++tally.limit;
      EXPECT_EQ(r.contact, Contact::touching);
      continue;
    }
    tally.count(r);
    Checker checker(pair);
    const std::string message = complaint(checker, r);
    if (is_residue(message))
      ++tally.residue;
    else
      EXPECT_EQ(message, "") << to_string(method) << ", pair " << i << "\n" << replay(pair);
    if (!message.empty() && !is_residue(message)) break;
  }
  return tally;
}

constexpr int kPairs = 3000;
// As in tests/property/property.h: common points at extreme ratios of size, per pair.
constexpr double kKnownResidue = (sizeof(Real) == 4 ? 5 : 25) / 10000.0;

class EveryMethod : public testing::TestWithParam<AxisMethod> {};

// Every answer is judged in rationals; pairs are far, near, touching, shallow, deep, concentric and on
// lattices.
TEST_P(EveryMethod, AgreesWithTheExactTruthOnPolytopes) {
  for (const Family family :
       {Family::polytope, Family::box, Family::flat, Family::ratio, Family::far_away, Family::thin}) {
    const Tally t = judge(GetParam(), family, Polytopes::only, kPairs, 20260706);
    std::printf(
        "  %-10s %-8s %d apart, %d touching, %d overlapping, %d settled, %d unsupported, %d at limit, %d "
        "residue\n",
        to_string(GetParam()), to_string(family), t.apart, t.touching, t.overlapping, t.settled,
        t.unsupported, t.limit, t.residue);
    EXPECT_GT(t.pairs, kPairs / 2) << to_string(family);
    EXPECT_GT(t.apart, t.pairs / 10) << to_string(family);
    EXPECT_GT(t.overlapping, t.pairs / 20) << to_string(family);
    EXPECT_GT(t.touching, t.pairs / 100) << to_string(family);
    EXPECT_LE(t.residue, 2 + kKnownResidue * t.pairs) << to_string(family);
    EXPECT_LE(t.limit, t.pairs / 200) << to_string(family);
  }
}

TEST_P(EveryMethod, MirrorsToTheBit) {
  for (const Family family : {Family::polytope, Family::box, Family::flat, Family::thin}) {
    for (int i = 0; i < 500; ++i) {
      Random random(mixed(7, static_cast<std::uint64_t>(family), static_cast<std::uint64_t>(i)));
      const CheckPair pair = random_pair(random, family);
      const Instance a = with_faces(pair.a), b = with_faces(pair.b);
      AxisSettings settings;
      // Equal operands have no order, hence no start that could be mirrored.
      if (!(pair.a == pair.b)) settings.start = graze_vec(rounded(random.direction()));
      if (random.chance(0.5)) settings.start = {};
      const AxisSearch r = find_separating_axis(a, b, GetParam(), settings);
      settings.start = -settings.start;
      const AxisSearch m = find_separating_axis(b, a, GetParam(), settings);
      ASSERT_EQ(r.contact, m.contact) << replay(pair);
      ASSERT_EQ(r.status, m.status);
      ASSERT_EQ(r.iterations, m.iterations);
      ASSERT_EQ(r.has_point, m.has_point);
      ASSERT_TRUE(is_same(r.axis, -m.axis)) << replay(pair);
      ASSERT_TRUE(is_same(r.point, m.point)) << replay(pair);
    }
  }
}

TEST_P(EveryMethod, ScalesByPowersOfTwoToTheBit) {
  Random random(11);
  const double tiny = sizeof(Real) == 4 ? 0x1p-50 : 0x1p-300, huge = 1 / tiny;
  for (int i = 0; i < 600; ++i) {
    const CheckPair pair = random_pair(random, i % 2 == 0 ? Family::box : Family::polytope);
    const AxisSearch r = find_separating_axis(with_faces(pair.a), with_faces(pair.b), GetParam());
    for (const double factor : {tiny, huge}) {
      const CheckPair other = scaled(pair, factor);
      const AxisSearch s = find_separating_axis(with_faces(other.a), with_faces(other.b), GetParam());
      ASSERT_EQ(r.contact, s.contact) << replay(pair);
      ASSERT_EQ(r.iterations, s.iterations) << replay(pair);
      ASSERT_TRUE(is_same(r.axis, s.axis)) << replay(pair);
    }
  }
}

TEST_P(EveryMethod, RefusesBadArgumentsByStatus) {
  const Instance box = at(Box{{1, 1, 1}}, 0, 0, 0);
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const auto status = [](const Instance& a, const Instance& b, const AxisSettings& s = {}) {
    return find_separating_axis(a, b, GetParam(), s).status;
  };
  EXPECT_EQ(status(box, {}), Status::invalid_argument);
  EXPECT_EQ(status(at(Box{{nan, 1, 1}}, 0, 0, 0), box), Status::invalid_argument);
  EXPECT_EQ(status(box, at(Box{}, nan, 0, 0)), Status::invalid_argument);
  EXPECT_EQ(status(box, at(Box{}, 0, 0, 0, -1)), Status::invalid_argument);
  EXPECT_EQ(status(box, box, {{nan, 0, 0}, 10}), Status::invalid_argument);
  EXPECT_EQ(status(box, box, {{}, 0}), Status::invalid_argument);
  EXPECT_EQ(find_separating_axis(box, box, static_cast<AxisMethod>(77)).status, Status::invalid_argument);
}

TEST_P(EveryMethod, DoesNotAllocate) {
  std::vector<Vec3> cube;
  for (int i = 0; i < 8; ++i)
    cube.push_back({i & 1 ? Real(1) : Real(-1), i & 2 ? Real(1) : Real(-1), i & 4 ? Real(1) : Real(-1)});
  const Shape hull = make_hull(cube).value();
  const Affine turned(Pose{Quat{1, 2, 3, 4}, {}});
  const Instance bodies[] = {at(Box{{1, 2, 3}}, turned), at(hull, turned), at(hull, 1, 2, 0),
                             at(hull, 3, 2, 0),
                             at(Tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1, 2, 0)};
  for (const Instance& a : bodies)
    for (const Instance& b : bodies) {
      const std::uint64_t before = allocation_count();
      const AxisSearch r = find_separating_axis(a, b, GetParam());
      EXPECT_EQ(allocation_count(), before);
      EXPECT_EQ(r.status, Status::converged);
    }
}

INSTANTIATE_TEST_SUITE_P(Every, EveryMethod, testing::ValuesIn(kMethods),
                         [](const auto& of) { return std::string(to_string(of.param)); });

// An axis that separates already is the answer after one look.
TEST(SeparatingAxis, OfTheLastFrameIsFoundAtOnce) {
  const Instance a = at(Box{{1, 1, 1}}, Affine(Pose{Quat{1, 2, 3, 4}, {0, 0, 0}}));
  for (int i = 0; i < 50; ++i) {
    const Instance b =
        at(Box{{1, 2, Real(0.5)}}, Affine(Pose{Quat{4, 3, 2, Real(1 + 0.01 * i)}, {Real(2.5), 2, 1}}));
    for (const AxisMethod method : kMethods) {
      const AxisSearch cold = find_separating_axis(a, b, method);
      ASSERT_EQ(cold.contact, Contact::apart);
      const AxisSearch warm = find_separating_axis(a, b, method, {cold.axis, 256});
      EXPECT_EQ(warm.contact, Contact::apart);
      EXPECT_EQ(warm.iterations, 1) << to_string(method);
      expect_near(warm.axis, cold.axis, 4 * double(kEpsilon));  // it is made unit once more
    }
  }
}

TEST(SeparatingAxis, ThatIsStaleCostsStepsOnly) {
  const Instance a = at(Box{{1, 1, 1}}, 0, 0, 0), b = at(Box{{1, 1, 1}}, Real(2.5), 0, 0);
  for (const AxisMethod method : kMethods) {
    for (const Vec3& start :
         {Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, Real(1e30)}, Vec3{Real(1e-30), 0, 0}}) {
      const AxisSearch r = find_separating_axis(a, b, method, {start, 256});
      EXPECT_EQ(r.contact, Contact::apart) << to_string(method);
      EXPECT_GT(r.axis.x, Real(0.5)) << to_string(method);
    }
  }
}

TEST(SeparatingAxis, OfCubesFaceToFaceIsTheFaceNormal) {
  const Instance a = at(Box{{1, 1, 1}}, 0, 0, 0), b = at(Box{{1, 1, 1}}, 0, Real(2.25), 0);
  for (const AxisMethod method : kMethods) {
    const AxisSearch r = find_separating_axis(a, b, method);
    EXPECT_EQ(r.contact, Contact::apart);
    EXPECT_TRUE(is_same(r.axis, Vec3{0, 1, 0})) << to_string(method) << r.axis;
  }
}

// Cubes that share a face, an edge, a corner; triangles that share a plane and an edge; a point on a corner.
TEST(SeparatingAxis, OfWhatTouchesIsNone) {
  const Shape cube = Box{{1, 1, 1}}, triangle = Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const Shape mirror = Triangle{{0, 0, 0}, {1, 0, 0}, {0, -1, 0}};
  const std::vector<std::pair<Instance, Instance>> pairs = {
      {at(cube, 0, 0, 0), at(cube, 2, 0, 0)},
      {at(cube, 0, 0, 0), at(cube, 2, 2, 0)},
      {at(cube, 0, 0, 0), at(cube, 2, 2, 2)},
      {at(triangle, 0, 0, 0), at(mirror, 0, 0, 0)},
      {at(triangle, 0, 0, 0), at(triangle, 0, 0, 0)},
      {at(cube, 0, 0, 0), at(Point{{1, 1, 1}}, 0, 0, 0)},
      {at(Point{{1, 2, 3}}, 0, 0, 0), at(Point{}, 1, 2, 3)},
      {at(Segment{{0, 0, 0}, {1, 1, 1}}, 0, 0, 0), at(Segment{{1, 1, 1}, {3, 3, 3}}, 0, 0, 0)},
      {at(Segment{{-1, 0, 0}, {1, 0, 0}}, 0, 0, 0), at(Segment{{0, -1, 0}, {0, 1, 0}}, 0, 0, 0)}};
  for (const AxisMethod method : kMethods)
    for (const auto& [a, b] : pairs) {
      const AxisSearch r = find_separating_axis(a, b, method);
      EXPECT_EQ(r.contact, Contact::touching) << to_string(method) << " " << &a - &pairs[0].first;
      EXPECT_EQ(r.status, Status::converged);
      EXPECT_TRUE(is_same(r.axis, Vec3{}));
    }
}

// Flat shapes in one plane: the axis lies in it, and no cross product of edges shows it.
TEST(SeparatingAxis, OfCoplanarShapesLiesInTheirPlane) {
  const Shape triangle = Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const Shape segment = Segment{{0, 0, 0}, {1, 1, 0}};
  const std::vector<std::pair<Instance, Instance>> pairs = {
      {at(triangle, 0, 0, 0), at(triangle, Real(0.75), Real(0.75), 0)},
      {at(triangle, 0, 0, 0), at(segment, Real(0.75), Real(0.5), 0)},
      {at(segment, 0, 0, 0), at(segment, Real(0.25), 0, 0)},
      {at(segment, 0, 0, 0), at(segment, 2, 2, 0)},
      {at(triangle, 0, 0, 0), at(Point{{1, 1, 0}}, 0, 0, 0)}};
  for (const AxisMethod method : kMethods)
    for (const auto& [a, b] : pairs) {
      const AxisSearch r = find_separating_axis(a, b, method);
      EXPECT_EQ(r.contact, Contact::apart) << to_string(method);
      EXPECT_EQ(r.settling, 0) << to_string(method);
    }
}

TEST(SeparatingAxis, OfWhatIsOneInTheOtherIsNone) {
  const Instance large = at(Box{{3, 3, 3}}, 0, 0, 0);
  const Instance within[] = {at(Box{{1, 1, 1}}, 0, 0, 0),
                             at(Box{{1, 1, 1}}, Affine(Pose{Quat{1, 2, 3, 4}, {}})), at(Point{}, 1, 1, 1),
                             at(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 0, 0, 0)};
  for (const AxisMethod method : kMethods)
    for (const Instance& small : within)
      EXPECT_EQ(find_separating_axis(small, large, method).contact, Contact::overlapping)
          << to_string(method);
}

TEST(SeparatingAxis, OfCurvedOrGrownShapesIsLeftToGjk) {
  const Instance box = at(Box{{1, 1, 1}}, 0, 0, 0);
  const Instance others[] = {at(Sphere{1}, 3, 0, 0), at(Cylinder{1, 1}, 3, 0, 0), at(Cone{1, 1}, 3, 0, 0),
                             at(Box{{1, 1, 1}}, 3, 0, 0, Real(0.25)), at(Capsule{Real(0.5), 1}, 3, 0, 0)};
  for (const Instance& other : others) {
    for (const AxisMethod method : kPolytopeMethods) {
      const AxisSearch r = find_separating_axis(box, other, method);
      EXPECT_EQ(r.status, Status::unsupported);
      EXPECT_EQ(r.contact, Contact::touching);
      EXPECT_EQ(r.iterations, 0);
    }
    EXPECT_EQ(find_separating_axis(box, other, AxisMethod::isa_gjk).contact, Contact::apart);
  }
  const Instance plane = at(HalfSpace{{0, 1, 0}, 0}, 0, -5, 0);
  for (const AxisMethod method : kMethods) {
    EXPECT_EQ(find_separating_axis(box, plane, method).status, Status::unsupported);
    EXPECT_EQ(find_separating_axis(plane, plane, method).status, Status::unsupported);
  }
}

// ISA-GJK reads any support mapping: judged on curved and nested shapes, margins included.
TEST(SeparatingAxis, OfCurvedShapesByIsaGjkAgreesWithTheExactTruth) {
  for (const Family family : {Family::quadric, Family::ellipsoid, Family::round, Family::algebra}) {
    const Tally t = judge(AxisMethod::isa_gjk, family, Polytopes::among_others, 2000, 20260707);
    EXPECT_EQ(t.unsupported, 0);
    EXPECT_GT(t.apart, t.pairs / 10) << to_string(family);
    EXPECT_GT(t.overlapping, t.pairs / 10) << to_string(family);
    EXPECT_LE(t.residue, 2 + kKnownResidue * t.pairs) << to_string(family);
  }
}

TEST(SeparatingAxis, StopsAtTheLimitAndSaysSo) {
  const Instance a = at(Box{{1, 1, 1}}, Affine(Pose{Quat{1, 2, 3, 4}, {}})), b = at(Box{{1, 2, 3}}, 1, 1, 1);
  for (const AxisMethod method : {AxisMethod::isa_gjk, AxisMethod::chung_wang}) {
    const AxisSearch r = find_separating_axis(a, b, method, {{}, 1});
    EXPECT_EQ(r.status, Status::iteration_limit) << to_string(method);
    EXPECT_EQ(r.contact, Contact::touching);
    EXPECT_EQ(find_separating_axis(a, b, method).contact, Contact::overlapping);
  }
}

TEST(AxisMethod, HasTheNameOfItsEnumerator) {
  EXPECT_STREQ(to_string(AxisMethod::isa_gjk), "isa_gjk");
  EXPECT_STREQ(to_string(AxisMethod::chung_wang), "chung_wang");
  EXPECT_STREQ(to_string(AxisMethod::sat), "sat");
  EXPECT_STREQ(to_string(static_cast<AxisMethod>(77)), "unknown");
}

}  // namespace
}  // namespace graze::test
