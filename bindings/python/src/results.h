// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "arguments.h"

// Results of queries as Python sees them: each type is described once, by its columns. Single results have a
// property for each column, those of batches an array.

namespace graze_python {

/// Kinds of members; `point_vec3` and `point_real` are members of each of the four points of a contact set.
enum class ColumnKind : std::uint8_t {
  real,
  vec3,
  point_vec3,
  point_real,
  flag,
  int32,
  uint32,
  contact,
  status,
  hit,
  inside,
  clash,
};

/// A graze::Classification, its status beside the others.
struct Clashing : graze::Separation {
  graze::Clash clash = graze::Clash::clear;
  bool is_certain = true;
};

/// A member of a result.
struct Column {
  const char* name;
  ColumnKind kind;
  std::size_t offset;
  const char* doc;
};

/// Columns of a result type, and its name; specialised in columns.cpp.
template <class T>
struct Described {
  static const char* const name;
  static const char* const doc;
  static std::span<const Column> columns();
};

/// Makes the IntEnums Contact, Status, Hit, Inside and Clash in the module.
void define_enums(py::module_& module);

/// The member of a result as a Python object.
py::object member_of(const void* result, const Column& column);
/// An array for the members of n results.
py::array make_column(const Column& column, std::size_t rows);
/// Copies the members of `count` results, `size` bytes each, to rows `first` ... of the column at `out`.
void scatter(const void* results, std::size_t size, std::size_t count, const Column& column, void* out,
             std::size_t first);
/// "Distance(lower=1.0, ...)".
std::string repr_of(const char* name, std::span<const Column> columns, const void* result);
/// numpy's dtype of a row.
py::dtype dtype_of(std::span<const Column> columns);

/// Results of a batch: an array per column.
template <class T>
struct Arrays {
  std::size_t rows = 0;
  std::vector<py::array> columns;

  explicit Arrays(std::size_t rows_) : rows(rows_) {
    for (const Column& column : Described<T>::columns()) columns.push_back(make_column(column, rows));
  }
};

/// Where the columns of Arrays are in memory: workers write there without the interpreter's lock.
template <class T>
class Writer {
 public:
  explicit Writer(Arrays<T>& arrays) {
    for (py::array& column : arrays.columns) places_.push_back(column.mutable_data());
  }
  /// Writes results to rows `first` ...
  void put(std::span<const T> results, std::size_t first) const {
    const std::span<const Column> columns = Described<T>::columns();
    for (std::size_t i = 0; i < columns.size(); ++i)
      scatter(results.data(), sizeof(T), results.size(), columns[i], places_[i], first);
  }

 private:
  std::vector<void*> places_;
};

/// Arrays of these results.
template <class T>
py::object arrays_of(std::span<const T> results) {
  py::object made = py::cast(Arrays<T>(results.size()));
  Writer<T>(made.cast<Arrays<T>&>()).put(results, 0);
  return made;
}

void define_results(py::module_& module);

}  // namespace graze_python
