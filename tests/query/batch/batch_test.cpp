// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/batch.h"

#include <gtest/gtest.h>

#include "query/batch/pairs.h"
#include "shape/simd_targets.h"

namespace graze::test {
namespace {

const std::vector<ShapeKind> kSimple = {ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box};

Intersection ask(const Instance& a, const Instance& b, Intersection*) { return intersects(a, b); }
Distance ask(const Instance& a, const Instance& b, Distance*) { return distance(a, b); }
Penetration ask(const Instance& a, const Instance& b, Penetration*) { return penetration(a, b); }
Result<BatchStatistics> ask_all(const PairBatch& batch, std::span<Intersection> out,
                                const BatchSettings& settings = {}) {
  return intersects(batch, out, settings);
}
Result<BatchStatistics> ask_all(const PairBatch& batch, std::span<Distance> out,
                                const BatchSettings& settings = {}) {
  return distance(batch, out, settings);
}
Result<BatchStatistics> ask_all(const PairBatch& batch, std::span<Penetration> out,
                                const BatchSettings& settings = {}) {
  return penetration(batch, out, settings);
}

template <class R>
std::vector<R> ask_singly(const BatchInput& in) {
  std::vector<R> out;
  for (std::size_t i = 0; i < in.size(); ++i) out.push_back(ask(in.a(i), in.b(i), static_cast<R*>(nullptr)));
  return out;
}

template <class R>
void expect_same(const std::vector<R>& got, const std::vector<R>& expected, const char* where) {
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_TRUE(is_same(got[i], expected[i])) << where << ", pair " << i;
}

// Bytes of the single query, under every target; enough pairs on either side, and by lanes.
template <class R>
void expect_same_bytes(const BatchInput& in, double share_of_lanes) {
  const std::vector<R> expected = ask_singly<R>(in);
  std::size_t apart = 0;
  for (const R& r : expected) apart += r.contact == Contact::apart;
  EXPECT_GT(apart, in.size() / 5);
  EXPECT_LT(apart, in.size() / 5 * 4);
  for_each_simd_target([&](const char* target) {
    std::vector<R> got(in.size());
    const Result<BatchStatistics> statistics = ask_all(in.batch(), got);
    ASSERT_TRUE(statistics);
    EXPECT_EQ(statistics->pairs, in.size());
    EXPECT_EQ(statistics->by_lanes + statistics->by_single + statistics->refused, in.size());
    EXPECT_EQ(statistics->refused, 0u);
    EXPECT_GE(double(statistics->by_lanes), share_of_lanes * double(in.size())) << target;
    EXPECT_LE(statistics->occupancy(), 1);
    expect_same(got, expected, target);
  });
}

TEST(Batch, OfIntersectionsHasTheBytesOfSingleQueries) {
  expect_same_bytes<Intersection>(make_pairs(kSimple, 100000, 1), 0.97);
}
TEST(Batch, OfDistancesHasTheBytesOfSingleQueries) {
  expect_same_bytes<Distance>(make_pairs(kSimple, 100000, 11), 0.97);
}
TEST(Batch, OfBoxDistancesHasTheBytesOfSingleQueries) {
  expect_same_bytes<Distance>(make_pairs({ShapeKind::box}, 100000, 12), 0.97);
}
TEST(Batch, OfRoundDistancesHasTheBytesOfSingleQueries) {
  expect_same_bytes<Distance>(make_pairs({ShapeKind::sphere, ShapeKind::capsule}, 100000, 13), 0.9);
}
TEST(Batch, OfPenetrationsHasTheBytesOfSingleQueries) {
  expect_same_bytes<Penetration>(make_pairs(kSimple, 100000, 14), 0.5);
}
TEST(Batch, OfBoxPenetrationsHasTheBytesOfSingleQueries) {
  expect_same_bytes<Penetration>(make_pairs({ShapeKind::box}, 30000, 18), 0.9);
}
TEST(Batch, OfBoxIntersectionsHasTheBytesOfSingleQueries) {
  expect_same_bytes<Intersection>(make_pairs({ShapeKind::box}, 100000, 2), 0.97);
}

// Polytopes are searched in another way than by the single query: the same decision unless one of them cannot
// tell, and bounds that have a value in common. All targets give the same bytes.
template <class R>
void expect_agree(const R& x, const R& y, std::size_t i) {
  if (x.contact != Contact::touching && y.contact != Contact::touching) {
    ASSERT_EQ(x.contact, y.contact) << i;
  }
  if constexpr (requires { x.lower; }) {
    ASSERT_LE(x.lower, y.upper) << i;
    ASSERT_LE(y.lower, x.upper) << i;
  }
}
template <class R>
void expect_agreement(const BatchInput& in, double share_of_lanes) {
  const std::vector<R> expected = ask_singly<R>(in);
  std::vector<R> got(in.size());
  const Result<BatchStatistics> statistics = ask_all(in.batch(), got);
  ASSERT_TRUE(statistics);
  EXPECT_GE(double(statistics->by_lanes), share_of_lanes * double(in.size()));
  std::size_t apart = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const R &x = got[i], &y = expected[i];
    apart += x.contact == Contact::apart;
    expect_agree(x, y, i);
    if constexpr (requires { x.lower; }) {
      ASSERT_EQ(x.status, Status::converged) << i;
    }
  }
  EXPECT_GT(apart, in.size() / 5);
  EXPECT_LT(apart, in.size() / 5 * 4);
  for_each_simd_target([&](const char* target) {
    std::vector<R> again(in.size());
    ASSERT_TRUE(ask_all(in.batch(), again));
    expect_same(again, got, target);
  });
}
TEST(Batch, OfPolytopesAgreesWithSingleQueries) {
  const BatchInput in = make_pairs({ShapeKind::polytope}, 20000, 15);
  expect_agreement<Distance>(in, 0.97);
  expect_agreement<Intersection>(in, 0.97);
  expect_agreement<Penetration>(make_pairs({ShapeKind::polytope}, 2000, 25), 0.95);
}
// The single query is one lane of the same search, to the bit.
TEST(Batch, OfPolytopeDistancesHasTheBytesOfSingleQueries) {
  for (const ShapeKind kind : {ShapeKind::polytope, ShapeKind::box, ShapeKind::sphere, ShapeKind::capsule}) {
    const BatchInput in =
        kind == ShapeKind::polytope ? make_pairs({kind}, 2000, 26) : make_hull_pairs(kind, 2000, 27);
    std::vector<Distance> got(in.size());
    ASSERT_TRUE(ask_all(in.batch(), got));
    expect_same(got, ask_singly<Distance>(in), to_string(kind));
  }
}
TEST(Batch, OfPolytopesAndSpheresHasDepthsByLanes) {
  expect_agreement<Penetration>(make_hull_pairs(ShapeKind::sphere, 2000, 24), 0.95);
}
TEST(Batch, OfPolytopesAndBoxesAgreesWithSingleQueries) {
  const BatchInput in = make_hull_pairs(ShapeKind::box, 20000, 21);
  expect_agreement<Distance>(in, 0.97);
  expect_agreement<Intersection>(in, 0.97);
}
TEST(Batch, OfPolytopesAndSpheresAgreesWithSingleQueries) {
  const BatchInput in = make_hull_pairs(ShapeKind::sphere, 20000, 22);
  expect_agreement<Distance>(in, 0.97);
  expect_agreement<Intersection>(in, 0.97);
}
TEST(Batch, OfPolytopesAndCapsulesAgreesWithSingleQueries) {
  const BatchInput in = make_hull_pairs(ShapeKind::capsule, 20000, 23);
  expect_agreement<Distance>(in, 0.97);
  expect_agreement<Intersection>(in, 0.97);
}
TEST(Batch, OfPolytopesAboveSixtyFourVerticesGoesToTheSingleQuery) {
  Random random{16};
  std::vector<Vec3> vertices;
  for (int i = 0; i < 65; ++i) vertices.push_back(graze_vec(random.direction()));
  BatchInput in;
  const std::uint32_t large = in.add_shape(Polytope{vertices});
  vertices.pop_back();
  const std::uint32_t small = in.add_shape(Polytope{vertices});
  in.add(large, Affine(), small, Affine(Vec3{4, 0, 0}));
  in.add(small, Affine(), small, Affine(Vec3{4, 0, 0}));
  std::vector<Distance> out(2);
  const Result<BatchStatistics> statistics = distance(in.batch(), out);
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->by_single, 1u);
  EXPECT_EQ(statistics->by_lanes, 1u);
}

