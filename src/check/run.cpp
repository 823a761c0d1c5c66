// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include "base/names.h"
#include "check/moving/moving.h"
#include "check/pairs/filter.h"
#include "check/pairs/near.h"
#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

bool is_length(Real x) { return x >= 0 && is_finite(x); }

bool is_range(const Interval& time) { return !time.is_empty() && time.lower < time.upper; }

std::optional<Error> refusal(const Objects& objects, const Job& job) {
  if (!is_length(job.clearance))
    return Error{ErrorCode::negative, "job.clearance is negative or not finite", 0};
  if (job.tolerance && !is_length(*job.tolerance))
    return Error{ErrorCode::negative, "job.tolerance is negative or not finite", 0};
  if (!(job.fps > 0) || !is_finite(job.fps))
    return Error{ErrorCode::negative, "job.fps is not above zero, or not finite", 0};
  if (!job.time.is_empty() && (!is_finite(job.time.lower) || !is_finite(job.time.upper)))
    return Error{ErrorCode::not_finite, "job.time is not finite", 0};
  if (objects.list.size() > job.limits.objects)
    return Error{ErrorCode::index_out_of_range, "there are more objects than job.limits.objects", 0};
  if (job.rules.adjacent && !is_range(job.time))
    return Error{ErrorCode::unsupported, "job.rules.adjacent needs a range of time", 0};
  return std::nullopt;
}

}  // namespace

Result<Report> run(const Objects& objects, const Job& job) {
  if (const std::optional<Error> error = refusal(objects, job)) return *error;
  const Result<PairFilter> filter = PairFilter::make(objects, job);
  if (!filter) return filter.error();
  return is_range(job.time) ? check_moving(objects, job, *filter) : check_still(objects, job, *filter);
}

const char* to_string(Kind kind) noexcept {
  constexpr const char* kNames[] = {"clearance", "touching", "penetration", "containment", "duplicate"};
  return enum_name(kNames, kind);
}

const char* to_string(Outcome outcome) noexcept {
  constexpr const char* kNames[] = {"complete", "cancelled", "limit"};
  return enum_name(kNames, outcome);
}

}  // namespace graze::inline GRAZE_ABI::check
