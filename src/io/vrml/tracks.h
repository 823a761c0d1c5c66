// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "io/vrml/budget.h"
#include "io/vrml/fields.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// The track of an interpolator; nothing where it has no value, or one that is not finite (with a warning).
[[nodiscard]] std::optional<Track> read_track(const LiveNode& node, Budget& budget, Report& report);

}  // namespace graze::inline GRAZE_ABI::io::vrml
