// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernel/depth/expand.h"
#include "math/predicates.h"

// The growing polytope of EPA: a triangulated convex surface with neighbours, and a queue of its facets by
// distance. The queue is an array that is searched from end to end: it holds few facets at a time, and
// pushing costs nothing.

namespace graze::inline GRAZE_ABI::depth {

struct Facet {
  Vec3d cross;         // outward normal, not unit
  double cross_error;  // what rounding may do to cross · (w - vertex), per unit of |w - vertex|
  double offset;       // of the plane from the origin
  double key;  // distance of the facet from the origin, by which the queue orders; negative if it is outside
  std::uint32_t vertices[3];
  std::uint32_t neighbours[3];  // across the edge from vertices[i] to vertices[i + 1]
  std::uint32_t back[3];        // which edge of the neighbour that is
  bool is_alive;
};

/// Edge `edge` of a facet.
struct FacetEdge {
  std::uint32_t facet;
  std::uint32_t edge;
};

class Hull {
 public:
  /// Without a workspace the scratch below is all there is; with one it grows.
  explicit Hull(Workspace* workspace) : workspace_(workspace) {}

  /// Starts from four vertices that span a volume.
  void start(const DifferenceVertex (&corners)[4]);
  /// Grows by a vertex that `from` sees. False when there is no room (the hull is then unchanged).
  [[nodiscard]] bool insert(const DifferenceVertex& vertex, std::uint32_t from);
  /// Nearest facet, taken off the queue; false when none is left.
  [[nodiscard]] bool pop(std::uint32_t& facet);
  /// Any live facet that sees the vertex strictly, or false.
  [[nodiscard]] bool find_visible(const DifferenceVertex& vertex, std::uint32_t& facet) const;

  /// Tells the height of a supporting plane of A - B: facets farther away than the lowest are not queued.
  void set_nearest_plane(double height) { nearest_plane_ = height; }

  [[nodiscard]] const Facet& facet(std::uint32_t i) const { return facets_[i]; }
  [[nodiscard]] const DifferenceVertex& vertex(std::uint32_t i) const { return vertices_[i]; }
  /// No room for another vertex, and no workspace to find it in.
  [[nodiscard]] bool is_full() const { return vertex_count_ == capacity_; }
  [[nodiscard]] std::uint32_t vertex_count() const { return vertex_count_; }
  /// Facets ever made, dead ones included.
  [[nodiscard]] std::uint32_t facet_count() const { return facet_count_; }
  /// The origin as a mean of the hull's vertices: the same mean of their points of A and of B. False when it
  /// is outside.
  [[nodiscard]] bool find_origin(Vec3d& a, Vec3d& b) const;
  /// Distance of a facet's triangle, not its plane, from the origin; not above it but for one rounding.
  [[nodiscard]] double distance_of(const Facet& facet) const;
  /// Puts a popped facet back with another key.
  void push_again(std::uint32_t facet, double key);

