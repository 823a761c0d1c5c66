// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/clip/clip.h"

// A face of one box against a face of another: clip() for the pair that is asked about most, with a rectangle
// along the axes of the frame on one side and a parallelogram on the other.

namespace graze::inline GRAZE_ABI::primitive {

/// centre + s e + t f, s and t in [-1, 1], in a frame whose z is square to the rectangle and in whose origin
/// it is centred. Corners are numbered as in ClipSide: (+, +), (-, +), (-, -), (+, -); edge i leaves corner
/// i.
struct BoxFacePair {
  double hx, hy;  // half sides of the rectangle, not negative
  Vec3d centre, e, f;
};
inline constexpr double kCornerS[4] = {1, -1, -1, 1}, kCornerT[4] = {1, 1, -1, -1};

/// What a point is: a corner of the rectangle or of the other face, or a crossing of two edges.
struct BoxPointKind {
  enum class Of : std::uint8_t { rectangle, other, crossing } of;
  std::uint8_t rectangle;  // corner or edge
  std::uint8_t other;      // corner or edge
};

struct BoxPoints {
  static constexpr int kCapacity = 24;
  int count = 0;
  double x[kCapacity], y[kCapacity],
      z[kCapacity];                   // z: of the other face; the rectangle's is left to the caller
  double s[kCapacity], t[kCapacity];  // the same point on the other face
  BoxPointKind kinds[kCapacity];
  BoxPoints() {}  // leaves the rest as it is
};

/// The points that clip() would give. Corners of the rectangle come first if `is_rectangle_first`, and
/// crossings then run over its edges first.
void clip_box_faces(const BoxFacePair& faces, bool is_rectangle_first, double tolerance, BoxPoints& out);

}  // namespace graze::inline GRAZE_ABI::primitive
