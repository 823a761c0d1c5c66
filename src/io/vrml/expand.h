// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/vrml/loader.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// The graph of a file: USE shares a node, each instance of a PROTO and each Inline has nodes of its own.
/// References to nothing and nodes within themselves are left out with a warning. Throws ReadFailure for
/// limits.
[[nodiscard]] Graph expand(const Document& main, Loader& loader, const ReadLimits& limits, Report& report);

}  // namespace graze::inline GRAZE_ABI::io::vrml
