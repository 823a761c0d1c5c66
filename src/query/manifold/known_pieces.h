// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/query/contact_manifolds.h"
#include "query/contact/cache.h"
#include "query/pieces/pair_walk.h"

namespace graze::inline GRAZE_ABI {

/// The pairs of pieces of two rigid objects that are closer than a reach. They are all that can come close
/// before the objects have moved so far against each other, and until then no tree is walked [Verlet67].
class ClosePairList {
 public:
  struct Shapes {
    const Shape *a, *b;
  };

  [[nodiscard]] static bool can_hold(const PieceOperands& pieces) {
    return pieces.a.whole().placement->is_rigid() && pieces.b.whole().placement->is_rigid() &&
           pieces.frame().is_bounded();
  }
  /// Whether it holds all pairs that are closer than `within` now. If not, it is empty, and `reach` is the
  /// distance up to which it is worth being filled; negative: it is not.
  [[nodiscard]] bool is_complete(const PieceOperands& pieces, const Shapes& shapes, double within,
                                 double& reach);
  /// Adds a pair that is closer than the reach; false: they are too many.
  bool add(const PieceIds& ids) {
    pairs_.push_back(ids);
    return pairs_.size() <= ManifoldCache::kCapacity;
  }
  /// After all were added, or one too many; whether it is complete up to the reach.
  bool finish(double reach);

  /// By the numbers of pieces: pairs of one piece of a follow each other.
  [[nodiscard]] std::span<const PieceIds> pairs() const { return pairs_; }
  [[nodiscard]] std::size_t memory_bytes() const { return pairs_.capacity() * sizeof(PieceIds); }

 private:
  [[nodiscard]] bool is_of(const PieceOperands& pieces, const Shapes& shapes) const;
  void begin(const PieceOperands& pieces, const Shapes& shapes);

  Shape shapes_[2];  // copies, so that no other shape can take their place
  std::uint64_t versions_[2] = {};
  double margins_ = 0;
  PairPlacement placement_;  // when it was filled
  double reach_ = -1;        // negative: it is not complete
  int age_ = 0;              // in visits
  int pause_ = 0;            // visits for which it is not filled: they were too many
  std::vector<PieceIds> pairs_;
};

/// The inside of a ManifoldCache.
struct ManifoldMemory {
  struct Key {
    std::uint32_t piece_a, piece_b, leaf_a, leaf_b;
    std::uint32_t visit;  // that it was used in
    bool is_met = false;  // whether there was a contact then
  };
  std::uint32_t visits = 0;
  ClosePairList close;
  Vec3 axis;  // normal of the deepest set
  std::vector<Key> keys;
  std::vector<ContactCache> caches;  // of the same places, as far as there is something to keep
};

/// One visit to the pairs of pieces that a cache knows; without a cache none is known.
class KnownPieces {
 public:
  struct Name {
    std::uint32_t piece_a, piece_b, leaf_a, leaf_b;
  };
  [[nodiscard]] static Name name_of(const PieceLeaf& x, const PieceLeaf& y) {
    return {x.piece, y.piece, x.number, y.number};
  }
  /// The name of the parts of x and y with these numbers.
  [[nodiscard]] static Name name_below(const PieceLeaf& x, const PieceLeaf& y, const PieceIds& ids) {
    return {x.piece_of(ids.a), y.piece_of(ids.b), ids.a == kNoPiece ? x.number : ids.a,
            ids.b == kNoPiece ? y.number : ids.b};
  }

  explicit KnownPieces(ManifoldCache* cache) : memory_(memory_of(cache)) {
    if (memory_ == nullptr) return;
    for (std::size_t i = 0; i < size(); ++i) {
      const Key& key = memory_->keys[i];
      names_ |= bit_of(key.leaf_a, key.leaf_b);
      if (key.visit == memory_->visits && i < memory_->caches.size()) prefetch(memory_->caches[i]);
    }
    ++memory_->visits;
    axis_ = Vec3d(memory_->axis);
    memory_->axis = {};
  }

