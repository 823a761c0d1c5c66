// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstring>

#include "graze/shape/hull_builder.h"
#include "query/contact/cache.h"
#include "query/contact/support.h"
#include "support/allocation_counter.h"
#include "support/generators.h"

// Contact sets of random pairs, judged by what the shapes are and by separation().

namespace graze::test {
namespace {

Vec3 random_sizes(Random& random) {
  return graze_vec({rounded(random.uniform(0.3, 1.5)), rounded(random.uniform(0.3, 1.5)),
                    rounded(random.uniform(0.3, 1.5))});
}

std::vector<Vec3> random_points(Random& random, int count) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(graze_vec(random.direction()));
  return points;
}

// A prism has faces with more than three corners, and faces across from one another.
std::vector<Vec3> prism_points(int corners) {
  std::vector<Vec3> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = 6.283185307179586 * i / corners;
    for (const Real y : {Real(-0.75), Real(0.75)})
      points.push_back({Real(std::cos(angle)), y, Real(std::sin(angle))});
  }
  return points;
}

Body random_body(Random& random, int kind) {
  const Vec3 h = random_sizes(random);
  switch (kind) {
    case 0:
      return box_body(h);
    case 1: {
      const std::vector<Vec3> points = random_points(random, 10);
      return hull_body(*make_hull(points), points);
    }
    case 2: {
      const std::vector<Vec3> points = random_points(random, 7);
      return hull_body(Polytope{points}, points);
    }
    case 3: {
      const std::vector<Vec3> points = random_points(random, 4);
      return hull_body(Tetrahedron{points[0], points[1], points[2], points[3]}, points);
    }
    case 4:
      return {Cylinder{h.x, h.y}, {}, {}, h};
    case 5:
      return {Cone{h.x, h.y}, {}, {}, h};
    case 6:
      return {Capsule{h.x, h.y}, {}, {}, h};
    default:
      return {Sphere{h.x}, {}, {}, h};
  }
}
constexpr int kBodies = 8;

Affine random_place(Random& random, const V3d& where) {
  const Mapd m = rounded(random_rotation(random));
  return Affine(Mat3{graze_vec(m.x), graze_vec(m.y), graze_vec(m.z)}, graze_vec(rounded(where)));
}

struct Placed {
  Body a, b;
  Instance at_a, at_b;
};

// Overlapping by up to 0.4 or apart by up to 0.2, along a random direction or, with parallel axes, along y.
Placed random_placed(Random& random, int i, bool is_aligned) {
  Placed p{random_body(random, i % kBodies), random_body(random, i / kBodies % kBodies), {}, {}};
  const V3d where = random.in_cube() * 3, along = is_aligned ? V3d{0, 1, 0} : random.direction();
  p.at_a = {p.a.shape, is_aligned ? Affine(graze_vec(rounded(where))) : random_place(random, where)};
  const Affine turn = is_aligned ? Affine(Pose{rotation_about({0, 1, 0}, Real(random.uniform(0, 6))), {}})
                                 : random_place(random, {});
  double t = 4;
  const double wanted = random.uniform(-0.4, 0.2);
  const V3d aside =
      is_aligned ? V3d{rounded(random.uniform(-0.5, 0.5)), 0, rounded(random.uniform(-0.5, 0.5))} : V3d{};
  for (int step = 0; step < 60; ++step) {
    p.at_b = {p.b.shape, Affine(turn.linear(), graze_vec(rounded(where + along * t + aside)))};
    t += (wanted - double(separation(p.at_a, p.at_b).upper)) * 0.9;
  }
  return p;
}

struct Tally {
  int none = 0, one = 0, two = 0, more = 0, apart = 0, overlapping = 0;

  void add(const ContactSet& set) {
    (set.count == 0 ? none : set.count == 1 ? one : set.count == 2 ? two : more) += 1;
    (set.contact == Contact::apart ? apart : overlapping) += 1;
  }
};

// The largest area of four of the points with one of the deepest among them, by trying all of them.
double largest_area(std::span<const ContactPoint> points, const Vec3& normal, double tolerance) {
  double best = 0;
  const Real least = deepest(points);
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (points[i].gap > least + Real(tolerance)) continue;
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = j + 1; k < n; ++k)
        for (std::size_t m = k + 1; m < n; ++m) {
          const ContactPoint four[4] = {points[i], points[j], points[k], points[m]};
          if (i != j && i != k && i != m) best = std::max(best, area_of(four, normal));
        }
    return best;  // ties go to the first
  }
  return best;
}

