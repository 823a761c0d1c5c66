// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/cast/cast.h"

#include <algorithm>

#include "kernel/gjk/advance.h"
#include "query/pair/cached_vertices.h"

// Casts as rays against the difference of two objects: a moves by s u against b, and meets it where
// s (-u) is in A - B, or s u in B - A when canonical order has them the other way round. A ray is the cast of
// a point. What starts in contact is answered by the queries on pairs.

namespace graze::inline GRAZE_ABI {
namespace {

using gjk::Cast;
using gjk::CastMemory;
using gjk::CastOutcome;
using gjk::CastTask;

// The ray in A - B, in canonical order.
Vec3d ray_direction(const Pair& pair, const Motion& motion) {
  return motion.direction * static_cast<double>(2 * pair.first - 1);
}

// The extent of one operand alone, margins and balls included.
double own_size(const Pair& pair, int index) {
  const double way = index == pair.first ? 0 : sum_abs(pair.offset) * pair.unit;
  return pair.cores[index].extent - way + pair.cores[index].radius;
}

// Curved, and not of the algebra.
bool is_plain_curve(const Core& core) { return core.is_curved() && core.shape->block == nullptr; }

CastTask task_for(const Pair& pair, const Motion& motion, const QuerySettings& settings) {
  CastTask task;
  task.direction = ray_direction(pair, motion);
  // No point of A - B is farther away than the size.
  task.limit = std::min(motion.way(motion.end, pair.unit), pair.size * (1 + 16 * kDoubleEpsilon));
  task.radius = pair.radius;
  // Besides support values: the direction is rounded to unit length, and the way times it once more.
  task.error = pair.error + 8 * kDoubleEpsilon * pair.size;
  const double a = own_size(pair, 0), b = own_size(pair, 1);
  const double smaller = std::min(a, b), size = smaller > task.error ? smaller : std::max(a, b);
  task.accepted = std::max(double(settings.relative_error) * size, 16 * task.error);
  // Far closer than was asked for, as long as it is cheap: on curved surfaces every support takes off a part
  // of what is left. Of shapes of the algebra the size is but a bound.
  const bool is_costly = task.radius == 0 && is_plain_curve(pair.cores[0]) && is_plain_curve(pair.cores[1]);
  task.tolerance = (is_costly ? 0.25 : 0x1p-8) * double(settings.relative_error) * size;
  task.reach = 0.8 * (a + b);
  task.max_iterations = settings.max_iterations;
  return task;
}

// Objects as they stand at the start.
void answer_from_start(const Pair& pair, Start start, const QuerySettings& settings, Answer& answer,
                       CastAnswer& out) {
  solve(pair, start == Start::yes_no ? Goal::intersects : Goal::separation, settings, answer);
  out.iterations += answer.iterations;
  out.lower = out.upper = out.estimate = 0;
  // A certain contact stays certain, however loose the bounds of the separation are.
  if (answer.contact == Contact::touching || answer.status == Status::unbounded) out.status = answer.status;
  if (out.status == Status::bound_loose) out.status = Status::converged;
  out.hit = Hit::miss;
  if (answer.contact == Contact::apart) return;
  out.hit = answer.contact == Contact::overlapping ? Hit::hit : Hit::uncertain;
  out.starts_in_contact = true;
  if (start == Start::yes_no) {
    out.normal = {};
    out.points[0] = out.points[1] = answer.common;
    return;
  }
  out.normal = answer.normal;
  out.points[pair.first] = answer.a;
  out.points[1 - pair.first] = answer.b;
}

void answer_from_cast(const Pair& pair, const Cast& cast, CastAnswer& out) {
  out.iterations = cast.count;
  if (cast.outcome == CastOutcome::miss) {
    out.hit = Hit::miss;
    return;
  }
  out.hit = cast.outcome == CastOutcome::hit ? Hit::hit : Hit::uncertain;
  out.lower = std::max(cast.lower, 0.0);
  out.upper = std::max(cast.upper, out.lower);
  // Bounds that round to neighbours in Real are as close as can be said, however small the objects are.
  const bool is_close = cast.has_met_tolerance || out.upper - out.lower <= double(kEpsilon) * out.upper;
  if (!is_close && out.hit == Hit::hit) out.status = Status::iteration_limit;
  out.estimate = std::clamp(cast.estimate, out.lower, out.upper);
  out.normal = cast.normal;
  // Between the nearest points of the cores, where the balls meet.
  const double share = pair.radius > 0 ? 1 / pair.radius : 0;
  out.points[pair.first] = cast.a - cast.across * (pair.a().radius * share);
  out.points[1 - pair.first] = cast.b + cast.across * (pair.b().radius * share);
}

// Where piercing could not tell: rays that come within a few errors of the cores are answered as uncertain,
// the others are certain to miss. Both bounds of the ball-less cast stay valid.
template <class Difference>
void graze_past(const Difference& difference, CastTask task, const Vec3d& towards, Cast& cast) {
  Cast wider;
  task.radius = 4 * task.error;
  task.tolerance = std::min(task.tolerance, task.radius);
  const Vec3d v = max_abs(towards) > 0 ? towards : task.direction;
  gjk::Advance<Difference>(difference, task).run(std::max(cast.lower, 0.0), v, wider);
  wider.count += cast.count;
  const bool is_certain = cast.outcome == CastOutcome::hit || cast.outcome == CastOutcome::unclear;
  if (!is_certain || wider.outcome == CastOutcome::miss) {
    cast = wider;
    if (cast.outcome == CastOutcome::miss) return;
    cast.upper = task.limit;
    cast.outcome = CastOutcome::unclear;  // whatever it is to the wider cores
    return;
  }
  cast.count = wider.count;
  if (wider.lower > cast.lower) {
    cast.lower = wider.lower;
    cast.estimate = std::max(cast.lower, wider.estimate);
    cast.normal = wider.normal;
  }
  const double cosine = -dot(cast.normal, task.direction);
  cast.has_met_tolerance = (cast.upper - cast.lower) * cosine <= task.accepted;
}

template <class A, class B>
void recall(const Pair& pair, const A& a, const B& b, const PairCache& cache, CastMemory& memory) {
  memory.axis = cached_axis(pair, cache);
  if constexpr (A::kHasVertices && B::kHasVertices) {
    memory.has_portal =
        cache.vertex_count == 3 && read_cached_vertices(pair, a, b, cache, [&](auto i, auto ia, auto ib) {
          gjk::ColumnPoint& p = memory.portal.p[i];
          p.a = a.vertex(ia);
          p.b = b.vertex(ib);
          p.w = p.a - p.b;
          p.index_a = ia;
          p.index_b = ib;
        });
  }
}

// A plane that the ray met, or passed: both are axes from a to b.
void store(const Pair& pair, const Cast& cast, const CastMemory& memory, bool has_vertices,
           PairCache& cache) {
  if (!(max_abs(cast.normal) > 0)) return;
  store_axis(pair, cast.normal, cache);
  if (!memory.has_portal || !has_vertices) return;
  for (const gjk::ColumnPoint& p : memory.portal.p) store_vertices(pair, p.index_a, p.index_b, cache);
}

// `memory`: null without a cache.
template <class A, class B>
Step search_ray(const Pair& pair, const CastTask& task, const A& a, const B& b, CastMemory* memory,
                Cast& cast) {
  using Difference = gjk::Difference<A, B>;
  const Difference difference{a, b};
  const Vec3d towards = inner_point(pair.a()) - inner_point(pair.b());
  if (task.radius > 0) {
    const bool is_known = memory != nullptr && max_abs(memory->axis) > 0;
    const Vec3d v = is_known ? -memory->axis : max_abs(towards) > 0 ? towards : task.direction;
    gjk::Advance<Difference>(difference, task).run(guess_contact(pair, task), v, cast);
    return Step::advance;
  }
  gjk::pierce(difference, task, towards, memory, cast);
  if (cast.outcome == CastOutcome::hit && !(cast.lower > 0)) {
    // The line enters where the ray starts, but for rounding. It is a hit if the line leaves later for
    // certain.
    CastTask back = task;
    back.direction = -task.direction;
    Cast exit;
    gjk::pierce(difference, back, towards, nullptr, exit);
    cast.count += exit.count;
    if (exit.outcome != CastOutcome::behind) cast.outcome = CastOutcome::unclear;
  }
  const bool is_thin = cast.outcome == CastOutcome::grazing || cast.outcome == CastOutcome::limit;
  const bool is_loose = cast.outcome == CastOutcome::hit && !cast.has_met_tolerance;
  // A search that only went round in circles has no bounds at all.
  if (!is_thin && !(is_loose && cast.count < task.max_iterations)) return Step::pierce;
  graze_past(difference, task, towards, cast);
  return Step::advance;
}

template <class A, class B>
Step cast_readers(const Pair& pair, const CastTask& task, const A& a, const B& b, PairCache* cache,
                  Cast& cast) {
  if (cache == nullptr) return search_ray(pair, task, a, b, nullptr, cast);
  CastMemory memory;
  recall(pair, a, b, *cache, memory);
  const Step step = search_ray(pair, task, a, b, &memory, cast);
  store(pair, cast, memory, A::kHasVertices && B::kHasVertices, *cache);
  return step;
}

// The error that rounding may bring to the cosine between the plane's normal and the way. Where the plane was
// not turned, its normal is as exact as its components: a ray along a level plane never meets it.
double blur_of(const Pair& pair, const Vec3d& normal, const Vec3d& way) {
  const auto& c = pair.b().linear.columns;
  const bool is_turned =
      c[0].y != 0 || c[0].z != 0 || c[1].x != 0 || c[1].z != 0 || c[2].x != 0 || c[2].y != 0;
  if (is_turned) return 8 * kDoubleEpsilon;
  return 8 * kDoubleEpsilon *
         (std::abs(normal.x * way.x) + std::abs(normal.y * way.y) + std::abs(normal.z * way.z));
}

// One support against the plane: the separation falls in proportion to the way.
void cast_half_space(const Pair& pair, const Motion& motion, const QuerySettings& settings, CastAnswer& out) {
  Answer start;
  solve(pair, Goal::separation, settings, start);
  out.iterations = start.iterations;
  out.status = start.status;
  if (start.status == Status::unbounded || start.contact != Contact::apart) return;
  const Vec3d u = ray_direction(pair, motion) * -1.0;  // of the bounded one, a in canonical order
  const double cosine = dot(start.normal, u), blur = blur_of(pair, start.normal, u);
  const double end = motion.way(motion.end, pair.unit);
  if (cosine < -blur || cosine + blur == 0) return;
  const double fastest = cosine + blur, slowest = cosine - blur;
  out.lower = start.lower / fastest;
  out.upper = slowest > 0 ? start.upper / slowest : kInfinite;
  if (out.lower > end) {
    out.lower = out.upper = 0;
    return;
  }
  out.hit = slowest > 0 && out.upper <= end ? Hit::hit : Hit::uncertain;
  out.upper = std::min(out.upper, end);
  out.estimate = std::clamp(0.5 * (start.lower + start.upper) / cosine, out.lower, out.upper);
  out.normal = start.normal;
  // The bounded one touches with its lowest point, the other where that is then.
  out.points[pair.first] = start.a;
  out.points[1 - pair.first] = start.a + u * out.estimate;
}

}  // namespace

Motion::Motion(const Vec3d& vector, double end_) : end(end_) {
  const double largest = max_abs(vector);
  if (largest > 0x1p-200 && largest < 0x1p200) {
    mantissa = length(vector);
    direction = vector / mantissa;
    return;
  }
  direction = normalized(vector);
  if (!(largest > 0)) return;
  (void)std::frexp(largest, &exponent);
  mantissa = length(Vec3d{std::ldexp(vector.x, -exponent), std::ldexp(vector.y, -exponent),
                          std::ldexp(vector.z, -exponent)});
}

double Motion::way(double t, double unit) const {
  if (!(mantissa > 0 && t > 0)) return 0;
  return (exponent == 0 ? t * mantissa : std::ldexp(t * mantissa, exponent)) * unit;
}

double Motion::parameter(double way, double unit) const {
  if (!(mantissa > 0)) return 0;
  const double t = (unit == 1 ? way : way / unit) / mantissa;
  return exponent == 0 ? t : std::ldexp(t, -exponent);
}

Step solve_cast(const Pair& pair, const Motion& motion, Start start, const QuerySettings& settings,
                CastAnswer& out) {
  const CastTask task = task_for(pair, motion, settings);
  Answer standing;
  const bool is_half_space = pair.b().reader == Core::Reader::half_space;
  if (is_half_space && motion.mantissa > 0) {
    cast_half_space(pair, motion, settings, out);
    if (out.status == Status::unbounded || out.hit != Hit::miss) return Step::plane;
  }
  if (is_half_space || !(motion.mantissa > 0) || !(task.limit > 0)) {
    answer_from_start(pair, start, settings, standing, out);
    return standing.step;
  }
  Cast cast;
  Step step = Step::quadric_form;
  if (!cast_point(pair, motion.direction, task, cast))
    with_readers(pair, [&](const auto& a, const auto& b) {
      step = cast_readers(pair, task, a, b, settings.cache, cast);
    });
  if (cast.outcome == CastOutcome::miss || cast.lower > 0) {
    answer_from_cast(pair, cast, out);
    return step;
  }
  out.iterations = cast.count;
  answer_from_start(pair, start, settings, standing, out);
  if (cast.outcome == CastOutcome::behind || out.hit == Hit::hit) return step;
  // Touching at the start, or less than the error away from it: what comes then is the cast's to say.
  if (!out.starts_in_contact) {
    const bool is_receding = dot(standing.normal, task.direction) > 8 * kDoubleEpsilon;
    if (!is_receding) answer_from_cast(pair, cast, out);
    return step;
  }
  out.upper = std::max(cast.upper, 0.0);
  if (cast.outcome == CastOutcome::hit) out.hit = Hit::hit;
  return step;
}

}  // namespace graze::inline GRAZE_ABI
