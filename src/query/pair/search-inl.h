// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The search of kernel/gjk/search-inl.h for a single pair. What advance() considers one after another, three
// edges and three faces at the new vertex, is side by side here; the numbers are the same to the bit, and
// ties go to the one that comes first there.

#if defined(GRAZE_QUERY_PAIR_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_PAIR_SEARCH_INL
#undef GRAZE_QUERY_PAIR_SEARCH_INL
#else
#define GRAZE_QUERY_PAIR_SEARCH_INL
#endif

#include "query/batch/hulls-inl.h"

GRAZE_LANES_BEGIN

/// The numbers of the vertices of two polytopes in one.
inline constexpr std::uint32_t kVerticesOfB = 4096;
static_assert(kScanVertices <= kVerticesOfB);

// As lane_size().
GRAZE_LANE LaneVec<float> real_half_of(const ShapeView& shape) {
  const LaneSize size = lane_size(shape);
  return {float(size.half[0]), float(size.half[1]), float(size.half[2])};
}

/// Where a search ended: numbers of vertices a + vertices_of_b * b. `count` is zero when it was given up.
struct FoundVertices {
  std::uint32_t ids[4];
  int count = 0;
  int steps = 0;
  bool is_inside = false;
};

#if defined(GRAZE_LANES_ARE_WIDE)
struct FloatQuad {
  using Tag = hn::FixedTag<float, 4>;
  hn::Vec<Tag> v;

  FloatQuad() = default;
  GRAZE_LANE FloatQuad(hn::Vec<Tag> x) : v(x) {}
  GRAZE_LANE FloatQuad(float x) : v(hn::Set(Tag(), x)) {}
  friend GRAZE_LANE FloatQuad operator+(FloatQuad x, FloatQuad y) { return hn::Add(x.v, y.v); }
  friend GRAZE_LANE FloatQuad operator-(FloatQuad x, FloatQuad y) { return hn::Sub(x.v, y.v); }
  friend GRAZE_LANE FloatQuad operator*(FloatQuad x, FloatQuad y) { return hn::Mul(x.v, y.v); }
  friend GRAZE_LANE FloatQuad operator/(FloatQuad x, FloatQuad y) { return hn::Div(x.v, y.v); }
  friend GRAZE_LANE FloatQuad operator-(FloatQuad x) { return hn::Neg(x.v); }
  friend GRAZE_LANE hn::Mask<Tag> operator<(FloatQuad x, FloatQuad y) { return hn::Lt(x.v, y.v); }
  friend GRAZE_LANE hn::Mask<Tag> operator>(FloatQuad x, FloatQuad y) { return hn::Gt(x.v, y.v); }
};
using FloatQuadMask = hn::Mask<FloatQuad::Tag>;
using FloatQuadIds = hn::Vec<hn::FixedTag<std::int32_t, 4>>;

GRAZE_LANE float lane0(FloatQuad x) { return hn::GetLane(x.v); }
GRAZE_LANE FloatQuad rearranged(FloatQuad x, const std::int32_t (&lanes)[4]) {
  return hn::TableLookupLanes(x.v, hn::SetTableIndices(FloatQuad::Tag(), lanes));
}
GRAZE_LANE LaneVec<FloatQuad> rearranged(const LaneVec<FloatQuad>& v, const std::int32_t (&lanes)[4]) {
  return {rearranged(v.x, lanes), rearranged(v.y, lanes), rearranged(v.z, lanes)};
}
GRAZE_LANE LaneVec<FloatQuad> select_lanes(FloatQuadMask m, const LaneVec<FloatQuad>& v,
                                           const LaneVec<FloatQuad>& w) {
  return {hn::IfThenElse(m, v.x.v, w.x.v), hn::IfThenElse(m, v.y.v, w.y.v), hn::IfThenElse(m, v.z.v, w.z.v)};
}
template <class D>
GRAZE_LANE std::uint32_t lane_bits(D d, hn::Mask<D> m) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, m, bytes);
  return bytes[0] & 15u;
}

// As SearchLanes: three vertices side by side from the second lane on, padded with copies of the last. The
// first lane is that of the vertex to be added. Of v and p every lane has the same.
struct SingleSearch {
  LaneVec<FloatQuad> q;
  FloatQuadIds id;
  int count = 1;  // of vertices that differ
  LaneVec<FloatQuad> v;
  float vv;
  LaneVec<FloatQuad> p;
  std::int32_t next;

