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

#include <algorithm>
#include <bit>

#include "kernel/box/edges-inl.h"
#include "kernel/box/faces-inl.h"
#include "kernel/clip/reduce-inl.h"
#include "query/contact/cases.h"
#include "query/contact/points-inl.h"

GRAZE_LANES_BEGIN

static_assert(BoxContactPoints::kCapacity == kBoxCandidates);

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

/// Lists those that are kept, in order.
GRAZE_LANE void put_in_order(bool is_rectangle_first, BoxCandidates& c) {
  const std::uint32_t straight = c.kept;
  const std::uint32_t turned = (c.kept >> 4 & 15) | (c.kept & 15) << 4 | exchange_edges(c.kept >> 8) << 8;
  int count = 0;
  for (std::uint32_t left = is_rectangle_first ? straight : turned; left != 0; left &= left - 1) {
    const int at = std::countr_zero(left);
    c.order[count++] = static_cast<std::uint8_t>(is_rectangle_first ? at : exchanged(at));
  }
  c.count = count;
}

/// Candidates one after the other, where some may be in one place: of two such the earlier one stays.
struct OrderedClipper {
  static constexpr double kS[4] = {1, -1, -1, 1}, kT[4] = {1, 1, -1, -1};  // of the corners
  const FaceContact<double>& p;
  double limit;
  BoxCandidates& out;
  // All that were found, those above the limit as well.
  int found = 0;
  double found_x[kBoxCandidates], found_y[kBoxCandidates];
  // Of the other face's corners: place, and which edges of the rectangle they are inside of, a bit each.
  double cx[4], cy[4];
  std::uint32_t inside[4];

  OrderedClipper(const FaceContact<double>& faces, double highest, BoxCandidates& to)
      : p(faces), limit(highest), out(to) {}

  void add(int at, double x, double y, double s, double t) {
    for (int i = 0; i < found; ++i)
      if (std::abs(found_x[i] - x) + std::abs(found_y[i] - y) <= 4 * p.tolerance) return;
    found_x[found] = x;
    found_y[found++] = y;
    const double z = p.cz + p.ez * s + p.fz * t;
    out.deepest = std::min(out.deepest, z);
    if (z > limit) return;
    out.x[at] = x, out.y[at] = y, out.z[at] = z;
    out.order[out.count++] = static_cast<std::uint8_t>(at);
  }

  void place_corners() {
    const double wide_x = p.hx + p.tolerance, wide_y = p.hy + p.tolerance;
    for (int i = 0; i < 4; ++i) {
      const double x = cx[i] = p.cx + p.ex * kS[i] + p.fx * kT[i];
      const double y = cy[i] = p.cy + p.ey * kS[i] + p.fy * kT[i];
      inside[i] = std::uint32_t{y <= wide_y} | std::uint32_t{x >= -wide_x} << 1 |
                  std::uint32_t{y >= -wide_y} << 2 | std::uint32_t{x <= wide_x} << 3;
    }
  }
  void add_other_corners() {
    for (int i = 0; i < 4; ++i)
      if (inside[i] == 15) add(kBoxOthers + i, cx[i], cy[i], kS[i], kT[i]);
  }
  void add_rectangle_corners() {
    const double inverse = 1 / (p.ex * p.fy - p.ey * p.fx), size = std::abs(inverse) * p.tolerance;
    const double most_s = 1 + size * (std::abs(p.fx) + std::abs(p.fy));
    const double most_t = 1 + size * (std::abs(p.ex) + std::abs(p.ey));
    for (int i = 0; i < 4; ++i) {
      const double x = p.hx * kS[i], y = p.hy * kT[i], dx = x - p.cx, dy = y - p.cy;
      const double s = (dx * p.fy - dy * p.fx) * inverse, t = (p.ex * dy - p.ey * dx) * inverse;
      if (std::abs(s) <= most_s && std::abs(t) <= most_t) add(i, x, y, s, t);
    }
  }
  /// Edge `side` of the rectangle and edge i of the other face.
  void add_crossing(int side, int i) {
    const int j = (i + 1) & 3;
    const bool is_level_y = side % 2 == 0;
    const double half = is_level_y ? p.hy : p.hx, level = side == 0 || side == 3 ? half : -half;
    const double from = is_level_y ? cy[i] : cx[i], to = is_level_y ? cy[j] : cx[j];
    const double part = std::clamp((level - from) / (to - from), 0.0, 1.0);
    const double x = cx[i] + (cx[j] - cx[i]) * part, y = cy[i] + (cy[j] - cy[i]) * part;
    if (is_level_y ? std::abs(x) > p.hx : std::abs(y) > p.hy) return;
    add(kBoxCrossings + 4 * side + i, x, y, kS[i] + (kS[j] - kS[i]) * part, kT[i] + (kT[j] - kT[i]) * part);
  }
  void add_crossings() {
    std::uint32_t crossed = 0;  // bit 4 i + side
    for (int i = 0; i < 4; ++i) crossed |= (inside[i] ^ inside[(i + 1) & 3]) << (4 * i);
    if (p.is_first) crossed = exchange_edges(crossed);
    for (; crossed != 0; crossed &= crossed - 1) {
      const int bit = std::countr_zero(crossed), outer = bit >> 2, inner = bit & 3;
      add_crossing(p.is_first ? outer : inner, p.is_first ? inner : outer);
    }
  }
};
[[gnu::noinline]] inline void clip_in_order(const FaceContact<double>& p, double limit, BoxCandidates& out) {
  OrderedClipper clipper(p, limit, out);
  out.count = 0;
  out.deepest = std::numeric_limits<double>::infinity();
  clipper.place_corners();
  if (p.is_first) clipper.add_rectangle_corners();
  clipper.add_other_corners();
  if (!p.is_first) clipper.add_rectangle_corners();
  clipper.add_crossings();
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
  FourVectors ordered[4];
  put_in_callers_order(order_mask(is_mine_a), points, locals, ordered);
  store_points(ordered, to);
  Real gaps[4];
  store_row(gap, gaps);
  const CandidateNames names(2 * axis + (c.sign < 0 ? 1 : 0), 2 * other + (c.sign_other < 0 ? 1 : 0),
                             is_mine_a);
  for (int i = 0; i < 4; ++i) {
    to[i].gap = gaps[i];
    names.name(order[i], to[i]);
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
  to->gap = static_cast<Real>(-c.height);
  name_crossing({c.a.name, c.b.name}, {i, j}, a, *to);
}

GRAZE_LANES_END

#endif
