// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "meter.h"

namespace cliffs {

/// A cell that costs too much, or a line that grows too fast.
struct Finding {
  std::string name;     // of the cell: query, subject, placement
  double microseconds;  // of the cell; of growth: at the largest size
  double usual;         // the median of the line; of growth: at the smallest size
  double times;         // microseconds / usual; of growth: the power of the size
  double limit;         // of `times`
};

/// Median of the costs of a line.
double median(const Line& line);

/// Cells beyond half of the limit, so that a reason for one at the limit does not come and go: above ten
/// times the median of the line, and above a few microseconds, or growth beyond the allowed power.
std::vector<Finding> findings_of(const Line& line);

/// A line of the file of reasons, and what it stands for in this walk.
struct Reason {
  std::string pattern, text;
  double most;  // microseconds: what costs more has no reason
  std::vector<Finding> findings;
  bool is_stale = true;
};
/// The file has a line for each reason: a pattern of cells as of ksh (`*` is anything, `@(x|y)` one of two),
/// maybe ` < microseconds`, a colon, the reason; `name = text` stands for {name} in patterns below.
std::vector<Reason> read_reasons(const char* path);
/// The first that matches; null: there is none.
Reason* reason_of(const Finding& finding, std::vector<Reason>& reasons);

/// Prints the findings: those without a reason one by one, the others by reason. With `wanted`: all measured
/// cells whose name contains it. Returns how many findings have no reason.
int report(const std::vector<std::vector<Line>>& lines, const std::string& wanted,
           std::vector<Reason>& reasons);

}  // namespace cliffs
