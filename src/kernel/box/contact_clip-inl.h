// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A face of one box clipped against a face of another: kernel/clip/box.h for all candidates at once, in
// fours. Where two of them could be one point, which takes an order to decide, that function does it.

#if defined(GRAZE_KERNEL_BOX_CONTACT_CLIP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_BOX_CONTACT_CLIP_INL
#undef GRAZE_KERNEL_BOX_CONTACT_CLIP_INL
#else
#define GRAZE_KERNEL_BOX_CONTACT_CLIP_INL
#endif

#include <bit>

#include "kernel/clip/box.h"
#include "query/contact/box_cases.h"
#include "simd/quad-inl.h"

GRAZE_LANES_BEGIN

/// Points by what they are, see kBoxCandidates.
struct BoxCandidates {
  static constexpr int kCount = kBoxCandidates, kOthers = kBoxOthers, kCrossings = kBoxCrossings;

  alignas(32) double x[kCount], y[kCount], z[kCount];
  int count = 0;
  std::uint8_t order[kCount + 8];  // those that there are
  double deepest;                  // least z, also of those above the limit
};

/// Which edges bits 4 i + k are about, with i and k exchanged.
GRAZE_LANE std::uint32_t exchange_edges(std::uint32_t bits) {
  std::uint32_t swapped = (bits ^ bits >> 3) & 0x0a0a;
  bits ^= swapped | swapped << 3;
  swapped = (bits ^ bits >> 6) & 0x00cc;
  return bits ^ (swapped | swapped << 6);
}

/// From a point in the plane of the rectangle to the point of the other face above it.
struct OtherFace {
  double cx, cy, ex, ey, fx, fy;  // centre and half sides, as seen from the rectangle
  double inverse;                 // of the area

  GRAZE_LANE explicit OtherFace(const primitive::BoxFacePair& p)
      : cx(p.centre.x),
        cy(p.centre.y),
        ex(p.e.x),
        ey(p.e.y),
        fx(p.f.x),
        fy(p.f.y),
        inverse(1 / (ex * fy - ey * fx)) {}
  GRAZE_LANE void find(Quad x, Quad y, Quad& s, Quad& t) const {
    const Quad dx = x - Quad(cx), dy = y - Quad(cy);
    s = (dx * fy - dy * fx) * inverse;
    t = (dy * ex - dx * ey) * inverse;
  }
};

/// All candidates of one clipping, four by four.
struct BoxClipper {
  const primitive::BoxFacePair& faces;
  const OtherFace& other;
  double tolerance, limit;  // limit: of z
  BoxCandidates& out;
  Quad least = Quad(std::numeric_limits<double>::infinity());
  std::uint32_t kept = 0;

  GRAZE_LANE void put(int at, Quad x, Quad y, Quad z, QuadMask is_there) {
    store_quad(x, out.x + at);
    store_quad(y, out.y + at);
    store_quad(z, out.z + at);
    least = select(is_there, quad_min(z, least), least);
    kept |= bits_of(both(is_there, z <= Quad(limit))) << at;
  }

  /// Corners within the other face. True: one is so close to a line of the other face that points may
  /// coincide.
  GRAZE_LANE bool put_corners(Quad signs_s, Quad signs_t, Quad x, Quad y) {
    constexpr double kNear = 16;
    const Vec3d &e = faces.e, &f = faces.f;
    const Quad near(kNear * tolerance), zero(tolerance);
    const Quad far_x = quad_abs(x) - Quad(faces.hx), far_y = quad_abs(y) - Quad(faces.hy);
    put(BoxCandidates::kOthers, x, y, signs_s * e.z + signs_t * f.z + Quad(faces.centre.z),
        both(far_x <= zero, far_y <= zero));
    const Quad rx = signs_s * faces.hx, ry = signs_t * faces.hy;
    Quad s, t;
    other.find(rx, ry, s, t);
    const double size = std::abs(other.inverse) * tolerance;
    const double slack_s = size * (std::abs(f.x) + std::abs(f.y)),
                 slack_t = size * (std::abs(e.x) + std::abs(e.y));
    const Quad far_s = quad_abs(s) - Quad(1.0), far_t = quad_abs(t) - Quad(1.0);
    put(0, rx, ry, s * e.z + t * f.z + Quad(faces.centre.z),
        both(far_s <= Quad(slack_s), far_t <= Quad(slack_t)));
    const QuadMask is_close =
        either(either(quad_abs(far_x) <= near, quad_abs(far_y) <= near),
               either(quad_abs(far_s) <= Quad(kNear * slack_s), quad_abs(far_t) <= Quad(kNear * slack_t)));
    // A side that is no longer than that has both its ends in one place.
    const double shortest = std::min(std::min(faces.hx, faces.hy),
                                     std::min(std::abs(e.x) + std::abs(e.y), std::abs(f.x) + std::abs(f.y)));
    return bits_of(is_close) != 0 || !(shortest > kNear * tolerance);
  }

