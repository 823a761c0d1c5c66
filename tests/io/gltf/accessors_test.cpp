// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/support.h"

namespace graze::io::test::gltf {
namespace {

/// Points of a mesh that are numbers of this type.
template <class T>
std::vector<Vec3> points_as(const std::vector<T>& numbers, bool is_normalized) {
  Gltf g;
  const std::size_t position = g.add(numbers, "VEC3");
  g.json["accessors"][position]["normalized"] = is_normalized;
  g.node({{"mesh", g.mesh({{"attributes", {{"POSITION", position}}}})}});
  return data_of<MeshData>(scene_of(g), 0).points;
}

TEST(GltfAccessors, EveryComponentType) {
  EXPECT_EQ(points_as<float>({0.5f, -2, 1e6f, 0, 0, 0, 1, 1, 1}, false)[0], Vec3(0.5, -2, 1e6));
  EXPECT_EQ(points_as<std::int8_t>({-128, 127, 3, 0, 0, 0, 1, 1, 1}, false)[0], Vec3(-128, 127, 3));
  EXPECT_EQ(points_as<std::uint8_t>({255, 0, 3, 0, 0, 0, 1, 1, 1}, false)[0], Vec3(255, 0, 3));
  EXPECT_EQ(points_as<std::int16_t>({-32768, 32767, 3, 0, 0, 0, 1, 1, 1}, false)[0], Vec3(-32768, 32767, 3));
  EXPECT_EQ(points_as<std::uint16_t>({65535, 0, 3, 0, 0, 0, 1, 1, 1}, false)[0], Vec3(65535, 0, 3));
  EXPECT_EQ(points_as<std::uint32_t>({4294967295u, 0, 3, 0, 0, 0, 1, 1, 1}, false)[0],
            Vec3(4294967295.0, 0, 3));
}

TEST(GltfAccessors, NormalisedNumbers) {
  EXPECT_EQ(points_as<std::int8_t>({-128, 127, 64, 0, 0, 0, 1, 1, 1}, true)[0], Vec3(-1, 1, 64 / 127.0));
  EXPECT_EQ(points_as<std::uint8_t>({255, 0, 51, 0, 0, 0, 1, 1, 1}, true)[0], Vec3(1, 0, 0.2));
  EXPECT_EQ(points_as<std::int16_t>({-32768, 32767, -1, 0, 0, 0, 1, 1, 1}, true)[0],
            Vec3(-1, 1, -1 / 32767.0));
  EXPECT_EQ(points_as<std::uint16_t>({65535, 0, 13107, 0, 0, 0, 1, 1, 1}, true)[0], Vec3(1, 0, 0.2));
}

TEST(GltfAccessors, StridesAndOffsets) {
  Gltf g;
  // Each vertex: a number in front, its position, one behind; the accessor begins at the second vertex.
  const std::size_t view = g.view<float>({9, 9, 9, 9, 9, 9, 1, 2, 3, 9, 9, 4, 5, 6, 9, 9, 7, 8, 9});
  g.json["bufferViews"][view]["byteStride"] = 20;
  g.json["accessors"] = {
      {{"bufferView", view}, {"byteOffset", 24}, {"componentType", 5126}, {"count", 3}, {"type", "VEC3"}}};
  g.node({{"mesh", g.mesh({{"attributes", {{"POSITION", 0}}}})}});
  EXPECT_EQ(data_of<MeshData>(scene_of(g), 0).points, (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}));
}

TEST(GltfAccessors, SparseOverNumbersAndOverZeros) {
  Gltf g;
  const std::size_t base = g.add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  const Json sparse = {{"count", 1},
                       {"indices", {{"bufferView", g.view<std::uint16_t>({2})}, {"componentType", 5123}}},
                       {"values", {{"bufferView", g.view<float>({5, 6, 7})}}}};
  g.json["accessors"][base]["sparse"] = sparse;
  g.json["accessors"].push_back(
      {{"componentType", 5126}, {"count", 3}, {"type", "VEC3"}, {"sparse", sparse}});
  g.node({{"mesh", g.mesh({{"attributes", {{"POSITION", base}}}})}});
  g.node({{"mesh", g.mesh({{"attributes", {{"POSITION", base + 1}}}})}});
  const SceneData scene = scene_of(g);
  EXPECT_EQ(data_of<MeshData>(scene, 0).points, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {5, 6, 7}}));
  EXPECT_EQ(data_of<MeshData>(scene, 1).points, (std::vector<Vec3>{{0, 0, 0}, {0, 0, 0}, {5, 6, 7}}));
}

TEST(GltfAccessors, IndicesOfEveryUnsignedType) {
  Gltf g;
  const std::size_t position = g.add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  for (const std::size_t indices :
       {g.add<std::uint8_t>({2, 0, 1}), g.add<std::uint16_t>({2, 0, 1}), g.add<std::uint32_t>({2, 0, 1})})
    g.node({{"mesh", g.mesh({{"attributes", {{"POSITION", position}}}, {"indices", indices}})}});
  const SceneData scene = scene_of(g);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(data_of<MeshData>(scene, i).corners, (std::vector<std::uint32_t>{2, 0, 1}));
}

