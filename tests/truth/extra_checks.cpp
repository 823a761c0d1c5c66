// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "evaluate.h"

namespace truth {
namespace {

using graze::Contact;
using graze::Status;
using graze::Vec3;

/// How (b, a) must answer, given (a, b). For one and the same operand on both sides the normal is a fixed
/// choice, so that nothing is swapped.
enum class Mirror { swapped, identical };

Vec3 mirrored(const Vec3& direction, Mirror mirror) {
  return mirror == Mirror::swapped ? -direction : direction;
}

template <class Answer>
bool is_mirrored_pair(const Answer& ab, const Answer& ba, Mirror mirror) {
  const bool points = mirror == Mirror::swapped ? ab.point_a == ba.point_b && ab.point_b == ba.point_a &&
                                                      ab.local_a == ba.local_b && ab.local_b == ba.local_a
                                                : ab.point_a == ba.point_a && ab.point_b == ba.point_b &&
                                                      ab.local_a == ba.local_a && ab.local_b == ba.local_b;
  return points && ba.normal == mirrored(ab.normal, mirror) && ab.lower == ba.lower && ab.upper == ba.upper &&
         ab.iterations == ba.iterations && ab.contact == ba.contact && ab.status == ba.status;
}

bool is_mirrored_point(const graze::CommonPoint& ab, const graze::CommonPoint& ba, Mirror mirror) {
  const bool locals = mirror == Mirror::swapped ? ab.local_a == ba.local_b && ab.local_b == ba.local_a
                                                : ab.local_a == ba.local_a && ab.local_b == ba.local_b;
  return locals && ab.found == ba.found && ab.contact == ba.contact && ab.status == ba.status &&
         ab.iterations == ba.iterations && ab.point == ba.point;
}

bool is_mirrored_decision(const graze::Intersection& ab, const graze::Intersection& ba, Mirror mirror) {
  const bool is_axis = ab.contact == Contact::apart;
  return ab.contact == ba.contact && ab.status == ba.status && ab.iterations == ba.iterations &&
         ba.witness == (is_axis ? mirrored(ab.witness, mirror) : ab.witness);
}

/// Whether the library is given the same set twice. Two quaternions may mean one rotation, so that the
/// rounded placements are compared, not the words of the file.
bool is_same_set(const Trial& t) {
  return is_same(*t.c.a.shape, *t.c.b.shape) && t.c.a.margin == t.c.b.margin &&
         graze::Mat3(t.a.placement.linear) == graze::Mat3(t.b.placement.linear) &&
         Vec3(t.a.placement.origin) == Vec3(t.b.placement.origin);
}

void judge_order(Trial& t) {
  const Answers &ab = t.outcome.forward, &ba = t.outcome.mirrored;
  const Mirror mirror = is_same_set(t) ? Mirror::identical : Mirror::swapped;
  if (!is_mirrored_pair(ab.distance, ba.distance, mirror)) {
    t.charge(Charge::order, "distance (b, a)", double(ba.distance.upper), double(ab.distance.upper));
  }
  if (!is_mirrored_point(ab.common_point, ba.common_point, mirror)) {
    t.charge(Charge::order, "common point (b, a)", ba.common_point.found, ab.common_point.found);
  }
  if (!is_mirrored_pair(ab.penetration, ba.penetration, mirror)) {
    t.charge(Charge::order, "penetration (b, a)", double(ba.penetration.upper), double(ab.penetration.upper));
  }
  if (!is_mirrored_decision(ab.intersection, ba.intersection, mirror)) {
    t.charge(Charge::order, "intersects (b, a)", bool(ba.intersection), bool(ab.intersection));
  }
  if (!is_mirrored_pair(ab.separation, ba.separation, mirror)) {
    t.charge(Charge::order, "separation (b, a)", double(ba.separation.lower), double(ab.separation.lower));
  }
}

/// The bounds enclose the truth, up to two units in the last place of the world coordinates and what the
/// file's placements lose when they are rounded to Real before the library sees them.
void judge_bounds(Trial& t) {
  const double slack =
      t.c.error + 2 * double(graze::kEpsilon) * t.c.scale + placement_rounding(t.a) + placement_rounding(t.b);
  const auto check = [&](const char* query, double lower, double upper, double truth) {
    if (!(lower <= truth + slack)) t.charge(Charge::bounds, std::string(query) + " lower", lower, truth);
    if (!(upper >= truth - slack)) t.charge(Charge::bounds, std::string(query) + " upper", upper, truth);
  };
  const Answers& r = t.outcome.forward;
  const double truth = t.c.separation;
  check("distance", double(r.distance.lower), double(r.distance.upper), std::max(truth, 0.0));
  check("penetration", double(r.penetration.lower), double(r.penetration.upper), std::max(-truth, 0.0));
  check("separation", double(r.separation.lower), double(r.separation.upper), truth);
}

/// An axis that is said to separate does so, up to the band.
void judge_axis(Trial& t, const char* query, const Vec3& axis) {
  const WideVec n = graze::normalized(WideVec(axis)), centre = t.a.placement.origin;
  const double overlap = double(t.a.extent(n, centre) + t.b.extent(-n, centre));
  if (!(length(axis) > 0) || !(overlap <= t.band)) {
    t.charge(Charge::extra, std::string(query) + ": overlap along the separating axis", overlap,
             -t.c.separation);
  }
}

void judge_intersection(Trial& t) {
  const graze::Intersection& r = t.outcome.forward.intersection;
  if (!graze::is_finite(r.witness)) {
    t.charge(Charge::nan, "intersects: the witness is not finite", 0, t.c.separation);
  }
  if (t.is_contradiction(bool(r))) return t.charge(Charge::extra, "intersects", bool(r), t.c.separation);
  if (!r) return judge_axis(t, "intersects", r.witness);
  const WideVec p(r.witness);
  const double out = std::max(outside(t.a, p, t.c.size), outside(t.b, p, t.c.size));
  if (!(out <= t.witness_tolerance())) t.charge(Charge::extra, "intersects: common point outside by", out, 0);
}

void judge_status(Trial& t, const char* query, Status status) {
  // iteration_limit says that rounding kept the bounds apart; what they are worth is judged elsewhere.
  if (status != Status::converged && status != Status::bound_loose && status != Status::iteration_limit) {
    t.charge(Charge::extra, std::string(query) + " status " + graze::to_string(status), double(status), 0);
  }
}

void judge_separation(Trial& t) {
  const graze::Separation& r = t.outcome.forward.separation;
  const bool finite = graze::is_finite(r.normal) && graze::is_finite(r.point_a) &&
                      graze::is_finite(r.point_b) && graze::is_finite(r.local_a) &&
                      graze::is_finite(r.local_b);
  if (!finite) t.charge(Charge::nan, "separation is not finite", double(r.upper), t.c.separation);
  if (t.is_contradiction(r.contact != Contact::apart)) {
    t.charge(Charge::extra, "separation contact", r.contact != Contact::apart, t.c.separation);
  }
  // The bound that a plane proves: the distance of apart pairs from above, the depth of others from above
  // too.
  const double value = double(r.contact == Contact::apart ? r.upper : r.lower);
  const double tolerance = t.bars.accuracy * (std::abs(t.c.separation) + t.margins) + t.band;
  if (!(t.error_of(value, t.c.separation) <= tolerance)) {
    t.charge(Charge::extra, "separation", value, t.c.separation);
  }
}

}  // namespace

void judge_extras(Trial& t) {
  const Answers& r = t.outcome.forward;
  judge_bounds(t);
  judge_order(t);
  judge_status(t, "distance", r.distance.status);
  judge_status(t, "common_point", r.common_point.status);
  judge_status(t, "penetration", r.penetration.status);
  judge_status(t, "intersects", r.intersection.status);
  judge_status(t, "separation", r.separation.status);
  if (r.distance.contact == Contact::apart) judge_axis(t, "distance", r.distance.normal);
  judge_intersection(t);
  judge_separation(t);
}

}  // namespace truth
