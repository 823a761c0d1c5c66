// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "hull/topology.h"
#include "kernel/depth/sat.h"
#include "shape/core/reader.h"

// Separating axes of points, segments, triangles, tetrahedra and boxes (parallelepipeds): all normals and all
// cross products of edges, at most as many as the table in [Bergen03 §3.3] counts.
//   segment-triangle 4   segment-box 6   triangle-triangle 11   triangle-box 13   box-box 15
// Flat bodies in one plane are apart along an axis in that plane, which none of these is; such axes are tried
// when both bodies are flat.
//
// Hulls know their faces and edges. Only those pairs of edges are tried that span a facet of the difference:
// on the sphere of normals an edge is the arc between the normals of its two faces, and a pair spans a facet
// when the arc of one crosses the opposite of the other's. [Gregorius13]

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

/// A box whose edges run along `directions`, which are not zero where the edges are.
struct SatBox {
  const BoxReader& reader;
  const Mat3d& directions;
};

struct SatHull {
  const HullTopology& topology;
  const VertexReader& reader;
};

[[nodiscard]] Features features_of(const PointsReader& body);  // up to four
[[nodiscard]] Features features_of(const SatBox& body);

/// Stops at the first axis that separates. That hulls overlap is certain only where their faces are exact:
/// not joined at a tolerance.
void try_axes(const PointsReader& a, const PointsReader& b, SatSearch& search);
void try_axes(const PointsReader& a, const SatBox& b, SatSearch& search);
void try_axes(const SatBox& a, const SatBox& b, SatSearch& search);
void try_axes(const SatHull& a, const SatHull& b, SatSearch& search);
void try_axes(const PointsReader& a, const SatHull& b, SatSearch& search);
void try_axes(const SatHull& a, const SatBox& b, SatSearch& search);

}  // namespace graze::inline GRAZE_ABI::primitive
