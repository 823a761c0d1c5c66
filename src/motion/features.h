// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/motion/feature_impact.h"
#include "math/rounding.h"

// A vertex and a face, or two edges, whose points move at constant velocity. Along an axis that stays, each
// point moves at constant speed, so that the gap
//   f(t) = min over j of n . b_j(t)  -  max over i of n . a_i(t)
// is the least of a few lines, and its first root is known: until then the axis separates the features. Along
// an axis n + s m that turns at constant speed it is the least of a few parabolas. There the next axis is
// that of the nearest points. Where the axis turns as the nearest features do, the gap differs from the
// distance by the square of the time between, so that the times converge quadratically to the first contact;
// and no time is skipped, whatever the roots of the cubic equation of coplanar points are.

namespace graze::inline GRAZE_ABI {

template <int NA, int NB>
struct Features {
  Vec3d at[2][3];   // by side and point: at time 0, in a frame near the pair
  Vec3d way[2][3];  // until time 1
  double extent = 0;

  static constexpr int count(int side) { return side == 0 ? NA : NB; }
  void set(int side, int i, const Vec3d& from, const Vec3d& to) {
    at[side][i] = from;
    way[side][i] = to - from;
    extent = std::max({extent, max_abs(from), max_abs(to)});
  }
  [[nodiscard]] Vec3d point(int side, int i, double t) const { return at[side][i] + way[side][i] * t; }
};

/// Near the pair, so that places far from the origin cost no digits.
template <int NA, int NB>
[[nodiscard]] Features<NA, NB> make_features(const MovingPoint* a, const MovingPoint* b) {
  Features<NA, NB> f;
  const Vec3d origin(b[0].from);
  for (int i = 0; i < NA; ++i) f.set(0, i, Vec3d(a[i].from) - origin, Vec3d(a[i].to) - origin);
  for (int i = 0; i < NB; ++i) f.set(1, i, Vec3d(b[i].from) - origin, Vec3d(b[i].to) - origin);
  return f;
}

[[nodiscard]] inline bool are_usable(const FeatureSettings& s) {
  constexpr Real kLargestReal = std::numeric_limits<Real>::max();
  return s.separation >= 0 && s.separation <= kLargestReal && s.distance_tolerance > 0 &&
         s.distance_tolerance <= kLargestReal && s.time_tolerance > 0 && s.time_tolerance <= 1 &&
         s.max_iterations > 0;
}

/// Nearest points of two features at one time: their weights, and a unit axis from a to b, which is zero
/// where they have a point in common or are too close to tell.
struct NearestFeatures {
  Vec3d axis;
  double weights_a[2], weights_b[3];
};

namespace feature_detail {

// The parameter of the point of a segment nearest to p.
[[nodiscard]] inline double parameter_on(const Vec3d& p, const Vec3d& from, const Vec3d& to) {
  const Vec3d u = to - from;
  const double squared = length_squared(u);
  return squared > 0 ? std::clamp(dot(p - from, u) / squared, 0.0, 1.0) : 0;
}

// Within a segment. No end of it is then as near, but for rounding, by which an axis to that end would lean
// over the rest of the segment.
[[nodiscard]] inline bool is_inside(double parameter) { return parameter > 0 && parameter < 1; }

// Squares that are smaller have lost digits, and what is divided by them is no longer unit.
inline constexpr double kLeastSquare = 1e-280;

[[nodiscard]] inline Vec3d unit_or_zero(const Vec3d& v) {
  const double squared = length_squared(v);
  return squared > kLeastSquare ? v * (1 / std::sqrt(squared)) : Vec3d{};
}

// Whether the square of u x v is more than what rounding makes of vectors that are parallel.
[[nodiscard]] inline bool is_crossed(double squared, const Vec3d& u, const Vec3d& v, double extent) {
  const double noise = 16 * kDoubleEpsilon * extent;
  return squared > kLeastSquare && squared > noise * noise * std::max(length_squared(u), length_squared(v));
}

// The unit vector along the way to the inside of an edge. Where the way is short, rounding has tilted it, and
// along an axis that is tilted towards the edge the gap is gone long before the distance is.
[[nodiscard]] inline Vec3d axis_across(const Vec3d& way, const Vec3d& edge) {
  const double squared = length_squared(edge);
  return unit_or_zero(squared > kLeastSquare ? way - edge * (dot(way, edge) / squared) : way);
}

}  // namespace feature_detail

/// Inside the face the axis is its normal, which does not fade as the vertex comes near.
[[nodiscard]] inline NearestFeatures nearest_features(const Features<1, 3>& f, double t) {
  const Vec3d p = f.point(0, 0, t);
  const Vec3d q[] = {f.point(1, 0, t), f.point(1, 1, t), f.point(1, 2, t)};
  NearestFeatures out{{}, {1, 0}, {}};
  const Vec3d u = q[1] - q[0], v = q[2] - q[0], n = cross(u, v), from = p - q[0];
  const double squared = length_squared(n);
  const double y = dot(cross(from, v), n), z = dot(cross(u, from), n), x = squared - y - z;
  if (feature_detail::is_crossed(squared, u, v, f.extent) && x >= 0 && y >= 0 && z >= 0) {
    out.weights_b[0] = x / squared;
    out.weights_b[1] = y / squared;
    out.weights_b[2] = z / squared;
    out.axis = n * ((dot(from, n) > 0 ? -1.0 : 1.0) / std::sqrt(squared));
    return out;
  }
  double least = std::numeric_limits<double>::infinity();
  Vec3d edge;  // zero: nearest is a corner
  double on[3];
  for (int i = 0; i < 3; ++i) on[i] = feature_detail::parameter_on(p, q[i], q[i == 2 ? 0 : i + 1]);
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1, before = i == 0 ? 2 : i - 1;
    const double s = on[i];
    const bool is_inside = feature_detail::is_inside(s);
    if (!is_inside && feature_detail::is_inside(on[s > 0 ? j : before])) continue;
    const Vec3d way = q[i] + (q[j] - q[i]) * s - p;
    if (const double d = length_squared(way); d < least) {
      least = d;
      out.axis = way;
      edge = is_inside ? q[j] - q[i] : Vec3d{};
      out.weights_b[0] = out.weights_b[1] = out.weights_b[2] = 0;
      out.weights_b[i] = 1 - s;
      out.weights_b[j] = s;
    }
  }
  out.axis = feature_detail::axis_across(out.axis, edge);
  return out;
}

