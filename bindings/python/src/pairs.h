// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "arguments.h"

namespace graze_python {

/// Queries about pairs of objects, single and in batches.
void define_pairs(py::module_& module);
/// Rays and moving shapes.
void define_casts(py::module_& module);
/// Paths and times of impact.
void define_motion(py::module_& module);
/// Pairs of boxes.
void define_boxes(py::module_& module);
/// Scenes from files, and checks of them.
void define_files(py::module_& module);
/// Contact sets of all pairs of pieces.
void define_manifolds(py::module_& module);
/// Robots by their joint values.
void define_robot(py::module_& module);
/// Pictures.
void define_drawing(py::module_& module);
/// Scenes of moving objects.
void define_scene(py::module_& module);

}  // namespace graze_python
