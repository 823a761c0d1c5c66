// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/triangle_triangle.h"

#include <algorithm>

#include "math/predicates.h"
#include "primitive/beam.h"
#include "primitive/planar.h"
#include "primitive/segment_triangle.h"

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

/// Triangles in one plane, or without area: they meet where an edge of one meets the other.
Contact contact_of_edges(const Corners& a, const Corners& b) {
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
  error = std::max(error, (at.point_error + sum_abs(at.point - rounded(at.point))) * Bounded::kSlack);
  return at.point;
}

TriangleContact contact_of(const Corners& a, const Corners& b) {
  const Cut ca = find_cut(a, 1), cb = find_cut(b, -1);
  const int low = order(a, ca.start, b, cb.end), high = order(a, ca.end, b, cb.start);
  TriangleContact r;
  if (low > 0 || high < 0) return r;
  const bool strict = low < 0 && high > 0 && is_crossing(a) && is_crossing(b);
  r.contact = strict ? Contact::overlapping : Contact::touching;
  r.has_segment = true;
  const bool a_starts = order(a, ca.start, b, cb.start) >= 0, a_ends = order(a, ca.end, b, cb.end) <= 0;
  double error = 0;
  const Vec3d start = a_starts ? find_point(a, ca.start, b, error) : find_point(b, cb.start, a, error);
  const Vec3d end = a_ends ? find_point(a, ca.end, b, error) : find_point(b, cb.end, a, error);
  r.segment = {Vec3(start), Vec3(end)};
  r.segment_error = round_up(error);
  return r;
}

}  // namespace

TriangleContact triangle_triangle(const Triangle& ta, const Triangle& tb) noexcept {
  Corners a{{Vec3d(ta.a), Vec3d(ta.b), Vec3d(ta.c)}, {}}, b{{Vec3d(tb.a), Vec3d(tb.b), Vec3d(tb.c)}, {}};
  TriangleContact r;
  for (int i = 0; i < 3; ++i)
    if (!is_usable(a.v[i]) || !is_usable(b.v[i])) {
      r.status = Status::invalid_argument;
      return r;
    }
  set_sides(a, b);
  if (is_all(a, 1) || is_all(a, -1)) return r;
  set_sides(b, a);
  if (is_all(b, 1) || is_all(b, -1)) return r;
  // A triangle without area has all vertices of the other on its "plane".
  if (!is_all(a, 0) && !is_all(b, 0)) return contact_of(a, b);
  r.contact = contact_of_edges(a, b);
  return r;
}

}  // namespace graze::inline GRAZE_ABI::primitive
