// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A row: N numbers of one pair, such as the coordinates of a vector or the heights of three axes. Kernels are
// templates on F and work on Row<F, N>. One pair (F = double or float) has a row of up to four in a register
// where the processor has one that wide; a pack of pairs (F = Pack) has N packs. A kernel is then one text
// for single queries and for batches, and both give the same bytes.
//
// Speed rests on three rules: rows are trivially copyable aggregates, passed by reference and never copied
// when they are packs; indices are known to the compiler (unroll); reductions come once, at the end
// (simd/lowest-inl.h).

#if defined(GRAZE_SIMD_ROW_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_ROW_INL
#undef GRAZE_SIMD_ROW_INL
#else
#define GRAZE_SIMD_ROW_INL
#endif

#include <type_traits>
#include <utility>

#include "simd/pack-inl.h"

#undef GRAZE_ROWS_ARE_WIDE
#if defined(GRAZE_LANES_ARE_WIDE) && !defined(GRAZE_LANES_ARE_INSTRUMENTED)
#define GRAZE_ROWS_ARE_WIDE 1
#endif

GRAZE_LANES_BEGIN

/// Calls op(0), op(1), ..., op(N - 1) with indices known to the compiler: loops are unrolled only after
/// arrays of packs were (not) kept in registers.
template <int N, class Op>
GRAZE_LANE void unroll(Op op) {
  [&]<int... K>(std::integer_sequence<int, K...>) GRAZE_LANE_LAMBDA {
    (op(std::integral_constant<int, K>()), ...);
  }
  (std::make_integer_sequence<int, N>());
}

template <class F>
using MaskOf = decltype(F() < F());

/// Whether a row of one pair is a register.
#if defined(GRAZE_ROWS_ARE_WIDE)
template <class F, int N>
inline constexpr bool kIsRegister = N <= 4 && (std::is_same_v<F, float> ||
                                               (std::is_same_v<F, double> && HWY_MAX_BYTES >= 32));
#else
template <class F, int N>
inline constexpr bool kIsRegister = false;
#endif

template <class F, int N>
struct RowMask {
  MaskOf<F> m[N];

  template <class Op>
  static GRAZE_LANE RowMask each(Op op) {
    return [&]<int... K>(std::integer_sequence<int, K...>) GRAZE_LANE_LAMBDA { return RowMask{{op(K)...}}; }
    (std::make_integer_sequence<int, N>());
  }
  friend GRAZE_LANE RowMask both(const RowMask& x, const RowMask& y) {
    return each([&](int k) { return both(x.m[k], y.m[k]); });
  }
  friend GRAZE_LANE RowMask either(const RowMask& x, const RowMask& y) {
    return each([&](int k) { return either(x.m[k], y.m[k]); });
  }
  friend GRAZE_LANE RowMask except(const RowMask& x, const RowMask& y) {
    return each([&](int k) { return except(x.m[k], y.m[k]); });
  }
  friend GRAZE_LANE RowMask differ(const RowMask& x, const RowMask& y) {
    return each([&](int k) { return differ(x.m[k], y.m[k]); });
  }
  /// Whether it holds for some (for every) number of a pair.
  friend GRAZE_LANE MaskOf<F> any_of(const RowMask& x) {
    MaskOf<F> r = x.m[0];
    unroll<N - 1>([&](auto k) { r = either(r, x.m[k + 1]); });
    return r;
  }
  friend GRAZE_LANE MaskOf<F> all_of(const RowMask& x) {
    MaskOf<F> r = x.m[0];
    unroll<N - 1>([&](auto k) { r = both(r, x.m[k + 1]); });
    return r;
  }
};

template <class F, int N>
struct Row {
  F v[N];

