// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// GJK in float on two cores with few vertices: finds which vertices of the Minkowski difference A - B are
// nearest to the origin. The polish in double (polish-inl.h) takes the answer from them and proves it, so
// that nothing rests on rounding here. [Bergen03 ch. 4]
//   p, q  vertices of A - B     v  its point nearest to the origin, so far
// One text, on a number N:
//   Pack<float>  one pair per lane; what the three vertices of a simplex have is three packs
//   SearchRow    one pair; what the three vertices have is side by side in a register (search_row-inl.h)
//   float        one pair where there are no registers: one lane

#if defined(GRAZE_KERNEL_GJK_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_GJK_SEARCH_INL
#undef GRAZE_KERNEL_GJK_SEARCH_INL
#else
#define GRAZE_KERNEL_GJK_SEARCH_INL
#endif

#include <type_traits>

#include "kernel/gjk/search_row-inl.h"

GRAZE_LANES_BEGIN

/// After so many steps the search is given up; boxes take four to nine.
inline constexpr int kSearchSteps = 24;
/// Steps that start a search: the vertex along a first direction, and the one farthest against that.
inline constexpr int kFirstSteps = 2;

/// A simplex of up to three vertices, padded with copies of the last.
template <class N>
struct SearchLanes {
  OfThree<N, LaneVec<N>> q;
  OfThree<N, N> id;
  LaneVec<N> v;
  N vv;
  LaneVec<N> p;   // the vertex farthest against v, to be added next
  N next;         // and its number
  bool is_point;  // all vertices are copies; of packs unknown
};

template <class N>
GRAZE_LANE void start_search(const LaneVec<N>& w, N id, SearchLanes<N>& s) {
  each_of_three<N>([&](auto k) GRAZE_LANE_LAMBDA {
    at(s.q, k) = w;
    at(s.id, k) = id;
  });
  s.v = w;
  s.vv = dot(w, w);
  s.is_point = true;
}

/// No progress is possible: the next vertex is there already, or no farther than v as far as float can tell.
template <class N>
GRAZE_LANE auto is_at_end(const SearchLanes<N>& s) {
  auto is_end = s.vv - dot(s.v, s.p) <= s.vv * constant<N>(0x1p-21f);
  each_of_three<N>([&](auto k) GRAZE_LANE_LAMBDA { is_end = either(is_end, at(s.id, k) == s.next); });
  return any_of_pair(is_end);
}

template <class M>
struct SearchStep {
  M is_done;    // the next vertex brings no progress
  M is_inside;  // for it makes the simplex hold the origin
};

/// The part of the simplex nearest to the origin that has the new vertex, found so far. Ties go to the first.
template <class N>
struct NearestPart {
  LaneVec<N> v;
  N vv;
  LaneVec<N> q0, q1;  // kept beside the new vertex; copies of it where fewer are
  N id0, id1;

  GRAZE_LANE explicit NearestPart(const SearchLanes<N>& s)
      : v(s.p), vv(dot(s.p, s.p)), q0(s.p), q1(s.p), id0(s.next), id1(s.next) {}

  template <int K, class M>
  GRAZE_LANE M add_edge(VertexIndex<K>, M is_on, const LaneVec<N>& point, const SearchLanes<N>& s) {
    const N squared = dot(point, point);
    const M is_nearer = both(is_on, squared < vv);
    v = select(is_nearer, point, v);
    vv = select(is_nearer, squared, vv);
    q0 = select(is_nearer, s.q[K], q0);
    id0 = select(is_nearer, s.id[K], id0);
    return is_nearer;
  }
  template <int K, class M, class Point>
  GRAZE_LANE void add_face(VertexIndex<K> k, M is_on, Point point, const SearchLanes<N>& s) {
    if (!is_any(is_on)) return;
    const M is_nearer = add_edge(k, is_on, point(), s);
    q1 = select(is_nearer, s.q[(K + 1) % 3], q1);
    id1 = select(is_nearer, s.id[(K + 1) % 3], id1);
  }
  /// The new simplex. Lanes that are done stay as they are.
  template <class M>
  GRAZE_LANE SearchStep<M> keep(M is_inside, SearchLanes<N>& s) const {
    const M is_done = either(is_inside, s.vv <= vv);
    s.q[0] = select(is_done, s.q[0], q0);
    s.q[1] = select(is_done, s.q[1], q1);
    s.q[2] = select(is_done, s.q[2], s.p);
    s.id[0] = select(is_done, s.id[0], id0);
    s.id[1] = select(is_done, s.id[1], id1);
    s.id[2] = select(is_done, s.id[2], s.next);
    s.v = select(is_done, s.v, v);
    s.vv = select(is_done, s.vv, vv);
    return {is_done, is_inside};
  }
};

