// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Faces of two boxes against each other, one pair per lane: what face_each_other(), BoxClipper and
// choose_four_of_eight() do for one pair, operation by operation, so that a batch gives the bytes of single
// queries. Lanes in which points could coincide, or that have no area, are left to those. [Erleben05]

#if defined(GRAZE_QUERY_BATCH_BOX_FACES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_BOX_FACES_INL
#undef GRAZE_QUERY_BATCH_BOX_FACES_INL
#else
#define GRAZE_QUERY_BATCH_BOX_FACES_INL
#endif

#include "query/batch/load-inl.h"
#include "query/contact/box_cases.h"

GRAZE_LANES_BEGIN

using LaneMask = decltype(D(0.0) < D(0.0));

constexpr std::size_t kMostDoubles = 8;  // lanes

/// One box of each pair, its axes in the order that the pair asks for.
struct BoxLanes {
  LaneMat<D> axes;
  LaneVec<D> half, translation;
  D scale;
};

/// The rectangle is the face of `mine` across its third axis, in the frame of which the other face lies;
/// see BoxFacePair and FaceContact.
struct FaceLanes {
  BoxLanes mine, its;
  LaneMask is_first;           // `mine` is the first box in canonical order
  LaneVec<D> offset;           // from the centre of the first to that of the second
  LaneVec<D> normal, outward;  // outward: from mine to its
  D sign, sign_other, height;
  D hx, hy;
  LaneVec<D> centre, e, f;
  D inverse;  // of the area of the other face
  D size, tolerance;

  /// As OtherFace::find().
  GRAZE_LANE void find(D x, D y, D& s, D& t) const {
    const D dx = x - centre.x, dy = y - centre.y;
    s = (dx * f.y - dy * f.x) * inverse;
    t = (dy * e.x - dx * e.y) * inverse;
  }
};

/// As face_each_other(). mine, its, is_first and size are there.
GRAZE_LANE void face_each_other(FaceLanes& c) {
  const D one(1.0), way = select(c.is_first, one, -one);
  const BoxLanes &mine = c.mine, &its = c.its;
  const LaneVec<D>&u = mine.axes.columns[0], &v = mine.axes.columns[1];
  c.offset = select(c.is_first, its.translation - mine.translation, mine.translation - its.translation);
  const LaneVec<D> n = cross(u, v);
  c.normal = n * (with_sign_of(one, dot(n, c.offset)) / lane_sqrt(dot(n, n)));
  c.outward = c.normal * way;
  const LaneVec<D> dots = transpose_times(its.axes, c.outward);
  const D lift = dot(mine.axes.columns[2], c.outward);
  c.sign = with_sign_of(one, lift);
  c.sign_other = -with_sign_of(one, dots.z);
  c.height = lane_abs(lift) * mine.half.z;
  D inverse = one, inverse_mine = way;
  if (!is_all(both(mine.scale == one, its.scale == one))) {
    inverse = one / select(c.is_first, mine.scale, its.scale) / select(c.is_first, its.scale, mine.scale);
    inverse_mine = way / mine.scale;
  }
  const auto seen = [&](int k, D along, D half) {
    const LaneVec<D>& axis = its.axes.columns[k];
    const D x = dot(u, axis) * inverse, y = dot(v, axis) * inverse, size = half * its.scale;
    return LaneVec<D>{x * size, y * size, along * half};
  };
  c.hx = mine.half.x * mine.scale;
  c.hy = mine.half.y * mine.scale;
  c.e = seen(0, dots.x, its.half.x);
  c.f = seen(1, dots.y, its.half.y);
  c.centre = seen(2, dots.z, c.sign_other * its.half.z) + LaneVec<D>{dot(u, c.offset) * inverse_mine,
                                                                     dot(v, c.offset) * inverse_mine,
                                                                     dot(c.outward, c.offset) * way};
  c.inverse = one / (c.e.x * c.f.y - c.e.y * c.f.x);
}

/// See kBoxCandidates. Where the rectangle is not first, their order is that with
/// the faces exchanged; so its own inverse.
constexpr int exchanged(int at) { return at < 8 ? at ^ 4 : 8 + ((at & 3) << 2 | (at - 8) >> 2); }

struct CandidateLanes {
  static constexpr int kCount = kBoxCandidates;
  alignas(64) double x[kCount][kMostDoubles], y[kCount][kMostDoubles], z[kCount][kMostDoubles];
  D least;            // z
  D kept;             // one bit each, in order
  LaneMask is_close;  // points may coincide
};

/// All candidates, as BoxClipper.
struct FaceClipper {
  const FaceLanes& c;
  D limit;  // of z
  CandidateLanes& out;

