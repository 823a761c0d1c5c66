// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/feature_impact.h"

#include <algorithm>
#include <cmath>

#include "motion/features.h"

namespace graze::inline GRAZE_ABI {
namespace {

bool are_usable(const FeatureSettings& s) {
  return s.separation >= 0 && s.separation <= std::numeric_limits<Real>::max() && s.distance_tolerance > 0 &&
         s.distance_tolerance <= std::numeric_limits<Real>::max() && s.time_tolerance > 0 &&
         s.time_tolerance <= 1 && s.max_iterations > 0;
}

template <int NA, int NB>
FeatureImpact impact(const MovingPoint* a, const MovingPoint* b, const FeatureSettings& settings) {
  FeatureImpact out;
  bool are_finite = are_usable(settings);
  for (int i = 0; i < NA; ++i) are_finite = are_finite && is_finite(a[i].from) && is_finite(a[i].to);
  for (int i = 0; i < NB; ++i) are_finite = are_finite && is_finite(b[i].from) && is_finite(b[i].to);
  if (!are_finite) {
    out.hit = Hit::uncertain;
    out.status = Status::invalid_argument;
    return out;
  }
  Features<NA, NB> f;
  const Vec3d origin(b[0].from);
  for (int i = 0; i < NA; ++i) f.set(0, i, Vec3d(a[i].from) - origin, Vec3d(a[i].to) - origin);
  for (int i = 0; i < NB; ++i) f.set(1, i, Vec3d(b[i].from) - origin, Vec3d(b[i].to) - origin);
  find_feature_impact(f, settings, out);
  return out;
}

}  // namespace

FeatureImpact vertex_face_impact(const MovingPoint& vertex, const MovingPoint (&face)[3],
                                 const FeatureSettings& settings) {
  return impact<1, 3>(&vertex, face, settings);
}

FeatureImpact edge_edge_impact(const MovingPoint (&a)[2], const MovingPoint (&b)[2],
                               const FeatureSettings& settings) {
  return impact<2, 2>(a, b, settings);
}

}  // namespace graze::inline GRAZE_ABI
