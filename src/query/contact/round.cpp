// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "kernel/clip/clip.h"
#include "query/contact/find.h"
#include "query/contact/side.h"
#include "query/pair/answers.h"

// Spheres and capsules touch in one point, the witnesses of their separation, unless two capsules lie side by
// side. Names are those of find_side() and clip().

namespace graze::inline GRAZE_ABI {
namespace {

constexpr Feature kAnywhere{FeatureKind::curved, 3, 0}, kSide{FeatureKind::edge, 0, 1};

// A sphere or capsule in the working frame: its centre line runs from centre - half to centre + half.
struct Side {
  Vec3d centre, half;
  double squared, ball, extent, ball_error;
  bool is_sphere;
  bool is_line = false;  // seen from the side rather than from an end
  Feature name{};
};

Side side_of(const PairFrame& pair, int index) {
  const Operand& o = pair.operands[index ^ pair.first];
  const double scale = o.placement->scale(), defect = o.placement->defect();
  const double grown = double(o.shape->values[0]) * scale;
  Side side;
  side.is_sphere = o.shape->kind == ShapeKind::sphere;
  side.centre = pair.offset * double(index);
  side.half = Vec3d(o.placement->linear().columns[1]) * double(o.shape->values[1]);
  side.squared = dot(side.half, side.half);
  side.ball = grown + double(o.margin);
  side.extent = scale * (1 + defect) * double(o.shape->values[1]);
  side.ball_error = grown * (defect + 2 * kDoubleEpsilon);
  return side;
}

// Names the part of a capsule that looks outward, and the place of the witness on it.
void name_side(const Vec3d& outward, const Vec3d& witness, double tolerance, Side& side) {
  side.name = kAnywhere;
  if (side.is_sphere) return;
  const double along = dot(side.half, outward);
  const std::uint32_t top = along > 0 ? 1 : 0;
  side.is_line = 4 * side.squared > tolerance * tolerance &&
                 along * along <= kSteepestEdge * kSteepestEdge * side.squared;
  side.name = {FeatureKind::vertex, top, 0};
  if (!side.is_line) return;
  const Vec3d shift = normalized(outward - side.half * (along / side.squared)) * side.ball;
  for (const std::uint32_t i : {top, 1 - top}) {
    const Vec3d way = witness - (side.centre + side.half * (i == 0 ? -1.0 : 1.0) + shift);
    const Vec3d across = way - outward * dot(way, outward);
    side.name.first = i;
    if (dot(across, across) <= 16 * tolerance * tolerance) return;
  }
  side.name = kSide;
}

// Whether two lines square to the normal are at an angle: they cross where the witnesses are.
bool is_crossing(const Side& a, const Side& b, const Vec3d& n, double tolerance) {
  const Vec3d c = cross(a.half, b.half);
  return dot(c, c) > 4 * primitive::kParallelSine * primitive::kParallelSine * a.squared * b.squared &&
         std::abs(dot(a.half, n)) <= tolerance && std::abs(dot(b.half, n)) <= tolerance;
}

void write(const PairFrame& pair, const Answer& answer, const Side& a, const Side& b, ContactPoint& out) {
  const Vec3d* const points[2] = {&answer.a, &answer.b};
  const Feature* const names[2] = {&a.name, &b.name};
  const int i = pair.first, j = 1 - i;  // indexed, not branched on: the order is as good as random
  out.point_a = world_point(pair, *points[i]);
  out.point_b = world_point(pair, *points[j]);
  out.local_a = local_point(pair, 0, *points[i]);
  out.local_b = local_point(pair, 1, *points[j]);
  out.feature_a = *names[i];
  out.feature_b = *names[j];
  out.gap = static_cast<Real>(dot(answer.normal, answer.b - answer.a));
}

}  // namespace

void summarize(const Answer& answer, double unit, ContactSummary& out) {
  out.status = answer.status;
  out.iterations = answer.iterations;
  if (answer.status == Status::invalid_argument || answer.status == Status::unbounded)
    return set_unanswered(answer.status, out);
  out.contact = answer.contact;
  out.lower = round_down(unit == 1 ? answer.lower : answer.lower / unit);
  out.upper = round_up(unit == 1 ? answer.upper : answer.upper / unit);
}

bool decide_mixed(const PairFrame& pair, Real prediction, Answer& answer, ContactSummary& summary) {
  if (answer.lower > double(prediction)) {
    summarize(answer, 1, summary);
    return false;
  }
  if (pair.operands[pair.first].shape->kind == ShapeKind::box) mirror(pair, answer);
  return true;
}

void mirror(const PairFrame& pair, Answer& answer) {
  const Vec3d a = answer.b - pair.offset, b = answer.a - pair.offset;
  answer.a = a;
  answer.b = b;
  answer.normal = -answer.normal;
}

RoundContact decide_round(const PairFrame& pair, const Answer& answer, Real prediction,
                          ContactSummary& summary, ContactPoint& point) {
  if (answer.lower > double(prediction)) {
    summarize(answer, 1, summary);
    return RoundContact::none;
  }
  Side a = side_of(pair, 0), b = side_of(pair, 1);
  const double size = a.extent + b.extent + sum_abs(pair.offset) + (a.ball + b.ball);
  const double error = 12 * kDoubleEpsilon * size + (a.ball_error + b.ball_error);
  const double tolerance = contact_tolerance(size, error);
  name_side(answer.normal, answer.a, tolerance, a);
  name_side(-answer.normal, answer.b, tolerance, b);
  if (a.is_line && b.is_line) {
    if (!is_crossing(a, b, answer.normal, tolerance)) return RoundContact::sides;
    a.name = b.name = kSide;
  }
  summarize(answer, 1, summary);
  summary.normal = Vec3(pair.is_swapped() ? -answer.normal : answer.normal);
  write(pair, answer, a, b, point);
  return RoundContact::point;
}

}  // namespace graze::inline GRAZE_ABI
