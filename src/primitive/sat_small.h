// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "primitive/sat.h"
#include "shape/reader.h"

// Separating axes of points, segments, triangles, tetrahedra and boxes (parallelepipeds): all normals and all
// cross products of edges, at most as many as the table in [Bergen03 §3.3] counts.
//   segment-triangle 4   segment-box 6   triangle-triangle 11   triangle-box 13   box-box 15
// Flat bodies in one plane are apart along an axis in that plane, which none of these is; such axes are tried
// when both bodies are flat.

namespace graze::inline GRAZE_ABI::primitive {

/// Stops at the first axis that separates.
void try_axes(const PointsReader& a, const PointsReader& b, SatSearch& search);
void try_axes(const PointsReader& a, const BoxReader& b, const Mat3d& directions_b, SatSearch& search);
void try_axes(const BoxReader& a, const Mat3d& directions_a, const BoxReader& b, const Mat3d& directions_b,
              SatSearch& search);

}  // namespace graze::inline GRAZE_ABI::primitive
