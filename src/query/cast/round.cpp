// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/cast/round.h"

#include <algorithm>

#include "kernel/ray/lanes-inl.h"
#include "query/pair/one_lane.h"

// a moves by s u against b, and meets it where s u is in B - A: the parallelogram that both centre lines span
// (a segment or a point where one or both have no length), grown by both balls. As with rays, a closed form
// only proposes where the ray enters. The plane there, moved out to the farthest corner, is the lower bound;
// a point of the ray whose distance from a point of the parallelogram is measured is the upper one.

namespace graze::inline GRAZE_ABI {
namespace {

using RoundCore = one_lane::CoreLanes<double>;
using Vec = one_lane::LaneVec<double>;
constexpr double kNowhere = std::numeric_limits<double>::infinity();

// Seen from the start of a, in the axes of the world.
struct Round {
  Vec c, wa, wb;  // the parallelogram c + x wa + y wb, x and y in [-1, 1]
  Vec u;          // unit
  double ball;
  double length;  // of the translation
  double limit;   // no way is longer
  double error;   // bound on what rounding and defects of the balls do to a height over the origin
  double accepted;
};

// Where the ray enters, and the point of the parallelogram that is nearest to it there.
struct Entry {
  double way = kNowhere;
  double x = 0, y = 0;
  Vec at;
};

double ball_of(const RoundCore& core) { return core.radius * core.scale + core.margin; }

bool make_round(const RoundCore& a, const Vec& way, const RoundCore& b, double relative_error, Round& out) {
  out.length = std::sqrt(dot(way, way));
  out.u = way / out.length;
  out.c = b.translation - a.translation;
  out.wa = a.linear.columns[1] * y_of(a.half);
  out.wb = b.linear.columns[1] * y_of(b.half);
  const double ball_a = ball_of(a), ball_b = ball_of(b);
  out.ball = ball_a + ball_b;
  const double own_a = y_of(a.half) * a.scale * (1 + a.defect) + ball_a;
  const double own_b = y_of(b.half) * b.scale * (1 + b.defect) + ball_b;
  const double size = own_a + own_b + sum_abs(out.c);
  const double defects = a.radius * a.scale * (a.defect + 2 * kDoubleEpsilon) +
                         b.radius * b.scale * (b.defect + 2 * kDoubleEpsilon);
  out.error = 20 * kDoubleEpsilon * size + defects;
  out.limit = std::min(out.length, size * (1 + 16 * kDoubleEpsilon));
  const double smaller = std::min(own_a, own_b);
  out.accepted = std::max(relative_error * smaller, 16 * out.error);
  return out.length > 0x1p-200 && out.length < 0x1p200 && size > 0x1p-100 && size < 0x1p100 &&
         smaller > out.error;
}

// Through the capsule about a side, from middle - w to middle + w.
Entry enter_side(const Round& r, const Vec& middle, const Vec& w) {
  const double squared = dot(w, w);
  const one_lane::AxisLanes<double> axis{middle, w, squared > 0 ? 1 / squared : 0};
  Entry entry;
  double way = 0;
  entry.at = propose_round(axis, r.u, r.ball, way);
  entry.way = way == way ? way : kNowhere;
  entry.x = dot(entry.at - middle, w) * axis.inverse;
  return entry;
}

// Through one of the two faces; nowhere where the parallelogram has no area.
Entry enter_face(const Round& r) {
  Entry entry;
  const Vec m = cross(r.wa, r.wb);
  const double squared = dot(m, m), speed = dot(m, r.u);
  if (!(squared > 0) || speed == 0) return entry;
  const double height = dot(m, r.c) - std::copysign(r.ball * std::sqrt(squared), speed);
  const double way = height / speed;
  const Vec p = r.u * way - r.c;
  entry.x = dot(cross(p, r.wb), m) / squared;
  entry.y = dot(cross(r.wa, p), m) / squared;
  entry.at = r.c + r.wa * entry.x + r.wb * entry.y;
  if (std::abs(entry.x) <= 1 && std::abs(entry.y) <= 1) entry.way = way;
  return entry;
}

Entry enter(const Round& r) {
  const bool has_a = dot(r.wa, r.wa) > 0, has_b = dot(r.wb, r.wb) > 0;
  if (!has_a || !has_b) {
    Entry entry = enter_side(r, r.c, has_a ? r.wa : r.wb);
    if (!has_a) std::swap(entry.x, entry.y);
    return entry;
  }
  Entry first = enter_face(r);
  if (first.way < kNowhere) return first;
  for (const double side : {-1.0, 1.0}) {
    Entry along_b = enter_side(r, r.c + r.wa * side, r.wb);
    along_b.y = along_b.x;
    along_b.x = side;
    if (along_b.way < first.way) first = along_b;
    Entry along_a = enter_side(r, r.c + r.wb * side, r.wa);
    along_a.y = side;
    if (along_a.way < first.way) first = along_a;
  }
  return first;
}

// No point of the grown parallelogram is farther along a unit vector.
double height_along(const Round& r, const Vec& n) {
  return dot(n, r.c) + std::abs(dot(n, r.wa)) + std::abs(dot(n, r.wb)) + r.ball;
}

// A plane between the way of the ray and the grown parallelogram, across the shortest connection of the way
// and a side.
bool is_missed(const Round& r) {
  const Vec middle = r.u * (0.5 * r.limit);
  const auto separates = [&](const Vec& centre, const Vec& w) {
    const auto closest = closest_centre_lines(middle, centre - middle, w);
    if (!(closest.upper > r.ball)) return false;
    const Vec n = (closest.a - closest.b) / closest.upper;
    return height_along(r, n) + r.error < std::min(0.0, dot(n, r.u) * r.limit);
  };
  const bool has_a = dot(r.wa, r.wa) > 0, has_b = dot(r.wb, r.wb) > 0;
  if (!has_a || !has_b) return separates(r.c, has_a ? r.wa : r.wb);
  for (const double side : {-1.0, 1.0})
    if (separates(r.c + r.wa * side, r.wb) || separates(r.c + r.wb * side, r.wa)) return true;
  return false;
}

// Twice as far beyond the lower bound as rounding reaches, and on by factors of eight.
bool find_upper(const Round& r, const Entry& entry, double lower, double cosine, double& upper) {
  for (double beyond = 4 * r.error; beyond <= r.accepted; beyond *= 8) {
    upper = lower - beyond / cosine;
    const Vec off = r.u * upper - entry.at;
    if (std::sqrt(dot(off, off)) + r.error < r.ball) return upper <= r.limit;
  }
  return false;
}

// The point of a core's surface in the frame of its shape: `part` along its axis, and out along n.
Vec3 local_point(const RoundCore& core, double part, const Vec& n) {
  const Vec outward = transpose_times(core.linear, n) * (ball_of(core) / (core.scale * core.scale));
  Vec3 p;
  store_as_real(outward + Vec{0, part * y_of(core.half), 0}, p);
  return p;
}

// `cores`: the one that moves and its target. `is_swapped`: the caller moves the target the opposite way.
void write(const Round& r, const RoundCore (&cores)[2], const Entry& entry, const Vec& n, bool is_swapped,
           double lower, double upper, ShapeCast& out) {
  constexpr double kBlur = 4 * kDoubleEpsilon;  // of the translation's length
  const auto& [a, b] = cores;
  out = {};
  out.hit = Hit::hit;
  out.iterations = 1;
  out.time = std::min(round_down(lower / r.length * (1 - kBlur)), Real(1));
  out.upper = std::min(round_up(upper / r.length * (1 + kBlur)), Real(1));
  store_vector(is_swapped ? n : -n, out.normal);
  const Vec on_a = a.translation - r.wa * entry.x - n * ball_of(a);
  const Vec on_b = b.translation + r.wb * entry.y + n * ball_of(b);
  store_as_real(is_swapped ? on_a : on_b, out.point);
  const Vec3 local_a = local_point(a, -entry.x, -n), local_b = local_point(b, entry.y, n);
  out.local_a = is_swapped ? local_b : local_a;
  out.local_b = is_swapped ? local_a : local_b;
}

void write_miss(ShapeCast& out) {
  out = {};
  out.iterations = 1;
}

}  // namespace

bool cast_round(const Operand& a, const Vec3& translation, const Operand& b, const QuerySettings& settings,
                ShapeCast& out) {
  const bool is_swapped = comes_second(a, b);
  const RoundCore cores[2] = {lane_core(is_swapped ? b : a), lane_core(is_swapped ? a : b)};
  const Vec way = lane_vector<double>(is_swapped ? -translation : translation);
  Round r;
  if (!make_round(cores[0], way, cores[1], double(settings.relative_error), r)) return false;
  const Entry entry = enter(r);
  if (!(entry.way >= 0 && entry.way < kNowhere)) {
    if (!is_missed(r)) return false;
    write_miss(out);
    return true;
  }
  const Vec outward = r.u * entry.way - entry.at;
  const Vec n = outward / std::sqrt(dot(outward, outward));
  const double cosine = dot(n, r.u), lower = (height_along(r, n) + r.error) / cosine;
  if (!(cosine < 0 && lower > 0)) return false;
  if (lower > r.limit) {
    write_miss(out);
    return true;
  }
  double upper = lower;
  if (!find_upper(r, entry, lower, cosine, upper)) return false;
  write(r, cores, entry, n, is_swapped, lower, upper, out);
  return true;
}

}  // namespace graze::inline GRAZE_ABI
