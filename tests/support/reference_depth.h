// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// The checker's own expanding polytope. Only its two bounds are trusted:
// - `outer`: the smallest supporting plane seen; the depth is no greater.
// - `inner`: a closed surface of triangles with corners in A - B, none of them nearer to the origin than
// `inner`,
//   that winds around the origin. The ball of that radius then lies in the convex hull of the corners, hence
//   in A - B, and the depth is no smaller. This needs neither convexity of the surface nor exact orientation
//   tests.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <queue>
#include <vector>

#include "reference_distance.h"

namespace graze::test {

template <class T>
class Expansion {
 public:
  Expansion(const PairModel<T>& model, const Goal<T>& goal, std::size_t max_corners)
      : model_(model), goal_(goal), max_corners_(max_corners) {}

  /// Starts from the last simplex of separate().
  void run(const Simplex<T>& start) {
    for (int i = 0; i < start.count; ++i) corners_.push_back(start.corners[i].w);
    if (!complete() || !seed()) return;
    while (!queue_.empty()) {
      const Index f = queue_.top().second;
      if (!faces_[f].is_alive) {
        queue_.pop();
        continue;
      }
      inner_ = faces_[f].facet.lower - T(2 * model_.error());
      const T upper = inner_ > T(0) ? -inner_ : T(1e300);
      if (is_answered(goal_, -outer_, upper) && (!(inner_ > T(0)) || winds_around_origin())) return;
      if (corners_.size() >= max_corners_ || !expand(f)) return;
    }
  }

  /// Certified: depth >= inner (if positive) and depth <= outer (negative: apart by at least -outer).
  T inner() const { return inner_ > T(0) && !is_torn_ && winds_around_origin() ? inner_ : T(0); }
  T outer() const { return outer_; }
  /// From a to b; attains outer().
  const V3<T>& axis() const { return axis_; }

 private:
  using Index = std::uint32_t;
  struct Face {
    Index v[3];
    Index next[3];  // across the edge v[i], v[i + 1]
    Facet<T> facet;
    bool is_alive = true;
  };
  struct Edge {
    Index face;
    int side;
  };

  /// Supporting corner along d; tightens `outer`.
  V3<T> probe(const V3<T>& d) {
    const V3<T> w = corner_along(model_, d).w;
    const T norm = length(d);
    const T value = dot(w, d) / norm;
    const T bound = value + T(4 * model_.error()) + T(16 * Number<T>::kRoundoff) * magnitude_of(value);
    if (bound < outer_) outer_ = bound, axis_ = d;
    return w;
  }

  T flat() const { return T(16 * model_.error()); }

