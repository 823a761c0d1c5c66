// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact points of one pair of boxes: candidates in their order, at most four of them, and from the frame of
// a face to the caller's order, frames and precision.

#if defined(GRAZE_QUERY_CONTACT_BOX_WRITE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_CONTACT_BOX_WRITE_INL
#undef GRAZE_QUERY_CONTACT_BOX_WRITE_INL
#else
#define GRAZE_QUERY_CONTACT_BOX_WRITE_INL
#endif

#include <bit>

#include "kernel/box/edges-inl.h"
#include "kernel/box/faces-inl.h"
#include "kernel/clip/reduce-inl.h"
#include "query/contact/box_cases.h"
#include "query/contact/points-inl.h"

GRAZE_LANES_BEGIN

/// Points by what they are, see kBoxCandidates.
struct BoxCandidates {
  alignas(32) double x[kBoxCandidates], y[kBoxCandidates], z[kBoxCandidates];
  std::uint32_t kept = 0;  // one bit each
  int count = 0;
  std::uint8_t order[kBoxCandidates + 8];  // those that there are
  double deepest;                          // least z, also of those above the limit

  GRAZE_LANE void put(int at, double px, double py, double pz, bool is_kept) {
    x[at] = px, y[at] = py, z[at] = pz;
    kept |= std::uint32_t{is_kept} << at;
  }
  GRAZE_LANE void put(int at, const FourPoints& px, const FourPoints& py, const FourPoints& pz,
                      const RowMask<double, 4>& are_kept) {
    store_row(px, x + at);
    store_row(py, y + at);
    store_row(pz, z + at);
    kept |= bits_of(are_kept) << at;
  }
};

/// Which edges bits 4 i + k are about, with i and k exchanged.
GRAZE_LANE std::uint32_t exchange_edges(std::uint32_t bits) {
  std::uint32_t swapped = (bits ^ bits >> 3) & 0x0a0a;
  bits ^= swapped | swapped << 3;
  swapped = (bits ^ bits >> 6) & 0x00cc;
  return bits ^ (swapped | swapped << 6);
}

/// Sorts the candidates that are kept into the order of clip_box_faces().
GRAZE_LANE void put_in_order(bool is_rectangle_first, BoxCandidates& c) {
  const std::uint32_t straight = c.kept;
  const std::uint32_t exchanged = (c.kept >> 4 & 15) | (c.kept & 15) << 4 | exchange_edges(c.kept >> 8) << 8;
  int count = 0;
  for (std::uint32_t left = is_rectangle_first ? straight : exchanged; left != 0; left &= left - 1) {
    const auto at = static_cast<std::uint32_t>(std::countr_zero(left));
    const std::uint32_t exchanged_at = at < 8 ? at ^ 4 : 8 + ((at & 3) << 2 | (at - 8) >> 2);
    c.order[count++] = static_cast<std::uint8_t>(is_rectangle_first ? at : exchanged_at);
  }
  c.count = count;
}

/// One by one, with points in one place made one.
[[gnu::noinline]] inline void clip_in_order(const FaceContact<double>& c, double limit, BoxCandidates& out) {
  using Of = primitive::BoxPointKind::Of;
  primitive::BoxPoints points;
  primitive::clip_box_faces({c.hx, c.hy, {c.cx, c.cy, c.cz}, {c.ex, c.ey, c.ez}, {c.fx, c.fy, c.fz}},
                            c.is_first, c.tolerance, points);
  out.count = 0;
  out.deepest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < points.count; ++i) {
    out.deepest = std::min(out.deepest, points.z[i]);
    if (points.z[i] > limit) continue;
    const primitive::BoxPointKind kind = points.kinds[i];
    const int at = kind.of == Of::rectangle ? kind.rectangle
                   : kind.of == Of::other   ? kBoxOthers + kind.other
                                            : kBoxCrossings + 4 * kind.rectangle + kind.other;
    out.x[at] = points.x[i];
    out.y[at] = points.y[i];
    out.z[at] = points.z[i];
    out.order[out.count++] = static_cast<std::uint8_t>(at);
  }
}

/// Four of the candidates.
GRAZE_LANE FourPoints gather(const double* from, const std::uint8_t* order) {
  return make_row(from[order[0]], from[order[1]], from[order[2]], from[order[3]]);
}

/// Leaves at most four of five to eight points. False: they are in a line, or more.
GRAZE_LANE bool choose_four_of_eight(double tolerance, BoxCandidates& c) {
  if (c.count > 8) return false;
  for (int i = c.count; i < 8; ++i) c.order[i] = c.order[0];
  const FourPoints x[2] = {gather(c.x, c.order), gather(c.x, c.order + 4)},
                   y[2] = {gather(c.y, c.order), gather(c.y, c.order + 4)},
                   z[2] = {gather(c.z, c.order), gather(c.z, c.order + 4)};
  const ChosenFour<double> four = choose_four<double>(x, y, z, 2, tolerance);
  if (!four.has_area) return false;
  int count = 0;
  for (std::uint32_t bits = 1u << four.deepest | 1u << four.end | 1u << four.left | 1u << four.right;
       bits != 0; bits &= bits - 1)
    c.order[count++] = c.order[std::countr_zero(bits)];
  c.count = count;
  return true;
}

