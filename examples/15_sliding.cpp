// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A crate slides over a floor of many triangles, and over one of boxes side by side. By itself every triangle
// and every box has edges, at which the crate would stumble; contact manifolds have the normal of the floor.

#include <graze/graze.h>

#include <cstdio>
#include <vector>

using namespace graze;

// n x n squares of two triangles each, from -3 to 3 in x and z.
static Shape triangle_floor(std::uint32_t n) {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i <= n; ++i)
    for (std::uint32_t j = 0; j <= n; ++j)
      vertices.push_back({Real(6 * i) / Real(n) - 3, 0, Real(6 * j) / Real(n) - 3});
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < n; ++j) {
      const std::uint32_t a = i * (n + 1) + j, b = a + n + 1;
      corners.insert(corners.end(), {a, a + 1, b, b, a + 1, b + 1});
    }
  return make_triangle_mesh(make_vertex_array(vertices), make_index_array(corners))->shape();
}

static Shape box_floor() {
  std::vector<CompoundPiece> boxes;
  for (int i = -6; i < 6; ++i)
    for (int j = -6; j < 6; ++j)
      boxes.push_back({Box{{Real(0.25), Real(0.25), Real(0.25)}},
                       Affine{Vec3{Real(0.5 * i + 0.25), Real(-0.25), Real(0.5 * j + 0.25)}}});
  return *make_compound(boxes);
}

struct Count {
  int sets = 0, stumbles = 0;  // stumbles: sets with a normal that is not the floor's
};

static Count slide(const Shape& floor, InternalEdges edges) {
  Count count;
  ContactSettings settings;
  settings.internal_edges = edges;
  for (int frame = 0; frame < 200; ++frame) {
    const Real t = Real(frame) / 100;
    const Pose place{rotation_about({0, 1, 0}, t), {t - 1, Real(0.29), Real(0.3) * t}};  // 0.01 deep
    const Instance crate{Box{{Real(0.4), Real(0.3), Real(0.4)}}, place};
    const Status status = visit_contact_manifolds(
        {floor, Affine{}}, crate,
        [&](const ContactManifold& m) {
          ++count.sets;
          count.stumbles += m.set.normal.y < Real(0.999) ? 1 : 0;
          return true;
        },
        settings);
    if (status != Status::converged) return {};
  }
  return count;
}

int main() {
  int stumbles = 0, expected = 0;
  for (const bool is_mesh : {true, false}) {
    const Shape floor = is_mesh ? triangle_floor(40) : box_floor();
    const Count whole = slide(floor, InternalEdges::filtered),
                alone = slide(floor, InternalEdges::as_they_are);
    std::printf(
        "%s: %d sets in 200 frames, %d across edges; each piece by itself: %d sets, %d across edges\n",
        is_mesh ? "3200 triangles" : "144 boxes", whole.sets, whole.stumbles, alone.sets, alone.stumbles);
    stumbles += whole.stumbles;
    expected += alone.stumbles > 0 ? 1 : 0;
  }
  // A solver wants the whole patch: the corners of the crate, with one normal.
  const ContactSet patch = contacts({triangle_floor(40), Affine{}},
                                    {Box{{Real(0.4), Real(0.3), Real(0.4)}}, Affine{Vec3{0, Real(0.29), 0}}});
  std::printf("patch of the crate on triangles: %d points, gap %g\n", patch.count,
              double(patch.points[0].gap));
  return stumbles == 0 && expected == 2 && patch.count == 4 ? 0 : 1;
}
