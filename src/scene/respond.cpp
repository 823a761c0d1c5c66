// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/common_point.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "query/pieces/operands.h"
#include "scene/scene_state.h"
#include "scene/table_state.h"

// A response table tested on a scene: pairs with responses, what these want to know, then the callbacks.

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::size_t kPairsPerTask = 32;

struct Job {
  std::uint32_t record = 0;
  ResponseClass class_a = 0, class_b = 0;  // of the record's a and b
  ResponseType type = ResponseType::none;
  bool meets = false;
  Collision collision;
};

// Of the responses to objects at rest.
ResponseType most_of(const Responses& responses) {
  ResponseType most = ResponseType::none;
  for (const Response& response : responses)
    if (response.type != ResponseType::impact) most = std::max(most, response.type);
  return most;
}

std::vector<Job> collect_jobs(const SceneState& scene, const TableState& table) {
  std::vector<Job> jobs;
  for (const PairStore::Entry& entry : scene.pairs.order) {
    if (entry.is_ignored) continue;
    const PairRecord& record = scene.pairs.records[entry.record];
    const ResponseClass *a = find_class(table, record.a), *b = find_class(table, record.b);
    if (a == nullptr || b == nullptr) continue;
    const ResponseType type = most_of(table.pair_responses[index_of(*a, *b)]);
    if (type != ResponseType::none) jobs.push_back({entry.record, *a, *b, type, false, {}});
  }
  return jobs;
}

void find_witness(const Instance& a, const Instance& b, const QuerySettings& settings, Collision& out) {
  const CommonPoint common = common_point(a, b, settings);
  out.contact = common.contact;
  if (common.found) out.point_a = out.point_b = common.point;
}

void set_depth(const Instance& a, const Instance& b, const QuerySettings& settings, Collision& out) {
  const Penetration depth = penetration(a, b, settings);
  out.contact = depth.contact;
  if (depth.contact == Contact::apart) return;
  out.point_a = depth.point_a;
  out.point_b = depth.point_b;
  out.normal = depth.normal;
  out.depth = depth.upper;
}

void ask_job(SceneState& scene, Job& job) {
  PairRecord& record = scene.pairs.records[job.record];
  const Object& a = scene.world->slots[record.a.slot()].object;
  const Object& b = scene.world->slots[record.b.slot()].object;
  Workspace workspace;
  const QuerySettings settings{.relative_error = scene.settings.relative_error,
                               .max_iterations = scene.settings.max_iterations,
                               .cache = &memory_of(record).response_cache,
                               .workspace = &workspace,
                               .threshold = kInfinity};
  Collision& out = job.collision;
  out.object_a = record.a;
  out.object_b = record.b;
  out.type = job.type;
  if (job.type == ResponseType::depth)
    set_depth(a.instance, b.instance, settings, out);
  else if (job.type == ResponseType::witnessed)
    find_witness(a.instance, b.instance, settings, out);
  else
    out.contact = intersects(a.instance, b.instance, settings).contact;
  job.meets = out.contact != Contact::apart;
}

// The object of the lower class comes first.
void order_by_class(Job& job) {
  if (job.class_a <= job.class_b) return;
  Collision& c = job.collision;
  std::swap(job.class_a, job.class_b);
  std::swap(c.object_a, c.object_b);
  std::swap(c.point_a, c.point_b);
  c.normal = -c.normal;
  // Minus zero is as good as zero, but not in the bytes of an answer.
  c.normal += Vec3{};
}

// The list is read anew for every callback, because callbacks may change it. True: done.
bool call_list(const TableState& table, ResponseClass a, ResponseClass b, const Collision& collision) {
  const std::size_t index = index_of(a, b);
  for (std::size_t i = 0; i < table.pair_responses[index].size(); ++i) {
    const Response response = table.pair_responses[index][i];
    if ((response.type == ResponseType::impact) != (collision.type == ResponseType::impact)) continue;
    if (response.callback(response, collision)) return true;
  }
  return false;
}

