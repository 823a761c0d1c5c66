// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Linear casts of any two objects. Bounds are judged on the swept set by the checker, which shares no code
// with the kernels; the mirrored cast must be the same to the bit; any bits at all as translation must be
// survived.

#include "fuzz_input.h"
#include "support/expect.h"
#include "support/sweep.h"

namespace graze::test {
namespace {

void check_wild(Bytes& bytes, const Instance& a, const Instance& b, const CheckPair& pair) {
  const Vec3 way{bytes.any(), bytes.any(), bytes.any()};
  const ShapeCast c = shape_cast(a, way, b);
  if (!is_finite(way) && c.status != Status::invalid_argument) fuzz_failure("not refused", pair);
  if (!is_finite(c.time) || !is_finite(c.upper) || !is_finite(c.normal) || !is_finite(c.point))
    fuzz_failure("not finite", pair);
  if (!(c.time >= 0 && c.time <= c.upper && c.upper <= 1)) fuzz_failure("bounds out of order", pair);
}

void check_mirrored(const ShapeCast& c, const ShapeCast& m, const CheckPair& pair) {
  const bool is_mirrored = c.hit == m.hit && c.status == m.status && is_same(c.time, m.time) &&
                           is_same(c.upper, m.upper) && is_same(c.normal, -m.normal) &&
                           is_same(c.local_a, m.local_b) && is_same(c.local_b, m.local_a);
  if (!is_mirrored) fuzz_failure("the mirrored cast differs", pair);
}

bool is_quality(
    const std::string& message) {  // true, but not as good as asked: counted by the property tests
  for (const char* kind : {"too far up", "outside of its object", "touching, but"})
    if (message.find(kind) != std::string::npos) return true;
  return false;
}

}  // namespace
}  // namespace graze::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::test;
  Bytes bytes(data, size);
  const bool is_wild = bytes.below(8) == 0;
  const CheckPair pair{fuzz_instance(bytes), fuzz_instance(bytes)};
  const graze::Instance a = graze_instance(pair.a), b = graze_instance(pair.b);
  if (!a.shape.is_valid() || !b.shape.is_valid() || !a.placement.is_valid() || !b.placement.is_valid())
    return 0;
  if (is_wild) {
    check_wild(bytes, a, b, pair);
    return 0;
  }
  const V3d way =
      bytes.below(2) == 0
          ? rounded((pair.b.placement.translation - pair.a.placement.translation) * bytes.positive())
          : bytes.vector();
  const graze::ShapeCast c = shape_cast(a, graze_vec(way), b);
  // Equal operands are one and the same call in both orders, and different trees may make equal shapes.
  if (!(a.placement == b.placement) || a.margin != b.margin)
    check_mirrored(c, shape_cast(b, -graze_vec(way), a), pair);
  const CastBars bars = sizeof(graze::Real) == 4 ? CastBars{1e-6, 1e-6} : CastBars{1e-10, 1e-13};
  const std::string wrong = judge_cast(pair, way, c, bars);
  if (!wrong.empty() && !is_quality(wrong)) fuzz_failure(wrong + " " + replay_way(way), pair);
  return 0;
}
