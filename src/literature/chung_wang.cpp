// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "literature/chung_wang.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::gjk {
namespace {

// Without the zeros that vectors start with: clearing all of them would cost more than most searches.
struct Stored {
  double x, y, z;
  void operator=(const Vec3d& v) {
    x = v.x;
    y = v.y;
    z = v.z;
  }
  operator Vec3d() const { return {x, y, z}; }
};
struct Met {
  Stored w, a, b;
  Stored r;  // from A to B, unit
};

struct Planar {
  double x = 0, y = 0;
};
double cross(const Planar& p, const Planar& q) { return p.x * q.y - p.y * q.x; }
double dot(const Planar& p, const Planar& q) { return p.x * q.x + p.y * q.y; }

/// All vertices met, and a pole with which every r makes an acute angle. [Chung96 §4.2]
class Hemisphere {
 public:
  [[nodiscard]] const Vec3d& pole() const { return pole_; }
  [[nodiscard]] bool has_met(const Vec3d& w) const {
    return std::any_of(met_, met_ + count_, [&w](const Met& m) { return Vec3d(m.w) == w; });
  }
  /// False when no half-space holds them all: the origin is then in the tetrahedron of `simplex`, but for
  /// rounding.
  [[nodiscard]] bool add(const DifferenceVertex& vertex, const Vec3d& r, Simplex& simplex) {
    Met& newest = met_[count_++];
    newest.w = vertex.w;
    newest.a = vertex.a;
    newest.b = vertex.b;
    newest.r = r;
    if (count_ == 1) {
      pole_ = r;
      return true;
    }
    if (count_ == 2) {
      pole_ = normalized(pole_ + r);  // of opposite ones: any, and the next vertex turns it
      return true;
    }
    return graze::dot(pole_, r) > 0 || turn_pole(simplex);
  }

 private:
  // The pole must turn until the newest r lies on its equator at least. Seen along r, the others must fit
  // into an angle of less than pi, [low, high]; the new pole is in the middle of it, tilted towards r.
  bool turn_pole(Simplex& simplex) {
    const int newest = count_ - 1;
    const Vec3d r = met_[newest].r;
    const Vec3d u = perpendicular_to(r), v = graze::cross(r, u);
    const auto seen = [&](int i) {
      return Planar{graze::dot(Vec3d(met_[i].r), u), graze::dot(Vec3d(met_[i].r), v)};
    };
    int low = 0, high = 0;
    Planar p_low = seen(0), p_high = p_low;
    bool is_line = false;  // low and high are opposite, and which side is theirs is still open
    for (int i = 1; i < newest; ++i) {
      const Planar p = seen(i);
      const double after_low = cross(p_low, p), before_high = cross(p, p_high);
      if (is_line) {
        if (after_low == 0) continue;
        if (after_low < 0) {
          std::swap(low, high);
          std::swap(p_low, p_high);
        }
        is_line = false;
      } else if (after_low >= 0 && before_high < 0) {
        high = i;
        p_high = p;
      } else if (after_low < 0 && before_high >= 0) {
        low = i;
        p_low = p;
      } else if (after_low < 0 && before_high < 0) {
        fill(simplex, {low, high, i, newest});
        return false;
      } else if (after_low == 0 && before_high == 0 && dot(p_low, p) < 0) {
        high = i;
        p_high = p;
        is_line = true;
      }
    }
    tilt(u, v, p_low, p_high);
    return true;
  }

  static Vec3d perpendicular_to(const Vec3d& r) {
    const double x = std::abs(r.x), y = std::abs(r.y), z = std::abs(r.z);
    const Vec3d least = x <= y && x <= z ? Vec3d{1, 0, 0} : y <= z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
    return normalized(graze::cross(r, least));
  }

