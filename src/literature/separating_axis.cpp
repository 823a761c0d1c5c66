// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/separating_axis.h"

#include "base/names.h"
#include "kernel/gjk/iterate.h"
#include "literature/chung_wang.h"
#include "literature/sat.h"
#include "query/pair/pair.h"

// The separating-axis finders behind one interface. A method proposes; the same check accepts or refuses its
// axis, and what it leaves undecided is settled by `solve`, as in every other query.

namespace graze::inline GRAZE_ABI {
namespace {

using PointOf = FunctionRef<Vec3d(const Vec3d& direction)>;

/// A pair as the methods see it, in canonical order, with its two support mappings.
struct Question {
  const Pair& pair;
  PointOf a, b;
  Vec3d start;  // unit, from a to b
  int max_iterations;
};

/// In the working frame and canonical order.
struct Found {
  Contact contact = Contact::touching;
  Status status = Status::converged;
  Vec3d axis;   // apart: unit
  Vec3d point;  // when has_point
  bool has_point = false;
  bool is_decided = false;  // otherwise rounding stopped the method
  int iterations = 0;
  int settling = 0;
};

// Whether the axis separates as the caller gets it, rounded to Real.
bool is_confirmed(const Question& q, const Vec3d& axis) {
  const Vec3d n = rounded(axis);
  const double norm = length(n);
  return dot(n, q.b(-n) - q.a(n)) - q.pair.radius * norm > q.pair.error * norm;
}

// `gap`: of the cores along the axis as it was before rounding; where it is wide enough, rounding the axis
// cannot close it.
void set_apart(const Question& q, const Vec3d& axis, double gap, Found& out) {
  const double beyond = gap - q.pair.radius - q.pair.error;
  if (!(beyond > 4 * double(kEpsilon) * q.pair.size) && !is_confirmed(q, axis)) return;
  out.contact = Contact::apart;
  out.axis = axis;
  out.is_decided = true;
}

void set_overlapping(const Vec3d& point, Found& out) {
  out.contact = Contact::overlapping;
  out.point = point;
  out.has_point = out.is_decided = true;
}

void stop_at_limit(Found& out) {
  out.status = Status::iteration_limit;
  out.is_decided = true;
}

gjk::DifferenceVertex support_of(const Question& q, const Vec3d& direction) {
  const Vec3d a = q.a(direction), b = q.b(-direction);
  return {a - b, a, b};
}

/// A - B for the GJK loop; vertices are not numbered, because nothing is kept of them.
struct ErasedDifference {
  const Question& q;
  void support_against(const Vec3d& v, gjk::Simplex& s, int slot) const {
    const gjk::DifferenceVertex vertex = support_of(q, -v);
    s.a[slot] = vertex.a;
    s.b[slot] = vertex.b;
  }
};

// Algorithm 4.5 of [Bergen03] with the rounding-aware stops of the one GJK loop.
void search_by_gjk(const Question& q, Found& out) {
  const double radius = q.pair.radius, error = q.pair.error;
  gjk::Stop stop;
  stop.apart_above = stop.radius = radius;
  stop.meet_below = radius > 0 ? radius : -1;
  stop.relative = 0;
  stop.error = error;
  stop.max_iterations = q.max_iterations;
  gjk::Search search;
  search.v = -q.start;
  gjk::iterate(ErasedDifference{q}, stop, search);
  out.iterations = search.count;
  gjk::Simplex& s = search.simplex;
  switch (search.outcome) {
    case gjk::Outcome::apart:
      return set_apart(q, -search.axis, search.lower, out);
    case gjk::Outcome::inside:
      if (gjk::certain_ball(s) + radius > error) set_overlapping(gjk::combine(s, s.a), out);
      return;
    case gjk::Outcome::near: {
      const Vec3d a = gjk::combine(s, s.a), b = gjk::combine(s, s.b);
      if (length(a - b) + error < radius) set_overlapping(a + (b - a) * (q.pair.a().radius / radius), out);
      return;
    }
    case gjk::Outcome::limit:
      return stop_at_limit(out);
    default:
      return;
  }
}

void search_by_reflection(const Question& q, Found& out) {
  const auto support = [&q](const Vec3d& d, gjk::DifferenceVertex& vertex) { vertex = support_of(q, d); };
  const gjk::ChungWang run = gjk::chung_wang(support, q.start, {q.pair.error, q.max_iterations});
  out.iterations = run.count;
  switch (run.outcome) {
    case gjk::ChungWangOutcome::apart:
      return set_apart(q, run.axis, run.gap, out);
    case gjk::ChungWangOutcome::overlapping:
      return set_overlapping(gjk::combine(run.simplex, run.simplex.a), out);
    case gjk::ChungWangOutcome::limit:
      return stop_at_limit(out);
    default:
      return;
  }
}

bool knows_faces(const Core& core) {
  switch (core.reader) {
    case Core::Reader::points:
    case Core::Reader::box:
      return core.radius == 0;
    case Core::Reader::vertices:
      return core.radius == 0 && topology_of(*core.shape) != nullptr;
    default:
      return false;
  }
}

// A core and its reader as separating axes see it.
const PointsReader& sat_body(const Core&, const PointsReader& reader) { return reader; }
primitive::SatBox sat_body(const Core& core, const BoxReader& reader) { return {reader, core.linear}; }
primitive::SatHull sat_body(const Core& core, const VertexReader& reader) {
  return {*topology_of(*core.shape), reader};
}

// Faces that were joined at a tolerance do not bound the hull exactly: then no axis is not yet a collision.
bool knows_all_faces(const Core& core) {
  const HullTopology* topology = core.reader == Core::Reader::vertices ? topology_of(*core.shape) : nullptr;
  return topology == nullptr || topology->tolerance == 0;
}

void search_by_axes(const Question& q, bool has_start, Found& out) {
  if (has_start) {  // an axis of the last frame comes first
    set_apart(q, q.start, 0, out);
    out.iterations = 1;
    if (out.is_decided) return;
  }
  primitive::SatSearch search;
  search.error = q.pair.error;
  search.size = q.pair.size;
  with_reader(q.pair.a(), [&](const auto& a) {
    with_reader(q.pair.b(), [&](const auto& b) {
      if constexpr (requires {
                      primitive::try_axes(sat_body(q.pair.a(), a), sat_body(q.pair.b(), b), search);
                    })
        primitive::try_axes(sat_body(q.pair.a(), a), sat_body(q.pair.b(), b), search);
    });
  });
  out.iterations += search.count;
  if (search.is_apart()) return set_apart(q, search.axis, -search.least, out);
  if (!search.is_overlapping() || !knows_all_faces(q.pair.a()) || !knows_all_faces(q.pair.b())) return;
  out.contact = Contact::overlapping;
  out.is_decided = true;
}

// Settles a pair that rounding left open to the method, by GJK and expansion.
void settle(const Question& q, Found& out) {
  Answer answer;
  solve(q.pair, Goal::intersects, {}, answer);
  out.settling = answer.iterations;
  out.contact = answer.contact;
  out.status = answer.status;
  out.has_point = answer.contact != Contact::apart;
  (out.has_point ? out.point : out.axis) = out.has_point ? answer.common : answer.normal;
}

bool is_polytope(const Core& core) { return !core.is_curved() && core.radius == 0; }

bool applies(AxisMethod method, const Pair& pair) {
  if (pair.b().reader == Core::Reader::half_space) return false;  // ordered last
  switch (method) {
    case AxisMethod::isa_gjk:
      return true;
    case AxisMethod::chung_wang:
      return is_polytope(pair.a()) && is_polytope(pair.b());
    default:
      return knows_faces(pair.a()) && knows_faces(pair.b());
  }
}

Vec3d start_of(const Pair& pair, const Vec3& asked) {
  if (max_abs(asked) > 0) return normalized(Vec3d(asked)) * double(1 - 2 * pair.first);
  const Vec3d between = inner_point(pair.b()) - inner_point(pair.a());
  return max_abs(between) > pair.error ? normalized(between) : Vec3d{1, 0, 0};
}

void search(const Question& q, AxisMethod method, bool has_start, Found& out) {
  if (method == AxisMethod::isa_gjk) search_by_gjk(q, out);
  if (method == AxisMethod::chung_wang) search_by_reflection(q, out);
  if (method == AxisMethod::sat) search_by_axes(q, has_start, out);
  if (!out.is_decided) settle(q, out);
}

// Readers are hidden behind one call each, so that the methods are compiled once.
void search_pair(const Pair& pair, AxisMethod method, const AxisSettings& settings, Found& out) {
  const auto with_support = [](const Core& core, const auto& use) {
    with_reader(core, [&](const auto& reader) {
      use([&reader](const Vec3d& d) {
        std::uint32_t index = 0;
        return reader.support(d, index);
      });
    });
  };
  const auto with_b = [&](PointOf a) {
    with_support(pair.b(), [&](PointOf b) {
      search({pair, a, b, start_of(pair, settings.start), settings.max_iterations}, method,
             max_abs(settings.start) > 0, out);
    });
  };
  with_support(pair.a(), with_b);
}

bool is_known(AxisMethod method) {
  return method == AxisMethod::isa_gjk || method == AxisMethod::chung_wang || method == AxisMethod::sat;
}

}  // namespace

const char* to_string(AxisMethod method) noexcept {
  constexpr const char* kNames[] = {"isa_gjk", "chung_wang", "sat"};
  return enum_name(kNames, method);
}

AxisSearch find_separating_axis(const Instance& a, const Instance& b, AxisMethod method,
                                const AxisSettings& settings) {
  AxisSearch result;
  Pair pair;
  if (!is_known(method) || !is_finite(settings.start) || settings.max_iterations <= 0 ||
      !make_pair(operand(a), operand(b), pair)) {
    result.status = Status::invalid_argument;
    return result;
  }
  if (!applies(method, pair)) {
    result.status = Status::unsupported;
    return result;
  }
  Found found;
  search_pair(pair, method, settings, found);
  result.contact = found.contact;
  result.status = found.status;
  result.iterations = found.iterations;
  result.settling = found.settling;
  result.has_point = found.has_point;
  if (found.has_point) result.point = world_point(pair, found.point);
  if (found.contact == Contact::apart) result.axis = Vec3(found.axis * double(1 - 2 * pair.first));
  return result;
}

}  // namespace graze::inline GRAZE_ABI
