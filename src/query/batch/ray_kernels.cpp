// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/kernels.h"

// Blocks of rays: see kernel/ray/lanes-inl.h. Compiled once per Highway target; see
// https://github.com/google/highway, "dynamic dispatch".
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/ray_kernels.cpp"
#include "simd/each_target-inl.h"
// Once per target:
#include "kernel/ray/hull-inl.h"
#include "query/batch/load-inl.h"
#include "query/pair/route_class.h"

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

// Faces of as many polytopes as there are lanes, side by side.
struct FaceBlock {
  alignas(64) double rows[kLaneFaces][4][kMostDoubles];
  std::uint32_t count = 0;  // of the lane that has most

  FaceBlock(const LanePair* pairs, std::size_t pair_count) {
    const std::size_t lanes = lane_count<double>();
    const HullTopology* hulls[kMostDoubles];
    for (std::size_t l = 0; l < lanes; ++l) {
      hulls[l] = exact_topology_of(*pairs[std::min(l, pair_count - 1)].operands[0].shape);
      count = std::max(count, hulls[l]->face_count());
    }
    for (std::uint32_t f = 0; f < count; ++f)
      for (std::size_t l = 0; l < lanes; ++l) {
        const std::uint32_t own = f < hulls[l]->face_count() ? f : 0;
        const Vec3d& n = hulls[l]->normals[own];
        const double numbers[4] = {n.x, n.y, n.z, hulls[l]->offsets[own]};
        for (int k = 0; k < 4; ++k) rows[f][k][l] = numbers[k];
      }
  }
  [[nodiscard]] GRAZE_LANE FacePlaneLanes<D> at(std::uint32_t f) const {
    return {{load(rows[f][0]), load(rows[f][1]), load(rows[f][2])}, load(rows[f][3])};
  }
};

enum class RayTarget : std::uint8_t { round, box, hull };

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
    const auto cast = [&] {
      if constexpr (kTarget == RayTarget::round) {
        return cast_at_round(core, task);
      } else if constexpr (kTarget == RayTarget::box) {
        return cast_at_box(core, task);
      } else {
        const FaceBlock faces(pairs + i, count - i);
        return cast_at_hull(core, task, faces.count, [&](std::uint32_t f) { return faces.at(f); });
      }
    };
    store_ray(core, load_wide(side.local_scale + i), ray, task, cast(), i, out);
    counts.slots += lane_count<double>();
  }
  counts.active += count;
}

void fill_ray_kernels(LaneKernels& k) {
  k.cast_round = cast_block<RayTarget::round>;
  k.cast_boxes = cast_block<RayTarget::box>;
  k.cast_hulls = cast_block<RayTarget::hull>;
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
GRAZE_EXPORT(fill_ray_kernels);
void set_ray_kernels(LaneKernels& kernels) { GRAZE_DISPATCH(fill_ray_kernels)(kernels); }
}  // namespace graze::inline GRAZE_ABI
#endif
