// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "graze/query/settings.h"
#include "hard_case.h"

namespace hardcases {

/// Findings about a case that was asked.
struct Verdict {
  int judged = 0;  // how many expectations there were
  double separation =
      0;  // what the library says; of a cast the time, of a hull its vertices, of a segment its length
  std::vector<std::string> failures;  // "what: got x, expected y"
};

/// Asks every query and compares with every expectation that the file states. Throws FormatError when an
/// expectation has the wrong type.
[[nodiscard]] Verdict check(const HardCase& c, graze::Workspace& workspace);

/// Findings about a shape_cast: hit, time, what it starts with, and the mirrored cast.
[[nodiscard]] Verdict check_cast(const HardCase& c, graze::Workspace& workspace);

/// Findings about the time of impact of such a case: as a cast, with b moving, and by the general search.
[[nodiscard]] Verdict check_motion(const HardCase& c);

/// Findings about the contacts of a pair: the depth of the deepest, the normals of all.
[[nodiscard]] Verdict check_contact(const HardCase& c, graze::Workspace& workspace);
/// Findings about a pair that counts as meeting when it is closer than a margin.
[[nodiscard]] Verdict check_margin(const HardCase& c, graze::Workspace& workspace);
/// Findings about the first point of a ray.
[[nodiscard]] Verdict check_ray(const HardCase& c, graze::Workspace& workspace);

/// Findings about a hull of points, and for the segment that two triangles have in common.
[[nodiscard]] Verdict check_hull(const HardCase& c);
[[nodiscard]] Verdict check_segment(const HardCase& c);

}  // namespace hardcases
