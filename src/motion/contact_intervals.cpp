// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/contact_intervals.h"

#include <algorithm>
#include <cmath>

#include "motion/pair.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/operands.h"

// An interval begins with a time of impact, and ends with the time of impact of the motion run backward from
// a later time at which the objects are apart. In between the signed distance is looked at: it changes no
// faster than the objects move past each other, so that a depth lasts for a known time. The worst moment is
// the minimum of a function of one variable with a bound on its slope [Piyavskii72].

namespace graze::inline GRAZE_ABI {
namespace {

// The fastest change of the signed distance of a pair, world units per unit of time.
double rate_of(const MovingPair& pair) {
  const Moving &a = pair.sides[0], &b = pair.sides[1];
  const double straight = length(a.velocity - b.velocity);
  double sum = straight;
  for (const Moving* m : {&a, &b}) {
    sum += m->strain + m->speed;
    // A plane that turns is as fast as it is far from its centre where the other shape is.
    const double arm =
        m->is_half_space() ? length(a.start - b.start) + straight + a.extent + b.extent : m->reach;
    sum += m->rate * arm;
  }
  return sum * (1 + 64 * kDoubleEpsilon) / pair.unit;
}

// By how much a separation may be off since placements are rounded to Real.
double blur_of(const MovingPair& pair) {
  double sum = sum_abs(pair.origin) * pair.unit;
  for (const Moving& m : pair.sides) sum += sum_abs(m.start) + sum_abs(m.velocity) + m.extent + m.speed;
  return 8 * double(kEpsilon) * sum / pair.unit;
}

class IntervalSearch {
 public:
  IntervalSearch(const MovingOperand& a, const MovingOperand& b, const MovingPair& pair,
                 const IntervalSettings& settings)
      : a_(a),
        b_(b),
        settings_(settings),
        rate_(rate_of(pair)),
        blur_(blur_of(pair)),
        target_(double(settings.motion.target)),
        tolerance_(double(settings.depth_tolerance) * pair.size / pair.unit),
        most_looks_(is_any_complex(a.at_start(), b.at_start()) ? 128 : 2048) {}

  ContactIntervals run(std::span<ContactInterval> out) {
    double t = 0;
    while (t <= 1) {
      ContactInterval interval;
      const double start = find_begin(t, interval);
      if (start > 1) break;
      t = follow(start, interval);
      if (result_.found < out.size()) {
        find_worst(interval);
        out[result_.found] = interval;
      }
      ++result_.found;
    }
    result_.written = out.first(std::min(result_.found, out.size()));
    return result_;
  }

 private:
  // The signed distance at one time.
  struct Look {
    double t = 0, lower = 0, upper = 0;
  };
  // Certain contact, as far as it was seen.
  struct Seen {
    double first = 2, last = -1;
    void add(double t) {
      first = std::min(first, t);
      last = std::max(last, t);
    }
    [[nodiscard]] bool any() const { return last >= first; }
  };

  Separation look(double t, Look& out) {
    ++result_.looks;
    const Affine at_a = a_.path.placement(Real(t)), at_b = b_.path.placement(Real(t));
    const Separation s = separation_of({a_.shape, &at_a, a_.margin}, {b_.shape, &at_b, b_.margin}, {});
    out = {t, double(s.lower) - blur_, double(s.upper) + blur_};
    return s;
  }

  // First contact on the way from one time to another, which may be before it.
  [[nodiscard]] TimeOfImpact impact(double from, double to) {
    const auto part = [&](const MovingOperand& o) {
      const Path path = PathAccess::part(o.path, from, to);
      return MovingOperand{o.shape, path, path.placement(0), o.margin};
    };
    MotionSettings settings = settings_.motion;
    const double tolerance = 0.5 * double(settings.time_tolerance) / std::max(std::abs(to - from), 1e-30);
    settings.time_tolerance = Real(std::clamp(tolerance, 4 * double(kEpsilon), 1.0));
    const TimeOfImpact r = impact_of(part(a_), part(b_), settings, 0, 1);
    result_.looks += r.iterations;
    if (r.status != Status::converged) result_.status = r.status;
    return r;
  }

  // Where contact begins that comes at or after a time; beyond 1: nowhere.
  double find_begin(double t, ContactInterval& out) {
    Look now;
    (void)look(t, now);
    double first = t;
    if (now.lower > target_) {
      if (t >= 1) return 2;
      const TimeOfImpact r = impact(t, 1);
      if (!r) return 2;
      first = t + (1 - t) * double(r.upper);
      out.begin_lower = round_down(t + (1 - t) * double(r.lower));
      if (r.hit == Hit::hit) seen_.add(first);
      if (r.starts_in_contact) first = t;
    } else {
      out.begin_lower = round_down(t);
    }
    return std::min(first, 1.0);
  }

