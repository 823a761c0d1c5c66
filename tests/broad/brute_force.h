// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

#include "graze/broad/broad_phase.h"

namespace graze::test {

/// The contract of broad phases, word by word: every box against every other, and all pairs remembered.
class BruteForce {
 public:
  struct Box {
    ProxyInput input;
    bool is_live = false;
    bool is_free = true;  // the number may be given out
  };
  UserPairFilter user_filter;
  std::vector<Box> boxes;
  std::vector<ProxyPair> pairs;  // as reported, sorted

  [[nodiscard]] static bool is_good(const Aabb& box) {
    for (int k = 0; k < 3; ++k)
      if (!std::isfinite(box.lower[k]) || !std::isfinite(box.upper[k]) || box.lower[k] > box.upper[k])
        return false;
    return true;
  }
  [[nodiscard]] bool contains(ProxyId id) const { return id < boxes.size() && boxes[id].is_live; }
  [[nodiscard]] std::size_t size() const {
    return std::size_t(std::count_if(boxes.begin(), boxes.end(), [](const Box& b) { return b.is_live; }));
  }
  ProxyId create(const ProxyInput& input) {
    std::size_t id = 0;
    while (id < boxes.size() && !boxes[id].is_free) ++id;
    if (id == boxes.size()) boxes.emplace_back();
    boxes[id] = {input, true, false};
    return ProxyId(id);
  }
  void move(ProxyId id, const Aabb& box) { boxes[id].input.box = box; }
  void destroy(ProxyId id) { boxes[id].is_live = false; }
  void set_filter(ProxyId id, const ProxyFilter& filter) { boxes[id].input.filter = filter; }

  [[nodiscard]] std::vector<PairEvent> flush() {
    std::vector<ProxyPair> now, gone, come;
    for (ProxyId a = 0; a < boxes.size(); ++a)
      for (ProxyId b = a + 1; b < boxes.size(); ++b)
        if (is_pair(a, b)) now.push_back({a, b});
    std::set_difference(pairs.begin(), pairs.end(), now.begin(), now.end(), std::back_inserter(gone));
    std::set_difference(now.begin(), now.end(), pairs.begin(), pairs.end(), std::back_inserter(come));
    std::vector<PairEvent> events;
    for (const ProxyPair& pair : gone) events.push_back({pair, PairChange::end});
    for (const ProxyPair& pair : come) events.push_back({pair, PairChange::begin});
    std::sort(events.begin(), events.end());
    pairs = now;
    for (Box& box : boxes) box.is_free = !box.is_live;
    return events;
  }
  [[nodiscard]] std::vector<ProxyId> overlapping(const Aabb& box, const ProxyFilter& filter) const {
    std::vector<ProxyId> out;
    for (ProxyId id = 0; id < boxes.size(); ++id)
      if (answers(id, filter) && overlaps(boxes[id].input.box, box)) out.push_back(id);
    return out;
  }
  /// All that let the filter through, by distance, then id.
  [[nodiscard]] std::vector<NearProxy> by_distance(const Vec3& p, const ProxyFilter& filter) const {
    std::vector<NearProxy> out;
    for (ProxyId id = 0; id < boxes.size(); ++id) {
      if (!answers(id, filter)) continue;
      double sum = 0;
      for (int k = 0; k < 3; ++k) {
        const double low = double(boxes[id].input.box.lower[k]), high = double(boxes[id].input.box.upper[k]);
        const double gap = double(p[k]) - std::clamp(double(p[k]), low, high);
        sum += gap * gap;
      }
      out.push_back({id, Real(sum)});
    }
    std::stable_sort(out.begin(), out.end(), [](const NearProxy& a, const NearProxy& b) {
      return a.squared_distance < b.squared_distance;
    });
    return out;
  }
  [[nodiscard]] bool answers(ProxyId id, const ProxyFilter& filter) const {
    return boxes[id].is_live && passes(boxes[id].input.filter, filter);
  }

 private:
  [[nodiscard]] bool is_pair(ProxyId a, ProxyId b) const {
    const Box &s = boxes[a], &t = boxes[b];
    return s.is_live && t.is_live && overlaps(s.input.box, t.input.box) &&
           passes(s.input.filter, t.input.filter) &&
           (s.input.mobility == ProxyMobility::moving || t.input.mobility == ProxyMobility::moving) &&
           (user_filter.accepts == nullptr || user_filter.accepts(user_filter.context, {a, b}));
  }
};

/// When a box, moved along a ray, meets another, in long double.
struct CastTimes {
  long double near = 0, far = INFINITY;
  long double blur = 0;  // what rounding the box at the origin of the ray may do to times

  CastTimes(const Aabb& box, const Ray& ray, const Aabb& other) {
    for (int k = 0; k < 3; ++k) {
      const long double d = ray.direction[k], o = ray.origin[k];
      const long double from = static_cast<long double>(other.lower[k]) - box.upper[k] - o;
      const long double to = static_cast<long double>(other.upper[k]) - box.lower[k] - o;
      if (d == 0) {
        if (from > 0 || to < 0) far = -INFINITY;
        continue;
      }
      const long double sum = std::abs(o) + std::max(std::abs(box.lower[k]), std::abs(box.upper[k]));
      blur = std::max(blur, sum * std::numeric_limits<double>::epsilon() / std::abs(d));
      near = std::max(near, std::min(from / d, to / d));
      far = std::min(far, std::max(from / d, to / d));
    }
  }
  /// Before max_t, whatever rounding by this factor does.
  [[nodiscard]] bool is_met(Real max_t, long double slack) const {
    return far >= 0 && near * (1 + slack) <= std::min(far, static_cast<long double>(max_t));
  }
  [[nodiscard]] bool may_be_met(Real max_t, long double slack) const {
    return far >= -blur && near * (1 - slack) - blur <= std::min(far + blur, static_cast<long double>(max_t));
  }
};

}  // namespace graze::test
