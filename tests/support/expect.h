// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "checker.h"

namespace graze::test {

/// Same bits, but all zeros are one: a normal of -0 mirrors one of 0.
[[nodiscard]] inline bool is_same(Real a, Real b) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b) || (a == 0 && b == 0);
}
[[nodiscard]] inline bool is_same(const Vec3& a, const Vec3& b) {
  return is_same(a.x, b.x) && is_same(a.y, b.y) && is_same(a.z, b.z);
}

/// The checker accepts the answer; a failure says what is wrong and how to make the pair again.
#define GRAZE_EXPECT_ACCEPTED(checker, answer)                                         \
  do {                                                                                 \
    const ::graze::test::CheckReport graze_report = (checker).check(answer);           \
    EXPECT_TRUE(graze_report.ok) << graze_report.message << "\n"                       \
                                 << ::graze::test::replay((checker).referee().pair()); \
  } while (false)

}  // namespace graze::test