  /// Whether these pieces had a contact in the last visit: then a search for a separating plane is in vain.
  [[nodiscard]] bool met(const Name& name) const {
    const std::size_t i = find(name);
    return i < size() && memory_->keys[i].is_met;
  }
  /// Null without a cache.
  [[nodiscard]] ClosePairList* close_pairs() const { return memory_ == nullptr ? nullptr : &memory_->close; }
  /// The normal of the deepest set of the last visit, from a to b; zero: there was none.
  [[nodiscard]] Vec3d axis() const { return memory_ == nullptr ? Vec3d{} : axis_; }
  /// Keeps the normal of a set for the next visit if it is the deepest so far.
  void keep_axis(const ContactSet& set) {
    if (memory_ == nullptr || !(set.upper < deepest_)) return;
    deepest_ = set.upper;
    memory_->axis = set.normal;
  }
  /// The cache of a pair of pieces, new if there was none. Null: there is no room, or nothing to be kept of
  /// them but whether they meet.
  [[nodiscard]] ContactCache* of(const Name& name, bool is_kept) {
    last_ = kNone;
    if (memory_ == nullptr) return nullptr;
    std::size_t i = find(name);
    const bool is_new = i == size();
    if (is_new) i = find_room();
    if (i == size()) return nullptr;
    names_ |= bit_of(name.leaf_a, name.leaf_b);
    memory_->keys[i] = {name.piece_a, name.piece_b, name.leaf_a, name.leaf_b, memory_->visits};
    last_ = cursor_ = i;
    if (!is_kept) return nullptr;
    if (memory_->caches.size() <= i) memory_->caches.resize(i + 1);
    if (is_new) memory_->caches[i] = {};
    return &memory_->caches[i];
  }
  /// Marks the pair last returned by of() as in contact.
  void set_met() {
    if (last_ != kNone) memory_->keys[last_].is_met = true;
  }

 private:
  using Key = ManifoldMemory::Key;

  static ManifoldMemory* memory_of(ManifoldCache* cache) {
    if (cache == nullptr) return nullptr;
    if (cache->memory_ == nullptr) cache->memory_ = std::make_unique<ManifoldMemory>();
    return cache->memory_.get();
  }
  // The fields that most proofs have: they are needed soon, and most likely not in the processor's cache.
  static void prefetch(const ContactCache& cache) {
    const ContactMemory& memory = ContactMemory::of(cache);
    __builtin_prefetch(&memory.is_apart);
    __builtin_prefetch(memory.proof.vertices[0]);
    __builtin_prefetch(memory.proof.vertices[1]);
    __builtin_prefetch(memory.proof.facets);
  }
  [[nodiscard]] std::size_t size() const { return memory_ == nullptr ? 0 : memory_->keys.size(); }
  static std::uint64_t bit_of(std::uint32_t leaf_a, std::uint32_t leaf_b) {
    return std::uint64_t{1} << ((leaf_a * 0x9e3779b1u + leaf_b * 0x85ebca6bu) >> 26);
  }
  // From the last place on: pairs come in the order in which they came the last time.
  [[nodiscard]] std::size_t find(const Name& name) const {
    if ((names_ & bit_of(name.leaf_a, name.leaf_b)) == 0) return size();
    std::size_t i = cursor_;
    for (std::size_t n = 0; n < size(); ++n) {
      const Key& key = memory_->keys[i];
      // One branch: half of a name is often the same.
      const std::uint32_t difference = (key.leaf_a ^ name.leaf_a) | (key.leaf_b ^ name.leaf_b) |
                                       (key.piece_a ^ name.piece_a) | (key.piece_b ^ name.piece_b);
      if (difference == 0) return cursor_ = i;
      i = i + 1 < size() ? i + 1 : 0;
    }
    return size();
  }
  // The place of a pair that was not used in the last visit either; else a new one; else, if there are no
  // more, that of a pair that has not come yet in this visit.
  std::size_t find_room() {
    const std::uint32_t now = memory_->visits;
    std::size_t idle = size();
    for (std::size_t i = 0; i < size(); ++i) {
      const std::uint32_t age = now - memory_->keys[i].visit;
      if (age > 1) return i;
      if (age == 1 && idle == size()) idle = i;
    }
    if (size() == ManifoldCache::kCapacity) return idle;
    memory_->keys.emplace_back();
    return size() - 1;
  }

  static constexpr std::size_t kNone = ManifoldCache::kCapacity;

  ManifoldMemory* memory_;
  std::uint64_t names_ = 0;         // a bit for each name that may be known
  std::size_t last_ = kNone;        // the place that of() returned last
  mutable std::size_t cursor_ = 0;  // the place that find() returned last
  Vec3d axis_;
  Real deepest_ = kInfinity;
};

}  // namespace graze::inline GRAZE_ABI