// Every family of shapes and every nearness: bytes, or agreement where polytopes are searched in lanes.
bool is_by_hull_lanes(const BatchInput& in, std::size_t i) {
  const ShapeKind a = in.shapes[in.shape_a[i]].kind(), b = in.shapes[in.shape_b[i]].kind();
  const auto has_lanes = [](ShapeKind k) {
    return k == ShapeKind::polytope || k == ShapeKind::box || k == ShapeKind::sphere ||
           k == ShapeKind::capsule;
  };
  return has_lanes(a) && has_lanes(b) && (a == ShapeKind::polytope || b == ShapeKind::polytope);
}
template <class R>
void expect_right(int pairs_per_family) {
  BatchInput in;
  for (const Family family : kFamilies) {
    Random random{mixed(20261115, std::uint64_t(family), sizeof(R))};
    for (int i = 0; i < pairs_per_family; ++i) {
      CheckPair pair = random_pair(random, family);
      pair.a.margin = pair.b.margin = 0;
      in.add(pair);
    }
  }
  std::vector<R> got(in.size());
  ASSERT_TRUE(ask_all(in.batch(), got));
  const std::vector<R> expected = ask_singly<R>(in);
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (!is_by_hull_lanes(in, i)) {
      ASSERT_TRUE(is_same(got[i], expected[i])) << replay(in.pairs[i]);
    } else {
      expect_agree(got[i], expected[i], i);
    }
  }
}
TEST(Batch, OfAnyShapesIsThatOfSingleQueries) {
  expect_right<Intersection>(100);
  expect_right<Distance>(50);
  expect_right<Penetration>(50);
}

