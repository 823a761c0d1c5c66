// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/box/axis.h"
#include "query/contact/boxes.h"

// Pairs of boxes on their way from an axis to their points, and the names of the parts that points lie on.

namespace graze::inline GRAZE_ABI {

/// Two boxes whose axis is known, in canonical order.
struct BoxCase {
  Operand sides[2];
  ContactSet* set;     // where its points go
  double height;       // overlap along the axis
  double size, error;  // as in primitive::BoxFrame
  int axis;            // as primitive::BoxAxisHeight
  int other;           // of faces: the axis of the other box whose faces look back most
  int first;           // which operand of the call is the first here
};

/// Candidates of two faces: 0 to 3 corners of the rectangle, 4 to 7 corners of the other face, 8 + 4 i + k
/// where edge i of the rectangle crosses edge k of the other face.
inline constexpr int kBoxCandidates = BoxContactPoints::kCapacity, kBoxOthers = 4, kBoxCrossings = 8;

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
                   std::uint32_t{is_negative} << axis | s << next_axis(axis) | t << previous_axis(axis), 0};
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
/// Which of these a candidate is on the rectangle, and on the other face.
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
