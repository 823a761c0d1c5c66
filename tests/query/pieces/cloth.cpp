// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A cloth that waves over a ball: refitted every frame, and asked the same questions as a mesh that is built
// anew. All answers must be equal.
//
//   graze_cloth [--frames N] [--cells N]     300 frames of 224 x 224 cells: 100,352 triangles

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "graze/query/distance.h"
#include "graze/query/piece_pairs.h"
#include "graze/query/ray_cast.h"
#include "mesh/mesh_models.h"

namespace graze::test {
namespace {

// Of this process: the machine may have other work.
double cpu_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

MeshModel make_cloth(int cells) {
  MeshModel cloth;
  const auto side = static_cast<std::uint32_t>(cells + 1);
  cloth.vertices.resize(std::size_t{side} * side);
  for (std::uint32_t i = 0; i + 1 < side; ++i)
    for (std::uint32_t j = 0; j + 1 < side; ++j) {
      const std::uint32_t a = i * side + j, b = a + 1, c = a + side, d = c + 1;
      cloth.indices.insert(cloth.indices.end(), {a, b, c, c, b, d});
    }
  return cloth;
}

void wave(double time, int cells, MeshModel& cloth) {
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j) {
      const double x = 20.0 * i / cells - 10, z = 20.0 * j / cells - 10;
      const double y =
          std::sin(0.7 * x + time) * std::cos(0.5 * z - 0.3 * time) * (1 + 0.5 * std::sin(0.21 * time));
      cloth.vertices[static_cast<std::size_t>(i * (cells + 1) + j)] = {Real(x), Real(y), Real(z)};
    }
}

using Pairs = std::vector<std::uint32_t>;

Pairs pieces_in(const Instance& cloth, const Instance& other) {
  Pairs found;
  (void)visit_intersecting_pieces(cloth, other, [&](const PiecePair& p) {
    found.push_back(p.piece_a);
    return true;
  });
  std::sort(found.begin(), found.end());
  return found;
}

bool are_equal(const Shape& refitted, const Shape& rebuilt, double time) {
  const Instance a{refitted, Affine(), 0}, b{rebuilt, Affine(), 0};
  const Instance ball{Shape(Sphere{1}), Affine(Vec3{Real(3 * std::sin(time)), 3, Real(3 * std::cos(time))}),
                      0};
  const Instance box{Shape(Box{{2, 2, 2}}), Affine(Vec3{Real(-2), 0, Real(std::sin(time))}), 0};
  const Distance near_a = distance(a, ball), near_b = distance(b, ball);
  const Ray ray{{Real(std::cos(time)), 9, 0}, {Real(0.1), -1, Real(0.05)}, kInfinity};
  const RayCast hit_a = ray_cast(a, ray), hit_b = ray_cast(b, ray);
  return near_a.upper == near_b.upper && near_a.piece_a == near_b.piece_a &&
         near_a.point_a == near_b.point_a && hit_a.piece == hit_b.piece &&
         hit_a.parameter == hit_b.parameter && bool(hit_a) && pieces_in(a, box) == pieces_in(b, box) &&
         !pieces_in(a, box).empty();
}

int run(int frames, int cells) {
  MeshModel cloth = make_cloth(cells);
  wave(0, cells, cloth);
  auto built = build(cloth);
  if (!built) return std::printf("%s\n", built.error().message), 1;
  TriangleMesh mesh = *built;
  double refit = 0, rebuild = 0;
  for (int frame = 1; frame <= frames; ++frame) {
    const double time = 0.05 * frame;
    wave(time, cells, cloth);
    double start = cpu_seconds();
    if (mesh.refit(cloth.vertex_array())) return std::printf("frame %d was refused\n", frame), 1;
    refit += cpu_seconds() - start;
    start = cpu_seconds();
    const auto again = build(cloth);
    rebuild += cpu_seconds() - start;
    if (!again || !are_equal(mesh.shape(), again->shape(), time))
      return std::printf("frame %d: the refitted mesh answers differently\n", frame), 1;
  }
  const double per_triangle = 1e9 / (double(frames) * double(mesh.triangle_count()));
  std::printf(
      "%zu triangles, %d frames, all answers equal: refit %.1f ns, rebuild %.1f ns per triangle and frame; "
      "cost of the tree %.2f times that of a new one\n",
      mesh.triangle_count(), frames, refit * per_triangle, rebuild * per_triangle, double(mesh.wear()));
  return 0;
}

}  // namespace
}  // namespace graze::test

int main(int argc, char** argv) {
  int frames = 300, cells = 224;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--frames") == 0) frames = std::max(1, std::atoi(argv[i + 1]));
    if (std::strcmp(argv[i], "--cells") == 0) cells = std::clamp(std::atoi(argv[i + 1]), 1, 4000);
  }
  return graze::test::run(frames, cells);
}
