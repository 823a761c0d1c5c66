// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Four doubles side by side, for kernels that look at one pair: three axes and a spare lane, four corners,
// four points. A vector of the processor where it has one that wide, otherwise an array. Both perform the
// same IEEE operations, so that every target agrees to the bit. Included once per Highway target, as
// simd/pack-inl.h.

#if defined(GRAZE_SIMD_QUAD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_QUAD_INL
#undef GRAZE_SIMD_QUAD_INL
#else
#define GRAZE_SIMD_QUAD_INL
#endif

#include "simd/pack-inl.h"

// Not where it is instrumented: all would have to be inlined, and that takes minutes to compile.
#undef GRAZE_QUAD_IS_WIDE
#undef GRAZE_QUAD_IS_INSTRUMENTED
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GRAZE_QUAD_IS_INSTRUMENTED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define GRAZE_QUAD_IS_INSTRUMENTED 1
#endif
#endif
#if defined(GRAZE_LANES_ARE_WIDE) && HWY_MAX_BYTES >= 32 && !defined(GRAZE_QUAD_IS_INSTRUMENTED)
#define GRAZE_QUAD_IS_WIDE 1
#endif

GRAZE_LANES_BEGIN

#if defined(GRAZE_QUAD_IS_WIDE)

using QuadTag = hn::CappedTag<double, 4>;

struct QuadMask {
  hn::Mask<QuadTag> m;
};

struct Quad {
  hn::Vec<QuadTag> v;

  Quad() = default;
  GRAZE_LANE Quad(hn::Vec<QuadTag> x) : v(x) {}
  GRAZE_LANE Quad(double x) : v(hn::Set(QuadTag(), x)) {}
  GRAZE_LANE Quad(double x, double y, double z, double w) {
    const QuadTag d;
    v = hn::ConcatLowerLower(d, hn::InterleaveLower(d, hn::Set(d, z), hn::Set(d, w)),
                             hn::InterleaveLower(d, hn::Set(d, x), hn::Set(d, y)));
  }

  friend GRAZE_LANE Quad operator+(Quad x, Quad y) { return hn::Add(x.v, y.v); }
  friend GRAZE_LANE Quad operator-(Quad x, Quad y) { return hn::Sub(x.v, y.v); }
  friend GRAZE_LANE Quad operator*(Quad x, Quad y) { return hn::Mul(x.v, y.v); }
  friend GRAZE_LANE Quad operator/(Quad x, Quad y) { return hn::Div(x.v, y.v); }
  friend GRAZE_LANE QuadMask operator<(Quad x, Quad y) { return {hn::Lt(x.v, y.v)}; }
  friend GRAZE_LANE QuadMask operator<=(Quad x, Quad y) { return {hn::Le(x.v, y.v)}; }
  friend GRAZE_LANE QuadMask operator>=(Quad x, Quad y) { return {hn::Ge(x.v, y.v)}; }
  friend GRAZE_LANE QuadMask operator==(Quad x, Quad y) { return {hn::Eq(x.v, y.v)}; }
};

