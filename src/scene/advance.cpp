// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/reserve_all.h"
#include "math/outward.h"
#include "motion/pair.h"
#include "motion/swept_bounds.h"
#include "query/pair/steps.h"
#include "scene/scene_state.h"

// A frame in continuous time: boxes that hold their members all the way, pairs of boxes, times of impact of
// the pairs that may meet, and of these the ones that were asked for, by time.

namespace graze::inline GRAZE_ABI {
namespace {

using Entry = PairStore::Entry;

constexpr double kMoreTravel = 1 + 0x1p-30, kLessRoom = 1 - 0x1p-30;  // for sums of travels
constexpr std::size_t kJobsPerTask = 16, kAhead = 6;

const Instance& instance_of(const SceneState& scene, std::uint32_t index) {
  return object_of(scene, scene.members[index]).instance;
}

const Path* given_motion(const SceneState& scene, std::uint32_t index) {
  const std::uint32_t number = scene.frame.given_of[index];
  return number == kNoMotion ? nullptr : &scene.frame.given[number].path;
}

Path path_of(const SceneState& scene, std::uint32_t index) {
  if (const Path* given = given_motion(scene, index)) return *given;
  const Affine &from = scene.placed[index], &to = instance_of(scene, index).placement;
  if (from == to) return Path(to);
  if (from.linear() == to.linear()) return Path::entrywise(from, to);  // nothing turns
  const Path path = Path::slerp(from, to);
  if (path.is_valid()) return path;
  const bool is_half_space = instance_of(scene, index).shape.kind() == ShapeKind::half_space;
  return is_half_space ? Path(to) : Path::entrywise(from, to);
}

// Points that turn go along arcs, which are off their chords, at any time, by r angle^2 / 8 at most. With s
// the sine of half the angle, the sum of squares of the change is 8 s^2, and angle^2 / 4 = asin(s)^2 <= s^2 +
// (pi^2 / 4 - 1) s^4. Precondition: a turn.
double bulge_of(const Displacement& moved) {
  const double square = moved.change * moved.change / 8;
  return moved.extent * (square + 1.4675 * square * square) / 2;
}

// Where a member gets that goes from where it was to where it is.
Aabb box_between(const Instance& instance, const Affine& from, const Displacement& moved, Real reach,
                 MemberMotion& motion) {
  const Affine& to = instance.placement;
  const double off =
      4 * moved.extent * (double(from.defect()) + double(to.defect()));  // of no rotation at all
  motion.way = moved.way;
  motion.around = moved.turn > 0 ? (moved.turn + off) * kMoreTravel : 0;
  motion.bulge = moved.turn > 0 ? (bulge_of(moved) + off) * kMoreTravel : 0;
  const Aabb now = reach_box(instance, to, reach);
  const Vec3 back = from.translation() - to.translation();
  const Aabb box = merge(
      now, moved.change > 0 ? reach_box(instance, from, reach) : Aabb{now.lower + back, now.upper + back});
  const double size = double(std::max(max_abs(box.lower), max_abs(box.upper)));
  return grown(box, round_up(motion.bulge + 2 * double(kEpsilon) * size));
}

Aabb swept_box(const SceneState& scene, std::uint32_t index, Real reach, MemberMotion& motion) {
  const Instance& instance = instance_of(scene, index);
  const Affine &from = scene.placed[index], &to = instance.placement;
  const Path* const given = given_motion(scene, index);
  if (given == nullptr && from == to) return reach_box(instance, reach);
  motion.moves = true;
  if (given == nullptr)
    if (const Displacement moved = displacement(instance, from); moved.change == 0 || moved.is_turn)
      return box_between(instance, from, moved, reach, motion);
  const Path path = path_of(scene, index);
  motion.moves = !PathAccess::is_at_rest(path);
  motion.starts_as_placed = path.placement(0) == from;
  const SweptBounds swept = sweep(instance.shape.view(), path, instance.margin);
  motion.way = swept.way;
  motion.around = motion.moves ? swept.around : 0;
  motion.bulge = swept.bulge;
  return merge(reach_box(instance, reach), grown(swept.box, reach));
}

// Also after a failure: boxes that are swept already must be known as such.
void note_swept(SceneState& scene) {
  for (const std::uint32_t index : scene.moved) {
    Member& member = scene.members[index];
    if (!member.is_here || member.is_swept || !scene.frame.motions[index].moves) continue;
    member.is_swept = true;
    scene.frame.swept.push_back(index);
  }
}

// No contact, nor a distance of the target, is before this time, by what the last update found; beyond 1: not
// in this frame.
double find_begin(const SceneState& scene, const Entry& entry, double target) {
  const MemberMotion &a = scene.frame.motions[entry.member_a], &b = scene.frame.motions[entry.member_b];
  const double room = (entry.travel_limit - travel_of(scene, entry)) * kLessRoom - target;
  const double around = a.around + b.around, way = length(a.way - b.way) * kMoreTravel;
  if (!(room > around)) return 0;
  return (room - around) / way * kLessRoom;
}

bool is_sensor_left_out(const Entry& entry, const AdvanceSettings& settings) {
  return entry.has_sensor && settings.selection != ImpactSelection::all;
}

// A pair at both ends of the frame.
struct PairOfEnds {
  const Instance &a, &b;
  Affine of_a[2], of_b[2];

