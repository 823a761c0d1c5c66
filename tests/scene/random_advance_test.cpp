// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Scene::advance() on random scenes of all sorts of shapes: against the time of impact of every pair, on
// threads, in other orders of moves, beside updates without it.

#include "motion/swept_bounds.h"
#include "property/motions.h"
#include "random_scene.h"
#include "support/threads.h"

namespace graze::test {
namespace {

using Placements = std::map<std::uint64_t, Affine>;
using Paths = std::map<std::uint64_t, Path>;

// A play that knows where its frame began, and sets a motion now and then.
struct MovingPlay {
  Play play;
  Placements begin;
  Paths given;

  explicit MovingPlay(const SceneSettings& settings = {}) : play(settings) {}

  void apply(const FrameChanges& frame, MoveOrder order = MoveOrder::forward) {
    given.clear();
    begin.clear();
    note();
    play.apply(frame, order);
    for (std::size_t i = 0; i < frame.made.size(); ++i)
      begin[play.objects[play.objects.size() - frame.made.size() + i].bits] =
          frame.made[i].instance.placement;
    note();  // what was added
  }
  // Most objects turn by up to a right angle and a bit, over where they have come.
  void turn_some(std::uint64_t seed) {
    Motions motions(seed);
    for (const auto& [bits, from] : begin) {
      const Object* object = play.world.find({bits});
      if (object == nullptr || motions.uniform(0, 1) < 0.3) continue;
      const Mat3 turn = to_matrix(rotation_about(motions.direction(), Real(motions.uniform(0, 1.7))));
      const Affine to(turn * from.linear(), object->instance.placement.translation());
      EXPECT_FALSE(play.world.set_placement({bits}, to));
    }
  }
  // Many objects get a motion of their own.
  void set_motions(std::uint64_t seed) {
    Motions motions(seed);
    play.scene.for_each_object([&](ObjectHandle h) {
      const Instance& instance = play.world.find(h)->instance;
      const Path path = motions.path(instance.placement, motions.vector(2), 3, false);
      if (motions.uniform(0, 1) < 0.3 || !path.is_valid() || instance.shape.kind() == ShapeKind::half_space)
        return;
      EXPECT_FALSE(play.scene.set_motion(h, path));
      given[h.bits] = path;
    });
  }
  // As documented.
  [[nodiscard]] Path path_of(ObjectHandle h) const {
    if (const auto found = given.find(h.bits); found != given.end()) return found->second;
    const Instance& instance = play.world.find(h)->instance;
    const Affine from = begin.at(h.bits), to = instance.placement;
    if (from.linear() == to.linear()) return Path::entrywise(from, to);
    if (const Path path = Path::slerp(from, to); path.is_valid()) return path;
    return instance.shape.kind() == ShapeKind::half_space ? Path(to) : Path::entrywise(from, to);
  }

