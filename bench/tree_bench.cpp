// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "tree": building and refitting trees over boxes. No peer: those are asked with meshes.

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "error_count.h"
#include "graze/tree/aabb_tree.h"
#include "groups.h"
#include "support/random.h"

namespace bench {
namespace {

using graze::Aabb;
using graze::Real;
using graze::Vec3;

struct TreeRow {
  const char* name;
  int boxes;
  bool is_surface;  // triangles of a torus; else boxes anywhere in a cube
  bool is_refit;
};
constexpr TreeRow kRows[] = {
    {"build, 70,000 boxes of a torus", 70000, true, false},
    {"build, 70,000 boxes in a cube", 70000, false, false},
    {"build, 1,000,000 boxes of a torus", 1000000, true, false},
    {"build, 1,000,000 boxes in a cube", 1000000, false, false},
    {"refit, 70,000 boxes of a torus", 70000, true, true},
    {"refit, 1,000,000 boxes of a torus", 1000000, true, true},
};

Vec3 rounded(double x, double y, double z) { return {Real(float(x)), Real(float(y)), Real(float(z))}; }

std::vector<Aabb> boxes_in_cube(int count) {
  graze::test::Random random{20250101};
  const double size = 0.5 / std::cbrt(double(count));
  std::vector<Aabb> boxes;
  for (int i = 0; i < count; ++i) {
    const auto p = random.in_cube();
    const double x = random.uniform(0, size), y = random.uniform(0, size), z = random.uniform(0, size);
    boxes.push_back({rounded(p.x - x, p.y - y, p.z - z), rounded(p.x + x, p.y + y, p.z + z)});
  }
  return boxes;
}

// Major radius 10, minor 2, two triangles per cell.
std::vector<Aabb> boxes_of_torus(int count) {
  const int cells = int(std::sqrt(count / 2.0));
  const auto point = [&](int i, int j) {
    const double u = 2 * std::numbers::pi * i / cells, v = 2 * std::numbers::pi * j / cells;
    const double r = 10 + 2 * std::cos(v);
    return rounded(r * std::cos(u), r * std::sin(u), 2 * std::sin(v));
  };
  std::vector<Aabb> boxes;
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      const Aabb diagonal = merge(merge(Aabb{}, point(i, j)), point(i + 1, j + 1));
      boxes.push_back(merge(diagonal, point(i + 1, j)));
      boxes.push_back(merge(diagonal, point(i, j + 1)));
    }
  return boxes;
}

std::vector<Aabb> boxes_of(const TreeRow& row) {
  return row.is_surface ? boxes_of_torus(row.boxes) : boxes_in_cube(row.boxes);
}

using graze::AabbTree;

TimedRow make_row(const std::string& name, const TreeRow& row) {
  const auto boxes = later([row] { return boxes_of(row); });
  const auto tree = std::make_shared<std::unique_ptr<AabbTree>>();
  const auto begin = [boxes, tree] {
    if (!*tree) *tree = std::make_unique<AabbTree>(*graze::build_tree(boxes()));
  };
  const auto build = [boxes] { return graze::build_tree(boxes()).has_value() ? 1.0 : 0.0; };
  const auto refit = [boxes, tree] { return graze::refit(**tree, boxes()).has_value() ? 1.0 : 0.0; };
  const auto figures = [boxes, tree] {
    return TimedRow::Figures{{"check", double((*tree)->cost())},
                             {"bytes_per_box", double((*tree)->memory_bytes()) / double(boxes().size())}};
  };
  return {name, 1, row.is_refit ? std::function<double()>(refit) : build, begin, figures};
}

void add(const Selection& selection, TimedRows& rows) {
  for (const TreeRow& row : kRows)
    for (const Library& library : graze_libraries())
      if (selection.has_row(row.name))
        rows.push_back(make_row(std::string("tree/") + row.name + "/" + library.name, row));
}

// Every id once, and exact bounds; tests do the rest.
void check(const Selection& selection, std::FILE* out) {
  for (const TreeRow& row : kRows) {
    if (!selection.has_row(row.name)) continue;
    const std::vector<Aabb> boxes = boxes_of(row);
    const graze::AabbTree tree = *graze::build_tree(boxes);
    Aabb all;
    for (const Aabb& box : boxes) all = merge(all, box);
    std::vector<bool> seen(boxes.size());
    for (const std::uint32_t id : tree.order()) seen[id] = true;
    ErrorCount e;
    e.pairs = e.judged = 1;
    e.rejected = int(std::count(seen.begin(), seen.end(), false)) + (tree.bounds() == all ? 0 : 1);
    for (const Library& library : graze_libraries()) write_errors(out, "tree", row.name, library.name, e);
    std::fprintf(stderr, "checked: %s\n", row.name);
  }
}

}  // namespace

Group tree_group() { return {"tree", &add, &check}; }

}  // namespace bench
