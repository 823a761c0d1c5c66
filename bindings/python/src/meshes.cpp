// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "objects.h"

namespace graze_python {
namespace {

using namespace graze;

// Vertices of a mesh: (n, 3) of float32 or float64, as they lie in memory; anything else is copied into that.
struct Vertices {
  py::array array;
  VertexArray described;
};

Vertices to_vertices(py::handle object, const char* name, bool may_copy) {
  py::array array = py::array::ensure(object);
  if (!array) {
    PyErr_Clear();
    raise_type(std::string(name) + ": expected an (n, 3) array, got " + describe(object));
  }
  if (array.ndim() != 2 || array.shape(1) != 3)
    raise_value(std::string(name) + ": expected an (n, 3) array, got " + describe(array));
  const bool is_float = array.dtype().is(py::dtype::of<float>()),
             is_double = array.dtype().is(py::dtype::of<double>());
  const auto size = static_cast<py::ssize_t>(is_float ? sizeof(float) : sizeof(double));
  const bool fits = (is_float || is_double) && array.strides(1) == size && array.strides(0) >= 3 * size;
  if (!fits) {
    if (!may_copy)
      raise_value(std::string(name) +
                  ": copy=False needs rows of three float32 or float64 side by side, got " + describe(array));
    array = to_doubles(array, name);
  }
  const bool is_single = array.dtype().is(py::dtype::of<float>());
  return {array,
          {array.data(), static_cast<std::size_t>(array.shape(0)), static_cast<std::size_t>(array.strides(0)),
           is_single ? VertexArray::Scalar::float32 : VertexArray::Scalar::float64}};
}

// A mesh with the arrays that it reads, if it borrows them.
struct PyMesh {
  TriangleMesh mesh;
  py::object vertices, triangles;
};

PyMesh make_mesh(py::handle vertices, py::handle triangles, bool is_solid, const std::string& layout,
                 bool copy) {
  MeshSettings settings;
  settings.is_solid = is_solid;
  if (layout == "compact")
    settings.layout = MeshLayout::compact;
  else if (layout != "fast")
    raise_value("layout: expected 'fast' or 'compact', got '" + layout + "'");
  if (!copy) settings.layout = MeshLayout::borrowed;
  const Vertices points = to_vertices(vertices, "vertices", copy);
  py::array corners = to_indices(triangles, "triangles", 2);
  if (corners.shape(1) != 3) raise_value("triangles: expected an (m, 3) array, got " + describe(corners));
  if (!copy && !corners.is(triangles))
    raise_value("triangles: copy=False needs a contiguous array of dtype uint32, got " +
                describe(py::array::ensure(triangles)));
  const IndexArray indices{corners.data(), static_cast<std::size_t>(corners.size()),
                           IndexArray::Scalar::uint32};
  std::optional<Result<TriangleMesh>> made;
  {
    const py::gil_scoped_release unlocked;
    made = make_triangle_mesh(points.described, indices, settings);
  }
  if (!*made) {
    const Error& error = made->error();
    raise_value(std::string("mesh: ") + error.message + " (element " + std::to_string(error.position) + ")");
  }
  if (copy) return {std::move(**made), py::none(), py::none()};
  return {std::move(**made), points.array, corners};
}

py::array_t<double> vertices_of(const PyMesh& held, py::ssize_t count) {
  // By triangles: the mesh tells corners, not vertices by number.
  py::array_t<double> out({count, py::ssize_t(3)});
  std::fill(out.mutable_data(), out.mutable_data() + out.size(), 0.0);
  for (std::uint32_t i = 0; i < held.mesh.triangle_count(); ++i) {
    const Triangle triangle = held.mesh.triangle(i);
    const Vec3 points[3] = {triangle.a, triangle.b, triangle.c};
    const auto corners = held.mesh.corners(i);
    for (int k = 0; k < 3; ++k) {
      double* at = out.mutable_data(py::ssize_t(corners[std::size_t(k)]), 0);
      at[0] = points[k].x, at[1] = points[k].y, at[2] = points[k].z;
    }
  }
  return out;
}

py::array_t<std::uint32_t> triangles_of(const PyMesh& held) {
  py::array_t<std::uint32_t> out({py::ssize_t(held.mesh.triangle_count()), py::ssize_t(3)});
  for (std::uint32_t i = 0; i < held.mesh.triangle_count(); ++i) {
    const auto corners = held.mesh.corners(i);
    std::copy(corners.begin(), corners.end(), out.mutable_data(i, 0));
  }
  return out;
}

void refit(PyMesh& held, py::handle vertices) {
  const bool borrows = held.mesh.layout() == MeshLayout::borrowed;
  const Vertices points = to_vertices(vertices.is_none() ? held.vertices : vertices, "vertices", !borrows);
  if (const auto error = held.mesh.refit(points.described)) raise_error(*error, "vertices");
  if (borrows) held.vertices = points.array;
}

PyShape make_field(py::handle heights, Real spacing_x, Real spacing_z) {
  const Doubles samples = to_doubles(heights, "heights");
  if (samples.ndim() != 2)
    raise_value("heights: expected a 2-D array, got " + describe(py::array::ensure(heights)));
  HeightField field;
  field.heights = samples.data();
  field.scalar = HeightField::Scalar::float64;
  field.columns = static_cast<std::uint32_t>(samples.shape(1));
  field.rows = static_cast<std::uint32_t>(samples.shape(0));
  field.spacing_x = spacing_x;
  field.spacing_z = spacing_z;
  return {value_of(make_height_field(field), "heights").mesh.shape()};
}

PyShape make_union(const py::sequence& pieces) {
  std::vector<CompoundPiece> list;
  for (const py::handle piece : pieces) {
    if (py::isinstance<Placed>(piece)) {
      const auto& placed = piece.cast<const Placed&>();
      if (placed.instance.margin != 0) raise_value("pieces: a piece of a compound has no margin");
      list.push_back({placed.instance.shape, placed.instance.placement});
    } else {
      list.push_back({to_shape(piece, "pieces").shape, {}});
    }
  }
  return {value_of(make_compound(list), "pieces"), py::tuple(pieces)};
}

}  // namespace

void define_meshes(py::module_& module) {
  py::class_<PyMesh>(module, "_Mesh")
      .def(py::init(&make_mesh), py::arg("vertices"), py::arg("triangles"), py::arg("is_solid"),
           py::arg("layout"), py::arg("copy"))
      .def("shape",
           [](const PyMesh& held) {
             return PyShape{held.mesh.shape(), py::make_tuple(held.vertices, held.triangles)};
           })
      .def("refit", &refit)
      .def("vertices",
           [](const PyMesh& held) { return vertices_of(held, py::ssize_t(held.mesh.vertex_count())); })
      .def("triangles", &triangles_of)
      .def("triangle_count", [](const PyMesh& held) { return held.mesh.triangle_count(); })
      .def("is_solid", [](const PyMesh& held) { return held.mesh.is_solid(); })
      .def("wear", [](const PyMesh& held) { return held.mesh.wear(); })
      .def("location", [](const PyMesh& held, py::handle points) {
        const std::vector<Vec3> list = to_points(points, "points");
        py::array_t<std::uint8_t> out(py::ssize_t(list.size()));
        std::uint8_t* at = out.mutable_data();
        const py::gil_scoped_release unlocked;
        for (std::size_t i = 0; i < list.size(); ++i)
          at[i] = static_cast<std::uint8_t>(contains(held.mesh, list[i]));
        return out;
      });
  module.def("_height_field", &make_field);
  module.def("_compound", &make_union);
}

}  // namespace graze_python
