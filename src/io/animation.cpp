// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "graze/io/animation.h"

#include <algorithm>
#include <cmath>

namespace graze::inline GRAZE_ABI::io {
namespace {

// Constant angular speed along the shorter arc [Shoemake85]; neighbours closer than rounding allows are
// blended.
void slerp(const Real* a, const Real* b, Real t, Real* out) {
  Real cosine = 0;
  for (int i = 0; i < 4; ++i) cosine += a[i] * b[i];
  const Real sign = cosine < 0 ? Real(-1) : Real(1);
  const Real angle = std::acos(std::min(Real(1), cosine * sign));
  const Real sine = std::sin(angle);
  Real from = 1 - t, to = t;
  if (sine > Real(1e-9)) {
    from = std::sin((1 - t) * angle) / sine;
    to = std::sin(t * angle) / sine;
  }
  for (int i = 0; i < 4; ++i) out[i] = from * a[i] + to * sign * b[i];
}

// Hermite's polynomial through the values of two keys, h apart, with their slopes. n numbers each.
void cubic(const Real* before, const Real* after, std::size_t n, Real t, Real h, Real* out) {
  const Real *value = before + n, *leaves = before + 2 * n, *arrives = after, *next = after + n;
  const Real t2 = t * t, t3 = t2 * t;
  for (std::size_t c = 0; c < n; ++c)
    out[c] = value[c] * (2 * t3 - 3 * t2 + 1) + leaves[c] * (h * (t3 - 2 * t2 + t)) +
             next[c] * (3 * t2 - 2 * t3) + arrives[c] * (h * (t3 - t2));
}

}  // namespace

std::optional<Real> clock_output(const Clock& clock, Real time) noexcept {
  if (!clock.is_running || !(time >= clock.start)) return std::nullopt;
  const Real elapsed = std::min(time, std::max(clock.stop, clock.start)) - clock.start;
  const Real unit = clock.in_seconds ? clock.cycle : Real(1);
  if (!clock.is_loop) return elapsed >= clock.cycle ? unit : elapsed / clock.cycle * unit;
  const Real rest = std::fmod(elapsed, clock.cycle);
  return rest == 0 && elapsed > 0 ? unit : rest / clock.cycle * unit;
}

void sample(const Track& track, Real key, Real* out) noexcept {
  const std::size_t n = track.components, last = track.keys.size() - 1;
  const bool is_cubic = track.interpolation == Interpolation::cubic;
  const auto value = [&](std::size_t i) { return track.values.data() + i * n * (is_cubic ? 3 : 1); };
  const auto copy = [&](std::size_t i) { std::copy_n(value(i) + (is_cubic ? n : 0), n, out); };
  if (!(key > track.keys[0])) return copy(0);
  if (key >= track.keys[last]) return copy(last);
  const auto next = std::upper_bound(track.keys.begin(), track.keys.end(), key);
  const auto i = static_cast<std::size_t>(next - track.keys.begin());
  if (track.interpolation == Interpolation::step) return copy(i - 1);
  const Real h = track.keys[i] - track.keys[i - 1], t = (key - track.keys[i - 1]) / h;
  const Real *a = value(i - 1), *b = value(i);
  if (is_cubic) return cubic(a, b, n, t, h, out);
  if (track.interpolation == Interpolation::slerp) return slerp(a, b, t, out);
  for (std::size_t c = 0; c < n; ++c) out[c] = a[c] + (b[c] - a[c]) * t;
}

}  // namespace graze::inline GRAZE_ABI::io
