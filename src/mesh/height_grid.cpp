// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/height_grid.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "shape/shape_block.h"

namespace graze::inline GRAZE_ABI {
namespace {

template <class T>
double read_as(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return static_cast<double>(value);
}

const std::byte* row_of(const HeightField& field, std::size_t row) {
  const std::size_t packed = sample_bytes(field.scalar) * field.columns;
  return static_cast<const std::byte*>(field.heights) +
         row * (field.row_stride == 0 ? packed : field.row_stride);
}

double height(const HeightField& field, std::size_t column, std::size_t row) {
  const std::byte* from = row_of(field, row) + column * sample_bytes(field.scalar);
  switch (field.scalar) {
    case HeightField::Scalar::int16:
      return read_as<std::int16_t>(from);
    case HeightField::Scalar::uint16:
      return read_as<std::uint16_t>(from);
    case HeightField::Scalar::float32:
      return read_as<float>(from);
    default:
      return read_as<double>(from);
  }
}

bool to_real(double x, Real& out) {
  if (!(std::abs(x) <= double(std::numeric_limits<Real>::max()))) return false;
  out = static_cast<Real>(x);
  return is_usable_size(out);
}

}  // namespace

bool read_sample(const HeightField& field, std::size_t column, std::size_t row, Vec3& point) {
  const double y = double(field.offset) + double(field.scale) * height(field, column, row);
  return to_real(double(field.spacing_x) * static_cast<double>(column), point.x) && to_real(y, point.y) &&
         to_real(double(field.spacing_z) * static_cast<double>(row), point.z);
}

HeightGrid::HeightGrid(const HeightField& field, MeshLayout layout) : field_(field) {
  const bool has_holes = std::any_of(field.holes.begin(), field.holes.end(), [](auto h) { return h != 0; });
  if (has_holes) {
    const auto kept = std::count(field.holes.begin(), field.holes.end(), std::uint8_t{0});
    cells_.reserve(static_cast<std::size_t>(kept));
    for (std::uint32_t i = 0; i < field.holes.size(); ++i)
      if (field.holes[i] == 0) cells_.push_back(i);
  }
  field_.holes = {};
  if (layout == MeshLayout::borrowed) return;
  const std::size_t row_bytes = sample_bytes(field.scalar) * field.columns;
  samples_.resize(row_bytes * field.rows);
  for (std::size_t row = 0; row < field.rows; ++row)
    std::memcpy(samples_.data() + row * row_bytes, row_of(field, row), row_bytes);
  field_.heights = samples_.data();
  field_.row_stride = 0;
}

HeightGrid::HeightGrid(const HeightField& field, MeshLayout layout, const HeightGrid& other)
    : HeightGrid([&] {
        HeightField whole = field;
        whole.holes = {};
        return HeightGrid(whole, layout);
      }()) {
  cells_ = other.cells_;
}

std::uint32_t HeightGrid::triangle_count() const {
  const std::size_t cells =
      cells_.empty() ? std::size_t{field_.columns - 1} * (field_.rows - 1) : cells_.size();
  return static_cast<std::uint32_t>(2 * cells);
}

Triangle HeightGrid::triangle(std::uint32_t id) const {
  const std::uint32_t cell = cell_of(id), row = cell / (field_.columns - 1),
                      column = cell - row * (field_.columns - 1);
  const Vec3 a = point(column, row), d = point(column + 1, row + 1);
  if (id % 2 == 0) return {a, point(column, row + 1), d};
  return {a, d, point(column + 1, row)};
}

HeightGrid::Corners HeightGrid::corners(std::uint32_t id) const {
  const std::uint32_t cell = cell_of(id), row = cell / (field_.columns - 1);
  const std::uint32_t a = cell + row, c = a + field_.columns;  // a row has a sample more than cells
  if (id % 2 == 0) return {a, c, c + 1};
  return {a, c + 1, a + 1};
}

}  // namespace graze::inline GRAZE_ABI
