// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "random_scene.h"

#include <set>

#include "graze/query/distance.h"
#include "graze/query/ray_cast.h"
#include "graze/shape/hull_builder.h"
#include "scene/scene_state.h"
#include "support/allocation_counter.h"
#include "support/threads.h"

namespace graze::test {
namespace {

using PairSet = std::set<std::pair<std::uint64_t, std::uint64_t>>;

struct Tally {
  int meeting = 0, apart = 0, begun = 0, ended = 0, touching = 0;
};

bool meets(const ScenePair& pair) { return pair.phase == PairPhase::begin || pair.phase == PairPhase::stay; }

// Pairs as an update reports them; phases must follow from what the update before reported.
PairSet meeting_pairs(const Scene& scene, const PairSet& before, Tally& tally) {
  PairSet now, ended;
  for (const ScenePair& pair : scene.pairs()) {
    const std::pair<std::uint64_t, std::uint64_t> key{pair.a.bits, pair.b.bits};
    EXPECT_LT(pair.a.slot(), pair.b.slot());
    if (meets(pair)) {
      EXPECT_TRUE(now.insert(key).second);
      // A pair that left the scene and came back in one frame has ended and begins.
      EXPECT_EQ(pair.phase == PairPhase::stay, before.contains(key) && !ended.contains(key));
    } else if (pair.phase == PairPhase::end) {
      EXPECT_TRUE(ended.insert(key).second);
      EXPECT_TRUE(before.contains(key));
    }
    tally.begun += pair.phase == PairPhase::begin;
    tally.ended += pair.phase == PairPhase::end;
  }
  for (const auto& key : before) EXPECT_TRUE(now.contains(key) || ended.contains(key));
  return now;
}

void expect_as_brute_force(const Play& play, const PairSet& now, Tally& tally) {
  const PairContacts contacts = brute_force(play);
  for (const auto& [key, contact] : contacts) {
    if (contact == Contact::touching) {
      ++tally.touching;  // rounding may decide
      continue;
    }
    ASSERT_EQ(now.contains(key), contact == Contact::overlapping)
        << ObjectHandle{key.first}.slot() << " and " << ObjectHandle{key.second}.slot();
    ++(contact == Contact::overlapping ? tally.meeting : tally.apart);
  }
  for (const auto& key : now) EXPECT_TRUE(contacts.contains(key));
}

// Objects of one scene in a new one: equal pairs of boxes, equal meetings.
void expect_as_from_scratch(Play& play, const SceneSettings& settings, const PairSet& now) {
  Scene fresh(play.world, settings);
  play.scene.for_each_object([&](ObjectHandle h) { EXPECT_FALSE(fresh.add(h)); });
  EXPECT_FALSE(fresh.update());
  EXPECT_EQ(fresh.statistics().box_pairs, play.scene.statistics().box_pairs);
  Tally ignored;
  const PairSet found = meeting_pairs(fresh, {}, ignored);
  const PairContacts contacts = brute_force(play);
  for (const auto& [key, contact] : contacts)
    EXPECT_TRUE(contact == Contact::touching || found.contains(key) == now.contains(key));
}

void expect_right_frames(const SceneSettings& settings, std::uint64_t seed, int frames) {
  RandomPlot plot({.seed = seed, .objects = 20, .side = 3.5});
  Play play(settings);
  PairSet before;
  Tally tally;
  for (int frame = 0; frame < frames; ++frame) {
    play.apply(plot.next());
    ASSERT_FALSE(play.scene.update());
    before = meeting_pairs(play.scene, before, tally);
    ASSERT_NO_FATAL_FAILURE(expect_as_brute_force(play, before, tally)) << "frame " << frame;
    if (frame % 25 == 24) expect_as_from_scratch(play, settings, before);
  }
  EXPECT_GT(tally.meeting, 4 * frames);
  EXPECT_GT(tally.apart, 50 * frames);
  EXPECT_GT(tally.begun, frames);
  EXPECT_GT(tally.ended, frames);
  EXPECT_LT(tally.touching, frames);
}

TEST(RandomScenes, AgreeWithBruteForce) { expect_right_frames({}, 1, 120); }
TEST(RandomScenes, AgreeWithBruteForceWithContacts) {
  expect_right_frames({.with_contacts = true, .prediction = Real(0.1)}, 2, 40);
}
TEST(RandomScenes, AgreeWithBruteForceWithContactsThatAreNotPredicted) {
  expect_right_frames({.with_contacts = true}, 12, 30);
}
TEST(RandomScenes, AgreeWithBruteForceWithDistances) {
  expect_right_frames({.with_distances = true, .threshold = Real(0.3)}, 3, 80);
}

TEST(RandomScenes, GiveTheSameBytesForAnyThreadsAndOrderOfMoves) {
  Threads threads{3};
  const SceneSettings settings{
      .with_contacts = true, .prediction = Real(0.1), .with_distances = true, .threshold = Real(0.2)};
  SceneSettings threaded = settings;
  threaded.executor = threads.executor();
  RandomPlot plot({.seed = 4, .objects = 24});
  Play one(settings), many(threaded), backward(settings);
  std::size_t compared = 0;
  for (int frame = 0; frame < 15; ++frame) {
    const FrameChanges changes = plot.next();
    one.apply(changes);
    many.apply(changes);
    backward.apply(changes, MoveOrder::backward);
    for (Play* play : {&one, &many, &backward}) ASSERT_FALSE(play->scene.update());
    const std::string bytes = bytes_of(one.scene);
    ASSERT_EQ(bytes, bytes_of(many.scene)) << "frame " << frame;
    ASSERT_EQ(bytes, bytes_of(backward.scene)) << "frame " << frame;
    compared += bytes.size();
  }
  EXPECT_GT(compared, 50000u);
}

// Few move: the pairs of these are looked up, and results are written over those of the last update.
void expect_as_if_all_were_looked_at(const SceneSettings& settings, std::uint64_t seed) {
  RandomPlot plot({.seed = seed, .objects = 300, .side = 8, .moving = 0.01, .has_half_space = seed % 2 == 0});
  Play few(settings), all(settings);
  Random random(seed);
  std::size_t begun = 0, ended = 0, near = 0, quick = 0;
  for (int frame = 0; frame < 80; ++frame) {
    const FrameChanges changes = plot.next();
    const std::size_t i = std::size_t(random.below(300)), j = std::size_t(random.below(300));
    const int what = random.below(8);
    const ProxyFilter filter{1u << random.below(3), 7u};
    for (Play* play : {&few, &all}) {
      play->apply(changes);
      if (what == 0) (void)play->scene.ignore(play->objects[i], play->objects[j]);
      if (what == 1 && frame > 0) {
        const ScenePair pair = play->scene.pairs()[i % play->scene.pairs().size()];
        (void)play->scene.ignore(pair.a, pair.b);
      }
      if (what == 2) (void)play->world.set_filter(play->objects[i], filter);
      if (what == 3) (void)play->scene.refresh();
      play->scene.state()->asks_all = play == &all;
      ASSERT_FALSE(play->scene.update());
    }
    ASSERT_EQ(bytes_of(few.scene), bytes_of(all.scene)) << "frame " << frame;
    ASSERT_EQ(few.scene.statistics().tested, all.scene.statistics().tested);
    quick += 32 * few.scene.statistics().tested < few.scene.statistics().box_pairs;
    for (const ScenePair& pair : few.scene.pairs()) {
      begun += pair.phase == PairPhase::begin;
      ended += pair.phase == PairPhase::end;
      near += pair.phase == PairPhase::near;
    }
  }
  EXPECT_GT(quick, 40u);
  EXPECT_GT(begun, 100u);
  EXPECT_GT(ended, 80u);
  EXPECT_TRUE(near > 1000 || !settings.with_contacts);
}
TEST(RandomScenes, WhereFewMoveTheBytesAreAsIfAllPairsWereLookedAt) {
  expect_as_if_all_were_looked_at({}, 21);
  expect_as_if_all_were_looked_at({}, 22);
  expect_as_if_all_were_looked_at({.with_contacts = true, .prediction = Real(0.1)}, 23);
}

// Spheres, capsules and boxes are asked in lanes, others one by one; slow, so that many are not asked at all.
struct Crowd {
  Random random{11};
  Play play;
  std::vector<V3d> where, way;
  std::vector<Mat3> turn;
  std::size_t asked = 0, known = 0;

