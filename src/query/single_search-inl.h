// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The search of core_lanes-inl.h for a single pair. What advance() considers one after another, three edges
// and three faces at the new vertex, is side by side here; the numbers are the same to the bit, and ties go
// to the one that comes first there.

#if defined(GRAZE_QUERY_SINGLE_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_SINGLE_SEARCH_INL
#undef GRAZE_QUERY_SINGLE_SEARCH_INL
#else
#define GRAZE_QUERY_SINGLE_SEARCH_INL
#endif

#include "query/batch_hulls-inl.h"

GRAZE_LANES_BEGIN

/// Where a search ended; `count` is zero when it was given up.
struct FoundVertices {
  float ids[4];
  int count = 0;
  int steps = 0;
  bool is_inside = false;
};

#if defined(GRAZE_LANES_ARE_WIDE)
struct Quad {
  using Tag = hn::FixedTag<float, 4>;
  hn::Vec<Tag> v;

  Quad() = default;
  GRAZE_LANE Quad(hn::Vec<Tag> x) : v(x) {}
  GRAZE_LANE Quad(float x) : v(hn::Set(Tag(), x)) {}
  friend GRAZE_LANE Quad operator+(Quad x, Quad y) { return hn::Add(x.v, y.v); }
  friend GRAZE_LANE Quad operator-(Quad x, Quad y) { return hn::Sub(x.v, y.v); }
  friend GRAZE_LANE Quad operator*(Quad x, Quad y) { return hn::Mul(x.v, y.v); }
  friend GRAZE_LANE Quad operator/(Quad x, Quad y) { return hn::Div(x.v, y.v); }
  friend GRAZE_LANE Quad operator-(Quad x) { return hn::Neg(x.v); }
  friend GRAZE_LANE hn::Mask<Tag> operator<(Quad x, Quad y) { return hn::Lt(x.v, y.v); }
  friend GRAZE_LANE hn::Mask<Tag> operator>(Quad x, Quad y) { return hn::Gt(x.v, y.v); }
};

// A number for each lane: the same for all.
GRAZE_LANE LaneVec<Quad> to_all(const LaneVec<float>& v) { return {Quad(v.x), Quad(v.y), Quad(v.z)}; }
GRAZE_LANE LaneVec<float> lane_of(const float (&rows)[3][8], std::size_t i) {
  return {rows[0][i], rows[1][i], rows[2][i]};
}
GRAZE_LANE Quad rearranged(Quad x, const std::int32_t (&lanes)[4]) {
  return hn::TableLookupLanes(x.v, hn::SetTableIndices(Quad::Tag(), lanes));
}
GRAZE_LANE LaneVec<Quad> rearranged(const LaneVec<Quad>& v, const std::int32_t (&lanes)[4]) {
  return {rearranged(v.x, lanes), rearranged(v.y, lanes), rearranged(v.z, lanes)};
}
GRAZE_LANE std::uint32_t bits_of(hn::Mask<Quad::Tag> m) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Quad::Tag(), m, bytes);
  return bytes[0];
}

// As SearchLanes: three vertices side by side, padded with copies of the last; the fourth lane is free.
struct SingleSearch {
  LaneVec<Quad> q;
  Quad id;
  alignas(16) float ids[4];
  int count = 1;  // of vertices that differ
  LaneVec<float> v;
  float vv;
  LaneVec<float> p;
  float next;

  GRAZE_LANE void start(const LaneVec<float>& w, float number) {
    q = to_all(w);
    id = Quad(number);
    hn::Store(id.v, Quad::Tag(), ids);
    v = w;
    vv = dot(w, w);
  }
};

GRAZE_LANE bool is_at_end(const SingleSearch& s) {
  const bool is_known = s.ids[0] == s.next || s.ids[1] == s.next || s.ids[2] == s.next;
  return is_known || s.vv - dot(s.v, s.p) <= s.vv * 0x1p-21f;
}

// Which lanes are kept, the new vertex being in the fourth: beside it one of the others, two, or none.
inline constexpr std::int32_t kKept[8][4] = {{0, 3, 3, 3}, {1, 3, 3, 3}, {2, 3, 3, 3}, {3, 3, 3, 3},
                                             {0, 1, 3, 3}, {1, 2, 3, 3}, {2, 0, 3, 3}, {3, 3, 3, 3}};
inline constexpr std::int32_t kNextLane[4] = {1, 2, 0, 3};

// Distances of edges (rows 0 to 2) and faces (4 to 6) at the new vertex; infinite where the nearest point is
// not inside.
struct SingleCandidates {
  alignas(16) float points[3][8];
  Quad edges, faces;