// Lane kernels against the witness checker, near contact.
template <class R>
void expect_checked(Family family, int count) {
  BatchInput in;
  Random random{mixed(7, std::uint64_t(family), sizeof(R))};
  for (int i = 0; i < count; ++i) {
    CheckPair pair = random_pair(random, family);
    pair.a.margin = pair.b.margin = 0;
    in.add(pair);
  }
  std::vector<R> got(in.size());
  ASSERT_TRUE(ask_all(in.batch(), got));
  int apart = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const CheckReport report = Checker(in.pairs[i]).check(got[i]);
    EXPECT_TRUE(report.ok) << report.message << "\n" << replay(in.pairs[i]);
    apart += got[i].contact == Contact::apart;
  }
  EXPECT_GT(apart, count / 10);
  EXPECT_LT(apart, count * 9 / 10);
}
TEST(Batch, OfIntersectionsHasWitnessesThatTheCheckerAccepts) {
  expect_checked<Intersection>(Family::box, 1000);
  expect_checked<Intersection>(Family::round, 300);
  expect_checked<Intersection>(Family::polytope, 1000);
}
TEST(Batch, OfDistancesHasBoundsAndWitnessesThatTheCheckerAccepts) {
  expect_checked<Distance>(Family::box, 600);
  expect_checked<Distance>(Family::round, 300);
  expect_checked<Distance>(Family::polytope, 600);
}
TEST(Batch, OfPenetrationsHasBoundsAndWitnessesThatTheCheckerAccepts) {
  expect_checked<Penetration>(Family::box, 300);
  expect_checked<Penetration>(Family::round, 300);
}

