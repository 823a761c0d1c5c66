// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pair/direct.h"

#include "query/pair/cached_vertices.h"
#include "query/pair/one_lane.h"

namespace graze::inline GRAZE_ABI {

void store_search(const PairFrame& pair, const NearVertices& near, const Answer& answer, PairCache& cache) {
  if (answer.normal == Vec3d{}) return;
  store_axis(pair, answer.normal, cache);
  for (std::uint32_t k = 0; k < near.count && near.count < 4; ++k)
    store_vertices(pair, near.a[k], near.b[k], cache);
}

void set_frame(const Operand& a, const Operand& b, int first, PairFrame& frame) {
  frame.operands[0] = a;
  frame.operands[1] = b;
  frame.first = first;
  frame.unit = 1;
  frame.origin = Vec3d(frame.operands[frame.first].placement->translation());
  frame.offset = Vec3d(frame.operands[1 - frame.first].placement->translation()) - frame.origin;
}

}  // namespace graze::inline GRAZE_ABI
