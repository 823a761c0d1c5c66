// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/expand.h"

#include <algorithm>

#include "kernel/depth/exact_surface.h"
#include "kernel/depth/expand_steps.h"
#include "kernel/gjk/iterate.h"
#include "math/predicates.h"

namespace graze::inline GRAZE_ABI::depth {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

// Vertices after which a curved pair is asked whether expansion still pays. Measured with the truth set:
// unique minima are done by then at 1e-6.
constexpr std::uint32_t kCurvedPatience = 48;
constexpr int kAttempts = 3;
// Vertices after which a valley has not spared any: others are as low, or nearly so.
constexpr std::uint32_t kProofPatience = 2 * kCurvedPatience;
// Facets from which the plane is then refined.
constexpr int kCandidates = 8;
// Steps down to a minimum, of which each doubles the digits unless creases are in the way.
constexpr int kNewtonSteps = 8;

// How a valley is looked for, and, from one expansion to the next, the plane that turned out lower than it.
struct Attempt {
  const FindValley* find = nullptr;
  bool has_lower = false;
  Plane lower;
};

enum class Ending : std::uint8_t {
  none,      // the polytope grows on
  answered,  // the depth is complete
  refuted,   // a plane is lower than the valley, or whether one is was not settled in time
  loose,     // the polytope will not tell more: the lowest plane is refined
};

// One polytope, grown from a seed until the depth is known.
class Expansion {
 public:
  Expansion(DifferenceSupport support, const DepthStop& stop, Attempt& attempt, Workspace* workspace)
      : support_(support), stop_(stop), attempt_(attempt), hull_(workspace) {
    best_.height = kUnknown;
  }

  /// False: refuted, to be tried again from attempt.lower, or without a valley where there is none.
  bool run(const Seed& seed, Depth& depth) {
    start(seed);
    Ending ending = Ending::none;
    while (ending == Ending::none) ending = step(depth);
    if (ending == Ending::loose) refine_lowest(depth);
    return ending != Ending::refuted;
  }

 private:
  // The nearest facet: whether it ends the expansion, and otherwise the vertex beyond it.
  Ending step(Depth& depth) {
    is_left_ = hull_.pop(f_);
    if (is_valley_proved()) {
      proof_.set_depth(hull_.vertex_count(), depth);
      return Ending::answered;
    }
    if (!is_left_) return Ending::loose;
    facet_ = hull_.facet(f_);  // a copy: inserting may move it
    lower_ = std::min(stuck_, facet_.key);
    if (is_stuck()) return Ending::loose;
    plane_ = plane_along(support_, normalized(facet_.cross));
    keep_lowest_plane();
    if (proof_.is_on()) return grow_around_valley();
    if (is_close_enough_for_valley() && start_proof()) {
      queue_again();
      return Ending::none;
    }
    if (is_facet_of_difference()) return settle_on_facet(depth);
    if (is_apart()) return Ending::loose;
    if (is_sign_certain()) {
      set_sign(depth);
      return Ending::answered;
    }
    if (has_vertices_enough() || is_stalling()) return Ending::loose;
    return grow();
  }

  // Stop rules, in the order in which they are asked.
  [[nodiscard]] bool is_valley_proved() const {
    return proof_.is_on() && (!is_left_ || hull_.facet(f_).key >= proof_.level());
  }
  // A facet that rounding keeps from growing is the nearest.
  [[nodiscard]] bool is_stuck() const { return lower_ == stuck_; }
  [[nodiscard]] bool is_facet_of_difference() const { return plane_.height - facet_.offset <= closeness(); }
  [[nodiscard]] bool is_apart() const { return best_.height < -stop_.error && best_.height <= lower_; }
  [[nodiscard]] bool is_sign_certain() const {
    return stop_.is_yes_no && std::min(lower_, best_.height) > stop_.error;
  }
  [[nodiscard]] bool has_vertices_enough() const {
    return hull_.vertex_count() >= static_cast<std::uint32_t>(stop_.max_vertices);
  }
  // Where equal minima form a curve or a surface the bounds close slowly, if ever: asked now and then whether
  // they still do.
  bool is_stalling() {
    if (!stop_.is_curved || hull_.vertex_count() < check_at_) return false;
    const double gap = best_.height - lower_;
    if (gap > 0.5 * last_gap_) return true;
    last_gap_ = gap;
    check_at_ += kCurvedPatience / 2;
    return false;
  }

  void keep_lowest_plane() {
    if (!(plane_.height < best_.height)) return;
    best_ = plane_;
    prune_above(plane_.height);
  }
  // While the origin is outside, every facet that it sees counts, however near a plane is known to be.
  void prune_above(double height) { hull_.set_nearest_plane(std::max(height, 0.0) + stop_.error); }
  [[nodiscard]] double closeness() const { return stop_.relative * std::abs(plane_.height) + stop_.error; }