template <class R>
void expect_mirrors(const BatchInput& in) {
  const BatchInput swapped = in.swapped();
  std::vector<R> forth(in.size()), back(in.size());
  ASSERT_TRUE(ask_all(in.batch(), forth));
  ASSERT_TRUE(ask_all(swapped.batch(), back));
  for (std::size_t i = 0; i < in.size(); ++i) {
    R expected = mirrored(forth[i]);
    // The normal of what is not apart is zero, of either sign.
    if constexpr (std::is_same_v<R, Distance>) expected.normal += Vec3{}, back[i].normal += Vec3{};
    ASSERT_TRUE(is_same(back[i], expected)) << i;
  }
}
TEST(Batch, MirrorsWhenOperandsAreSwapped) {
  for (const ShapeKind kind : {ShapeKind::sphere, ShapeKind::polytope}) {
    const BatchInput in = make_pairs({ShapeKind::capsule, ShapeKind::box, kind}, 5000, 3);
    expect_mirrors<Intersection>(in);
    expect_mirrors<Distance>(in);
    expect_mirrors<Penetration>(in);
  }
}

template <class R>
void expect_same_for_threads(const BatchInput& in) {
  std::vector<R> expected(in.size());
  const Result<BatchStatistics> alone = ask_all(in.batch(), expected);
  ASSERT_TRUE(alone);
  for (unsigned n = 1; n <= 4; ++n) {
    Threads threads{n};
    BatchSettings settings;
    settings.executor = {&Threads::run, &threads, n};
    std::vector<R> got(in.size());
    const Result<BatchStatistics> together = ask_all(in.batch(), got, settings);
    ASSERT_TRUE(together);
    EXPECT_EQ(together->by_lanes, alone->by_lanes);
    EXPECT_EQ(together->lane_slots, alone->lane_slots);
    EXPECT_EQ(together->active_lanes, alone->active_lanes);
    expect_same(got, expected, "threads");
  }
}
TEST(Batch, DoesNotDependOnTheNumberOfThreads) {
  const BatchInput in =
      make_pairs({ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box, ShapeKind::polytope}, 5000, 4);
  expect_same_for_threads<Intersection>(in);
  expect_same_for_threads<Distance>(in);
  expect_same_for_threads<Penetration>(in);
}

TEST(Batch, DoesNotDependOnTheNeighboursOfAPair) {
  const BatchInput in = make_pairs(kSimple, 300, 5);
  std::vector<Intersection> all(in.size());
  ASSERT_TRUE(intersects(in.batch(), all));
  for (std::size_t i = 0; i < in.size(); ++i) {
    const PairBatch batch = in.batch();
    const PairBatch one{batch.shapes, batch.shape_a.subspan(i, 1), batch.shape_b.subspan(i, 1),
                        batch.world_from_a.subspan(i, 1), batch.world_from_b.subspan(i, 1)};
    Intersection alone;
    ASSERT_TRUE(intersects(one, {&alone, 1}));
    ASSERT_TRUE(is_same(alone, all[i])) << i;
  }
}

TEST(Batch, OfNothingIsEmpty) {
  const Result<BatchStatistics> statistics = intersects(PairBatch{}, std::span<Intersection>{});
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->pairs, 0u);
  EXPECT_EQ(statistics->occupancy(), 0);
}

TEST(Batch, NamesTheArrayThatHasAnotherLength) {
  const BatchInput in = make_pairs(kSimple, 10, 6);
  std::vector<Distance> out(10);
  const auto message = [&](PairBatch batch, std::size_t length) {
    const Result<BatchStatistics> r = distance(batch, std::span(out).first(length));
    return r ? std::string() : std::string(r.error().message);
  };
  PairBatch batch = in.batch();
  EXPECT_EQ(message(batch, 9), "out: not as long as shape_a");
  batch.shape_b = batch.shape_b.first(9);
  EXPECT_EQ(message(batch, 10), "shape_b: not as long as shape_a");
  batch = in.batch();
  batch.world_from_a = batch.world_from_a.first(9);
  EXPECT_EQ(message(batch, 10), "world_from_a: not as long as shape_a");
  batch = in.batch();
  batch.world_from_b = batch.world_from_b.first(9);
  EXPECT_EQ(message(batch, 10), "world_from_b: not as long as shape_a");
}