  GRAZE_LANE F operator[](int k) const { return v[k]; }
  template <class Op>
  static GRAZE_LANE Row each(Op op) {
    return [&]<int... K>(std::integer_sequence<int, K...>) GRAZE_LANE_LAMBDA { return Row{{op(K)...}}; }
    (std::make_integer_sequence<int, N>());
  }
  // The second operand is a row, or one number for all.
  static GRAZE_LANE const F& at(const Row& x, int k) { return x.v[k]; }
  static GRAZE_LANE F at(F x, int) { return x; }
  template <class Y>
  friend GRAZE_LANE Row operator+(const Row& x, const Y& y) {
    return each([&](int k) { return x.v[k] + at(y, k); });
  }
  template <class Y>
  friend GRAZE_LANE Row operator-(const Row& x, const Y& y) {
    return each([&](int k) { return x.v[k] - at(y, k); });
  }
  template <class Y>
  friend GRAZE_LANE Row operator*(const Row& x, const Y& y) {
    return each([&](int k) { return x.v[k] * at(y, k); });
  }
  template <class Y>
  friend GRAZE_LANE Row operator/(const Row& x, const Y& y) {
    return each([&](int k) { return x.v[k] / at(y, k); });
  }
  friend GRAZE_LANE Row operator-(F s, const Row& x) {
    return each([&](int k) { return s - x.v[k]; });
  }
  friend GRAZE_LANE Row operator-(const Row& x) {
    return each([&](int k) { return -x.v[k]; });
  }
  template <class Y>
  friend GRAZE_LANE RowMask<F, N> operator<(const Row& x, const Y& y) {
    return RowMask<F, N>::each([&](int k) { return x.v[k] < at(y, k); });
  }
  template <class Y>
  friend GRAZE_LANE RowMask<F, N> operator<=(const Row& x, const Y& y) {
    return RowMask<F, N>::each([&](int k) { return x.v[k] <= at(y, k); });
  }
  template <class Y>
  friend GRAZE_LANE RowMask<F, N> operator==(const Row& x, const Y& y) {
    return RowMask<F, N>::each([&](int k) { return x.v[k] == at(y, k); });
  }
  friend GRAZE_LANE RowMask<F, N> operator<(F s, const Row& x) {
    return RowMask<F, N>::each([&](int k) { return s < x.v[k]; });
  }
  friend GRAZE_LANE RowMask<F, N> operator<=(F s, const Row& x) {
    return RowMask<F, N>::each([&](int k) { return s <= x.v[k]; });
  }
  friend GRAZE_LANE Row lane_abs(const Row& x) {
    return each([&](int k) { return lane_abs(x.v[k]); });
  }
  friend GRAZE_LANE Row lane_sqrt(const Row& x) {
    return each([&](int k) { return lane_sqrt(x.v[k]); });
  }
  friend GRAZE_LANE Row lane_min(const Row& x, const Row& y) {
    return each([&](int k) { return lane_min(x.v[k], y.v[k]); });
  }
  friend GRAZE_LANE Row lane_max(const Row& x, const Row& y) {
    return each([&](int k) { return lane_max(x.v[k], y.v[k]); });
  }
  friend GRAZE_LANE Row with_sign_of(const Row& x, const Row& sign) {
    return each([&](int k) { return with_sign_of(x.v[k], sign.v[k]); });
  }
};

/// N times the same number, or the numbers given.
template <int N, class F>
requires(!kIsRegister<F, N>) GRAZE_LANE Row<F, N> row_of(F x) {
  return Row<F, N>::each([&](int) { return x; });
}
template <class F>
requires(!kIsRegister<F, 3>) GRAZE_LANE Row<F, 3> make_row(F x, F y, F z) { return {{x, y, z}}; }
template <class F>
requires(!kIsRegister<F, 4>) GRAZE_LANE Row<F, 4> make_row(F x, F y, F z, F w) { return {{x, y, z, w}}; }

