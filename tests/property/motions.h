// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Random placements and paths for the tests of motion.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>

#include "graze/motion/path.h"
#include "support/random.h"

namespace graze::test {

/// How many motions a pair of convex kinds gets, of GRAZE_PAIRS: 200 in `make test`, 10,000 in `make
/// property`, and 300,000, tens of millions in all, in `make soak`.
[[nodiscard]] inline std::uint64_t motions_for(std::uint64_t pairs) {
  return std::max<std::uint64_t>(pairs > 20000 ? pairs / 10 : pairs / 100, 10);
}

/// Turns per frame, ways in distances to the other, size of the second. One in eight each but the first.
struct Regime {
  double turns, speed, ratio;
  const char* name;
};
inline constexpr Regime kRegimes[8] = {{0.3, 1, 1, "usual"},          {0.3, 1, 1, "usual"},
                                       {2, 1, 1, "two turns"},        {100, 1, 1, "100 turns"},
                                       {0.3, 1e4, 1, "speed 1e4"},    {1, 100, 1, "speed 100"},
                                       {0.3, 1, 1.0e-4, "size 1e-4"}, {0.3, 1, 1.0e4, "size 1e4"}};

/// The turn of a rigid body about a moving centre, as a caller would compute it.
struct OwnTurn {
  V3d centre, velocity, axis;
  double rate = 0;

  /// Where the points of the world are at a time that were there at time 0: [Rodrigues].
  [[nodiscard]] static Pose pose(const void* context, Real time) {
    const auto& m = *static_cast<const OwnTurn*>(context);
    const double t = double(time), s = std::sin(m.rate * t), c = std::cos(m.rate * t);
    const auto turned = [&](const V3d& p) {
      return p * c + cross(m.axis, p) * s + m.axis * (dot(m.axis, p) * (1 - c));
    };
    const auto real = [](const V3d& v) { return Vec3{Real(v.x), Real(v.y), Real(v.z)}; };
    return {Mat3{real(turned({1, 0, 0})), real(turned({0, 1, 0})), real(turned({0, 0, 1}))},
            real(m.centre + m.velocity * t - turned(m.centre))};
  }
};

/// Of a random path.
struct PathTask {
  Vec3 from, way;         // of the local origin, at the start and about
  double turns = 0;       // at most, for the kinds that are given an angle
  double extent = 1;      // no point of the shape is farther from its origin
  bool is_plane = false;  // which moves rigidly, by a formula
};

struct RandomPath {
  Path path;
  double begin = 0, end = 1;  // of the motion that was made; the path is this part
  bool is_own = false;        // by the caller, with or without a bound on its acceleration
  double own_speed = 0;       // then: the bound that was given
};

/// Numbers, placements and paths; own paths are good as long as this is.
class Motions {
 public:
  explicit Motions(std::uint64_t seed) : random_(seed) {}

  [[nodiscard]] double uniform(double low, double high) { return random_.uniform(low, high); }
  [[nodiscard]] int below(int n) { return random_.below(n); }
  [[nodiscard]] bool chance(double probability) { return random_.chance(probability); }
  [[nodiscard]] Vec3 vector(double s) {
    return {Real(uniform(-s, s)), Real(uniform(-s, s)), Real(uniform(-s, s))};
  }
  [[nodiscard]] Vec3 direction() {
    const V3d d = random_.direction();
    return {Real(d.x), Real(d.y), Real(d.z)};
  }
  [[nodiscard]] Mat3 rotation() { return to_matrix(rotation_about(direction(), Real(uniform(0, 3.1)))); }
  /// Rotated, scaled by at most two, sheared, or mirrored.
  [[nodiscard]] Mat3 linear() {
    switch (below(8)) {
      case 0:
        return rotation() * Real(uniform(0.5, 2));
      case 1:
        return rotation() *
               Mat3{{1, 0, 0}, {Real(uniform(-0.7, 0.7)), 1, 0}, {0, Real(uniform(-0.7, 0.7)), 1}};
      case 2:
        return rotation() * Mat3::diagonal(Real(uniform(0.5, 2)), Real(-uniform(0.5, 2)), 1);
      default:
        return rotation();
    }
  }

  /// A formula from a given placement.
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
  /// Of any kind; one in six is a part of a longer one, forwards or backwards.
  [[nodiscard]] RandomPath any_path(const PathTask& task) {
    RandomPath p;
    p.path = whole(task, p);
    p.is_own = p.own_speed > 0;
    if (!chance(1.0 / 6)) return p;
    p.begin = uniform(0, 0.3);
    p.end = uniform(0.6, 1);
    if (chance(0.3)) std::swap(p.begin, p.end);
    p.path = p.path.part(Real(p.begin), Real(p.end));
    return p;
  }

 private:
  [[nodiscard]] Path whole(const PathTask& task, RandomPath& made) {
    const Affine from(linear(), task.from);
    const Vec3 to = task.from + task.way;
    switch (random_.below(task.is_plane ? 5 : 8)) {
      case 0:
        return Path::linear(from, task.way);
      case 1:
        return Path::slerp(Affine(rotation(), task.from), Affine(rotation(), to));
      case 2:
        return Path::screw(from, vector(1), direction(), Real(6.2832 * task.turns * uniform(-1, 1)),
                           length(task.way));
      case 5:
        return Path::slerp(Affine(rotation() * Real(uniform(0.5, 2)), task.from),
                           Affine(rotation() * Real(uniform(0.5, 2)), to));
      case 6:
        return Path::entrywise(
            from, Affine(rotation() * Mat3::diagonal(Real(uniform(0.5, 2)), Real(uniform(0.5, 2)),
                                                     Real(uniform(0.5, 2))),
                         to));
      case 7:
        return own(from, task, made.own_speed);
      default:
        return Path::turning(from, task.way, direction() * Real(6.2832 * task.turns * uniform(0, 1)),
                             vector(0.3));
    }
  }
  /// The bounds on speed and acceleration are those of the farthest point, and a little for rounding.
  [[nodiscard]] Path own(const Affine& from, const PathTask& task, double& speed) {
    const auto wide = [](const Vec3& v) { return V3d{double(v.x), double(v.y), double(v.z)}; };
    const Vec3 off = vector(0.3);
    own_.push_back({wide(from.translation() + off), wide(task.way), random_.direction(),
                    6.2832 * task.turns * uniform(0, 1)});
    const OwnTurn& turn = own_.back();
    constexpr double kMore = 1.001;
    // No linear part stretches by more than two.
    const double reach = 2 * task.extent + double(length(off)), rate = turn.rate;
    OwnMotion motion{&OwnTurn::pose, &turn, Real((double(length(task.way)) + rate * reach) * kMore)};
    speed = double(motion.speed);
    if (chance(0.5)) motion.acceleration = Real(rate * rate * reach * kMore);
    return Path::own(motion, from);
  }

  Random random_;
  std::deque<OwnTurn> own_;
};

}  // namespace graze::test
