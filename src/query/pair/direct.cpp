// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pair/direct.h"

#include "query/pair/cached_vertices.h"
#include "query/pair/one_lane.h"

namespace graze::inline GRAZE_ABI {

void set_search_frame(const PairFrame& pair, bool are_hulls, SearchFrame& frame) {
  const auto boxes = box_frame(lane_boxes(pair), kEpsilon);
  const Real unit = 1 / boxes.size, scales[2] = {pair.operands[pair.first].placement->scale(),
                                                 pair.operands[1 - pair.first].placement->scale()};
  frame = {};
  frame.size = boxes.size;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) frame.rows[i][j] = float(boxes.r[i][j]);
    frame.t[i] = float(boxes.t[i] * unit);
    frame.a[i] = float((are_hulls ? scales[0] : boxes.a[i]) * unit);
    frame.b[i] = float((are_hulls ? scales[1] : boxes.b[i]) * unit);
  }
}

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
