// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/sweep/endpoints.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "broad/lockstep.h"

namespace graze::test {
namespace {

using Boxes = std::map<ProxyId, Aabb>;

// Sorted, lower sides first, and every stabbing number counted anew.
void audit(const Endpoints& endpoints, const Boxes& boxes) {
  for (int k = 0; k < 3; ++k) {
    const auto axis = endpoints.axis(k);
    ASSERT_EQ(axis.size(), 2 * boxes.size());
    ASSERT_TRUE(std::is_sorted(axis.begin(), axis.end()));
    std::set<ProxyId> open;
    for (const Endpoint& e : axis) {
      ASSERT_EQ(e.stabbing, open.size());
      ASSERT_EQ(e.value, e.is_upper() ? boxes.at(e.id()).upper[k] : boxes.at(e.id()).lower[k]);
      const bool is_new = e.is_upper() ? open.erase(e.id()) == 1 : open.insert(e.id()).second;
      ASSERT_TRUE(is_new);
    }
  }
  for (const auto& [id, box] : boxes) ASSERT_EQ(endpoints.box_of(id), box);
}

// Every pair that begins or ceases to overlap must be among the pairs of the move.
void check_move(Endpoints& endpoints, Boxes& boxes, ProxyId id, const Aabb& box, int& changes) {
  std::vector<ProxyPair> pairs;
  endpoints.move(id, box, pairs);
  for (const auto& [other, other_box] : boxes) {
    if (other == id || overlaps(other_box, boxes[id]) == overlaps(other_box, box)) continue;
    ++changes;
    const ProxyId one = other;
    const auto is_it = [&](const ProxyPair& p) {
      return (p.a == id && p.b == one) || (p.a == one && p.b == id);
    };
    ASSERT_TRUE(std::any_of(pairs.begin(), pairs.end(), is_it)) << id << " and " << other;
  }
  boxes[id] = box;
}

TEST(Endpoints, StaySortedAndCounted) {
  int changes = 0;
  for (const Places places : kAllPlaces) {
    Random random{9};
    Endpoints endpoints;
    Boxes boxes;
    for (int i = 0; i < 12; ++i) {
      std::vector<Endpoints::Box> fresh;
      for (int j = random.below(6); j >= 0; --j)
        fresh.push_back({make_box(random, places), ProxyId(10 * i + j)});
      for (const auto& box : fresh) boxes[box.id] = box.box;
      endpoints.insert_boxes(fresh);
      audit(endpoints, boxes);
      for (const auto& box : fresh) check_move(endpoints, boxes, box.id, make_box(random, places), changes);
      audit(endpoints, boxes);
      const ProxyId gone = fresh.front().id;
      if (i % 2 == 0) endpoints.retain([&](ProxyId id) { return id != gone; });
      if (i % 2 == 0) boxes.erase(gone);
      audit(endpoints, boxes);
      for (auto& [id, box] : boxes) box = make_box(random, places);
      endpoints.move_all([&](ProxyId id) { return boxes.at(id); });
      audit(endpoints, boxes);
      ASSERT_FALSE(testing::Test::HasFailure()) << int(places);
    }
  }
  EXPECT_GT(changes, 100);
}

TEST(Endpoints, FindWhatContainsAPoint) {
  Endpoints endpoints;
  const Endpoints::Box boxes[] = {{{{0, 0, 0}, {2, 1, 1}}, 0},  // ends at the point
                                  {{{1, 0, 0}, {9, 1, 1}}, 1},  // around it
                                  {{{2, 0, 0}, {3, 1, 1}}, 2},  // begins there
                                  {{{3, 0, 0}, {4, 1, 1}}, 3},
                                  {{{0, 0, 0}, {1, 1, 1}}, 4}};
  endpoints.insert_boxes(boxes);
  const std::uint32_t located = endpoints.find_endpoint(0, 2);
  EXPECT_EQ(endpoints.axis(0)[located].stabbing, 3u);
  std::set<ProxyId> ids;
  endpoints.visit_stabbed(0, located, [&](ProxyId id) { return ids.insert(id).second; });
  EXPECT_EQ(ids, (std::set<ProxyId>{0, 1, 2}));
  ids.clear();
  endpoints.visit_range({{2, 0, 0}, {3, 1, 1}}, [&](ProxyId id) { return ids.insert(id).second; });
  EXPECT_EQ(ids, (std::set<ProxyId>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace graze::test
