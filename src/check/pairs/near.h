// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "check/objects/meter.h"
#include "check/objects/resolution.h"
#include "check/pairs/filter.h"
#include "check/pairs/findings.h"
#include "graze/base/function_ref.h"
#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {

/// Two objects, a < b, that come near each other.
struct NearPair {
  std::uint32_t a = kNone, b = kNone;
};

/// How far apart two objects may be and still make a finding, and what divides touching from penetration.
class Reach {
 public:
  Reach(const Objects& objects, const Job& job);
  [[nodiscard]] Real tolerance(std::uint32_t a, std::uint32_t b) const;
  /// By so much the box of an object is grown: two that do not meet then are clear.
  [[nodiscard]] Real margin(std::uint32_t object) const;
  /// A box around places of an object, grown by its margin; rounded outward.
  [[nodiscard]] Aabb box(std::uint32_t object, const Aabb& places) const;

 private:
  const Objects& objects_;
  const Job& job_;
  std::optional<Resolution> resolution_;
};

/// Pairs of objects whose boxes meet when grown by their reach, that the job wants; in order. Boxes that are
/// empty meet nothing. Counts go into the report; with more pairs than the limit, its outcome is `limit`.
std::vector<NearPair> near_pairs(const Job& job, const PairFilter& filter, const Reach& reach,
                                 std::span<const Aabb> boxes, Report& report);

/// Called with the number of a pair, and with that of a worker: one call at a time has it.
using PairTask = FunctionRef<void(std::size_t pair, std::size_t worker)>;
/// How many workers an executor has.
std::size_t worker_count(const Executor& executor);
/// Calls `ask` for every pair on the executor, the dearest first, until the meter is cancelled; all of them
/// are `share` of what the meter counts. `cost` is of each object. Returns how many pairs were asked.
std::size_t for_each_pair(const Executor& executor, std::span<const NearPair> pairs,
                          std::span<const double> cost, WorkMeter& meter, double share, PairTask ask);

/// Costs of objects, by their primitives.
std::vector<double> costs_of(const Objects& objects);

/// The check of one moment, that of the objects.
Report check_still(const Objects& objects, const Job& job, const PairFilter& filter);

}  // namespace graze::inline GRAZE_ABI::check
