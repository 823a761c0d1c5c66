// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "hull/build.h"
#include "math/nearest.h"
#include "math/predicates.h"

// Why strict visibility is enough, also with coplanar points. Let V be the facets that a point p outside sees
// strictly. Moving p a little towards the hull's middle changes no sign in V and takes it out of the planes
// it lay in; so V is what a point in general position sees: one disc, bounded by one simple cycle.
// A new facet joins a horizon edge e to p. e borders a facet f in V and one h that is not. p is not on the
// line of e, or it would be in the plane of f; so the facet is a proper triangle. Its normal is a f + b h
// (normals) with a >= 0 and b > 0. A point that sees f and h therefore sees the new facet, which is why a
// point of a removed facet either sees one of the new facets or is inside.
// No facet is ever added without a new corner, and no point is a new corner twice: the loop ends.

namespace graze::inline GRAZE_ABI {
namespace {

struct Facet {
  std::uint32_t corners[3];
  std::uint32_t neighbours[3];  // across the edge from corner i to corner i + 1
  Vec3d normal;                 // of any length
  Vec3d origin;                 // the first corner
  double bound;                 // on the error of height_above() for any point
  double weight;                // makes a distance of a height
  double farthest_height;
  std::uint32_t first;     // of the points kept here, linked by next_
  std::uint32_t farthest;  // of them
  std::uint32_t mark;      // number of the insertion that looked at it last, with its verdict
  bool is_alive;
};

double height_above(const Facet& f, const Vec3d& p) {
  return f.normal.x * (p.x - f.origin.x) + f.normal.y * (p.y - f.origin.y) + f.normal.z * (p.z - f.origin.z);
}

bool is_lexicographically_less(const Vec3d& a, const Vec3d& b) {
  return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

class Builder {
 public:
  explicit Builder(const QuickHullInput& input)
      : input_(input),
        points_(input.points),
        next_(points_.size(), kNoIndex),
        facet_from_(points_.size(), kNoIndex) {
    Vec3d low = points_[0], high = points_[0];
    for (const Vec3d& p : points_) {
      low = min(low, p);
      high = max(high, p);
    }
    // A difference of two coordinates, rounded, is never more.
    span_ = (high - low) * (1 + 4 * kDoubleEpsilon);
  }

  TriangleHull run() {
    make_simplex();
    TriangleHull hull;
    while (!has_budget() || corner_count_ < input_.max_vertices) {
      const std::uint32_t f = take_facet();
      if (f == kNoIndex) break;
      insert(f);
      if (!report()) {
        hull.is_cancelled = true;
        return hull;
      }
    }
    hull.outward_error = has_budget() ? outward_error() : 0;
    write(hull);
    return hull;
  }

 private:
  [[nodiscard]] bool sees(const Vec3d& p, const Facet& f, double h) const {
    if (h > f.bound) return true;
    if (h < -f.bound) return false;
    const auto corner = [&](int i) -> const Vec3d& { return points_[f.corners[i]]; };
    return orient3d(corner(0), corner(1), corner(2), p) < 0;
  }

  std::uint32_t add_facet(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    std::uint32_t at;
    if (free_.empty()) {
      at = static_cast<std::uint32_t>(facets_.size());
      facets_.emplace_back();
    } else {
      at = free_.back();
      free_.pop_back();
    }
    Facet& f = facets_[at];
    const Vec3d u = points_[b] - points_[a], v = points_[c] - points_[a];
    f.corners[0] = a;
    f.corners[1] = b;
    f.corners[2] = c;
    f.normal = cross(u, v);
    f.origin = points_[a];
    const auto size = [](double p, double q, double r, double s) {
      return std::abs(p * q) + std::abs(r * s);
    };
    // The permanent of the determinant that height_above() is, for the farthest point there can be, times
    // twice the (7 + 56 u) u of the predicate. [Shewchuk97]
    f.bound = 8 * kDoubleEpsilon *
              (size(u.y, v.z, u.z, v.y) * span_.x + size(u.z, v.x, u.x, v.z) * span_.y +
               size(u.x, v.y, u.y, v.x) * span_.z);
    f.weight = has_budget() ? weight_of(f.normal) : 1;
    f.farthest_height = 0;
    f.first = f.farthest = kNoIndex;
    f.mark = 0;
    f.is_alive = true;
    return at;
  }

  // The true normal is the scaled one over the scale, up to a factor that cancels.
  [[nodiscard]] double weight_of(const Vec3d& n) const {
    const Vec3d m{n.x / input_.scale.x, n.y / input_.scale.y, n.z / input_.scale.z};
    const double largest = max_abs(m);
    return largest > 0 ? 1 / (largest * length(m / largest)) : 0;
  }

  void link(std::uint32_t f, int i, std::uint32_t g, int j) {
    facets_[f].neighbours[i] = g;
    facets_[g].neighbours[j] = f;
  }

  void make_simplex() {
    auto [a, b, c, d] = input_.simplex;
    if (orient3d(points_[a], points_[b], points_[c], points_[d]) < 0) std::swap(b, c);
    const std::uint32_t bottom = add_facet(a, b, c);
    const std::uint32_t ab = add_facet(b, a, d), bc = add_facet(c, b, d), ca = add_facet(a, c, d);
    link(bottom, 0, ab, 0);
    link(bottom, 1, bc, 0);
    link(bottom, 2, ca, 0);
    link(ab, 1, ca, 2);  // a d
    link(bc, 1, ab, 2);  // b d
    link(ca, 1, bc, 2);  // c d
    corner_count_ = 4;
    fresh_ = {bottom, ab, bc, ca};
    settled_ = 4;
    for (std::uint32_t p = 0; p < points_.size(); ++p)
      if (p != a && p != b && p != c && p != d) keep_or_settle(p);
    queue_fresh();
  }

  // Gives the point to a new facet that it sees, if there is one.
  void keep_or_settle(std::uint32_t at) {
    const Vec3d& p = points_[at];
    for (const std::uint32_t id : fresh_) {
      Facet& f = facets_[id];
      const double h = height_above(f, p);
      if (!sees(p, f, h)) continue;
      next_[at] = f.first;
      f.first = at;
      if (f.farthest == kNoIndex || h > f.farthest_height ||
          (h == f.farthest_height && wins_tie(at, f.farthest))) {
        f.farthest = at;
        f.farthest_height = h;
      }
      return;
    }
    ++settled_;
  }

  // Among points equally far the lexicographically last is a corner of the hull, not a point inside a face.
  // Equal points share their facet always, and the first stands for all.
  [[nodiscard]] bool wins_tie(std::uint32_t a, std::uint32_t b) const {
    if (points_[a] == points_[b]) return a < b;
    return is_lexicographically_less(points_[b], points_[a]);
  }

  [[nodiscard]] bool has_budget() const { return input_.max_vertices != 0; }

  void queue_fresh() {
    for (const std::uint32_t f : fresh_) {
      if (facets_[f].first == kNoIndex) continue;
      queue_.push_back({facets_[f].farthest_height * facets_[f].weight, f, facets_[f].farthest});
      if (has_budget()) std::push_heap(queue_.begin(), queue_.end());
    }
  }

  // A facet that still has points, or kNoIndex. With a budget the one with the farthest point of all.
  std::uint32_t take_facet() {
    while (!queue_.empty()) {
      if (has_budget()) std::pop_heap(queue_.begin(), queue_.end());
      const Waiting w = queue_.back();
      queue_.pop_back();
      // Facets that are gone, or whose place another has taken, have no such farthest point.
      if (facets_[w.facet].is_alive && facets_[w.facet].farthest == w.farthest) return w.facet;
    }
    return kNoIndex;
  }

  void insert(std::uint32_t from) {
    const std::uint32_t apex = facets_[from].farthest;
    find_horizon(from, points_[apex]);
    join_horizon(apex);
    ++corner_count_;
    for (const std::uint32_t f : seen_) {
      for (std::uint32_t p = facets_[f].first; p != kNoIndex;) {
        const std::uint32_t following = next_[p];
        if (p == apex)
          ++settled_;
        else
          keep_or_settle(p);
        p = following;
      }
      facets_[f].is_alive = false;
      facets_[f].first = facets_[f].farthest = kNoIndex;
    }
    free_.insert(free_.end(), seen_.begin(), seen_.end());
    queue_fresh();
  }

  void find_horizon(std::uint32_t from, const Vec3d& p) {
    insertion_ += 2;
    const std::uint32_t is_seen = insertion_, is_not = insertion_ + 1;
    seen_.assign(1, from);
    horizon_.clear();
    facets_[from].mark = is_seen;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      for (int e = 0; e < 3; ++e) {
        const std::uint32_t other = facets_[seen_[i]].neighbours[e];
        Facet& g = facets_[other];
        if (g.mark < is_seen) {
          g.mark = sees(p, g, height_above(g, p)) ? is_seen : is_not;
          if (g.mark == is_seen) seen_.push_back(other);
        }
        if (g.mark == is_not) horizon_.push_back({seen_[i], e});
      }
    }
  }

  void join_horizon(std::uint32_t apex) {
    fresh_.clear();
    for (const auto& [inner, e] : horizon_) {
      const std::uint32_t a = facets_[inner].corners[e], b = facets_[inner].corners[e == 2 ? 0 : e + 1];
      const std::uint32_t outer = facets_[inner].neighbours[e];
      const std::uint32_t f = add_facet(a, b, apex);
      int back = 0;
      while (facets_[outer].corners[back] != b) ++back;
      link(f, 0, outer, back);
      facet_from_[a] = f;
      fresh_.push_back(f);
    }
    for (const std::uint32_t f : fresh_) link(f, 1, facet_from_[facets_[f].corners[1]], 2);
  }

  [[nodiscard]] bool report() {
    if (input_.progress.report == nullptr || ++since_report_ < 256) return true;
    since_report_ = 0;
    return input_.progress.report(input_.progress.context, settled_, points_.size());
  }

  [[nodiscard]] Vec3d true_point(std::uint32_t at) const {
    const Vec3d& p = points_[at];
    return {p.x * input_.scale.x, p.y * input_.scale.y, p.z * input_.scale.z};
  }

  [[nodiscard]] double distance_to_facet(std::uint32_t at, const Facet& f) const {
    const Vec3d p = true_point(at);
    return length(p - nearest_on_triangle(p, true_point(f.corners[0]), true_point(f.corners[1]),
                                          true_point(f.corners[2])));
  }

  // Of all points left outside. The point of the hull that is nearest lies on a facet that is seen.
  [[nodiscard]] double outward_error() {
    double largest = 0;
    for (std::uint32_t id = 0; id < facets_.size(); ++id) {
      for (std::uint32_t at = facets_[id].first; at != kNoIndex; at = next_[at]) {
        if (distance_to_facet(at, facets_[id]) <= largest) continue;
        find_horizon(id, points_[at]);
        double nearest = distance_to_facet(at, facets_[id]);
        for (const std::uint32_t f : seen_) nearest = std::min(nearest, distance_to_facet(at, facets_[f]));
        largest = std::max(largest, nearest);
      }
    }
    return largest;
  }

  void write(TriangleHull& hull) const {
    std::vector<std::uint32_t> renumbered(facets_.size(), kNoIndex);
    std::uint32_t count = 0;
    for (std::uint32_t f = 0; f < facets_.size(); ++f)
      if (facets_[f].is_alive) renumbered[f] = count++;
    hull.corners.reserve(std::size_t{count} * 3);
    hull.twins.reserve(std::size_t{count} * 3);
    for (const Facet& f : facets_) {
      if (!f.is_alive) continue;
      for (int e = 0; e < 3; ++e) {
        const std::uint32_t other = f.neighbours[e], end = f.corners[e == 2 ? 0 : e + 1];
        std::uint32_t back = 0;
        while (facets_[other].corners[back] != end) ++back;
        hull.corners.push_back(f.corners[e]);
        hull.twins.push_back(3 * renumbered[other] + back);
      }
    }
  }

  struct Edge {
    std::uint32_t inner;
    int edge;
  };
  struct Waiting {
    double distance;
    std::uint32_t facet;
    std::uint32_t farthest;
    bool operator<(const Waiting& other) const {
      return distance != other.distance ? distance < other.distance : farthest > other.farthest;
    }
  };

  const QuickHullInput& input_;
  std::span<const Vec3d> points_;
  Vec3d span_;
  std::vector<Facet> facets_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> next_;        // per point: the next one of the same facet
  std::vector<std::uint32_t> facet_from_;  // per point: the new facet whose horizon edge leaves it
  std::vector<Waiting> queue_;
  std::vector<std::uint32_t> seen_, fresh_;
  std::vector<Edge> horizon_;
  std::uint32_t insertion_ = 0;
  std::uint32_t corner_count_ = 0;
  std::size_t settled_ = 0;
  unsigned since_report_ = 0;
};

}  // namespace

TriangleHull quick_hull(const QuickHullInput& input) { return Builder(input).run(); }

}  // namespace graze::inline GRAZE_ABI
