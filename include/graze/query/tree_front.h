// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "graze/math/mat3.h"

namespace graze::inline GRAZE_ABI {

struct Pieces;  // private to the library

/// Where the last query on a pair of meshes, height fields or compounds ended in their trees: pairs of parts
/// that were apart, and for how much motion they stay so. Kept by the caller, one for each pair, and passed
/// as settings.front: the next intersects() or common_point(), and with settings.cache the next distance(),
/// asks only about parts that may have come close since. It pays where a pair is asked about from frame to
/// frame, is mostly apart, and moves by less than its triangles are large; a pair that moves faster does
/// mostly without.
///
/// Never changes an answer. It knows the two shapes and how often they were refitted, and starts anew after a
/// refit, for another pair or another margin, and where the pair has moved too far; it keeps no shape alive.
/// A pair with a convex shape, or with a placement that is not rigid, neither reads nor changes it. All
/// memory is within; queries do not allocate. Parts beyond kCapacity are asked about every time. Not to be
/// shared between threads.
class TreeFront {
 public:
  /// 8 kB. Enough for two bunnies of 70,000 triangles that almost touch, which take about 320; with 256
  /// entries the gain was gone.
  static constexpr std::uint32_t kCapacity = 512;

  /// How many entries are in use.
  [[nodiscard]] std::uint32_t size() const { return count_; }
  /// Forgets everything.
  void clear() {
    sides_[0] = sides_[1] = {};
    count_ = 0;
  }

 private:
  friend class FrontWalk;

  // Two parts of which one was opened: its children that were apart from the other, and that have not come
  // closer than to touch before the pair has moved by `until`. Two leaves have no children, but are one
  // entry.
  struct Entry {
    std::uint32_t a, b;  // a child of a node, eight to a node; or the root
    float until;
    std::uint8_t apart;   // children, a bit each
    std::uint8_t walked;  // children that there was no room for
  };
  struct Side {
    std::weak_ptr<const Pieces> pieces;
    std::uint64_t version = 0;
  };

  Side sides_[2];
  BasicMat3<double> linear_;  // of b, seen from a
  BasicVec3<double> translation_;
  double margins_ = 0, defects_ = 0, size_ = 0;
  double moved_ = 0;               // by how much at most, since the front was begun
  double until_ = 0;               // up to which all entries are apart
  std::uint32_t begun_count_ = 0;  // what it took to begin it
  std::uint32_t count_ = 0;
  bool is_apart_ = false;  // the last answer: of a pair that meets no front is kept
  // A pair that moves too fast for a front does without it for a while, the longer the oftener it does.
  bool is_used_ = false;
  std::uint8_t pause_ = 0, last_pause_ = 0;
  Entry entries_[kCapacity];
};

}  // namespace graze::inline GRAZE_ABI
