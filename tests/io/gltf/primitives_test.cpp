// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/support.h"

namespace graze::io::test::gltf {
namespace {

using Indices = std::vector<std::uint32_t>;

/// A file with one primitive of six points (i, i², 0) in this mode.
Gltf six_points(int mode, const Json& indices = nullptr) {
  Gltf g;
  const std::size_t position = g.add<float>({0, 0, 0, 1, 1, 0, 2, 4, 0, 3, 9, 0, 4, 16, 0, 5, 25, 0}, "VEC3");
  Json primitive = {{"attributes", {{"POSITION", position}}}, {"mode", mode}};
  if (!indices.is_null()) primitive["indices"] = g.add(indices.get<std::vector<std::uint16_t>>());
  g.node({{"mesh", g.mesh(primitive)}});
  return g;
}

TEST(GltfPrimitives, Triangles) {
  const auto mesh = data_of<MeshData>(scene_of(six_points(4)), 0);
  EXPECT_EQ(mesh.corners, (Indices{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(mesh.corners_of_loop, (Indices{3, 3}));
}

TEST(GltfPrimitives, StripsTurnEverySecondTriangle) {
  const auto mesh = data_of<MeshData>(scene_of(six_points(5)), 0);
  EXPECT_EQ(mesh.corners, (Indices{0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4}));
}

TEST(GltfPrimitives, StripsThatRepeatCornersToTurn) {
  const auto mesh = data_of<MeshData>(scene_of(six_points(5, {0, 1, 2, 2, 3, 3, 4, 5})), 0);
  // Triangles 1 to 4 have two equal corners; number 5 is (3, 5, 4).
  EXPECT_EQ(mesh.corners, (Indices{0, 1, 2, 3, 5, 4}));
}

TEST(GltfPrimitives, Fans) {
  const auto mesh = data_of<MeshData>(scene_of(six_points(6, {0, 1, 2, 3})), 0);
  EXPECT_EQ(mesh.corners, (Indices{1, 2, 0, 2, 3, 0}));
}

TEST(GltfPrimitives, LinesStripsAndLoops) {
  EXPECT_EQ(data_of<LineData>(scene_of(six_points(1)), 0).corners_of_line, (Indices{2, 2, 2}));
  EXPECT_EQ(data_of<LineData>(scene_of(six_points(3, {0, 2, 1})), 0).corners, (Indices{0, 2, 1}));
  const auto loop = data_of<LineData>(scene_of(six_points(2, {0, 2, 1})), 0);
  EXPECT_EQ(loop.corners, (Indices{0, 2, 1, 0}));
  EXPECT_EQ(loop.corners_of_line, (Indices{4}));
}

TEST(GltfPrimitives, Points) {
  const auto points = data_of<PointData>(scene_of(six_points(0, {5, 1})), 0);
  EXPECT_EQ(points.corners, (Indices{5, 1}));
  EXPECT_EQ(points.points[5], Vec3(5, 25, 0));
}

TEST(GltfPrimitives, OneMeshIsOneSurfaceWhateverItsMaterials) {
  Gltf g;
  const std::size_t shared = g.add<float>({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, "VEC3");
  const std::size_t other = g.add<float>({0, 0, 5, 1, 0, 5, 1, 1, 5}, "VEC3");
  const Json first = {{"attributes", {{"POSITION", shared}}}, {"indices", g.add<std::uint8_t>({0, 1, 2})}};
  const Json second = {{"attributes", {{"POSITION", shared}}}, {"indices", g.add<std::uint8_t>({0, 2, 3})}};
  g.json["meshes"] = {{{"name", "plate"},
                       {"primitives",
                        {first,
                         second,
                         {{"attributes", {{"POSITION", other}}}},
                         {{"attributes", {{"POSITION", other}}}, {"mode", 3}}}}}};
  g.node({{"mesh", 0}});
  const SceneData scene = scene_of(g);
  ASSERT_EQ(scene.geometries.size(), 2u);
  const auto mesh = data_of<MeshData>(scene, 0);
  EXPECT_EQ(mesh.points.size(), 7u);  // the four that are shared stand once
  EXPECT_EQ(mesh.corners, (Indices{0, 1, 2, 0, 2, 3, 4, 5, 6}));
  EXPECT_EQ(scene.geometries[0].name, "plate");
  EXPECT_EQ(data_of<LineData>(scene, 1).points.size(), 3u);
  EXPECT_EQ(scene.nodes[node_at(scene, "plate/mesh")].geometry, 0u);
}

TEST(GltfPrimitives, ManifoldOfTheExtensionStandsForTheTriangles) {
  Gltf g;
  // Corner 3 is where corner 0 is, on the other side of a seam.
  const std::size_t position = g.add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1}, "VEC3");
  const std::size_t seam = g.add<std::uint8_t>({0, 1, 2, 3, 2, 4}),
                    whole = g.add<std::uint8_t>({0, 1, 2, 0, 2, 4});
  g.mesh({{"attributes", {{"POSITION", position}}}, {"indices", seam}});
  g.json["meshes"][0]["extensions"]["EXT_mesh_manifold"]["manifoldPrimitive"] = {
      {"attributes", {{"POSITION", position}}}, {"indices", whole}, {"mode", 4}};
  g.node({{"mesh", 0}});
  EXPECT_EQ(data_of<MeshData>(scene_of(g), 0).corners, (Indices{0, 1, 2, 0, 2, 4}));
}

TEST(GltfPrimitives, ManifoldsWithOtherTrianglesAreNotUsed) {
  Gltf g;
  const std::size_t position = g.add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, "VEC3");
  const std::size_t two = g.add<std::uint8_t>({0, 1, 2, 0, 2, 3}), one = g.add<std::uint8_t>({0, 1, 2});
  g.mesh({{"attributes", {{"POSITION", position}}}, {"indices", two}});
  g.json["meshes"][0]["extensions"]["EXT_mesh_manifold"]["manifoldPrimitive"] = {
      {"attributes", {{"POSITION", position}}}, {"indices", one}};
  g.node({{"mesh", 0}});
  EXPECT_EQ(
      messages_of(g),
      "test.gltf: meshes[0].extensions.EXT_mesh_manifold.manifoldPrimitive has other triangles than the "
      "mesh, and is not used\n");
  EXPECT_EQ(data_of<MeshData>(*read_gltf(g.text(), "t").scene, 0).corners, (Indices{0, 1, 2, 0, 2, 3}));
}

TEST(GltfPrimitives, CornersThatAreNotThere) {
  const Gltf g = six_points(4, {0, 1, 2, 3, 4, 6, 5, 4});
  EXPECT_EQ(messages_of(g),
            "test.gltf: meshes[0].primitives[0]: 2 faces, lines or points without all of their corners are "
            "left out "
            "[loss]\n");
  const SceneRead read = read_gltf(g.text(), "t");
  EXPECT_EQ(data_of<MeshData>(*read.scene, 0).corners, (Indices{0, 1, 2}));
  const SceneRead line = read_gltf(six_points(3, {0, 1, 9, 2, 3}).text(), "t");
  EXPECT_EQ(data_of<LineData>(*line.scene, 0).corners_of_line, (Indices{2, 2}));
}

TEST(GltfPrimitives, PlacesThatAreNotFinite) {
  Gltf g;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::size_t position = g.add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, nan, 0, 0, 1e38f, 0, 0}, "VEC3");
  const std::size_t indices = g.add<std::uint8_t>({0, 1, 2, 0, 1, 3, 0, 1, 4});
  g.node({{"mesh", g.mesh({{"attributes", {{"POSITION", position}}}, {"indices", indices}})}});
  EXPECT_EQ(
      messages_of(g),
      "test.gltf: meshes[0]: 1 faces, lines or points at places that are not finite are left out [loss]\n");
  const SceneRead read = read_gltf(g.text(), "t");
  EXPECT_EQ(data_of<MeshData>(*read.scene, 0).corners, (Indices{0, 1, 2, 0, 1, 4}));
}

TEST(GltfPrimitives, OddPrimitives) {
  Gltf g = six_points(9);
  EXPECT_EQ(messages_of(g),
            "test.gltf: meshes[0].primitives[0].mode is 9, which is no mode [loss]\n"
            "test.gltf: meshes[0].primitives[0] is left out [loss]\n");
  g = six_points(4);
  g.json["meshes"][0]["primitives"][0]["attributes"] = {{"NORMAL", 0}};
  scene_of(g);  // nothing to collide with, and no damage
  g.json["meshes"][0]["primitives"][0] = 7;
  EXPECT_NE(messages_of(g).find("meshes[0].primitives[0] is not an object"), std::string::npos);
}

}  // namespace
}  // namespace graze::io::test::gltf
