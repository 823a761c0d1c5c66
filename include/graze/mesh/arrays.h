// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI {

// The caller's arrays: described, not owned. They are read while a mesh is built or refitted and may go away
// afterwards; one array may serve several meshes.

/// Points whose x, y and z follow one another, float or double whatever Real is. Doubles are rounded to Real.
/// Nothing need be aligned.
struct VertexArray {
  enum class Scalar : std::uint8_t { float32, float64 };

  const void* data = nullptr;  ///< x of the first point
  std::size_t count = 0;       ///< points
  std::size_t stride = 0;      ///< bytes from one point to the next; 0: packed
  Scalar scalar = sizeof(Real) == 4 ? Scalar::float32 : Scalar::float64;
};

/// Vertex numbers, counted from 0.
struct IndexArray {
  enum class Scalar : std::uint8_t { uint16, uint32 };

  const void* data = nullptr;
  std::size_t count = 0;  ///< indices, not triangles
  Scalar scalar = Scalar::uint32;
};

/// Packed points in float. The array refers to the caller's memory.
[[nodiscard]] inline VertexArray make_vertex_array(std::span<const BasicVec3<float>> points) {
  return {points.data(), points.size(), 0, VertexArray::Scalar::float32};
}
/// Packed points in double. The array refers to the caller's memory.
[[nodiscard]] inline VertexArray make_vertex_array(std::span<const BasicVec3<double>> points) {
  return {points.data(), points.size(), 0, VertexArray::Scalar::float64};
}

namespace mesh_detail {
// How many whole points lie in an array of `numbers` scalars of `size` bytes.
[[nodiscard]] constexpr std::size_t points_in(std::size_t numbers, std::size_t size, std::size_t stride) {
  const std::size_t bytes = numbers * size, point = 3 * size;
  return bytes < point ? 0 : (bytes - point) / (stride == 0 ? point : stride) + 1;
}
}  // namespace mesh_detail

/// As many points as lie wholly within `numbers`: x, y, z, and on to the next after `stride` bytes (0: 3
/// numbers).
[[nodiscard]] inline VertexArray make_vertex_array(std::span<const float> numbers, std::size_t stride = 0) {
  return {numbers.data(), mesh_detail::points_in(numbers.size(), sizeof(float), stride), stride,
          VertexArray::Scalar::float32};
}
/// As many points as lie wholly within `numbers`, in double; `stride` in bytes, 0: 3 numbers.
[[nodiscard]] inline VertexArray make_vertex_array(std::span<const double> numbers, std::size_t stride = 0) {
  return {numbers.data(), mesh_detail::points_in(numbers.size(), sizeof(double), stride), stride,
          VertexArray::Scalar::float64};
}

/// Vertex numbers of two bytes. The array refers to the caller's memory.
[[nodiscard]] inline IndexArray make_index_array(std::span<const std::uint16_t> indices) {
  return {indices.data(), indices.size(), IndexArray::Scalar::uint16};
}
/// Vertex numbers of four bytes. The array refers to the caller's memory.
[[nodiscard]] inline IndexArray make_index_array(std::span<const std::uint32_t> indices) {
  return {indices.data(), indices.size(), IndexArray::Scalar::uint32};
}

/// Vertex numbers as signed integers; negative ones are out of range. The array refers to the caller's
/// memory.
[[nodiscard]] inline IndexArray make_index_array(std::span<const std::int32_t> indices) {
  return {indices.data(), indices.size(), IndexArray::Scalar::uint32};
}

}  // namespace graze::inline GRAZE_ABI
