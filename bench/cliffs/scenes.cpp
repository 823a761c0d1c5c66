// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <random>

#include "kinds.h"
#include "rows.h"

namespace cliffs {
namespace {

using namespace graze;

/// Of one call that cannot be repeated.
template <class Call>
double microseconds_of(Call call) {
  const double start = thread_microseconds();
  call();
  return thread_microseconds() - start;
}

class Numbers {
 public:
  [[nodiscard]] Real below(double most) {
    return static_cast<Real>(std::uniform_real_distribution<double>(0, most)(random_));
  }
  [[nodiscard]] Vec3 point(double side) { return {below(side), below(side), below(side)}; }

 private:
  std::mt19937 random_{7};
};

/// Boxes in a cloud of density 1/8, each with a velocity of its own.
class Cloud {
 public:
  World world;
  Scene scene{world};
  Numbers numbers;

  explicit Cloud(std::size_t count) : side_(2 * std::cbrt(double(count))) {
    for (std::size_t i = 0; i < count; ++i) {
      Object object;
      object.instance = {Shape(Box{{Real(0.3), Real(0.3), Real(0.3)}}), Affine(numbers.point(side_))};
      objects_.push_back(*world.create(object));
      velocities_.push_back(numbers.point(0.1) - Vec3{Real(0.05), Real(0.05), Real(0.05)});
      (void)scene.add(objects_.back());
    }
    (void)scene.update();
  }
  /// Moves the first so many.
  void frame(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 at = world.find(objects_[i])->instance.placement.translation();
      (void)world.set_placement(objects_[i], Affine(at + velocities_[i]));
    }
    (void)scene.update();
  }
  /// A single ray, with what the frame before left to do and with cold caches.
  [[nodiscard]] double first_ray() {
    const Ray ray{{numbers.below(side_), numbers.below(side_), -5}, {0, 0, 1}};
    const double start = thread_microseconds();
    (void)scene.ray_cast(ray);
    return thread_microseconds() - start;
  }
  [[nodiscard]] double ray() {
    constexpr int kRays = 1000;
    return least_microseconds([&] {
             for (int i = 0; i < kRays; ++i)
               (void)scene.ray_cast({{numbers.below(side_), numbers.below(side_), -5}, {0, 0, 1}});
           }) /
           kRays;
  }

