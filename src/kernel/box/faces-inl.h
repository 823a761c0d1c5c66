// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A face of one box against a face of another, a rectangle clipped against a parallelogram: all 24 candidates
// at once. [Erleben05] One text for one pair and for packs of pairs. Where two candidates could be one point,
// which takes an order to decide, query/contact/box_write-inl.h does it.

#if defined(GRAZE_KERNEL_BOX_FACES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_BOX_FACES_INL
#undef GRAZE_KERNEL_BOX_FACES_INL
#else
#define GRAZE_KERNEL_BOX_FACES_INL
#endif

#include <limits>

#include "kernel/box/frame-inl.h"

GRAZE_LANES_BEGIN

/// The rectangle is the face of `mine` across its third axis. In its frame, whose x and y are the first two
/// axes and whose z leaves the box, the face of `its` across its third axis is centre + s e + t f, s and t in
/// [-1, 1].
template <class F>
struct FaceContact {
  PlacedBox<F> mine, its;  // axes: two along the face, then the one across
  MaskOf<F> is_first;      // `mine` is the first box in canonical order
  F size, tolerance;       // of the pair
  Row<F, 3> offset;        // from the centre of the first to that of the second
  Row<F, 3> normal;        // unit, from the first to the second
  Row<F, 3> outward;       // the normal, from mine to its
  F sign, sign_other;      // which side of each box
  F height;                // the rectangle's z
  F hx, hy;                // its half sides
  F cx, cy, cz, ex, ey, ez, fx, fy, fz;
  F inverse;  // of the area of the other face

  /// s and t of the point of the other face above (x, y), of one point or of a row of points.
  template <class P>
  GRAZE_LANE void find(const P& x, const P& y, P& s, P& t) const {
    const P dx = x - cx, dy = y - cy;
    s = (dx * fy - dy * fx) * inverse;
    t = (dy * ex - dx * ey) * inverse;
  }
};

/// From the boxes, is_first and size to all the rest. x and y of the other face are those of orthonormal
/// frames, z comes from the placements as they are.
template <class F>
GRAZE_LANE void face_each_other(FaceContact<F>& c) {
  const F one(1.0), way = select(c.is_first, one, -one);
  const PlacedBox<F>&mine = c.mine, &its = c.its;
  const Row<F, 3>&u = mine.axes[0], &v = mine.axes[1];
  c.offset = select(c.is_first, its.at - mine.at, mine.at - its.at);
  const Row<F, 3> n = cross(u, v);
  c.normal = n * (with_sign_of(one, dot(n, c.offset)) / lane_sqrt(dot(n, n)));
  c.outward = c.normal * way;
  F inverse = one, inverse_mine = way;
  if (!is_all(both(mine.scale == one, its.scale == one))) {
    inverse = one / select(c.is_first, mine.scale, its.scale) / select(c.is_first, its.scale, mine.scale);
    inverse_mine = way / mine.scale;
  }
  const Row<F, 3> along = dots(its.axes, c.outward), sizes = its.half * its.scale;
  const Row<F, 3> seen_x = (dots(its.axes, u) * inverse) * sizes;
  const Row<F, 3> seen_y = (dots(its.axes, v) * inverse) * sizes;
  const Row<F, 3> seen_z = along * its.half;
  const Row<F, 3> way_to = dots(mine.axes, c.offset) * inverse_mine, sides = mine.half * mine.scale;
  const auto& x = numbers(seen_x);
  const auto& y = numbers(seen_y);
  const auto& z = numbers(seen_z);
  const auto& to = numbers(way_to);
  const auto& side = numbers(sides);
  const F lift = dot(mine.axes[2], c.outward);
  c.sign = with_sign_of(one, lift);
  c.sign_other = -with_sign_of(one, numbers(along)[2]);
  c.height = lane_abs(lift) * numbers(mine.half)[2];
  c.hx = side[0], c.hy = side[1];
  c.ex = x[0], c.ey = y[0], c.ez = z[0];
  c.fx = x[1], c.fy = y[1], c.fz = z[1];
  c.cx = c.sign_other * x[2] + to[0];
  c.cy = c.sign_other * y[2] + to[1];
  c.cz = c.sign_other * z[2] + dot(c.outward, c.offset) * way;
  c.inverse = one / (c.ex * c.fy - c.ey * c.fx);
}

