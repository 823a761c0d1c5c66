// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/convexity.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "graze/shape/hull_builder.h"
#include "mesh/surface.h"
#include "shape/shape_block.h"

// A solid lies within its hull. That it is hardly less: every triangle lies above a plane that is little
// below a face of the hull. A convex set below all of these planes meets no triangle, so that the surface
// winds around all of its points as often as around one of them: it lies within the solid.

namespace graze::inline GRAZE_ABI {
namespace {

// Turning a vertex rounds each coordinate three times, and two ends of an edge can differ by twice that; in
// units of the largest coordinate times epsilon. Deeper dents are shape.
constexpr double kDeepestDent = 16;
// Faces of the hull are those that were meant, of up to hundreds of corners.
constexpr double kFlat = 8;
// Corners may lose more by it, where they are sharp.
constexpr double kLargestDefect = 256;

class NearHull {
 public:
  /// `unit`: what the vertices were rounded by, at most.
  NearHull(const Shape& hull, double size, double unit)
      : set_(polytope_of(hull.view()).vertices),
        faces_(*topology_of(hull.view())),
        inner_(inner_point_of(hull.view())),
        unit_(unit),
        error_(8 * kDoubleEpsilon * size),
        levels_(faces_.offsets) {}

  /// Lowers a plane beside the triangle to below it. False: it is too far inside.
  bool add(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const auto dent = [&](std::uint32_t f) {
      const Vec3d& n = faces_.normals[f];
      return faces_.offsets[f] - std::min({dot(n, a), dot(n, b), dot(n, c)}) + error_;
    };
    find_face_towards((a + b + c) / 3 - inner_);
    double least = dent(face_);
    std::uint32_t nearest = face_;
    const auto try_face = [&](std::uint32_t f) {
      const double d = dent(f);
      if (!(d < least)) return;
      least = d;
      nearest = f;
    };
    const double allowed = kDeepestDent * unit_ + 2 * error_;
    visit_neighbours(face_, try_face);
    // Between slivers, whose planes are tilted, the way may end too soon.
    for (std::uint32_t f = 0; !(least <= allowed) && f < faces_.face_count(); ++f) try_face(f);
    levels_[nearest] = std::min(levels_[nearest], faces_.offsets[nearest] - least);
    deepest_ = std::max(deepest_, least);
    return least <= allowed;
  }

  /// How far corners have to go inward to be below all planes; infinite where that is too far.
  [[nodiscard]] double defect() const {
    double thinnest = kUnbounded, shrink = 0, reach = 0;
    for (std::uint32_t f = 0; f < faces_.face_count(); ++f) {
      const double above = faces_.offsets[f] - dot(faces_.normals[f], inner_);
      thinnest = std::min(thinnest, above);
      shrink = std::max(shrink, (faces_.offsets[f] + error_ - levels_[f]) / above);
    }
    for (std::uint32_t v = 0; v < set_.count; ++v) reach = std::max(reach, length(set_.vertex(v) - inner_));
    if (!(thinnest > 4 * kLargestDefect * unit_)) return kUnbounded;
    // Towards the middle, which is far for what is long or flat; then each along a way of its own.
    double defect = shrink * reach;
    constexpr double kRound = 4;
    constexpr std::size_t kMostChecks = 1u << 22;
    if (defect > kRound * deepest_ && std::size_t{set_.count} * faces_.face_count() <= kMostChecks) {
      double by_corners = 0;
      for (std::uint32_t v = 0; v < set_.count; ++v)
        by_corners = std::max(by_corners, way_in(set_.vertex(v), shrink));
      defect = by_corners + error_;
    }
    return defect <= kLargestDefect * unit_ ? defect : kUnbounded;
  }
  [[nodiscard]] const Vec3d& inner() const { return inner_; }

 private:
  static constexpr double kUnbounded = std::numeric_limits<double>::infinity();

  template <class Use>
  void visit_neighbours(std::uint32_t f, Use use) const {
    for (std::uint32_t h = faces_.first[f]; h < faces_.first[f + 1]; ++h) use(faces_.face[faces_.twin[h]]);
  }