/// Inside both edges the axis is across them.
[[nodiscard]] inline NearestFeatures nearest_features(const Features<2, 2>& f, double t) {
  const Vec3d p0 = f.point(0, 0, t), p1 = f.point(0, 1, t), q0 = f.point(1, 0, t), q1 = f.point(1, 1, t);
  const Vec3d u = p1 - p0, v = q1 - q0, w = q0 - p0;
  NearestFeatures out{{}, {}, {}};
  const auto set = [&out](double s, double r) {
    out.weights_a[0] = 1 - s;
    out.weights_a[1] = s;
    out.weights_b[0] = 1 - r;
    out.weights_b[1] = r;
  };
  const Vec3d n = cross(u, v);
  const double squared = length_squared(n);
  if (feature_detail::is_crossed(squared, u, v, f.extent)) {
    const double s = dot(cross(w, v), n) / squared, r = dot(cross(w, u), n) / squared;
    if (s >= 0 && s <= 1 && r >= 0 && r <= 1) {
      set(s, r);
      out.axis = n * ((dot(w, n) < 0 ? -1.0 : 1.0) / std::sqrt(squared));
      return out;
    }
  }
  double least = std::numeric_limits<double>::infinity();
  Vec3d edge;  // zero: nearest are two ends
  const auto keep = [&](double s, double r, const Vec3d& of) {
    const Vec3d way = w + v * r - u * s;
    if (const double d = length_squared(way); d < least) {
      least = d;
      out.axis = way;
      edge = of;
      set(s, r);
    }
  };
  using feature_detail::is_inside;
  using feature_detail::parameter_on;
  const double on_b[] = {parameter_on(p0, q0, q1), parameter_on(p1, q0, q1)},
               on_a[] = {parameter_on(q0, p0, p1), parameter_on(q1, p0, p1)};
  for (int end = 0; end < 2; ++end) {
    const double r = on_b[end], s = on_a[end];
    if (is_inside(r)) keep(end, r, v);
    if (is_inside(s)) keep(s, end, u);
    if (!is_inside(r) && !is_inside(on_a[r > 0 ? 1 : 0])) keep(end, r, {});
    if (!is_inside(s) && !is_inside(on_b[s > 0 ? 1 : 0])) keep(s, end, {});
  }
  out.axis = feature_detail::axis_across(out.axis, edge);
  return out;
}

