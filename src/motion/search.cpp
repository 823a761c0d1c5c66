// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "motion/search.h"

#include "kernel/gjk/iterate.h"
#include "motion/axis.h"

// Looks at the pair at times of its own choosing: GJK finds the nearest points there, and an axis between
// them; along that axis the gap is followed forward until it may close (axis.h), and there the pair is looked
// at again. The axis turns so that the faces, edges or vertices that are nearest stay nearest to first order:
// then the gap along it differs from the distance by the square of the step, and so does the next step.

namespace graze::inline GRAZE_ABI {
namespace {

class ImpactSearch {
 public:
  ImpactSearch(const Moving& a, const Moving& b, const ImpactTask& task) : a_(a), b_(b), task_(task) {}

  void run(Impact& out);

 private:
  enum class Seen : std::uint8_t { apart, close, inside };

  struct Source {
    const Moving &a, &b;
    const Stance &at_a, &at_b;
    void support_against(const Vec3d& v, gjk::Simplex& s, int slot) const {
      s.a[slot] = a.support(at_a, -v, s.index_a[slot]);
      s.b[slot] = b.support(at_b, v, s.index_b[slot]);
    }
  };

  Seen look(double t);
  Seen look_at_plane();
  void start_search(gjk::Search& search);
  [[nodiscard]] bool is_proved_inside(const gjk::Search& search) const;
  [[nodiscard]] bool is_overlapping();
  [[nodiscard]] double gap_along(const Vec3d& n, double t);
  [[nodiscard]] bool level_axis(double t, TurningAxis& axis, double& closing) const;
  [[nodiscard]] Closing choose_axis(double t, double gap, TurningAxis& axis, double& duration) const;
  void advance();
  void follow_known_axis();
  bool confirm(double probe);
  void reach(double t, const TurningAxis& axis) {
    if (!(t > clear_)) return;
    clear_ = t;
    if (!b_.is_half_space()) last_axis_ = axis;
  }
  // At clear_, or where it was last looked at: read by few.
  [[nodiscard]] Vec3d normal() const { return last_axis_.rate == 0 ? last_axis_.n : last_axis_.at(clear_); }
  void set_normal(const Vec3d& n) {
    last_axis_.n = n;
    last_axis_.rate = 0;
  }
  void graze(Impact& out);
  void miss(Impact& out) const {
    out.iterations += count_;
    out.normal = normal();
  }
  void place(double t) {
    at_a_ = a_.stand(t);
    at_b_ = b_.stand(t);
  }
  // Where the centre of its turn is, of the caller's own motion the origin of its pose.
  [[nodiscard]] static Vec3d centre_of(const Moving& m, double t) {
    return m.own.pose != nullptr ? m.stand(t).translation : m.start + m.velocity * t;
  }
  // Along an axis that turns by `rate`, from t on.
  [[nodiscard]] Closing closing_turning(double rate, double t, double duration) const {
    return closing_while_turning(rate, length(centre_of(b_, t) - centre_of(a_, t)), duration, a_, b_);
  }
  [[nodiscard]] Vec3d plane_normal() const { return -(at_b_.linear * b_.plane_normal); }

