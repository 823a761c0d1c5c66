// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Motions from the bytes that the fuzzer invents.

#include <cmath>

#include "fuzz_input.h"
#include "graze/motion/path.h"
#include "graze/shape/bounds.h"
#include "support/expect.h"

namespace graze::test {

/// Any bits at all, or a place of moderate size.
inline Vec3 fuzz_vector(Bytes& bytes, bool is_wild) {
  if (is_wild) return {bytes.any(), bytes.any(), bytes.any()};
  return graze_vec(bytes.vector());
}

/// The caller's own: a turn about the world's origin, and a way.
struct FuzzMotion {
  Vec3 axis, way;
  double rate = 0;

  [[nodiscard]] static Pose pose(const void* context, Real time) {
    const auto& m = *static_cast<const FuzzMotion*>(context);
    const Vec3 axis = m.axis == Vec3{} ? Vec3{0, 0, 1} : m.axis;
    return {rotation_about(axis, Real(m.rate * double(time))), m.way * time};
  }
  /// With bounds that hold for `shape` as it is placed at the start, or higher ones, or such as make no
  /// sense.
  [[nodiscard]] Path path(Bytes& bytes, const Shape& shape, const Affine& from, bool is_wild) const {
    OwnMotion motion{&pose, this};
    const Aabb box = bounds(shape, from);
    const double reach = double(length(max(max(box.upper, -box.upper), max(box.lower, -box.lower))));
    const auto bound = [&](double least) {
      const Real x = is_wild ? bytes.any() : Real(0);
      return x >= 0 && double(x) < least ? Real(1.01 * least) : x;
    };
    motion.speed = bound(double(length(way)) + rate * reach);
    if (bytes.below(2) == 0) motion.acceleration = bound(rate * rate * reach);
    return Path::own(motion, from);
  }
};

/// A motion of an object: of any kind of path, with any numbers at all, or towards the other one.
inline Path fuzz_formula(Bytes& bytes, const Affine& from, const CheckInstance& other, bool is_wild) {
  switch (bytes.below(7)) {
    case 0:
      return Path(from);
    case 1:
      return Path::linear(from, fuzz_vector(bytes, is_wild));
    case 2:
      return Path::screw(from, fuzz_vector(bytes, is_wild), fuzz_vector(bytes, is_wild),
                         Real(bytes.moderate()), Real(bytes.moderate()));
    case 3:
      return Path::slerp(from, Affine(Pose(graze_vec(bytes.vector()))));
    case 5: {  // of similarities, scaled on the way
      const Mat3 turn = to_matrix(rotation_about(fuzz_vector(bytes, false), Real(bytes.moderate())));
      return Path::slerp(from, Affine(turn * Real(bytes.moderate()), graze_vec(bytes.vector())));
    }
    case 4: {
      const Instance end = graze_instance(fuzz_instance(bytes));
      return Path::entrywise(from, end.placement);
    }
    default:  // towards the other one
      return Path::turning(from, graze_vec(other.placement.translation) - from.translation(),
                           fuzz_vector(bytes, is_wild));
  }
}

/// Of any kind; a part of it, forwards or backwards, now and then. `own` must outlive the path.
inline Path fuzz_path(Bytes& bytes, const Instance& object, const CheckInstance& other, FuzzMotion& own) {
  const bool is_wild = bytes.below(8) == 0;
  Path path;
  if (bytes.below(6) == 0) {
    own = {graze_vec(bytes.vector()), graze_vec(bytes.vector()), std::abs(bytes.moderate())};
    path = own.path(bytes, object.shape, object.placement, is_wild);
  } else {
    path = fuzz_formula(bytes, object.placement, other, is_wild);
  }
  if (bytes.below(6) != 0) return path;
  return path.part(Real(bytes.byte()) / 255, Real(bytes.byte()) / 255);
}

}  // namespace graze::test