TEST(Batch, NamesTheIndexThatIsNotInTheTableAndWritesNothing) {
  BatchInput in = make_pairs(kSimple, 100, 7);
  in.shape_b[42] = 60;
  std::vector<Intersection> out(100);
  for (Intersection& r : out) r.iterations = -7;
  const Result<BatchStatistics> r = intersects(in.batch(), out);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, ErrorCode::index_out_of_range);
  EXPECT_STREQ(r.error().message, "shape_b: no such shape in the table");
  EXPECT_EQ(r.error().position, 42u);
  for (const Intersection& i : out) EXPECT_EQ(i.iterations, -7);
  in.shape_b[42] = 0;
  in.shape_a[17] = 4294967295u;
  EXPECT_STREQ(intersects(in.batch(), out).error().message, "shape_a: no such shape in the table");
}

TEST(Batch, NamesBadSettings) {
  const BatchInput in = make_pairs(kSimple, 10, 8);
  std::vector<Distance> out(10);
  BatchSettings settings;
  settings.threshold = -1;
  EXPECT_STREQ(distance(in.batch(), out, settings).error().message, "settings.threshold: negative or NaN");
  settings = {};
  settings.max_iterations = 0;
  EXPECT_STREQ(distance(in.batch(), out, settings).error().message, "settings.max_iterations: not positive");
  settings = {};
  settings.relative_error = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_STREQ(distance(in.batch(), out, settings).error().message,
               "settings.relative_error: negative or not finite");
}

TEST(Batch, RefusesTheBadPairsAndAnswersTheOthers) {
  BatchInput in = make_pairs(kSimple, 100, 9);
  const std::vector<Intersection> expected = ask_singly<Intersection>(in);
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  in.world_from_a[3] = Affine(Vec3{nan, 0, 0});
  in.world_from_b[50] = Affine(Mat3{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {});
  in.shape_a[99] = in.add_shape(Sphere{-1});
  std::vector<Intersection> got(100);
  const Result<BatchStatistics> statistics = intersects(in.batch(), got);
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->refused, 3u);
  for (std::size_t i = 0; i < 100; ++i) {
    if (i == 3 || i == 50 || i == 99) {
      EXPECT_EQ(got[i].status, Status::invalid_argument) << i;
    } else {
      EXPECT_TRUE(is_same(got[i], expected[i])) << i;
    }
  }
}

TEST(Batch, WritesNothingBeyondTheResults) {
  const BatchInput in = make_pairs(kSimple, 77, 10);
  std::vector<Intersection> out(80);
  for (Intersection& r : out) r.iterations = -7;
  ASSERT_TRUE(intersects(in.batch(), std::span(out).first(77)));
  for (std::size_t i = 0; i < 80; ++i) EXPECT_EQ(out[i].iterations == -7, i >= 77) << i;
}

// Unit boxes along x: faces touch at 2, and the float lanes must not decide what they cannot know.
TEST(Batch, OfTouchingBoxesIsTouching) {
  BatchInput in;
  const std::uint32_t box = in.add_shape(Box{{1, 1, 1}});
  const Real e = kEpsilon;
  for (const Real x : {Real(2), 2 * (1 - e), 2 * (1 + e), Real(1.5), Real(2.5)})
    in.add(box, Affine(), box, Affine(Vec3{x, 0, 0}));
  std::vector<Intersection> out(5);
  ASSERT_TRUE(intersects(in.batch(), out));
  EXPECT_EQ(out[0].contact, Contact::touching);
  EXPECT_NE(out[1].contact, Contact::apart);
  EXPECT_NE(out[2].contact, Contact::overlapping);
  EXPECT_EQ(out[3].contact, Contact::overlapping);
  EXPECT_EQ(out[4].contact, Contact::apart);
}

}  // namespace
}  // namespace graze::test