GRAZE_LANE Quad quad_abs(Quad x) { return hn::Abs(x.v); }
GRAZE_LANE Quad quad_sqrt(Quad x) { return hn::Sqrt(x.v); }
GRAZE_LANE Quad quad_min(Quad x, Quad y) { return hn::Min(x.v, y.v); }
GRAZE_LANE Quad quad_max(Quad x, Quad y) { return hn::Max(x.v, y.v); }
GRAZE_LANE Quad select(QuadMask m, Quad x, Quad y) { return hn::IfThenElse(m.m, x.v, y.v); }
GRAZE_LANE QuadMask both(QuadMask m, QuadMask n) { return {hn::And(m.m, n.m)}; }
GRAZE_LANE QuadMask either(QuadMask m, QuadMask n) { return {hn::Or(m.m, n.m)}; }
GRAZE_LANE QuadMask differ(QuadMask m, QuadMask n) { return {hn::Xor(m.m, n.m)}; }
GRAZE_LANE std::uint32_t bits_of(QuadMask m) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(QuadTag(), m.m, bytes);
  return bytes[0];
}
GRAZE_LANE double least_of(Quad x) { return hn::GetLane(hn::MinOfLanes(QuadTag(), x.v)); }
GRAZE_LANE double greatest_of(Quad x) { return hn::GetLane(hn::MaxOfLanes(QuadTag(), x.v)); }
GRAZE_LANE Quad load_quad(const double* from) { return hn::LoadU(QuadTag(), from); }
GRAZE_LANE Quad load_quad(const float* from) {
  return hn::PromoteTo(QuadTag(), hn::LoadU(hn::Rebind<float, QuadTag>(), from));
}
GRAZE_LANE void store_quad(Quad x, double* to) { hn::StoreU(x.v, QuadTag(), to); }
GRAZE_LANE void store_quad(Quad x, float* to) {
  const hn::Rebind<float, QuadTag> d;
  hn::StoreU(hn::DemoteTo(d, x.v), d, to);
}
/// Lanes 1 2 0 3, 2 0 1 3 and 1 2 3 0.
GRAZE_LANE Quad next_of_three(Quad x) {
  alignas(32) static constexpr std::int64_t kLanes[4] = {1, 2, 0, 3};
  return hn::TableLookupLanes(x.v, hn::SetTableIndices(QuadTag(), kLanes));
}
GRAZE_LANE Quad previous_of_three(Quad x) {
  alignas(32) static constexpr std::int64_t kLanes[4] = {2, 0, 1, 3};
  return hn::TableLookupLanes(x.v, hn::SetTableIndices(QuadTag(), kLanes));
}
GRAZE_LANE Quad next_of_four(Quad x) {
  alignas(32) static constexpr std::int64_t kLanes[4] = {1, 2, 3, 0};
  return hn::TableLookupLanes(x.v, hn::SetTableIndices(QuadTag(), kLanes));
}
/// Lane k of the i-th becomes lane i of the k-th.
GRAZE_LANE void transpose(Quad& a, Quad& b, Quad& c, Quad& e) {
  const QuadTag d;
  const auto ab_even = hn::InterleaveLower(d, a.v, b.v), ab_odd = hn::InterleaveUpper(d, a.v, b.v);
  const auto ce_even = hn::InterleaveLower(d, c.v, e.v), ce_odd = hn::InterleaveUpper(d, c.v, e.v);
  a = hn::ConcatLowerLower(d, ce_even, ab_even);
  b = hn::ConcatLowerLower(d, ce_odd, ab_odd);
  c = hn::ConcatUpperUpper(d, ce_even, ab_even);
  e = hn::ConcatUpperUpper(d, ce_odd, ab_odd);
}

#else

struct QuadMask {
  bool m[4];
};

struct Quad {
  double v[4];

  Quad() = default;
  Quad(double x) : v{x, x, x, x} {}
  Quad(double x, double y, double z, double w) : v{x, y, z, w} {}

  friend Quad operator+(Quad x, Quad y) {
    return {x.v[0] + y.v[0], x.v[1] + y.v[1], x.v[2] + y.v[2], x.v[3] + y.v[3]};
  }
  friend Quad operator-(Quad x, Quad y) {
    return {x.v[0] - y.v[0], x.v[1] - y.v[1], x.v[2] - y.v[2], x.v[3] - y.v[3]};
  }
  friend Quad operator*(Quad x, Quad y) {
    return {x.v[0] * y.v[0], x.v[1] * y.v[1], x.v[2] * y.v[2], x.v[3] * y.v[3]};
  }
  friend Quad operator/(Quad x, Quad y) {
    return {x.v[0] / y.v[0], x.v[1] / y.v[1], x.v[2] / y.v[2], x.v[3] / y.v[3]};
  }
  friend QuadMask operator<(Quad x, Quad y) {
    return {{x.v[0] < y.v[0], x.v[1] < y.v[1], x.v[2] < y.v[2], x.v[3] < y.v[3]}};
  }
  friend QuadMask operator<=(Quad x, Quad y) {
    return {{x.v[0] <= y.v[0], x.v[1] <= y.v[1], x.v[2] <= y.v[2], x.v[3] <= y.v[3]}};
  }
  friend QuadMask operator>=(Quad x, Quad y) { return y <= x; }
  friend QuadMask operator==(Quad x, Quad y) {
    return {{x.v[0] == y.v[0], x.v[1] == y.v[1], x.v[2] == y.v[2], x.v[3] == y.v[3]}};
  }
};

