// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Rays at any object, by closed form or by search. Bounds are judged on the segment that the ray has passed,
// by the checker, which shares no code with the kernels; any bits at all as a ray must be survived.

#include "fuzz_input.h"
#include "support/sweep.h"

namespace graze::test {
namespace {

void check_wild(Bytes& bytes, const Instance& b, const CheckPair& pair) {
  const Ray ray{
      {bytes.any(), bytes.any(), bytes.any()}, {bytes.any(), bytes.any(), bytes.any()}, bytes.any()};
  const RayCast c = ray_cast(b, ray);
  const bool is_usable = is_finite(ray.origin) && is_finite(ray.direction) && ray.max_t >= 0;
  if (!is_usable && c.status != Status::invalid_argument) fuzz_failure("not refused", pair);
  if (std::isnan(c.parameter) || std::isnan(c.upper) || std::isnan(c.error) || !is_finite(c.normal))
    fuzz_failure("not a number", pair);
  if (!(c.lower >= 0 && c.lower <= c.parameter && c.parameter <= c.upper)) fuzz_failure("out of order", pair);
}

bool is_quality(
    const std::string& message) {  // true, but not as good as asked: counted by the property tests
  return message.find("too far up") != std::string::npos ||
         message.find("touching, but") != std::string::npos;
}

}  // namespace
}  // namespace graze::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::test;
  Bytes bytes(data, size);
  const bool is_wild = bytes.below(8) == 0;
  CheckPair pair;
  pair.b = fuzz_instance(bytes);
  pair.a.shape = check_point({0, 0, 0});
  pair.a.placement.translation = bytes.vector();
  const graze::Instance b = graze_instance(pair.b);
  if (!b.shape.is_valid() || !b.placement.is_valid()) return 0;
  if (is_wild) {
    check_wild(bytes, b, pair);
    return 0;
  }
  const V3d& origin = pair.a.placement.translation;
  const V3d way = bytes.below(2) == 0 ? rounded((pair.b.placement.translation - origin) * bytes.positive())
                                      : bytes.vector();
  const graze::RayCast c = ray_cast(b, {graze_vec(origin), graze_vec(way), graze::Real(1)});
  const CastBars bars = sizeof(graze::Real) == 4 ? CastBars{1e-6, 1e-6} : CastBars{1e-10, 1e-13};
  const std::string wrong = judge_ray(pair, way, c, bars);
  if (!wrong.empty() && !is_quality(wrong)) fuzz_failure(wrong + " " + replay_way(way), pair);
  return 0;
}
