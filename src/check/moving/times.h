// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {

/// Times at which the channels of a job's scenes pass keys: between two of them every track runs evenly.
class KeyTimes {
 public:
  KeyTimes(const Objects& objects, const Job& job);

  /// Whether frames are needed to follow a channel: one track feeds another, or a clock has too many keys.
  [[nodiscard]] bool needs_frames(std::uint32_t scene, std::uint32_t channel) const;
  /// Appends those of one channel inside of a range, in no order: keys of all cycles, begins and ends of
  /// clocks.
  void add_keys(std::uint32_t scene, std::uint32_t channel, const Interval& range,
                std::vector<Real>& out) const;
  /// Likewise, with the frames where they are needed.
  void add(std::uint32_t scene, std::uint32_t channel, const Interval& range, std::vector<Real>& out) const;
  /// Sorts times and takes those for one that only rounding keeps apart; ends are kept.
  void unite(std::vector<Real>& times) const;

 private:
  const Objects& objects_;
  const Job& job_;
};

/// Times in order, from the begin of a job's range to its end, between which every track runs from one key to
/// the next; where `has_frames`, the frames too. Refused where there are more than Limits::moments.
Result<std::vector<Real>> break_times(const Objects& objects, const Job& job, bool has_frames);

/// Times in order, from begin to end, between which the rigid objects that move have a few keys each. Refused
/// where there are more than Limits::moments.
Result<std::vector<Real>> window_times(const Objects& objects, const Job& job);

/// Frames of the range of a job, both ends included; likewise refused.
Result<std::vector<Real>> frame_times(const Job& job);

}  // namespace graze::inline GRAZE_ABI::check
