// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/time_of_impact.h"

#include "motion/pair.h"
#include "query/pair/complex.h"
#include "query/pieces/operands.h"

namespace graze::inline GRAZE_ABI {
namespace {

void mirror(PairCache* cache) {
  if (cache == nullptr) return;
  cache->axis = -cache->axis;
  std::swap(cache->vertices_a, cache->vertices_b);
}

}  // namespace

TimeOfImpact time_of_impact(const Shape& a, const Path& path_a, Real margin_a, const Shape& b,
                            const Path& path_b, Real margin_b, const MotionSettings& settings) {
  const MovingOperand of_a{&a.view(), path_a, path_a.placement(0), margin_a},
      of_b{&b.view(), path_b, path_b.placement(0), margin_b};
  if (!are_answerable(of_a, of_b, settings)) return unanswered_impact(Status::invalid_argument);
  TimeOfImpact r;
  // Two wholes made of pieces are walked in one order, whichever way they are called.
  const bool is_swapped = is_any_complex(of_a.at_start(), of_b.at_start()) && comes_later(of_a, of_b);
  if (is_swapped) {
    mirror(settings.cache);
    r = mirrored(impact_of(of_b, of_a, settings, 0, 1));
    mirror(settings.cache);
  } else {
    r = impact_of(of_a, of_b, settings, 0, 1);
  }
  if (is_unanswered(r)) return unanswered_impact(r.status);
  if (r.hit == Hit::miss) return r;
  r.placement_a = path_a.placement(r.lower);
  r.placement_b = path_b.placement(r.lower);
  if (is_swapped) r.point = path_b.placement(r.hit == Hit::hit ? r.upper : r.lower) * r.local_b;
  return r;
}

TimeOfImpact time_of_impact(const Shape& a, const Path& path_a, const Shape& b, const Path& path_b,
                            const MotionSettings& settings) {
  return time_of_impact(a, path_a, 0, b, path_b, 0, settings);
}

}  // namespace graze::inline GRAZE_ABI
