// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "scenes.h"

#include <cmath>
#include <map>
#include <numbers>

#include "reference.h"
#include "touching.h"

namespace bench {
namespace {

constexpr int kShapesPerKind = 64;
constexpr int kPairs = 3000;
constexpr int kCoherentPairs = 150;
constexpr int kFrames = 20;
constexpr double kStep = 0.01;                            // per frame
constexpr double kTurn = std::numbers::pi / 180;          // per frame
constexpr std::uint64_t kSeed = 0x6772617a65'2026'01ULL;  // "graze"

Vec rounded_vec(const Vec& v) { return {rounded(v[0]), rounded(v[1]), rounded(v[2])}; }
Vec operator+(const Vec& a, const Vec& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Vec operator-(const Vec& a, const Vec& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vec operator*(const Vec& a, double s) { return {a[0] * s, a[1] * s, a[2] * s}; }
double dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// `q` turned by `angle` about the world axis `u`.
std::array<double, 4> turned(const std::array<double, 4>& q, const Vec& u, double angle) {
  const double s = std::sin(angle / 2), w = std::cos(angle / 2);
  const Vec v = u * s, p{q[0], q[1], q[2]};
  const Vec r = p * w + v * q[3] + cross(v, p);
  return {rounded(r[0]), rounded(r[1]), rounded(r[2]), rounded(w * q[3] - dot(v, p))};
}

/// The vertex to the left of the directed edge from -> to on the hull: no other one lies outside that plane.
int wrap(const std::vector<Vec>& points, int from, int to) {
  const Vec &a = points[std::size_t(from)], &b = points[std::size_t(to)];
  int best = -1;
  Vec normal{};
  for (int i = 0; i < int(points.size()); ++i) {
    if (i == from || i == to) continue;
    if (best >= 0 && dot(normal, points[std::size_t(i)] - a) <= 0) continue;
    best = i;
    normal = cross(b - a, points[std::size_t(i)] - a);
  }
  return best;
}

/// Triangles of the hull of points in general position, all of them extreme: gift wrapping.
std::vector<std::array<int, 3>> hull_faces(const std::vector<Vec>& points) {
  const int n = int(points.size());
  const auto is_face = [&](int j, int k) {
    const Vec normal = cross(points[std::size_t(j)] - points[0], points[std::size_t(k)] - points[0]);
    for (const Vec& p : points)
      if (dot(normal, p - points[0]) > 1e-12) return false;
    return true;
  };
  std::array<int, 3> first{0, 1, 2};
  for (int j = 1, found = 0; j < n && !found; ++j)
    for (int k = 1; k < n && !found; ++k)
      if (k != j && is_face(j, k)) first = {0, j, k}, found = 1;

  std::map<std::array<int, 2>, bool> done;
  std::vector<std::array<int, 3>> faces{first};
  for (std::size_t next = 0; next < faces.size(); ++next) {
    const std::array<int, 3> f = faces[next];
    for (int i = 0; i < 3; ++i) done[{f[std::size_t(i)], f[std::size_t((i + 1) % 3)]}] = true;
    for (int i = 0; i < 3; ++i) {
      const int to = f[std::size_t(i)], from = f[std::size_t((i + 1) % 3)];
      if (done[{from, to}]) continue;
      const int apex = wrap(points, from, to);
      faces.push_back({from, to, apex});
      done[{from, to}] = done[{to, apex}] = done[{apex, from}] = true;
    }
  }
  return faces;
}

ShapeSpec make_shape(Kind kind, int vertices, Random& random) {
  ShapeSpec s{kind, {}, {}, {}};
  const auto size = [&](double low, double high) { return rounded(random.uniform(low, high)); };
  switch (kind) {
    case Kind::sphere:
      s.size = {size(0.5, 1.5), 0, 0};
      break;
    case Kind::box:
      for (double& half : s.size) half = size(0.5, 1.5);
      break;
    case Kind::capsule:
      s.size = {size(0.3, 0.8), size(0.5, 1.5), 0};
      break;
    case Kind::cylinder:
      s.size = {size(0.4, 1), size(0.4, 1.5), 0};
      break;
    case Kind::cone:
      s.size = {size(0.4, 1), size(0.4, 1.25), 0};
      break;
    case Kind::hull: {
      Vec axes;
      for (double& axis : axes) axis = random.uniform(0.6, 1.4);
      for (int i = 0; i < vertices; ++i) {
        const Vec u = direction(random);
        s.vertices.push_back(rounded_vec(Vec{u[0] * axes[0], u[1] * axes[1], u[2] * axes[2]}));
      }
      s.faces = hull_faces(s.vertices);
      break;
    }
  }
  return s;
}

/// The greatest t at which b, its centre t away from that of a along `u`, still touches a. Steps from outside
/// by distance over approach speed, which never overshoots.
double touching_distance(const Workload& w, Pair pair, const Vec& u) {
  double t = 20;
  for (int i = 0; i < 200; ++i) {
    pair.b.position = pair.a.position + u * t;
    const Truth truth = separation(Body(w.shapes[std::size_t(pair.shape_a)], pair.a),
                                   Body(w.shapes[std::size_t(pair.shape_b)], pair.b));
    const double gap = double(truth.upper);
    if (gap < 1e-9) break;
    const Vec3L& n = truth.normal;
    t -= gap / (double(n.x) * u[0] + double(n.y) * u[1] + double(n.z) * u[2]);
  }
  return t;
}

double spaced(double touching, Spacing spacing, Random& random) {
  switch (spacing) {
    case Spacing::sep:
    case Spacing::coherent:
      return touching + random.uniform(0.5, 2);
    case Spacing::near:
      return touching * random.uniform(0.99, 1.01);
    case Spacing::deep:
    case Spacing::coherent_deep:
      return touching * random.uniform(0.2, 0.9);
  }
  return touching;
}

/// Frame by frame: b drifts along one direction and turns about one axis.
std::vector<Pair> moving(const std::vector<Pair>& start, Random& random) {
  std::vector<Vec> drift, axis;
  for (std::size_t i = 0; i < start.size(); ++i) {
    drift.push_back(direction(random));
    axis.push_back(direction(random));
  }
  std::vector<Pair> all;
  for (int frame = 0; frame < kFrames; ++frame)
    for (std::size_t i = 0; i < start.size(); ++i) {
      Pair pair = start[i];
      pair.b.position = rounded_vec(pair.b.position + drift[i] * (kStep * frame));
      pair.b.rotation = turned(pair.b.rotation, axis[i], kTurn * frame);
      all.push_back(pair);
    }
  return all;
}

}  // namespace

Vec direction(Random& random) {
  const double z = random.uniform(-1, 1), angle = random.uniform(0, 2 * std::numbers::pi);
  const double r = std::sqrt(1 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}

std::array<double, 4> orientation(Random& random) {
  const double u = random.uniform(0, 1), a = random.uniform(0, 2 * std::numbers::pi),
               b = random.uniform(0, 2 * std::numbers::pi);
  const double s = std::sqrt(1 - u), t = std::sqrt(u);
  return {rounded(s * std::sin(a)), rounded(s * std::cos(a)), rounded(t * std::sin(b)),
          rounded(t * std::cos(b))};
}

std::uint64_t Random::next() {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

double Random::uniform(double low, double high) {
  return low + (high - low) * (double(next() >> 11) * 0x1p-53);
}

double rounded(double x) {
  volatile float y = float(x);
  return double(y);
}

Matrix rotation_matrix(const Placement& placement) {
  const auto [x, y, z, w] = placement.rotation;
  const double s = 2 / (x * x + y * y + z * z + w * w);
  return {Vec{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
          Vec{s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
          Vec{s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}};
}

Workload make_convex(const ConvexSpec& spec) {
  const auto mixed =
      std::uint64_t(spec.kind_a) * 16 + std::uint64_t(spec.kind_b) + std::uint64_t(spec.vertices) * 256;
  Random random{kSeed + mixed * 0x10001};
  Workload w;
  for (const Kind kind : {spec.kind_a, spec.kind_b})
    for (int i = 0; i < kShapesPerKind; ++i) w.shapes.push_back(make_shape(kind, spec.vertices, random));

  const int usual = is_coherent(spec.spacing) ? kCoherentPairs : kPairs;
  const int count = spec.pairs > 0 ? spec.pairs : usual;
  std::vector<Pair> pairs;
  TouchingDistances touching(std::to_string(mixed));
  for (int i = 0; i < count; ++i) {
    Pair pair{random.below(kShapesPerKind), kShapesPerKind + random.below(kShapesPerKind), {}, {}};
    pair.a.rotation = orientation(random);
    pair.b.rotation = orientation(random);
    pair.a.position = rounded_vec(Vec{random.uniform(0, 10), random.uniform(0, 10), random.uniform(0, 10)});
    const Vec u = direction(random);
    const double contact = touching.next([&] { return touching_distance(w, pair, u); });
    const double t = spaced(contact, spec.spacing, random);
    pair.b.position = rounded_vec(pair.a.position + u * t);
    pairs.push_back(pair);
  }
  w.slots = count;
  w.pairs = is_coherent(spec.spacing) ? moving(pairs, random) : pairs;
  return w;
}

}  // namespace bench