 private:
  // Most pairs need fewer than 40 vertices; stack frames stay below 64 KiB.
  static constexpr std::uint32_t kLocalVertices = 128;
  // A vertex, two facets and their keys and places in the free list, four edges.
  static constexpr std::size_t kBytesPerVertex =
      sizeof(DifferenceVertex) + 2 * (sizeof(Facet) + sizeof(double) + 4) + 4 * sizeof(FacetEdge);
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  static constexpr std::uint32_t next(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

  [[nodiscard]] bool sees(const Facet& facet, const Vec3d& w) const;
  [[nodiscard]] bool reserve();
  [[nodiscard]] bool mark_visible(const Vec3d& w, std::uint32_t from);
  [[nodiscard]] static Vec3d sharp_cross(const Vec3d& p, const Vec3d& q, const Vec3d& r, double& sum1,
                                         double& sum2);
  void measure_exactly(Facet& facet, double nn, bool is_needle) const;
  std::uint32_t add_facet(std::uint32_t i, std::uint32_t j, std::uint32_t k);
  void link(std::uint32_t f, std::uint32_t edge, std::uint32_t g, std::uint32_t other);

  Workspace* workspace_;
  double nearest_plane_ = std::numeric_limits<double>::infinity();
  alignas(16) unsigned char local_[kLocalVertices * kBytesPerVertex];
  DifferenceVertex* vertices_ = nullptr;
  Facet* facets_ = nullptr;
  double* queue_ = nullptr;        // by facet: its key, or infinity when it is not queued
  FacetEdge* edges_ = nullptr;     // horizon, then the stack that finds it
  std::uint32_t* free_ = nullptr;  // facets to be used again
  std::uint32_t capacity_ = 0;     // in vertices; facets: twice as many
  std::uint32_t vertex_count_ = 0, facet_count_ = 0, free_count_ = 0, horizon_count_ = 0;
};

inline bool Hull::sees(const Facet& facet, const Vec3d& w) const {
  const Vec3d& p = vertices_[facet.vertices[0]].w;
  const Vec3d e = w - p;
  const double value = dot(facet.cross, e);
  const double bound = facet.cross_error * (std::abs(e.x) + std::abs(e.y) + std::abs(e.z));
  if (value > bound) return true;
  if (value < -bound) return false;
  // Coplanar counts as seen: then no new facet can be degenerate, because the facet beyond each horizon edge
  // does not contain the new vertex in its plane.
  return orient3d(vertices_[facet.vertices[1]].w, vertices_[facet.vertices[2]].w, w, p) >= 0;
}

inline bool Hull::reserve() {
  if (vertex_count_ < capacity_) return true;
  std::uint32_t capacity = kLocalVertices;
  unsigned char* storage = local_;
  if (capacity_ != 0) {
    if (workspace_ == nullptr) return false;
    capacity = capacity_ * 4;
    storage = static_cast<unsigned char*>(workspace_->grow(capacity * kBytesPerVertex));
    if (storage == nullptr) return false;
  }
  auto* vertices = reinterpret_cast<DifferenceVertex*>(storage);
  auto* facets = reinterpret_cast<Facet*>(vertices + capacity);
  auto* queue = reinterpret_cast<double*>(facets + 2 * capacity);
  auto* edges = reinterpret_cast<FacetEdge*>(queue + 2 * capacity);
  auto* free = reinterpret_cast<std::uint32_t*>(edges + 4 * capacity);
  // The workspace may hand out the storage that is in use; regions only move up, so the last is moved first.
  std::copy_backward(free_, free_ + free_count_, free + free_count_);
  std::copy_backward(queue_, queue_ + facet_count_, queue + facet_count_);
  std::copy_backward(facets_, facets_ + facet_count_, facets + facet_count_);
  std::copy_backward(vertices_, vertices_ + vertex_count_, vertices + vertex_count_);
  vertices_ = vertices;
  facets_ = facets;
  queue_ = queue;
  edges_ = edges;
  free_ = free;
  capacity_ = capacity;
  return true;
}

inline bool Hull::pop(std::uint32_t& f) {
  double nearest = kNever;
  for (std::uint32_t i = 0; i < facet_count_; ++i) {
    const bool is_nearer = queue_[i] < nearest;  // ties go to the older facet
    nearest = is_nearer ? queue_[i] : nearest;
    f = is_nearer ? i : f;
  }
  if (!(nearest < kNever)) return false;
  queue_[f] = kNever;
  return true;
}

inline void Hull::push_again(std::uint32_t f, double key) { facets_[f].key = queue_[f] = key; }

// The plane of a facet with a sharp corner: from the two shortest edges, as in simplex.cpp. `sums` are of the
// edges at p.
[[gnu::noinline]] inline Vec3d Hull::sharp_cross(const Vec3d& p, const Vec3d& q, const Vec3d& r, double& sum1,
                                                 double& sum2) {
  const Vec3d e1 = q - p, e2 = r - p, e3 = r - q;
  const double sum3 = sum_abs(e3);
  if (!(sum3 * 4 < sum1 && sum3 * 4 < sum2)) return cross(e1, e2);
  const bool is_first = sum1 < sum2;
  (is_first ? sum2 : sum1) = sum3;
  return is_first ? cross(e1, e3) : cross(e2, e3);
}

// Only the exact sign tells on which side the origin is; next to the plane, and next to the plane of a needle
// far from it, the rounded one does not. The plane of a needle is noise, its own distance is not.
[[gnu::noinline]] inline void Hull::measure_exactly(Facet& facet, double nn, bool is_needle) const {
  if (is_needle) {
    if (!(nn > 0)) facet.offset = 0;
    facet.key = nn > 0 ? distance_of(facet) : kNever;
  }
  if (sees(facet, {})) {
    facet.key = -std::abs(facet.key);
    facet.offset = -std::abs(facet.offset);
  }
}

inline std::uint32_t Hull::add_facet(std::uint32_t i, std::uint32_t j, std::uint32_t k) {
  const std::uint32_t f = free_count_ > 0 ? free_[--free_count_] : facet_count_++;
  Facet& facet = facets_[f];
  const Vec3d &p = vertices_[i].w, &q = vertices_[j].w, &r = vertices_[k].w;
  const Vec3d e1 = q - p, e2 = r - p;
  double s1 = sum_abs(e1), s2 = sum_abs(e2);
  Vec3d n = cross(e1, e2);
  double nn = dot(n, n);
  if (nn * 64 < (s1 * s1) * (s2 * s2)) [[unlikely]] {
    n = sharp_cross(p, q, r, s1, s2);
    nn = dot(n, n);
  }
  facet.cross = n;
  facet.cross_error = 16 * kDoubleEpsilon * (s1 * s2);
  // Any point of the facet is a mean of its corners, so no rounding of the normal can put it below the lowest
  // of them.
  const double of_p = dot(n, p), least = std::min(of_p, std::min(dot(n, q), dot(n, r)));
  facet.offset = facet.key = least / std::sqrt(nn);
  facet.vertices[0] = i;
  facet.vertices[1] = j;
  facet.vertices[2] = k;
  facet.is_alive = true;
  const bool is_needle = !(nn > 1e-12 * (s1 * s1) * (s2 * s2));
  if (is_needle || !(of_p > facet.cross_error * sum_abs(p))) [[unlikely]]
    measure_exactly(facet, nn, is_needle);
  // A facet beyond a supporting plane that is already known cannot be the nearest.
  queue_[f] = facet.key < nearest_plane_ ? facet.key : kNever;
  return f;
}

inline double Hull::distance_of(const Facet& facet) const {
  gjk::Simplex s;
  for (int i = 0; i < 3; ++i) s.w[i] = vertices_[facet.vertices[i]].w;
  const gjk::Nearest nearest = gjk::nearest_on_triangle(s, 0, 1, 2);
  // However v was rounded, no point of the triangle is nearer along it than the lowest corner.
  const Vec3d& v = nearest.v;
  const double least = std::min({dot(v, s.w[0]), dot(v, s.w[1]), dot(v, s.w[2])});
  return least > 0 ? least / std::sqrt(nearest.vv) : 0;
}

inline void Hull::link(std::uint32_t f, std::uint32_t edge, std::uint32_t g, std::uint32_t other) {
  facets_[f].neighbours[edge] = g;
  facets_[f].back[edge] = other;
  facets_[g].neighbours[other] = f;
  facets_[g].back[other] = edge;
}

inline void Hull::start(const DifferenceVertex (&corners)[4]) {
  (void)reserve();  // the first block is local and cannot fail
  for (const DifferenceVertex& corner : corners) vertices_[vertex_count_++] = corner;
  if (orient3d(corners[1].w, corners[2].w, corners[3].w, corners[0].w) < 0)
    std::swap(vertices_[1], vertices_[2]);
  const std::uint32_t a = add_facet(0, 2, 1), b = add_facet(0, 1, 3), c = add_facet(1, 2, 3),
                      d = add_facet(2, 0, 3);
  link(a, 0, d, 0);
  link(a, 1, c, 0);
  link(a, 2, b, 0);
  link(b, 1, c, 2);
  link(c, 1, d, 2);
  link(d, 1, b, 2);
}

// Walks over the facets that see w, depth first, so that the horizon comes out as one ordered loop.
// [Bergen01]
inline bool Hull::mark_visible(const Vec3d& w, std::uint32_t from) {
  FacetEdge* const stack = edges_ + 2 * capacity_;
  std::uint32_t top = 0;
  horizon_count_ = 0;
  const std::uint32_t freed_before = free_count_;
  const auto kill = [&](std::uint32_t f) {
    facets_[f].is_alive = false;
    free_[free_count_++] = f;
  };
  kill(from);
  for (const std::uint32_t edge : {2u, 1u, 0u})
    stack[top++] = {facets_[from].neighbours[edge], facets_[from].back[edge]};
  while (top > 0) {
    const FacetEdge at = stack[--top];
    const Facet& facet = facets_[at.facet];
    if (!facet.is_alive) continue;
    if (!sees(facet, w)) {
      edges_[horizon_count_++] = at;
      continue;
    }
    kill(at.facet);
    const std::uint32_t first = next(at.edge), second = next(first);
    stack[top++] = {facet.neighbours[second], facet.back[second]};
    stack[top++] = {facet.neighbours[first], facet.back[first]};
  }
  bool is_loop = horizon_count_ >= 3;
  for (std::uint32_t i = 0; is_loop && i < horizon_count_; ++i) {
    const FacetEdge &at = edges_[i], &after = edges_[i + 1 == horizon_count_ ? 0 : i + 1];
    is_loop = facets_[at.facet].vertices[at.edge] == facets_[after.facet].vertices[next(after.edge)];
  }
  if (!is_loop) {
    while (free_count_ > freed_before) facets_[free_[--free_count_]].is_alive = true;
  } else {
    for (std::uint32_t i = freed_before; i < free_count_; ++i) queue_[free_[i]] = kNever;
  }
  return is_loop;
}

inline bool Hull::insert(const DifferenceVertex& vertex, std::uint32_t from) {
  if (!sees(facets_[from], vertex.w) || !reserve() || !mark_visible(vertex.w, from)) return false;
  const std::uint32_t apex = vertex_count_++;
  vertices_[apex] = vertex;
  std::uint32_t first = 0, previous = 0;
  for (std::uint32_t i = 0; i < horizon_count_; ++i) {
    const FacetEdge at = edges_[i];
    const Facet& beyond = facets_[at.facet];
    const std::uint32_t f = add_facet(beyond.vertices[next(at.edge)], beyond.vertices[at.edge], apex);
    link(f, 0, at.facet, at.edge);
    if (i > 0) link(previous, 1, f, 2);
    if (i == 0) first = f;
    previous = f;
  }
  link(previous, 1, first, 2);
  return true;
}

inline bool Hull::find_visible(const DifferenceVertex& vertex, std::uint32_t& facet) const {
  for (std::uint32_t i = 0; i < facet_count_; ++i) {
    const Facet& f = facets_[i];
    const Vec3d e = vertex.w - vertices_[f.vertices[0]].w;
    // Beyond any doubt: a copy of a vertex that is there must not be taken for a new one.
    if (f.is_alive && dot(f.cross, e) > f.cross_error * sum_abs(e)) {
      facet = i;
      return true;
    }
  }
  return false;
}

// From the first vertex through the origin to the facet where that line leaves.
inline bool Hull::find_origin(Vec3d& a, Vec3d& b) const {
  const DifferenceVertex& from = vertices_[0];
  double best = 0;
  for (std::uint32_t f = 0; f < facet_count_; ++f) {
    const Facet& facet = facets_[f];
    if (!facet.is_alive) continue;
    const DifferenceVertex &p = vertices_[facet.vertices[0]], &q = vertices_[facet.vertices[1]],
                           &r = vertices_[facet.vertices[2]];
    const double slope = -dot(facet.cross, from.w), height = dot(facet.cross, p.w - from.w);
    if (!(height > 0 && slope > 0 && height >= slope)) continue;
    const Vec3d x = from.w * (1 - height / slope), n = facet.cross;
    const double nn = dot(n, n), u = dot(n, cross(q.w - x, r.w - x)) / nn,
                 v = dot(n, cross(r.w - x, p.w - x)) / nn;
    const double w = 1 - u - v, least = std::min({u, v, w});
    if (!(least > best - 1e-9)) continue;
    best = least;
    const double part = slope / height;  // the origin's place between the first vertex (0) and the facet (1)
    const auto clamp = [](double t) { return t > 0 ? t : 0; };
    const double sum = clamp(u) + clamp(v) + clamp(w), cu = clamp(u) / sum, cv = clamp(v) / sum,
                 cw = clamp(w) / sum;
    a = from.a * (1 - part) + (p.a * cu + q.a * cv + r.a * cw) * part;
    b = from.b * (1 - part) + (p.b * cu + q.b * cv + r.b * cw) * part;
    if (best > 0.01) return true;
  }
  return best > 0;
}

}  // namespace graze::inline GRAZE_ABI::depth
