// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/status.h"

#include <gtest/gtest.h>

#include "graze/query/contact_state.h"

namespace graze {
namespace {

TEST(Status, HasTheNameOfItsEnumerator) {
  EXPECT_STREQ(to_string(Status::converged), "converged");
  EXPECT_STREQ(to_string(Status::bound_loose), "bound_loose");
  EXPECT_STREQ(to_string(Status::iteration_limit), "iteration_limit");
  EXPECT_STREQ(to_string(Status::beyond_threshold), "beyond_threshold");
  EXPECT_STREQ(to_string(Status::unbounded), "unbounded");
  EXPECT_STREQ(to_string(Status::invalid_argument), "invalid_argument");
  EXPECT_STREQ(to_string(Status::unsupported), "unsupported");
}

TEST(Status, OutOfRangeIsNamedUnknownRatherThanRead) {
  EXPECT_STREQ(to_string(static_cast<Status>(200)), "unknown");
}

TEST(Contact, HasTheNameOfItsEnumerator) {
  EXPECT_STREQ(to_string(Contact::apart), "apart");
  EXPECT_STREQ(to_string(Contact::touching), "touching");
  EXPECT_STREQ(to_string(Contact::overlapping), "overlapping");
}

}  // namespace
}  // namespace graze
