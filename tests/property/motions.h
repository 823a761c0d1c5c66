// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Random placements and paths for the tests of motion.

#include <algorithm>
#include <cstdint>

#include "graze/motion/path.h"
#include "support/random.h"

namespace graze::test {

/// How many motions a pair of kinds gets, of GRAZE_PAIRS: 200 in `make test`, 10,000 in `make property`, and
/// 300,000, tens of millions in all, in `make soak`.
[[nodiscard]] inline std::uint64_t motions_for(std::uint64_t pairs) {
  return std::max<std::uint64_t>(pairs > 20000 ? pairs / 10 : pairs / 100, 10);
}

class Motions {
 public:
  explicit Motions(std::uint64_t seed) : random_(seed) {}

  [[nodiscard]] double uniform(double low, double high) { return random_.uniform(low, high); }
  [[nodiscard]] Vec3 vector(double s) {
    return {Real(uniform(-s, s)), Real(uniform(-s, s)), Real(uniform(-s, s))};
  }
  [[nodiscard]] Vec3 direction() {
    const V3d d = random_.direction();
    return {Real(d.x), Real(d.y), Real(d.z)};
  }
  [[nodiscard]] Mat3 rotation() { return to_matrix(rotation_about(direction(), Real(uniform(0, 3.1)))); }

  [[nodiscard]] Path path(const Affine& from, const Vec3& way, double turns, bool may_stretch) {
    const auto turn = [&] { return direction() * Real(6.2832 * turns * uniform(0, 1)); };
    switch (random_.below(may_stretch ? 6 : 5)) {
      case 0:
        return Path::linear(from, way);
      case 1:
        return Path::slerp(from, Affine(rotation(), from.translation() + way));
      case 2:
        return Path::screw(from, vector(1), direction(), Real(6.2832 * turns * uniform(-1, 1)), length(way));
      case 5: {
        const Mat3 scale =
            Mat3::diagonal(Real(uniform(0.5, 2)), Real(uniform(0.5, 2)), Real(uniform(0.5, 2)));
        return Path::entrywise(from, Affine(rotation() * scale, from.translation() + way));
      }
      default:
        return Path::turning(from, way, turn(), vector(0.3));
    }
  }

 private:
  Random random_;
};

}  // namespace graze::test