template <class Use>
GRAZE_LANE Quad each_of(Use use) {
  return {use(0), use(1), use(2), use(3)};
}
GRAZE_LANE Quad quad_abs(Quad x) {
  return each_of([&](int i) { return std::abs(x.v[i]); });
}
GRAZE_LANE Quad quad_sqrt(Quad x) {
  return each_of([&](int i) { return std::sqrt(x.v[i]); });
}
GRAZE_LANE Quad quad_min(Quad x, Quad y) {
  return each_of([&](int i) { return x.v[i] < y.v[i] ? x.v[i] : y.v[i]; });
}
GRAZE_LANE Quad quad_max(Quad x, Quad y) {
  return each_of([&](int i) { return x.v[i] > y.v[i] ? x.v[i] : y.v[i]; });
}
GRAZE_LANE Quad select(QuadMask m, Quad x, Quad y) {
  return each_of([&](int i) { return m.m[i] ? x.v[i] : y.v[i]; });
}
GRAZE_LANE QuadMask both(QuadMask m, QuadMask n) {
  return {{m.m[0] && n.m[0], m.m[1] && n.m[1], m.m[2] && n.m[2], m.m[3] && n.m[3]}};
}
GRAZE_LANE QuadMask either(QuadMask m, QuadMask n) {
  return {{m.m[0] || n.m[0], m.m[1] || n.m[1], m.m[2] || n.m[2], m.m[3] || n.m[3]}};
}
GRAZE_LANE QuadMask differ(QuadMask m, QuadMask n) {
  return {{m.m[0] != n.m[0], m.m[1] != n.m[1], m.m[2] != n.m[2], m.m[3] != n.m[3]}};
}
GRAZE_LANE std::uint32_t bits_of(QuadMask m) {
  std::uint32_t bits = 0;
  for (int i = 0; i < 4; ++i) bits |= std::uint32_t{m.m[i]} << i;
  return bits;
}
GRAZE_LANE double least_of(Quad x) {
  const double p = x.v[0] < x.v[1] ? x.v[0] : x.v[1], q = x.v[2] < x.v[3] ? x.v[2] : x.v[3];
  return p < q ? p : q;
}
GRAZE_LANE double greatest_of(Quad x) {
  const double p = x.v[0] > x.v[1] ? x.v[0] : x.v[1], q = x.v[2] > x.v[3] ? x.v[2] : x.v[3];
  return p > q ? p : q;
}
template <class T>
GRAZE_LANE Quad load_quad(const T* from) {
  return each_of([&](int i) { return double(from[i]); });
}
template <class T>
GRAZE_LANE void store_quad(Quad x, T* to) {
  for (int i = 0; i < 4; ++i) to[i] = static_cast<T>(x.v[i]);
}
/// Lanes 1 2 0 3, 2 0 1 3 and 1 2 3 0.
GRAZE_LANE Quad next_of_three(Quad x) { return {x.v[1], x.v[2], x.v[0], x.v[3]}; }
GRAZE_LANE Quad previous_of_three(Quad x) { return {x.v[2], x.v[0], x.v[1], x.v[3]}; }
GRAZE_LANE Quad next_of_four(Quad x) { return {x.v[1], x.v[2], x.v[3], x.v[0]}; }
/// Lane k of the i-th becomes lane i of the k-th.
GRAZE_LANE void transpose(Quad& a, Quad& b, Quad& c, Quad& e) {
  const Quad p = a, q = b, r = c, s = e;
  a = {p.v[0], q.v[0], r.v[0], s.v[0]};
  b = {p.v[1], q.v[1], r.v[1], s.v[1]};
  c = {p.v[2], q.v[2], r.v[2], s.v[2]};
  e = {p.v[3], q.v[3], r.v[3], s.v[3]};
}

#endif

GRAZE_LANES_END

#endif
