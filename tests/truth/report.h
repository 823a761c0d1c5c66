// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>

#include "evaluate.h"

namespace truth {

inline constexpr const char* kTitle = sizeof(graze::Real) == 4 ? "graze float" : "graze double";

/// Every offence on a line of its own.
void print_offences(std::FILE* out, const Evaluation& evaluation);
/// Figures per category, then of all.
void print_table(std::FILE* out, const Evaluation& evaluation, const Bars& bars);
/// The line with our own columns and the SUMMARY line, the last one, in the form that other checkers print.
void print_summary(std::FILE* out, const Evaluation& evaluation, double seconds);

/// Whether nothing was charged at all.
[[nodiscard]] bool is_clean(const Evaluation& evaluation);

}  // namespace truth