void expect_right(const Placed& p, double prediction, Tally& tally) {
  const ContactSettings settings{.prediction = Real(prediction)};
  const ContactSet set = contacts(p.at_a, p.at_b, settings);
  const Separation s = separation(p.at_a, p.at_b);
  tally.add(set);
  constexpr double kSize = 12, kFar = 12;  // sizes, offset and way between; coordinates of the world
  const double tolerance = tolerance_of(p.a, p.b, kSize);
  if (set.count == 0) {
    EXPECT_GT(double(s.upper), prediction - tolerance);
    return;
  }
  expect_sound(p.a, p.at_a, p.b, p.at_b, set, set.span(), prediction, kSize, kFar);
  EXPECT_GE(double(deepest(set.span())), double(s.lower) - tolerance);
  EXPECT_LE(double(deepest(set.span())), double(s.upper) + tolerance);
  ContactPoint points[64];
  const ContactList all = all_contacts(p.at_a, p.at_b, points, settings);
  ASSERT_EQ(all.written.size(), all.found);
  expect_sound(p.a, p.at_a, p.b, p.at_b, all, all.written, prediction, kSize, kFar);
  if (all.found <= 4) {
    EXPECT_EQ(std::size_t(set.count), all.found);
  } else {
    EXPECT_NEAR(double(deepest(set.span())), double(deepest(all.written)), 16 * double(kEpsilon) * kSize);
    if (all.found <= 14) {
      const double largest = largest_area(all.written, all.normal, 16 * double(kEpsilon) * 4);
      const double tied = std::max(1024 * double(kEpsilon), 1e-5);  // see ContactSet
      EXPECT_GE(area_of(set.span(), set.normal), largest * (1 - tied) - tolerance);
    }
  }
}

TEST(ContactsOfRandomPairs, AreOnBothSurfacesAndAsDeepAsSeparationSays) {
  Random random{20260101};
  Tally tally;
  for (int i = 0; i < 2048; ++i) {
    const Placed p = random_placed(random, i, false);
    expect_right(p, i % 3 == 0 ? 0 : 0.1, tally);
    if (HasFailure())
      FAIL() << "pair " << i << ": " << to_string(p.a.shape.kind()) << ", " << to_string(p.b.shape.kind());
  }
  EXPECT_GT(tally.none, 100);
  EXPECT_GT(tally.one, 300);
  EXPECT_GT(tally.two, 50);
  EXPECT_GT(tally.more, 100);
  EXPECT_GT(tally.apart, 300);
  EXPECT_GT(tally.overlapping, 800);
}

TEST(ContactsOfRandomPairs, OfParallelFacesAreAsGood) {
  Random random{20260102};
  Tally tally;
  for (int i = 0; i < 1024; ++i) {
    const Placed p = random_placed(random, i, true);
    expect_right(p, i % 3 == 0 ? 0 : 0.1, tally);
    if (HasFailure())
      FAIL() << "pair " << i << ": " << to_string(p.a.shape.kind()) << ", " << to_string(p.b.shape.kind());
  }
  EXPECT_GT(tally.more, 100);
  EXPECT_GT(tally.overlapping, 400);
}

TEST(ContactsOfRandomPairs, OfPrismsClipPolygons) {
  Random random{20260103};
  int large = 0;
  for (int i = 0; i < 100; ++i) {
    const std::vector<Vec3> points = prism_points(3 + i % 7), others = prism_points(3 + i / 7 % 7);
    const bool has_faces = i % 2 == 0;
    Placed p{hull_body(has_faces ? *make_hull(points) : Shape(Polytope{points}), points),
             hull_body(*make_hull(others), others),
             {},
             {}};
    p.at_a = {p.a.shape, Affine(graze_vec(rounded(random.in_cube())))};
    const Quat q = rotation_about({0, 1, 0}, Real(random.uniform(0, 6)));
    const V3d aside = random.in_cube() * 0.4;
    p.at_b = {p.b.shape, Affine(Pose{q, p.at_a.placement.translation() +
                                            Vec3{Real(aside.x), Real(1.45), Real(aside.z)}})};
    Tally tally;
    expect_right(p, 0, tally);
    ContactPoint out[32];
    large += all_contacts(p.at_a, p.at_b, out).found > 4 ? 1 : 0;
    if (HasFailure()) FAIL() << "pair " << i;
  }
  EXPECT_GT(large, 50);
}

