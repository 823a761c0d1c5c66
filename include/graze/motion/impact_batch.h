// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "graze/base/executor.h"
#include "graze/base/result.h"
#include "graze/motion/time_of_impact.h"

namespace graze::inline GRAZE_ABI {

/// Pairs of moving objects as arrays: pair i is shapes[shape_a[i]] on path_a[i] and shapes[shape_b[i]] on
/// path_b[i]. Nothing is copied or kept; shapes may appear any number of times.
struct MotionBatch {
  std::span<const Shape> shapes;
  std::span<const std::uint32_t> shape_a;
  std::span<const std::uint32_t> shape_b;
  std::span<const Path> path_a;
  std::span<const Path> path_b;
  /// World units, one per pair; or empty: none.
  std::span<const Real> margin_a = {};
  std::span<const Real> margin_b = {};
};

/// First contacts of many pairs: out[i] has the bytes of time_of_impact() for pair i, whatever the executor,
/// which may run parts of the batch on several threads. Nothing is allocated.
///
/// An error names the argument: arrays of different lengths, an index that is not in the table (`position` is
/// the pair); nothing is written then. An invalid shape or path concerns its pair only.
[[nodiscard]] GRAZE_API std::optional<Error> time_of_impact(const MotionBatch& batch,
                                                            std::span<TimeOfImpact> out,
                                                            const MotionSettings& settings = {},
                                                            const Executor& executor = {});

}  // namespace graze::inline GRAZE_ABI
