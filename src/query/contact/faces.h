// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/function_ref.h"
#include "query/pair/pair.h"

// The flat sides of a placed shape by their normals: unit, outward, world. None of curved sides, and of
// polytopes whose faces are not known. Of flat shapes both sides.

namespace graze::inline GRAZE_ABI {

/// use(normal) for every flat side that another bounded shape reaches beyond. Of a hull: a few products for
/// each face, and supports only where these leave it open.
void visit_faces_reached(const Operand& o, const Operand& other, FunctionRef<void(const Vec3d& normal)> use);

/// use(normal) for every flat side, in the order of visit_faces_reached(), less those of hulls whose normal
/// is certainly farther than `within`, at most 1, from a unit direction of the world.
void visit_faces_towards(const Operand& o, const Vec3d& direction, double within,
                         FunctionRef<void(const Vec3d& normal)> use);

}  // namespace graze::inline GRAZE_ABI
