// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/swept_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "base/names.h"
#include "mesh/assemble.h"
#include "mesh/read_arrays.h"
#include "motion/features.h"
#include "motion/swept_data.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr Error kOtherCount{ErrorCode::index_out_of_range, "vertices: not as many as the mesh was built of"};

void set_boxes(SweptMeshData& mesh) {
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& t = mesh.triangles[i];
    mesh.boxes[i] = merge(merge(mesh.box(t[0]), mesh.box(t[1])), mesh.box(t[2]));
  }
}

// The first triangle that has a vertex or an edge owns it.
void set_owners(SweptMeshData& mesh) {
  std::vector<bool> has_owner(mesh.from.size());
  struct Edge {
    std::uint32_t low, high, triangle, side;
    bool operator<(const Edge& e) const {
      return std::tie(low, high, triangle, side) < std::tie(e.low, e.high, e.triangle, e.side);
    }
  };
  std::vector<Edge> edges;
  edges.reserve(3 * mesh.triangles.size());
  mesh.owned.assign(mesh.triangles.size(), 0);
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t u = mesh.triangles[i][k], v = mesh.triangles[i][k == 2 ? 0 : k + 1];
      edges.push_back({std::min(u, v), std::max(u, v), i, k});
      if (has_owner[u]) continue;
      has_owner[u] = true;
      mesh.owned[i] = static_cast<std::uint8_t>(mesh.owned[i] | 1u << k);
    }
  }
  std::sort(edges.begin(), edges.end());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Edge& e = edges[i];
    if (i > 0 && edges[i - 1].low == e.low && edges[i - 1].high == e.high) continue;
    mesh.owned[e.triangle] = static_cast<std::uint8_t>(mesh.owned[e.triangle] | 8u << e.side);
  }
}

// First contact of the two features, in the order in which they are looked at.
template <int NA, int NB>
FeatureImpact find(const MovingPoint (&first)[NA], const MovingPoint (&second)[NB],
                   const FeatureSettings& settings, double until) {
  FeatureImpact out;
  find_feature_impact(make_features<NA, NB>(first, second), settings, until, out);
  return out;
}

// Asks for the first contact of every pair of features; found(impact) -> bool, false ends it. Contacts that
// are no earlier than `until` are left out; found() may lower it.
template <class Found>
class Search {
 public:
  Search(const SweptMeshData& a, const SweptMeshData& b, const FeatureSettings& settings, const double& until,
         Found& found)
      : a_(a), b_(b), settings_(settings), until_(until), found_(found) {}

  bool vertex_face(std::uint32_t vertex, const SweptTriangle& t) {
    const MovingPoint p[] = {a_.point(vertex)},
                      q[] = {b_.point(t.start(0)), b_.point(t.start(1)), b_.point(t.start(2))};
    const FeatureImpact r = find<1, 3>(p, q, settings_, until_);
    return !r || tell(FeaturePair::vertex_face, {vertex, kNoVertex, kNoVertex}, t.corners, r);
  }
  bool face_vertex(const SweptTriangle& s, std::uint32_t vertex) {
    const MovingPoint p[] = {b_.point(vertex)},
                      q[] = {a_.point(s.start(0)), a_.point(s.start(1)), a_.point(s.start(2))};
    const FeatureImpact r = find<1, 3>(p, q, settings_, until_);
    if (!r) return true;
    // A mesh with itself has no sides.
    if (&a_ == &b_) return tell(FeaturePair::vertex_face, {vertex, kNoVertex, kNoVertex}, s.corners, r);
    MeshImpact out = impact(FeaturePair::face_vertex, {vertex, kNoVertex, kNoVertex}, s.corners, r);
    std::swap(out.vertices_a, out.vertices_b);
    std::swap(out.weights_a, out.weights_b);
    out.normal = -out.normal;
    return found_(out);
  }
  bool edge_edge(const SweptTriangle& s, int i, const SweptTriangle& t, int j) {
    const MovingPoint p[] = {a_.point(s.start(i)), a_.point(s.end(i))};
    const MovingPoint q[] = {b_.point(t.start(j)), b_.point(t.end(j))};
    const FeatureImpact r = find<2, 2>(p, q, settings_, until_);
    return !r || tell(FeaturePair::edge_edge, {s.start(i), s.end(i), kNoVertex},
                      {t.start(j), t.end(j), kNoVertex}, r);
  }

 private:
  using Corners = SweptMeshData::Corners;

  static MeshImpact impact(FeaturePair features, const Corners& a, const Corners& b, const FeatureImpact& r) {
    MeshImpact out;
    out.features = features;
    out.hit = r.hit;
    out.status = r.status;
    std::copy(a.begin(), a.end(), out.vertices_a);
    std::copy(b.begin(), b.end(), out.vertices_b);
    std::copy(std::begin(r.weights_a), std::end(r.weights_a), out.weights_a);
    std::copy(std::begin(r.weights_b), std::end(r.weights_b), out.weights_b);
    out.normal = r.normal;
    out.lower = r.lower;
    out.upper = r.upper;
    return out;
  }
  bool tell(FeaturePair features, const Corners& a, const Corners& b, const FeatureImpact& r) {
    return found_(impact(features, a, b, r));
  }

  const SweptMeshData &a_, &b_;
  const FeatureSettings& settings_;
  const double& until_;
  Found& found_;
};

template <class Found>
Status search(const SweptMesh& mesh_a, const SweptMesh& mesh_b, const FeatureSettings& settings,
              const double& until, Found&& found) {
  if (!are_usable(settings)) return Status::invalid_argument;
  const SweptMeshData *a = SweptMeshAccess::data(mesh_a), *b = SweptMeshAccess::data(mesh_b);
  if (a == nullptr || b == nullptr) return Status::converged;
  Search<Found> use(*a, *b, settings, until, found);
  if (a == b) {
    visit_self_feature_pairs(*a, double(settings.separation), use);
  } else {
    visit_feature_pairs_of(*a, *b, double(settings.separation), use);
  }
  return Status::converged;
}

