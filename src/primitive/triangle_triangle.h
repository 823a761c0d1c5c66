// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/contact.h"
#include "math/rounding.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Contact of two triangles in double, before TriangleContact rounds it to Real.
struct TriangleMeeting {
  Contact contact = Contact::apart;
  bool has_segment = false;  // not when they lie in one plane, or one of them has no area
  Vec3d start, end;
  double error = 0;  // the true ends are within this distance
};

/// Exact for the coordinates given. Precondition: finite numbers within the range of the predicates.
[[nodiscard]] TriangleMeeting meet_triangles(const Vec3d (&a)[3], const Vec3d (&b)[3]);
/// meet_triangles() for triangles that are probably not separated by their planes: another order of tests,
/// the answer is equal.
[[nodiscard]] TriangleMeeting meet_close_triangles(const Vec3d (&a)[3], const Vec3d (&b)[3]);
/// False: these do not overlap, though they may touch; exact, and a fraction of the time of the above.
[[nodiscard]] bool may_overlap(const Vec3d (&a)[3], const Vec3d (&b)[3]);

}  // namespace graze::inline GRAZE_ABI::primitive
