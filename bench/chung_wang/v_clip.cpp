// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "v_clip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace chung_wang {
namespace {

using graze::cross;
using graze::dot;
using graze::length;

constexpr int kMaxSteps = 500;

struct Triangle {
  std::array<int, 3> v;
  Vec normal;  // not unit
  double offset;
  bool is_gone = false;
};

Triangle make_triangle(const std::vector<Vec>& p, int a, int b, int c) {
  const auto at = [&p](int i) { return p[static_cast<std::size_t>(i)]; };
  const Vec n = cross(at(b) - at(a), at(c) - at(a));
  return {{a, b, c}, n, dot(n, at(a))};
}

// Point by point: triangles that see it go, their horizon is joined to it.
std::vector<Triangle> hull_of(const std::vector<Vec>& p) {
  std::vector<Triangle> all;
  const int n = static_cast<int>(p.size());
  const auto at = [&p](int i) { return p[static_cast<std::size_t>(i)]; };
  Triangle base = make_triangle(p, 0, 1, 2);
  if (dot(base.normal, at(3)) > base.offset) base = make_triangle(p, 0, 2, 1);
  const auto [a, b, c] = base.v;
  all = {base, make_triangle(p, a, 3, b), make_triangle(p, b, 3, c), make_triangle(p, c, 3, a)};
  for (int i = 4; i < n; ++i) {
    std::map<std::pair<int, int>, bool> rim;
    for (Triangle& t : all) {
      if (!(dot(t.normal, at(i)) > t.offset)) continue;
      t.is_gone = true;
      for (int k = 0; k < 3; ++k) {
        const int from = t.v[std::size_t(k)], to = t.v[std::size_t(k + 1) % 3];
        if (rim.erase({to, from}) == 0) rim[{from, to}] = true;
      }
    }
    std::erase_if(all, [](const Triangle& t) { return t.is_gone; });
    for (const auto& [edge, is_rim] : rim) all.push_back(make_triangle(p, edge.first, edge.second, i));
  }
  return all;
}

/// One body as the other sees it: points of `other` are brought into the frame of `own`.
struct Side {
  const Polyhedron& own;
  const Polyhedron& other;
  graze::BasicMat3<double> rotation;  // own from other
  Vec translation;

  [[nodiscard]] Vec theirs(int vertex) const {
    return rotation * other.vertices[static_cast<std::size_t>(vertex)] + translation;
  }
  [[nodiscard]] const Vec& ours(int vertex) const { return own.vertices[static_cast<std::size_t>(vertex)]; }
  [[nodiscard]] const Polyhedron::Edge& edge(int e) const { return own.edges[static_cast<std::size_t>(e)]; }
  [[nodiscard]] const Polyhedron::Face& face(int f) const { return own.faces[static_cast<std::size_t>(f)]; }
  [[nodiscard]] const std::vector<int>& edges_at(int v) const {
    return own.edges_at[static_cast<std::size_t>(v)];
  }
  [[nodiscard]] double height(int f, const Vec& p) const { return dot(face(f).normal, p) - face(f).offset; }
  [[nodiscard]] int other_end(int e, int v) const { return edge(e).tail == v ? edge(e).head : edge(e).tail; }
  [[nodiscard]] Vec into(int f, int e) const {
    return edge(e).left == f ? edge(e).into_left : edge(e).into_right;
  }
};

/// A plane of a Voronoi region: not negative inside; across it lies the feature `next`.
struct Bound {
  Vec point, normal;
  Feature next;
};
using Bounds = std::vector<Bound>;  // reused: see Walker

struct Clipped {
  double low = 0, high = 1;
  Feature at_low, at_high;
  bool has_low = false, has_high = false;
  bool is_simply_out = false, is_out = false;
};

// The part of the segment pq inside all bounds. [Mirtich98, Algorithm 1]
Clipped clip(const Vec& p, const Vec& q, const Bounds& bounds) {
  Clipped c;
  for (const Bound& b : bounds) {
    const double dp = dot(p - b.point, b.normal), dq = dot(q - b.point, b.normal);
    if (dp < 0 && dq < 0) {
      c.at_low = c.at_high = b.next;
      c.is_simply_out = c.is_out = true;
      return c;
    }
    if (dp < 0) {
      const double t = dp / (dp - dq);
      if (t > c.low) {
        c.low = t;
        c.at_low = b.next;
        c.has_low = true;
      }
    } else if (dq < 0) {
      const double t = dp / (dp - dq);
      if (t < c.high) {
        c.high = t;
        c.at_high = b.next;
        c.has_high = true;
      }
    }
    if (c.low > c.high) {
      c.is_out = true;
      return c;
    }
  }
  return c;
}

enum class Step : std::uint8_t { go_on, apart, meet };

class Walker {
 public:
  Walker(const Polyhedron& a, const Polyhedron& b, const graze::Pose& a_from_b, Feature& on_a, Feature& on_b)
      : sides_{{a, b, {}, {}}, {b, a, {}, {}}}, features_{&on_a, &on_b} {
    const graze::BasicMat3<double> r(a_from_b.rotation);
    const Vec t(a_from_b.translation);
    sides_[0].rotation = r;
    sides_[0].translation = t;
    sides_[1].rotation = graze::transpose(r);
    sides_[1].translation = -graze::transpose_times(r, t);
  }

