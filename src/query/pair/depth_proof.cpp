// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pair/depth_proof.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "kernel/clip/clip.h"
#include "kernel/depth/face_heights.h"
#include "math/predicates.h"

namespace graze::inline GRAZE_ABI {
namespace {

using depth::ProofPlanes;
using depth::ProofVertex;

// A sum of products that depend on where their factors are: none waits for another.
std::uint64_t checksum_of(const DepthProof& p) {
  constexpr std::uint32_t kStep = 0x9e3779b9u, kOther = 0x85ebca6bu;
  std::uint64_t sum = std::uint64_t{p.vertex_count} << 32 | p.facet_count;
  for (std::uint32_t i = 0; i < p.vertex_count; ++i)
    sum += std::uint64_t{p.vertices[0][i] + (i + 1) * kStep} * (p.vertices[1][i] + (i + 1) * kOther);
  for (std::uint32_t i = 0; i < p.facet_count; ++i) {
    std::uint32_t facet = 0;
    std::memcpy(&facet, p.facets[i], sizeof facet);
    sum += std::uint64_t{facet + (i + 1) * kOther} * ((i + 1) * kStep | 1u);
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
  bool is_done = false;
  if (pair.b().reader == Core::Reader::half_space) return false;
  with_readers(pair, [&]<class A, class B>(const A& a, const B& b) {
    if constexpr (A::kHasVertices && B::kHasVertices) is_done = use(a, b);
  });
  return is_done;
}

// Vertices by index, in the working frame. All of a small hull at once: a proof names most of them, and some
// several times.
template <class Reader>
struct Placed {
  const Reader& reader;
  depth::SmallVertices all;

  explicit Placed(const Reader& r) : reader(r) {
    if constexpr (std::is_same_v<Reader, VertexReader>)
      if (r.count <= kSmallVertices)
        depth::face_kernels().place_vertices(*r.set, r.linear, r.translation, all);
  }
  [[nodiscard]] Vec3d operator[](std::uint32_t i) const { return i < all.count ? all[i] : reader.vertex(i); }
};

// A vertex of A - B in the order of the call, and the vertices of a and b, in canonical order, that make it.
struct Corner {
  Vec3d w;
  std::uint32_t a = 0, b = 0;
};

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

// Without vertices that no facet has.
void drop_unused(DepthProof& proof) {
  std::uint64_t used = 0;
  for (std::uint32_t f = 0; f < proof.facet_count; ++f)
    for (int k = 0; k < 3; ++k) used |= std::uint64_t{1} << proof.facets[f][k];
  std::uint8_t number[DepthProof::kMaxVertices];
  std::uint32_t count = 0;
  for (; used != 0; used &= used - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(used));
    number[i] = static_cast<std::uint8_t>(count);
    for (auto& of_one : proof.vertices) of_one[count] = of_one[i];
    ++count;
  }
  proof.vertex_count = count;
  for (std::uint32_t f = 0; f < proof.facet_count; ++f)
    for (int k = 0; k < 3; ++k) proof.facets[f][k] = number[proof.facets[f][k]];
}

// A proof carried out: where the pair has moved so much that another vertex is before the nearest facet, with
// that vertex added.
template <class A, class B>
class Prover {
 public:
  /// `sign`: -1 when the proof is of the operands in the other order.
  Prover(const Pair& pair, const A& a, const B& b, double sign, DepthProof& proof)
      : pair_(pair), a_(a), b_(b), placed_a_(a), placed_b_(b), proof_(proof), sign_(sign) {}

  /// From what is in the proof, or from a tetrahedron. With at most `most` vertices added.
  [[nodiscard]] bool prove(int most, depth::Depth& depth) {
    for (std::uint32_t i = 0; i < proof_.vertex_count; ++i)
      if (!place(i)) return false;
    set_planes(proof_, depth::kAllFacets.data(), proof_.facet_count, w_.items, planes_);
    for (int i = 0; i <= most; ++i) {
      const std::uint32_t f = find_nearest_plane(planes_, proof_.facet_count);
      if (f == proof_.facet_count) return false;
      const std::uint8_t* const v = proof_.facets[f];
      const Vec3d outward = planes_.normal(f) / length(planes_.normal(f)), normal = outward * sign_;
      const double distance =
          std::min({dot(outward, w_[v[0]]), dot(outward, w_[v[1]]), dot(outward, w_[v[2]])});
      std::uint32_t of_a = 0, of_b = 0;
      const double height = dot(normal, a_.support(normal, of_a) - b_.support(-normal, of_b));
      if (!(height > 4 * pair_.error)) return false;  // not inside, or not for certain
      if (height - distance <= 2 * pair_.error)
        return is_inside() && set_depth(f, outward, distance, height, depth);
      if (!add(of_a, of_b)) return false;  // that is before it now
    }
    return false;
  }
  /// A tetrahedron between vertices that are farthest along the way from a to b, and across it. Of a triangle
  /// and what it meets: its corners over the vertex that is deepest behind its face, which most likely is the
  /// nearest facet of A - B, and the vertex on the other side.
  [[nodiscard]] bool start() {
    const Vec3d way = inner_point(pair_.b()) - inner_point(pair_.a());
    Vec3d n, u, v;
    if (std::is_same_v<A, PointsReader> && a_.count == 3)
      n = cross(placed_a_[1] - placed_a_[0], placed_a_[2] - placed_a_[0]);
    const bool is_face = max_abs(n) > 0;
    if (!is_face) n = max_abs(way) > 0 ? way : Vec3d{1, 0, 0};
    n = n / std::copysign(length(n), dot(n, way));
    primitive::make_basis(n, u, v);
    Corner corners[6] = {farthest(n), farthest(-n)};
    if (is_face) {
      for (std::uint32_t i = 0; i < 3; ++i) corners[i == 0 ? 0 : i + 1] = corner_of(i, corners[0].b);
      corners[4] = corners[5] = corners[0];
    } else {
      corners[2] = farthest(u), corners[3] = farthest(-u);
      corners[4] = farthest(v), corners[5] = farthest(-v);
    }
    return start_from(corners);
  }
  /// The tetrahedron that a search ended with.
  [[nodiscard]] bool start_from(const gjk::Simplex& s) {
    Corner corners[6];
    for (int i = 0; i < 6; ++i) {
      const int slot = s.slots[i < 4 ? i : 0];
      corners[i] = {s.w[slot] * sign_, s.index_a[slot], s.index_b[slot]};
    }
    return start_from(corners);
  }
  [[nodiscard]] bool is_changed() const { return is_changed_; }

