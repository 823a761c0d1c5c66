// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/mesh/height_field.h"
#include "mesh/triangle_store.h"

namespace graze::inline GRAZE_ABI {

[[nodiscard]] inline std::size_t sample_bytes(HeightField::Scalar scalar) {
  return scalar == HeightField::Scalar::float64 ? 8 : scalar == HeightField::Scalar::float32 ? 4 : 2;
}

/// The point of a sample; false when it is not finite or too large.
[[nodiscard]] bool read_sample(const HeightField& field, std::size_t column, std::size_t row, Vec3& point);

/// A height field that keeps its samples only: triangles are computed when they are asked for. Numbers of
/// triangles and vertices, and their coordinates, are those of a mesh made of it.
class HeightGrid {
 public:
  using Corners = PackedTriangles::Corners;

  HeightGrid() = default;
  /// Copies the samples, or reads those of the caller in all that follows. Cells that are holes are left out.
  HeightGrid(const HeightField& field, MeshLayout layout);
  /// The samples of `field`, and the cells of `other`.
  HeightGrid(const HeightField& field, MeshLayout layout, const HeightGrid& other);
  HeightGrid(HeightGrid&&) noexcept = default;
  HeightGrid& operator=(HeightGrid&&) noexcept = default;

  [[nodiscard]] std::uint32_t triangle_count() const;
  [[nodiscard]] std::size_t vertex_count() const { return std::size_t{field_.columns} * field_.rows; }
  [[nodiscard]] std::size_t memory_bytes() const {
    return sizeof(HeightGrid) + samples_.capacity() + cells_.capacity() * sizeof(std::uint32_t);
  }
  [[nodiscard]] Triangle triangle(std::uint32_t id) const;
  [[nodiscard]] Corners corners(std::uint32_t id) const;
  /// The origin where a sample is not usable.
  [[nodiscard]] Vec3 vertex(std::uint32_t i) const { return point(i % field_.columns, i / field_.columns); }

 private:
  [[nodiscard]] std::uint32_t cell_of(std::uint32_t triangle) const {
    return cells_.empty() ? triangle / 2 : cells_[triangle / 2];
  }
  [[nodiscard]] Vec3 point(std::uint32_t column, std::uint32_t row) const {
    Vec3 p;
    return read_sample(field_, column, row, p) ? p : Vec3{};
  }

  HeightField field_;                 // without holes; `heights` is samples_ or the caller's
  std::vector<std::byte> samples_;    // row after row, packed
  std::vector<std::uint32_t> cells_;  // those that are no holes; empty: all of them
};

}  // namespace graze::inline GRAZE_ABI
