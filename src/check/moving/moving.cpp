// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/moving/moving.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "check/moving/ask.h"
#include "check/moving/times.h"
#include "check/moving/window.h"
#include "check/pairs/near.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

using PairNumbers = std::pair<std::uint32_t, std::uint32_t>;

// Segments are halved this often at most, where objects leave the paths that were fitted.
constexpr int kMostHalvings = 12;

// A check segment by segment: paths, near pairs, what these do, and one after the other their histories.
class MovingCheck {
 public:
  MovingCheck(const Objects& objects, const Job& job, PairFilter& filter)
      : objects_(objects),
        job_(job),
        filter_(filter),
        reach_(objects, job),
        object_paths_(objects),
        paths_(objects, object_paths_),
        cost_(costs_of(objects)),
        is_changing_(objects.list.size()),
        deforming_at_(objects.list.size(), kNone) {
    for (std::uint32_t i = 0; i < objects.list.size(); ++i) {
      const Object& object = objects.list[i];
      is_changing_[i] = object.is_moving || object.is_deforming;
      if (!object.is_deforming) continue;
      deforming_at_[i] = static_cast<std::uint32_t>(deforming_.size());
      deforming_.emplace_back(objects, i);
    }
  }

  Result<Report> run() {
    if (job_.rules.adjacent) allow_adjacent();
    const bool by_windows = job_.between_frames && deforming_.empty();
    const Result<std::vector<Real>> found = !job_.between_frames ? frame_times(job_)
                                            : by_windows         ? window_times(objects_, job_)
                                                                 : break_times(objects_, job_, true);
    if (!found) return found.error();
    const std::vector<Real>& times = *found;
    // Pairs that stand still are looked at once, in the first part of the work.
    WorkMeter meter(job_.progress, double(times.size() + 1));
    ask_segment({times[0], times[0]}, Which::still, meter);
    if (by_windows)
      ask_windows(times, meter);
    else if (job_.between_frames)
      for (std::size_t i = 0; i + 1 < times.size() && !meter.is_cancelled(); ++i)
        ask_between({times[i], times[i + 1]}, 0, meter);
    else
      for (const Real time : times) {
        if (meter.is_cancelled()) break;
        ask_segment({time, time}, Which::changing, meter);
      }
    meter.finish();
    return finish(meter.is_cancelled());
  }

 private:
  enum class Which { still, changing, all };

  // Everything is rigid: each object is followed by itself.
  void ask_windows(const std::vector<Real>& times, WorkMeter& meter) {
    Window window(objects_, job_, object_paths_);
    for (std::size_t i = 0; i + 1 < times.size() && !meter.is_cancelled(); ++i) {
      window.set({times[i], times[i + 1]}, meter);
      if (meter.is_cancelled()) return;
      ask_near(window.boxes(), Which::changing, meter, 1,
               [&](const NearPair& pair, const Measures& measures, std::vector<Record>& out) {
                 window.ask_pair(pair.a, pair.b, reach_, measures, out);
               });
    }
  }

  // Something deforms, from one time to the next: halves the segment until every object stays on its path.
  void ask_between(const Segment& segment, int halvings, WorkMeter& meter) {
    if (meter.is_cancelled()) return;
    const bool is_last = halvings == kMostHalvings;
    if (paths_.set(segment.begin, segment.end, is_last)) {
      return ask_pairs(segment, Which::changing, meter, std::ldexp(1.0, -halvings));
    }
    ask_between({segment.begin, segment.at(0.5)}, halvings + 1, meter);
    ask_between({segment.at(0.5), segment.end}, halvings + 1, meter);
  }

  void ask_segment(const Segment& segment, Which which, WorkMeter& meter) {
    if (!paths_.set(segment.begin, segment.end, true)) return;
    ask_pairs(segment, which, meter, 1);
  }

  [[nodiscard]] std::vector<Aabb> boxes_of(const Segment& segment) {
    std::vector<Aabb> boxes;
    for (std::uint32_t i = 0; i < objects_.list.size(); ++i) {
      if (deforming_at_[i] == kNone) {
        boxes.push_back(paths_[i].swept);
        continue;
      }
      DeformingObject& object = deforming_[deforming_at_[i]];
      boxes.push_back(object.set(segment.begin, segment.end) ? object.swept() : Aabb());
    }
    return boxes;
  }

