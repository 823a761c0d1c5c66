// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "report.h"

namespace chung_wang {

/// Three panels in one SVG file: within how many iterations tests of pairs that are apart are done, the same
/// of all tests (both at the vertex count of `at_500`), and the largest number against the vertex count.
[[nodiscard]] bool write_plot(const std::vector<Measured>& at_500, const std::vector<Measured>& by_vertices,
                              const std::string& path);

}  // namespace chung_wang
