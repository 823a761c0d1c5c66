// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "checker.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "operand.h"

namespace graze::test {

std::string text(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}

namespace {

struct Extent {
  double largest = 0, reach = 0;
};

Extent extent_of(const CheckInstance& instance) {
  if (find_half_space(instance.shape))  // its plane's nearest point; the other object has the size
    return {1e300,
            length(instance.placement.translation) + norm_of(instance.placement) * magnitude(instance.shape)};
  const Operand<double> operand(instance, {0, 0, 0}, Strip::margin);
  const V3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Extent e;
  for (const V3d& axis : axes) {
    const double up = operand.value(axis) + instance.margin, down = operand.value(-axis) + instance.margin;
    e.largest = std::max(e.largest, up + down);
    const double at = dot(axis, instance.placement.translation);
    e.reach = std::max({e.reach, std::abs(up), std::abs(down), std::abs(up - at), std::abs(down + at)});
  }
  return e;
}

}  // namespace

PairSizes sizes_of(const CheckPair& pair) {
  const Extent a = extent_of(pair.a), b = extent_of(pair.b);
  PairSizes sizes;
  sizes.scale = std::max(a.reach, b.reach);
  sizes.size = std::min(a.largest, b.largest);
  if (sizes.size <= 0) sizes.size = std::max(a.largest, b.largest);
  if (sizes.size >= 1e300) sizes.size = 0;  // a point and a half-space
  sizes.margins = pair.a.margin + pair.b.margin;
  return sizes;
}

Checker::Checker(const CheckPair& pair, const Tolerance& tolerance, const Effort& effort)
    : pair_(pair),
      tolerance_(tolerance),
      sizes_(sizes_of(pair)),
      witness_tolerance_(tolerance.witness * sizes_.size + tolerance.band * sizes_.scale),
      is_polyhedral_(sizes_.margins <= 0 && test::is_polyhedral(pair.a.shape) &&
                     test::is_polyhedral(pair.b.shape)),
      referee_(pair, effort) {}

double Checker::accuracy(double value) const {
  return tolerance_.relative_error * (std::abs(value) + sizes_.margins) + tolerance_.band * sizes_.scale;
}

double Checker::leftover(double value) const {
  return 2 * tolerance_.witness * (std::abs(value) + sizes_.margins) + tolerance_.band * sizes_.scale;
}

namespace {

/// Collects what is violated. After the first violation the rest of an answer is not worth judging.
class Findings {
 public:
  explicit Findings(Checker& checker) : checker_(checker), referee_(checker.referee()) {}

  /// "what x then y", put together only if it is needed.
  bool expect(bool condition, const char* what, std::optional<double> x = {}, const char* then = "",
              std::optional<double> y = {}) {
    if (condition || !report.ok) return report.ok;
    report.ok = false;
    report.message = std::string(what) + (x ? " " + text(*x) : "") + then + (y ? " " + text(*y) : "");
    return false;
  }
  bool expect(Verdict v, const char* what, double x, const char* then) {
    if (v == Verdict::unclear) ++report.unclear;
    return expect(v != Verdict::fails, what, x, then);
  }
  bool expect_about(Verdict v, const char* what, double x) {
    if (expect(v, what, x, "")) return true;
    const auto [least, most] = referee_.known();
    report.message += " (known: from " + text(least) + " to " + text(most) + ")";
    return false;
  }

  bool finite(std::initializer_list<Real> values, std::initializer_list<Vec3> vectors) {
    bool all = true;
    for (const Real x : values) all = all && std::isfinite(x);
    for (const Vec3& v : vectors) all = all && is_finite(v);
    return expect(all, "a value is NaN or infinite");
  }
  bool answered(Status status) {
    return expect(status != Status::invalid_argument && status != Status::unbounded,
                  "a valid pair was refused");
  }
  bool unit(const Vec3& n) {
    const V3d d = exact(n);
    const bool is_unit = std::abs(dot(d, d) - 1) <= 8 * double(kEpsilon);
    if (!expect(is_unit, "the normal is not unit: length squared", dot(d, d))) return false;
    if (const auto only = referee_.only_axis())
      return expect(length(*only - d) <= 8 * double(kEpsilon), "the normal is not that of the half-space");
    return true;
  }
  bool ordered(Real lower, Real upper) {
    return expect(lower <= upper, "bounds crossed: lower", lower, " above upper", upper);
  }
  /// `upper` is within the accuracy of the truth. Separations: of a and b apart, the upper bound is that of
  /// two points; else the lower one is that of a plane, minus an upper bound of the depth.
  bool upper_is_good(double upper, const V3d& axis) {
    return at_least(upper - checker_.accuracy(upper), axis,
                    "the upper bound is too far up: the separation is below");
  }
  bool lower_is_good(double lower, const V3d& axis) {
    return at_most(lower + checker_.accuracy(lower), axis,
                   "the lower bound is too far down: the separation is above");
  }
  /// As good as the status says. Converged bounds that are closer than the accuracy need no proof.
  enum class Value { distance, depth };
  void close(Value value, Status status, double lower, double upper, const V3d& axis) {
    if (status != Status::converged && status != Status::bound_loose) return;
    if (upper - lower <= checker_.accuracy(upper)) return;
    const bool is_converged = status == Status::converged;
    if (is_converged || value == Value::distance) upper_is_good(upper, axis);
    if (is_converged || value == Value::depth) lower_is_good(lower, axis);
  }

