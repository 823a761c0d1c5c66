// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "arguments.h"

// Functions by Python's fast call, for those that are called millions of times: pybind11's own functions take
// as long as a query.

namespace graze_python {

/// Arguments of a fast call.
struct Call {
  const char* function;
  std::span<PyObject* const> positional;
  std::span<PyObject* const> keywords;  ///< their values
  PyObject* names = nullptr;            ///< tuple; null where there are none

  Call(const char* name, PyObject* const* arguments, Py_ssize_t count, PyObject* names_)
      : function(name),
        positional(arguments, static_cast<std::size_t>(count)),
        keywords(arguments + count,
                 names_ == nullptr ? 0 : static_cast<std::size_t>(PyTuple_GET_SIZE(names_))),
        names(names_) {}
};

/// A keyword argument that a function takes, and where its value goes.
struct Keyword {
  const char* name;
  enum class To : std::uint8_t { real, integer, count, object } to;
  void* place;
};

/// Reads the keyword arguments; TypeError names an unknown one and lists those that there are.
inline void read_keywords(const Call& call, std::span<const Keyword> known) {
  for (std::size_t i = 0; i < call.keywords.size(); ++i) {
    PyObject* const name = PyTuple_GET_ITEM(call.names, static_cast<Py_ssize_t>(i));
    const Keyword* found = nullptr;
    for (const Keyword& keyword : known)
      if (PyUnicode_CompareWithASCIIString(name, keyword.name) == 0) found = &keyword;
    if (found == nullptr) {
      std::string message =
          std::string(call.function) + "() has no argument '" + PyUnicode_AsUTF8(name) + "'; it has";
      for (const Keyword& keyword : known)
        message += std::string(&keyword == known.data() ? " " : ", ") + keyword.name;
      raise_type(message);
    }
    const py::handle value = call.keywords[i];
    try {
      switch (found->to) {
        case Keyword::To::real:
          *static_cast<Real*>(found->place) = value.cast<Real>();
          break;
        case Keyword::To::integer:
          *static_cast<int*>(found->place) = value.cast<int>();
          break;
        case Keyword::To::count:
          *static_cast<unsigned*>(found->place) = value.cast<unsigned>();
          break;
        case Keyword::To::object:
          *static_cast<py::object*>(found->place) = py::reinterpret_borrow<py::object>(value);
          break;
      }
    } catch (const py::cast_error&) {
      const bool is_count = found->to == Keyword::To::count;
      raise_type(std::string(found->name) + ": expected " +
                 (is_count ? "a whole number, zero or more" : "a number") + ", got " + describe(value));
    }
  }
}

/// Runs a function and hands its exceptions to Python.
template <class Function>
PyObject* guarded(Function function) noexcept {
  try {
    return py::object(function()).release().ptr();
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

}  // namespace graze_python