  GRAZE_LANE void put(int at, D x, D y, D z, LaneMask is_there) {
    store(x, out.x[at]);
    store(y, out.y[at]);
    store(z, out.z[at]);
    out.least = select(is_there, lane_min(z, out.least), out.least);
    const D bit = select(c.is_first, D(double(1 << at)), D(double(1 << exchanged(at))));
    out.kept = select(both(is_there, z <= limit), out.kept + bit, out.kept);
  }

  GRAZE_LANE void put_corners(const D (&x)[4], const D (&y)[4]) {
    constexpr double kNear = 16;
    const LaneVec<D>&e = c.e, &f = c.f;
    const D one(1.0), tolerance = c.tolerance, near = D(kNear) * tolerance;
    const D size = lane_abs(c.inverse) * tolerance;
    const D slack_s = size * (lane_abs(f.x) + lane_abs(f.y)),
            slack_t = size * (lane_abs(e.x) + lane_abs(e.y));
    const D near_s = D(kNear) * slack_s, near_t = D(kNear) * slack_t;
    const D zs[4] = {e.z + f.z, f.z - e.z, -e.z - f.z, e.z - f.z};
    const D shortest = lane_min(lane_min(c.hx, c.hy),
                                lane_min(lane_abs(e.x) + lane_abs(e.y), lane_abs(f.x) + lane_abs(f.y)));
    LaneMask is_close = shortest <= near;
    for (int i = 0; i < 4; ++i) {
      const D far_x = lane_abs(x[i]) - c.hx, far_y = lane_abs(y[i]) - c.hy;
      put(4 + i, x[i], y[i], zs[i] + c.centre.z, both(far_x <= tolerance, far_y <= tolerance));
      const D rx = i == 0 || i == 3 ? c.hx : -c.hx, ry = i < 2 ? c.hy : -c.hy;
      D s, t;
      c.find(rx, ry, s, t);
      const D far_s = lane_abs(s) - one, far_t = lane_abs(t) - one;
      put(i, rx, ry, s * e.z + t * f.z + c.centre.z, both(far_s <= slack_s, far_t <= slack_t));
      is_close = either(is_close, either(either(lane_abs(far_x) <= near, lane_abs(far_y) <= near),
                                         either(lane_abs(far_s) <= near_s, lane_abs(far_t) <= near_t)));
    }
    out.is_close = is_close;
  }

  template <class Put>
  GRAZE_LANE void cross_line(D u, D to_u, D slope, D level, D v, D reach, Put put_crossing) {
    const D at = v + (level - u) * slope;
    put_crossing(at, both(differ(u <= level, to_u <= level), lane_abs(at) <= reach));
  }

  GRAZE_LANE void clip() {
    const LaneVec<D>&e = c.e, &f = c.f, &m = c.centre;
    const D x[4] = {e.x + f.x + m.x, f.x - e.x + m.x, -e.x - f.x + m.x, e.x - f.x + m.x};
    const D y[4] = {e.y + f.y + m.y, f.y - e.y + m.y, -e.y - f.y + m.y, e.y - f.y + m.y};
    out.least = D(std::numeric_limits<double>::infinity());
    out.kept = D(0.0);
    put_corners(x, y);
    const D gx = (e.z * f.y - f.z * e.y) * c.inverse, gy = (f.z * e.x - e.z * f.x) * c.inverse;
    const D low = m.z - gx * m.x - gy * m.y;
    for (int k = 0; k < 4; ++k) {
      const D to_x = x[(k + 1) & 3], to_y = y[(k + 1) & 3];
      const D slope_x = (to_x - x[k]) / (to_y - y[k]), slope_y = (to_y - y[k]) / (to_x - x[k]);
      for (int side = 0; side < 4; ++side) {
        const int at = 8 + 4 * side + k;
        if (side % 2 == 0) {
          const D line = side == 0 ? c.hy : -c.hy;
          cross_line(y[k], to_y, slope_x, line, x[k], c.hx, [&](D where, LaneMask is_crossed) {
            put(at, where, line, where * gx + line * gy + low, is_crossed);
          });
        } else {
          const D line = side == 3 ? c.hx : -c.hx;
          cross_line(x[k], to_x, slope_y, line, y[k], c.hy, [&](D where, LaneMask is_crossed) {
            put(at, line, where, line * gx + where * gy + low, is_crossed);
          });
        }
      }
    }
  }
};

/// At most eight points per lane; where there are fewer the first again.
struct EightLanes {
  alignas(64) double x[8][kMostDoubles], y[8][kMostDoubles], z[8][kMostDoubles];
  std::uint8_t order[kMostDoubles][8];  // which candidates they are
};

