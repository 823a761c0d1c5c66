// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "page/motion.h"

#include <algorithm>
#include <cmath>

#include "robot.h"

namespace command {
namespace {

constexpr std::size_t kMostTimes = 20'000;
// Frames of a plan with few rows, which are far apart: links turn between two of them.
constexpr Real kRowFrames = 300, kMostPerRow = 16;

void sort_out(std::vector<Real>& times) {
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
}

}  // namespace

Motion::Motion(const Checked& checked)
    : checked_(checked),
      is_animated_(!checked.request.job.time.is_empty()),
      mover_(checked.loaded.objects.list.size(), check::kNone),
      scenes_(checked.loaded.objects) {
  const std::vector<check::Object>& list = checked.loaded.objects.list;
  for (std::uint32_t i = 0; i < list.size() && is_animated_; ++i) {
    const bool is_link = checked.loaded.robot && list[i].scene == 0;
    if (!is_link && !(list[i].is_moving && !checked.loaded.robot)) continue;
    mover_[i] = static_cast<std::uint32_t>(objects_.size());
    objects_.push_back(i);
  }
}

Real Motion::frame_rate() const {
  const check::Job& job = checked_.request.job;
  if (!checked_.loaded.robot) return job.fps;
  const Real rows = job.time.upper - job.time.lower;
  return job.between_frames ? std::clamp(std::floor(kRowFrames / rows), Real(1), kMostPerRow) : 1;
}

Real Motion::frame_count() const {
  const graze::Interval& range = checked_.request.job.time;
  constexpr Real kRounding = 1e-12;
  return std::floor((range.upper - range.lower) * frame_rate() * (1 + kRounding)) + 1;
}

std::vector<Real> Motion::frames(std::size_t most) const {
  const graze::Interval& range = checked_.request.job.time;
  const Real rate = frame_rate(), count = frame_count();
  const Real step = std::max(Real(1), std::ceil(count / static_cast<Real>(most)));
  std::vector<Real> out;
  for (Real i = 0; i < count; i += step) out.push_back(std::min(range.lower + i / rate, range.upper));
  return out;
}

std::vector<Real> Motion::moments_of_findings(std::size_t most) const {
  std::vector<Real> out;
  const auto add = [&](Real time) {
    const graze::Interval& range = checked_.request.job.time;
    if (out.size() < most && time >= range.lower && time <= range.upper) out.push_back(time);
  };
  // Before all else where each is worst, which is what a reader looks at first.
  for (const check::Finding& f : checked_.report.findings)
    if (!f.times.empty()) add(f.time);
  for (const check::Finding& f : checked_.report.findings)
    for (const check::TimeSpan& span : f.times)
      for (const Real time : {span.begin, span.worst, span.end}) add(time);
  return out;
}

void Motion::choose_times(std::size_t bytes, std::size_t most_bytes, std::vector<std::string>& omitted) {
  const std::size_t most =
      std::clamp<std::size_t>(most_bytes / std::max<std::size_t>(bytes, 1), 4, kMostTimes);
  std::vector<Real> all = moments_of_findings(kMostTimes + 1);
  sort_out(all);
  times_ = moments_of_findings(most / 2);
  sort_out(times_);
  if (times_.size() < all.size())
    omitted.push_back("The motion has " + std::to_string(times_.size()) +
                      " of the moments at which findings begin, " +
                      "are worst or end: where it stops at others it is between two of these.");
  const std::vector<Real> kept = frames(most - times_.size() - 1);
  if (static_cast<Real>(kept.size()) < frame_count())
    omitted.push_back("The motion has " + std::to_string(kept.size()) + " of " + to_text(frame_count(), 12) +
                      " frames; between them it is blended.");
  times_.insert(times_.end(), kept.begin(), kept.end());
  times_.push_back(checked_.request.job.time.upper);
  sort_out(times_);
}

void Motion::sample() {
  placements_.assign(objects_.size(), {});
  if (!checked_.loaded.robot) {
    for (std::size_t k = 0; k < objects_.size(); ++k)
      for (const Real time : times_) placements_[k].push_back(scenes_.placement(objects_[k], time));
    return;
  }
  visit_rows(checked_.loaded, times_, [&](std::size_t, const std::vector<graze::Affine>& all) {
    for (std::size_t k = 0; k < objects_.size(); ++k) {
      const graze::Affine& m = all[objects_[k]];
      placements_[k].push_back({m.linear(), m.translation()});
    }
  });
}

std::vector<float> Motion::positions(const check::ViewUse& use, const check::ViewGeometry& geometry,
                                     Real time) {
  return scenes_.positions(use, geometry, time);
}

std::optional<graze::Instance> Motion::instance(std::uint32_t object, Real time) {
  const check::Object& o = checked_.loaded.objects.list[object];
  if (!is_animated_ || (checked_.loaded.robot && mover_[object] == check::kNone)) return instance_of(o);
  if (!checked_.loaded.robot) return scenes_.instance(object, time);
  const auto at = std::lower_bound(times_.begin(), times_.end(), time);
  if (at == times_.end() || *at != time) return std::nullopt;
  const io::Placement& m = placements_[mover_[object]][static_cast<std::size_t>(at - times_.begin())];
  return graze::Instance{o.shape, graze::Affine(m.linear, m.translation), 0};
}

}  // namespace command
