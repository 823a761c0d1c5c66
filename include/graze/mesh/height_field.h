// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/result.h"
#include "graze/mesh/triangle_mesh.h"

namespace graze::inline GRAZE_ABI {

/// Heights over a grid: the caller's array, described and not owned. The sample of column i and row j is the
/// point (i * spacing_x, offset + scale * height, j * spacing_z): y is up, as in VRML97's ElevationGrid.
/// Nothing need be aligned.
struct HeightField {
  enum class Scalar : std::uint8_t { int16, uint16, float32, float64 };

  const void* heights = nullptr;  ///< row after row
  Scalar scalar = Scalar::float32;
  std::uint32_t columns = 0;   ///< samples along x, two at least
  std::uint32_t rows = 0;      ///< samples along z, two at least
  std::size_t row_stride = 0;  ///< bytes from one row to the next; 0: packed
  Real spacing_x = 1;          ///< above zero
  Real spacing_z = 1;          ///< above zero
  Real scale = 1;
  Real offset = 0;
  /// One byte per cell, row after row, (columns - 1) * (rows - 1) of them: where it is not zero there is no
  /// surface. Empty: no holes. Heights that only holes touch are not looked at.
  std::span<const std::uint8_t> holes;
};

/// Two triangles per cell, facing up; both have the diagonal from the corner of least x and z. Stored as a
/// triangle mesh with MeshLayout::fast; as the samples alone, in their own scalar, with compact; with
/// borrowed the caller's samples are read during queries, and must stay as they are until the next refit.
/// In these two, refit_height_field() is the only way to move vertices.
struct HeightFieldMesh {
  TriangleMesh mesh;
  /// row * (columns - 1) + column. For the caller only, who may clear it; without holes it is i / 2.
  std::vector<std::uint32_t> cell_of_triangle;
};

/// Refuses by name and position: null arrays, fewer than two columns or rows, more than 2^30 cells, spacings
/// that are not above zero, numbers of holes that do not fit, samples that are not finite or too large,
/// nothing but holes; is_solid; ErrorCode::cancelled when `settings.progress` said so.
[[nodiscard]] GRAZE_API Result<HeightFieldMesh> make_height_field(const HeightField& field,
                                                                  const MeshSettings& settings = {});

/// The heights, spacings, scale or offset changed: brings the mesh up to date in linear time. Columns, rows
/// and holes must be those it was made of; holes are not read. On an error nothing has changed.
[[nodiscard]] GRAZE_API std::optional<Error> refit_height_field(HeightFieldMesh& made,
                                                                const HeightField& field);

}  // namespace graze::inline GRAZE_ABI
