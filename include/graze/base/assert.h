// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// Called when a precondition is broken. May throw or abort; when it returns, the program goes on.
using AssertHandler = void (*)(const char* condition, const char* file, int line);

/// The handler of the program: define `GRAZE_ASSERT_HANDLER` to a function of this type before including
/// Graze in debug builds; the default traps.
inline void default_assert_handler(const char*, const char*, int) {
#if defined(__GNUC__)
  __builtin_trap();
#endif
}

}  // namespace graze::inline GRAZE_ABI

// For mistakes of the programmer only; data from files, users and C callers is answered with a Result or a
// Status.
#if !defined(GRAZE_ASSERT_HANDLER)
#define GRAZE_ASSERT_HANDLER ::graze::default_assert_handler
#endif
#if defined(NDEBUG) && !defined(GRAZE_ENABLE_ASSERTS)
#define GRAZE_ASSERT(condition) static_cast<void>(0)
#else
#define GRAZE_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : GRAZE_ASSERT_HANDLER(#condition, __FILE__, __LINE__))
#endif
