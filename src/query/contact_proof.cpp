// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact_proof.h"

#include <algorithm>
#include <cstring>

#include "gjk/hull.h"
#include "math/predicates.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Facets up to this much farther than the depth are made exact: room for the pair to move before the proof
// has to be made anew. Measured with the benchmark group contact; more room costs more than it saves.
constexpr double kRoom = 1.03;

std::uint64_t checksum_of(const DepthProof& p) {
  std::uint64_t sum = 0x9e3779b97f4a7c15u ^ (std::uint64_t{p.vertex_count} << 32 | p.facet_count);
  const auto mix = [&sum](std::uint64_t x) { sum = (sum ^ x) * 0xbf58476d1ce4e5b9u + (sum >> 29); };
  for (std::uint32_t i = 0; i < p.vertex_count; ++i)
    mix(std::uint64_t{p.vertices_a[i]} << 32 | p.vertices_b[i]);
  for (std::uint32_t i = 0; i < p.facet_count; ++i) {
    std::uint32_t facet = 0;
    std::memcpy(&facet, p.facets[i], sizeof facet);
    mix(facet);
  }
  return sum;
}

bool is_written_by_us(const DepthProof& p) {
  return p.vertex_count >= 4 && p.vertex_count <= DepthProof::kMaxVertices && p.facet_count >= 4 &&
         p.facet_count <= DepthProof::kMaxFacets && p.checksum == checksum_of(p);
}

// Calls `use` with both readers where both have vertices; false otherwise. In canonical order.
template <class Use>
bool with_vertices(const Pair& pair, Use use) {
  if (pair.a().reader == Core::Reader::half_space || pair.b().reader == Core::Reader::half_space)
    return false;
  return with_reader(pair.a(), [&](const auto& a) {
    return with_reader(pair.b(), [&](const auto& b) {
      if constexpr (std::remove_cvref_t<decltype(a)>::kHasVertices &&
                    std::remove_cvref_t<decltype(b)>::kHasVertices) {
        return use(a, b);
      } else {
        return false;
      }
    });
  });
}

struct NearestFacet {
  double distance;  // of the plane
  Vec3d normal;     // unit, outward
  std::uint32_t facet;
};

// Distances of all planes; false when the origin is not inside all of them.
bool find_nearest(const DepthProof& proof, const Vec3d* w, double error, NearestFacet& out) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t f = 0; f < proof.facet_count; ++f) {
    const std::uint8_t* v = proof.facets[f];
    const Vec3d &p = w[v[0]], n = cross(w[v[1]] - p, w[v[2]] - p);
    const double height = dot(n, p), squared = height * height, nn = dot(n, n);
    // Compared as squares, so that only the nearest takes a root. Below the error no plane is certain.
    if (!(height > 0 && squared > error * error * nn)) return false;
    if (squared < least * nn) {
      least = squared / nn;
      out.facet = f;
      out.normal = n;
    }
  }
  out.normal = out.normal / length(out.normal);
  return true;
}

// The point of a facet nearest to the origin, as weights of its corners.
bool find_weights(const Vec3d& p, const Vec3d& q, const Vec3d& r, const Vec3d& foot, double (&weights)[3]) {
  const Vec3d n = cross(q - p, r - p);
  const double nn = dot(n, n);
  weights[0] = dot(n, cross(q - foot, r - foot)) / nn;
  weights[1] = dot(n, cross(r - foot, p - foot)) / nn;
  weights[2] = 1 - weights[0] - weights[1];
  return std::abs(weights[0]) < 16 && std::abs(weights[1]) < 16 && std::abs(weights[2]) < 16;
}

template <class A, class B>
bool prove(const Pair& pair, const A& a, const B& b, const DepthProof& proof, Answer& answer) {
  Vec3d points_a[DepthProof::kMaxVertices], points_b[DepthProof::kMaxVertices], w[DepthProof::kMaxVertices];
  // The proof is in the order of the call: with the operands swapped it is the same surface, mirrored.
  const std::uint32_t* const indices[2] = {proof.vertices_a, proof.vertices_b};
  const std::uint32_t *ia = indices[pair.first], *ib = indices[1 - pair.first];
  const double sign = pair.is_swapped() ? -1 : 1;
  for (std::uint32_t i = 0; i < proof.vertex_count; ++i) {
    if (ia[i] >= a.count || ib[i] >= b.count) return false;
    points_a[i] = a.vertex(ia[i]);
    points_b[i] = b.vertex(ib[i]);
    w[i] = (points_a[i] - points_b[i]) * sign;
  }
  NearestFacet nearest;
  if (!find_nearest(proof, w, 4 * pair.error, nearest)) return false;
  const std::uint8_t* v = proof.facets[nearest.facet];
  const double distance =
      std::min({dot(nearest.normal, w[v[0]]), dot(nearest.normal, w[v[1]]), dot(nearest.normal, w[v[2]])});
  answer.normal = nearest.normal * sign;
  std::uint32_t index = 0;
  const double height =
      dot(answer.normal, a.support(answer.normal, index) - b.support(-answer.normal, index));
  if (!(height - distance <= 2 * pair.error)) return false;  // another facet is before it now
  double weights[3];
  if (!find_weights(w[v[0]], w[v[1]], w[v[2]], nearest.normal * distance, weights)) return false;
  answer.a = answer.b = {};
  for (int k = 0; k < 3; ++k) {
    answer.a += points_a[v[k]] * weights[k];
    answer.b += points_b[v[k]] * weights[k];
  }
  answer.a += answer.normal * pair.a().radius;
  answer.b -= answer.normal * pair.b().radius;
  answer.lower = -height - pair.error - pair.radius;
  answer.upper = -distance + 2 * pair.error - pair.radius;
  answer.contact = Contact::overlapping;
  answer.iterations = 1;
  return true;
}

