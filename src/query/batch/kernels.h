// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/query/batch.h"
#include "query/cast/ray_rows.h"
#include "query/contact/cases.h"
#include "query/pair/pair.h"

// The kernels of a batch, compiled once per SIMD target. Each takes a block of pairs of one kind and answers
// those that it is certain of.

namespace graze::inline GRAZE_ABI {

/// Pairs that a kernel is given at most; a multiple of the lanes. Fewer leave lanes idle at the end of a
/// block.
inline constexpr std::size_t kBatchBlock = 128;

/// One pair of a block; does not own.
struct LanePair {
  Operand operands[2];
};

struct LaneCounts {
  std::size_t slots = 0, active = 0;
};

/// Verdicts of a yes/no kernel.
struct LaneVerdicts {
  alignas(64) Real witness[3][kBatchBlock];  // as in Intersection, in canonical order
  alignas(64) Real state[kBatchBlock];       // below
};
inline constexpr Real kUndecided = 0, kApart = 1, kOverlapping = 2;

/// Answers in the working frame, see Answer, where `certain` is not zero.
struct LaneAnswers {
  alignas(64) double certain[kBatchBlock];
  alignas(64) double lower[kBatchBlock];
  alignas(64) double upper[kBatchBlock];
  alignas(64) double normal[3][kBatchBlock];
  alignas(64) double a[3][kBatchBlock];
  alignas(64) double b[3][kBatchBlock];
  alignas(64) double common[3][kBatchBlock];
  float steps[kBatchBlock];
  float ids[4][kBatchBlock];    // vertices that the search ended with, see kernel/gjk/search-inl.h
  bool is_inside[kBatchBlock];  // the cores meet: `lower` is no bound

  [[nodiscard]] Answer answer(std::size_t i) const;
};

/// Results of distance(), in canonical order: lanes of set_result().
struct LaneDistances {
  alignas(64) Real lower[kBatchBlock];
  alignas(64) Real upper[kBatchBlock];
  alignas(64) Real normal[3][kBatchBlock];
  alignas(64) Real world[2][3][kBatchBlock];
  alignas(64) Real local[2][3][kBatchBlock];
};

/// The axis along which two boxes overlap least, in canonical order; see BoxOverlap.
struct LaneOverlaps {
  alignas(64) double usual[kBatchBlock];  // zero: sizes that need another frame, or flat boxes
  alignas(64) double axis[kBatchBlock];
  alignas(64) double height[kBatchBlock];
  alignas(64) double others[kBatchBlock];
  alignas(64) double rounding[kBatchBlock];
  alignas(64) double error[kBatchBlock];
};

/// The axis that contacts of two boxes start from, in canonical order.
struct LaneBoxAxes {
  alignas(64) double state[kBatchBlock];   // below
  alignas(64) double axis[kBatchBlock];    // numbered as in kernel/box/frame-inl.h
  alignas(64) double height[kBatchBlock];  // overlap along it
  alignas(64) double size[kBatchBlock];
  alignas(64) double error[kBatchBlock];
  alignas(64) double other[kBatchBlock];  // of faces: the axis of the other box that looks back most
};
/// Apart: by more than the prediction. Tied: found, and the height is that along another face.
inline constexpr int kAxisUnclear = 0, kAxisApart = 1, kAxisFound = 2, kAxisTied = 3;

using LaneRays = RayRows<kBatchBlock>;

/// The pairs are under similarities and, but for the quick ones, in canonical order.
struct LaneKernels {
  /// With `margin`, the first of a pair is grown by that; not for all axes of boxes.
  using Decide = void (*)(const LanePair* pairs, std::size_t count, Real margin, LaneVerdicts& out,
                          LaneCounts& counts);
  /// With `distances`, those are filled as well.
  using Solve = void (*)(const LanePair* pairs, std::size_t count, LaneAnswers& out, LaneDistances* distances,
                         LaneCounts& counts);

  /// Rays at the first operands.
  using Cast = void (*)(const LanePair* pairs, const Ray* const* rays, std::size_t count,
                        double relative_error, LaneRays& out, LaneCounts& counts);

  using Overlap = void (*)(const LanePair* pairs, std::size_t count, LaneOverlaps& out, LaneCounts& counts);

  Decide quick_boxes;     // apart along the line of centres, unit axis from a to b; boxes
  Decide quick_axes;      // likewise; spheres, capsules and boxes
  Overlap overlap_boxes;  // along all axes
  /// The axis of the contacts of two boxes; those that are flat are unclear.
  void (*contact_axes)(const LanePair* pairs, std::size_t count, double prediction, LaneBoxAxes& out,
                       LaneCounts& counts);
  /// Contact sets of boxes whose axis is known and is of a face (of two edges). Those that are not done are
  /// left as they are.
  using Meet = void (*)(const BoxCase* cases, std::size_t count, double prediction, bool* is_done,
                        LaneCounts& counts);
  Meet meet_faces, meet_edges;
  /// Contact sets of polytopes, of one and a box, or of a sphere or a capsule with one of these.
  using MeetHulls = void (*)(const HullCase* cases, std::size_t count, const ContactSettings& settings,
                             bool* is_done, LaneCounts& counts);
  MeetHulls meet_hulls, meet_round;
  Decide decide_boxes;  // see decide_boxes() in kernel/box/decide-inl.h
  Solve solve_round;    // spheres and capsules
  Solve solve_cores;    // spheres, capsules and boxes
  Solve solve_hulls;    // polytopes of up to kLaneVertices vertices, and one of them with any of the above
  Cast cast_round;      // spheres and capsules
  Cast cast_boxes;
  Cast cast_hulls;  // polytopes for which has_ray_lanes() holds
  /// Spheres as arrays. Fills `out` from `from` to `to`, and `certain` with one byte per pack of
  /// double_lanes pairs, a bit each; see sphere_contacts().
  void (*solve_spheres)(const SphereArrays& a, const SphereArrays& b, std::size_t from, std::size_t to,
                        const SphereContacts& out, std::uint8_t* certain);
  std::size_t double_lanes;  // pairs per bit set of `certain`, at most eight
};
/// The kernels for this machine.
[[nodiscard]] LaneKernels lane_kernels();

/// Parts of the table, a unit of compilation each: all kernels in one take minutes.
void set_box_kernels(LaneKernels& kernels);
void set_search_kernels(LaneKernels& kernels);
void set_hull_contact_kernels(LaneKernels& kernels);
void set_ray_kernels(LaneKernels& kernels);

}  // namespace graze::inline GRAZE_ABI
