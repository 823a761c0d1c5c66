// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "peer.h"
#include "reference.h"
#include "support/check_shape.h"

namespace bench {

/// How many answers of one library to one workload are wrong, as the tests' witness checker sees it. A pair
/// whose true separation is within 1e-6 of its scale (the largest coordinate) of zero may be called either
/// way; the same band is added to every tolerance below.
struct ErrorCount {
  int pairs = 0;
  int judged = 0;         // of them; the counts below are among these
  int unanswered = 0;     // nothing returned, not a number, or the iteration limit
  int wrong_yes_no = 0;   // outside the band
  int off_coarse = 0;     // distance or depth off by more than 1e-3 of its value
  int off_fine = 0;       // ... by more than 1e-6
  int bad_witness = 0;    // a closest point outside its object, or the two not the distance apart, by 1e-3
  int not_separated = 0;  // moving b by the depth leaves an overlap of more than 1e-3 of it
  int rejected = 0;       // ours only: the checker refuses the whole answer, bounds and statuses included
  std::string first_rejection;
};

inline constexpr const char* kCheckHeader =
    "group,workload,library,pairs,judged,unanswered,wrong_yes_no,off_1e-3,off_1e-6,bad_witness,not_separated,"
    "rejected\n";
/// One line below kCheckHeader, and the first rejection on standard error.
void write_errors(std::FILE* out, const std::string& group, const std::string& row,
                  const std::string& library, const ErrorCount& errors);

/// The long double reference, which decides where the checker leaves a claim open; of a sample only.
[[nodiscard]] std::vector<Truth> truths_of(const Workload& workload, Sample sample);
[[nodiscard]] ErrorCount count_errors(const Workload& workload, std::span<const Truth> truths,
                                      const Library& library, Question question,
                                      std::span<const Answer> answers, Sample sample);

/// A pair as a library got it: in single precision the rotations were rounded to float.
[[nodiscard]] graze::test::CheckPair check_pair(const Workload& workload, const Pair& pair,
                                                Precision precision);

}  // namespace bench