 private:
  void note() {
    play.scene.for_each_object(
        [&](ObjectHandle h) { begin.try_emplace(h.bits, play.world.find(h)->instance.placement); });
  }
};

std::string impact_bytes(const Scene& scene) {
  std::string bytes;
  const auto put = [&](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const auto put_vector = [&](const Vec3& v) { put(v.x), put(v.y), put(v.z); };
  for (const SceneImpact& x : scene.impacts()) {
    put(x.a.bits), put(x.b.bits), put(x.has_sensor), put(x.impact.hit), put(x.impact.starts_in_contact);
    put(x.impact.status), put(x.impact.lower), put(x.impact.upper), put(x.impact.piece_a),
        put(x.impact.piece_b);
    for (const Vec3& v : {x.impact.normal, x.impact.point, x.impact.local_a, x.impact.local_b}) put_vector(v);
  }
  return bytes;
}

struct Seen {
  int hits = 0, misses = 0, starts = 0, turned = 0;
};

// Every pair of the scene that is looked at, asked alone. A graze may be seen by one and not by the other:
// what was learned of the pair in the frame before is another start of the search.
void compare_with_brute_force(const MovingPlay& moving, const MotionSettings& settings, Seen& seen) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, const SceneImpact*> found;
  for (const SceneImpact& x : moving.play.scene.impacts()) found[{x.a.bits, x.b.bits}] = &x;
  std::vector<ObjectHandle> all;
  moving.play.scene.for_each_object([&](ObjectHandle h) { all.push_back(h); });
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const Object &a = *moving.play.world.find(all[i]), &b = *moving.play.world.find(all[j]);
      const bool is_fixed = a.mobility == ProxyMobility::fixed && b.mobility == ProxyMobility::fixed;
      const bool is_pair = !is_fixed && passes(a.filter, b.filter);
      const auto at = found.find({all[i].bits, all[j].bits});
      if (!is_pair) {
        EXPECT_EQ(at, found.end());
        continue;
      }
      const TimeOfImpact r =
          time_of_impact(a.instance.shape, moving.path_of(all[i]), a.instance.margin, b.instance.shape,
                         moving.path_of(all[j]), b.instance.margin, settings);
      ++(!r ? seen.misses : r.starts_in_contact ? seen.starts : seen.hits);
      if (at == found.end()) {
        EXPECT_TRUE(r.hit != Hit::hit || r.starts_in_contact) << i << " " << j << " at " << r.lower;
      } else {
        const TimeOfImpact& ours = at->second->impact;
        // Who begins within the target, or grazes it, was asked for contact itself.
        const bool may_be_contact = settings.target > 0 && (r.starts_in_contact || r.hit == Hit::uncertain);
        EXPECT_TRUE(ours.hit == Hit::uncertain || may_be_contact || (r && !r.starts_in_contact))
            << i << " " << j;
        if (ours.hit != Hit::hit || r.hit != Hit::hit || may_be_contact) continue;
        EXPECT_LE(ours.lower, r.upper) << i << " " << j;
        EXPECT_LE(r.lower, ours.upper) << i << " " << j;
      }
    }
}

void expect_in_order(std::span<const SceneImpact> impacts) {
  for (std::size_t i = 1; i < impacts.size(); ++i) {
    const SceneImpact &x = impacts[i - 1], &y = impacts[i];
    EXPECT_TRUE(x.impact.lower < y.impact.lower ||
                (x.impact.lower == y.impact.lower &&
                 std::pair(x.a.slot(), x.b.slot()) < std::pair(y.a.slot(), y.b.slot())));
  }
}

TEST(RandomAdvance, FindsTheTimeOfImpactOfEveryPair) {
  Seen seen;
  for (const bool with_contacts : {false, true}) {
    AdvanceSettings settings;
    if (with_contacts) settings.motion.target = Real(0.2);
    RandomPlot plot({.seed = with_contacts ? 41u : 42u, .objects = 24, .side = 7, .step = 1.5});
    MovingPlay moving({.with_contacts = with_contacts, .prediction = Real(0.05)});
    for (int frame = 0; frame < 14; ++frame) {
      moving.apply(plot.next());
      if (frame % 2 == 1) moving.turn_some(std::uint64_t(frame));
      if (frame % 3 == 2) moving.set_motions(std::uint64_t(frame));
      ASSERT_FALSE(moving.play.scene.advance(settings));
      expect_in_order(moving.play.scene.impacts());
      compare_with_brute_force(moving, settings.motion, seen);
      ASSERT_FALSE(moving.play.scene.update());
    }
  }
  EXPECT_GT(seen.hits, 200);
  EXPECT_GT(seen.misses, 1000);
  EXPECT_GT(seen.starts, 100);
}

TEST(RandomAdvance, DependsNeitherOnThreadsNorOnTheOrderOfMoves) {
  for (const unsigned count : {1u, 2u, 4u}) {
    Threads threads{count};
    RandomPlot plot({.seed = 43, .objects = 30, .side = 6, .step = 1}),
        again({.seed = 43, .objects = 30, .side = 6, .step = 1});
    MovingPlay alone({.with_contacts = true}), other({.executor = threads.executor(), .with_contacts = true});
    std::size_t impacts = 0;
    for (int frame = 0; frame < 8; ++frame) {
      alone.apply(plot.next());
      other.apply(again.next(), MoveOrder::backward);
      AdvanceSettings settings;
      settings.selection = ImpactSelection(frame % 3);
      const bool ends_frame = frame % 4 != 3;
      for (MovingPlay* each : {&alone, &other}) {
        if (frame % 2 == 1) each->set_motions(std::uint64_t(frame));
        ASSERT_FALSE(each->play.scene.advance(settings));
        if (ends_frame) {
          ASSERT_FALSE(each->play.scene.update());
        }
      }
      ASSERT_EQ(impact_bytes(alone.play.scene), impact_bytes(other.play.scene)) << count << ", " << frame;
      if (ends_frame) {  // else pairs() is not valid: advance() came after the last update()
        ASSERT_EQ(bytes_of(alone.play.scene), bytes_of(other.play.scene));
      }
      impacts += alone.play.scene.impacts().size();
    }
    EXPECT_GT(impacts, 50u);
  }
}

// Impacts of a mode are those that its definition picks from the impacts of mode `all`.
TEST(RandomAdvance, SelectsOfAllImpacts) {
  int all_count = 0, per_object_count = 0;
  for (std::uint64_t seed = 50; seed < 58; ++seed) {
    RandomPlot plot({.seed = seed, .objects = 40, .side = 8, .step = 3});
    MovingPlay moving;
    moving.apply(plot.next());
    ASSERT_FALSE(moving.play.scene.update());
    moving.apply(plot.next());
    Scene& scene = moving.play.scene;
    ASSERT_FALSE(scene.advance());
    std::vector<std::pair<std::uint64_t, std::uint64_t>> per_object;
    std::map<std::uint64_t, int> had;
    for (const SceneImpact& x : scene.impacts()) {
      if (x.has_sensor) continue;
      const int had_a = had[x.a.bits]++, had_b = had[x.b.bits]++;
      if (had_a == 0 || had_b == 0) per_object.emplace_back(x.a.bits, x.b.bits);
    }
    all_count += int(scene.impacts().size());
    per_object_count += int(per_object.size());
    ASSERT_FALSE(scene.advance({.selection = ImpactSelection::per_object}));
    ASSERT_EQ(scene.impacts().size(), per_object.size());
    for (std::size_t i = 0; i < per_object.size(); ++i)
      EXPECT_EQ(per_object[i], std::pair(scene.impacts()[i].a.bits, scene.impacts()[i].b.bits));
    ASSERT_FALSE(scene.advance({.selection = ImpactSelection::first}));
    ASSERT_EQ(scene.impacts().size(), per_object.empty() ? 0u : 1u);
    if (per_object.empty()) continue;
    EXPECT_EQ(per_object[0], std::pair(scene.impacts()[0].a.bits, scene.impacts()[0].b.bits));
  }
  EXPECT_GT(all_count, per_object_count + 10);
  EXPECT_GT(per_object_count, 30);
}

// Larger boxes change what an update looks at, not what it finds.
TEST(RandomAdvance, LeavesTheResultsOfUpdates) {
  RandomPlot plot({.seed = 60, .objects = 24, .side = 6, .step = 0.5}),
      again({.seed = 60, .objects = 24, .side = 6, .step = 0.5});
  MovingPlay with, without;
  std::size_t pairs = 0;
  for (int frame = 0; frame < 30; ++frame) {
    with.apply(plot.next());
    without.apply(again.next());
    if (frame % 5 != 4) {
      ASSERT_FALSE(with.play.scene.advance());
    }
    for (MovingPlay* each : {&with, &without}) ASSERT_FALSE(each->play.scene.update());
    const auto x = with.play.scene.pairs(), y = without.play.scene.pairs();
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_EQ(x[i].a, y[i].a);
      EXPECT_EQ(x[i].b, y[i].b);
      EXPECT_EQ(x[i].phase, y[i].phase);
      pairs += 1;
    }
  }
  EXPECT_GT(pairs, 200u);
}