  [[nodiscard]] bool is_meant(const NearPair& pair, Which which) const {
    const bool is_still = !is_changing_[pair.a] && !is_changing_[pair.b];
    return which == Which::all || (which == Which::still) == is_still;
  }

  [[nodiscard]] Mover mover(std::uint32_t i) const {
    return {&objects_.list[i], &paths_[i],
            deforming_at_[i] == kNone ? nullptr : &deforming_[deforming_at_[i]]};
  }

  void ask_pairs(const Segment& segment, Which which, WorkMeter& meter, double share) {
    ask_near(boxes_of(segment), which, meter, share,
             [&](const NearPair& pair, const Measures& measures, std::vector<Record>& out) {
               ask(mover(pair.a), mover(pair.b), segment, measures, out);
             });
  }

  template <class Ask>
  void ask_near(std::span<const Aabb> boxes, Which which, WorkMeter& meter, double share,
                const Ask& ask_pair) {
    Report scratch;
    std::vector<NearPair> pairs = near_pairs(job_, filter_, reach_, boxes, scratch);
    std::erase_if(pairs, [&](const NearPair& pair) { return !is_meant(pair, which); });
    if (scratch.outcome == Outcome::limit) report_.outcome = Outcome::limit;
    report_.pairs = scratch.pairs;
    report_.ruled_out = std::max(report_.ruled_out, scratch.ruled_out);
    std::vector<std::vector<Record>> records(pairs.size());
    for_each_pair(job_.executor, pairs, cost_, meter, share, [&](std::size_t i, std::size_t) {
      const auto [a, b] = pairs[i];
      ask_pair(pairs[i], {reach_.tolerance(a, b), job_.clearance, true, job_.want_counts}, records[i]);
    });
    for (std::size_t i = 0; i < pairs.size(); ++i) keep(pairs[i], which, records[i]);
  }

  // The gap over which two records are one span: rounding of the times, or a frame.
  void keep(const NearPair& pair, Which which, std::vector<Record>& records) {
    const PairNumbers key{pair.a, pair.b};
    near_.insert(key);
    const Real length = job_.time.upper - job_.time.lower;
    const Real gap = job_.between_frames ? length * Real(1e-9) : Real(1.001) / job_.fps;
    for (Record& record : records) {
      record.finding.a = pair.a;
      record.finding.b = pair.b;
      if (which == Which::still) record.span.end = job_.time.upper;
      histories_[key].add(std::move(record), gap);
    }
  }

  // Pairs that are in contact when the range begins are no findings.
  void allow_adjacent() {
    const Progress none;
    WorkMeter meter(none, 1);
    ask_segment({job_.time.lower, job_.time.lower}, Which::all, meter);
    for (const auto& [pair, history] : histories_)
      if (history.finding().kind != Kind::clearance) filter_.allow(pair.first, pair.second);
    histories_.clear();
    near_.clear();
    report_ = {};
  }

  Report finish(bool is_cancelled) {
    FindingList list(job_.limits.findings);
    for (const auto& [pair, history] : histories_) {
      Finding finding = history.finding();
      if (finding.kind != Kind::touching || job_.want_touching) list.add(std::move(finding));
    }
    list.write(report_);
    report_.near_pairs = near_.size();
    report_.done = near_.size();
    if (is_cancelled) report_.outcome = Outcome::cancelled;
    return std::move(report_);
  }

  const Objects& objects_;
  const Job& job_;
  PairFilter& filter_;
  Reach reach_;
  ObjectPaths object_paths_;
  SegmentPaths paths_;
  std::vector<DeformingObject> deforming_;
  std::vector<double> cost_;
  std::vector<bool> is_changing_;
  std::vector<std::uint32_t> deforming_at_;
  std::map<PairNumbers, History> histories_;
  std::set<PairNumbers> near_;
  Report report_;
};

}  // namespace

Result<Report> check_moving(const Objects& objects, const Job& job, PairFilter filter) {
  return MovingCheck(objects, job, filter).run();
}

}  // namespace graze::inline GRAZE_ABI::check
