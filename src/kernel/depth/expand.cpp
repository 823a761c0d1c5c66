// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/expand.h"

#include <algorithm>

#include "kernel/depth/exact_surface.h"
#include "kernel/gjk/iterate.h"
#include "math/predicates.h"

namespace graze::inline GRAZE_ABI::gjk {
namespace {

// Vertices after which a curved pair is asked whether expansion still pays. Measured with the truth set:
// unique minima are done by then at 1e-6.
constexpr std::uint32_t kCurvedPatience = 48;
// Part of the height within which the bounds are when the valley around the lowest plane is looked for.
constexpr double kValleyGap = 0.2;
constexpr double kLeastValleyGap = 0.01;  // where it is looked for a last time
constexpr int kAttempts = 3;
// Vertices after which a valley has not spared any: others are as low, or nearly so.
constexpr std::uint32_t kProofPatience = 2 * kCurvedPatience;
// Facets from which the plane is then refined.
constexpr int kCandidates = 8;

// Corners of a tetrahedron within A - B that is as fat as a few supports can tell.
struct Seed {
  DifferenceVertex candidates[16];
  int count = 0;
  Vec3d flat_normal{1, 0, 0};  // when there is none: a direction across which A - B has no extent

  void add(const DifferenceVertex& v) {
    if (count < 16) candidates[count++] = v;
  }
  void use(int position, int candidate) { std::swap(candidates[position], candidates[candidate]); }
};

Vec3d any_perpendicular(const Vec3d& v) {
  const Vec3d axis = std::abs(v.x) <= std::abs(v.y) && std::abs(v.x) <= std::abs(v.z) ? Vec3d{1, 0, 0}
                     : std::abs(v.y) <= std::abs(v.z)                                 ? Vec3d{0, 1, 0}
                                                                                      : Vec3d{0, 0, 1};
  return normalized(cross(v, axis));
}

// Moves the best of the candidates from `from` on to position `from`; returns its measure.
template <class Measure>
double take_best(Seed& seed, int from, Measure measure) {
  int best = from;
  double value = -1;
  for (int i = from; i < seed.count; ++i) {
    const double m = measure(seed.candidates[i].w);
    if (m > value) {
      value = m;
      best = i;
    }
  }
  seed.use(from, best);
  return value;
}

// False when A - B is flat to within `error`.
bool find_seed(DifferenceSupport support, const Simplex& start, double error, Seed& seed) {
  for (int i = 0; i < start.count; ++i) {
    const int s = start.slots[i];
    seed.add({start.w[s], start.a[s], start.b[s]});
  }
  DifferenceVertex v;
  const auto probe = [&](const Vec3d& d) {
    support(d, v);
    seed.add(v);
  };
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {1.0, -1.0}) {
      Vec3d d;
      d[axis] = side;
      probe(d);
    }
  const double flat = 4 * error;
  const Vec3d p = seed.candidates[0].w;
  const double longest = std::sqrt(take_best(seed, 1, [&](const Vec3d& w) { return length_squared(w - p); }));
  if (!(longest > flat)) return false;
  const Vec3d edge = (seed.candidates[1].w - p) / longest;
  const auto off_line = [&](const Vec3d& w) { return length_squared(cross(edge, w - p)); };
  Vec3d side = any_perpendicular(edge);
  probe(side);
  probe(-side);
  double widest = std::sqrt(take_best(seed, 2, off_line));
  if (!(widest > flat)) {
    seed.flat_normal = side;
    side = cross(edge, side);
    probe(side);
    probe(-side);
    widest = std::sqrt(take_best(seed, 2, off_line));
    if (!(widest > flat)) return false;
  }
  Vec3d normal = normalized(cross(edge, seed.candidates[2].w - p));
  normal = normalized(normal - edge * dot(normal, edge));
  seed.flat_normal = normal;
  probe(normal);
  probe(-normal);
  const double highest = take_best(seed, 3, [&](const Vec3d& w) { return std::abs(dot(normal, w - p)); });
  return highest > flat && orient3d(seed.candidates[1].w, seed.candidates[2].w, seed.candidates[3].w, p) != 0;
}

struct Plane {
  Vec3d normal;
  double height;  // max of normal · w
  DifferenceVertex vertex;
};

Plane plane_along(DifferenceSupport support, const Vec3d& normal) {
  Plane plane;
  plane.normal = normal;
  support(normal, plane.vertex);
  plane.height = dot(normal, plane.vertex.w);
  return plane;
}

// A - B as seen from a point t outside of it.
struct FromPoint {
  DifferenceSupport support;
  Vec3d t;
  void support_against(const Vec3d& v, Simplex& s, int slot) const {
    DifferenceVertex vertex;
    support(-v, vertex);
    s.a[slot] = vertex.a;
    s.b[slot] = vertex.b + t;
    s.index_a[slot] = s.index_b[slot] = 0;
  }
};

// Improves a supporting plane to a local minimum of its height: move the origin out through the plane, look
// back at A - B from there, and take the direction of the shortest way as the new normal. The height never
// grows, because the distance seen from t is at least t · n - height(n) for every n.
Depth refine(DifferenceSupport support, const Plane& start, const DepthStop& stop) {
  Depth best;
  best.is_refined = false;
  best.has_points = false;
  best.upper = start.height;
  best.normal = start.normal;
  best.a = start.vertex.a;
  best.b = start.vertex.b;
  Vec3d normal = start.normal;
  for (int step = 0; step < 32; ++step) {
    // From close by: where minima lie nearly on a ring, each step leaves about away / (away + radius - depth)
    // of the error.
    const double away = std::max(std::abs(best.upper) * 1e-5, 64 * stop.error);
    const FromPoint outside{support, normal * (best.upper + away)};
    Search search;
    search.v = -normal;
    Stop gjk_stop;
    gjk_stop.relative = stop.relative * 0.25;
    gjk_stop.error = stop.error;
    gjk_stop.max_iterations = 64;
    iterate(outside, gjk_stop, search);
    if (search.outcome == Outcome::inside || search.simplex.count == 0) break;
    const Plane plane = plane_along(support, -search.axis);
    const double gain = best.upper - plane.height;
    if (step == 0 || gain >= 0) {
      best.upper = plane.height;
      best.normal = normal = plane.normal;
      best.a = combine(search.simplex, search.simplex.a);
      best.b = combine(search.simplex, search.simplex.b) - outside.t;
      best.has_points = true;
    }
    best.is_refined = !(gain > stop.relative * 0.01 * std::abs(best.upper) + stop.error);
    if (best.is_refined) break;
  }
  return best;
}

void set_witnesses(const Hull& hull, const Facet& facet, Depth& depth) {
  Simplex s;
  for (int i = 0; i < 3; ++i) s.w[i] = hull.vertex(facet.vertices[i]).w;
  keep_face(s, nearest_on_triangle(s, 0, 1, 2));
  if (s.count == 3) refine_weights(s.w[0], s.w[1], s.w[2], depth.normal * facet.offset, s.lambda);
  depth.a = depth.b = {};
  for (int i = 0; i < s.count; ++i) {
    const DifferenceVertex& v = hull.vertex(facet.vertices[s.slots[i]]);
    depth.a += v.a * s.lambda[i];
    depth.b += v.b * s.lambda[i];
  }
}

// A - B has no extent across the normal: it is no deeper than the farther of its sides, and may as well be
// beside it.
Depth flat_depth(DifferenceSupport support, const Vec3d& normal, const Simplex& start) {
  const Plane up = plane_along(support, normal), down = plane_along(support, -normal);
  const Plane& best = up.height <= down.height ? up : down;
  Depth depth;
  depth.upper = best.height;
  depth.lower = std::min(0.0, best.height);
  depth.normal = best.normal;
  depth.a = best.vertex.a;
  depth.b = best.vertex.b;
  if (start.count > 0 && start.count < 4) {
    depth.a = combine(start, start.a);
    depth.b = combine(start, start.b);
    depth.lower = std::min(depth.lower, -length(depth.a - depth.b));
  }
  return depth;
}

// What is left to prove once a valley is known: that no normal elsewhere has a height below `level`. A point
// on the valley's normal, so far out that it is above the level within the valley's reach and nowhere else,
// may then be added to the polytope as if it were a point of A - B. It stands for all that expansion would
// need many vertices for.
class ValleyProof {
 public:
  [[nodiscard]] bool is_on() const { return is_on_; }
  [[nodiscard]] double level() const { return level_; }

