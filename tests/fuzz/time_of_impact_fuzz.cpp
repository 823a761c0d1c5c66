// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Times of impact of any two objects on any paths. Overlap that separation() is certain of before `lower` is
// a missed contact; the mirrored question must have the same answer to the bit; any bits at all as motion
// must be survived.

#include <algorithm>
#include <cmath>

#include "fuzz_path.h"
#include "graze/motion/time_of_impact.h"
#include "graze/query/separation.h"
#include "support/expect.h"

namespace graze::test {
namespace {

struct Motion {
  const Instance &a, &b;
  const Path &of_a, &of_b;
};

void check_samples(const Motion& m, const TimeOfImpact& r, const CheckPair& pair) {
  const double end = r.hit == Hit::miss ? 1 : std::nexttoward(double(r.lower), 0.0L);
  for (int i = 0; i <= 12 && !r.starts_in_contact; ++i) {
    const double t = i < 8 ? end * i / 8 : end * (1 - std::pow(10.0, 8 - i));
    const Instance a{m.a.shape, m.of_a.placement(Real(t)), m.a.margin},
        b{m.b.shape, m.of_b.placement(Real(t)), m.b.margin};
    if (double(Real(t)) > end || !a.placement.is_valid() || !b.placement.is_valid()) continue;
    const Separation s = separation(a, b);
    const double way = double(m.of_a.travel(m.a.shape, 0, 1)) + double(m.of_b.travel(m.b.shape, 0, 1));
    const double size = double(length(a.placement.translation() - b.placement.translation())) + way -
                        std::min(double(s.lower), 0.0);
    if (s.status == Status::converged && double(s.upper) < -64 * double(kEpsilon) * size)
      fuzz_failure("overlaps at " + std::to_string(t) + ", lower " + std::to_string(double(r.lower)), pair);
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
  graze::MotionSettings settings;
  settings.max_iterations = 512;
  const graze::TimeOfImpact r = time_of_impact(a.shape, of_a, a.margin, b.shape, of_b, b.margin, settings),
                            m = time_of_impact(b.shape, of_b, b.margin, a.shape, of_a, a.margin, settings);
  if (!std::isfinite(r.lower) || !std::isfinite(r.upper) || !graze::is_finite(r.normal) ||
      !graze::is_finite(r.point))
    fuzz_failure("not finite", pair);
  if (!(r.lower >= 0 && r.lower <= r.upper && r.upper <= 1)) fuzz_failure("bounds out of order", pair);
  if (m.hit != r.hit || m.status != r.status || !is_same(m.lower, r.lower) || !is_same(m.upper, r.upper))
    fuzz_failure("not mirrored", pair);
  if (r.hit == graze::Hit::hit && r.upper - r.lower > settings.time_tolerance) fuzz_failure("wide", pair);
  if (r.status == graze::Status::converged) check_samples({a, b, of_a, of_b}, r, pair);
  return 0;
}
