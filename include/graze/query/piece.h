// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// The number of a piece in the result of a query on a shape that has none, or where no piece has a part in
/// the answer: a convex shape, an object wholly inside a solid mesh.
inline constexpr std::uint32_t kNoPiece = 0xffffffff;

}  // namespace graze::inline GRAZE_ABI