/// Four times x, number k negated where bit k of kSigns is set.
template <int kSigns, class F>
requires(!kIsRegister<F, 4>) GRAZE_LANE Row<F, 4> with_signs(F x) {
  return Row<F, 4>::each([&](int k) { return (kSigns >> k & 1) != 0 ? -x : x; });
}

template <class F, int N>
GRAZE_LANE Row<F, N> select(const RowMask<F, N>& m, const Row<F, N>& x, const Row<F, N>& y) {
  return Row<F, N>::each([&](int k) { return select(m.m[k], x.v[k], y.v[k]); });
}
/// The whole row of x or of y, pair by pair.
template <class F, int N>
requires(!kIsRegister<F, N>) GRAZE_LANE Row<F, N> select(MaskOf<F> m, const Row<F, N>& x,
                                                         const Row<F, N>& y) {
  return Row<F, N>::each([&](int k) { return select(m, x.v[k], y.v[k]); });
}
/// One pair: bit k is whether it holds for number k.
template <class F, int N>
requires(std::is_same_v<MaskOf<F>, bool> && !kIsRegister<F, N>) GRAZE_LANE std::uint32_t
    bits_of(const RowMask<F, N>& x) {
  std::uint32_t bits = 0;
  unroll<N>([&](auto k) { bits |= std::uint32_t{x.m[k]} << k; });
  return bits;
}

/// The numbers 1, 2, ..., 0 and N - 1, 0, 1, ... of a row.
template <class F, int N>
GRAZE_LANE Row<F, N> next(const Row<F, N>& x) {
  return Row<F, N>::each([&](int k) { return x.v[(k + 1) % N]; });
}
template <class F, int N>
GRAZE_LANE Row<F, N> previous(const Row<F, N>& x) {
  return Row<F, N>::each([&](int k) { return x.v[(k + N - 1) % N]; });
}
/// From the first number to the last.
template <class F, int N>
GRAZE_LANE F sum_of(const Row<F, N>& x) {
  F s = x.v[0];
  unroll<N - 1>([&](auto k) { s = s + x.v[k + 1]; });
  return s;
}
template <class F, int N>
GRAZE_LANE F least_of(const Row<F, N>& x) {
  F s = x.v[0];
  unroll<N - 1>([&](auto k) { s = lane_min(x.v[k + 1], s); });
  return s;
}
template <class F, int N>
GRAZE_LANE F greatest_of(const Row<F, N>& x) {
  F s = x.v[0];
  unroll<N - 1>([&](auto k) { s = lane_max(x.v[k + 1], s); });
  return s;
}
/// The numbers of a row one by one, as numbers(row)[k]: one pair stores once and loads with a broadcast.
template <class F, int N>
GRAZE_LANE const Row<F, N>& numbers(const Row<F, N>& x) {
  return x;
}
template <class F, int N>
void numbers(Row<F, N>&& x) = delete;  // packs are not copied: name the row
/// Number k of the i-th row becomes number i of the k-th.
template <class F>
GRAZE_LANE void transpose(Row<F, 4>& a, Row<F, 4>& b, Row<F, 4>& c, Row<F, 4>& e) {
  const Row<F, 4> p = a, q = b, r = c, s = e;
  const auto at = [&](int k) { return Row<F, 4>{{p.v[k], q.v[k], r.v[k], s.v[k]}}; };
  a = at(0), b = at(1), c = at(2), e = at(3);
}

/// Three rows of three.
template <class F>
struct Mat {
  Row<F, 3> r[3];
  GRAZE_LANE const Row<F, 3>& operator[](int i) const { return r[i]; }
};
/// Number i: row i of m times v.
template <class F>
GRAZE_LANE Row<F, 3> dots(const Mat<F>& m, const Row<F, 3>& v) {
  return {{sum_of(m.r[0] * v), sum_of(m.r[1] * v), sum_of(m.r[2] * v)}};
}
/// Number j of row i: row i of m times row j of n.
template <class F>
GRAZE_LANE Mat<F> dots(const Mat<F>& m, const Mat<F>& n) {
  return {{dots(n, m.r[0]), dots(n, m.r[1]), dots(n, m.r[2])}};
}