  const Moving &a_, &b_;
  const ImpactTask& task_;
  Stance at_a_, at_b_;     // at the time that was last asked about
  gjk::Search search_;     // at the time that was last looked at
  TurningAxis last_axis_;  // from a to b; the last that separated
  double gap_ = 0;         // along it at the last look, certain
  Vec3d points_[2];        // nearest points of the cores there
  double clear_ = 0;       // nothing touches before
  bool is_near_ = false;   // whether a time within the tolerance may be too late already
  int count_ = 0;
};

// Starts at the vertices of the last search, or against its axis.
void ImpactSearch::start_search(gjk::Search& search) {
  gjk::Simplex& s = search.simplex;
  const bool is_known = max_abs(last_axis_.n) > 0;
  if (is_known && a_.has_vertices && b_.has_vertices && s.count > 0 && s.count < 4) {
    for (int i = 0; i < s.count; ++i) {
      const int slot = s.slots[i];
      s.a[slot] = a_.vertex(at_a_, s.index_a[slot]);
      s.b[slot] = b_.vertex(at_b_, s.index_b[slot]);
      s.w[slot] = s.a[slot] - s.b[slot];
    }
    gjk::Nearest nearest;
    double inner = 0;
    (void)gjk::find_nearest(s, nearest, inner);
    gjk::keep_face(s, nearest);
    search.v = nearest.v;
    if (nearest.vv > task_.error * task_.error) return;
  }
  s.count = 0;
  search.v = is_known ? -normal() : at_a_.translation - at_b_.translation;
  if (!(max_abs(search.v) > task_.error)) search.v = {1, 0, 0};
}

// Within the balls by points that are means of support points, whatever their weights are worth.
bool ImpactSearch::is_proved_inside(const gjk::Search& search) const {
  if (search.outcome == gjk::Outcome::inside) return search.inner + task_.radius > 2 * task_.error;
  const gjk::Simplex& s = search.simplex;
  for (int i = 0; i < s.count; ++i)
    if (!(s.lambda[i] >= 0)) return false;
  return length(gjk::combine(s, s.a) - gjk::combine(s, s.b)) + 2 * task_.error < task_.radius;
}

ImpactSearch::Seen ImpactSearch::look_at_plane() {
  const Vec3d n = plane_normal();
  std::uint32_t index = 0;
  const Vec3d lowest = a_.support(at_a_, n, index);
  const double height = dot(n, at_b_.linear * b_.plane_foot + at_b_.translation - lowest) - task_.radius;
  set_normal(n);
  gap_ = height - task_.error;
  points_[0] = lowest;
  points_[1] = lowest + n * (height + task_.radius);
  return gap_ > 0 ? Seen::apart : height + task_.error < 0 ? Seen::inside : Seen::close;
}

ImpactSearch::Seen ImpactSearch::look(double t) {
  place(t);
  ++count_;
  if (b_.is_half_space()) return look_at_plane();
  gjk::Stop stop;
  stop.error = task_.error;
  stop.radius = task_.radius;
  stop.relative = 0x1p-7;
  stop.meet_below = task_.radius > 0 ? task_.radius - 4 * task_.error : -1;
  stop.max_iterations = 128;
  start_search(search_);
  search_.count = 0;
  gjk::iterate(Source{a_, b_, at_a_, at_b_}, stop, search_);
  gap_ = search_.lower - task_.error - task_.radius;
  const gjk::Simplex& s = search_.simplex;
  points_[0] = gjk::combine(s, s.a);
  points_[1] = gjk::combine(s, s.b);
  if (gap_ > 0) {
    set_normal(-search_.axis);
    return Seen::apart;
  }
  return is_proved_inside(search_) || is_overlapping() ? Seen::inside : Seen::close;
}

// Where GJK ends on a face, edge or vertex of its simplex, as it does between shapes that are aligned: axes
// of boxes and small hulls, or the expanding polytope.
bool ImpactSearch::is_overlapping() {
  Pair pair;
  const Moving* const sides[] = {&a_, &b_};
  const Stance* const stances[] = {&at_a_, &at_b_};
  pair.first = 0;
  pair.unit = 1;
  pair.error = task_.error;
  pair.radius = task_.radius;
  pair.margins = 0;
  pair.size = length(at_b_.translation - at_a_.translation);
  for (int i = 0; i < 2; ++i) {
    Core& core = pair.cores[i];
    core = sides[i]->core;
    core.linear = stances[i]->linear * core.linear;
    core.translation = stances[i]->linear * core.translation + stances[i]->translation;
    pair.size += sides[i]->extent + core.radius;
  }
  const bool is_curved = pair.cores[0].is_curved() || pair.cores[1].is_curved();
  Answer answer;
  solve(pair, is_curved ? Goal::intersects : Goal::penetration, {}, answer);
  if (!(answer.contact == Contact::overlapping && answer.upper < -task_.error)) return false;
  points_[0] = points_[1] = answer.common;
  if (task_.radius > 0) {
    points_[0] -= normal() * sides[0]->core.radius;
    points_[1] += normal() * sides[1]->core.radius;
  }
  return true;
}

// A lower bound on the gap; the stances become those of that time.
double ImpactSearch::gap_along(const Vec3d& n, double t) {
  place(t);
  ++count_;
  const Vec3d axis = b_.is_half_space() ? plane_normal() : n;
  std::uint32_t index = 0;
  return dot(axis, b_.support(at_b_, -axis, index) - a_.support(at_a_, axis, index)) - task_.radius -
         task_.error;
}

// Turns the axis so that the vertices w_i = a_i - b_i of the simplex, which are level along it now, stay so:
// n' . (w_i - w_0) = -n . (w_i - w_0)', the shortest such n'. For a face it turns with its body; for two
// edges with both. Features much smaller than the shapes count for less, as what a simplex finds on a curved
// surface. `closing`: how fast the gap closes by it. False: nothing to follow.
bool ImpactSearch::level_axis(double t, TurningAxis& axis, double& closing) const {
  const gjk::Simplex& s = search_.simplex;
  if (a_.own.pose != nullptr || b_.own.pose != nullptr) return false;
  if (!(a_.rate > 0 || b_.rate > 0) || s.count > 3) return false;
  const Vec3d& n = axis.n;
  Vec3d w[3], u[3];
  closing = 0;
  for (int i = 0; i < s.count; ++i) {
    const int slot = s.slots[i];
    w[i] = s.a[slot] - s.b[slot];
    u[i] = a_.velocity_at(t, s.a[slot]) - b_.velocity_at(t, s.b[slot]);
    closing += s.lambda[i] * dot(n, u[i]);
  }
  if (s.count < 2) return false;
  const double smaller = 0x1p-5 * std::min(a_.size > 0 ? a_.size : b_.size, b_.size > 0 ? b_.size : a_.size);
  const double more = smaller * smaller;
  const Vec3d p = w[1] - w[0], q = s.count == 3 ? w[2] - w[0] : Vec3d{};
  const double pp = dot(p, p) + more, qq = dot(q, q) + more, pq = dot(p, q);
  const double x = -dot(n, u[1] - u[0]), y = s.count == 3 ? -dot(n, u[2] - u[0]) : 0;
  const double det = pp * qq - pq * pq;
  if (!(det > 0)) return false;
  Vec3d turn = p * ((x * qq - y * pq) / det) + q * ((y * pp - x * pq) / det);
  turn -= n * dot(n, turn);
  axis.rate = length(turn);
  if (!(axis.rate > 0)) return false;
  axis.side = turn / axis.rate;
  axis.side = normalized(axis.side - n * dot(n, axis.side));
  return true;
}

// An axis that turns, if that is good for as long as the gap may last; else one that stays.
Closing ImpactSearch::choose_axis(double t, double gap, TurningAxis& axis, double& duration) const {
  constexpr double kBend = 0.25;
  const double left = task_.limit - t;
  axis.n = normal();
  axis.t0 = t;
  if (b_.is_half_space() && b_.rate > 0) {
    // The farther they may get, the faster the plane may come: no longer than it may take from here.
    const auto likely_for = [gap](const Closing& c) {
      return std::max(c.lasts(gap), 3 * std::sqrt(gap / c.curvature));
    };
    const double longest = std::min(left, likely_for(closing_turning(b_.rate, t, 0)));
    const Closing c = closing_turning(b_.rate, t, longest);
    duration = std::min(longest, likely_for(c));
    return c;
  }
  double closing = 0;
  if (!b_.is_half_space() && level_axis(t, axis, closing)) {
    duration = closing > 0 ? std::min(left, 2 * gap / closing) : left;
    const Closing c = closing_turning(axis.rate, t, duration);
    if (c.curvature * duration * duration <= 2 * gap) {
      if (!(closing > 0)) return c;
      // A little beyond where the gap closes at this speed: by the most that the curvature is likely to add.
      const double bend = 0.25 * c.curvature * duration * duration / gap;
      duration = std::min(left, (0.5 + std::clamp(kBend * bend, 0x1p-9, 0.5)) * 2 * gap / closing);
      return c;
    }
    // As long as the sag of the parabola is half of the gap, where that is longer than the axis that stays
    // is likely to last.
    duration = std::min(duration, 2 * std::sqrt(gap / c.curvature));
    if (duration > 2 * closing_along(axis.n, a_, b_).lasts(gap)) return c;
  }
  axis.rate = 0;
  const Closing c = closing_along(axis.n, a_, b_);
  duration = std::max(c.lasts(gap), c.curvature > 0 ? 3 * std::sqrt(gap / c.curvature) : kInfinite);
  if (closing > 0) duration = std::min(duration, std::max(c.lasts(gap), 1.25 * gap / closing));
  duration = std::min(duration, left);
  return c;
}

// Follows the gap along one axis, from clear_ where it is gap_. Each round looks at one later time and
// knows more about the bracket between an open gap and that time.
void ImpactSearch::advance() {
  constexpr int kRounds = 3;
  TurningAxis axis;
  const double t = clear_, gap = gap_;
  double duration = 0;
  is_near_ = true;
  const Closing closing = choose_axis(t, gap, axis, duration);
  if (!(closing.curvature <= 0x1p500)) duration = std::min(duration, closing.lasts(gap));
  for (int i = 0; i < kRounds && duration > 0; ++i) {
    const double until = std::min(t + duration, task_.limit);
    const double lasting = closing.lasts(gap);
    if (lasting >= duration) return reach(until, axis);  // no need to look
    const double next = gap_along(axis.at(until), until);
    const double open = std::max(stays_open(gap, next, duration, closing.curvature), lasting);
    if (open >= duration && next > 0) {
      reach(until, axis);
      return;
    }
    reach(t + open - 0x1p-53, axis);  // one rounding of the sum
    // The gap that is left is at most the sag of the parabola.
    is_near_ = 0.125 * closing.curvature * duration * duration <= (gap - next) / duration * task_.tolerance;
    const double root = next < 0 ? duration * (gap / (gap - next)) : 0.5 * duration;
    if (open >= 0.9 * root) return;
    duration = root;
  }
}

// After a look at `probe`, which is apart: whether all of the way from clear_ to there is.
bool ImpactSearch::confirm(double probe) {
  const double gap_there = gap_, duration = probe - clear_;
  const Closing closing = b_.is_half_space() && b_.rate > 0 ? closing_turning(b_.rate, clear_, duration)
                                                            : closing_along(normal(), a_, b_);
  const double most = closing.either * duration * kMore;
  if (gap_there > most) {  // it cannot have opened that far
    clear_ = probe;
    return true;
  }
  const double gap = gap_along(normal(), clear_);
  gap_ = gap_there;
  if (!(gap > 0)) return false;
  double open = std::max(stays_open(gap, gap_there, duration, closing.curvature), closing.lasts(gap));
  if (gap + gap_there > most) open = duration;  // nor by speed from both ends
  clear_ = open >= duration ? probe : std::max(clear_, clear_ + open - 0x1p-53);
  return open >= duration;
}

// Too close to tell for a while: until they are apart again, or meet for certain.
void ImpactSearch::graze(Impact& out) {
  out.hit = Hit::uncertain;
  out.upper = task_.limit;
  for (double step = task_.tolerance; count_ < task_.max_iterations; step *= 2) {
    const double probe = std::min(clear_ + step, task_.limit);
    const Seen seen = look(probe);
    if (seen == Seen::inside && probe - clear_ <= task_.tolerance) out.hit = Hit::hit;
    if (seen == Seen::inside || (seen == Seen::apart && gap_ > task_.close)) {
      out.upper = probe;
      return;
    }
    if (probe >= task_.limit) return;
  }
  out.status = Status::iteration_limit;
}

// Along the axis of the last frame they may be apart for all of this one, which takes no search.
void ImpactSearch::follow_known_axis() {
  clear_ = task_.begin;
  const double size = length(task_.axis);
  if (b_.is_half_space() || !(size > 0x1p-400 && size < 0x1p400)) return;
  const Vec3d n = task_.axis / size;
  const double gap = gap_along(n, clear_);
  if (!(gap > task_.close)) return;
  set_normal(n);
  gap_ = gap;
  advance();
}

void ImpactSearch::run(Impact& out) {
  constexpr int kSlow = 24;  // short steps near contact, after which it is called a graze
  follow_known_axis();
  if (clear_ >= task_.limit) return miss(out);
  double probe = clear_;
  for (int slow = 0; count_ < task_.max_iterations;) {
    const Seen seen = look(probe);
    if (seen == Seen::inside) {
      out.hit = Hit::hit;
      out.starts = probe == 0;
      out.upper = probe;
      break;
    }
    if (seen == Seen::close) {
      out.starts = probe == 0;
      graze(out);
      break;
    }
    if (probe > clear_ && !confirm(probe)) {
      probe = clear_;
      continue;
    }
    if (clear_ >= task_.limit) return miss(out);
    const bool is_close = gap_ <= task_.close;
    advance();
    if (clear_ >= task_.limit) return miss(out);
    if (is_close && ++slow > kSlow) {
      graze(out);
      break;
    }
    probe = is_near_ ? std::min(clear_ + 0.5 * task_.tolerance, task_.limit) : clear_;
  }
  if (out.hit == Hit::miss) {
    out.hit = Hit::uncertain;
    out.status = Status::iteration_limit;
    out.upper = task_.limit;
  }
  out.lower = clear_;
  if (out.hit != Hit::hit) (void)look(clear_);
  out.normal = normal();
  out.a = points_[0];
  out.b = points_[1];
  out.at_a = at_a_;
  out.at_b = at_b_;
  if (task_.radius > 0) {
    const Vec3d way = points_[1] - points_[0];
    if (length(way) > 0x1p-10 * task_.radius) out.normal = normalized(way);
  }
  out.iterations += count_;
}

}  // namespace

void find_impact(const Moving& a, const Moving& b, const ImpactTask& task, Impact& out) {
  ImpactSearch(a, b, task).run(out);
  if (out.hit != Hit::uncertain || out.starts || out.status != Status::converged) return;
  // From where on they are that close.
  ImpactTask wider = task;
  wider.radius += task.close;
  wider.limit = out.lower;
  Impact entry;
  ImpactSearch(a, b, wider).run(entry);
  out.iterations += entry.iterations;
  if (entry.hit != Hit::miss) out.lower = std::min(out.lower, entry.lower);
}

}  // namespace graze::inline GRAZE_ABI