  PairOfEnds(const SceneState& scene, const Entry& entry)
      : a(instance_of(scene, entry.member_a)),
        b(instance_of(scene, entry.member_b)),
        of_a{begin_of(scene, entry.member_a), end_of(scene, entry.member_a)},
        of_b{begin_of(scene, entry.member_b), end_of(scene, entry.member_b)} {}

  // Whether the gap along an axis is wider than `needed` at an end. No axis: the line of centres there.
  bool is_open(int end, const Vec3& along, double needed, Vec3& axis) const {
    const Operand at_a{&a.shape.view(), &of_a[end], a.margin}, at_b{&b.shape.view(), &of_b[end], b.margin};
    PairCache cache;
    cache.axis = along;
    double gap = 0;
    return find_quick_axis(at_a, at_b, &cache, axis, &gap) && gap * kLessRoom > needed;
  }
  [[nodiscard]] bool stays_open(const Vec3& along, double needed, Vec3& axis) const {
    Vec3 at_end;
    return is_open(0, along, needed, axis) && is_open(1, axis, needed, at_end);
  }
  // Of two boxes: the axis of a face, half way through its turn, along which they are farthest apart at the
  // beginning. Zero: overlapping along all, or no boxes.
  [[nodiscard]] Vec3 best_face() const {
    if (a.shape.kind() != ShapeKind::box || b.shape.kind() != ShapeKind::box) return {};
    const Real* const sizes[] = {a.shape.view().values, b.shape.view().values};
    const Affine* const ends[] = {of_a, of_b};
    const Vec3 way = of_b[0].translation() - of_a[0].translation();
    Vec3 best;
    Real widest = 0;
    for (int i = 0; i < 2; ++i)
      for (int k = 0; k < 3; ++k) {
        const Vec3& n = ends[i][0].linear().columns[k];
        const Vec3* const other = ends[1 - i][0].linear().columns;
        const Real* const h = sizes[1 - i];
        const Real along = dot(n, way), reach = std::abs(dot(n, other[0])) * h[0] +
                                                std::abs(dot(n, other[1])) * h[1] +
                                                std::abs(dot(n, other[2])) * h[2];
        const Real gap = std::abs(along) - sizes[i][k] - reach;
        if (!(gap > widest)) continue;
        widest = gap;
        best = (n + ends[i][1].linear().columns[k]) * (along < 0 ? Real(-0.5) : Real(0.5));
      }
    return best;
  }
};

// Whether a gap along an axis, that of the last frame, the line of centres or a face, is open at both ends of
// the frame by more than points leave their chords in between. Most pairs that do not meet need no more.
bool stays_apart(SceneState& scene, const Entry& entry, Real target) {
  const PairOfEnds pair(scene, entry);
  const double needed =
      double(target) + scene.frame.motions[entry.member_a].bulge + scene.frame.motions[entry.member_b].bulge;
  PairCache& cache = scene.pairs.motion_caches[entry.record];
  Vec3 axis;
  bool is_apart = (cache.axis != Vec3{} && pair.stays_open(cache.axis, needed, axis)) ||
                  pair.stays_open({}, needed, axis);
  if (!is_apart) {
    const Vec3 face = pair.best_face();
    is_apart = face != Vec3{} && pair.stays_open(face, needed, axis);
  }
  if (is_apart) cache.axis = axis;
  return is_apart;
}

// Members and pairs lie anywhere in memory. Inlined: g++ drops calls that only prefetch.
[[gnu::always_inline]] inline void prefetch(const SceneState& scene, const ImpactJob& job) {
  const Entry& entry = scene.pairs.order[job.place];
  const Instance& b = scene.world->slots[entry.key.b].object.instance;
  __builtin_prefetch(&b.shape);
  __builtin_prefetch(&b.margin);
  __builtin_prefetch(&scene.placed[entry.member_b]);
  __builtin_prefetch(&scene.members[entry.member_b]);
  __builtin_prefetch(&scene.pairs.motion_caches[entry.record], 1);
}

TimeOfImpact ask_job(SceneState& scene, const ImpactJob& job, const AdvanceSettings& settings) {
  const Entry& entry = scene.pairs.order[job.place];
  const Instance &a = instance_of(scene, entry.member_a), &b = instance_of(scene, entry.member_b);
  if (stays_apart(scene, entry, settings.motion.target)) return {};
  const Path path_a = path_of(scene, entry.member_a), path_b = path_of(scene, entry.member_b);
  MotionSettings motion = settings.motion;
  motion.cache = &scene.pairs.motion_caches[entry.record];
  TimeOfImpact r = time_of_impact(a.shape, path_a, a.margin, b.shape, path_b, b.margin, motion);
  if (is_unanswered(r)) return r;
  // Who parts from the target distance, where an impact left him, is no event.
  if (!r || motion.target == 0 || (r.hit == Hit::hit && !r.starts_in_contact)) return r;
  motion.target = 0;
  const std::int32_t before = r.iterations;
  r = time_of_impact(a.shape, path_a, a.margin, b.shape, path_b, b.margin, motion);
  r.iterations += before;
  return r;
}

// Takes over the answers to some jobs.
void take_answers(SceneState& scene, std::span<const ImpactJob> jobs, const AdvanceSettings& settings) {
  FrameMotion& frame = scene.frame;
  const bool is_single = settings.selection == ImpactSelection::first;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const TimeOfImpact& r = frame.answers[i];
    const Entry& entry = scene.pairs.order[jobs[i].place];
    frame.statistics.iterations += static_cast<std::size_t>(r.iterations);
    frame.statistics.unanswered += is_unanswered(r);
    if (!r || is_unanswered(r) || (r.starts_in_contact && !settings.with_starts)) continue;
    const PairRecord& record = scene.pairs.records[entry.record];
    frame.found.push_back({record.a, record.b, record.has_sensor, r});
    if (settings.selection == ImpactSelection::all) continue;
    for (const std::uint32_t member : {entry.member_a, entry.member_b}) {
      double& until = frame.until[is_single ? 0 : member];
      until = std::min(until, double(r.lower));
    }
  }
}

// Blocks of jobs one after the other; between them it is known what is later than the first impacts.
void ask_jobs(SceneState& scene, const AdvanceSettings& settings) {
  FrameMotion& frame = scene.frame;
  const bool is_all = settings.selection == ImpactSelection::all;
  const bool is_single = settings.selection == ImpactSelection::first;
  const std::size_t block = is_all ? 4096 : 256;
  scene.pairs.motion_caches.resize(scene.pairs.records.size());
  frame.until.assign(is_all ? 0 : scene.members.size(), 2.0);
  frame.found.clear();
  const auto is_late = [&](const ImpactJob& job) {
    const Entry& entry = scene.pairs.order[job.place];
    return job.begin >
           (is_single ? frame.until[0] : std::max(frame.until[entry.member_a], frame.until[entry.member_b]));
  };
  for (auto at = frame.jobs.begin(); at != frame.jobs.end();) {
    const auto end = at + std::min<std::ptrdiff_t>(std::ptrdiff_t(block), frame.jobs.end() - at);
    const auto last = is_all ? end : std::remove_if(at, end, is_late);
    const std::span<const ImpactJob> jobs(at, last);
    frame.answers.resize(std::max(frame.answers.size(), jobs.size()));
    run_blocks(scene.settings.executor, jobs.size(), kJobsPerTask, [&](std::size_t i) {
      if (i + kAhead < jobs.size()) prefetch(scene, jobs[i + kAhead]);
      frame.answers[i] = ask_job(scene, jobs[i], settings);
    });
    take_answers(scene, jobs, settings);
    frame.statistics.tested += jobs.size();
    at = end;
  }
}

// Of those found, the ones that were asked for, by time; places in the store follow slots.
void select_impacts(SceneState& scene, const AdvanceSettings& settings) {
  FrameMotion& frame = scene.frame;
  frame.order.resize(frame.found.size());
  std::iota(frame.order.begin(), frame.order.end(), 0u);
  std::sort(frame.order.begin(), frame.order.end(), [&](std::uint32_t x, std::uint32_t y) {
    const SceneImpact &ix = frame.found[x], &iy = frame.found[y];
    if (ix.impact.lower != iy.impact.lower) return ix.impact.lower < iy.impact.lower;
    return PairKey{ix.a.slot(), ix.b.slot()} < PairKey{iy.a.slot(), iy.b.slot()};
  });
  if (settings.selection == ImpactSelection::first && frame.order.size() > 1)
    frame.order.erase(frame.order.begin() + 1, frame.order.end());
  if (settings.selection == ImpactSelection::per_object) {
    std::fill(frame.until.begin(), frame.until.end(), 0.0);  // from here on 1: its first impact was seen
    std::erase_if(frame.order, [&](std::uint32_t i) {
      double& a = frame.until[find_member(scene, frame.found[i].a)];
      double& b = frame.until[find_member(scene, frame.found[i].b)];
      const bool is_later = a != 0 && b != 0;
      a = b = 1;
      return is_later;
    });
  }
  frame.impacts.reserve(frame.order.size());
  for (const std::uint32_t i : frame.order) frame.impacts.push_back(frame.found[i]);
}

void advance(SceneState& scene, const AdvanceSettings& settings) {
  FrameMotion& frame = scene.frame;
  frame.impacts.clear();
  frame.statistics = {};
  sweep_boxes(scene, settings.motion.target);
  frame.statistics.box_pairs = scene.pairs.order.size();
  collect_jobs(scene, settings);
  ask_jobs(scene, settings);
  select_impacts(scene, settings);
}

std::optional<Error> refuse_settings(const AdvanceSettings& settings) {
  if (settings.selection > ImpactSelection::first)
    return Error{ErrorCode::index_out_of_range, "selection: no such one"};
  if (!are_usable(settings.motion))
    return Error{ErrorCode::unsupported, "motion: settings are out of range, see MotionSettings"};
  return std::nullopt;
}

}  // namespace

