// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Memory of shapes made of pieces makes queries faster, and changes no answer.

#include <gtest/gtest.h>

#include "graze/query/common_point.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/tree_front.h"
#include "query/mesh_samples.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

void expect_same(const Distance& cached, const Distance& plain, int frame) {
  ASSERT_EQ(cached.contact, plain.contact) << frame;
  ASSERT_EQ(cached.status, plain.status) << frame;
  ASSERT_LE(cached.lower, plain.upper) << frame;
  ASSERT_GE(cached.upper, plain.lower) << frame;
  if (plain.contact == Contact::apart) {
    // Curved pieces are known to the accuracy asked for, wherever the search for it started.
    const double known = 8 * double(kEpsilon) + 2 * double(QuerySettings{}.relative_error);
    ASSERT_NEAR(cached.upper, plain.upper, known * (1 + double(plain.upper))) << frame;
  }
}

TEST(PieceCache, ChangesNoAnswerAboutMovingShapes) {
  const Shape torus = mesh_of(torus_model(24, 12)), ball{Sphere{1}};
  std::vector<CompoundPiece> parts;
  Random random(20261201);
  const Shape compound = random_compound(random, 8, parts);
  for (const Shape& moving : {torus, ball, compound}) {
    PairCache near, yes_no;
    std::int64_t with = 0, without = 0;
    int apart = 0, met = 0;
    for (int frame = 0; frame < 120; ++frame) {
      const double t = frame * 0.02;
      const Affine place(Pose{rotation_about({1, 2, 3}, Real(t)), {Real(26 - 12 * t), Real(t), 0}});
      const Instance a = at(torus, {}), b{moving, place, 0};
      const Distance cached = distance(a, b, {.cache = &near}), plain = distance(a, b);
      expect_same(cached, plain, frame);
      const Intersection quick = intersects(a, b, {.cache = &yes_no}), slow = intersects(a, b);
      ASSERT_EQ(bool(quick), bool(slow)) << frame;
      (plain.contact == Contact::apart ? apart : met) += 1;
      with += cached.iterations + quick.iterations;
      without += plain.iterations + slow.iterations;
    }
    EXPECT_GT(apart, 10);
    EXPECT_GT(met, 10);
    EXPECT_LT(with, without);
  }
}

TEST(PieceCache, OfAnotherPairDoesNoHarm) {
  Random random(20261202);
  int apart = 0, met = 0;
  for (int round = 0; round < 150; ++round) {
    const Whole a = random_whole(random, 1), b = random_whole(random, 4);
    PairCache cache;
    cache.axis = real(random.direction() * 3.0);
    cache.vertex_count = static_cast<std::uint32_t>(random.below(5));
    for (int i = 0; i < 4; ++i) {
      cache.vertices_a[i] = random.chance(0.2) ? 0xffffffff : static_cast<std::uint32_t>(random.below(40));
      cache.vertices_b[i] = random.chance(0.2) ? 0xffffffff : static_cast<std::uint32_t>(random.below(40));
    }
    if (round % 7 == 0) cache.axis.x = kInfinity;
    if (round % 11 == 0) cache.axis.y = std::numeric_limits<Real>::quiet_NaN();
    const PairCache given = cache;
    const Distance plain = distance(a.instance, b.instance);
    expect_same(distance(a.instance, b.instance, {.cache = &cache}), plain, round);
    cache = given;
    const Intersection quick = intersects(a.instance, b.instance, {.cache = &cache});
    if (plain.contact != Contact::touching) {
      ASSERT_EQ(bool(quick), plain.contact == Contact::overlapping) << round;
    }
    (plain.contact == Contact::apart ? apart : met) += 1;
  }
  EXPECT_GT(apart, 20);
  EXPECT_GT(met, 20);
}

struct Counts {
  int apart = 0, touching = 0, overlapping = 0;
  void add(Contact contact) {
    (contact == Contact::apart ? apart : contact == Contact::touching ? touching : overlapping) += 1;
  }
};

