// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "motion/pair.h"

#include <algorithm>

#include "math/linear_map.h"
#include "motion/touching.h"
#include "query/cast/cast.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"

namespace graze::inline GRAZE_ABI {
namespace {

bool is_before(const Vec3& a, const Vec3& b) {
  for (int k = 0; k < 3; ++k)
    if (a[k] != b[k]) return a[k] < b[k];
  return false;
}

// Sums are in canonical order: rounding must not tell (a, b) from (b, a).
void set_sizes(MovingPair& pair) {
  const Moving &a = pair.sides[pair.first], &b = pair.sides[1 - pair.first];
  pair.radius = a.core.radius + b.core.radius;
  const double smaller = std::min(a.size, b.size);
  pair.size = a.is_half_space() || b.is_half_space() ? (a.is_half_space() ? b.size : a.size)
              : smaller > 0                          ? smaller
                                                     : std::max(a.size, b.size);
  const double reach = a.extent + b.extent + sum_abs(a.start - b.start) + length(a.velocity) +
                       length(b.velocity) + a.speed + b.speed;
  // The bound of make_pair(), and a stance more for each support.
  const double epsilons = 24 + a.core.roundings + b.core.roundings;
  pair.error = epsilons * kDoubleEpsilon * (reach + pair.radius) + a.error + b.error +
               (a.core.ball_error + b.core.ball_error);
}

// Where the point of a swept triangle that is nearest to x sets out from; of a triangle without area, one of
// an edge.
Vec3 origin_of(const SweptCorners& corners, const Stance& at, const Vec3d& x) {
  const Vec3d u = at.linear.columns[0], v = at.linear.columns[1], p = x - at.translation;
  const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), pu = dot(p, u), pv = dot(p, v);
  const double area = uu * vv - uv * uv;
  double y = uu > 0 ? pu / uu : 0, z = 0;
  if (area > 16 * kDoubleEpsilon * uu * vv) {
    y = (pu * vv - pv * uv) / area;
    z = (pv * uu - pu * uv) / area;
  } else if (vv > uu) {
    y = 0;
    z = pv / vv;
  }
  y = std::clamp(y, 0.0, 1.0);
  z = std::clamp(z, 0.0, 1 - y);
  const Vec3d first(corners.from[0]);
  return to_real(first + (Vec3d(corners.from[1]) - first) * y + (Vec3d(corners.from[2]) - first) * z);
}

// The way from a core's point in the working frame to the frame of its shape.
Vec3 local_point(const MovingOperand& operand, const Moving& m, const Stance& at, const Vec3d& x) {
  if (operand.swept != nullptr) return origin_of(*operand.swept, at, x);
  if (m.is_stretched) return to_real(balanced_inverse(at.linear) * (x - at.translation));
  const Vec3d turned = transpose_times(at.linear, x - at.translation) - m.arm;
  const Affine& from = PathAccess::from(operand.path);
  if (from.is_rigid() && m.unit == 1) return to_real(transpose_times(Mat3d(from.linear()), turned));
  const Mat3d linear = Mat3d(PathAccess::from(operand.path).linear()) * m.unit;
  return to_real(balanced_inverse(linear) * turned);
}

Vec3 world_point(const MovingPair& pair, const Vec3d& x) { return to_real(pair.origin + x / pair.unit); }

// By the normal in the axes of the world, from a to b.
void set_features(const MovingPair& pair, const Stance (&at)[2], const Vec3d& normal, TimeOfImpact& out) {
  const auto find = [&](int i) {
    const Core& core = pair.sides[i].core;
    return find_touching(core, at[i].linear * core.linear, normal * (i == 0 ? 1.0 : -1.0));
  };
  out.feature_a = find(0);
  out.feature_b = find(1);
}

void set_points(const MovingOperand& of_a, const MovingOperand& of_b, const MovingPair& pair,
                const Impact& impact, TimeOfImpact& out) {
  const Vec3d normal = impact.normal * static_cast<double>(1 - 2 * pair.first);
  out.normal = Vec3(normal);
  const Moving &a = pair.sides[pair.first], &b = pair.sides[1 - pair.first];
  Vec3d points[2];
  points[pair.first] = impact.a + impact.normal * a.core.radius;
  points[1 - pair.first] = impact.b - impact.normal * b.core.radius;
  out.point = world_point(pair, points[1]);
  const Stance at[2] = {pair.first == 0 ? impact.at_a : impact.at_b,
                        pair.first == 0 ? impact.at_b : impact.at_a};
  out.local_a = local_point(of_a, pair.sides[0], at[0], points[0]);
  out.local_b = local_point(of_b, pair.sides[1], at[1], points[1]);
  set_features(pair, at, normal, out);
}

// Where they stand at the start: within the target, maybe, or apart. False: apart.
bool answer_from_start(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings,
                       TimeOfImpact& out) {
  const Separation s = separation_of(a.at_start(), b.at_start(), {});
  if (s.lower > settings.target) return false;
  out.hit = s.upper < 0 || s.upper < settings.target || s.contact == Contact::overlapping ? Hit::hit
                                                                                          : Hit::uncertain;
  out.starts_in_contact = true;
  out.normal = s.normal;
  out.point = s.point_b;
  out.local_a = s.local_a;
  out.local_b = s.local_b;
  return true;
}

// Straight motion without turning is a cast. False: not closer than the tolerance asks for.
bool answer_by_cast(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings,
                    double limit, TimeOfImpact& out) {
  Pair pair;
  if (!make_pair(a.at_start(), b.at_start(), pair)) return false;
  // Subtracted in one order whichever way they are called: a zero keeps its sign.
  const Vec3d &va = PathAccess::velocity(a.path), &vb = PathAccess::velocity(b.path);
  const Motion motion(pair.first == 0 ? va - vb : -(vb - va), limit);
  QuerySettings query;
  query.max_iterations = std::min(settings.max_iterations, query.max_iterations);
  query.cache = settings.cache;
  CastAnswer answer;
  (void)solve_cast(pair, motion, Start::separation, query, answer);
  if (answer.starts_in_contact || (answer.hit != Hit::miss && answer.lower == 0)) return false;
  if (answer.hit == Hit::uncertain || answer.status != Status::converged) return false;
  out.iterations += answer.iterations;
  if (answer.hit == Hit::miss) return true;
  constexpr double kBlur = 4 * kDoubleEpsilon;
  const double lower = motion.parameter(answer.lower, pair.unit) * (1 - kBlur),
               upper = motion.parameter(answer.upper, pair.unit) * (1 + kBlur);
  if (upper - lower > 0.5 * double(settings.time_tolerance)) return false;
  out.hit = Hit::hit;
  out.lower = std::min(round_down(lower), Real(1));
  out.upper = std::min(round_up(upper), Real(1));
  const Vec3d normal = answer.normal * static_cast<double>(1 - 2 * pair.first);
  out.normal = Vec3(normal);
  out.feature_a = find_touching(pair.cores[0], pair.cores[0].linear, normal);
  out.feature_b = find_touching(pair.cores[1], pair.cores[1].linear, -normal);
  out.point =
      to_real(pair.origin + answer.points[1] / pair.unit + PathAccess::velocity(b.path) * double(out.lower));
  out.local_a = graze::local_point(pair, 0, answer.points[0]);
  out.local_b = graze::local_point(pair, 1, answer.points[1]);
  return true;
}

ImpactTask task_for(const MovingPair& pair, const MotionSettings& settings, double begin, double limit) {
  ImpactTask task;
  task.begin = std::min(begin, limit);
  task.limit = limit;
  task.tolerance = std::max(0.5 * double(settings.time_tolerance), 0x1p-50);
  task.radius = pair.radius + double(settings.target) * pair.unit;
  task.error = pair.error + 4 * kDoubleEpsilon * task.radius;
  task.close = std::max(double(settings.distance_tolerance) * pair.size, 4 * task.error);
  task.max_iterations = settings.max_iterations;
  if (settings.cache != nullptr && is_finite(settings.cache->axis))
    task.axis = Vec3d(settings.cache->axis) * static_cast<double>(1 - 2 * pair.first);
  return task;
}

TimeOfImpact impact_of_convex(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings,
                              double begin, double limit) {
  TimeOfImpact out;
  const auto is_cast = [](const MovingOperand& o) {
    return o.swept == nullptr && PathAccess::is_translation(o.path) && PathAccess::is_whole(o.path);
  };
  const bool is_straight = is_cast(a) && is_cast(b);
  if (is_straight && settings.target == 0 && answer_by_cast(a, b, settings, limit, out)) return out;
  MovingPair pair;
  if (!make_moving_pair(a, b, pair)) {
    out.status = Status::invalid_argument;
    return out;
  }
  if (pair.sides[0].is_half_space() && pair.sides[1].is_half_space()) {
    out.status = Status::unbounded;
    return out;
  }
  Impact impact;
  impact.iterations = out.iterations;
  find_impact(pair.sides[pair.first], pair.sides[1 - pair.first], task_for(pair, settings, begin, limit),
              impact);
  out.iterations = impact.iterations;
  out.status = impact.status;
  if (settings.cache != nullptr && max_abs(impact.normal) > 0)
    settings.cache->axis = Vec3(impact.normal * static_cast<double>(1 - 2 * pair.first));
  if (impact.hit == Hit::miss) return out;
  out.hit = impact.hit;
  out.lower = std::max(round_down(impact.lower), Real(0));
  out.upper = std::min(round_up(impact.upper), Real(1));
  if (impact.starts && answer_from_start(a, b, settings, out)) {
    set_features(pair, {pair.sides[0].stand(0), pair.sides[1].stand(0)}, Vec3d(out.normal), out);
    // Touching: what comes then is the search's to say.
    if (out.hit == Hit::hit)
      out.upper = 0;
    else
      out.hit = impact.hit;
    return out;
  }
  set_points(a, b, pair, impact, out);
  return out;
}

}  // namespace

