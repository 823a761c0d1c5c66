// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair.h"

namespace graze::inline GRAZE_ABI {

/// Whether a part of one operand lies wholly inside the other, which is a mesh declared solid: the surfaces
/// then do not meet, but the objects do. Every connected part is asked for. `inner` is a point of both, in
/// the world.
[[nodiscard]] bool is_one_inside(const Operand& a, const Operand& b, Vec3& inner);

/// A point of the world in the frame of a placement.
[[nodiscard]] Vec3 local_from_world(const Affine& placement, const Vec3& p);

}  // namespace graze::inline GRAZE_ABI
