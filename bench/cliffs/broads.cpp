// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <random>

#include "walk.h"

// Every broad phase in its worst worlds. Costs are for each box and each pair of boxes that overlap.

namespace cliffs {
namespace {

using namespace graze;

class Numbers {
 public:
  double below(double most) { return std::uniform_real_distribution<double>(0, most)(random_); }
  Vec3 point(double side) { return {Real(below(side)), Real(below(side)), Real(below(side))}; }

 private:
  std::mt19937 random_{7};
};

Aabb cube(const Vec3& centre, double half) {
  const Vec3 h{Real(half), Real(half), Real(half)};
  return {centre - h, centre + h};
}

constexpr const char* kWorlds[] = {"cloud", "one_place", "filtered",  "line_x",   "line_y", "line_z",
                                   "plane", "one_huge",  "all_sizes", "clusters", "sticks", "nested_lines"};

struct BoxWorld {
  std::vector<Aabb> boxes;
  ProxyFilter filter = {};
  Vec3 step{Real(0.01), 0, 0};
};

BoxWorld make_world(const std::string& name) {
  BoxWorld world;
  Numbers numbers;
  const auto add = [&](const Aabb& box) { world.boxes.push_back(box); };
  const int count = name == "one_place" ? 1000 : 10000;
  const double side = 2 * std::cbrt(double(count));
  for (int i = 0; i < count; ++i) {
    const Real at = Real(2.5) * Real(i);
    if (name == "one_place" || name == "filtered") add(cube({1, 2, 3}, 1));
    if (name == "cloud" || name == "one_huge") add(cube(numbers.point(side), 0.3));
    if (name == "line_x") add(cube({at, 0, 0}, 1));
    if (name == "line_y") add(cube({0, at, 0}, 1));
    if (name == "line_z") add(cube({0, 0, at}, 1));
    if (name == "plane") add(cube({Real(numbers.below(250)), 0, Real(numbers.below(250))}, 1));
    if (name == "all_sizes") add(cube(numbers.point(500), std::pow(10.0, numbers.below(5) - 4)));
    if (name == "clusters") {
      const Vec3 corner{Real((i & 1) != 0 ? 1e6 : -1e6), Real((i & 2) != 0 ? 1e6 : -1e6),
                        Real((i & 4) != 0 ? 1e6 : -1e6)};
      add(cube(corner + numbers.point(20), 0.5));
    }
    if (name == "sticks") {
      const Real x = Real(numbers.below(1000)), z = Real(i) * Real(0.01);
      add(i % 2 == 0 ? Aabb{{0, x, z}, {1000, x, z}} : Aabb{{x, 0, z}, {x, 1000, z}});
    }
    if (name == "nested_lines") add({{-Real(i + 1), Real(i), 0}, {Real(i + 1), Real(i), 1}});
  }
  if (name == "one_huge") add(cube({Real(side / 2), Real(side / 2), Real(side / 2)}, side));
  if (name == "filtered") world.filter = {1, 2};
  if (name == "line_x" || name == "line_y" || name == "line_z" || name == "plane")
    world.step = {Real(0.4), 0, 0};
  if (name == "sticks") world.step = {0, 0, Real(0.001)};
  if (name == "clusters") world.step = {Real(0.125), 0, 0};
  return world;
}

template <class Broad>
class BroadWalk {
 public:
  BroadWalk(const char* structure, const char* world, Meter& meter)
      : structure_(structure), name_(world), meter_(meter), world_(make_world(world)) {}

  void run() {
    for (const Aabb& box : world_.boxes) inputs_.push_back({box, world_.filter});
    ids_.resize(inputs_.size());
    (void)broad_.create(inputs_, ids_);
    pairs_ = flush(broad_);
    add_changes();
    add_queries();
  }

 private:
  static double flush(Broad& broad) {
    double events = 0;
    broad.flush_list([&](std::span<const PairEvent> all) { events = static_cast<double>(all.size()); });
    return events;
  }
  template <class Call>
  void add(const std::string& query, Call call) {
    meter_.measure_in_two(query + " " + structure_, name_, query + " boxes " + name_, structure_, call);
  }

