// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "shape/core/core.h"

#include <algorithm>
#include <limits>

#include "math/linear_map.h"

namespace graze::inline GRAZE_ABI {
namespace {

Core::Reader reader_for(const ShapeView& shape) {
  switch (shape.kind) {
    case ShapeKind::point:
    case ShapeKind::segment:
    case ShapeKind::triangle:
    case ShapeKind::tetrahedron:
      return Core::Reader::points;
    case ShapeKind::convex_polygon:
    case ShapeKind::polytope:
      return polytope_of(shape).vertices.count <= 4 ? Core::Reader::points : Core::Reader::vertices;
    case ShapeKind::box:
      return Core::Reader::box;
    case ShapeKind::cylinder:
    case ShapeKind::cone:
    case ShapeKind::tapered_cylinder:
      return Core::Reader::discs;
    case ShapeKind::half_space:
      return Core::Reader::half_space;
    default:
      return Core::Reader::analytic;
  }
}

void grow_core(Core& core, double radius, const Conformity& c) {
  core.radius += radius * c.scale;
  core.ball_error += radius * c.scale * (c.defect + 2 * kDoubleEpsilon);
}

// Multiplies affine images out and pulls balls outward, as long as the placement keeps them round.
void unwrap(Core& core, Conformity& c) {
  for (;;) {
    const ShapeView& shape = *core.shape;
    if (shape.kind == ShapeKind::affine_image) {
      const ImageBlock& block = image_of(shape);
      core.translation = core.linear * block.translation + core.translation;
      core.linear = core.linear * block.linear;
      core.roundings += block.roundings;
      core.shape = &block.children[0].view();
      c = conformity(core.linear);
    } else if (shape.kind == ShapeKind::expanded && c.defect <= double(kSimilarityDefect)) {
      grow_core(core, expansion_of(shape).radius, c);
      core.shape = &composite_of(shape).children[0].view();
    } else {
      return;
    }
  }
}

// A placement may stretch without measure an axis along which the shape is flat or thin, and nothing comes of
// it. For readers that multiply sizes and axes before anything else; infinite for others.
double extent_by_axis(const Core& core) {
  const Real* v = core.shape->values;
  Vec3d reach;
  if (core.reader == Core::Reader::box) {
    reach = {double(v[0]), double(v[1]), double(v[2])};
  } else if (core.reader == Core::Reader::discs) {
    const bool is_tapered = core.shape->kind == ShapeKind::tapered_cylinder;
    const double radius = is_tapered ? std::max(double(v[0]), double(v[1])) : double(v[0]);
    reach = {radius, double(v[is_tapered ? 2 : 1]), radius};
  } else {
    return std::numeric_limits<double>::infinity();
  }
  double sum = 0, longest = 0;
  for (int k = 0; k < 3; ++k) {
    const double column = length(core.linear.columns[k]);
    sum += column * reach[k];
    longest = std::max(longest, column);
  }
  return std::max(sum, longest * 0x1p-200);  // so that rescaling a tiny pair keeps the axes finite
}

}  // namespace

void make_core(const ShapeView& shape, const Affine& placement, Real margin, Core& core) {
  core.shape = &shape;
  core.linear = Mat3d(placement.linear());
  core.translation = {};
  core.radius = margin;
  core.ball_error = 0;
  core.roundings = 0;
  core.is_axis = false;
  Conformity c{double(placement.scale()), double(placement.defect())};
  if (shape.kind == ShapeKind::affine_image || shape.kind == ShapeKind::expanded) unwrap(core, c);
  const ShapeView& inner = *core.shape;
  const bool is_round = c.defect <= double(kSimilarityDefect);
  const double stretch = is_round ? c.scale * (1 + c.defect) : largest_stretch(core.linear);
  const bool is_ball = inner.kind == ShapeKind::sphere || inner.kind == ShapeKind::capsule;
  if (is_ball && is_round) {
    grow_core(core, inner.values[0], c);
    core.is_axis = true;
    core.reader = Core::Reader::points;
    core.extent = stretch * double(inner.values[1]) + sum_abs(core.translation);
    return;
  }
  core.reader = reader_for(inner);
  core.extent = stretch * extent_of(inner);
  if (!is_round) core.extent = std::min(core.extent, extent_by_axis(core));
  core.extent += sum_abs(core.translation);
  core.roundings += roundings_of(inner);
}

DiscsReader discs_reader(const Core& core) {
  const Real* v = core.shape->values;
  const bool is_tapered = core.shape->kind == ShapeKind::tapered_cylinder;
  const auto& c = core.linear.columns;
  const double bottom = double(v[0]);
  const double top = is_tapered ? double(v[1]) : core.shape->kind == ShapeKind::cone ? 0 : bottom;
  return {c[0], c[2], c[1] * double(v[is_tapered ? 2 : 1]), core.translation, bottom, top};
}

PointsReader points_reader(const Core& core) {
  PointsReader reader;
  const ShapeView& shape = *core.shape;
  const Real* v = shape.values;
  const auto point = [&](const Vec3d& p) {
    reader.points[reader.count++] = core.linear * p + core.translation;
  };
  if (core.is_axis) {
    // A sphere's second value is zero, and so is the half height of the segment it stands for.
    const Vec3d half = core.linear.columns[1] * double(v[1]);
    reader.points[reader.count++] = core.translation - half;
    if (shape.kind == ShapeKind::capsule) reader.points[reader.count++] = core.translation + half;
  } else if (shape.block == nullptr) {
    point({double(v[0]), double(v[1]), double(v[2])});
    if (shape.kind == ShapeKind::segment) point({double(v[3]), double(v[4]), double(v[5])});
  } else {
    const VertexSet& set = polytope_of(shape).vertices;
    for (std::uint32_t i = 0; i < set.count; ++i) point(set.vertex(i));
  }
  return reader;
}

}  // namespace graze::inline GRAZE_ABI
