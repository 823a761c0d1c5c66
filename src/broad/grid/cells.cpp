// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/grid/cells.h"

#include <cmath>

#include "broad/table/proxies.h"
#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::size_t kMostSized = 1024;  // boxes whose size decides that of cells
constexpr double kMostAlong = 1 << 21;    // cells of a hashed grid along an axis, so that keys fit
// Times the longest side that three of four boxes do not exceed: measured with unit boxes at a density of
// 1/8.
constexpr double kCellSize = 2;
constexpr std::size_t kCellsPerBox = 4;  // more of them are not kept in an array

struct Extent {
  double lower[3], upper[3], farthest = 0;
};

[[nodiscard]] Extent measure_table(const ProxyTable& table) {
  Aabb bounds;
  for (ProxyId id = 0; id < table.capacity(); ++id)
    if (table.contains(id)) bounds = merge(bounds, table.now(id).box);
  Extent out{};
  for (int k = 0; k < 3; ++k) {
    out.lower[k] = double(bounds.lower[k]), out.upper[k] = double(bounds.upper[k]);
    out.farthest = std::max({out.farthest, std::abs(out.lower[k]), std::abs(out.upper[k])});
  }
  return out;
}

}  // namespace

CellShape plan_cells(const ProxyTable& table) {
  CellShape shape;
  if (table.size() == 0) return shape;
  const Extent extent = measure_table(table);
  double longest = 0;
  for (int k = 0; k < 3; ++k) longest = std::max(longest, extent.upper[k] - extent.lower[k]);
  double size = kCellSize * 2 * double(usual_half(table, kMostSized, 3));
  if (!(size > 0)) size = longest / std::cbrt(double(table.size()));
  // Far from the origin cells are not so small that rounding would matter.
  size = std::max({size, extent.farthest * 0x1p-40, 0x1p-500});
  if (!(longest < 0x1p500) || !(size < 0x1p500)) return shape;
  shape.scale = 1 / size;
  // Some room for boxes on their way out; a multiple of four, as blocks are.
  double cells = 1, along[3];
  for (int k = 0; k < 3; ++k) {
    const double used = (extent.upper[k] - extent.lower[k]) / size;
    along[k] = 4 * std::ceil((used * 1.125 + 3) / 4);
    cells *= along[k];
  }
  const bool is_dense = cells <= double(kCellsPerBox * table.size() + 64);
  for (int k = 0; k < 3; ++k) {
    const double n = is_dense ? along[k] : kMostAlong;
    shape.count[k] = static_cast<std::int32_t>(n);
    shape.base[k] = (extent.lower[k] + extent.upper[k]) / 2 - size * n / 2;
  }
  return shape;
}

void CellGrid::reset(const CellShape& shape, std::size_t boxes) {
  shape_ = shape;
  double cells = 1;
  for (const std::int32_t n : shape.count) cells *= double(n);
  is_uniform_ = cells <= double(kCellsPerBox * boxes + 64);
  cells_.clear();
  cells_.resize(is_uniform_ ? std::size_t(cells) : std::bit_ceil(4 * boxes + 64));
  made_ = 0;
  list_.clear();
  block_places_.assign(64, kNoNode);
  tree_ = {};
  is_filling_ = true;
}

void CellGrid::finish_filling() {
  is_filling_ = false;
  std::vector<BoxLeaf> leaves;
  leaves.reserve(list_.size());
  for (std::uint32_t i = 0; i < list_.size(); ++i)
    leaves.push_back({bounds_around(list_[i].first, 4), list_[i].filter, i, false});
  tree_ = {};
  if (!leaves.empty()) tree_.insert(leaves);
}

Aabb CellGrid::bounds_around(const CellAt& first, int cells) const {
  constexpr double kMost = double(std::numeric_limits<Real>::max()), kSafe = 1.0 / 64;
  Aabb out;
  for (int k = 0; k < 3; ++k) {
    // One cell more: a box may reach into it.
    const double low = shape_.base[k] + (first.k[k] - kSafe) / shape_.scale;
    const double high = shape_.base[k] + (first.k[k] + cells + 1 + kSafe) / shape_.scale;
    out.lower[k] = round_down(std::clamp(low, -kMost, kMost));
    out.upper[k] = round_up(std::clamp(high, -kMost, kMost));
  }
  return out;
}

