// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "operands.h"

namespace graze_python {

Operand::Operand(py::handle object, const char* name) {
  if (py::isinstance<Placed>(object))
    placed_ = &object.cast<const Placed&>().instance;
  else
    own_.shape = to_shape(object, name).shape;
}

Operand::Operand(py::handle shape, py::handle pose, const char* name, const char* pose_name) {
  if (py::isinstance<Placed>(shape))
    raise_type(std::string(name) + ": expected a shape, because a placement follows; got Placed");
  own_.shape = to_shape(shape, name).shape;
  own_.placement = to_affine(pose, pose_name);
}

Side::Side(py::handle shapes, py::handle pose, py::handle index, const char* name, const char* pose_name,
           const char* index_name)
    : name_(name) {
  if (PyList_Check(shapes.ptr()) || PyTuple_Check(shapes.ptr())) {
    for (const py::handle shape : py::reinterpret_borrow<py::sequence>(shapes))
      shapes_.push_back(to_shape(shape, name).shape);
    if (shapes_.empty()) raise_value(std::string(name) + ": an empty list of shapes");
  } else if (py::isinstance<Placed>(shapes)) {
    const graze::Instance& instance = shapes.cast<const Placed&>().instance;
    if (pose.ptr() != nullptr) raise_type(std::string(name) + ": a Placed has a placement already");
    shapes_.push_back(instance.shape);
    poses_ = Poses(py::cast(instance.placement), pose_name);
    margin_ = instance.margin;
  } else {
    shapes_.push_back(to_shape(shapes, name).shape);
  }
  if (pose.ptr() != nullptr) poses_ = Poses(pose, pose_name);
  if (index.ptr() == nullptr || index.is_none()) return;
  index_ = to_indices(index, index_name, 1);
  index_data_ = index_.data();
  index_size_ = static_cast<std::size_t>(index_.size());
  for (std::size_t i = 0; i < index_size_; ++i)
    if (index_data_[i] >= shapes_.size())
      raise_value(std::string(index_name) + "[" + std::to_string(i) + "]: " + std::to_string(index_data_[i]) +
                  " is not the number of a shape: there are " + std::to_string(shapes_.size()));
}

std::size_t Side::rows() const {
  const std::size_t by_shape = index_data_ != nullptr ? index_size_ : shapes_.size();
  const std::pair<const char*, std::size_t> counts[] = {{name_, by_shape}, {"its placements", poses_.size()}};
  return common_rows(counts);
}

std::size_t common_rows(std::span<const std::pair<const char*, std::size_t>> counts) {
  const std::pair<const char*, std::size_t>* longest = nullptr;
  for (const auto& count : counts)
    if (count.second != 1 && longest == nullptr) longest = &count;
  if (longest == nullptr) return 1;
  for (const auto& count : counts)
    if (count.second != 1 && count.second != longest->second)
      raise_value(std::string(longest->first) + " has " + std::to_string(longest->second) + " rows, and " +
                  count.first + " has " + std::to_string(count.second));
  return longest->second;
}

}  // namespace graze_python
