// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "check/objects/surface.h"

namespace graze::inline GRAZE_ABI::check {

/// Whether the linear part maps everything to one point.
bool is_collapsed(const io::Placement& placement);

/// The image of a geometry under a placement that flattens it, as a shape of its own. Invalid where all of it
/// becomes one point.
MadeShape make_flat(const io::Geometry& geometry, const io::Placement& placement);

}  // namespace graze::inline GRAZE_ABI::check
