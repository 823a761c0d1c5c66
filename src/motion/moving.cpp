// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "motion/moving.h"

#include <algorithm>

#include "math/linear_map.h"
#include "mesh/pieces.h"
#include "shape/shape_block.h"

namespace graze::inline GRAZE_ABI {
namespace {

// The square of the largest length of centre and edges with any signs.
double farthest_squared(const Vec3d& centre, const Vec3d (&edges)[3]) {
  double squared = 0;
  for (const double y : {1.0, -1.0})
    for (const double z : {1.0, -1.0}) {
      const Vec3d corner = edges[0] + edges[1] * y + edges[2] * z;
      squared = std::max({squared, length_squared(centre + corner), length_squared(centre - corner)});
    }
  return squared;
}

// The largest distance of core points from the line through the origin along a unit axis: of few points
// exactly; of others by supports in eight directions around the axis, whose octagon reaches 1 / cos(pi / 8)
// times as far as the core.
double reach_across(const Moving& m) {
  if (const auto* box = std::get_if<BoxReader>(&m.reader))
    return std::sqrt(farthest_squared(
        cross(m.axis, box->centre),
        {cross(m.axis, box->edges[0]), cross(m.axis, box->edges[1]), cross(m.axis, box->edges[2])}));
  constexpr std::uint32_t kFew = 64;
  double squared = 0;
  const auto add = [&](const Vec3d& p) { squared = std::max(squared, length_squared(cross(m.axis, p))); };
  std::uint32_t count = 0;
  if (const auto* points = std::get_if<PointsReader>(&m.reader)) count = points->count;
  if (const auto* vertices = std::get_if<VertexReader>(&m.reader)) count = vertices->count;
  if (count > 0 && count <= kFew) {
    std::visit(
        [&](const auto& r) {
          for (std::uint32_t i = 0; i < count; ++i) add(r.vertex(i));
        },
        m.reader);
    return std::sqrt(squared);
  }
  const Vec3d& u = m.axis;
  const double x = std::abs(u.x), y = std::abs(u.y), z = std::abs(u.z);
  const Vec3d e = x <= y && x <= z ? Vec3d{1, 0, 0} : y <= z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  const Vec3d p = normalized(cross(u, e)), q = cross(u, p);
  const Stance rest{};
  double farthest = 0;
  for (const Vec3d& d : {p, q, (p + q) * 0x1.6a09e667f3bcdp-1, (p - q) * 0x1.6a09e667f3bcdp-1})
    for (const double sign : {1.0, -1.0}) {
      std::uint32_t index = 0;
      farthest = std::max(farthest, dot(d * sign, m.local_support(rest, d * sign, index)));
    }
  return 1.0824 * farthest;
}

// The half-space's plane in the frame of the reader: see solve_half_space().
void set_plane(const Core& core, Moving& out) {
  const Real* v = core.shape->values;
  const Vec3d local{double(v[0]), double(v[1]), double(v[2])}, unit = normalized(local);
  out.plane_foot = core.linear * (unit * (double(v[3]) / dot(unit, local))) + core.translation;
  const auto& c = core.linear.columns;
  const Mat3d cofactors{cross(c[1], c[2]), cross(c[2], c[0]), cross(c[0], c[1])};
  out.plane_normal = normalized(cofactors * unit) * (dot(c[0], cofactors.columns[0]) < 0 ? -1.0 : 1.0);
}

// A stretched shape is read in its own frame, balls included: they do not stay balls.
void make_stretched_core(const ShapeView& shape, Real margin, Core& core) {
  core = {
      &shape, Mat3d{}, {}, double(margin), 0, extent_of(shape), roundings_of(shape), Core::Reader::analytic,
      false};
}

double stretch_of(const Mat3d& m) {
  const double largest = std::max({max_abs(m.columns[0]), max_abs(m.columns[1]), max_abs(m.columns[2])});
  return largest > 0 ? largest_stretch(m) : 0;
}

// A mesh or compound as the box of its pieces: enough for bounds on its motion.
BoxReader box_of_pieces(const Core& core) {
  const Aabb box = pieces_of(*core.shape)->tree.bounds();
  const Vec3d half = (Vec3d(box.upper) - Vec3d(box.lower)) * 0.5, centre = Vec3d(box.lower) + half;
  const auto& c = core.linear.columns;
  return {{c[0] * half.x, c[1] * half.y, c[2] * half.z}, core.linear * centre + core.translation};
}

void set_reader(Moving& out) {
  const Core& core = out.core;
  if (is_complex(core.shape->kind)) {
    out.reader = box_of_pieces(core);
    return;
  }
  if (core.reader == Core::Reader::half_space) {
    set_plane(core, out);
    PointsReader foot;
    foot.points[0] = out.plane_foot;
    foot.count = 1;
    out.reader = foot;
    return;
  }
  with_reader(core, [&](const auto& reader) {
    out.reader = reader;
    out.has_vertices = reader.kHasVertices;
  });
}

void set_bounds(Moving& m, double world) {
  if (m.is_half_space()) m.core.extent = length(m.plane_foot);
  const double extent = m.core.extent;
  m.size = extent - sum_abs(m.is_stretched ? Vec3d{} : m.arm) + m.core.radius;
  m.extent = extent;
  if (m.is_stretched) {
    Mat3d end = m.base;
    for (int k = 0; k < 3; ++k) end.columns[k] += m.stretch.columns[k];
    const double scale = std::max(stretch_of(m.base), stretch_of(end));
    m.size = scale * extent + m.core.radius;
    m.extent = scale * extent + std::max(length(m.arm), length(m.arm + m.drift));
    m.strain = (stretch_of(m.stretch) * extent + length(m.drift)) * (1 + 8 * kDoubleEpsilon);
  }
  if (m.rate > 0)
    m.reach = m.is_stretched ? m.extent : std::min(reach_across(m) * (1 + 16 * kDoubleEpsilon), m.extent);
  // Sine and cosine, a rotation from them, two products; the angle and the way are rounded, too.
  const double turned = m.rate + std::abs(m.phase);
  m.error = kDoubleEpsilon * ((24 + 4 * turned) * m.extent + 8 * length(m.velocity) + 4 * world);
  if (m.own.pose != nullptr) {
    m.speed = double(m.own.speed) * m.unit * std::abs(m.span);
    m.acceleration = double(m.own.acceleration) * m.unit * (m.span * m.span);
    // Its poses are rounded to Real: where a ball is round, and how smooth the motion is.
    m.core.ball_error += 16 * double(kEpsilon) * m.core.radius;
    m.error += 2 * double(kEpsilon) * (m.extent + m.speed + world);
  }
}

bool has_moderate_size(const Moving& m) {
  return m.extent + m.size + sum_abs(m.start) <= 0x1p500 && m.rate < 0x1p50;
}

}  // namespace

Stance Moving::stand(double t) const {
  if (own.pose != nullptr) {
    const Pose pose = own.pose(own.context, static_cast<Real>(begin + span * t));
    return {Mat3d(pose.rotation), (Vec3d(pose.translation) - origin) * unit};
  }
  Stance at{{}, start + velocity * t};
  if (is_straight) return at;
  const bool is_turned = max_abs(axis) > 0;
  if (is_turned) at.linear = turn_about(axis, sin_cos(phase + rate * t));
  if (!is_stretched) return at;
  Mat3d linear = base;
  for (int k = 0; k < 3; ++k) linear.columns[k] += stretch.columns[k] * t;
  const Vec3d shift = arm + drift * t;
  at.translation += is_turned ? at.linear * shift : shift;
  at.linear = is_turned ? at.linear * linear : linear;
  return at;
}

void PathAccess::copy(const Path& p, const Vec3d& origin, double unit, Moving& out) {
  const double sense = p.span_ < 0 ? -1 : 1;
  out.own = p.own_;
  out.begin = p.begin_;
  out.span = p.span_;
  out.origin = origin;
  out.unit = unit;
  out.rate = p.rate_ * std::abs(p.span_);
  out.phase = p.rate_ * p.begin_ * sense;
  out.axis = p.rate_ > 0 ? p.axis_ * sense : Vec3d{};
  out.velocity = p.velocity_ * (unit * p.span_);
  out.start = ((p.centre_ - origin) + p.velocity_ * p.begin_) * unit;
  out.arm = (Vec3d(p.from_.translation()) - p.centre_) * unit;
  out.is_stretched = p.is_stretched_;
  out.is_straight = is_translation(p);
  out.base = Mat3d(p.from_.linear()) * unit;
  out.stretch = p.stretch_ * (unit * p.span_);
  out.drift = p.drift_ * (unit * p.span_);
  if (p.is_stretched_) {
    for (int k = 0; k < 3; ++k) out.base.columns[k] += p.stretch_.columns[k] * (unit * p.begin_);
    out.arm += p.drift_ * (unit * p.begin_);
  }
  if (is_own(p)) {
    const Real begin = static_cast<Real>(p.begin_);
    out.start = (Vec3d(p.own_.pose(p.own_.context, begin).translation) - origin) * unit;
    out.arm = Vec3d(p.from_.translation()) * unit;
  }
}

Path PathAccess::of_piece(const Path& whole, const Affine& local) {
  if (local == Affine()) return whole;
  Path path = whole;
  path.from_ = whole.from_ * local;
  path.stretch_ = whole.stretch_ * Mat3d(local.linear());
  path.drift_ = whole.drift_ + whole.stretch_ * Vec3d(local.translation());
  return path;
}

Path PathAccess::part(const Path& whole, double begin, double end) {
  Path path = whole;
  path.begin_ = whole.begin_ + whole.span_ * begin;
  path.span_ = whole.span_ * (end - begin);
  return path;
}

void PathAccess::get_numbers(const Path& p, double (&out)[kNumbers]) {
  const Vec3d* const vectors[] = {&p.centre_,
                                  &p.velocity_,
                                  &p.axis_,
                                  &p.drift_,
                                  &p.stretch_.columns[0],
                                  &p.stretch_.columns[1],
                                  &p.stretch_.columns[2]};
  int n = 0;
  out[n++] = p.rate_;
  out[n++] = double(p.own_.speed);
  out[n++] = p.begin_;
  out[n++] = p.span_;
  for (const Vec3d* v : vectors)
    for (int k = 0; k < 3; ++k) out[n++] = (*v)[k];
}

Path PathAccess::of_numbers(const Affine& from, const double (&in)[kNumbers]) {
  Path p(from);
  p.rate_ = in[0];
  p.begin_ = in[2];
  p.span_ = in[3];
  Vec3d* const vectors[] = {&p.centre_,
                            &p.velocity_,
                            &p.axis_,
                            &p.drift_,
                            &p.stretch_.columns[0],
                            &p.stretch_.columns[1],
                            &p.stretch_.columns[2]};
  int n = 4;
  for (Vec3d* v : vectors)
    for (int k = 0; k < 3; ++k) (*v)[k] = in[n++];
  const double size = std::abs(length_squared(p.axis_) - 1), most = 4 * double(kLargestMotion);
  const bool is_axis = p.axis_ == Vec3d{} ? p.rate_ == 0 : size < 1e-12;
  const bool is_time = p.begin_ >= 0 && p.begin_ <= 1 && p.begin_ + p.span_ >= 0 && p.begin_ + p.span_ <= 1;
  p.is_valid_ =
      in[1] == 0 && is_axis && is_time && p.rate_ >= 0 && p.rate_ <= most && max_abs(p.velocity_) <= most;
  for (const double x : in) p.is_valid_ = p.is_valid_ && std::isfinite(x);
  for (const Vec3d& column : p.stretch_.columns) p.is_stretched_ = p.is_stretched_ || !(column == Vec3d{});
  p.is_stretched_ = p.is_stretched_ || !(p.drift_ == Vec3d{});
  return p;
}

int PathAccess::compare(const Path& a, const Path& b) {
  double x[kNumbers], y[kNumbers];
  get_numbers(a, x);
  get_numbers(b, y);
  for (int i = 0; i < kNumbers; ++i)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

bool set_moving(const Operand& operand, const Path& path, const Vec3& origin, double unit, Moving& out) {
  const ShapeView& shape = *operand.shape;
  if (shape.kind == ShapeKind::invalid || !path.is_valid()) return false;
  if (shape.kind == ShapeKind::half_space && !PathAccess::is_rigid_formula(path)) return false;
  PathAccess::copy(path, Vec3d(origin), unit, out);
  if (is_complex(shape.kind)) {
    out.core = {&shape,
                out.is_stretched ? Mat3d{} : out.base,
                out.is_stretched ? Vec3d{} : out.arm,
                0,
                0,
                0,
                0,
                Core::Reader::box,
                false};
    const Aabb box = pieces_of(shape)->tree.bounds();
    const double farthest = length(Vec3d(max(max(box.upper, -box.upper), max(box.lower, -box.lower))));
    out.core.extent = out.is_stretched ? farthest : stretch_of(out.base) * farthest + sum_abs(out.arm);
  } else if (out.is_stretched) {
    make_stretched_core(shape, operand.margin, out.core);
    out.core.radius *= unit;
  } else {
    make_core(shape, PathAccess::from(path), operand.margin, out.core);
    Core& core = out.core;
    core.linear = core.linear * unit;
    core.translation = core.translation * unit + out.arm;
    core.radius *= unit;
    core.ball_error *= unit;
    core.extent = core.extent * unit + sum_abs(out.arm);
  }
  set_reader(out);
  const Vec3d start = PathAccess::is_own(path) ? out.start + Vec3d(origin) * unit : out.start;
  set_bounds(out, sum_abs(start) + sum_abs(PathAccess::velocity(path)) * unit * out.begin);
  return has_moderate_size(out);
}

bool set_swept(const ShapeView& basis, const Vec3 (&from)[3], const Vec3 (&to)[3], Real margin,
               const Vec3& origin, double unit, Moving& out) {
  PathAccess::copy(Path(), Vec3d(origin), unit, out);
  const Vec3d start(from[0]), end(to[0]);
  out.start = (start - Vec3d(origin)) * unit;
  out.velocity = (end - start) * unit;
  out.arm = {};
  out.is_stretched = true;
  out.is_straight = false;
  for (int k = 0; k < 2; ++k) {
    out.base.columns[k] = (Vec3d(from[k + 1]) - start) * unit;
    out.stretch.columns[k] = (Vec3d(to[k + 1]) - end) * unit - out.base.columns[k];
  }
  out.base.columns[2] = out.stretch.columns[2] = {};
  out.core = {&basis, Mat3d{}, {}, double(margin) * unit, 0, 1, 0, Core::Reader::points, false};
  set_reader(out);
  double world = 0;
  for (int i = 0; i < 3; ++i) world += sum_abs(Vec3d(from[i])) + sum_abs(Vec3d(to[i]));
  set_bounds(out, (world + sum_abs(Vec3d(origin))) * unit);
  return has_moderate_size(out);
}

}  // namespace graze::inline GRAZE_ABI
