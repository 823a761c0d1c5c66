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

#include "query/contact/write.h"
#include "simd/row-inl.h"

GRAZE_LANES_BEGIN

/// Number k is of point k.
using FourPoints = Row<double, 4>;
using FourVectors = LaneVec<FourPoints>;

/// Twelve numbers of each of four points, one after the other.
GRAZE_LANE void store_points(const FourVectors& point_a, const FourVectors& point_b,
                             const FourVectors& local_a, const FourVectors& local_b, ContactPoint* to) {
  static_assert(offsetof(ContactPoint, local_b) == 9 * sizeof(Real));
  FourPoints rows[3][4] = {{point_a.x, point_a.y, point_a.z, point_b.x},
                           {point_b.y, point_b.z, local_a.x, local_a.y},
                           {local_a.z, local_b.x, local_b.y, local_b.z}};
  for (int part = 0; part < 3; ++part) {
    FourPoints* const row = rows[part];
    transpose(row[0], row[1], row[2], row[3]);
    for (int i = 0; i < 4; ++i) store_row(row[i], &to[i].point_a.x + 4 * part);
  }
}

/// The first box's points and those of the second, in the caller's order. A blend: which one it is cannot be
/// predicted.
GRAZE_LANE void store_in_order(bool is_first_a, const FourVectors (&points)[2],
                               const FourVectors (&locals)[2], ContactPoint* to) {
  const auto m = row_of<4>(is_first_a ? 0.0 : 1.0) < 0.5;
  store_points(select(m, points[0], points[1]), select(m, points[1], points[0]),
               select(m, locals[0], locals[1]), select(m, locals[1], locals[0]), to);
}

/// Sets coordinates to zero, before they are rounded, that are less than `nothing`.
GRAZE_LANE FourVectors without_dust(const FourVectors& p, const FourPoints& nothing) {
  const FourPoints zero = row_of<4>(0.0);
  return {select(lane_abs(p.x) < nothing, zero, p.x), select(lane_abs(p.y) < nothing, zero, p.y),
          select(lane_abs(p.z) < nothing, zero, p.z)};
}
/// Sets coordinates to zero that are negligible beside the others of their point; see to_real().
GRAZE_LANE FourVectors without_dust(const FourVectors& p) {
  const FourPoints most = lane_max(lane_max(lane_abs(p.x), lane_abs(p.y)), lane_abs(p.z));
  return without_dust(p, most * 0x1p-80);
}

GRAZE_LANE FourVectors times(const Mat3d& m, const FourVectors& p) {
  const Vec3d &a = m.columns[0], &b = m.columns[1], &c = m.columns[2];
  return {p.x * a.x + p.y * b.x + p.z * c.x, p.x * a.y + p.y * b.y + p.z * c.y,
          p.x * a.z + p.y * b.z + p.z * c.z};
}
GRAZE_LANE FourVectors plus(const FourVectors& p, const Vec3d& v) {
  return {p.x + v.x, p.y + v.y, p.z + v.z};
}

/// ContactWriter::write_four() for one SIMD target; where there are fewer than four points the first is
/// repeated.
inline void write_four_here(const ContactWriter& writer, const primitive::ClipPoint* const (&from)[4],
                            ContactPoint* to) {
  const auto gather = [&](double primitive::ClipPoint::*number) {
    return make_row(from[0]->*number, from[1]->*number, from[2]->*number, from[3]->*number);
  };
  using Point = primitive::ClipPoint;
  const FourPoints x = gather(&Point::x), y = gather(&Point::y);
  const double per_unit = writer.per_unit;
  const FourPoints low = gather(&Point::za), high = gather(&Point::zb);
  const Mat3d frame{writer.frame.u, writer.frame.v, writer.frame.n};
  const auto in_world = [&](const FourVectors& p) {
    const FourVectors q = times(frame, p);
    return FourVectors{q.x * per_unit, q.y * per_unit, q.z * per_unit};
  };
  const FourVectors first = in_world({x, y, low});
  const FourVectors second = in_world({x + gather(&Point::dx), y + gather(&Point::dy), high});
  const FourVectors points[2] = {without_dust(plus(first, writer.pair.origin)),
                                 without_dust(plus(second, writer.pair.origin))};
  const FourVectors locals[2] = {
      without_dust(times(writer.locals[0].from_world, first)),
      without_dust(times(writer.locals[1].from_world, plus(second, -writer.locals[1].origin)))};
  const bool is_a = writer.pair.first == 0;
  store_in_order(is_a, points, locals, to);
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
