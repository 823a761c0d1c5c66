// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/scene/debug_draw.h"
#include "objects.h"
#include "pairs.h"

namespace graze_python {
namespace {

// Placed objects as a picture in parallel projection.
std::string draw_objects(const py::sequence& objects, py::handle view, py::handle up, int width,
                         int directions) {
  graze::DrawSettings settings;
  settings.with_boxes = false;
  settings.directions = directions;
  graze::SvgSettings picture;
  picture.view = to_vec3(view, "view");
  picture.up = to_vec3(up, "up");
  picture.width = width;
  if (directions < 8 || directions > 10000) raise_value("directions: from 8 to 10000");
  if (width < 1 || width > 100000) raise_value("width: from 1 to 100000 pixels");
  graze::Drawing drawing;
  for (const py::handle object : objects) {
    if (!py::isinstance<Placed>(object)) raise_type("objects: expected Placed, got " + describe(object));
    graze::draw(object.cast<const Placed&>().instance, drawing.visitor(), settings);
  }
  return graze::to_svg(drawing, picture);
}

}  // namespace

void define_drawing(py::module_& module) {
  module.def("to_svg", &draw_objects, py::arg("objects"), py::kw_only(),
             py::arg("view") = py::make_tuple(-2, -1, -3), py::arg("up") = py::make_tuple(0, 1, 0),
             py::arg("width") = 800, py::arg("directions") = 200,
             "Placed objects as an SVG picture, in parallel projection along `view`: meshes as they are, "
             "curved shapes "
             "by points in so many directions.");
}

}  // namespace graze_python