TEST(ContactsOfRandomPairs, MirrorToTheBit) {
  Random random{20260104};
  int found = 0;
  for (int i = 0; i < 512; ++i) {
    const Placed p = random_placed(random, i, i % 2 == 0);
    const ContactSet one = contacts(p.at_a, p.at_b), two = contacts(p.at_b, p.at_a);
    ASSERT_TRUE(is_same(mirrored(one), two)) << i;
    found += one.count;
  }
  EXPECT_GT(found, 500);
}

TEST(ContactsOfRandomPairs, ScaleByPowersOfTwo) {
  Random random{20260105};
  int found = 0;
  const auto scaled_vec = [](const Vec3& v, Real s) { return Vec3{v.x * s, v.y * s, v.z * s}; };
  for (int i = 0; i < 256; ++i) {
    const Body a = random_body(random, 0), b = random_body(random, i % 2 == 0 ? 0 : 4);
    const Affine place_a = random_place(random, random.in_cube()),
                 place_b = random_place(random, random.in_cube() * 2);
    const auto make = [&](Real s) {
      const Instance first{Box{scaled_vec(a.sizes, s)},
                           Affine(place_a.linear(), scaled_vec(place_a.translation(), s))};
      const Affine to(place_b.linear(), scaled_vec(place_b.translation(), s));
      const Instance second{
          i % 2 == 0 ? Shape(Box{scaled_vec(b.sizes, s)}) : Shape(Cylinder{b.sizes.x * s, b.sizes.y * s}),
          to};
      return contacts(first, second, {.prediction = Real(0.125) * s});
    };
    const ContactSet one = make(1), large = make(Real(0x1p20)), small = make(Real(0x1p-20));
    for (const auto& [set, s] : {std::pair(large, Real(0x1p20)), std::pair(small, Real(0x1p-20))}) {
      ASSERT_EQ(set.count, one.count) << i;
      ASSERT_TRUE(is_same(set.normal, one.normal)) << i;
      for (int k = 0; k < set.count; ++k) {
        ASSERT_TRUE(is_same(set.points[k].gap, one.points[k].gap * s)) << i;
        ASSERT_TRUE(is_same(set.points[k].local_a, scaled_vec(one.points[k].local_a, s))) << i;
        ASSERT_TRUE(is_same(set.points[k].point_b, scaled_vec(one.points[k].point_b, s))) << i;
        ASSERT_EQ(set.points[k].feature_a, one.points[k].feature_a);
      }
    }
    found += one.count;
  }
  EXPECT_GT(found, 200);
}

TEST(ContactsOfRandomPairs, AreAsGoodWithAnyCache) {
  Random random{20260106};
  ContactCache other;
  for (int i = 0; i < 512; ++i) {
    const Placed p = random_placed(random, i, i % 2 == 0);
    const Separation s = separation(p.at_a, p.at_b);
    const ContactSettings cold{.prediction = Real(0.05), .persistence = 0};
    const int expected = contacts(p.at_a, p.at_b, cold).count;
    ContactCache own, garbage;
    unsigned char bytes[sizeof(ContactCache)];
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random.next());
    std::memcpy(static_cast<void*>(&garbage), bytes, sizeof bytes);
    const bool is_apart = i % 2 == 0;  // a bool of another byte is none
    std::memcpy(static_cast<void*>(&ContactMemory::of(garbage).is_apart), &is_apart, sizeof is_apart);
    ContactSettings warm = cold;
    warm.cache = &own;
    (void)contacts(p.at_a, p.at_b, warm);
    for (ContactCache* cache : {&own, &other, &garbage}) {
      warm.cache = cache;
      const ContactSet set = contacts(p.at_a, p.at_b, warm);
      EXPECT_EQ(set.count > 0, expected > 0) << i;
      if (set.count == 0) continue;
      const double tolerance = tolerance_of(p.a, p.b, 12);
      EXPECT_GE(double(deepest(set.span())), double(s.lower) - tolerance) << i;
      EXPECT_LE(double(deepest(set.span())), double(s.upper) + tolerance) << i;
    }
  }
}

