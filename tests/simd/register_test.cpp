// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "simd/register.h"

#include <gtest/gtest.h>

#include "graze/math/real.h"

namespace graze {
namespace {

TEST(Register, LoadsComparesAndStoresNumberByNumber) {
  alignas(16) const Real x[4] = {1, 2, 3, 4};
  alignas(16) Real sum[4];
  unsigned bits = 0;
  for (std::size_t k = 0; k < 4; k += kPerRegister<Real>) {
    const Register<Real> part = load_register(x + k);
    store_register<Real>(part + part, sum + k);
    bits |= bits_of_register((part <= Real(3)) & (part > Real(1))) << k;
  }
  EXPECT_EQ(bits, 0b0110u);
  for (int k = 0; k < 4; ++k) EXPECT_EQ(sum[k], 2 * x[k]);
}

TEST(Register, StoresFourNumbersInTheirOrder) {
  alignas(16) Real to[4];
  store_four<Real>(5, -6, 7, 0, to);
  EXPECT_EQ(to[0], 5);
  EXPECT_EQ(to[1], -6);
  EXPECT_EQ(to[2], 7);
  EXPECT_EQ(to[3], 0);
}

}  // namespace
}  // namespace graze