  bool at_least(double x, const V3d& axis, const char* what) {
    return report.ok && expect_about(referee_.separation_at_least(x, axis), what, x);
  }
  bool at_most(double x, const V3d& axis, const char* what) {
    return report.ok && expect_about(referee_.separation_at_most(x, axis), what, x);
  }

  /// Statement of the contact state about the separation.
  void contact(Contact state, const V3d& axis) {
    const double band = checker_.band();
    if (state == Contact::apart) at_least(0, axis, "apart, but the separation is not above");
    if (state == Contact::overlapping) at_most(0, axis, "overlapping, but the separation is above");
    if (state != Contact::touching) return;
    at_most(band, axis, "touching, but the distance is above the band of");
    at_least(-band, axis, "touching, but the depth is above the band: the separation is below");
  }

  /// A unit axis separates as it was rounded; or, where the gap is smaller than that rounding, up to it, and
  /// the pair is apart all the same.
  void separates(const V3d& n, const char* what) {
    if (referee_.move_parts(n, 0)) return;
    expect(referee_.move_parts(n, double(kEpsilon) * checker_.sizes().scale), what);
    at_least(0, n, "apart, but the separation is not above");
  }

  void inside(const CheckInstance& object, const Vec3& p, const char* what) {
    if (!report.ok) return;
    expect(is_within(object, exact(p), checker_.witness_tolerance()), what, checker_.witness_tolerance(),
           " outside of its object");
  }
  /// The local point is the world point.
  void same(const CheckInstance& object, const Vec3& local, const Vec3& world, const char* what) {
    const Map<long double> map(object.placement);
    const auto offset = map.point(V3<long double>(exact(local))) - V3<long double>(exact(world));
    expect(double(length(offset)) <= checker_.witness_tolerance(), what, double(length(offset)));
  }
  /// Moving b by n times x leaves at most what separating translations may leave: the normal is rounded.
  void parted(const V3d& n, double x, const char* what) {
    expect(referee_.move_separates(n, x + checker_.leftover(x)), what);
  }
  /// b - a is `value` times the normal, up to what the witnesses and the bounds leave open. On curved
  /// objects, a value known to within e leaves points open to within a root of e sideways; there only the
  /// height counts.
  void spans(const Vec3& a, const Vec3& b, const Vec3& normal, double value, double width) {
    const V3d off = exact(b) - exact(a) - exact(normal) * value;
    const double most = 2 * checker_.witness_tolerance() + width + checker_.accuracy(value);
    const double amount = checker_.is_polyhedral() ? length(off) : std::abs(dot(off, exact(normal)));
    expect(amount <= most, "the witnesses do not span the value: off by", amount, ", allowed", most);
  }

  CheckReport report;

