// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/base/executor.h"
#include "graze/base/result.h"
#include "graze/query/contact.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "graze/query/ray_cast.h"

// Many pairs at once, one pair per SIMD lane.

namespace graze::inline GRAZE_ABI {

/// Pairs as arrays: pair i is shapes[shape_a[i]] at world_from_a[i] and shapes[shape_b[i]] at
/// world_from_b[i]. Nothing is copied or kept; shapes may appear any number of times.
struct PairBatch {
  std::span<const Shape> shapes;
  std::span<const std::uint32_t> shape_a;
  std::span<const std::uint32_t> shape_b;
  std::span<const Affine> world_from_a;
  std::span<const Affine> world_from_b;
  /// World units, one per pair, as Instance::margin; or empty: none. Pairs with a margin are asked one by
  /// one.
  std::span<const Real> margin_a = {};
  std::span<const Real> margin_b = {};
};

/// Settings of all pairs of a batch; see QuerySettings. The executor may run parts of the batch on several
/// threads; results do not depend on it.
struct BatchSettings {
  Real relative_error = QuerySettings{}.relative_error;
  int max_iterations = QuerySettings{}.max_iterations;
  Real threshold = kInfinity;  ///< distances only
  Executor executor;
};

/// How a batch was answered. A lane step is one pass of a kernel over as many pairs as the machine has lanes;
/// the occupancy of lanes is active_lanes / lane_slots.
struct BatchStatistics {
  std::size_t pairs = 0;
  std::size_t by_lanes = 0;   ///< answered by a lane kernel, or by the line of centres before it
  std::size_t by_single = 0;  ///< answered by the single query: no lane kernel, or too close to call for it
  std::size_t refused = 0;    ///< invalid shape or placement; the result says so, and excludes nothing
  std::size_t lane_slots = 0;
  std::size_t active_lanes = 0;
  std::size_t clip_slots = 0;    ///< of these: lanes that found the points of contact sets along a known axis
  std::size_t active_clips = 0;  ///< likewise
  /// Share of lanes that had a pair to work on, in all lane steps; 0 where there were none.
  [[nodiscard]] double occupancy() const { return share(active_lanes, lane_slots); }
  /// Share of lanes that had a pair to clip, of the lanes that find contact points; 0 where there were
  /// none.
  [[nodiscard]] double clip_occupancy() const { return share(active_clips, clip_slots); }

