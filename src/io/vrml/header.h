// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/report.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// Checks the first lines of a file and takes a byte order mark away. Throws ReadFailure for other formats;
/// false, with a note, where there is no header at all.
bool check_header(std::string& text, std::string_view file, Report& report);

}  // namespace graze::inline GRAZE_ABI::io::vrml
