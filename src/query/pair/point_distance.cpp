// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/point_distance.h"

#include "graze/query/intersects.h"
#include "graze/shape/shape.h"

namespace graze::inline GRAZE_ABI {
namespace {

// A point at the origin, placed: its placement keeps the coordinates that matter in the translation, which
// queries subtract first.
Instance as_instance(const Vec3& p) { return Instance{Shape(Point{}), Affine(p), 0}; }

}  // namespace

Distance point_distance(const Instance& instance, const Vec3& p, const QuerySettings& settings) {
  return distance(instance, as_instance(p), settings);
}

PointLocation point_location(const Instance& instance, const Vec3& p, const QuerySettings& settings) {
  const Intersection r = intersects(instance, as_instance(p), settings);
  return {r.contact, r.status};
}

}  // namespace graze::inline GRAZE_ABI
