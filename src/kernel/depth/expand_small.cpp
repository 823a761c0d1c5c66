// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/expand_small.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "kernel/depth/expand_steps.h"
#include "kernel/depth/proof_planes.h"
#include "kernel/depth/triangle_depth.h"
#include "math/predicates.h"

namespace graze::inline GRAZE_ABI::depth {
namespace {

// Bounds that are to meet more closely take more vertices than there is room for. A valley spares most of
// them, and is proved down to some hundred errors.
constexpr double kLeastRelative = 1e-7, kLeastWithValley = 0x1p-38;
constexpr int kAttempts = 2;

class SmallExpansion {
 public:
  SmallExpansion(DifferenceSupport support, const DepthStop& stop) : support_(support), stop_(stop) {}

  /// `likely`: where a valley is looked for at once, or zero. It becomes the normal of a plane that turned
  /// out lower than the valley, if that is why this is false, otherwise zero.
  [[nodiscard]] bool run(const gjk::Simplex& start, Vec3d& likely, Depth& depth) {
    const Vec3d first = std::exchange(likely, Vec3d{});
    if (!place(start)) return false;
    if (first != Vec3d{}) {
      best_ = plane_along(support_, first);
      if (!(best_.height > 4 * stop_.error)) return false;
      (void)start_proof();
    }
    while (!is_broken_) {
      const std::uint32_t f = find_nearest_plane(planes_, surface_.facet_count);
      if (f == surface_.facet_count) return false;
      const Vec3d outward = planes_.normal(f) / length(planes_.normal(f));
      const double distance = lowest_corner(f, outward);
      if (proof_.is_on() && distance >= proof_.level()) {
        proof_.set_depth(surface_.vertex_count, depth);
        return is_inside();
      }
      const Plane plane = plane_along(support_, outward);
      if (!(plane.height > 4 * stop_.error)) return false;
      if (plane.height < best_.height) best_ = plane;
      if (proof_.is_on()) {
        if (plane.height < proof_.level()) {
          likely = plane.normal;
          return false;
        }
      } else if (plane.height - distance <= stop_.relative * plane.height + stop_.error) {
        return is_inside() && set_depth(f, plane, distance, depth);
      } else if (is_close_enough_for_valley(distance) && (start_proof() || is_broken_)) {
        continue;
      }
      (void)insert(plane.vertex);
    }
    return false;
  }

 private:
  [[nodiscard]] bool place(const gjk::Simplex& start) {
    if (start.count != 4) return false;
    for (std::uint32_t i = 0; i < 4; ++i) vertices_[i] = {start.w[i], start.a[i], start.b[i]};
    const double side = orient3d(start.w[1], start.w[2], start.w[3], start.w[0]);
    if (side < 0) std::swap(vertices_[1], vertices_[2]);
    for (std::uint32_t i = 0; i < 4; ++i) static_cast<Vec3d&>(w_[i]) = vertices_[i].w;
    set_tetrahedron(surface_);
    set_planes(surface_, kAllFacets.data(), 4, w_.items, planes_);
    return side != 0;
  }
  [[nodiscard]] double lowest_corner(std::uint32_t f, const Vec3d& n) const {
    const std::uint8_t* const v = surface_.facets[f];
    return std::min({dot(n, w_[v[0]]), dot(n, w_[v[1]]), dot(n, w_[v[2]])});
  }
  bool insert(const DifferenceVertex& vertex) {
    const std::uint32_t i = surface_.vertex_count;
    is_broken_ = i == ProofSurface::kMaxVertices;
    if (is_broken_) return false;
    vertices_[i] = vertex;
    static_cast<Vec3d&>(w_[i]) = vertex.w;
    ++surface_.vertex_count;
    is_broken_ = !depth::insert(w_.items, i, edges_, surface_, planes_);
    return !is_broken_;
  }
  [[nodiscard]] bool is_close_enough_for_valley(double distance) {
    if (stop_.find_valley == nullptr || !(best_.height - distance <= valley_gap_ * best_.height))
      return false;
    valley_gap_ = valley_gap_ > kLeastValleyGap ? valley_gap_ * 0.25 : 0;
    return true;
  }
  bool start_proof() {
    const double lowest = std::min(best_.height, stop_.known_height);
    return proof_.start(support_, *stop_.find_valley, stop_, best_.normal, lowest,
                        [&](const DifferenceVertex& apex) { return insert(apex); });
  }
  // The origin behind all planes by more than their rounding: the surface goes around it.
  [[nodiscard]] bool is_inside() const {
    const double limit = 4 * stop_.error * (4 * stop_.error);
    return std::all_of(planes_.keys, planes_.keys + surface_.facet_count,
                       [&](double key) { return key > limit; });
  }
  [[nodiscard]] bool set_depth(std::uint32_t f, const Plane& plane, double distance, Depth& depth) const {
    const DifferenceVertex* corners[3];
    for (int k = 0; k < 3; ++k) corners[k] = &vertices_[surface_.facets[f][k]];
    double weights[3];
    const double tolerance = 4 * stop_.error + 0.01 * stop_.relative * distance;
    if (!find_mean({corners[0]->w, corners[1]->w, corners[2]->w}, plane.normal * distance, tolerance,
                   weights))
      return false;
    depth = {};
    depth.lower = distance;
    depth.upper = plane.height;
    depth.normal = plane.normal;
    for (int k = 0; k < 3; ++k) {
      depth.a += corners[k]->a * weights[k];
      depth.b += corners[k]->b * weights[k];
    }
    depth.count = static_cast<int>(surface_.vertex_count);
    return true;
  }

  DifferenceSupport support_;
  const DepthStop& stop_;
  ProofSurface surface_;
  ProofSurface::Edges edges_ = {};
  Unset<DifferenceVertex, ProofSurface::kMaxVertices> vertices_;
  Unset<ProofVertex, ProofSurface::kMaxVertices> w_;
  ProofPlanes planes_;
  ValleyProof proof_;
  Plane best_{{}, std::numeric_limits<double>::infinity(), {}};
  double valley_gap_ = kValleyGap;
  bool is_broken_ = false;  // a vertex could not be added: the surface may not be closed any more
};

}  // namespace

bool expand_small(DifferenceSupport support, const gjk::Simplex& start, const DepthStop& stop, Depth& depth) {
  if (stop.relative < (stop.find_valley != nullptr ? kLeastWithValley : kLeastRelative)) return false;
  Vec3d likely;
  if (stop.find_valley != nullptr && stop.likely_normal != Vec3d{}) likely = normalized(stop.likely_normal);
  for (int i = 0; i < kAttempts; ++i) {
    if (SmallExpansion(support, stop).run(start, likely, depth)) return true;
    if (likely == Vec3d{}) return false;
  }
  return false;
}

}  // namespace graze::inline GRAZE_ABI::depth
