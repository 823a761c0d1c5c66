// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Checksums of recordings: no number of a result may change unseen.

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <span>
#include <vector>

#include "scene/call_log.h"

namespace graze::test {
namespace {

// One result with one number changed after the other: as many different checksums as there are results.
template <class T>
void expect_each_to_count(const T& plain, std::span<const std::function<void(T&)>> changes) {
  std::set<std::uint64_t> sums{checksum(std::span<const T>(&plain, 1))};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    T changed = plain;
    changes[i](changed);
    EXPECT_TRUE(sums.insert(checksum(std::span<const T>(&changed, 1))).second) << "change " << i;
  }
}

TEST(Checksum, CountsEveryNumberOfAContact) {
  ContactManifold manifold{1, 2, 3, 4, {}};
  manifold.set.count = 1;
  ScenePair pair;
  pair.contacts = {&manifold, 1};
  const auto sum = [&] { return checksum(std::span<const ScenePair>(&pair, 1)); };
  std::set<std::uint64_t> sums{sum()};
  int changes = 0;
  const auto change = [&](auto& number) {
    const auto before = number;
    number = static_cast<std::remove_reference_t<decltype(number)>>(1 + static_cast<int>(number));
    EXPECT_TRUE(sums.insert(sum()).second) << "change " << changes;
    number = before;
    ++changes;
  };
  ContactSet& set = manifold.set;
  ContactPoint& p = set.points[0];
  for (std::uint32_t* x : {&manifold.piece_a, &manifold.piece_b, &manifold.leaf_a, &manifold.leaf_b})
    change(*x);
  for (Real* x : {&set.lower, &set.upper, &set.normal.y, &p.point_a.x, &p.point_b.y, &p.local_a.z,
                  &p.local_b.x, &p.gap})
    change(*x);
  change(set.iterations);
  change(set.contact);
  change(set.status);
  change(set.count);
  for (Feature* f : {&p.feature_a, &p.feature_b}) {
    change(f->kind);
    change(f->first);
    change(f->second);
  }
  EXPECT_EQ(changes, 22);
}

TEST(Checksum, CountsEveryNumberOfAPairAndItsDistance) {
  Distance far, other;
  const std::vector<std::function<void(ScenePair&)>> of_pair = {
      [](ScenePair& x) { x.distance = nullptr; },
      [](ScenePair& x) { x.has_sensor = true; },
      [](ScenePair& x) { x.phase = PairPhase::end; },
      [](ScenePair& x) { x.contact = Contact::touching; },
  };
  const std::vector<std::function<void(Distance&)>> of_distance = {
      [](Distance& d) { d.lower = 1; },
      [](Distance& d) { d.upper = 1; },
      [](Distance& d) { d.normal.x = 1; },
      [](Distance& d) { d.point_a.y = 1; },
      [](Distance& d) { d.point_b.z = 1; },
      [](Distance& d) { d.local_a.x = 1; },
      [](Distance& d) { d.local_b.y = 1; },
      [](Distance& d) { d.iterations = 1; },
      [](Distance& d) { d.piece_a = 1; },
      [](Distance& d) { d.piece_b = 1; },
      [](Distance& d) { d.contact = Contact::apart; },
      [](Distance& d) { d.status = Status::bound_loose; },
  };
  ScenePair pair;
  pair.distance = &far;
  std::vector<std::function<void(ScenePair&)>> changes = of_pair;
  for (const auto& change : of_distance)
    changes.push_back([&](ScenePair& x) {
      other = far;
      change(other);
      x.distance = &other;
    });
  expect_each_to_count<ScenePair>(pair, changes);
}

TEST(Checksum, CountsEveryNumberOfAnImpact) {
  const std::vector<std::function<void(SceneImpact&)>> changes = {
      [](SceneImpact& x) { x.has_sensor = true; },
      [](SceneImpact& x) { x.impact.hit = Hit::hit; },
      [](SceneImpact& x) { x.impact.starts_in_contact = true; },
      [](SceneImpact& x) { x.impact.status = Status::iteration_limit; },
      [](SceneImpact& x) { x.impact.iterations = 7; },
      [](SceneImpact& x) { x.impact.lower = Real(0.5); },
      [](SceneImpact& x) { x.impact.upper = Real(0.5); },
      [](SceneImpact& x) { x.impact.normal.x = 1; },
      [](SceneImpact& x) { x.impact.point.y = 1; },
      [](SceneImpact& x) { x.impact.local_a.z = 1; },
      [](SceneImpact& x) { x.impact.local_b.z = 1; },
      [](SceneImpact& x) { x.impact.piece_a = 1; },
      [](SceneImpact& x) { x.impact.piece_b = 1; },
      [](SceneImpact& x) {
        x.impact.placement_a = Affine(Vec3{1, 0, 0});
      },
      [](SceneImpact& x) {
        x.impact.placement_b = Affine(Vec3{1, 0, 0});
      },
      [](SceneImpact& x) { x.impact.feature_a.kind = FeatureKind::face; },
      [](SceneImpact& x) { x.impact.feature_a.first = 1; },
      [](SceneImpact& x) { x.impact.feature_b.first = 1; },
      [](SceneImpact& x) { x.impact.feature_b.second = 1; },
  };
  expect_each_to_count<SceneImpact>({}, changes);
}

}  // namespace
}  // namespace graze::test
