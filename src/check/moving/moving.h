// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "check/pairs/filter.h"
#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {

/// The check of a range of time; refused where that has too many moments.
Result<Report> check_moving(const Objects& objects, const Job& job, PairFilter filter);

}  // namespace graze::inline GRAZE_ABI::check
