// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "hull/topology.h"
#include "query/contact/boxes.h"

// Pairs on their way from an axis to their points, and the names of the parts of boxes.

namespace graze::inline GRAZE_ABI {

/// Names of the parts of one face, numbered as in kernel/box/faces-inl.h: four corners, four edges, itself.
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

/// Names of the candidates of two faces, the rectangle's and the other one; see kernel/box/faces-inl.h.
class CandidateNames {
 public:
  /// `face` and `other` are indices of kFaceNames. The rectangle is of a, or of b.
  CandidateNames(int face, int other, bool is_of_a)
      : names_{kFaceNames[is_of_a ? face : other].of, kFaceNames[is_of_a ? other : face].of},
        parts_{kParts.of[is_of_a ? 0 : 1], kParts.of[is_of_a ? 1 : 0]} {}

  void name(int candidate, ContactPoint& point) const {
    point.feature_a = names_[0][parts_[0][candidate]];
    point.feature_b = names_[1][parts_[1][candidate]];
  }

 private:
  /// Which of its names each face gives to a candidate.
  struct Parts {
    std::uint8_t of[2][BoxContactPoints::kCapacity];
  };
  static constexpr Parts kParts = [] {
    Parts parts{};
    for (int i = 0; i < BoxContactPoints::kCapacity; ++i) {
      const bool is_corner = i < 4, is_other = !is_corner && i < 8;
      const int edge = 4 + (i >> 2) - 2;
      parts.of[0][i] = static_cast<std::uint8_t>(is_corner ? i : is_other ? kFaceItself : edge);
      parts.of[1][i] = static_cast<std::uint8_t>(is_corner ? kFaceItself : is_other ? (i & 3) : 4 + (i & 3));
    }
    return parts;
  }();

  const Feature* names_[2];
  const std::uint8_t* parts_[2];
};

/// Names of the edges of two boxes that cross, of which `a` is the caller's first: from corners `names` along
/// `axes`.
inline void name_crossing(const int (&names)[2], const int (&axes)[2], int a, ContactPoint& point) {
  const auto edge = [&](int side) {
    const auto corner = static_cast<std::uint32_t>(names[side]);
    return Feature{FeatureKind::edge, corner, corner | 1u << axes[side]};
  };
  point.feature_a = edge(a);
  point.feature_b = edge(1 - a);
}

/// Corners of the faces of a box by number, in the order of find_side().
struct BoxLoops {
  std::uint32_t of[6][4];
};
constexpr BoxLoops make_box_loops() {
  BoxLoops loops{};
  for (int face = 0; face < 6; ++face)
    for (int i = 0; i < 4; ++i) loops.of[face][i] = kFaceNames[face].of[i].first;
  return loops;
}
inline constexpr BoxLoops kBoxLoops = make_box_loops();

/// A pair whose contact normal is known and whose points are to be found in lanes: first a polytope that
/// knows its faces, a sphere or a capsule, then such a polytope or a box, under rigid placements, in the
/// order of make_pair().
struct HullCase {
  Operand sides[2];
  const HullTopology* faces[2];  // null: not a polytope
  Answer answer;                 // in that order; its normal is the axis
  ContactSet* set;               // where its points go
  double size, error;            // as in Pair
  int first;                     // which operand of the call is the first here
};

/// Two boxes whose axis is known, in canonical order.
struct BoxCase {
  Operand sides[2];
  ContactSet* set;     // where its points go
  double height;       // overlap along the axis
  double size, error;  // as in BoxFrame
  int axis;            // numbered as in kernel/box/frame-inl.h
  int other;           // of faces: the axis of the other box whose faces look back most
  int first;           // which operand of the call is the first here
  bool is_tied;        // the height is that along another face
};

}  // namespace graze::inline GRAZE_ABI
