// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/pairs/sweep.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad/pairs/sweep.cpp"
#include "simd/each_target-inl.h"
#endif

#ifndef GRAZE_OVERLAPPING_PAIRS_SWEEP_ONCE
#define GRAZE_OVERLAPPING_PAIRS_SWEEP_ONCE
namespace graze::inline GRAZE_ABI::pruning {

// The loop over rows; `write(row, first, out)` compares one with the targets from `first` on and returns
// where it stopped writing.
template <SweepKind kKind, class Write>
inline void sweep_rows(const SweepList& rows, const SweepList& targets, SweepState& state, Write write) {
  SweepState s = state;
  for (; s.row < rows.count; ++s.row) {
    const float start = rows.lower[0][s.row];
    if constexpr (kKind == SweepKind::self) s.first = s.row + 1;
    if constexpr (kKind == SweepKind::from)
      while (targets.lower[0][s.first] < start) ++s.first;
    if constexpr (kKind == SweepKind::after)
      while (targets.lower[0][s.first] <= start) ++s.first;
    if (static_cast<std::size_t>(s.end - s.out) < targets.count - s.first + kSweepPadding) break;
    s.out = write(s.row, s.first, s.out);
  }
  state = s;
}

template <class Write>
inline void sweep_rows(SweepKind kind, const SweepList& rows, const SweepList& targets, SweepState& state,
                       Write write) {
  if (kind == SweepKind::self) return sweep_rows<SweepKind::self>(rows, targets, state, write);
  if (kind == SweepKind::from) return sweep_rows<SweepKind::from>(rows, targets, state, write);
  return sweep_rows<SweepKind::after>(rows, targets, state, write);
}

}  // namespace graze::inline GRAZE_ABI::pruning
#endif

#if defined(GRAZE_SIMD)
HWY_BEFORE_NAMESPACE();
namespace graze::inline GRAZE_ABI::pruning {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
// Debian's Highway has no SSE2 target, and its emulated one is slower than plain code.
void sweep(SweepKind kind, const SweepList& rows, const SweepList& targets, SweepState& state) {
  plain_sweep()(kind, rows, targets, state);
}
#else
using DF = hn::CappedTag<float, kSweepPadding>;
using DU = hn::RebindToUnsigned<DF>;

/// One box in all lanes.
struct Row {
  hn::Vec<DF> end0, lower1, upper1, lower2, upper2;
  hn::Vec<DU> id, marks;
};

HWY_INLINE hn::Mask<DF> meets(const Row& row, const SweepList& t, std::size_t j) {
  const DF d;
  const auto marks = hn::And(row.marks, hn::LoadU(DU(), t.marks + j));
  const auto along0 = hn::Le(hn::LoadU(d, t.lower[0] + j), row.end0);
  const auto along1 = hn::And(hn::Le(hn::LoadU(d, t.lower[1] + j), row.upper1),
                              hn::Le(row.lower1, hn::LoadU(d, t.upper[1] + j)));
  const auto along2 = hn::And(hn::Le(hn::LoadU(d, t.lower[2] + j), row.upper2),
                              hn::Le(row.lower2, hn::LoadU(d, t.upper[2] + j)));
  const auto apart = hn::RebindMask(d, hn::Eq(marks, hn::Zero(DU())));
  return hn::And(hn::And(along0, apart), hn::And(along1, along2));
}

/// Pairs of `id` and `other`, as many as half of the lanes.
using DH = hn::Half<DU>;
HWY_INLINE void put_half(hn::Vec<DH> id, hn::Vec<DH> other, ProxyPair* out) {
  const hn::RepartitionToWide<DU> wide;
  const auto lower = hn::PromoteTo(wide, hn::Min(id, other));
  const auto higher = hn::ShiftLeft<32>(hn::PromoteTo(wide, hn::Max(id, other)));
  hn::StoreU(hn::Or(lower, higher), wide, reinterpret_cast<std::uint64_t*>(out));
}

// Compress in a register and store it whole: compressing stores are very slow on some machines.
HWY_INLINE ProxyPair* put(const Row& row, const SweepList& t, std::size_t j, hn::Mask<DF> met,
                          ProxyPair* out) {
  const DU d;
  const std::size_t count = hn::CountTrue(DF(), met), half = hn::Lanes(DH());
  const auto id = hn::Compress(hn::LoadU(d, t.id + j), hn::RebindMask(d, met));
  const auto other = hn::LowerHalf(DH(), row.id);
  put_half(hn::LowerHalf(DH(), id), other, out);
  if (HWY_UNLIKELY(count > half)) put_half(hn::UpperHalf(DH(), id), other, out + half);
  return out + count;
}

void sweep(SweepKind kind, const SweepList& rows, const SweepList& targets, SweepState& state) {
  const DF d;
  const std::size_t lanes = hn::Lanes(d);
  const auto write = [&](std::size_t i, std::size_t j, ProxyPair* out) HWY_ATTR {
    const float end = rows.upper[0][i];
    if (targets.lower[0][j] > end) return out;
    const Row row{hn::Set(d, end),
                  hn::Set(d, rows.lower[1][i]),
                  hn::Set(d, rows.upper[1][i]),
                  hn::Set(d, rows.lower[2][i]),
                  hn::Set(d, rows.upper[2][i]),
                  hn::Set(DU(), rows.id[i]),
                  hn::Set(DU(), rows.marks[i])};
    do {
      out = put(row, targets, j, meets(row, targets, j), out);
      j += lanes;
    } while (targets.lower[0][j] <= end);  // the padding ends it
    return out;
  };
  sweep_rows(kind, rows, targets, state, write);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace graze::inline GRAZE_ABI::pruning
HWY_AFTER_NAMESPACE();
#endif  // GRAZE_SIMD

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI::pruning {
namespace {

void sweep_plainly(SweepKind kind, const SweepList& rows, const SweepList& targets, SweepState& state) {
  const auto write = [&](std::size_t i, std::size_t first, ProxyPair* out) {
    const float end = rows.upper[0][i];
    const float lower1 = rows.lower[1][i], upper1 = rows.upper[1][i];
    const float lower2 = rows.lower[2][i], upper2 = rows.upper[2][i];
    const std::uint32_t id = rows.id[i], marks = rows.marks[i];
    for (std::size_t j = first; j < targets.count && targets.lower[0][j] <= end; ++j) {
      const bool is_met = targets.lower[1][j] <= upper1 && lower1 <= targets.upper[1][j] &&
                          targets.lower[2][j] <= upper2 && lower2 <= targets.upper[2][j] &&
                          (targets.marks[j] & marks) == 0;
      const std::uint32_t other = targets.id[j];
      *out = other < id ? ProxyPair{other, id} : ProxyPair{id, other};
      out += is_met;
    }
    return out;
  };
  sweep_rows(kind, rows, targets, state, write);
}

}  // namespace

Sweep plain_sweep() { return &sweep_plainly; }

#if defined(GRAZE_SIMD)
HWY_EXPORT(sweep);
Sweep best_sweep() {
  choose_simd_target();
  return HWY_DISPATCH_TABLE(sweep)[hwy::GetChosenTarget().GetIndex()];
}
#else
Sweep best_sweep() { return plain_sweep(); }
#endif

}  // namespace graze::inline GRAZE_ABI::pruning
#endif
