// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "check/filter.h"
#include "check/resolution.h"
#include "check/work.h"
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

 private:
  const Objects& objects_;
  const Job& job_;
  std::optional<Resolution> resolution_;
};

/// Pairs of objects whose boxes meet when grown by their reach, that the job wants; in order. Boxes that are
/// empty meet nothing. Counts go into the report; with more pairs than the limit, its outcome is `limit`.
std::vector<NearPair> near_pairs(const Job& job, const PairFilter& filter, const Reach& reach,
                                 std::span<const Aabb> boxes, Report& report);

/// Called for a pair, from any thread, with the list that its findings go to.
using PairTask = FunctionRef<void(const NearPair& pair, FindingList& out)>;
/// Asks every pair on the executor, the dearest first, and puts the findings into the report. `cost` of an
/// object is in units of its own.
void ask_pairs(const Job& job, std::span<const NearPair> pairs, std::span<const double> cost, PairTask ask,
               Report& report);

/// The check of one moment, that of the objects.
Report check_still(const Objects& objects, const Job& job, const PairFilter& filter);

}  // namespace graze::inline GRAZE_ABI::check
