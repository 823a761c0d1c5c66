// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// A placed shape as a core and a ball around it, read in numbers T near the pair.
//
// The signed separation of two convex sets is s = max over unit n of -(h_A(n) + h_B(-n)): the distance when
// positive, minus the depth when negative. A ball of radius r added to either set lowers s by r, on both
// sides of contact. So balls are taken off first, and what is computed for the cores holds for the objects.
//
// Error bound for plain arithmetic: let M be magnitude(), u the unit roundoff and n the nodes of the shape
// tree. A leaf's value or point takes at most 8 roundings of quantities below M |d|; an affine map 3 per
// coordinate of the direction (the value is M-Lipschitz in it) and 4 for the translation; a sum 1 per
// operand. With the placement that is below 16 (n + 2) u M |d| for a value, and 16 (n + 2) u M per point.

#include "check_support.h"
#include "rational.h"

namespace graze::test {

/// Parts that are taken off as a ball. `balls`: also spheres, capsules and expansions at the top of the tree
/// if the placement is a similarity up to rounding; their world radius is then known within an interval only.
enum class Strip { margin, balls };

template <class T>
class Operand {
 public:
  /// In coordinates relative to `origin`.
  Operand(const CheckInstance& instance, const V3d& origin, Strip strip)
      : shape_(&instance.shape),
        map_(instance.placement),
        radius_lower_(instance.margin),
        radius_upper_(instance.margin) {
    map_.translation = V3<T>(instance.placement.translation) - V3<T>(origin);
    if (strip == Strip::balls) strip_balls(instance.placement);
    if constexpr (!std::is_same_v<T, RationalInterval>) {
      const double away = double(length(map_.translation)) + instance.margin;
      const double size = norm_of(instance.placement) * magnitude(*shape_) + away;
      error_ = 16.0 * (node_count(*shape_) + 2) * Number<T>::kRoundoff * size * (1 + 0x1p-40);
    }
  }
  /// One point.
  Operand(const V3d& p, const V3d& origin) {
    map_.translation = V3<T>(p) - V3<T>(origin);
    if constexpr (!std::is_same_v<T, RationalInterval>)
      error_ = 32.0 * Number<T>::kRoundoff * double(length(map_.translation));
  }

  /// Of the core.
  T value(const V3<T>& d) const {
    const T at = dot(map_.translation, d);
    if (!shape_) return at;
    const V3<T> local = map_.transposed(d);
    return at + (is_bare_ ? bare_value(local) : support_value(*shape_, local));
  }
  V3<T> point(const V3<T>& d) const {
    if (!shape_) return map_.translation;
    const V3<T> local = map_.transposed(d);
    return map_.point(is_bare_ ? bare_point(local) : support_point(*shape_, local));
  }
  V3<T> centre() const { return map_.translation; }
  /// Bound of the error of value(d) per unit of |d|, and of point(d).
  double error() const { return error_; }
  const T& radius_lower() const { return radius_lower_; }
  const T& radius_upper() const { return radius_upper_; }
  bool has_stripped() const { return has_stripped_; }

 private:
  /// Sphere: its centre. Capsule: its segment.
  T bare_value(const V3<T>& d) const {
    return shape_->kind == ShapeKind::sphere ? T(0) : T(shape_->sizes[1]) * magnitude_of(d.y);
  }
  V3<T> bare_point(const V3<T>& d) const {
    if (shape_->kind == ShapeKind::sphere) return {T(0), T(0), T(0)};
    return {T(0), T(is_positive(d.y) ? shape_->sizes[1] : -shape_->sizes[1]), T(0)};
  }

  void strip_balls(const Mapd& placement) {
    if constexpr (!std::is_same_v<T, RationalInterval>) {
      const T u(Number<T>::kRoundoff), one(1);
      const Map<T> m(placement);
      const T xx = dot(m.x, m.x), yy = dot(m.y, m.y), zz = dot(m.z, m.z);
      const T xy = dot(m.x, m.y), yz = dot(m.y, m.z), zx = dot(m.z, m.x);
      const T mean = (xx + yy + zz) / T(3);
      // Every squared singular value is within `spread` of the mean (Frobenius norm of the rest).
      const T squares = (xx - mean) * (xx - mean) + (yy - mean) * (yy - mean) + (zz - mean) * (zz - mean) +
                        T(2) * (xy * xy + yz * yz + zx * zx);
      const T spread = root(squares) * (one + 16 * u) + 32 * u * mean;
      if (!(spread < T(1e-4) * mean)) return;
      const T lowest = root(mean - spread) * (one - 8 * u), highest = root(mean + spread) * (one + 8 * u);
      while (!is_bare_ && shape_) {
        const bool is_expanded = shape_->kind == ShapeKind::expanded;
        is_bare_ = shape_->kind == ShapeKind::sphere || shape_->kind == ShapeKind::capsule;
        if (!is_expanded && !is_bare_) return;
        radius_lower_ = (radius_lower_ + T(shape_->sizes[0]) * lowest) * (one - 4 * u);
        radius_upper_ = (radius_upper_ + T(shape_->sizes[0]) * highest) * (one + 4 * u);
        has_stripped_ = true;
        if (is_expanded) shape_ = &shape_->children[0];
      }
    }
  }

  const CheckShape* shape_ = nullptr;  // none: the point at the map's translation
  Map<T> map_;
  T radius_lower_{0}, radius_upper_{0};
  double error_ = 0;
  bool is_bare_ = false, has_stripped_ = false;
};

/// The difference A - B of two cores.
template <class T>
struct PairModel {
  Operand<T> a, b;

  PairModel(const CheckPair& pair, Strip strip)
      : a(pair.a, pair.a.placement.translation, strip), b(pair.b, pair.a.placement.translation, strip) {}
  /// An object and a point.
  PairModel(const CheckInstance& instance, const V3d& p)
      : a(instance, instance.placement.translation, Strip::margin), b(p, instance.placement.translation) {}

  /// h_A(n) + h_B(-n): negative if n separates. Its error is below error() |n|.
  T value(const V3<T>& n) const { return a.value(n) + b.value(-n); }
  double error() const { return (a.error() + b.error()) * (1 + 0x1p-20); }
  T radius_lower() const { return a.radius_lower() + b.radius_lower(); }
  T radius_upper() const { return a.radius_upper() + b.radius_upper(); }
  bool has_stripped() const { return a.has_stripped() || b.has_stripped(); }
};

}  // namespace graze::test
