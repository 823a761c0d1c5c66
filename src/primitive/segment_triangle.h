// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/contact.h"
#include "math/exact.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Segment pq against triangle abc. Exact. Precondition: finite numbers.
[[nodiscard]] Contact contact_of_segment_triangle(const Vec3d& p, const Vec3d& q, const Vec3d& a,
                                                  const Vec3d& b, const Vec3d& c);

}  // namespace graze::inline GRAZE_ABI::primitive
