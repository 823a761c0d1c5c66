// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "graze/base/function_ref.h"
#include "graze/base/workspace.h"
#include "kernel/depth/result.h"
#include "kernel/gjk/simplex.h"

// Expanding polytope: grows a polytope inside A - B around the origin until the facet nearest to the origin
// is a facet of A - B itself (polytopes) or close enough to its supporting plane (curved shapes). [Bergen03
// §4.3.8, Bergen01] Which facets a new vertex sees is decided by exact predicates, so that the surface stays
// a surface.

namespace graze::inline GRAZE_ABI::depth {

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
/// Finds the valley near a normal, or none.
using FindValley = FunctionRef<bool(const Vec3d& start, Valley& valley)>;

/// When the expansion has answered, and what is known beforehand.
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
  // Axes of both shapes in their frames, set where is_curved: along them lie the lowest planes of coaxial and
  // concentric ones, hidden among others that are nearly as low. Round shapes stand on y.
  std::array<Vec3d, 3> axes[2];
};

/// `start` is any simplex of A - B; nearest to the origin is best. The workspace may be null.
[[nodiscard]] Depth expand(DifferenceSupport support, const gjk::Simplex& start, const DepthStop& stop,
                           Workspace* workspace);

}  // namespace graze::inline GRAZE_ABI::depth
