// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "check/moving/ask.h"
#include "check/moving/segment.h"
#include "check/moving/times.h"
#include "check/objects/meter.h"
#include "check/pairs/near.h"

namespace graze::inline GRAZE_ABI::check {

/// A rigid object on one path for a part of a window.
struct Piece {
  Segment time;
  SegmentPath path;
};

/// Where every rigid object is in a window of time, each cut at its own keys and halved where it leaves its
/// own path: one that is hard to follow costs nothing of the others.
class Window {
 public:
  Window(const Objects& objects, const Job& job, const ObjectPaths& paths);

  /// Makes the pieces of all objects, on the executor of the job.
  void set(const Segment& time, const WorkMeter& meter);
  /// Boxes around all places of each object; empty where it is not there.
  [[nodiscard]] const std::vector<Aabb>& boxes() const { return boxes_; }
  /// Records of two objects in the window, in order.
  void ask_pair(std::uint32_t a, std::uint32_t b, const Reach& reach, const Measures& measures,
                std::vector<Record>& out) const;

 private:
  void make(std::uint32_t object, std::vector<Piece>& out) const;
  void add(std::uint32_t object, const Segment& time, int halvings, std::vector<Piece>& out) const;

  const Objects& objects_;
  const Job& job_;
  const ObjectPaths& paths_;
  KeyTimes keys_;
  std::vector<std::uint32_t> moving_;                 // objects
  std::vector<std::vector<std::uint32_t>> channels_;  // of each of these
  Segment time_;
  std::vector<std::vector<Piece>> pieces_;  // of each object, by time
  std::vector<Aabb> boxes_;
};

}  // namespace graze::inline GRAZE_ABI::check
