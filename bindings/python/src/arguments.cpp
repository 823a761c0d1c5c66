// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "arguments.h"

#include <cmath>

namespace graze_python {

std::string describe(py::handle object) {
  if (py::isinstance<py::array>(object)) {
    const auto array = py::reinterpret_borrow<py::array>(object);
    return "array of shape " + std::string(py::str(array.attr("shape"))) + " and dtype " +
           std::string(py::str(array.dtype()));
  }
  if (object.is_none()) return "None";
  const std::string type = Py_TYPE(object.ptr())->tp_name;
  if (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr()))
    return type + " of " + std::to_string(py::len(object)) + " elements";
  return type;
}

void raise_type(const std::string& message) { throw py::type_error(message); }
void raise_value(const std::string& message) { throw py::value_error(message); }

void raise_error(const graze::Error& error, const std::string& argument) {
  std::string message = argument.empty() ? "" : argument + ": ";
  message += error.message;
  if (error.position != 0) message += " (element " + std::to_string(error.position) + ")";
  raise_value(message);
}

Doubles to_doubles(py::handle object, const char* name) {
  const py::array any = py::array::ensure(object);
  if (!any) {
    PyErr_Clear();
    raise_type(std::string(name) + ": expected numbers, got " + describe(object));
  }
  const char kind = any.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u' && kind != 'b')
    raise_type(std::string(name) + ": expected numbers, got " + describe(any));
  Doubles numbers = Doubles::ensure(any);
  if (!numbers) throw py::error_already_set();
  return numbers;
}

Real not_negative(Real value, const char* name) {
  if (!(value >= 0) || !std::isfinite(value))
    raise_value(std::string(name) + ": below zero, NaN or infinite");
  return value;
}

Vec3 to_vec3(py::handle object, const char* name) {
  const Doubles numbers = to_doubles(object, name);
  if (numbers.ndim() != 1 || numbers.shape(0) != 3)
    raise_value(std::string(name) + ": expected three numbers, got " + describe(py::array::ensure(object)));
  const Vec3 v{numbers.data()[0], numbers.data()[1], numbers.data()[2]};
  if (!is_finite(v)) raise_value(std::string(name) + ": NaN or infinity");
  return v;
}

std::vector<Vec3> to_points(py::handle object, const char* name) {
  const Doubles numbers = to_doubles(object, name);
  if (numbers.ndim() != 2 || numbers.shape(1) != 3)
    raise_value(std::string(name) + ": expected an (n, 3) array, got " + describe(py::array::ensure(object)));
  std::vector<Vec3> points(static_cast<std::size_t>(numbers.shape(0)));
  const double* at = numbers.data();
  for (std::size_t i = 0; i < points.size(); ++i, at += 3) {
    points[i] = {at[0], at[1], at[2]};
    if (!is_finite(points[i]))
      raise_value(std::string(name) + "[" + std::to_string(i) + "]: NaN or infinity");
  }
  return points;
}

Indices to_indices(py::handle object, const char* name, int ndim) {
  const py::array any = py::array::ensure(object);
  if (!any) {
    PyErr_Clear();
    raise_type(std::string(name) + ": expected whole numbers, got " + describe(object));
  }
  const char kind = any.dtype().kind();
  if (kind != 'i' && kind != 'u')
    raise_type(std::string(name) + ": expected whole numbers, got " + describe(any));
  if (any.ndim() != ndim)
    raise_value(std::string(name) + ": expected " + std::to_string(ndim) + " dimensions, got " +
                describe(any));
  if (any.size() != 0) {
    const auto lowest = any.attr("min")(), highest = any.attr("max")();
    if (lowest.attr("__lt__")(0).cast<bool>() || highest.attr("__gt__")(0xffffffffU).cast<bool>())
      raise_value(std::string(name) + ": numbers below 0 or above 2^32 - 1");
  }
  return Indices::ensure(any);
}

