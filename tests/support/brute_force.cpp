// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "brute_force.h"

namespace graze::test {

namespace {

using Vertex = V3<mpq_class>;
using Vertices = std::vector<Vertex>;

Vertices mapped(const Mapd& map, const Vertices& vertices) {
  const Map<mpq_class> exact(map);
  Vertices images;
  for (const Vertex& v : vertices) images.push_back(exact.point(v));
  return images;
}

Vertices local_vertices(const CheckShape& s) {
  Vertices all;
  switch (s.kind) {
    case ShapeKind::box:
      for (int i = 0; i < 8; ++i)
        all.emplace_back(i & 1 ? s.sizes[0] : -s.sizes[0], i & 2 ? s.sizes[1] : -s.sizes[1],
                         i & 4 ? s.sizes[2] : -s.sizes[2]);
      return all;
    case ShapeKind::affine_image:
      return mapped(s.map, local_vertices(s.children[0]));
    case ShapeKind::convex_hull:
      for (const CheckShape& c : s.children)
        for (const Vertex& v : local_vertices(c)) all.push_back(v);
      return all;
    case ShapeKind::minkowski_sum:
      all = local_vertices(s.children[0]);
      for (std::size_t i = 1; i < s.children.size(); ++i) {
        Vertices sums;
        for (const Vertex& v : all)
          for (const Vertex& w : local_vertices(s.children[i])) sums.push_back(v + w);
        all = sums;
      }
      return all;
    default:
      for (const V3d& v : s.vertices) all.emplace_back(v);
      return all;
  }
}

mpq_class highest(const Vertices& vertices, const Vertex& n) {
  mpq_class best = dot(vertices[0], n);
  for (const Vertex& v : vertices) best = larger(best, mpq_class(dot(v, n)));
  return best;
}

/// Keeps the smallest squared depth over the normals it is shown.
struct Search {
  Vertices a, b;
  std::optional<mpq_class> squared;
  bool is_apart = false;

  void try_normal(const Vertex& n) {
    const mpq_class nn = dot(n, n);
    if (nn == 0) return;
    for (const Vertex& d : {n, -n}) {
      const mpq_class value = highest(a, d) + highest(b, -d);
      if (value < 0) is_apart = true;
      const mpq_class candidate = value * value / nn;
      if (!squared || candidate < *squared) squared = candidate;
    }
  }
  void try_faces(const Vertices& v) {
    for (std::size_t i = 0; i < v.size(); ++i)
      for (std::size_t j = i + 1; j < v.size(); ++j)
        for (std::size_t k = j + 1; k < v.size(); ++k) try_normal(cross(v[j] - v[i], v[k] - v[i]));
  }
  void try_edges() {
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = i + 1; j < a.size(); ++j)
        for (std::size_t k = 0; k < b.size(); ++k)
          for (std::size_t l = k + 1; l < b.size(); ++l) try_normal(cross(a[j] - a[i], b[l] - b[k]));
  }
};

}  // namespace

std::vector<V3<mpq_class>> placed_vertices(const CheckInstance& instance) {
  return mapped(instance.placement, local_vertices(instance.shape));
}

std::optional<mpq_class> exact_depth_squared(const CheckPair& pair) {
  Search search{placed_vertices(pair.a), placed_vertices(pair.b), std::nullopt};
  search.try_faces(search.a);
  search.try_faces(search.b);
  search.try_edges();
  if (search.is_apart) return std::nullopt;
  return search.squared;
}

}  // namespace graze::test