/// The candidates of one lane whose bits are set.
GRAZE_LANE void compact(const CandidateLanes& from, std::uint32_t bits, bool is_first, std::size_t lane,
                        EightLanes& to) {
  struct Orders {
    std::uint8_t of[2][CandidateLanes::kCount + 8];
  };
  static constexpr Orders kOrders = [] {
    Orders orders{};
    for (int i = 0; i < CandidateLanes::kCount; ++i) {
      orders.of[0][i] = static_cast<std::uint8_t>(i);
      orders.of[1][i] = static_cast<std::uint8_t>(exchanged(i));
    }
    return orders;
  }();
  const std::uint8_t* const order = kOrders.of[is_first ? 0 : 1];
  std::uint32_t left = bits;
  for (std::size_t i = 0; i < 8; ++i) {  // not only as often as needed: that cannot be predicted
    left = left != 0 ? left : bits;
    const std::size_t at = order[std::countr_zero(left | 1u << CandidateLanes::kCount)];
    to.x[i][lane] = from.x[at][lane];
    to.y[i][lane] = from.y[at][lane];
    to.z[i][lane] = from.z[at][lane];
    to.order[lane][i] = static_cast<std::uint8_t>(at);
    left &= left - 1;
  }
}

/// Marks the first where it holds.
struct FirstOf {
  LaneMask is_found;
  GRAZE_LANE LaneMask operator()(LaneMask holds) {
    const LaneMask is_it = except(holds, is_found);
    is_found = either(is_found, holds);
    return is_it;
  }
};

/// A quadrilateral with one corner at the origin is two triangles on a diagonal through it, the largest on
/// either side. For each end of the diagonal the sum of both; returns the largest.
GRAZE_LANE D find_areas(const D (&x)[8], const D (&y)[8], D (&areas)[8]) {
  const D zero(0.0);
  D most[8], least[8], largest = zero;
  for (int i = 0; i < 8; ++i) most[i] = least[i] = zero;
  for (int i = 0; i < 8; ++i)
    for (int k = i + 1; k < 8; ++k) {
      const D side = x[i] * y[k] - y[i] * x[k], other = -side;
      most[i] = lane_max(most[i], side);
      least[i] = lane_min(least[i], side);
      most[k] = lane_max(most[k], other);
      least[k] = lane_min(least[k], other);
    }
  for (int i = 0; i < 8; ++i) {
    areas[i] = most[i] - least[i];
    largest = lane_max(areas[i], largest);
  }
  return largest;
}

/// As choose_four_of_eight(): the chosen, one bit each; none where all are in a row. Only those that are
/// marked are chosen, and in place of others there must be one of them.
GRAZE_LANE D choose_four(const EightLanes& from, const LaneMask (&is_marked)[8], D tolerance) {
  constexpr double kAlmost = 1 - 1e-9;
  const D zero(0.0);
  const LaneMask none = zero < zero;
  D x[8], y[8], areas[8], sides[8], deep = load(from.z[0]);
  LaneMask is_chosen[8];
  for (int i = 1; i < 8; ++i) deep = lane_min(load(from.z[i]), deep);
  deep = deep + tolerance;
  FirstOf is_deepest{none};
  D at_x = zero, at_y = zero;
  for (int i = 0; i < 8; ++i) {
    is_chosen[i] = is_deepest(both(is_marked[i], load(from.z[i]) <= deep));
    at_x = select(is_chosen[i], load(from.x[i]), at_x);
    at_y = select(is_chosen[i], load(from.y[i]), at_y);
  }
  for (int i = 0; i < 8; ++i) {
    x[i] = load(from.x[i]) - at_x;
    y[i] = load(from.y[i]) - at_y;
  }
  const D largest = find_areas(x, y, areas);
  const D enough = largest * D(kAlmost);
  FirstOf is_end{none};
  D end_x = zero, end_y = zero;
  for (int i = 0; i < 8; ++i) {
    const LaneMask is_it = is_end(both(is_marked[i], enough <= areas[i]));
    is_chosen[i] = either(is_chosen[i], is_it);
    end_x = select(is_it, x[i], end_x);
    end_y = select(is_it, y[i], end_y);
  }
  D left = zero, right = zero;
  for (int i = 0; i < 8; ++i) {
    sides[i] = y[i] * end_x - x[i] * end_y;
    left = lane_max(sides[i], left);
    right = lane_min(sides[i], right);
  }
  const D most_left = left * D(kAlmost), most_right = right * D(kAlmost);
  const LaneMask has_left = zero < left, has_right = right < zero, has_area = zero < largest;
  FirstOf is_left{none}, is_right{none};
  D bits = zero;
  for (int i = 0; i < 8; ++i) {
    const LaneMask is_side = either(is_left(both(both(has_left, is_marked[i]), most_left <= sides[i])),
                                    is_right(both(both(has_right, is_marked[i]), sides[i] <= most_right)));
    bits = select(both(has_area, either(is_chosen[i], is_side)), bits + D(double(1 << i)), bits);
  }
  return bits;
}

GRAZE_LANES_END

#endif