  void start(const Seed& seed) {
    const DifferenceVertex corners[4] = {seed.candidates[0], seed.candidates[1], seed.candidates[2],
                                         seed.candidates[3]};
    hull_.start(corners);
    for (int i = 4; i < seed.count; ++i)
      if (hull_.find_visible(seed.candidates[i], f_)) (void)hull_.insert(seed.candidates[i], f_);
    if (stop_.known_height < kUnknown) prune_above(stop_.known_height);
    if (attempt_.find != nullptr) valley_gap_ = kValleyGap;
    if (attempt_.has_lower) {
      best_ = attempt_.lower;
      (void)start_proof();
    }
  }

  bool is_close_enough_for_valley() {
    if (!(valley_gap_ > 0 && lower_ > 0 && best_.height - lower_ <= valley_gap_ * best_.height)) return false;
    valley_gap_ = valley_gap_ > kLeastValleyGap ? valley_gap_ * 0.25 : 0;
    return true;
  }

  // No plane may be known that is lower than the valley: facets beyond it are not queued.
  bool start_proof() {
    const double lowest = std::min(best_.height, stop_.known_height);
    const auto insert = [&](const DifferenceVertex& apex) {
      std::uint32_t f = 0;
      return hull_.find_visible(apex, f) && hull_.insert(apex, f);
    };
    if (std::isinf(stuck_) && proof_.start(support_, *attempt_.find, stop_, best_.normal, lowest, insert))
      prune_above(proof_.level());
    return proof_.is_on();
  }

  // The facet's turn comes again, unless the apex of the valley has taken its place.
  void queue_again() {
    const Facet& now = hull_.facet(f_);
    if (std::equal(facet_.vertices, facet_.vertices + 3, now.vertices) && now.is_alive)
      hull_.push_again(f_, facet_.key);
  }

  Ending grow_around_valley() {
    attempt_.has_lower = plane_.height < proof_.level();
    attempt_.lower = plane_;
    const bool is_refuted = attempt_.has_lower || hull_.vertex_count() >= kProofPatience || !insert_vertex();
    return is_refuted ? Ending::refuted : Ending::none;
  }

  // The facet is one of A - B, as far as was asked for. Off to the side it is farther away than its plane.
  // The difference is second order in how far off it is, so it has to be far below the accuracy asked for.
  // Otherwise its turn comes later, if it comes at all.
  Ending settle_on_facet(Depth& depth) {
    // A plane known to be lower says that rounding hid the facet which it belongs to.
    if (best_.height < plane_.height - closeness()) return Ending::loose;
    set_bounds(plane_, depth);
    set_witnesses(depth);
    const double nearer = hull_.distance_of(facet_);
    const double aside = nearer - std::abs(facet_.offset);
    if (facet_.offset < -stop_.error || aside <= 4 * stop_.error ||
        (stop_.is_curved && aside <= 1e-4 * stop_.relative * nearer))
      return Ending::answered;
    if (facet_.key < nearer) {
      hull_.push_again(f_, nearer);
      return Ending::none;
    }
    best_ = plane_;
    return Ending::loose;
  }

  Ending grow() {
    if (insert_vertex()) return Ending::none;
    if (hull_.is_full()) return Ending::loose;
    stuck_ = std::min(stuck_, facet_.key);
    return Ending::none;
  }

  // False when rounding or lack of room keep the facet from growing: its vertex is one of its corners.
  [[nodiscard]] bool insert_vertex() {
    for (const std::uint32_t i : facet_.vertices)
      if (hull_.vertex(i).w == plane_.vertex.w) return false;
    return hull_.insert(plane_.vertex, f_);
  }

  void set_bounds(const Plane& plane, Depth& depth) const {
    depth = {};
    depth.lower = std::min(lower_, best_.height);
    depth.upper = plane.height;
    depth.normal = plane.normal;
    depth.count = static_cast<int>(hull_.vertex_count());
  }

  void set_witnesses(Depth& depth) const {
    gjk::Simplex s;
    for (int i = 0; i < 3; ++i) s.w[i] = hull_.vertex(facet_.vertices[i]).w;
    gjk::keep_face(s, gjk::nearest_on_triangle(s, 0, 1, 2));
    if (s.count == 3) gjk::refine_weights(s.w[0], s.w[1], s.w[2], depth.normal * facet_.offset, s.lambda);
    for (int i = 0; i < s.count; ++i) {
      const DifferenceVertex& v = hull_.vertex(facet_.vertices[s.slots[i]]);
      depth.a += v.a * s.lambda[i];
      depth.b += v.b * s.lambda[i];
    }
  }

  void set_sign(Depth& depth) const {
    set_bounds(best_, depth);
    depth.has_points = hull_.find_origin(depth.a, depth.b);
  }

  void refine_lowest(Depth& depth) {
    if (!(best_.height < kUnknown)) best_ = plane_along(support_, stop_.known_normal);
    // Every facet that is not queued any more is at least as far as the lowest plane.
    if (!is_left_) lower_ = std::min(stuck_, best_.height);
    depth = refine(support_, descend(best_), stop_);
    if (stop_.is_curved) try_other_minima(depth);
    depth.lower = std::min(lower_, depth.upper);
    depth.count = static_cast<int>(hull_.vertex_count());
  }

