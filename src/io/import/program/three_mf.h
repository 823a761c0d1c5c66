// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "graze/math/real.h"

namespace graze::inline GRAZE_ABI::io::import {

/// Parts of a 3MF file that assimp does not tell.
struct ThreeMf {
  Real metres_per_unit = 0.001;    ///< millimetres where the file does not say
  std::string required_extension;  ///< name of one that the file cannot do without and that holds geometry
};

[[nodiscard]] ThreeMf look_into_3mf(std::string_view bytes);

}  // namespace graze::inline GRAZE_ABI::io::import
