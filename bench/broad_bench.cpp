// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "broad": all pairs of moving boxes beside FCL, Bullet and Embree; rays into boxes beside Embree.

#include "broad_bench.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <functional>

#include "groups.h"

namespace bench {
namespace {

using Prepare = std::function<std::unique_ptr<Prepared>()>;

struct Entry {
  std::string library;
  Prepare prepare;
};
struct BroadRow {
  std::string name;
  std::size_t questions;       // answers to compare
  double queries;              // that one ask() stands for: frames, or rays
  std::vector<Entry> entries;  // ours first, then the peer that the goal is about
};

std::string grouped(int n) {
  std::string text = std::to_string(n);
  for (int at = int(text.size()) - 3; at > 0; at -= 3) text.insert(std::size_t(at), ",");
  return text;
}

/// Made when it is first asked for: some scenes are large.
template <class Make>
auto later(Make make) {
  using Made = decltype(make());
  return [make, made = std::make_shared<std::shared_ptr<const Made>>()]() -> const Made& {
    if (!*made) *made = std::make_shared<const Made>(make());
    return **made;
  };
}

BroadRow pairs_row(BoxPlacing placing, int count, const char* what) {
  const auto frames = later([=] { return make_box_frames(placing, count); });
  const std::string ours = graze_libraries().front().name;
  BroadRow row{"broad pairs, " + grouped(count) + " " + what, 1, double(std::size(kCycle)), {}};
  const auto add = [&](const std::string& library, auto prepare) {
    row.entries.push_back({library, [=] { return prepare(frames()); }});
  };
  add(ours, [](const BoxFrames& f) { return graze_frames(f); });
#if defined(GRAZE_HAVE_FCL)
  add("FCL", [](const BoxFrames& f) { return fcl_frames(f); });
#endif
  for (const char* kind : {"pruning", "tree", "adaptive", "grid", "sweep"})
    if (count <= 10000 || (std::string(kind) != "sweep" && (count <= 100000 || std::string(kind) != "grid")))
      add(ours + "-" + kind, [=](const BoxFrames& f) { return graze_events(f, kind); });
#if defined(GRAZE_HAVE_BULLET)
  if (count <= 100000) add("Bullet-dbvt", [](const BoxFrames& f) { return bullet_tree_frames(f); });
  if (count <= 10000) add("Bullet-sweep", [](const BoxFrames& f) { return bullet_sweep_frames(f); });
#endif
#if defined(GRAZE_HAVE_EMBREE)
  add("Embree", [](const BoxFrames& f) { return embree_frames(f); });
#endif
  return row;
}

BroadRow rays_row(int count, int rays) {
  const auto boxes = later([=] { return make_box_frames(BoxPlacing::cloud, count)[0]; });
  const auto aimed = later([=] { return aim_at_cloud(count, rays); });
  BroadRow row{"broad rays, " + grouped(count) + " boxes", std::size_t(rays), double(rays), {}};
  const std::string ours = graze_libraries().front().name;
  row.entries.push_back({ours, [=] { return graze_box_rays(boxes(), aimed()); }});
#if defined(GRAZE_HAVE_EMBREE)
  row.entries.push_back({"Embree", [=] { return embree_box_rays(boxes(), aimed()); }});
#endif
  return row;
}

std::vector<BroadRow> all_rows() {
  std::vector<BroadRow> rows;
  for (const int n : {1000, 10000, 100000, 1000000}) rows.push_back(pairs_row(BoxPlacing::cloud, n, "boxes"));
  for (const int n : {1000, 10000, 100000, 1000000})
    rows.push_back(pairs_row(BoxPlacing::clustered, n, "in clusters"));
  for (const int n : {1000, 10000, 100000, 1000000})
    rows.push_back(pairs_row(BoxPlacing::all_sizes, n, "of all sizes"));
  rows.push_back(rays_row(100000, 10000));
  return rows;
}

bool is_ours(const std::string& library) { return library.starts_with("graze"); }

void register_entry(const BroadRow& row, const Entry& entry) {
  const auto prepared = later(entry.prepare);
  benchmark::RegisterBenchmark(("broad/" + row.name + "/" + entry.library).c_str(),
                               [prepared, queries = row.queries](benchmark::State& state) {
                                 Prepared& ready = *prepared();
                                 double check = ready.ask();
                                 for (auto _ : state) benchmark::DoNotOptimize(check = ready.ask());
                                 state.counters["check"] = check;
                                 state.counters["queries"] = queries;
                               });
}

void add(const Selection& selection) {
  for (const BroadRow& row : all_rows())
    for (const Entry& entry : row.entries)
      if (selection.has_row(row.name) && (selection.has_peers || is_ours(entry.library)))
        register_entry(row, entry);
}

/// Pairs too many or too few; of rays, how many enter another box or none.
int differences_of(std::span<const Answer> ours, std::span<const Answer> theirs) {
  if (ours.size() == 1) return int(std::abs(ours[0].value - theirs[0].value));
  int different = 0;
  for (std::size_t i = 0; i < ours.size(); ++i)
    different +=
        ours[i].hit != theirs[i].hit || std::abs(ours[i].value - theirs[i].value) > 1e-4 * theirs[i].value;
  return different;
}

double sum_of(std::span<const Answer> answers) {
  double sum = 0;
  for (const Answer& a : answers) sum += a.value;
  return sum;
}

// Everybody beside the first peer, or ours where there is none.
void check(const Selection& selection, std::FILE* out) {
  for (const BroadRow& row : all_rows()) {
    if (!selection.has_row(row.name)) continue;
    std::vector<Answer> truth(row.questions), answers(row.questions);
    row.entries[row.entries.size() > 1 && !is_ours(row.entries[1].library) ? 1 : 0].prepare()->answer(truth);
    std::fprintf(stderr, "checked: %s:", row.name.c_str());
    for (const Entry& entry : row.entries) {
      if (!selection.has_peers && !is_ours(entry.library)) continue;
      entry.prepare()->answer(answers);
      std::fprintf(stderr, " %s %.9g", entry.library.c_str(), sum_of(answers));
      std::fprintf(out, "broad,\"%s\",%s,%d,0,%d,0,0,0,0,0\n", row.name.c_str(), entry.library.c_str(),
                   int(row.questions), differences_of(answers, truth));
    }
    std::fputs("\n", stderr);
  }
}

}  // namespace

Group broad_group() { return {"broad", &add, &check}; }

}  // namespace bench
