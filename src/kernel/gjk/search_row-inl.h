// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Rows of the search in float (search-inl.h): a number for each of the three vertices of a simplex, or for
// each coordinate of a vector. Three packs, or a register of one pair.

#if defined(GRAZE_KERNEL_GJK_SEARCH_ROW_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_GJK_SEARCH_ROW_INL
#undef GRAZE_KERNEL_GJK_SEARCH_ROW_INL
#else
#define GRAZE_KERNEL_GJK_SEARCH_ROW_INL
#endif

#include <bit>
#include <limits>

#include "kernel/gjk/vertex_number.h"
#include "simd/row-inl.h"

GRAZE_LANES_BEGIN

/// A number of one pair, the same in every lane, or what its vertices have, in lanes 1 to 3; lane 0 is that
/// of the vertex to be added. Coordinates of a vector stand in lanes 0 to 2.
using SearchRow = Row<float, 4>;

#if defined(GRAZE_ROWS_ARE_WIDE)
template <class N>
inline constexpr bool kIsInRow = std::is_same_v<N, SearchRow>;
#else
template <class N>
inline constexpr bool kIsInRow = false;
#endif

/// One V for each vertex of the simplex, by index; of a row all at once.
template <class N, class V>
using OfThree = std::conditional_t<kIsInRow<N>, V, V[3]>;
template <int K>
using VertexIndex = std::integral_constant<int, K>;
struct AllThree {};

template <class N, class Body>
GRAZE_LANE void each_of_three(Body body) {
  if constexpr (kIsInRow<N>) {
    body(AllThree());
  } else {
    unroll<3>(body);
  }
}
template <class V, int K>
GRAZE_LANE V& at(V (&x)[3], VertexIndex<K>) {
  return x[K];
}
template <class V>
GRAZE_LANE V& at(V& x, AllThree) {
  return x;
}
/// The V of the next vertex; the first follows the third.
template <class V, int K>
GRAZE_LANE const V& after(const V (&x)[3], VertexIndex<K>) {
  return x[(K + 1) % 3];
}
template <int K, class V>
GRAZE_LANE const V& one_of(const V (&x)[3]) {
  return x[K];
}

template <class N>
GRAZE_LANE N constant(float x) {
  if constexpr (kIsInRow<N>) {
    return row_of<4>(x);
  } else {
    return N(x);
  }
}
template <class N>
GRAZE_LANE LaneVec<N> constants(float x, float y, float z) {
  return {constant<N>(x), constant<N>(y), constant<N>(z)};
}
/// Masks of a pair.
template <class M>
GRAZE_LANE M any_of_pair(M m) {
  return m;
}
template <class M>
GRAZE_LANE M all_of_pair(M m) {
  return m;
}

// Coordinates of packs are vectors as they are.
template <class N>
using CoordinatesOf = std::conditional_t<kIsInRow<N>, SearchRow, LaneVec<N>>;
template <class N>
GRAZE_LANE const LaneVec<N>& side_by_side(const LaneVec<N>& v) {
  return v;
}
template <class N>
GRAZE_LANE const LaneVec<N>& spread(const LaneVec<N>& v) {
  return v;
}
template <class N>
GRAZE_LANE N first_of(const LaneVec<N>& v) {
  return v.x;
}
template <class N>
GRAZE_LANE N corner_numbers(const LaneVec<N>& p, const LaneVec<N>& q) {
  const N zero(0);
  const auto number = [&](const LaneVec<N>& v, float one) GRAZE_LANE_LAMBDA {
    return select(v.x < zero, N(one), zero) + select(v.y < zero, N(2 * one), zero) +
           select(v.z < zero, N(4 * one), zero);
  };
  return number(p, 1) + number(q, float(kVertexOfB));
}
GRAZE_LANE float number_of(float x) { return x; }
GRAZE_LANE void store_three(const float (&x)[3], float (&to)[3]) {
  for (int k = 0; k < 3; ++k) to[k] = x[k];
}

/// A rotation, by rows.
template <class N>
struct SearchMatrix {
  LaneVec<N> rows[3];
  friend GRAZE_LANE LaneVec<N> operator*(const SearchMatrix& m, const LaneVec<N>& v) {
    const LaneVec<N>* const r = m.rows;
    return {r[0].x * v.x + r[0].y * v.y + r[0].z * v.z, r[1].x * v.x + r[1].y * v.y + r[1].z * v.z,
            r[2].x * v.x + r[2].y * v.y + r[2].z * v.z};
  }
  friend GRAZE_LANE LaneVec<N> transpose_times(const SearchMatrix& m, const LaneVec<N>& v) {
    return m.rows[0] * v.x + m.rows[1] * v.y + m.rows[2] * v.z;
  }
};
template <class N>
GRAZE_LANE void set_columns(SearchMatrix<N>&) {}

