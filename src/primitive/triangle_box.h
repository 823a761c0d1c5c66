// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/contact.h"
#include "math/exact.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Exact. Precondition: finite, lower <= upper.
[[nodiscard]] Contact contact_of_triangle_box(const Vec3d (&v)[3], const Vec3d& lower, const Vec3d& upper);

}  // namespace graze::inline GRAZE_ABI::primitive
