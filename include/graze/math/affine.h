// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "graze/base/result.h"
#include "graze/math/pose.h"

namespace graze::inline GRAZE_ABI {

/// Any nonsingular placement: p -> linear * p + translation (rotation, scale, shear, mirror). It looks at its
/// linear part once, when it is made, and knows what it is: queries read that and never guess.
class Affine {
 public:
  enum class Kind : std::uint8_t {
    invalid,     ///< not finite or singular; every query refuses it
    general,     ///< balls become ellipsoids
    similarity,  ///< rotation or mirror with one scale, but for rounding: balls stay balls
    rigid,       ///< a similarity of scale 1, but for rounding
  };

  constexpr Affine() = default;
  /// Unchecked: a linear part that is not finite or singular makes kind() `invalid`. See make_affine().
  GRAZE_API Affine(const Mat3& linear, const Vec3& translation) noexcept;
  /// A rigid placement; the rotation is taken as it is, and measured as every other linear part.
  Affine(const Pose& pose) noexcept : Affine(pose.rotation, pose.translation) {}
  /// A rotation, then a translation.
  Affine(const Quat& rotation, const Vec3& translation) noexcept : Affine(to_matrix(rotation), translation) {}
  /// A translation.
  Affine(const Vec3& translation) noexcept : Affine(Mat3{}, translation) {}

  /// The linear part: columns are the images of the axes.
  [[nodiscard]] const Mat3& linear() const { return linear_; }
  /// Image of the local origin, in world units.
  [[nodiscard]] const Vec3& translation() const { return translation_; }
  /// Class of the linear part, found out when the placement was made.
  [[nodiscard]] Kind kind() const { return kind_; }
  /// Whether queries accept it: finite and nonsingular.
  [[nodiscard]] bool is_valid() const { return kind_ != Kind::invalid; }
  /// Whether lengths are kept, but for rounding; mirrors are rigid, too.
  [[nodiscard]] bool is_rigid() const { return kind_ == Kind::rigid; }
  /// Length by which a similarity scales: the mean length of the columns.
  [[nodiscard]] Real scale() const { return scale_; }
  /// How far linear() is from scale() times an orthonormal matrix: a ball of radius r is mapped between the
  /// balls of radius r scale() (1 - defect()) and r scale() (1 + defect()). Accounted for in the bounds of
  /// every query.
  [[nodiscard]] Real defect() const { return defect_; }

  friend Vec3 operator*(const Affine& m, const Vec3& p) { return m.linear_ * p + m.translation_; }
  friend Affine operator*(const Affine& a, const Affine& b) {
    return {a.linear_ * b.linear_, a * b.translation_};
  }
  friend bool operator==(const Affine& a, const Affine& b) {
    return a.linear_ == b.linear_ && a.translation_ == b.translation_;
  }

 private:
  Mat3 linear_;
  Vec3 translation_;
  Real scale_ = 1;
  Real defect_ = 0;
  Kind kind_ = Kind::rigid;
};

/// Checked: refuses NaN, infinity and singular linear parts.
[[nodiscard]] GRAZE_API Result<Affine> make_affine(const Mat3& linear, const Vec3& translation);
/// From a column-major 4 x 4 matrix, as OpenGL, glm, Eigen and SOLID keep it. The last row must be 0 0 0 1.
[[nodiscard]] GRAZE_API Result<Affine> make_affine(std::span<const float, 16> column_major);
/// From a column-major 4 x 4 matrix of doubles, rounded to Real. The last row must be 0 0 0 1.
[[nodiscard]] GRAZE_API Result<Affine> make_affine(std::span<const double, 16> column_major);
/// Into a column-major 4 x 4 matrix.
GRAZE_API void to_column_major(const Affine& placement, std::span<float, 16> out) noexcept;
/// Into a column-major 4 x 4 matrix of doubles.
GRAZE_API void to_column_major(const Affine& placement, std::span<double, 16> out) noexcept;

/// Inverse placement. Precondition: is_valid().
[[nodiscard]] GRAZE_API Affine inverse(const Affine& placement) noexcept;
/// The placement of b seen from a; origins are subtracted before anything rounds. Precondition:
/// world_from_a.is_valid().
[[nodiscard]] GRAZE_API Affine relative(const Affine& world_from_a, const Affine& world_from_b) noexcept;

}  // namespace graze::inline GRAZE_ABI
