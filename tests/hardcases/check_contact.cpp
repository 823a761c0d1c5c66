// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "expectations.h"
#include "graze/query/contact_manifolds.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"

// Contact sets, and pairs that meet within a margin.

namespace hardcases {
namespace {

using graze::ContactManifold;
using graze::ContactSet;

// Calls use(set) for every contact set of the pair.
template <class Use>
graze::Status visit_sets(const HardCase& c, const graze::ContactSettings& settings, Use use) {
  if (graze::is_complex(c.a.shape.kind()) || graze::is_complex(c.b.shape.kind()))
    return graze::visit_contact_manifolds(
        c.a, c.b, [&](const ContactManifold& m) { return use(m.set), true; }, settings);
  const ContactSet set = graze::contacts(c.a, c.b, settings);
  if (set.count > 0) use(set);
  return set.status;
}

}  // namespace

Verdict check_contact(const HardCase& c, graze::Workspace& workspace) {
  Expectations expected(c);
  const double depth = expected.number("depth").value_or(0);
  graze::ContactSettings settings;
  settings.prediction = graze::Real(std::max(0.0, -depth) + expected.tolerance());
  settings.workspace = &workspace;
  bool is_any = false;
  double deepest = 0;
  const graze::Status status = visit_sets(c, settings, [&](const ContactSet& set) {
    for (const graze::ContactPoint& p : set.span())
      deepest = is_any ? std::max(deepest, -double(p.gap)) : -double(p.gap), is_any = true;
    expected.expect_direction("normal", set.normal);
  });
  expected.verdict.separation = deepest;
  expected.require(status == graze::Status::converged || status == graze::Status::bound_loose,
                   std::string("status: ") + graze::to_string(status));
  if (const auto meets = expected.yes_no("intersect"))
    expected.expect(is_any == *meets || (is_any && deepest <= expected.band()), "whether there are contacts");
  if (!expected.number("depth") && !c.expected.contains("normal")) return std::move(expected.verdict);
  expected.expect(is_any, "no contacts");
  if (is_any && expected.number("depth")) expected.expect_near("depth", deepest, depth);
  return std::move(expected.verdict);
}

Verdict check_margin(const HardCase& c, graze::Workspace& workspace) {
  Expectations expected(c);
  const auto margin = expected.number("margin");
  const auto collide = expected.yes_no("collide");
  if (!margin || !collide) throw FormatError(c.id + ": 'margin' or 'collide' is missing");
  graze::QuerySettings settings;
  settings.workspace = &workspace;
  const graze::Distance distance = graze::distance(c.a, c.b, settings);
  expected.verdict.separation = double(distance.upper);
  expected.require(distance.status == graze::Status::converged, "status of the distance");
  graze::Instance grown = c.a;
  grown.margin = graze::Real(*margin);
  const graze::Intersection meeting = graze::intersects(grown, c.b, settings);
  expected.require(meeting.status == graze::Status::converged, "status of intersects");
  const bool is_close_call = std::abs(double(distance.upper) - *margin) <= expected.tolerance();
  const char* should = *collide ? "closer than the margin" : "no closer than the margin";
  expected.expect(is_close_call || (double(distance.upper) < *margin) == *collide,
                  std::string("distance: not ") + should);
  expected.expect(is_close_call || bool(meeting) == *collide, std::string("intersects: not ") + should);
  return std::move(expected.verdict);
}

}  // namespace hardcases
