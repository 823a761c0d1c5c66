// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/affine.h"
#include "shape/core/reader.h"

namespace graze::inline GRAZE_ABI {

/// A placed shape as kernels see it: a core grown by a ball. Spheres, capsules, expansions and margins leave
/// the core wherever the placement keeps balls round; affine images are multiplied out.
struct Core {
  enum class Reader : std::uint8_t { points, vertices, box, discs, analytic, half_space };

  const ShapeView* shape;  // what the reader reads
  Mat3d linear;
  Vec3d translation;  // relative to the placement's own translation, until a pair moves it into its frame
  double radius;      // of the ball
  double ball_error;  // by how much the ball may differ from what the placement makes of it
  double extent;      // bound on the distance of core points from the placement's translation
  double roundings;   // epsilons of extent that reading a support may lose
  Reader reader;
  bool is_axis;  // the shape is a sphere or a capsule, and the core its centre or centre line

  /// Whether the core has infinitely many faces; polytopes have not.
  [[nodiscard]] bool is_curved() const { return reader == Reader::analytic || reader == Reader::discs; }
};

/// Precondition: valid shape, placement and margin.
void make_core(const ShapeView& shape, const Affine& placement, Real margin, Core& core);

/// A point of the core near its centre, in the same frame as Core::translation.
[[nodiscard]] inline Vec3d inner_point(const Core& core) {
  if (core.shape->block == nullptr && core.shape->kind >= ShapeKind::box) return core.translation;
  return core.linear * inner_point_of(*core.shape) + core.translation;
}

[[nodiscard]] PointsReader points_reader(const Core& core);
[[nodiscard]] DiscsReader discs_reader(const Core& core);
[[nodiscard]] inline VertexReader vertex_reader(const Core& core) {
  const PolytopeBlock& polytope = polytope_of(*core.shape);
  const VertexSet& set = polytope.vertices;
  return {core.linear, core.translation,           &set, farthest_vertex_kernel(),
          set.count,   polytope.hull_support.get()};
}
[[nodiscard]] inline BoxReader box_reader(const Core& core) {
  const Real* h = core.shape->values;
  const auto& c = core.linear.columns;
  return {{c[0] * double(h[0]), c[1] * double(h[1]), c[2] * double(h[2])}, core.translation};
}

/// Calls `use` with the reader that fits.
template <class Use>
auto with_reader(const Core& core, Use use) {
  switch (core.reader) {
    case Core::Reader::points:
      return use(points_reader(core));
    case Core::Reader::vertices:
      return use(vertex_reader(core));
    case Core::Reader::box:
      return use(box_reader(core));
    case Core::Reader::discs:
      return use(discs_reader(core));
    default:
      return use(AnalyticReader{core.linear, core.translation, core.shape});
  }
}

}  // namespace graze::inline GRAZE_ABI
