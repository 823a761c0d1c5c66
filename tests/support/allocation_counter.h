// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace graze::test {

/// How often this thread has called operator new, in any form. A program that asks gets counting operators
/// new.
[[nodiscard]] std::uint64_t allocation_count() noexcept;

}  // namespace graze::test
