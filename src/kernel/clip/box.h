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

/// Origin of a point: a corner of the rectangle or of the other face, or a crossing of two edges.
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

namespace graze::inline GRAZE_ABI {

/// Candidates of two faces: 0 to 3 corners of the rectangle, 4 to 7 corners of the other face, 8 + 4 i + k
/// where edge i of the rectangle crosses edge k of the other face.
inline constexpr int kBoxCandidates = 24, kBoxOthers = 4, kBoxCrossings = 8;

/// Names of the parts of one face, numbered as in BoxFacePair: four corners, four edges, itself.
struct FaceNames {
  Feature of[9];
};
constexpr int kFaceItself = 8;
constexpr FaceNames name_box_face(int axis, bool is_negative) {
  FaceNames names{};
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t s = i == 1 || i == 2 ? 1 : 0, t = i >= 2 ? 1 : 0;  // where s and t are negative
    names.of[i] = {FeatureKind::vertex,
                   std::uint32_t{is_negative} << axis | s << (axis + 1) % 3 | t << (axis + 2) % 3, 0};
  }
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t p = names.of[i].first, q = names.of[(i + 1) & 3].first;
    names.of[4 + i] = {FeatureKind::edge, p < q ? p : q, p < q ? q : p};
  }
  names.of[kFaceItself] = {FeatureKind::face, static_cast<std::uint32_t>(2 * axis) + (is_negative ? 1u : 0u),
                           0};
  return names;
}
inline constexpr FaceNames kFaceNames[6] = {name_box_face(0, false), name_box_face(0, true),
                                            name_box_face(1, false), name_box_face(1, true),
                                            name_box_face(2, false), name_box_face(2, true)};
/// Which of these names a candidate has on the rectangle, and on the other face.
struct CandidateNames {
  std::uint8_t of_rectangle[kBoxCandidates], of_other[kBoxCandidates];
};
constexpr CandidateNames name_candidates() {
  CandidateNames names{};
  for (int i = 0; i < kBoxCandidates; ++i) {
    const bool is_corner = i < kBoxOthers, is_other = !is_corner && i < kBoxCrossings;
    const int edge = 4 + (i >> 2) - 2;
    names.of_rectangle[i] = static_cast<std::uint8_t>(is_corner ? i : is_other ? kFaceItself : edge);
    names.of_other[i] = static_cast<std::uint8_t>(is_corner ? kFaceItself : is_other ? (i & 3) : 4 + (i & 3));
  }
  return names;
}
inline constexpr CandidateNames kCandidateNames = name_candidates();

}  // namespace graze::inline GRAZE_ABI
