// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// digest [--pairs 400]: asks every query about seeded random pairs of every kind of shape, single and in
// batches, with and without caches, meshes and a scene, and prints one line per topic: how many answers, and
// a hash of their bits. Two versions of the library that print the same lines gave the same answers to the
// bit: `make digest OLD=<commit>`. Public headers only, so that it compiles against any version.

#include <graze/graze.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "support/random.h"

namespace {

using namespace graze;
using test::Random;

Real real(Random& random, double low, double high) { return static_cast<Real>(random.uniform(low, high)); }
Vec3 vector(Random& random, double size) {
  const auto number = [&] { return real(random, -size, size); };
  return {number(), number(), number()};
}

/// FNV-1a over the bits of answers.
class Digest {
 public:
  void add(std::uint64_t bits) {
    for (int i = 0; i < 8; ++i) hash_ = (hash_ ^ (bits >> (8 * i) & 0xff)) * 0x100000001b3u;
  }
  void add(Real x) {
    add(std::uint64_t{std::bit_cast<std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>>(x)});
  }
  void add(const Vec3& v) { add(v.x), add(v.y), add(v.z); }
  void add(const Feature& f) {
    add(std::uint64_t(f.kind)), add(std::uint64_t{f.first}), add(std::uint64_t{f.second});
  }
  void count() { ++count_; }
  void print(const std::string& topic) const {
    std::printf("%-44s %9zu %016llx\n", topic.c_str(), count_, static_cast<unsigned long long>(hash_));
  }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
  std::size_t count_ = 0;
};

template <class R>
void add_state(const R& r, Digest& d) {
  d.count();
  d.add(std::uint64_t(r.status));
  d.add(std::uint64_t(static_cast<std::uint32_t>(r.iterations)));
}
void add(const Intersection& r, Digest& d) {
  add_state(r, d), d.add(std::uint64_t(r.contact)), d.add(r.witness);
  d.add(std::uint64_t{r.piece_a}), d.add(std::uint64_t{r.piece_b});
}
void add(const CommonPoint& r, Digest& d) {
  add_state(r, d), d.add(std::uint64_t(r.contact)), d.add(std::uint64_t{r.found});
  d.add(r.point), d.add(r.local_a), d.add(r.local_b);
}
template <class R>
void add_measure(const R& r, Digest& d) {
  add_state(r, d), d.add(std::uint64_t(r.contact)), d.add(r.lower), d.add(r.upper), d.add(r.normal);
  d.add(r.point_a), d.add(r.point_b), d.add(r.local_a), d.add(r.local_b);
}
void add(const Distance& r, Digest& d) {
  add_measure(r, d), d.add(std::uint64_t{r.piece_a}), d.add(std::uint64_t{r.piece_b});
}
void add(const Penetration& r, Digest& d) { add_measure(r, d); }
void add(const Separation& r, Digest& d) { add_measure(r, d); }
void add(const ContactPoint& p, Digest& d) {
  d.add(p.point_a), d.add(p.point_b), d.add(p.local_a), d.add(p.local_b), d.add(p.gap);
  d.add(p.feature_a), d.add(p.feature_b);
}
void add_summary(const ContactSummary& r, Digest& d) {
  add_state(r, d), d.add(std::uint64_t(r.contact)), d.add(r.lower), d.add(r.upper), d.add(r.normal);
}
void add(const ContactSet& r, Digest& d) {
  add_summary(r, d), d.add(std::uint64_t(static_cast<std::uint32_t>(r.count)));
  for (const ContactPoint& p : r.span()) add(p, d);
}
void add(const ContactManifold& m, Digest& d) {
  add(m.set, d);
  for (const std::uint32_t piece : {m.piece_a, m.piece_b, m.leaf_a, m.leaf_b}) d.add(std::uint64_t{piece});
}
void add(const RayCast& r, Digest& d) {
  add_state(r, d), d.add(std::uint64_t(r.hit)), d.add(std::uint64_t{r.starts_inside});
  d.add(r.parameter), d.add(r.lower), d.add(r.upper), d.add(r.error);
  d.add(r.point), d.add(r.normal), d.add(r.local_point), d.add(std::uint64_t{r.piece});
}
void add(const ShapeCast& r, Digest& d) {
  add_state(r, d), d.add(std::uint64_t(r.hit)), d.add(std::uint64_t{r.starts_in_contact});
  d.add(r.time), d.add(r.upper), d.add(r.normal), d.add(r.point), d.add(r.local_a), d.add(r.local_b);
  d.add(std::uint64_t{r.piece_a}), d.add(std::uint64_t{r.piece_b});
}

// Names of features came later than times of impact.
template <class R>
void add_features(const R& r, Digest& d) {
  if constexpr (requires { r.feature_a; }) d.add(r.feature_a), d.add(r.feature_b);
}
void add(const Affine& placement, Digest& d) {
  for (const Vec3& column : placement.linear().columns) d.add(column);
  d.add(placement.translation());
}
void add(const TimeOfImpact& r, Digest& d) {
  add_state(r, d), d.add(std::uint64_t(r.hit)), d.add(std::uint64_t{r.starts_in_contact});
  d.add(r.lower), d.add(r.upper), d.add(r.normal), d.add(r.point), d.add(r.local_a), d.add(r.local_b);
  add(r.placement_a, d), add(r.placement_b, d);
  d.add(std::uint64_t{r.piece_a}), d.add(std::uint64_t{r.piece_b});
  add_features(r, d);
}

std::vector<Vec3> cloud(Random& random, int count) {
  std::vector<Vec3> points;
  while (static_cast<int>(points.size()) < count) {
    const Vec3 p = vector(random, 1);
    const Real squared = dot(p, p);
    if (squared > Real(0.1) && squared <= 1)
      points.push_back(p * (real(random, 0.9, 1) / std::sqrt(squared)));
  }
  return points;
}

constexpr const char* kKinds[] = {"point",
                                  "segment",
                                  "triangle",
                                  "tetrahedron",
                                  "box",
                                  "sphere",
                                  "ellipsoid",
                                  "capsule",
                                  "cylinder",
                                  "cone",
                                  "polytope",
                                  "hull 12",
                                  "hull 40",
                                  "hull 120",
                                  "tapered capsule",
                                  "tapered cylinder",
                                  "polygon",
                                  "half-space",
                                  "sum",
                                  "expanded box",
                                  "hull of two",
                                  "image"};
constexpr int kKindCount = static_cast<int>(std::size(kKinds));

Shape make(int kind, Random& random) {
  const auto size = [&] { return real(random, 0.3, 1.5); };
  const auto corner = [&] { return vector(random, 1.2); };
  switch (kind) {
    case 0:
      return Shape(Point{corner()});
    case 1:
      return Shape(Segment{corner(), corner()});
    case 2:
      return Shape(Triangle{corner(), corner(), corner()});
    case 3:
      return Shape(Tetrahedron{corner(), corner(), corner(), corner()});
    case 4:
      return Shape(Box{{size(), size(), size()}});
    case 5:
      return Shape(Sphere{size()});
    case 6:
      return Shape(Ellipsoid{{size(), size(), size()}});
    case 7:
      return Shape(Capsule{size(), size()});
    case 8:
      return Shape(Cylinder{size(), size()});
    case 9:
      return Shape(Cone{size(), size()});
    case 10: {
      const auto p = cloud(random, 20);
      return Shape(Polytope{p});
    }
    case 11:
      return make_hull(cloud(random, 12)).value();
    case 12:
      return make_hull(cloud(random, 40)).value();
    case 13:
      return make_hull(cloud(random, 120)).value();
    case 14:
      return Shape(TaperedCapsule{size(), size(), size()});
    case 15:
      return Shape(TaperedCylinder{size(), size(), size()});
    case 16: {
      std::vector<Vec3> p;
      for (int i = 0; i < 6; ++i) p.push_back({std::cos(Real(i)), std::sin(Real(i)), Real(0.25)});
      return Shape(ConvexPolygon{p});
    }
    case 17:
      return Shape(HalfSpace{vector(random, 1), real(random, -1, 1)});
    case 18:
      return make_minkowski_sum(Shape(Box{{size(), size(), size()}}), Shape(Cylinder{size(), size()}))
          .value();
    case 19:
      return make_expanded(Shape(Box{{size(), size(), size()}}), size()).value();
    case 20:
      return make_convex_hull(Shape(Sphere{size()}), make(2, random)).value();
    default:
      return make_affine_image(Shape(Cylinder{size(), size()}),
                               Affine(Mat3{{2, 0, 0}, {0, 1, 0}, {Real(0.5), 0, 1}}, Vec3{}))
          .value();
  }
}

Mat3 rotation(Random& random) {
  // Products of turns by angles with rational sine and cosine: no library function whose last digit may
  // differ.
  Mat3 m{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int axis = 0; axis < 3; ++axis) {
    const double t = random.uniform(-1, 1), c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
    Mat3 turn{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    turn.columns[j][j] = turn.columns[k][k] = static_cast<Real>(c);
    turn.columns[j][k] = static_cast<Real>(s), turn.columns[k][j] = static_cast<Real>(-s);
    m = m * turn;
  }
  return m;
}

/// Placements of every kind: rigid, upright (whose features are parallel), scaled, sheared; some far away.
Affine place(Random& random, double distance) {
  Vec3 at = vector(random, distance);
  const int kind = random.below(10);
  if (kind < 3) {
    for (int k = 0; k < 3; ++k)
      at[k] = std::round(at[k] * 2) / 2;  // faces that touch and edges that are parallel
    return Affine(at);
  }
  Mat3 m = rotation(random);
  if (kind == 7) m = m * Mat3{{Real(1.5), 0, 0}, {0, Real(1.5), 0}, {0, 0, Real(1.5)}};
  if (kind == 8) m = m * Mat3{{Real(1.5), 0, 0}, {Real(0.25), Real(0.75), 0}, {0, 0, 1}};
  if (kind == 9) at = at + Vec3{Real(1000), 0, 0};
  return Affine(m, at);
}

struct PairOf {
  Instance a, b;
};
PairOf make_pair_of(int kind_a, int kind_b, Random& random) {
  const double distance = random.uniform(0.2, 3);
  PairOf pair{{make(kind_a, random), place(random, distance), 0},
              {make(kind_b, random), place(random, distance), 0}};
  if (random.below(8) == 0) pair.a.margin = real(random, 0, 0.3);
  return pair;
}

void ask_single(const PairOf& p, Random& random, std::array<Digest, 8>& digests) {
  add(intersects(p.a, p.b), digests[0]);
  add(common_point(p.a, p.b), digests[1]);
  add(distance(p.a, p.b), digests[2]);
  add(penetration(p.a, p.b), digests[3]);
  add(separation(p.a, p.b), digests[4]);
  add(contacts(p.a, p.b, {.prediction = Real(0.1)}), digests[5]);
  add(shape_cast(p.a, vector(random, 5), p.b), digests[6]);
  add(ray_cast(p.b, Ray{vector(random, 4), vector(random, 1)}), digests[7]);
}

void digest_singles(int pairs) {
  constexpr const char* kNames[] = {"intersects", "common_point", "distance",   "penetration",
                                    "separation", "contacts",     "shape_cast", "ray_cast"};
  for (int a = 0; a < kKindCount; ++a) {
    std::array<Digest, 8> digests;
    Random random(100 + static_cast<std::uint64_t>(a));
    for (int b = 0; b < kKindCount; ++b)
      for (int i = 0; i < pairs / 20; ++i) ask_single(make_pair_of(a, b, random), random, digests);
    for (std::size_t q = 0; q < digests.size(); ++q)
      digests[q].print(std::string(kKinds[a]) + ", " + kNames[q]);
  }
}

/// Kinds that have kernels of their own, with many pairs each.
void digest_frequent(int pairs) {
  constexpr int kFrequent[] = {4, 5, 7, 11, 12};
  for (const int a : kFrequent)
    for (const int b : kFrequent) {
      std::array<Digest, 8> digests;
      Random random(1000 + static_cast<std::uint64_t>(100 * a + b));
      for (int i = 0; i < pairs; ++i) ask_single(make_pair_of(a, b, random), random, digests);
      Digest all;
      for (const Digest& d : digests)
        d.print(std::string(kKinds[a]) + " " + kKinds[b] + " q" + std::to_string(&d - digests.data()));
    }
}

void digest_all_contacts(int pairs) {
  Digest digest;
  Random random(7);
  std::vector<ContactPoint> buffer(64);
  for (int i = 0; i < 20 * pairs; ++i) {
    const PairOf p = make_pair_of(random.below(kKindCount), random.below(kKindCount), random);
    const ContactList list = all_contacts(p.a, p.b, buffer, {.prediction = Real(0.2)});
    add_summary(list, digest);
    for (const ContactPoint& point : list.written) add(point, digest);
  }
  digest.print("all_contacts");
}

/// One pair that moves a little from frame to frame, with the caches of its queries.
void digest_coherent(int pairs) {
  std::array<Digest, 4> digests;
  Random random(11);
  for (int i = 0; i < 2 * pairs; ++i) {
    PairOf p = make_pair_of(random.below(kKindCount), random.below(kKindCount), random);
    PairCache near, met;
    ContactCache touch;
    const Vec3 step = vector(random, 0.05);
    for (int frame = 0; frame < 12; ++frame) {
      p.b.placement = Affine(p.b.placement.linear(), p.b.placement.translation() + step);
      add(distance(p.a, p.b, {.cache = &near}), digests[0]);
      add(intersects(p.a, p.b, {.cache = &met}), digests[1]);
      add(contacts(p.a, p.b, {.prediction = Real(0.05), .cache = &touch}), digests[2]);
      add(distance(p.a, p.b, {.threshold = Real(0.5)}), digests[3]);
    }
  }
  constexpr const char* kNames[] = {"distance", "intersects", "contacts", "distance with threshold"};
  for (std::size_t q = 0; q < digests.size(); ++q) digests[q].print(std::string("coherent ") + kNames[q]);
}

struct Arrays {
  std::vector<Shape> shapes;
  std::vector<std::uint32_t> a, b;
  std::vector<Affine> from_a, from_b;
  [[nodiscard]] PairBatch batch() const { return {shapes, a, b, from_a, from_b}; }
};
Arrays make_arrays(const std::vector<int>& kinds, int pairs, std::uint64_t seed) {
  Arrays arrays;
  Random random(seed);
  for (const int kind : kinds)
    for (int i = 0; i < 16; ++i) arrays.shapes.push_back(make(kind, random));
  const int shapes = static_cast<int>(arrays.shapes.size());
  for (int i = 0; i < pairs; ++i) {
    const double distance = random.uniform(0.2, 3);
    arrays.a.push_back(static_cast<std::uint32_t>(random.below(shapes)));
    arrays.b.push_back(static_cast<std::uint32_t>(random.below(shapes)));
    arrays.from_a.push_back(place(random, distance));
    arrays.from_b.push_back(place(random, distance));
  }
  return arrays;
}

template <class R, class Ask>
void digest_batch(const std::string& topic, std::size_t pairs, Ask ask) {
  std::vector<R> out(pairs);
  Digest digest;
  const auto statistics = ask(std::span<R>(out));
  digest.add(std::uint64_t{statistics.has_value()});
  for (const R& r : out) add(r, digest);
  digest.print(topic);
  if (statistics) std::printf("  %s by lanes %zu\n", topic.c_str(), statistics->by_lanes);
}

void digest_batches(int pairs) {
  const std::pair<const char*, std::vector<int>> groups[] = {
      {"boxes", {4}},
      {"round", {5, 7}},
      {"round and boxes", {4, 5, 7}},
      {"hulls 12", {11}},
      {"hulls 40", {12}},
      {"hulls and simple", {4, 5, 7, 11, 12}},
      {"everything", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}}};
  for (const auto& [name, kinds] : groups) {
    const Arrays arrays = make_arrays(kinds, 20 * pairs, 77);
    const std::size_t n = arrays.a.size();
    const std::string topic = std::string("batch, ") + name;
    digest_batch<Intersection>(topic + ", intersects", n,
                               [&](auto out) { return intersects(arrays.batch(), out); });
    digest_batch<Distance>(topic + ", distance", n, [&](auto out) { return distance(arrays.batch(), out); });
    digest_batch<Penetration>(topic + ", penetration", n,
                              [&](auto out) { return penetration(arrays.batch(), out); });
    digest_batch<ContactSet>(topic + ", contacts", n, [&](auto out) {
      return contacts(arrays.batch(), out, {.prediction = Real(0.1)});
    });
    std::vector<Ray> rays;
    Random random(5);
    for (std::size_t i = 0; i < n; ++i) rays.push_back({vector(random, 4), vector(random, 1)});
    digest_batch<RayCast>(topic + ", ray_cast", n, [&](auto out) {
      return ray_cast(RayBatch{arrays.shapes, arrays.a, arrays.from_a, rays}, out);
    });
  }
}

TriangleMesh make_torus(int rings, int sides, bool is_solid) {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> indices;
  for (int i = 0; i < rings; ++i)
    for (int j = 0; j < sides; ++j) {
      const double u = 2 * 3.141592653589793 * i / rings, v = 2 * 3.141592653589793 * j / sides;
      const double r = 1 + 0.35 * std::cos(v);
      vertices.push_back({static_cast<Real>(r * std::cos(u)), static_cast<Real>(r * std::sin(u)),
                          static_cast<Real>(0.35 * std::sin(v))});
      const auto at = [&](int k, int l) {
        return static_cast<std::uint32_t>((k % rings) * sides + l % sides);
      };
      for (const std::uint32_t n :
           {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1)})
        indices.push_back(n);
    }
  return make_triangle_mesh(make_vertex_array(vertices), make_index_array(indices), {.is_solid = is_solid})
      .value();
}

