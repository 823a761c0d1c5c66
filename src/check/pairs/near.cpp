// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/pairs/near.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "check/objects/tasks.h"
#include "check/pairs/look.h"
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
    const Aabb box = reach.box(i, boxes[i]);
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

Aabb Reach::box(std::uint32_t object, const Aabb& places) const { return grown(places, margin(object)); }

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

std::size_t worker_count(const Executor& executor) {
  return executor.run == nullptr ? 1 : std::max(1u, executor.concurrency);
}

std::size_t for_each_pair(const Executor& executor, std::span<const NearPair> pairs,
                          std::span<const double> cost, WorkMeter& meter, double share, PairTask ask) {
  const auto cost_of_pair = [&](std::uint32_t i) { return cost[pairs[i].a] + cost[pairs[i].b]; };
  std::vector<std::uint32_t> order(pairs.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return cost_of_pair(x) > cost_of_pair(y); });
  double all = 0;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) all += cost_of_pair(i);
  std::atomic<std::size_t> next = 0, done = 0;
  run_guarded(executor, worker_count(executor), [&](std::size_t worker) {
    while (!meter.is_cancelled()) {
      const std::size_t begin = next.fetch_add(kBlock), end = std::min(begin + kBlock, order.size());
      if (begin >= order.size()) return;
      for (std::size_t i = begin; i < end && !meter.is_cancelled(); ++i) {
        ask(order[i], worker);
        ++done;
        meter.add(share * cost_of_pair(order[i]) / all);
      }
    }
  });
  if (pairs.empty()) meter.add(share);
  return done;
}

std::vector<double> costs_of(const Objects& objects) {
  std::vector<double> cost;
  for (const Object& object : objects.list) cost.push_back(double(object.primitives) + 1);
  return cost;
}

Report check_still(const Objects& objects, const Job& job, const PairFilter& filter) {
  Report report;
  const Reach reach(objects, job);
  std::vector<Aabb> boxes;
  for (const Object& object : objects.list) boxes.push_back(object.bounds);
  const std::vector<double> cost = costs_of(objects);
  const std::vector<NearPair> pairs = near_pairs(job, filter, reach, boxes, report);
  WorkMeter meter(job.progress, 1);
  std::vector<FindingList> lists(worker_count(job.executor), FindingList(job.limits.findings));
  report.done = for_each_pair(job.executor, pairs, cost, meter, 1, [&](std::size_t i, std::size_t worker) {
    const auto [a, b] = pairs[i];
    const Measures measures{reach.tolerance(a, b), job.clearance, job.want_touching, job.want_counts};
    std::optional<Finding> found = look(instance_of(objects.list[a]), instance_of(objects.list[b]), measures);
    if (!found) return;
    found->a = a;
    found->b = b;
    found->time = objects.options.time;
    lists[worker].add(std::move(*found));
  });
  meter.finish();
  FindingList found(job.limits.findings);
  for (FindingList& list : lists) found.merge(std::move(list));
  found.write(report);
  if (meter.is_cancelled()) report.outcome = Outcome::cancelled;
  return report;
}

}  // namespace graze::inline GRAZE_ABI::check
