// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/round/lanes-inl.h"
#include "query/pair/direct.h"

// What single queries give the kernels of batches: one lane. Not for the kernels themselves, which are
// compiled once per SIMD target.

namespace graze::inline GRAZE_ABI {

template <class F, class V>
[[nodiscard]] one_lane::LaneVec<F> lane_vector(const V& v) {
  return {F(v.x), F(v.y), F(v.z)};
}
template <class F>
[[nodiscard]] one_lane::LaneMat<F> lane_matrix(const Mat3& m) {
  return {{lane_vector<F>(m.columns[0]), lane_vector<F>(m.columns[1]), lane_vector<F>(m.columns[2])}};
}

[[nodiscard]] inline one_lane::CoreLanes<double> lane_core(const Operand& o) {
  const LaneSize size = lane_size(*o.shape);
  return {lane_matrix<double>(o.placement->linear()),
          lane_vector<double>(o.placement->translation()),
          {double(size.half[0]), double(size.half[1]), double(size.half[2])},
          double(size.radius),
          double(o.placement->scale()),
          double(o.placement->defect()),
          double(o.margin)};
}

[[nodiscard]] inline one_lane::BoxPairLanes<Real> lane_boxes(const PairFrame& pair) {
  const Operand &first = pair.operands[pair.first], &second = pair.operands[1 - pair.first];
  const LaneSize a = lane_size(*first.shape), b = lane_size(*second.shape);
  return {lane_matrix<Real>(first.placement->linear()),
          lane_matrix<Real>(second.placement->linear()),
          lane_vector<Real>(second.placement->translation() - first.placement->translation()),
          {a.half[0], a.half[1], a.half[2]},
          {b.half[0], b.half[1], b.half[2]},
          first.placement->scale(),
          second.placement->scale(),
          first.placement->defect() + second.placement->defect()};
}

inline void set_contact(double lower, double upper, Answer& out) {
  out.lower = lower;
  out.upper = upper;
  out.contact = lower > 0 ? Contact::apart : upper < 0 ? Contact::overlapping : Contact::touching;
}

}  // namespace graze::inline GRAZE_ABI