Shape make_pile(Random& random) {
  std::vector<CompoundPiece> pieces;
  for (int i = 0; i < 12; ++i) pieces.push_back({make(i % 2 == 0 ? 4 : 11, random), place(random, 2)});
  return make_compound(pieces).value();
}

std::vector<Shape> complex_shapes(Random& random) {
  std::vector<Vec3> heights;
  std::vector<std::uint32_t> cells;
  constexpr std::uint32_t kSide = 12;
  for (std::uint32_t i = 0; i < kSide; ++i)
    for (std::uint32_t j = 0; j < kSide; ++j) {
      heights.push_back(
          {static_cast<Real>(i) / 2 - 3, real(random, -0.2, 0.2), static_cast<Real>(j) / 2 - 3});
      if (i + 1 == kSide || j + 1 == kSide) continue;
      const std::uint32_t at = i * kSide + j;
      for (const std::uint32_t n : {at, at + 1, at + kSide, at + 1, at + kSide + 1, at + kSide})
        cells.push_back(n);
    }
  return {make_torus(24, 12, true).shape(), make_torus(20, 10, false).shape(),
          make_triangle_mesh(make_vertex_array(heights), make_index_array(cells)).value().shape(),
          make_pile(random)};
}

void digest_meshes(int pairs) {
  constexpr const char* kNames[] = {"intersects", "common_point", "distance",   "penetration",
                                    "separation", "contacts",     "shape_cast", "ray_cast"};
  Random random(21);
  const std::vector<Shape> shapes = complex_shapes(random);
  std::array<Digest, 8> digests;
  Digest manifolds, lists, nearest;
  for (int i = 0; i < pairs / 4; ++i) {
    PairOf p{{shapes[static_cast<std::size_t>(random.below(4))], place(random, 1.5), 0},
             {random.below(2) == 0 ? make(random.below(kKindCount), random)
                                   : shapes[static_cast<std::size_t>(random.below(4))],
              place(random, 1.5), 0}};
    if (random.below(2) == 0) std::swap(p.a, p.b);
    ask_single(p, random, digests);
    ManifoldCache cache;
    TreeFront front;
    PairCache near;
    const Vec3 step = vector(random, 0.03);
    for (int frame = 0; frame < 6; ++frame) {
      p.b.placement = Affine(p.b.placement.linear(), p.b.placement.translation() + step);
      (void)visit_contact_manifolds(p.a, p.b,
                                    [&](const ContactManifold& m) {
                                      add(m, manifolds);
                                      return true;
                                    },
                                    {.prediction = Real(0.05), .manifolds = &cache});
      add(distance(p.a, p.b, {.cache = &near, .front = &front}), nearest);
    }
    (void)visit_intersecting_pieces(p.a, p.b, [&](const PiecePair& m) {
      lists.count(), lists.add(std::uint64_t{m.piece_a}), lists.add(std::uint64_t{m.piece_b});
      lists.add(std::uint64_t(m.contact)), lists.add(m.segment.a), lists.add(m.segment.b);
      return true;
    });
  }
  for (std::size_t q = 0; q < digests.size(); ++q) digests[q].print(std::string("meshes, ") + kNames[q]);
  manifolds.print("meshes, contact manifolds with caches");
  nearest.print("meshes, distance with fronts");
  lists.print("meshes, intersecting pieces");
}