  void add_changes() {
    const double count = static_cast<double>(ids_.size());
    add("create", [&] {
      Broad other;
      std::vector<ProxyId> ids(inputs_.size());
      (void)other.create(inputs_, ids);
      return flush(other) + count;
    });
    std::vector<Aabb> there = world_.boxes, mixed = there;
    for (Aabb& box : there) box = {box.lower + world_.step, box.upper + world_.step};
    std::shuffle(mixed.begin(), mixed.end(), std::mt19937(3));
    const auto in_turns = [&](const std::vector<Aabb>& boxes, std::size_t some, double items) {
      const std::vector<Aabb>& to = is_there_ ? world_.boxes : boxes;
      is_there_ = !is_there_;
      (void)broad_.move(std::span(ids_).first(some), std::span(to).first(some));
      return flush(broad_) + items;
    };
    add("shift_all", [&] { return in_turns(there, ids_.size(), count + pairs_); });
    settle();
    add("shift_ten", [&] { return in_turns(there, 10, 10 + 20 * pairs_ / count); });
    settle();
    add("jump_ten", [&] { return in_turns(mixed, 10, 10 + 20 * pairs_ / count); });
    settle();
    add("jump_all", [&] { return in_turns(mixed, ids_.size(), count + pairs_); });
    settle();
    add("idle", [&] { return flush(broad_) + 1; });
  }
  void settle() {
    (void)broad_.move(ids_, world_.boxes);
    (void)flush(broad_);
    is_there_ = false;
  }

  void add_queries() {
    const Vec3 middle = centre(world_.boxes[world_.boxes.size() / 2]);
    const Ray across{middle - Vec3{0, 50, 0}, {0, 1, 0}, 100};
    const Ray along{world_.boxes[0].lower - Vec3{10, 0, 0}, {1, 0, 0}, kInfinity};
    const Ray past{world_.boxes[0].lower - Vec3{10, 0, Real(0.1)}, {1, 0, 0}, kInfinity};
    const auto first = [&](const Ray& ray) {
      broad_.ray_cast(ray, world_.filter, [](ProxyId, Real t, Real end) { return std::min(t, end); });
      return 1;
    };
    const auto all = [&](const Ray& ray) {
      double found = 0;
      broad_.ray_cast(ray, world_.filter, [&](ProxyId, Real, Real end) { return ++found, end; });
      return found;
    };
    for (int i = 0; i < 100; ++i) (void)first(across);  // some build their tree for queries when it pays
    add("first_hit", [&] { return first(across); });
    add("first_hit_endless", [&] { return first(along); });
    add("first_hit_past", [&] { return first(past); });
    add("all_hits", [&] { return all(along); });
    add("box_cast", [&] {
      double found = 0;
      broad_.box_cast(cube({}, 0.3), across, world_.filter,
                      [&](ProxyId, Real, Real end) { return ++found, end; });
      return found;
    });
    add("overlaps", [&] {
      double found = 0;
      broad_.overlaps(cube(middle, 0.4), {}, [&](ProxyId) { return ++found > 0; });
      return found;
    });
    NearProxy out[4];
    add("nearest", [&] { return broad_.nearest(middle + Vec3{0, 1, 0}, {}, out) > 4 ? 0 : 1; });
    add("nearest_far", [&] { return broad_.nearest(middle + Vec3{0, 1000, 0}, {}, out) > 4 ? 0 : 1; });
    add("nearest_none", [&] { return broad_.nearest(middle, ProxyFilter{2, 2}, out) > 4 ? 0 : 1; });
  }

  const char* structure_;
  const char* name_;
  Meter& meter_;
  BoxWorld world_;
  Broad broad_;
  std::vector<ProxyInput> inputs_;
  std::vector<ProxyId> ids_;
  double pairs_ = 0;
  bool is_there_ = false;
};

// All worlds and structures in one job: their lines cross.
void broad_job(Meter& meter) {
  for (const char* world : kWorlds) {
    BroadWalk<TreeBroadPhase>("tree", world, meter).run();
    BroadWalk<SweepAndPrune>("sweep", world, meter).run();
    BroadWalk<BoxPruning>("pruning", world, meter).run();
    BroadWalk<GridBroadPhase>("grid", world, meter).run();
    BroadWalk<AdaptiveBroadPhase>("adaptive", world, meter).run();
  }
}

}  // namespace

void add_broad_jobs(std::vector<Job>& jobs) { jobs.push_back({"broad phases", broad_job}); }

}  // namespace cliffs