  /// Where the edges of the other face, from one corner to the next, cross the lines where u is plus and
  /// minus `half`, within `reach` along v. No corner is close to a line.
  template <class Put>
  GRAZE_LANE void cross_lines(Quad u, Quad to_u, double half, Quad v, Quad to_v, double reach,
                              Put put_crossings) {
    const Quad slope = (to_v - v) / (to_u - u);
    for (const double level : {half, -half}) {
      const Quad line(level), at = v + (line - u) * slope;
      put_crossings(level > 0, line, at, both(differ(u <= line, to_u <= line), quad_abs(at) <= Quad(reach)));
    }
  }

  /// False: points could coincide.
  GRAZE_LANE bool clip() {
    const Vec3d &e = faces.e, &f = faces.f, &c = faces.centre;
    const Quad signs_s = load_quad(primitive::kCornerS), signs_t = load_quad(primitive::kCornerT);
    const Quad x = signs_s * e.x + signs_t * f.x + Quad(c.x), y = signs_s * e.y + signs_t * f.y + Quad(c.y);
    if (put_corners(signs_s, signs_t, x, y)) return false;
    const Quad to_x = next_of_four(x), to_y = next_of_four(y);
    // The other face is z = low + gx x + gy y.
    const double gx = (e.z * f.y - f.z * e.y) * other.inverse, gy = (f.z * e.x - e.z * f.x) * other.inverse;
    const Quad low(c.z - gx * c.x - gy * c.y);
    const auto put_crossing = [&](int edge, Quad at_x, Quad at_y, QuadMask is_crossed) {
      put(BoxCandidates::kCrossings + 4 * edge, at_x, at_y, at_x * gx + at_y * gy + low, is_crossed);
    };
    cross_lines(y, to_y, faces.hy, x, to_x, faces.hx,
                [&](bool is_high, Quad line, Quad at, QuadMask is_crossed) {
                  put_crossing(is_high ? 0 : 2, at, line, is_crossed);
                });
    cross_lines(x, to_x, faces.hx, y, to_y, faces.hy,
                [&](bool is_high, Quad line, Quad at, QuadMask is_crossed) {
                  put_crossing(is_high ? 3 : 1, line, at, is_crossed);
                });
    return true;
  }

  /// Those that are kept, in the order of clip_box_faces().
  GRAZE_LANE void put_in_order(bool is_rectangle_first) {
    const std::uint32_t crossings = kept >> 8;
    const std::uint32_t straight = kept;
    const std::uint32_t exchanged = (kept >> 4 & 15) | (kept & 15) << 4 | exchange_edges(crossings) << 8;
    int count = 0;
    for (std::uint32_t left = is_rectangle_first ? straight : exchanged; left != 0; left &= left - 1) {
      const auto at = static_cast<std::uint32_t>(std::countr_zero(left));
      const std::uint32_t exchanged_at = at < 8 ? at ^ 4 : 8 + ((at & 3) << 2 | (at - 8) >> 2);
      out.order[count++] = static_cast<std::uint8_t>(is_rectangle_first ? at : exchanged_at);
    }
    out.count = count;
    out.deepest = least_of(least);
  }
};

/// One by one, with points in one place made one.
[[gnu::noinline]] inline void clip_in_order(const primitive::BoxFacePair& faces, bool is_rectangle_first,
                                            double tolerance, double limit, BoxCandidates& out) {
  using Of = primitive::BoxPointKind::Of;
  primitive::BoxPoints points;
  primitive::clip_box_faces(faces, is_rectangle_first, tolerance, points);
  out.count = 0;
  out.deepest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < points.count; ++i) {
    out.deepest = std::min(out.deepest, points.z[i]);
    if (points.z[i] > limit) continue;
    const primitive::BoxPointKind kind = points.kinds[i];
    const int at = kind.of == Of::rectangle ? kind.rectangle
                   : kind.of == Of::other   ? BoxCandidates::kOthers + kind.other
                                            : BoxCandidates::kCrossings + 4 * kind.rectangle + kind.other;
    out.x[at] = points.x[i];
    out.y[at] = points.y[i];
    out.z[at] = points.z[i];
    out.order[out.count++] = static_cast<std::uint8_t>(at);
  }
}

