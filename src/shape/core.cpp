// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "shape/core.h"

#include <algorithm>

#include "math/conformity.h"

namespace graze::inline GRAZE_ABI {
namespace {

void grow(Core& core, double radius, const Conformity& c) {
  core.radius += radius * c.scale;
  core.ball_error += radius * c.scale * (c.defect + 2 * kDoubleEpsilon);
}

Core::Reader reader_for(const ShapeView& shape) {
  switch (shape.kind) {
    case ShapeKind::point:
    case ShapeKind::segment:
    case ShapeKind::triangle:
    case ShapeKind::tetrahedron:
      return Core::Reader::points;
    case ShapeKind::convex_polygon:
    case ShapeKind::polytope:
      return shape.block->vertices.count <= 4 ? Core::Reader::points : Core::Reader::vertices;
    case ShapeKind::box:
      return Core::Reader::box;
    case ShapeKind::half_space:
      return Core::Reader::half_space;
    default:
      return Core::Reader::analytic;
  }
}

// Replaces a round shape by its centre line and moves the roundness into the radius. False when there is
// none.
bool pull_ball(Core& core, const Conformity& c) {
  const Real* v = core.shape.values;
  switch (core.shape.kind) {
    case ShapeKind::sphere:
      grow(core, v[0], c);
      core.shape = ShapeView{};
      core.shape.kind = ShapeKind::point;
      return true;
    case ShapeKind::capsule: {
      grow(core, v[0], c);
      const Real half_height = v[1];
      core.shape = ShapeView{};
      core.shape.kind = ShapeKind::segment;
      core.shape.values[1] = -half_height;
      core.shape.values[4] = half_height;
      return true;
    }
    case ShapeKind::expanded: {
      grow(core, core.shape.block->radius, c);
      const ShapeView child = core.shape.block->children[0].view();
      core.shape = child;
      return true;
    }
    default:
      return false;
  }
}

bool has_ball(ShapeKind kind) {
  return kind == ShapeKind::sphere || kind == ShapeKind::capsule || kind == ShapeKind::expanded;
}

}  // namespace

Core make_core(const ShapeView& shape, const Affine& placement, Real margin) {
  Core core;
  core.shape = shape;
  core.linear = Mat3d(placement.linear());
  core.radius = margin;
  Conformity c{double(placement.scale()), double(placement.defect())};
  while (core.shape.kind == ShapeKind::affine_image || has_ball(core.shape.kind)) {
    if (core.shape.kind == ShapeKind::affine_image) {
      const ShapeBlock& block = *core.shape.block;
      core.translation = core.linear * block.translation + core.translation;
      core.linear = core.linear * block.linear;
      core.roundings += block.roundings;
      const ShapeView child = block.children[0].view();
      core.shape = child;
      c = conformity(core.linear);
    } else if (c.defect > double(kSimilarityDefect) || !pull_ball(core, c)) {
      break;
    }
  }
  core.reader = reader_for(core.shape);
  // A linear map stretches by its scale if it keeps balls round, and never by more than its Frobenius norm.
  double stretch = c.scale * (1 + c.defect);
  if (c.defect > double(kSimilarityDefect)) {
    double largest = 0;
    for (const Vec3d& column : core.linear.columns) largest = std::max(largest, max_abs(column));
    double squares = 0;
    for (const Vec3d& column : core.linear.columns) squares += length_squared(column / largest);
    stretch = largest * std::sqrt(squares);
  }
  core.extent = stretch * extent_of(core.shape) + sum_abs(core.translation);
  core.roundings += roundings_of(core.shape);
  return core;
}

PointsReader points_reader(const Core& core) {
  PointsReader reader;
  const Real* v = core.shape.values;
  switch (core.shape.kind) {
    case ShapeKind::point:
    case ShapeKind::segment:
      reader.count = core.shape.kind == ShapeKind::point ? 1 : 2;
      for (std::uint32_t i = 0; i < reader.count; ++i)
        reader.points[i] = core.linear * Vec3d{double(v[3 * i]), double(v[3 * i + 1]), double(v[3 * i + 2])} +
                           core.translation;
      break;
    default: {
      const VertexSet& set = core.shape.block->vertices;
      reader.count = set.count;
      for (std::uint32_t i = 0; i < set.count; ++i)
        reader.points[i] = core.linear * set.vertex(i) + core.translation;
    }
  }
  return reader;
}

}  // namespace graze::inline GRAZE_ABI
