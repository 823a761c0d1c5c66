// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/split.h"

#include <utility>
#include <vector>

#include "tree/binning.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Leaves are filled in steps: two leaves of two cost as much as one of four takes in memory alone. Of the
// usual size without a division, which is slow.
double weight(std::uint32_t count, const SplitSettings& settings) {
  if (settings.leaf_size == 4) return double((count + 3) / 4);
  return double((count + settings.leaf_size - 1) / settings.leaf_size);
}

// The cheapest plane of one axis replaces `best` if it is cheaper; the first of equals stays.
void find_plane(const Bins& bins, int axis, const SplitSettings& settings, Plane& best, double& cost) {
  double right_cost[kBins];
  Bin right{LaneBox::empty(), 0};
  for (int i = bins.count - 1; i > 0; --i) {
    right.merge(bins.at[axis][i]);
    right_cost[i] =
        right.count > 0 ? half_area(right.box, settings.unit) * weight(right.count, settings) : -1;
  }
  Bin left{LaneBox::empty(), 0};
  for (int i = 1; i < bins.count; ++i) {
    left.merge(bins.at[axis][i - 1]);
    if (left.count == 0 || right_cost[i] < 0) continue;
    const double sum = half_area(left.box, settings.unit) * weight(left.count, settings) + right_cost[i];
    if (best.axis >= 0 && !(sum < cost)) continue;
    best = {axis, i};
    cost = sum;
  }
}

// Puts the items on the left of the plane first, and measures both sides on the way.
Halves partition(std::span<Item> items, const Range& range, const Binning& binning, const Plane& plane) {
  const auto is_left = [&](const Item& item) {
    return binning.bin(item.half_centre(), plane.axis) < plane.bin;
  };
  Range left, right;
  std::uint32_t i = range.begin, j = range.end;
  for (;;) {
    for (; i < j && is_left(items[i]); ++i) left.add(items[i]);
    for (; i < j && !is_left(items[j - 1]); --j) right.add(items[j - 1]);
    if (i == j) break;
    std::swap(items[i], items[j - 1]);
  }
  Halves out{left, right};
  out.left.begin = range.begin;
  out.left.end = out.right.begin = i;
  out.right.end = range.end;
  return out;
}

Halves measured(std::span<const Item> items, Halves halves) {
  for (Range* half : {&halves.left, &halves.right})
    for (std::uint32_t i = half->begin; i < half->end; ++i) half->add(items[i]);
  return halves;
}

// Items in chunks of fixed size, so that the outcome does not depend on who works on them.
constexpr std::uint32_t kChunk = 16384;

struct Chunk {
  Bins bins{kBins};
  Range range;
  Halves halves;  // where its items go, and what they occupy
};

std::vector<Chunk> chunks_of(const Range& range) {
  std::vector<Chunk> chunks((range.count() + kChunk - 1) / kChunk);
  std::uint32_t begin = range.begin;
  for (Chunk& chunk : chunks) {
    chunk.range.begin = begin;
    chunk.range.end = begin += std::min(kChunk, range.end - begin);
  }
  return chunks;
}

// Where each chunk puts its items. Returns the middle.
std::uint32_t place(std::vector<Chunk>& chunks, const Range& range, const Plane& plane) {
  std::uint32_t middle = range.begin;
  for (Chunk& chunk : chunks) {
    chunk.halves.left.begin = chunk.halves.left.end = middle;
    middle += chunk.bins.count_left(plane);
  }
  std::uint32_t right = middle;
  for (Chunk& chunk : chunks) {
    chunk.halves.right.begin = chunk.halves.right.end = right;
    right += chunk.range.count() - chunk.bins.count_left(plane);
  }
  return middle;
}

}  // namespace

Plane Bins::best_plane(const Binning& binning, const SplitSettings& settings) const {
  Plane plane;
  double cost = 0;
  for (int k = 0; k < 3; ++k)
    if (binning.has_axis(k)) find_plane(*this, k, settings, plane, cost);
  return plane;
}

Halves split_by_area(std::span<Item> items, const Range& range, const SplitSettings& settings) {
  const Binning binning(range);
  Bins bins(binning.count());
  for (std::uint32_t i = range.begin; i < range.end; ++i) bins.add(binning, items[i]);
  const Plane plane = bins.best_plane(binning, settings);
  if (plane.axis < 0) return measured(items, cut_at(range, range.begin + range.count() / 2));
  return partition(items, range, binning, plane);
}

Halves split_large(std::span<Item> items, std::span<Item> spare, const Range& range,
                   const SplitSettings& settings, const Executor& executor) {
  const Binning binning(range);
  std::vector<Chunk> chunks = chunks_of(range);
  auto fill = [&](std::size_t c) {
    Chunk& chunk = chunks[c];
    for (std::uint32_t i = chunk.range.begin; i < chunk.range.end; ++i) chunk.bins.add(binning, items[i]);
  };
  run_tasks(executor, chunks.size(), fill);
  Bins bins(kBins);
  for (const Chunk& chunk : chunks) bins.merge(chunk.bins);
  const Plane plane = bins.best_plane(binning, settings);
  if (plane.axis < 0) return measured(items, cut_at(range, range.begin + range.count() / 2));
  Halves out = cut_at(range, place(chunks, range, plane));
  auto move = [&](std::size_t c) {
    Chunk& chunk = chunks[c];
    Range left = chunk.halves.left, right = chunk.halves.right;
    for (std::uint32_t i = chunk.range.begin; i < chunk.range.end; ++i) {
      Range& half = binning.bin(items[i].half_centre(), plane.axis) < plane.bin ? left : right;
      spare[half.end++] = items[i];
      half.add(items[i]);
    }
    chunk.halves = {left, right};
  };
  run_tasks(executor, chunks.size(), move);
  auto bring_back = [&](std::size_t c) {
    const Range& r = chunks[c].range;
    std::copy(spare.begin() + r.begin, spare.begin() + r.end, items.begin() + r.begin);
  };
  run_tasks(executor, chunks.size(), bring_back);
  for (const Chunk& chunk : chunks) {
    out.left.merge(chunk.halves.left);
    out.right.merge(chunk.halves.right);
  }
  return out;
}

Halves split_in_middle(std::span<Item> items, const Range& range) {
  const Aabb centres = range.centres.box();
  const Vec3 size = centres.upper - centres.lower;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::uint32_t middle = range.begin + range.count() / 2;
  const auto is_before = [&](const Item& a, const Item& b) {
    const Real ca = a.half_centre().v[axis], cb = b.half_centre().v[axis];
    return ca != cb ? ca < cb : a.id() < b.id();
  };
  std::nth_element(items.begin() + range.begin, items.begin() + middle, items.begin() + range.end, is_before);
  return measured(items, cut_at(range, middle));
}

}  // namespace graze::inline GRAZE_ABI
