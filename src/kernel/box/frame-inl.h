// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Two boxes under similarities, b seen from a with orthonormal axes, and how far they overlap along the nine
// products of their edges. [Gottschalk96, Ericson05 §4.4.1] One text for one pair and for packs of pairs, see
// simd/row-inl.h.

#if defined(GRAZE_KERNEL_BOX_FRAME_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_BOX_FRAME_INL
#undef GRAZE_KERNEL_BOX_FRAME_INL
#else
#define GRAZE_KERNEL_BOX_FRAME_INL
#endif

#include "graze/math/affine.h"
#include "simd/row-inl.h"

GRAZE_LANES_BEGIN

constexpr int next_axis(int i) { return i == 2 ? 0 : i + 1; }
constexpr int previous_axis(int i) { return i == 0 ? 2 : i - 1; }

// Separating axes are numbered: 0 to 2 faces of a, 3 to 5 faces of b, 6 + 3 i + j edges i of a and j of b.
inline constexpr int kNoAxis = 15;  // this arithmetic cannot tell

/// Points of two faces that are closer than this part of the size of the pair are one.
inline constexpr double kBoxTolerance = 16 * double(kEpsilon) > 48 * kDoubleEpsilon ? 16 * double(kEpsilon)
                                                                                    : 48 * kDoubleEpsilon;

/// Edges whose angle has a smaller sine are read from the placements: the orthonormal form loses too much.
inline constexpr double kBoxLeastSine = 0.1;

/// A box in the world. The axes are a similarity up to the defect.
template <class F>
struct PlacedBox {
  Mat<F> axes;      // row k: the image of local axis k
  Row<F, 3> at;     // centre
  Row<F, 3> half;   // local half extents
  F scale, defect;  // of the placement
};
/// In canonical order.
template <class F>
struct BoxPair {
  PlacedBox<F> a, b;
};

/// One box as it is, or with its axes in another order. Four numbers are read for three: more sizes follow
/// the half extents.
template <class F>
GRAZE_LANE PlacedBox<F> load_box(const Affine& placement, const Real* half) {
  const auto& columns = placement.linear().columns;
  return {{{load_row<3, F>(&columns[0].x), load_row<3, F>(&columns[1].x), load_row<3, F>(&columns[2].x)}},
          load_row<3, F>(&placement.translation().x),
          load_row<3, F>(half),
          F(placement.scale()),
          F(placement.defect())};
}
template <class F>
GRAZE_LANE PlacedBox<F> load_box(const Affine& placement, const Real* half, int i, int j, int k) {
  const auto& columns = placement.linear().columns;
  return {{{load_row<3, F>(&columns[i].x), load_row<3, F>(&columns[j].x), load_row<3, F>(&columns[k].x)}},
          load_row<3, F>(&placement.translation().x),
          make_row(F(half[i]), F(half[j]), F(half[k])),
          F(placement.scale()),
          F(placement.defect())};
}

/// b seen from a: orthonormal axes, lengths of the world. `error` bounds what rounding and defects do to the
/// overlap along an axis of at most unit length, `rounding` what rounding alone does.
template <class F>
struct BoxFrame {
  Mat<F> r;           // number j of row i: axis i of a along axis j of b
  Row<F, 3> t, a, b;  // centre of b, half extents
  F size;             // the sum of the half extents and of the coordinates of the centre
  F rounding, error;
};

// Rounding, in epsilons: an entry of r has lost at most 3 (three products, two sums, two divisions and a
// product, half an epsilon each), of t at most 3 times |t| (one more for the offset), of a and b a half. The
// overlap along an axis of at most unit length then loses 10 of |t| (t, r and their sum of products) and 5 of
// the extents: less than 16 of the size, which is the sum of them all. A placement with defect d is within d
// of orthonormal, and the identities between its entries, each used twice at most per box, are off by as
// much.
constexpr int kBoxEpsilons = 16;
constexpr int kBoxDefects = 4;

/// All but the errors.
template <class F>
GRAZE_LANE void place_frame(const PlacedBox<F>& p, const PlacedBox<F>& q, BoxFrame<F>& f) {
  const F one(1);
  F inverse_a = one, inverse = one;
  if (!is_all(both(p.scale == one, q.scale == one))) {
    inverse_a = one / p.scale;
    inverse = inverse_a / q.scale;
  }
  const Mat<F> r = dots(p.axes, q.axes);
  f.r = {{r[0] * inverse, r[1] * inverse, r[2] * inverse}};
  f.t = dots(p.axes, q.at - p.at) * inverse_a;
  f.a = p.half * p.scale;
  f.b = q.half * q.scale;
  f.size = sum_of(f.a) + sum_of(f.b) + sum_of(lane_abs(f.t));
}
/// In double.
template <class F>
GRAZE_LANE BoxFrame<F> wide_box_frame(const PlacedBox<F>& p, const PlacedBox<F>& q) {
  BoxFrame<F> f;
  place_frame(p, q, f);
  f.rounding = F(kBoxEpsilons * kDoubleEpsilon) * f.size;
  f.error = f.rounding + F(double(kBoxDefects)) * (p.defect + q.defect) * f.size;
  return f;
}
/// In Real.
template <class F>
GRAZE_LANE BoxFrame<F> box_frame(const BoxPair<F>& pair, F epsilon) {
  BoxFrame<F> f;
  place_frame(pair.a, pair.b, f);
  const F rounding = F(kBoxEpsilons) * epsilon;
  f.rounding = rounding * f.size;
  f.error = (rounding + F(kBoxDefects) * (pair.a.defect + pair.b.defect)) * f.size;
  return f;
}

/// Edge i of a with the three of b, for i = 0, 1, 2: calls use(i, overlap, squared) with how far the boxes
/// overlap across the edges times the sine of the angle between them, and that sine squared. `m` is |r|; `a`
/// and `t` are the numbers of the frame's rows.
template <class F, class Numbers, class Use>
GRAZE_LANE void each_edge_row(const BoxFrame<F>& f, const Mat<F>& m, const Numbers& a, const Numbers& t,
                              Use use) {
  const Row<F, 3> b1 = next(f.b), b2 = previous(f.b);
  unroll<3>([&](auto i) GRAZE_LANE_LAMBDA {
    constexpr int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    // a_i x b_j = r[i1][j] a_i2 - r[i2][j] a_i1; its length is the sine of the angle between the edges.
    const Row<F, 3> along = f.r[i1] * t[i2] - f.r[i2] * t[i1];
    const Row<F, 3> squared = f.r[i1] * f.r[i1] + f.r[i2] * f.r[i2];
    const Row<F, 3> reach = (m[i2] * a[i1] + m[i1] * a[i2]) + (b1 * previous(m[i]) + b2 * next(m[i]));
    use(i, reach - lane_abs(along), squared);
  });
}

GRAZE_LANES_END

#endif
