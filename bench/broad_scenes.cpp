// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include "broad_bench.h"
#include "support/random.h"

namespace bench {
namespace {

using Dice = graze::test::Random;  // bench has a Random too

constexpr double kStep = 0.05;
constexpr int kInCluster = 1000;
constexpr double kLargest = 100;

float rounded(double x) { return float(std::round(x * 1024) / 1024); }

/// Where each box is, and how large: a cube.
struct Cube {
  graze::test::V3d lower;
  double size = 1;
};

double side_of_cloud(int count) { return 2 * std::cbrt(double(count)); }

std::vector<Cube> make_cubes(Dice& random, BoxPlacing placing, int count) {
  std::vector<Cube> cubes;
  graze::test::V3d cluster{};
  for (int i = 0; i < count; ++i) {
    const auto p = (random.in_cube() + graze::test::V3d{1, 1, 1}) * 0.5;
    if (placing == BoxPlacing::cloud) {
      cubes.push_back({p * side_of_cloud(count)});
    } else if (placing == BoxPlacing::clustered) {
      if (i % kInCluster == 0) cluster = p * 8000;
      cubes.push_back({cluster + p * side_of_cloud(kInCluster)});
    } else {  // such that a box is part of about one pair
      cubes.push_back({p * (31 * std::cbrt(double(count))), random.log_uniform(kLargest * 1e-5, kLargest)});
    }
  }
  return cubes;
}

BoxSpec box_at(const graze::test::V3d& p, double size) {
  const std::array<float, 3> lower{rounded(p.x), rounded(p.y), rounded(p.z)};
  const float s = std::max(rounded(size), 1.0F / 1024);
  return {lower, {lower[0] + s, lower[1] + s, lower[2] + s}};
}

}  // namespace

BoxFrames make_box_frames(BoxPlacing placing, int count) {
  Dice random{20261115};
  BoxFrames frames;
  for (const Cube& cube : make_cubes(random, placing, count)) {
    const auto step = random.direction() * kStep;
    for (std::size_t i = 0; i < frames.size(); ++i)
      frames[i].push_back(box_at(cube.lower + step * double(i), cube.size));
  }
  return frames;
}

std::vector<RaySpec> aim_at_cloud(int boxes, int count) {
  Dice random{20261116};
  const double half = side_of_cloud(boxes) / 2;
  const graze::test::V3d middle{half, half, half};
  std::vector<RaySpec> rays;
  for (int i = 0; i < count; ++i) {
    const auto from = middle + random.direction() * (half * 2), to = middle + random.in_cube() * (half / 2);
    const auto way = to - from;
    const double length = std::sqrt(dot(way, way));
    rays.push_back({{float(from.x), float(from.y), float(from.z)},
                    {float(way.x / length), float(way.y / length), float(way.z / length)}});
  }
  return rays;
}

}  // namespace bench
