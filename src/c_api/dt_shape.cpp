// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Convex shapes by value, and the algebra.
#include "SOLID/SOLID.h"
#include "graze/shape/shape.h"
#include "records.h"

namespace graze::c_api {
namespace {

DT_ShapeHandle new_shape(const Result<Shape>& made) {
  if (!made) {
    refuse(made.error());
    return nullptr;
  }
  auto record = std::make_shared<ShapeRecord>();
  record->shape = *made;
  return new_handle<DT_ShapeHandle>(std::move(record));
}

template <class Make>
DT_ShapeHandle make_primitive(const char* function, Make&& make) {
  return boundary(function, DT_ShapeHandle{}, [&] { return new_shape(make()); });
}

template <class Combine>
DT_ShapeHandle combine(const char* function, DT_ShapeHandle shape1, DT_ShapeHandle shape2, Combine&& make) {
  return boundary(function, DT_ShapeHandle{}, [&]() -> DT_ShapeHandle {
    const ShapeRecord* a = find_closed(shape1, "shape1");
    const ShapeRecord* b = a != nullptr ? find_closed(shape2, "shape2") : nullptr;
    return b != nullptr ? new_shape(make(a->shape, b->shape)) : nullptr;
  });
}

}  // namespace

ShapeRecord* find_closed(DT_ShapeHandle handle, const char* argument) {
  ShapeRecord* record = find<ShapeRecord>(handle, argument);
  if (record == nullptr || record->shape.is_valid()) return record;
  refuse(argument, record->open ? "its definition is not closed yet" : "its definition was refused");
  return nullptr;
}

}  // namespace graze::c_api

using namespace graze;
using namespace graze::c_api;

DT_ShapeHandle DT_NewBox(DT_Scalar x, DT_Scalar y, DT_Scalar z) {
  return make_primitive("DT_NewBox", [&] { return make_shape(Box{Vec3(x, y, z) * Real(0.5)}); });
}

DT_ShapeHandle DT_NewCone(DT_Scalar radius, DT_Scalar height) {
  return make_primitive("DT_NewCone", [&] { return make_shape(Cone{radius, Real(height) / 2}); });
}

DT_ShapeHandle DT_NewCylinder(DT_Scalar radius, DT_Scalar height) {
  return make_primitive("DT_NewCylinder", [&] { return make_shape(Cylinder{radius, Real(height) / 2}); });
}

DT_ShapeHandle DT_NewSphere(DT_Scalar radius) {
  return make_primitive("DT_NewSphere", [&] { return make_shape(Sphere{radius}); });
}

DT_ShapeHandle DT_NewPoint(const DT_Vector3 point) {
  return boundary("DT_NewPoint", DT_ShapeHandle{}, [&]() -> DT_ShapeHandle {
    if (!is_usable(point, 3, "point")) return nullptr;
    return new_shape(make_shape(Point{to_vec3(point)}));
  });
}

DT_ShapeHandle DT_NewLineSegment(const DT_Vector3 source, const DT_Vector3 target) {
  return boundary("DT_NewLineSegment", DT_ShapeHandle{}, [&]() -> DT_ShapeHandle {
    if (!is_usable(source, 3, "source") || !is_usable(target, 3, "target")) return nullptr;
    return new_shape(make_shape(Segment{to_vec3(source), to_vec3(target)}));
  });
}

DT_ShapeHandle DT_NewMinkowski(DT_ShapeHandle shape1, DT_ShapeHandle shape2) {
  return combine("DT_NewMinkowski", shape1, shape2,
                 [](const Shape& a, const Shape& b) { return make_minkowski_sum(a, b); });
}

DT_ShapeHandle DT_NewHull(DT_ShapeHandle shape1, DT_ShapeHandle shape2) {
  return combine("DT_NewHull", shape1, shape2,
                 [](const Shape& a, const Shape& b) { return make_convex_hull(a, b); });
}

void DT_DeleteShape(DT_ShapeHandle shape) {
  boundary("DT_DeleteShape", [&] { (void)remove<ShapeRecord>(shape, "shape"); });
}
