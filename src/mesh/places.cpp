// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/places.h"

#include <algorithm>
#include <numeric>

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::uint32_t kLeaf = 4;

// The corner of a box that is farthest to the left of the way from a to b.
Planar leftmost(const Planar& lower, const Planar& upper, const Planar& a, const Planar& b) {
  return {a.y > b.y ? upper.x : lower.x, a.x < b.x ? upper.y : lower.y};
}

// Whether a box is clear of a closed triangle by one of its own sides, or by one of the triangle's.
bool is_clear(const Planar& lower, const Planar& upper, const Places::Triangle& t) {
  const auto [a, b, c] = t;
  if (std::max({a.x, b.x, c.x}) < lower.x || upper.x < std::min({a.x, b.x, c.x}) ||
      std::max({a.y, b.y, c.y}) < lower.y || upper.y < std::min({a.y, b.y, c.y}))
    return true;
  return orient2d(a, b, leftmost(lower, upper, a, b)) < 0 ||
         orient2d(b, c, leftmost(lower, upper, b, c)) < 0 || orient2d(c, a, leftmost(lower, upper, c, a)) < 0;
}

// Heads or tails, by chance but always alike.
bool coin(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t mixed = (a * std::uint64_t{0x9e3779b97f4a7c15} ^ b) * std::uint64_t{0xd6e8feb86659fd93};
  return mixed >> 63 != 0;
}

// How deep the middle of a box is in a triangle, in parts of its height: at most a third; rounded.
template <class Box>
double depth(const Box& box, const Places::Triangle& t) {
  const Planar p{(box.lower.x + box.upper.x) / 2, (box.lower.y + box.upper.y) / 2};
  const auto area = [](const Planar& u, const Planar& v, const Planar& w) {
    return (v.x - u.x) * (w.y - u.y) - (v.y - u.y) * (w.x - u.x);
  };
  return std::min({area(t.a, t.b, p), area(t.b, t.c, p), area(t.c, t.a, p)});
}

}  // namespace

Places::Places(std::span<const Planar> points) : place_(points.size()) {
  std::vector<std::uint32_t> by_place(points.size());
  std::iota(by_place.begin(), by_place.end(), 0u);
  std::sort(by_place.begin(), by_place.end(), [&](std::uint32_t i, std::uint32_t j) {
    return points[i].x != points[j].x ? points[i].x < points[j].x : points[i].y < points[j].y;
  });
  for (const std::uint32_t i : by_place) {
    if (places_.empty() || places_.back().x != points[i].x || places_.back().y != points[i].y)
      places_.push_back(points[i]);
    place_[i] = static_cast<std::uint32_t>(places_.size() - 1);
  }
  order_.resize(places_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  counts_.resize(places_.size());
  leaf_.resize(places_.size());
  nodes_.push_back({});
  nodes_[0].end = static_cast<std::uint32_t>(places_.size());
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) build(i);
}

// The box of a node, and its two children, which are built later.
void Places::build(std::uint32_t index) {
  Node node = nodes_[index];
  node.lower = node.upper = places_[order_[node.first]];
  for (std::uint32_t i = node.first; i < node.end; ++i) {
    const Planar& p = places_[order_[i]];
    node.lower = {std::min(node.lower.x, p.x), std::min(node.lower.y, p.y)};
    node.upper = {std::max(node.upper.x, p.x), std::max(node.upper.y, p.y)};
  }
  if (node.end - node.first > kLeaf) {
    const bool by_x = node.upper.x - node.lower.x > node.upper.y - node.lower.y;
    const std::uint32_t middle = (node.first + node.end) / 2;
    std::nth_element(order_.begin() + node.first, order_.begin() + middle, order_.begin() + node.end,
                     [&](std::uint32_t i, std::uint32_t j) {
                       const Planar &p = places_[i], &q = places_[j];
                       return by_x ? p.x < q.x || (p.x == q.x && i < j) : p.y < q.y || (p.y == q.y && i < j);
                     });
    node.child = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({{}, {}, index, node.first, middle});
    nodes_.push_back({{}, {}, index, middle, node.end});
  } else {
    for (std::uint32_t i = node.first; i < node.end; ++i) leaf_[order_[i]] = index;
  }
  nodes_[index] = node;
}

void Places::count(std::uint32_t place, int by) {
  counts_[place] += static_cast<std::uint32_t>(by);
  if (counts_[place] != (by > 0 ? 1u : 0u)) return;
  for (std::uint32_t node = leaf_[place];; node = nodes_[node].parent) {
    nodes_[node].standing += static_cast<std::uint32_t>(by);
    if (node == 0) return;
  }
}

bool Places::is_second_first(std::uint32_t child, const Triangle& t, std::uint32_t key) const {
  const double first = depth(nodes_[child], t), second = depth(nodes_[child + 1], t);
  return first > 0 && second > 0 ? coin(child, key) : second > first;
}

std::optional<std::uint32_t> Places::find(std::size_t a, std::size_t b, std::size_t c) {
  const Places::Triangle t{places_[place_[a]], places_[place_[b]], places_[place_[c]]};
  const auto is_inside = [&](std::uint32_t place) {
    if (counts_[place] == 0 || place == place_[a] || place == place_[b] || place == place_[c]) return false;
    const Planar& p = places_[place];
    return orient2d(t.a, t.b, p) >= 0 && orient2d(t.b, t.c, p) >= 0 && orient2d(t.c, t.a, p) >= 0;
  };
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const Node& node = nodes_[stack_.back()];
    stack_.pop_back();
    ++steps_;
    if (node.standing == 0 || is_clear(node.lower, node.upper, t)) continue;
    if (node.child != 0) {
      const bool is_second = is_second_first(node.child, t, place_[b]);
      stack_.push_back(node.child + (is_second ? 0 : 1));
      stack_.push_back(node.child + (is_second ? 1 : 0));
      continue;
    }
    for (std::uint32_t i = node.first; i < node.end; ++i)
      if (is_inside(order_[i])) return order_[i];
  }
  return std::nullopt;
}

}  // namespace graze::inline GRAZE_ABI