/// Messages on a triangle whose accessor of positions has other values in some fields.
std::string said_with(const Json& changes) {
  Gltf g;
  g.node({{"mesh", g.triangle()}});
  g.json["accessors"][0].update(changes);
  return messages_of(g);
}

TEST(GltfAccessors, WhatDoesNotFitIsLeftOut) {
  const std::string end = "test.gltf: meshes[0].primitives[0] is left out [loss]\n",
                    begin = "test.gltf: accessors[0]";
  const std::string beyond = " reaches beyond its bufferView of 36 bytes [loss]\n";
  EXPECT_EQ(said_with({{"count", 4}}), begin + beyond + end);
  EXPECT_EQ(said_with({{"byteOffset", 4}}), begin + beyond + end);
  EXPECT_EQ(said_with({{"byteOffset", 18446744073709551615u}}), begin + beyond + end);
  EXPECT_EQ(said_with({{"count", 18446744073709551615u}}), begin + beyond + end);
  EXPECT_EQ(said_with({{"count", 6148914691236517206u}}), begin + beyond + end);  // times 12 is 8 modulo 2^64
  EXPECT_EQ(said_with({{"type", "VEC2"}}),
            begin + ".type is \"VEC2\", which is not one of those that can stand here [loss]\n" + end);
  EXPECT_EQ(said_with({{"componentType", 5124}}),
            begin + ".componentType is 5124, which is not one of those that can stand here [loss]\n" + end);
  EXPECT_EQ(said_with({{"bufferView", 7}}), begin + ".bufferView is 7, but there are 1 [loss]\n" + begin +
                                                " has no bufferView [loss]\n" + end);
  EXPECT_EQ(said_with({{"count", -1}}), begin + ".count is not a whole number that is not negative [loss]\n");
}

TEST(GltfAccessors, SparseThatDoesNotFit) {
  const auto sparse = [](const Json& count, const Json& type, std::uint16_t index) {
    Gltf g;
    g.node({{"mesh", g.triangle()}});
    g.json["accessors"][0]["sparse"] = {
        {"count", count},
        {"indices", {{"bufferView", g.view<std::uint16_t>({index})}, {"componentType", type}}},
        {"values", {{"bufferView", g.view<float>({5, 6, 7})}}}};
    return messages_of(g);
  };
  const std::string end = "test.gltf: meshes[0].primitives[0] is left out [loss]\n",
                    begin = "test.gltf: accessors[0].sparse.indices";
  EXPECT_EQ(sparse(1, 5123, 2), "");
  EXPECT_EQ(sparse(1, 5123, 3), begin + " names an element that is not there [loss]\n" + end);
  EXPECT_EQ(sparse(2, 5123, 2), begin + " reaches beyond its bufferView of 2 bytes [loss]\n" + end);
  EXPECT_EQ(sparse(1, 5122, 2), begin + ".componentType is not one of unsigned integers [loss]\n" + end);
}

TEST(GltfAccessors, HugeCountsWithoutBytesMeetALimit) {
  Gltf g;
  g.json["accessors"] = {{{"componentType", 5126}, {"count", 4000000000u}, {"type", "VEC3"}}};
  g.node({{"mesh", g.mesh({{"attributes", {{"POSITION", 0}}}})}});
  const SceneRead read = read_gltf(g.text(), "t");
  EXPECT_EQ(read.code, ReadCode::limit) << messages(read);
}

TEST(GltfAccessors, OneAccessorInManyMeshesMeetsALimit) {
  Gltf g;
  const std::size_t position = g.add(std::vector<float>(9 * 333), "VEC3");
  for (int i = 0; i < 100; ++i) g.node({{"mesh", g.mesh({{"attributes", {{"POSITION", position}}}})}});
  GltfOptions options;
  EXPECT_EQ(read_gltf(g.text(), "t", options).code, ReadCode::complete);
  options.limits.points = 50000;
  EXPECT_EQ(read_gltf(g.text(), "t", options).code, ReadCode::limit);
}

// Quantised as gltfpack does it: small integers in steps of eight bytes, and a node that gives them their
// size.
TEST(GltfAccessors, QuantisedMeshesBelowANodeThatScalesThem) {
  Gltf g;
  const std::size_t position = g.add<std::int16_t>({-200, 0, 7, 0, 300, -5, 0, 0, 0, 400, 32767, 0}, "VEC4");
  Json& accessor = g.json["accessors"][position];
  accessor["type"] = "VEC3";
  g.json["bufferViews"][accessor["bufferView"].get<std::size_t>()]["byteStride"] = 8;
  const std::size_t mesh = g.mesh({{"attributes", {{"POSITION", position}}}});
  g.node({{"name", "up"}, {"scale", {0.5, 0.5, 0.5}}, {"translation", {1, 2, 3}}, {"children", {1}}});
  g.node({{"name", "part"}, {"mesh", mesh}});
  g.json["extensionsRequired"] = {"KHR_mesh_quantization"};
  EXPECT_EQ(points_of(scene_of(g), "up/part"),
            (std::vector<Vec3>{{-99, 2, 6.5}, {151, -0.5, 3}, {1, 202, 16386.5}}));
}

}  // namespace
}  // namespace graze::io::test::gltf
