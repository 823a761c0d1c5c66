// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A plant: ten thousand objects on a grid, ten million triangles, each object a mesh of its own. Along x
// every tenth object overlaps the next by 2 cm, every tenth lies flush against it, the others stand 10 cm
// apart: as many findings of each kind are expected, and compared. Prints times and the most memory that was
// in use.
//
//   check_large [--objects N] [--triangles N] [--threads N] [--shared]

#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "graze/base/thread_pool.h"
#include "graze/check/check.h"

namespace {

using namespace graze;

struct Options {
  std::uint32_t objects = 10'000, triangles = 10'000'000;
  unsigned threads = 0;
  bool is_shared = false;
};

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss) / 1024;
}

// A cube of unit size whose six faces are grids, dented in their middles by up to 5 cm; their borders are
// flat and meet exactly, so that it is closed. Not convex.
io::MeshData make_block(std::uint32_t cells, std::uint32_t seed) {
  io::MeshData mesh;
  const std::uint32_t side = cells + 1;
  const double depth = 0.03 + 0.02 * double(seed % 97) / 97;
  for (std::uint32_t face = 0; face < 6; ++face) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    const int axis = int(face / 2);
    const double out = face % 2 == 0 ? -0.5 : 0.5;
    for (std::uint32_t i = 0; i < side; ++i)
      for (std::uint32_t j = 0; j < side; ++j) {
        const double u = double(i) / cells - 0.5, v = double(j) / cells - 0.5;
        const double wave = std::max(0.0, 0.15 - (u * u + v * v)) / 0.15;
        Vec3 p;
        p[axis] = out * (1 - 2 * depth * wave);
        p[(axis + 1) % 3] = u;
        p[(axis + 2) % 3] = v;
        mesh.points.push_back(p);
      }
    for (std::uint32_t i = 0; i < cells; ++i)
      for (std::uint32_t j = 0; j < cells; ++j) {
        const std::uint32_t a = first + i * side + j, b = a + side, c = b + 1, d = a + 1;
        if (face % 2 == 0)
          mesh.corners.insert(mesh.corners.end(), {a, c, b, a, d, c});
        else
          mesh.corners.insert(mesh.corners.end(), {a, b, c, a, c, d});
        mesh.corners_of_loop.insert(mesh.corners_of_loop.end(), {3, 3});
      }
  }
  return mesh;
}

struct Plant {
  io::SceneData scene;
  std::size_t overlaps = 0, flush = 0, triangles = 0;
};

Plant make_plant(const Options& options) {
  Plant plant;
  const std::uint32_t in_row = 100;
  const auto cells = static_cast<std::uint32_t>(std::sqrt(double(options.triangles) / options.objects / 12));
  double x = 0;
  for (std::uint32_t i = 0; i < options.objects; ++i) {
    if (i == 0 || !options.is_shared) {
      io::Geometry geometry;
      geometry.data = make_block(cells, i);
      plant.scene.geometries.push_back(std::move(geometry));
    }
    const std::uint32_t column = i % in_row, row = i / in_row;
    const bool overlaps = column % 10 == 3, is_flush = column % 10 == 7;
    if (column == 0)
      x = 0;
    else
      x += overlaps ? 0.98 : is_flush ? 1 : 1.1;
    plant.overlaps += column > 0 && overlaps;
    plant.flush += column > 0 && is_flush;
    io::Node node;
    node.name = "block" + std::to_string(i);
    node.type = "Shape";
    node.geometry = static_cast<std::uint32_t>(plant.scene.geometries.size() - 1);
    node.local.translation = {x, double(row / 100) * 3, double(row % 100) * 1.5};
    plant.scene.nodes.push_back(node);
    plant.triangles += std::get<io::MeshData>(plant.scene.geometries.back().data).corners_of_loop.size();
  }
  return plant;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const bool has_value = i + 1 < argc;
    if (std::strcmp(argv[i], "--shared") == 0)
      options.is_shared = true;
    else if (std::strcmp(argv[i], "--objects") == 0 && has_value)
      options.objects = std::max(1u, static_cast<std::uint32_t>(std::strtoul(argv[++i], nullptr, 10)));
    else if (std::strcmp(argv[i], "--triangles") == 0 && has_value)
      options.triangles = static_cast<std::uint32_t>(std::strtoul(argv[++i], nullptr, 10));
    else if (std::strcmp(argv[i], "--threads") == 0 && has_value)
      options.threads = static_cast<unsigned>(std::strtoul(argv[++i], nullptr, 10));
  }
  options.triangles = std::max(options.triangles, 12 * options.objects);
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  double time = seconds();
  const auto step = [&](const char* name) {
    const double now = seconds();
    std::printf("%-10s %8.2f s  %8.0f MiB\n", name, now - time, peak_mib());
    time = now;
  };
  const Plant plant = make_plant(options);
  std::printf("%u objects, %zu triangles, expected: %zu overlaps, %zu flush\n", options.objects,
              plant.triangles, plant.overlaps, plant.flush);
  step("generate");
  ThreadPool pool(options.threads);
  const check::SceneUse use{&plant.scene, "plant", "", {}, 0, {}};
  check::ObjectOptions object_options;
  object_options.executor = pool.executor();
  const Result<check::Objects> objects = check::make_objects({&use, 1}, object_options);
  if (!objects) return std::fprintf(stderr, "%s\n", objects.error().message), 1;
  step("objects");
  check::Job job;
  job.executor = pool.executor();
  const Result<check::Report> report = check::run(*objects, job);
  if (!report) return std::fprintf(stderr, "%s\n", report.error().message), 1;
  step("check");
  for (int i = 0; i < check::kKindCount; ++i)
    std::printf("%s %zu\n", check::to_string(check::Kind(i)), report->counts[i]);
  const bool is_right = report->counts[int(check::Kind::penetration)] == plant.overlaps &&
                        report->counts[int(check::Kind::touching)] == plant.flush &&
                        report->findings.size() == plant.overlaps + plant.flush;
  std::printf("%zu near pairs, %zu uncertain: %s\n", report->near_pairs, report->uncertain,
              is_right ? "as expected" : "NOT as expected");
  return is_right ? 0 : 1;
}
