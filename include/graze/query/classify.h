// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/query/separation.h"

namespace graze::inline GRAZE_ABI {

/// How two objects of a plan lie to each other, by the tolerance and the clearance of a ClashSettings.
enum class Clash : std::uint8_t {
  clear,        ///< farther apart than the clearance
  near,         ///< apart, by more than the tolerance and no more than the clearance
  touching,     ///< apart or overlapping by no more than the tolerance
  overlapping,  ///< deeper than the tolerance, and none of what follows
  a_holds_b,    ///< overlapping, and b sticks out of a by no more than the tolerance
  b_holds_a,    ///< likewise
  duplicate,    ///< one set of points: neither has a point farther from the other than the tolerance
};

/// Static name of a clash, such as "a_holds_b".
[[nodiscard]] GRAZE_API const char* to_string(Clash clash) noexcept;

/// Lengths in world units, zero or more.
struct ClashSettings {
  Real tolerance = 0;  ///< divides touching from overlapping, and from near
  Real clearance = 0;  ///< objects should be at least this far apart
  QuerySettings query = {};
};

/// A clash and the numbers that it rests on.
struct Classification {
  Clash clash = Clash::clear;
  /// Whether the bounds leave no other. Where they do, `clash` is the worst of those that are left: later in
  /// the list, but for what one object holds.
  bool is_certain = true;
  /// Signed distance with its bounds, witness points, normal, pieces and status, as separation() has them.
  Separation separation;
};

/// How two objects lie to each other, margins included: separation(), then contains() both ways where they
/// meet, as long as a box says that it may be. (b, a) is the mirror image.
///
/// Duplicates: convex shapes and convex solids by contains() both ways, however they were made; meshes if
/// every triangle of each lies within the tolerance of the other, whatever their triangles are; compounds
/// piece by piece in the order of their pieces; and the same shape twice, whatever it is, in placements that
/// differ by no more than the tolerance. Shapes without volume have a depth of zero: they may touch or be
/// duplicates.
///
/// A tolerance or clearance that is negative or not finite, and arguments that separation() refuses, give
/// Status::invalid_argument, and the clash `touching`, uncertain.
[[nodiscard]] GRAZE_API Classification classify(const Instance& a, const Instance& b,
                                                const ClashSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
