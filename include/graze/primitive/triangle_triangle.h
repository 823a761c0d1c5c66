// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/primitive/verdict.h"
#include "graze/shape/primitives.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Two closed triangles.
struct TriangleContact {
  Contact contact = Contact::apart;
  Status status = Status::converged;
  bool has_segment = false;  ///< not when they lie in one plane, or one of them has no area
  Segment segment;           ///< common to both; one point when they meet in one
  Real segment_error = 0;    ///< the true ends are within this distance

  /// Whether they meet; touching counts.
  explicit operator bool() const { return contact != Contact::apart; }
};

/// Exact verdict, by orientations only: the same for (b, a) and for every order of the vertices. Triangles
/// may be segments or points; those in one plane touch where they meet.
[[nodiscard]] GRAZE_API TriangleContact triangle_triangle(const Triangle& a, const Triangle& b) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
