// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// How two closed sets meet. `touching`: the bounds on their separation include zero, so that rounding alone
/// could decide between the other two; where a function says that it decides exactly, it means that they
/// touch.
enum class Contact : std::uint8_t { apart, touching, overlapping };

/// Static name of a contact state.
[[nodiscard]] GRAZE_API const char* to_string(Contact contact) noexcept;

}  // namespace graze::inline GRAZE_ABI
