// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// FCL's dynamic tree over boxes, in double precision.

#ifdef GRAZE_HAVE_FCL

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>

#include "broad_bench.h"

namespace bench {
namespace {

class FclFrames final : public FramesPrepared {
 public:
  explicit FclFrames(const BoxFrames& frames) : frames_(frames) {
    std::vector<fcl::CollisionObjectd*> objects;
    for (const BoxSpec& box : frames_[1]) {
      const fcl::Vector3d size(double(box.upper[0]) - double(box.lower[0]),
                               double(box.upper[1]) - double(box.lower[1]),
                               double(box.upper[2]) - double(box.lower[2]));
      objects_.push_back(std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Boxd>(size)));
      place(*objects_.back(), box);
      objects.push_back(objects_.back().get());
    }
    manager_.registerObjects(objects);
    manager_.setup();
  }

 private:
  BoxFrames frames_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
  fcl::DynamicAABBTreeCollisionManagerd manager_;

  static void place(fcl::CollisionObjectd& object, const BoxSpec& box) {
    object.setTranslation(fcl::Vector3d((double(box.lower[0]) + double(box.upper[0])) / 2,
                                        (double(box.lower[1]) + double(box.upper[1])) / 2,
                                        (double(box.lower[2]) + double(box.upper[2])) / 2));
    object.computeAABB();
  }
  std::size_t pairs_after(std::size_t frame) override {
    for (std::size_t i = 0; i < objects_.size(); ++i) place(*objects_[i], frames_[frame][i]);
    manager_.update();
    std::size_t pairs = 0;
    const auto count = [](fcl::CollisionObjectd*, fcl::CollisionObjectd*, void* sum) {
      ++*static_cast<std::size_t*>(sum);
      return false;
    };
    manager_.collide(&pairs, count);
    return pairs;
  }
};

}  // namespace

std::unique_ptr<Prepared> fcl_frames(const BoxFrames& frames) { return std::make_unique<FclFrames>(frames); }

}  // namespace bench

#endif