  explicit Crowd(const SceneSettings& settings) : play(settings) {
    const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    const Shape shapes[] = {Sphere{Real(0.5)},
                            Capsule{Real(0.3), Real(0.4)},
                            Box{{Real(0.5), Real(0.4), Real(0.3)}},
                            Cylinder{Real(0.4), Real(0.4)},
                            Cone{Real(0.5), Real(0.5)},
                            *make_hull(corners)};
    for (std::size_t i = 0; i < 48; ++i) {
      where.push_back(random.in_cube() * 1.8);
      way.push_back(random.direction() * 0.02);
      const Vec3 axis = real(random.direction());
      turn.push_back(i % 9 == 8 ? random_placement(random, 0).linear()
                                : Affine(Pose{rotation_about(axis, Real(i)), {}}).linear());
      const bool is_odd = i % 11 == 0;  // a margin, or a sensor
      Object object{.instance = {shapes[i % 6], placement(i), is_odd ? Real(0.1) : Real(0)}};
      object.is_sensor = i % 13 == 0;
      play.objects.push_back(*play.world.create(object));
      EXPECT_FALSE(play.scene.add(play.objects.back()));
    }
  }
  Affine placement(std::size_t i) const { return {turn[i], real(where[i])}; }
  void advance() {
    for (std::size_t i = 0; i < where.size(); ++i) {
      if (dot(where[i], where[i]) > 4) way[i] = where[i] * -0.01;
      where[i] = where[i] + way[i];
      EXPECT_FALSE(play.world.set_placement(play.objects[i], placement(i)));
    }
    ASSERT_FALSE(play.scene.update());
    asked += play.scene.statistics().tested;
    known += play.scene.statistics().box_pairs - play.scene.statistics().tested;
  }
};

bool has_lanes(const Instance& instance) {
  const ShapeKind kind = instance.shape.kind();
  if (instance.margin > 0 || instance.placement.kind() < Affine::Kind::similarity) return false;
  return kind == ShapeKind::sphere || kind == ShapeKind::capsule || kind == ShapeKind::box;
}

TEST(RandomScenes, ContactsAreThoseOfSingleQueriesHoweverTheyAreAsked) {
  Crowd crowd({.with_contacts = true, .prediction = Real(0.05)});
  std::size_t in_lanes = 0, others = 0;
  for (int frame = 0; frame < 60; ++frame) {
    crowd.advance();
    std::map<std::pair<std::uint64_t, std::uint64_t>, const ScenePair*> found;
    for (const ScenePair& pair : crowd.play.scene.pairs()) found[{pair.a.bits, pair.b.bits}] = &pair;
    for (std::size_t i = 0; i < crowd.where.size(); ++i)
      for (std::size_t j = i + 1; j < crowd.where.size(); ++j) {
        const ObjectHandle a = crowd.play.objects[i], b = crowd.play.objects[j];
        const Object &x = *crowd.play.world.find(a), &y = *crowd.play.world.find(b);
        const ContactSet set = contacts(x.instance, y.instance, {.prediction = Real(0.05)});
        const auto at = found.find({a.bits, b.bits});
        const bool is_reported = at != found.end() && !at->second->contacts.empty();
        if (x.is_sensor || y.is_sensor) {
          EXPECT_FALSE(is_reported);
          continue;
        }
        if (std::abs(set.lower - Real(0.05)) < Real(1e-5)) continue;  // rounding may decide
        ASSERT_EQ(is_reported, set.count > 0) << i << " " << j;
        if (!is_reported) continue;
        const ContactSet& ours = at->second->contacts[0].set;
        EXPECT_EQ(at->second->contacts[0].piece_a, kNoPiece);
        if (has_lanes(x.instance) && has_lanes(y.instance)) {
          EXPECT_EQ(ours.lower, set.lower);
          EXPECT_EQ(ours.normal, set.normal);
          ASSERT_EQ(ours.count, set.count);
          // Where names are kept points are found again, and may come out with other last digits.
          for (int k = 0; k < set.count; ++k) {
            const Vec3 way = ours.points[k].point_a - set.points[k].point_a;
            EXPECT_LE(double(length(way)), 16 * double(kEpsilon)) << k;
          }
          ++in_lanes;
        } else {
          EXPECT_LE(ours.lower, set.upper);
          EXPECT_LE(set.lower, ours.upper);
          ++others;
        }
      }
  }
  EXPECT_GT(in_lanes, 500u);
  EXPECT_GT(others, 500u);
  EXPECT_GT(crowd.known, crowd.asked / 4);  // by far not all were asked
}

TEST(RandomScenes, DistancesAreThereHoweverTheyAreAsked) {
  const Real threshold = Real(0.2);
  Crowd crowd({.with_distances = true, .threshold = threshold});
  std::size_t near = 0;
  for (int frame = 0; frame < 40; ++frame) {
    crowd.advance();
    std::map<std::pair<std::uint64_t, std::uint64_t>, const Distance*> found;
    for (const ScenePair& pair : crowd.play.scene.pairs())
      if (pair.distance != nullptr) found[{pair.a.bits, pair.b.bits}] = pair.distance;
    for (std::size_t i = 0; i < crowd.where.size(); ++i)
      for (std::size_t j = i + 1; j < crowd.where.size(); ++j) {
        const ObjectHandle a = crowd.play.objects[i], b = crowd.play.objects[j];
        const Object &x = *crowd.play.world.find(a), &y = *crowd.play.world.find(b);
        if (x.is_sensor || y.is_sensor) continue;
        const Distance d = distance(x.instance, y.instance);
        const auto at = found.find({a.bits, b.bits});
        EXPECT_TRUE(at == found.end() || d.lower <= threshold);
        if (d.upper >= threshold) continue;
        ASSERT_NE(at, found.end()) << i << " " << j;
        EXPECT_LE(at->second->lower, d.upper);
        EXPECT_LE(d.lower, at->second->upper);
        ++near;
      }
  }
  EXPECT_GT(near, 1000u);
  EXPECT_GT(crowd.known, crowd.asked / 4);
}

TEST(RandomScenes, DistancesBelowTheThresholdAreAllThere) {
  RandomPlot plot({.seed = 5, .objects = 20, .side = 6});
  const Real threshold = Real(0.5);
  Play play({.with_distances = true, .threshold = threshold});
  int near = 0;
  for (int frame = 0; frame < 10; ++frame) {
    play.apply(plot.next());
    ASSERT_FALSE(play.scene.update());
    std::map<std::pair<std::uint64_t, std::uint64_t>, const Distance*> found;
    for (const ScenePair& pair : play.scene.pairs())
      if (pair.distance != nullptr) found[{pair.a.bits, pair.b.bits}] = pair.distance;
    for (const auto& [key, contact] : brute_force(play)) {
      const Object &a = *play.world.find({key.first}), &b = *play.world.find({key.second});
      if (a.is_sensor || b.is_sensor) continue;
      const Distance d = distance(a.instance, b.instance);
      if (d.upper < threshold) {
        ASSERT_TRUE(found.contains(key));
        EXPECT_LE(found[key]->lower, d.upper);
        EXPECT_LE(d.lower, found[key]->upper);
        ++near;
      } else if (d.lower > threshold) {
        EXPECT_FALSE(found.contains(key));
      }
    }
  }
  EXPECT_GT(near, 100);
}

// Every query against the same question to every object.
class AgainstAll {
 public:
  explicit AgainstAll(const Play& play) : play_(play) {
    play.scene.for_each_object([&](ObjectHandle h) { all_.emplace_back(h, &play.world.find(h)->instance); });
  }

