// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/node_motion.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::check {
namespace {

// Value of a channel at a time: false while its clock has not started.
bool value_of(const io::SceneData& scene, const io::Channel& channel, Real time, std::vector<Real>& out) {
  std::optional<Real> key = io::clock_output(scene.clocks[channel.clock], time);
  if (!key || channel.tracks.empty()) return false;
  for (std::size_t i = 0; i + 1 < channel.tracks.size(); ++i) {
    Real next = 0;
    io::sample(scene.tracks[channel.tracks[i]], *key, &next);
    key = next;
  }
  const io::Track& last = scene.tracks[channel.tracks.back()];
  out.resize(last.components);
  io::sample(last, *key, out.data());
  return true;
}

void set(io::LocalTransform& local, io::Target target, const std::vector<Real>& v) {
  const auto vector = [&] { return Vec3{v[0], v[1], v[2]}; };
  const auto turn = [&] { return Quat{v[0], v[1], v[2], v[3]}; };
  if (target == io::Target::translation) local.translation = vector();
  if (target == io::Target::rotation) local.rotation = turn();
  if (target == io::Target::scale) local.scale = vector();
  if (target == io::Target::centre) local.centre = vector();
  if (target == io::Target::scale_orientation) local.scale_orientation = turn();
}

}  // namespace

NodeMotion::NodeMotion(const io::SceneData& scene) : scene_(&scene), first_(scene.nodes.size() + 1) {
  const auto each = [&](const auto& visit) {
    for (std::uint32_t c = 0; c < scene.channels.size(); ++c)
      if (scene.channels[c].target < io::Target::points)
        for (const std::uint32_t node : scene.channels[c].targets) visit(node, c);
  };
  each([&](std::uint32_t node, std::uint32_t) { ++first_[node + 1]; });
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  channels_.resize(first_.back());
  std::vector<std::uint32_t> next = first_;
  each([&](std::uint32_t node, std::uint32_t c) { channels_[next[node]++] = c; });
}

io::Placement NodeMotion::local(std::uint32_t node, Real time) const {
  const io::LocalTransform& rest = scene_->nodes[node].local;
  const std::span<const std::uint32_t> channels = own_channels(node);
  if (channels.empty()) return io::to_placement(rest);
  io::LocalTransform moved = rest;
  std::vector<Real> value;
  for (const std::uint32_t c : channels)
    if (value_of(*scene_, scene_->channels[c], time, value)) set(moved, scene_->channels[c].target, value);
  return io::to_placement(moved);
}

io::Placement NodeMotion::at(std::uint32_t node, Real time) const {
  const std::uint32_t parent = above(node);
  if (parent == io::kNone) return local(node, time);
  std::vector<std::uint32_t> chain{node};
  for (std::uint32_t n = parent; n != io::kNone; n = above(n)) chain.push_back(n);
  io::Placement world = local(chain.back(), time);
  for (std::size_t i = chain.size() - 1; i-- > 0;) world = world * local(chain[i], time);
  return world;
}

std::vector<std::uint32_t> NodeMotion::channels_above(std::uint32_t node) const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t n = node; n != io::kNone; n = above(n)) {
    const std::span<const std::uint32_t> own = own_channels(n);
    out.insert(out.end(), own.begin(), own.end());
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace graze::inline GRAZE_ABI::check
