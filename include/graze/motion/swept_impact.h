// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/motion/swept_mesh.h"
#include "graze/motion/time_of_impact.h"

namespace graze::inline GRAZE_ABI {

/// First time in its step at which a deforming mesh meets an object that moves on a path: a cloth and the
/// body that it falls on. The object is any shape, meshes and compounds included; both may have a margin,
/// which for the mesh is half its thickness. The times of path and step are the same, from 0 to 1. Nothing is
/// sampled, triangles may be flat, and be so for a part of the step only.
///
/// As time_of_impact() of two shapes, but: `piece_a` is the number of the triangle; `local_a` is where its
/// point that touches is at time 0; `placement_a` is the identity; settings.cache is not used. A
/// triangle within a solid is in contact with it.
///
/// Cost: boxes of the object in parts of the time against the tree of swept boxes, then a time of impact for
/// each triangle that is close. Allocates nothing.
[[nodiscard]] GRAZE_API TimeOfImpact time_of_impact(const SweptMesh& a, const Shape& b, const Path& path_b,
                                                    const MotionSettings& settings = {});
/// With margins, in world units.
[[nodiscard]] GRAZE_API TimeOfImpact time_of_impact(const SweptMesh& a, Real margin_a, const Shape& b,
                                                    const Path& path_b, Real margin_b,
                                                    const MotionSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
