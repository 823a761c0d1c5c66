// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#if defined(GRAZE_SIMD)
// As in src/shape/vertex_scan.cpp.
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#include <hwy/highway.h>
#include <hwy/targets.h>
#endif

namespace graze::test {

/// Runs `body(name)` with each SIMD target that was compiled in and that this machine has, then goes back to
/// the best one. Returns how many there were; without SIMD there is one.
template <class Body>
int for_each_simd_target(Body body) {
#if defined(GRAZE_SIMD)
  struct Restore {
    ~Restore() {
      hwy::SetSupportedTargetsForTest(0);
      hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
  } restore;
  const auto targets = hwy::SupportedAndGeneratedTargets();
  for (const auto target : targets) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    body(hwy::TargetName(target));
  }
  return static_cast<int>(targets.size());
#else
  body("none");
  return 1;
#endif
}

}  // namespace graze::test
