// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// One lane of the kernels in double where a register holds four doubles: the three coordinates of its vectors
// side by side. The same operations in the same order as LaneVec, so that the answers are the same to the
// bit. What the fourth holds is never looked at.

#if defined(GRAZE_SIMD_SPREAD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_SPREAD_INL
#undef GRAZE_SIMD_SPREAD_INL
#else
#define GRAZE_SIMD_SPREAD_INL
#endif

#include "math/rounding.h"

#undef GRAZE_LANES_ARE_SPREAD
#if defined(GRAZE_LANES_ARE_WIDE) && HWY_ARCH_X86 && HWY_MAX_BYTES >= 32
#define GRAZE_LANES_ARE_SPREAD 1

GRAZE_LANES_BEGIN

using Four = hn::FixedTag<double, 4>;
using Two = hn::Half<Four>;

template <>
struct LaneVec<double> {
  hn::Vec<Four> v;

  LaneVec() = default;
  GRAZE_LANE LaneVec(hn::Vec<Four> all) : v(all) {}
  GRAZE_LANE LaneVec(double x, double y, double z)
      : v(hn::Combine(Four(), hn::Set(Two(), z), hn::InterleaveLower(hn::Set(Two(), x), hn::Set(Two(), y)))) {
  }

  friend GRAZE_LANE LaneVec operator+(const LaneVec& a, const LaneVec& b) { return hn::Add(a.v, b.v); }
  friend GRAZE_LANE LaneVec operator-(const LaneVec& a, const LaneVec& b) { return hn::Sub(a.v, b.v); }
  friend GRAZE_LANE LaneVec operator-(const LaneVec& a) { return hn::Neg(a.v); }
  friend GRAZE_LANE LaneVec operator*(const LaneVec& a, double s) { return hn::Mul(a.v, hn::Set(Four(), s)); }
  friend GRAZE_LANE LaneVec operator/(const LaneVec& a, double s) { return hn::Div(a.v, hn::Set(Four(), s)); }
};

/// The coordinates in another order, two bits each from the lowest on.
template <int kOrder>
GRAZE_LANE LaneVec<double> reordered(const LaneVec<double>& a) {
  return hn::Vec<Four>{_mm256_permute4x64_pd(a.v.raw, kOrder)};
}
inline constexpr int kAllX = 0x00, kAllY = 0x55, kAllZ = 0xaa, kYzx = 0xc9, kZxy = 0xd2;

GRAZE_LANE double x_of(const LaneVec<double>& a) { return hn::GetLane(a.v); }
GRAZE_LANE double y_of(const LaneVec<double>& a) {
  return hn::GetLane(hn::Shuffle01(hn::LowerHalf(Two(), a.v)));
}
GRAZE_LANE double z_of(const LaneVec<double>& a) { return hn::GetLane(hn::UpperHalf(Two(), a.v)); }

GRAZE_LANE double sum_of(const LaneVec<double>& a) { return x_of(a) + y_of(a) + z_of(a); }
GRAZE_LANE double dot(const LaneVec<double>& a, const LaneVec<double>& b) {
  return sum_of(LaneVec<double>(hn::Mul(a.v, b.v)));
}
GRAZE_LANE double sum_abs(const LaneVec<double>& a) { return sum_of(LaneVec<double>(hn::Abs(a.v))); }
GRAZE_LANE LaneVec<double> cross(const LaneVec<double>& a, const LaneVec<double>& b) {
  const LaneVec<double> turned(
      hn::Sub(hn::Mul(a.v, reordered<kYzx>(b).v), hn::Mul(reordered<kYzx>(a).v, b.v)));
  return reordered<kYzx>(turned);
}
GRAZE_LANE LaneVec<double> select(bool m, const LaneVec<double>& a, const LaneVec<double>& b) {
  return m ? a : b;
}
GRAZE_LANE LaneVec<double> with_signs_of(const LaneVec<double>& a, const LaneVec<double>& signs) {
  return hn::CopySign(a.v, signs.v);
}

template <>
struct LaneMat<double> {
  LaneVec<double> columns[3];
  friend GRAZE_LANE LaneVec<double> operator*(const LaneMat& m, const LaneVec<double>& v) {
    const auto scaled = [](const LaneVec<double>& c, const LaneVec<double>& s) {
      return LaneVec<double>(hn::Mul(c.v, s.v));
    };
    return scaled(m.columns[0], reordered<kAllX>(v)) + scaled(m.columns[1], reordered<kAllY>(v)) +
           scaled(m.columns[2], reordered<kAllZ>(v));
  }
};
GRAZE_LANE LaneVec<double> transpose_times(const LaneMat<double>& m, const LaneVec<double>& v) {
  const auto p = hn::Mul(m.columns[0].v, v.v), q = hn::Mul(m.columns[1].v, v.v),
             r = hn::Mul(m.columns[2].v, v.v);
  const auto pq_xz = hn::InterleaveLower(Four(), p, q), pq_y = hn::InterleaveUpper(Four(), p, q);
  const auto r_xz = hn::InterleaveLower(Four(), r, r), r_y = hn::InterleaveUpper(Four(), r, r);
  const auto xy = hn::ConcatLowerLower(Four(), hn::Add(r_xz, r_y), hn::Add(pq_xz, pq_y));
  return hn::Add(xy, hn::ConcatUpperUpper(Four(), r_xz, pq_xz));
}

// What follows three coordinates is read with them, so it must be of the same object.
GRAZE_LANE LaneVec<double> load_vector(const double* from) { return hn::LoadU(Four(), from); }
GRAZE_LANE LaneVec<double> load_vector(const float* from) {
  return hn::PromoteTo(Four(), hn::LoadU(hn::Rebind<float, Four>(), from));
}
GRAZE_LANE void store_vector(const LaneVec<double>& a, Vec3d& to) {
  hn::StoreU(hn::LowerHalf(Two(), a.v), Two(), &to.x);
  to.z = z_of(a);
}
GRAZE_LANE void store_vector(const LaneVec<double>& a, BasicVec3<float>& to) {
  const auto f = hn::DemoteTo(hn::Rebind<float, Four>(), a.v);
  const hn::Rebind<float, Two> half;
  hn::StoreU(hn::LowerHalf(half, f), half, &to.x);
  to.z = hn::GetLane(hn::UpperHalf(half, f));
}
/// As to_real() in pair.h.
GRAZE_LANE void store_as_real(const LaneVec<double>& a, Vec3& to) {
  const LaneVec<double> sizes(hn::Abs(a.v));
  const auto most = hn::Max(hn::Max(sizes.v, reordered<kYzx>(sizes).v), reordered<kZxy>(sizes).v);
  const auto is_nothing = hn::Lt(sizes.v, hn::Mul(hn::Set(Four(), 0x1p-80), most));
  store_vector(LaneVec<double>(hn::IfThenZeroElse(is_nothing, a.v)), to);
}

GRAZE_LANES_END
#else
GRAZE_LANES_BEGIN

template <class T>
GRAZE_LANE LaneVec<double> load_vector(const T* from) {
  return {double(from[0]), double(from[1]), double(from[2])};
}
template <class T>
GRAZE_LANE void store_vector(const LaneVec<double>& a, BasicVec3<T>& to) {
  to = {static_cast<T>(a.x), static_cast<T>(a.y), static_cast<T>(a.z)};
}
GRAZE_LANE void store_as_real(const LaneVec<double>& a, Vec3& to) { to = to_real(Vec3d{a.x, a.y, a.z}); }

GRAZE_LANES_END
#endif

#endif