  /// Grows the corners to a tetrahedron. False: A - B is flat up to rounding, and `outer` says so.
  bool complete() {
    const V3<T> axes[3] = {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
    const auto add_if = [&](const V3<T>& d, const auto& is_new) {
      if (!(dot(d, d) > T(0))) return false;
      for (const V3<T>& direction : {d, -d}) {
        const V3<T> w = probe(direction);
        if (!is_new(w)) continue;
        corners_.push_back(w);
        return true;
      }
      return false;
    };
    if (corners_.empty()) corners_.push_back(probe(axes[0]));
    for (int i = 0; i < 3 && corners_.size() == 1; ++i)
      add_if(axes[i], [&](const V3<T>& w) { return length(w - corners_[0]) > flat(); });
    if (corners_.size() == 1) return false;
    if (corners_.size() == 2) {
      const V3<T> e = corners_[1] - corners_[0];
      for (int i = 0; i < 6 && corners_.size() == 2; ++i) {
        const V3<T> side = cross(e, axes[i % 3]);
        add_if(i < 3 ? side : cross(e, side),
               [&](const V3<T>& w) { return length(cross(e, w - corners_[0])) > flat() * length(e); });
      }
      if (corners_.size() == 2) return false;
    }
    if (corners_.size() == 3) {
      const V3<T> n = cross(corners_[1] - corners_[0], corners_[2] - corners_[0]);
      if (!add_if(n,
                  [&](const V3<T>& w) { return magnitude_of(dot(n, w - corners_[0])) > flat() * length(n); }))
        return false;
    }
    return true;
  }

  bool seed() {
    const V3<T> n = cross(corners_[1] - corners_[0], corners_[2] - corners_[0]);
    const T side = dot(n, corners_[3] - corners_[0]);
    if (!(magnitude_of(side) > T(0))) return false;
    if (side > T(0)) std::swap(corners_[1], corners_[2]);
    const Index tetrahedron[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    const Index next[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int f = 0; f < 4; ++f) add_face(tetrahedron[f], next[f]);
    return true;
  }

  void add_face(const Index (&v)[3], const Index (&next)[3]) {
    Face face;
    for (int i = 0; i < 3; ++i) face.v[i] = v[i], face.next[i] = next[i];
    face.facet = facet_of(corners_[v[0]], corners_[v[1]], corners_[v[2]]);
    faces_.push_back(face);
    queue_.push({-face.facet.lower, Index(faces_.size() - 1)});
  }

  V3<T> outward(const Face& face) const {
    const V3<T>& n = face.facet.normal;
    const V3<T>&a = corners_[face.v[0]], &b = corners_[face.v[1]], &c = corners_[face.v[2]];
    const T scale = length(b - a) * length(c - a);
    return length(n) > T(64 * Number<T>::kRoundoff) * scale ? n : a + b + c;
  }

  /// Adds the corner beyond face f. False: there is none, or the surface would tear.
  bool expand(Index f) {
    const V3<T> n = outward(faces_[f]);
    if (!(dot(n, n) > T(0))) return false;
    const V3<T> w = probe(n);
    if (!(dot(n, w - corners_[faces_[f].v[0]]) > T(4 * model_.error()) * length(n))) return false;
    corners_.push_back(w);
    horizon_.clear();
    faces_[f].is_alive = false;
    for (int i = 0; i < 3; ++i) flood(faces_[f].next[i], f);
    is_torn_ = horizon_.size() < 3 || !close_horizon();
    return !is_torn_;
  }

  /// Removes what sees the last corner, in order around the hole (iterative: faces can be many).
  void flood(Index start, Index from) {
    struct Visit {
      Index face, from;
    };
    std::vector<Visit> stack{{start, from}};
    while (!stack.empty()) {
      const Visit visit = stack.back();
      stack.pop_back();
      Face& face = faces_[visit.face];
      if (!face.is_alive) continue;
      int side = 0;
      while (side < 3 && face.next[side] != visit.from) ++side;
      if (side == 3) return;  // torn; close_horizon() notices
      if (!(dot(face.facet.normal, corners_.back() - corners_[face.v[0]]) > T(0))) {
        horizon_.push_back({visit.face, side});
        continue;
      }
      face.is_alive = false;
      stack.push_back({face.next[(side + 2) % 3], visit.face});
      stack.push_back({face.next[(side + 1) % 3], visit.face});
    }
  }

  bool close_horizon() {
    const auto n = Index(horizon_.size()), first = Index(faces_.size()), apex = Index(corners_.size() - 1);
    for (Index i = 0; i < n; ++i) {
      const Edge e = horizon_[i];
      const Face& outside = faces_[e.face];
      const Edge after = horizon_[(i + 1) % n];
      const Index from = outside.v[(e.side + 1) % 3], to = outside.v[e.side];
      if (!outside.is_alive || faces_[after.face].v[(after.side + 1) % 3] != to) return false;
      add_face({from, to, apex}, {e.face, first + (i + 1) % n, first + (i + n - 1) % n});
      faces_[e.face].next[e.side] = first + i;
    }
    return true;
  }

  /// Sum of the solid angles of all faces, in units of the sphere [Van Oosterom and Strackee 1983]. An
  /// integer, so that double is enough.
  bool winds_around_origin() const {
    double total = 0;
    for (const Face& face : faces_) {
      if (!face.is_alive) continue;
      V3d p[3];
      for (int i = 0; i < 3; ++i) {
        const V3<T>& w = corners_[face.v[i]];
        p[i] = V3d(w * (T(1) / length(w)));
      }
      total +=
          std::atan2(dot(p[0], cross(p[1], p[2])), 1 + dot(p[0], p[1]) + dot(p[1], p[2]) + dot(p[2], p[0]));
    }
    return total / (2 * 3.14159265358979) > 0.9;
  }

  const PairModel<T>& model_;
  Goal<T> goal_;
  std::size_t max_corners_;
  std::vector<V3<T>> corners_;
  std::vector<Face> faces_;
  std::vector<Edge> horizon_;
  std::priority_queue<std::pair<T, Index>> queue_;
  T inner_{0}, outer_{1e300};
  V3<T> axis_{T(0), T(0), T(0)};
  bool is_torn_ = false;
};

}  // namespace graze::test
