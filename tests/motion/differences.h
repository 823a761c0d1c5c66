// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Gradients beside differences of what they are the gradients of.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "graze/motion/gradient.h"
#include "support/random.h"

namespace graze::test {

// The placement moved along, or turned about its own origin about, axis k of the world.
[[nodiscard]] inline Affine displaced(const Affine& placement, int k, double by) {
  Vec3 axis;
  axis[k % 3] = 1;
  if (k < 3) return {placement.linear(), placement.translation() + axis * Real(by)};
  return {to_matrix(rotation_about(axis, Real(by))) * placement.linear(), placement.translation()};
}

struct Difference {
  double value = 0;
  double doubt = 0;  // what halving the step changes
};
// Of fourth order: the error of one step is a sixteenth of that of its double.
[[nodiscard]] inline Difference difference_of(const std::function<double(double)>& f, double h) {
  const auto with = [&](double step) {
    return (8 * (f(step) - f(-step)) - (f(2 * step) - f(-2 * step))) / (12 * step);
  };
  const double coarse = with(h), fine = with(h / 2);
  return {fine, std::abs(fine - coarse)};
}

[[nodiscard]] inline Affine placed(Random& random, double distance) {
  const V3d axis = random.direction(), way = random.direction() * distance;
  return Affine(rotation_about({Real(axis.x), Real(axis.y), Real(axis.z)}, Real(random.uniform(0, 3))),
                {Real(way.x), Real(way.y), Real(way.z)});
}

[[nodiscard]] inline double component(const PlacementGradient& g, int k) {
  return double(k < 3 ? g.translation[k] : g.rotation[k - 3]);
}

struct Count {
  int compared = 0, not_unique = 0, kinks = 0;
};

// The twelve components beside differences of value(component, displacement), where these converge: their own
// doubt is what kinks near by leave.
template <class Value>
void compare(const PlacementGradient& of_a, const PlacementGradient& of_b, const Value& value, double h,
             double tolerance, Count& count) {
  for (int k = 0; k < 12; ++k) {
    const Difference d = difference_of([&](double by) { return value(k, by); }, h);
    const double wanted = component(k < 6 ? of_a : of_b, k % 6);
    const double allowed = tolerance * (1 + std::abs(wanted));
    if (d.doubt > allowed) {
      ++count.kinks;
      continue;
    }
    ++count.compared;
    EXPECT_NEAR(wanted, d.value, allowed) << k;
  }
}

}  // namespace graze::test
