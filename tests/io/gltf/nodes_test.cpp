// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/support.h"

namespace graze::io::test::gltf {
namespace {

const double kHalf = std::sqrt(0.5);  // sine and cosine of 45 degrees

TEST(GltfNodes, TranslationRotationScale) {
  Gltf g;
  g.node({{"name", "a"}, {"children", {1}}, {"translation", {1, 2, 3}}, {"rotation", {0, 0, kHalf, kHalf}}});
  g.node({{"name", "b"}, {"scale", {2, 3, 4}}});
  // (1, 1, 1) is scaled to (2, 3, 4), turned by 90 degrees about z to (-3, 2, 4), then moved.
  expect_near(point_of(scene_of(g), "a/b", {1, 1, 1}), {-2, 4, 7}, 1e-15);
}

TEST(GltfNodes, MatricesAreStoredByColumns) {
  Gltf g;
  g.node({{"name", "a"}, {"matrix", {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1}}});
  expect_near(point_of(scene_of(g), "a", {1, 10, 100}), {-5, 7, 207}, 0);
}

TEST(GltfNodes, MirrorsAndShearsStay) {
  Gltf g;
  g.node({{"name", "a"}, {"scale", {-1, 1, 1}}});
  g.node({{"name", "b"}, {"matrix", {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}});
  expect_near(point_of(scene_of(g), "a", {2, 3, 4}), {-2, 3, 4}, 0);
  expect_near(point_of(scene_of(g), "b", {2, 3, 4}), {5, 3, 4}, 0);
}

TEST(GltfNodes, MeshesAreSharedByTheirNodes) {
  Gltf g;
  g.json["meshes"][g.triangle()]["name"] = "tri";
  g.node({{"mesh", 0}, {"name", "a"}});
  g.node({{"mesh", 0}, {"translation", {5, 0, 0}}});
  const SceneData scene = scene_of(g);
  EXPECT_EQ(scene.geometries.size(), 1u);
  EXPECT_EQ(points_of(scene, "tri")[1], Vec3(6, 0, 0));  // a node without a name has that of its mesh
}

TEST(GltfNodes, TheSceneThatTheFileNames) {
  Gltf g;
  for (const char* name : {"a", "b", "c"}) g.node({{"name", name}});
  g.json["scenes"] = {{{"nodes", {0}}}, {{"nodes", {2, 1}}}};
  g.json["scene"] = 1;
  SceneRead read = read_gltf(g.text(), "t");
  EXPECT_EQ(messages(read), "t: scene 1 of 2 is read\n");
  ASSERT_EQ(read.scene->nodes.size(), 2u);
  EXPECT_EQ(read.scene->nodes[0].name, "c");
  GltfOptions options;
  options.scene = 0;
  read = read_gltf(g.text(), "t", options);
  EXPECT_EQ(read.scene->nodes[0].name, "a");
  options.scene = 2;
  EXPECT_EQ(messages(read_gltf(g.text(), "t", options)), "error: t: there is no scene 2: the file has 2\n");
  g.json.erase("scenes");
  EXPECT_EQ(scene_of(g).nodes.size(), 3u);  // without scenes all is read
}

TEST(GltfNodes, SeveralParentsAndCyclesAreRefused) {
  Gltf g;
  g.node({{"children", {2}}});
  g.node({{"children", {2}}});
  g.node();
  EXPECT_EQ(messages_of(g), "error: test.gltf: nodes[2] is the child of nodes[0] and of nodes[1]\n");
  g.json["nodes"] = {
      {{"children", Json::array()}}, {{"children", {2}}}, {{"children", {1, 3}}}, Json::object()};
  const std::string said = messages_of(g);
  EXPECT_TRUE(said == "error: test.gltf: nodes[1] is its own ancestor\n" ||
              said == "error: test.gltf: nodes[2] is its own ancestor\n")
      << said;
  g.json["nodes"] = {{{"children", {0}}}};
  EXPECT_EQ(messages_of(g), "error: test.gltf: nodes[0] is its own ancestor\n");
  g.json["nodes"] = {{{"children", {7, -1, "x"}}}};
  EXPECT_EQ(messages_of(g),
            "test.gltf: nodes[0].children names something that is not there (3 times) [loss]\n");
}

TEST(GltfNodes, RootsBelowOtherRootsStandOnce) {
  Gltf g;
  g.node({{"name", "a"}, {"children", {1}}});
  g.node({{"name", "b"}, {"children", {2}}});
  g.node({{"name", "c"}});
  g.json["scenes"] = {{{"nodes", {2, 1, 1}}}};
  const SceneRead read = read_gltf(g.text(), "t");
  ASSERT_EQ(read.scene->nodes.size(), 2u);  // b, below a, which is not in the scene, and c
  EXPECT_EQ(path_of(*read.scene, 1), "b/c");
  EXPECT_EQ(read.code, ReadCode::complete);
}

TEST(GltfNodes, DepthAndNumberAreLimited) {
  Gltf g;
  for (int i = 0; i < 100; ++i) g.node({{"children", {i + 1}}});
  g.node();
  EXPECT_EQ(scene_of(g).nodes.size(), 101u);
  GltfOptions options;
  options.limits.depth = 100;
  EXPECT_EQ(messages_of(g, options), "test.gltf: nodes nested more than 100 deep left out [loss]\n");
  EXPECT_EQ(read_gltf(g.text(), "t", options).scene->nodes.size(), 100u);
  options.limits = {};
  options.limits.nodes = 100;
  EXPECT_EQ(messages_of(g, options), "error: test.gltf: more than 100 nodes\n");
}

TEST(GltfNodes, InvisibleOnesAreReadLikeOthers) {
  Gltf g;
  g.node({{"mesh", g.triangle()}, {"extensions", {{"KHR_node_visibility", {{"visible", false}}}}}});
  g.json["extensionsUsed"] = {"KHR_node_visibility"};
  EXPECT_EQ(messages_of(g), "test.gltf: KHR_node_visibility: invisible nodes are read like others\n");
  EXPECT_EQ(read_gltf(g.text(), "t").scene->geometries.size(), 1u);
}

// The node that names the others is the finest; those are in no scene.
TEST(GltfNodes, TheFinestLevelOfDetailIsRead) {
  Gltf g;
  g.node({{"name", "fine"}, {"mesh", g.triangle()}, {"extensions", {{"MSFT_lod", {{"ids", {1, 2}}}}}}});
  g.node({{"name", "coarse"}, {"mesh", 0}, {"scale", {5, 5, 5}}});
  g.node({{"name", "coarser"}, {"mesh", 0}, {"scale", {9, 9, 9}}});
  g.json["scenes"] = {{{"nodes", {0}}}};
  g.json["extensionsUsed"] = {"MSFT_lod"};
  g.json["extensionsRequired"] = {"MSFT_lod"};
  const SceneData scene = scene_of(g);
  ASSERT_EQ(scene.nodes.size(), 1u);
  EXPECT_EQ(scene.nodes[0].name, "fine");
}

TEST(GltfNodes, FieldsOfAWrongKind) {
  Gltf g;
  g.node({{"name", 5}, {"translation", {1, 2}}, {"scale", "big"}, {"mesh", 3}});
  EXPECT_EQ(messages_of(g),
            "test.gltf: nodes[0].name is not a text\n"
            "test.gltf: nodes[0].mesh is 3, but there are 0 (2 times) [loss]\n"
            "test.gltf: nodes[0].translation is not a list of 3 numbers [loss]\n"
            "test.gltf: nodes[0].scale is not a list [loss]\n"
            "test.gltf: nodes[0].scale is not a list of 3 numbers [loss]\n");
  g.json["nodes"][0] = {{"matrix", {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}};
  EXPECT_EQ(messages_of(g), "test.gltf: nodes[0].matrix is not affine: its last row is left out [loss]\n");
}

TEST(GltfNodes, Instances) {
  Gltf g;
  const std::size_t t = g.add<float>({1, 0, 0, 2, 0, 0}, "VEC3");
  const std::size_t r = g.add<std::int8_t>({0, 0, 0, 127, 0, 0, 127, 0}, "VEC4");  // and half a turn about z
  g.json["accessors"][r]["normalized"] = true;
  const std::size_t s = g.add<float>({1, 1, 1, 3, 3, 3}, "VEC3");
  g.node({{"mesh", g.triangle()},
          {"name", "trees"},
          {"translation", {0, 10, 0}},
          {"extensions",
           {{"EXT_mesh_gpu_instancing",
             {{"attributes", {{"TRANSLATION", t}, {"ROTATION", r}, {"SCALE", s}}}}}}}});
  const SceneData scene = scene_of(g);
  ASSERT_EQ(scene.nodes.size(), 3u);
  EXPECT_EQ(scene.geometries.size(), 1u);
  EXPECT_EQ(scene.nodes[0].geometry, kNone);
  const SceneState state = evaluate(scene, 0);
  expect_near(state.world_from_node[1] * Vec3(1, 0, 0), {2, 10, 0});
  expect_near(state.world_from_node[2] * Vec3(1, 0, 0), {-1, 10, 0});
}

}  // namespace
}  // namespace graze::io::test::gltf