  // Facets that are nearly as near may lead to another minimum, and to a lower one; and so may the axes, and
  // ways between the axis of a round shape and across it.
  void try_other_minima(Depth& depth) {
    for (int i = 0; is_left_ && i < kCandidates && hull_.pop(f_); ++i) {
      if (!(hull_.facet(f_).key < depth.upper)) break;
      keep_lower(refine(support_, descend(plane_along(support_, normalized(hull_.facet(f_).cross))), stop_),
                 depth);
    }
    if (stop_.is_yes_no || depth.upper - lower_ <= stop_.relative * std::abs(depth.upper) + stop_.error)
      return;
    for (const auto& [x, y, z] : stop_.axes)
      for (const Vec3d& way : {x, y, z, y + x * 0.5, y + x * 2.0, y - x * 0.5, y - x * 2.0})
        for (const double sign : {1.0, -1.0}) try_direction(normalized(way) * sign, depth);
    for (int i = 0; i < kNewtonSteps; ++i) {
      const double before = depth.upper;
      keep_lower(refine(support_, descend(plane_along(support_, depth.normal)), stop_), depth);
      if (!(depth.upper < before)) break;
    }
  }

  void try_direction(const Vec3d& direction, Depth& depth) const {
    constexpr double kNearly = 1 + 1e-6;  // the rest is for refine() to find
    const Plane plane = descend(plane_along(support_, direction));
    if (plane.height < depth.upper * kNearly) keep_lower(refine(support_, plane, stop_), depth);
  }
  void keep_lower(const Depth& other, Depth& depth) const {
    if (other.upper < depth.upper - 0.1 * stop_.relative * std::abs(depth.upper)) depth = other;
  }

  // Down to a minimum of the height, but for its last digits.
  [[nodiscard]] Plane descend(Plane plane) const {
    for (int i = 0; stop_.is_curved && i < kNewtonSteps; ++i) {
      const double before = plane.height;
      plane = lowered_plane(support_, plane);
      if (!(plane.height < before - 1e-3 * stop_.relative * std::abs(before))) break;
    }
    return plane;
  }

  DifferenceSupport support_;
  const DepthStop& stop_;
  Attempt& attempt_;
  Hull hull_;
  ValleyProof proof_;
  double valley_gap_ = 0;  // a valley is looked for once the bounds are this close; zero: no more
  // State of the step: the nearest facet, and the supporting plane along its normal.
  std::uint32_t f_ = 0;
  bool is_left_ = true;  // whether there was one
  Facet facet_;
  Plane plane_;
  // State of all steps.
  Plane best_;               // the lowest
  double lower_ = 0;         // no facet is nearer
  double stuck_ = kUnknown;  // least key of the facets that rounding keeps from growing
  double last_gap_ = kUnknown;
  std::uint32_t check_at_ = kCurvedPatience;
};

// A - B has no extent across the normal: it is no deeper than the farther of its sides, and may as well be
// beside it.
Depth flat_depth(DifferenceSupport support, const Vec3d& normal, const gjk::Simplex& start) {
  const Plane up = plane_along(support, normal), down = plane_along(support, -normal);
  const Plane& best = up.height <= down.height ? up : down;
  Depth depth;
  depth.upper = best.height;
  depth.lower = std::min(0.0, best.height);
  depth.normal = best.normal;
  depth.a = best.vertex.a;
  depth.b = best.vertex.b;
  if (start.count > 0 && start.count < 4) {
    depth.a = gjk::combine(start, start.a);
    depth.b = gjk::combine(start, start.b);
    depth.lower = std::min(depth.lower, -length(depth.a - depth.b));
  }
  return depth;
}

}  // namespace

Depth expand(DifferenceSupport support, const gjk::Simplex& start, const DepthStop& stop,
             Workspace* workspace) {
  Seed seed;
  const bool is_solid = start.count == 4 && orient3d(start.w[1], start.w[2], start.w[3], start.w[0]) != 0;
  if (is_solid) {
    for (int i = 0; i < 4; ++i) seed.add({start.w[i], start.a[i], start.b[i]});
  } else if (!find_seed(support, start, stop.error, seed)) {
    return flat_depth(support, seed.flat_normal, start);
  }
  Depth depth;
  Attempt attempt;
  attempt.find = stop.find_valley;
  if (attempt.find != nullptr && stop.likely_normal != Vec3d{}) {
    attempt.has_lower = true;
    attempt.lower = plane_along(support, normalized(stop.likely_normal));
  }
  for (int i = 0; i < kAttempts; ++i) {
    if (Expansion(support, stop, attempt, workspace).run(seed, depth)) return depth;
    if (!attempt.has_lower) break;
  }
  attempt = {};
  (void)Expansion(support, stop, attempt, workspace).run(seed, depth);
  return depth;
}

}  // namespace graze::inline GRAZE_ABI::depth