#if defined(GRAZE_ROWS_ARE_WIDE)
// Which lanes are kept beside the new vertex: none, one of the others, or two.
inline constexpr std::int32_t kKept[8][4] = {{0, 0, 0, 0}, {0, 1, 0, 0}, {0, 2, 0, 0}, {0, 3, 0, 0},
                                             {0, 0, 0, 0}, {0, 1, 2, 0}, {0, 2, 3, 0}, {0, 3, 1, 0}};

/// The new vertex (first lane), its edges and its faces side by side; squares are infinite where the nearest
/// point is not inside.
template <>
struct NearestPart<SearchRow> {
  using Mask = RowMask<float, 4>;
  using Search = SearchLanes<SearchRow>;
  alignas(16) float points[3][8];
  SearchRow edges, faces;

  GRAZE_LANE explicit NearestPart(const Search&) : faces(never()) {}

  static GRAZE_LANE SearchRow never() { return row_of<4>(std::numeric_limits<float>::infinity()); }
  static GRAZE_LANE Mask is_new() { return {hn::FirstN(SearchRow::Tag(), 1)}; }
  GRAZE_LANE SearchRow squares(int from, const Mask& is_on, const LaneVec<SearchRow>& v) {
    hn::Store(v.x.v, SearchRow::Tag(), points[0] + from);
    hn::Store(v.y.v, SearchRow::Tag(), points[1] + from);
    hn::Store(v.z.v, SearchRow::Tag(), points[2] + from);
    return select(is_on, dot(v, v), never());
  }
  GRAZE_LANE void add_edge(AllThree, const Mask& is_on, const LaneVec<SearchRow>& v, const Search& s) {
    const Mask is_edge = except(is_on, is_new());
    edges = squares(0, either(is_edge, is_new()), select(is_edge, v, s.p));
  }
  template <class Point>
  GRAZE_LANE void add_face(AllThree, const Mask& is_on, Point point, const Search&) {
    faces = squares(4, except(is_on, is_new()), point());
  }
  GRAZE_LANE SearchStep<bool> keep(bool is_inside, Search& s) const {
    const SearchRow least = hn::MinOfLanes(SearchRow::Tag(), lane_min(edges, faces).v);
    const bool is_done = is_inside | (number_of(s.vv) <= number_of(least));
    if (is_done) return {is_done, is_inside};
    const std::uint32_t nearest = bits_of(edges == least) | bits_of(faces == least) << 4;
    const auto best = static_cast<std::size_t>(std::countr_zero(nearest));
    const auto kept = [&](const SearchRow& fresh, const SearchRow& others) GRAZE_LANE_LAMBDA {
      return rearranged(select(is_new(), fresh, others), kKept[best]);
    };
    s.q = {kept(s.p.x, s.q.x), kept(s.p.y, s.q.y), kept(s.p.z, s.q.z)};
    s.id = kept(s.next, s.id);
    s.is_point = best == 0;
    s.v = {row_of<4>(points[0][best]), row_of<4>(points[1][best]), row_of<4>(points[2][best])};
    s.vv = least;
    return {is_done, is_inside};
  }
};
#endif

// Copies span nothing that the others do not: one pair need not look at the faces of a point.
template <class N>
GRAZE_LANE bool has_faces(const SearchLanes<N>& s) {
  if constexpr (std::is_floating_point_v<N>) {
    return s.id[0] != s.id[2];
  } else {
    return kIsInRow<N> ? !s.is_point : true;
  }
}

/// Adds the next vertex: its edges to the others, then the faces between two of these.
template <class N>
GRAZE_LANE auto advance(SearchLanes<N>& s) {
  const N zero = constant<N>(0);
  const LaneVec<N> p = s.p;
  NearestPart<N> best(s);
  OfThree<N, LaneVec<N>> e;
  each_of_three<N>([&](auto k) GRAZE_LANE_LAMBDA {
    at(e, k) = at(s.q, k) - p;
    const LaneVec<N>& edge = at(e, k);
    const N ee = dot(edge, edge), along = -dot(p, edge);
    best.add_edge(k, both(zero < along, along < ee), p + edge * (along / ee), s);
  });
  using Mask = decltype(any_of_pair(zero < zero));
  if (!has_faces(s)) return best.keep(Mask{}, s);
  OfThree<N, LaneVec<N>> n;
  OfThree<N, N> o;
  each_of_three<N>([&](auto k) GRAZE_LANE_LAMBDA {
    const LaneVec<N>&e1 = at(e, k), &e2 = after(e, k);
    const LaneVec<N>& normal = at(n, k) = cross(e1, e2);
    const N nn = dot(normal, normal), np = dot(normal, p);
    const LaneVec<N> pn = cross(p, normal);
    const N w1 = dot(pn, e2), w2 = -dot(pn, e1);
    at(o, k) = -np;
    best.add_face(
        k, both(both(zero < w1, zero < w2), zero < nn - w1 - w2),
        [&]() GRAZE_LANE_LAMBDA { return normal * (np / nn); }, s);
  });
  // The face of a number is across from the vertex before.
  const N determinant = dot(one_of<1>(n), one_of<0>(e));
  auto is_inside = lane_abs(one_of<1>(o) + one_of<2>(o) + one_of<0>(o)) < lane_abs(determinant);
  each_of_three<N>([&](auto k)
                       GRAZE_LANE_LAMBDA { is_inside = both(is_inside, zero < at(o, k) * determinant); });
  return best.keep(all_of_pair(is_inside), s);
}

