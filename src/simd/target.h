// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#if defined(GRAZE_SIMD)
#include <hwy/targets.h>

#include "graze/base/config.h"

// Include after Highway: which targets there are is said before it.

namespace graze::inline GRAZE_ABI {

/// To be called before an entry is taken out of a dispatch table to be kept: before the first choice that is
/// an entry which asks the processor again in every call.
inline void choose_simd_target() {
  hwy::ChosenTarget& chosen = hwy::GetChosenTarget();
  if (!chosen.IsInitialized()) chosen.Update(hwy::SupportedTargets());
}

}  // namespace graze::inline GRAZE_ABI
#endif