 private:
  [[nodiscard]] Corner corner_of(std::uint32_t a, std::uint32_t b) const {
    return {(placed_a_[a] - placed_b_[b]) * sign_, a, b};
  }
  // Along a direction from a to b, in canonical order.
  [[nodiscard]] Corner farthest(const Vec3d& d) const {
    Corner corner;
    corner.w = (a_.support(d, corner.a) - b_.support(-d, corner.b)) * sign_;
    return corner;
  }
  [[nodiscard]] bool start_from(Corner (&corners)[6]) {
    begin_change();
    proof_.vertex_count = proof_.facet_count = 0;
    if (!find_tetrahedron(corners, 4 * pair_.error)) return false;
    if (orient3d(corners[1].w, corners[2].w, corners[3].w, corners[0].w) < 0)
      std::swap(corners[1], corners[2]);
    for (std::uint32_t i = 0; i < 4; ++i) {
      vertices(0)[i] = corners[i].a;
      vertices(1)[i] = corners[i].b;
    }
    depth::set_tetrahedron(proof_);
    return true;
  }
  void begin_change() {
    if (!is_changed_) edges_ = {};
    is_changed_ = true;
  }
  // The proof is in the order of the call: with the operands swapped it is the same surface, mirrored.
  [[nodiscard]] std::uint32_t* vertices(int i) { return proof_.vertices[i == pair_.first ? 0 : 1]; }
  [[nodiscard]] bool place(std::uint32_t i) {
    const std::uint32_t of_a = vertices(0)[i], of_b = vertices(1)[i];
    if (of_a >= a_.count || of_b >= b_.count) return false;
    points_a_[i] = placed_a_[of_a];
    points_b_[i] = placed_b_[of_b];
    static_cast<Vec3d&>(w_[i]) = (points_a_[i] - points_b_[i]) * sign_;
    return true;
  }
  [[nodiscard]] bool add(std::uint32_t of_a, std::uint32_t of_b) {
    const std::uint32_t i = proof_.vertex_count;
    if (i == DepthProof::kMaxVertices) return false;
    begin_change();
    vertices(0)[i] = of_a;
    vertices(1)[i] = of_b;
    ++proof_.vertex_count;
    return place(i) && depth::insert(w_.items, i, edges_, proof_, planes_);
  }
  // Whether the origin is behind all planes by more than the error, below which none is certain. Not where a
  // facet has no area, whose key is NaN.
  [[nodiscard]] bool is_inside() const {
    const double limit = 4 * pair_.error * (4 * pair_.error);
    for (std::uint32_t f = 0; f < proof_.facet_count; ++f)
      if (!(planes_.keys[f] > limit)) return false;
    return true;
  }
  // The witnesses are at the foot of the normal, which may lie in another facet of the same plane, and, by
  // rounding, beside all of them.
  [[nodiscard]] bool set_depth(std::uint32_t nearest, const Vec3d& outward, double distance, double height,
                               depth::Depth& depth) const {
    const Vec3d foot = outward * distance;
    double weights[3];
    std::uint32_t f = nearest;
    depth.has_points = weigh(f, foot, weights);
    for (std::uint32_t i = 0; !depth.has_points && i < proof_.facet_count; ++i) {
      const std::uint8_t* const v = proof_.facets[i];
      const double lowest =
          std::min({dot(outward, w_[v[0]]), dot(outward, w_[v[1]]), dot(outward, w_[v[2]])});
      depth.has_points = lowest >= distance - 4 * pair_.error && weigh(f = i, foot, weights);
    }
    if (!depth.has_points) {
      const std::uint8_t* const v = proof_.facets[f = nearest];
      if (!depth::find_weights({w_[v[0]], w_[v[1]], w_[v[2]]}, foot, weights)) return false;
    }
    depth.lower = distance;
    depth.upper = height;
    depth.normal = outward * sign_;
    depth.a = depth.b = {};
    for (int k = 0; k < 3; ++k) {
      depth.a += points_a_[proof_.facets[f][k]] * weights[k];
      depth.b += points_b_[proof_.facets[f][k]] * weights[k];
    }
    depth.count = static_cast<int>(proof_.vertex_count);
    return true;
  }
  // Whether a point of the plane of a facet is in it, and as which mean of the corners.
  [[nodiscard]] bool weigh(std::uint32_t f, const Vec3d& foot, double (&weights)[3]) const {
    const std::uint8_t* const v = proof_.facets[f];
    return depth::find_mean({w_[v[0]], w_[v[1]], w_[v[2]]}, foot, 4 * pair_.error, weights);
  }

