// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "graze/motion/path.h"
#include "math/turn.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// Largest velocity, angle and distance travelled: products of some of them stay finite.
inline constexpr Real kLargestMotion = Real(1e30);

struct PathAccess {
  [[nodiscard]] static bool is_stretched(const Path& p) { return p.is_stretched_; }
  [[nodiscard]] static bool is_own(const Path& p) { return p.own_.pose != nullptr; }
  [[nodiscard]] static const Affine& from(const Path& p) { return p.from_; }
  [[nodiscard]] static bool is_whole(const Path& p) { return p.begin_ == 0 && p.span_ == 1; }
  /// The part of a path between two of its times, also backwards.
  [[nodiscard]] static Path part(const Path& whole, double begin, double end);
  [[nodiscard]] static bool is_at_rest(const Path& p) { return is_translation(p) && p.velocity_ == Vec3d{}; }
  /// Whether every point moves along a straight line, by this velocity.
  [[nodiscard]] static bool is_translation(const Path& p) {
    return p.rate_ == 0 && !p.is_stretched_ && !is_own(p);
  }
  /// Whether a half-space can follow it.
  [[nodiscard]] static bool is_rigid_formula(const Path& p) { return !p.is_stretched_ && !is_own(p); }
  [[nodiscard]] static const Vec3d& velocity(const Path& p) { return p.velocity_; }
  /// The path of what is placed by `local` in the frame of a moving shape.
  [[nodiscard]] static Path of_piece(const Path& whole, const Affine& local);
  /// All numbers of its formula but the placement, in a fixed order: written to a log, read from it.
  static constexpr int kNumbers = 25;
  static void get_numbers(const Path& p, double (&out)[kNumbers]);
  /// The path with these numbers; invalid if no public function could have made it.
  [[nodiscard]] static Path of_numbers(const Affine& from, const double (&in)[kNumbers]);
  /// By value, for the canonical order of pairs: negative, zero or positive.
  [[nodiscard]] static int compare(const Path& a, const Path& b);
  /// Its numbers: written by set_moving().
  static void copy(const Path& p, const Vec3d& origin, double unit, struct Moving& out);
};

/// One of the readers of cores, chosen when the query begins.
using CoreReader = std::variant<PointsReader, VertexReader, BoxReader, DiscsReader, AnalyticReader>;

/// The placement of a core at one time, in the working frame: x = linear * s + translation, where s is a
/// point that the reader gives.
struct Stance {
  Mat3d linear;
  Vec3d translation;
};

/// A core that moves, in the working frame of its pair: at time t, the point s of the reader is at
///   start + t velocity + R(t) (s + t (stretch s + drift)),   R(t) a turn by phase + t rate,
/// and the core is grown by `radius`. The bounds hold for all times in [0, 1].
struct Moving {
  Core core;
  CoreReader reader;
  Vec3d start, velocity, axis;      // start: the centre of the turn at time 0; axis: unit or zero
  double rate = 0, phase = 0;       // radians per unit of time, and those turned before
  Mat3d base, stretch{{}, {}, {}};  // base: of a stretched shape, whose reader is in the shape's own frame
  Vec3d arm, drift;
  bool is_stretched = false, has_vertices = false;
  bool is_straight = false;  // every stance has the axes of the working frame
  OwnMotion own;
  double begin = 0, span = 1;  // of its path: time t is begin + t span there
  Vec3d origin;                // of the working frame, world
  double unit = 1;
  double extent = 0;                   // no core point is farther from the centre
  double reach = 0;                    // nor from the line through the centre along the axis
  double strain = 0;                   // fastest motion by stretching
  double speed = 0, acceleration = 0;  // of own motions
  double size = 0;                     // of the core alone, with its ball
  double error = 0;                    // by how much a point may be off its path by rounding
  Vec3d plane_normal, plane_foot;      // half-spaces: in the frame of the reader

  [[nodiscard]] bool is_half_space() const { return core.reader == Core::Reader::half_space; }
  [[nodiscard]] Stance stand(double t) const;
  /// The reader's point farthest along a direction of the working frame.
  [[nodiscard]] Vec3d local_support(const Stance& at, const Vec3d& d, std::uint32_t& index) const {
    const Vec3d local = is_straight ? d : transpose_times(at.linear, d);
    switch (reader.index()) {
      case 0:
        return std::get_if<PointsReader>(&reader)->support(local, index);
      case 1:
        return std::get_if<VertexReader>(&reader)->support(local, index);
      case 2:
        return std::get_if<BoxReader>(&reader)->support(local, index);
      case 3:
        return std::get_if<DiscsReader>(&reader)->support(local, index);
      default:
        return std::get_if<AnalyticReader>(&reader)->support(local, index);
    }
  }
  [[nodiscard]] Vec3d support(const Stance& at, const Vec3d& d, std::uint32_t& index) const {
    const Vec3d local = local_support(at, d, index);
    return (is_straight ? local : at.linear * local) + at.translation;
  }
  /// Precondition: has_vertices.
  [[nodiscard]] Vec3d vertex(const Stance& at, std::uint32_t index) const {
    const Vec3d local = std::visit([index](const auto& r) { return r.vertex(index); }, reader);
    return (is_straight ? local : at.linear * local) + at.translation;
  }
  /// Velocity of the point that is at x at time t; zero for own motions.
  [[nodiscard]] Vec3d velocity_at(double t, const Vec3d& x) const {
    return velocity + cross(axis * rate, x - (start + velocity * t));
  }
};

/// A triangle whose corners move straight, read by what its edges from the first corner are multiplied by:
/// flat triangles, segments and points are as good as others. The basis: see SweptCorners.
[[nodiscard]] bool set_swept(const ShapeView& basis, const Vec3 (&from)[3], const Vec3 (&to)[3], Real margin,
                             const Vec3& origin, double unit, Moving& out);

/// False: invalid, or sizes are beyond what double holds. Half-spaces follow rigid formulas only.
[[nodiscard]] bool set_moving(const Operand& operand, const Path& path, const Vec3& origin, double unit,
                              Moving& out);

}  // namespace graze::inline GRAZE_ABI
