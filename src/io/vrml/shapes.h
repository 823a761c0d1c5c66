// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "io/vrml/budget.h"
#include "io/vrml/fields.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// Geometry of a node, and what animations of it refer to.
struct ReadShape {
  Geometry geometry;
  LiveId coordinate = kNone;           ///< its Coordinate node
  std::optional<Extrusion> extrusion;  ///< source of the mesh, if any
};

/// The shape of a geometry node; nothing, with a warning, where there is none.
[[nodiscard]] std::optional<ReadShape> read_shape(const Graph& graph, LiveId id, Budget& budget,
                                                  Report& report);

/// Mesh, lines or points of an IndexedFaceSet, IndexedLineSet or PointSet.
[[nodiscard]] std::optional<ReadShape> read_indexed(const Graph& graph, LiveId id, Budget& budget,
                                                    Report& report);

/// Numbers of an Extrusion node; nothing where they make no surface.
[[nodiscard]] std::optional<Extrusion> read_extrusion(const LiveNode& node, Budget& budget, Report& report);

}  // namespace graze::inline GRAZE_ABI::io::vrml
