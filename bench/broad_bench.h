// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "mesh_bench.h"

namespace bench {

// The workloads of group "broad", stored neutrally. Numbers are multiples of 1/1024 and small enough that
// sums, middles and halves are exact in float: every library sees the same boxes, and must find the same
// pairs.

struct BoxSpec {
  std::array<float, 3> lower, upper;
};

/// States of all boxes, there and back; every box moves straight on by about 0.05 from one to the next.
using BoxFrames = std::array<std::vector<BoxSpec>, 4>;

enum class BoxPlacing : std::uint8_t {
  cloud,      // unit boxes anywhere in a cube of side 2 n^(1/3)
  clustered,  // clouds of 1000, far from each other
  all_sizes,  // cubes from 1/1024 to 100, every order of magnitude as often
};
[[nodiscard]] BoxFrames make_box_frames(BoxPlacing placing, int count);

/// Rays from all around into the middle of a cloud.
[[nodiscard]] std::vector<RaySpec> aim_at_cloud(int boxes, int rays);

/// So many frames are one question; before the first of them, boxes are as in state 1.
inline constexpr std::size_t kCycle[] = {0, 1, 2, 3, 2, 1};

/// In every frame all boxes move, and all pairs are reported. The check value is the number of pairs.
class FramesPrepared : public Prepared {
 public:
  double ask() final {
    double pairs = 0;
    for (const std::size_t state : kCycle) pairs += double(pairs_after(state));
    return pairs;
  }
  void answer(std::span<Answer> out, Sample) final {
    out[0].value = ask();
    out[0].hit = true;
  }

 private:
  virtual std::size_t pairs_after(std::size_t state) = 0;
};

/// From scratch.
[[nodiscard]] std::unique_ptr<Prepared> graze_frames(const BoxFrames& frames);
/// By the events of a broad phase: "tree", "sweep", "pruning", "grid" or "adaptive".
[[nodiscard]] std::unique_ptr<Prepared> graze_events(const BoxFrames& frames, const std::string& kind);
[[nodiscard]] std::unique_ptr<Prepared> graze_box_rays(const std::vector<BoxSpec>& boxes,
                                                       const std::vector<RaySpec>& rays);

/// FCL's DynamicAABBTreeCollisionManager; Bullet's btDbvtBroadphase and bt32BitAxisSweep3; Embree's
/// rtcCollide over a scene built anew, and its rays on boxes as user geometry.
[[nodiscard]] std::unique_ptr<Prepared> fcl_frames(const BoxFrames& frames);
[[nodiscard]] std::unique_ptr<Prepared> bullet_tree_frames(const BoxFrames& frames);
[[nodiscard]] std::unique_ptr<Prepared> bullet_sweep_frames(const BoxFrames& frames);
[[nodiscard]] std::unique_ptr<Prepared> embree_frames(const BoxFrames& frames);
[[nodiscard]] std::unique_ptr<Prepared> embree_box_rays(const std::vector<BoxSpec>& boxes,
                                                        const std::vector<RaySpec>& rays);

}  // namespace bench
