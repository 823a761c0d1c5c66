// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {

/// Times in order, from the begin of a job's range to its end, between which every track runs from one key to
/// the next: keys of all cycles, begins and ends of clocks. Where one track feeds another, and where
/// `has_frames`, the frames too. Refused where there are more than Limits::moments.
Result<std::vector<Real>> break_times(const Objects& objects, const Job& job, bool has_frames);

/// Frames of the range of a job, both ends included; likewise refused.
Result<std::vector<Real>> frame_times(const Job& job);

}  // namespace graze::inline GRAZE_ABI::check
