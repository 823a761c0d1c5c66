// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/math/affine.h"
#include "query/pair.h"

// The kernels of a batch, compiled once per SIMD target. Each takes a block of pairs of one kind and answers
// those that it is certain of.

namespace graze::inline GRAZE_ABI {

inline constexpr std::size_t kBatchBlock =
    64;  // pairs that a kernel is given at most; a multiple of the lanes

/// One pair of a block; does not own.
struct LanePair {
  Operand operands[2];
};

struct LaneCounts {
  std::size_t slots = 0, active = 0;
};

/// What a yes/no kernel says about each pair.
struct LaneVerdicts {
  alignas(64) Real x[kBatchBlock];
  alignas(64) Real y[kBatchBlock];
  alignas(64) Real z[kBatchBlock];
  alignas(64) Real state[kBatchBlock];  // below
};
inline constexpr Real kUndecided = 0, kApart = 1, kOverlapping = 2;

/// Apart along the line of centres: the axis as an unit vector from a to b. Spheres, capsules and boxes under
/// similarities.
using QuickAxisKernel = void (*)(const LanePair* pairs, std::size_t count, LaneVerdicts& out, LaneCounts&);
/// Boxes under similarities, operands in canonical order: see decide_boxes().
using BoxKernel = void (*)(const LanePair* pairs, std::size_t count, LaneVerdicts& out, LaneCounts&);

struct LaneKernels {
  QuickAxisKernel quick_axes;
  BoxKernel decide_boxes;
};
/// Those for this machine.
[[nodiscard]] LaneKernels lane_kernels();

}  // namespace graze::inline GRAZE_ABI
