// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad_bench.h"
#include "graze/broad/adaptive_broad_phase.h"
#include "graze/broad/box_pruning.h"
#include "graze/broad/grid_broad_phase.h"
#include "graze/broad/overlapping_pairs.h"
#include "graze/broad/sweep_and_prune.h"
#include "graze/broad/tree_broad_phase.h"

namespace bench {
namespace {

using graze::Aabb;
using graze::Real;
using graze::Vec3;

Vec3 vec(const std::array<float, 3>& v) { return {Real(v[0]), Real(v[1]), Real(v[2])}; }

std::vector<Aabb> boxes_of(const std::vector<BoxSpec>& specs) {
  std::vector<Aabb> boxes;
  for (const BoxSpec& spec : specs) boxes.push_back({vec(spec.lower), vec(spec.upper)});
  return boxes;
}

using BoxStates = std::array<std::vector<Aabb>, std::tuple_size_v<BoxFrames>>;
BoxStates all_boxes_of(const BoxFrames& frames) {
  BoxStates out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = boxes_of(frames[i]);
  return out;
}

class FromScratch final : public FramesPrepared {
 public:
  explicit FromScratch(const BoxFrames& frames) : boxes_(all_boxes_of(frames)) {}

 private:
  BoxStates boxes_;
  graze::PairBuffer buffer_;

  std::size_t pairs_after(std::size_t frame) override {
    if (graze::overlapping_pairs(boxes_[frame], buffer_, {.order = graze::PairOrder::any})) return 0;
    return buffer_.pairs().size();
  }
};

template <class Broad>
class Events final : public FramesPrepared {
 public:
  explicit Events(const BoxFrames& frames) : boxes_(all_boxes_of(frames)) {
    std::vector<graze::ProxyInput> inputs;
    for (const Aabb& box : boxes_[1]) inputs.push_back({box});
    ids_.resize(inputs.size());
    if (broad_.create(inputs, ids_)) return;
    flush();
  }

 private:
  BoxStates boxes_;
  std::vector<graze::ProxyId> ids_;
  Broad broad_;
  std::size_t pairs_ = 0;

  void flush() {
    broad_.flush([&](const graze::PairEvent& event) {
      pairs_ = event.change == graze::PairChange::begin ? pairs_ + 1 : pairs_ - 1;
    });
  }
  std::size_t pairs_after(std::size_t frame) override {
    if (broad_.move(ids_, boxes_[frame])) return 0;
    flush();
    return pairs_;
  }
};

class Rays {
 public:
  Rays(const std::vector<BoxSpec>& boxes, const std::vector<RaySpec>& rays) : rays_(rays) {
    std::vector<graze::ProxyInput> inputs;
    for (const Aabb& box : boxes_of(boxes)) inputs.push_back({box});
    std::vector<graze::ProxyId> ids(inputs.size());
    if (broad_.create(inputs, ids)) return;
    broad_.flush([](const graze::PairEvent&) {});
  }
  void begin() {}
  double ask(std::size_t i) {
    Real nearest = -1;
    broad_.ray_cast({vec(rays_[i].origin), vec(rays_[i].direction)}, {}, [&](graze::ProxyId, Real t, Real) {
      nearest = t;
      return t;
    });
    return nearest < 0 ? 0 : double(nearest);
  }
  Answer answer(std::size_t i) {
    Answer answer;
    answer.value = ask(i);
    answer.hit = answer.value > 0;
    return answer;
  }

 private:
  std::vector<RaySpec> rays_;
  graze::TreeBroadPhase broad_;
};

}  // namespace

std::unique_ptr<Prepared> graze_frames(const BoxFrames& frames) {
  return std::make_unique<FromScratch>(frames);
}

std::unique_ptr<Prepared> graze_events(const BoxFrames& frames, const std::string& kind) {
  if (kind == "tree") return std::make_unique<Events<graze::TreeBroadPhase>>(frames);
  if (kind == "sweep") return std::make_unique<Events<graze::SweepAndPrune>>(frames);
  if (kind == "pruning") return std::make_unique<Events<graze::BoxPruning>>(frames);
  if (kind == "grid") return std::make_unique<Events<graze::GridBroadPhase>>(frames);
  return std::make_unique<Events<graze::AdaptiveBroadPhase>>(frames);
}

std::unique_ptr<Prepared> graze_box_rays(const std::vector<BoxSpec>& boxes,
                                         const std::vector<RaySpec>& rays) {
  return std::make_unique<PreparedLoop<Rays>>(rays.size(), boxes, rays);
}

}  // namespace bench