  // Goes through contact from a time at which it is possible, to a time at which they are apart again; beyond
  // 1: there is none.
  double follow(double t, ContactInterval& out) {
    double last = t, after = 2;
    const double shortest = double(settings_.shortest_gap);
    for (Look now;;) {
      (void)look(t, now);
      if (now.lower > target_ && t > last && find_end(t, last, out)) {
        after = t;
        break;
      }
      if (now.upper < target_) seen_.add(t);
      last = t;
      if (t >= 1 || result_.status == Status::iteration_limit) {
        out.end_lower = out.end_upper = 1;
        break;
      }
      const double lasting = (target_ - now.upper) / rate_;
      if (lasting > 0) seen_.add(std::min(t + lasting, 1.0));
      t = rate_ > 0 ? std::min(t + std::max(lasting, shortest), 1.0) : 1;
    }
    if (seen_.any()) {
      out.hit = Hit::hit;
      out.begin_upper = std::max(round_up(seen_.first), out.begin_lower);
      out.end_lower = std::min(round_down(seen_.last), out.end_upper);
    } else {
      out.begin_upper = out.end_upper;
      out.end_lower = out.begin_lower;
    }
    seen_ = {};
    return after;
  }

  // The last contact before a time at which they are apart. False: they are too close then to tell.
  bool find_end(double t, double last, ContactInterval& out) {
    const TimeOfImpact r = impact(t, last);
    if (r.starts_in_contact) return false;
    const double until = r ? t + (last - t) * double(r.lower) : last;
    if (r.hit == Hit::hit) seen_.add(t + (last - t) * double(r.upper));
    out.end_upper = std::min(round_up(until), Real(1));
    return true;
  }

  // The least signed distance between two looks is not below where lines of the greatest slope from both
  // meet; there is the next look, until no part can be lower than the least that was seen by more than the
  // tolerance.
  void find_worst(ContactInterval& out) {
    constexpr int kMost = 64;
    struct Part {
      Look from, to;
    };
    Part parts[kMost];
    double least = kInfinite, bound = kInfinite;
    const auto see = [&](double t) {
      Look now;
      const Separation s = look(t, now);
      if (now.upper < least) {
        least = now.upper;
        out.worst = s;
        out.worst_time = Real(t);
      }
      return now;
    };
    const double begin = double(out.begin_lower), end = double(out.end_upper);
    const Look first = see(begin);
    if (!(end > begin)) {
      out.worst_bound = round_down(first.lower);
      return;
    }
    parts[0] = {first, see(end)};
    for (int count = 1, looks = 2; count > 0;) {
      const Part part = parts[--count];
      const auto lowest = [&](double x, double y) {
        return 0.5 * (x + y - rate_ * (part.to.t - part.from.t));
      };
      const double width = part.to.t - part.from.t, lower = lowest(part.from.lower, part.to.lower);
      const bool is_known = lowest(part.from.upper, part.to.upper) >= least - tolerance_ ||
                            width <= double(settings_.motion.time_tolerance);
      if (is_known || looks >= most_looks_ || count + 2 > kMost) {
        bound = std::min(bound, lower);
        continue;
      }
      const double aim = 0.5 * (part.from.t + part.to.t) + (part.from.upper - part.to.upper) / (2 * rate_);
      const Look middle = see(std::clamp(aim, part.from.t + 0.125 * width, part.to.t - 0.125 * width));
      ++looks;
      // The half that promises less is looked at first: what is found there spares looks in the other.
      Part halves[] = {{part.from, middle}, {middle, part.to}};
      if (part.from.upper < part.to.upper) std::swap(halves[0], halves[1]);
      parts[count++] = halves[0];
      parts[count++] = halves[1];
    }
    out.worst_bound = round_down(bound);
  }

  const MovingOperand &a_, &b_;
  const IntervalSettings& settings_;
  double rate_, blur_, target_, tolerance_;
  int most_looks_;
  Seen seen_;
  ContactIntervals result_;
};

}  // namespace

ContactIntervals contact_intervals(const Shape& a, const Path& path_a, Real margin_a, const Shape& b,
                                   const Path& path_b, Real margin_b, std::span<ContactInterval> out,
                                   const IntervalSettings& settings) {
  const MovingOperand first{&a.view(), path_a, path_a.placement(0), margin_a},
      second{&b.view(), path_b, path_b.placement(0), margin_b};
  const bool is_swapped = comes_later(first, second);
  const MovingOperand &of_a = is_swapped ? second : first, &of_b = is_swapped ? first : second;
  ContactIntervals r;
  MovingPair pair;
  const bool are_usable =
      settings.shortest_gap > 0 && settings.shortest_gap <= 1 && settings.depth_tolerance > 0;
  if (!are_usable || !are_answerable(of_a, of_b, settings.motion) || !make_moving_pair(of_a, of_b, pair)) {
    r.status = Status::invalid_argument;
    return r;
  }
  if (pair.sides[0].is_half_space() && pair.sides[1].is_half_space()) {
    r.status = Status::unbounded;
    return r;
  }
  r = IntervalSearch(of_a, of_b, pair, settings).run(out);
  if (is_swapped)
    for (ContactInterval& interval : r.written) interval.worst = mirrored(interval.worst);
  return r;
}

ContactIntervals contact_intervals(const Shape& a, const Path& path_a, const Shape& b, const Path& path_b,
                                   std::span<ContactInterval> out, const IntervalSettings& settings) {
  return contact_intervals(a, path_a, 0, b, path_b, 0, out, settings);
}

}  // namespace graze::inline GRAZE_ABI
