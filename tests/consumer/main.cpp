// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Includes no Graze header: a source file sees one precision, this program links both.

#include <cmath>
#include <cstdio>

double gap_in_float();
double gap_in_double();

int main() {
  const double f = gap_in_float(), d = gap_in_double();
  std::printf("float %.9g, double %.17g\n", f, d);
  return std::abs(f - 7) <= 1e-5 && std::abs(d - 7) <= 1e-9 ? 0 : 1;
}