TEST(ContactsOfRandomPairs, AreProvedFromFrameToFrame) {
  // Pairs that overlap, drift and turn by a degree per frame: the depth from the cache is the depth of a
  // search.
  Random random{20260109};
  int frames = 0, at_once = 0;
  for (int i = 0; i < 60; ++i) {
    const int kinds[3] = {1, 2, 3};
    const Body a = random_body(random, kinds[i % 3]), b = random_body(random, kinds[i / 3 % 3]);
    const Affine from = random_place(random, random.in_cube());
    const V3d drift = random.direction() * 0.01, start = random.in_cube() * 0.5;
    const Vec3 spin = graze_vec(random.direction());
    ContactCache cache;
    for (int frame = 0; frame < 40; ++frame) {
      const Pose pose{rotation_about(spin, Real(0.01745) * Real(frame)),
                      from.translation() + graze_vec(rounded(start + drift * frame))};
      const Instance at_a{a.shape, from}, at_b{b.shape, Affine(pose)};
      const Separation s = separation(at_a, at_b);
      if (s.contact != Contact::overlapping) continue;
      const ContactSet warm = contacts(at_a, at_b, {.cache = &cache, .persistence = 0});
      ASSERT_GT(warm.count, 0) << i << ", frame " << frame;
      const double tolerance = tolerance_of(a, b, 4);
      ASSERT_NEAR(double(deepest(warm.span())), double(s.upper), tolerance) << i << ", frame " << frame;
      ASSERT_LE(warm.lower, s.upper);
      ASSERT_GE(warm.upper, s.lower);
      expect_sound(a, at_a, b, at_b, warm, warm.span(), 0, 12, 12);
      ASSERT_FALSE(HasFailure()) << i << ", frame " << frame;
      ++frames;
      at_once += warm.iterations == 1 && s.iterations > 1 ? 1 : 0;
    }
  }
  EXPECT_GT(frames, 1000);
  EXPECT_GT(at_once, frames * 9 / 10);
}

TEST(ContactsOfRandomPairs, KeptOverALongWalkAreThoseOfACoolHead) {
  // Steps, turns, and now and then a jump to anywhere: with the cache as good as without one.
  Random random{20260112};
  int apart = 0, found = 0;
  for (int i = 0; i < 40; ++i) {
    const Body a = random_body(random, i % 4), b = random_body(random, i / 4 % 4);
    const Instance at_a{a.shape, random_place(random, random.in_cube())};
    ContactCache cache;
    V3d at = random.in_cube();
    Mapd turn = random_rotation(random);
    for (int frame = 0; frame < 60; ++frame) {
      at = at + random.direction() * (frame % 20 == 19 ? 1.5 : 0.03);
      if (length(at) > 2) at = random.in_cube();
      if (frame % 30 == 29) turn = random_rotation(random);
      const Vec3 spin = graze_vec(random.direction());
      const Pose step{rotation_about(spin, Real(0.02)), {}};
      const Instance at_b{b.shape, Affine(step) * graze_affine(rounded(turn))};
      const Instance there{
          at_b.shape, Affine(at_b.placement.linear(), at_a.placement.translation() + graze_vec(rounded(at)))};
      const ContactSet cold = contacts(at_a, there),
                       warm = contacts(at_a, there, {.cache = &cache, .persistence = 0});
      ASSERT_LE(std::max(warm.lower, cold.lower), std::min(warm.upper, cold.upper)) << i << ", " << frame;
      ASSERT_FALSE(warm.contact == Contact::apart && cold.contact == Contact::overlapping)
          << i << ", " << frame;
      ASSERT_FALSE(warm.contact == Contact::overlapping && cold.contact == Contact::apart)
          << i << ", " << frame;
      if (cold.contact == Contact::apart) ++apart;
      if (cold.contact != Contact::overlapping) continue;
      ++found;
      ASSERT_NEAR(double(deepest(warm.span())), double(deepest(cold.span())), tolerance_of(a, b, 4)) << i;
      expect_sound(a, at_a, b, there, warm, warm.span(), 0, 12, 12);
      ASSERT_FALSE(HasFailure()) << i << ", frame " << frame;
    }
  }
  EXPECT_GT(apart, 200);
  EXPECT_GT(found, 800);
}

