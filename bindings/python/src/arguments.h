// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "graze/graze.h"

// From Python's objects to those of Graze. Whatever does not fit raises TypeError or ValueError with the name
// of the argument and with the shape and dtype that came instead.

namespace graze_python {

namespace py = pybind11;
using graze::Affine;
using graze::Real;
using graze::Vec3;

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Indices = py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>;

/// A shape with the Python objects whose memory it reads (borrowed arrays, a support mapping in Python).
struct PyShape {
  graze::Shape shape;
  py::object owner = py::none();  ///< None: the shape owns all that it reads
};

/// What an argument is, for messages: "array of shape (3, 3) and dtype float64", else the name of its type.
std::string describe(py::handle object);

[[noreturn]] void raise_type(const std::string& message);
[[noreturn]] void raise_value(const std::string& message);
/// ValueError with the words of the library, and the element if there are several.
[[noreturn]] void raise_error(const graze::Error& error, const std::string& argument);

/// The value, or ValueError in the name of the argument.
template <class T>
T value_of(graze::Result<T> result, const std::string& argument) {
  if (!result) raise_error(result.error(), argument);
  return std::move(*result);
}

/// The number, if it is finite and not negative; else ValueError.
Real not_negative(Real value, const char* name);
/// Three numbers, finite.
Vec3 to_vec3(py::handle object, const char* name);
/// Numbers of any dtype but complex and objects, as doubles in one piece of memory; NaN is refused.
Doubles to_doubles(py::handle object, const char* name);
/// Points: (n, 3) numbers, finite.
std::vector<Vec3> to_points(py::handle object, const char* name);
/// Whole numbers that are not negative and fit 32 bits, of `ndim` dimensions.
Indices to_indices(py::handle object, const char* name, int ndim);

/// Whether an argument is a list or a tuple.
inline bool is_list(py::handle object) { return PyList_Check(object.ptr()) || PyTuple_Check(object.ptr()); }

/// One placement: a Pose, a 4 x 4 (or 3 x 4) array, 7 numbers (translation, then quaternion x y z w), a
/// translation, or a pair (quaternion, translation).
Affine to_affine(py::handle object, const char* name);
/// Whether an argument is an array of placements: (n, 4, 4), (n, 3, 4) or (n, 7).
bool is_pose_array(py::handle object);

/// Placements as they lie in an array; one stands for any number.
class Poses {
 public:
  /// The identity.
  Poses() = default;
  Poses(py::handle object, const char* name);
  /// Number of placements, or 1 for one that stands for all.
  std::size_t size() const { return size_; }
  bool is_array() const { return is_array_; }
  /// The placement of a row; kind() `invalid` where the numbers are none. Touches no Python object.
  Affine operator[](std::size_t row) const;
  /// Why a row is refused.
  [[noreturn]] void raise_row(std::size_t row) const;

 private:
  const double* numbers_at(std::size_t row) const;

  Doubles numbers_;
  const double* data_ = nullptr;
  std::size_t size_ = 1;
  int row_numbers_ = 0;
  bool is_array_ = false;
  Affine one_;
  const char* name_ = "";
};

py::array_t<double> to_array(const Vec3& v);
/// As a 4 x 4 array, row by row.
py::array_t<double> to_array(const Affine& placement);

}  // namespace graze_python
