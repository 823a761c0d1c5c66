// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/gradient.h"

#include <algorithm>
#include <cmath>

#include "graze/shape/bounds.h"
#include "graze/shape/support.h"
#include "math/rounding.h"
#include "math/turn.h"

namespace graze::inline GRAZE_ABI {
namespace {

// A turn, in radians, that is small beside every curvature and large beside rounding.
constexpr double kProbe = sizeof(Real) == 4 ? 1e-3 : 1e-4;
// Nearest points that move by more than this part of the size under such a turn, or normals by this, jump.
constexpr double kJump = 0.05;

// The direction of the gap between two instances, from a to b, and its ends.
struct Witness {
  Vec3d normal, a, b;
};
Witness witness_of(const Separation& s) { return {Vec3d(s.normal), Vec3d(s.point_a), Vec3d(s.point_b)}; }

struct Tangents {
  Vec3d u, v;
};
Tangents tangents_of(const Vec3d& n) {
  const Vec3d u = normalized(cross(n, std::abs(n.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}));
  return {u, cross(n, u)};
}

// Diagonals of the boxes around a and b; of points that of the other.
struct Sizes {
  double a, b;
};
Sizes sizes_of(const Instance& a, const Instance& b) {
  const auto diagonal = [](const Instance& o) {
    const Aabb box = bounds(o.shape, o.placement);
    return length(Vec3d(box.upper) - Vec3d(box.lower));
  };
  const Sizes s{diagonal(a), diagonal(b)};
  return {s.a > 0 ? s.a : s.b, s.b > 0 ? s.b : s.a};
}

Vec3d support_of(const Instance& o, const Vec3d& d) {
  const Mat3d linear(o.placement.linear());
  return linear * Vec3d(support(o.shape, to_real(transpose_times(linear, d)))) +
         Vec3d(o.placement.translation());
}

// Supports of a shape in four directions around d: the longest step between opposite ones, and where they
// step along both tangents the normal of a face, along d.
struct Spread {
  Vec3d step, face;
  bool is_flat = false;
};
Spread spread_of(const Instance& o, const Vec3d& d, const Tangents& t, double jump) {
  const Vec3d along_u = support_of(o, d + t.u * kProbe) - support_of(o, d - t.u * kProbe);
  const Vec3d along_v = support_of(o, d + t.v * kProbe) - support_of(o, d - t.v * kProbe);
  const double u = length(along_u), v = length(along_v);
  const Vec3d face = cross(along_u, along_v);
  return {u > v ? along_u : along_v, normalized(face) * (dot(face, d) < 0 ? -1.0 : 1.0),
          length(face) > jump * std::max(u, v)};
}

// Nearest points lie across the normal from each other: the slip, by how much supports along it fail to, is
// zero. Where sides are curved, GJK leaves the normal off by the root of the tolerance of the distance, and
// Newton's method on the slip gives it to rounding: along both tangents where both supports move smoothly
// with the normal; along one where the support of one shape jumps along an edge, to which the normal is held
// at right angles.
class Sharpening {
 public:
  Sharpening(const Instance& a, const Instance& b) : a_(a), b_(b) {}

  // Leaves the witness as it is where supports jump otherwise.
  void run(const Sizes& sizes, double gap, Witness& w) {
    t_ = tangents_of(w.normal);
    const Spread of_a = spread_of(a_, w.normal, t_, kJump * sizes.a),
                 of_b = spread_of(b_, -w.normal, t_, kJump * sizes.b);
    const bool a_jumps = length(of_a.step) > kJump * sizes.a, b_jumps = length(of_b.step) > kJump * sizes.b;
    if (a_jumps && b_jumps) {
      if (!of_a.is_flat && !of_b.is_flat) cross_edges(normalized(of_a.step), normalized(of_b.step), gap, w);
      return;
    }
    jumping_ = a_jumps ? &a_ : b_jumps ? &b_ : nullptr;
    if (jumping_ != nullptr) {
      edge_ = normalized(a_jumps ? of_a.step : of_b.step);
      t_.u = normalized(cross(w.normal, edge_));
    }
    Vec3d n = of_a.is_flat ? of_a.face : -of_b.face;
    if (!of_a.is_flat && !of_b.is_flat) {
      if (!(find_root(w.normal) < 1e-3 * kProbe * std::min(sizes.a, sizes.b))) return;
      n = now_.n;
    }
    if (!(length(n - w.normal) < kProbe)) return;
    w.normal = n;
    // Of the side that is smooth, by its support.
    if (a_jumps) {
      w.b = support_of(b_, -n) - n * double(b_.margin);
      w.a = w.b - n * gap;
    } else {
      w.a = support_of(a_, n) + n * double(a_.margin);
      w.b = w.a + n * gap;
    }
  }

