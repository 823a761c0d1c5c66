// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/shape/primitives.h"
#include "math/exact.h"

namespace graze::inline GRAZE_ABI::primitive {

/// The hull of two balls seen by a point at (rho, y) in the half-plane through the axis: signed distance, and
/// the ball or the part of the side that is nearest. The side is a line with unit normal (c, s) in (rho, y),
/// tangent to both circles.
struct TaperedProfile {
  Enclosed distance;
  Enclosed rho, y;  // nearest point of the border
};

[[nodiscard]] inline TaperedProfile tapered_profile(const Vec3d& p, double bottom, double top, double half) {
  const Enclosed rho = sqrt(Enclosed(p.x) * Enclosed(p.x) + Enclosed(p.z) * Enclosed(p.z));
  const auto from_ball = [&](double centre, double radius) {
    const Enclosed up = Enclosed(p.y) - Enclosed(centre);
    const Enclosed way = sqrt(rho * rho + up * up);
    TaperedProfile r{way - Enclosed(radius), Enclosed(0), Enclosed(centre)};
    if (way.value.high > 0) {
      const Enclosed scale = Enclosed(radius) / way;
      r.rho = rho * scale;
      r.y = Enclosed(centre) + up * scale;
    } else {
      r.rho = Enclosed(radius);
    }
    return r;
  };
  const double height = half + half;
  const double large = bottom >= top ? bottom : top, small = bottom >= top ? top : bottom;
  const int sticks_out = sign_of([&](auto zero) {
    using T = decltype(zero);
    return T(height) - (T(large) - T(small));
  });
  if (sticks_out <= 0) return bottom >= top ? from_ball(-half, bottom) : from_ball(half, top);
  const Enclosed s = (Enclosed(bottom) - Enclosed(top)) / Enclosed(height);
  const Enclosed c = sqrt((Enclosed(1) - s) * (Enclosed(1) + s));
  const Enclosed up = Enclosed(p.y) + Enclosed(half);
  const Enclosed along = c * up - s * rho;
  if (along.value.high < 0) return from_ball(-half, bottom);
  if ((along - c * Enclosed(height)).value.high > 0) return from_ball(half, top);
  const Enclosed off = c * rho + s * up - Enclosed(bottom);
  return {off, rho - c * off, Enclosed(p.y) - s * off};
}

}  // namespace graze::inline GRAZE_ABI::primitive
