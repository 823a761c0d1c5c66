// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/support.h"

namespace graze::io::test::gltf {
namespace {

/// A triangle (0,0,0), (1,0,0), (0,1,0) whose second corner follows joint "b", the others joint "a"; b is a
/// child of a, one unit along x. The node with the mesh stands elsewhere.
struct Skinned : Gltf {
  Skinned() {
    node({{"name", "a"}, {"children", {1}}});
    node({{"name", "b"}, {"translation", {1, 0, 0}}});
    const std::size_t position = add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    const std::size_t joints = add<std::uint8_t>({0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, "VEC4");
    const std::size_t weights = add<float>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
    mesh({{"attributes", {{"POSITION", position}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}}}});
    // Inverse bind matrices: the identity, and one unit back along x.
    const std::size_t bind = add<float>(
        {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1},
        "MAT4");
    json["skins"] = {{{"joints", {0, 1}}, {"inverseBindMatrices", bind}}};
    node({{"name", "skin"}, {"mesh", 0}, {"skin", 0}, {"translation", {50, 60, 70}}});
  }
  /// Moves a node from its place to another one in four seconds.
  void move(std::size_t node, const std::vector<float>& from_to) {
    json["animations"] = {
        {{"samplers", {{{"input", add<float>({0, 4})}, {"output", add(from_to, "VEC3")}}}},
         {"channels", {{{"sampler", 0}, {"target", {{"node", node}, {"path", "translation"}}}}}}}};
  }
};

TEST(GltfDeformation, SkinsIgnoreTheNodeOfTheirMesh) {
  const SceneData scene = scene_of(Skinned());
  const std::uint32_t node = node_at(scene, "skin/mesh");
  EXPECT_TRUE(scene.nodes[node].is_in_world);
  EXPECT_EQ(points_of(scene, "skin/mesh"), (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
}

TEST(GltfDeformation, SkinsAtRestAreNotDeformedLater) {
  Skinned g;
  g.json["nodes"][1]["translation"] = {3, 0, 0};
  const SceneData scene = scene_of(g);
  EXPECT_TRUE(scene.deformations.empty());
  EXPECT_FALSE(deformed_geometries(scene)[0]);
  EXPECT_EQ(data_of<MeshData>(scene, 0).points[1], Vec3(3, 0, 0));
}

TEST(GltfDeformation, SkinsFollowTheirJoints) {
  Skinned g;
  g.move(1, {1, 0, 0, 1, 8, 0});
  const SceneData scene = scene_of(g);
  EXPECT_TRUE(deformed_geometries(scene)[0]);
  EXPECT_EQ(points_of(scene, "skin/mesh", 1), (std::vector<Vec3>{{0, 0, 0}, {1, 2, 0}, {0, 1, 0}}));
  // The parent of a joint moves both; the node of the mesh none.
  g.move(0, {0, 0, 0, 0, 0, 8});
  EXPECT_EQ(points_of(scene_of(g), "skin/mesh", 1), (std::vector<Vec3>{{0, 0, 2}, {1, 0, 2}, {0, 1, 2}}));
  g.move(2, {0, 0, 0, 0, 0, 8});
  EXPECT_EQ(points_of(scene_of(g), "skin/mesh", 1)[1], Vec3(1, 0, 0));
}

TEST(GltfDeformation, AllSetsOfInfluencesCount) {
  Skinned g;
  g.move(1, {1, 0, 0, 1, 8, 0});
  Json& attributes = g.json["meshes"][0]["primitives"][0]["attributes"];
  // A quarter of the second corner to joint a, in a second set; normalised bytes.
  const std::size_t joints = g.add<std::uint16_t>({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC4");
  const std::size_t first = g.add<float>({1, 0, 0, 0, 0.75f, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
  const std::size_t second = g.add<float>({0, 0, 0, 0, 0, 0, 0, 0.25f, 0, 0, 0, 0}, "VEC4");
  attributes["WEIGHTS_0"] = first;
  attributes["JOINTS_1"] = joints;
  attributes["WEIGHTS_1"] = second;
  EXPECT_EQ(points_of(scene_of(g), "skin/mesh", 1)[1], Vec3(1, 1.5, 0));
}

TEST(GltfDeformation, NormalisedWeights) {
  Skinned g;
  g.move(1, {1, 0, 0, 1, 8, 0});
  const std::size_t weights = g.add<std::uint8_t>({255, 0, 0, 0, 51, 204, 0, 0, 255, 0, 0, 0}, "VEC4");
  const std::size_t joints = g.add<std::uint8_t>({0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, "VEC4");
  g.json["accessors"][weights]["normalized"] = true;
  g.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = weights;
  g.json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"] = joints;
  expect_near(points_of(scene_of(g), "skin/mesh", 1)[1], {1, 0.4, 0}, 1e-15);
}

TEST(GltfDeformation, DamagedSkins) {
  Skinned g;
  g.json["skins"][0]["joints"] = {0};  // the second corner follows the second joint
  EXPECT_EQ(
      messages_of(g),
      "test.gltf: meshes[0].primitives[0].attributes.JOINTS_0 names joints that are not there [loss]\n");
  Skinned plain;
  plain.json["meshes"][0]["primitives"][0]["attributes"].erase("JOINTS_0");
  EXPECT_EQ(messages_of(plain),
            "test.gltf: meshes[0].primitives[0] has a skin, but no influences of joints: it is not deformed "
            "[loss]\n");
  EXPECT_EQ(points_of(*read_gltf(plain.text(), "t").scene, "skin")[1], Vec3(51, 60, 70));
  Skinned outside;
  outside.json["scenes"] = {{{"nodes", {2}}}};
  EXPECT_EQ(messages_of(outside),
            "test.gltf: a skin has joints outside of the scene: they are placed by their nodes\n");
  EXPECT_EQ(points_of(*read_gltf(outside.text(), "t").scene, "skin/mesh"),
            (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  outside.move(0, {0, 0, 0, 0, 0, 8});  // they move all the same
  EXPECT_EQ(points_of(*read_gltf(outside.text(), "t").scene, "skin/mesh", 1)[1], Vec3(1, 0, 2));
  // Joints deeper than the limit are not there: the mesh stands where its node does.
  GltfOptions shallow;
  shallow.limits.depth = 1;
  outside.json["skins"][0]["joints"] = {1, 0};
  const SceneRead cut = read_gltf(outside.text(), "t", shallow);
  EXPECT_EQ(messages(cut),
            "t: nodes nested more than 1 deep left out [loss]\n"
            "t: a skin has joints outside of the scene: they are placed by their nodes\n"
            "t: a skin with joints that are left out is not applied [loss]\n");
  EXPECT_EQ(points_of(*cut.scene, "skin/mesh")[1], Vec3(51, 60, 70));
  Skinned bind;
  bind.json["accessors"][3]["count"] = 1;
  EXPECT_EQ(messages_of(bind), "test.gltf: skins[0] has damaged inverseBindMatrices [loss]\n");
}

/// A triangle with two morph targets: the second corner by (0,0,2), all corners by (1,0,0).
struct Morphed : Gltf {
  Morphed() {
    const std::size_t position = add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    const std::size_t first = add<float>({0, 0, 0, 0, 0, 2, 0, 0, 0}, "VEC3");
    const std::size_t second = add<std::int8_t>({1, 0, 0, 1, 0, 0, 1, 0, 0}, "VEC3");
    mesh({{"attributes", {{"POSITION", position}}},
          {"targets", {{{"POSITION", first}}, {{"POSITION", second}}}}});
    node({{"name", "morph"}, {"mesh", 0}});
  }
  void animate(const std::vector<float>& keys, const std::vector<float>& weights,
               const char* interpolation = "LINEAR") {
    json["animations"] = {
        {{"samplers", {{{"input", add(keys)}, {"output", add(weights)}, {"interpolation", interpolation}}}},
         {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}}}}}};
  }
};

TEST(GltfDeformation, WeightsOfTheNodeBeforeThoseOfTheMesh) {
  Morphed g;
  EXPECT_EQ(points_of(scene_of(g), "morph")[1], Vec3(1, 0, 0));
  g.json["meshes"][0]["weights"] = {0.5, 0};
  EXPECT_EQ(points_of(scene_of(g), "morph")[1], Vec3(1, 0, 1));
  g.json["nodes"][0]["weights"] = {0, 3};
  EXPECT_EQ(points_of(scene_of(g), "morph")[1], Vec3(4, 0, 0));
  EXPECT_TRUE(scene_of(g).deformations.empty());
}

TEST(GltfDeformation, WeightsThatAreAnimated) {
  Morphed g;
  g.animate({0, 2}, {0, 0, 1, 4});
  const SceneData scene = scene_of(g);
  EXPECT_EQ(points_of(scene, "morph", 0)[1], Vec3(1, 0, 0));
  EXPECT_EQ(points_of(scene, "morph", 1), (std::vector<Vec3>{{2, 0, 0}, {3, 0, 1}, {2, 1, 0}}));
  g.animate({0, 2}, {0, 0, 1, 4}, "STEP");
  EXPECT_EQ(points_of(scene_of(g), "morph", 1)[1], Vec3(1, 0, 0));
  // Cubic, slopes of zero: the mean in the middle. In-slopes of both, values of both, out-slopes of both.
  g.animate({0, 2}, {9, 9, 0, 0, 0, 0, 0, 0, 1, 4, 9, 9}, "CUBICSPLINE");
  EXPECT_EQ(points_of(scene_of(g), "morph", 1)[1], Vec3(3, 0, 1));
}

TEST(GltfDeformation, NodesOfOneMeshHaveWeightsOfTheirOwn) {
  Morphed g;
  g.node({{"name", "other"}, {"mesh", 0}, {"weights", {1, 0}}});
  g.animate({0, 2}, {0, 0, 0, 4});
  const SceneData scene = scene_of(g);
  EXPECT_EQ(points_of(scene, "morph", 2)[1], Vec3(5, 0, 0));
  EXPECT_EQ(points_of(scene, "other", 2)[1], Vec3(1, 0, 2));
}

TEST(GltfDeformation, MorphsComeBeforeSkins) {
  Skinned g;
  g.move(1, {1, 0, 0, 1, 8, 0});
  const std::size_t first = g.add<float>({0, 0, 0, 0, 0, 2, 0, 0, 0}, "VEC3");
  g.json["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", first}}};
  g.json["meshes"][0]["weights"] = {0.5};
  g.json["nodes"][1]["rotation"] = {1, 0, 0, 0};  // half a turn about x
  // The second corner: moved by half of (0,0,2), in the frame of its joint (0,0,1), turned to (0,0,-1).
  expect_near(points_of(scene_of(g), "skin/mesh", 1)[1], {1, 2, -1});
}

TEST(GltfDeformation, DamagedTargets) {
  Morphed g;
  g.json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] = g.add<float>({1, 1, 1}, "VEC3");
  EXPECT_EQ(messages_of(g),
            "test.gltf: meshes[0].primitives[0].targets[0] has another number of vertices than its primitive "
            "[loss]\n");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  g.json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] =
      g.add<float>({nan, 0, 0, 0, 0, 2, 0, 0, 0}, "VEC3");
  EXPECT_EQ(messages_of(g),
            "test.gltf: meshes[0].primitives[0].targets[0] has numbers that are not finite [loss]\n");
}

// Exporters leave out what a target does not move: no bufferView, and a few elements instead.
TEST(GltfDeformation, SparseMorphTargets) {
  Morphed g;
  const std::size_t indices = g.view(std::vector<std::uint16_t>{2});
  const std::size_t values = g.view(std::vector<float>{0, 0, 6});
  g.json["accessors"].push_back({{"componentType", 5126},
                                 {"count", 3},
                                 {"type", "VEC3"},
                                 {"sparse",
                                  {{"count", 1},
                                   {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
                                   {"values", {{"bufferView", values}}}}}});
  g.json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] = g.json["accessors"].size() - 1;
  g.json["meshes"][0]["weights"] = {0.5, 0};
  EXPECT_EQ(points_of(scene_of(g), "morph"), (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 3}}));
}

}  // namespace
}  // namespace graze::io::test::gltf