TEST(ContactsOfRandomPairs, DoNotBelieveAProofThatIsNotTheirs) {
  // Each pair gets the proof of the one before, and one with a facet turned round.
  Random random{20260110};
  ContactCache other;
  for (int i = 0; i < 200; ++i) {
    const Body a = random_body(random, 1 + i % 3), b = random_body(random, 1 + i / 3 % 3);
    const Instance at_a{a.shape, random_place(random, {})},
        at_b{b.shape, random_place(random, random.in_cube() * 0.4)};
    const Separation s = separation(at_a, at_b);
    ContactCache turned;
    (void)contacts(at_a, at_b, {.cache = &turned});
    DepthProof& proof = ContactMemory::of(turned).proof;
    if (proof.facet_count > 0) std::swap(proof.facets[0][0], proof.facets[0][1]);
    for (ContactCache* cache : {&other, &turned}) {
      const ContactSet set = contacts(at_a, at_b, {.cache = cache});
      ASSERT_EQ(set.count > 0, s.contact != Contact::apart) << i;
      if (set.count > 0) {
        ASSERT_NEAR(double(deepest(set.span())), double(s.upper), tolerance_of(a, b, 4)) << i;
      }
    }
  }
}

TEST(ContactsOfRandomPairs, OfEveryFamilyAgreeWithSeparation) {
  Random random{20260111};
  int apart = 0, found = 0;
  for (int i = 0; i < 2000; ++i) {
    const CheckPair pair = random_pair(random, kFamilies[std::size_t(i) % std::size(kFamilies)]);
    const Instance a = graze_instance(pair.a), b = graze_instance(pair.b);
    const Separation s = separation(a, b);
    const ContactSet set = contacts(a, b), mirror = contacts(b, a);
    if (!(pair.a == pair.b)) {  // of two equal ones neither comes first
      ASSERT_TRUE(is_same(mirrored(set), mirror)) << replay(pair);
    }
    const double size = norm_of(pair.a.placement) * magnitude(pair.a.shape) +
                        norm_of(pair.b.placement) * magnitude(pair.b.shape) + pair.a.margin + pair.b.margin +
                        length(pair.b.placement.translation - pair.a.placement.translation);
    const double value = std::max(std::abs(double(s.lower)), std::abs(double(s.upper)));
    const double tolerance = 64 * double(kEpsilon) * size + double(QuerySettings{}.relative_error) * value;
    if (set.count == 0) {
      ASSERT_GT(double(s.upper), -tolerance) << replay(pair);
      ++apart;
      continue;
    }
    ++found;
    ASSERT_GE(double(deepest(set.span())), double(s.lower) - tolerance) << replay(pair);
    ASSERT_LE(double(deepest(set.span())), double(s.upper) + tolerance) << replay(pair);
  }
  EXPECT_GT(apart, 300);
  EXPECT_GT(found, 600);
}

TEST(ContactsOfRandomPairs, FarAwayAreAsGood) {
  Random random{20260107};
  int found = 0;
  for (int i = 0; i < 256; ++i) {
    const Placed p = random_placed(random, i, false);
    Placed far = p;
    const Vec3 away{1024, -2048, 512};
    far.at_a.placement = Affine(p.at_a.placement.linear(), p.at_a.placement.translation() + away);
    far.at_b.placement = Affine(p.at_b.placement.linear(), p.at_b.placement.translation() + away);
    const ContactSet set = contacts(far.at_a, far.at_b, {.prediction = Real(0.1)});
    if (set.count == 0) continue;
    expect_sound(far.a, far.at_a, far.b, far.at_b, set, set.span(), 0.1, 12, 4096);
    ++found;
    if (HasFailure()) FAIL() << "pair " << i;
  }
  EXPECT_GT(found, 150);
}

TEST(ContactsOfRandomPairs, TakeNoMemory) {
  Random random{20260108};
  std::vector<Placed> pairs;
  for (int i = 0; i < 128; ++i) pairs.push_back(random_placed(random, i, i % 2 == 0));
  ContactCache cache;
  const std::uint64_t before = allocation_count();
  int found = 0;
  for (const Placed& p : pairs)
    found += contacts(p.at_a, p.at_b, {.prediction = Real(0.1), .cache = &cache}).count;
  EXPECT_EQ(allocation_count(), before);
  EXPECT_GT(found, 100);
}

}  // namespace
}  // namespace graze::test
