// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// All times of contact of any two objects on any paths. Overlap that separation() is certain of at a time
// that is in no interval is a missed contact; intervals come in order, there is one when there is a time of
// impact, and the mirrored question has the same ones to the bit.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "fuzz_path.h"
#include "graze/motion/contact_intervals.h"

namespace graze::test {
namespace {

struct Motion {
  const Instance &a, &b;
  const Path &of_a, &of_b;
};

using Intervals = std::span<const ContactInterval>;

void check_order(Intervals found, const CheckPair& pair) {
  Real last = 0;
  for (const ContactInterval& x : found) {
    const bool is_ordered = x.begin_lower >= last && x.begin_lower <= x.begin_upper &&
                            x.begin_lower <= x.end_upper && x.end_lower <= x.end_upper && x.end_upper <= 1;
    if (!is_ordered) fuzz_failure("intervals out of order", pair);
    if (!(x.worst_time >= x.begin_lower && x.worst_time <= x.end_upper))
      fuzz_failure("the worst moment is not in its interval", pair);
    if (x.worst_bound > x.worst.upper) fuzz_failure("worse than its bound", pair);
    last = x.end_upper;
  }
}

void check_samples(const Motion& m, Intervals found, const CheckPair& pair) {
  const double way = double(m.of_a.travel(m.a.shape, 0, 1)) + double(m.of_b.travel(m.b.shape, 0, 1));
  for (int i = 0; i <= 16; ++i) {
    const Real t = Real(i) / 16;
    if (std::any_of(found.begin(), found.end(),
                    [t](const ContactInterval& x) { return x.begin_lower <= t && t <= x.end_upper; }))
      continue;
    const Instance a{m.a.shape, m.of_a.placement(t), m.a.margin},
        b{m.b.shape, m.of_b.placement(t), m.b.margin};
    if (!a.placement.is_valid() || !b.placement.is_valid()) continue;
    const Separation s = separation(a, b);
    const double size = double(length(a.placement.translation() - b.placement.translation())) + way -
                        std::min(double(s.lower), 0.0);
    if (s.status == Status::converged && double(s.upper) < -64 * double(kEpsilon) * size)
      fuzz_failure("overlaps outside of all intervals, at " + std::to_string(double(t)), pair);
  }
}

void check_mirrored(const ContactIntervals& r, const ContactIntervals& m, const CheckPair& pair) {
  if (r.status != m.status || r.found != m.found) fuzz_failure("not mirrored", pair);
  for (std::size_t i = 0; i < r.written.size(); ++i) {
    const ContactInterval &x = r.written[i], &y = m.written[i];
    if (x.hit != y.hit || !is_same(x.begin_lower, y.begin_lower) || !is_same(x.begin_upper, y.begin_upper) ||
        !is_same(x.end_lower, y.end_lower) || !is_same(x.end_upper, y.end_upper))
      fuzz_failure("not mirrored", pair);
  }
}

}  // namespace
}  // namespace graze::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::test;
  using graze::Path;
  Bytes bytes(data, size);
  const CheckPair pair{fuzz_instance(bytes), fuzz_instance(bytes)};
  const graze::Instance a = graze_instance(pair.a), b = graze_instance(pair.b);
  if (!a.shape.is_valid() || !b.shape.is_valid() || !a.placement.is_valid() || !b.placement.is_valid())
    return 0;
  FuzzMotion own_a, own_b;
  const Path of_a = fuzz_path(bytes, a, pair.b, own_a), of_b = fuzz_path(bytes, b, pair.a, own_b);
  graze::IntervalSettings settings;
  settings.motion.max_iterations = 256;
  settings.motion.target = bytes.below(4) == 0 ? graze::Real(bytes.size()) : 0;
  settings.shortest_gap = graze::Real(0.03125);
  settings.depth_tolerance = graze::Real(0.125);
  std::array<graze::ContactInterval, 40> found, again;
  const graze::ContactIntervals r =
      contact_intervals(a.shape, of_a, a.margin, b.shape, of_b, b.margin, found, settings);
  const graze::ContactIntervals m =
      contact_intervals(b.shape, of_b, b.margin, a.shape, of_a, a.margin, again, settings);
  check_mirrored(r, m, pair);
  const graze::TimeOfImpact first =
      time_of_impact(a.shape, of_a, a.margin, b.shape, of_b, b.margin, settings.motion);
  const bool is_any_certain =
      std::any_of(r.written.begin(), r.written.end(), [](const auto& x) { return x.hit == graze::Hit::hit; });
  const bool are_done = first.status == graze::Status::converged && r.status == graze::Status::converged;
  if (are_done && first.hit == graze::Hit::hit && r.written.empty())
    fuzz_failure("contact without an interval", pair);
  if (are_done && !first && is_any_certain) fuzz_failure("an interval without contact", pair);
  check_order(r.written, pair);
  if (r.status == graze::Status::converged && r.found == r.written.size())
    check_samples({a, b, of_a, of_b}, r.written, pair);
  return 0;
}