// Who meets in a frame has a contact at its beginning, no farther away than the two come together.
TEST(RandomAdvance, SpeculatesOnAllThatMeet) {
  Threads threads{3};
  RandomPlot plot({.seed = 70, .objects = 30, .side = 7, .step = 1}),
      again({.seed = 70, .objects = 30, .side = 7, .step = 1});
  MovingPlay moving, other({.executor = threads.executor()});
  std::size_t impacts = 0, pairs = 0;
  for (int frame = 0; frame < 10; ++frame) {
    moving.apply(plot.next());
    other.apply(again.next(), MoveOrder::backward);
    for (MovingPlay* each : {&moving, &other}) {
      if (frame % 3 == 2) each->set_motions(std::uint64_t(frame));
      ASSERT_FALSE(each->play.scene.advance());
      ASSERT_FALSE(each->play.scene.speculate(100));
    }
    std::map<std::pair<std::uint64_t, std::uint64_t>, const SpeculativePair*> found;
    for (const SpeculativePair& x : moving.play.scene.speculative_pairs()) {
      found[{x.a.bits, x.b.bits}] = &x;
      for (const ContactManifold& m : x.contacts)
        for (const ContactPoint& p : m.set.span()) EXPECT_LE(double(p.gap), double(x.prediction) * 1.001);
    }
    for (const SceneImpact& x : moving.play.scene.impacts()) {
      if (x.has_sensor || x.impact.hit != Hit::hit) continue;
      EXPECT_TRUE(found.contains({x.a.bits, x.b.bits})) << x.a.slot() << " " << x.b.slot();
      ++impacts;
    }
    pairs += found.size();
    const auto x = moving.play.scene.speculative_pairs(), y = other.play.scene.speculative_pairs();
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(x[i].contacts.size(), y[i].contacts.size());
      for (std::size_t k = 0; k < x[i].contacts.size(); ++k)
        for (int p = 0; p < x[i].contacts[k].set.count; ++p)
          EXPECT_EQ(x[i].contacts[k].set.points[p].gap, y[i].contacts[k].set.points[p].gap);
    }
    for (MovingPlay* each : {&moving, &other}) ASSERT_FALSE(each->play.scene.update());
  }
  EXPECT_GT(impacts, 30u);
  EXPECT_GT(pairs, 2 * impacts);
}

}  // namespace
}  // namespace graze::test