// On a path of each sort; half-spaces on those that turn or stand still.
Path path_of(const Instance& o, Random& random) {
  const Affine& from = o.placement;
  const Vec3 way = vector(random, 5), spin = vector(random, 4), centre = vector(random, 0.5);
  const int sort = random.below(o.shape.kind() == ShapeKind::half_space ? 3 : 5);
  if (sort == 0) return Path(from);
  if (sort == 1) return Path::linear(from, way);
  if (sort == 2) return Path::turning(from, way, spin, centre);
  if (sort == 3) return Path::slerp(from, Affine(rotation(random), from.translation() + way));
  return Path::entrywise(from, Affine(rotation(random) * Real(1.25), from.translation() + way));
}

void digest_motions(int pairs) {
  Random random(41);
  const std::vector<Shape> complex = complex_shapes(random);
  const auto any = [&](Random& r) { return complex[static_cast<std::size_t>(r.below(4))]; };
  Digest convex, cached, pieces;
  for (int i = 0; i < 10 * pairs; ++i) {
    PairOf p = make_pair_of(random.below(kKindCount), random.below(kKindCount), random);
    const bool is_whole = i % 20 == 0;
    if (is_whole) p.a.shape = any(random);
    const Path of_a = path_of(p.a, random), of_b = path_of(p.b, random);
    add(time_of_impact(p.a.shape, of_a, p.a.margin, p.b.shape, of_b, p.b.margin), is_whole ? pieces : convex);
    PairCache cache;
    MotionSettings settings;
    settings.cache = &cache;
    for (int frame = 0; frame < 3; ++frame)
      add(time_of_impact(p.a.shape, of_a, p.a.margin, p.b.shape, of_b, p.b.margin, settings), cached);
  }
  convex.print("time_of_impact");
  pieces.print("time_of_impact, meshes and compounds");
  cached.print("time_of_impact, with a cache");
}

