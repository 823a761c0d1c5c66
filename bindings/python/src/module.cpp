// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "objects.h"
#include "pairs.h"
#include "results.h"

PYBIND11_MODULE(_graze, module) {
  using namespace graze_python;
  module.doc() = "The compiled part of graze.";
  define_enums(module);
  define_results(module);
  define_pose(module);
  define_shapes(module);
  define_meshes(module);
  define_pairs(module);
  define_casts(module);
  define_motion(module);
  define_boxes(module);
  define_files(module);
  define_manifolds(module);
  define_scene(module);
  define_robot(module);
  define_drawing(module);
  module.attr("NO_PIECE") = graze::kNoPiece;
  const graze::Version version = graze::library_version();
  module.attr("__version__") = std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
                               std::to_string(version.patch);
}
