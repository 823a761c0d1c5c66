// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include "arguments.h"

namespace command {

/// Exit codes of the program, as its manual has them.
enum ExitCode : int { kNothing = 0, kFound = 1, kFailed = 2, kNothingInPart = 3 };

// The sub-commands: each prints what it was asked for and answers with an exit code. They throw UserError.
[[nodiscard]] int run_check(const Arguments& arguments);
[[nodiscard]] int run_distance(const Arguments& arguments);
[[nodiscard]] int run_info(const Arguments& arguments);
[[nodiscard]] int run_cast(const Arguments& arguments);

}  // namespace command