/// N numbers of one pair. Registers read four numbers for a row of three: the one that follows must be of the
/// same object.
template <int N, class F = double, class T>
requires(!kIsRegister<F, N>) GRAZE_LANE Row<F, N> load_row(const T* from) {
  return Row<F, N>::each([&](int k) { return static_cast<F>(from[k]); });
}
/// Exactly N numbers.
template <class F, int N, class T>
requires(std::is_floating_point_v<F> && !kIsRegister<F, N>) GRAZE_LANE
    void store_row(const Row<F, N>& x, T* to) {
  unroll<N>([&](auto k) { to[k] = static_cast<T>(x.v[k]); });
}

template <class F>
GRAZE_LANE F dot(const Row<F, 3>& x, const Row<F, 3>& y) {
  return sum_of(x * y);
}
template <class F>
GRAZE_LANE Row<F, 3> cross(const Row<F, 3>& x, const Row<F, 3>& y) {
  return next(x * next(y) - next(x) * y);
}
/// The rows of m times the numbers of v, summed.
template <class F>
GRAZE_LANE Row<F, 3> combine(const Mat<F>& m, const Row<F, 3>& v) {
  const auto& n = numbers(v);
  return m.r[0] * n[0] + m.r[1] * n[1] + m.r[2] * n[2];
}

GRAZE_LANES_END

#if defined(GRAZE_ROWS_ARE_WIDE)
#include "simd/row_register-inl.h"
#endif

GRAZE_LANES_BEGIN

/// The number x in the form of another number, pack or row.
template <class F>
GRAZE_LANE F like(const F&, double x) {
  return F(x);
}
template <class F, int N>
GRAZE_LANE Row<F, N> like(const Row<F, N>&, double x) {
  return row_of<N>(F(x));
}

/// A row in parts that are worked on one after the other, number by number or a register at once: with many
/// values alive, packs of whole rows would not fit the registers.
template <int K>
struct NumberPart {
  static constexpr int first = K;
  template <class F, int N>
  GRAZE_LANE F operator()(const Row<F, N>& x) const {
    return x.v[K];
  }
  template <class F>
  GRAZE_LANE F all(F x) const {
    return x;
  }
  /// Replaces the part.
  template <class F, int N>
  GRAZE_LANE void put(F x, Row<F, N>& row) const {
    row.v[K] = x;
  }
};
template <int N>
struct WholePart {
  static constexpr int first = 0;
  template <class F>
  GRAZE_LANE Row<F, N> operator()(const Row<F, N>& x) const {
    return x;
  }
  template <class F>
  GRAZE_LANE Row<F, N> all(F x) const {
    return row_of<N>(x);
  }
  template <class F>
  GRAZE_LANE void put(const Row<F, N>& x, Row<F, N>& row) const {
    row = x;
  }
};
template <class F, int N>
using Part = std::conditional_t<kIsRegister<F, N>, Row<F, N>, F>;
template <class F, int N, class Body>
GRAZE_LANE void each_part(Body body) {
  if constexpr (kIsRegister<F, N>) {
    body(WholePart<N>());
  } else {
    unroll<N>([&](auto k) GRAZE_LANE_LAMBDA { body(NumberPart<k>()); });
  }
}
// A part that is one number.
GRAZE_LANE double least_of(double x) { return x; }
GRAZE_LANE bool any_of(bool x) { return x; }
#if defined(GRAZE_LANES_ARE_WIDE)
template <class T>
GRAZE_LANE Pack<T> least_of(Pack<T> x) {
  return x;
}
template <class T>
GRAZE_LANE PackMask<T> any_of(PackMask<T> x) {
  return x;
}
#endif

GRAZE_LANES_END

#include "simd/spread-inl.h"

#endif
