// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include "shape/polytope/mass.h"

// A hull grown by a ball of radius r [Steiner]: the hull, a prism of height r on every face, at every edge a
// wedge of a cylinder between the normals of its two faces, at every corner the part of a ball between the
// normals of its faces. The integrals of 1, u and u uᵀ over that part of the unit sphere follow from the
// divergence theorem on the sector of the ball, whose sides are sectors of discs across the edges: with edges
// along t, angles w and middles m of the arcs, and faces of angle a at the corner,
//   2 pi - sum a,   - sum t w / 2,   identity / 3 times the first - sum t mᵀ 2 sin(w / 2) / 3.
// The hull may be flat: it then has two faces, and wedges are half a cylinder.

namespace graze::inline GRAZE_ABI {
namespace {

using Mat3d = BasicMat3<double>;

// Integrals of 1, x and x xᵀ about the origin.
struct Integrals {
  double volume = 0;
  Vec3d first;
  Mat3d second = Mat3d::diagonal(0, 0, 0);

  void add_product(const Vec3d& a, const Vec3d& b, double factor) {
    for (int i = 0; i < 3; ++i) second.columns[i] += a * (b[i] * factor);
  }
  void add_products(const Vec3d& a, const Vec3d& b, double factor) {
    add_product(a, b, factor);
    add_product(b, a, factor);
  }
  /// A body whose integrals are about `origin`.
  void add_at(const Vec3d& origin, const Integrals& body) {
    volume += body.volume;
    first += body.first + origin * body.volume;
    for (int i = 0; i < 3; ++i) second.columns[i] += body.second.columns[i];
    add_products(origin, body.first, 1);
    add_product(origin, origin, body.volume);
  }
};

double angle_between(const Vec3d& a, const Vec3d& b) { return std::atan2(length(cross(a, b)), dot(a, b)); }

class GrownHull {
 public:
  GrownHull(const PolytopeBlock& block, const HullTopology& topology, double radius)
      : topology_(topology), middle_(block.inner_point), r_(radius), defect_(block.vertices.count) {
    for (std::uint32_t i = 0; i < block.vertices.count; ++i) {
      points_.push_back(block.vertices.vertex(i) - middle_);
      defect_[i] = 2 * std::numbers::pi;
    }
    corners_.resize(points_.size());
  }

  [[nodiscard]] Moments find(const Moments& hull) {
    Integrals inner;
    inner.volume = hull.volume;
    inner.second = hull.second;
    if (hull.volume > 0) all_.add_at(hull.centroid - middle_, inner);
    for (std::uint32_t f = 0; f < topology_.face_count(); ++f) add_face(f);
    for (std::uint32_t h = 0; h < topology_.twin.size(); ++h) {
      add_to_corner(h);
      if (h < topology_.twin[h]) add_edge(h);
    }
    add_corners();
    Moments m;
    const Vec3d g = all_.first / all_.volume;
    all_.add_product(g, g, -all_.volume);
    m.volume = all_.volume;
    m.centroid = middle_ + g;
    m.second = all_.second;
    return m;
  }

 private:
  [[nodiscard]] const Vec3d& origin(std::uint32_t h) const { return points_[topology_.origin[h]]; }
  [[nodiscard]] Vec3d way(std::uint32_t h) const { return origin(topology_.next(h)) - origin(h); }
  [[nodiscard]] const Vec3d& normal(std::uint32_t h) const { return topology_.normals[topology_.face[h]]; }

  // A prism over each of its triangles; and the angles at its corners.
  void add_face(std::uint32_t f) {
    const Vec3d& n = topology_.normals[f];
    const auto loop = topology_.loop(f);
    const auto count = static_cast<std::uint32_t>(loop.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      const Vec3d &p = points_[loop[i]], &before = points_[loop[(i + count - 1) % count]],
                  &after = points_[loop[(i + 1) % count]];
      defect_[loop[i]] -= angle_between(before - p, after - p);
      if (i < 2) continue;
      const Vec3d &a = points_[loop[0]], &b = points_[loop[i - 1]], sum = a + b + p;
      const double area = length(cross(b - a, p - a)) / 2;
      all_.volume += area * r_;
      all_.first += sum * (area * r_ / 3) + n * (area * r_ * r_ / 2);
      for (const Vec3d& v : {a, b, p, sum}) all_.add_product(v, v, area * r_ / 12);
      all_.add_products(sum, n, area * r_ * r_ / 6);
      all_.add_product(n, n, area * r_ * r_ * r_ / 3);
    }
  }

  // The arc from the normal of the face on its left to that on its right, and its middle.
  struct Arc {
    double angle;
    Vec3d middle;
  };
  [[nodiscard]] Arc arc_of(std::uint32_t h, const Vec3d& along) const {
    const Vec3d &left = normal(h), &right = normal(topology_.twin[h]);
    // In the planes of the faces, outward: where they are back to back, the normals alone tell nothing.
    const Vec3d beside = cross(along, left) - cross(along, right);
    return {angle_between(left, right), normalized(left + right + beside)};
  }

  void add_edge(std::uint32_t h) {
    const Vec3d whole = way(h), along = normalized(whole);
    const auto [w, m] = arc_of(h, along);
    const Vec3d side = cross(along, m);
    const double size = length(whole), sine = std::sin(w / 2), rr = r_ * r_;
    const double area = rr * w / 2, out = rr * r_ * 2 * sine / 3, cosine = std::cos(w / 2);
    Integrals wedge;  // about the beginning of the edge
    wedge.volume = size * area;
    wedge.first = whole * (wedge.volume / 2) + m * (size * out);
    wedge.add_product(whole, whole, wedge.volume / 3);
    wedge.add_products(whole, m, size * out / 2);
    wedge.add_product(m, m, size * rr * rr / 4 * (w / 2 + sine * cosine));
    wedge.add_product(side, side, size * rr * rr / 4 * (w / 2 - sine * cosine));
    all_.add_at(origin(h), wedge);
  }

  // The side of the part of a ball at a corner that lies across an edge.
  void add_to_corner(std::uint32_t h) {
    const Vec3d along = normalized(way(h));
    const auto [w, m] = arc_of(h, along);
    Integrals& corner = corners_[topology_.origin[h]];
    const double third = r_ * r_ * r_ / 3;
    corner.first += along * (-w / 2 * third * r_ * 3 / 4);
    corner.add_products(along, m, -std::sin(w / 2) / 3 * third * r_ * r_ * 3 / 5);
  }
  void add_corners() {
    const double third = r_ * r_ * r_ / 3;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      Integrals& corner = corners_[i];
      corner.volume = defect_[i] * third;
      const double squares = corner.volume * r_ * r_ / 5;
      for (int k = 0; k < 3; ++k) corner.second.columns[k][k] += squares;
      all_.add_at(points_[i], corner);
    }
  }

  const HullTopology& topology_;
  Vec3d middle_;
  double r_;
  std::vector<Vec3d> points_;       // from the middle
  std::vector<double> defect_;      // per corner: 2 pi less the angles of its faces
  std::vector<Integrals> corners_;  // per corner, about it: its part of the ball
  Integrals all_;
};

}  // namespace

Moments moments_of_grown_hull(const ShapeView& hull, double radius) {
  const Moments inner = moments_of_hull(hull);
  return radius > 0 ? GrownHull(polytope_of(hull), *exact_topology_of(hull), radius).find(inner) : inner;
}

}  // namespace graze::inline GRAZE_ABI