// A - B in the order of the call, with the vertices that its corners are made of.
struct Corner {
  gjk::DifferenceVertex vertex;
  std::uint32_t a, b;
};

template <class A, class B>
Corner support(const Pair& pair, const A& a, const B& b, const Vec3d& d) {
  Corner c;
  const double sign = pair.is_swapped() ? -1 : 1;
  std::uint32_t ia = 0, ib = 0;
  c.vertex.a = a.support(d * sign, ia);
  c.vertex.b = b.support(d * -sign, ib);
  c.vertex.w = (c.vertex.a - c.vertex.b) * sign;
  c.a = pair.is_swapped() ? ib : ia;
  c.b = pair.is_swapped() ? ia : ib;
  return c;
}

// Moves four of six corners to the front that span a volume, and a large one.
bool find_tetrahedron(Corner (&c)[6], double error) {
  const auto take_best = [&](int from, auto measure) {
    int best = from;
    double value = -1;
    for (int i = from; i < 6; ++i)
      if (const double m = measure(c[i].vertex.w); m > value) value = m, best = i;
    std::swap(c[from], c[best]);
    return value;
  };
  const Vec3d p = c[0].vertex.w;
  const double longest = take_best(1, [&](const Vec3d& w) { return length_squared(w - p); });
  if (!(longest > error * error)) return false;
  const Vec3d e = c[1].vertex.w - p;
  (void)take_best(2, [&](const Vec3d& w) { return length_squared(cross(e, w - p)); });
  const Vec3d n = cross(e, c[2].vertex.w - p);
  const double volume = take_best(3, [&](const Vec3d& w) { return std::abs(dot(n, w - p)); });
  return volume > error * longest && orient3d(c[1].vertex.w, c[2].vertex.w, c[3].vertex.w, p) != 0;
}

template <class A, class B>
bool build(const Pair& pair, const A& a, const B& b, DepthProof& proof) {
  gjk::Hull hull(nullptr);
  Corner corners[6];
  for (int i = 0; i < 6; ++i) {
    Vec3d d;
    d[i / 2] = i % 2 == 0 ? 1 : -1;
    corners[i] = support(pair, a, b, d);
  }
  if (!find_tetrahedron(corners, 4 * pair.error)) return false;
  const gjk::DifferenceVertex start[4] = {corners[0].vertex, corners[1].vertex, corners[2].vertex,
                                          corners[3].vertex};
  hull.start(start);
  if (!(hull.vertex(1).w == corners[1].vertex.w)) std::swap(corners[1], corners[2]);
  const auto keep = [&](const Corner& corner, std::uint32_t i) {
    proof.vertices_a[i] = corner.a;
    proof.vertices_b[i] = corner.b;
  };
  for (std::uint32_t i = 0; i < 4; ++i) keep(corners[i], i);
  std::uint32_t f = 0;
  const auto insert = [&](const Corner& corner) {
    const std::uint32_t count = hull.vertex_count();
    if (count >= DepthProof::kMaxVertices) return false;
    keep(corner, count);
    return hull.insert(corner.vertex, f);
  };
  for (int i = 4; i < 6; ++i)
    if (hull.find_visible(corners[i].vertex, f)) (void)insert(corners[i]);
  double depth = std::numeric_limits<double>::infinity();  // least height of a supporting plane so far
  while (hull.pop(f)) {
    const gjk::Facet facet = hull.facet(f);
    if (facet.key > depth * kRoom) break;
    const Vec3d n = normalized(facet.cross);
    const Corner corner = support(pair, a, b, n);
    const double height = dot(n, corner.vertex.w);
    if (!(height > 4 * pair.error)) return false;  // not inside
    if (height < depth) {
      depth = height;
      hull.set_nearest_plane(depth * kRoom);
    }
    if (height - facet.offset <= pair.error) continue;  // a facet of A - B itself
    if (!insert(corner) && !(facet.key > depth)) return false;
  }
  proof.vertex_count = hull.vertex_count();
  proof.facet_count = 0;
  for (std::uint32_t i = 0; i < hull.facet_count(); ++i) {
    const gjk::Facet& facet = hull.facet(i);
    if (!facet.is_alive) continue;
    if (proof.facet_count == DepthProof::kMaxFacets) return false;
    std::uint8_t* to = proof.facets[proof.facet_count++];
    for (int k = 0; k < 3; ++k) to[k] = static_cast<std::uint8_t>(facet.vertices[k]);
    to[3] = 0;
  }
  return true;
}

}  // namespace

bool prove_depth(const Pair& pair, const DepthProof& proof, Answer& answer) {
  if (!is_written_by_us(proof)) return false;
  Answer found;
  const bool is_proved =
      with_vertices(pair, [&](const auto& a, const auto& b) { return prove(pair, a, b, proof, found); });
  if (is_proved) answer = found;
  return is_proved;
}

bool make_proof(const Pair& pair, DepthProof& proof) {
  const bool is_made =
      with_vertices(pair, [&](const auto& a, const auto& b) { return build(pair, a, b, proof); });
  if (!is_made) proof.vertex_count = proof.facet_count = 0;
  proof.checksum = is_made ? checksum_of(proof) : 0;
  return is_made;
}

}  // namespace graze::inline GRAZE_ABI
