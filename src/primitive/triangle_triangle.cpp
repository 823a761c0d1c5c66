// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "primitive/triangle_triangle.h"

#include <algorithm>

#include "graze/primitive/triangle_triangle.h"
#include "math/predicates.h"
#include "primitive/beam.h"
#include "primitive/planar.h"

// Each triangle cuts the line common to both planes in an interval; the triangles meet where the intervals
// do. All of it is decided by orientations of four vertices, after [Guigue03]. Let x run along that line, y >
// 0 be the side of a's plane where orient3d(a, .) > 0, z > 0 that of b's. For an edge of a, from u above b's
// plane to v below, and an edge of b from s to t likewise, orient3d(u, v, s, t) has the sign of x(uv) -
// x(st).

namespace graze::inline GRAZE_ABI::primitive {
namespace {

struct Corners {
  Vec3d v[3];
  int side[3];  // of the other triangle's plane
};

/// Where a triangle passes the other plane: between `above` and `below`, one of which may lie in it.
struct End {
  int above = 0, below = 0;
};
struct Cut {
  End start, end;
};

End make_end(const Corners& t, int i, int j) { return t.side[i] > t.side[j] ? End{i, j} : End{j, i}; }

/// Precondition: the signs are neither all positive, nor all negative, nor all zero. `turn` is 1 for a and -1
/// for b: the two planes see x from different sides.
Cut find_cut(const Corners& t, int turn) {
  for (int p = 0; p < 3; ++p) {
    const int q = (p + 1) % 3, r = (p + 2) % 3;
    if (t.side[p] == 0 || t.side[p] * t.side[q] > 0 || t.side[p] * t.side[r] > 0) continue;
    const End first = make_end(t, p, q), second = make_end(t, p, r);
    return t.side[p] * turn > 0 ? Cut{first, second} : Cut{second, first};
  }
  // Only one vertex lies in the plane, the others on one side of it.
  const int i = t.side[0] == 0 ? 0 : t.side[1] == 0 ? 1 : 2;
  const End only = make_end(t, i, (i + 1) % 3);
  return {only, only};
}

int order(const Corners& a, const End& ea, const Corners& b, const End& eb) {
  return orient3d(a.v[ea.above], a.v[ea.below], b.v[eb.above], b.v[eb.below]);
}

bool is_crossing(const Corners& t) {
  const int low = std::min({t.side[0], t.side[1], t.side[2]}),
            high = std::max({t.side[0], t.side[1], t.side[2]});
  return low < 0 && high > 0;
}
bool is_all(const Corners& t, int sign) {
  return t.side[0] == sign && t.side[1] == sign && t.side[2] == sign;
}

void set_sides(Corners& t, const Corners& other) {
  for (int i = 0; i < 3; ++i) t.side[i] = orient3d(other.v[0], other.v[1], other.v[2], t.v[i]);
}

/// All of `t` is strictly beyond one edge of `region`, both seen across axis k.
bool is_beyond_edge(const Corners& region, const Corners& t, int k) {
  const int inner = turn(region.v[0], region.v[1], region.v[2], k);
  for (int i = 0; i < 3; ++i) {
    const Vec3d &from = region.v[i], &to = region.v[(i + 1) % 3];
    if (turn(from, to, t.v[0], k) * inner < 0 && turn(from, to, t.v[1], k) * inner < 0 &&
        turn(from, to, t.v[2], k) * inner < 0)
      return true;
  }
  return false;
}

/// Triangles in one plane, or without area: the latter meet where an edge of one meets the other.
Contact contact_of_flat(const Corners& a, const Corners& b) {
  const int k = axis_across(a.v[0], a.v[1], a.v[2]);
  if (k >= 0 && axis_across(b.v[0], b.v[1], b.v[2]) >= 0)
    return is_beyond_edge(a, b, k) || is_beyond_edge(b, a, k) ? Contact::apart : Contact::touching;
  Contact contact = Contact::apart;
  for (int i = 0; i < 3 && contact != Contact::overlapping; ++i) {
    const int j = (i + 1) % 3;
    contact = std::max({contact, contact_of_segment_triangle(a.v[i], a.v[j], b.v[0], b.v[1], b.v[2]),
                        contact_of_segment_triangle(b.v[i], b.v[j], a.v[0], a.v[1], a.v[2])});
  }
  return contact;
}

/// The point where the edge passes the plane of `other`.
template <class T>
BasicVec3<T> passage(const Corners& t, const End& e, const Corners& other) {
  const Vec3d &u = t.v[e.above], &v = t.v[e.below];
  if (t.side[e.above] == 0) return lift<T>(u);
  if (t.side[e.below] == 0) return lift<T>(v);
  const BasicVec3<T> n = cross(difference<T>(other.v[1], other.v[0]), difference<T>(other.v[2], other.v[0]));
  const BasicVec3<T> d = difference<T>(v, u);
  return lift<T>(u) + d * (dot(n, difference<T>(other.v[0], u)) / dot(n, d));
}

Vec3d find_point(const Corners& t, const End& e, const Corners& other, double& error) {
  BeamHit at;
  set_point(passage<Bounded>(t, e, other), at);
  if (!is_sharp(at.point_error, max_abs(at.point) + max_abs(t.v[e.above] - t.v[e.below])))
    set_point(passage<Enclosed>(t, e, other), at);
  error = std::max(error, at.point_error);
  return at.point;
}

TriangleMeeting meeting_of(const Corners& a, const Corners& b) {
  const Cut ca = find_cut(a, 1), cb = find_cut(b, -1);
  const int low = order(a, ca.start, b, cb.end), high = order(a, ca.end, b, cb.start);
  TriangleMeeting r;
  if (low > 0 || high < 0) return r;
  const bool strict = low < 0 && high > 0 && is_crossing(a) && is_crossing(b);
  r.contact = strict ? Contact::overlapping : Contact::touching;
  r.has_segment = true;
  const bool a_starts = order(a, ca.start, b, cb.start) >= 0, a_ends = order(a, ca.end, b, cb.end) <= 0;
  r.start = a_starts ? find_point(a, ca.start, b, r.error) : find_point(b, cb.start, a, r.error);
  r.end = a_ends ? find_point(a, ca.end, b, r.error) : find_point(b, cb.end, a, r.error);
  return r;
}

/// Whether all of `t` is on one side of the plane of `other`, by more than rounding: what six exact signs
/// would say too.
bool is_on_one_side(const Vec3d (&t)[3], const Vec3d (&other)[3]) {
  const Vec3d u = other[1] - other[0], v = other[2] - other[0], n = cross(u, v);
  const Vec3d d[3] = {t[0] - other[0], t[1] - other[0], t[2] - other[0]};
  const double h[3] = {dot(n, d[0]), dot(n, d[1]), dot(n, d[2])};
  // Six products of three differences, each after at most nine roundings; too small ones are left alone.
  const double error =
      64 * kDoubleEpsilon * max_abs(u) * max_abs(v) * std::max({max_abs(d[0]), max_abs(d[1]), max_abs(d[2])});
  if (!(error > 0x1p-900)) return false;
  return std::min({h[0], h[1], h[2]}) > error || std::max({h[0], h[1], h[2]}) < -error;
}

}  // namespace

TriangleMeeting meet_triangles(const Vec3d (&ta)[3], const Vec3d (&tb)[3]) {
  if (is_on_one_side(ta, tb) || is_on_one_side(tb, ta)) return {};
  return meet_close_triangles(ta, tb);
}

bool may_overlap(const Vec3d (&ta)[3], const Vec3d (&tb)[3]) {
  Corners a{{ta[0], ta[1], ta[2]}, {}}, b{{tb[0], tb[1], tb[2]}, {}};
  set_sides(a, b);
  if (is_crossing(a)) return true;
  // Else only edges of b may pierce a, which is in the plane of b, or b is without area.
  if (!is_all(a, 0)) return false;
  set_sides(b, a);
  return is_crossing(b);
}

TriangleMeeting meet_close_triangles(const Vec3d (&ta)[3], const Vec3d (&tb)[3]) {
  Corners a{{ta[0], ta[1], ta[2]}, {}}, b{{tb[0], tb[1], tb[2]}, {}};
  TriangleMeeting r;
  set_sides(a, b);
  if (is_all(a, 1) || is_all(a, -1)) return r;
  set_sides(b, a);
  if (is_all(b, 1) || is_all(b, -1)) return r;
  // A triangle without area has all vertices of the other on its "plane".
  if (!is_all(a, 0) && !is_all(b, 0)) return meeting_of(a, b);
  r.contact = contact_of_flat(a, b);
  return r;
}

TriangleContact triangle_triangle(const Triangle& ta, const Triangle& tb) noexcept {
  const Vec3d a[3] = {Vec3d(ta.a), Vec3d(ta.b), Vec3d(ta.c)}, b[3] = {Vec3d(tb.a), Vec3d(tb.b), Vec3d(tb.c)};
  TriangleContact r;
  for (int i = 0; i < 3; ++i)
    if (!is_usable(a[i]) || !is_usable(b[i])) {
      r.contact = Contact::touching;
      r.status = Status::invalid_argument;
      r.segment_error = kInfinity;
      return r;
    }
  const TriangleMeeting m = meet_triangles(a, b);
  r.contact = m.contact;
  r.has_segment = m.has_segment;
  if (!m.has_segment) return r;
  r.segment = {Vec3(m.start), Vec3(m.end)};
  const double rounding = std::max(sum_abs(m.start - rounded(m.start)), sum_abs(m.end - rounded(m.end)));
  r.segment_error = round_up((m.error + rounding) * Bounded::kSlack);
  return r;
}

}  // namespace graze::inline GRAZE_ABI::primitive