std::uint32_t CellGrid::make_block(const CellAt& at) {
  const CellAt first{{at.k[0] & ~3, at.k[1] & ~3, at.k[2] & ~3}};
  const std::uint64_t key = key_of(first);
  const auto place_of_key = [&](std::uint64_t wanted) {
    std::size_t i = hash(wanted, block_places_.size());
    while (block_places_[i] != kNoNode && list_[block_places_[i]].key != wanted)
      i = (i + 1) & (block_places_.size() - 1);
    return i;
  };
  if (const std::uint32_t found = block_places_[place_of_key(key)]; found != kNoNode) return found;
  const auto fresh = static_cast<std::uint32_t>(list_.size());
  list_.push_back({key, 0, first, ProxyFilter{0, 0}});
  if (list_.size() * 2 > block_places_.size()) {
    block_places_.assign(block_places_.size() * 2, kNoNode);
    for (std::uint32_t i = 0; i < list_.size(); ++i) block_places_[place_of_key(list_[i].key)] = i;
  } else {
    block_places_[place_of_key(key)] = fresh;
  }
  if (!is_filling_) tree_.insert({bounds_around(list_[fresh].first, 4), ProxyFilter{0, 0}, fresh, false});
  return fresh;
}

CellGrid::Cell& CellGrid::make(const CellAt& at) {
  const std::uint64_t key = key_of(at);
  Cell& cell = cells_[is_uniform_ ? index_of(at) : probe(key)];
  if (cell.key == kNoKey) {
    cell.key = key;
    cell.block = make_block(at);
    ++made_;
  }
  return cell;
}

// Cells and blocks without boxes are left out.
void CellGrid::rehash() {
  std::vector<Cell> old;
  old.swap(cells_);
  std::size_t used = 0;
  for (const Cell& cell : old) used += cell.count > 0;
  cells_.resize(std::bit_ceil(4 * used + 64));
  made_ = 0;
  std::vector<Block> old_list;
  old_list.swap(list_);
  block_places_.assign(64, kNoNode);
  const bool was_filling = is_filling_;
  is_filling_ = true;
  for (const Cell& cell : old) {
    if (cell.count == 0) continue;
    const CellAt at = at_of(cell.key);
    Cell& fresh = make(at);
    const std::uint32_t block = fresh.block;
    fresh = cell;
    fresh.block = block;
    list_[block].used |= std::uint64_t{1} << bit_of(at);
    join_filter(block, old_list[cell.block].filter);
  }
  if (!was_filling) finish_filling();
}

void CellGrid::join_filter(std::uint32_t block, const ProxyFilter& filter) {
  const ProxyFilter joined = merge(list_[block].filter, filter);
  if (joined == list_[block].filter) return;
  list_[block].filter = joined;
  if (!is_filling_) tree_.update(block, tree_.leaf_box(block), joined);
}

void CellGrid::add_filter(const CellSpan& span, const ProxyFilter& filter) {
  (void)for_each_cell(span, [&](const CellAt& at) {
    join_filter(make(at).block, filter);
    return true;
  });
}

bool CellGrid::add_box(const CellSpan& span, ProxyId id, const ProxyFilter& filter,
                       const std::optional<CellSpan>& kept) {
  if (!is_uniform_ && (made_ + 8) * 2 > cells_.size()) rehash();
  Cell* cells[8];
  int count = 0;
  const bool has_room = for_each_cell(span, [&](const CellAt& at) {
    if (kept && kept->contains(at)) return true;
    cells[count] = &make(at);
    return cells[count++]->count < kMostInCell;
  });
  if (!has_room) return false;
  for (int i = 0; i < count; ++i) {
    Cell& cell = *cells[i];
    if (cell.count == 0) list_[cell.block].used |= std::uint64_t{1} << bit_of(at_of(cell.key));
    cell.ids[cell.count++] = id;
    join_filter(cell.block, filter);
  }
  return true;
}

void CellGrid::remove_box(const CellSpan& span, ProxyId id, const std::optional<CellSpan>& kept) {
  (void)for_each_cell(span, [&](const CellAt& at) {
    if (kept && kept->contains(at)) return true;
    Cell& cell = make(at);
    ProxyId* const place = std::find(cell.ids, cell.ids + cell.count, id);
    *place = cell.ids[--cell.count];
    if (cell.count == 0) list_[cell.block].used &= ~(std::uint64_t{1} << bit_of(at));
    return true;
  });
}

std::size_t CellGrid::memory_bytes() const {
  return heap_bytes(cells_, list_, block_places_) + tree_.memory_bytes();
}

}  // namespace graze::inline GRAZE_ABI
