// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Small meshes whose vertices move straight from anywhere to anywhere, flat triangles and equal vertices
// included. What the tree finds is all that vertex_face_impact() and edge_edge_impact() find among all pairs
// of features, in both orders, and the first is the earliest; against an object on a path, overlap of a
// triangle that separation() is certain of before `lower` is a missed contact.

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "fuzz_path.h"
#include "graze/motion/swept_impact.h"
#include "graze/query/separation.h"

namespace graze::test {
namespace {

struct Sheet {
  std::vector<Vec3> from, to;
  std::vector<std::uint32_t> corners;

  [[nodiscard]] MovingPoint point(std::uint32_t v) const { return {from[v], to[v]}; }
  [[nodiscard]] Vec3 at(std::uint32_t v, Real t) const { return from[v] + (to[v] - from[v]) * t; }
};

Sheet fuzz_sheet(Bytes& bytes) {
  Sheet s;
  const int vertices = 4 + bytes.below(6), triangles = 1 + bytes.below(5);
  for (int i = 0; i < vertices; ++i) {
    s.from.push_back(graze_vec(bytes.vector()));
    s.to.push_back(bytes.below(3) == 0 ? s.from.back() : graze_vec(bytes.vector()));
  }
  for (int i = 0; i < 3 * triangles; ++i) s.corners.push_back(std::uint32_t(bytes.below(vertices)));
  return s;
}

// A pair of features by its vertices, whatever their order.
using Feature = std::vector<std::uint32_t>;
using Key = std::pair<Feature, Feature>;
Key key_of(Feature a, Feature b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a.size() != b.size() ? (a.size() < b.size() ? Key{a, b} : Key{b, a}) : a < b ? Key{a, b} : Key{b, a};
}
Key key_of(const MeshImpact& r) {
  const auto vertices = [](const std::uint32_t(&v)[3]) {
    Feature out;
    for (const std::uint32_t i : v)
      if (i != kNoVertex) out.push_back(i);
    return out;
  };
  return key_of(vertices(r.vertices_a), vertices(r.vertices_b));
}

// Contacts of the sheet's features with each other when every pair is asked. Rounding depends on the order
// of the points, so that a pair at the tolerance may be a contact in one order and a miss in another.
struct Contacts {
  std::set<Key> certain, possible;
  Real until = std::numeric_limits<Real>::infinity();  // the first one has happened by then

