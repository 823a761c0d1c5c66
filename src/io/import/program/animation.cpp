// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <unordered_map>

#include "io/import/program/convert.h"
#include "io/mesh/build.h"

namespace graze::inline GRAZE_ABI::io::import {
namespace {

using Names = std::unordered_map<std::string, std::uint32_t>;

std::string text_of(const aiString& s) { return {s.data, s.length}; }

void put(const aiVector3D& v, std::vector<Real>& out) {
  const Vec3 p = to_vec3(v);
  out.insert(out.end(), {p.x, p.y, p.z});
}
void put(const aiQuaternion& q, std::vector<Real>& out) {
  for (const float x : {q.x, q.y, q.z, q.w}) out.push_back(static_cast<double>(x));
}

class Animator {
 public:
  Animator(const std::vector<const aiNode*>& nodes, Answer& out) : nodes_(nodes), out_(out) {
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
      if (nodes[i] != nullptr) names_.try_emplace(text_of(nodes[i]->mName), i);
  }

  // The first animation runs; others wait to be triggered by their name.
  void add(const aiAnimation& a) {
    Clock clock;
    clock.name = text_of(a.mName);
    ticks_ = a.mTicksPerSecond > 0 ? a.mTicksPerSecond : 25;
    clock.cycle = a.mDuration / ticks_;
    clock.is_running = out_.scene.clocks.empty();
    clock.in_seconds = true;
    if (!(clock.cycle > 0) || !is_finite(clock.cycle)) return;
    clock_ = static_cast<std::uint32_t>(out_.scene.clocks.size());
    out_.scene.clocks.push_back(clock);
    for (unsigned i = 0; i < a.mNumChannels; ++i) add_node(*a.mChannels[i]);
    if (a.mNumMorphMeshChannels > 0 || a.mNumMeshChannels > 0)
      out_.remarks.push_back({"animations of meshes are not read", true});
  }

 private:
  void add_node(const aiNodeAnim& a) {
    const auto known = names_.find(text_of(a.mNodeName));
    if (known == names_.end()) {
      out_.remarks.push_back({"an animation of a node that is not there is left out", true});
      return;
    }
    make_parts(known->second);
    add_track(a.mPositionKeys, a.mNumPositionKeys, 3, Target::translation, known->second);
    add_track(a.mRotationKeys, a.mNumRotationKeys, 4, Target::rotation, known->second);
    add_track(a.mScalingKeys, a.mNumScalingKeys, 3, Target::scale, known->second);
  }

  // A matrix cannot be animated by its parts.
  void make_parts(std::uint32_t node) {
    LocalTransform& local = out_.scene.nodes[node].local;
    if (!local.matrix) return;
    aiVector3D scale, position;
    aiQuaternion turn;
    nodes_[node]->mTransformation.Decompose(scale, turn, position);
    local.matrix.reset();
    local.translation = to_vec3(position);
    local.scale = to_vec3(scale);
    local.rotation = Quat{static_cast<double>(turn.x), static_cast<double>(turn.y),
                          static_cast<double>(turn.z), static_cast<double>(turn.w)};
  }

  template <class Key>
  void add_track(const Key* keys, unsigned count, std::uint32_t components, Target target,
                 std::uint32_t node) {
    if (count == 0) return;
    Track track;
    track.name = out_.scene.nodes[node].name;
    track.components = components;
    track.interpolation = components == 4 ? Interpolation::slerp : Interpolation::linear;
    for (unsigned i = 0; i < count; ++i) {
      track.keys.push_back(keys[i].mTime / ticks_);
      put(keys[i].mValue, track.values);
    }
    const bool is_good =
        std::is_sorted(track.keys.begin(), track.keys.end()) &&
        std::all_of(track.keys.begin(), track.keys.end(), [](Real x) { return is_finite(x); }) &&
        std::all_of(track.values.begin(), track.values.end(), [](Real x) { return is_finite(x); });
    if (!is_good) {
      out_.remarks.push_back({"a track whose keys are out of order or not finite is left out", true});
      return;
    }
    const auto index = static_cast<std::uint32_t>(out_.scene.tracks.size());
    out_.scene.tracks.push_back(std::move(track));
    Channel channel;
    channel.clock = clock_;
    channel.tracks = {index};
    channel.target = target;
    channel.targets = {node};
    out_.scene.channels.push_back(std::move(channel));
  }

  const std::vector<const aiNode*>& nodes_;
  Answer& out_;
  Names names_;
  double ticks_ = 25;
  std::uint32_t clock_ = 0;
};

}  // namespace

void convert_animation(const aiScene& scene, const std::vector<const aiNode*>& nodes, Answer& answer) {
  Animator animator(nodes, answer);
  for (unsigned i = 0; i < scene.mNumAnimations; ++i) animator.add(*scene.mAnimations[i]);
}

}  // namespace graze::inline GRAZE_ABI::io::import
