// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <limits>
#include <optional>

#include "graze/base/result.h"
#include "graze/mesh/arrays.h"
#include "shape/shape_block.h"

// Reading of the caller's arrays, byte by byte where they are not aligned.

namespace graze::inline GRAZE_ABI {

namespace mesh_detail {
template <class T>
[[nodiscard]] bool read_point(const std::byte* from, Vec3& point) {
  T numbers[3];
  std::memcpy(numbers, from, sizeof numbers);
  for (const T x : numbers)
    if (!(std::abs(double(x)) <= double(std::numeric_limits<Real>::max()))) return false;
  point = {static_cast<Real>(numbers[0]), static_cast<Real>(numbers[1]), static_cast<Real>(numbers[2])};
  return is_usable_point(point);
}
}  // namespace mesh_detail

inline constexpr const char* kVertexNotFinite = "vertices: a coordinate is not finite, or too large";

/// The point at place `i`, rounded to Real; false when it is not finite or too large. Precondition: i <
/// count.
[[nodiscard]] inline bool read_point(const VertexArray& array, std::size_t i, Vec3& point) {
  const bool is_float = array.scalar == VertexArray::Scalar::float32;
  const std::size_t packed = 3 * (is_float ? sizeof(float) : sizeof(double));
  const std::byte* from =
      static_cast<const std::byte*>(array.data) + i * (array.stride == 0 ? packed : array.stride);
  return is_float ? mesh_detail::read_point<float>(from, point)
                  : mesh_detail::read_point<double>(from, point);
}

/// The index at place `i`. Precondition: i < count.
[[nodiscard]] inline std::uint32_t read_index(const IndexArray& array, std::size_t i) {
  const auto* from = static_cast<const std::byte*>(array.data);
  if (array.scalar == IndexArray::Scalar::uint16) {
    std::uint16_t index = 0;
    std::memcpy(&index, from + i * sizeof index, sizeof index);
    return index;
  }
  std::uint32_t index = 0;
  std::memcpy(&index, from + i * sizeof index, sizeof index);
  return index;
}

}  // namespace graze::inline GRAZE_ABI
