// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Profiles, pipes and rings of steelwork and plants, pair by pair, each pair in a few poses: how far the two
// bounds of the depth are apart.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "query/solid/parted_solid.h"
#include "query/solid/pipe_model.h"
#include "support/random.h"

namespace graze::test {
namespace {

struct NamedSolid {
  const char* name;
  Shape shape;
};

// About two units large: an I beam, an angle, a channel, a T, a pipe, a ring and a comb of plates.
std::vector<NamedSolid> steelwork() {
  return {{"I beam", extruded({{-0.5, -0.7},
                               {0.5, -0.7},
                               {0.5, -0.55},
                               {0.06, -0.55},
                               {0.06, 0.55},
                               {0.5, 0.55},
                               {0.5, 0.7},
                               {-0.5, 0.7},
                               {-0.5, 0.55},
                               {-0.06, 0.55},
                               {-0.06, -0.55},
                               {-0.5, -0.55}},
                              2)},
          {"angle",
           extruded({{-0.5, -0.5}, {0.5, -0.5}, {0.5, -0.4}, {-0.4, -0.4}, {-0.4, 0.5}, {-0.5, 0.5}}, 2)},
          {"channel", extruded({{-0.4, -0.6},
                                {0.4, -0.6},
                                {0.4, -0.5},
                                {-0.3, -0.5},
                                {-0.3, 0.5},
                                {0.4, 0.5},
                                {0.4, 0.6},
                                {-0.4, 0.6}},
                               2)},
          {"T", extruded({{-0.06, -0.5},
                          {0.06, -0.5},
                          {0.06, 0.38},
                          {0.5, 0.38},
                          {0.5, 0.5},
                          {-0.5, 0.5},
                          {-0.5, 0.38},
                          {-0.06, 0.38}},
                         2)},
          {"pipe", mesh_of(pipe_model(24, 0.5, 0.42, 2), true)},
          {"ring", mesh_of(torus_model(32, 12, 0.8, 0.2), true)},
          {"comb", solid_of_boxes({{{1, 0.1, 0.5}, {0, 0, 0}},
                                   {{0.1, 0.6, 0.5}, {-0.8, 0.5, 0}},
                                   {{0.1, 0.6, 0.5}, {0, 0.5, 0}},
                                   {{0.1, 0.6, 0.5}, {0.8, 0.5, 0}}})
                       .mesh}};
}

bool overlap(const Instance& a, const Instance& b) {
  return intersects(a, b).contact == Contact::overlapping;
}

TEST(SolidDepth, OfSteelworkHasBoundsOfWhichHalfAreWithinTwice) {
  const std::vector<NamedSolid> solids = steelwork();
  Random random(20261119);
  std::vector<double> ratios;
  int without = 0;  // lower bounds
  for (const NamedSolid& x : solids)
    for (const NamedSolid& y : solids)
      for (int pose = 0; pose < 2; ++pose) {
        SCOPED_TRACE(std::string(x.name) + ", " + y.name);
        const Instance a{x.shape, Affine()};
        Instance b;
        do {
          const V3d axis = random.direction(), at = random.direction();
          const Mat3 turn = to_matrix(rotation_about(real(axis), Real(random.uniform(0, 3))));
          b = {y.shape, Affine(turn, real(at * random.uniform(0.2, 1)))};
        } while (!overlap(a, b));
        const Penetration p = penetration(a, b);
        ASSERT_EQ(p.contact, Contact::overlapping);
        ASSERT_LE(p.lower, p.upper);
        const Affine out(b.placement.linear(), b.placement.translation() + p.normal * p.upper);
        EXPECT_FALSE(overlap(a, {b.shape, out}));
        without += p.lower > 0 ? 0 : 1;
        ratios.push_back(p.lower > 0 ? double(p.upper) / double(p.lower) : 1e9);
      }
  std::sort(ratios.begin(), ratios.end());
  const double median = ratios[ratios.size() / 2], most = ratios[ratios.size() * 9 / 10];
  std::printf(
      "             %zu pairs: upper / lower at most %.2f for half, %.2f for nine in ten; %d without lower\n",
      ratios.size(), median, most, without);
  EXPECT_LE(median, 2);
}

}  // namespace
}  // namespace graze::test