 private:
  struct Slip {
    Vec3d n;
    double u = 0, v = 0;
    [[nodiscard]] double size() const { return std::hypot(u, v); }
  };

  // An edge runs between the supports to both sides of the normal along it. It may itself turn with the
  // normal, as the sides of a cone do: each time it is more exact by a factor of the probe.
  [[nodiscard]] static Vec3d edge_at(const Instance& o, const Vec3d& d, const Vec3d& about) {
    return normalized(support_of(o, d + about * kProbe) - support_of(o, d - about * kProbe));
  }
  void hold_across_edge(Vec3d& n) {
    const double sign = jumping_ == &a_ ? 1 : -1;
    for (int i = 0; i < 2; ++i) {
      edge_ = edge_at(*jumping_, n * sign, edge_);
      n = normalized(n - edge_ * dot(n, edge_));
    }
  }
  // Two edges that cross: the normal is across both.
  void cross_edges(Vec3d of_a, Vec3d of_b, double gap, Witness& w) const {
    Vec3d n = w.normal;
    for (int i = 0; i < 3; ++i) {
      const Vec3d across = cross(of_a, of_b);
      if (!(length(across) > kJump)) return;
      n = normalized(across) * (dot(across, w.normal) < 0 ? -1.0 : 1.0);
      of_a = edge_at(a_, n, of_a);
      of_b = edge_at(b_, -n, of_b);
    }
    if (!(length(n - w.normal) < kProbe)) return;
    const Vec3d foot = support_of(a_, n), way = support_of(b_, -n) - foot, side = cross(of_b, n);
    w.normal = n;
    w.a = foot + of_a * (dot(way, side) / dot(of_a, side)) + n * double(a_.margin);
    w.b = w.a + n * gap;
  }
  [[nodiscard]] Slip slip_at(const Vec3d& direction) {
    Slip slip;
    slip.n = normalized(direction);
    if (jumping_ != nullptr) hold_across_edge(slip.n);
    const Vec3d across = support_of(b_, -slip.n) - support_of(a_, slip.n);
    const Vec3d off = across - slip.n * dot(across, slip.n);
    slip.u = jumping_ != nullptr ? dot(off, normalized(cross(slip.n, edge_))) : dot(off, t_.u);
    slip.v = jumping_ != nullptr ? 0 : dot(off, t_.v);
    return slip;
  }
  // Gives the slip that is left.
  double find_root(const Vec3d& start) {
    const double h = 0.01 * kProbe;
    now_ = slip_at(start);
    for (int i = 0; i < 8 && now_.size() > 0; ++i) {
      const Vec3d n = now_.n;
      const Slip pu = slip_at(n + t_.u * h), mu = slip_at(n - t_.u * h);
      const double uu = (pu.u - mu.u) / (2 * h), vu = (pu.v - mu.v) / (2 * h);
      double uv = 0, vv = 1;
      if (jumping_ == nullptr) {
        const Slip pv = slip_at(n + t_.v * h), mv = slip_at(n - t_.v * h);
        uv = (pv.u - mv.u) / (2 * h), vv = (pv.v - mv.v) / (2 * h);
      }
      const double determinant = uu * vv - uv * vu;
      if (determinant == 0) break;
      const double x = (uv * now_.v - vv * now_.u) / determinant,
                   y = (vu * now_.u - uu * now_.v) / determinant;
      const Slip next = slip_at(n + t_.u * x + t_.v * y);
      // No progress: converged to rounding, or not smooth after all.
      if (!(length(next.n - start) < kProbe) || !(next.size() < 0.5 * now_.size())) break;
      now_ = next;
    }
    return now_.size();
  }