  void add(const FeatureImpact& r, Key key) {
    if (r.hit == Hit::hit) {
      certain.insert(key);
      until = std::min(until, r.upper);
    }
    if (r.hit != Hit::miss) possible.insert(std::move(key));
  }
};

using Edge = std::pair<std::uint32_t, std::uint32_t>;

Contacts ask_all(const Sheet& s, const FeatureSettings& settings) {
  Contacts all;
  const std::set<std::uint32_t> vertices(s.corners.begin(), s.corners.end());
  std::set<Edge> edges;
  for (std::size_t t = 0; t < s.corners.size(); t += 3) {
    const std::uint32_t* const c = &s.corners[t];
    const MovingPoint face[] = {s.point(c[0]), s.point(c[1]), s.point(c[2])};
    for (const std::uint32_t v : vertices)
      if (v != c[0] && v != c[1] && v != c[2])
        all.add(vertex_face_impact(s.point(v), face, settings), key_of({v}, {c[0], c[1], c[2]}));
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t p = c[k], q = c[k == 2 ? 0 : k + 1];
      edges.insert({std::min(p, q), std::max(p, q)});
    }
  }
  for (auto i = edges.begin(); i != edges.end(); ++i)
    for (auto j = std::next(i); j != edges.end(); ++j) {
      if (i->first == j->first || i->first == j->second || i->second == j->first || i->second == j->second)
        continue;
      const MovingPoint a[] = {s.point(i->first), s.point(i->second)},
                        b[] = {s.point(j->first), s.point(j->second)};
      all.add(edge_edge_impact(a, b, settings), key_of({i->first, i->second}, {j->first, j->second}));
    }
  return all;
}

void check_impact(const MeshImpact& r) {
  expect(r.lower >= 0 && r.lower <= r.upper && r.upper <= 1, "bounds out of order");
  expect(is_finite(r.normal), "not finite");
  expect(r.hit != Hit::miss, "a miss was told");
}

// A triangle within a solid is deeper than rounding can make it.
void check_samples(const Sheet& s, const Instance& b, const Path& path, const TimeOfImpact& r) {
  const double end = r.hit == Hit::miss ? 1 : std::nexttoward(double(r.lower), 0.0L);
  for (int i = 0; i <= 8; ++i) {
    const Real t = Real(end * i / 8);
    if (double(t) > end) continue;
    const Affine at_b = path.placement(t);
    if (!at_b.is_valid()) continue;
    for (std::size_t k = 0; k < s.corners.size(); k += 3) {
      const Shape triangle(
          Triangle{s.at(s.corners[k], t), s.at(s.corners[k + 1], t), s.at(s.corners[k + 2], t)});
      const Separation x = separation({triangle, Affine()}, {b.shape, at_b, b.margin});
      double size = double(length(at_b.translation())) + double(path.travel(b.shape, 0, 1)) -
                    std::min(double(x.lower), 0.0);
      for (int c = 0; c < 3; ++c) {
        const std::uint32_t v = s.corners[k + std::size_t(c)];
        size += double(length(s.from[v])) + double(length(s.to[v]));
      }
      expect(x.status != Status::converged || double(x.upper) >= -64 * double(kEpsilon) * size,
             "a triangle overlaps before the time");
    }
  }
}

}  // namespace
}  // namespace graze::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::test;
  using graze::Real;
  Bytes bytes(data, size);
  const Sheet sheet = fuzz_sheet(bytes);
  const auto mesh =
      graze::make_swept_mesh(graze::make_vertex_array(sheet.from), graze::make_vertex_array(sheet.to),
                             graze::make_index_array(sheet.corners));
  if (!mesh) return 0;
  graze::FeatureSettings settings;
  settings.separation = bytes.below(3) == 0 ? Real(bytes.size()) : 0;
  const Contacts all = ask_all(sheet, settings);
  std::set<Key> seen;
  Real earliest = std::numeric_limits<Real>::infinity();
  const graze::Status status = visit_self_impacts(
      *mesh,
      [&](const graze::MeshImpact& r) {
        check_impact(r);
        seen.insert(key_of(r));
        expect(r.hit != graze::Hit::hit || all.possible.contains(key_of(r)),
               "a hit that no pair of features has");
        earliest = std::min(earliest, r.lower);
        return true;
      },
      settings);
  expect(status == graze::Status::converged, "refused");
  for (const Key& key : all.certain) expect(seen.contains(key), "a contact that the tree does not tell");
  const graze::MeshImpact first = first_self_impact(*mesh, settings);
  expect(bool(first) == !seen.empty(), "the first is none, or there is none");
  expect(!first || is_same(first.lower, earliest), "the first is not the earliest");
  expect(!(first.lower > all.until), "the first is later than a contact");

  const CheckPair pair{fuzz_instance(bytes), {}};
  const graze::Instance b = graze_instance(pair.a);
  if (!b.shape.is_valid() || !b.placement.is_valid()) return 0;
  FuzzMotion own;
  const graze::Path path = fuzz_path(bytes, b, pair.a, own);
  graze::MotionSettings motion;
  motion.max_iterations = 512;
  const graze::TimeOfImpact r = time_of_impact(*mesh, 0, b.shape, path, b.margin, motion);
  expect(r.lower >= 0 && r.lower <= r.upper && r.upper <= 1, "bounds out of order");
  expect(graze::is_finite(r.normal) && graze::is_finite(r.point) && graze::is_finite(r.local_a),
         "not finite");
  expect(r.hit != graze::Hit::hit || r.upper - r.lower <= motion.time_tolerance, "wide");
  if (r.status == graze::Status::converged && !r.starts_in_contact) check_samples(sheet, b, path, r);
  return 0;
}
