// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "call.h"
#include "objects.h"

namespace graze_python {

/// One object of a single query: a Placed, or a shape with a placement.
class Operand {
 public:
  /// A Placed, or a shape at the origin of its own frame.
  Operand(py::handle object, const char* name);
  /// A shape and its placement.
  Operand(py::handle shape, py::handle pose, const char* name, const char* pose_name);
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;

  const graze::Instance& instance() const { return placed_ != nullptr ? *placed_ : own_; }

 private:
  const graze::Instance* placed_ = nullptr;
  graze::Instance own_;
};

/// Objects of one side of a batch: one shape or several, one placement or several, by rows.
class Side {
 public:
  /// `index`: numbers into a list of shapes, or none.
  Side(py::handle shapes, py::handle pose, py::handle index, const char* name, const char* pose_name,
       const char* index_name);

  /// How many rows it asks for; 1 where it suits any number.
  std::size_t rows() const;
  /// Shapes to be appended to the table of a batch.
  const std::vector<graze::Shape>& shapes() const { return shapes_; }
  /// Number of the shape of a row in shapes().
  std::uint32_t shape_of(std::size_t row) const {
    if (index_data_ != nullptr) return index_data_[index_size_ == 1 ? 0 : row];
    return shapes_.size() == 1 ? 0 : static_cast<std::uint32_t>(row);
  }
  const Poses& poses() const { return poses_; }
  const char* name() const { return name_; }
  graze::Real margin() const { return margin_; }

 private:
  std::vector<graze::Shape> shapes_;
  Poses poses_;
  Indices index_;
  const std::uint32_t* index_data_ = nullptr;
  std::size_t index_size_ = 0;
  graze::Real margin_ = 0;
  const char* name_;
};

/// Rows that several counts agree on: one of them stands for any number. ValueError says which do not.
std::size_t common_rows(std::span<const std::pair<const char*, std::size_t>> counts);

}  // namespace graze_python