  GRAZE_LANE void start(const LaneVec<FloatQuad>& w, std::int32_t number) {
    q = v = w;
    id = hn::Set(hn::FixedTag<std::int32_t, 4>(), number);
    vv = lane0(dot(w, w));
  }
  GRAZE_LANE bool is_over() const {
    const hn::FixedTag<std::int32_t, 4> d;
    const bool is_known = (lane_bits(d, hn::Eq(id, hn::Set(d, next))) & 14u) != 0;
    return is_known | (vv - lane0(dot(v, p)) <= vv * 0x1p-21f);  // one branch, not two
  }
  GRAZE_LANE void numbers(std::uint32_t (&to)[3]) const {
    alignas(16) std::int32_t ids[4];
    hn::Store(id, hn::FixedTag<std::int32_t, 4>(), ids);
    for (int i = 0; i < 3; ++i) to[i] = static_cast<std::uint32_t>(ids[i + 1]);
  }
};

// The nearest points of the new vertex (first lane), of its edges and its faces; squares are infinite where
// the point is not inside.
struct SingleCandidates {
  alignas(16) float points[3][8];
  FloatQuad edges, faces;
  bool is_inside = false;  // the new vertex and the three others hold the origin

  GRAZE_LANE FloatQuad add(int row, FloatQuadMask m, const LaneVec<FloatQuad>& v) {
    hn::Store(v.x.v, FloatQuad::Tag(), points[0] + row);
    hn::Store(v.y.v, FloatQuad::Tag(), points[1] + row);
    hn::Store(v.z.v, FloatQuad::Tag(), points[2] + row);
    return hn::IfThenElse(m, dot(v, v).v, never().v);
  }
  GRAZE_LANE static FloatQuad never() { return FloatQuad(std::numeric_limits<float>::infinity()); }
};

inline constexpr std::int32_t kNextVertex[4] = {0, 2, 3, 1};

GRAZE_LANE void consider_all(const SingleSearch& s, SingleCandidates& c) {
  const FloatQuad::Tag d;
  const FloatQuad zero(0.0f);
  const LaneVec<FloatQuad> e = s.q - s.p;
  const FloatQuad ee = dot(e, e), along = -dot(s.p, e);
  const FloatQuadMask is_new = hn::FirstN(d, 1),
                      is_on_edge = hn::AndNot(is_new, hn::And(along > zero, along < ee));
  c.edges = c.add(0, hn::Or(is_on_edge, is_new), select_lanes(is_on_edge, s.p + e * (along / ee), s.p));
  c.faces = SingleCandidates::never();
  if (s.count == 1) return;
  const LaneVec<FloatQuad> f = rearranged(e, kNextVertex), n = cross(e, f);
  const FloatQuad nn = dot(n, n), np = dot(n, s.p);
  const LaneVec<FloatQuad> pn = cross(s.p, n);
  const FloatQuad w1 = dot(pn, f), w2 = -dot(pn, e);
  const FloatQuadMask is_on_face =
      hn::AndNot(is_new, hn::And(hn::And(w1 > zero, w2 > zero), nn - w1 - w2 > zero));
  c.faces = c.add(4, is_on_face, n * (np / nn));
  // The face of a lane is across from the vertex before: o is that of vertices 2, 0 and 1, and the
  // determinant is taken where advance() takes it. Of copies it is zero.
  const FloatQuad o = -np, all = dot(n, rearranged(f, kNextVertex));
  const FloatQuad determinant(hn::Broadcast<2>(all.v));
  const FloatQuad sum =
      FloatQuad(hn::Broadcast<2>(o.v)) + FloatQuad(hn::Broadcast<3>(o.v)) + FloatQuad(hn::Broadcast<1>(o.v));
  const FloatQuadMask are_inside =
      hn::And(o * determinant > zero, hn::Lt(hn::Abs(sum.v), hn::Abs(determinant.v)));
  c.is_inside = (lane_bits(d, are_inside) & 14u) == 14u;
}

// Which lanes are kept beside the new vertex: none, one of the others, or two.
inline constexpr std::int32_t kKept[8][4] = {{0, 0, 0, 0}, {0, 1, 0, 0}, {0, 2, 0, 0}, {0, 3, 0, 0},
                                             {0, 0, 0, 0}, {0, 1, 2, 0}, {0, 2, 3, 0}, {0, 3, 1, 0}};