GRAZE_LANE void clip_faces(const primitive::BoxFacePair& faces, const OtherFace& other,
                           bool is_rectangle_first, double tolerance, double limit, BoxCandidates& out) {
  BoxClipper clipper{faces, other, tolerance, limit, out};
  if (clipper.clip()) {
    clipper.put_in_order(is_rectangle_first);
  } else {
    clip_in_order(faces, is_rectangle_first, tolerance, limit, out);
  }
}

/// Four of the candidates, the last again where there are fewer.
GRAZE_LANE Quad gather(const double* from, const std::uint8_t* order) {
  return {from[order[0]], from[order[1]], from[order[2]], from[order[3]]};
}

/// Leaves at most four of five to eight, as primitive::choose_four(). False: they are in a row, or more.
GRAZE_LANE bool choose_four_of_eight(double tolerance, BoxCandidates& c) {
  constexpr double kAlmost = 1 - 1e-9;  // ties go to the earlier point
  if (c.count > 8) return false;
  for (int i = c.count; i < 8; ++i) c.order[i] = c.order[0];
  const Quad z0 = gather(c.z, c.order), z1 = gather(c.z, c.order + 4);
  const auto first_of = [](QuadMask low, QuadMask high) {
    return std::countr_zero(bits_of(low) | bits_of(high) << 4 | 1u << 8);
  };
  const Quad deep(least_of(quad_min(z0, z1)) + tolerance);
  const int deepest = first_of(z0 <= deep, z1 <= deep);
  const double x = c.x[c.order[deepest]], y = c.y[c.order[deepest]];
  double dx[8], dy[8];
  const Quad dx0 = gather(c.x, c.order) - Quad(x), dx1 = gather(c.x, c.order + 4) - Quad(x);
  const Quad dy0 = gather(c.y, c.order) - Quad(y), dy1 = gather(c.y, c.order + 4) - Quad(y);
  store_quad(dx0, dx);
  store_quad(dx1, dx + 4);
  store_quad(dy0, dy);
  store_quad(dy1, dy + 4);
  // A quadrilateral with one corner given is two triangles on a diagonal through it; lanes are its far end.
  Quad left0(0.0), left1(0.0), right0(0.0), right1(0.0);
  for (int i = 0; i < 8; ++i) {
    const Quad side0 = dx0 * dy[i] - dy0 * dx[i], side1 = dx1 * dy[i] - dy1 * dx[i];
    left0 = quad_max(left0, side0);
    left1 = quad_max(left1, side1);
    right0 = quad_min(right0, side0);
    right1 = quad_min(right1, side1);
  }
  const Quad area0 = left0 - right0, area1 = left1 - right1;
  const double largest = greatest_of(quad_max(area0, area1));
  if (!(largest > 0)) return false;
  const Quad enough(largest * kAlmost);
  const int end = first_of(area0 >= enough, area1 >= enough);
  const Quad side0 = dy0 * dx[end] - dx0 * dy[end], side1 = dy1 * dx[end] - dx1 * dy[end];
  const double left = greatest_of(quad_max(side0, side1)), right = least_of(quad_min(side0, side1));
  const Quad most_left(left * kAlmost), most_right(right * kAlmost);
  const int on_left = left > 0 ? first_of(side0 >= most_left, side1 >= most_left) : deepest;
  const int on_right = right < 0 ? first_of(side0 <= most_right, side1 <= most_right) : deepest;
  int count = 0;
  for (std::uint32_t bits = 1u << deepest | 1u << end | 1u << on_left | 1u << on_right; bits != 0;
       bits &= bits - 1)
    c.order[count++] = c.order[std::countr_zero(bits)];
  c.count = count;
  return true;
}

[[gnu::noinline]] inline void choose_four_of_many(double tolerance, BoxCandidates& c) {
  double x[BoxCandidates::kCount], y[BoxCandidates::kCount], z[BoxCandidates::kCount];
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

GRAZE_LANES_END

#endif
