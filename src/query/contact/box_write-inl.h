// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact points of two boxes, from the frame of a face to the caller's order, frames and precision, four at
// a time.

#if defined(GRAZE_QUERY_CONTACT_BOX_WRITE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_CONTACT_BOX_WRITE_INL
#undef GRAZE_QUERY_CONTACT_BOX_WRITE_INL
#else
#define GRAZE_QUERY_CONTACT_BOX_WRITE_INL
#endif

#include "kernel/box/contact_axes-inl.h"
#include "kernel/box/contact_clip-inl.h"
#include "query/contact/box_cases.h"
#include "query/contact/points-inl.h"

GRAZE_LANES_BEGIN

/// As to_real(), before the rounding; what is nothing beside the pair becomes zero.
GRAZE_LANE QuadVec without_dust(const QuadVec& p, double size) {
  const Quad nothing(0x1p-80 * size), zero(0.0);
  return {select(quad_abs(p.x) < nothing, zero, p.x), select(quad_abs(p.y) < nothing, zero, p.y),
          select(quad_abs(p.z) < nothing, zero, p.z)};
}

/// The rectangle belongs to side `reference`, across its axis `axis`; the other face to the other side.
struct FaceContact {
  int reference, axis, other;
  double sign, sign_other;  // which side of each box
  double height;            // the rectangle's z
  Vec3d normal;             // from a to b in canonical order
  primitive::BoxFacePair faces;
};

/// A local vector whose coordinates along the axis after `axis`, before it and along it are given.
GRAZE_LANE QuadVec along_axes(int axis, Quad after, Quad before, Quad along) {
  const QuadMask is_0 = Quad(double(axis)) < Quad(0.5), is_2 = Quad(1.5) < Quad(double(axis));
  return {select(is_0, along, select(is_2, after, before)), select(is_0, after, select(is_2, before, along)),
          select(is_0, before, select(is_2, along, after))};
}

GRAZE_LANE void write_four(const BoxPair& pair, const FaceContact& contact, const OtherFace& face,
                           const BoxCandidates& from, const std::uint8_t* order, ContactPoint* to) {
  const PlacedBox &mine = pair.sides[contact.reference], &its = pair.sides[1 - contact.reference];
  const int axis = contact.axis, after = next_axis(axis), before = previous_axis(axis);
  const Quad gap = gather(from.z, order) - Quad(contact.height);
  Quad x = gather(from.x, order), y = gather(from.y, order), s, t;
  face.find(x, y, s, t);
  const Quad one(1.0), other_one(-1.0);
  s = quad_max(quad_min(s, one), other_one);
  t = quad_max(quad_min(t, one), other_one);
  if (mine.scale != 1) {
    x = x / Quad(mine.scale);
    y = y / Quad(mine.scale);
  }
  const double half = contact.sign * mine.halves[axis];
  const QuadVec local = along_axes(axis, x, y, Quad(half));
  const int other = contact.other, other_after = next_axis(other), other_before = previous_axis(other);
  const QuadVec across = along_axes(other, s * its.halves[other_after], t * its.halves[other_before],
                                    Quad(contact.sign_other * its.halves[other]));
  const Vec3d u = mine.column(after), v = mine.column(before), w = mine.column(axis) * half;
  const Vec3d origin = contact.reference == 0 ? pair.origin : pair.origin + pair.offset;
  const QuadVec point = {(x * u.x + y * v.x + Quad(w.x)) + Quad(origin.x),
                         (x * u.y + y * v.y + Quad(w.y)) + Quad(origin.y),
                         (x * u.z + y * v.z + Quad(w.z)) + Quad(origin.z)};
  const Vec3d outward = contact.reference == 0 ? contact.normal : -contact.normal;
  const QuadVec opposite = {point.x + gap * outward.x, point.y + gap * outward.y, point.z + gap * outward.z};
  const bool is_mine_a = contact.reference == pair.first;  // the rectangle is the caller's a
  const QuadVec p = without_dust(point, pair.size), q = without_dust(opposite, pair.size);
  const QuadVec l = without_dust(local, pair.size), m = without_dust(across, pair.size);
  store_points(select(is_mine_a, p, q), select(is_mine_a, q, p), select(is_mine_a, l, m),
               select(is_mine_a, m, l), to);
  Real gaps[4];
  store_quad(gap, gaps);
  const FaceNames& names = kFaceNames[2 * axis + (contact.sign < 0 ? 1 : 0)];
  const FaceNames& other_names = kFaceNames[2 * other + (contact.sign_other < 0 ? 1 : 0)];
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

/// Two edges that cross: a point of each, also in its own frame, in canonical order.
struct CrossingContact {
  Vec3d points[2], locals[2];  // points: from the first centre
  Feature edges[2];
  double gap;
};

GRAZE_LANE void write_crossing(const BoxPair& pair, const CrossingContact& contact, ContactPoint* to) {
  const int a = pair.first, b = 1 - a;
  const Vec3d p = pair.origin + contact.points[a], q = pair.origin + contact.points[b];
  const Vec3d &l = contact.locals[a], &m = contact.locals[b];
  QuadVec all = without_dust({{p.x, q.x, l.x, m.x}, {p.y, q.y, l.y, m.y}, {p.z, q.z, l.z, m.z}}, pair.size);
  Quad rest(0.0);
  transpose(all.x, all.y, all.z, rest);
  Real* const numbers = &to->point_a.x;  // each row ends where the next one begins, the last in the gap
  store_quad(all.x, numbers);
  store_quad(all.y, numbers + 3);
  store_quad(all.z, numbers + 6);
  store_quad(rest, numbers + 9);
  to->gap = static_cast<Real>(contact.gap);
  to->feature_a = contact.edges[a];
  to->feature_b = contact.edges[b];
}

GRAZE_LANES_END

#endif
