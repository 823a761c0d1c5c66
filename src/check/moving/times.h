// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {

/// Times in order, from the begin of a range to its end, between which every track runs from one key to the
/// next: keys of all cycles, begins and ends of clocks. Where one track feeds another, and where
/// `has_frames`, the frames too.
std::vector<Real> break_times(const Objects& objects, const Interval& range, Real fps, bool has_frames);

/// Frames of a range, both ends included.
std::vector<Real> frame_times(const Interval& range, Real fps);

}  // namespace graze::inline GRAZE_ABI::check
