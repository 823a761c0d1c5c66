// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/earliest.h"
#include "query/pieces/pair_walk.h"
#include "query/pieces/solid.h"

// Nearer boxes first, and the earliest of what their pieces answer.

namespace graze::inline GRAZE_ABI {
namespace {

// The earliest time at which boxes touch of which the first moves by `way` in the axes of their frame;
// infinite: never.
double find_entry(const PieceFrame::Box& a, const PieceFrame::Box& b, const Vec3d& way, double room) {
  Slabs slabs(1);
  for (int k = 0; k < 3; ++k) {
    const double between = b.centre[k] - a.centre[k], reach = a.half[k] + b.half[k] + room;
    slabs.cut(between - reach, between + reach, way[k]);
  }
  return slabs.entry();
}

}  // namespace

ShapeCast complex_shape_cast(const Operand& a, const Vec3& translation, const Operand& b,
                             const QuerySettings& settings) {
  if (!are_answerable(a, b, settings) || !is_finite(translation)) return refused<ShapeCast>();
  if (Vec3 inner; is_one_inside(a, b, Surfaces::apart, inner)) {
    ShapeCast started;
    started.hit = Hit::hit;
    started.starts_in_contact = true;
    started.point = inner;
    started.local_a = local_from_world(*a.placement, inner);
    started.local_b = local_from_world(*b.placement, inner);
    return started;
  }
  PieceOperands pieces(a, b);
  const PieceFrame& frame = pieces.frame();
  const Vec3d way = frame.to_frame(Vec3d(translation));
  const double room = frame.room(way);
  const bool is_bounded = frame.is_bounded();
  Earliest<ShapeCast> earliest(1);
  visit_nearest_pieces(
      pieces, [&](const Aabb& box) { return frame.place_a(box); },
      [&](const Aabb& box) { return frame.place_b(box); },
      [&](const PieceFrame::Box& box_a, const PieceFrame::Box& box_b) {
        return is_bounded ? find_entry(box_a, box_b, way, room) : 0;
      },
      earliest.limit,
      [&](std::uint32_t ia, std::uint32_t ib) {
        ShapeCast r = shape_cast_of(pieces.a[ia], translation, pieces.b[ib], settings);
        r.piece_a = ia;
        r.piece_b = ib;
        earliest.add(r, [](const ShapeCast& x, const ShapeCast& y) { return is_earlier(x, y); });
      });
  return earliest.result();
}

}  // namespace graze::inline GRAZE_ABI
