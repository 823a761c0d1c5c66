// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "mesh": meshes against each other and against convex shapes beside FCL; their contact manifolds
// beside Bullet; rays, building and refitting beside Embree.

#include "mesh_bench.h"

#include <cmath>
#include <cstdlib>
#include <functional>

#include "error_count.h"
#include "groups.h"

namespace bench {
namespace {

using Prepare = std::function<std::unique_ptr<Prepared>()>;

struct MeshRow {
  std::string name;
  std::size_t queries;
  const char* peer;
  Prepare ours, theirs;  // theirs is empty when the peer was not found
};
using Rows = std::vector<MeshRow>;

constexpr double kSize = 24;  // coordinates are no larger

void add_pairs(Rows& rows, const char* name, Question question, MeshScene made) {
  const auto scene = std::make_shared<const MeshScene>(std::move(made));
  MeshRow row{name, scene->pairs.size(), "FCL", [=] { return graze_pairs(*scene, question); }, {}};
#if defined(GRAZE_HAVE_FCL)
  row.theirs = [=] { return fcl_pairs(*scene, question); };
#endif
  rows.push_back(std::move(row));
}

void add_manifolds(Rows& rows, const char* name, MeshScene made) {
  const auto scene = std::make_shared<const MeshScene>(std::move(made));
  MeshRow row{name, scene->pairs.size(), "Bullet", [=] { return graze_pairs(*scene, Question::depth); }, {}};
#if defined(GRAZE_HAVE_BULLET)
  row.theirs = [=] { return bullet_manifolds(*scene); };
#endif
  rows.push_back(std::move(row));
}

// Rows named coherent keep a front from frame to frame; the peer has nothing of the sort.
void add_links(Rows& rows, const std::shared_ptr<const MeshModel>& torus) {
  MeshScene often = link_tori(torus, 300), seldom = link_tori(torus, 50);
  add_pairs(rows, "mesh intersects, torus links", Question::intersects, often);
  add_pairs(rows, "mesh distance, torus links", Question::distance, seldom);
  often.is_kept = seldom.is_kept = true;
  add_pairs(rows, "mesh intersects coherent, torus links", Question::intersects, often);
  add_pairs(rows, "mesh distance coherent, torus links", Question::distance, seldom);
}

void add_rays(Rows& rows, const char* name, RayScene made) {
  const auto scene = std::make_shared<const RayScene>(std::move(made));
  MeshRow row{name, scene->rays.size(), "Embree", [=] { return graze_rays(*scene); }, {}};
#if defined(GRAZE_HAVE_EMBREE)
  row.theirs = [=] { return embree_rays(*scene); };
#endif
  rows.push_back(std::move(row));
}

void add_making(Rows& rows, const std::shared_ptr<const MeshModel>& mesh) {
  MeshRow build{"mesh build, bunny", 1, "Embree", [=] { return graze_build(*mesh); }, {}};
  MeshRow refit{"mesh refit, bunny", 1, "Embree", [=] { return graze_refit(*mesh); }, {}};
#if defined(GRAZE_HAVE_EMBREE)
  build.theirs = [=] { return embree_build(*mesh); };
  refit.theirs = [=] { return embree_refit(*mesh); };
#endif
  rows.push_back(std::move(build));
  rows.push_back(std::move(refit));
}

/// Not part of the repository: null when the shared folder is not at hand.
std::shared_ptr<const MeshModel> bunny() {
  static const auto made = [] {
    const char* shared = std::getenv("GRAZE_SHARED");
    const std::string path =
        std::string(shared != nullptr ? shared : "../shared") + "/models/stanford-bunny.obj";
    auto model = std::make_shared<const MeshModel>(read_model(path));
    if (!model->triangles.empty()) return model;
    std::fprintf(stderr, "checked: %s is not here, rows with the bunny are skipped (set GRAZE_SHARED)\n",
                 path.c_str());
    return std::shared_ptr<const MeshModel>();
  }();
  return made;
}

// Reaches are such that 60 to 64 % of the pairs meet.
Rows all_rows() {
  Rows rows;
  const auto torus = std::make_shared<const MeshModel>(make_torus());
  add_pairs(rows, "mesh intersects, torus", Question::intersects,
            place_meshes(torus, MeshPlacing::within, 18.5, 1000));
  add_pairs(rows, "mesh distance, torus", Question::distance,
            place_meshes(torus, MeshPlacing::beyond, 24, 100));
  add_links(rows, torus);
  const auto rabbit = bunny();
  if (!rabbit) return rows;
  add_pairs(rows, "mesh intersects, bunny", Question::intersects,
            place_meshes(rabbit, MeshPlacing::within, 12.5, 1000));
  add_pairs(rows, "mesh distance, bunny", Question::distance,
            place_meshes(rabbit, MeshPlacing::beyond, 20, 100));
  add_pairs(rows, "mesh intersects, sphere-bunny", Question::intersects,
            place_shapes(rabbit, Kind::sphere, 3.6, 1000));
  add_pairs(rows, "mesh intersects, box-bunny", Question::intersects,
            place_shapes(rabbit, Kind::box, 5.6, 1000));
  add_pairs(rows, "mesh intersects, hull 16-bunny", Question::intersects,
            place_shapes(rabbit, Kind::hull, 3.4, 1000));
  add_manifolds(rows, "mesh manifolds, box-bunny", place_shapes(rabbit, Kind::box, 5.6, 200));
  add_manifolds(rows, "mesh manifolds, hull 16-bunny", place_shapes(rabbit, Kind::hull, 3.4, 200));
  add_rays(rows, "mesh rays, bunny", aim_rays(rabbit, 10000));
  add_making(rows, rabbit);
  return rows;
}

TimedRow timed(const MeshRow& row, const std::string& library, const Prepare& prepare) {
  return later_row("mesh/" + row.name + "/" + library, double(row.queries), prepare);
}

/// Its figure is a number of bytes: run.py takes "value" in place of the time.
TimedRow bytes_row(const std::string& name, double bytes) {
  return {name, 1, [bytes] { return bytes; }, {}, [bytes] { return TimedRow::Figures{{"value", bytes}}; }};
}

void add(const Selection& selection, TimedRows& rows) {
  const std::string ours = graze_libraries().front().name;
  for (const MeshRow& row : all_rows()) {
    if (!selection.has_row(row.name)) continue;
    rows.push_back(timed(row, ours, row.ours));
    if (selection.has_peers && row.theirs) rows.push_back(timed(row, row.peer, row.theirs));
  }
  const std::string bytes = "mesh bytes per triangle, bunny";
  if (const auto rabbit = bunny(); rabbit && selection.has_row(bytes))
    rows.push_back(bytes_row("mesh/" + bytes + "/" + ours, graze_bytes_per_triangle(*rabbit)));
}

/// Differences that precision may leave open are not counted: 1e-6 of the largest coordinate.
ErrorCount differences_of(std::span<const Answer> ours, std::span<const Answer> theirs) {
  constexpr double kBand = 1e-6 * kSize;
  ErrorCount e;
  e.pairs = e.judged = int(ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const double off = std::abs(ours[i].value - theirs[i].value), size = std::abs(theirs[i].value);
    e.wrong_yes_no += ours[i].hit != theirs[i].hit;
    if (ours[i].hit != theirs[i].hit) continue;
    e.off_coarse += off > 1e-3 * size + kBand;
    e.off_fine += off > 1e-6 * size + kBand;
  }
  return e;
}

double hit_share(std::span<const Answer> answers) {
  double hits = 0;
  for (const Answer& a : answers) hits += a.hit ? 1 : 0;
  return 100 * hits / double(answers.size());
}
double sum_of(std::span<const Answer> answers) {
  double sum = 0;
  for (const Answer& a : answers) sum += a.value;
  return sum;
}

// There is no third opinion: ours is counted wrong wherever the peer says something else.
void check(const Selection& selection, std::FILE* out) {
  const std::string library = graze_libraries().front().name;
  for (const MeshRow& row : all_rows()) {
    if (!selection.has_row(row.name)) continue;
    std::vector<Answer> ours(row.queries), theirs(row.queries);
    row.ours()->answer(ours, {});
    std::fprintf(stderr, "checked: %s: %s %.1f %% hits, sum %.9g", row.name.c_str(), library.c_str(),
                 hit_share(ours), sum_of(ours));
    if (row.theirs) {
      row.theirs()->answer(theirs, {});
      std::fprintf(stderr, "; %s %.1f %%, %.9g", row.peer, hit_share(theirs), sum_of(theirs));
      write_errors(out, "mesh", row.name, library, differences_of(ours, theirs));
    }
    std::fputs("\n", stderr);
  }
}

}  // namespace

Group mesh_group() { return {"mesh", &add, &check}; }

}  // namespace bench
