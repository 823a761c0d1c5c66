// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/status.h"
#include "graze/query/contact_state.h"
#include "graze/query/settings.h"
#include "graze/shape/instance.h"
#include "query/pair/step.h"
#include "shape/core/core.h"

namespace graze::inline GRAZE_ABI {

/// One side of a query as the caller gave it; does not own.
struct Operand {
  const ShapeView* shape;
  const Affine* placement;
  Real margin;
};
[[nodiscard]] inline Operand operand(const Instance& i) { return {&i.shape.view(), &i.placement, i.margin}; }

/// The working frame of a pair: the world's axes, the origin at the first placement, scaled by a power of two
/// when sizes are extreme. Operands are in canonical order, so that (b, a) takes the same steps as (a, b).
struct PairFrame {
  Operand operands[2];  // in the order of the call
  Vec3d origin;         // world: the translation of the first placement in canonical order
  Vec3d offset;         // translation of the second placement less that of the first, world units
  double unit;          // working lengths = world lengths * unit
  int first;            // index of the operand that comes first in canonical order

  [[nodiscard]] bool is_swapped() const { return first != 0; }
};

/// A pair of cores in its frame.
struct Pair : PairFrame {
  Core cores[2];   // in the order of the call
  double error;    // bound on the change of a support value by rounding and ball defects, working units
  double size;     // bound on the extent of the pair, its distance included
  double radius;   // of both balls together
  double margins;  // the part of the radius that the caller added to the shapes

  [[nodiscard]] const Core& a() const { return cores[first]; }
  [[nodiscard]] const Core& b() const { return cores[1 - first]; }
};

/// Whether b comes first. By value only, so that the answer cannot depend on addresses or on the order of the
/// call. For operands that are read in the same way; otherwise the reader decides.
[[nodiscard]] bool is_out_of_order(const Operand& a, const Operand& b);

/// is_out_of_order(), the usual cases first: shapes whose kinds or first sizes differ.
[[nodiscard]] inline bool comes_second(const Operand& a, const Operand& b) {
  const ShapeView &of_a = *a.shape, &of_b = *b.shape;
  if (of_a.kind != of_b.kind) return of_b.kind < of_a.kind;
  if (of_a.block == nullptr && of_a.values[0] != of_b.values[0]) return of_b.values[0] < of_a.values[0];
  return is_out_of_order(a, b);
}

/// Whether the kernels of convex shapes may read it.
[[nodiscard]] inline bool is_usable(const Operand& o) {
  return o.shape->kind != ShapeKind::invalid && !is_complex(o.shape->kind) && o.placement->is_valid() &&
         o.margin >= 0 && o.margin <= std::numeric_limits<Real>::max();
}

/// False when an operand is invalid, or sizes are beyond what double holds.
[[nodiscard]] bool make_pair(const Operand& a, const Operand& b, Pair& pair);

/// Readers as canonical order has them; see Core::Reader.
template <class R>
inline constexpr int kReaderRank = std::is_same_v<R, PointsReader>   ? 0
                                   : std::is_same_v<R, VertexReader> ? 1
                                   : std::is_same_v<R, BoxReader>    ? 2
                                   : std::is_same_v<R, DiscsReader>  ? 3
                                                                     : 4;
/// Calls use(a, b) with the readers of both cores, of which none is a half-space. Operands are ordered by
/// reader: only half of the combinations exist.
template <class Use>
void with_readers(const Pair& pair, Use use) {
  with_reader(pair.a(), [&]<class A>(const A& a) {
    with_reader(pair.b(), [&]<class B>(const B& b) {
      if constexpr (kReaderRank<A> <= kReaderRank<B>) use(a, b);
    });
  });
}

/// The signed separation of a pair, from which every question is answered; in the working frame and canonical
/// order.
struct Answer {
  double lower = 0, upper = 0;  // separation, radii and rounding included
  Vec3d normal;                 // unit, from a to b; zero when unknown
  Vec3d a, b;                   // witnesses
  Vec3d common;                 // a point of both, when they meet
  int iterations = 0;
  Contact contact = Contact::touching;
  Status status = Status::converged;
  Step step = Step::none;  // of the cores' route: which one answered
};

/// The questions that an Answer answers, in the order of Query.
enum class Goal : std::uint8_t { intersects, common_point, distance, penetration, separation };

/// Walks the route of the two cores; always answers.
void solve(const Pair& pair, Goal goal, const QuerySettings& settings, Answer& out);

// From the working frame back to the caller's frames and precision.

[[nodiscard]] inline Vec3 world_point(const PairFrame& pair, const Vec3d& p) {
  return to_real(pair.unit == 1 ? pair.origin + p : pair.origin + p / pair.unit);
}
/// In the frame of operand `index`, in the order of the call.
[[nodiscard]] Vec3 local_point(const PairFrame& pair, int index, const Vec3d& p);

}  // namespace graze::inline GRAZE_ABI
