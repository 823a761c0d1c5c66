// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/math/affine.h"

#include <algorithm>

#include "math/linear_map.h"
#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {
namespace {

using Mat3d = BasicMat3<double>;

// A linear part whose unit columns span less than this volume is flat as far as double can tell.
constexpr double kSingular = 16 * kDoubleEpsilon;

bool is_singular(const Mat3d& linear) {
  const Mat3d unit{normalized(linear.columns[0]), normalized(linear.columns[1]),
                   normalized(linear.columns[2])};
  for (const Vec3d& column : linear.columns)
    if (!(max_abs(column) > 0)) return true;
  return !(std::abs(determinant(unit)) > kSingular);
}

}  // namespace

// With G = LᵀL and s² = trace(G) / 3, the singular values of L / s are the roots of the eigenvalues of I + E,
// E = G / s² - I; each differs from 1 by at most |E| when |E| < 1/2. The Frobenius norm bounds |E|.
Conformity conformity(const Mat3d& linear) {
  const Vec3d &x = linear.columns[0], &y = linear.columns[1], &z = linear.columns[2];
  const double xx = dot(x, x), yy = dot(y, y), zz = dot(z, z), sum = xx + yy + zz;
  if (!(sum > 0x1p-200 && sum < 0x1p200)) {  // squares of extreme entries need scaling first
    int exponent = 0;
    (void)std::frexp(std::max({max_abs(x), max_abs(y), max_abs(z)}), &exponent);
    exponent = std::clamp(exponent, -1000, 1000);
    Conformity c = conformity(linear * std::ldexp(1.0, -exponent));
    c.scale = std::ldexp(c.scale, exponent);
    return c;
  }
  const double s2 = sum / 3;
  const double xy = dot(x, y), yz = dot(y, z), zx = dot(z, x);
  const Vec3d diagonal{xx - s2, yy - s2, zz - s2}, off{xy, yz, zx};
  const double norm = std::sqrt(dot(diagonal, diagonal) + 2 * dot(off, off)) / s2;
  return {std::sqrt(s2), norm > 0 ? norm + 8 * kDoubleEpsilon : 0};
}

namespace {

template <class T>
Result<Affine> from_column_major(std::span<const T, 16> m) {
  if (!(m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1))
    return Error{ErrorCode::unsupported, "matrix: the last row is not 0 0 0 1"};
  const auto r = [&](int i) { return static_cast<Real>(m[static_cast<std::size_t>(i)]); };
  return make_affine(Mat3{{r(0), r(1), r(2)}, {r(4), r(5), r(6)}, {r(8), r(9), r(10)}},
                     {r(12), r(13), r(14)});
}

template <class T>
void into_column_major(const Affine& placement, std::span<T, 16> out) {
  for (int c = 0; c < 4; ++c) {
    const Vec3& v = c < 3 ? placement.linear().columns[c] : placement.translation();
    for (int r = 0; r < 3; ++r) out[static_cast<std::size_t>(4 * c + r)] = static_cast<T>(v[r]);
    out[static_cast<std::size_t>(4 * c + 3)] = static_cast<T>(c == 3 ? 1 : 0);
  }
}

}  // namespace

Affine::Affine(const Mat3& linear, const Vec3& translation) noexcept
    : linear_(linear), translation_(translation) {
  const Mat3d m(linear);
  // Zero times a number that is not finite is NaN, and NaN stays: one comparison looks at all twelve.
  Vec3 zero = translation * Real(0);
  for (const Vec3& column : linear.columns) zero += column * Real(0);
  const bool is_all_finite = zero.x + zero.y + zero.z == 0;
  if (!is_all_finite || !(max_abs(m.columns[0]) > 0)) {
    kind_ = Kind::invalid;
    return;
  }
  const Conformity c = conformity(m);
  scale_ = static_cast<Real>(c.scale);
  const double rounding = sizeof(Real) == 4 ? std::abs(c.scale - double(scale_)) / c.scale : 0;
  defect_ = round_up(c.defect + rounding);
  if (defect_ <= kSimilarityDefect) {
    kind_ = std::abs(scale_ - 1) <= kSimilarityDefect ? Kind::rigid : Kind::similarity;
  } else {
    kind_ = is_singular(m) ? Kind::invalid : Kind::general;
  }
}

Result<Affine> make_affine(const Mat3& linear, const Vec3& translation) {
  for (const Vec3& column : linear.columns)
    if (!is_finite(column)) return Error{ErrorCode::not_finite, "placement: the linear part is not finite"};
  if (!is_finite(translation))
    return Error{ErrorCode::not_finite, "placement: the translation is not finite"};
  const Affine affine(linear, translation);
  if (!affine.is_valid()) return Error{ErrorCode::singular, "placement: the linear part is singular"};
  return affine;
}

Result<Affine> make_affine(std::span<const float, 16> column_major) {
  return from_column_major(column_major);
}
Result<Affine> make_affine(std::span<const double, 16> column_major) {
  return from_column_major(column_major);
}

void to_column_major(const Affine& placement, std::span<float, 16> out) noexcept {
  into_column_major(placement, out);
}
void to_column_major(const Affine& placement, std::span<double, 16> out) noexcept {
  into_column_major(placement, out);
}

Affine inverse(const Affine& placement) noexcept {
  const Mat3d m = balanced_inverse(Mat3d(placement.linear()));
  return {Mat3(m), Vec3(-(m * Vec3d(placement.translation())))};
}

Affine relative(const Affine& world_from_a, const Affine& world_from_b) noexcept {
  const Mat3d m = balanced_inverse(Mat3d(world_from_a.linear()));
  const Vec3d offset = Vec3d(world_from_b.translation()) - Vec3d(world_from_a.translation());
  return {Mat3(m * Mat3d(world_from_b.linear())), Vec3(m * offset)};
}

}  // namespace graze::inline GRAZE_ABI
