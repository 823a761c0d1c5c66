// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Tables 5.4 to 5.6 of [Bergen03]: two copies of a model placed at random, about 60 % of them in contact, by
// binary trees of oriented and of axis-aligned boxes with fifteen and with six axes, and by our own tree; box
// tests, triangle tests and times, scaled to a million placements, beside the book's (1.4 GHz Athlon,
// g++ 3.3, RAPID). All ways must find the same number of hits.
//
//   graze_book_tables [--placements N] [--models DIR]     DIR holds teapot.obj and stanford-bunny.obj; may be
//   absent

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "graze/query/intersects.h"
#include "graze/tree/obb_tree.h"
#include "literature/binary_tree.h"
#include "literature/obb_tree.h"
#include "mesh/mesh_models.h"
#include "mesh/pieces.h"
#include "primitive/triangle_triangle.h"
#include "support/obj.h"
#include "support/random.h"
#include "tree/traverse.h"

namespace graze::test {
namespace {

// Of this process: the machine may have other work.
double cpu_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }
double seconds_since(double start) { return cpu_seconds() - start; }

// N_b, N_p in millions and T_total in seconds, per million placements: OBB, AABB; then the same with
// SAT-lite.
struct BookRow {
  double boxes, triangles, seconds;
};
struct BookModel {
  BookRow rows[4];
  double build_obb, build_aabb, refit;  // milliseconds
};
constexpr BookModel kTorus{
    {{100.97, 1.946, 56.6}, {451.63, 37.17, 153.1}, {130.14, 3.671, 55.8}, {548.00, 48.69, 124.6}},
    35.9,
    6.1,
    3.1};
constexpr BookModel kTeapot{
    {{119.83, 1.862, 66.0}, {360.37, 19.69, 116.3}, {143.54, 2.795, 60.2}, {420.65, 23.10, 86.0}},
    28.0,
    5.0,
    2.4};
constexpr BookModel kBunny{
    {{180.08, 1.350, 100.0}, {506.44, 14.14, 164.0}, {216.95, 1.964, 92.5}, {589.82, 16.76, 123.9}},
    681,
    192,
    50.2};

struct Placement {
  Affine a, b;
  Mat3d turn;  // b in the frame of a
  Vec3d offset;
};

Quat random_rotation(Random& random) {  // uniform over all rotations [Shoemake92]
  constexpr double kTurn = 6.283185307179586;
  const double u = random.uniform(), a = kTurn * random.uniform(), b = kTurn * random.uniform();
  const double s = std::sqrt(1 - u), t = std::sqrt(u);
  return {Real(s * std::sin(a)), Real(s * std::cos(a)), Real(t * std::sin(b)), Real(t * std::cos(b))};
}

std::vector<Placement> place(int count, double side) {
  Random random(20261115);
  std::vector<Placement> all(static_cast<std::size_t>(count));
  for (Placement& p : all) {
    const auto corner = [&] {
      const V3d v = random.in_cube() * (side / 2);
      return Vec3{Real(v.x), Real(v.y), Real(v.z)};
    };
    p.a = Affine(Pose{random_rotation(random), corner()});
    p.b = Affine(Pose{random_rotation(random), corner()});
    const Mat3d a(p.a.linear());
    p.turn = transpose(a) * Mat3d(p.b.linear());
    p.offset = transpose_times(a, Vec3d(p.b.translation()) - Vec3d(p.a.translation()));
  }
  return all;
}

std::size_t count_hits(const Shape& mesh, const std::vector<Placement>& placements) {
  std::size_t hits = 0;
  for (const Placement& p : placements) hits += bool(intersects({mesh, p.a, 0}, {mesh, p.b, 0}));
  return hits;
}

// The side of the cube in which 60 % touch.
double find_side(const Shape& mesh, double extent) {
  double low = 0, high = 4 * extent;
  for (int i = 0; i < 12; ++i) {
    const double side = (low + high) / 2;
    (count_hits(mesh, place(2000, side)) > 1200 ? low : high) = side;
  }
  return low;
}

struct Counts {
  std::size_t boxes = 0, triangles = 0, hits = 0;
  double seconds = 0;
};

// Corners in the frame of a; exact from there on.
struct Triangles {
  const Pieces& mesh;
  const Placement& placement;
  Counts& counts;

