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
  Advance(const Difference& difference, const CastTask& task)
      : difference_(difference), task_(task), resolution_(std::max(task.tolerance, 4 * task.error)) {}

  /// `guess`: the first probe. `v`: any nonzero direction from there to the cores.
  void run(double guess, const Vec3d& v, Cast& out) {
    probe_ = std::clamp(guess, 0.0, task_.limit);
    gjk_.origin = task_.direction * probe_;
    gjk_.v = v;
    gjk_.vv = dot(v, v);
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
    gjk_.find_support(difference_);
    ++count_;
    const double norm = gjk_.length_of_v, beyond = gjk_.bound - task_.radius - task_.error;
    const double cosine = dot(gjk_.v, task_.direction) / norm;
    note_plane(beyond, cosine, norm);
    if (std::max(clear_until_, 0.0) > clear_from_ || clear_until_ > task_.limit) {
      outcome_ = CastOutcome::miss;
      return true;
    }
    if (is_settled()) return true;
    if (gjk_.is_point && norm + task_.error <= task_.radius && is_proved_inside()) return is_inside_enough();
    double next = probe_;
    if (beyond > 0) {
      next = past_clear(cosine, beyond);
    } else if (gjk_.is_point && norm - gjk_.bound <= task_.error) {
      next = past_contact(cosine);  // neither inside nor clear, and rounding is all that is left
    }
    if (next == kGivenUp) return true;
    if (next != probe_) {
      gjk_.keep_support();
      return move_to(next);
    }
    double inner = 0;
    const Iteration::Progress progress = gjk_.add_support(inner);
    if (progress == Iteration::Progress::nearer) leave_face();
    if (progress != Iteration::Progress::none) return false;
    next = past_contact(cosine);
    return next == kGivenUp || move_to(next);
  }

  void note_plane(double beyond, double cosine, double norm) {
    if (cosine > 0) {
      const double until = probe_ + beyond / cosine;
      if (until > clear_until_) {
        clear_until_ = until;
        normal_ = -gjk_.v / norm;
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
    const Vec3d mean = combine(simplex_, simplex_.a) - combine(simplex_, simplex_.b) - gjk_.origin;
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
    across_ = simplex_.count == 4 ? Vec3d{} : gjk_.v;
  }

  // Always false: there is more to do.
  [[gnu::noinline]] bool move_to(double next) {
    probe_ = next;
    gjk_.origin = task_.direction * next;
    gjk_.idle = 0;
    gjk_.is_point = true;
    for (int i = 0; i < simplex_.count; ++i) {
      const int slot = simplex_.slots[i];
      simplex_.w[slot] = simplex_.a[slot] - simplex_.b[slot] - gjk_.origin;
    }
    Nearest nearest;
    double inner = 0;
    if (!find_nearest(simplex_, nearest, inner)) return false;
    gjk_.keep_nearest(nearest);
    leave_face();
    return false;
  }

  // On a face of the cores, v is zero and the probe inside for certain.
  void leave_face() {
    if (gjk_.vv > 0) return;
    gjk_.v = task_.direction * (0.25 * task_.radius);
    gjk_.vv = dot(gjk_.v, gjk_.v);
  }

  // Where no plane is met from in front: against v, without what that has along the ray.
  [[nodiscard]] Vec3d normal_across() const {
    const Vec3d& d = task_.direction;
    const double along = dot(gjk_.v, d);
    if (!(along < 0)) return -normalized(gjk_.v);
    const Vec3d across = gjk_.v - d * (along / dot(d, d));
    return -normalized(max_abs(across) > 0 ? across : d);
  }

  void finish(Cast& out) {
    if (inside_until_ == kInfinite) keep_points();
    out.count += count_;
    out.lower = clear_until_;
    out.normal = cosine_ > 0 ? normal_ : normal_across();
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
  Iteration gjk_{simplex_, {}};
  Vec3d normal_;
  Vec3d a_, b_, across_;  // the nearest points at the first probe inside
  double resolution_, probe_ = 0, push_ = 0;
  double clear_until_ = -kInfinite, clear_from_ = kInfinite, inside_until_ = kInfinite;
  double cosine_ = 0;  // of the plane that gave clear_until_
  int count_ = 0, pushes_ = 0;
  CastOutcome outcome_ = CastOutcome::limit;
};

}  // namespace graze::inline GRAZE_ABI::gjk
