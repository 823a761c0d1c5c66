// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact points, four at a time: from where they were found to the caller's order, frames and precision.

#if defined(GRAZE_QUERY_CONTACT_POINTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_CONTACT_POINTS_INL
#undef GRAZE_QUERY_CONTACT_POINTS_INL
#else
#define GRAZE_QUERY_CONTACT_POINTS_INL
#endif

#include <cstddef>

#include "query/contact/points.h"
#include "simd/row-inl.h"

GRAZE_LANES_BEGIN

/// Number k is of point k.
using FourPoints = Row<double, 4>;
using FourVectors = LaneVec<FourPoints>;

/// Points of both shapes in the world and in local frames, from canonical order to the caller's: point_a,
/// point_b, local_a, local_b. A blend: which order it is cannot be predicted.
template <class Mask, class P>
GRAZE_LANE void put_in_callers_order(Mask is_first_a, const LaneVec<P> (&points)[2],
                                     const LaneVec<P> (&locals)[2], LaneVec<P> (&out)[4]) {
  out[0] = select(is_first_a, points[0], points[1]);
  out[1] = select(is_first_a, points[1], points[0]);
  out[2] = select(is_first_a, locals[0], locals[1]);
  out[3] = select(is_first_a, locals[1], locals[0]);
}
GRAZE_LANE RowMask<double, 4> order_mask(bool is_first_a) { return row_of<4>(is_first_a ? 0.0 : 1.0) < 0.5; }

template <class M, class P>
GRAZE_LANE LaneVec<P> times(const M& m, const LaneVec<P>& p) {
  const auto &a = m.columns[0], &b = m.columns[1], &c = m.columns[2];
  return {p.x * a.x + p.y * b.x + p.z * c.x, p.x * a.y + p.y * b.y + p.z * c.y,
          p.x * a.z + p.y * b.z + p.z * c.z};
}
template <class V, class P>
GRAZE_LANE LaneVec<P> plus(const LaneVec<P>& p, const V& v) {
  return {p.x + v.x, p.y + v.y, p.z + v.z};
}

/// From the working frame of a pair to the world and to local frames.
template <class M, class V>
struct PointFrames {
  const V &origin, &offset;    // of the working frame in the world; of the second shape in the working frame
  const M &local_a, &local_b;  // turn from the world to each shape

  /// Points of the first and second shape, or of several pairs, in the caller's order.
  template <class Mask, class P>
  GRAZE_LANE void place(const LaneVec<P>& first, const LaneVec<P>& second, Mask is_first_a,
                        LaneVec<P> (&out)[4]) const {
    const LaneVec<P> points[2] = {without_dust(plus(first, origin)), without_dust(plus(second, origin))};
    const LaneVec<P> locals[2] = {without_dust(times(local_a, first)),
                                  without_dust(times(local_b, plus(second, -offset)))};
    put_in_callers_order(is_first_a, points, locals, out);
  }
};

/// Twelve numbers of each of four points, one after the other.
GRAZE_LANE void store_points(const FourVectors (&from)[4], ContactPoint* to) {
  static_assert(offsetof(ContactPoint, local_b) == 9 * sizeof(Real));
  FourPoints rows[3][4] = {{from[0].x, from[0].y, from[0].z, from[1].x},
                           {from[1].y, from[1].z, from[2].x, from[2].y},
                           {from[2].z, from[3].x, from[3].y, from[3].z}};
  for (int part = 0; part < 3; ++part) {
    FourPoints* const row = rows[part];
    transpose(row[0], row[1], row[2], row[3]);
    for (int i = 0; i < 4; ++i) store_row(row[i], &to[i].point_a.x + 4 * part);
  }
}

/// ContactWriter::write_four() for one SIMD target; where there are fewer than four points the first is
/// repeated.
inline void write_four_here(const ContactWriter& writer, const primitive::ClipPoint* const (&from)[4],
                            ContactPoint* to) {
  using Point = primitive::ClipPoint;
  const auto gather = [&](double Point::*number) {
    return make_row(from[0]->*number, from[1]->*number, from[2]->*number, from[3]->*number);
  };
  const FourPoints x = gather(&Point::x), y = gather(&Point::y), low = gather(&Point::za),
                   high = gather(&Point::zb);
  const double per_unit = writer.per_unit;
  const Mat3d frame{writer.frame.u, writer.frame.v, writer.frame.n};
  const auto in_world = [&](const FourVectors& p) {
    const FourVectors q = times(frame, p);
    return FourVectors{q.x * per_unit, q.y * per_unit, q.z * per_unit};
  };
  const bool is_a = writer.pair.first == 0;
  const PointFrames<Mat3d, Vec3d> frames{writer.pair.origin, writer.offset, writer.local_from_world[0],
                                         writer.local_from_world[1]};
  FourVectors points[4];
  frames.place(in_world({x, y, low}), in_world({x + gather(&Point::dx), y + gather(&Point::dy), high}),
               order_mask(is_a), points);
  store_points(points, to);
  Real gaps[4];
  store_row((high - low) * per_unit, gaps);
  for (int i = 0; i < 4; ++i) {
    to[i].gap = gaps[i];
    to[i].feature_a = is_a ? from[i]->a : from[i]->b;
    to[i].feature_b = is_a ? from[i]->b : from[i]->a;
  }
}

GRAZE_LANES_END

#endif
