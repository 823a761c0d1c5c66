// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/status.h"
#include "graze/query/contact_state.h"
#include "graze/shape/instance.h"

namespace graze::inline GRAZE_ABI {

/// The separating-axis finders of the literature, to be compared and chosen by name. intersects() chooses for
/// itself; docs/separating_axes.md has the figures.
enum class AxisMethod : std::uint8_t {
  isa_gjk,     ///< incremental separating-axis GJK: any pair of bounded shapes [Bergen99]
  chung_wang,  ///< reflection of the axis: polytopes without margins [Chung96]
  sat,  ///< all normals of faces and across pairs of edges: polytopes without margins whose faces are known
        ///< [Gottschalk96]
};

/// Static name of a method, such as "chung_wang".
[[nodiscard]] GRAZE_API const char* to_string(AxisMethod method) noexcept;

struct AxisSettings {
  /// Where to start: world, from a to b, any length; best the axis of the last answer about the pair. Zero:
  /// the line between inner points. A bad start costs time, never correctness.
  Vec3 start;
  int max_iterations = 256;  ///< of the method; sat tests all its axes whatever this says
};

/// Verdict of a method. `apart` comes with an axis that has been checked, as it is rounded here, against what
/// rounding can do to a support; `overlapping` with a ball of common points larger than that. `touching` is
/// what lies between, and what `iteration_limit` left open.
struct AxisSearch {
  Contact contact = Contact::touching;
  /// `unsupported`: the method does not apply to the pair and nothing was computed. `iteration_limit`:
  /// stopped by settings.max_iterations, `touching` then means nothing but that.
  Status status = Status::converged;
  bool has_point = false;  ///< whether `point` is known: methods that test axes only find none
  std::int32_t iterations =
      0;  ///< pairs of supports (isa_gjk, chung_wang) or axes (sat) that the method tried
  std::int32_t settling =
      0;       ///< further steps, of GJK and expansion, where rounding left the method undecided
  Vec3 axis;   ///< apart: unit, world, from a to b; otherwise zero
  Vec3 point;  ///< world, a point of both, when has_point

  /// Touching counts as meeting: the sets are closed.
  explicit operator bool() const { return contact != Contact::apart; }
};

/// Looks for an axis that separates a and b by one of the methods. All agree outside of the touching band;
/// (b, a) with the opposite start mirrors (a, b) to the bit, unless the operands are equal.
///
/// Status::unsupported is the answer about half-spaces, and of chung_wang and sat about shapes that are
/// curved, nested (sums, hulls of shapes) or grown by a margin or radius. sat also needs to know the faces:
/// boxes, points, segments, triangles and tetrahedra do, and what make_hull() built. Its cost grows with the
/// product of the edges. Status::invalid_argument: an invalid shape, placement, margin or setting.
[[nodiscard]] GRAZE_API AxisSearch find_separating_axis(const Instance& a, const Instance& b,
                                                        AxisMethod method, const AxisSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
