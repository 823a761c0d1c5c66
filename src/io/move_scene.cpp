// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/io/move_scene.h"

#include <cmath>

namespace graze::inline GRAZE_ABI::io {
namespace {

bool are_good(std::span<const MotionKey> keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const MotionKey& k = keys[i];
    const Real sum =
        k.time + sum_abs(k.translation) + k.rotation.x + k.rotation.y + k.rotation.z + k.rotation.w;
    if (!std::isfinite(sum) || (i > 0 && !(keys[i - 1].time < k.time))) return false;
  }
  return !keys.empty();
}

/// Every index of a node, one higher; what had no parent has the new node 0.
void shift_nodes(SceneData& scene) {
  for (Node& node : scene.nodes) node.parent = node.parent == kNone ? 0 : node.parent + 1;
  for (Channel& channel : scene.channels)
    if (channel.target < Target::points)
      for (std::uint32_t& target : channel.targets) ++target;
  for (Deformation& deformation : scene.deformations)
    for (std::uint32_t& joint : deformation.joints) ++joint;
  for (NodePair& pair : scene.allowed_pairs) {
    if (pair.a != kNone) ++pair.a;
    if (pair.b != kNone) ++pair.b;
  }
}

}  // namespace

bool move_scene(SceneData& scene, std::span<const MotionKey> keys) {
  if (!are_good(keys)) return false;
  shift_nodes(scene);
  Node root;
  root.type = "Motion";
  root.local.translation = keys[0].translation;
  root.local.rotation = normalized(keys[0].rotation);
  scene.nodes.insert(scene.nodes.begin(), std::move(root));
  if (keys.size() == 1) return true;

  Clock clock;
  clock.name = "motion";
  clock.start = keys.front().time;
  clock.cycle = keys.back().time - keys.front().time;
  clock.stop = keys.back().time;
  clock.in_seconds = true;
  Track along, turn;
  turn.interpolation = Interpolation::slerp;
  turn.components = 4;
  for (const MotionKey& key : keys) {
    const Vec3& t = key.translation;
    const Quat q = normalized(key.rotation);
    along.keys.push_back(key.time - keys.front().time);
    along.values.insert(along.values.end(), {t.x, t.y, t.z});
    turn.values.insert(turn.values.end(), {q.x, q.y, q.z, q.w});
  }
  turn.keys = along.keys;
  const auto index = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
  scene.channels.push_back({index(scene.clocks), {index(scene.tracks)}, Target::translation, {0}});
  scene.channels.push_back({index(scene.clocks), {index(scene.tracks) + 1}, Target::rotation, {0}});
  scene.clocks.push_back(std::move(clock));
  scene.tracks.push_back(std::move(along));
  scene.tracks.push_back(std::move(turn));
  return true;
}

}  // namespace graze::inline GRAZE_ABI::io
