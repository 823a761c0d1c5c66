// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Embree 3 with boxes as user geometry, one thread: rtcCollide of a scene with itself, built anew in every
// frame, and closest hits of rays.

#ifdef GRAZE_HAVE_EMBREE

#include <embree3/rtcore.h>

#include <algorithm>
#include <limits>

#include "broad_bench.h"

namespace bench {
namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();

bool overlap(const BoxSpec& a, const BoxSpec& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (a.lower[k] > b.upper[k] || b.lower[k] > a.upper[k]) return false;
  return true;
}

/// Parameter at which a ray enters a box, or infinity.
float entry_of(const BoxSpec& box, const RTCRay& ray) {
  const float from[3] = {ray.org_x, ray.org_y, ray.org_z}, way[3] = {ray.dir_x, ray.dir_y, ray.dir_z};
  float near = ray.tnear, far = ray.tfar;
  for (std::size_t k = 0; k < 3; ++k) {
    const float a = (box.lower[k] - from[k]) / way[k], b = (box.upper[k] - from[k]) / way[k];
    near = std::max(near, std::min(a, b));
    far = std::min(far, std::max(a, b));
  }
  return near <= far ? near : kInfinite;
}

/// Boxes that stay with the caller.
class BoxScene {
 public:
  explicit BoxScene(const std::vector<BoxSpec>& boxes)
      : device_(rtcNewDevice("threads=1,set_affinity=0")),
        scene_(rtcNewScene(device_)),
        geometry_(rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER)) {
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    rtcSetGeometryUserPrimitiveCount(geometry_, unsigned(boxes.size()));
    rtcSetGeometryBoundsFunction(geometry_, &bound, nullptr);
    rtcSetGeometryIntersectFunction(geometry_, &intersect);
    rtcAttachGeometry(scene_, geometry_);
    commit(boxes);
  }
  ~BoxScene() {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  BoxScene(const BoxScene&) = delete;
  BoxScene& operator=(const BoxScene&) = delete;

  void set_quality(RTCBuildQuality quality) {
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene_, quality);
  }
  void commit(const std::vector<BoxSpec>& boxes) {
    rtcSetGeometryUserData(geometry_, const_cast<BoxSpec*>(boxes.data()));
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
  }
  [[nodiscard]] RTCScene get() const { return scene_; }

 private:
  RTCDevice device_;
  RTCScene scene_;
  RTCGeometry geometry_;

  static void bound(const RTCBoundsFunctionArguments* args) {
    const BoxSpec& box = static_cast<const BoxSpec*>(args->geometryUserPtr)[args->primID];
    *args->bounds_o = {box.lower[0], box.lower[1], box.lower[2], 0,
                       box.upper[0], box.upper[1], box.upper[2], 0};
  }
  static void intersect(const RTCIntersectFunctionNArguments* args) {
    if (args->valid[0] == 0) return;
    auto* const found = reinterpret_cast<RTCRayHit*>(args->rayhit);
    const float t = entry_of(static_cast<const BoxSpec*>(args->geometryUserPtr)[args->primID], found->ray);
    if (!(t <= found->ray.tfar) || t == kInfinite) return;
    found->ray.tfar = t;
    found->hit.geomID = args->geomID;
    found->hit.primID = args->primID;
  }
};

class EmbreeFrames final : public FramesPrepared {
 public:
  explicit EmbreeFrames(const BoxFrames& frames) : frames_(frames), scene_(frames_[1]) {
    scene_.set_quality(RTC_BUILD_QUALITY_LOW);  // it is built for one question
  }

 private:
  struct Count {
    const std::vector<BoxSpec>* boxes;
    std::size_t pairs = 0;
  };
  BoxFrames frames_;
  BoxScene scene_;

  std::size_t pairs_after(std::size_t frame) override {
    scene_.commit(frames_[frame]);
    Count count{&frames_[frame]};
    rtcCollide(scene_.get(), scene_.get(), &test, &count);
    return count.pairs;
  }
  static void test(void* context, RTCCollision* collisions, unsigned number) {
    auto& count = *static_cast<Count*>(context);
    for (unsigned i = 0; i < number; ++i) {
      const unsigned a = collisions[i].primID0, b = collisions[i].primID1;
      count.pairs += a < b && overlap((*count.boxes)[a], (*count.boxes)[b]);
    }
  }
};

class Rays {
 public:
  Rays(const std::vector<BoxSpec>& boxes, const std::vector<RaySpec>& rays)
      : boxes_(boxes), rays_(rays), scene_(boxes_) {}
  void begin() {}
  double ask(std::size_t i) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    const auto& [o, d] = rays_[i];
    RTCRayHit found{};
    found.ray = {o[0], o[1], o[2], 0, d[0], d[1], d[2], 0, kInfinite, ~0U, 0, 0};
    found.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene_.get(), &context, &found);
    return found.hit.geomID != RTC_INVALID_GEOMETRY_ID ? double(found.ray.tfar) : 0;
  }
  Answer answer(std::size_t i) {
    Answer answer;
    answer.value = ask(i);
    answer.hit = answer.value > 0;
    return answer;
  }

 private:
  std::vector<BoxSpec> boxes_;
  std::vector<RaySpec> rays_;
  BoxScene scene_;
};

}  // namespace

std::unique_ptr<Prepared> embree_frames(const BoxFrames& frames) {
  return std::make_unique<EmbreeFrames>(frames);
}
std::unique_ptr<Prepared> embree_box_rays(const std::vector<BoxSpec>& boxes,
                                          const std::vector<RaySpec>& rays) {
  return std::make_unique<PreparedLoop<Rays>>(rays.size(), boxes, rays);
}

}  // namespace bench

#endif
