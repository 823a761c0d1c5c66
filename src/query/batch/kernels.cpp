// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/kernels.h"

namespace graze::inline GRAZE_ABI {

LaneKernels lane_kernels() {
  LaneKernels kernels;
  set_box_kernels(kernels);
  set_search_kernels(kernels);
  set_hull_contact_kernels(kernels);
  set_ray_kernels(kernels);
  return kernels;
}

Answer LaneAnswers::answer(std::size_t i) const {
  const auto vector = [i](const double(&rows)[3][kBatchBlock]) {
    return Vec3d{rows[0][i], rows[1][i], rows[2][i]};
  };
  Answer out;
  out.lower = lower[i];
  out.upper = upper[i];
  out.contact = out.lower > 0 ? Contact::apart : out.upper < 0 ? Contact::overlapping : Contact::touching;
  out.normal = vector(normal);
  out.a = vector(a);
  out.b = vector(b);
  out.common = vector(common);
  out.iterations = static_cast<int>(steps[i]);
  return out;
}

}  // namespace graze::inline GRAZE_ABI