// The yes or no of a pair with a front, checked against that of the pair by itself.
void ask_both(const Instance& a, const Instance& b, TreeFront& front, int frame, Counts& counts) {
  const std::uint64_t before = allocation_count();
  const Intersection quick = intersects(a, b, {.front = &front});
  ASSERT_EQ(allocation_count(), before);
  const Intersection slow = intersects(a, b);
  ASSERT_EQ(quick.contact, slow.contact) << frame;
  ASSERT_EQ(quick.status, slow.status) << frame;
  ASSERT_LE(front.size(), TreeFront::kCapacity);
  counts.add(slow.contact);
}

// One that moves by a little from frame to frame, now and then by nothing; and every 20 frames to elsewhere,
// by turns far away, somewhere, and near the middle. One draw at a time: the same with every compiler.
class Wanderer {
 public:
  Wanderer(std::uint64_t seed, double reach) : random_(seed), reach_(reach) {}
  Affine next() {
    const double step = random_.chance(0.1) ? 0 : random_.uniform(0, 0.02) * reach_;
    const V3d direction = random_.direction();
    const double jumps[] = {reach_, random_.uniform(0, reach_), reach_ / 16};
    where_ = frame_ % 20 == 0 ? direction * jumps[frame_ / 20 % 3] : where_ + direction * step;
    ++frame_;
    angle_ += random_.uniform(0, 0.02);
    return Affine(Pose{rotation_about({1, 2, 3}, Real(angle_)), real(where_)});
  }

 private:
  Random random_;
  double reach_, angle_ = 0;
  int frame_ = 0;
  V3d where_{0, 0, 0};
};

TEST(TreeFront, ChangesNoAnswerOverALongMotion) {
  Random random(20261203);
  std::vector<CompoundPiece> parts, others;
  const Shape compound = random_compound(random, 9, parts), other = random_compound(random, 7, others);
  const Shape soup = mesh_of(random_soup(random, 60)), torus = mesh_of(torus_model(16, 8, 1.5, 0.3)),
              solid = mesh_of(torus_model(16, 8, 1.5, 0.3), true);
  struct Case {
    Shape a, b;
    Real margin;
    double reach;
  };
  const Case cases[] = {{torus, torus, 0, 6},   {soup, torus, 0, 6},
                        {compound, soup, 0, 8}, {compound, other, Real(0.01), 8},
                        {solid, solid, 0, 6},   {soup, torus, Real(0.02), 6}};
  std::uint64_t seed = 20261204;
  for (const Case& c : cases) {
    TreeFront front;
    Counts counts;
    Wanderer wanderer(seed++, c.reach);
    for (int frame = 0; frame < 250; ++frame) {
      const Instance a{c.a, Affine(Pose{rotation_about({0, 0, 1}, Real(0.3)), {}}), c.margin};
      const Instance b{c.b, wanderer.next(), 0};
      frame % 5 == 0 ? ask_both(b, a, front, frame, counts) : ask_both(a, b, front, frame, counts);
    }
    EXPECT_GT(counts.apart, 20);
    EXPECT_GT(counts.overlapping, 20);
  }
}

// Two links of a chain, 0.3 apart.
TEST(TreeFront, SavesMostQuestionsAboutAPairThatStaysApart) {
  const Shape torus = mesh_of(torus_model(50, 50));
  TreeFront front;
  std::int64_t with = 0, without = 0;
  for (int frame = 0; frame < 60; ++frame) {
    const Affine place(
        Pose{rotation_about({1, 0, 0}, Real(1.57 + frame * 0.001)), {Real(15.7 - frame * 0.001), 0, 0}});
    const Intersection quick = intersects(at(torus, {}), {torus, place, 0}, {.front = &front});
    const Intersection slow = intersects(at(torus, {}), {torus, place, 0});
    ASSERT_FALSE(bool(quick) || bool(slow));
    with += quick.iterations;
    without += slow.iterations;
  }
  EXPECT_LT(4 * with, without);
}

