// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A cloth in folds that are pushed together until neighbouring ones meet: every step is asked for all
// contacts of the cloth with itself, and for the first one. At the time of each contact its points must be as
// close as they were said to be.
//
//   graze_swept_cloth [--frames N] [--cells N]     20 frames of 224 x 224 cells: 100,352 triangles

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <numbers>
#include <vector>

#include "graze/motion/swept_mesh.h"
#include "motion/swept_data.h"

namespace graze::test {
namespace {

// Of this process: the machine may have other work.
double cpu_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

std::vector<std::uint32_t> triangles_of(int cells) {
  std::vector<std::uint32_t> out;
  const auto side = static_cast<std::uint32_t>(cells + 1);
  for (std::uint32_t i = 0; i + 1 < side; ++i) {
    for (std::uint32_t j = 0; j + 1 < side; ++j) {
      const std::uint32_t a = i * side + j, b = a + 1, c = a + side, d = c + 1;
      out.insert(out.end(), {a, b, c, c, b, d});
    }
  }
  return out;
}

// Each line of the cloth is a meander whose direction swings by `swing`, a little more here than there.
void fold(double swing, int cells, std::vector<Vec3>& points) {
  const double step = 20.0 / cells;
  for (int j = 0; j <= cells; ++j) {
    const double z = step * j, most = swing + 0.04 * std::sin(z);
    double x = 0, y = 0;
    for (int i = 0; i <= cells; ++i) {
      points[static_cast<std::size_t>(i * (cells + 1) + j)] = {Real(x), Real(y), Real(z)};
      const double angle = most * std::sin(2 * std::numbers::pi * 5 * (i + 0.5) / cells);
      x += step * std::cos(angle);
      y += step * std::sin(angle);
    }
  }
}

struct Candidates {
  struct VertexFace {
    MovingPoint vertex, face[3];
  };
  struct EdgeEdge {
    MovingPoint a[2], b[2];
  };
  const SweptMeshData& mesh;
  std::vector<VertexFace> faces;
  std::vector<EdgeEdge> edges;

  bool vertex_face(std::uint32_t vertex, const SweptTriangle& t) {
    faces.push_back(
        {mesh.point(vertex), {mesh.point(t.start(0)), mesh.point(t.start(1)), mesh.point(t.start(2))}});
    return true;
  }
  bool face_vertex(const SweptTriangle& s, std::uint32_t vertex) { return vertex_face(vertex, s); }
  bool edge_edge(const SweptTriangle& s, int i, const SweptTriangle& t, int j) {
    edges.push_back(
        {{mesh.point(s.start(i)), mesh.point(s.end(i))}, {mesh.point(t.start(j)), mesh.point(t.end(j))}});
    return true;
  }
};

// How far apart the points of a contact are at its time.
double distance_of(const MeshImpact& r, const SweptMeshData& mesh) {
  BasicVec3<double> way;
  const auto add = [&](const std::uint32_t(&vertices)[3], const Real(&weights)[3], double sign) {
    for (int k = 0; k < 3 && vertices[k] != kNoVertex; ++k) {
      const BasicVec3<double> from(mesh.from[vertices[k]]), to(mesh.to[vertices[k]]);
      way += (from + (to - from) * double(r.lower)) * (sign * double(weights[k]));
    }
  };
  add(r.vertices_a, r.weights_a, -1);
  add(r.vertices_b, r.weights_b, 1);
  return length(way);
}

int run(int frames, int cells) {
  std::vector<Vec3> from(static_cast<std::size_t>((cells + 1) * (cells + 1))), to = from;
  const double start_swing = 2.05, end_swing = 2.25;
  fold(start_swing, cells, from);
  const std::vector<std::uint32_t> triangles = triangles_of(cells);
  auto made = make_swept_mesh(make_vertex_array(std::span(from)), make_vertex_array(std::span(from)),
                              make_index_array(std::span(triangles)));
  if (!made) return std::printf("%s\n", made.error().message), 1;
  SweptMesh mesh = *std::move(made);
  FeatureSettings settings;
  settings.separation = Real(0.002);
  const SweptMeshData& data = *SweptMeshAccess::data(mesh);
  double advance = 0, all = 0, slowest = 0, first = 0, queries = 0, asked = 0, met = 0;
  int hits = 0, uncertain = 0, with_contact = 0;
  for (int frame = 1; frame <= frames; ++frame) {
    fold(start_swing + (end_swing - start_swing) * frame / frames, cells, to);
    double start = cpu_seconds();
    if (mesh.advance(make_vertex_array(std::span(to))))
      return std::printf("frame %d was refused\n", frame), 1;
    const double step_start = start;
    advance += cpu_seconds() - start;
    start = cpu_seconds();
    const int before = hits + uncertain;
    double farthest = 0;
    Real least = 2;
    (void)visit_self_impacts(
        mesh,
        [&](const MeshImpact& r) {
          (r.hit == Hit::hit ? hits : uncertain) += 1;
          farthest = std::max(farthest, distance_of(r, data));
          least = std::min(least, r.lower);
          return true;
        },
        settings);
    all += cpu_seconds() - start;
    slowest = std::max(slowest, cpu_seconds() - step_start);
    with_contact += hits + uncertain > before ? 1 : 0;
    // Real rounds the weights and the time.
    if (farthest > double(settings.separation) + (sizeof(Real) == 4 ? 5e-5 : 2e-8))
      return std::printf("frame %d: points in contact are %g apart\n", frame, farthest), 1;
    start = cpu_seconds();
    const MeshImpact earliest = first_self_impact(mesh, settings);
    first += cpu_seconds() - start;
    if (bool(earliest) != (hits + uncertain > before) || (earliest && earliest.lower != least))
      return std::printf("frame %d: the first contact is not the earliest of all\n", frame), 1;
    Candidates candidates{data, {}, {}};
    visit_self_feature_pairs(data, double(settings.separation), candidates);
    start = cpu_seconds();
    for (const auto& c : candidates.faces) met += vertex_face_impact(c.vertex, c.face, settings) ? 1 : 0;
    for (const auto& c : candidates.edges) met += edge_edge_impact(c.a, c.b, settings) ? 1 : 0;
    queries += cpu_seconds() - start;
    asked += double(candidates.faces.size() + candidates.edges.size());
  }
  if (met != hits + uncertain) return std::printf("candidates have other contacts\n"), 1;
  std::printf(
      "%zu triangles, %d steps, %d with contacts: refit %.1f ms, all contacts %.1f ms, slowest step %.1f ms, "
      "first contact %.1f ms\n",
      mesh.triangle_count(), frames, with_contact, 1e3 * advance / frames, 1e3 * all / frames, 1e3 * slowest,
      1e3 * first / frames);
  std::printf(
      "%.0f pairs of features a step, %.2f million queries per second, %.2f %% are hits, %.3f %% uncertain\n",
      asked / frames, 1e-6 * asked / std::max(queries, 1e-9), 100 * hits / std::max(asked, 1.0),
      100 * uncertain / std::max(asked, 1.0));
  return with_contact > 0 ? 0 : 1;
}

}  // namespace
}  // namespace graze::test

int main(int argc, char** argv) {
  int frames = 20, cells = 224;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--frames") == 0) frames = std::max(1, std::atoi(argv[i + 1]));
    if (std::strcmp(argv[i], "--cells") == 0) cells = std::clamp(std::atoi(argv[i + 1]), 1, 4000);
  }
  return graze::test::run(frames, cells);
}
