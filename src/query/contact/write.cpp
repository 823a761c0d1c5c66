// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact/write.h"

#include "math/linear_map.h"

namespace graze::inline GRAZE_ABI {

ContactWriter::ContactWriter(const PairFrame& p, const ContactFrame& f)
    : pair(p), frame(f), per_unit(1 / p.unit) {
  for (int i = 0; i < 2; ++i) {
    const Affine& placement = *pair.operands[i ^ pair.first].placement;
    const Mat3d linear(placement.linear());
    locals[i].from_world = placement.is_rigid() ? transpose(linear) : balanced_inverse(linear);
    locals[i].origin = i == 0 ? Vec3d{} : pair.offset;
  }
}

}  // namespace graze::inline GRAZE_ABI
