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
#include "simd/quad-inl.h"

GRAZE_LANES_BEGIN

struct QuadVec {
  Quad x, y, z;
};

/// Twelve numbers of each of four points, one after the other.
GRAZE_LANE void store_points(const QuadVec& point_a, const QuadVec& point_b, const QuadVec& local_a,
                             const QuadVec& local_b, ContactPoint* to) {
  static_assert(offsetof(ContactPoint, local_b) == 9 * sizeof(Real));
  Quad rows[3][4] = {{point_a.x, point_a.y, point_a.z, point_b.x},
                     {point_b.y, point_b.z, local_a.x, local_a.y},
                     {local_a.z, local_b.x, local_b.y, local_b.z}};
  for (int part = 0; part < 3; ++part) {
    Quad* const row = rows[part];
    transpose(row[0], row[1], row[2], row[3]);
    for (int i = 0; i < 4; ++i) store_quad(row[i], &to[i].point_a.x + 4 * part);
  }
}

GRAZE_LANE QuadVec select(bool is_first, const QuadVec& p, const QuadVec& q) {
  const QuadMask m = Quad(is_first ? 0.0 : 1.0) < Quad(0.5);
  return {select(m, p.x, q.x), select(m, p.y, q.y), select(m, p.z, q.z)};
}

/// Sets coordinates to zero that are negligible beside the others; see to_real().
GRAZE_LANE QuadVec without_dust(const QuadVec& p) {
  const Quad x = quad_abs(p.x), y = quad_abs(p.y), z = quad_abs(p.z), zero(0.0);
  const Quad nothing = quad_max(quad_max(x, y), z) * 0x1p-80;
  return {select(x < nothing, zero, p.x), select(y < nothing, zero, p.y), select(z < nothing, zero, p.z)};
}

GRAZE_LANE QuadVec times(const Mat3d& m, const QuadVec& p) {
  const Vec3d &a = m.columns[0], &b = m.columns[1], &c = m.columns[2];
  return {p.x * a.x + p.y * b.x + p.z * c.x, p.x * a.y + p.y * b.y + p.z * c.y,
          p.x * a.z + p.y * b.z + p.z * c.z};
}
GRAZE_LANE QuadVec plus(const QuadVec& p, const Vec3d& v) {
  return {p.x + Quad(v.x), p.y + Quad(v.y), p.z + Quad(v.z)};
}

/// ContactWriter::write_four() for one SIMD target; where there are fewer than four points the first is repeated.
inline void write_four_here(const ContactWriter& writer, const primitive::ClipPoint* const (&from)[4],
                            ContactPoint* to) {
  const auto gather = [&](double primitive::ClipPoint::*number) {
    return Quad(from[0]->*number, from[1]->*number, from[2]->*number, from[3]->*number);
  };
  using Point = primitive::ClipPoint;
  const Quad x = gather(&Point::x), y = gather(&Point::y), per_unit(writer.per_unit);
  const Quad low = gather(&Point::za), high = gather(&Point::zb);
  const Mat3d frame{writer.frame.u, writer.frame.v, writer.frame.n};
  const auto in_world = [&](const QuadVec& p) {
    const QuadVec q = times(frame, p);
    return QuadVec{q.x * per_unit, q.y * per_unit, q.z * per_unit};
  };
  const QuadVec first = in_world({x, y, low});
  const QuadVec second = in_world({x + gather(&Point::dx), y + gather(&Point::dy), high});
  const QuadVec p = without_dust(plus(first, writer.pair.origin)),
                q = without_dust(plus(second, writer.pair.origin));
  const QuadVec l = without_dust(times(writer.locals[0].from_world, first));
  const QuadVec m = without_dust(times(writer.locals[1].from_world, plus(second, -writer.locals[1].origin)));
  const bool is_a = writer.pair.first == 0;
  store_points(select(is_a, p, q), select(is_a, q, p), select(is_a, l, m), select(is_a, m, l), to);
  Real gaps[4];
  store_quad((high - low) * per_unit, gaps);
  for (int i = 0; i < 4; ++i) {
    to[i].gap = gaps[i];
    to[i].feature_a = is_a ? from[i]->a : from[i]->b;
    to[i].feature_b = is_a ? from[i]->b : from[i]->a;
  }
}

GRAZE_LANES_END

#endif
