// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "query/manifold/known_pieces.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr int kPause = 32;  // visits after which it is tried again whether close pairs are few enough

bool is_same(const Shape& known, const Shape& now) {
  const ShapeView &x = known.view(), &y = now.view();
  return x.kind == y.kind && x.block == y.block && std::equal(x.values, x.values + 6, y.values);
}

std::uint64_t version_of(const PieceReader& reader) {
  return reader.pieces() == nullptr ? 0 : reader.pieces()->version;
}

}  // namespace

bool ClosePairList::is_complete(const PieceOperands& pieces, const Shapes& shapes, double within,
                                double& reach) {
  reach = -1;
  if (!is_of(pieces, shapes)) {
    begin(pieces, shapes);
    return false;
  }
  const double moved = pieces.most_motion(placement_);
  ++age_;
  if (within + moved <= reach_) return true;
  // So far that it lasts for some frames, but not so far that it holds much.
  const double size = pieces.frame().size(), some_frames = 8 * moved / age_;
  begin(pieces, shapes);
  if (pause_ > 0 || !(some_frames <= size / 64))
    pause_ = std::max(pause_ - 1, 0);
  else
    reach = within + std::max(some_frames, size / 1024);
  return false;
}

bool ClosePairList::finish(double reach) {
  if (pairs_.size() > ManifoldCache::kCapacity) {
    pause_ = kPause;
    return false;
  }
  std::sort(pairs_.begin(), pairs_.end(),
            [](const PieceIds& x, const PieceIds& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  reach_ = reach;
  return true;
}

bool ClosePairList::is_of(const PieceOperands& pieces, const Shapes& shapes) const {
  return is_same(shapes_[0], *shapes.a) && is_same(shapes_[1], *shapes.b) &&
         versions_[0] == version_of(pieces.a) && versions_[1] == version_of(pieces.b) &&
         margins_ == pieces.margins();
}

// Empty, and of this pair from this placement on.
void ClosePairList::begin(const PieceOperands& pieces, const Shapes& shapes) {
  shapes_[0] = *shapes.a;
  shapes_[1] = *shapes.b;
  versions_[0] = version_of(pieces.a);
  versions_[1] = version_of(pieces.b);
  margins_ = pieces.margins();
  placement_ = pieces.placement();
  reach_ = -1;
  age_ = 0;
  pairs_.clear();
}

ManifoldCache::ManifoldCache() noexcept = default;
ManifoldCache::ManifoldCache(const ManifoldCache& other)
    : memory_(other.memory_ == nullptr ? nullptr : std::make_unique<ManifoldMemory>(*other.memory_)) {}
ManifoldCache::ManifoldCache(ManifoldCache&& other) noexcept = default;
ManifoldCache& ManifoldCache::operator=(const ManifoldCache& other) { return *this = ManifoldCache(other); }
ManifoldCache& ManifoldCache::operator=(ManifoldCache&& other) noexcept = default;
ManifoldCache::~ManifoldCache() = default;

std::size_t ManifoldCache::size() const { return memory_ == nullptr ? 0 : memory_->keys.size(); }

std::size_t ManifoldCache::memory_bytes() const {
  if (memory_ == nullptr) return 0;
  return sizeof(ManifoldMemory) + memory_->keys.capacity() * sizeof(ManifoldMemory::Key) +
         memory_->caches.capacity() * sizeof(ContactCache) + memory_->close.memory_bytes();
}

void ManifoldCache::clear() {
  if (memory_ == nullptr) return;
  memory_->keys.clear();
  memory_->caches.clear();
  memory_->axis = {};
  memory_->close = {};
}

}  // namespace graze::inline GRAZE_ABI
