// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <new>
#include <type_traits>

#include "graze/query/contact.h"
#include "query/pair/depth_proof.h"

namespace graze::inline GRAZE_ABI {

/// A point of the last contact set: its names, and where it was when they were found.
struct KnownPoint {
  Feature a, b;
  Vec3 local_a, local_b;
};

/// Contents of a ContactCache. They may be of any age and of any pair, and noise: the bytes are the caller's.
struct ContactMemory {
  PairCache pair;
  Vec3 axis;                 // world, unit, from a to b; zero: nothing known
  bool is_apart = false;     // whether the pair was too far apart along it
  std::uint8_t count = 0;    // of known points
  std::uint32_t shapes = 0;  // a checksum of the shapes that they are of
  DepthProof proof;          // of shapes with vertices that overlap
  KnownPoint known[4];

  [[nodiscard]] static ContactMemory& of(ContactCache& cache) {
    return *std::launder(reinterpret_cast<ContactMemory*>(cache.bytes_));
  }
  [[nodiscard]] static const ContactMemory& of(const ContactCache& cache) {
    return *std::launder(reinterpret_cast<const ContactMemory*>(cache.bytes_));
  }
  /// Null without a cache.
  [[nodiscard]] static ContactMemory* of(ContactCache* cache) {
    return cache == nullptr ? nullptr : &of(*cache);
  }

 private:
  static void check_layout();
};

inline void ContactMemory::check_layout() {
  static_assert(std::is_trivially_copyable_v<ContactMemory> && std::is_trivially_copyable_v<ContactCache>);
  static_assert(sizeof(ContactMemory) == ContactCache::kBytes &&
                alignof(ContactMemory) <= alignof(ContactCache));
  // clear() ends after the two counts of the proof: without them its checksum is of no use.
  static_assert(sizeof(ContactMemory) - sizeof(DepthProof) - 4 * sizeof(KnownPoint) +
                    2 * sizeof(std::uint32_t) ==
                ContactCache::kHeadBytes);
}

}  // namespace graze::inline GRAZE_ABI