TEST(TreeFront, ChangesNoDistanceOverALongMotion) {
  Random random(20261208);
  std::vector<CompoundPiece> parts;
  const Shape compound = random_compound(random, 9, parts), soup = mesh_of(random_soup(random, 60)),
              torus = mesh_of(torus_model(16, 8, 1.5, 0.3)),
              solid = mesh_of(torus_model(16, 8, 1.5, 0.3), true);
  const std::pair<Shape, Shape> cases[] = {{torus, torus}, {soup, torus}, {compound, soup}, {solid, torus}};
  std::uint64_t seed = 20261209;
  for (const auto& [first, second] : cases) {
    TreeFront front;
    PairCache cache;
    Counts counts;
    Wanderer wanderer(seed++, 6);
    for (int frame = 0; frame < 120; ++frame) {
      const Instance a{first, Affine(Pose{rotation_about({0, 0, 1}, Real(0.3)), {}}),
                       Real(frame < 60 ? 0 : 0.01)};
      const Instance b{second, wanderer.next(), 0};
      // Now and then a limit, and a question of the other sort with the same front.
      const QuerySettings settings{
          .cache = &cache, .threshold = frame % 7 == 0 ? 1 : kInfinity, .front = &front};
      const Distance cached = distance(a, b, settings),
                     plain = distance(a, b, {.threshold = settings.threshold});
      if (plain.status == Status::beyond_threshold) {
        ASSERT_EQ(cached.status, plain.status) << frame;
      } else {
        expect_same(cached, plain, frame);
      }
      if (frame % 11 == 0) ask_both(a, b, front, frame, counts);
      counts.add(plain.contact);
    }
    EXPECT_GT(counts.apart, 20);
    EXPECT_GT(counts.overlapping, 5);
  }
}

TEST(TreeFront, StartsAnewAfterARefitAndForAnotherPair) {
  MeshModel model = cube_model(1);
  auto built = build(model);
  ASSERT_TRUE(built.has_value());
  TriangleMesh mesh = *built;
  const CompoundPiece pieces[] = {{mesh.shape(), Affine()},
                                  {Shape(Sphere{Real(0.1)}), Affine(Vec3{0, 5, 0})}};
  const auto compound = make_compound(pieces);
  ASSERT_TRUE(compound.has_value());
  const Shape cube = mesh_of(cube_model(1));
  TreeFront of_mesh, of_compound;
  const Vec3 beside{Real(2.5), Real(0.1), Real(0.2)};
  const auto met = [&](const Shape& a, TreeFront& front) {
    return bool(intersects(at(a, {}), at(cube, beside), {.front = &front}));
  };
  for (int round = 0; round < 3; ++round) {  // pairs that have not moved at all
    EXPECT_FALSE(met(mesh.shape(), of_mesh));
    EXPECT_FALSE(met(*compound, of_compound));
    for (Vec3& v : model.vertices) v = v * Real(2);
    ASSERT_FALSE(mesh.refit(model.vertex_array()).has_value());
    ASSERT_FALSE(refit_compound(*compound).has_value());
    EXPECT_TRUE(met(mesh.shape(), of_mesh));
    EXPECT_TRUE(met(*compound, of_compound));
    for (Vec3& v : model.vertices) v = v * Real(0.5);
    ASSERT_FALSE(mesh.refit(model.vertex_array()).has_value());
    ASSERT_FALSE(refit_compound(*compound).has_value());
  }
  // Of one pair, then of another, then with a margin, then of shapes that are gone.
  EXPECT_FALSE(met(mesh.shape(), of_mesh));
  EXPECT_TRUE(met(mesh_of(cube_model(2)), of_mesh));
  EXPECT_FALSE(met(mesh.shape(), of_mesh));
  EXPECT_TRUE(bool(intersects(at(mesh.shape(), {}, Real(0.6)), at(cube, beside), {.front = &of_mesh})));
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(met(mesh_of(cube_model(1)), of_mesh));
    EXPECT_TRUE(met(mesh_of(cube_model(2)), of_mesh));
  }
}

