// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/bounds/kdop.h"

#include <algorithm>

#include "graze/math/mat3.h"
#include "math/outward.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

Enclosed along(const Vec3& normal, const Vec3& p) {
  Enclosed sum(0);
  for (int k = 0; k < 3; ++k) {
    if (normal[k] > 0) sum = sum + Enclosed(double(p[k]));
    if (normal[k] < 0) sum = sum - Enclosed(double(p[k]));
  }
  return sum;
}

/// Tightest bounds on d . x over the k-DOP that three of its pairs of planes imply: d is a combination of
/// their normals. The error is that of the weights and of d, on points with coordinates up to `size`.
struct Slab {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

template <int K>
Slab bound_along(const Kdop<K>& kdop, const Vec3d& d, double size) {
  Slab best;
  for (int a = 0; a < K / 2; ++a)
    for (int b = a + 1; b < K / 2; ++b)
      for (int c = b + 1; c < K / 2; ++c) {
        const int chosen[3] = {a, b, c};
        const Vec3d u(kdop_normal<K>(a)), v(kdop_normal<K>(b)), w(kdop_normal<K>(c));
        const Vec3d vw = cross(v, w);
        const double det = dot(u, vw);  // small integers: exact
        if (det == 0) continue;
        const double weights[3] = {dot(d, vw) / det, dot(d, cross(w, u)) / det, dot(d, cross(u, v)) / det};
        double low = 0, high = 0, total = 0;
        for (int i = 0; i < 3; ++i) {
          const auto at = static_cast<std::size_t>(chosen[i]);
          const double l = double(kdop.lower[at]), h = double(kdop.upper[at]);
          low += weights[i] * (weights[i] > 0 ? l : h);
          high += weights[i] * (weights[i] > 0 ? h : l);
          total += std::abs(weights[i]);
        }
        // Normals have length below 2 and |x| is below 2 size; weights and sums round a dozen times.
        const double error = 64 * kDoubleEpsilon * (total + sum_abs(d)) * 4 * size;
        best.lower = std::max(best.lower, low - error);
        best.upper = std::min(best.upper, high + error);
      }
  return best;
}

}  // namespace

template <int K>
Kdop<K> make_kdop(std::span<const Vec3> points) noexcept {
  Kdop<K> r;
  for (const Vec3& p : points)
    for (int i = 0; i < K / 2; ++i) {
      const auto at = static_cast<std::size_t>(i);
      // Most points are well within what is known; only the others are measured without rounding.
      const double rough = dot(Vec3d(kdop_normal<K>(i)), Vec3d(p)),
                   room = 4 * kDoubleEpsilon * sum_abs(Vec3d(p));
      if (rough - room > double(r.lower[at]) && rough + room < double(r.upper[at])) continue;
      const Enclosed x = along(kdop_normal<K>(i), p);
      r.lower[at] = std::min(r.lower[at], lower_real(x));
      r.upper[at] = std::max(r.upper[at], upper_real(x));
    }
  return r;
}

template <int K>
bool overlaps(const Kdop<K>& a, const Kdop<K>& b) noexcept {
  for (std::size_t i = 0; i < K / 2; ++i)
    if (!(a.lower[i] <= b.upper[i] && b.lower[i] <= a.upper[i])) return false;
  return true;
}

template <int K>
bool contains(const Kdop<K>& kdop, const Vec3& p) noexcept {
  for (int i = 0; i < K / 2; ++i) {
    const auto at = static_cast<std::size_t>(i);
    // Compared exactly: the plane is the one stored.
    const auto against = [&](Real bound) {
      return sign_of([&](auto zero) {
        using T = decltype(zero);
        return dot(lift<T>(Vec3d(kdop_normal<K>(i))), lift<T>(Vec3d(p))) - T(double(bound));
      });
    };
    if (kdop.is_empty() || against(kdop.lower[at]) < 0 || against(kdop.upper[at]) > 0) return false;
  }
  return true;
}

template <int K>
Kdop<K> merge(const Kdop<K>& a, const Kdop<K>& b) noexcept {
  Kdop<K> r;
  for (std::size_t i = 0; i < K / 2; ++i) {
    r.lower[i] = std::min(a.lower[i], b.lower[i]);
    r.upper[i] = std::max(a.upper[i], b.upper[i]);
  }
  return r;
}

template <int K>
Kdop<K> retumbled(const Kdop<K>& local, const Pose& world_from_local) noexcept {
  Kdop<K> r;
  if (local.is_empty()) return r;
  double size = 0;
  for (std::size_t i = 0; i < 3; ++i)
    size = std::max({size, std::abs(double(local.lower[i])), std::abs(double(local.upper[i]))});
  const BasicMat3<double> rotation(world_from_local.rotation);
  for (int i = 0; i < K / 2; ++i) {
    const Vec3 normal = kdop_normal<K>(i);
    const Slab slab = bound_along(local, transpose_times(rotation, Vec3d(normal)), size);
    const Enclosed shift = along(normal, world_from_local.translation);
    r.lower[static_cast<std::size_t>(i)] = lower_real(Enclosed(slab.lower) + shift);
    r.upper[static_cast<std::size_t>(i)] = upper_real(Enclosed(slab.upper) + shift);
  }
  return r;
}

#define GRAZE_INSTANTIATE_KDOP(K)                                               \
  template GRAZE_API Kdop<K> make_kdop<K>(std::span<const Vec3>) noexcept;      \
  template GRAZE_API bool overlaps<K>(const Kdop<K>&, const Kdop<K>&) noexcept; \
  template GRAZE_API bool contains<K>(const Kdop<K>&, const Vec3&) noexcept;    \
  template GRAZE_API Kdop<K> merge<K>(const Kdop<K>&, const Kdop<K>&) noexcept; \
  template GRAZE_API Kdop<K> retumbled<K>(const Kdop<K>&, const Pose&) noexcept
GRAZE_INSTANTIATE_KDOP(14);
GRAZE_INSTANTIATE_KDOP(18);
GRAZE_INSTANTIATE_KDOP(26);
#undef GRAZE_INSTANTIATE_KDOP

}  // namespace graze::inline GRAZE_ABI::primitive
