// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/bounds/aabb_forms.h"

#include "math/outward.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

Enclosed sum(Real a, Real b) { return Enclosed(double(a)) + Enclosed(double(b)); }

/// Sign of a + b + c + d.
int sign_of_sum(Real a, Real b, Real c, Real d) {
  return sign_of([&](auto zero) {
    using T = decltype(zero);
    return T(double(a)) + T(double(b)) + T(double(c)) + T(double(d));
  });
}

}  // namespace

AabbWidths to_widths(const Aabb& box) noexcept {
  AabbWidths r{box.lower, {}};
  for (int i = 0; i < 3; ++i) r.widths[i] = upper_real(sum(box.upper[i], -box.lower[i]));
  return r;
}

AabbCentre to_centre(const Aabb& box) noexcept {
  AabbCentre r{centre(box), {}};
  for (int i = 0; i < 3; ++i)
    r.radii[i] =
        std::max(upper_real(sum(box.upper[i], -r.centre[i])), upper_real(sum(r.centre[i], -box.lower[i])));
  return r;
}

Aabb to_aabb(const AabbWidths& box) noexcept {
  Aabb r{box.lower, {}};
  for (int i = 0; i < 3; ++i) r.upper[i] = upper_real(sum(box.lower[i], box.widths[i]));
  return r;
}

Aabb to_aabb(const AabbCentre& box) noexcept {
  Aabb r;
  for (int i = 0; i < 3; ++i) {
    r.lower[i] = lower_real(sum(box.centre[i], -box.radii[i]));
    r.upper[i] = upper_real(sum(box.centre[i], box.radii[i]));
  }
  return r;
}

bool overlaps(const AabbWidths& a, const AabbWidths& b) noexcept {
  for (int i = 0; i < 3; ++i)
    if (sign_of_sum(a.lower[i], -b.lower[i], -b.widths[i], 0) > 0 ||
        sign_of_sum(b.lower[i], -a.lower[i], -a.widths[i], 0) > 0)
      return false;
  return true;
}

bool overlaps(const AabbCentre& a, const AabbCentre& b) noexcept {
  for (int i = 0; i < 3; ++i)
    if (sign_of_sum(a.centre[i], -b.centre[i], -a.radii[i], -b.radii[i]) > 0 ||
        sign_of_sum(b.centre[i], -a.centre[i], -a.radii[i], -b.radii[i]) > 0)
      return false;
  return true;
}

bool contains(const AabbWidths& box, const Vec3& p) noexcept { return overlaps(box, AabbWidths{p, {}}); }
bool contains(const AabbCentre& box, const Vec3& p) noexcept { return overlaps(box, AabbCentre{p, {}}); }

}  // namespace graze::inline GRAZE_ABI::primitive
