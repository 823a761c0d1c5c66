// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "placements.h"

namespace cliffs {

using namespace graze;

namespace {

Mat3 turned() { return to_matrix(rotation_about(Vec3{1, 2, 3}, Real(0.7))); }

}  // namespace

Placed::Placed(const Kind& a, const Kind& b)
    : a_{a.shape, Affine(), Real(a.margin)},
      b_{b.shape, Affine(), Real(b.margin)},
      way_(a.name == "half_space" ? Vec3{0, 1, 0} : Vec3{1, 0, 0}) {}

std::pair<Instance, Instance> Placed::at(const std::string& placement) const {
  Instance a = a_;
  const Mat3 parallel{};
  const auto beyond = [&](const Mat3& linear, double gap) {
    return b_at(linear, a.placement.translation() + way_ * Real(contact(a.placement, linear) + gap));
  };
  if (placement == "apart") return {a, beyond(turned(), 10)};
  if (placement == "near") return {a, beyond(turned(), 1e-3)};
  if (placement == "brushing") return {a, beyond(parallel, 1e-6)};
  if (placement == "touching") return {a, beyond(parallel, 0)};
  if (placement == "deep") return {a, beyond(turned(), -0.6)};
  if (placement == "coaxial") return {a, b_at(parallel, {0, Real(0.3), 0})};
  if (placement == "concentric") return {a, b_at(turned(), {})};
  if (placement == "identical") return {a, b_at(parallel, {})};
  if (placement == "tiny") {
    Instance b = beyond(turned() * Mat3::diagonal(Real(1e-4), Real(1e-4), Real(1e-4)), -2e-5);
    b.margin = 0;
    return {a, b};
  }
  if (placement == "remote") {
    a.placement = Affine(Vec3{Real(1e6), Real(1e6), Real(-1e6)});
    return {a, beyond(turned(), -0.1)};
  }
  const Mat3 sheared{Vec3{1, Real(0.2), 0}, Vec3{Real(0.5), Real(0.7), 0}, Vec3{0, Real(0.3), Real(1.3)}};
  a.placement = Affine(transpose(sheared), {});
  return {a, beyond(sheared, -0.02)};
}

Instance Placed::b_at(const Mat3& linear, const Vec3& where) const {
  return {b_.shape, Affine(linear, where), b_.margin};
}

double Placed::contact(const Affine& world_from_a, const Mat3& linear) const {
  // Powers of two: contact of shapes of whole sizes is then met exactly.
  constexpr Real kFrom = 8;
  const Instance start = b_at(linear, world_from_a.translation() + way_ * kFrom);
  const ShapeCast cast = shape_cast(start, way_ * (-2 * kFrom), {a_.shape, world_from_a, a_.margin});
  return cast ? double(kFrom) - double(2 * kFrom) * double(cast.time) : 0;
}

}  // namespace cliffs