Affine begin_of(const SceneState& scene, std::uint32_t index) {
  const Path* const given = given_motion(scene, index);
  return given != nullptr ? given->placement(0) : scene.placed[index];
}
Affine end_of(const SceneState& scene, std::uint32_t index) {
  const Path* const given = given_motion(scene, index);
  return given != nullptr ? given->placement(1) : instance_of(scene, index).placement;
}

void sweep_boxes(SceneState& scene, Real target) {
  FrameMotion& frame = scene.frame;
  frame.motions.assign(scene.members.size(), {});
  for (const std::uint32_t index : frame.swept)
    if (scene.members[index].is_swept) {
      scene.members[index].is_swept = false;
      mark_pending(scene, index);
    }
  frame.swept.clear();
  for (const std::uint32_t index : scene.moved)
    if (scene.members[index].is_moved) mark_pending(scene, index);
  for (std::uint32_t i = 0; i < frame.given.size(); ++i)
    if (const std::uint32_t index = frame.given[i].member; frame.given_of[index] == i)
      mark_pending(scene, index);
  const Real reach = std::max(scene.reach, target);
  try {
    frame.statistics.boxes = refresh(scene, [&](std::span<const std::uint32_t> members, Aabb* box) {
      for (const std::uint32_t index : members) *box++ = swept_box(scene, index, reach, frame.motions[index]);
    });
  } catch (...) {
    note_swept(scene);
    throw;
  }
  note_swept(scene);
  frame.is_advanced = true;
}