  /// The valley near the lowest plane that is known. True when the hull has changed.
  bool start(DifferenceSupport support, const FindValley& find, const DepthStop& stop, const Vec3d& normal,
             double lowest, Hull& hull) {
    if (!find(normal, valley_)) return false;
    plane_ = plane_along(support, valley_.normal);
    const double close = 0.25 * stop.relative * plane_.height + stop.error;
    if (!(plane_.height - valley_.height <= close && plane_.height <= lowest + close)) return false;
    level_ = valley_.height * (1 - 0.5 * stop.relative);
    DifferenceVertex apex;
    apex.w =
        valley_.normal * (level_ * std::sqrt(1 + valley_.reach * valley_.reach) * (1 - 4 * kDoubleEpsilon));
    std::uint32_t f = 0;
    is_on_ = hull.find_visible(apex, f) && hull.insert(apex, f);
    return is_on_;
  }
  [[nodiscard]] Depth depth(const Hull& hull) const {
    Depth depth;
    depth.lower = level_;
    depth.upper = plane_.height;
    depth.normal = plane_.normal;
    depth.a = valley_.a;
    depth.b = valley_.b;
    depth.count = static_cast<int>(hull.vertex_count());
    return depth;
  }

 private:
  Valley valley_;
  Plane plane_;
  double level_ = 0;
  bool is_on_ = false;
};

bool is_corner(const Hull& hull, const Facet& facet, const Vec3d& w) {
  for (const std::uint32_t i : facet.vertices)
    if (hull.vertex(i).w == w) return true;
  return false;
}

// Where a valley is looked for, and from one call of grow() to the next what stood in its way.
struct Attempt {
  const FindValley* find = nullptr;
  bool has_lower = false;  // a plane lower than the valley's
  Plane lower;
};

// Grows the hull of the seed until the depth is known. False: something is lower than the valley that had
// been taken for the lowest, or that could not be told in time. To be tried again, from there or without one.
bool grow(DifferenceSupport support, const Seed& seed, const DepthStop& stop, Attempt& attempt,
          Workspace* workspace, Depth& depth) {
  Hull hull(workspace);
  const DifferenceVertex corners[4] = {seed.candidates[0], seed.candidates[1], seed.candidates[2],
                                       seed.candidates[3]};
  hull.start(corners);
  std::uint32_t f = 0;
  for (int i = 4; i < seed.count; ++i)
    if (hull.find_visible(seed.candidates[i], f)) (void)hull.insert(seed.candidates[i], f);

  Plane best;
  best.height = std::numeric_limits<double>::infinity();
  double stuck = best.height;  // least key of the facets that rounding keeps from growing
  double lower = 0, last_gap = best.height;
  std::uint32_t check_at = kCurvedPatience;
  // While the origin is outside, every facet that it sees counts, however near a plane is known to be.
  const auto prune_above = [&](double height) { hull.set_nearest_plane(std::max(height, 0.0) + stop.error); };
  if (stop.known_height < best.height) prune_above(stop.known_height);
  ValleyProof proof;
  double valley_gap = attempt.find != nullptr ? kValleyGap : 0;  // zero: no more
  // No plane may be known that is lower than the valley: facets beyond it are not queued.
  const auto start_proof = [&] {
    const double lowest = std::min(best.height, stop.known_height);
    if (std::isinf(stuck) && proof.start(support, *attempt.find, stop, best.normal, lowest, hull))
      prune_above(proof.level());
    return proof.is_on();
  };
  if (attempt.has_lower) {
    best = attempt.lower;
    (void)start_proof();
  }
  bool is_left = true;
  while (is_left) {
    is_left = hull.pop(f);
    if (proof.is_on() && (!is_left || hull.facet(f).key >= proof.level())) {
      depth = proof.depth(hull);
      return true;
    }
    if (!is_left) break;
    const Facet facet = hull.facet(f);  // a copy: inserting may move it
    lower = std::min(stuck, facet.key);
    if (lower == stuck) break;
    const Plane plane = plane_along(support, normalized(facet.cross));
    if (plane.height < best.height) {
      best = plane;
      prune_above(plane.height);
    }
    if (proof.is_on()) {
      attempt.has_lower = plane.height < proof.level();
      attempt.lower = plane;
      if (attempt.has_lower || hull.vertex_count() >= kProofPatience ||
          is_corner(hull, facet, plane.vertex.w) || !hull.insert(plane.vertex, f))
        return false;
      continue;
    }
    if (valley_gap > 0 && lower > 0 && best.height - lower <= valley_gap * best.height) {
      valley_gap = valley_gap > kLeastValleyGap ? valley_gap * 0.25 : 0;
      if (start_proof()) {
        // Its turn comes again, unless the valley has taken its place.
        if (std::equal(facet.vertices, facet.vertices + 3, hull.facet(f).vertices) && hull.facet(f).is_alive)
          hull.push_again(f, facet.key);
        continue;
      }
    }
    const double close = stop.relative * std::abs(plane.height) + stop.error;
    if (plane.height - facet.offset <= close) {
      // A plane known to be lower says that rounding hid the facet which it belongs to.
      if (best.height < plane.height - close) break;
      depth = {};
      depth.lower = std::min(lower, best.height);
      depth.upper = plane.height;
      depth.normal = plane.normal;
      depth.count = static_cast<int>(hull.vertex_count());
      set_witnesses(hull, facet, depth);
      // A facet off to the side is farther away than its plane. The difference is second order in how far off
      // it is, so it has to be far below the accuracy asked for. Otherwise its turn comes later, if it comes
      // at all.
      const double nearer = hull.distance_of(facet);
      const double aside = nearer - std::abs(facet.offset);
      if (facet.offset < -stop.error || aside <= 4 * stop.error ||
          (stop.is_curved && aside <= 1e-4 * stop.relative * nearer))
        return true;
      if (facet.key < nearer) {
        hull.push_again(f, nearer);
        continue;
      }
      best = plane;
      break;
    }
    if (best.height < -stop.error && best.height <= lower) break;
    if (stop.is_yes_no && std::min(lower, best.height) > stop.error) {
      depth = {};
      depth.lower = std::min(lower, best.height);
      depth.upper = best.height;
      depth.normal = best.normal;
      depth.has_points = hull.find_origin(depth.a, depth.b);
      depth.count = static_cast<int>(hull.vertex_count());
      return true;
    }
    const std::uint32_t count = hull.vertex_count();
    if (count >= static_cast<std::uint32_t>(stop.max_vertices)) break;
    if (stop.is_curved && count >= check_at) {
      // Where equal minima form a curve or a surface the bounds close slowly, if ever: stop when they no
      // longer do.
      const double gap = best.height - lower;
      if (gap > 0.5 * last_gap) break;
      last_gap = gap;
      check_at += kCurvedPatience / 2;
    }
    if (is_corner(hull, facet, plane.vertex.w) || !hull.insert(plane.vertex, f)) {
      if (hull.is_full()) break;
      stuck = std::min(stuck, facet.key);
    }
  }
  if (!(best.height < std::numeric_limits<double>::infinity()))
    best = plane_along(support, stop.known_normal);
  // Every facet that is not on the heap any more is at least as far as the lowest plane.
  if (!is_left) lower = std::min(stuck, best.height);
  depth = refine(support, best, stop);
  // Facets that are nearly as near may lead to another minimum, and to a lower one.
  for (int i = 0; stop.is_curved && is_left && i < kCandidates && hull.pop(f); ++i) {
    if (!(hull.facet(f).key < depth.upper)) break;
    const Depth other = refine(support, plane_along(support, normalized(hull.facet(f).cross)), stop);
    if (other.upper < depth.upper - 0.1 * stop.relative * std::abs(depth.upper)) depth = other;
  }
  depth.lower = std::min(lower, depth.upper);
  depth.count = static_cast<int>(hull.vertex_count());
  return true;
}

}  // namespace

Depth expand(DifferenceSupport support, const Simplex& start, const DepthStop& stop, Workspace* workspace) {
  Seed seed;
  const bool is_solid = start.count == 4 && orient3d(start.w[1], start.w[2], start.w[3], start.w[0]) != 0;
  if (is_solid) {
    for (int i = 0; i < 4; ++i) seed.add({start.w[i], start.a[i], start.b[i]});
  } else if (!find_seed(support, start, stop.error, seed)) {
    return flat_depth(support, seed.flat_normal, start);
  }
  Depth depth;
  Attempt attempt;
  attempt.find = stop.find_valley;
  if (attempt.find != nullptr && stop.likely_normal != Vec3d{}) {
    attempt.has_lower = true;
    attempt.lower = plane_along(support, normalized(stop.likely_normal));
  }
  for (int i = 0; i < kAttempts; ++i) {
    if (grow(support, seed, stop, attempt, workspace, depth)) return depth;
    if (!attempt.has_lower) break;
  }
  attempt = {};
  (void)grow(support, seed, stop, attempt, workspace, depth);
  return depth;
}

}  // namespace graze::inline GRAZE_ABI::gjk