  Walk walk() {
    Walk result;
    Step step = Step::go_on;
    while (step == Step::go_on && result.steps < kMaxSteps) {
      ++result.steps;
      const FeatureKind ka = features_[0]->kind, kb = features_[1]->kind;
      if (ka == FeatureKind::vertex && kb == FeatureKind::vertex) {
        step = vertex_vertex();
      } else if (ka == FeatureKind::edge && kb == FeatureKind::edge) {
        step = edge_edge();
      } else {
        const int high = ka > kb ? 0 : 1;  // whose feature has the higher dimension
        const bool has_vertex = features_[1 - high]->kind == FeatureKind::vertex;
        if (features_[high]->kind == FeatureKind::edge)
          step = vertex_edge(high);
        else
          step = has_vertex ? vertex_face(high) : edge_face(high);
      }
    }
    result.is_apart = step == Step::apart;
    if (result.is_apart) result.distance = measure(result.axis);
    return result;
  }

 private:
  Step vertex_vertex() {
    for (int s = 0; s < 2; ++s) {
      const Side& side = sides_[s];
      const int v = features_[s]->index;
      const Vec p = side.theirs(features_[1 - s]->index), o = side.ours(v);
      for (const int e : side.edges_at(v))
        if (dot(p - o, side.ours(side.other_end(e, v)) - o) > 0) return move(s, {FeatureKind::edge, e});
    }
    return Step::apart;
  }

  // Edge of side s, vertex of the other.
  Step vertex_edge(int s) {
    const Side &side = sides_[s], &back = sides_[1 - s];
    const int v = features_[1 - s]->index, e = features_[s]->index;
    const Polyhedron::Edge& edge = side.edge(e);
    const Vec p = side.theirs(v), from = p - side.ours(edge.tail);
    const double along = dot(from, edge.along);
    if (along < 0) return move(s, {FeatureKind::vertex, edge.tail});
    if (along > edge.length) return move(s, {FeatureKind::vertex, edge.head});
    if (dot(from, edge.into_left) > 0) return move(s, {FeatureKind::face, edge.left});
    if (dot(from, edge.into_right) > 0) return move(s, {FeatureKind::face, edge.right});
    const Vec o = back.ours(v), t = back.theirs(edge.tail), h = back.theirs(edge.head);
    bounds_.clear();
    for (const int k : back.edges_at(v))
      bounds_.push_back({o, o - back.ours(back.other_end(k, v)), {FeatureKind::edge, k}});
    const Clipped c = clip(t, h, bounds_);
    if (c.is_simply_out) return move(1 - s, c.at_low);
    const auto slope = [&](double lambda) { return dot(h - t, t + (h - t) * lambda - o); };
    if (c.has_low && slope(c.low) >= 0) return move(1 - s, c.at_low);
    if (c.has_high && slope(c.high) <= 0) return move(1 - s, c.at_high);
    return Step::apart;
  }

