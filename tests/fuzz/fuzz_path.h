// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Motions from the bytes that the fuzzer invents.

#include "fuzz_input.h"
#include "graze/motion/path.h"
#include "support/expect.h"

namespace graze::test {

/// Any bits at all, or a place of moderate size.
inline Vec3 fuzz_vector(Bytes& bytes, bool is_wild) {
  if (is_wild) return {bytes.any(), bytes.any(), bytes.any()};
  return graze_vec(bytes.vector());
}

/// A motion of an object: of any kind of path, with any numbers at all, or towards the other one.
inline Path fuzz_path(Bytes& bytes, const Affine& from, const CheckInstance& other) {
  const bool is_wild = bytes.below(8) == 0;
  switch (bytes.below(6)) {
    case 0:
      return Path(from);
    case 1:
      return Path::linear(from, fuzz_vector(bytes, is_wild));
    case 2:
      return Path::screw(from, fuzz_vector(bytes, is_wild), fuzz_vector(bytes, is_wild),
                         Real(bytes.moderate()), Real(bytes.moderate()));
    case 3:
      return Path::slerp(from, Affine(Pose(graze_vec(bytes.vector()))));
    case 4: {
      const Instance end = graze_instance(fuzz_instance(bytes));
      return Path::entrywise(from, end.placement);
    }
    default:  // towards the other one
      return Path::turning(from, graze_vec(other.placement.translation) - from.translation(),
                           fuzz_vector(bytes, is_wild));
  }
}

}  // namespace graze::test