TEST(TreeFront, OfManyPairsInTurnsDoesNoHarm) {
  Random random(20261206);
  TreeFront front;
  Counts counts;
  std::vector<Whole> a, b;
  for (int i = 0; i < 4; ++i) {
    a.push_back(random_whole(random, 1));
    b.push_back(random_whole(random, 4));
  }
  for (int round = 0; round < 200; ++round) {
    const std::size_t i = static_cast<std::size_t>(random.below(4)),
                      j = static_cast<std::size_t>(random.below(4));
    if (random.chance(0.2)) b[j].instance.placement = random_placement(random, 5);  // sheared at times
    ask_both(a[i].instance, b[j].instance, front, round, counts);
    const CommonPoint quick = common_point(a[i].instance, b[j].instance, {.front = &front}),
                      slow = common_point(a[i].instance, b[j].instance);
    ASSERT_EQ(quick.contact, slow.contact) << round;
    if (round % 50 == 49) front.clear();
  }
  EXPECT_GT(counts.apart, 20);
  EXPECT_GT(counts.overlapping, 20);
}

TEST(TreeFront, IsCopiedWithAllThatItKnows) {
  const Shape ring = mesh_of(torus_model(20, 12, 1, 0.4));
  const auto ask = [&](int frame, TreeFront& front) {
    return intersects(at(ring, {}), at(ring, {Real(2.9 - 0.001 * frame), 0, 0}), {.front = &front});
  };
  TreeFront front;
  for (int frame = 0; frame < 4; ++frame) EXPECT_FALSE(bool(ask(frame, front)));
  EXPECT_GT(front.size(), 0u);
  TreeFront copy(front), assigned;
  EXPECT_EQ(assigned.size(), 0u);
  assigned = front;
  EXPECT_EQ(copy.size(), front.size());
  EXPECT_EQ(assigned.size(), front.size());
  const std::int32_t iterations = ask(40, front).iterations;
  EXPECT_EQ(ask(40, copy).iterations, iterations);
  copy.clear();
  EXPECT_EQ(copy.size(), 0u);
  EXPECT_EQ(ask(40, assigned).iterations, iterations);
  EXPECT_FALSE(bool(ask(40, copy)));
}

TEST(TreeFront, ThatIsFullStaysRight) {
  // Two crumpled sheets a little apart: more pairs of parts than there is room for.
  Random random(20261207);
  MeshModel sheet;
  constexpr int kCells = 48;
  for (int i = 0; i <= kCells; ++i)
    for (int j = 0; j <= kCells; ++j)
      sheet.vertices.push_back({Real(i), Real(random.uniform(-0.5, 0.5)), Real(j)});
  for (std::uint32_t i = 0; i < kCells; ++i)
    for (std::uint32_t j = 0; j < kCells; ++j) {
      const std::uint32_t p = i * (kCells + 1) + j, q = p + kCells + 1;
      sheet.indices.insert(sheet.indices.end(), {p, p + 1, q, q, p + 1, q + 1});
    }
  const Shape shape = mesh_of(sheet);
  TreeFront front;
  Counts counts;
  std::uint32_t most = 0;
  for (int frame = 0; frame < 40; ++frame) {
    const Instance b = at(shape, {Real(0.3), Real(1.2 - 0.02 * frame), Real(0.2 + 0.01 * frame)});
    ask_both(at(shape, {}), b, front, frame, counts);
    most = std::max(most, front.size());
  }
  EXPECT_EQ(most, TreeFront::kCapacity);
  EXPECT_GT(counts.apart, 5);
  EXPECT_GT(counts.overlapping, 5);
}

}  // namespace
}  // namespace graze::test