inline constexpr std::uint8_t kKeptCount[8] = {1, 2, 2, 2, 1, 3, 3, 3};

GRAZE_LANE SearchStep<float, bool> advance(SingleSearch& s) {
  const FloatQuad::Tag d;
  const hn::FixedTag<std::int32_t, 4> ids;
  SearchStep<float, bool> step;
  SingleCandidates c;
  consider_all(s, c);
  const auto least = hn::MinOfLanes(d, hn::Min(c.edges.v, c.faces.v));
  const float vv = hn::GetLane(least);
  step.is_inside = c.is_inside;
  step.is_done = c.is_inside | (s.vv <= vv);
  if (step.is_done) return step;
  const std::uint32_t nearest =
      lane_bits(d, hn::Eq(c.edges.v, least)) | lane_bits(d, hn::Eq(c.faces.v, least)) << 4;
  const auto best = static_cast<std::size_t>(std::countr_zero(nearest));
  const FloatQuadMask is_new = hn::FirstN(d, 1);
  s.q = rearranged(select_lanes(is_new, s.p, s.q), kKept[best]);
  const auto all_ids = hn::IfThenElse(hn::FirstN(ids, 1), hn::Set(ids, s.next), s.id);
  s.id = hn::TableLookupLanes(all_ids, hn::SetTableIndices(ids, kKept[best]));
  s.count = kKeptCount[best];
  s.v = {FloatQuad(c.points[0][best]), FloatQuad(c.points[1][best]), FloatQuad(c.points[2][best])};
  s.vv = vv;
  return step;
}

using SingleVec = LaneVec<FloatQuad>;
GRAZE_LANE SingleVec single_vector(float x, float y, float z) {
  return {FloatQuad(x), FloatQuad(y), FloatQuad(z)};
}

// The frame of a search, for supports.
struct SingleFrame {
  FloatQuad rows[3], columns[3];  // of r
  FloatQuad t, a, b;

  Real size;

  /// The frame of box_frame(), lengths divided by its size. Polytopes have the factors of their local
  /// coordinates for half extents.
  GRAZE_LANE SingleFrame(const PairFrame& pair, bool are_hulls);
  GRAZE_LANE static FloatQuad side_by_side(const SingleVec& v) {
    const FloatQuad::Tag d;
    return hn::InterleaveLower(d, hn::InterleaveLower(d, v.x.v, v.z.v), v.y.v);
  }
  GRAZE_LANE static SingleVec apart(FloatQuad v) {
    return {FloatQuad(hn::Broadcast<0>(v.v)), FloatQuad(hn::Broadcast<1>(v.v)),
            FloatQuad(hn::Broadcast<2>(v.v))};
  }
  /// v as b sees it.
  GRAZE_LANE FloatQuad to_b(const SingleVec& v) const {
    return rows[0] * v.x + rows[1] * v.y + rows[2] * v.z;
  }
  /// p of a less q of b, both scaled.
  GRAZE_LANE SingleVec difference(FloatQuad p, const SingleVec& q) const {
    return apart(p - ((columns[0] * q.x + columns[1] * q.y + columns[2] * q.z) + t));
  }
};

// The same three vectors by coordinate; the fourth lane is anything.
GRAZE_LANE void transpose(FloatQuad (&v)[3]) {
  const FloatQuad::Tag d;
  const auto low = hn::InterleaveLower(d, v[0].v, v[1].v), high = hn::InterleaveUpper(d, v[0].v, v[1].v);
  const auto third = v[2].v;
  v[0] = hn::ConcatLowerLower(d, third, low);
  v[1] = hn::ConcatLowerUpper(d, hn::Shuffle2301(third), low);
  v[2] = hn::ConcatUpperLower(d, third, high);
}

