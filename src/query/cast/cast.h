// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/ray_cast.h"
#include "kernel/gjk/pierce.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// How the first operand of a pair moves: along a unit vector of the world, for `reach` of its lengths.
struct Motion {
  Vec3d direction;      // unit
  double mantissa = 0;  // the vector that was given has this length times 2^exponent; zero: no motion
  int exponent = 0;
  double end = 0;  // largest parameter, in lengths of that vector; may be infinite

  Motion(const Vec3d& vector, double end_);
  /// The way to parameter t, in working lengths; may be infinite.
  [[nodiscard]] double way(double t, double unit) const;
  [[nodiscard]] double parameter(double way, double unit) const;
};

/// The answer that both casts are made from, in the working frame and the order of the call.
struct CastAnswer {
  Hit hit = Hit::miss;
  bool starts_in_contact = false;
  Status status = Status::converged;
  int iterations = 0;
  double lower = 0, upper = 0, estimate = 0;  // way of the first operand of the call
  Vec3d normal;                               // unit, from a to b in canonical order; zero: not asked for
  Vec3d points[2];                            // of both objects, each where it stands at the start
};

/// Which answer is wanted of a cast that starts in contact.
enum class Start : std::uint8_t { yes_no, separation };

/// Gives the step that answered; where nothing moves, that of the objects as they stand.
Step solve_cast(const Pair& pair, const Motion& motion, Start start, const QuerySettings& settings,
                CastAnswer& out);

/// A cast of a point, that is a ray, by the closed forms of src/primitive: box, ball, ellipsoid, cylinder,
/// cone and what is between, capsules, triangle, each under any affine map. `direction` is the way of the
/// first operand of the call. False: not such a pair, no hit, or one that the closed form cannot prove to
/// the tolerance; the general search then answers.
[[nodiscard]] bool cast_point(const Pair& pair, const Vec3d& direction, const gjk::CastTask& task,
                              gjk::Cast& out);

/// Where a cast of points and segments with a ball should look first: the entry into the capsule of the
/// difference, where that is one; otherwise the start.
[[nodiscard]] double guess_contact(const Pair& pair, const gjk::CastTask& task);

}  // namespace graze::inline GRAZE_ABI
