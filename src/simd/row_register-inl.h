// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Rows of one pair in a register of four numbers; of a row of three the last lane holds anything and is never
// read. Included by simd/row-inl.h.

#if defined(GRAZE_SIMD_ROW_REGISTER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_ROW_REGISTER_INL
#undef GRAZE_SIMD_ROW_REGISTER_INL
#else
#define GRAZE_SIMD_ROW_REGISTER_INL
#endif

GRAZE_LANES_BEGIN

template <class T>
using FourOf = hn::FixedTag<T, 4>;

template <class T, int N>
requires(kIsRegister<T, N>) struct RowMask<T, N> {
  hn::Mask<FourOf<T>> m;

  friend GRAZE_LANE RowMask both(RowMask x, RowMask y) { return {hn::And(x.m, y.m)}; }
  friend GRAZE_LANE RowMask either(RowMask x, RowMask y) { return {hn::Or(x.m, y.m)}; }
  friend GRAZE_LANE RowMask except(RowMask x, RowMask y) { return {hn::AndNot(y.m, x.m)}; }
  friend GRAZE_LANE RowMask differ(RowMask x, RowMask y) { return {hn::Xor(x.m, y.m)}; }
  friend GRAZE_LANE std::uint32_t bits_of(RowMask x) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(FourOf<T>(), x.m, bytes);
    return bytes[0] & ((1u << N) - 1);
  }
  friend GRAZE_LANE bool any_of(RowMask x) { return bits_of(x) != 0; }
  friend GRAZE_LANE bool all_of(RowMask x) { return bits_of(x) == (1u << N) - 1; }
};

template <class T, int N>
requires(kIsRegister<T, N>) struct Row<T, N> {
  using Tag = FourOf<T>;
  using Mask = RowMask<T, N>;
  hn::Vec<Tag> v;

  Row() = default;
  GRAZE_LANE Row(hn::Vec<Tag> x) : v(x) {}
  GRAZE_LANE Row(T x) : v(hn::Set(Tag(), x)) {}  // in all lanes

  friend GRAZE_LANE Row operator+(Row x, Row y) { return hn::Add(x.v, y.v); }
  friend GRAZE_LANE Row operator-(Row x, Row y) { return hn::Sub(x.v, y.v); }
  friend GRAZE_LANE Row operator*(Row x, Row y) { return hn::Mul(x.v, y.v); }
  friend GRAZE_LANE Row operator/(Row x, Row y) { return hn::Div(x.v, y.v); }
  friend GRAZE_LANE Row operator-(Row x) { return hn::Neg(x.v); }
  friend GRAZE_LANE Mask operator<(Row x, Row y) { return {hn::Lt(x.v, y.v)}; }
  friend GRAZE_LANE Mask operator<=(Row x, Row y) { return {hn::Le(x.v, y.v)}; }
  friend GRAZE_LANE Mask operator==(Row x, Row y) { return {hn::Eq(x.v, y.v)}; }
  friend GRAZE_LANE Row lane_abs(Row x) { return hn::Abs(x.v); }
  friend GRAZE_LANE Row lane_sqrt(Row x) { return hn::Sqrt(x.v); }
#if HWY_ARCH_X86
  friend GRAZE_LANE Row lane_min(Row x, Row y) { return hn::Min(x.v, y.v); }
  friend GRAZE_LANE Row lane_max(Row x, Row y) { return hn::Max(x.v, y.v); }
#else
  friend GRAZE_LANE Row lane_min(Row x, Row y) { return hn::IfThenElse(hn::Lt(x.v, y.v), x.v, y.v); }
  friend GRAZE_LANE Row lane_max(Row x, Row y) { return hn::IfThenElse(hn::Lt(y.v, x.v), x.v, y.v); }
#endif
  friend GRAZE_LANE Row select(Mask m, Row x, Row y) { return hn::IfThenElse(m.m, x.v, y.v); }
  friend GRAZE_LANE Row select(bool m, Row x, Row y) { return m ? x : y; }
  friend GRAZE_LANE Row with_sign_of(Row x, Row sign) { return hn::CopySign(x.v, sign.v); }

  template <int A, int B, int C, int D>
  GRAZE_LANE Row order() const {
#if HWY_ARCH_X86 && HWY_MAX_BYTES >= 32
    if constexpr (std::is_same_v<T, double>)
      return hn::Vec<Tag>{_mm256_permute4x64_pd(v.raw, A | B << 2 | C << 4 | D << 6)};
#endif
    using Lane = hn::TFromD<hn::RebindToSigned<Tag>>;
    alignas(32) static constexpr Lane kLanes[4] = {A, B, C, D};
    return hn::TableLookupLanes(v, hn::SetTableIndices(Tag(), kLanes));
  }
  /// The lane that a row of three does not use, replaced.
  GRAZE_LANE hn::Vec<Tag> with_spare(T s) const {
    if constexpr (N == 4) return v;
#if HWY_TARGET == HWY_AVX2
    if constexpr (std::is_same_v<T, double>)
      return hn::Vec<Tag>{_mm256_blend_pd(v.raw, hn::Set(Tag(), s).raw, 8)};
#endif
    return hn::IfThenElse(hn::FirstN(Tag(), N), v, hn::Set(Tag(), s));
  }
};

