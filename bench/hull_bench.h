// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "groups.h"

namespace bench {

/// Corners of the hull of points x, y, z, x, y, z, ... by Qhull; -1 when it gave up.
[[nodiscard]] int qhull_vertex_count(std::vector<double>& coordinates);

/// The rows of the group about pairs of hulls, in convex_bench.cpp.
void add_hull_pairs(const Selection& selection, TimedRows& rows);
void check_hull_pairs(const Selection& selection, std::FILE* out);

/// Cost of a support against the number of vertices, for every way to find it, as lines of comma-separated
/// values; bench/support_plot.py draws them.
int write_support_costs(const std::string& path);

}  // namespace bench
