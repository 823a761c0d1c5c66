// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/bounds/enclosing_ball.h"

#include <algorithm>

#include "math/outward.h"
#include "math/principal.h"
#include "primitive/bounds/points.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

using DD = DoubleDouble;
using DD3 = BasicVec3<DoubleDouble>;

DD quotient(const DD& a, const DD& b) {
  const double q = a.high / b.high;
  const DD rest = a - b * DD(q);
  const TwoTerm r = fast_two_sum(q, rest.high / b.high);
  return {r.high, r.low};
}

/// The ball around a centre: rounded to Real, with the radius that reaches the farthest point.
Ball around(std::span<const Vec3> points, const Vec3d& centre) {
  const Vec3d c = rounded(centre);
  double farthest = -1;
  for (const Vec3& p : points) farthest = std::max(farthest, length_squared(Vec3d(p) - c));
  // Points that could be the farthest but for rounding are measured again, exactly.
  Real radius = 0;
  for (const Vec3& p : points) {
    if (length_squared(Vec3d(p) - c) < farthest * (1 - 16 * kDoubleEpsilon)) continue;
    const BasicVec3<Enclosed> d = difference<Enclosed>(Vec3d(p), c);
    radius = std::max(radius, upper_real(sqrt(dot(d, d))));
  }
  return {Vec3(c), radius};
}

std::size_t farthest_from(std::span<const Vec3> points, const Vec3d& c) {
  std::size_t best = 0;
  double most = -1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double squared = length_squared(Vec3d(points[i]) - c);
    if (squared > most) {
      most = squared;
      best = i;
    }
  }
  return best;
}

DD determinant3(const DD (&m)[3][3]) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/// Up to five points, of which a subset with the last one is the new basis.
struct Basis {
  Vec3d points[5];
  int count = 0;
};

/// Centre of the smallest sphere through the chosen points, relative to the first of them: sum w_i e_i with
/// 2 e_i . centre = e_i². False when they are dependent.
bool find_circumcentre(const Vec3d* const* chosen, int count, DD3& centre) {
  DD3 e[3];
  DD m[3][3], rhs[3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = DD(i == j ? 1.0 : 0.0);
  for (int i = 0; i + 1 < count; ++i) {
    const auto component = [&](int k) {
      const TwoTerm t = two_sum((*chosen[i + 1])[k], -(*chosen[0])[k]);
      return DD{t.high, t.low};
    };
    e[i] = {component(0), component(1), component(2)};
  }
  for (int i = 0; i + 1 < count; ++i) {
    for (int j = 0; j + 1 < count; ++j) m[i][j] = DD(2) * dot(e[i], e[j]);
    rhs[i] = dot(e[i], e[i]);
  }
  const DD det = determinant3(m);
  if (!(std::abs(det.high) > 0)) return false;
  centre = {};
  for (int j = 0; j + 1 < count; ++j) {
    DD replaced[3][3];
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) replaced[r][c] = c == j ? rhs[r] : m[r][c];
    const DD w = quotient(determinant3(replaced), det);
    centre = centre + e[j] * w;
  }
  return true;
}

/// Of all spheres through the last point and up to three others, the centre from which the farthest point of
/// the basis is nearest: that of the smallest ball. No tolerance is needed, because nothing is asked but
/// which is least.
void exchange(Basis& basis, DD3& centre, DD& squared) {
  const int last = basis.count - 1;
  Basis best;
  bool found = false;
  for (int mask = 0; mask < (1 << last); ++mask) {
    const Vec3d* chosen[5] = {&basis.points[last]};
    int count = 1;
    for (int i = 0; i < last; ++i)
      if (mask >> i & 1) chosen[count++] = &basis.points[i];
    DD3 relative;
    if (count == 5 || !find_circumcentre(chosen, count, relative)) continue;
    const DD3 c = lift<DD>(*chosen[0]) + relative;
    DD most(0.0);
    for (int i = 0; i < basis.count; ++i) {
      const DD3 d = lift<DD>(basis.points[i]) - c;
      most = max(most, dot(d, d));
    }
    if (found && !(most < squared)) continue;
    found = true;
    squared = most;
    centre = c;
    best.count = count;
    for (int i = 0; i < count; ++i) best.points[i] = *chosen[i];
  }
  basis = best;
}

/// Grows the ball to each point outside it, just so far as to touch it.
Ball grown(std::span<const Vec3> points, Vec3d centre, double radius) {
  for (const Vec3& v : points) {
    const Vec3d d = Vec3d(v) - centre;
    const double squared = length_squared(d);
    if (!(squared > radius * radius)) continue;
    const double way = std::sqrt(squared), half = (radius + way) / 2;
    centre += d * ((half - radius) / way);
    radius = half;
  }
  return around(points, centre);
}

Ball grown_from(std::span<const Vec3> points, const Vec3d& a, const Vec3d& b) {
  return grown(points, a + (b - a) * 0.5, length(b - a) * 0.5);
}

}  // namespace

Result<Ball> smallest_enclosing_ball(std::span<const Vec3> points) {
  Error error;
  if (find_error(points, error)) return error;
  Basis basis;
  DD3 centre = lift<DD>(Vec3d(points[0]));
  DD squared(0.0);
  basis.points[basis.count++] = Vec3d(points[0]);
  Vec3d best{centre.x.high, centre.y.high, centre.z.high};
  // In exact arithmetic the radius grows with each exchange; when rounding stops it, the ball is as good as
  // it gets. The limit is never reached in practice; the answer is a bounding ball whenever the loop ends.
  for (int i = 0; i < 1000; ++i) {
    const Vec3d far(points[farthest_from(points, best)]);
    const DD3 d = lift<DD>(far) - centre;
    if (!(squared < dot(d, d))) break;
    const DD before = squared;
    basis.points[basis.count++] = far;
    DD3 next;
    exchange(basis, next, squared);
    if (!(before < squared)) break;
    centre = next;
    best = {centre.x.high, centre.y.high, centre.z.high};
  }
  return around(points, best);
}

Result<Ball> ritter_ball(std::span<const Vec3> points) {
  Error error;
  if (find_error(points, error)) return error;
  std::size_t low[3] = {}, high[3] = {};
  for (std::size_t i = 1; i < points.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      if (points[i][k] < points[low[k]][k]) low[k] = i;
      if (points[i][k] > points[high[k]][k]) high[k] = i;
    }
  int axis = 0;
  double most = -1;
  for (int k = 0; k < 3; ++k) {
    const double squared = length_squared(Vec3d(points[high[k]]) - Vec3d(points[low[k]]));
    if (squared > most) {
      most = squared;
      axis = k;
    }
  }
  return grown_from(points, Vec3d(points[low[axis]]), Vec3d(points[high[axis]]));
}

Result<Ball> principal_ball(std::span<const Vec3> points) {
  Error error;
  if (find_error(points, error)) return error;
  const PrincipalAxes principal = find_principal_axes(points);
  const Vec3d axis = principal.axes.columns[0];
  std::size_t low = 0, high = 0;
  const auto along = [&](std::size_t i) { return dot(axis, Vec3d(points[i]) - principal.mean); };
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (along(i) < along(low)) low = i;
    if (along(i) > along(high)) high = i;
  }
  return grown_from(points, Vec3d(points[low]), Vec3d(points[high]));
}

}  // namespace graze::inline GRAZE_ABI::primitive
