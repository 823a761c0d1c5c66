// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/gjk/pierce.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

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
