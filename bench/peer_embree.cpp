// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Embree 3 in float, with one thread and its robust flag: closest hits one ray at a time, building, and
// refitting. It reads the vertices where they are; those of a refit are copied there first, as ours are.

#include <embree3/rtcore.h>

#include <algorithm>
#include <limits>

#include "mesh_bench.h"

namespace bench {
namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();

struct Device {
  RTCDevice device = rtcNewDevice("threads=1,set_affinity=0");
  Device() = default;
  ~Device() { rtcReleaseDevice(device); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
};

/// A scene of one mesh.
class Scene {
 public:
  /// The model stays with the caller.
  Scene(RTCDevice device, const MeshModel& model, const Frames::value_type& points, bool is_refitted)
      : scene_(rtcNewScene(device)), geometry_(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE)) {
    rtcSetSceneFlags(scene_,
                     is_refitted ? RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_DYNAMIC : RTC_SCENE_FLAG_ROBUST);
    if (is_refitted) {  // a scene of better quality builds anew, whatever its geometry asks for
      rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
      rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_REFIT);
    }
    rtcSetSharedGeometryBuffer(geometry_, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, model.triangles.data(),
                               0, sizeof(model.triangles[0]), model.triangles.size());
    rtcSetSharedGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, points.data(), 0,
                               sizeof(points[0]), points.size());
    rtcCommitGeometry(geometry_);
    rtcAttachGeometry(scene_, geometry_);
    rtcCommitScene(scene_);
  }
  ~Scene() {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  /// The points have changed where they are.
  void refit() {
    rtcUpdateGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
  }
  [[nodiscard]] RTCScene get() const { return scene_; }
  [[nodiscard]] double extent() const {
    RTCBounds b;
    rtcGetSceneBounds(scene_, &b);
    return double(b.upper_x) - double(b.lower_x) + double(b.upper_y) - double(b.lower_y) + double(b.upper_z) -
           double(b.lower_z);
  }

 private:
  RTCScene scene_;
  RTCGeometry geometry_;
};

class RayAsker {
 public:
  explicit RayAsker(const RayScene& scene)
      : model_(scene.mesh),
        rays_(scene.rays),
        frames_(make_frames(*model_)),
        scene_(device_.device, *model_, frames_[0], false) {}
  void begin() {}
  double ask(std::size_t i) {
    const RTCRayHit found = cast(rays_[i]);
    return found.hit.geomID != RTC_INVALID_GEOMETRY_ID ? double(found.ray.tfar) : 0;
  }
  Answer answer(std::size_t i) {
    Answer answer;
    answer.value = ask(i);
    answer.hit = answer.value > 0;
    return answer;
  }

 private:
  [[nodiscard]] RTCRayHit cast(const RaySpec& spec) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    const auto& [o, d] = spec;
    RTCRayHit found{};
    found.ray = {o[0], o[1], o[2], 0, d[0], d[1], d[2], 0, kInfinite, ~0U, 0, 0};
    found.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene_.get(), &context, &found);
    return found;
  }

  std::shared_ptr<const MeshModel> model_;
  std::vector<RaySpec> rays_;
  Frames frames_;
  Device device_;
  Scene scene_;
};

class BuildAsker {
 public:
  explicit BuildAsker(const MeshModel& model) : model_(model), frames_(make_frames(model)) {}
  void begin() {}
  double ask(std::size_t) { return Scene(device_.device, model_, frames_[0], false).extent(); }
  Answer answer(std::size_t i) { return {true, true, ask(i), false, {}, {}, {}, {}}; }

 private:
  const MeshModel& model_;
  Frames frames_;
  Device device_;
};

class RefitAsker {
 public:
  explicit RefitAsker(const MeshModel& model)
      : frames_(make_frames(model)), points_(frames_[0]), scene_(device_.device, model, points_, true) {}
  void begin() {}
  double ask(std::size_t) {
    is_odd_ = !is_odd_;
    std::copy(frames_[is_odd_].begin(), frames_[is_odd_].end(), points_.begin());
    scene_.refit();
    return 1;
  }
  Answer answer(std::size_t i) {
    is_odd_ = false;
    (void)ask(i);
    return {true, true, scene_.extent(), false, {}, {}, {}, {}};
  }

 private:
  Frames frames_;
  Frames::value_type points_;
  Device device_;
  Scene scene_;
  bool is_odd_ = false;
};

}  // namespace

std::unique_ptr<Prepared> embree_rays(const RayScene& scene) {
  return std::make_unique<PreparedLoop<RayAsker>>(scene.rays.size(), scene);
}
std::unique_ptr<Prepared> embree_build(const MeshModel& mesh) {
  return std::make_unique<PreparedLoop<BuildAsker>>(1, mesh);
}
std::unique_ptr<Prepared> embree_refit(const MeshModel& mesh) {
  return std::make_unique<PreparedLoop<RefitAsker>>(1, mesh);
}

}  // namespace bench
