// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

// The workloads of the benchmarks, stored neutrally: every library builds its own objects from these. Sizes,
// vertices, positions and quaternions are float values held in double, so that all precisions get the same
// input.

using Vec = std::array<double, 3>;
using Matrix = std::array<Vec, 3>;  // by columns

/// To float and back. g++ 12 at -O2 and above drops two such roundings side by side (it makes one vector of
/// them, and of that a plain copy), hence a function of its own.
[[nodiscard]] double rounded(double x);

struct Random {  // splitmix64: the same numbers on every machine and standard library
  std::uint64_t state;
  std::uint64_t next();
  double uniform(double low, double high);
  int below(int n) { return int(next() % std::uint64_t(n)); }
};

[[nodiscard]] Vec direction(Random& random);
/// Uniform over all rotations [Shoemake92].
[[nodiscard]] std::array<double, 4> orientation(Random& random);

enum class Kind : std::uint8_t { sphere, box, capsule, cylinder, cone, hull };

/// sphere: radius; box: half extents; capsule, cylinder, cone: radius, half height (axis y, centred, apex of
/// the cone up); hull: vertices, all of them extreme, and its triangles, counter-clockwise from outside.
struct ShapeSpec {
  Kind kind = Kind::sphere;
  Vec size{};
  std::vector<Vec> vertices;
  std::vector<std::array<int, 3>> faces;
};

/// The rotation is that of the normalised quaternion x, y, z, w.
struct Placement {
  std::array<double, 4> rotation{0, 0, 0, 1};
  Vec position{};
};
[[nodiscard]] Matrix rotation_matrix(const Placement& placement);

struct Pair {
  int shape_a = 0, shape_b = 0;  // indices into Workload::shapes
  Placement a, b;
};

enum class Spacing : std::uint8_t { sep, near, deep, coherent, coherent_deep };
[[nodiscard]] constexpr bool is_coherent(Spacing s) {
  return s == Spacing::coherent || s == Spacing::coherent_deep;
}

/// Queries in the order in which they are asked. Coherent ones are asked frame by frame: query i is about the
/// object pair i % slots, and what was learned about it may be kept.
struct Workload {
  std::vector<ShapeSpec> shapes;
  std::vector<Pair> pairs;
  int slots = 0;
};

struct ConvexSpec {
  Kind kind_a = Kind::box, kind_b = Kind::box;
  int vertices = 0;  // of hulls
  Spacing spacing = Spacing::sep;
  int pairs = 0;  // how many; 0: as below
  friend bool operator==(const ConvexSpec&, const ConvexSpec&) = default;
};

/// Convex pairs: 64 shapes of each kind, 3000 pairs (coherent: 150 pairs in 20 frames). The same spec gives
/// the same bytes; specs that differ in spacing only share shapes, orientations and directions.
[[nodiscard]] Workload make_convex(const ConvexSpec& spec);

}  // namespace bench
