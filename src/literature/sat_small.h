// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/depth/sat.h"
#include "shape/core/reader.h"

// Separating axes of points, segments, triangles, tetrahedra and boxes (parallelepipeds): all normals and all
// cross products of edges, at most as many as the table in [Bergen03 §3.3] counts.
//   segment-triangle 4   segment-box 6   triangle-triangle 11   triangle-box 13   box-box 15
// Flat bodies in one plane are apart along an axis in that plane, which none of these is; such axes are tried
// when both bodies are flat.

namespace graze::inline GRAZE_ABI::primitive {

using depth::is_sliver;
using depth::SatSearch;

/// An edge: its direction, of length `norm`, and its true length, which is zero for an edge of a flat box.
struct SatEdge {
  Vec3d along;
  double norm = 0;
  double length = 0;
};

/// Edges and faces of a body, from which axes are made; superfluous ones do no harm.
struct Features {
  SatEdge edges[6];
  std::uint8_t faces[4][2];  // two edges of each
  int face_count = 0, edge_count = 0;
  bool is_flat = false;
};

/// Of up to four points, and of a box whose edges run along `directions`, which are not zero where the edges
/// are.
[[nodiscard]] Features features_of(const PointsReader& body);
[[nodiscard]] Features features_of(const BoxReader& body, const Mat3d& directions);

/// Stops at the first axis that separates.
void try_axes(const PointsReader& a, const PointsReader& b, SatSearch& search);
void try_axes(const PointsReader& a, const BoxReader& b, const Mat3d& directions_b, SatSearch& search);
void try_axes(const BoxReader& a, const Mat3d& directions_a, const BoxReader& b, const Mat3d& directions_b,
              SatSearch& search);

}  // namespace graze::inline GRAZE_ABI::primitive
