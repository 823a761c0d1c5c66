// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/report.h"
#include "io/vrml/syntax.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// Parses document.text. Does not need to know the nodes: what follows a field's name says what it is. A
/// syntax error is reported, the token skipped; what the file leaves open ends where the file does. Throws
/// ReadFailure for headers of other formats and for limits.
void parse(Document& document, const ReadLimits& limits, Report& report);

/// Nesting that the stack is sized for; ReadLimits::depth may be less.
inline constexpr std::size_t kMaxDepth = 200;

}  // namespace graze::inline GRAZE_ABI::io::vrml