/// How the unit axis of the nearest points turns as these features move, as its derivative; across the axis.
template <int NA, int NB>
[[nodiscard]] Vec3d turn_of_axis(const Features<NA, NB>& f, const NearestFeatures& x, double t) {
  // Edges that hold the nearest points; one of them that of a vertex and the edge.
  Vec3d edge[2], turn[2], way, speed;
  int edges = 0;
  const auto add = [&](int side, const double* weights, double sign) {
    int first = -1;
    for (int i = 0; i < Features<NA, NB>::count(side); ++i) {
      if (weights[i] == 0) continue;
      way += f.point(side, i, t) * (sign * weights[i]);
      speed += f.way[side][i] * (sign * weights[i]);
      if (first < 0) {
        first = i;
      } else {
        edge[edges] = f.point(side, i, t) - f.point(side, first, t);
        turn[edges++] = f.way[side][i] - f.way[side][first];
      }
    }
  };
  add(0, x.weights_a, -1);
  add(1, x.weights_b, 1);
  const Vec3d& n = x.axis;
  const double apart = dot(way, n);
  Vec3d m;
  if (edges == 2) {
    // The axis stays across both edges.
    m = (cross(edge[1], n) * -dot(n, turn[0]) + cross(n, edge[0]) * -dot(n, turn[1])) *
        (1 / dot(n, cross(edge[0], edge[1])));
  } else if (edges == 1) {
    const double squared = length_squared(edge[0]);
    const Vec3d across = cross(edge[0], n);
    m = edge[0] * (-dot(n, turn[0]) / squared) + across * (dot(speed, across) / (squared * apart));
  } else {
    m = speed * (1 / apart);
  }
  m -= n * dot(m, n);
  // An axis that turns by more than this tells nothing: it stays.
  constexpr double kFastest = 1e6;
  return length_squared(m) < kFastest * kFastest ? m : Vec3d{};
}

/// The first root after 0 of c + b s + a s^2, or a time before it; c is above zero.
[[nodiscard]] inline double first_root(double a, double b, double c) {
  const double square = b * b, product = 4 * a * c;
  const double radicand = square - product + 4 * kDoubleEpsilon * (square + std::abs(product));
  if (radicand < 0) return std::numeric_limits<double>::infinity();
  if (!(radicand <= std::numeric_limits<double>::max())) return 0;
  const double divisor = std::sqrt(radicand) - b;
  return divisor > 0 ? 2 * c / divisor : std::numeric_limits<double>::infinity();
}

/// The gap along the axis n + s m, where s is the time from t: its value at t, and how long it stays open, if
/// not for all the rest.
struct FeatureGap {
  double now, open, slope;
};
template <int NA, int NB>
[[nodiscard]] FeatureGap gap_along(const Features<NA, NB>& f, const Vec3d& n, const Vec3d& m, double t,
                                   double rest, double needed) {
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  // |n + s m| <= 1 + s^2 |m|^2 / 2, as n is unit and m across it.
  const double longer = 0.5 * needed * length_squared(m);
  double a0[NA], a1[NA], a2[NA];
  for (int i = 0; i < NA; ++i) {
    const Vec3d p = f.point(0, i, t), &v = f.way[0][i];
    a0[i] = dot(n, p) + needed;
    a1[i] = dot(n, v) + dot(m, p);
    a2[i] = dot(m, v) + longer;
  }
  FeatureGap gap{kEndless, kEndless, 0};
  for (int j = 0; j < NB; ++j) {
    const Vec3d q = f.point(1, j, t), &v = f.way[1][j];
    const double b0 = dot(n, q), b1 = dot(n, v) + dot(m, q), b2 = dot(m, v);
    for (int i = 0; i < NA; ++i) {
      const double start = b0 - a0[i], slope = b1 - a1[i], bend = b2 - a2[i];
      gap.now = std::min(gap.now, start);
      if (start + (std::min(slope, 0.0) + std::min(bend, 0.0) * rest) * rest > 0) continue;
      const double root = start > 0 ? first_root(bend, slope, start) : 0;
      if (root < gap.open) {
        gap.open = root;
        gap.slope = slope;
      }
    }
  }
  return gap;
}

/// From one of these points to the other at a time.
template <int NA, int NB>
[[nodiscard]] Vec3d way_between(const Features<NA, NB>& f, const NearestFeatures& x, double t) {
  Vec3d way;
  for (int j = 0; j < NB; ++j) way += f.point(1, j, t) * x.weights_b[j];
  for (int i = 0; i < NA; ++i) way -= f.point(0, i, t) * x.weights_a[i];
  return way;
}
template <int NA, int NB>
[[nodiscard]] bool is_within(const Features<NA, NB>& f, const NearestFeatures& x, double t, double distance) {
  return length(way_between(f, x, t)) < distance;
}

