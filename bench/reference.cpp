// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bench {
namespace {

using Real = long double;
constexpr Real kGap = 1e-12L;       // bounds closer than this are closed
constexpr Real kCoplanar = 1e-15L;  // a vertex this close to a facet's plane does not see the facet
constexpr int kMaxIterations = 600;

Vec3L operator+(const Vec3L& a, const Vec3L& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec3L operator-(const Vec3L& a, const Vec3L& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec3L operator*(const Vec3L& a, Real s) { return {a.x * s, a.y * s, a.z * s}; }
Real dot(const Vec3L& a, const Vec3L& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3L cross(const Vec3L& a, const Vec3L& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Real length(const Vec3L& a) { return std::sqrt(dot(a, a)); }

struct Simplex {
  Vec3L w[4];
  int count = 0;
};

/// Point nearest to the origin on the face of `s` picked by `mask`, if it lies inside that face.
bool nearest_in_face(const Simplex& s, int mask, Vec3L& out) {
  Vec3L p[4];
  int n = 0;
  for (int i = 0; i < s.count; ++i)
    if (mask >> i & 1) p[n++] = s.w[i];
  if (n == 1) {
    out = p[0];
    return true;
  }
  if (n == 2) {
    const Vec3L e = p[1] - p[0];
    const Real t = -dot(p[0], e), d = dot(e, e);
    if (!(t > 0 && t < d)) return false;
    out = p[0] + e * (t / d);
    out = out - e * (dot(out, e) / d);
    return true;
  }
  const Vec3L normal = cross(p[1] - p[0], p[2] - p[0]);
  const Real d = dot(normal, normal);
  if (!(d > 0)) return false;
  for (int i = 0; i < 3; ++i)
    if (!(dot(cross(p[(i + 1) % 3], p[(i + 2) % 3]), normal) > 0)) return false;
  out = normal * (dot(normal, p[0]) / d);
  return true;
}

Real volume(const Vec3L& a, const Vec3L& b, const Vec3L& c, const Vec3L& d) {
  return dot(b - a, cross(c - a, d - a));
}

bool contains_origin(const Simplex& s) {
  if (s.count < 4) return false;
  const Vec3L o;
  const Real all = volume(s.w[0], s.w[1], s.w[2], s.w[3]);
  if (all == 0) return false;
  return volume(o, s.w[1], s.w[2], s.w[3]) / all >= 0 && volume(s.w[0], o, s.w[2], s.w[3]) / all >= 0 &&
         volume(s.w[0], s.w[1], o, s.w[3]) / all >= 0 && volume(s.w[0], s.w[1], s.w[2], o) / all >= 0;
}

/// Reduces `s` to the face nearest to the origin and returns the nearest point: all faces are tried.
Vec3L reduce(Simplex& s) {
  Real best = std::numeric_limits<Real>::infinity();
  int best_mask = 1;
  Vec3L v;
  for (int mask = 1; mask < (1 << s.count) && mask != 15; ++mask) {
    Vec3L candidate;
    if (!nearest_in_face(s, mask, candidate) || dot(candidate, candidate) >= best) continue;
    best = dot(candidate, candidate);
    best_mask = mask;
    v = candidate;
  }
  Simplex kept;
  for (int i = 0; i < s.count; ++i)
    if (best_mask >> i & 1) kept.w[kept.count++] = s.w[i];
  s = kept;
  return v;
}

struct Difference {  // the set of all b - a, cores only
  const Body& a;
  const Body& b;
  [[nodiscard]] Vec3L support(const Vec3L& d) const { return b.support(d) - a.support(d * -1); }
};

struct Facet {
  int v[3];
  Vec3L normal;  // unit, outward
  Real distance;
};

class Expansion {
 public:
  Expansion(const Difference& difference, const Simplex& start) : difference_(difference) {
    vertices_.assign(start.w, start.w + 4);
    if (volume(start.w[0], start.w[1], start.w[2], start.w[3]) > 0) std::swap(vertices_[0], vertices_[1]);
    for (const auto& f : {std::array{0, 1, 2}, std::array{0, 3, 1}, std::array{0, 2, 3}, std::array{1, 3, 2}})
      add(f[0], f[1], f[2]);
  }

  /// Minus the depth of the origin, and the direction in which the supporting plane is nearest.
  Truth run() {
    Real upper = std::numeric_limits<Real>::infinity(), lower = 0;
    Vec3L normal;
    for (int i = 0; i < kMaxIterations; ++i) {
      const Facet nearest =
          *std::min_element(facets_.begin(), facets_.end(),
                            [](const Facet& f, const Facet& g) { return f.distance < g.distance; });
      const Vec3L w = difference_.support(nearest.normal);
      lower = std::max<Real>(0, nearest.distance);
      if (dot(w, nearest.normal) < upper) {
        upper = dot(w, nearest.normal);
        normal = nearest.normal;
      }
      if (upper - lower <= kGap || !expand(w)) break;
    }
    return {-upper, -std::min(lower, upper), normal * -1};
  }

 private:
  void add(int a, int b, int c) {
    const Vec3L n = cross(vertices_[std::size_t(b)] - vertices_[std::size_t(a)],
                          vertices_[std::size_t(c)] - vertices_[std::size_t(a)]);
    const Real l = length(n);
    if (!(l > 0)) return;
    const Vec3L unit = n * (1 / l);
    facets_.push_back({{a, b, c}, unit, dot(unit, vertices_[std::size_t(a)])});
  }

  /// Replaces all facets that see `w` by the fan from their horizon. False: nothing was seen.
  bool expand(const Vec3L& w) {
    std::vector<std::array<int, 2>> horizon;
    const auto toggle = [&](int from, int to) {
      const auto twin = std::find(horizon.begin(), horizon.end(), std::array{to, from});
      if (twin != horizon.end())
        horizon.erase(twin);
      else
        horizon.push_back({from, to});
    };
    std::erase_if(facets_, [&](const Facet& f) {
      if (dot(f.normal, w) - f.distance <= kCoplanar) return false;
      for (int i = 0; i < 3; ++i) toggle(f.v[i], f.v[(i + 1) % 3]);
      return true;
    });
    if (horizon.empty()) return false;
    const int apex = int(vertices_.size());
    vertices_.push_back(w);
    for (const auto& edge : horizon) add(edge[0], edge[1], apex);
    return !facets_.empty();
  }

  Difference difference_;
  std::vector<Vec3L> vertices_;
  std::vector<Facet> facets_;
};

Truth core_separation(const Difference& difference) {
  Simplex s;
  Vec3L v = difference.b.position - difference.a.position;
  if (dot(v, v) == 0) v = {1, 0, 0};
  Truth truth{0, std::numeric_limits<Real>::infinity(), {}};
  for (int i = 0; i < kMaxIterations; ++i) {
    const Vec3L w = difference.support(v * -1);
    const Real bound = dot(v, w) / length(v);
    if (i == 0 || bound > truth.lower) {
      truth.lower = std::max<Real>(bound, 0);
      truth.normal = v * (1 / length(v));
    }
    if (truth.upper - truth.lower <= kGap) break;
    if (std::any_of(s.w, s.w + s.count, [&](const Vec3L& p) { return length(p - w) == 0; })) break;
    s.w[s.count++] = w;
    if (contains_origin(s)) return Expansion(difference, s).run();
    v = reduce(s);
    truth.upper = std::min(truth.upper, length(v));
    if (truth.upper <= kGap) break;
  }
  truth.lower = std::min(truth.lower, truth.upper);
  return truth;
}

}  // namespace

Body::Body(const ShapeSpec& spec, const Placement& placement)
    : shape(&spec), position{placement.position[0], placement.position[1], placement.position[2]} {
  const Real x = placement.rotation[0], y = placement.rotation[1], z = placement.rotation[2],
             w = placement.rotation[3];
  const Real s = 2 / (x * x + y * y + z * z + w * w);
  axes[0] = {1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)};
  axes[1] = {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)};
  axes[2] = {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)};
  if (spec.kind == Kind::sphere || spec.kind == Kind::capsule) radius = spec.size[0];
}

Vec3L Body::support(const Vec3L& direction) const {
  const Vec3L d{dot(axes[0], direction), dot(axes[1], direction), dot(axes[2], direction)};
  const Real r = shape->size[0], h = shape->size[1];
  Vec3L p;
  switch (shape->kind) {
    case Kind::sphere:
      break;
    case Kind::capsule:
      p = {0, d.y < 0 ? -h : h, 0};
      break;
    case Kind::box:
      p = {std::copysign(r, d.x), std::copysign(h, d.y), std::copysign(Real(shape->size[2]), d.z)};
      break;
    case Kind::cylinder:
    case Kind::cone: {
      const Real l = std::sqrt(d.x * d.x + d.z * d.z);
      const Vec3L rim = l > 0 ? Vec3L{d.x / l * r, 0, d.z / l * r} : Vec3L{r, 0, 0};
      if (shape->kind == Kind::cylinder)
        p = {rim.x, d.y < 0 ? -h : h, rim.z};
      else
        p = d.y * h > r * l - d.y * h ? Vec3L{0, h, 0} : Vec3L{rim.x, -h, rim.z};
      break;
    }
    case Kind::hull: {
      Real best = -std::numeric_limits<Real>::infinity();
      for (const Vec& v : shape->vertices) {
        const Real along = v[0] * d.x + v[1] * d.y + v[2] * d.z;
        if (along > best) best = along, p = {v[0], v[1], v[2]};
      }
      break;
    }
  }
  return position + axes[0] * p.x + axes[1] * p.y + axes[2] * p.z;
}

Truth separation(const Body& a, const Body& b) {
  Truth truth = core_separation({a, b});
  truth.lower -= a.radius + b.radius;
  truth.upper -= a.radius + b.radius;
  return truth;
}

long double distance_from(const Body& body, const Vec& point) {
  const ShapeSpec dot_shape;
  const Body p(dot_shape, {{0, 0, 0, 1}, point});
  return std::max<Real>(0, separation(body, p).upper);
}

}  // namespace bench