  // The face through which a ray from the inner point leaves: uphill from face to face, from the last one.
  void find_face_towards(const Vec3d& way) {
    const auto slope = [&](std::uint32_t f) {
      const Vec3d& n = faces_.normals[f];
      return dot(n, way) / (faces_.offsets[f] - dot(n, inner_));
    };
    for (double best = slope(face_);;) {
      const std::uint32_t before = face_;
      visit_neighbours(before, [&](std::uint32_t f) {
        if (const double s = slope(f); s > best) {
          best = s;
          face_ = f;
        }
      });
      if (face_ == before) return;
    }
  }

  // How far a corner goes to a point below all planes: against the normals of those that it is above.
  [[nodiscard]] double way_in(const Vec3d& corner, double shrink) const {
    constexpr int kRounds = 4;
    Vec3d sum, p = corner;
    double way = 0;
    for (int round = 0; round < kRounds; ++round) {
      const std::size_t above = add_normals_above(p, sum);
      if (above == 0) return way;
      const Vec3d inward = -normalized(sum);
      way = 0;
      for (std::uint32_t f = 0; f < faces_.face_count(); ++f) {
        const double sinks = -dot(faces_.normals[f], inward), height = height_above(f, corner);
        if (!(height > error_ / 2)) continue;
        if (!(sinks > 0)) return shrink * length(corner - inner_);
        way = std::max(way, height / sinks);
      }
      p = corner + inward * way;
    }
    Vec3d unused;
    return add_normals_above(p, unused) == 0 ? way : shrink * length(corner - inner_);
  }
  [[nodiscard]] double height_above(std::uint32_t f, const Vec3d& p) const {
    return dot(faces_.normals[f], p) - levels_[f];
  }
  [[nodiscard]] std::size_t add_normals_above(const Vec3d& p, Vec3d& sum) const {
    std::size_t count = 0;
    for (std::uint32_t f = 0; f < faces_.face_count(); ++f) {
      if (!(height_above(f, p) > error_ / 2)) continue;
      sum += faces_.normals[f];
      ++count;
    }
    return count;
  }

  const VertexSet& set_;
  const HullTopology& faces_;
  Vec3d inner_;
  double unit_;                 // epsilon of the vertices times the size
  double error_;                // a few times what rounding does to a height; planes are lower by that
  std::vector<double> levels_;  // per face: of the plane below it
  double deepest_ = 0;
  std::uint32_t face_ = 0;
};

// Vertices that are floats, all of them, were rounded to float before they came here: those of STL, glTF and
// DT_* always are. Of what is convex exactly, it makes no difference. It follows from the values alone, so
// that a mesh, its refit and its file agree.
double epsilon_of(std::span<const Vec3> corners) {
  const auto is_float = [](Real x) { return Real(static_cast<float>(x)) == x; };
  const bool are_floats = std::all_of(corners.begin(), corners.end(), [&](const Vec3& p) {
    return is_float(p.x) && is_float(p.y) && is_float(p.z);
  });
  return are_floats ? double(std::numeric_limits<float>::epsilon()) : double(kEpsilon);
}

}  // namespace

ConvexSolid find_convex_solid(std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles) {
  double size = 0;
  std::vector<Vec3> corners;
  corners.reserve(3 * triangles.size());
  for (const Pieces::Corners& t : triangles)
    for (const std::uint32_t corner : t) {
      corners.push_back(vertices[corner]);
      size = std::max(size, double(max_abs(vertices[corner])));
    }
  const double epsilon = epsilon_of(corners);
  const Bends bends = find_bends(vertices, triangles, 2 * kDeepestDent * epsilon * size);
  if (bends == Bends::dented) return {};
  if (bends == Bends::convex) {
    auto exact = make_hull(corners);
    return {exact ? *std::move(exact) : Shape(), 0};
  }
  auto hull = make_hull(corners, {.face_tolerance = Real(kFlat * epsilon)});
  if (!hull) return {};
  if (topology_of(hull->view()) == nullptr) return {};
  NearHull near(*hull, size, epsilon * size);
  for (std::size_t i = 0; i < corners.size(); i += 3)
    if (!near.add(Vec3d(corners[i]), Vec3d(corners[i + 1]), Vec3d(corners[i + 2]))) return {};
  const double defect = near.defect();
  if (!(defect < std::numeric_limits<double>::infinity())) return {};
  if (winding_around(vertices, triangles, near.inner()) == 0) return {};
  return {*std::move(hull), defect};
}

}  // namespace graze::inline GRAZE_ABI
