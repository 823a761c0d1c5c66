// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "graze/query/contact_manifolds.h"
#include "query/pieces/operands.h"

namespace graze::inline GRAZE_ABI {

/// The pairs of pieces of two rigid objects that are closer than a reach. They are all that can come close
/// before the objects have moved so far against each other, and until then no tree is walked [Verlet67].
class ClosePairs {
 public:
  using Known = ManifoldCache::ClosePairs;
  struct Shapes {
    const Shape *a, *b;
  };

  ClosePairs(const PieceOperands& pieces, const Shapes& shapes, Known& known)
      : pieces_(pieces), shapes_(shapes), known_(known) {}

  [[nodiscard]] static bool can_keep(const PieceOperands& pieces) {
    return pieces.a.whole().placement->is_rigid() && pieces.b.whole().placement->is_rigid() &&
           pieces.frame().is_bounded();
  }

  /// Whether all that are closer than `within` are known. find(reach, add), where add(id_a, id_b) returns
  /// whether there is room for more, finds those that are closer than a reach, if that seems worth it.
  template <class Find>
  [[nodiscard]] bool are_known(double within, const Find& find) {
    if (!is_of_this_pair()) {
      begin();
      return false;
    }
    const double moved = pieces_.most_motion(known_.linear, known_.translation, known_.defects, known_.size);
    ++known_.age;
    if (within + moved <= known_.reach) return true;
    // So far that it lasts for some frames, but not so far that it holds much.
    const double size = pieces_.frame().size(), some = 8 * moved / known_.age;
    begin();
    if (known_.pause > 0 || !(some <= size / 64)) {
      known_.pause = std::max(known_.pause - 1, 0);
      return false;
    }
    const double reach = within + std::max(some, size / 1024);
    find(reach, [&](std::uint32_t id_a, std::uint32_t id_b) {
      known_.pairs.push_back({id_a, id_b});
      return known_.pairs.size() <= ManifoldCache::kCapacity;
    });
    if (known_.pairs.size() > ManifoldCache::kCapacity) {
      known_.pause = kPause;
      return false;
    }
    std::sort(known_.pairs.begin(), known_.pairs.end());  // those of one piece, one after the other
    known_.reach = reach;
    return true;
  }

 private:
  static constexpr int kPause = 32;  // visits after which it is tried again whether they are few enough

  static bool is_same(const Shape& known, const Shape& now) {
    const ShapeView &x = known.view(), &y = now.view();
    return x.kind == y.kind && x.block == y.block && std::equal(x.values, x.values + 6, y.values);
  }
  static std::uint64_t version_of(const PieceReader& reader) {
    return reader.pieces() == nullptr ? 0 : reader.pieces()->version;
  }
  [[nodiscard]] bool is_of_this_pair() const {
    return is_same(known_.shapes[0], *shapes_.a) && is_same(known_.shapes[1], *shapes_.b) &&
           known_.versions[0] == version_of(pieces_.a) && known_.versions[1] == version_of(pieces_.b) &&
           known_.margins == pieces_.margins();
  }
  // From this placement on.
  void begin() {
    known_.shapes[0] = *shapes_.a;
    known_.shapes[1] = *shapes_.b;
    known_.versions[0] = version_of(pieces_.a);
    known_.versions[1] = version_of(pieces_.b);
    known_.margins = pieces_.margins();
    known_.linear = pieces_.frame().linear_b();
    known_.translation = pieces_.frame().translation_b();
    known_.defects = pieces_.defects();
    known_.size = pieces_.frame().size();
    known_.reach = -1;
    known_.age = 0;
    known_.pairs.clear();
  }
  const PieceOperands& pieces_;
  Shapes shapes_;
  Known& known_;
};

}  // namespace graze::inline GRAZE_ABI