/// e + f, f - e, -e - f, e - f: the corners of a parallelogram, numbered (+, +), (-, +),
/// (-, -), (+, -); edge i leaves corner i.
template <class F>
GRAZE_LANE Row<F, 4> corners_of(F e, F f) {
  if constexpr (kIsRegister<F, 4>) {
    return with_signs<6>(e) + with_signs<12>(f);
  } else {
    return {{e + f, f - e, -e - f, e - f}};
  }
}

/// Candidates of two faces: 0 to 3 corners of the rectangle, 4 to 7 corners of the other face, 8 + 4 i + k
/// where edge i of the rectangle crosses edge k of the other face.
inline constexpr int kBoxCandidates = 24, kBoxOthers = 4, kBoxCrossings = 8;
/// The number of a candidate with the faces exchanged: in that order candidates are taken where the rectangle
/// is not of the first box. Its own inverse.
constexpr int exchanged(int at) { return at < 8 ? at ^ 4 : 8 + ((at & 3) << 2 | (at - 8) >> 2); }

/// Hands candidates to out.put(number, x, y, z, is_kept), one by one or four at a time: kept are those of the
/// region of contact whose z is at most `limit`.
template <class F, class Out>
struct FaceClipper {
  using Four = Row<F, 4>;
  const FaceContact<F>& p;
  F limit;
  Out& out;
  Part<F, 4> low;  // least z, also of those above the limit

  template <class I, class P, class Where>
  GRAZE_LANE void put(I at, const P& x, const P& y, const P& z, const Where& is_there) {
    low = select(is_there, lane_min(z, low), low);
    out.put(at, x, y, z, both(is_there, z <= limit));
  }

  /// Corners of both faces; x and y are those of the other. Returns where one is close to a line.
  GRAZE_LANE MaskOf<F> put_corners(const Four& x, const Four& y) {
    const F kNear(16.0), near = kNear * p.tolerance, unit = lane_abs(p.inverse) * p.tolerance;
    const F long_e = lane_abs(p.ex) + lane_abs(p.ey), long_f = lane_abs(p.fx) + lane_abs(p.fy);
    const F slack_s = unit * long_f, slack_t = unit * long_e, near_s = kNear * slack_s,
            near_t = kNear * slack_t;
    const Four zs = corners_of(p.ez, p.fz), rx = with_signs<6>(p.hx), ry = with_signs<12>(p.hy);
    // A side that is no longer than that has both its ends in one place.
    const F shortest = lane_min(lane_min(p.hx, p.hy), lane_min(long_e, long_f));
    MaskOf<F> is_close = shortest <= near;
    each_part<F, 4>([&](auto part) GRAZE_LANE_LAMBDA {
      const auto far_x = lane_abs(part(x)) - p.hx, far_y = lane_abs(part(y)) - p.hy;
      put(std::integral_constant<int, kBoxOthers + part.first>(), part(x), part(y), part(zs) + p.cz,
          both(far_x <= p.tolerance, far_y <= p.tolerance));
      auto s = part(rx), t = part(ry);
      p.find(part(rx), part(ry), s, t);
      const auto far_s = lane_abs(s) - F(1.0), far_t = lane_abs(t) - F(1.0);
      put(std::integral_constant<int, part.first>(), part(rx), part(ry), s * p.ez + t * p.fz + p.cz,
          both(far_s <= slack_s, far_t <= slack_t));
      const auto is_near = either(either(lane_abs(far_x) <= near, lane_abs(far_y) <= near),
                                  either(lane_abs(far_s) <= near_s, lane_abs(far_t) <= near_t));
      is_close = either(is_close, any_of(is_near));
    });
    return is_close;
  }

  /// Where edges of the other face, from one corner to the next, cross the lines of the rectangle's edges. No
  /// corner is close to a line.
  GRAZE_LANE void put_crossings(const Four& x, const Four& y) {
    // The other face is z = base + gx x + gy y.
    const F gx = (p.ez * p.fy - p.fz * p.ey) * p.inverse, gy = (p.fz * p.ex - p.ez * p.fx) * p.inverse;
    const F base = p.cz - gx * p.cx - gy * p.cy;
    const Four next_x = next(x), next_y = next(y);
    each_part<F, 4>([&](auto part) GRAZE_LANE_LAMBDA {
      const auto u = part(x), v = part(y), to_u = part(next_x), to_v = part(next_y);
      const auto slope_x = (to_u - u) / (to_v - v), slope_y = (to_v - v) / (to_u - u);
      unroll<4>([&](auto side) GRAZE_LANE_LAMBDA {
        constexpr std::integral_constant<int, kBoxCrossings + 4 * side + part.first> at;
        if constexpr (side % 2 == 0) {
          const F line = side == 0 ? p.hy : -p.hy;
          const auto where = u + (line - v) * slope_x;
          put(at, where, part.all(line), where * gx + line * gy + base,
              both(differ(v <= line, to_v <= line), lane_abs(where) <= p.hx));
        } else {
          const F line = side == 3 ? p.hx : -p.hx;
          const auto where = v + (line - u) * slope_y;
          put(at, part.all(line), where, where * gy + line * gx + base,
              both(differ(u <= line, to_u <= line), lane_abs(where) <= p.hy));
        }
      });
    });
  }
};

