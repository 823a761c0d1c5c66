// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <random>

#include "rows.h"

namespace cliffs {
namespace {

using namespace graze;

/// Of one call that cannot be repeated.
template <class Call>
double microseconds_of(Call call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
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

}  // namespace

void add_scene_rows(const IsWanted& is_wanted, std::vector<Row>& rows) {
  add_moving_rows(is_wanted, rows);
  add_resting_row(is_wanted, rows);
}

}  // namespace cliffs