MovingOperand MovingOperand::part(const ShapeView& piece, const Affine& local) const {
  if (local == Affine()) return {&piece, path, start, margin};
  return {&piece, PathAccess::of_piece(path, local), start * local, margin};
}

bool are_usable(const MotionSettings& s) {
  return s.time_tolerance >= 4 * kEpsilon && s.time_tolerance <= 1 && s.distance_tolerance >= 0 &&
         s.distance_tolerance <= 1 && s.target >= 0 && s.target <= std::numeric_limits<Real>::max() &&
         s.max_iterations > 0;
}

bool are_answerable(const MovingOperand& a, const MovingOperand& b, const MotionSettings& s) {
  return are_usable(s) && a.path.is_valid() && b.path.is_valid() && is_usable_complex(a.at_start()) &&
         is_usable_complex(b.at_start());
}

bool comes_later(const MovingOperand& a, const MovingOperand& b) {
  const Operand oa = a.at_start(), ob = b.at_start();
  if (is_out_of_order(oa, ob)) return true;
  return !is_out_of_order(ob, oa) && PathAccess::compare(a.path, b.path) > 0;
}

bool make_moving_pair(const MovingOperand& a, const MovingOperand& b, MovingPair& pair) {
  const auto place_of = [](const MovingOperand& o) {
    return o.swept != nullptr ? o.swept->from[0] : o.start.translation();
  };
  const Vec3 of_a = place_of(a), of_b = place_of(b);
  const Vec3 origin = is_before(of_b, of_a) ? of_b : of_a;
  const auto set_side = [&](const MovingOperand& o, Moving& out) {
    if (o.swept == nullptr) return set_moving(o.at_start(), o.path, origin, pair.unit, out);
    return set_swept(*o.swept->basis, o.swept->from, o.swept->to, o.margin, origin, pair.unit, out);
  };
  const auto set = [&] { return set_side(a, pair.sides[0]) && set_side(b, pair.sides[1]); };
  if (!a.start.is_valid() || !b.start.is_valid() || !set()) return false;
  pair.origin = Vec3d(origin);
  const Moving* sides = pair.sides;
  const Core::Reader reader_a = sides[0].core.reader, reader_b = sides[1].core.reader;
  pair.first = (reader_a != reader_b ? reader_b < reader_a : comes_later(a, b)) ? 1 : 0;
  double size = sum_abs(sides[0].start - sides[1].start);
  for (const int i : {pair.first, 1 - pair.first})
    size += sides[i].extent + sides[i].size + length(sides[i].velocity);
  // Squares of squares of lengths must stay representable.
  if (!(size > 0x1p-100 && size < 0x1p100) && size > 0) {
    int exponent = 0;
    (void)std::frexp(size, &exponent);
    pair.unit = std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
    if (!set()) return false;
  }
  set_sizes(pair);
  return true;
}

TimeOfImpact impact_of(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings,
                       double begin, double limit) {
  if (is_complex(a.shape->kind) || is_complex(b.shape->kind))
    return impact_of_pieces(a, b, settings, begin, limit);
  return impact_of_convex(a, b, settings, begin, limit);
}

}  // namespace graze::inline GRAZE_ABI
