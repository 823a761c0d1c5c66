// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "expectations.h"
#include "graze/query/ray_cast.h"

namespace hardcases {

Verdict check_ray(const HardCase& c, graze::Workspace& workspace) {
  Expectations expected(c);
  graze::QuerySettings settings;
  settings.workspace = &workspace;
  const graze::RayCast cast = graze::ray_cast(c.a, c.ray, settings);
  const double way = double(cast.parameter) * length(Expectations::Vec3d(c.ray.direction));
  expected.verdict.separation = way;
  expected.require(cast.status == graze::Status::converged,
                   std::string("status: ") + graze::to_string(cast.status));
  const bool should_hit = expected.yes_no("hit").value_or(true);
  expected.expect(bool(cast) == should_hit, std::string("got a ") + graze::to_string(cast.hit));
  if (!cast || !should_hit) return std::move(expected.verdict);
  expected.expect_point("point", cast.point);
  expected.expect_direction("normal", cast.normal);
  if (const auto distance = expected.number("distance")) expected.expect_near("distance", way, *distance);
  return std::move(expected.verdict);
}

}  // namespace hardcases