void collect_jobs(SceneState& scene, const AdvanceSettings& settings) {
  FrameMotion& frame = scene.frame;
  frame.jobs.clear();
  find_places(scene);
  for (const std::uint32_t place : scene.places) {
    const Entry& entry = scene.pairs.order[place];
    const MemberMotion &a = frame.motions[entry.member_a], &b = frame.motions[entry.member_b];
    if (entry.is_ignored || !(a.moves || b.moves) || is_sensor_left_out(entry, settings)) continue;
    const bool is_known = entry.seen_a != 0 && entry.seen_b != 0 && entry.shapes == shapes_of(scene, entry) &&
                          a.starts_as_placed && b.starts_as_placed;
    if (is_known && entry.meets && !settings.with_starts &&
        scene.pairs.records[entry.record].contact == Contact::overlapping)
      continue;
    const double begin = is_known ? find_begin(scene, entry, double(settings.motion.target)) : 0;
    if (begin <= 1) frame.jobs.push_back({place, begin});
  }
  if (settings.selection == ImpactSelection::all) return;
  std::sort(frame.jobs.begin(), frame.jobs.end(), [](const ImpactJob& x, const ImpactJob& y) {
    return x.begin != y.begin ? x.begin < y.begin : x.place < y.place;
  });
}

std::optional<Error> Scene::advance(const AdvanceSettings& settings) {
  if (const auto error = update_refusal(*state_)) return error;
  if (const auto error = refuse_settings(settings)) return error;
  try {
    graze::advance(*state_, settings);
  } catch (...) {
    state_->frame.impacts.clear();
    throw;
  }
  if (state_->world->log != nullptr)
    record(*state_, Call::advance, settings, checksum(state_->frame.impacts));
  return std::nullopt;
}

std::optional<Error> Scene::set_motion(ObjectHandle object, const Path& path) {
  if (const auto error = refuse_object(*state_, object)) return error;
  if (!path.is_valid()) return Error{ErrorCode::unsupported, "path: is invalid"};
  FrameMotion& frame = state_->frame;
  const std::uint32_t index = find_member(*state_, object);
  const bool is_half_space = instance_of(*state_, index).shape.kind() == ShapeKind::half_space;
  if (is_half_space && !PathAccess::is_rigid_formula(path))
    return Error{ErrorCode::unsupported, "path: half-spaces follow rigid formulas only"};
  if (frame.given_of[index] != kNoMotion) {
    frame.given[frame.given_of[index]].path = path;
  } else {
    frame.given.push_back({index, path});
    frame.given_of[index] = static_cast<std::uint32_t>(frame.given.size() - 1);
  }
  record(*state_, Call::set_motion, object.bits, path);
  return std::nullopt;
}

std::span<const SceneImpact> Scene::impacts() const {
  if (state_->world == nullptr) return {};
  return state_->frame.impacts;
}
const AdvanceStatistics& Scene::advance_statistics() const { return state_->frame.statistics; }

}  // namespace graze::inline GRAZE_ABI