template <int N, class T>
requires(kIsRegister<T, N>) GRAZE_LANE Row<T, N> row_of(T x) { return hn::Set(FourOf<T>(), x); }
template <class T>
requires(kIsRegister<T, 3>) GRAZE_LANE Row<T, 3> make_row(T x, T y, T z) {
  const hn::Half<FourOf<T>> half;
  return hn::Combine(FourOf<T>(), hn::Set(half, z), hn::InterleaveLower(hn::Set(half, x), hn::Set(half, y)));
}
template <class T>
requires(kIsRegister<T, 4>) GRAZE_LANE Row<T, 4> make_row(T x, T y, T z, T w) {
  const FourOf<T> d;
  return hn::ConcatLowerLower(d, hn::InterleaveLower(d, hn::Set(d, z), hn::Set(d, w)),
                              hn::InterleaveLower(d, hn::Set(d, x), hn::Set(d, y)));
}

template <int kSigns, class T>
requires(kIsRegister<T, 4>) GRAZE_LANE Row<T, 4> with_signs(T x) {
  alignas(32) static constexpr T kBits[4] = {
      (kSigns & 1) != 0 ? T(-0.0) : T(0), (kSigns & 2) != 0 ? T(-0.0) : T(0),
      (kSigns & 4) != 0 ? T(-0.0) : T(0), (kSigns & 8) != 0 ? T(-0.0) : T(0)};
  return hn::Xor(hn::Set(FourOf<T>(), x), hn::Load(FourOf<T>(), kBits));
}

template <class T, int N>
requires(kIsRegister<T, N>) GRAZE_LANE Row<T, N> next(const Row<T, N>& x) {
  if constexpr (N == 3) {
    return x.template order<1, 2, 0, 3>();
  } else {
    return x.template order<1, 2, 3, 0>();
  }
}
template <class T, int N>
requires(kIsRegister<T, N>) GRAZE_LANE Row<T, N> previous(const Row<T, N>& x) {
  if constexpr (N == 3) {
    return x.template order<2, 0, 1, 3>();
  } else {
    return x.template order<3, 0, 1, 2>();
  }
}
/// Number K in every lane.
template <int K, class T, int N>
GRAZE_LANE Row<T, N> spread(const Row<T, N>& x) {
  return x.template order<K, K, K, K>();
}
/// Number 1 of half a register, and of a row.
template <class T, class V>
GRAZE_LANE T second_of_two(V two) {
  if constexpr (sizeof(T) == 8) {
    return hn::GetLane(hn::Shuffle01(two));
  } else {
    return hn::GetLane(hn::Shuffle2301(two));
  }
}
template <class T, int N>
GRAZE_LANE T second_of(const Row<T, N>& x) {
  return second_of_two<T>(hn::LowerHalf(hn::Half<FourOf<T>>(), x.v));
}
template <class T, int N>
requires(kIsRegister<T, N>) GRAZE_LANE T sum_of(const Row<T, N>& x) {
  const hn::Half<FourOf<T>> half;
  const auto low = hn::LowerHalf(half, x.v), high = hn::UpperHalf(half, x.v);
  const T s = hn::GetLane(low) + second_of_two<T>(low) + hn::GetLane(high);
  return N == 3 ? s : s + second_of_two<T>(high);
}
template <class T, int N>
requires(kIsRegister<T, N>) GRAZE_LANE T least_of(const Row<T, N>& x) {
  return hn::GetLane(hn::MinOfLanes(FourOf<T>(), x.with_spare(std::numeric_limits<T>::infinity())));
}
template <class T, int N>
requires(kIsRegister<T, N>) GRAZE_LANE T greatest_of(const Row<T, N>& x) {
  return hn::GetLane(hn::MaxOfLanes(FourOf<T>(), x.with_spare(-std::numeric_limits<T>::infinity())));
}
template <class T>
struct StoredRow {
  alignas(4 * sizeof(T)) T v[4];
  GRAZE_LANE T operator[](int k) const { return v[k]; }
};
template <class T, int N>
requires(kIsRegister<T, N>) GRAZE_LANE StoredRow<T> numbers(const Row<T, N>& x) {
  StoredRow<T> n;
  hn::Store(x.v, FourOf<T>(), n.v);
  return n;
}
template <class T>
requires(kIsRegister<T, 4>) GRAZE_LANE
    void transpose(Row<T, 4>& a, Row<T, 4>& b, Row<T, 4>& c, Row<T, 4>& e) {
  static_assert(std::is_same_v<T, double>);
  const FourOf<T> d;
  const auto ab_even = hn::InterleaveLower(d, a.v, b.v), ab_odd = hn::InterleaveUpper(d, a.v, b.v);
  const auto ce_even = hn::InterleaveLower(d, c.v, e.v), ce_odd = hn::InterleaveUpper(d, c.v, e.v);
  a = hn::ConcatLowerLower(d, ce_even, ab_even);
  b = hn::ConcatLowerLower(d, ce_odd, ab_odd);
  c = hn::ConcatUpperUpper(d, ce_even, ab_even);
  e = hn::ConcatUpperUpper(d, ce_odd, ab_odd);
}

