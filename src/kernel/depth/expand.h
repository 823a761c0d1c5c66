// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/function_ref.h"
#include "graze/base/workspace.h"
#include "kernel/gjk/simplex.h"

// Expanding polytope: grows a polytope inside A - B around the origin until the facet nearest to the origin
// is a facet of A - B itself (polytopes) or close enough to its supporting plane (curved shapes). [Bergen03
// §4.3.8, Bergen01] Which facets a new vertex sees is decided by exact predicates, so that the surface stays
// a surface.

namespace graze::inline GRAZE_ABI::gjk {

struct DifferenceVertex {
  Vec3d w, a, b;  // w = a - b
};

/// Farthest vertex of A - B in a direction (unit or not).
using DifferenceSupport = FunctionRef<void(const Vec3d& direction, DifferenceVertex& vertex)>;

/// A local minimum of the height of A - B over unit normals, with a proof: no normal within `reach` (the
/// tangent of the angle) of it has a lower height.
struct Valley {
  Vec3d normal;
  double height = 0;
  double reach = 0;
  Vec3d a, b;  // a - b is height * normal but for rounding
};
/// Finds the one near a normal, or none.
using FindValley = FunctionRef<bool(const Vec3d& start, Valley& valley)>;

struct DepthStop {
  double relative = 1e-6;
  double error = 0;        // what rounding may do to a support value
  bool is_curved = false;  // facets may never be reached: refine the direction locally as well
  bool is_yes_no = false;  // only the sign is wanted: stop once it is certain
  int max_vertices = 4096;
  // A supporting plane that is already known, from the search that led here; infinite: none.
  double known_height = std::numeric_limits<double>::infinity();
  Vec3d known_normal;
  const FindValley* find_valley = nullptr;  // or null
  Vec3d likely_normal;                      // where to look for the lowest valley first, or zero
};

/// Depth of the origin inside A - B: min over unit n of max over w of n · w lies in [lower, upper], but for
/// `error`. upper < 0 means that the origin is outside by at least that much; lower <= 0 that it may be
/// outside, and then by no more than the distance of any known point of A - B.
struct Depth {
  double lower = 0;
  double upper = 0;
  Vec3d normal;            // unit: the supporting plane normal · w = upper
  Vec3d a, b;              // witnesses, a - b is about upper * normal
  int count = 0;           // vertices of the polytope
  bool has_points = true;  // a and b are points of A and B; otherwise only the plane is known
  bool is_refined = true;  // whether `upper` is a minimum, of its neighbourhood at least
};

/// `start` is any simplex of A - B; nearest to the origin is best. The workspace may be null.
[[nodiscard]] Depth expand(DifferenceSupport support, const Simplex& start, const DepthStop& stop,
                           Workspace* workspace);

}  // namespace graze::inline GRAZE_ABI::gjk