  [[nodiscard]] bool keep_looking(std::uint32_t i, std::uint32_t j) const {
    ++counts.triangles;
    const Triangle s = mesh.triangle(i), t = mesh.triangle(j);
    const auto turned = [&](const Vec3& p) { return placement.turn * Vec3d(p) + placement.offset; };
    const Vec3d a[3] = {Vec3d(s.a), Vec3d(s.b), Vec3d(s.c)}, b[3] = {turned(t.a), turned(t.b), turned(t.c)};
    const bool is_hit = primitive::meet_triangles(a, b).contact != Contact::apart;
    counts.hits += is_hit;
    return !is_hit;
  }
};

template <class Run>
Counts count(const Pieces& mesh, const std::vector<Placement>& placements, Run run) {
  Counts counts;
  const double start = cpu_seconds();
  for (const Placement& p : placements) {
    const Triangles triangles{mesh, p, counts};
    run(p, counts, [&](std::uint32_t i, std::uint32_t j) { return triangles.keep_looking(i, j); });
  }
  counts.seconds = seconds_since(start);
  return counts;
}

void print_row(const char* name, const Counts& c, double per_million, const BookRow* book) {
  std::printf("  %-28s %9.2f %9.3f %9.2f", name, double(c.boxes) * per_million * 1e-6,
              double(c.triangles) * per_million * 1e-6, c.seconds * per_million);
  if (book != nullptr) std::printf("   %9.2f %9.3f %9.1f", book->boxes, book->triangles, book->seconds);
  std::printf("\n");
}

bool run_model(const char* name, const MeshModel& model, int placements, const BookModel& book) {
  double start = cpu_seconds();
  const auto built = build(model);
  const double build_ours = seconds_since(start) * 1e3;
  if (!built) return std::printf("%s: %s\n", name, built.error().message), false;
  TriangleMesh mesh = *built;
  const Pieces& pieces = *mesh.pieces();
  start = cpu_seconds();
  const BinaryTree binary(pieces.boxes());
  const double build_binary = seconds_since(start) * 1e3;
  std::vector<Vec3> points;
  std::vector<std::uint32_t> ends;
  for (std::uint32_t i = 0; i < pieces.count(); ++i) {
    const Triangle t = pieces.triangle(i);
    points.insert(points.end(), {t.a, t.b, t.c});
    ends.push_back(static_cast<std::uint32_t>(points.size()));
  }
  start = cpu_seconds();
  const auto obb = build_obb_tree(points, ends);
  const double build_obb = seconds_since(start) * 1e3;
  if (!obb) return std::printf("%s: %s\n", name, obb.error().message), false;
  start = cpu_seconds();
  (void)mesh.refit(model.vertex_array());
  const double refit_ours = seconds_since(start) * 1e3;

  const Aabb box = mesh.bounds();
  const double side = find_side(mesh.shape(), double(length(box.upper - box.lower)));
  const std::vector<Placement> all = place(placements, side);
  const double per_million = 1e6 / placements;
  std::printf("%s, %zu triangles, %d placements in a cube of side %.4g, %.1f %% touch\n", name,
              mesh.triangle_count(), placements, side,
              100 * double(count_hits(mesh.shape(), all)) / placements);
  std::printf(
      "  per million placements:      N_b, 1e6  N_p, 1e6  T, s         N_b       N_p      T, s (book)\n");
  std::size_t hits[5];
  for (const int lite : {0, 1}) {
    const Counts by_obb = count(pieces, all, [&](const Placement& p, Counts& c, auto leaf) {
      (void)visit_obb_pairs(*obb, *obb, {p.turn, p.offset, 0}, lite ? ObbAxes::six : ObbAxes::fifteen, leaf,
                            &c.boxes);
    });
    const Counts by_aabb = count(pieces, all, [&](const Placement& p, Counts& c, auto leaf) {
      visit_binary(binary, binary, TurnedTrees(p.turn, p.offset), lite ? Axes::six : Axes::fifteen, c.boxes,
                   leaf);
    });
    print_row(lite ? "binary OBB tree, SAT lite" : "binary OBB tree, SAT", by_obb, per_million,
              &book.rows[2 * lite]);
    print_row(lite ? "binary AABB tree, SAT lite" : "binary AABB tree, SAT", by_aabb, per_million,
              &book.rows[2 * lite + 1]);
    hits[2 * lite] = by_obb.hits;
    hits[2 * lite + 1] = by_aabb.hits;
  }
  const Counts ours = count(pieces, all, [&](const Placement& p, Counts& c, auto leaf) {
    const TurnedTrees turned(p.turn, p.offset);
    const auto node = [](const Aabb& b) {
      BinaryNode n;
      n.centre = (Vec3d(b.lower) + Vec3d(b.upper)) * 0.5;
      n.half = (Vec3d(b.upper) - Vec3d(b.lower)) * 0.5;
      return n;
    };
    (void)visit_pairs(
        pieces.tree, pieces.tree,
        [&](const Aabb& x, const Aabb& y) {
          ++c.boxes;
          return !turned.are_apart(node(x), node(y), Axes::six);
        },
        leaf);
  });
  hits[4] = ours.hits;
  print_row("eight children, child boxes", ours, per_million, nullptr);
  start = cpu_seconds();
  const std::size_t asked = count_hits(mesh.shape(), all);
  std::printf("  %-28s %9s %9s %9.2f\n", "intersects()", "", "", seconds_since(start) * per_million);
  std::printf(
      "  milliseconds: build OBB %.1f (book %.1f), binary AABB %.1f (%.1f), ours with checks %.1f; refit "
      "%.2f (%.1f)\n\n",
      build_obb, book.build_obb, build_binary, book.build_aabb, build_ours, refit_ours, book.refit);
  for (const std::size_t h : hits)
    if (h != asked) return std::printf("The ways do not agree: %zu and %zu hits\n", asked, h), false;
  return true;
}

MeshModel model_of(const ObjModel& file, double down) {
  MeshModel model;
  for (const auto& p : file.points) model.vertices.push_back({Real(p[0]), Real(p[1] - down), Real(p[2])});
  for (const auto& t : file.triangles) model.indices.insert(model.indices.end(), t.begin(), t.end());
  return model;
}

int run(int placements, const std::string& models) {
  bool is_good = run_model("Torus", torus_model(50, 50), placements, kTorus);
  struct File {
    const char *name, *path;
    double down;  // the book moves the bunny down, to have the origin inside
    const BookModel& book;
  };
  for (const File& f :
       {File{"Teapot", "/teapot.obj", 0, kTeapot}, File{"Bunny", "/stanford-bunny.obj", 0.1, kBunny}}) {
    const ObjModel file = read_obj(models + f.path);
    if (file.triangles.empty()) {
      std::printf("%s: %s%s is not here, left out\n", f.name, models.c_str(), f.path);
    } else {
      is_good = run_model(f.name, model_of(file, f.down), placements, f.book) && is_good;
    }
  }
  return is_good ? 0 : 1;
}

}  // namespace
}  // namespace graze::test

int main(int argc, char** argv) {
  int placements = 20000;
  std::string models = ".";
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--placements") == 0) placements = std::max(1, std::atoi(argv[i + 1]));
    if (std::strcmp(argv[i], "--models") == 0) models = argv[i + 1];
  }
  return graze::test::run(placements, models);
}
