// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mesh_bench.h"
#include "support/obj.h"

namespace bench {
namespace {

constexpr std::uint64_t kSeed = 0x6d657368'2026'01ULL;  // "mesh"

Vec at(const Vec& from, const Vec& along, double t) {
  return {rounded(from[0] + along[0] * t), rounded(from[1] + along[1] * t), rounded(from[2] + along[2] * t)};
}

std::array<float, 3> to_float(const Vec& v) { return {float(v[0]), float(v[1]), float(v[2])}; }
Vec to_double(const std::array<float, 3>& v) { return {double(v[0]), double(v[1]), double(v[2])}; }

/// Into the ball of radius 10 around the origin.
void normalise(MeshModel& model) {
  Vec low = to_double(model.points.front()), high = low;
  for (const auto& p : model.points)
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], double(p[k]));
      high[k] = std::max(high[k], double(p[k]));
    }
  const double scale = 20 / std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  for (auto& p : model.points)
    for (std::size_t k = 0; k < 3; ++k) p[k] = float((double(p[k]) - (low[k] + high[k]) / 2) * scale);
}

}  // namespace

MeshModel make_torus() {
  constexpr std::uint32_t kCells = 50;
  MeshModel torus;
  for (std::uint32_t i = 0; i < kCells; ++i)
    for (std::uint32_t j = 0; j < kCells; ++j) {
      const double u = 2 * std::numbers::pi * i / kCells, v = 2 * std::numbers::pi * j / kCells;
      const double r = 10 + 2 * std::cos(v);
      torus.points.push_back(to_float({r * std::cos(u), r * std::sin(u), 2 * std::sin(v)}));
      const std::uint32_t next = (i + 1) % kCells, side = (j + 1) % kCells;
      const std::uint32_t a = i * kCells + j, b = next * kCells + j, c = next * kCells + side;
      torus.triangles.push_back({a, b, c});
      torus.triangles.push_back({a, c, i * kCells + side});
    }
  return torus;
}

MeshModel read_model(const std::string& path) {
  const graze::test::ObjModel file = graze::test::read_obj(path);
  MeshModel model;
  for (const auto& p : file.points) model.points.push_back(to_float({p[0], p[1], p[2]}));
  model.triangles = file.triangles;
  if (!model.points.empty()) normalise(model);
  return model;
}

MeshScene place_meshes(std::shared_ptr<const MeshModel> mesh, MeshPlacing placing, double reach, int pairs) {
  Random random{kSeed};
  MeshScene scene{std::move(mesh), {}, {}};
  for (int i = 0; i < pairs; ++i) {
    Pair pair;
    pair.a.rotation = orientation(random);
    pair.b.rotation = orientation(random);
    const Vec u = direction(random);
    const double share = random.uniform(0, 1);
    const bool is_within = placing == MeshPlacing::within;
    pair.b.position = at({}, u, is_within ? reach * std::cbrt(share) : reach * (1 + share / 2));
    scene.pairs.push_back(pair);
  }
  return scene;
}

MeshScene link_tori(std::shared_ptr<const MeshModel> torus, int frames) {
  MeshScene scene{std::move(torus), {}, {}};
  for (int i = 0; i < frames; ++i) {
    const double t = 0.005 * i,
                 half = 0.25 * std::acos(-1.0);  // a quarter turn about x, and a little about y
    Pair pair;
    pair.b.rotation = {std::sin(half) * std::cos(t / 24), std::cos(half) * std::sin(t / 24),
                       std::sin(half) * std::sin(t / 24), std::cos(half) * std::cos(t / 24)};
    pair.b.position = {15.7, 0.3 * std::sin(t / 3), 0.3 * std::cos(t / 3)};
    scene.pairs.push_back(pair);
  }
  return scene;
}

MeshScene place_shapes(std::shared_ptr<const MeshModel> mesh, Kind kind, double reach, int pairs) {
  Random random{kSeed};
  MeshScene scene{std::move(mesh), make_convex({kind, kind, 16, Spacing::sep, 1}).shapes, {}};
  for (int i = 0; i < pairs; ++i) {
    Pair pair;
    pair.a.rotation = orientation(random);
    pair.b.rotation = orientation(random);
    pair.shape_b = random.below(int(scene.shapes.size()));
    const std::size_t corner = std::size_t(random.below(int(scene.mesh->points.size())));
    const Vec p = to_double(scene.mesh->points[corner]);
    const Matrix turn = rotation_matrix(pair.a);
    Vec on{};
    for (std::size_t k = 0; k < 3; ++k) on = at(on, turn[k], p[k]);
    pair.b.position = at(on, direction(random), random.uniform(0, reach));
    scene.pairs.push_back(pair);
  }
  return scene;
}

RayScene aim_rays(std::shared_ptr<const MeshModel> mesh, int rays) {
  Random random{kSeed};
  RayScene scene{std::move(mesh), {}};
  for (int i = 0; i < rays; ++i) {
    const Vec from = at({}, direction(random), 20), to = at({}, direction(random), random.uniform(0, 6));
    const Vec way = at(to, from, -1);
    const double length = std::hypot(way[0], way[1], way[2]);
    scene.rays.push_back({to_float(from), to_float(at({}, way, 1 / length))});
  }
  return scene;
}

Frames make_frames(const MeshModel& mesh) {
  Frames frames;
  for (const auto& p : mesh.points) {
    frames[0].push_back({p[0], p[1], p[2], 0});
    const float bend = 1 + 0.05F * std::sin(p[1]);
    frames[1].push_back({p[0] * bend, p[1], p[2] * bend, 0});
  }
  return frames;
}

}  // namespace bench