  // On the equator of r the middle has an acute angle with all others; half of the tilt that they allow gives
  // it one with r as well, so that a vertex met again really is on its side.
  void tilt(const Vec3d& u, const Vec3d& v, const Planar& low, const Planar& high) {
    const Vec3d r = met_[count_ - 1].r;
    const double a = std::sqrt(dot(low, low)), b = std::sqrt(dot(high, high));
    Vec3d middle = u * (low.x * b + high.x * a) + v * (low.y * b + high.y * a);
    if (!(length_squared(middle) > 0)) middle = u * -low.y + v * low.x;
    middle = normalized(middle);
    double most = 1;
    for (int i = 0; i + 1 < count_; ++i) {
      const Vec3d other = met_[i].r;
      const double away = -graze::dot(other, r), room = graze::dot(other, middle);
      if (away > 0 && room < most * away) most = std::max(room / away, 0.0);
    }
    pole_ = normalized(middle + r * (0.5 * most));
  }

  void fill(Simplex& s, const int (&chosen)[4]) const {
    s.count = 4;
    for (int i = 0; i < 4; ++i) {
      const Met& met = met_[chosen[i]];
      s.w[i] = met.w;
      s.a[i] = met.a;
      s.b[i] = met.b;
      s.slots[i] = i;
    }
  }

  Met met_[kChungWangSteps];
  Vec3d pole_;
  int count_ = 0;
};

}  // namespace

double certain_ball(Simplex& s) {
  Nearest nearest;
  double unused = 0;
  if (s.count != 4 || find_nearest(s, nearest, unused)) return 0;
  double ball = std::numeric_limits<double>::infinity();
  for (int skip = 0; skip < 4; ++skip) {
    const Vec3d& p = s.w[s.slots[(skip + 1) % 4]];
    const Vec3d e = s.w[s.slots[(skip + 2) % 4]] - p, f = s.w[s.slots[(skip + 3) % 4]] - p;
    const Vec3d n = graze::cross(e, f);
    const double norm = length(n), height = std::abs(graze::dot(n, p));
    // Differences, products, sums: six roundings of terms no larger than |e| |f| |p|, and the root.
    const double lost = 16 * kDoubleEpsilon * length(e) * length(f) * sum_abs(p);
    if (!(norm > 0)) return 0;
    ball = std::min(ball, (height - lost) / norm * (1 - 8 * kDoubleEpsilon));
  }
  return ball;
}

ChungWang chung_wang(DifferenceSupport support, const Vec3d& start, const ChungWangStop& stop) {
  ChungWang run;
  Hemisphere met;
  Vec3d s = start;
  bool is_pole = false;
  const int limit = std::min(stop.max_iterations, kChungWangSteps);
  const auto ended = [&](ChungWangOutcome outcome) {
    run.axis = s;
    run.outcome = outcome;
    return run;
  };
  for (;;) {
    DifferenceVertex vertex;
    support(s, vertex);
    ++run.count;
    const Vec3d m = -vertex.w;
    const double along = graze::dot(s, m), norm = length(m);
    run.gap = along;
    if (along > stop.error) return ended(ChungWangOutcome::apart);
    if (run.count >= limit) return ended(ChungWangOutcome::limit);
    if (!(norm > stop.error)) return ended(ChungWangOutcome::unclear);  // a vertex at the origin
    if (met.has_met(vertex.w)) {
      ++run.repeats;
      // Off a pole the pole is next; a pole would have separated, but for rounding. [Chung96, Lemma 4]
      if (is_pole) return ended(ChungWangOutcome::unclear);
      s = met.pole();
      is_pole = true;
      continue;
    }
    const Vec3d r = m / norm;
    if (!met.add(vertex, r, run.simplex)) {
      const bool is_certain = certain_ball(run.simplex) > stop.error;
      return ended(is_certain ? ChungWangOutcome::overlapping : ChungWangOutcome::unclear);
    }
    s = normalized(s - r * (2 * along / norm));  // unit but for rounding, which must not add up
    is_pole = false;
  }
}

}  // namespace graze::inline GRAZE_ABI::gjk
