// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "motion/moving.h"

namespace graze::inline GRAZE_ABI {
namespace {

// A unit quaternion with w >= 0 of a matrix that is a rotation but for rounding: from its largest component,
// so that nothing cancels. [Shepperd78]
struct Rotation {
  Vec3d v;
  double w;
};
Rotation rotation_of(const Mat3d& m) {
  const double d[3] = {m.columns[0].x, m.columns[1].y, m.columns[2].z}, trace = d[0] + d[1] + d[2];
  const int i = d[0] >= d[1] ? (d[0] >= d[2] ? 0 : 2) : (d[1] >= d[2] ? 1 : 2);
  const int j = i == 2 ? 0 : i + 1, k = 3 - i - j;
  Rotation q{};
  if (trace >= d[i]) {
    q.w = 1 + trace;
    q.v = {m.columns[1].z - m.columns[2].y, m.columns[2].x - m.columns[0].z, m.columns[0].y - m.columns[1].x};
  } else {
    q.v[i] = 1 + d[i] - d[j] - d[k];
    q.v[j] = m.columns[i][j] + m.columns[j][i];
    q.v[k] = m.columns[i][k] + m.columns[k][i];
    q.w = m.columns[j][k] - m.columns[k][j];
  }
  const double size = std::sqrt(dot(q.v, q.v) + q.w * q.w) * (q.w < 0 ? -1 : 1);
  return {q.v / size, q.w / size};
}

// The angle in [0, pi / 2] with this sine and cosine: steps of sin(angle - x), each of which leaves the cube
// of the error.
double angle_of(double sine, double cosine) {
  double x = sine < cosine ? sine : 0x1.921fb54442d18p+0 - cosine;
  for (int i = 0; i < 4; ++i) {
    const SinCos at = sin_cos(x);
    x += sine * at.cos - cosine * at.sin;
  }
  return x;
}

bool is_small_enough(const Vec3& v) { return is_finite(v) && max_abs(v) <= kLargestMotion; }

// Size of a shape as its motion sees it.
double travel_of(const Moving& m, double begin, double end, const Vec3d* direction) {
  const double t = end - begin;
  const double along = direction != nullptr ? std::max(dot(*direction, m.velocity), 0.0) : length(m.velocity);
  const double across = direction != nullptr ? length(cross(*direction, m.axis)) : 1;
  const double turned = across * m.reach * std::min(m.rate * t, 2.0);
  const double sum = t * (along + m.strain + m.speed) + turned;
  return sum * (1 + 32 * kDoubleEpsilon) + 2 * m.error + 4 * kDoubleEpsilon * length(m.velocity);
}

}  // namespace

Path Path::linear(const Affine& from, const Vec3& translation) {
  Path path(from);
  path.is_valid_ = is_small_enough(translation);
  path.velocity_ = Vec3d(translation);
  return path;
}

Path Path::turning(const Affine& from, const Vec3& velocity, const Vec3& angular_velocity,
                   const Vec3& local_centre) {
  Path path = linear(from, velocity);
  path.is_valid_ = path.is_valid_ && is_small_enough(angular_velocity) && is_finite(local_centre);
  path.rate_ = length(Vec3d(angular_velocity));
  path.axis_ = normalized(Vec3d(angular_velocity));
  path.centre_ = Mat3d(from.linear()) * Vec3d(local_centre) + Vec3d(from.translation());
  return path;
}

Path Path::screw(const Affine& from, const Vec3& point, const Vec3& axis, Real angle, Real advance) {
  Path path(from);
  const Vec3d u = normalized(Vec3d(axis));
  path.is_valid_ =
      is_finite(point) && is_finite(axis) && max_abs(axis) > 0 && is_small_enough({angle, advance, 0});
  path.centre_ = Vec3d(point);
  path.axis_ = u * (angle < 0 ? -1.0 : 1.0);
  path.rate_ = std::abs(double(angle));
  path.velocity_ = u * double(advance);
  return path;
}

Path Path::slerp(const Affine& from, const Affine& to) {
  Path path = linear(from, to.translation() - from.translation());
  const bool are_similar = from.is_valid() && to.is_valid() && from.kind() >= Affine::Kind::similarity &&
                           to.kind() >= Affine::Kind::similarity &&
                           (determinant(from.linear()) < 0) == (determinant(to.linear()) < 0);
  path.is_valid_ = path.is_valid_ && are_similar;
  if (!path.is_valid_) return path;
  path.velocity_ = Vec3d(to.translation()) - Vec3d(from.translation());
  const Mat3d l0(from.linear()), l1(to.linear());
  const Rotation q = rotation_of(l1 * transpose(l0) * (1 / (double(from.scale()) * double(to.scale()))));
  const double sine = length(q.v);
  path.rate_ = 2 * angle_of(sine, q.w);
  if (sine > 0) path.axis_ = q.v / sine;
  path.is_stretched_ = !(from.is_rigid() && to.is_rigid()) && from.scale() != to.scale();
  if (!path.is_stretched_) return path;
  const Mat3d end = transpose(turn_about(path.axis_, sin_cos(path.rate_))) * l1;
  for (int k = 0; k < 3; ++k) path.stretch_.columns[k] = end.columns[k] - l0.columns[k];
  return path;
}

Path Path::entrywise(const Affine& from, const Affine& to) {
  Path path = linear(from, to.translation() - from.translation());
  path.is_valid_ = path.is_valid_ && to.is_valid();
  path.velocity_ = Vec3d(to.translation()) - Vec3d(from.translation());
  path.is_stretched_ = !(from.linear() == to.linear());
  for (int k = 0; k < 3; ++k)
    path.stretch_.columns[k] = Vec3d(to.linear().columns[k]) - Vec3d(from.linear().columns[k]);
  return path;
}

Path Path::own(const OwnMotion& motion, const Affine& from) {
  Path path(from);
  path.own_ = motion;
  path.is_valid_ = motion.pose != nullptr && motion.speed >= 0 && motion.speed <= kLargestMotion &&
                   motion.acceleration >= 0;
  return path;
}

Path Path::part(Real begin, Real end) const {
  Path path = PathAccess::part(*this, double(begin), double(end));
  path.is_valid_ = is_valid_ && begin >= 0 && begin <= 1 && end >= 0 && end <= 1;
  return path;
}

Affine Path::placement(Real time) const {
  const double t = begin_ + span_ * double(time);
  if (own_.pose != nullptr) return Affine(own_.pose(own_.context, static_cast<Real>(t))) * from_;
  const bool is_at_rest = rate_ == 0 && !is_stretched_ && velocity_ == Vec3d{};
  if (t == 0 || is_at_rest) return from_;
  const Mat3d turn = turn_about(axis_, sin_cos(rate_ * t));
  Mat3d linear(from_.linear());
  for (int k = 0; k < 3; ++k) linear.columns[k] += stretch_.columns[k] * t;
  const Vec3d arm = Vec3d(from_.translation()) - centre_ + drift_ * t;
  return {Mat3(turn * linear), to_real(centre_ + velocity_ * t + turn * arm)};
}

Vec3 Path::velocity(Real time, const Vec3& local) const {
  const double t = begin_ + span_ * double(time);
  if (own_.pose != nullptr) {
    const double h = sizeof(Real) == 4 ? 0x1p-8 : 0x1p-17;
    const Real before = Real(std::max(t - h, 0.0)), after = Real(std::min(t + h, 1.0));
    const Vec3 p = from_ * local, from = own_.pose(own_.context, before) * p,
               to = own_.pose(own_.context, after) * p;
    return (to - from) * (Real(span_) / (after - before));
  }
  const Vec3d p(local), stretched = stretch_ * p + drift_;
  const Vec3d arm = Mat3d(from_.linear()) * p + Vec3d(from_.translation()) - centre_ + stretched * t;
  const Vec3d turning = turn_about(axis_, sin_cos(rate_ * t)) * (stretched + cross(axis_ * rate_, arm));
  return to_real((velocity_ + turning) * span_);
}

Real Path::travel(const Shape& shape, Real begin, Real end) const {
  Moving moving;
  if (!is_valid() || !set_moving({&shape.view(), &from_, 0}, *this, from_.translation(), 1, moving))
    return kInfinity;
  return round_up(travel_of(moving, double(begin), double(end), nullptr));
}

Real Path::travel_along(const Shape& shape, const Vec3& direction, Real begin, Real end) const {
  const Vec3d unit = normalized(Vec3d(direction));
  Moving moving;
  if (!is_valid() || !set_moving({&shape.view(), &from_, 0}, *this, from_.translation(), 1, moving))
    return kInfinity;
  return round_up(travel_of(moving, double(begin), double(end), &unit));
}

}  // namespace graze::inline GRAZE_ABI
