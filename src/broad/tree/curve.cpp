// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Trees from the order of centres along the Z-curve [Lauterbach09]: cells of an octree meet where the highest
// bit changes in which keys differ.

#include <algorithm>
#include <bit>
#include <utility>

#include "broad/tree/box_tree.h"
#include "tree/walk.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr int kBits = 10;  // of a key, per axis
using Place = CurveRoom::Place;

// Two zeros between any two bits.
[[nodiscard]] std::uint32_t spread(std::uint32_t x) {
  x = (x | x << 16) & 0x030000ff;
  x = (x | x << 8) & 0x0300f00f;
  x = (x | x << 4) & 0x030c30c3;
  return (x | x << 2) & 0x09249249;
}

/// Cells of a grid around all centres, numbered along the curve.
class Curve {
 public:
  explicit Curve(const Aabb& centres) : lower_(centres.lower) {
    for (int k = 0; k < 3; ++k) {
      const double size = double(centres.upper[k]) - double(centres.lower[k]);
      scale_[k] = size > 0 ? double(1 << kBits) / size : 0;
    }
  }
  [[nodiscard]] std::uint32_t key(const Vec3& p) const {
    std::uint32_t key = 0;
    for (int k = 0; k < 3; ++k) {
      const double at = (double(p[k]) - double(lower_[k])) * scale_[k];
      key |= spread(static_cast<std::uint32_t>(at < (1 << kBits) ? at : (1 << kBits) - 1)) << k;
    }
    return key;
  }

 private:
  Vec3 lower_;
  double scale_[3];
};

struct Span {
  std::uint32_t begin, end;
  [[nodiscard]] std::uint32_t count() const { return end - begin; }
};

/// The places of leaves while a tree is built.
class Order {
 public:
  Order(CurveRoom& room, LeafOf leaf_of) : room_(room), leaf_of_(leaf_of) {
    room_.spare.resize(room_.places.size());
  }
  [[nodiscard]] const Place& operator[](std::uint32_t i) const { return room_.places[i]; }

  /// Sorts a span along a curve through its own centres.
  void sort(const Span& span) {
    const std::span<Place> places = std::span(room_.places).subspan(span.begin, span.count());
    Aabb centres;
    for (const Place& place : places) centres = merge(centres, centre_of(place));
    const Curve curve(centres);
    for (Place& place : places) place.key = curve.key(centre_of(place));
    constexpr std::uint32_t kMany = 2048;  // digits pay
    if (span.count() >= kMany)
      sort_by_digits(places, std::span(room_.spare).subspan(span.begin, span.count()));
    else
      std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return a.key != b.key ? a.key < b.key : a.number < b.number;
      });
  }
  /// Where the highest bit changes in which keys of a span differ; its middle if all centres are equal.
  [[nodiscard]] std::uint32_t cut(const Span& span) {
    const auto difference = [&] { return room_.places[span.begin].key ^ room_.places[span.end - 1].key; };
    if (difference() == 0) sort(span);  // in smaller cells
    if (difference() == 0) return span.begin + span.count() / 2;
    const std::uint32_t bit = std::bit_floor(difference());
    const auto at = std::partition_point(room_.places.begin() + span.begin, room_.places.begin() + span.end,
                                         [&](const Place& place) { return (place.key & bit) == 0; });
    return static_cast<std::uint32_t>(at - room_.places.begin());
  }

 private:
  CurveRoom& room_;
  LeafOf leaf_of_;

  [[nodiscard]] Vec3 centre_of(const Place& place) const { return centre(leaf_of_(place.number).box); }
  // The lowest digit first; places of equal keys keep their order.
  static void sort_by_digits(std::span<Place> places, std::span<Place> spare) {
    for (int shift = 0; shift < 3 * kBits; shift += kBits) {
      std::uint32_t starts[1 << kBits] = {}, sum = 0;
      const auto digit = [&](const Place& place) { return place.key >> shift & ((1 << kBits) - 1); };
      for (const Place& place : places) ++starts[digit(place)];
      for (std::uint32_t& start : starts) start = std::exchange(sum, sum + start);
      for (const Place& place : places) spare[starts[digit(place)]++] = place;
      std::copy(spare.begin(), spare.end(), places.begin());
    }
  }
};

struct CurveCuts {
  Span spans[kBoxWidth];
  int count = 1;
};

// Cuts the child of the most leaves until there are four; deep in a tree in the middle.
[[nodiscard]] CurveCuts cut_in_four(Order& order, const Span& whole, bool is_deep) {
  CurveCuts out{{whole}, 1};
  while (out.count < kBoxWidth) {
    Span& most = *std::max_element(out.spans, out.spans + out.count,
                                   [](const Span& a, const Span& b) { return a.count() < b.count(); });
    if (most.count() < 2) break;
    const std::uint32_t middle = is_deep ? most.begin + most.count() / 2 : order.cut(most);
    out.spans[out.count++] = {middle, most.end};
    most.end = middle;
  }
  return out;
}

}  // namespace

// Nodes have four children, but for those at the bottom, which have two at least.
void BoxTree::reserve(std::size_t leaves, std::size_t numbers) {
  const std::size_t nodes = 2 * leaves / 3 + 1;
  nodes_.reserve(nodes);
  filters_.reserve(kBoxWidth * nodes);
  if (places_.size() < numbers) places_.resize(numbers);
}

void BoxTree::build_along_curve(CurveRoom& room, LeafOf leaf_of) {
  size_ = room.places.size();
  worn_ = 0;
  reset_nodes();
  if (size_ == 0) return;
  grow_along_curve(room, leaf_of);
  for (std::uint32_t n = static_cast<std::uint32_t>(nodes_.size()); n-- > 0;) join(n);
  built_cost_ = cost();
}

void BoxTree::grow_along_curve(CurveRoom& room, LeafOf leaf_of) {
  struct Work {
    Span span;
    std::uint32_t place;  // of the node to be made
    int depth;
  };
  // Levels that follow the curve; below them every level cuts the count by four.
  constexpr int kCurvedLevels = kMostHeight - 16;
  nodes_.clear();
  filters_.clear();
  Order order(room, leaf_of);
  walk::Stack<Work, 3 * kMostHeight + 1> stack;
  stack.push() = {{0, static_cast<std::uint32_t>(size_)}, kNoNode, 0};
  order.sort(stack.top().span);
  while (!stack.is_empty()) {
    const Work work = stack.top();
    stack.pop();
    const auto n = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back().parent = work.place;
    filters_.resize(filters_.size() + kBoxWidth, ProxyFilter{0, 0});
    if (work.place != kNoNode) nodes_[work.place / kBoxWidth].child[work.place % kBoxWidth] = n;
    const CurveCuts children = cut_in_four(order, work.span, work.depth >= kCurvedLevels);
    for (int i = children.count; i-- > 0;) {
      const Span& span = children.spans[i];
      nodes_[n].used = static_cast<std::uint8_t>(nodes_[n].used | 1u << i);
      if (span.count() == 1)
        put_leaf(place_of(n, i), leaf_of(order[span.begin].number));
      else
        stack.push() = {span, place_of(n, i), work.depth + 1};
    }
  }
}

}  // namespace graze::inline GRAZE_ABI
