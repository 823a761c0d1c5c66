// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/polygon_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <string>

#include "graze/math/stream.h"
#include "graze/mesh/check_mesh.h"
#include "math/rounding.h"
#include "mesh/mesh_models.h"
#include "support/random.h"

namespace graze::test {
namespace {

using Numbers = std::vector<std::uint32_t>;

struct Faces {
  std::vector<Vec3> vertices;
  Numbers corners, corners_of_loop, loops_of_face;

  [[nodiscard]] Result<PolygonMesh> build(const MeshSettings& settings = {}) const {
    return make_polygon_mesh(make_vertex_array(vertices),
                             {make_index_array(corners), corners_of_loop, loops_of_face}, settings);
  }
};

MeshModel model_of(const TriangleMesh& mesh, const std::vector<Vec3>& vertices) {
  MeshModel model{vertices, {}};
  for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i)
    for (const std::uint32_t corner : mesh.corners(i)) model.indices.push_back(corner);
  return model;
}

// A face with all loops in the plane z = 0, which is cut up as it should be: the areas are positive and add
// up, and the border is that of the loops.
void expect_cut(const Faces& face, const PolygonMesh& made, double area, const std::string& name) {
  const std::size_t holes = face.corners_of_loop.size() - 1;
  EXPECT_TRUE(made.improper_faces.empty()) << name;
  ASSERT_EQ(made.mesh.triangle_count(), face.corners.size() + 2 * holes - 2) << name;
  double sum = 0;
  for (std::uint32_t i = 0; i < made.mesh.triangle_count(); ++i) {
    const Triangle t = made.mesh.triangle(i);
    const double twice = cross(Vec3d(t.b) - Vec3d(t.a), Vec3d(t.c) - Vec3d(t.a)).z;
    EXPECT_GT(twice, 0) << name << ' ' << i;
    sum += twice / 2;
  }
  EXPECT_EQ(sum, area) << name;
  const MeshModel model = model_of(made.mesh, face.vertices);
  const MeshReport report = check_mesh(model.vertex_array(), model.index_array());
  EXPECT_EQ(report.open_edges.count, face.corners.size()) << name;
  EXPECT_EQ(report.non_manifold_edges.count + report.flipped_edges.count, 0u) << name;
}

TEST(PolygonMesh, OfAConcaveFaceFillsIt) {
  // An L of area 3, from each corner on; 0 and 3 see each other.
  const std::vector<Vec3> corners{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  for (std::uint32_t first = 0; first < 6; ++first) {
    Faces face{corners, {}, {6}, {}};
    for (std::uint32_t i = 0; i < 6; ++i) face.corners.push_back((first + i) % 6);
    const auto made = face.build();
    ASSERT_TRUE(made);
    expect_cut(face, *made, 3, "L from " + std::to_string(first));
  }
}

TEST(PolygonMesh, OfAHoledFaceFillsItWhicheverWayTheHoleRuns) {
  const std::vector<Vec3> corners{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                                  {1, 1, 0}, {1, 2, 0}, {2, 2, 0}, {2, 1, 0}};
  for (const Numbers& hole : {Numbers{4, 5, 6, 7}, Numbers{7, 6, 5, 4}}) {
    Faces face{corners, {0, 1, 2, 3}, {4, 4}, {2}};
    face.corners.insert(face.corners.end(), hole.begin(), hole.end());
    const auto made = face.build();
    ASSERT_TRUE(made);
    expect_cut(face, *made, 15, "square with a hole");
  }
}

TEST(PolygonMesh, KnowsTheFaceOfEachTriangle) {
  Faces cube{cube_model().vertices, {}, {4, 4, 4, 4, 4, 4}, {}};
  cube.corners = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
  const auto made = cube.build({.is_solid = true});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(made->mesh.is_solid());
  EXPECT_EQ(made->face_of_triangle, (Numbers{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  EXPECT_EQ(contains(made->mesh, {}), Contact::overlapping);
  for (std::uint32_t i = 0; i < 12; ++i) {
    const Triangle t = made->mesh.triangle(i);
    const Vec3 outward = cross(t.b - t.a, t.c - t.a);
    EXPECT_GT(dot(outward, t.a + t.b + t.c), 0) << "turned as the face was";
  }
}

TEST(PolygonMesh, RefusesByNameAndPosition) {
  const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const auto expect = [](const Faces& faces, ErrorCode code, const std::string& part, std::size_t position) {
    const auto made = faces.build();
    ASSERT_FALSE(made) << part;
    EXPECT_EQ(made.error().code, code) << part;
    EXPECT_NE(std::string(made.error().message).find(part), std::string::npos) << made.error().message;
    EXPECT_EQ(made.error().position, position) << part;
  };
  expect({square, {}, {}, {}}, ErrorCode::empty, "corners_of_loop", 0);
  expect({square, {0, 1, 2, 0, 2}, {3, 2}, {}}, ErrorCode::index_out_of_range, "fewer than three", 1);
  expect({square, {0, 1, 2, 0}, {3}, {}}, ErrorCode::index_out_of_range, "does not add up", 3);
  expect({square, {0, 1, 2, 3}, {4}, {2}}, ErrorCode::index_out_of_range, "loops_of_face", 2);
  expect({square, {0, 1, 2, 3}, {4}, {1, 0}}, ErrorCode::empty, "no loop", 1);
  expect({square, {0, 1, 2, 4}, {4}, {}}, ErrorCode::index_out_of_range, "corner is out of range", 3);
  expect({{}, {0, 1, 2}, {3}, {}}, ErrorCode::empty, "vertices", 0);
  std::vector<Vec3> bad = square;
  bad[2].z = std::numeric_limits<Real>::quiet_NaN();
  expect({bad, {0, 1, 3}, {3}, {}}, ErrorCode::not_finite, "vertices", 2);
}

TEST(PolygonMesh, NamesFacesThatCannotBeFilledAndKeepsTheirBorder) {
  const std::vector<Vec3> corners{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {5, 5, 0},
                                  {6, 5, 0}, {5, 6, 0}, {1, 0, 0}, {0, 0, 0}};
  const Faces faces{corners,
                    {0, 2, 1, 3,           // crosses itself
                     0, 1, 2, 3,           // fine
                     0, 1, 2, 3, 4, 5, 6,  // its hole is outside
                     0, 1, 7,              // no area
                     0, 8, 1, 2, 3, 3},    // repeated corners: fine
                    {4, 4, 4, 3, 3, 6},
                    {1, 1, 2, 1, 1}};
  const auto made = faces.build();
  ASSERT_TRUE(made);
  EXPECT_EQ(made->improper_faces, (Numbers{0, 2, 3}));
  EXPECT_EQ(std::count(made->face_of_triangle.begin(), made->face_of_triangle.end(), 2u), 7);
  EXPECT_EQ(std::count(made->face_of_triangle.begin(), made->face_of_triangle.end(), 4u), 3)
      << "two, and one without area between 0 and 8";
  // Directed edges of the triangles of a face, those that cancel left out, are its border.
  for (const auto& [face, border] : {std::pair{0u, Numbers{0, 2, 1, 3}}, {3u, Numbers{0, 1, 7}}}) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
    for (std::uint32_t i = 0; i < made->mesh.triangle_count(); ++i) {
      if (made->face_of_triangle[i] != face) continue;
      const auto c = made->mesh.corners(i);
      for (std::size_t k = 0; k < 3; ++k) {
        ++uses[{c[k], c[(k + 1) % 3]}];
        --uses[{c[(k + 1) % 3], c[k]}];
      }
    }
    for (std::size_t k = 0; k < border.size(); ++k) {
      const std::pair edge{border[k], border[(k + 1) % border.size()]};
      EXPECT_EQ(uses[edge], 1) << face;
      uses.erase(edge);
      uses.erase({edge.second, edge.first});
    }
    for (const auto& [edge, count] : uses) EXPECT_EQ(count, 0) << face;
  }
}

// A connected set of cells of a grid, with holes; no two cells or gaps touch at a corner only.
constexpr int kGrid = 9;
struct Region {
  std::array<std::array<bool, kGrid>, kGrid> cells{};

  [[nodiscard]] bool has(int x, int y) const {
    return x >= 0 && y >= 0 && x < kGrid && y < kGrid && cells[std::size_t(y)][std::size_t(x)];
  }
  [[nodiscard]] int size() const {
    int count = 0;
    for (const auto& row : cells) count += int(std::count(row.begin(), row.end(), true));
    return count;
  }
};

Region random_region(Random& random) {
  Region all;
  for (auto& row : all.cells)
    for (bool& cell : row) cell = random.chance(0.7);
  for (bool changed = true; changed;) {
    changed = false;
    for (int y = -1; y < kGrid; ++y)
      for (int x = -1; x < kGrid; ++x) {
        const bool a = all.has(x, y), b = all.has(x + 1, y), c = all.has(x, y + 1), d = all.has(x + 1, y + 1);
        if (a != d || b != c || a == b) continue;
        for (const auto& [i, j] : {std::pair{x, y}, {x + 1, y}, {x, y + 1}, {x + 1, y + 1}})
          if (i >= 0 && j >= 0 && i < kGrid && j < kGrid) all.cells[std::size_t(j)][std::size_t(i)] = true;
        changed = true;
      }
  }
  Region part;
  std::vector<std::pair<int, int>> todo;
  for (int i = 0; i < kGrid * kGrid && todo.empty(); ++i)
    if (all.has(i % kGrid, i / kGrid)) todo.push_back({i % kGrid, i / kGrid});
  while (!todo.empty()) {
    const auto [x, y] = todo.back();
    todo.pop_back();
    if (!all.has(x, y) || part.has(x, y)) continue;
    part.cells[std::size_t(y)][std::size_t(x)] = true;
    for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) todo.push_back({x + dx, y + dy});
  }
  return part;
}

// Its border, the region on the left; the outline first. Corners in the middle of a straight line stay, some
// of them.
Faces face_of(const Region& region, Random& random) {
  Faces face;
  std::map<std::pair<int, int>, std::pair<int, int>> next;
  for (int y = 0; y < kGrid; ++y)
    for (int x = 0; x < kGrid; ++x) {
      if (!region.has(x, y)) continue;
      if (!region.has(x, y - 1)) next[{x, y}] = {x + 1, y};
      if (!region.has(x + 1, y)) next[{x + 1, y}] = {x + 1, y + 1};
      if (!region.has(x, y + 1)) next[{x + 1, y + 1}] = {x, y + 1};
      if (!region.has(x - 1, y)) next[{x, y + 1}] = {x, y};
    }
  // The lowest, leftmost point is on the outline, and comes first.
  while (!next.empty()) {
    std::vector<std::pair<int, int>> loop;
    auto start = std::min_element(next.begin(), next.end(), [](const auto& a, const auto& b) {
      return std::pair(a.first.second, a.first.first) < std::pair(b.first.second, b.first.first);
    });
    for (auto at = start->first; next.contains(at);) {
      loop.push_back(at);
      const auto to = next[at];
      next.erase(at);
      at = to;
    }
    const double keep = random.uniform();
    std::vector<std::pair<int, int>> kept;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const auto &p = loop[(i + loop.size() - 1) % loop.size()], &q = loop[(i + 1) % loop.size()];
      if (p.first == q.first || p.second == q.second ? random.chance(keep) : true) kept.push_back(loop[i]);
    }
    std::rotate(kept.begin(), kept.begin() + random.below(int(kept.size())), kept.end());
    if (!face.corners_of_loop.empty() && random.chance(0.5)) std::reverse(kept.begin(), kept.end());
    for (const auto& [x, y] : kept) {
      face.corners.push_back(std::uint32_t(face.vertices.size()));
      face.vertices.push_back({Real(x), Real(y), 0});
    }
    face.corners_of_loop.push_back(std::uint32_t(kept.size()));
  }
  face.loops_of_face = {std::uint32_t(face.corners_of_loop.size())};
  return face;
}

TEST(PolygonMesh, FillsRandomRegionsWithHoles) {
  Random random{20};
  int holes = 0, large = 0;
  for (int round = 0; round < 150; ++round) {
    const Region region = random_region(random);
    const Faces face = face_of(region, random);
    const auto made = face.build();
    ASSERT_TRUE(made);
    expect_cut(face, *made, region.size(), "round " + std::to_string(round));
    if (HasFailure()) return;
    holes += int(face.corners_of_loop.size()) - 1;
    large += face.corners.size() > 40;
  }
  EXPECT_GT(holes, 150);
  EXPECT_GT(large, 50);
}

// Seen from any side the same triangles fill the face.
TEST(PolygonMesh, FillsTiltedFaces) {
  Random random{21};
  for (int round = 0; round < 60; ++round) {
    const Region region = random_region(random);
    const Faces flat = face_of(region, random);
    Faces tilted = flat;
    const int axis = round % 3;
    for (Vec3& v : tilted.vertices) {  // in the plane w = (u - v) / 2, exactly
      const Vec3 p = v;
      v[axis] = (p.x - p.y) / 2;
      v[(axis + 1) % 3] = round % 2 ? p.x : p.y;  // turned over or not
      v[(axis + 2) % 3] = round % 2 ? p.y : p.x;
    }
    const auto made = tilted.build();
    ASSERT_TRUE(made);
    ASSERT_TRUE(made->improper_faces.empty());
    double sum = 0;
    for (std::uint32_t i = 0; i < made->mesh.triangle_count(); ++i) {
      const auto c = made->mesh.corners(i);
      const Vec3 &a = flat.vertices[c[0]], &b = flat.vertices[c[1]], &d = flat.vertices[c[2]];
      const double twice = cross(Vec3d(b) - Vec3d(a), Vec3d(d) - Vec3d(a)).z;
      ASSERT_GT(twice, 0) << "turned as the face is";
      sum += twice / 2;
    }
    ASSERT_EQ(sum, region.size());
  }
}

// A star with a sharp tooth per ray, and one as thin as the last digit.
TEST(PolygonMesh, FillsNeedles) {
  Faces face;
  const double kTurn = 6.283185307179586;
  for (int i = 0; i < 60; ++i) {
    const double r = i % 2 ? 0.01 : 1, angle = kTurn * i / 60;
    face.vertices.push_back({Real(r * std::cos(angle)), Real(r * std::sin(angle)), 0});
    face.corners.push_back(std::uint32_t(i));
  }
  face.corners_of_loop = {60};
  const auto star = face.build();
  ASSERT_TRUE(star);
  EXPECT_TRUE(star->improper_faces.empty());
  EXPECT_EQ(star->mesh.triangle_count(), 58u);
  const Real tiny = std::numeric_limits<Real>::epsilon();
  const Faces needle{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, tiny, 0}}, {0, 1, 2, 3}, {4}, {}};
  const auto cut = needle.build();
  ASSERT_TRUE(cut);
  expect_cut(needle, *cut, double(tiny), "needle");
}

}  // namespace
}  // namespace graze::test
