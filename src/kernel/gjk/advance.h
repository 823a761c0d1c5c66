// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/gjk/pierce.h"

namespace graze::inline GRAZE_ABI::gjk {

/// The ray cast of [Bergen04] on cores grown by a ball, as a search between two proofs. A probe is a point
/// x = s * direction; GJK from x finds v, the way to the nearest point of the cores. Every v with its support
/// is a plane, and says from where to where the ray is clear:
///   approaching (v with the direction):  nothing before s + beyond / cosine
///   receding    (v against it):          nothing after it
/// The next probe is where the ray is no longer clear, as Newton would have it, because the distance along a
/// ray is convex; once there, a little beyond, to get inside.
template <class Difference>
class Advance {
 public:
  Advance(const Difference& difference, const CastTask& task) : difference_(difference), task_(task) {}

  /// `guess`: the first probe. `v`: any nonzero direction from there to the cores.
  void run(double guess, const Vec3d& v, Cast& out) {
    probe_ = std::clamp(guess, 0.0, task_.limit);
    x_ = task_.direction * probe_;
    v_ = v;
    resolution_ = std::max(task_.tolerance, 4 * task_.error);
    search();
    if (outcome_ == CastOutcome::limit && guess > 0 && inside_until_ == kInfinite) {
      // The guess led nowhere, as where the ray is tangent: from what is known to be clear, step by step.
      pushes_ = 0;
      push_ = 0;
      (void)move_to(std::max(clear_until_, 0.0));
      search();
    }
    finish(out);
  }

 private:
  // search() and move_to() are not inlined, which halves the time to compile fifteen pairs of readers.
  [[gnu::noinline]] void search() {
    while (count_ < task_.max_iterations && !step()) {
    }
  }

  static constexpr double kGivenUp = -1;
  static constexpr int kPushes = 12;  // beyond, by doubling: up to 4096 times the resolution

  // One support; true when answered.
  bool step() {
    if (simplex_.count == 4) return is_proved_inside() ? is_inside_enough() : true;
    const int slot = simplex_.free_slot();
    difference_.support_against(v_, simplex_, slot);
    simplex_.w[slot] = simplex_.a[slot] - simplex_.b[slot] - x_;
    ++count_;
    const double norm = length(v_), own = dot(v_, simplex_.w[slot]) / norm;
    const double beyond = own - task_.radius - task_.error, cosine = dot(v_, task_.direction) / norm;
    note_plane(beyond, cosine, norm);
    if (std::max(clear_until_, 0.0) > clear_from_ || clear_until_ > task_.limit) {
      outcome_ = CastOutcome::miss;
      return true;
    }
    if (is_settled()) return true;
    if (known_ && norm + task_.error <= task_.radius && is_proved_inside()) return is_inside_enough();
    double next = probe_;
    if (beyond > 0) {
      next = past_clear(cosine, beyond);
    } else if (known_ && norm - own <= task_.error) {
      next = past_contact(cosine);  // neither inside nor clear, and rounding is all that is left
    }
    if (next == kGivenUp) return true;
    simplex_.slots[simplex_.count++] = slot;
    if (next != probe_) return move_to(next);
    const double before = known_ ? dot(v_, v_) : kInfinite;
    const bool is_old = is_known(simplex_, simplex_.w[slot]);
    if (!find_v() || dot(v_, v_) < before) return false;
    // A vertex that does not shorten v may still turn it the right way; see iterate().
    if (!is_old && ++idle_ <= kIdleSteps && dot(v_, v_) <= before * (1 + 16 * kDoubleEpsilon)) return false;
    next = past_contact(cosine);
    return next == kGivenUp || move_to(next);
  }

  void note_plane(double beyond, double cosine, double norm) {
    if (cosine > 0) {
      const double until = probe_ + beyond / cosine;
      if (until > clear_until_) {
        clear_until_ = until;
        normal_ = -v_ / norm;
        cosine_ = cosine;
      }
    } else if (cosine < 0) {
      clear_from_ = std::min(clear_from_, probe_ + beyond / cosine);
    } else if (beyond > 0) {
      clear_from_ = -kInfinite;
    }
  }

  // Bounds as close as was asked for, or as rounding allows.
  [[nodiscard]] bool is_settled() {
    if (inside_until_ == kInfinite) return false;
    if (inside_until_ > 0 && (inside_until_ - clear_until_) * cosine_ > task_.accepted) return false;
    outcome_ = inside_until_ > 0 ? CastOutcome::hit : CastOutcome::behind;
    return true;
  }

