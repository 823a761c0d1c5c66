// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/split.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace graze::inline GRAZE_ABI {
namespace {

constexpr int kBins = 16;

// From half centres to bins, per axis. An axis along which centres hardly differ has factor 0, hence one bin.
class Binning {
 public:
  explicit Binning(const Aabb& centres) : lower_(centres.lower) {
    for (int k = 0; k < 3; ++k) {
      const Real range = centres.upper[k] - centres.lower[k];
      // The quotient must stay finite.
      factor_[k] = range > kBins * std::numeric_limits<Real>::min() ? kBins / range : 0;
    }
  }
  [[nodiscard]] bool has_axis(int axis) const { return factor_[axis] > 0; }
  [[nodiscard]] int bin(const Vec3& half_centre, int axis) const {
    const int i = static_cast<int>((half_centre[axis] - lower_[axis]) * factor_[axis]);
    return std::min(i, kBins - 1);
  }

 private:
  Vec3 lower_, factor_;
};

struct Bin {
  Aabb box;
  std::uint32_t count = 0;
};

struct Plane {
  int axis = -1;  // none
  int bin = 0;    // first on the right
};

// Leaves are filled in steps: two leaves of two cost as much as one of four takes in memory alone.
double weight(std::uint32_t count, const SplitSettings& settings) {
  return double((count + settings.leaf_size - 1) / settings.leaf_size);
}

// The cheapest plane of one axis replaces `best` if it is cheaper; the first of equals stays.
void find_plane(const Bin (&bins)[kBins], int axis, const SplitSettings& settings, Plane& best,
                double& cost) {
  double right_cost[kBins] = {};
  Bin right;
  for (int i = kBins - 1; i > 0; --i) {
    right = {merge(right.box, bins[i].box), right.count + bins[i].count};
    right_cost[i] =
        right.count > 0 ? half_area(right.box, settings.unit) * weight(right.count, settings) : -1;
  }
  Bin left;
  for (int i = 1; i < kBins; ++i) {
    left = {merge(left.box, bins[i - 1].box), left.count + bins[i - 1].count};
    if (left.count == 0 || right_cost[i] < 0) continue;
    const double sum = half_area(left.box, settings.unit) * weight(left.count, settings) + right_cost[i];
    if (best.axis >= 0 && !(sum < cost)) continue;
    best = {axis, i};
    cost = sum;
  }
}

// Puts the items that `is_left` takes first, and measures both sides on the way.
template <class IsLeft>
Halves partition(std::span<Item> items, const Range& range, IsLeft is_left) {
  Halves out;
  std::uint32_t i = range.begin, j = range.end;
  for (;;) {
    for (; i < j && is_left(items[i]); ++i) out.left.add(items[i].box);
    for (; i < j && !is_left(items[j - 1]); --j) out.right.add(items[j - 1].box);
    if (i == j) break;
    std::swap(items[i], items[j - 1]);
  }
  out.left.begin = range.begin;
  out.left.end = out.right.begin = i;
  out.right.end = range.end;
  return out;
}

Halves halves_at(std::span<const Item> items, const Range& range, std::uint32_t middle) {
  Halves out;
  out.left.begin = range.begin;
  out.left.end = out.right.begin = middle;
  out.right.end = range.end;
  for (std::uint32_t i = range.begin; i < middle; ++i) out.left.add(items[i].box);
  for (std::uint32_t i = middle; i < range.end; ++i) out.right.add(items[i].box);
  return out;
}

}  // namespace

Halves split_by_area(std::span<Item> items, const Range& range, const SplitSettings& settings) {
  const Binning binning(range.centres);
  Bin bins[3][kBins];
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    const Aabb& box = items[i].box;
    const Vec3 c = half_centre(box);
    for (int k = 0; k < 3; ++k) {
      Bin& bin = bins[k][binning.bin(c, k)];
      bin.box = merge(bin.box, box);
      ++bin.count;
    }
  }
  Plane plane;
  double cost = 0;
  for (int k = 0; k < 3; ++k)
    if (binning.has_axis(k)) find_plane(bins[k], k, settings, plane, cost);
  if (plane.axis < 0) return halves_at(items, range, range.begin + range.count() / 2);
  return partition(items, range, [&](const Item& item) {
    return binning.bin(half_centre(item.box), plane.axis) < plane.bin;
  });
}

Halves split_in_middle(std::span<Item> items, const Range& range) {
  const Vec3 size = range.centres.upper - range.centres.lower;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::uint32_t middle = range.begin + range.count() / 2;
  const auto is_before = [&](const Item& a, const Item& b) {
    const Real ca = half_centre(a.box)[axis], cb = half_centre(b.box)[axis];
    return ca != cb ? ca < cb : a.id < b.id;
  };
  std::nth_element(items.begin() + range.begin, items.begin() + middle, items.begin() + range.end, is_before);
  return halves_at(items, range, middle);
}

}  // namespace graze::inline GRAZE_ABI