  int expect_rays(const Ray& ray) const {
    std::vector<SceneRayHit> hits;
    for (const auto& [h, instance] : all_)
      if (const RayCast cast = ray_cast(*instance, ray)) hits.push_back({h, cast});
    std::stable_sort(hits.begin(), hits.end(), [](const SceneRayHit& x, const SceneRayHit& y) {
      return x.cast.parameter < y.cast.parameter;
    });
    std::vector<SceneRayHit> out(all_.size());
    const auto found = play_.scene.all_ray_hits(ray, out);
    EXPECT_EQ(found.found, hits.size());
    for (std::size_t i = 0; i < std::min(found.found, hits.size()); ++i)
      EXPECT_EQ(out[i].object, hits[i].object);
    const SceneRayHit first = play_.scene.ray_cast(ray);
    EXPECT_EQ(first.object, hits.empty() ? ObjectHandle{} : hits[0].object);
    EXPECT_EQ(bool(play_.scene.any_ray_hit(ray)), !hits.empty());
    return int(hits.size());
  }

  int expect_shape_cast(const Instance& moving, const Vec3& way) const {
    SceneShapeHit best;
    for (const auto& [h, instance] : all_) {
      const ShapeCast cast = shape_cast(moving, way, *instance);
      if (cast && (!best || cast.time < best.cast.time)) best = {h, cast};
    }
    EXPECT_EQ(play_.scene.shape_cast(moving, way).object, best.object);
    return best ? 1 : 0;
  }

