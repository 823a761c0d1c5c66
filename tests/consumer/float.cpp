// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <graze/graze.h>

#include <type_traits>

static_assert(std::is_same_v<graze::Real, float>, "linking graze::graze chooses this precision");

double gap_in_float() {
  const graze::Version version = graze::library_version();
  if (version.major != GRAZE_VERSION_MAJOR || version.minor != GRAZE_VERSION_MINOR) return -1;
  const graze::Instance a{graze::Sphere{1}, graze::Affine{graze::Vec3{0, 0, 0}}};
  const graze::Instance b{graze::Sphere{2}, graze::Affine{graze::Vec3{10, 0, 0}}};
  return graze::distance(a, b).upper;
}