 private:
  double side_;
  std::vector<ObjectHandle> objects_;
  std::vector<Vec3> velocities_;
};

void add_moving_rows(const IsWanted& is_wanted, std::vector<Row>& rows) {
  const std::string rays = "scene of 100,000 boxes, all move: ray, beside one at rest";
  const std::string few = "scene of 100,000 boxes, 10 move: frame, mean of the first 300";
  if (!is_wanted(rays) && !is_wanted(few)) return;
  constexpr std::size_t kCount = 100000;
  Cloud cloud(kCount);
  if (is_wanted(few)) {
    constexpr int kFrames = 300;
    const auto run = [&] {
      for (int i = 0; i < kFrames; ++i) cloud.frame(10);
    };
    rows.push_back({few, microseconds_of(run) / kFrames, 100});
  }
  if (!is_wanted(rays)) return;
  const double at_rest = cloud.ray();
  for (int i = 0; i < 8; ++i) cloud.frame(kCount);
  rows.push_back({rays, cloud.ray(), 2 * at_rest});
}

// One ray after each frame, in the scene that moved and in one that did not. The frame has rewritten every
// box: the first ray after it was seen to take 2 to 5 times as long as later ones, which may be memory alone.
void add_first_ray_row(const IsWanted& is_wanted, std::vector<Row>& rows) {
  const std::string name = "scene of 100,000 boxes, all move: one ray a frame, mean, beside one at rest";
  if (!is_wanted(name)) return;
  constexpr std::size_t kCount = 100000;
  constexpr int kFrames = 40, kFirst = 8;  // until the structure has settled
  constexpr double kCold = 5;
  Cloud moving(kCount), still(kCount);
  double of_moving = 0, of_still = 0;
  for (int i = 0; i < kFrames; ++i) {
    moving.frame(kCount);
    const double after = moving.first_ray(), beside = still.first_ray();
    if (i < kFirst) continue;
    of_moving += after;
    of_still += beside;
  }
  rows.push_back({name, of_moving / (kFrames - kFirst), kCold * of_still / (kFrames - kFirst)});
}

// A field of boxes that touch: eight neighbours each.
void add_resting_row(const IsWanted& is_wanted, std::vector<Row>& rows) {
  const std::string name = "scene at rest, 159,000 pairs: update";
  if (!is_wanted(name)) return;
  World world;
  Scene scene(world);
  for (int i = 0; i < 40000; ++i) {
    Object object;
    object.instance = {Shape(Box{{Real(0.5), Real(0.5), Real(0.5)}}),
                       Affine(Vec3{Real(i % 200), 0, Real(i / 200)})};
    (void)scene.add(*world.create(object));
  }
  (void)scene.update();
  (void)scene.update();
  rows.push_back({name, least_microseconds([&] { (void)scene.update(); }), 20});
}

// Boxes on a line across an axis: the first to move along that passes the sides of all others.
void add_sweep_row(const IsWanted& is_wanted, std::vector<Row>& rows) {
  const std::string name = "SweepAndPrune, 20,000 boxes in a row, all shift aside: frame";
  if (!is_wanted(name)) return;
  SweepAndPrune sweep;
  std::vector<ProxyInput> inputs;
  for (int i = 0; i < 20000; ++i) {
    const Vec3 lower{0, Real(i) * Real(2.5), 0};
    inputs.push_back({{lower, lower + Vec3{2, 2, 2}}});
  }
  std::vector<ProxyId> ids(inputs.size());
  (void)sweep.create(inputs, ids);
  sweep.flush([](const PairEvent&) {});
  const auto shift = [&] {
    for (const ProxyId id : ids) {
      const Aabb box = sweep.box(id);
      const Vec3 way{Real(0.4), 0, 0};
      (void)sweep.move(id, {box.lower + way, box.upper + way});
    }
    sweep.flush([](const PairEvent&) {});
  };
  rows.push_back({name, least_microseconds(shift), 100000});
}

// Boxes in a cloud, all of which go to where others were: each passes the sides of half of them.
void add_jump_row(const IsWanted& is_wanted, std::vector<Row>& rows) {
  const std::string name = "SweepAndPrune, 8,000 boxes, all jump: frame";
  if (!is_wanted(name)) return;
  Numbers numbers;
  SweepAndPrune sweep;
  std::vector<ProxyInput> inputs;
  std::vector<Aabb> boxes;
  for (int i = 0; i < 8000; ++i) {
    const Vec3 lower = numbers.point(40);
    boxes.push_back({lower, lower + Vec3{Real(0.6), Real(0.6), Real(0.6)}});
    inputs.push_back({boxes.back()});
  }
  std::vector<ProxyId> ids(inputs.size());
  (void)sweep.create(inputs, ids);
  sweep.flush([](const PairEvent&) {});
  const auto jump = [&] {
    std::rotate(boxes.begin(), boxes.begin() + 137, boxes.end());
    (void)sweep.move(ids, boxes);
    sweep.flush([](const PairEvent&) {});
  };
  rows.push_back({name, least_microseconds(jump), 40000});
}

// A few boxes that move among many fixed ones are no reason to take another structure, which would cost a
// frame.
void add_adaptive_row(const IsWanted& is_wanted, std::vector<Row>& rows) {
  const std::string name = "AdaptiveBroadPhase, 100,000 fixed boxes, 10 move: longest of 500 frames";
  if (!is_wanted(name)) return;
  constexpr Real kSide = 93;
  Numbers numbers;
  AdaptiveBroadPhase broad;
  const auto box_at = [](const Vec3& lower) {
    return Aabb{lower, lower + Vec3{Real(0.6), Real(0.6), Real(0.6)}};
  };
  std::vector<ProxyInput> inputs;
  for (int i = 0; i < 100010; ++i)
    inputs.push_back(
        {box_at(numbers.point(kSide)), {}, i < 10 ? ProxyMobility::moving : ProxyMobility::fixed});
  std::vector<ProxyId> ids(inputs.size());
  (void)broad.create(inputs, ids);
  broad.flush([](const PairEvent&) {});
  double longest = 0;
  for (int frame = 0; frame < 500; ++frame)
    longest = std::max(longest, microseconds_of([&] {
                         for (std::size_t i = 0; i < 10; ++i)
                           (void)broad.move(ids[i], box_at(numbers.point(kSide)));
                         broad.flush([](const PairEvent&) {});
                       }));
  rows.push_back({name, longest, 2000});
}

// A floor without end beside a surface of many triangles: their boxes always overlap.
void add_floor_row(const IsWanted& is_wanted, std::vector<Row>& rows) {
  const std::string name = "scene, mesh of 70,000 above a half-space, it moves: frame";
  if (!is_wanted(name)) return;
  World world;
  Scene scene(world);
  Object floor, mesh;
  floor.instance = {Shape(HalfSpace{{0, 1, 0}, 0}), Affine()};
  mesh.instance = {mesh_of(bumpy_sphere(132, 266, 0.2), false), Affine()};
  const ObjectHandle moving = *world.create(mesh);
  (void)scene.add(*world.create(floor));
  (void)scene.add(moving);
  Real height = 3;
  const auto fall = [&] {
    height = height > Real(1.5) ? height - Real(0.001) : 3;
    (void)world.set_placement(moving, Affine(Vec3{0, height, 0}));
    (void)scene.update();
  };
  rows.push_back({name, least_microseconds(fall), 40});
}

// Sticks without width, along two axes in turns.
std::vector<ProxyInput> crossing_sticks(int count) {
  Numbers numbers;
  std::vector<ProxyInput> inputs;
  for (int i = 0; i < count; ++i) {
    const Real at = numbers.below(1000), z = Real(i) * Real(0.01);
    inputs.push_back({i % 2 == 0 ? Aabb{{0, at, z}, {1000, at, z}} : Aabb{{at, 0, z}, {at, 1000, z}}});
  }
  return inputs;
}

// All move by less than their distance, or all go to where others were.
void add_stick_rows(const IsWanted& is_wanted, std::vector<Row>& rows) {
  const std::string shift = "TreeBroadPhase, 20,000 long crossing sticks, all move: frame";
  const std::string jump = "TreeBroadPhase, 10,000 long crossing sticks, all jump: frame";
  for (const std::string& name : {shift, jump}) {
    if (!is_wanted(name)) continue;
    TreeBroadPhase tree;
    const std::vector<ProxyInput> inputs = crossing_sticks(name == shift ? 20000 : 10000);
    std::vector<ProxyId> ids(inputs.size());
    (void)tree.create(inputs, ids);
    tree.flush([](const PairEvent&) {});
    std::vector<Aabb> boxes;
    for (const ProxyInput& input : inputs) boxes.push_back(input.box);
    const auto frame = [&] {
      if (name == jump) std::rotate(boxes.begin(), boxes.begin() + 137, boxes.end());
      for (Aabb& box : boxes)
        box = {box.lower + Vec3{0, 0, Real(0.001)}, box.upper + Vec3{0, 0, Real(0.001)}};
      (void)tree.move(ids, boxes);
      tree.flush([](const PairEvent&) {});
    };
    rows.push_back({name, least_microseconds(frame), name == shift ? 40000.0 : 200000.0});
  }
}

// Filters let no pair through: nothing is to be reported, however many overlap.
template <class Broad>
void add_one_place_row(const std::string& name, const IsWanted& is_wanted, std::vector<Row>& rows) {
  if (!is_wanted(name)) return;
  constexpr std::size_t kCount = 16000;
  Broad broad;
  const std::vector<ProxyInput> inputs(kCount, ProxyInput{{{0, 0, 0}, {1, 1, 1}}, {1, 2}});
  std::vector<ProxyId> ids(kCount);
  (void)broad.create(inputs, ids);
  broad.flush([](const PairEvent&) {});
  Real at = 0;
  const auto move = [&] {
    at += Real(0.3);
    const std::vector<Aabb> boxes(kCount, Aabb{{at, 0, 0}, {at + 1, 1, 1}});
    (void)broad.move(ids, boxes);
    broad.flush([](const PairEvent&) {});
  };
  rows.push_back({name, least_microseconds(move), 40000});
}

void add_grid_rows(const IsWanted& is_wanted, std::vector<Row>& rows) {
  const std::string ray = "GridBroadPhase, 100,000 boxes: first hit of a ray without end, beside a tree";
  const std::string near = "GridBroadPhase, 100,000 boxes: nearest, none passes the filter";
  add_one_place_row<GridBroadPhase>(
      "GridBroadPhase, 16,000 boxes at one place, none passes the filters: frame", is_wanted, rows);
  add_one_place_row<BoxPruning>("BoxPruning, 16,000 boxes at one place, none passes the filters: frame",
                                is_wanted, rows);
  if (!is_wanted(ray) && !is_wanted(near)) return;
  Numbers numbers;
  GridBroadPhase grid;
  TreeBroadPhase tree;
  for (int i = 0; i < 100000; ++i) {
    const Vec3 lower = numbers.point(93);
    const ProxyInput input{{lower, lower + Vec3{Real(0.6), Real(0.6), Real(0.6)}}};
    (void)grid.create(input);
    (void)tree.create(input);
  }
  grid.flush([](const PairEvent&) {});
  tree.flush([](const PairEvent&) {});
  const auto cast = [&](const auto& broad) {
    const auto first = [](ProxyId, Real t, Real end) { return std::min(t, end); };
    return least_microseconds([&] {
             for (int i = 0; i < 100; ++i)
               broad.ray_cast({{numbers.below(93), numbers.below(93), -5}, {0, 0, 1}}, {}, first);
           }) /
           100;
  };
  if (is_wanted(ray)) rows.push_back({ray, cast(grid), 4 * cast(tree)});
  NearProxy out[4];
  const auto none = [&] { (void)grid.nearest({46, 46, 46}, {2, 2}, out); };
  if (is_wanted(near)) rows.push_back({near, least_microseconds(none), 5});
}

/// Microseconds to move one object of a scene and to find its pairs of boxes.
double move_microseconds(const Shape& shape, const Mat3& linear) {
  World world;
  Scene scene(world);
  Object object;
  object.instance.shape = shape;
  const ObjectHandle handle = *world.create(object);
  (void)scene.add(handle);
  Real at = 0;
  return least_microseconds([&] {
           for (int i = 0; i < 100; ++i) {
             at += Real(0.001);
             (void)world.set_placement(handle, Affine(linear, Vec3{at, 0, 0}));
             (void)scene.refresh();
           }
         }) /
         100;
}

void add_polytope_rows(const IsWanted& is_wanted, std::vector<Row>& rows) {
  std::vector<Vec3> points;
  Numbers numbers;
  while (points.size() < 2500) {
    const Vec3 p = numbers.point(2) - Vec3{1, 1, 1};
    const Real size = std::sqrt(dot(p, p));
    if (size > Real(0.1) && size < 1) points.push_back(p / size);
  }
  const Mat3 turned = to_matrix(rotation_about(Vec3{1, 2, 3}, Real(0.7)));
  const Shape shapes[] = {Polytope{points}, *make_hull(points)};
  const char* const names[] = {"polytope", "hull"};
  const double box = move_microseconds(Box{}, turned);
  for (int i = 0; i < 2; ++i) {
    const std::string name = std::string("scene, ") + names[i] + " of 2,500 vertices, beside a box: ";
    if (is_wanted(name + "shift"))
      rows.push_back({name + "shift", move_microseconds(shapes[i], Mat3{}), box + 0.4});
    if (is_wanted(name + "turned"))
      rows.push_back({name + "turned", move_microseconds(shapes[i], turned), box + 4});
  }
}

}  // namespace

void add_scene_rows(const IsWanted& is_wanted, std::vector<Row>& rows) {
  add_moving_rows(is_wanted, rows);
  add_first_ray_row(is_wanted, rows);
  add_resting_row(is_wanted, rows);
  add_floor_row(is_wanted, rows);
  add_sweep_row(is_wanted, rows);
  add_jump_row(is_wanted, rows);
  add_adaptive_row(is_wanted, rows);
  add_stick_rows(is_wanted, rows);
  add_grid_rows(is_wanted, rows);
  add_polytope_rows(is_wanted, rows);
}

}  // namespace cliffs
