// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact_proof.h"

#include <algorithm>
#include <cstring>

#include "math/predicates.h"
#include "primitive/face_heights.h"

namespace graze::inline GRAZE_ABI {
namespace {

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

// The plane of a facet.
struct FacetPlane {
  Vec3d normal;   // outward, as long as twice the area
  double height;  // of the plane, times that
  double key;     // of the plane, squared, and negative where the origin is outside
};

FacetPlane plane_of(const std::uint8_t* v, const Vec3d* w) {
  const Vec3d &p = w[v[0]], n = cross(w[v[1]] - p, w[v[2]] - p);
  const double height = dot(n, p);
  return {n, height, height * std::abs(height) / dot(n, n)};  // NaN of one without area
}

// The facet whose plane is nearest to the origin, or most on the wrong side of it; none: `count`.
// `is_inside`: whether the origin is inside of all planes, by more than the error, below which no plane is
// certain.
std::uint32_t find_nearest(const FacetPlane* planes, std::uint32_t count, double error, bool& is_inside) {
  double least = std::numeric_limits<double>::infinity();
  std::uint32_t nearest = count;
  is_inside = true;
  for (std::uint32_t f = 0; f < count; ++f) {
    is_inside &= planes[f].key > error * error;
    if (!(planes[f].key < least)) continue;
    least = planes[f].key;
    nearest = f;
  }
  return nearest;
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

// Vertices by index, in the working frame. All of a small hull at once: a proof names most of them, and some
// several times.
template <class Reader>
struct Placed {
  const Reader& reader;
  primitive::SmallVertices all;

  explicit Placed(const Reader& r) : reader(r) {
    if constexpr (std::is_same_v<Reader, VertexReader>)
      if (r.count <= kSmallVertices)
        primitive::face_kernels().place_vertices(*r.set, r.linear, r.translation, all);
  }
  [[nodiscard]] Vec3d operator[](std::uint32_t i) const { return i < all.count ? all[i] : reader.vertex(i); }
};

// A vertex of A - B in the order of the call, and the vertices of a and b, in canonical order, that make it.
struct Corner {
  Vec3d w;
  std::uint32_t a = 0, b = 0;
};

// Outward where corners 1, 2, 3 are counterclockwise seen from away of corner 0.
constexpr std::uint8_t kTetrahedron[4][4] = {{1, 2, 3, 0}, {0, 2, 1, 0}, {0, 3, 2, 0}, {0, 1, 3, 0}};

// Moves four of six corners to the front that span a volume, and a large one.
bool find_tetrahedron(Corner (&c)[6], double error) {
  const auto take_best = [&](int from, auto measure) {
    int best = from;
    double value = -1;
    for (int i = from; i < 6; ++i)
      if (const double m = measure(c[i].w); m > value) value = m, best = i;
    std::swap(c[from], c[best]);
    return value;
  };
  const Vec3d p = c[0].w;
  const double longest = take_best(1, [&](const Vec3d& w) { return length_squared(w - p); });
  if (!(longest > error * error)) return false;
  const Vec3d e = c[1].w - p;
  (void)take_best(2, [&](const Vec3d& w) { return length_squared(cross(e, w - p)); });
  const Vec3d n = cross(e, c[2].w - p);
  const double volume = take_best(3, [&](const Vec3d& w) { return std::abs(dot(n, w - p)); });
  return volume > error * longest && orient3d(c[1].w, c[2].w, c[3].w, p) != 0;
}

// Replaces all facets that are visible from the vertex `apex` by a fan around it. The fan has the same edges
// at its rim as what it replaces, whatever that is: a closed surface stays closed. False: no room.
bool insert(const Vec3d* w, std::uint32_t apex, DepthProof& proof, FacetPlane* planes) {
  constexpr int kMaxEdges = 3 * DepthProof::kMaxFacets;
  std::uint8_t rim[kMaxEdges][2];
  int count = 0;
  const auto toggle = [&](std::uint8_t from, std::uint8_t to) {
    for (int i = 0; i < count; ++i) {
      if (rim[i][0] != to || rim[i][1] != from) continue;
      --count;
      rim[i][0] = rim[count][0];
      rim[i][1] = rim[count][1];
      return;
    }
    rim[count][0] = from;
    rim[count++][1] = to;
  };
  for (std::uint32_t f = 0; f < proof.facet_count;) {
    const std::uint8_t* const v = proof.facets[f];
    if (!(dot(planes[f].normal, w[apex]) > planes[f].height)) {
      ++f;
      continue;
    }
    for (int k = 0; k < 3; ++k) toggle(v[k], v[k == 2 ? 0 : k + 1]);
    const std::uint32_t last = --proof.facet_count;
    std::memmove(proof.facets[f], proof.facets[last], sizeof proof.facets[0]);
    planes[f] = planes[last];
  }
  if (proof.facet_count + static_cast<std::uint32_t>(count) > DepthProof::kMaxFacets) return false;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t f = proof.facet_count++;
    const std::uint8_t facet[4] = {rim[i][0], rim[i][1], static_cast<std::uint8_t>(apex), 0};
    std::memcpy(proof.facets[f], facet, sizeof facet);
    planes[f] = plane_of(facet, w);
  }
  return true;
}

// An array whose entries have no value until they are written: most are not needed.
template <class T, std::uint32_t kCount>
struct Unset {
  union {
    T items[kCount];
  };
  Unset() {}
  [[nodiscard]] T& operator[](std::uint32_t i) { return items[i]; }
  [[nodiscard]] const T& operator[](std::uint32_t i) const { return items[i]; }
};

// A proof carried out: where the pair has moved so much that another vertex is before the nearest facet, with
// that vertex added.
template <class A, class B>
class Prover {
 public:
  Prover(const Pair& pair, const A& a, const B& b, DepthProof& proof)
      : pair_(pair),
        a_(a),
        b_(b),
        placed_a_(a),
        placed_b_(b),
        proof_(proof),
        sign_(pair.is_swapped() ? -1 : 1) {}