  int expect_overlaps(const Instance& probe) const {
    std::vector<ObjectHandle> expected, out(all_.size());
    for (const auto& [h, instance] : all_)
      if (intersects(probe, *instance)) expected.push_back(h);
    out.resize(play_.scene.overlaps(probe, out).found);
    EXPECT_EQ(out, expected);
    return int(expected.size());
  }

  void expect_nearest(const Instance& probe) const {
    std::vector<SceneNeighbour> expected, out(3);
    for (const auto& [h, instance] : all_) expected.push_back({h, distance(probe, *instance)});
    std::stable_sort(expected.begin(), expected.end(), [](const SceneNeighbour& x, const SceneNeighbour& y) {
      return x.distance.upper < y.distance.upper;
    });
    ASSERT_EQ(play_.scene.nearest(probe, out).written.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(out[i].object, expected[i].object);
  }

 private:
  const Play& play_;
  std::vector<std::pair<ObjectHandle, const Instance*>> all_;
};

TEST(RandomScenes, QueriesAgreeWithBruteForce) {
  RandomPlot plot({.seed = 6, .objects = 30, .side = 6});
  Play play;
  Random random(7);
  int rays = 0, casts = 0, overlaps = 0;
  for (int frame = 0; frame < 12; ++frame) {
    play.apply(plot.next());
    if (frame % 3 == 1) (void)play.scene.refresh();
    if (frame % 3 == 2) (void)play.scene.update();
    const AgainstAll all(play);
    for (int i = 0; i < 12; ++i) {
      const Vec3 from = real(random.in_cube() * 5.0);
      rays +=
          all.expect_rays({from, real(random.in_cube() * 3.0) - from, random.chance(0.5) ? kInfinity : 1});
      const Instance probe{
          i % 2 == 0 ? Shape(Sphere{Real(0.3)}) : Shape(Box{{Real(0.3), Real(0.5), Real(0.2)}}),
          random_placement(random, 3)};
      casts += all.expect_shape_cast(probe, real(random.in_cube() * 6.0));
      overlaps += all.expect_overlaps(probe);
      all.expect_nearest(probe);
    }
  }
  EXPECT_GT(rays, 100);
  EXPECT_GT(casts, 50);
  EXPECT_LT(casts, 144);
  EXPECT_GT(overlaps, 100);
}

TEST(RandomScenes, QueriesDoNotAllocate) {
  if (!GRAZE_COUNTS_ALLOCATIONS) GTEST_SKIP();
  RandomPlot plot({.seed = 9, .objects = 30});
  Play play;
  play.apply(plot.next());
  ASSERT_FALSE(play.scene.update());
  play.apply(plot.next());  // some are pending
  const Instance probe{Sphere{1}, Affine()};
  SceneRayHit rays[4];
  ObjectHandle objects[4];
  SceneNeighbour near[4];
  const std::uint64_t before = allocation_count();
  std::size_t found = play.scene.all_ray_hits({{-9, 0, 0}, {1, 0, 0}}, rays).found;
  found += bool(play.scene.ray_cast({{-9, 0, 0}, {1, 0, 0}})) +
           bool(play.scene.any_ray_hit({{0, 9, 0}, {0, -1, 0}}));
  found += bool(play.scene.shape_cast(probe, {9, 0, 0})) + play.scene.overlaps(probe, objects).found;
  found += play.scene.at_point({}, objects).found + play.scene.nearest(probe, near).written.size();
  EXPECT_EQ(allocation_count(), before);
  EXPECT_GT(found, 10u);
}

}  // namespace
}  // namespace graze::test
