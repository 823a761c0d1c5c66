// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <array>

#include "check/support.h"
#include "faults/failures.h"

namespace graze::check_tests {
namespace {

// Meshes, groups, a moved box and a sheet that deforms: every allocation of a check fails once, and nothing
// but std::bad_alloc comes out; asked again it answers as if nothing had happened.
TEST(CheckFaults, RunningOutOfMemoryIsBadAllocAndLeavesNothingBehind) {
  const auto data = read(
      "DEF a Group { children [ Shape { geometry Box { } } Shape { geometry IndexedFaceSet { coord "
      "Coordinate { point [ 0 0 "
      "0, 1 0 0, 0 1 0, 0 0 3 ] } coordIndex [ 0 2 1 -1 0 1 3 -1 0 3 2 -1 1 2 3 ] } } ] }\n"
      "DEF b Transform { children Shape { geometry Sphere { radius 0.5 } } }\n"
      "DEF s Shape { geometry IndexedFaceSet { coord DEF p Coordinate { point [ 0 5 0, 0 5 1, 1 5 1 ] } "
      "coordIndex [ 0 1 2 ] "
      "} }\n"
      "DEF clock TimeSensor { loop TRUE cycleInterval 1 }\n"
      "DEF way PositionInterpolator { key [ 0 1 ] keyValue [ 9 0 0, 1.2 0 0 ] }\n"
      "DEF fall CoordinateInterpolator { key [ 0 1 ] keyValue [ 0 5 0, 0 5 1, 1 5 1, 0 1 0, 0 1 1, 1 1 1 ] "
      "}\n"
      "ROUTE clock.fraction_changed TO way.set_fraction\nROUTE way.value_changed TO b.set_translation\n"
      "ROUTE clock.fraction_changed TO fall.set_fraction\nROUTE fall.value_changed TO p.set_point\n");
  const check::SceneUse use{data.get(), "test.wrl", "", {}, 0, {}};
  const int failed = test::expect_no_trace([&](test::FailurePlan& plan) {
    std::array<Real, 4> seen{};
    check::Objects objects;
    plan.run([&] {
      Result<check::Objects> made = check::make_objects({&use, 1});
      if (made) objects = std::move(*made);
    });
    for (const bool is_moving : {false, true})
      plan.run([&] {
        check::Job job;
        job.fps = 2;
        if (is_moving) job.time = {0, 0.9};
        const Result<check::Report> report = check::run(objects, job);
        const std::size_t at = is_moving ? 2 : 0;
        seen[at] = report ? Real(report->findings.size()) : -1;
        seen[at + 1] = report && !report->findings.empty() ? report->findings[0].lower : 0;
      });
    return seen;
  });
  EXPECT_GT(failed, 100);
}

}  // namespace
}  // namespace graze::check_tests
