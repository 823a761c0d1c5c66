// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/pairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "check/look.h"
#include "check/tasks.h"
#include "graze/broad/overlapping_pairs.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

Aabb grown(const Aabb& box, Real by) {
  // Rounded outward by an ulp of the result.
  const auto down = [](Real x) { return std::nextafter(x, -kInfinity); };
  const auto up = [](Real x) { return std::nextafter(x, kInfinity); };
  return {{down(box.lower.x - by), down(box.lower.y - by), down(box.lower.z - by)},
          {up(box.upper.x + by), up(box.upper.y + by), up(box.upper.z + by)}};
}

// So many pairs are taken at a time: few enough that the last ones end together.
constexpr std::size_t kBlock = 4;

bool is_finite_box(const Aabb& box) { return is_finite(box.lower) && is_finite(box.upper); }

// Pairs of grown boxes that meet, as numbers of objects, a < b, in order. What is not bounded meets all that
// is.
std::vector<NearPair> meeting_boxes(const Job& job, const Reach& reach, std::span<const Aabb> boxes) {
  std::vector<Aabb> usable;
  std::vector<std::uint32_t> object_of, unbounded;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].is_empty()) continue;
    const Aabb box = grown(boxes[i], reach.margin(i));
    if (is_finite_box(box)) {
      usable.push_back(box);
      object_of.push_back(i);
    } else {
      unbounded.push_back(i);
    }
  }
  PairBuffer buffer;
  std::vector<NearPair> pairs;
  OverlapSettings settings;
  settings.executor = job.executor;
  if (!overlapping_pairs(usable, buffer, settings))
    for (const ProxyPair& pair : buffer.pairs()) pairs.push_back({object_of[pair.a], object_of[pair.b]});
  for (const std::uint32_t a : unbounded)
    for (const std::uint32_t b : object_of) pairs.push_back({std::min(a, b), std::max(a, b)});
  if (!unbounded.empty())
    std::sort(pairs.begin(), pairs.end(),
              [](const NearPair& x, const NearPair& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  return pairs;
}

}  // namespace

Reach::Reach(const Objects& objects, const Job& job) : objects_(objects), job_(job) {
  if (!job.tolerance) resolution_.emplace(objects);
}

Real Reach::tolerance(std::uint32_t a, std::uint32_t b) const {
  return job_.tolerance ? *job_.tolerance : resolution_->between(a, b);
}

Real Reach::margin(std::uint32_t object) const {
  const Real tolerance = job_.tolerance ? *job_.tolerance / 2 : objects_.list[object].tolerance;
  return std::max(job_.clearance / 2, tolerance);
}

std::vector<NearPair> near_pairs(const Job& job, const PairFilter& filter, const Reach& reach,
                                 std::span<const Aabb> boxes, Report& report) {
  std::vector<NearPair> pairs;
  for (const NearPair& pair : meeting_boxes(job, reach, boxes)) {
    const auto [a, b] = pair;
    if (!filter.is_wanted(a, b)) continue;
    if (filter.is_ruled_out(a, b)) {
      ++report.ruled_out;
      continue;
    }
    ++report.near_pairs;
    if (pairs.size() < job.limits.pairs)
      pairs.push_back({a, b});
    else
      report.outcome = Outcome::limit;
  }
  report.pairs = filter.wanted_pairs();
  return pairs;
}

void ask_pairs(const Job& job, std::span<const NearPair> pairs, std::span<const double> cost, PairTask ask,
               Report& report) {
  const auto cost_of = [&](const NearPair& pair) { return cost[pair.a] + cost[pair.b]; };
  std::vector<std::uint32_t> order(pairs.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return cost_of(pairs[x]) > cost_of(pairs[y]); });
  double all = 0;
  for (const NearPair& pair : pairs) all += cost_of(pair);

  WorkMeter meter(job.progress, all);
  const std::size_t workers = std::max(1u, job.executor.run == nullptr ? 1 : job.executor.concurrency);
  std::vector<FindingList> lists(workers, FindingList(job.limits.findings));
  std::atomic<std::size_t> next = 0, done = 0;
  run_guarded(job.executor, workers, [&](std::size_t worker) {
    while (!meter.is_cancelled()) {
      const std::size_t begin = next.fetch_add(kBlock), end = std::min(begin + kBlock, order.size());
      if (begin >= order.size()) return;
      for (std::size_t i = begin; i < end && !meter.is_cancelled(); ++i) {
        ask(pairs[order[i]], lists[worker]);
        ++done;
        meter.add(cost_of(pairs[order[i]]));
      }
    }
  });
  meter.finish();

  FindingList found(job.limits.findings);
  for (FindingList& list : lists) found.merge(std::move(list));
  std::copy_n(found.counts(), kKindCount, report.counts);
  report.uncertain = found.uncertain();
  report.done = done;
  if (found.size() > job.limits.findings) report.outcome = Outcome::limit;
  if (meter.is_cancelled()) report.outcome = Outcome::cancelled;
  report.findings = found.take();
}

Report check_still(const Objects& objects, const Job& job, const PairFilter& filter) {
  Report report;
  const Reach reach(objects, job);
  std::vector<Aabb> boxes;
  std::vector<double> cost;
  for (const Object& object : objects.list) {
    boxes.push_back(object.bounds);
    cost.push_back(double(object.primitives));
  }
  const std::vector<NearPair> pairs = near_pairs(job, filter, reach, boxes, report);
  const auto ask = [&](const NearPair& pair, FindingList& out) {
    const Measures measures{reach.tolerance(pair.a, pair.b), job.clearance, job.want_touching,
                            job.want_counts};
    std::optional<Finding> found =
        look(instance_of(objects.list[pair.a]), instance_of(objects.list[pair.b]), measures);
    if (!found) return;
    found->a = pair.a;
    found->b = pair.b;
    found->time = objects.options.time;
    out.add(std::move(*found));
  };
  ask_pairs(job, pairs, cost, ask, report);
  return report;
}

}  // namespace graze::inline GRAZE_ABI::check
