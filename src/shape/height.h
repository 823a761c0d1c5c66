// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/shape/shape.h"

namespace graze::inline GRAZE_ABI {

/// Calls use(height) for a shape without a block: height(x, y, z) is its support function, the largest
/// p · (x, y, z), in whatever numbers it is asked. Does nothing for half-spaces and invalid shapes.
template <class Use>
void with_height(const ShapeView& shape, Use use) {
  using std::abs, std::max, std::sqrt;
  const Real* const v = shape.values;
  const double a = double(v[0]), b = double(v[1]), c = double(v[2]);
  const auto norm = [](const auto& x, const auto& y, const auto& z) { return sqrt(x * x + y * y + z * z); };
  const auto across = [](const auto& x, const auto& z) { return sqrt(x * x + z * z); };
  switch (shape.kind) {
    case ShapeKind::point:
      return use([=](const auto& x, const auto& y, const auto& z) { return x * a + y * b + z * c; });
    case ShapeKind::segment:
      return use([=](const auto& x, const auto& y, const auto& z) {
        return max(x * a + y * b + z * c, x * double(v[3]) + y * double(v[4]) + z * double(v[5]));
      });
    case ShapeKind::box:
      return use(
          [=](const auto& x, const auto& y, const auto& z) { return a * abs(x) + b * abs(y) + c * abs(z); });
    case ShapeKind::sphere:
      return use([=](const auto& x, const auto& y, const auto& z) { return a * norm(x, y, z); });
    case ShapeKind::capsule:
      return use([=](const auto& x, const auto& y, const auto& z) { return a * norm(x, y, z) + b * abs(y); });
    case ShapeKind::ellipsoid:
      return use([=](const auto& x, const auto& y, const auto& z) { return norm(a * x, b * y, c * z); });
    case ShapeKind::tapered_capsule:
      return use([=](const auto& x, const auto& y, const auto& z) {
        const auto length = norm(x, y, z);
        return max(b * length + c * y, a * length - c * y);
      });
    case ShapeKind::cylinder:
      return use([=](const auto& x, const auto& y, const auto& z) { return a * across(x, z) + b * abs(y); });
    case ShapeKind::cone:
      return use(
          [=](const auto& x, const auto& y, const auto& z) { return max(b * y, a * across(x, z) - b * y); });
    case ShapeKind::tapered_cylinder:
      return use([=](const auto& x, const auto& y, const auto& z) {
        return max(b * across(x, z) + c * y, a * across(x, z) - c * y);
      });
    default:
      break;
  }
}

}  // namespace graze::inline GRAZE_ABI
