// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Numbers side by side, one pair of objects per lane. Kernels are templates on F: a plain float or double is
// one lane, a Pack is as many as the SIMD target has. Both perform the same IEEE operations in the same
// order, and where plain code would branch both select; so a single query is one lane of a batch, to the bit.
//
// Included once per Highway target by the batch kernels (namespace of the target), and by anything else for
// one lane (namespace one_lane). No fused multiply-add, no approximate reciprocal: see docs/numerics.md,
// section 9.

#if defined(GRAZE_SIMD_PACK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_PACK_INL
#undef GRAZE_SIMD_PACK_INL
#else
#define GRAZE_SIMD_PACK_INL
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "math/rounding.h"

#undef GRAZE_LANES_BEGIN
#undef GRAZE_LANES_END
#undef GRAZE_LANES_ARE_WIDE
#if defined(HWY_TARGET_INCLUDE)
#define GRAZE_LANES_BEGIN             \
  HWY_BEFORE_NAMESPACE();             \
  namespace graze::inline GRAZE_ABI { \
  namespace HWY_NAMESPACE {
#define GRAZE_LANES_END \
  }                     \
  }                     \
  HWY_AFTER_NAMESPACE();
// Debian's Highway has no SSE2 target, and its emulated one is slower than plain code.
#if HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
#define GRAZE_LANES_ARE_WIDE 1
#endif
#else
#define GRAZE_LANES_BEGIN             \
  namespace graze::inline GRAZE_ABI { \
  namespace one_lane {
#define GRAZE_LANES_END \
  }                     \
  }
#endif

// Kernels are one function each. Instrumented, they would be too large to compile in reasonable time.
#undef GRAZE_LANES_ARE_INSTRUMENTED
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GRAZE_LANES_ARE_INSTRUMENTED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define GRAZE_LANES_ARE_INSTRUMENTED 1
#endif
#endif
// Before functions, and after the parameters of lambdas.
#undef GRAZE_LANE
#undef GRAZE_LANE_LAMBDA
#if defined(GRAZE_LANES_ARE_INSTRUMENTED)
#define GRAZE_LANE inline
#define GRAZE_LANE_LAMBDA
#else
#define GRAZE_LANE inline __attribute__((always_inline))
#define GRAZE_LANE_LAMBDA __attribute__((always_inline))
#endif

GRAZE_LANES_BEGIN

// One lane. min and max are those of the processor: the second operand where neither is less.
GRAZE_LANE float select(bool m, float x, float y) { return m ? x : y; }
GRAZE_LANE double select(bool m, double x, double y) { return m ? x : y; }
GRAZE_LANE bool both(bool m, bool n) { return m && n; }
GRAZE_LANE bool either(bool m, bool n) { return m || n; }
GRAZE_LANE bool except(bool m, bool n) { return m && !n; }  // m and not n
GRAZE_LANE bool differ(bool m, bool n) { return m != n; }
GRAZE_LANE bool is_any(bool m) { return m; }
GRAZE_LANE bool is_all(bool m) { return m; }
GRAZE_LANE std::uint32_t bits_of(bool m) { return m ? 1 : 0; }
GRAZE_LANE float lane_abs(float x) { return std::abs(x); }
GRAZE_LANE double lane_abs(double x) { return std::abs(x); }
GRAZE_LANE float lane_sqrt(float x) { return std::sqrt(x); }
GRAZE_LANE double lane_sqrt(double x) { return std::sqrt(x); }
GRAZE_LANE float with_sign_of(float x, float sign) { return std::copysign(x, sign); }
GRAZE_LANE double with_sign_of(double x, double sign) { return std::copysign(x, sign); }
GRAZE_LANE void store(float x, float* to) { *to = x; }
GRAZE_LANE void store(double x, double* to) { *to = x; }

#if defined(GRAZE_LANES_ARE_WIDE)
namespace hn = hwy::HWY_NAMESPACE;

template <class T, class D = hn::ScalableTag<T>>
struct PackMask {
  hn::Mask<D> m;

