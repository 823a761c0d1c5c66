// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/handle.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace graze {
namespace {

using TestHandle = Handle<struct TestTag>;

TEST(Handle, IsNullByDefault) {
  EXPECT_FALSE(bool(TestHandle{}));
  EXPECT_EQ(TestHandle{}.bits, 0u);
}

TEST(Handle, IsNeverNullOnceItHasAGeneration) { EXPECT_TRUE(bool(TestHandle::make(0, 1, 0))); }

TEST(Handle, GivesBackSlotGenerationAndOwner) {
  for (const std::uint32_t slot : {0u, 1u, 77u, 0x80000000u, 0xffffffffu})
    for (const std::uint32_t generation : {1u, 2u, 0x80000u, TestHandle::kMaxGeneration})
      for (const std::uint32_t owner : {0u, 1u, 0x800u, TestHandle::kMaxOwner}) {
        const TestHandle h = TestHandle::make(slot, generation, owner);
        EXPECT_EQ(h.slot(), slot);
        EXPECT_EQ(h.generation(), generation);
        EXPECT_EQ(h.owner(), owner);
      }
}

TEST(Handle, LiesInItsBitsAsDocumented) {
  // Slot 32, generation 20, owner 12, from the lowest bit up.
  EXPECT_EQ(TestHandle::make(0xdeadbeef, 0x12345, 0xabc).bits, 0xabc12345deadbeefu);
}

TEST(Handle, OfAnotherGenerationOrOwnerIsAnotherHandle) {
  const TestHandle h = TestHandle::make(5, 1, 0);
  EXPECT_EQ(h, TestHandle::make(5, 1, 0));
  EXPECT_NE(h, TestHandle::make(6, 1, 0));
  EXPECT_NE(h, TestHandle::make(5, 2, 0));
  EXPECT_NE(h, TestHandle::make(5, 1, 1));
}

TEST(Handle, OfAnotherTagIsAnotherType) {
  static_assert(!std::is_convertible_v<TestHandle, Handle<struct OtherTag>>);
  static_assert(sizeof(TestHandle) == 8);
  static_assert(std::is_trivially_copyable_v<TestHandle>);
  static_assert(TestHandle::make(3, 1, 2).owner() == 2);
}

}  // namespace
}  // namespace graze