#if defined(GRAZE_DOUBLE)
GRAZE_LANE SingleFrame::SingleFrame(const PairFrame& pair, bool are_hulls) {
  SearchFrame f;
  set_search_frame(pair, are_hulls, f);
  for (int i = 0; i < 3; ++i) rows[i] = columns[i] = hn::LoadU(FloatQuad::Tag(), f.rows[i]);
  transpose(columns);
  t = hn::LoadU(FloatQuad::Tag(), f.t);
  a = hn::LoadU(FloatQuad::Tag(), f.a);
  b = hn::LoadU(FloatQuad::Tag(), f.b);
  size = f.size;
}
#else
// As box_frame(), operation by operation.
GRAZE_LANE SingleFrame::SingleFrame(const PairFrame& pair, bool are_hulls) {
  const FloatQuad::Tag d;
  const Operand &first = pair.operands[pair.first], &second = pair.operands[1 - pair.first];
  const auto read = [d](const Vec3& v) { return FloatQuad(hn::LoadU(d, &v.x)); };
  const auto &of_a = first.placement->linear().columns, &of_b = second.placement->linear().columns;
  const float scale_a = first.placement->scale(), scale_b = second.placement->scale();
  const float inverse_a = 1 / scale_a, inverse = inverse_a / scale_b;
  FloatQuad transposed[3] = {read(of_a[0]), read(of_a[1]), read(of_a[2])};
  transpose(transposed);
  const auto seen = [&](const SingleVec& v) {
    return transposed[0] * v.x + transposed[1] * v.y + transposed[2] * v.z;
  };
  for (int j = 0; j < 3; ++j) rows[j] = columns[j] = seen(apart(read(of_b[j]))) * FloatQuad(inverse);
  transpose(rows);
  t = seen(apart(read(second.placement->translation()) - read(first.placement->translation()))) *
      FloatQuad(inverse_a);
  const LaneVec<float> half_a = real_half_of(*first.shape) * scale_a,
                       half_b = real_half_of(*second.shape) * scale_b;
  const SingleVec sizes = apart(FloatQuad(hn::Abs(t.v)));
  size = sum_of(half_a) + sum_of(half_b) + lane0(sizes.x + sizes.y + sizes.z);
  const float unit = 1 / size;
  t = t * FloatQuad(unit);
  a = are_hulls ? FloatQuad(scale_a * unit)
                : side_by_side(single_vector(half_a.x, half_a.y, half_a.z)) * FloatQuad(unit);
  b = are_hulls ? FloatQuad(scale_b * unit)
                : side_by_side(single_vector(half_b.x, half_b.y, half_b.z)) * FloatQuad(unit);
}
#endif

// As farthest_of_boxes().
GRAZE_LANE SingleVec farthest_corners(const SingleFrame& f, const SingleVec& v, std::int32_t& id) {
  const FloatQuad zero(0.0f);
  const FloatQuad p(hn::CopySign(f.a.v, (-SingleFrame::side_by_side(v)).v)),
      q(hn::CopySign(f.b.v, f.to_b(v).v));
  id = static_cast<std::int32_t>((lane_bits(FloatQuad::Tag(), p < zero) & 7u) |
                                 (lane_bits(FloatQuad::Tag(), q < zero) & 7u) << 6);
  return f.difference(p, SingleFrame::apart(q));
}

GRAZE_LANE SingleVec farthest_vertices(const SingleFrame& f, const VertexSet& a, const VertexSet& b,
                                       const SingleVec& v, std::int32_t& id) {
  const SingleVec w = SingleFrame::apart(f.to_b(v));
  const std::uint32_t ia = scan(a, Real(-lane0(v.x)), Real(-lane0(v.y)), Real(-lane0(v.z))),
                      ib = scan(b, Real(lane0(w.x)), Real(lane0(w.y)), Real(lane0(w.z)));
  id = static_cast<std::int32_t>(ia + kVerticesOfB * ib);
  const SingleVec p = single_vector(float(a.x[ia]), float(a.y[ia]), float(a.z[ia]));
  const FloatQuad qx(float(b.x[ib])), qy(float(b.y[ib])), qz(float(b.z[ib]));
  return f.difference(SingleFrame::side_by_side(p) * f.a, {qx * f.b, qy * f.b, qz * f.b});
}
#else
// As they are in kernel/gjk/search-inl.h.
struct SingleSearch : SearchLanes<float> {
  GRAZE_LANE void start(const LaneVec<float>& w, std::int32_t number) {
    q[0] = q[1] = q[2] = v = w;
    id[0] = id[1] = id[2] = static_cast<float>(number);
    vv = dot(w, w);
  }
  GRAZE_LANE bool is_over() const { return is_at_end(static_cast<const SearchLanes<float>&>(*this)); }
  GRAZE_LANE void numbers(std::uint32_t (&to)[3]) const {
    for (int i = 0; i < 3; ++i) to[i] = static_cast<std::uint32_t>(id[i]);
  }
};