  friend GRAZE_LANE PackMask both(PackMask m, PackMask n) { return {hn::And(m.m, n.m)}; }
  friend GRAZE_LANE PackMask either(PackMask m, PackMask n) { return {hn::Or(m.m, n.m)}; }
  friend GRAZE_LANE PackMask except(PackMask m, PackMask n) { return {hn::AndNot(n.m, m.m)}; }
  friend GRAZE_LANE PackMask differ(PackMask m, PackMask n) { return {hn::Xor(m.m, n.m)}; }
  friend GRAZE_LANE bool is_any(PackMask m) { return !hn::AllFalse(D(), m.m); }
  friend GRAZE_LANE bool is_all(PackMask m) { return hn::AllTrue(D(), m.m); }
  /// The lanes where it holds, as bits.
  friend GRAZE_LANE std::uint32_t bits_of(PackMask m) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(D(), m.m, bytes);
    return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8;
  }
};

/// Numbers side by side, as many as the target has lanes, or as `D` says.
template <class T, class D = hn::ScalableTag<T>>
struct Pack {
  hn::Vec<D> v;

  Pack() = default;
  GRAZE_LANE Pack(hn::Vec<D> x) : v(x) {}
  GRAZE_LANE Pack(T x) : v(hn::Set(D(), x)) {}
  /// As many numbers of another kind, all of which T holds: floats, or bytes.
  template <class S>
  static GRAZE_LANE Pack load(const S* from) {
    const auto x = hn::LoadU(hn::Rebind<S, D>(), from);
    if constexpr (std::is_same_v<S, T>) {
      return x;
    } else if constexpr (sizeof(S) == 1) {
      const auto wide = hn::PromoteTo(hn::Rebind<std::int32_t, D>(), x);
      if constexpr (sizeof(T) == 4)
        return hn::ConvertTo(D(), wide);
      else
        return hn::PromoteTo(D(), wide);
    } else {
      return hn::PromoteTo(D(), x);
    }
  }
  static GRAZE_LANE std::size_t count() { return hn::Lanes(D()); }

  friend GRAZE_LANE Pack operator+(Pack x, Pack y) { return hn::Add(x.v, y.v); }
  friend GRAZE_LANE Pack operator-(Pack x, Pack y) { return hn::Sub(x.v, y.v); }
  friend GRAZE_LANE Pack operator*(Pack x, Pack y) { return hn::Mul(x.v, y.v); }
  friend GRAZE_LANE Pack operator/(Pack x, Pack y) { return hn::Div(x.v, y.v); }
  friend GRAZE_LANE Pack operator-(Pack x) { return hn::Neg(x.v); }
  friend GRAZE_LANE PackMask<T, D> operator<(Pack x, Pack y) { return {hn::Lt(x.v, y.v)}; }
  friend GRAZE_LANE PackMask<T, D> operator>(Pack x, Pack y) { return {hn::Gt(x.v, y.v)}; }
  friend GRAZE_LANE PackMask<T, D> operator<=(Pack x, Pack y) { return {hn::Le(x.v, y.v)}; }
  friend GRAZE_LANE PackMask<T, D> operator==(Pack x, Pack y) { return {hn::Eq(x.v, y.v)}; }
  friend GRAZE_LANE Pack select(PackMask<T, D> m, Pack x, Pack y) { return hn::IfThenElse(m.m, x.v, y.v); }
  friend GRAZE_LANE Pack lane_abs(Pack x) { return hn::Abs(x.v); }
  friend GRAZE_LANE Pack lane_sqrt(Pack x) { return hn::Sqrt(x.v); }
  friend GRAZE_LANE Pack with_sign_of(Pack x, Pack sign) { return hn::CopySign(x.v, sign.v); }
#if HWY_ARCH_X86  // one instruction each for the selections below
  friend GRAZE_LANE Pack lane_min(Pack x, Pack y) { return hn::Min(x.v, y.v); }
  friend GRAZE_LANE Pack lane_max(Pack x, Pack y) { return hn::Max(x.v, y.v); }
#endif
};

