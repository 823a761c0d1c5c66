// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/feature_impact.h"

#include "motion/features.h"

namespace graze::inline GRAZE_ABI {
namespace {

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
  find_feature_impact(make_features<NA, NB>(a, b), settings, 1, out);
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