#if defined(GRAZE_ROWS_ARE_WIDE)
GRAZE_LANE SearchRow rearranged(const SearchRow& x, const std::int32_t (&lanes)[4]) {
  return hn::TableLookupLanes(x.v, hn::SetTableIndices(SearchRow::Tag(), lanes));
}
GRAZE_LANE LaneVec<SearchRow> after(const LaneVec<SearchRow>& v, AllThree) {
  return {v.x.order<0, 2, 3, 1>(), v.y.order<0, 2, 3, 1>(), v.z.order<0, 2, 3, 1>()};
}
template <int K>
GRAZE_LANE SearchRow one_of(const SearchRow& x) {
  return hn::Broadcast<K + 1>(x.v);
}
template <int K>
GRAZE_LANE LaneVec<SearchRow> one_of(const LaneVec<SearchRow>& x) {
  return {one_of<K>(x.x), one_of<K>(x.y), one_of<K>(x.z)};
}
GRAZE_LANE bool any_of_pair(const RowMask<float, 4>& m) { return (bits_of(m) & 14u) != 0; }
GRAZE_LANE bool all_of_pair(const RowMask<float, 4>& m) { return (bits_of(m) & 14u) == 14u; }

GRAZE_LANE SearchRow side_by_side(const LaneVec<SearchRow>& v) {
  const SearchRow::Tag d;
  return hn::InterleaveLower(d, hn::InterleaveLower(d, v.x.v, v.z.v), v.y.v);
}
GRAZE_LANE LaneVec<SearchRow> spread(const SearchRow& v) {
  return {SearchRow(hn::Broadcast<0>(v.v)), SearchRow(hn::Broadcast<1>(v.v)),
          SearchRow(hn::Broadcast<2>(v.v))};
}
GRAZE_LANE SearchRow with_signs_of(const SearchRow& x, const SearchRow& signs) {
  return with_sign_of(x, signs);
}
/// A factor, the same in every lane.
GRAZE_LANE SearchRow first_of(const SearchRow& factor) { return factor; }
GRAZE_LANE SearchRow corner_numbers(const SearchRow& p, const SearchRow& q) {
  const SearchRow zero = row_of<4>(0.0f);
  return row_of<4>(static_cast<float>(
      static_cast<std::int32_t>((bits_of(p < zero) & 7u) | (bits_of(q < zero) & 7u) * kVertexOfB)));
}
GRAZE_LANE float number_of(const SearchRow& x) { return hn::GetLane(x.v); }
GRAZE_LANE void store_three(const SearchRow& x, float (&to)[3]) {
  alignas(16) float all[4];
  hn::Store(x.v, SearchRow::Tag(), all);
  for (int k = 0; k < 3; ++k) to[k] = all[k + 1];
}

template <>
struct SearchMatrix<SearchRow> {
  SearchRow rows[3], columns[3];
  friend GRAZE_LANE SearchRow operator*(const SearchMatrix& m, const LaneVec<SearchRow>& v) {
    return m.columns[0] * v.x + m.columns[1] * v.y + m.columns[2] * v.z;
  }
  friend GRAZE_LANE SearchRow transpose_times(const SearchMatrix& m, const LaneVec<SearchRow>& v) {
    return m.rows[0] * v.x + m.rows[1] * v.y + m.rows[2] * v.z;
  }
};
/// The columns from the rows; the fourth lane is anything.
GRAZE_LANE void set_columns(SearchMatrix<SearchRow>& m) {
  const SearchRow::Tag d;
  const auto first = m.rows[0].v, second = m.rows[1].v, third = m.rows[2].v;
  const auto low = hn::InterleaveLower(d, first, second), high = hn::InterleaveUpper(d, first, second);
  m.columns[0] = hn::ConcatLowerLower(d, third, low);
  m.columns[1] = hn::ConcatLowerUpper(d, hn::Shuffle2301(third), low);
  m.columns[2] = hn::ConcatUpperLower(d, third, high);
}
#endif

GRAZE_LANES_END

#endif