 private:
  Checker& checker_;
  Referee& referee_;
};

template <class Answer>
void check_witnesses(const CheckPair& pair, const Answer& r, Findings& f) {
  f.inside(pair.a, r.point_a, "point_a is more than");
  f.inside(pair.b, r.point_b, "point_b is more than");
  f.same(pair.a, r.local_a, r.point_a, "local_a is not the world point: off by");
  f.same(pair.b, r.local_b, r.point_b, "local_b is not the world point: off by");
}

template <class Answer>
bool is_sound(const Answer& r, Findings& f) {
  return f.finite({r.lower, r.upper}, {r.normal, r.point_a, r.point_b, r.local_a, r.local_b}) &&
         f.answered(r.status) && f.ordered(r.lower, r.upper);
}

}  // namespace

CheckReport Checker::check(const Distance& d) {
  Findings f(*this);
  if (!is_sound(d, f)) return f.report;
  const V3d n = exact(d.normal);
  f.expect(d.lower >= 0, "a distance below zero");
  if (d.contact == Contact::apart) {
    f.unit(d.normal);
    f.separates(n, "apart, but the plane across the normal does not separate");
  } else {
    f.expect(d.lower == 0, "not apart, but the lower bound is above zero");
    f.contact(d.contact, n);
  }
  if (d.lower > 0) f.at_least(d.lower, n, "the distance is below the lower bound");
  f.at_most(d.upper, n, "the distance is above the upper bound");
  f.close(Findings::Value::distance, d.status, d.lower, d.upper, n);
  check_witnesses(pair_, d, f);
  if (d.status != Status::beyond_threshold) {
    const double span = length(exact(d.point_b) - exact(d.point_a));
    const double most = 2 * witness_tolerance_ + accuracy(d.upper) + (double(d.upper) - double(d.lower));
    f.expect(std::abs(span - double(d.upper)) <= most, "the distance of the witnesses is", span,
             ", the upper bound", d.upper);
  }
  return f.report;
}

CheckReport Checker::check(const Penetration& p) {
  Findings f(*this);
  if (!is_sound(p, f)) return f.report;
  const V3d n = exact(p.normal);
  f.expect(p.lower >= 0, "a depth below zero");
  f.contact(p.contact, n);
  if (p.contact == Contact::apart) {
    f.expect(p.upper == 0, "apart, but the depth is above zero");
    return f.report;
  }
  if (!f.unit(p.normal)) return f.report;
  f.parted(n, p.upper, "moving b by normal times upper leaves an overlap");
  f.at_least(-double(p.upper), n, "the depth is above the upper bound: the separation is below");
  if (p.lower > 0)
    f.at_most(-double(p.lower), n, "the depth is below the lower bound: the separation is above");
  f.close(Findings::Value::depth, p.status, -double(p.upper), -double(p.lower), n);
  check_witnesses(pair_, p, f);
  f.spans(p.point_a, p.point_b, p.normal, -double(p.upper), double(p.upper) - double(p.lower));
  return f.report;
}

CheckReport Checker::check(const Separation& s) {
  Findings f(*this);
  if (!is_sound(s, f) || !f.unit(s.normal)) return f.report;
  const V3d n = exact(s.normal);
  if (s.contact == Contact::apart)
    f.separates(n, "apart, but the plane across the normal does not separate");
  else
    f.contact(s.contact, n);
  f.at_least(s.lower, n, "the separation is below the lower bound");
  f.at_most(s.upper, n, "the separation is above the upper bound");
  f.parted(n, -double(s.lower), "moving b by normal times -lower leaves an overlap");
  f.close(s.lower > 0 ? Findings::Value::distance : Findings::Value::depth, s.status, s.lower, s.upper, n);
  check_witnesses(pair_, s, f);
  const double value = s.lower > 0 ? double(s.upper) : double(s.lower);
  f.spans(s.point_a, s.point_b, s.normal, value, double(s.upper) - double(s.lower));
  return f.report;
}

CheckReport Checker::check(const Intersection& i) {
  Findings f(*this);
  if (!f.finite({}, {i.witness}) || !f.answered(i.status)) return f.report;
  if (i.contact == Contact::apart) {
    f.unit(i.witness);
    f.separates(exact(i.witness), "apart, but the axis does not separate");
    return f.report;
  }
  f.contact(i.contact, {0, 0, 0});
  f.inside(pair_.a, i.witness, "the common point is, of a, more than");
  f.inside(pair_.b, i.witness, "the common point is, of b, more than");
  return f.report;
}

CheckReport Checker::check(const CommonPoint& c) {
  Findings f(*this);
  if (!f.finite({}, {c.point, c.local_a, c.local_b}) || !f.answered(c.status)) return f.report;
  f.expect(c.found == (c.contact != Contact::apart), "found and contact contradict each other");
  f.contact(c.contact, {0, 0, 0});
  if (!c.found) return f.report;
  f.inside(pair_.a, c.point, "the common point is, of a, more than");
  f.inside(pair_.b, c.point, "the common point is, of b, more than");
  f.same(pair_.a, c.local_a, c.point, "local_a is not the world point: off by");
  f.same(pair_.b, c.local_b, c.point, "local_b is not the world point: off by");
  return f.report;
}

}  // namespace graze::test
