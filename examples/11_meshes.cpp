// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Meshes: built from the caller's arrays, asked like any other shape, and moved by changing the numbers.

#include <cmath>
#include <cstdio>
#include <vector>

#include "graze/graze.h"

namespace {

// A sheet of n x n squares over the xz plane, waving by `height`.
void wave(int n, double time, double height, std::vector<float>& xyz) {
  xyz.clear();
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) {
      const double x = 10.0 * i / n - 5, z = 10.0 * j / n - 5;
      xyz.insert(xyz.end(), {float(x), float(height * std::sin(x + time)), float(z)});
    }
}

}  // namespace

int main() {
  using namespace graze;
  constexpr int kSquares = 60;
  std::vector<float> xyz;
  wave(kSquares, 0, 0.5, xyz);
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < kSquares; ++i)
    for (std::uint32_t j = 0; j < kSquares; ++j) {
      const std::uint32_t a = i * (kSquares + 1) + j, b = a + 1, c = a + kSquares + 1, d = c + 1;
      indices.insert(indices.end(), {a, b, c, c, b, d});
    }

  Result<TriangleMesh> built = make_triangle_mesh(make_vertex_array(xyz), make_index_array(indices));
  if (!built) return std::printf("%s\n", built.error().message), 1;
  TriangleMesh sheet = *std::move(built);
  std::printf("%zu triangles in %zu bytes\n", sheet.triangle_count(), sheet.memory_bytes());

  const Instance cloth{sheet.shape(), Affine()};
  const Instance ball{Sphere{1}, Affine(Vec3{0, 2, 0})};
  for (int frame = 0; frame <= 4; ++frame) {
    wave(kSquares, 0.5 * frame, 0.5 + 0.25 * frame, xyz);
    if (sheet.refit(make_vertex_array(xyz))) return 1;  // the same array, new numbers
    const Distance d = distance(cloth, ball);
    std::printf("frame %d: %s, between %.6f and %.6f, nearest triangle %u\n", frame, to_string(d.contact),
                double(d.lower), double(d.upper), d.piece_a);
  }

  const RayCast hit = ray_cast(cloth, {{0, 10, 0}, {0, -1, 0}, kInfinity});
  std::printf("A ray from above hits triangle %u at height %.6f\n", hit.piece, double(hit.point.y));
  PiecePair pairs[4];
  const PiecePairs under = intersecting_pieces(cloth, {Box{{1, 2, 1}}, Affine()}, pairs);
  std::printf("%zu triangles meet a box; the first %zu were written\n", under.found, under.written.size());

  // A mistake is told by name and place.
  indices[7] = 100000;
  const Result<TriangleMesh> bad = make_triangle_mesh(make_vertex_array(xyz), make_index_array(indices));
  std::printf("%s (position %zu)\n", bad.error().message, bad.error().position);
  return hit && under.found > 4 ? 0 : 1;
}
