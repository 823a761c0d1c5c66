// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "broad": all pairs of moving boxes beside FCL, Bullet and Embree; rays into boxes beside Embree.

#include "broad_bench.h"

#include <cmath>
#include <functional>

#include "error_count.h"
#include "groups.h"

namespace bench {
namespace {

using Prepare = std::function<std::unique_ptr<Prepared>()>;

struct Entry {
  std::string library;
  Prepare prepare;  // empty: it takes too long with so many boxes
};
struct BroadRow {
  std::string name;
  std::size_t questions;       // answers to compare
  double queries;              // that one ask() stands for: frames, or rays
  std::vector<Entry> entries;  // ours first, then the peer that the goal is about
};

constexpr int kAll = 1000000;  // boxes at most

std::string grouped(int n) {
  std::string text = std::to_string(n);
  for (int at = int(text.size()) - 3; at > 0; at -= 3) text.insert(std::size_t(at), ",");
  return text;
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
  const auto add_up_to = [&](int most, const std::string& library, auto prepare) {
    if (count <= most) add(library, prepare);
    if (count > most) row.entries.push_back({library, {}});
  };
  for (const auto& [kind, most] :
       {std::pair{"pruning", kAll}, {"tree", kAll}, {"adaptive", kAll}, {"grid", 100000}, {"sweep", 10000}})
    add_up_to(most, ours + "-" + kind, [kind = kind](const BoxFrames& f) { return graze_events(f, kind); });
#if defined(GRAZE_HAVE_BULLET)
  add_up_to(100000, "Bullet-dbvt", [](const BoxFrames& f) { return bullet_tree_frames(f); });
  add_up_to(10000, "Bullet-sweep", [](const BoxFrames& f) { return bullet_sweep_frames(f); });
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

/// Built and asked once: in the first frames an AdaptiveBroadPhase chooses its structure, and all make room.
Prepare warmed(const Prepare& prepare) {
  return [prepare] {
    std::unique_ptr<Prepared> made = prepare();
    (void)made->ask();
    return made;
  };
}

void add(const Selection& selection, TimedRows& rows) {
  for (const BroadRow& row : all_rows())
    for (const Entry& entry : row.entries) {
      if (!selection.has_row(row.name) || (!selection.has_peers && !is_ours(entry.library))) continue;
      const std::string name = "broad/" + row.name + "/" + entry.library;
      rows.push_back(entry.prepare ? later_row(name, row.queries, warmed(entry.prepare))
                                   : TimedRow{name, row.queries, {}, {}, {}});
    }
}

/// How many rays enter another box or none.
ErrorCount differences_of(std::span<const Answer> ours, std::span<const Answer> theirs) {
  ErrorCount e;
  e.pairs = e.judged = int(ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i)
    e.wrong_yes_no +=
        ours[i].hit != theirs[i].hit || std::abs(ours[i].value - theirs[i].value) > 1e-4 * theirs[i].value;
  return e;
}

double sum_of(std::span<const Answer> answers) {
  double sum = 0;
  for (const Answer& a : answers) sum += a.value;
  return sum;
}

// Rays of everybody beside the first peer, or ours where there is none. The answer to a question about pairs
// is their number, the check value of the measurement: run.py compares those, and nothing is asked twice.
void check(const Selection& selection, std::FILE* out) {
  for (const BroadRow& row : all_rows()) {
    if (row.questions == 1 || !selection.has_row(row.name)) continue;
    std::vector<Answer> truth(row.questions), answers(row.questions);
    row.entries[row.entries.size() > 1 && !is_ours(row.entries[1].library) ? 1 : 0].prepare()->answer(truth,
                                                                                                      {});
    std::fprintf(stderr, "checked: %s:", row.name.c_str());
    for (const Entry& entry : row.entries) {
      if (!selection.has_peers && !is_ours(entry.library)) continue;
      entry.prepare()->answer(answers, {});
      std::fprintf(stderr, " %s %.9g", entry.library.c_str(), sum_of(answers));
      write_errors(out, "broad", row.name, entry.library, differences_of(answers, truth));
    }
    std::fputs("\n", stderr);
  }
}

}  // namespace

Group broad_group() { return {"broad", &add, &check}; }

}  // namespace bench
