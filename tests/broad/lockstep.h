// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>

#include "brute_force.h"
#include "support/random.h"

namespace graze::test {

/// Where boxes of a test lie.
enum class Places {
  grid,       // few whole numbers: sides touch, boxes are flat, equal, points
  scattered,  // of one size
  identical,
  nested,
  flat,
  huge_and_tiny,
};
inline constexpr Places kAllPlaces[] = {Places::grid,   Places::scattered, Places::identical,
                                        Places::nested, Places::flat,      Places::huge_and_tiny};

inline Vec3 to_real(const V3d& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }

inline Aabb box_of(const V3d& centre, const V3d& half) {
  const Vec3 p = to_real(centre - half), q = to_real(centre + half);
  return {min(p, q), max(p, q)};
}

inline Aabb make_box(Random& random, Places places) {
  const V3d p = random.in_cube();
  switch (places) {
    case Places::grid: {
      const Vec3 low{Real(random.below(5)), Real(random.below(5)), Real(random.below(5))};
      return {low, low + Vec3{Real(random.below(3)), Real(random.below(3)), Real(random.below(3))}};
    }
    case Places::scattered:
      return box_of(p * 4, {0.5, 0.5, 0.5});
    case Places::identical:
      return {{1, 2, 3}, {2, 4, 7}};
    case Places::nested: {
      const double h = random.uniform(0.1, 5);
      return box_of(p * 0.1, {h, h, h});
    }
    case Places::flat:
      return box_of({p.x * 5, 2, p.z * 5}, {random.uniform(0, 1), 0, random.uniform(0, 1)});
    case Places::huge_and_tiny: {
      const double h = random.log_uniform(1e-3, 1e3);
      return box_of(p * 100, {h, h, h * random.uniform()});
    }
  }
  return {};
}

/// Events in short: "1+2" for a begin, "1-2" for an end.
inline std::string text_of(const std::vector<PairEvent>& events) {
  std::string out;
  for (const PairEvent& event : events)
    out += std::to_string(event.pair.a) + (event.change == PairChange::begin ? "+" : "-") +
           std::to_string(event.pair.b) + " ";
  return out;
}

/// Everything done to a broad phase and to brute force alike; answers are compared on the way.
template <class B>
class Lockstep {
 public:
  B broad;
  BruteForce truth;
  int begun = 0, ended = 0, found = 0, hits = 0, refused = 0;

  explicit Lockstep(const BroadPhaseSettings& settings = {}) : broad(settings) {
    truth.user_filter = settings.user_filter;
  }

  ProxyId create(const ProxyInput& input) {
    const auto id = broad.create(input);
    EXPECT_EQ(id.has_value(), BruteForce::is_good(input.box));
    if (!id) return ++refused, kNoProxy;
    EXPECT_EQ(*id, truth.create(input));
    return *id;
  }
  void create(const std::vector<ProxyInput>& inputs) {
    std::vector<ProxyId> out(inputs.size());
    ASSERT_FALSE(broad.create(inputs, out));
    for (std::size_t i = 0; i < inputs.size(); ++i) ASSERT_EQ(out[i], truth.create(inputs[i]));
  }
  void move(ProxyId id, const Aabb& box) {
    const bool is_good = truth.contains(id) && BruteForce::is_good(box);
    ASSERT_EQ(broad.move(id, box).has_value(), !is_good);
    if (is_good) truth.move(id, box);
    refused += !is_good;
  }
  void move(const std::vector<ProxyId>& ids, const std::vector<Aabb>& boxes) {
    ASSERT_FALSE(broad.move(ids, boxes));
    for (std::size_t i = 0; i < ids.size(); ++i) truth.move(ids[i], boxes[i]);
  }
  void destroy(ProxyId id) {
    ASSERT_EQ(broad.destroy(id).has_value(), !truth.contains(id));
    refused += !truth.contains(id);
    if (truth.contains(id)) truth.destroy(id);
  }
  void set_filter(ProxyId id, const ProxyFilter& filter) {
    ASSERT_EQ(broad.set_filter(id, filter).has_value(), !truth.contains(id));
    if (truth.contains(id)) truth.set_filter(id, filter);
  }
  void flush() {
    std::vector<PairEvent> events;
    broad.flush([&](const PairEvent& event) { events.push_back(event); });
    ASSERT_EQ(text_of(events), text_of(truth.flush()));
    for (const PairEvent& event : events) ++(event.change == PairChange::begin ? begun : ended);
  }