using SingleVec = LaneVec<float>;
GRAZE_LANE SingleVec single_vector(float x, float y, float z) { return {x, y, z}; }

struct SingleFrame : BoxSearchLanes<float> {
  Real size;

  GRAZE_LANE SingleFrame(const PairFrame& pair, bool are_hulls) {
    SearchFrame f;
    set_search_frame(pair, are_hulls, f);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) r[i][j] = f.rows[i][j];
      t[i] = f.t[i];
      a[i] = f.a[i];
      b[i] = f.b[i];
    }
    size = f.size;
  }
};

GRAZE_LANE SingleVec farthest_corners(const SingleFrame& f, const SingleVec& v, std::int32_t& id) {
  float number = 0;
  const SingleVec p = farthest_of_boxes(f, v, number);
  id = static_cast<std::int32_t>(number);
  return p;
}

GRAZE_LANE SingleVec farthest_vertices(const SingleFrame& f, const VertexSet& a, const VertexSet& b,
                                       const SingleVec& v, std::int32_t& id) {
  const SingleVec w = seen_from_b(f.r, v);
  const std::uint32_t ia = scan(a, Real(-v.x), Real(-v.y), Real(-v.z)),
                      ib = scan(b, Real(w.x), Real(w.y), Real(w.z));
  id = static_cast<std::int32_t>(ia + kVerticesOfB * ib);
  return hull_difference(f, SingleVec{float(a.x[ia]), float(a.y[ia]), float(a.z[ia])},
                         SingleVec{float(b.x[ib]), float(b.y[ib]), float(b.z[ib])});
}
#endif

/// From the centre of b to that of a, or between inner points; anywhere if they coincide.
GRAZE_LANE SingleVec start_of(const SingleFrame& f, bool are_hulls, const Vec3d (&inner)[2]) {
  LaneVec<float> v;
#if defined(GRAZE_LANES_ARE_WIDE)
  const auto narrow = [](const Vec3d& p) { return single_vector(float(p.x), float(p.y), float(p.z)); };
  const SingleVec q = narrow(inner[1]);
  const SingleVec way = are_hulls ? f.difference(SingleFrame::side_by_side(narrow(inner[0])) * f.a,
                                                 {q.x * f.b, q.y * f.b, q.z * f.b})
                                  : SingleFrame::apart(-f.t);
  v = {lane0(way.x), lane0(way.y), lane0(way.z)};
#else
  const auto narrow = [](const Vec3d& p) { return SingleVec{float(p.x), float(p.y), float(p.z)}; };
  v = are_hulls ? hull_difference(f, narrow(inner[0]), narrow(inner[1]))
                : SingleVec{-f.t[0], -f.t[1], -f.t[2]};
#endif
  if (sum_abs(v) <= 0) v.x = 1;
  return single_vector(v.x, v.y, v.z);
}

/// `farthest(v, id)` is the vertex of A - B farthest against v, and its number.
template <class Farthest>
GRAZE_LANE FoundVertices search_single(const SingleVec& from, const Farthest& farthest) {
  FoundVertices found;
  SingleSearch s;
  std::int32_t id = 0;
  const SingleVec w = farthest(from, id);
  s.start(w, id);
  const auto look = [&] {
    s.p = farthest(s.v, id);
    s.next = static_cast<decltype(s.next)>(id);
    return s.is_over();
  };
  found.steps = kFirstSteps;
  for (bool is_done = look(); !is_done; ++found.steps) {
    if (found.steps == kSearchSteps) return found;
    const auto step = advance(s);
    found.is_inside = step.is_inside;
    is_done = step.is_done || look();
  }
  std::uint32_t ids[3];
  s.numbers(ids);
  // As distinct_vertices().
  found.count = found.is_inside ? 4 : ids[0] == ids[2] ? 1 : ids[1] == ids[2] ? 2 : 3;
  found.ids[0] = ids[2];
  found.ids[1] = ids[0];
  found.ids[2] = ids[1];
  found.ids[3] = static_cast<std::uint32_t>(id);
  return found;
}

GRAZE_LANES_END

#endif