  /// From what is in the proof, or from a tetrahedron. With at most `most` vertices added.
  [[nodiscard]] bool prove(int most, Answer& answer) {
    for (std::uint32_t i = 0; i < proof_.vertex_count; ++i)
      if (!place(i)) return false;
    for (std::uint32_t f = 0; f < proof_.facet_count; ++f) planes_[f] = plane_of(proof_.facets[f], w_.items);
    for (int i = 0; i <= most; ++i) {
      bool is_inside = false;
      const std::uint32_t f = find_nearest(planes_.items, proof_.facet_count, 4 * pair_.error, is_inside);
      if (f == proof_.facet_count) return false;
      const std::uint8_t* const v = proof_.facets[f];
      const Vec3d outward = planes_[f].normal / length(planes_[f].normal), normal = outward * sign_;
      const double distance =
          std::min({dot(outward, w_[v[0]]), dot(outward, w_[v[1]]), dot(outward, w_[v[2]])});
      std::uint32_t of_a = 0, of_b = 0;
      const double height = dot(normal, a_.support(normal, of_a) - b_.support(-normal, of_b));
      if (!(height > 4 * pair_.error)) return false;  // not inside, or not for certain
      if (height - distance <= 2 * pair_.error)
        return is_inside && answer_from(v, outward, distance, height, answer);
      if (!add(of_a, of_b)) return false;  // that is before it now
    }
    return false;
  }
  /// A tetrahedron between vertices that are farthest along the axes.
  [[nodiscard]] bool start() {
    Corner corners[6];
    for (int i = 0; i < 6; ++i) {
      Vec3d d;
      d[i / 2] = i % 2 == 0 ? 1 : -1;
      corners[i].w = (a_.support(d * sign_, corners[i].a) - b_.support(d * -sign_, corners[i].b)) * sign_;
    }
    is_changed_ = true;
    proof_.vertex_count = proof_.facet_count = 0;
    if (!find_tetrahedron(corners, 4 * pair_.error)) return false;
    if (orient3d(corners[1].w, corners[2].w, corners[3].w, corners[0].w) < 0)
      std::swap(corners[1], corners[2]);
    for (std::uint32_t i = 0; i < 4; ++i) {
      vertices(0)[i] = corners[i].a;
      vertices(1)[i] = corners[i].b;
    }
    proof_.vertex_count = proof_.facet_count = 4;
    std::memcpy(proof_.facets, kTetrahedron, sizeof kTetrahedron);
    return true;
  }
  [[nodiscard]] bool is_changed() const { return is_changed_; }