MeshImpact find_first(const SweptMesh& a, const SweptMesh& b, const FeatureSettings& settings) {
  MeshImpact first;
  double until = 1;
  const Status status = search(a, b, settings, until, [&](const MeshImpact& impact) {
    if (!first || impact.lower < first.lower) {
      first = impact;
      until = double(impact.lower);
    }
    return true;
  });
  if (status != Status::converged) {
    first.hit = Hit::uncertain;
    first.status = status;
  }
  return first;
}

}  // namespace

SweptMesh::SweptMesh() noexcept = default;
SweptMesh::~SweptMesh() = default;
SweptMesh::SweptMesh(SweptMesh&& other) noexcept = default;
SweptMesh& SweptMesh::operator=(SweptMesh&& other) noexcept = default;

std::size_t SweptMesh::triangle_count() const noexcept { return data_ ? data_->triangles.size() : 0; }
std::size_t SweptMesh::vertex_count() const noexcept { return data_ ? data_->from.size() : 0; }
Aabb SweptMesh::bounds() const noexcept { return data_ ? data_->tree.bounds() : Aabb{}; }
std::size_t SweptMesh::memory_bytes() const noexcept {
  if (!data_) return 0;
  return sizeof *data_ + (data_->from.capacity() + data_->to.capacity()) * sizeof(Vec3) +
         data_->triangles.capacity() * sizeof(SweptMeshData::Corners) + data_->owned.capacity() +
         data_->boxes.capacity() * sizeof(Aabb) + data_->tree.memory_bytes();
}

Real SweptMesh::travel(Real begin, Real end) const noexcept {
  if (!data_) return 0;
  double farthest = 0;
  for (std::size_t i = 0; i < data_->triangles.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      if ((data_->owned[i] >> k & 1) == 0) continue;
      const std::uint32_t vertex = data_->triangles[i][k];
      const Vec3d way = Vec3d(data_->to[vertex]) - Vec3d(data_->from[vertex]);
      farthest = std::max(farthest, std::hypot(way.x, way.y, way.z));
    }
  // Rounded are the ways, their lengths, the part of the time, and the product.
  const double most = farthest * std::abs(double(end) - double(begin)) * (1 + 16 * kDoubleEpsilon);
  return most > 0 ? round_up(std::nextafter(most, std::numeric_limits<double>::infinity())) : 0;
}

std::optional<Error> SweptMesh::advance(const VertexArray& to) {
  if (to.count != vertex_count()) return kOtherCount;
  if (to.count == 0) return std::nullopt;
  if (to.data == nullptr) return Error{ErrorCode::empty, "vertices: data is null"};
  // Where the last step set out is needed no more.
  if (const auto bad = read_points(to, 0, data_->from)) return bad;
  data_->from.swap(data_->to);
  set_boxes(*data_);
  return refit(data_->tree, data_->boxes);
}

std::optional<Error> SweptMesh::set(const VertexArray& from, const VertexArray& to) {
  if (from.count != vertex_count() || to.count != vertex_count()) return kOtherCount;
  if (to.count == 0) return std::nullopt;
  if (from.data == nullptr || to.data == nullptr) return Error{ErrorCode::empty, "vertices: data is null"};
  if (const auto bad = check_points(from, 0, from.count)) return bad;
  if (const auto bad = read_points(to, 0, data_->to)) return bad;
  (void)read_points(from, 0, data_->from);
  set_boxes(*data_);
  return refit(data_->tree, data_->boxes);
}

Result<SweptMesh> make_swept_mesh(const VertexArray& from, const VertexArray& to, const IndexArray& triangles,
                                  const Executor& executor) {
  auto plain = read_triangles({from, triangles});
  if (!plain) return plain.error();
  if (to.count != from.count)
    return Error{ErrorCode::index_out_of_range, "from, to: not as many vertices at the end as at the start",
                 std::min(from.count, to.count)};
  if (to.data == nullptr) return Error{ErrorCode::empty, "to: data is null"};
  auto mesh = std::make_unique<SweptMeshData>();
  mesh->to.resize(to.count);
  if (const auto bad = read_points(to, 0, mesh->to)) return *bad;
  mesh->from = std::move(plain->vertices);
  mesh->triangles = std::move(plain->triangles);
  mesh->boxes.resize(mesh->triangles.size());
  set_owners(*mesh);
  set_boxes(*mesh);
  auto tree = build_tree(mesh->boxes, {executor, {}, 4});
  if (!tree) return tree.error();
  mesh->tree = *std::move(tree);
  return SweptMeshAccess::make(std::move(mesh));
}

const char* to_string(FeaturePair pair) noexcept {
  constexpr const char* kNames[] = {"vertex_face", "face_vertex", "edge_edge"};
  return enum_name(kNames, pair);
}

Status visit_impacts(const SweptMesh& a, const SweptMesh& b, ImpactVisitor visit,
                     const FeatureSettings& settings) {
  return search(a, b, settings, 1, visit);
}
Status visit_self_impacts(const SweptMesh& mesh, ImpactVisitor visit, const FeatureSettings& settings) {
  return search(mesh, mesh, settings, 1, visit);
}
MeshImpact first_impact(const SweptMesh& a, const SweptMesh& b, const FeatureSettings& settings) {
  return find_first(a, b, settings);
}
MeshImpact first_self_impact(const SweptMesh& mesh, const FeatureSettings& settings) {
  return find_first(mesh, mesh, settings);
}

}  // namespace graze::inline GRAZE_ABI
