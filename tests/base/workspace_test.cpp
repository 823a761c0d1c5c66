// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/workspace.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>

#if defined(__has_feature)
#define GRAZE_HAS_FEATURE(x) __has_feature(x)
#else
#define GRAZE_HAS_FEATURE(x) 0
#endif

namespace graze {
namespace {

// Sanitizers end the program on an allocation that is too large, also where it may fail.
constexpr bool kIsSanitized =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || GRAZE_HAS_FEATURE(address_sanitizer) || \
    GRAZE_HAS_FEATURE(thread_sanitizer)
    true;
#else
    false;
#endif

TEST(Workspace, OwnsNothingAtFirst) { EXPECT_EQ(Workspace{}.memory_bytes(), 0u); }

TEST(Workspace, GrowsToWhatIsAskedForAndIsReusedForLess) {
  Workspace workspace;
  void* const first = workspace.grow(1000);
  ASSERT_NE(first, nullptr);
  EXPECT_GE(workspace.memory_bytes(), 1000u);
  std::memset(first, 1, 1000);
  const std::size_t held = workspace.memory_bytes();
  EXPECT_EQ(workspace.grow(1000), first);
  EXPECT_EQ(workspace.grow(10), first);
  EXPECT_EQ(workspace.memory_bytes(), held);
}

TEST(Workspace, KeepsTheFormerStorageReadableUntilTheNextGrowth) {
  Workspace workspace;
  auto* const first = static_cast<unsigned char*>(workspace.grow(64));
  ASSERT_NE(first, nullptr);
  std::memset(first, 0x5a, 64);
  ASSERT_NE(workspace.grow(4096), nullptr);
  for (int i = 0; i < 64; ++i) ASSERT_EQ(first[i], 0x5a);  // a sanitizer would report freed memory
}

TEST(Workspace, IsAlignedForDouble) {
  Workspace workspace;
  for (const std::size_t bytes : {1u, 3u, 100u, 100003u})
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(workspace.grow(bytes)) % alignof(double), 0u);
}

TEST(Workspace, AnswersNullWhenMemoryIsShortAndKeepsWhatItHas) {
  if (kIsSanitized) GTEST_SKIP();
  Workspace workspace;
  void* const first = workspace.grow(100);
  EXPECT_EQ(workspace.grow(std::numeric_limits<std::size_t>::max() / 4), nullptr);
  EXPECT_EQ(workspace.memory_bytes(), 100u);
  EXPECT_EQ(workspace.grow(100), first);
}

}  // namespace
}  // namespace graze