  Step vertex_face(int s) {
    const Side &side = sides_[s], &back = sides_[1 - s];
    const int v = features_[1 - s]->index, f = features_[s]->index;
    const Vec p = side.theirs(v);
    int worst = -1;
    double deepest = 0;
    for (const int e : side.face(f).edges) {
      const double x = dot(p - side.ours(side.edge(e).tail), side.into(f, e));
      if (x < deepest) {
        deepest = x;
        worst = e;
      }
    }
    if (worst >= 0) return move(s, {FeatureKind::edge, worst});
    const double height = side.height(f, p);
    if (height == 0) return Step::meet;
    for (const int e : back.edges_at(v)) {
      const double other = side.height(f, side.theirs(back.other_end(e, v)));
      if (height > 0 ? other < height : other > height) return move(1 - s, {FeatureKind::edge, e});
    }
    if (height > 0) return Step::apart;
    // A local minimum below the face: the face that the vertex is highest above is next, if there is one.
    int best = f;
    double highest = height;
    for (int g = 0; g < static_cast<int>(side.own.faces.size()); ++g) {
      const double x = side.height(g, p);
      if (x > highest) {
        highest = x;
        best = g;
      }
    }
    return highest <= 0 ? Step::meet : move(s, {FeatureKind::face, best});
  }

  Step edge_edge() {
    for (int s = 0; s < 2; ++s) {
      const Side &side = sides_[s], &back = sides_[1 - s];
      const Polyhedron::Edge& own = side.edge(features_[s]->index);
      const Polyhedron::Edge& theirs = back.edge(features_[1 - s]->index);
      const Vec t = side.theirs(theirs.tail), h = side.theirs(theirs.head), u = h - t;
      const Vec &tail = side.ours(own.tail), &head = side.ours(own.head);
      const auto at = [&](double lambda) { return t + u * lambda; };
      bounds_.clear();
      bounds_.push_back({tail, own.along, {FeatureKind::vertex, own.tail}});
      bounds_.push_back({head, -own.along, {FeatureKind::vertex, own.head}});
      const Clipped c = clip(t, h, bounds_);
      if (c.is_simply_out) return move(s, c.at_low);
      const auto slope_to = [&](double lambda, int v) { return dot(u, at(lambda) - side.ours(v)); };
      if (c.has_low && slope_to(c.low, c.at_low.index) >= 0) return move(s, c.at_low);
      if (c.has_high && slope_to(c.high, c.at_high.index) <= 0) return move(s, c.at_high);
      bounds_.clear();
      bounds_.push_back({tail, -own.into_left, {FeatureKind::face, own.left}});
      bounds_.push_back({tail, -own.into_right, {FeatureKind::face, own.right}});
      const Clipped d = clip(t, h, bounds_);
      if (d.is_simply_out) return move(s, d.at_low);
      const auto slope_over = [&](double lambda, int f) {
        const double height = side.height(f, at(lambda)), rise = dot(u, side.face(f).normal);
        return height > 0 ? rise : height < 0 ? -rise : 0;
      };
      if (d.has_low && slope_over(d.low, d.at_low.index) >= 0) return move(s, d.at_low);
      if (d.has_high && slope_over(d.high, d.at_high.index) <= 0) return move(s, d.at_high);
    }
    return Step::apart;
  }

  // Face of side s, edge of the other.
  Step edge_face(int s) {
    const Side &side = sides_[s], &back = sides_[1 - s];
    const int f = features_[s]->index;
    const Polyhedron::Edge& theirs = back.edge(features_[1 - s]->index);
    const Vec t = side.theirs(theirs.tail), h = side.theirs(theirs.head);
    bounds_.clear();
    for (const int e : side.face(f).edges)
      bounds_.push_back({side.ours(side.edge(e).tail), side.into(f, e), {FeatureKind::edge, e}});
    const Clipped c = clip(t, h, bounds_);
    if (c.is_out) return move(s, {FeatureKind::edge, nearest_edge(side, f, t, h)});
    const double low = side.height(f, t + (h - t) * c.low), high = side.height(f, t + (h - t) * c.high);
    if (!(low * high > 0)) return Step::meet;
    if (std::abs(low) <= std::abs(high))
      return c.has_low ? move(s, c.at_low) : move(1 - s, {FeatureKind::vertex, theirs.tail});
    return c.has_high ? move(s, c.at_high) : move(1 - s, {FeatureKind::vertex, theirs.head});
  }

