// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A mesh of ten million triangles: built, asked where a ray hits it, saved, loaded and asked again; and a
// build that is stopped half way. Prints times and the most memory that was in use.
//
//   graze_mesh_large [--triangles N] [--layout fast|compact|borrowed]

#include <sys/resource.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "graze/mesh/mesh_file.h"
#include "graze/query/ray_cast.h"
#include "mesh/mesh_models.h"

namespace graze::test {
namespace {

double cpu_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss) / 1024;
}

// Waves over a square grid of unit cells.
MeshModel make_ground(std::uint32_t cells) {
  MeshModel ground;
  const std::uint32_t side = cells + 1;
  ground.vertices.reserve(std::size_t{side} * side);
  ground.indices.reserve(std::size_t{cells} * cells * 6);
  for (std::uint32_t i = 0; i < side; ++i)
    for (std::uint32_t j = 0; j < side; ++j)
      ground.vertices.push_back({Real(i), Real(3 * std::sin(0.05 * i) * std::cos(0.03 * j)), Real(j)});
  for (std::uint32_t i = 0; i < cells; ++i)
    for (std::uint32_t j = 0; j < cells; ++j) {
      const std::uint32_t a = i * side + j, b = a + 1, c = a + side, d = c + 1;
      ground.indices.insert(ground.indices.end(), {a, b, c, c, b, d});
    }
  return ground;
}

struct Watch {
  std::size_t reports = 0, last = 0, stop_at = std::size_t(-1);
  bool is_rising = true;

  static bool report(void* context, std::size_t done, std::size_t) {
    auto& watch = *static_cast<Watch*>(context);
    watch.is_rising = watch.is_rising && done >= watch.last;
    watch.last = done;
    ++watch.reports;
    return done < watch.stop_at;
  }
};

// A ray straight down into the first triangle of a cell in the middle, where its corners' mean is.
bool is_hit(const TriangleMesh& mesh, std::uint32_t cells) {
  const std::uint32_t expected = 2 * (cells / 2 * cells + cells / 3);
  const Triangle t = mesh.triangle(expected);
  const Vec3 middle = (t.a + t.b + t.c) * (Real(1) / 3);
  const Instance ground{mesh.shape(), Affine(), 0};
  const RayCast r = ray_cast(ground, Ray{middle + Vec3{0, 64, 0}, {0, -1, 0}, kInfinity});
  return bool(r) && r.piece == expected && std::abs(r.parameter - 64) < Real(0.001);
}

bool is_cancelled_half_way(const MeshModel& ground) {
  Watch watch;
  watch.stop_at = ground.triangle_count() / 2;
  const auto mesh = build(ground, {.progress = {&Watch::report, &watch}});
  return !mesh && mesh.error().code == ErrorCode::cancelled;
}

int fail(const char* what) { return std::printf("%s\n", what), 1; }

int run(std::uint32_t cells, MeshLayout layout) {
  const MeshModel ground = make_ground(cells);
  const double count = double(ground.triangle_count()), before = peak_mib();
  Watch watch;
  double start = cpu_seconds();
  const auto mesh = build(ground, {.layout = layout, .progress = {&Watch::report, &watch}});
  const double built = cpu_seconds() - start, peak = peak_mib();
  if (!mesh) return fail(mesh.error().message);
  if (!watch.is_rising || watch.last != ground.triangle_count()) return fail("progress: not to the end");
  if (!is_hit(*mesh, cells)) return fail("the ray hit something else");
  start = cpu_seconds();
  const std::vector<std::byte> file = save_mesh(*mesh);
  const double saved = cpu_seconds() - start;
  start = cpu_seconds();
  const auto loaded = load_mesh(file);
  const double read = cpu_seconds() - start;
  if (!loaded || !is_hit(*loaded, cells)) return fail("the loaded mesh is another");
  if (!is_cancelled_half_way(ground)) return fail("the build was not stopped");
  std::printf(
      "%.0f triangles: built in %.1f s (%.0f ns each, %zu reports), %.1f bytes each; at most %.0f MiB in "
      "use, "
      "%.0f of them the caller's arrays; file of %.1f bytes each, saved in %.1f s, loaded in %.1f s\n",
      count, built, built * 1e9 / count, watch.reports, double(mesh->memory_bytes()) / count, peak, before,
      double(file.size()) / count, saved, read);
  return 0;
}

}  // namespace
}  // namespace graze::test

int main(int argc, char** argv) {
  double triangles = 1e7;
  auto layout = graze::MeshLayout::fast;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--triangles") == 0) triangles = std::atof(argv[i + 1]);
    if (std::strcmp(argv[i + 1], "compact") == 0) layout = graze::MeshLayout::compact;
    if (std::strcmp(argv[i + 1], "borrowed") == 0) layout = graze::MeshLayout::borrowed;
  }
  const double cells = std::ceil(std::sqrt(std::fmin(std::fmax(triangles, 100), 1e9) / 2));
  return graze::test::run(static_cast<std::uint32_t>(cells), layout);
}