 private:
  // The proof is in the order of the call: with the operands swapped it is the same surface, mirrored.
  [[nodiscard]] std::uint32_t* vertices(int i) {
    return i == pair_.first ? proof_.vertices_a : proof_.vertices_b;
  }
  [[nodiscard]] bool place(std::uint32_t i) {
    const std::uint32_t of_a = vertices(0)[i], of_b = vertices(1)[i];
    if (of_a >= a_.count || of_b >= b_.count) return false;
    points_a_[i] = placed_a_[of_a];
    points_b_[i] = placed_b_[of_b];
    w_[i] = (points_a_[i] - points_b_[i]) * sign_;
    return true;
  }
  [[nodiscard]] bool add(std::uint32_t of_a, std::uint32_t of_b) {
    const std::uint32_t i = proof_.vertex_count;
    if (i == DepthProof::kMaxVertices) return false;
    is_changed_ = true;
    vertices(0)[i] = of_a;
    vertices(1)[i] = of_b;
    ++proof_.vertex_count;
    return place(i) && insert(w_.items, i, proof_, planes_.items);
  }
  [[nodiscard]] bool answer_from(const std::uint8_t* v, const Vec3d& outward, double distance, double height,
                                 Answer& answer) const {
    double weights[3];
    if (!find_weights(w_[v[0]], w_[v[1]], w_[v[2]], outward * distance, weights)) return false;
    answer.normal = outward * sign_;
    answer.a = answer.b = {};
    for (int k = 0; k < 3; ++k) {
      answer.a += points_a_[v[k]] * weights[k];
      answer.b += points_b_[v[k]] * weights[k];
    }
    answer.a += answer.normal * pair_.a().radius;
    answer.b -= answer.normal * pair_.b().radius;
    answer.lower = -height - pair_.error - pair_.radius;
    answer.upper = -distance + 2 * pair_.error - pair_.radius;
    answer.contact = Contact::overlapping;
    answer.iterations = 1;
    return true;
  }

  const Pair& pair_;
  const A& a_;
  const B& b_;
  Placed<A> placed_a_;
  Placed<B> placed_b_;
  DepthProof& proof_;
  double sign_;
  bool is_changed_ = false;
  Unset<Vec3d, DepthProof::kMaxVertices> points_a_, points_b_, w_;
  Unset<FacetPlane, DepthProof::kMaxFacets> planes_;
};

}  // namespace

bool prove_depth(const Pair& pair, DepthProof& proof, Answer& answer) {
  constexpr int kMostAdded = 8, kMostAtFirst = DepthProof::kMaxVertices;
  const bool is_known = is_written_by_us(proof);
  Answer found;
  bool is_changed = false;
  const bool is_proved = with_vertices(pair, [&](const auto& a, const auto& b) {
    Prover<std::remove_cvref_t<decltype(a)>, std::remove_cvref_t<decltype(b)>> prover(pair, a, b, proof);
    const bool is_done = (is_known && prover.prove(kMostAdded, found)) ||
                         (prover.start() && prover.prove(kMostAtFirst, found));
    is_changed = prover.is_changed();
    return is_done;
  });
  if (is_proved) answer = found;
  if (is_changed && !is_proved) proof.vertex_count = proof.facet_count = 0;
  if (is_changed) proof.checksum = is_proved ? checksum_of(proof) : 0;
  return is_proved;
}

}  // namespace graze::inline GRAZE_ABI