 private:
  [[nodiscard]] static double share(std::size_t part, std::size_t all) {
    return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
  }
};

// Results go to out[i], one per pair, and nothing else is written; nothing is allocated. The answer to a pair
// is the answer of the single query of the same name, with the same conventions and the same promises:
// - of spheres, capsules and boxes under similarities, and of all pairs without a lane kernel, the same
//   bytes;
// - of a polytope of up to 64 vertices with another one, a sphere, a capsule or a box: the same decision
//   unless both are within rounding of contact, and bounds that enclose the same truth.
// Lane kernels exist for these. All other pairs, and what a kernel is not certain of, are asked one by one;
// the statistics tell how many.
//
// An error names the argument: arrays of different lengths, an index that is not in the table (`position` is
// the pair), bad settings, an `out` that overlaps what is read. Then nothing is written. An invalid shape or
// placement concerns its pair only: Status::invalid_argument in its result, which excludes nothing as that of
// the single query; the others are answered.

/// Yes or no for many pairs: out[i] answers pair i as intersects() does. Touching counts as meeting. World
/// frame; nothing is allocated; an error names the argument and leaves `out` as it was.
[[nodiscard]] GRAZE_API Result<BatchStatistics> intersects(const PairBatch& batch,
                                                           std::span<Intersection> out,
                                                           const BatchSettings& settings = {});
/// Distances of many pairs: out[i] answers pair i as distance() does, bounds and witnesses included; zero
/// where they meet. World frame and units; nothing is allocated; an error names the argument and leaves
/// `out` as it was.
[[nodiscard]] GRAZE_API Result<BatchStatistics> distance(const PairBatch& batch, std::span<Distance> out,
                                                         const BatchSettings& settings = {});
/// Depths of many pairs: out[i] answers pair i as penetration() does; zero where they are apart. World
/// frame and units, normals from a to b; nothing is allocated; an error names the argument and leaves `out`
/// as it was.
[[nodiscard]] GRAZE_API Result<BatchStatistics> penetration(const PairBatch& batch,
                                                            std::span<Penetration> out,
                                                            const BatchSettings& settings = {});

/// Settings of all pairs of a batch; see ContactSettings. Without caches: each pair is new to the query.
struct ContactBatchSettings {
  Real prediction = 0;  ///< pairs up to this far apart have contacts, world units
  Real relative_error = ContactSettings{}.relative_error;
  int max_iterations = ContactSettings{}.max_iterations;
  Executor executor;
};

/// Contact sets of many pairs: out[i] answers pair i as contacts() does. World frame and units, normals from
/// a to b, gaps negative where shapes overlap. Points are found in lanes, but one by one for capsules side by
/// side, scaled shapes, and polytopes that make_hull() did not make. Nothing is allocated; an error names the
/// argument and leaves `out` as it was.
[[nodiscard]] GRAZE_API Result<BatchStatistics> contacts(const PairBatch& batch, std::span<ContactSet> out,
                                                         const ContactBatchSettings& settings = {});

/// Rays as arrays: ray i is rays[i] at shapes[shape[i]] at world_from_shape[i]. Nothing is copied or kept.
struct RayBatch {
  std::span<const Shape> shapes;
  std::span<const std::uint32_t> shape;
  std::span<const Affine> world_from_shape;
  std::span<const Ray> rays;
};

/// First points of many rays, each in its own shape: out[i] has the bytes of ray_cast() for one. Lane kernels
/// exist for spheres, capsules and boxes under similarities. Errors and refusals as above; a bad ray is
/// refused like a bad placement. settings.threshold does not matter.
[[nodiscard]] GRAZE_API Result<BatchStatistics> ray_cast(const RayBatch& batch, std::span<RayCast> out,
                                                         const BatchSettings& settings = {});

/// First points of many rays in one object, its margin included: out[i] has the bytes of ray_cast(target,
/// rays[i]). An error names the argument: `out` of another length, bad settings. A bad ray is refused by
/// itself, and so are all rays at a bad object.
[[nodiscard]] GRAZE_API Result<BatchStatistics> ray_cast(const Instance& target, std::span<const Ray> rays,
                                                         std::span<RayCast> out,
                                                         const BatchSettings& settings = {});

/// Spheres as arrays, all of the same length: centres in the world, radii.
struct SphereArrays {
  std::span<const Real> x, y, z, radius;
};

/// Where two spheres touch, overlap or nearly meet, as arrays. The separation of pair i lies in [lower[i],
/// upper[i]]: negative is overlap, and moving b along the normal by -lower separates. The normal is unit,
/// from a to b; the point is half way between the two surfaces along it. All in the world.
struct SphereContacts {
  std::span<Real> lower, upper;
  std::span<Real> normal_x, normal_y, normal_z;
  std::span<Real> point_x, point_y, point_z;
  std::span<Status> status;  ///< may be empty
};

/// Contacts of sphere i of `a` with sphere i of `b`: bounds and normal are those of separation(), to the bit.
/// Arrays of `out` that overlap each other or those of a and b are refused.
/// Pairs with a radius or a centre that is negative or not finite get status invalid_argument, bounds
/// (-infinity, infinity) and zeros.
[[nodiscard]] GRAZE_API Result<BatchStatistics> sphere_contacts(const SphereArrays& a, const SphereArrays& b,
                                                                const SphereContacts& out,
                                                                const Executor& executor = {});

}  // namespace graze::inline GRAZE_ABI
