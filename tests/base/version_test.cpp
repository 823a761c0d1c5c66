// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/version.h"

#include <gtest/gtest.h>

namespace graze {
namespace {

TEST(Version, OfTheLibraryIsThatOfTheHeaders) {
  const Version v = library_version();
  EXPECT_EQ(v.major, GRAZE_VERSION_MAJOR);
  EXPECT_EQ(v.minor, GRAZE_VERSION_MINOR);
  EXPECT_EQ(v.patch, GRAZE_VERSION_PATCH);
}

}  // namespace
}  // namespace graze
