// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Blocks of rays: see ray_lanes-inl.h.

#if defined(GRAZE_QUERY_BATCH_RAYS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_RAYS_INL
#undef GRAZE_QUERY_BATCH_RAYS_INL
#else
#define GRAZE_QUERY_BATCH_RAYS_INL
#endif

#include "query/batch_load-inl.h"
#include "query/ray_lanes-inl.h"

GRAZE_LANES_BEGIN

// Origin, direction and end, structure of arrays.
struct RayBlock {
  alignas(64) Real rows[7][kBatchBlock];
};
inline void load_rays(const Ray* const* rays, std::size_t count, std::size_t padded, RayBlock& block) {
  for (std::size_t i = 0; i < padded; ++i) {
    const Ray& ray = *rays[i < count ? i : count - 1];
    const Real numbers[7] = {ray.origin.x,    ray.origin.y,    ray.origin.z, ray.direction.x,
                             ray.direction.y, ray.direction.z, ray.max_t};
    for (int k = 0; k < 7; ++k) block.rows[k][i] = numbers[k];
  }
}

enum class RayTarget : std::uint8_t { round, box };

template <RayTarget kTarget>
void cast_block(const LanePair* pairs, const Ray* const* rays, std::size_t count, double relative_error,
                LaneRays& out, LaneCounts& counts) {
  SideBlock side;
  RayBlock block;
  const std::size_t padded = load_side<Sizes::any>(pairs, count, 0, side);
  load_rays(rays, count, padded, block);
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    const CoreLanes<D> core = core_at(side, i);
    const RayLanes<D> ray{wide_vector_at(block.rows, i), wide_vector_at(block.rows + 3, i),
                          load_wide(block.rows[6] + i)};
    const auto task = make_ray_task(core, ray, D(relative_error));
    const D local_scale = load_wide(side.local_scale + i);
    if constexpr (kTarget == RayTarget::round) {
      store_ray(core, local_scale, ray, task, cast_at_round(core, task), i, out);
    } else {
      store_ray(core, local_scale, ray, task, cast_at_box(core, task), i, out);
    }
    counts.slots += lane_count<double>();
  }
  counts.active += count;
}

GRAZE_LANES_END

#endif
