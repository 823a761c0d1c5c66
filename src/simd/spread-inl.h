// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// One lane of the kernels in double where a register holds four doubles: a vector is a row. The operations
// and their order are those of LaneVec, so that the answers agree to the bit. Included by simd/row-inl.h.

#if defined(GRAZE_SIMD_SPREAD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_SPREAD_INL
#undef GRAZE_SIMD_SPREAD_INL
#else
#define GRAZE_SIMD_SPREAD_INL
#endif

#include "math/rounding.h"

GRAZE_LANES_BEGIN

#if defined(GRAZE_ROWS_ARE_WIDE) && HWY_MAX_BYTES >= 32
template <>
struct LaneVec<double> {
  Row<double, 3> v;

  LaneVec() = default;
  GRAZE_LANE LaneVec(const Row<double, 3>& row) : v(row) {}
  GRAZE_LANE LaneVec(double x, double y, double z) : v(make_row(x, y, z)) {}

  friend GRAZE_LANE LaneVec operator+(const LaneVec& a, const LaneVec& b) { return a.v + b.v; }
  friend GRAZE_LANE LaneVec operator-(const LaneVec& a, const LaneVec& b) { return a.v - b.v; }
  friend GRAZE_LANE LaneVec operator-(const LaneVec& a) { return -a.v; }
  friend GRAZE_LANE LaneVec operator*(const LaneVec& a, double s) { return a.v * s; }
  friend GRAZE_LANE LaneVec operator/(const LaneVec& a, double s) { return a.v / s; }
};
GRAZE_LANE const Row<double, 3>& row_of_vector(const LaneVec<double>& a) { return a.v; }

GRAZE_LANE double y_of(const LaneVec<double>& a) { return second_of(a.v); }
GRAZE_LANE double sum_of(const LaneVec<double>& a) { return sum_of(a.v); }
GRAZE_LANE double dot(const LaneVec<double>& a, const LaneVec<double>& b) { return sum_of(a.v * b.v); }
GRAZE_LANE double sum_abs(const LaneVec<double>& a) { return sum_of(lane_abs(a.v)); }
GRAZE_LANE LaneVec<double> cross(const LaneVec<double>& a, const LaneVec<double>& b) {
  return cross(a.v, b.v);
}
GRAZE_LANE LaneVec<double> select(bool m, const LaneVec<double>& a, const LaneVec<double>& b) {
  return m ? a : b;
}
GRAZE_LANE LaneVec<double> with_signs_of(const LaneVec<double>& a, const LaneVec<double>& signs) {
  return with_sign_of(a.v, signs.v);
}

template <>
struct LaneMat<double> {
  LaneVec<double> columns[3];
  friend GRAZE_LANE LaneVec<double> operator*(const LaneMat& m, const LaneVec<double>& v) {
    return m.columns[0].v * spread<0>(v.v) + m.columns[1].v * spread<1>(v.v) +
           m.columns[2].v * spread<2>(v.v);
  }
};
GRAZE_LANE LaneVec<double> transpose_times(const LaneMat<double>& m, const LaneVec<double>& v) {
  return dots(Mat<double>{{m.columns[0].v, m.columns[1].v, m.columns[2].v}}, v.v);
}
#else
GRAZE_LANE Row<double, 3> row_of_vector(const LaneVec<double>& a) { return make_row(a.x, a.y, a.z); }
#endif

/// Registers read four numbers: the one that follows must be of the same object.
template <class T>
GRAZE_LANE LaneVec<double> load_vector(const T* from) {
#if defined(GRAZE_ROWS_ARE_WIDE) && HWY_MAX_BYTES >= 32
  return load_row<3>(from);
#else
  return {double(from[0]), double(from[1]), double(from[2])};
#endif
}
template <class T>
GRAZE_LANE void store_vector(const LaneVec<double>& a, BasicVec3<T>& to) {
  store_row(row_of_vector(a), &to.x);
}
/// Sets coordinates to zero, before they are rounded, that are less than `nothing`.
template <class P>
GRAZE_LANE LaneVec<P> without_dust(const LaneVec<P>& p, const P& nothing) {
  const P zero = like(nothing, 0.0);
  return {select(lane_abs(p.x) < nothing, zero, p.x), select(lane_abs(p.y) < nothing, zero, p.y),
          select(lane_abs(p.z) < nothing, zero, p.z)};
}
/// Sets coordinates to zero that are negligible beside the others of their point; see to_real() in
/// math/rounding.h.
template <class P>
GRAZE_LANE LaneVec<P> without_dust(const LaneVec<P>& p) {
  const P most = lane_max(lane_max(lane_abs(p.x), lane_abs(p.y)), lane_abs(p.z));
  return without_dust(p, P(most * 0x1p-80));
}
/// Rounded to Real, likewise.
GRAZE_LANE void store_as_real(const LaneVec<double>& a, Vec3& to) {
  const Row<double, 3> row = row_of_vector(a), sizes = lane_abs(row);
  const Row<double, 3> most = lane_max(lane_max(sizes, next(sizes)), previous(sizes));
  store_row(select(sizes < most * 0x1p-80, row_of<3>(0.0), row), &to.x);
}

GRAZE_LANES_END

#endif
