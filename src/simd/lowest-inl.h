// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The least of the numbers of several rows, and visits of those numbers of rows that need more work.

#if defined(GRAZE_SIMD_LOWEST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_LOWEST_INL
#undef GRAZE_SIMD_LOWEST_INL
#else
#define GRAZE_SIMD_LOWEST_INL
#endif

#include <bit>
#include <limits>

#include "simd/row-inl.h"

GRAZE_LANES_BEGIN

/// Indices of one pair are integers, those of packs numbers.
template <class F>
using Index = std::conditional_t<std::is_floating_point_v<F>, int, F>;
GRAZE_LANE int select(bool m, int x, int y) { return m ? x : y; }
template <class F>
GRAZE_LANE Index<F> index_of(int k) {
  if constexpr (std::is_floating_point_v<F>) {
    return k;
  } else {
    return F(double(k));
  }
}

/// The sum of 1 << k where it holds for number k.
template <class F, int N>
GRAZE_LANE Index<F> number_of(const RowMask<F, N>& m) {
  if constexpr (std::is_floating_point_v<F>) {
    return static_cast<int>(bits_of(m));
  } else {
    F bits(0.0);
    unroll<N>([&](auto k) { bits = select(m.m[k], bits + F(double(1 << k)), bits); });
    return bits;
  }
}

template <class F>
struct Least {
  Index<F> index;  // the first of several
  F value;
  F next;  // no other number is less
};

/// The least of the numbers of rows that are added one after the other. A register is folded lane by lane and
/// reduced at the end only.
template <class F, int N>
struct Lowest {
  Least<F> best;
  int count = 0;
  GRAZE_LANE void add(const Row<F, N>& row) {
    unroll<N>([&](auto n) GRAZE_LANE_LAMBDA {
      if (count++ == 0) {
        best = {index_of<F>(0), row.v[0], F(std::numeric_limits<double>::infinity())};
        return;
      }
      const auto is_lower = row.v[n] < best.value;
      best.next = select(is_lower, best.value, lane_min(row.v[n], best.next));
      best.index = select(is_lower, index_of<F>(count - 1), best.index);
      best.value = select(is_lower, row.v[n], best.value);
    });
  }
  GRAZE_LANE F value() const { return best.value; }
  GRAZE_LANE Least<F> result() const { return best; }
};

/// The first of the numbers of two rows that is not above a limit; the last one if there is none.
template <class F, int N>
GRAZE_LANE Index<F> first_at_most(const Row<F, N>& x, const Row<F, N>& y, F limit) {
  if constexpr (std::is_floating_point_v<F>) {
    return std::countr_zero(bits_of(x <= limit) | bits_of(y <= limit) << N | 1u << (2 * N - 1));
  } else {
    Index<F> first = index_of<F>(2 * N - 1);
    for (int k = 2 * N - 2; k >= 0; --k)
      first = select(k < N ? x.v[k] <= limit : y.v[k - N] <= limit, index_of<F>(k), first);
    return first;
  }
}

/// Runs body(row, number, x, y, where) for the numbers of K rows whose masks say so: packs one after the
/// other unless no pair asks for it, one pair only where it must.
template <class F, int N, int K>
struct Visits {
  F x[K * N], y[K * N];
  MaskOf<F> m[K * N];
  template <class I>
  GRAZE_LANE void add(I i, const RowMask<F, N>& where, const Row<F, N>& p, const Row<F, N>& q) {
    unroll<N>([&](auto j) { x[N * i + j] = p.v[j], y[N * i + j] = q.v[j], m[N * i + j] = where.m[j]; });
  }
  template <class Body>
  GRAZE_LANE void run(Body&& body) {
    _Pragma("GCC unroll 1") for (int k = 0; k < K * N; ++k) {
      if (is_any(m[k])) body(k / N, k % N, x[k], y[k], m[k]);
    }
  }
};

#if defined(GRAZE_ROWS_ARE_WIDE)
template <class T, int N>
requires(kIsRegister<T, N>) struct Lowest<T, N> {
  static constexpr T kInfinity = std::numeric_limits<T>::infinity();
  static constexpr int kMost = 8;
  Row<T, N> rows[kMost], low, second;  // second: no other number of its lane is less
  int count = 0;
  GRAZE_LANE void add(Row<T, N> row) {
    if (count == 0) {
      low = row;
      second = row_of<N>(kInfinity);
    } else {
      second = lane_min(lane_max(row, low), second);
      low = lane_min(row, low);
    }
    rows[count++] = row;
  }
  GRAZE_LANE T value() const { return least_of(low); }
  GRAZE_LANE Least<T> result() const {
    const FourOf<T> d;
    auto l = low.with_spare(kInfinity), s = second.with_spare(kInfinity);
    const auto join = [&](auto other_l, auto other_s) GRAZE_LANE_LAMBDA {
      s = hn::Min(hn::Max(l, other_l), hn::Min(s, other_s));
      l = hn::Min(l, other_l);
    };
    join(hn::ConcatLowerUpper(d, l, l), hn::ConcatLowerUpper(d, s, s));
    join(hn::Shuffle01(l), hn::Shuffle01(s));
    std::uint32_t found = 0;
    unroll<kMost>([&](auto k) GRAZE_LANE_LAMBDA {
      if (k < count) found |= bits_of(RowMask<T, N>{hn::Eq(rows[k].v, l)}) << N * k;
    });
    return {std::countr_zero(found), hn::GetLane(l), hn::GetLane(s)};
  }
};

template <class T, int N, int K>
requires(kIsRegister<T, N>) struct Visits<T, N, K> {
  alignas(4 * sizeof(T)) T x[K][4], y[K][4];
  std::uint32_t bits = 0;
  template <class I>
  GRAZE_LANE void add(I i, RowMask<T, N> where, Row<T, N> p, Row<T, N> q) {
    hn::Store(p.v, FourOf<T>(), x[i]);
    hn::Store(q.v, FourOf<T>(), y[i]);
    bits |= bits_of(where) << N * i;
  }
  template <class Body>
  GRAZE_LANE void run(Body&& body) {
    for (std::uint32_t left = bits; left != 0; left &= left - 1) {
      const int k = std::countr_zero(left), i = k / N, j = k % N;
      body(i, j, x[i][j], y[i][j], true);
    }
  }
};
#endif

GRAZE_LANES_END

#endif
