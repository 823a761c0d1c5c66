// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

// The thread sanitizer brings operators new of its own, which cannot be replaced.
#if defined(__SANITIZE_THREAD__)
#define GRAZE_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GRAZE_COUNTS_ALLOCATIONS 0
#endif
#endif
#if !defined(GRAZE_COUNTS_ALLOCATIONS)
#define GRAZE_COUNTS_ALLOCATIONS 1
#endif

namespace graze::test {

/// How often this thread has called operator new, in any form. A program that asks gets counting operators
/// new.
[[nodiscard]] std::uint64_t allocation_count() noexcept;

/// From now on, in all threads: of the allocations, counted from 0, those from `first` on fail, `count` of
/// them.
void fail_allocations(std::int64_t first, std::int64_t count) noexcept;
/// Ends fail_allocations(); returns how many were made or failed since.
std::int64_t end_failures() noexcept;

}  // namespace graze::test