template <class T>
GRAZE_LANE Pack<T> load(const T* from) {
  return hn::LoadU(hn::ScalableTag<T>(), from);
}
template <class T, class D>
GRAZE_LANE void store(Pack<T, D> x, T* to) {
  hn::StoreU(x.v, D(), to);
}
template <class T>
GRAZE_LANE std::size_t lane_count() {
  return hn::Lanes(hn::ScalableTag<T>());
}
// Between the precisions, numbers rounded to nearest where they do not fit.
template <class T>
GRAZE_LANE Pack<double> load_wide(const T* from) {
  return Pack<double>::load(from);
}
GRAZE_LANE void store_narrow(Pack<float> x, float* to) { store(x, to); }
GRAZE_LANE void store_narrow(Pack<double> x, float* to) {
  const hn::Rebind<float, hn::ScalableTag<double>> d;
  hn::StoreU(hn::DemoteTo(d, x.v), d, to);
}
// Stores rounded to Real: to nearest, or outward like round_up() and round_down().
GRAZE_LANE void store_real(Pack<double> x, double* to) { store(x, to); }
GRAZE_LANE void store_real(Pack<double> x, float* to) { store_narrow(x, to); }
GRAZE_LANE void store_rounded(Pack<double> x, bool, double* to) { store(x, to); }
GRAZE_LANE void store_rounded(Pack<double> x, bool is_up, float* to) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> f;
  const hn::Rebind<std::int32_t, decltype(d)> n;
  const auto r = hn::DemoteTo(f, x.v);
  const auto back = hn::PromoteTo(d, r);
  const auto is_off = is_up ? hn::Lt(back, x.v) : hn::Gt(back, x.v);
  // A step up is one more in the bits of a positive number, one less in those of a negative one. The bits of
  // 1, shifted, are the number 1.
  const auto off = hn::DemoteTo(f, hn::IfThenElseZero(is_off, hn::Set(d, 1.0)));
  const auto one = hn::ShiftRight<29>(hn::BitCast(n, off));
  const auto bits = hn::BitCast(n, r), sign = hn::ShiftRight<31>(bits);
  const auto step = hn::Sub(hn::Xor(one, sign), sign);
  hn::StoreU(hn::BitCast(f, is_up ? hn::Add(bits, step) : hn::Sub(bits, step)), f, to);
}
/// As many Reals as there are doubles in a pack.
using Narrow = Pack<Real, hn::Rebind<Real, hn::ScalableTag<double>>>;
template <class T>
GRAZE_LANE Narrow narrow_of(Pack<T> x) {
  if constexpr (sizeof(Real) == sizeof(T)) {
    return x.v;
  } else {
    return hn::DemoteTo(hn::Rebind<Real, hn::ScalableTag<double>>(), x.v);
  }
}
GRAZE_LANE Narrow narrow_of(Real x) { return x; }
GRAZE_LANE Narrow load_narrow(const Real* from) {
  return hn::LoadU(hn::Rebind<Real, hn::ScalableTag<double>>(), from);
}
GRAZE_LANE void store_as_it_is(Narrow x, Real* to) {
  hn::StoreU(x.v, hn::Rebind<Real, hn::ScalableTag<double>>(), to);
}
/// The greatest of all lanes, in each.
template <class T, class D>
GRAZE_LANE Pack<T, D> greatest(Pack<T, D> x) {
  return hn::MaxOfLanes(D(), x.v);
}
/// The least of all lanes.
template <class T>
GRAZE_LANE T least_lane(Pack<T> x) {
  return hn::GetLane(hn::MinOfLanes(hn::ScalableTag<T>(), x.v));
}
/// 0, 1, 2 and so on.
GRAZE_LANE Pack<double> lane_numbers() { return hn::Iota(hn::ScalableTag<double>(), 0.0); }
#else
template <class T>
using Pack = T;
using Narrow = Real;
template <class T>
GRAZE_LANE Real narrow_of(T x) {
  return static_cast<Real>(x);
}
GRAZE_LANE Real load_narrow(const Real* from) { return *from; }
GRAZE_LANE void store_as_it_is(Real x, Real* to) { *to = x; }
GRAZE_LANE float greatest(float x) { return x; }
GRAZE_LANE double greatest(double x) { return x; }
GRAZE_LANE double least_lane(double x) { return x; }
GRAZE_LANE double lane_numbers() { return 0; }
GRAZE_LANE void store_real(double x, Real* to) { *to = static_cast<Real>(x); }
GRAZE_LANE void store_rounded(double x, bool is_up, Real* to) { *to = is_up ? round_up(x) : round_down(x); }
template <class T>
GRAZE_LANE T load(const T* from) {
  return *from;
}
template <class T>
GRAZE_LANE std::size_t lane_count() {
  return 1;
}
GRAZE_LANE double load_wide(const double* from) { return *from; }
GRAZE_LANE double load_wide(const float* from) { return static_cast<double>(*from); }
GRAZE_LANE void store_narrow(float x, float* to) { *to = x; }
GRAZE_LANE void store_narrow(double x, float* to) { *to = static_cast<float>(x); }
#endif

