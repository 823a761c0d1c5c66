// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "math/outward.h"
#include "mesh/pieces.h"
#include "scene/scene_state.h"

// Speculative contacts: those at the beginning of a frame, of the pairs that may meet in it, as far apart as
// the two can come together.

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::size_t kSetsPerTask = 16;

// By how much the two can come nearer, at most.
Real find_prediction(const SceneState& scene, const PairStore::Entry& entry, Real most) {
  const MemberMotion &a = scene.frame.motions[entry.member_a], &b = scene.frame.motions[entry.member_b];
  const double nearer = (length(a.way - b.way) + a.around + b.around) * (1 + 0x1p-30);
  return nearer < double(most) ? round_up(nearer) : most;
}

Instance instance_at_begin(const SceneState& scene, std::uint32_t member) {
  Instance instance = object_of(scene, scene.members[member]).instance;
  instance.placement = begin_of(scene, member);
  return instance;
}

void ask_contacts_at_begin(SceneState& scene, std::size_t number, Real most) {
  const PairStore::Entry& entry = scene.pairs.order[scene.frame.jobs[number].place];
  const Instance a = instance_at_begin(scene, entry.member_a), b = instance_at_begin(scene, entry.member_b);
  Workspace workspace;
  ContactSettings settings;
  settings.prediction = find_prediction(scene, entry, most);
  settings.relative_error = scene.settings.relative_error;
  settings.max_iterations = scene.settings.max_iterations;
  settings.workspace = &workspace;
  std::vector<ContactManifold>& found = scene.frame.contacts[number];
  if (is_complex(a.shape.kind()) || is_complex(b.shape.kind()))
    find_manifolds(a, b, settings, found);
  else
    put_set(contacts(a, b, settings), found);
}

void speculate(SceneState& scene, Real most) {
  FrameMotion& frame = scene.frame;
  frame.pairs.clear();
  frame.statistics = {};
  sweep_boxes(scene, 0);
  frame.statistics.box_pairs = scene.pairs.order.size();
  AdvanceSettings all;
  all.with_starts = true;
  collect_jobs(scene, all);
  std::erase_if(frame.jobs, [&](const ImpactJob& job) { return scene.pairs.order[job.place].has_sensor; });
  frame.statistics.tested = frame.jobs.size();
  if (frame.contacts.size() < frame.jobs.size()) frame.contacts.resize(frame.jobs.size());
  run_blocks(scene.settings.executor, frame.jobs.size(), kSetsPerTask,
             [&](std::size_t i) { ask_contacts_at_begin(scene, i, most); });
  for (std::size_t i = 0; i < frame.jobs.size(); ++i) {
    if (frame.contacts[i].empty()) continue;
    const PairStore::Entry& entry = scene.pairs.order[frame.jobs[i].place];
    const PairRecord& record = scene.pairs.records[entry.record];
    frame.pairs.push_back({record.a, record.b, find_prediction(scene, entry, most), frame.contacts[i]});
  }
}

}  // namespace

std::optional<Error> Scene::speculate(Real most) {
  if (const auto error = update_refusal(*state_)) return error;
  if (!is_finite(most)) return Error{ErrorCode::not_finite, "most: is not finite"};
  if (most < 0) return Error{ErrorCode::negative, "most: is negative"};
  try {
    graze::speculate(*state_, most);
  } catch (...) {
    state_->frame.pairs.clear();
    throw;
  }
  if (state_->world->log != nullptr) record(*state_, Call::speculate, most, checksum(state_->frame.pairs));
  return std::nullopt;
}

std::span<const SpeculativePair> Scene::speculative_pairs() const {
  if (state_->world == nullptr) return {};
  return state_->frame.pairs;
}

}  // namespace graze::inline GRAZE_ABI