bool fill_user_data(WorldState& world, Collision& collision) {
  const ObjectSlot* a = find_slot(world, collision.object_a);
  const ObjectSlot* b = find_slot(world, collision.object_b);
  if (a == nullptr || b == nullptr) return false;
  collision.user_a = a->object.user_data;
  collision.user_b = b->object.user_data;
  return true;
}

// Seen from the other object, whose point is as far from b's as it is at `lower`.
TimeOfImpact seen_from_b(const TimeOfImpact& impact) {
  TimeOfImpact r = mirrored(impact);
  std::swap(r.placement_a, r.placement_b);
  r.point += r.placement_b * r.local_b - r.placement_a * r.local_a;
  return r;
}

// The impact of a pair that has a response to impacts.
struct ImpactCall {
  Job job;
  TimeOfImpact impact;
};
std::vector<ImpactCall> collect_impacts(std::span<const SceneImpact> impacts, const TableState& table) {
  std::vector<ImpactCall> jobs;
  for (const SceneImpact& x : impacts) {
    const ResponseClass *a = find_class(table, x.a), *b = find_class(table, x.b);
    if (a == nullptr || b == nullptr) continue;
    const Responses& responses = table.pair_responses[index_of(*a, *b)];
    if (std::none_of(responses.begin(), responses.end(),
                     [](const Response& response) { return response.type == ResponseType::impact; }))
      continue;
    Job job{0, *a, *b, ResponseType::impact, true, {}};
    job.collision.object_a = x.a;
    job.collision.object_b = x.b;
    job.collision.type = ResponseType::impact;
    const TimeOfImpact other = seen_from_b(x.impact);
    job.collision.point_a = other.point;
    job.collision.point_b = x.impact.point;
    job.collision.normal = x.impact.normal;
    TimeOfImpact impact = *b < *a ? other : x.impact;
    order_by_class(job);
    impact.normal = job.collision.normal;
    jobs.push_back({job, impact});
  }
  return jobs;
}

}  // namespace

bool ResponseTable::call(const Collision& collision) const {
  const std::shared_ptr<TableState> kept = state_;
  if (kept == nullptr) return false;
  const ResponseClass* a = find_class(*kept, collision.object_a);
  const ResponseClass* b = find_class(*kept, collision.object_b);
  return a != nullptr && b != nullptr && call_list(*kept, *a, *b, collision);
}

Result<std::size_t> respond(Scene& scene, const ResponseTable& table) {
  const std::shared_ptr<SceneState> state = scene.state();
  const std::shared_ptr<TableState> kept = table.state();
  if (const auto error = scene.refresh()) return *error;
  if (kept == nullptr) return std::size_t{0};
  std::vector<Job> jobs = collect_jobs(*state, *kept);
  run_blocks(state->settings.executor, jobs.size(), kPairsPerTask,
             [&](std::size_t i) { ask_job(*state, jobs[i]); });
  const Pass pass(*state);
  std::size_t count = 0;
  for (Job& job : jobs) {
    if (state->world == nullptr) break;
    order_by_class(job);
    if (!job.meets || !fill_user_data(*state->world, job.collision)) continue;
    ++count;
    if (call_list(*kept, job.class_a, job.class_b, job.collision)) break;
  }
  return count;
}

Result<std::size_t> respond(Scene& scene, const ResponseTable& table, const AdvanceSettings& settings) {
  const std::shared_ptr<SceneState> state = scene.state();
  const std::shared_ptr<TableState> kept = table.state();
  if (const auto error = scene.advance(settings)) return *error;
  if (kept == nullptr) return std::size_t{0};
  std::vector<ImpactCall> jobs = collect_impacts(state->frame.impacts, *kept);
  const Pass pass(*state);
  std::size_t count = 0;
  for (ImpactCall& each : jobs) {
    if (state->world == nullptr) break;
    Collision& collision = each.job.collision;
    collision.impact = &each.impact;
    if (!fill_user_data(*state->world, collision)) continue;
    ++count;
    if (call_list(*kept, each.job.class_a, each.job.class_b, collision)) break;
  }
  return count;
}

}  // namespace graze::inline GRAZE_ABI