#if HWY_MAX_BYTES >= 32
GRAZE_LANE Row<double, 3> dots(const Mat<double>& m, const Row<double, 3>& v) {
  const FourOf<double> d;
  const auto p = hn::Mul(m[0].v, v.v), q = hn::Mul(m[1].v, v.v), r = hn::Mul(m[2].v, v.v);
  const auto pq_xz = hn::InterleaveLower(d, p, q), pq_y = hn::InterleaveUpper(d, p, q);
  const auto r_y = hn::InterleaveUpper(d, r, r);
  const auto xy = hn::ConcatLowerLower(d, hn::Add(r, r_y), hn::Add(pq_xz, pq_y));
  return hn::Add(xy, hn::ConcatUpperUpper(d, r, pq_xz));
}
GRAZE_LANE Mat<double> dots(const Mat<double>& m, const Mat<double>& n) {
  Row<double, 4> a = n[0].v, b = n[1].v, c = n[2].v, e = row_of<4>(0.0);
  transpose(a, b, c, e);
  const Row<double, 3> x = a.v, y = b.v, z = c.v;
  const auto along = [&](const StoredRow<double>& d)
                         GRAZE_LANE_LAMBDA { return x * d[0] + y * d[1] + z * d[2]; };
  return {{along(numbers(m[0])), along(numbers(m[1])), along(numbers(m[2]))}};
}
#endif
GRAZE_LANE Row<float, 3> dots(const Mat<float>& m, const Row<float, 3>& v) {
  const FourOf<float> d;
  const auto p = hn::Mul(m[0].v, v.v), q = hn::Mul(m[1].v, v.v), r = hn::Mul(m[2].v, v.v);
  const auto xy = hn::InterleaveLower(d, p, q), z = hn::InterleaveUpper(d, p, q);
  const auto all_x = hn::ConcatLowerLower(d, r, xy), all_y = hn::ConcatLowerUpper(d, hn::Shuffle2301(r), xy);
  return hn::Add(hn::Add(all_x, all_y), hn::ConcatUpperLower(d, r, z));
}

template <int N, class F = double, class T>
requires(kIsRegister<F, N>) GRAZE_LANE Row<F, N> load_row(const T* from) {
  const FourOf<F> d;
  if constexpr (std::is_same_v<F, T>) {
    return hn::LoadU(d, from);
  } else {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<T, FourOf<F>>(), from));
  }
}
/// Rounded to nearest.
template <class T, class F, int N>
GRAZE_LANE auto converted(const Row<F, N>& x) {
  if constexpr (std::is_same_v<F, T>) {
    return x.v;
  } else {
    return hn::DemoteTo(hn::Rebind<T, FourOf<F>>(), x.v);
  }
}
template <class F, int N, class T>
requires(kIsRegister<F, N>) GRAZE_LANE void store_row(const Row<F, N>& x, T* to) {
  const hn::Rebind<T, FourOf<F>> d;
  const auto y = converted<T>(x);
  if constexpr (N == 4) {
    hn::StoreU(y, d, to);
  } else {
    const hn::Half<decltype(d)> half;
    hn::StoreU(hn::LowerHalf(half, y), half, to);
    to[2] = hn::GetLane(hn::UpperHalf(half, y));
  }
}

GRAZE_LANES_END

#endif