[[gnu::noinline]] inline void choose_four_of_many(double tolerance, BoxCandidates& c) {
  double x[kBoxCandidates], y[kBoxCandidates], z[kBoxCandidates];
  for (int i = 0; i < c.count; ++i) {
    x[i] = c.x[c.order[i]];
    y[i] = c.y[c.order[i]];
    z[i] = c.z[c.order[i]];
  }
  int chosen[4];
  c.count = primitive::choose_four(x, y, z, c.count, tolerance, chosen);
  for (int i = 0; i < c.count; ++i) c.order[i] = c.order[chosen[i]];
}

GRAZE_LANE void choose_four(double tolerance, BoxCandidates& c) {
  if (c.count <= 4) return;
  if (!choose_four_of_eight(tolerance, c)) choose_four_of_many(tolerance, c);
}

/// Four of the points of two faces. `axis` and `other` are those across the faces; `is_mine_a`: the rectangle
/// is of the caller's a.
GRAZE_LANE void write_four(const FaceContact<double>& c, int axis, int other, bool is_mine_a,
                           const BoxCandidates& from, const std::uint8_t* order, ContactPoint* to) {
  const FourPoints nothing = row_of<4>(0x1p-80 * c.size);
  FourVectors at{gather(from.x, order), gather(from.y, order), gather(from.z, order)};
  FourVectors points[2], locals[2];
  FourPoints gap;
  place_face_points(
      c, double(axis), double(other),
      [&](auto part) GRAZE_LANE_LAMBDA {
        return LaneVec<Part<double, 4>>{part(at.x), part(at.y), part(at.z)};
      },
      [&](auto part, const auto& p, const auto& l, const auto& g) GRAZE_LANE_LAMBDA {
        for (int k = 0; k < 2; ++k) {
          part.put(p[k].x, points[k].x), part.put(p[k].y, points[k].y), part.put(p[k].z, points[k].z);
          part.put(l[k].x, locals[k].x), part.put(l[k].y, locals[k].y), part.put(l[k].z, locals[k].z);
        }
        part.put(g, gap);
      });
  for (int k = 0; k < 2; ++k) {
    points[k] = without_dust(points[k], nothing);
    locals[k] = without_dust(locals[k], nothing);
  }
  store_in_order(is_mine_a, points, locals, to);
  Real gaps[4];
  store_row(gap, gaps);
  const FaceNames& names = kFaceNames[2 * axis + (c.sign < 0 ? 1 : 0)];
  const FaceNames& other_names = kFaceNames[2 * other + (c.sign_other < 0 ? 1 : 0)];
  const Feature* const of_a = is_mine_a ? names.of : other_names.of;
  const Feature* const of_b = is_mine_a ? other_names.of : names.of;
  const std::uint8_t* const index_a = is_mine_a ? kCandidateNames.of_rectangle : kCandidateNames.of_other;
  const std::uint8_t* const index_b = is_mine_a ? kCandidateNames.of_other : kCandidateNames.of_rectangle;
  for (int i = 0; i < 4; ++i) {
    to[i].gap = gaps[i];
    to[i].feature_a = of_a[index_a[order[i]]];
    to[i].feature_b = of_b[index_b[order[i]]];
  }
}

/// The one point of two edges along axes i and j. `a`: which of them is the caller's first.
GRAZE_LANE void write_crossing(const EdgeContact<double>& c, double size, int i, int j, int a,
                               ContactPoint* to) {
  const Row<double, 3> origin = c.a.box.at, on_a = origin + c.on_a, on_b = origin + c.on_b;
  const double nothing = 0x1p-80 * size;
  const auto store = [&](const Row<double, 3>& p, Vec3& point) {
    store_row(select(lane_abs(p) < nothing, row_of<3>(0.0), p), &point.x);
  };
  store(on_a, a == 0 ? to->point_a : to->point_b);
  store(on_b, a == 0 ? to->point_b : to->point_a);
  store(c.local_a, a == 0 ? to->local_a : to->local_b);
  store(c.local_b, a == 0 ? to->local_b : to->local_a);
  const auto edge = [](int name, int axis) {
    const auto corner = static_cast<std::uint32_t>(name);
    return Feature{FeatureKind::edge, corner, corner | 1u << axis};
  };
  const Feature edges[2] = {edge(c.a.name, i), edge(c.b.name, j)};
  to->gap = static_cast<Real>(-c.height);
  to->feature_a = edges[a];
  to->feature_b = edges[1 - a];
}

GRAZE_LANES_END

#endif
