// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "reference.h"
#include "run.h"

namespace truth {
namespace {

using graze::Real;
using graze::Result;
using graze::Shape;
using graze::Vec3;

Result<Shape> build_shape(const ShapeSpec& shape);

Result<Shape> build_composite(const ShapeSpec& shape) {
  const Result<Shape> first = build_shape(*shape.first), second = build_shape(*shape.second);
  if (!first) return first;
  if (!second) return second;
  return shape.type == ShapeType::sum ? graze::make_minkowski_sum(*first, *second)
                                      : graze::make_convex_hull(*first, *second);
}

Result<Shape> build_shape(const ShapeSpec& shape) {
  const auto number = [&](std::size_t i) { return Real(shape.numbers[i]); };
  const auto vertex = [&](std::size_t i) {
    return Vec3{number(3 * i), number(3 * i + 1), number(3 * i + 2)};
  };
  switch (shape.type) {
    case ShapeType::box:
      return make_shape(graze::Box{vertex(0) / 2});
    case ShapeType::cone:
      return make_shape(graze::Cone{number(0), number(1) / 2});
    case ShapeType::cylinder:
      return make_shape(graze::Cylinder{number(0), number(1) / 2});
    case ShapeType::sphere:
      return make_shape(graze::Sphere{number(0)});
    case ShapeType::point:
      return make_shape(graze::Point{vertex(0)});
    case ShapeType::segment:
      return make_shape(graze::Segment{vertex(0), vertex(1)});
    case ShapeType::triangle:
      return make_shape(graze::Triangle{vertex(0), vertex(1), vertex(2)});
    case ShapeType::polytope: {
      std::vector<Vec3> vertices;
      for (std::size_t i = 0; i < shape.numbers.size() / 3; ++i) vertices.push_back(vertex(i));
      return make_shape(graze::Polytope{vertices});
    }
    case ShapeType::sum:
    case ShapeType::hull:
      return build_composite(shape);
  }
  return graze::Error{};
}

}  // namespace

graze::Result<graze::Instance> build_instance(const ObjectSpec& object) {
  const Result<Shape> shape = build_shape(*object.shape);
  if (!shape) return shape.error();
  const WidePlacement exact = wide_placement(object.placement);
  const auto placement = graze::make_affine(graze::Mat3(exact.linear), Vec3(exact.origin));
  if (!placement) return placement.error();
  return graze::make_instance(*shape, *placement, Real(object.margin));
}

}  // namespace truth