void digest_scene(int frames) {
  World world;
  Random random(31);
  const std::vector<Shape> complex = complex_shapes(random);
  Scene scene(
      world,
      {.with_contacts = true, .prediction = Real(0.05), .with_distances = true, .threshold = Real(0.1)});
  std::vector<ObjectHandle> objects;
  for (int i = 0; i < 300; ++i) {
    const Shape shape =
        i % 15 == 0 ? complex[static_cast<std::size_t>(random.below(4))] : make(3 + random.below(13), random);
    const auto made = world.create({.instance = {shape, place(random, 8), 0}});
    if (made && !scene.add(*made)) objects.push_back(*made);
  }
  Digest digest;
  for (int frame = 0; frame < frames; ++frame) {
    for (const ObjectHandle object : objects) {
      if (random.below(3) == 0) continue;
      const Affine at = world.find(object)->instance.placement;
      (void)world.set_placement(object, Affine(at.linear(), at.translation() + vector(random, 0.05)));
    }
    (void)scene.update();
    for (const ScenePair& pair : scene.pairs()) {
      digest.count();
      digest.add(std::uint64_t{pair.a.slot()}), digest.add(std::uint64_t{pair.b.slot()});
      digest.add(std::uint64_t(pair.contact)), digest.add(std::uint64_t(pair.phase));
      for (const ContactManifold& m : pair.contacts) add(m, digest);
      if (pair.distance != nullptr) add(*pair.distance, digest);
    }
  }
  digest.print("scene, pairs with contacts and distances");
}

}  // namespace

int main(int argc, char** argv) {
  int pairs = 400;
  for (int i = 1; i + 1 < argc; i += 2)
    if (std::strcmp(argv[i], "--pairs") == 0) pairs = std::atoi(argv[i + 1]);
  digest_singles(pairs);
  digest_frequent(pairs);
  digest_all_contacts(pairs);
  digest_coherent(pairs);
  digest_batches(pairs);
  digest_meshes(pairs);
  digest_motions(pairs);
  digest_scene(pairs / 10);
  return 0;
}
