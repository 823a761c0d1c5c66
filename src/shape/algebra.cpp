// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "graze/shape/shape.h"
#include "math/expansion.h"
#include "math/linear_map.h"
#include "shape/shape_block.h"

// Sums, hulls, images and expansions. Operands of the same kind are merged and balls are pulled outward, so
// that chains stay flat and kernels find "core plus radius" wherever it exists.

namespace graze::inline GRAZE_ABI {
namespace {

std::uint32_t depth_of(const Shape& shape) {
  return shape.view().block != nullptr ? shape.view().block->depth : 0;
}

const Error* check_operand(const Shape& shape, Error& storage) {
  if (!shape.is_valid()) {
    storage = {ErrorCode::unsupported, "operand: the shape is invalid"};
  } else if (shape.kind() == ShapeKind::half_space) {
    storage = {ErrorCode::unsupported,
               "operand: a half-space is unbounded; place it with an Instance instead"};
  } else if (is_complex(shape.kind())) {
    storage = {ErrorCode::unsupported,
               "operand: a mesh or compound is not convex; place it with an Instance instead"};
  } else if (depth_of(shape) >= kMaxNesting) {
    storage = {ErrorCode::index_out_of_range, "operand: nested deeper than kMaxNesting"};
  } else {
    return nullptr;
  }
  return &storage;
}

template <class Block>
Shape make_composite(ShapeKind kind, std::unique_ptr<Block> block) {
  for (const Shape& child : block->children) {
    block->depth = std::max(block->depth, depth_of(child) + 1);
    block->roundings = std::max(block->roundings, roundings_of(child.view()) + 3);
  }
  return shape_of(kind, std::move(block));
}

// The ball part of an operand: what make_expanded() or a sphere holds.
DoubleDouble ball_of(const Shape& shape) {
  if (shape.kind() == ShapeKind::sphere) return double(shape.view().values[0]);
  if (shape.kind() != ShapeKind::expanded) return 0.0;
  return {expansion_of(shape.view()).radius, expansion_of(shape.view()).radius_low};
}
Shape without_ball(const Shape& shape) {
  if (shape.kind() == ShapeKind::sphere) return Shape(Point{});
  return shape.kind() == ShapeKind::expanded ? composite_of(shape.view()).children[0] : shape;
}

Shape expanded(const Shape& core, const DoubleDouble& radius) {
  auto block = std::make_unique<ExpansionBlock>();
  block->children = {core};
  block->radius = radius.high;
  block->radius_low = radius.low;
  block->inner_point = inner_point_of(core.view());
  block->extent = (extent_of(core.view()) + radius.high) * (1 + 4 * kDoubleEpsilon);
  return make_composite(ShapeKind::expanded, std::move(block));
}

// Operands merged into one. Each step of a chain copies those before: without an end to it, a chain of n
// steps would take n^2 time.
constexpr std::size_t kMostFlat = 1024;

void append_flattened(std::vector<Shape>& children, const Shape& shape, ShapeKind kind) {
  if (shape.kind() == kind && composite_of(shape.view()).children.size() < kMostFlat) {
    const auto& inner = composite_of(shape.view()).children;
    children.insert(children.end(), inner.begin(), inner.end());
  } else {
    children.push_back(shape);
  }
}

// Sum of the cores; a point at the origin adds nothing.
Shape sum_of(const Shape& a, const Shape& b) {
  const auto is_origin = [](const Shape& s) {
    return s.kind() == ShapeKind::point && s.view().values[0] == 0 && s.view().values[1] == 0 &&
           s.view().values[2] == 0;
  };
  if (is_origin(a)) return b;
  if (is_origin(b)) return a;
  auto block = std::make_unique<CompositeBlock>();
  append_flattened(block->children, a, ShapeKind::minkowski_sum);
  append_flattened(block->children, b, ShapeKind::minkowski_sum);
  for (const Shape& child : block->children) {
    block->inner_point += inner_point_of(child.view());
    block->extent += extent_of(child.view());
  }
  block->roundings = double(block->children.size());
  return make_composite(ShapeKind::minkowski_sum, std::move(block));
}

}  // namespace

Result<Shape> make_affine_image(const Shape& shape, const Affine& m) {
  Error error;
  if (check_operand(shape, error) != nullptr) return error;
  if (!m.is_valid()) return Error{ErrorCode::singular, "m: the placement is singular or not finite"};
  auto block = std::make_unique<ImageBlock>();
  block->linear = BasicMat3<double>(m.linear());
  block->translation = Vec3d(m.translation());
  block->factors = {m};
  const bool is_merged =
      shape.kind() == ShapeKind::affine_image && image_of(shape.view()).factors.size() < kMostFlat;
  if (is_merged) {
    const ImageBlock& inner = image_of(shape.view());
    block->translation = block->linear * inner.translation + block->translation;
    block->linear = block->linear * inner.linear;
    block->roundings = inner.roundings + 3;
    block->children = inner.children;
    block->factors.insert(block->factors.end(), inner.factors.begin(), inner.factors.end());
  } else {
    block->children = {shape};
  }
  const ShapeView& child = block->children[0].view();
  block->extent = largest_stretch(block->linear) * extent_of(child) + length(block->translation);
  block->inner_point = block->linear * inner_point_of(child) + block->translation;
  if (!std::isfinite(block->extent) || block->extent > 1e140)
    return Error{ErrorCode::index_out_of_range, "m: the image is too large"};
  return make_composite(ShapeKind::affine_image, std::move(block));
}

Result<Shape> make_minkowski_sum(const Shape& a, const Shape& b) {
  Error error;
  if (check_operand(a, error) != nullptr || check_operand(b, error) != nullptr) return error;
  const DoubleDouble radius = ball_of(a) + ball_of(b);
  Shape core = sum_of(without_ball(a), without_ball(b));
  return radius.high > 0 ? expanded(core, radius) : core;
}

Result<Shape> make_convex_hull(std::span<const Shape> shapes) {
  if (shapes.empty()) return Error{ErrorCode::empty, "shapes: is empty"};
  auto block = std::make_unique<CompositeBlock>();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    Error error;
    if (check_operand(shapes[i], error) != nullptr) {
      error.position = i;
      return error;
    }
    append_flattened(block->children, shapes[i], ShapeKind::convex_hull);
  }
  for (const Shape& child : block->children) {
    block->inner_point += inner_point_of(child.view()) * (1 / double(block->children.size()));
    block->extent = std::max(block->extent, extent_of(child.view()));
  }
  return make_composite(ShapeKind::convex_hull, std::move(block));
}

Result<Shape> make_convex_hull(const Shape& a, const Shape& b) {
  const Shape both[] = {a, b};
  return make_convex_hull(both);
}

Result<Shape> make_expanded(const Shape& shape, Real radius) {
  Error error;
  if (check_operand(shape, error) != nullptr) return error;
  if (!is_finite(radius) || double(radius) > 1e140)
    return Error{ErrorCode::not_finite, "radius: is not finite"};
  if (radius < 0) return Error{ErrorCode::negative, "radius: is negative"};
  return expanded(without_ball(shape), ball_of(shape) + DoubleDouble(double(radius)));
}

}  // namespace graze::inline GRAZE_ABI