/// Whether contact that was close at `lower` has certainly happened at `upper`: points within the separation,
/// or the vertex through the inside of the face, or the edges through each other's.
template <int NA, int NB>
[[nodiscard]] bool is_contact_certain(const Features<NA, NB>& f, const NearestFeatures& before,
                                      const Vec3d& axis, double lower, double upper, double separation,
                                      double error) {
  if (separation > 0) return is_within(f, nearest_features(f, upper), upper, separation - error);
  // All points stay within `reach` of where they are at `lower`; the nearest points are farther than some of
  // that from the borders of both features, and on the other side in the end. Then they met on the way.
  double fastest = 0, size = std::numeric_limits<double>::infinity();
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < Features<NA, NB>::count(side); ++i)
      fastest = std::max(fastest, length(f.way[side][i]));
  const double reach = 4 * (fastest * (upper - lower) + error);
  const Vec3d u = f.point(1, 1, lower) - f.point(1, 0, lower);
  if constexpr (NA == 1) {
    const Vec3d v = f.point(1, 2, lower) - f.point(1, 0, lower);
    const double area = length(cross(u, v)), longest = std::max({length(u), length(v), length(u - v)});
    size = area / longest;  // the least height
  } else {
    const Vec3d v = f.point(0, 1, lower) - f.point(0, 0, lower);
    const double crossed = length(cross(u, v));
    size = crossed / std::max(length(u), length(v));
  }
  if (!(size > 0) || !(reach < 0.25 * size)) return false;
  for (int i = 0; i < NA && NA > 1; ++i) {
    if (!(before.weights_a[i] * size > reach)) return false;
  }
  for (int j = 0; j < NB; ++j) {
    if (!(before.weights_b[j] * size > reach)) return false;
  }
  const NearestFeatures after = nearest_features(f, upper);
  return dot(after.axis, axis) < -0.5 && dot(way_between(f, after, upper), after.axis) > error;
}

/// The first contact before `until`, at most 1. Precondition: usable settings, finite points.
template <int NA, int NB>
void find_feature_impact(const Features<NA, NB>& f, const FeatureSettings& settings, double until,
                         FeatureImpact& out) {
  const double separation = double(settings.separation);
  // Subtracting the origin, projecting, and the parabola in time: some epsilons of the extent each.
  const double error = 128 * kDoubleEpsilon * (f.extent + separation);
  // The search ends some errors before contact, where it is still certain on which side the features are.
  const double needed = separation + 4 * error, close = double(settings.distance_tolerance) + 4 * error;
  double t = 0;
  NearestFeatures nearest{};
  Vec3d axis;
  out.hit = Hit::uncertain;
  FeatureGap gap{};
  for (out.iterations = 1;; ++out.iterations) {
    nearest = nearest_features(f, t);
    if (max_abs(nearest.axis) > 0) axis = nearest.axis;
    // Most pairs are told apart by an axis that stays.
    gap = gap_along(f, nearest.axis, {}, t, until - t, needed);
    double open = gap.open;
    if (open <= until - t) {
      gap = gap_along(f, nearest.axis, turn_of_axis(f, nearest, t), t, until - t, needed);
      open = std::max(open, gap.open);
    }
    if (!(gap.now > 4 * error)) break;
    const double next = t + open * (1 - 8 * kDoubleEpsilon);
    if (!(next < until)) {
      out.hit = Hit::miss;
      return;
    }
    if (out.iterations >= settings.max_iterations) {
      if (gap.now > close) out.status = Status::iteration_limit;
      break;
    }
    t = next;
  }
  out.lower = std::max(round_down(t), Real(0));
  out.upper = out.lower;
  out.normal = to_real(axis);
  for (int i = 0; i < 2; ++i) out.weights_a[i] = Real(nearest.weights_a[i]);
  for (int j = 0; j < 3; ++j) out.weights_b[j] = Real(nearest.weights_b[j]);
  if (out.status != Status::converged) return;
  if (t == 0 && separation > 0 && is_within(f, nearest, t, separation - error)) {
    out.hit = Hit::hit;
    return;
  }
  // Far enough on for the contact to be there for certain, if it closes at this speed.
  if (!(gap.slope < 0) || !(gap.now > -2 * error)) return;
  const double past = std::min(t + (2 * std::max(gap.now, 0.0) + 16 * error) / -gap.slope, 1.0);
  if (!(past - double(out.lower) <= 0.5 * double(settings.time_tolerance))) return;
  if (!is_contact_certain(f, nearest, axis, t, past, separation, error)) return;
  out.hit = Hit::hit;
  out.upper = std::min(round_up(past), Real(1));
}

}  // namespace graze::inline GRAZE_ABI