/// All candidates; `deepest` is the least z, also of those above the limit. Returns where points may
/// coincide; then not all candidates are there.
template <class F, class Out>
GRAZE_LANE MaskOf<F> clip_faces(const FaceContact<F>& p, F limit, Out& out, F& deepest) {
  const Row<F, 4> x = corners_of(p.ex, p.fx) + p.cx, y = corners_of(p.ey, p.fy) + p.cy;
  FaceClipper<F, Out> clipper{p, limit, out, like(Part<F, 4>(), std::numeric_limits<double>::infinity())};
  const MaskOf<F> is_close = clipper.put_corners(x, y);
  if (is_all(is_close)) return is_close;
  clipper.put_crossings(x, y);
  deepest = least_of(clipper.low);
  return is_close;
}

/// A local vector whose coordinates along the axis after `axis`, before it and along it are given.
template <class P>
GRAZE_LANE LaneVec<P> along_axes(const P& axis, const P& after, const P& before, const P& along, const P& low,
                                 const P& high) {
  const auto is_0 = axis < low, is_2 = high < axis;
  return {select(is_0, along, select(is_2, after, before)), select(is_0, after, select(is_2, before, along)),
          select(is_0, before, select(is_2, along, after))};
}

/// From the frame of the rectangle to the world and to local frames, of four points, one by one or all at
/// once: from(part) reads x, y and z, and to(part, points, locals, gap) gets a point of each box, in the
/// order mine, its. `axis` and `other` are the numbers of the axes across the faces.
template <class F, class From, class To>
GRAZE_LANE void place_face_points(const FaceContact<F>& c, F axis, F other, From from, To to) {
  const F one(1.0);
  const auto& half = numbers(c.mine.half);
  const auto& its_half = numbers(c.its.half);
  const F mine_half = c.sign * half[2];
  const auto& u = numbers(c.mine.axes[0]);
  const auto& v = numbers(c.mine.axes[1]);
  const Row<F, 3> middle = c.mine.axes[2] * mine_half;
  const Row<F, 3> mine_at = select(c.is_first, c.mine.at, c.its.at + c.offset);
  const auto& w = numbers(middle);
  const auto& origin = numbers(mine_at);
  const auto& outward = numbers(c.outward);
  const bool is_rigid = is_all(c.mine.scale == one);
  each_part<F, 4>([&](auto part) GRAZE_LANE_LAMBDA {
    using P = Part<F, 4>;
    const LaneVec<P> at = from(part);
    const P gap = at.z - c.height, high = part.all(one), low = part.all(-one);
    P x = at.x, y = at.y, s, t;
    c.find(x, y, s, t);
    s = lane_max(lane_min(s, high), low);
    t = lane_max(lane_min(t, high), low);
    if (!is_rigid) {
      x = x / c.mine.scale;
      y = y / c.mine.scale;
    }
    const LaneVec<P> point{x * u[0] + y * v[0] + w[0] + origin[0], x * u[1] + y * v[1] + w[1] + origin[1],
                           x * u[2] + y * v[2] + w[2] + origin[2]};
    const LaneVec<P> points[2] = {
        point, {point.x + gap * outward[0], point.y + gap * outward[1], point.z + gap * outward[2]}};
    const P first = part.all(F(0.5)), last = part.all(F(1.5));
    const LaneVec<P> locals[2] = {along_axes(part.all(axis), x, y, part.all(mine_half), first, last),
                                  along_axes(part.all(other), s * its_half[0], t * its_half[1],
                                             part.all(c.sign_other * its_half[2]), first, last)};
    to(part, points, locals, gap);
  });
}

GRAZE_LANES_END

#endif
