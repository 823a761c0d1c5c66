// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "arguments.h"

namespace graze_python {

/// A shape where it stands, with a margin: operand of queries.
struct Placed {
  graze::Instance instance;
  py::object shape;  ///< the Python object, which may be of a subclass
};

/// The shape of an argument; TypeError in the name of the argument.
const PyShape& to_shape(py::handle object, const char* name);

void define_pose(py::module_& module);
void define_shapes(py::module_& module);
void define_meshes(py::module_& module);

}  // namespace graze_python