  const Pair& pair_;
  const A& a_;
  const B& b_;
  Placed<A> placed_a_;
  Placed<B> placed_b_;
  DepthProof& proof_;
  double sign_;
  bool is_changed_ = false;
  DepthProof::Edges edges_;  // from the first change on
  depth::Unset<Vec3d, DepthProof::kMaxVertices> points_a_, points_b_;
  depth::Unset<ProofVertex, DepthProof::kMaxVertices> w_;
  ProofPlanes planes_;
};

template <class A, class B>
Prover<A, B> make_prover(const Pair& pair, const A& a, const B& b, double sign, DepthProof& proof) {
  return Prover<A, B>(pair, a, b, sign, proof);
}

void set_answer(const Pair& pair, const depth::Depth& depth, Answer& answer) {
  answer.normal = depth.normal;
  answer.a = depth.a + depth.normal * pair.a().radius;
  answer.b = depth.b - depth.normal * pair.b().radius;
  answer.lower = -depth.upper - pair.error - pair.radius;
  answer.upper = -depth.lower + 2 * pair.error - pair.radius;
  answer.contact = Contact::overlapping;
  answer.iterations = 1;
}

bool is_triangle(const Core& core) {
  return core.reader == Core::Reader::points && !core.is_axis && core.shape->block != nullptr &&
         polytope_of(*core.shape).vertices.count == 3;
}

bool are_small(const Pair& pair) {
  return small_hull_of(*pair.a().shape) != nullptr && small_hull_of(*pair.b().shape) != nullptr;
}

}  // namespace

depth::TriangleOverlap find_triangle_depth(const Pair& pair, Answer& answer) {
  using depth::TriangleOverlap;
  if (!is_triangle(pair.a()) || !is_triangle(pair.b())) return TriangleOverlap::unknown;
  depth::Depth depth;
  const PointsReader a = points_reader(pair.a()), b = points_reader(pair.b());
  const TriangleOverlap overlap = depth::find_triangle_depth(a, b, pair.error, pair.size, depth);
  if (overlap == TriangleOverlap::deep) set_answer(pair, depth, answer);
  return overlap;
}

bool find_depth(const Pair& pair, Answer& answer) {
  // Cores with radius rarely meet; small hulls have their axes.
  if (pair.radius > 0 || are_small(pair)) return false;
  return with_vertices(pair, [&](const auto& a, const auto& b) {
    if (a.count < 3) return false;
    DepthProof proof;
    depth::Depth depth;
    auto prover = make_prover(pair, a, b, 1, proof);
    if (!prover.start() || !prover.prove(DepthProof::kMaxVertices, depth)) return false;
    set_answer(pair, depth, answer);
    return true;
  });
}

bool expand_quickly(const Pair& pair, const gjk::Simplex& start, depth::Depth& depth) {
  if (start.count != 4) return false;
  return with_vertices(pair, [&](const auto& a, const auto& b) {
    DepthProof proof;
    auto prover = make_prover(pair, a, b, 1, proof);
    return prover.start_from(start) && prover.prove(DepthProof::kMaxVertices, depth) && depth.has_points;
  });
}

bool prove_depth(const Pair& pair, DepthProof& proof, Answer& answer) {
  constexpr int kMostAdded = 8, kMostAtFirst = DepthProof::kMaxVertices;
  const bool is_known = is_written_by_us(proof);
  depth::Depth found;
  bool is_changed = false;
  const bool is_proved = with_vertices(pair, [&](const auto& a, const auto& b) {
    auto prover = make_prover(pair, a, b, pair.is_swapped() ? -1 : 1, proof);
    const bool is_done = (is_known && prover.prove(kMostAdded, found)) ||
                         (prover.start() && prover.prove(kMostAtFirst, found));
    is_changed = prover.is_changed();
    return is_done;
  });
  if (is_proved) set_answer(pair, found, answer);
  if (is_changed && !is_proved) proof.vertex_count = proof.facet_count = 0;
  if (is_changed && is_proved) drop_unused(proof);
  if (is_changed) proof.checksum = is_proved ? checksum_of(proof) : 0;
  return is_proved;
}

}  // namespace graze::inline GRAZE_ABI
