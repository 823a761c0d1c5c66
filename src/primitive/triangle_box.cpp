// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/triangle_box.h"

#include <algorithm>

#include "math/predicates.h"
#include "primitive/planar.h"

// Separating axes: those of the box, the normal of the triangle, and the products of an axis and an edge. On
// each, signs of differences say on which side of the triangle's interval the box lies. The list is complete
// also when box or triangle are flat, because a flat pair can be seen along a coordinate axis without loss.
// [Akenine01, Ericson05 §5.2.9]

namespace graze::inline GRAZE_ABI::primitive {
namespace {

/// Outcome of one axis: the interval of the box lies on one side of the triangle's, or reaches it, or into
/// it.
Contact worse(Contact a, Contact b) { return a < b ? a : b; }

Contact on_box_axis(const Vec3d (&v)[3], const Vec3d& lower, const Vec3d& upper, int k) {
  const double low = std::min({v[0][k], v[1][k], v[2][k]}), high = std::max({v[0][k], v[1][k], v[2][k]});
  if (low > upper[k] || high < lower[k]) return Contact::apart;
  return low == upper[k] || high == lower[k] ? Contact::touching : Contact::overlapping;
}

/// Axis k times the edge from a to b: seen along k, lines along the edge through a and through c bound the
/// triangle; the corners of the box that reach farthest across them tell.
Contact on_edge_axis(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& lower, const Vec3d& upper,
                     int k) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  if (a[i] == b[i] && a[j] == b[j]) return Contact::overlapping;  // no axis
  Vec3d right = lower, left = lower;  // least and greatest turn: e_i q_j - e_j q_i
  right[j] = b[i] > a[i] ? lower[j] : upper[j];
  left[j] = b[i] > a[i] ? upper[j] : lower[j];
  right[i] = b[j] > a[j] ? upper[i] : lower[i];
  left[i] = b[j] > a[j] ? lower[i] : upper[i];
  const auto side = [&](const Vec3d& q, const Vec3d& through) {
    return sign_of([&](auto zero) {
      using T = decltype(zero);
      return cross_component(difference<T>(b, a), difference<T>(q, through), k);
    });
  };
  const int left_a = side(left, a), left_c = side(left, c), right_a = side(right, a),
            right_c = side(right, c);
  if ((left_a < 0 && left_c < 0) || (right_a > 0 && right_c > 0)) return Contact::apart;
  if ((left_a <= 0 && left_c <= 0) || (right_a >= 0 && right_c >= 0)) return Contact::touching;
  return Contact::overlapping;
}

Contact on_normal(const Vec3d (&v)[3], const Vec3d& lower, const Vec3d& upper) {
  if (axis_across(v[0], v[1], v[2]) < 0) return Contact::overlapping;  // no axis
  bool above = false, below = false, on = false;
  for (int i = 0; i < 8; ++i) {
    const Vec3d q{i & 1 ? upper.x : lower.x, i & 2 ? upper.y : lower.y, i & 4 ? upper.z : lower.z};
    const int s = orient3d(v[0], v[1], v[2], q);
    above = above || s > 0;
    below = below || s < 0;
    on = on || s == 0;
  }
  if (above && below) return Contact::overlapping;
  return on ? Contact::touching : Contact::apart;
}

/// Precondition: finite, lower <= upper.
Contact contact_of_triangle_box(const Vec3d (&v)[3], const Vec3d& lower, const Vec3d& upper) {
  Contact contact = Contact::overlapping;
  for (int k = 0; k < 3; ++k) contact = worse(contact, on_box_axis(v, lower, upper, k));
  if (contact == Contact::apart) return contact;
  contact = worse(contact, on_normal(v, lower, upper));
  for (int k = 0; k < 3 && contact != Contact::apart; ++k)
    for (int e = 0; e < 3; ++e)
      contact = worse(contact, on_edge_axis(v[e], v[(e + 1) % 3], v[(e + 2) % 3], lower, upper, k));
  return contact;
}

}  // namespace

Verdict triangle_box(const Triangle& triangle, const Aabb& box) noexcept {
  const Vec3d v[3] = {Vec3d(triangle.a), Vec3d(triangle.b), Vec3d(triangle.c)};
  const Verdict refusal{Contact::touching, Status::invalid_argument};
  if (!is_usable(v[0]) || !is_usable(v[1]) || !is_usable(v[2])) return refusal;
  if (box == Aabb{}) return {};
  if (!is_usable(box.lower) || !is_usable(box.upper)) return refusal;
  if (box.is_empty()) return {};
  return {contact_of_triangle_box(v, Vec3d(box.lower), Vec3d(box.upper)), Status::converged};
}

}  // namespace graze::inline GRAZE_ABI::primitive