namespace {

// Seven numbers: translation, then quaternion x y z w.
Affine from_seven(const double* at) {
  const graze::Quat q{at[3], at[4], at[5], at[6]};
  const double norm = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  if (!(norm > 0) || !std::isfinite(norm)) return {graze::Mat3::diagonal(0, 0, 0), {}};
  return {q, {at[0], at[1], at[2]}};
}

// Rows of a 3 x 4 or 4 x 4 matrix; `rows` is 3 or 4.
Affine from_rows(const double* at, int rows) {
  if (rows == 4 && !(at[12] == 0 && at[13] == 0 && at[14] == 0 && at[15] == 1))
    return {graze::Mat3::diagonal(0, 0, 0), {}};
  return {graze::Mat3{{at[0], at[4], at[8]}, {at[1], at[5], at[9]}, {at[2], at[6], at[10]}},
          {at[3], at[7], at[11]}};
}

Affine from_numbers(const double* at, int numbers) {
  switch (numbers) {
    case 3:
      return Affine(Vec3{at[0], at[1], at[2]});
    case 7:
      return from_seven(at);
    case 12:
      return from_rows(at, 3);
    default:
      return from_rows(at, 4);
  }
}

// Numbers of one placement in an array with these last dimensions; 0: it is none. Translations come alone
// only: three of them could not be told from a rotation matrix.
int numbers_of(const py::array& array, int first) {
  const auto dims = array.ndim() - first;
  if (dims == 1 && array.shape(first) == 7) return 7;
  if (dims == 1 && array.shape(first) == 3 && first == 0) return 3;
  if (dims == 2 && array.shape(first + 1) == 4 && (array.shape(first) == 3 || array.shape(first) == 4))
    return static_cast<int>(array.shape(first)) * 4;
  return 0;
}

[[noreturn]] void raise_placement(const std::string& name, const double* at, int numbers) {
  for (int i = 0; i < numbers; ++i)
    if (!std::isfinite(at[i])) raise_value(name + ": NaN or infinity");
  if (numbers == 16 && !(at[12] == 0 && at[13] == 0 && at[14] == 0 && at[15] == 1))
    raise_value(name + ": the last row of a 4 x 4 placement must be 0 0 0 1");
  if (numbers == 7) raise_value(name + ": a quaternion of length zero");
  raise_value(name + ": singular: it flattens space");
}

[[noreturn]] void raise_not_a_placement(const std::string& name, py::handle object) {
  raise_type(
      name +
      ": expected a Pose, a 4 x 4 array, 7 numbers (translation, quaternion x y z w), a translation, or "
      "(quaternion, translation); got " +
      describe(object));
}

// (quaternion, translation): two sequences of four and of three numbers.
bool is_pair(py::handle object) {
  if (!PyTuple_Check(object.ptr()) && !PyList_Check(object.ptr())) return false;
  const auto pair = py::reinterpret_borrow<py::sequence>(object);
  if (pair.size() != 2) return false;
  const py::object q = pair[0], t = pair[1];
  return PySequence_Check(q.ptr()) && PySequence_Check(t.ptr()) && py::len(q) == 4 && py::len(t) == 3;
}

Affine from_pair(py::handle object, const char* name) {
  const auto pair = py::reinterpret_borrow<py::sequence>(object);
  const Doubles q = to_doubles(pair[0], name), t = to_doubles(pair[1], name);
  const double numbers[7] = {t.data()[0], t.data()[1], t.data()[2], q.data()[0],
                             q.data()[1], q.data()[2], q.data()[3]};
  const Affine made = from_seven(numbers);
  if (!made.is_valid()) raise_placement(name, numbers, 7);
  return made;
}

// The numbers of an array that is 4 x 4, of doubles and in one piece, as nearly all are; null for others.
const double* usual_matrix(py::handle object) {
  const auto& numpy = py::detail::npy_api::get();
  if (!numpy.PyArray_Check_(object.ptr())) return nullptr;
  static const PyObject* const doubles = py::dtype::of<double>().release().ptr();
  const auto* array = py::detail::array_proxy(object.ptr());
  const bool fits = array->descr == doubles && array->nd == 2 && array->dimensions[0] == 4 &&
                    array->dimensions[1] == 4 && (array->flags & py::array::c_style) != 0 &&
                    (array->flags & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0;
  return fits ? reinterpret_cast<const double*>(array->data) : nullptr;
}

}  // namespace

bool is_pose_array(py::handle object) {
  if (!py::isinstance<py::array>(object)) return false;
  if (py::detail::array_proxy(object.ptr())->nd < 2) return false;
  const auto array = py::reinterpret_borrow<py::array>(object);
  return array.ndim() > 1 && numbers_of(array, 0) == 0 && numbers_of(array, 1) != 0;
}

Affine to_affine(py::handle object, const char* name) {
  if (const double* const matrix = usual_matrix(object)) {
    const Affine made = from_rows(matrix, 4);
    if (!made.is_valid()) raise_placement(name, matrix, 16);
    return made;
  }
  if (py::isinstance<Affine>(object)) return object.cast<const Affine&>();
  if (object.is_none()) raise_not_a_placement(name, object);
  if (is_pair(object)) return from_pair(object, name);
  const py::array any = py::array::ensure(object);
  if (!any) {
    PyErr_Clear();
    raise_not_a_placement(name, object);
  }
  const int numbers = numbers_of(any, 0);
  const bool is_list = PyList_Check(object.ptr()) || PyTuple_Check(object.ptr());
  if (numbers == 0) raise_not_a_placement(name, is_list ? py::handle(any) : object);
  const Doubles doubles = to_doubles(any, name);
  const Affine made = from_numbers(doubles.data(), numbers);
  if (!made.is_valid()) raise_placement(name, doubles.data(), numbers);
  return made;
}

Poses::Poses(py::handle object, const char* name) : name_(name) {
  if (!is_pose_array(object)) {
    one_ = to_affine(object, name);
    return;
  }
  numbers_ = to_doubles(object, name);
  data_ = numbers_.data();
  size_ = static_cast<std::size_t>(numbers_.shape(0));
  row_numbers_ = numbers_of(numbers_, 1);
  is_array_ = true;
}

const double* Poses::numbers_at(std::size_t row) const {
  return data_ + (size_ == 1 ? 0 : row) * static_cast<std::size_t>(row_numbers_);
}

Affine Poses::operator[](std::size_t row) const {
  return is_array_ ? from_numbers(numbers_at(row), row_numbers_) : one_;
}

void Poses::raise_row(std::size_t row) const {
  raise_placement(std::string(name_) + "[" + std::to_string(size_ == 1 ? 0 : row) + "]", numbers_at(row),
                  row_numbers_);
}

py::array_t<double> to_array(const Vec3& v) {
  py::array_t<double> out(3);
  double* at = out.mutable_data();
  at[0] = v.x, at[1] = v.y, at[2] = v.z;
  return out;
}

py::array_t<double> to_array(const Affine& placement) {
  py::array_t<double> out({4, 4});
  double* at = out.mutable_data();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) at[4 * row + column] = placement.linear().columns[column][row];
    at[4 * row + 3] = placement.translation()[row];
  }
  at[12] = at[13] = at[14] = 0, at[15] = 1;
  return out;
}

}  // namespace graze_python