  GRAZE_LANE void set(int row, const LaneVec<Quad>& v) {
    hn::Store(v.x.v, Quad::Tag(), points[0] + row);
    hn::Store(v.y.v, Quad::Tag(), points[1] + row);
    hn::Store(v.z.v, Quad::Tag(), points[2] + row);
  }
};

GRAZE_LANE Quad squared_if(hn::Mask<Quad::Tag> m, const LaneVec<Quad>& v) {
  const Quad never(std::numeric_limits<float>::infinity());
  return hn::IfThenElse(m, dot(v, v).v, never.v);
}

// Returns whether the new vertex and the three others hold the origin.
GRAZE_LANE bool consider_all(const SingleSearch& s, SingleCandidates& c) {
  const Quad zero(0.0f);
  const LaneVec<Quad> p = to_all(s.p), e = s.q - p;
  const Quad ee = dot(e, e), along = -dot(p, e);
  const LaneVec<Quad> on_edge = p + e * (along / ee);
  c.edges = squared_if(hn::And(along > zero, along < ee), on_edge);
  c.set(0, on_edge);
  c.faces = Quad(std::numeric_limits<float>::infinity());
  if (s.count == 1) return false;
  const LaneVec<Quad> f = rearranged(e, kNextLane), n = cross(e, f);
  const Quad nn = dot(n, n), np = dot(n, p);
  const LaneVec<Quad> pn = cross(p, n);
  const Quad w1 = dot(pn, f), w2 = -dot(pn, e);
  const LaneVec<Quad> on_face = n * (np / nn);
  c.faces = squared_if(hn::And(hn::And(w1 > zero, w2 > zero), nn - w1 - w2 > zero), on_face);
  c.set(4, on_face);
  if (s.count == 2) return false;
  // Face i is across from vertex i - 1.
  alignas(16) float o[4], d[4];
  hn::Store((-np).v, Quad::Tag(), o);
  hn::Store(dot(n, rearranged(f, kNextLane)).v, Quad::Tag(), d);
  const float determinant = d[1];
  return o[1] * determinant > 0 && o[2] * determinant > 0 && o[0] * determinant > 0 &&
         std::abs(o[1] + o[2] + o[0]) < std::abs(determinant);
}

GRAZE_LANE SearchStep<float, bool> advance(SingleSearch& s) {
  SearchStep<float, bool> step;
  SingleCandidates c;
  step.is_inside = consider_all(s, c);
  const float own = dot(s.p, s.p);
  const auto least = hn::MinOfLanes(Quad::Tag(), hn::Min(c.edges.v, c.faces.v));
  const bool is_vertex = !(hn::GetLane(least) < own);
  const float vv = is_vertex ? own : hn::GetLane(least);
  step.is_done = step.is_inside || s.vv <= vv;
  if (step.is_done) return step;
  const std::uint32_t nearest = bits_of(hn::Eq(c.edges.v, least)) | bits_of(hn::Eq(c.faces.v, least)) << 4;
  const std::size_t best = is_vertex ? 3 : static_cast<std::size_t>(std::countr_zero(nearest));
  const auto is_fourth = hn::Not(hn::FirstN(Quad::Tag(), 3));
  const auto keep = [&](Quad all, float last) {
    return rearranged(Quad(hn::IfThenElse(is_fourth, Quad(last).v, all.v)), kKept[best]);
  };
  s.q = {keep(s.q.x, s.p.x), keep(s.q.y, s.p.y), keep(s.q.z, s.p.z)};
  s.id = keep(s.id, s.next);
  hn::Store(s.id.v, Quad::Tag(), s.ids);
  s.count = is_vertex ? 1 : best < 4 ? 2 : 3;
  s.v = is_vertex ? s.p : lane_of(c.points, best);
  s.vv = vv;
  return step;
}
#else
struct SingleSearch : SearchLanes<float> {
  GRAZE_LANE void start(const LaneVec<float>& w, float number) {
    q[0] = q[1] = q[2] = v = w;
    id[0] = id[1] = id[2] = number;
    vv = dot(w, w);
  }
};
#endif

/// `farthest(v, id)` is the vertex of A - B farthest against v, and its number.
template <class Farthest>
GRAZE_LANE FoundVertices search_single(const LaneVec<float>& from, const Farthest& farthest) {
  FoundVertices found;
  SingleSearch s;
  float id = 0;
  const LaneVec<float> w = farthest(from, id);
  s.start(w, id);
  s.p = farthest(s.v, s.next);
  found.steps = kFirstSteps;
  for (bool is_done = is_at_end(s); !is_done; ++found.steps) {
    if (found.steps == kSearchSteps) return found;
    const auto step = advance(s);
    found.is_inside = step.is_inside;
    is_done = step.is_done;
    if (is_done) continue;
    s.p = farthest(s.v, s.next);
    is_done = is_at_end(s);
  }
#if defined(GRAZE_LANES_ARE_WIDE)
  const float ids[3] = {s.ids[0], s.ids[1], s.ids[2]};
#else
  const float ids[3] = {s.id[0], s.id[1], s.id[2]};
#endif
  found.count = distinct_vertices(ids, found.is_inside ? s.next : kNoVertex, found.ids);
  return found;
}