  const Instance &a_, &b_;
  const Instance* jumping_ = nullptr;  // whose support jumps along an edge
  Vec3d edge_;
  Tangents t_;
  Slip now_;
};

// Nearest points and normal move little when the smaller object is displaced a little: turned both ways about
// its nearest point, and moved where a small motion could choose another way out.
bool is_steady(const Instance& a, const Instance& b, const Separation& s, const Sizes& sizes,
               const QuerySettings& settings) {
  const Witness w = witness_of(s);
  const Tangents t = tangents_of(w.normal);
  const bool moves_a = sizes.a < sizes.b;
  const Instance& moving = moves_a ? a : b;
  const Vec3d& pivot = moves_a ? w.a : w.b;
  const double size = std::min(sizes.a, sizes.b), shift = kProbe * size;
  const auto is_near = [&](const Mat3d& linear, const Vec3d& translation) {
    const Instance displaced{moving.shape, Affine(Mat3(linear), to_real(translation)), moving.margin};
    const Separation there =
        moves_a ? separation(displaced, b, settings) : separation(a, displaced, settings);
    const Witness other = witness_of(there);
    return length(other.normal - w.normal) < kJump && length(other.a - w.a) < kJump * size &&
           length(other.b - w.b) < kJump * size;
  };
  const Mat3d linear(moving.placement.linear());
  const Vec3d translation(moving.placement.translation());
  for (const Vec3d& axis : {t.u, -t.u, t.v, -t.v}) {
    const Mat3d turn = turn_about(axis, sin_cos(kProbe));
    if (!is_near(turn * linear, pivot + turn * (translation - pivot))) return false;
  }
  if (double(s.upper) > 64 * shift) return true;
  for (const Vec3d& way : {t.u, -t.u, t.v, -t.v, w.normal, -w.normal})
    if (!is_near(linear, translation + way * shift)) return false;
  return true;
}

PlacementGradient gradient_at(const Affine& placement, const Vec3d& point, const Vec3d& normal) {
  return {to_real(normal), to_real(cross(point - Vec3d(placement.translation()), normal))};
}

PlacementGradient scaled(const PlacementGradient& g, double factor) {
  return {to_real(Vec3d(g.translation) * factor), to_real(Vec3d(g.rotation) * factor)};
}

}  // namespace

SeparationGradient separation_gradient(const Instance& a, const Instance& b, const QuerySettings& settings) {
  SeparationGradient r;
  r.separation = separation(a, b, settings);
  const Separation& s = r.separation;
  if (s.normal == Vec3{} || !(std::abs(s.upper) < kInfinity)) return r;
  QuerySettings alone = settings;
  alone.cache = nullptr;
  alone.front = nullptr;
  const Sizes sizes = sizes_of(a, b);
  Witness w = witness_of(s);
  r.is_unique = is_steady(a, b, s, sizes, alone);
  if (!is_complex(a.shape.kind()) && !is_complex(b.shape.kind()))
    Sharpening(a, b).run(sizes, 0.5 * (double(s.lower) + double(s.upper)), w);
  r.of_a = gradient_at(a.placement, w.a, -w.normal);
  r.of_b = gradient_at(b.placement, w.b, w.normal);
  return r;
}

ImpactGradient impact_gradient(const Shape& a, const Path& path_a, const Shape& b, const Path& path_b,
                               const MotionSettings& settings) {
  ImpactGradient r;
  r.impact = time_of_impact(a, path_a, b, path_b, settings);
  const TimeOfImpact& impact = r.impact;
  if (impact.hit != Hit::hit || impact.starts_in_contact) return r;
  const Instance at_a{a, impact.placement_a, 0}, at_b{b, impact.placement_b, 0};
  const SeparationGradient gap = separation_gradient(at_a, at_b);
  const auto velocity_of = [&](const Path& path, const Vec3& point_on) {
    const Affine placement = path.placement(impact.lower);
    return Vec3d(path.velocity(impact.lower, inverse(placement) * point_on));
  };
  const Vec3d n(gap.of_b.translation);
  const double rate =
      dot(n, velocity_of(path_a, gap.separation.point_a) - velocity_of(path_b, gap.separation.point_b));
  r.closing_speed = Real(rate);
  r.is_unique = gap.is_unique && rate > 0;
  if (!r.is_unique) return r;
  r.of_a = scaled(gap.of_a, 1 / rate);
  r.of_b = scaled(gap.of_b, 1 / rate);
  return r;
}

}  // namespace graze::inline GRAZE_ABI
