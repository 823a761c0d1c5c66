// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/query/contact_manifolds.h"

namespace graze::inline GRAZE_ABI {

/// One visit to the pairs of pieces that a cache knows; or, without a cache, to none.
class KnownPieces {
 public:
  struct Name {
    std::uint32_t piece_a, piece_b, leaf_a, leaf_b;
  };

  explicit KnownPieces(ManifoldCache* cache) : cache_(cache) {
    if (cache_ == nullptr) return;
    for (std::size_t i = 0; i < size(); ++i) {
      const ManifoldCache::Key& key = cache_->keys_[i];
      names_ |= bit_of(key.leaf_a, key.leaf_b);
      if (key.visit == cache_->visits_ && i < cache_->caches_.size()) prefetch(cache_->caches_[i]);
    }
    ++cache_->visits_;
    axis_ = Vec3d(cache_->axis_);
    cache_->axis_ = {};
  }

  /// Whether there was a contact the last time: then it is not worth it to look for a plane between them.
  [[nodiscard]] bool met(const Name& name) const {
    const std::size_t i = find(name);
    return i < size() && cache_->keys_[i].is_met;
  }
  /// Null without a cache.
  [[nodiscard]] ManifoldCache::ClosePairs* close_pairs() const {
    return cache_ == nullptr ? nullptr : &cache_->close_;
  }
  /// The normal of the deepest set the last time, from a to b, where there was one.
  [[nodiscard]] Vec3d axis() const { return cache_ == nullptr ? Vec3d{} : axis_; }
  void set_axis(const ContactSet& set) {
    if (cache_ == nullptr || !(set.upper < deepest_)) return;
    deepest_ = set.upper;
    cache_->axis_ = set.normal;
  }
  /// What is known about a pair of pieces, or room for it; null: there is none, or nothing to be kept but
  /// whether they meet.
  [[nodiscard]] ContactCache* of(const Name& name, bool is_kept) {
    last_ = kNone;
    if (cache_ == nullptr) return nullptr;
    std::size_t i = find(name);
    const bool is_new = i == size();
    if (is_new) i = find_room();
    if (i == size()) return nullptr;
    names_ |= bit_of(name.leaf_a, name.leaf_b);
    cache_->keys_[i] = {name.piece_a, name.piece_b, name.leaf_a, name.leaf_b, cache_->visits_};
    last_ = cursor_ = i;
    if (!is_kept) return nullptr;
    if (cache_->caches_.size() <= i) cache_->caches_.resize(i + 1);
    if (is_new) cache_->caches_[i] = {};
    return &cache_->caches_[i];
  }
  /// That was the last that was asked for.
  void set_met() {
    if (last_ != kNone) cache_->keys_[last_].is_met = true;
  }

 private:
  // What most proofs have; they are in demand soon, and most likely not at hand.
  static void prefetch(const ContactCache& cache) {
    __builtin_prefetch(&cache.is_apart);
    __builtin_prefetch(cache.proof.vertices_a);
    __builtin_prefetch(cache.proof.vertices_b);
    __builtin_prefetch(cache.proof.facets);
  }
  [[nodiscard]] std::size_t size() const { return cache_ == nullptr ? 0 : cache_->keys_.size(); }
  static std::uint64_t bit_of(std::uint32_t leaf_a, std::uint32_t leaf_b) {
    return std::uint64_t{1} << ((leaf_a * 0x9e3779b1u + leaf_b * 0x85ebca6bu) >> 26);
  }
  // From the last place on: pairs come in the order in which they came the last time.
  [[nodiscard]] std::size_t find(const Name& name) const {
    if ((names_ & bit_of(name.leaf_a, name.leaf_b)) == 0) return size();
    std::size_t i = cursor_;
    for (std::size_t n = 0; n < size(); ++n) {
      const ManifoldCache::Key& key = cache_->keys_[i];
      // One branch: half of a name is often the same.
      const std::uint32_t difference = (key.leaf_a ^ name.leaf_a) | (key.leaf_b ^ name.leaf_b) |
                                       (key.piece_a ^ name.piece_a) | (key.piece_b ^ name.piece_b);
      if (difference == 0) return cursor_ = i;
      i = i + 1 < size() ? i + 1 : 0;
    }
    return size();
  }
  // Of a pair that has not been there in the last visit either, or new, or of one that may still come.
  std::size_t find_room() {
    const std::uint32_t now = cache_->visits_;
    std::size_t idle = size();
    for (std::size_t i = 0; i < size(); ++i) {
      const std::uint32_t age = now - cache_->keys_[i].visit;
      if (age > 1) return i;
      if (age == 1 && idle == size()) idle = i;
    }
    if (size() == ManifoldCache::kCapacity) return idle;
    cache_->keys_.emplace_back();
    return size() - 1;
  }

  static constexpr std::size_t kNone = ManifoldCache::kCapacity;

  ManifoldCache* cache_;
  std::uint64_t names_ = 0;         // a bit for each that there may be
  std::size_t last_ = kNone;        // that was asked for
  mutable std::size_t cursor_ = 0;  // where the last one was found
  Vec3d axis_;
  Real deepest_ = kInfinity;
};

}  // namespace graze::inline GRAZE_ABI
