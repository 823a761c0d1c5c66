// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/status.h"
#include "graze/query/contact_state.h"
#include "graze/query/settings.h"
#include "graze/shape/instance.h"
#include "shape/core.h"

namespace graze::inline GRAZE_ABI {

/// One side of a query as the caller gave it; does not own.
struct Operand {
  const ShapeView* shape = nullptr;
  const Affine* placement = nullptr;
  Real margin = 0;
};
[[nodiscard]] inline Operand operand(const Instance& i) { return {&i.shape.view(), &i.placement, i.margin}; }

/// The working frame of a pair: the world's axes, the origin at a's placement, scaled by a power of two when
/// sizes are extreme. Operands are in canonical order, so that (b, a) takes the same steps as (a, b).
struct Pair {
  Core a, b;
  Operand first, second;  // in canonical order
  Vec3d origin;           // world: the translation of `first`
  Vec3d offset;           // translation of `second` less that of `first`, world units
  double unit = 1;        // working lengths = world lengths * unit
  double error = 0;       // bound on what rounding and ball defects do to a support value, working units
  bool is_swapped = false;
  Status status = Status::converged;  // invalid_argument when it could not be made
};

[[nodiscard]] Pair make_pair(const Operand& a, const Operand& b);

/// What all queries are answered from: the signed separation of the pair, in the working frame and canonical
/// order.
struct Answer {
  double lower = 0, upper = 0;  // separation, radii and rounding included
  Vec3d normal;                 // unit, from a to b; zero when unknown
  Vec3d a, b;                   // witnesses
  Vec3d common;                 // a point of both, when they meet
  int iterations = 0;
  Contact contact = Contact::touching;
  Status status = Status::converged;
};

enum class Goal : std::uint8_t { intersects, common_point, distance, penetration, separation };

[[nodiscard]] Answer solve(const Pair& pair, Goal goal, const QuerySettings& settings);

// From the working frame back to the caller's frames and precision.
enum class Side : std::uint8_t { first, second };
[[nodiscard]] Vec3 world_point(const Pair& pair, const Vec3d& p);
[[nodiscard]] Vec3 local_point(const Pair& pair, Side side, const Vec3d& p);

}  // namespace graze::inline GRAZE_ABI