/// Kernels on F, which is a number or a pack: how many lanes that has, and as many numbers from memory.
template <class F>
GRAZE_LANE std::size_t lanes_of() {
  if constexpr (std::is_arithmetic_v<F>)
    return 1;
  else
    return F::count();
}
template <class F, class S>
GRAZE_LANE F load_as(const S* from) {
  if constexpr (std::is_arithmetic_v<F>)
    return static_cast<F>(*from);
  else
    return F::load(from);
}

/// x and y, whichever is less (greater); y where neither is.
template <class F>
GRAZE_LANE F lane_min(F x, F y) {
  return select(x < y, x, y);
}
template <class F>
GRAZE_LANE F lane_max(F x, F y) {
  return select(y < x, x, y);
}
template <class F>
struct LaneVec {
  F x, y, z;
  friend GRAZE_LANE LaneVec operator+(const LaneVec& a, const LaneVec& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend GRAZE_LANE LaneVec operator-(const LaneVec& a, const LaneVec& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend GRAZE_LANE LaneVec operator-(const LaneVec& a) { return {-a.x, -a.y, -a.z}; }
  friend GRAZE_LANE LaneVec operator*(const LaneVec& a, F s) { return {a.x * s, a.y * s, a.z * s}; }
  friend GRAZE_LANE LaneVec operator/(const LaneVec& a, F s) { return {a.x / s, a.y / s, a.z / s}; }
};

// Perform the operations of their namesakes in graze/math/vec3.h and mat3.h, in the same order.
template <class F>
GRAZE_LANE F dot(const LaneVec<F>& a, const LaneVec<F>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class F>
GRAZE_LANE LaneVec<F> cross(const LaneVec<F>& a, const LaneVec<F>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class F>
GRAZE_LANE F sum_abs(const LaneVec<F>& v) {
  return lane_abs(v.x) + lane_abs(v.y) + lane_abs(v.z);
}
template <class F>
GRAZE_LANE F sum_of(const LaneVec<F>& v) {
  return v.x + v.y + v.z;
}
template <class F>
GRAZE_LANE F y_of(const LaneVec<F>& v) {
  return v.y;
}
template <class F>
GRAZE_LANE LaneVec<F> with_signs_of(const LaneVec<F>& v, const LaneVec<F>& signs) {
  return {with_sign_of(v.x, signs.x), with_sign_of(v.y, signs.y), with_sign_of(v.z, signs.z)};
}
template <class M, class F>
GRAZE_LANE LaneVec<F> select(M m, const LaneVec<F>& a, const LaneVec<F>& b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}
template <class F>
struct LaneMat {
  LaneVec<F> columns[3];
  friend GRAZE_LANE LaneVec<F> operator*(const LaneMat& m, const LaneVec<F>& v) {
    return m.columns[0] * v.x + m.columns[1] * v.y + m.columns[2] * v.z;
  }
};
template <class F>
GRAZE_LANE LaneVec<F> transpose_times(const LaneMat<F>& m, const LaneVec<F>& v) {
  return {dot(m.columns[0], v), dot(m.columns[1], v), dot(m.columns[2], v)};
}

GRAZE_LANES_END

#include "simd/row-inl.h"

#endif
