// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Bullet's dynamic tree and its axis sweep. The tree keeps pairs of enlarged boxes, of which those are
// counted that overlap; the sweep rounds sides outward to whole numbers, likewise.

#ifdef GRAZE_HAVE_BULLET

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <LinearMath/btAabbUtil2.h>

#include <algorithm>

#include "broad_bench.h"

namespace bench {
namespace {

btVector3 vector(const std::array<float, 3>& v) { return {v[0], v[1], v[2]}; }

class BulletFrames final : public FramesPrepared {
 public:
  BulletFrames(const BoxFrames& frames, std::unique_ptr<btBroadphaseInterface> broad)
      : frames_(frames), broad_(std::move(broad)) {
    for (std::size_t i = 0; i < frames_[1].size(); ++i) {
      const BoxSpec& box = frames_[1][i];
      void* const number = reinterpret_cast<void*>(i);
      proxies_.push_back(broad_->createProxy(vector(box.lower), vector(box.upper), 0, number, 1, 1, nullptr));
    }
    broad_->calculateOverlappingPairs(nullptr);
  }
  ~BulletFrames() override {
    for (btBroadphaseProxy* proxy : proxies_) broad_->destroyProxy(proxy, nullptr);
  }
  BulletFrames(const BulletFrames&) = delete;
  BulletFrames& operator=(const BulletFrames&) = delete;

 private:
  BoxFrames frames_;
  std::unique_ptr<btBroadphaseInterface> broad_;
  std::vector<btBroadphaseProxy*> proxies_;

  std::size_t pairs_after(std::size_t frame) override {
    const std::vector<BoxSpec>& boxes = frames_[frame];
    for (std::size_t i = 0; i < boxes.size(); ++i)
      broad_->setAabb(proxies_[i], vector(boxes[i].lower), vector(boxes[i].upper), nullptr);
    broad_->calculateOverlappingPairs(nullptr);
    btOverlappingPairCache* const cache = broad_->getOverlappingPairCache();
    std::size_t pairs = 0;
    for (int i = 0; i < cache->getNumOverlappingPairs(); ++i) {
      const btBroadphasePair& pair = cache->getOverlappingPairArrayPtr()[i];
      const btBroadphaseProxy *a = pair.m_pProxy0, *b = pair.m_pProxy1;
      pairs += TestAabbAgainstAabb2(a->m_aabbMin, a->m_aabbMax, b->m_aabbMin, b->m_aabbMax);
    }
    return pairs;
  }
};

}  // namespace

std::unique_ptr<Prepared> bullet_tree_frames(const BoxFrames& frames) {
  return std::make_unique<BulletFrames>(frames, std::make_unique<btDbvtBroadphase>());
}

std::unique_ptr<Prepared> bullet_sweep_frames(const BoxFrames& frames) {
  btVector3 low(0, 0, 0), high(1, 1, 1);
  for (const auto& frame : frames)
    for (const BoxSpec& box : frame) {
      low.setMin(vector(box.lower));
      high.setMax(vector(box.upper));
    }
  const auto handles = unsigned(frames[0].size() + 2);
  return std::make_unique<BulletFrames>(frames, std::make_unique<bt32BitAxisSweep3>(low, high, handles));
}

}  // namespace bench

#endif
