// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "primitive/clip.h"

// The face of one box against a face of another: clip() for the pair that is asked about most, with a
// rectangle along the axes of the frame on one side and a parallelogram on the other.

namespace graze::inline GRAZE_ABI::primitive {

/// A face of a box in a contact frame: centre + s e + t f, s and t in [-1, 1]. Corners are numbered as they
/// come in ClipSide: (+, +), (-, +), (-, -), (+, -).
struct BoxFace {
  Vec3d centre, e, f;
  std::uint32_t names[4];
  std::uint32_t face;

  static constexpr double kS[4] = {1, -1, -1, 1}, kT[4] = {1, 1, -1, -1};
  [[nodiscard]] Vec3d corner(int i) const { return centre + e * kS[i] + f * kT[i]; }
  [[nodiscard]] Feature edge(int i) const {
    const std::uint32_t p = names[i], q = names[i == 3 ? 0 : i + 1];
    return p < q ? Feature{FeatureKind::edge, p, q} : Feature{FeatureKind::edge, q, p};
  }
};

/// `rectangle` is centred in the frame, with e along x, f along y and no slope; it is a's face, or b's when
/// `is_reference_b`. Gives what clip() would, in the same order.
void clip_box_faces(const BoxFace& rectangle, const BoxFace& other, bool is_reference_b, double tolerance,
                    ClipPoints& out);

}  // namespace graze::inline GRAZE_ABI::primitive
