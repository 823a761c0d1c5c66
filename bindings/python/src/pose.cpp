// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <pybind11/operators.h>

#include "objects.h"

namespace graze_python {
namespace {

Affine make_pose(py::object matrix, py::object translation, py::object quaternion) {
  if (!matrix.is_none()) {
    if (!translation.is_none() || !quaternion.is_none())
      raise_value("Pose: give a matrix, or a translation and a quaternion");
    return to_affine(matrix, "matrix");
  }
  const Vec3 t = translation.is_none() ? Vec3{} : to_vec3(translation, "translation");
  if (quaternion.is_none()) return Affine(t);
  return to_affine(py::make_tuple(quaternion, to_array(t)), "quaternion");
}

py::array_t<double> quaternion_of(const Affine& pose) {
  if (!pose.is_rigid()) raise_value("quaternion: the placement is not rigid");
  const graze::Quat q = graze::to_quat(pose.linear());
  py::array_t<double> out(4);
  double* at = out.mutable_data();
  at[0] = q.x, at[1] = q.y, at[2] = q.z, at[3] = q.w;
  return out;
}

py::array_t<double> apply(const Affine& pose, py::handle points) {
  const Doubles numbers = to_doubles(points, "points");
  if (numbers.ndim() < 1 || numbers.shape(numbers.ndim() - 1) != 3)
    raise_value("points: expected (3,) or (n, 3) numbers, got " + describe(points));
  py::array_t<double> out(std::vector<py::ssize_t>(numbers.shape(), numbers.shape() + numbers.ndim()));
  const double* from = numbers.data();
  double* to = out.mutable_data();
  for (py::ssize_t i = 0; i < numbers.size(); i += 3) {
    const Vec3 p = pose * Vec3{from[i], from[i + 1], from[i + 2]};
    to[i] = p.x, to[i + 1] = p.y, to[i + 2] = p.z;
  }
  return out;
}

std::string repr(const Affine& pose) {
  return "Pose(" + py::repr(to_array(pose).attr("tolist")()).cast<std::string>() + ")";
}

}  // namespace

void define_pose(py::module_& module) {
  py::class_<Affine>(
      module, "Pose",
      "Where a shape stands: p -> rotation p + translation, in general any affine map that does not "
      "flatten space. Queries also take 4 x 4 arrays and (quaternion, translation); a Pose is what they "
      "are looked at once and for all. Quaternions are x, y, z, w.")
      .def(py::init(&make_pose), py::arg("matrix") = py::none(), py::kw_only(),
           py::arg("translation") = py::none(), py::arg("quaternion") = py::none())
      .def_property_readonly(
          "matrix", [](const Affine& pose) { return to_array(pose); }, "4 x 4, a copy.")
      .def_property_readonly(
          "translation", [](const Affine& pose) { return to_array(pose.translation()); },
          "World coordinates of the local origin.")
      .def_property_readonly("quaternion", &quaternion_of, "x, y, z, w of a rigid placement, with w >= 0.")
      .def_property_readonly("is_rigid", &Affine::is_rigid, "Whether lengths are kept, but for rounding.")
      .def(
          "inverse", [](const Affine& pose) { return graze::inverse(pose); }, "The opposite placement.")
      .def("apply", &apply, py::arg("points"), "Images of points: (3,) or (n, 3) numbers.")
      .def(
          "__matmul__", [](const Affine& a, const Affine& b) { return a * b; }, "b, then this one.")
      .def(
          "__eq__", [](const Affine& a, const Affine& b) { return a == b; }, py::is_operator())
      .def(
          "__ne__", [](const Affine& a, const Affine& b) { return !(a == b); }, py::is_operator())
      .def("__array__", [](const Affine& pose, py::args, py::kwargs) { return to_array(pose); })
      .def("__repr__", &repr)
      .def(py::pickle([](const Affine& pose) { return py::make_tuple(to_array(pose)); },
                      [](const py::tuple& state) { return to_affine(state[0], "state"); }));
}

}  // namespace graze_python