  // The face that v was taken to, and so v itself, may be off where a simplex is a long needle. A mean of its
  // vertices is a point of the cores whatever the weights are worth.
  [[nodiscard]] bool is_proved_inside() const {
    for (int i = 0; i < simplex_.count; ++i)
      if (!(simplex_.lambda[i] >= 0)) return false;
    const Vec3d mean = combine(simplex_, simplex_.a) - combine(simplex_, simplex_.b) - x_;
    return length(mean) + task_.error <= task_.radius;
  }

  // x is inside: enough, or back to where the ray is no longer clear.
  bool is_inside_enough() {
    if (probe_ < inside_until_) {
      inside_until_ = probe_;
      keep_points();
    }
    const double next = std::max(clear_until_, 0.0);
    if (is_settled() || !(next < probe_)) return true;
    return move_to(next);
  }

  // x is clear: on to where the ray no longer is; once there, past it.
  double past_clear(double cosine, double beyond) {
    if (cosine > 0) {
      const double next = std::min(clear_until_, task_.limit);
      return beyond > resolution_ && next > probe_ ? next : past_contact(cosine);
    }
    if (++pushes_ > kPushes) return kGivenUp;
    return 0.5 * (std::max(clear_until_, 0.0) + std::min({clear_from_, inside_until_, task_.limit}));
  }

  double past_contact(double cosine) {
    if (++pushes_ > kPushes || !(cosine > 0)) return kGivenUp;
    push_ = push_ > 0 ? 2 * push_ : resolution_;
    const double next = std::min(std::max(clear_until_, probe_) + push_ / cosine, task_.limit);
    return next > probe_ && next < inside_until_ ? next : kGivenUp;
  }

  void keep_points() {
    a_ = combine(simplex_, simplex_.a);
    b_ = combine(simplex_, simplex_.b);
    across_ = simplex_.count == 4 ? Vec3d{} : v_;
  }

  // Always false: there is more to do.
  [[gnu::noinline]] bool move_to(double next) {
    idle_ = 0;
    probe_ = next;
    x_ = task_.direction * next;
    for (int i = 0; i < simplex_.count; ++i) {
      const int slot = simplex_.slots[i];
      simplex_.w[slot] = simplex_.a[slot] - simplex_.b[slot] - x_;
    }
    (void)find_v();
    return false;
  }

  // False: inside a tetrahedron, whose four vertices stay.
  bool find_v() {
    Nearest nearest;
    double inner = 0;
    known_ = true;
    if (!find_nearest(simplex_, nearest, inner)) return false;
    keep_face(simplex_, nearest);
    if (nearest.vv > 0) {
      v_ = nearest.v;
    } else {
      v_ = task_.direction * (0.25 * task_.radius);  // on the face itself: inside for certain
    }
    return true;
  }

  void finish(Cast& out) {
    if (inside_until_ == kInfinite) keep_points();
    out.count += count_;
    out.lower = clear_until_;
    out.normal = cosine_ > 0 ? normal_ : -normalized(v_);
    out.estimate = cosine_ > 0 ? clear_until_ + task_.error / cosine_ : 0;
    out.a = a_;
    out.b = b_;
    out.across = across_;
    out.upper = std::min({inside_until_, clear_from_, task_.limit});
    out.outcome = outcome_;
    if (outcome_ == CastOutcome::limit) {
      if (inside_until_ <= task_.limit) {
        out.outcome = CastOutcome::hit;
      } else if (count_ < task_.max_iterations) {
        out.outcome = CastOutcome::unclear;
      }
    }
    out.has_met_tolerance = outcome_ == CastOutcome::hit;
  }

  const Difference& difference_;
  const CastTask& task_;
  Simplex simplex_;
  Vec3d x_, v_, normal_;
  Vec3d a_, b_, across_;  // the nearest points at the first probe inside
  double probe_ = 0, resolution_ = 0, push_ = 0;
  double clear_until_ = -kInfinite, clear_from_ = kInfinite, inside_until_ = kInfinite;
  double cosine_ = 0;  // of the plane that gave clear_until_
  int count_ = 0, pushes_ = 0, idle_ = 0;
  bool known_ = false;
  CastOutcome outcome_ = CastOutcome::limit;
};

}  // namespace graze::inline GRAZE_ABI::gjk
