// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "kernel/box/parallelepiped.h"
#include "kernel/depth/expand.h"
#include "kernel/depth/expand_small.h"
#include "kernel/depth/hull_axes.h"
#include "kernel/depth/touching.h"
#include "kernel/depth/valley.h"
#include "kernel/gjk/iterate.h"
#include "kernel/round/lines.h"
#include "query/pair/cached_vertices.h"
#include "query/pair/depth_proof.h"
#include "query/pair/route_class.h"

// The steps on cores, in the order of their route: closed forms for half-spaces and for points and segments
// with radius, separating axes for the depth of boxes and small hulls, GJK for everything else, the expanding
// polytope where GJK finds the cores in contact.

namespace graze::inline GRAZE_ABI {
namespace {

using gjk::Outcome;
using gjk::Search;

bool wants_depth(Goal goal) { return goal == Goal::penetration || goal == Goal::separation; }

gjk::Stop stop_for(const Pair& pair, Goal goal, const QuerySettings& settings) {
  const double radius = pair.radius;
  gjk::Stop stop;
  stop.error = pair.error;
  stop.radius = radius;
  stop.margins = pair.margins;
  stop.max_iterations = settings.max_iterations;
  stop.relative =
      goal == Goal::intersects || goal == Goal::common_point ? 0 : double(settings.relative_error);
  if (goal == Goal::distance) {
    // A little more, so that the bound still exceeds the threshold once it is rounded to Real.
    stop.apart_above = double(settings.threshold) * (1 + 4 * double(kEpsilon)) * pair.unit + radius;
  } else if (goal != Goal::separation) {
    stop.apart_above = radius;
  }
  if (!wants_depth(goal) && radius > 0) stop.meet_below = radius;
  return stop;
}

// Bounds on the separation of the grown cores from bounds on that of the cores.
void set_bounds(const Pair& pair, double core_lower, double core_upper, Answer& out) {
  const double radius = pair.radius;
  out.lower = core_lower - pair.error - radius;
  out.upper = core_upper + pair.error - radius;
  out.contact = out.lower > 0 ? Contact::apart : out.upper < 0 ? Contact::overlapping : Contact::touching;
}

// Sets the status of bounds: converged, or `otherwise` if they are farther apart than was asked for.
void set_status(const Pair& pair, const QuerySettings& settings, Status otherwise, Answer& out) {
  const double value = std::max(std::abs(out.lower), std::abs(out.upper)) + pair.margins;
  const double allowed = double(settings.relative_error) * value + 8 * pair.error;
  if (out.upper - out.lower > allowed) out.status = otherwise;
}

// Witnesses of the grown cores from those of the cores, `normal` pointing from a to b. Up to rounding they
// are put `separation` apart along it, because the difference of two nearly equal points is noise where the
// value and the normal are not. The larger object gives way: a shift that is nothing to it may leave a small
// one. Gaps of curved shapes, within the accuracy that was asked for, stay: the points are points of the
// objects first.
void set_points(const Pair& pair, const Vec3d& a, const Vec3d& b, const Vec3d& normal, double separation,
                Answer& out) {
  double missing = separation - dot(normal, b - a);
  if (std::abs(missing) > 64 * pair.error) missing = 0;
  const double of_a = pair.a().extent + pair.a().radius > pair.b().extent + pair.b().radius ? missing : 0;
  out.normal = normal;
  out.a = a + normal * (pair.a().radius - of_a);
  out.b = b - normal * (pair.b().radius - (missing - of_a));
  out.common = pair.radius > 0 ? a + (b - a) * (pair.a().radius / pair.radius) : (a + b) * 0.5;
}

// A - B as the expansion reads it.
struct Difference {
  depth::DifferenceSupport support;
  const depth::FindValley* find_valley;
};

// Cores that touch as far as rounding can tell. The expansion would come to that, too, by exact signs of a
// surface that passes the origin.
bool are_touching(const Pair& pair, const depth::DifferenceSupport& support, const Search& search,
                  const Vec3d& a, const Vec3d& b, depth::Depth& depth) {
  const bool is_inside = search.outcome == Outcome::inside && search.inner > pair.error;
  if (is_inside || !(length(a - b) <= pair.error) || !(search.lower > -kInfinite)) return false;
  depth::Plane plane;
  if (!depth::find_touching_plane(support, search.simplex, -search.axis, pair.error, pair.size, plane))
    return false;
  depth.upper = plane.height;
  depth.lower = std::min(0.0, plane.height);
  depth.normal = plane.normal;
  depth.a = a;
  depth.b = b;
  return true;
}

void answer_from_depth(const Pair& pair, Goal goal, const QuerySettings& settings,
                       const Difference& difference, const Search& search, Answer& out) {
  const depth::DifferenceSupport& support = difference.support;
  out.step = Step::expansion;
  depth::DepthStop stop;
  stop.relative = double(settings.relative_error);
  stop.error = pair.error;
  stop.is_curved = pair.a().is_curved() || pair.b().is_curved();
  stop.is_yes_no = !wants_depth(goal);
  if (wants_depth(goal)) stop.find_valley = difference.find_valley;
  if (settings.cache != nullptr) stop.likely_normal = cached_axis(pair, *settings.cache);
  for (int i = 0; stop.is_curved && i < 2; ++i) {
    const auto& axes = (i == 0 ? pair.a() : pair.b()).linear.columns;
    for (int k = 0; k < 3; ++k) stop.axes[i][std::size_t(k)] = normalized(axes[k]);
  }
  if (search.lower > -kInfinite) {
    stop.known_height = -search.lower;
    stop.known_normal = -search.axis;
  }
  depth::Depth depth;
  // The nearest points that either found: how far apart the cores can be at most, and where they meet.
  Vec3d a = gjk::combine(search.simplex, search.simplex.a),
        b = gjk::combine(search.simplex, search.simplex.b);
  if ((wants_depth(goal) && !stop.is_curved) || !are_touching(pair, support, search, a, b, depth)) {
    const auto expand_small = [&] {
      return stop.is_curved ? depth::expand_small(support, search.simplex, stop, depth)
                            : expand_quickly(pair, search.simplex, depth);
    };
    if (!wants_depth(goal) || search.outcome != Outcome::inside || !expand_small())
      depth = depth::expand(support, search.simplex, stop, settings.workspace);
  }
  if (depth.has_points && length(depth.a - depth.b) < length(a - b)) {
    a = depth.a;
    b = depth.b;
  }
  set_bounds(pair, -depth.upper, depth.lower > 0 ? -depth.lower : length(a - b), out);
  out.iterations = search.count + depth.count;
  if (depth.upper > 0) {
    // By the upper bound, so that moving b by a - b separates.
    set_points(pair, depth.a, depth.b, depth.normal, -depth.upper - pair.error, out);
  } else {  // apart after all, by so little that only the expansion could tell
    set_points(pair, a, b, depth.normal, -depth.upper, out);
  }
  out.common = (a + b) * 0.5;
  const bool is_near = goal == Goal::distance && out.contact != Contact::overlapping;
  if (wants_depth(goal) || is_near) {
    const bool is_refined = depth.is_refined && depth.upper > 0;
    set_status(pair, settings, is_refined ? Status::bound_loose : Status::iteration_limit, out);
  }
}

// Nearest points of the cores by the weights of the simplex, and their distance. The length of v is a promise
// of the simplex; the distance between the points is what they keep.
double find_points(const Pair& pair, Search& search, Vec3d& a, Vec3d& b) {
  gjk::Simplex& s = search.simplex;
  a = gjk::combine(s, s.a);
  b = gjk::combine(s, s.b);
  const double upper = length(a - b);
  if (s.count != 3 || !(upper - search.upper > pair.error)) return upper;
  gjk::refine_weights(s.w[s.slots[0]], s.w[s.slots[1]], s.w[s.slots[2]], search.v, s.lambda);
  const Vec3d refined_a = gjk::combine(s, s.a), refined_b = gjk::combine(s, s.b);
  const double refined = length(refined_a - refined_b);
  if (!(refined < upper)) return upper;
  a = refined_a;
  b = refined_b;
  return refined;
}

void answer_from_search(const Pair& pair, Goal goal, const QuerySettings& settings,
                        const Difference& difference, Search& search, Answer& out) {
  const double radius = pair.radius;
  out.step = Step::gjk;
  out.iterations = search.count;
  if (search.outcome == Outcome::inside) {
    if (wants_depth(goal) || !(search.inner + radius > pair.error))
      return answer_from_depth(pair, goal, settings, difference, search, out);
    set_bounds(pair, -kInfinite, -search.inner, out);
    out.common = gjk::combine(search.simplex, search.simplex.a);
    return;
  }
  const bool cores_apart = search.lower > pair.error;
  if (!cores_apart && (radius == 0 || wants_depth(goal)))
    return answer_from_depth(pair, goal, settings, difference, search, out);
  if (search.outcome == Outcome::apart && goal != Goal::distance) {  // only the axis is wanted
    set_bounds(pair, search.lower, kInfinite, out);
    out.normal = -search.axis;
    return;
  }
  Vec3d a, b;
  const double upper = find_points(pair, search, a, b);
  set_bounds(pair, search.lower, upper, out);
  const Vec3d normal = cores_apart ? -search.axis : -normalized(search.v);
  // The normal may be off by the root of what rounding does to the value, which a ball's radius would make
  // visible: balls meet along the line between the nearest points, unless that is noise. Points of a search
  // that stopped early are points of the objects, no more.
  const bool is_converged = search.outcome == Outcome::converged;
  if (upper > (is_converged ? 1e6 : 1e3) * pair.error && (radius > 0 || !is_converged)) {
    set_points(pair, a, b, (b - a) / upper, upper, out);
    out.normal = normal;
  } else {
    set_points(pair, a, b, normal, is_converged ? upper : dot(normal, b - a), out);
  }
  if (search.outcome == Outcome::stalled && (goal == Goal::distance || wants_depth(goal)) && radius == 0) {
    // Rounding ended it before the bounds met: the expansion decides by exact signs, and may know better.
    const double value = std::abs(out.upper) + pair.margins;
    if (out.upper - out.lower > double(settings.relative_error) * value + 8 * pair.error) {
      Answer other;
      answer_from_depth(pair, Goal::separation, settings, difference, search, other);
      other.iterations += out.iterations;
      if (other.upper - other.lower < out.upper - out.lower && other.upper > 0) out = other;
    }
  }
  if (search.outcome == Outcome::limit) {
    out.status = Status::iteration_limit;
  } else if (search.outcome == Outcome::apart) {
    out.status = goal == Goal::distance ? Status::beyond_threshold : Status::converged;
  } else if (wants_depth(goal) || (goal == Goal::distance && out.contact != Contact::overlapping)) {
    // The distance of objects that overlap is zero: how deep does not matter to it.
    if (search.outcome != Outcome::near) set_status(pair, settings, Status::iteration_limit, out);
  }
}

void solve_half_space(const Pair& pair, Answer& out) {
  if (pair.a().reader == Core::Reader::half_space) {
    out.status = Status::unbounded;
    return;
  }
  const Real* v = pair.b().shape->values;
  const Vec3d local{double(v[0]), double(v[1]), double(v[2])};
  const Vec3d unit_local = normalized(local);
  const Vec3d foot =
      pair.b().linear * (unit_local * (double(v[3]) / dot(unit_local, local))) + pair.b().translation;
  // Normals go with the cofactors: the inverse transpose but for a factor, whose sign is that of the
  // determinant.
  const auto& c = pair.b().linear.columns;
  const Mat3d cofactors{cross(c[1], c[2]), cross(c[2], c[0]), cross(c[0], c[1])};
  const double sign = dot(c[0], cofactors.columns[0]) < 0 ? -1 : 1;
  const Vec3d up = normalized(cofactors * unit_local) * sign;
  std::uint32_t index = 0;
  const Vec3d lowest = with_reader(pair.a(), [&](const auto& reader) { return reader.support(-up, index); });
  const double height = dot(up, lowest - foot);
  set_bounds(pair, height, height, out);
  set_points(pair, lowest, lowest - up * height, -up, height, out);
  out.common = out.a;
  out.iterations = 1;
}

// A point of the box near p; the nearest one, where it is not sheared.
Vec3d near_point(const BoxReader& box, const Vec3d& p) {
  const Vec3d d = p - box.centre;
  Vec3d q = box.centre;
  for (const Vec3d& e : box.edges) {
    const double along = dot(d, e), ee = dot(e, e);
    q += e * (along >= ee ? 1 : along <= -ee ? -1 : along / ee);
  }
  return q;
}

// Where a search starts that nothing is known of: the way between inner points, or of a box from what is near
// the other one, which saves a step in eight.
template <class A>
Vec3d first_way(const Pair& pair, const A& a) {
  constexpr double kClose = 0x1p-6;  // of the way between inner points: within the box there is none
  const Vec3d inner_b = inner_point(pair.b()), way = inner_point(pair.a()) - inner_b;
  if constexpr (std::is_same_v<A, BoxReader>) {
    const Vec3d nearer = near_point(a, inner_b) - inner_b;
    const double size = sum_abs(nearer), most = sum_abs(way);
    if (size > kClose * most && size < 4 * most) return nearer;
  }
  return way;
}

// The caller's cache is in the order of the call; the search runs in canonical order.
template <class A, class B>
void start_search(const Pair& pair, const A& a, const B& b, Goal goal, const PairCache* cache,
                  Search& search) {
  if (cache != nullptr) {
    if constexpr (A::kHasVertices && B::kHasVertices) {
      const bool yes_no = goal == Goal::intersects || goal == Goal::common_point;
      gjk::Simplex& s = search.simplex;
      const auto set = [&](std::uint32_t i, std::uint32_t ia, std::uint32_t ib) {
        s.a[i] = a.vertex(ia);
        s.b[i] = b.vertex(ib);
        s.w[i] = s.a[i] - s.b[i];
        s.index_a[i] = ia;
        s.index_b[i] = ib;
        s.slots[i] = static_cast<int>(i);
      };
      if (!yes_no && read_cached_vertices(pair, a, b, *cache, set)) {
        s.count = static_cast<int>(cache->vertex_count);
        gjk::Nearest nearest;
        double inner = 0;
        (void)gjk::find_nearest(s, nearest, inner);
        gjk::keep_face(s, nearest);
        search.v = nearest.v;
        if (nearest.vv > pair.error * pair.error) return;
        s.count = 0;
      }
    }
    search.v = -cached_axis(pair, *cache);
    if (search.v != Vec3d{}) return;
  }
  search.v = first_way(pair, a);
  if (!(max_abs(search.v) > pair.error)) search.v = {1, 0, 0};
}

void store(const Pair& pair, const Search& search, const Answer& answer, bool has_vertices,
           PairCache& cache) {
  const Vec3d normal = answer.normal == Vec3d{} ? -search.axis : answer.normal;
  store_axis(pair, normal, cache);
  const gjk::Simplex& s = search.simplex;
  if (!has_vertices || s.count > 3) return;
  for (int i = 0; i < s.count; ++i) store_vertices(pair, s.index_a[s.slots[i]], s.index_b[s.slots[i]], cache);
}

// Rounding an axis to Real, as the caller gets it, may undo what little separates.
bool needs_confirmation(const Pair& pair, const Answer& out) {
  return out.contact == Contact::apart && !(out.lower > 4 * double(kEpsilon) * pair.size);
}

// Makes the normal one that separates as it is rounded, if a few steps of its last place lead there: towards
// the way between the two points that are on the wrong sides. False: it is off by its rounding. The pair is
// apart all the same; that was proved in double, by bounds that hold without the normal.
template <class A, class B>
bool confirm_axis(const Pair& pair, const A& a, const B& b, Answer& out) {
  constexpr int kSteps = 16;
  if (!needs_confirmation(pair, out)) return true;
  Vec3d n = rounded(out.normal);
  for (int i = 0; i < kSteps; ++i) {
    std::uint32_t index = 0;
    const Vec3d between = b.support(-n, index) - a.support(n, index);
    if (dot(n, between) - pair.radius * length(n) > pair.error) {
      out.normal = n;
      return true;
    }
    n = rounded(n + between * (0.5 * double(kEpsilon) / max_abs(between)));
  }
  return false;
}

template <class A, class B>
depth::Spans spans_of(const A& a, const B& b) {
  depth::Spans spans;
  add_spans(a, 1, spans);
  spans.count_a = spans.count;
  add_spans(b, -1, spans);
  return spans;
}

// Whether the nearest points that Newton's method finds from where the search is are the answer.
template <class Difference>
bool jump_to_nearest(const Difference& difference, const depth::Spans& spans, gjk::Stop stop,
                     Search& search) {
  Vec3d a, b;
  if (!depth::find_nearest_points(spans, -search.axis, stop.error, stop.relative, a, b)) return false;
  Search jumped;
  gjk::Simplex& s = jumped.simplex;
  s.a[0] = a;
  s.b[0] = b;
  s.w[0] = jumped.v = a - b;  // a mean of points of A - B, and so one of its points
  s.index_a[0] = s.index_b[0] = 0;
  s.slots[0] = 0;
  s.lambda[0] = 1;
  s.count = 1;
  jumped.count = search.count;
  jumped.lower = search.lower;
  jumped.axis = search.axis;
  stop.max_iterations = search.count + 1;
  gjk::iterate(difference, stop, jumped);
  ++search.count;
  if (jumped.outcome != Outcome::converged && jumped.outcome != Outcome::apart) return false;
  search = jumped;
  return true;
}

// The search of curved shapes: a few steps until an axis separates them, and a jump from there. Yes or no is
// known sooner.
template <class A, class B>
void iterate_curved(const A& a, const B& b, const gjk::Stop& stop, Search& search) {
  constexpr double kRough = 1e-4;  // from here on a few more steps cost less than a jump
  const gjk::Difference<A, B> difference{a, b};
  for (const int steps : {4, 8, 12}) {
    if (steps >= stop.max_iterations || !(stop.relative > 0 && stop.relative < kRough)) break;
    gjk::Stop early = stop;
    early.max_iterations = steps;
    gjk::iterate(difference, early, search);
    if (search.outcome != Outcome::limit) return;
    if (search.lower > stop.error && jump_to_nearest(difference, spans_of(a, b), stop, search)) return;
  }
  gjk::iterate(difference, stop, search);
}

template <class A, class B>
void iterate_pair(const Pair& pair, const A& a, const B& b, Goal goal, const QuerySettings& settings,
                  Answer& out) {
  Search search;
  start_search(pair, a, b, goal, settings.cache, search);
  const gjk::Stop stop = stop_for(pair, goal, settings);
  bool has_spans = false;
  if constexpr (depth::may_have_spans<A, B>()) has_spans = depth::has_spans(a) && depth::has_spans(b);
  constexpr bool kIsLine = std::is_same_v<A, PointsReader>;  // steps are cheap
  if constexpr (depth::may_have_spans<A, B>() && !kIsLine)
    if (has_spans) iterate_curved(a, b, stop, search);
  if (kIsLine || !has_spans) gjk::iterate(gjk::Difference<A, B>{a, b}, stop, search);
  const auto support = [&](const Vec3d& d, depth::DifferenceVertex& vertex) {
    std::uint32_t index = 0;
    vertex.a = a.support(d, index);
    vertex.b = b.support(-d, index);
    vertex.w = vertex.a - vertex.b;
  };
  const auto valley_near = [&]([[maybe_unused]] const Vec3d& start, [[maybe_unused]] depth::Valley& valley) {
    if constexpr (depth::may_have_spans<A, B>()) {
      return depth::find_valley(spans_of(a, b), start, pair.error, stop.relative, valley);
    } else {
      return false;
    }
  };
  const depth::FindValley find = valley_near;
  const Difference difference{support, has_spans ? &find : nullptr};
  answer_from_search(pair, goal, settings, difference, search, out);
  if (settings.cache != nullptr)
    store(pair, search, out, A::kHasVertices && B::kHasVertices, *settings.cache);
  const bool has_axis = goal != Goal::common_point && goal != Goal::penetration;  // in the result, if apart
  if (!has_axis || confirm_axis(pair, a, b, out) || goal == Goal::separation) return;
  // A search that stopped early may have a poor axis: the whole way finds the best one.
  Answer whole;
  iterate_pair(pair, a, b, Goal::separation, settings, whole);
  if (whole.contact == Contact::apart) out = whole;
}

// Points and segments with radius: true unless the cores touch or run too close to parallel for the closed
// form.
bool solve_segments(const Pair& pair, const PointsReader& a, const PointsReader& b, Answer& out) {
  const auto line = [](const PointsReader& r) { return primitive::Line{r.points[0], r.points[r.count - 1]}; };
  const primitive::ClosestPoints closest = primitive::closest_points(line(a), line(b));
  if (!(closest.lower > 4 * pair.error) || closest.upper - closest.lower > pair.error) return false;
  set_bounds(pair, closest.lower, closest.upper, out);
  if (needs_confirmation(pair, out)) return false;
  set_points(pair, closest.a, closest.b, (closest.b - closest.a) / closest.upper, closest.upper, out);
  out.iterations = 1;
  return true;
}

// The depth of boxes by separating axes. False when they are apart and the distance is wanted, or when the
// witnesses take an iteration to find.
bool solve_boxes(const Pair& pair, const BoxReader& a, const BoxReader& b, Goal goal, Answer& out) {
  const double radius = pair.radius;
  const primitive::BoxAxis axis =
      primitive::best_axis(a, pair.a().linear, b, pair.b().linear, pair.error + radius);
  const double norm = std::sqrt(axis.nn), depth = axis.height / norm;
  const Vec3d normal = axis.normal / norm;
  out.iterations = 1;
  if (depth < -(pair.error + radius) && goal == Goal::penetration) {
    set_bounds(pair, -depth, kInfinite, out);
    out.normal = normal;
    return true;
  }
  if (!(depth > 2 * pair.error)) return false;
  Vec3d on_a, on_b;
  if (!primitive::find_witnesses(a, b, axis, normal, depth, pair.error, on_a, on_b)) return false;
  set_bounds(pair, -depth, -depth, out);
  set_points(pair, on_a, on_b, normal, -depth, out);
  out.common = (on_a + on_b) * 0.5;
  return true;
}

// The depth of small hulls by separating axes. False when that is not certain, or not to the accuracy that
// was asked for, and when they are apart.
bool solve_hulls(const Pair& pair, const VertexReader& a, const VertexReader& b,
                 const QuerySettings& settings, Answer& out) {
  const PolytopeBlock &block_a = polytope_of(*pair.a().shape), &block_b = polytope_of(*pair.b().shape);
  const depth::PlacedHull hull_a{*block_a.small_hull, *exact_topology_of(*pair.a().shape), a},
      hull_b{*block_b.small_hull, *exact_topology_of(*pair.b().shape), b};
  depth::Depth depth;
  if (!depth::find_hull_depth(hull_a, hull_b, pair.error, pair.size, depth)) return false;
  set_bounds(pair, -depth.upper, -depth.lower, out);
  set_status(pair, settings, Status::bound_loose, out);
  if (out.status != Status::converged) {
    out = {};
    return false;
  }
  set_points(pair, depth.a, depth.b, depth.normal, -depth.upper - pair.error, out);
  out.common = (depth.a + depth.b) * 0.5;
  out.iterations = 2;  // the faces of one hull, then of the other
  if (settings.cache != nullptr) store_axis(pair, depth.normal, *settings.cache);
  return true;
}

// Closed forms, which may decline.
bool is_solved_by(Step step, const Pair& pair, Goal goal, const QuerySettings& settings, Answer& out) {
  switch (step) {
    case Step::plane:
      solve_half_space(pair, out);
      return true;
    case Step::segments:
      return solve_segments(pair, points_reader(pair.a()), points_reader(pair.b()), out);
    case Step::box_axes:
      return solve_boxes(pair, box_reader(pair.a()), box_reader(pair.b()), goal, out);
    case Step::hull_axes:
      return solve_hulls(pair, vertex_reader(pair.a()), vertex_reader(pair.b()), settings, out);
    default:
      return false;
  }
}

}  // namespace

void solve(const Pair& pair, Goal goal, const QuerySettings& settings, Answer& out) {
  const Route& route = route_of(class_of(pair.a()), class_of(pair.b()), Query(goal));
  for (const Step step : route.steps) {
    if (step == Step::gjk) {  // and the expansion
      with_readers(pair,
                   [&](const auto& a, const auto& b) { iterate_pair(pair, a, b, goal, settings, out); });
      return;
    }
    if (is_solved_by(step, pair, goal, settings, out)) {
      out.step = step;
      return;
    }
  }
}

}  // namespace graze::inline GRAZE_ABI
