// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "shape/local_support.h"
#include "shape/vertex_scan.h"

// The five ways in which kernels read a placed core: at most four points, a vertex set, a box, two discs,
// anything else. Each gives the farthest point in a direction of the working frame, with the index of the
// vertex where there is one.

namespace graze::inline GRAZE_ABI {

struct PointsReader {
  static constexpr bool kHasVertices = true;
  Vec3d points[4];
  std::uint32_t count = 0;

  [[nodiscard]] Vec3d vertex(std::uint32_t i) const { return points[i]; }
  [[nodiscard]] Vec3d support(const Vec3d& d, std::uint32_t& index) const {
    index = 0;
    double farthest = dot(points[0], d);
    for (std::uint32_t i = 1; i < count; ++i) {
      const double value = dot(points[i], d);
      if (value > farthest) {
        farthest = value;
        index = i;
      }
    }
    return points[index];
  }
};

struct VertexReader {
  static constexpr bool kHasVertices = true;
  Mat3d linear;
  Vec3d translation;
  const VertexSet* set = nullptr;
  FarthestVertex scan = nullptr;
  std::uint32_t count = 0;
  const HullSupport* search = nullptr;  // of a large hull
  mutable std::uint32_t last =
      0xffffffff;  // the answer before, where the next climb starts; changes no answer

  [[nodiscard]] Vec3d vertex(std::uint32_t i) const { return linear * set->vertex(i) + translation; }
  [[nodiscard]] Vec3d support(const Vec3d& d, std::uint32_t& index) const {
    const Vec3d local = transpose_times(linear, d);
    index = search == nullptr ? scan(*set, local) : find(moderate(local));
    return vertex(index);
  }

 private:
  [[nodiscard]] std::uint32_t find(const Vec3d& local) const {
    last = last < count ? farthest_from(*search, local, {set->x[last], set->y[last], set->z[last], last})
                        : farthest_cold(*search, local);
    return last;
  }
};

struct BoxReader {
  static constexpr bool kHasVertices = true;
  static constexpr std::uint32_t count = 8;
  Vec3d edges[3];  // half edges in the working frame
  Vec3d centre;

  [[nodiscard]] Vec3d vertex(std::uint32_t i) const {
    const auto sign = [i](std::uint32_t bit) {
      return 1.0 - 2.0 * static_cast<double>(static_cast<int>(i >> bit & 1u));
    };
    return corner(sign(0), sign(1), sign(2));
  }
  // Signs are copied, not compared: which corner is farthest cannot be predicted, and a wrong guess costs
  // more.
  [[nodiscard]] Vec3d support(const Vec3d& d, std::uint32_t& index) const {
    const double x = std::copysign(1.0, dot(edges[0], d)), y = std::copysign(1.0, dot(edges[1], d)),
                 z = std::copysign(1.0, dot(edges[2], d));
    index = (std::signbit(x) ? 1u : 0u) | (std::signbit(y) ? 2u : 0u) | (std::signbit(z) ? 4u : 0u);
    return corner(x, y, z);
  }

 private:
  [[nodiscard]] Vec3d corner(double x, double y, double z) const {
    return centre + edges[0] * x + edges[1] * y + edges[2] * z;
  }
};

/// Convex hull of two discs: cylinder, cone, tapered cylinder.
struct DiscsReader {
  static constexpr bool kHasVertices = false;
  static constexpr std::uint32_t count = 0;
  Vec3d x, z;       // images of the unit vectors across the axis
  Vec3d half_axis;  // from the centre to the middle of the top
  Vec3d centre;
  double bottom = 0, top = 0;  // radii

  [[nodiscard]] Vec3d vertex(std::uint32_t) const { return centre; }
  [[nodiscard]] Vec3d support(const Vec3d& d, std::uint32_t& index) const {
    index = 0;
    const Vec3d p = support_detail::discs(bottom, top, 1, {dot(x, d), dot(half_axis, d), dot(z, d)});
    return centre + half_axis * p.y + x * p.x + z * p.z;
  }
};

struct AnalyticReader {
  static constexpr bool kHasVertices = false;
  static constexpr std::uint32_t count = 0;
  Mat3d linear;
  Vec3d translation;
  const ShapeView* shape = nullptr;

  [[nodiscard]] Vec3d vertex(std::uint32_t) const { return translation; }
  [[nodiscard]] Vec3d support(const Vec3d& d, std::uint32_t& index) const {
    index = 0;
    return linear * local_support(*shape, moderate(transpose_times(linear, d))) + translation;
  }
};

}  // namespace graze::inline GRAZE_ABI
