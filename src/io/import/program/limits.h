// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI::io::import {

/// Sanitizers reserve terabytes of addresses that they do not use: memory has no limit then.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

/// Bounds this process: memory, processor time, no files written, no core dump; closes all files but the
/// three standard ones.
void limit_process(std::size_t memory_bytes, unsigned seconds);

}  // namespace graze::inline GRAZE_ABI::io::import