  void check_state() {
    ASSERT_EQ(broad.size(), truth.size());
    for (ProxyId id = 0; id <= truth.boxes.size(); ++id) {
      ASSERT_EQ(broad.contains(id), truth.contains(id));
      ASSERT_EQ(broad.box(id), truth.contains(id) ? truth.boxes[id].input.box : Aabb{});
    }
  }
  void check_overlaps(const Aabb& box, const ProxyFilter& filter = {}) {
    std::vector<ProxyId> ids;
    broad.overlaps(box, filter, [&](ProxyId id) { return ids.push_back(id), true; });
    std::sort(ids.begin(), ids.end());
    ASSERT_EQ(ids, truth.overlapping(box, filter));
    found += int(ids.size());
  }
  void check_nearest(const Vec3& point, std::size_t k, const ProxyFilter& filter = {}) {
    std::vector<NearProxy> out(k);
    auto expected = truth.by_distance(point, filter);
    expected.resize(std::min(k, expected.size()));
    ASSERT_EQ(broad.nearest(point, filter, out), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(out[i].id, expected[i].id);
      ASSERT_EQ(out[i].squared_distance, expected[i].squared_distance);
    }
  }
  /// A cast of a box; without one, of the point at the origin of the ray.
  void check_cast(const Aabb* box, const Ray& ray, const ProxyFilter& filter = {}) {
    std::set<ProxyId> ids;
    const Aabb moving = box != nullptr ? *box : Aabb{{0, 0, 0}, {0, 0, 0}};
    auto visit = [&](ProxyId id, Real t, Real max_t) {
      EXPECT_TRUE(ids.insert(id).second) << "twice: " << id;
      EXPECT_EQ(max_t, ray.max_t);
      const CastTimes times(moving, ray, truth.boxes[id].input.box);
      EXPECT_TRUE(truth.answers(id, filter) && times.may_be_met(ray.max_t, kSlack)) << id;
      EXPECT_NEAR(double(t), double(times.near), double(times.near * kSlack + times.blur));
      return max_t;
    };
    if (box != nullptr)
      broad.box_cast(*box, ray, filter, visit);
    else
      broad.ray_cast(ray, filter, visit);
    for (ProxyId id = 0; id < truth.boxes.size(); ++id) {
      const CastTimes times(moving, ray, truth.boxes[id].input.box);
      const bool is_hit = truth.answers(id, filter) && times.is_met(ray.max_t, kSlack);
      ASSERT_TRUE(!is_hit || ids.contains(id)) << "missed: " << id;
    }
    hits += int(ids.size());
  }
  /// The nearest box by shortening the ray must be that of all hits.
  void check_first_hit(const Ray& ray) {
    Real all = kInfinity, first = kInfinity;
    broad.ray_cast(ray, {}, [&](ProxyId, Real t, Real max_t) { return all = std::min(all, t), max_t; });
    broad.ray_cast(ray, {}, [&](ProxyId, Real t, Real) { return first = t; });
    ASSERT_EQ(all, first);
  }

 private:
  // A float has been rounded down to, twice where the box moves; in double three operations were rounded.
  static constexpr long double kSlack = 8 * static_cast<long double>(kEpsilon);
};

/// Random calls on a few boxes, some of them wrong, with flushes and queries in between.
template <class B>
class Sequence {
 public:
  Lockstep<B> both;

  Sequence(std::uint64_t seed, Places places, const BroadPhaseSettings& settings = {})
      : both(settings), random_(seed), places_(places) {}

  void step() {
    const int what = random_.below(16);
    if (what < 4) return (void)both.create(input());
    if (what < 9) return both.move(any_id(), box());
    if (what < 10) return both.destroy(any_id());
    if (what < 11) return both.set_filter(any_id(), filter());
    if (what < 13) return both.flush();
    if (what < 14) return both.check_overlaps(make_box(random_, places_), filter());
    if (what < 15) return both.check_nearest(point(), std::size_t(random_.below(4)), filter());
    if (random_.chance(0.2)) return both.check_first_hit(ray());
    if (random_.chance(0.5)) return both.check_cast(nullptr, ray(), filter());
    const Aabb moving = make_box(random_, places_);
    both.check_cast(&moving, ray(), filter());
  }

 private:
  Random random_;
  Places places_;

  [[nodiscard]] ProxyId any_id() { return ProxyId(random_.below(int(both.truth.boxes.size()) + 1)); }
  [[nodiscard]] ProxyFilter filter() {
    if (random_.chance(0.5)) return {};
    return {std::uint32_t(random_.below(8)), std::uint32_t(random_.below(8))};
  }
  [[nodiscard]] Aabb box() {
    Aabb out = make_box(random_, places_);
    if (random_.chance(0.95)) return out;
    const Real wrong[] = {std::numeric_limits<Real>::quiet_NaN(), kInfinity, out.upper.y + 1};
    out.lower.y = wrong[random_.below(3)];
    return out;
  }
  [[nodiscard]] ProxyInput input() {
    return {box(), filter(), random_.chance(0.3) ? ProxyMobility::fixed : ProxyMobility::moving};
  }
  [[nodiscard]] Vec3 point() { return make_box(random_, places_).upper; }
  // Straight, slanted, or none; from a corner of a box half the time.
  [[nodiscard]] Ray ray() {
    Ray out{point(), to_real(random_.direction()), kInfinity};
    for (int k = 0; k < 3; ++k)
      if (random_.chance(0.3)) out.direction[k] = Real(random_.below(3) - 1);
    if (random_.chance(0.5)) out.max_t = Real(random_.uniform(0, 6));
    if (random_.chance(0.5)) out.origin += to_real(random_.in_cube());
    return out;
  }
};

}  // namespace graze::test
