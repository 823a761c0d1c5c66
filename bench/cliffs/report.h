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

/// Prints the findings: those without a reason one by one, the others by reason. With `wanted`: all measured
/// cells whose name contains it. The file has a line for each reason: a pattern of cells as of ksh
/// (`*` is anything, `@(x|y)` one of two), maybe `< microseconds`, a colon, the reason; `name = text` stands
/// for {name} in patterns below. Returns how many findings have none.
int report(const std::vector<std::vector<Line>>& lines, const std::string& wanted, const char* accepted);

}  // namespace cliffs