/// b seen from a, lengths divided by the size of the pair. Half extents are those of boxes; polytopes have
/// the factor of their local coordinates there, three times.
template <class N>
struct SearchFrameLanes {
  SearchMatrix<N> r;
  CoordinatesOf<N> t, a, b;

  /// p of a less q of b, both scaled, in the frame of a.
  GRAZE_LANE LaneVec<N> difference(const CoordinatesOf<N>& p, const LaneVec<N>& q) const {
    return spread(p - (r * q + t));
  }
};

/// The vertex of two boxes' A - B farthest against v; bit k of a number tells that coordinate k is negative.
template <class N>
GRAZE_LANE LaneVec<N> farthest_corners(const SearchFrameLanes<N>& f, const LaneVec<N>& v, N& id) {
  const CoordinatesOf<N> p = with_signs_of(f.a, -side_by_side(v)),
                         q = with_signs_of(f.b, transpose_times(f.r, v));
  id = corner_numbers(p, q);
  return f.difference(p, spread(q));
}

/// A point of polytope a less one of b, both in local coordinates.
template <class N>
GRAZE_LANE LaneVec<N> hull_difference(const SearchFrameLanes<N>& f, const LaneVec<N>& p,
                                      const LaneVec<N>& q) {
  return f.difference(side_by_side(p) * first_of(f.a), q * first_of(f.b));
}

/// A direction to start from; anything but zero.
template <class N>
GRAZE_LANE void make_nonzero(LaneVec<N>& v) {
  v.x = select(sum_abs(v) <= constant<N>(0), constant<N>(1), v.x);
}

/// The search on two boxes after its first steps.
template <class N>
GRAZE_LANE SearchLanes<N> first_search(const SearchFrameLanes<N>& f) {
  SearchLanes<N> s;
  LaneVec<N> v = spread(-f.t);
  make_nonzero(v);
  N id;
  const LaneVec<N> w = farthest_corners(f, v, id);
  start_search(w, id, s);
  s.p = farthest_corners(f, s.v, s.next);
  return s;
}

/// One step on two boxes; `is_done` also where the vertex after it brings no progress.
template <class N>
GRAZE_LANE auto step_boxes(const SearchFrameLanes<N>& f, SearchLanes<N>& s) {
  auto step = advance(s);
  s.p = farthest_corners(f, s.v, s.next);
  step.is_done = either(step.is_done, is_at_end(s));
  return step;
}

/// The vertices that a search ended with: the numbers of the simplex without its copies, and the next one
/// where that makes it hold the origin. `count`: how many differ; zero when the search was given up. The rest
/// repeats one of them.
struct SearchEnd {
  float ids[4];
  int count = 0, steps = 0;
  bool is_inside = false;

  GRAZE_LANE void set_vertices(const float (&id)[3], float next) {
    ids[0] = id[2];
    ids[1] = id[0];
    ids[2] = id[1];
    ids[3] = is_inside ? next : id[2];
    count = is_inside ? 4 : id[0] == id[2] ? 1 : id[1] == id[2] ? 2 : 3;
  }
};

/// The number that a single search works on.
#if defined(GRAZE_ROWS_ARE_WIDE)
using OneSearch = SearchRow;
#else
using OneSearch = float;
#endif

/// The search of one pair from direction `from`. `farthest(v, id)` is the vertex of A - B farthest against v,
/// and its number.
template <class N, class Farthest>
GRAZE_LANE SearchEnd search_one_pair(const LaneVec<N>& from, const Farthest& farthest) {
  SearchEnd end;
  SearchLanes<N> s;
  N id;
  const LaneVec<N> w = farthest(from, id);
  start_search(w, id, s);
  const auto is_over = [&]() GRAZE_LANE_LAMBDA {
    s.p = farthest(s.v, s.next);
    return is_at_end(s);
  };
  end.steps = kFirstSteps;
  for (bool is_done = is_over(); !is_done; ++end.steps) {
    if (end.steps == kSearchSteps) return end;
    const auto step = advance(s);
    end.is_inside = step.is_inside;
    is_done = step.is_done || is_over();
  }
  float ids[3];
  store_three(s.id, ids);
  end.set_vertices(ids, number_of(s.next));
  return end;
}

GRAZE_LANES_END

#endif
