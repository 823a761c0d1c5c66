// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

#include "graze/base/result.h"
#include "graze/mesh/arrays.h"
#include "shape/shape_block.h"

// Reading of the caller's arrays, byte by byte where they are not aligned.

namespace graze::inline GRAZE_ABI {

inline constexpr const char* kVertexNotFinite = "vertices: a coordinate is not finite, or too large";

namespace mesh_detail {

// The largest coordinate that is finite in Real and usable.
inline constexpr double kLargestVertex = std::min(kLargest, double(std::numeric_limits<Real>::max()));

template <class T>
struct PointReader {
  const std::byte* data;
  std::size_t stride;

  explicit PointReader(const VertexArray& array)
      : data(static_cast<const std::byte*>(array.data)),
        stride(array.stride == 0 ? 3 * sizeof(T) : array.stride) {}

  [[nodiscard]] BasicVec3<T> operator()(std::size_t i) const {
    T numbers[3];
    std::memcpy(numbers, data + i * stride, sizeof numbers);
    return {numbers[0], numbers[1], numbers[2]};
  }
};

template <class T>
[[nodiscard]] bool is_usable(const BasicVec3<T>& p) {
  // NaN compares false.
  return std::abs(double(p.x)) <= kLargestVertex && std::abs(double(p.y)) <= kLargestVertex &&
         std::abs(double(p.z)) <= kLargestVertex;
}
template <class T>
[[nodiscard]] Vec3 to_real(const BasicVec3<T>& p) {
  return {static_cast<Real>(p.x), static_cast<Real>(p.y), static_cast<Real>(p.z)};
}

template <class Use>
auto with_reader(const VertexArray& array, Use use) {
  return array.scalar == VertexArray::Scalar::float32 ? use(PointReader<float>(array))
                                                      : use(PointReader<double>(array));
}

}  // namespace mesh_detail

/// The point at place `i`, rounded to Real; false when it is not finite or too large. Precondition: i <
/// count.
[[nodiscard]] inline bool read_point(const VertexArray& array, std::size_t i, Vec3& point) {
  return mesh_detail::with_reader(array, [&](const auto& read) {
    const auto p = read(i);
    if (!mesh_detail::is_usable(p)) return false;
    point = mesh_detail::to_real(p);
    return true;
  });
}

/// A stride that would make points overlap; or which of points first ... first + count - 1 is not finite or
/// too large, the first of them.
[[nodiscard]] inline std::optional<Error> check_points(const VertexArray& array, std::size_t first,
                                                       std::size_t count) {
  const std::size_t point =
      3 * (array.scalar == VertexArray::Scalar::float32 ? sizeof(float) : sizeof(double));
  if (array.stride != 0 && array.stride < point)
    return Error{ErrorCode::index_out_of_range, "vertices: stride is smaller than a point, in bytes"};
  return mesh_detail::with_reader(array, [&](const auto& read) -> std::optional<Error> {
    for (std::size_t i = first; i < first + count; ++i)
      if (!mesh_detail::is_usable(read(i))) return Error{ErrorCode::not_finite, kVertexNotFinite, i};
    return std::nullopt;
  });
}

/// Points first ... of the array into `out`, as many as that holds; all of them are checked before anything
/// is written.
[[nodiscard]] inline std::optional<Error> read_points(const VertexArray& array, std::size_t first,
                                                      std::span<Vec3> out) {
  if (const auto bad = check_points(array, first, out.size())) return bad;
  mesh_detail::with_reader(array, [&](const auto& read) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = mesh_detail::to_real(read(first + i));
  });
  return std::nullopt;
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