  // From the segment pq to the segment rt, either of which may be a point. [Ericson05 §5.1.9]
  static Vec gap_between(const Vec& p, const Vec& q, const Vec& r, const Vec& t) {
    const Vec d = q - p, e = t - r, w = p - r;
    const double a = dot(d, d), b = dot(d, e), c = dot(e, e), x = dot(d, w), y = dot(e, w),
                 den = a * c - b * b;
    const auto part = [](double over, double under) {
      return under > 0 ? std::clamp(over / under, 0.0, 1.0) : 0;
    };
    const double s = part(b * y - c * x, den), u = part(b * s + y, c), v = part(b * u - x, a);
    return e * u - d * v - w;
  }
  static int nearest_edge(const Side& side, int f, const Vec& t, const Vec& h) {
    int best = -1;
    double least = std::numeric_limits<double>::infinity();
    for (const int e : side.face(f).edges) {
      const double x = graze::length_squared(
          gap_between(t, h, side.ours(side.edge(e).tail), side.ours(side.edge(e).head)));
      if (x < least) {
        least = x;
        best = e;
      }
    }
    return best;
  }

  // Distance of the closest features, and the way from a to b across it.
  double measure(Vec& axis) const {
    const Feature &a = *features_[0], &b = *features_[1];
    const Side &here = sides_[0], &there = sides_[1];
    if (a.kind == FeatureKind::face) {
      axis = here.face(a.index).normal;
      return here.height(a.index, here.theirs(b.index));
    }
    if (b.kind == FeatureKind::face) {
      axis = -(here.rotation * there.face(b.index).normal);
      return there.height(b.index, there.theirs(a.index));
    }
    const auto ends = [](const Side& side, const Feature& f) {
      return f.kind == FeatureKind::vertex ? std::pair(f.index, f.index)
                                           : std::pair(side.edge(f.index).tail, side.edge(f.index).head);
    };
    const auto [p, q] = ends(here, a);
    const auto [r, t] = ends(there, b);
    axis = gap_between(here.ours(p), here.ours(q), here.theirs(r), here.theirs(t));
    return length(axis);
  }

  Step move(int s, const Feature& next) {
    *features_[s] = next;
    return Step::go_on;
  }

  Side sides_[2];
  Feature* features_[2];
  static thread_local Bounds bounds_;
};
thread_local Bounds Walker::bounds_;

}  // namespace

Polyhedron make_polyhedron(const std::vector<graze::Vec3>& points) {
  Polyhedron out;
  for (const graze::Vec3& p : points) out.vertices.emplace_back(p);
  out.edges_at.resize(points.size());
  std::map<std::pair<int, int>, int> numbers;
  for (const Triangle& t : hull_of(out.vertices)) {
    const int f = static_cast<int>(out.faces.size());
    Polyhedron::Face face{{}, t.normal / length(t.normal), t.offset / length(t.normal)};
    for (std::size_t k = 0; k < 3; ++k) {
      const int from = t.v[k], to = t.v[(k + 1) % 3];
      const Vec way = out.vertices[std::size_t(to)] - out.vertices[std::size_t(from)];
      const Vec inward = cross(face.normal, way) / length(way);
      if (const auto known = numbers.find({to, from}); known != numbers.end()) {
        out.edges[std::size_t(known->second)].right = f;
        out.edges[std::size_t(known->second)].into_right = inward;
        face.edges[k] = known->second;
        continue;
      }
      const int e = static_cast<int>(out.edges.size());
      numbers[{from, to}] = e;
      out.edges.push_back({from, to, f, f, way / length(way), length(way), inward, inward});
      out.edges_at[std::size_t(from)].push_back(e);
      out.edges_at[std::size_t(to)].push_back(e);
      face.edges[k] = e;
    }
    out.faces.push_back(face);
  }
  return out;
}

Walk v_clip(const Polyhedron& a, const Polyhedron& b, const graze::Pose& a_from_b, Feature& on_a,
            Feature& on_b) {
  return Walker(a, b, a_from_b, on_a, on_b).walk();
}

}  // namespace chung_wang
