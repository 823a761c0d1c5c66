// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "objects.h"

namespace graze_python {
namespace {

using namespace graze;

// Makers return values of the class _Made; the classes in shapes.py give them to the constructor of Shape.
template <class Primitive>
PyShape made(const Primitive& primitive) {
  return {value_of(make_shape(primitive), "")};
}

std::vector<Shape> shapes_of(const py::sequence& shapes, const char* name) {
  std::vector<Shape> out;
  for (const py::handle shape : shapes) out.push_back(to_shape(shape, name).shape);
  return out;
}

// A support mapping in Python. Called with the interpreter's lock, which queries that run long give up.
struct PythonSupport {
  py::object function;
  Vec3 inner;
};

Vec3 ask_support(const void* context, const Vec3& direction) {
  const auto& mapping = *static_cast<const PythonSupport*>(context);
  const py::gil_scoped_acquire lock;
  try {
    return to_vec3(mapping.function(to_array(direction)), "support mapping");
  } catch (py::error_already_set& error) {
    error.discard_as_unraisable("a support mapping of graze.Custom");
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
    PyErr_WriteUnraisable(mapping.function.ptr());
  }
  return mapping.inner;
}

PyShape make_custom(const py::object& support, py::handle inner_point) {
  if (!PyCallable_Check(support.ptr())) raise_type("support: expected a function, got " + describe(support));
  auto mapping = std::make_unique<PythonSupport>(PythonSupport{support, to_vec3(inner_point, "inner_point")});
  // A function that fails at once is told now; later failures can only be reported aside.
  (void)to_vec3(support(to_array(Vec3{1, 0, 0})), "support(direction)");
  const CustomSupport custom{&ask_support, mapping.get(), mapping->inner};
  Shape shape = value_of(make_shape(custom), "support");
  py::capsule owner(mapping.release(), [](void* p) { delete static_cast<PythonSupport*>(p); });
  return {std::move(shape), std::move(owner)};
}

PyShape make_polytope_hull(py::handle points, std::uint32_t max_vertices) {
  const std::vector<Vec3> list = to_points(points, "points");
  HullSettings settings;
  settings.max_vertices = max_vertices;
  return {value_of(make_hull(list, settings), "points")};
}

void define_makers(py::module_& m) {
  m.def("_point", [](py::handle p) { return made(Point{to_vec3(p, "position")}); });
  m.def("_segment", [](py::handle a, py::handle b) {
    return made(Segment{to_vec3(a, "a"), to_vec3(b, "b")});
  });
  m.def("_triangle", [](py::handle a, py::handle b, py::handle c) {
    return made(Triangle{to_vec3(a, "a"), to_vec3(b, "b"), to_vec3(c, "c")});
  });
  m.def("_tetrahedron", [](py::handle a, py::handle b, py::handle c, py::handle d) {
    return made(Tetrahedron{to_vec3(a, "a"), to_vec3(b, "b"), to_vec3(c, "c"), to_vec3(d, "d")});
  });
  m.def("_box", [](py::handle half) { return made(Box{to_vec3(half, "half_extents")}); });
  m.def("_sphere", [](Real radius) { return made(Sphere{radius}); });
  m.def("_ellipsoid", [](py::handle radii) { return made(Ellipsoid{to_vec3(radii, "radii")}); });
  m.def("_capsule", [](Real radius, Real half) { return made(Capsule{radius, half}); });
  m.def("_tapered_capsule", [](Real bottom, Real top, Real half) {
    return made(TaperedCapsule{bottom, top, half});
  });
  m.def("_cylinder", [](Real radius, Real half) { return made(Cylinder{radius, half}); });
  m.def("_cone", [](Real radius, Real half) { return made(Cone{radius, half}); });
  m.def("_tapered_cylinder", [](Real bottom, Real top, Real half) {
    return made(TaperedCylinder{bottom, top, half});
  });
  m.def("_half_space", [](py::handle normal, Real offset) {
    return made(HalfSpace{to_vec3(normal, "normal"), offset});
  });
  m.def("_convex_hull", &make_polytope_hull);
  m.def("_polytope", [](py::handle points) { return made(Polytope{to_points(points, "points")}); });
  m.def("_convex_polygon",
        [](py::handle points) { return made(ConvexPolygon{to_points(points, "points")}); });
  m.def("_custom", &make_custom);
}

void define_algebra(py::module_& m) {
  m.def("_minkowski_sum", [](const PyShape& a, const PyShape& b) {
    return PyShape{value_of(make_minkowski_sum(a.shape, b.shape), ""), py::make_tuple(a.owner, b.owner)};
  });
  m.def("_hull_of", [](const py::sequence& shapes) {
    return PyShape{value_of(make_convex_hull(shapes_of(shapes, "shapes")), "shapes"), py::tuple(shapes)};
  });
  m.def("_expanded", [](const PyShape& shape, Real radius) {
    return PyShape{value_of(make_expanded(shape.shape, radius), "radius"), shape.owner};
  });
  m.def("_affine_image", [](const PyShape& shape, py::handle matrix) {
    return PyShape{value_of(make_affine_image(shape.shape, to_affine(matrix, "matrix")), "matrix"),
                   shape.owner};
  });
}

py::tuple bounds_of(const Shape& shape, py::handle pose) {
  const Aabb box = bounds(shape, pose.is_none() ? Affine() : to_affine(pose, "pose"));
  return py::make_tuple(to_array(box.lower), to_array(box.upper));
}

py::tuple mass_of(const PyShape& shape) {
  const MassProperties mass = value_of(mass_properties(shape.shape), "shape");
  py::array_t<double> inertia({3, 3});
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      inertia.mutable_at(row, column) = mass.inertia.columns[column][row];
  return py::make_tuple(mass.volume, to_array(mass.centroid), inertia);
}

Placed place(const py::object& shape, py::handle pose, Real margin) {
  const PyShape& held = to_shape(shape, "shape");
  const Affine placement = pose.is_none() ? Affine() : to_affine(pose, "pose");
  return {value_of(make_instance(held.shape, placement, margin), "margin"), shape};
}

void define_placed(py::module_& module) {
  py::class_<Placed>(
      module, "Placed",
      "A shape where it stands, grown by a margin in world units: an operand that queries need not look "
      "at again. Moving it (`pose = ...`) is cheap.")
      .def(py::init(&place), py::arg("shape"), py::arg("pose") = py::none(), py::arg("margin") = 0.0)
      .def_readonly("shape", &Placed::shape)
      .def_property(
          "pose", [](const Placed& placed) { return placed.instance.placement; },
          [](Placed& placed, py::handle pose) { placed.instance.placement = to_affine(pose, "pose"); },
          "World from shape.")
      .def_property(
          "margin", [](const Placed& placed) { return placed.instance.margin; },
          [](Placed& placed, Real margin) {
            placed.instance =
                value_of(make_instance(placed.instance.shape, placed.instance.placement, margin), "margin");
          },
          "World units, zero or more.")
      .def_property_readonly(
          "bounds",
          [](const Placed& placed) {
            const Aabb box = bounds(placed.instance);
            return py::make_tuple(to_array(box.lower), to_array(box.upper));
          },
          "Lower and upper corner of its box in the world.")
      .def("__repr__", [](const Placed& placed) {
        return "Placed(" + py::repr(placed.shape).cast<std::string>() + ", " +
               py::repr(py::cast(placed.instance.placement)).cast<std::string>() +
               ", margin=" + py::repr(py::float_(placed.instance.margin)).cast<std::string>() + ")";
      });
}

}  // namespace

const PyShape& to_shape(py::handle object, const char* name) {
  if (!py::isinstance<PyShape>(object))
    raise_type(std::string(name) + ": expected a shape such as graze.Box, got " + describe(object));
  return object.cast<const PyShape&>();
}

void define_shapes(py::module_& module) {
  // What a maker returns has no name of its own: it is a Shape already.
  py::class_<PyShape>(module, "Shape",
                      "A set of points in its own frame; never changes, but for meshes by refit().")
      .def(py::init([](const PyShape& made) { return made; }), py::arg("shape"))
      .def_property_readonly(
          "kind", [](const PyShape& s) { return graze::to_string(s.shape.kind()); },
          "Such as 'box' or 'triangle_mesh'.")
      .def_property_readonly(
          "nbytes", [](const PyShape& s) { return s.shape.memory_bytes(); },
          "Memory held, shared with its copies.")
      .def(
          "bounds", [](const PyShape& s, py::handle pose) { return bounds_of(s.shape, pose); },
          py::arg("pose") = py::none(), "Lower and upper corner of its box; in its own frame, or placed.")
      .def(
          "support",
          [](const PyShape& s, py::handle d) { return to_array(support(s.shape, to_vec3(d, "direction"))); },
          py::arg("direction"), "The farthest point in a direction; convex shapes only.")
      .def("mass_properties", &mass_of,
           "Volume, centroid and inertia about it, for density 1, in its own frame.");
  define_makers(module);
  define_algebra(module);
  define_placed(module);
}

}  // namespace graze_python
