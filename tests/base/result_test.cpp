// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace graze {
namespace {

Result<int> half_of(int x) {
  if (x % 2 != 0) return Error{ErrorCode::unsupported, "x: is odd", 7};
  return x / 2;
}

TEST(Result, HoldsTheValueThatWasMade) {
  const Result<int> r = half_of(42);
  ASSERT_TRUE(r.has_value());
  EXPECT_TRUE(bool(r));
  EXPECT_EQ(r.value(), 21);
  EXPECT_EQ(*r, 21);
}

TEST(Result, HoldsTheErrorThatKeptItFromBeingMade) {
  const Result<int> r = half_of(41);
  ASSERT_FALSE(r.has_value());
  EXPECT_FALSE(bool(r));
  EXPECT_EQ(r.error().code, ErrorCode::unsupported);
  EXPECT_STREQ(r.error().message, "x: is odd");
  EXPECT_EQ(r.error().position, 7u);
}

TEST(Result, ValueOrGivesTheOtherOnlyOnError) {
  EXPECT_EQ(half_of(42).value_or(-1), 21);
  EXPECT_EQ(half_of(41).value_or(-1), -1);
}

TEST(Result, ArrowReachesMembers) {
  const Result<std::string> r = std::string("graze");
  EXPECT_EQ(r->size(), 5u);
}

TEST(Result, LetsTheValueBeChangedInPlace) {
  Result<std::string> r = std::string("graz");
  *r += "e";
  r->push_back('!');
  r.value()[0] = 'G';
  EXPECT_EQ(*r, "Graze!");
}

TEST(Result, MovesAValueThatCannotBeCopied) {
  Result<std::unique_ptr<int>> r = std::make_unique<int>(3);
  const std::unique_ptr<int> taken = std::move(r).value();
  ASSERT_NE(taken, nullptr);
  EXPECT_EQ(*taken, 3);
}

TEST(Result, CopiesAreIndependent) {
  const Result<std::string> first = std::string("a");
  Result<std::string> second = first;
  second = Error{ErrorCode::empty, "text: is empty"};
  EXPECT_EQ(first.value(), "a");
  EXPECT_FALSE(second.has_value());
}

// In every build.
TEST(ResultDeathTest, TellsTheErrorWhereAValueIsAskedFor) {
  const Result<int> bad = half_of(41);
  EXPECT_DEATH((void)*bad, "x: is odd \\[unsupported, position 7\\]");
  EXPECT_DEATH((void)bad.value(), "x: is odd .*result_test.cpp:[0-9]+");
  EXPECT_DEATH((void)*half_of(41), "x: is odd");
  EXPECT_DEATH((void)half_of(42).error(), "has no error, but a value .*result_test.cpp:[0-9]+");
}

}  // namespace
}  // namespace graze
