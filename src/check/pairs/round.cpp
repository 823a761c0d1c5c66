// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/pairs/round.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace graze::inline GRAZE_ABI::check {
namespace {

// Radii around the two ends of an axis, in the world; `up` is its direction.
struct Round {
  Vec3 bottom, top, up;
  Real bottom_radius = 0, top_radius = 0;
};

std::optional<Round> round_of(const Instance& instance) {
  const Affine& m = instance.placement;
  if (m.kind() < Affine::Kind::similarity || instance.margin != 0) return std::nullopt;
  const auto& values = instance.shape.view().values;
  Real bottom = values[0], top = values[0], half_height = 0;
  switch (instance.shape.kind()) {
    case ShapeKind::sphere:
      break;
    case ShapeKind::capsule:
    case ShapeKind::cylinder:
      half_height = values[1];
      break;
    case ShapeKind::cone:
      top = 0;
      half_height = values[1];
      break;
    case ShapeKind::tapered_capsule:
    case ShapeKind::tapered_cylinder:
      top = values[1];
      half_height = values[2];
      break;
    default:
      return std::nullopt;
  }
  return Round{m * Vec3{0, -half_height, 0}, m * Vec3{0, half_height, 0}, normalized(m.linear().columns[1]),
               bottom * m.scale(), top * m.scale()};
}

// No point of one is farther from the other than this: its end of the axis moves, the disc there turns, the
// radius changes.
Real difference(const Round& a, const Round& b) {
  const Real turn =
      std::max({a.bottom_radius, a.top_radius, b.bottom_radius, b.top_radius}) * length(a.up - b.up);
  return turn + std::max(length(a.bottom - b.bottom) + std::abs(a.bottom_radius - b.bottom_radius),
                         length(a.top - b.top) + std::abs(a.top_radius - b.top_radius));
}

}  // namespace

bool are_same_round(const Instance& a, const Instance& b, Real tolerance) {
  if (a.shape.kind() != b.shape.kind()) return false;
  const std::optional<Round> x = round_of(a), y = round_of(b);
  if (!x || !y) return false;
  if (a.shape.kind() == ShapeKind::sphere)
    return length(x->top - y->top) + std::abs(x->top_radius - y->top_radius) <= tolerance;
  const Round turned{y->top, y->bottom, -y->up, y->top_radius, y->bottom_radius};
  return difference(*x, *y) <= tolerance || difference(*x, turned) <= tolerance;
}

}  // namespace graze::inline GRAZE_ABI::check
