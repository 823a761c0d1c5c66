// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Many pairs in one call: a table of shapes, arrays of indices and placements in, an array of results out.

#include <cmath>
#include <cstdio>
#include <vector>

#include "graze/graze.h"

int main() {
  using namespace graze;
  const std::vector<Shape> shapes = {Box{{1, 1, 1}}, Sphere{1}, Capsule{Real(0.5), 1}, Cylinder{1, 1}};

  // Four columns of shapes on a circle, each beside the next one and turned a little more.
  std::vector<std::uint32_t> shape_a, shape_b;
  std::vector<Affine> world_from_a, world_from_b;
  const auto place = [](int i) {
    const double angle = 0.01 * i;
    const Quat turn{0, 0, Real(std::sin(angle)), Real(std::cos(angle))};
    return Affine(Pose{turn, {Real(40 * std::cos(angle)), Real(40 * std::sin(angle)), Real(i % 7)}});
  };
  for (int i = 0; i < 1000; ++i) {
    shape_a.push_back(std::uint32_t(i % 4));
    shape_b.push_back(std::uint32_t(i / 4 % 4));
    world_from_a.push_back(place(i));
    world_from_b.push_back(place(i + 5));
  }
  const PairBatch batch{shapes, shape_a, shape_b, world_from_a, world_from_b};

  std::vector<Distance> distances(1000);
  const Result<BatchStatistics> statistics = distance(batch, distances);
  if (!statistics) return std::printf("%s\n", statistics.error().message), 1;
  std::size_t apart = 0, nearest = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    apart += distances[i].contact == Contact::apart;
    if (distances[i].contact == Contact::apart &&
        (distances[nearest].contact != Contact::apart || distances[i].lower < distances[nearest].lower))
      nearest = i;
  }
  std::printf("%zu pairs: %zu apart, the nearest of them by %.6f\n", statistics->pairs, apart,
              double(distances[nearest].upper));
  std::printf("%zu answered in lanes, %.0f %% of them busy; %zu one by one, where a cylinder is in it\n",
              statistics->by_lanes, 100 * statistics->occupancy(), statistics->by_single);

  // A pair asked alone gives the same bytes.
  const Distance alone = distance(Instance{shapes[shape_a[nearest]], world_from_a[nearest]},
                                  Instance{shapes[shape_b[nearest]], world_from_b[nearest]});
  if (alone.lower != distances[nearest].lower || alone.point_a != distances[nearest].point_a) return 1;

  // Arrays that do not fit together are refused by name, before anything is written.
  const Result<BatchStatistics> refused = distance(batch, std::span(distances).first(999));
  std::printf("A result too few: %s\n", refused.error().message);

  // Spheres alone, as plain arrays.
  std::vector<Real> x = {0, 1, 2}, zero(3), radius(3, 1), to = {Real(1.5), 4, 4};
  std::vector<Real> lower(3), upper(3), nx(3), ny(3), nz(3), px(3), py(3), pz(3);
  if (!sphere_contacts({x, zero, zero, radius}, {to, zero, zero, radius},
                       {lower, upper, nx, ny, nz, px, py, pz, {}}))
    return 1;
  for (std::size_t i = 0; i < 3; ++i)
    std::printf("spheres %zu: separation %.4f, at x = %.4f\n", i, double(upper[i]), double(px[i]));
  return 0;
}