// The frame of a search, for supports.
#if defined(GRAZE_LANES_ARE_WIDE)
struct SingleFrame {
  Quad rows[3], columns[3];  // of r
  Quad t, a, b;

  GRAZE_LANE explicit SingleFrame(const SearchFrame& f)
      : t(hn::LoadU(Quad::Tag(), f.t)), a(hn::LoadU(Quad::Tag(), f.a)), b(hn::LoadU(Quad::Tag(), f.b)) {
    for (int i = 0; i < 3; ++i) {
      rows[i] = hn::LoadU(Quad::Tag(), f.rows[i]);
      columns[i] = hn::LoadU(Quad::Tag(), f.columns[i]);
    }
  }
  GRAZE_LANE static Quad side_by_side(const LaneVec<float>& v) {
    const Quad::Tag d;
    return hn::InterleaveLower(d, hn::InterleaveLower(d, hn::Set(d, v.x), hn::Set(d, v.z)), hn::Set(d, v.y));
  }
  GRAZE_LANE static LaneVec<float> apart(Quad v) {
    alignas(16) float xyz[4];
    hn::Store(v.v, Quad::Tag(), xyz);
    return {xyz[0], xyz[1], xyz[2]};
  }
  /// v as b sees it.
  GRAZE_LANE Quad to_b(const LaneVec<float>& v) const {
    return rows[0] * Quad(v.x) + rows[1] * Quad(v.y) + rows[2] * Quad(v.z);
  }
  /// p of a less q of b, both scaled.
  GRAZE_LANE LaneVec<float> difference(Quad p, Quad x, Quad y, Quad z) const {
    return apart(p - ((columns[0] * x + columns[1] * y + columns[2] * z) + t));
  }
};

// As farthest_of_boxes().
GRAZE_LANE LaneVec<float> farthest_of_boxes(const SingleFrame& f, const LaneVec<float>& v, float& id) {
  const Quad zero(0.0f);
  const Quad p(hn::CopySign(f.a.v, (-SingleFrame::side_by_side(v)).v)), q(hn::CopySign(f.b.v, f.to_b(v).v));
  const std::uint32_t corners = (bits_of(p < zero) & 7u) | (bits_of(q < zero) & 7u) << 6;
  id = static_cast<float>(static_cast<std::int32_t>(corners));
  return f.difference(p, Quad(hn::Broadcast<0>(q.v)), Quad(hn::Broadcast<1>(q.v)),
                      Quad(hn::Broadcast<2>(q.v)));
}
#else
struct SingleFrame : BoxSearchLanes<float> {
  GRAZE_LANE explicit SingleFrame(const SearchFrame& f) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) r[i][j] = f.rows[i][j];
      t[i] = f.t[i];
      a[i] = f.a[i];
      b[i] = f.b[i];
    }
  }
};
#endif

/// Vertices of both, in canonical order; the numbers of two fit one float, which holds 24 bits.
inline constexpr std::uint32_t kVerticesOfB = 4096;
static_assert(kScanVertices <= kVerticesOfB);

GRAZE_LANE LaneVec<float> farthest_of_hulls(const SingleFrame& f, const VertexSet& a, const VertexSet& b,
                                            const LaneVec<float>& v, float& id) {
#if defined(GRAZE_LANES_ARE_WIDE)
  const LaneVec<float> w = SingleFrame::apart(f.to_b(v));
#else
  const LaneVec<float> w = seen_from_b(f.r, v);
#endif
  const std::uint32_t ia = scan(a, Real(-v.x), Real(-v.y), Real(-v.z)),
                      ib = scan(b, Real(w.x), Real(w.y), Real(w.z));
  id = static_cast<float>(static_cast<std::int32_t>(ia + kVerticesOfB * ib));
  const LaneVec<float> p{float(a.x[ia]), float(a.y[ia]), float(a.z[ia])},
      q{float(b.x[ib]), float(b.y[ib]), float(b.z[ib])};
#if defined(GRAZE_LANES_ARE_WIDE)
  const auto scaled = [&](float x) { return Quad(x) * f.b; };
  return f.difference(SingleFrame::side_by_side(p) * f.a, scaled(q.x), scaled(q.y), scaled(q.z));
#else
  return hull_difference(f, p, q);
#endif
}

GRAZE_LANES_END

#endif
