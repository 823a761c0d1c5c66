// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <iterator>

#include "graze/query/separation.h"
#include "query/batch/job.h"

// Contacts of spheres that are given as arrays: nothing to sort, nothing to transpose.

namespace graze::inline GRAZE_ABI {
namespace {

// Spheres that the kernel is not certain of: concentric ones, extreme or bad numbers.
Status ask_spheres(const SphereArrays& a, const SphereArrays& b, std::size_t i, const SphereContacts& out) {
  const Vec3 at_a{a.x[i], a.y[i], a.z[i]}, at_b{b.x[i], b.y[i], b.z[i]};
  const Instance first{Sphere{a.radius[i]}, Affine(at_a)}, second{Sphere{b.radius[i]}, Affine(at_b)};
  const Separation s = separation(first, second);
  const bool is_refused = s.status == Status::invalid_argument;
  const Vec3d middle = is_refused ? Vec3d{} : (Vec3d(s.point_a) + Vec3d(s.point_b)) * 0.5;
  out.lower[i] = s.lower;
  out.upper[i] = s.upper;
  out.normal_x[i] = s.normal.x;
  out.normal_y[i] = s.normal.y;
  out.normal_z[i] = s.normal.z;
  out.point_x[i] = static_cast<Real>(middle.x);
  out.point_y[i] = static_cast<Real>(middle.y);
  out.point_z[i] = static_cast<Real>(middle.z);
  if (!out.status.empty()) out.status[i] = s.status;
  return s.status;
}

const char* find_mismatch(const SphereArrays& a, const SphereArrays& b, const SphereContacts& out) {
  const std::size_t n = a.x.size();
  const auto differs = [n](const auto&... spans) { return (... || (spans.size() != n)); };
  if (differs(a.y, a.z, a.radius)) return "a: arrays of different lengths";
  if (differs(b.x, b.y, b.z, b.radius)) return "b: not as long as a.x";
  if (differs(out.lower, out.upper, out.normal_x, out.normal_y, out.normal_z, out.point_x, out.point_y,
              out.point_z))
    return "out: not as long as a.x";
  if (!out.status.empty() && differs(out.status)) return "out.status: not as long as a.x";
  return nullptr;
}

// Whether something would be written over what is read, or twice in one place.
bool has_overlap(const SphereArrays& a, const SphereArrays& b, const SphereContacts& out) {
  const std::span<const Real> written[] = {out.lower,    out.upper,   out.normal_x, out.normal_y,
                                           out.normal_z, out.point_x, out.point_y,  out.point_z};
  const std::span<const Real> read[] = {a.x, a.y, a.z, a.radius, b.x, b.y, b.z, b.radius};
  for (std::size_t i = 0; i < std::size(written); ++i) {
    for (const auto& other : read)
      if (share_memory(written[i], other)) return true;
    for (std::size_t k = 0; k < i; ++k)
      if (share_memory(written[i], written[k])) return true;
    if (share_memory(written[i], out.status)) return true;
  }
  for (const auto& other : read)
    if (share_memory(other, out.status)) return true;
  return false;
}

}  // namespace

Result<BatchStatistics> sphere_contacts(const SphereArrays& a, const SphereArrays& b,
                                        const SphereContacts& out, const Executor& executor) {
  if (const char* message = find_mismatch(a, b, out); message != nullptr) return mismatch(message);
  if (has_overlap(a, b, out)) return Error{ErrorCode::unsupported, "out: arrays overlap"};
  const LaneKernels kernels = lane_kernels();
  const std::size_t lanes = kernels.double_lanes;
  return run_chunks(executor, a.x.size(), [&](std::size_t from, std::size_t to, Tally& tally) {
    std::uint8_t certain[kChunk];
    kernels.solve_spheres(a, b, from, to, out, certain);
    if (!out.status.empty()) std::fill(&out.status[from], &out.status[from] + (to - from), Status::converged);
    const auto all = static_cast<std::uint8_t>((1u << lanes) - 1);
    for (std::size_t i = from, k = 0; i < to; i += lanes, ++k) {
      if (certain[k] == all) continue;
      for (std::size_t l = 0; l < lanes && i + l < to; ++l)
        if ((certain[k] >> l & 1) == 0) tally.count_single(ask_spheres(a, b, i + l, out));
    }
    tally.lanes.active += to - from;
    tally.lanes.slots += (to - from + lanes - 1) / lanes * lanes;
    tally.by_lanes += to - from - tally.by_single - tally.refused;
  });
}

}  // namespace graze::inline GRAZE_ABI
