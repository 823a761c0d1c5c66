// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/polygon_sphere.h"

#include "primitive/foot.h"
#include "primitive/polygon.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

struct Problem {
  const Polygon& polygon;
  Vec3d normal, p;

  /// Height of p above the plane, times the length of the normal.
  template <class T>
  [[nodiscard]] T height() const {
    return dot(lift<T>(normal), lift<T>(p)) - T(static_cast<double>(polygon.plane.offset));
  }
  /// Whether p comes down in the region.
  [[nodiscard]] bool is_above() const {
    const int i = (polygon.axis + 1) % 3, j = (polygon.axis + 2) % 3;
    const auto at = [&](auto zero) {
      using T = decltype(zero);
      const BasicVec3<T> n = lift<T>(normal);
      const T w = dot(n, n), h = height<T>();
      return std::array<T, 3>{T(p[i]) * w - n[i] * h, T(p[j]) * w - n[j] * h, w};
    };
    return locate(polygon, at, 1) != Contact::apart;
  }
  template <class T>
  [[nodiscard]] Foot<T> foot(bool above) const {
    Foot<T> best{T(std::numeric_limits<double>::max()), {}};
    const auto offer = [&best](const Foot<T>& f) {
      if (bounded(f.squared).value < bounded(best.squared).value) best = f;
    };
    if (above) {
      const BasicVec3<T> n = lift<T>(normal);
      const T h = height<T>(), nn = dot(n, n);
      offer({h * h / nn, lift<T>(p) - n * (h / nn)});
    }
    any_edge(polygon, [&](const Vec3d& a, const Vec3d& b) {
      offer(foot_on_segment<T>(p, a, b));
      return false;
    });
    return best;
  }
};

}  // namespace

Proximity polygon_sphere(const Polygon& polygon, const Ball& ball) noexcept {
  const double r = static_cast<double>(ball.radius);
  if (!is_usable(ball.centre) || !is_usable(r) || !(r >= 0)) return refused_proximity();
  const Problem problem{polygon, Vec3d(polygon.plane.normal), Vec3d(ball.centre)};
  int sign = 1;
  const bool above = problem.is_above();
  if (above) {
    sign = sign_of([&](auto zero) {
      using T = decltype(zero);
      const BasicVec3<T> n = lift<T>(problem.normal);
      const T h = problem.height<T>();
      return h * h - T(r) * T(r) * dot(n, n);
    });
  }
  any_edge(polygon, [&](const Vec3d& a, const Vec3d& b) {
    sign = std::min(sign, compare_segment(problem.p, a, b, r));
    return sign < 0;
  });
  return measure(sign, r, [&](auto zero) { return problem.foot<decltype(zero)>(above); });
}

}  // namespace graze::inline GRAZE_ABI::primitive
