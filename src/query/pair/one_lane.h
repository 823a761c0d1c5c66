// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/box/decide-inl.h"
#include "kernel/round/lanes-inl.h"
#include "query/pair/steps.h"

// Operands of single queries for the kernels of batches: one lane. Not for the kernels themselves, which are
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

template <class F>
[[nodiscard]] one_lane::PlacedBox<F> lane_box(const Operand& o) {
  const LaneSize size = lane_size(*o.shape);
  return one_lane::load_box<F>(*o.placement, size.half);
}
[[nodiscard]] inline one_lane::BoxPair<Real> lane_boxes(const PairFrame& pair) {
  return {lane_box<Real>(pair.operands[pair.first]), lane_box<Real>(pair.operands[1 - pair.first])};
}

inline void set_contact(double lower, double upper, Answer& out) {
  out.lower = lower;
  out.upper = upper;
  out.contact = lower > 0 ? Contact::apart : upper < 0 ? Contact::overlapping : Contact::touching;
}

}  // namespace graze::inline GRAZE_ABI
