// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "graze/math/aabb.h"
#include "math/rounding.h"

// The book's AABB tree: binary, one piece per leaf, cut at the mean along the longest axis. Only here, to
// count what it would have tested; the library's own tree is another.

namespace graze::test {

using Mat3d = BasicMat3<double>;

struct BinaryNode {
  Vec3d centre, half;
  std::uint32_t child = 0;  // the first of two; 0: a leaf
  std::uint32_t id = 0;
};

class BinaryTree {
 public:
  std::vector<BinaryNode> nodes;

  explicit BinaryTree(const std::vector<Aabb>& boxes) : boxes_(boxes), order_(boxes.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    nodes.emplace_back();
    build(0, 0, order_.size());
  }

 private:
  void build(std::size_t at, std::size_t first, std::size_t last) {
    Aabb box;
    for (std::size_t i = first; i < last; ++i) box = merge(box, boxes_[order_[i]]);
    nodes[at].centre = (Vec3d(box.lower) + Vec3d(box.upper)) * 0.5;
    nodes[at].half = (Vec3d(box.upper) - Vec3d(box.lower)) * 0.5;
    if (last - first == 1) {
      nodes[at].id = order_[first];
      return;
    }
    const Vec3d& h = nodes[at].half;
    const int axis = h.x >= h.y && h.x >= h.z ? 0 : h.y >= h.z ? 1 : 2;
    const auto place = [&](std::uint32_t i) {
      return double(boxes_[i].lower[axis]) + double(boxes_[i].upper[axis]);
    };
    double mean = 0;
    for (std::size_t i = first; i < last; ++i) mean += place(order_[i]) / double(last - first);
    const auto from = order_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto to = order_.begin() + static_cast<std::ptrdiff_t>(last);
    auto middle = std::partition(from, to, [&](std::uint32_t i) { return place(i) < mean; });
    if (middle == from || middle == to) middle = from + (to - from) / 2;
    const auto child = static_cast<std::uint32_t>(nodes.size());
    const auto cut = static_cast<std::size_t>(middle - order_.begin());
    nodes[at].child = child;
    nodes.resize(nodes.size() + 2);
    build(child, first, cut);
    build(child + 1, cut, last);
  }

  const std::vector<Aabb>& boxes_;
  std::vector<std::uint32_t> order_;
};

enum class Axes { fifteen, six };

/// Boxes of two trees under one rotation: the matrix and its absolute value serve all pairs. [Gottschalk96]
struct TurnedTrees {
  Mat3d turn, absolute;
  Vec3d offset;

  TurnedTrees(const Mat3d& a_from_b, const Vec3d& translation) : turn(a_from_b), offset(translation) {
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) absolute.columns[k][i] = std::abs(turn.columns[k][i]) + 1e-9;
  }
  [[nodiscard]] bool are_apart(const BinaryNode& a, const BinaryNode& b, Axes axes) const {
    const Vec3d t = turn * b.centre + offset - a.centre;
    for (int i = 0; i < 3; ++i)
      if (std::abs(t[i]) > a.half[i] + dot(absolute.row(i), b.half)) return true;
    for (int j = 0; j < 3; ++j)
      if (std::abs(dot(turn.columns[j], t)) > b.half[j] + dot(absolute.columns[j], a.half)) return true;
    if (axes == Axes::six) return false;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        const double reach = a.half[i1] * absolute.columns[j][i2] + a.half[i2] * absolute.columns[j][i1] +
                             b.half[j1] * absolute.columns[j2][i] + b.half[j2] * absolute.columns[j1][i];
        if (std::abs(t[i2] * turn.columns[j][i1] - t[i1] * turn.columns[j][i2]) > reach) return true;
      }
    return false;
  }
};

/// leaf(id_a, id_b) -> bool, false ends it. Counts the pairs of boxes.
template <class Leaf>
void visit_binary(const BinaryTree& a, const BinaryTree& b, const TurnedTrees& turned, Axes axes,
                  std::size_t& tests, Leaf leaf) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stack{{0, 0}};
  while (!stack.empty()) {
    const auto [i, j] = stack.back();
    stack.pop_back();
    const BinaryNode &x = a.nodes[i], &y = b.nodes[j];
    ++tests;
    if (turned.are_apart(x, y, axes)) continue;
    if (x.child == 0 && y.child == 0) {
      if (!leaf(x.id, y.id)) return;
      continue;
    }
    const bool is_x_larger = x.half.x + x.half.y + x.half.z >= y.half.x + y.half.y + y.half.z;
    const bool is_x_opened = y.child == 0 || (x.child != 0 && is_x_larger);
    for (const std::uint32_t k : {1u, 0u}) {
      if (is_x_opened) {
        stack.emplace_back(x.child + k, j);
      } else {
        stack.emplace_back(i, y.child + k);
      }
    }
  }
}

}  // namespace graze::test
