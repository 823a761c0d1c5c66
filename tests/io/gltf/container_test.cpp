// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/support.h"

namespace graze::io::test::gltf {
namespace {

const std::vector<Vec3> kTriangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};

Gltf one_triangle() {
  Gltf g;
  g.node({{"mesh", g.triangle()}, {"name", "part"}});
  return g;
}

class OneFile final : public FileAccess {
 public:
  std::string bytes;
  std::string asked;
  FileAnswer open(std::string_view url, std::string_view from, std::size_t) override {
    asked = std::string(url) + " of " + std::string(from);
    return {"/folder/data.bin", bytes, {}, false};
  }
};

TEST(GltfContainer, TextWithEmbeddedBuffer) {
  const SceneData scene = scene_of(one_triangle());
  EXPECT_EQ(scene.format, "glTF 2.0");
  EXPECT_EQ(scene.metres_per_unit, 1);
  EXPECT_EQ(scene.up, UpAxis::y);
  EXPECT_EQ(points_of(scene, "part"), kTriangle);
  EXPECT_EQ(data_of<MeshData>(scene, 0).corners, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(data_of<MeshData>(scene, 0).corners_of_loop, (std::vector<std::uint32_t>{3}));
}

TEST(GltfContainer, Glb) { EXPECT_EQ(points_of(scene_of(one_triangle().glb()), "part"), kTriangle); }

TEST(GltfContainer, BufferInAFileOfItsOwn) {
  Gltf g = one_triangle();
  g.json["buffers"] = {{{"byteLength", g.bytes.size()}, {"uri", "data.bin"}}};
  OneFile files;
  files.bytes = std::move(g.bytes);
  g.bytes.clear();
  GltfOptions options;
  options.files = &files;
  const SceneData scene = scene_of(g, options);
  EXPECT_EQ(files.asked, "data.bin of test.gltf");
  EXPECT_EQ(points_of(scene, "part"), kTriangle);
  EXPECT_EQ(scene.files, (std::vector<std::string>{"test.gltf", "/folder/data.bin"}));
  EXPECT_EQ(messages_of(g),
            "test.gltf: buffers[0] not read: data.bin: no access to other files was given [loss]\n"
            "test.gltf: meshes[0].primitives[0] is left out [loss]\n");
}

TEST(GltfContainer, GlbThatIsCutShort) {
  const std::string glb = one_triangle().glb();
  for (const std::size_t size : {4u, 11u, 12u, 19u, 40u, unsigned(glb.size() - 1)}) {
    const SceneRead read = read_gltf(glb.substr(0, size), "test.glb");
    EXPECT_EQ(read.code, ReadCode::damaged) << size;
  }
  EXPECT_EQ(messages(read_gltf(glb.substr(0, glb.size() - 1), "test.glb")),
            "error: test.glb: the file is cut short: it says that it has " + std::to_string(glb.size()) +
                " bytes, and has " + std::to_string(glb.size() - 1) + "\n");
  EXPECT_EQ(messages(read_gltf(glb + "more", "test.glb")),
            "test.glb: bytes behind the end that the header names are left out\n");
}

TEST(GltfContainer, ChunkBeyondTheFile) {
  std::string glb = one_triangle().glb();
  glb[12] = glb[13] = '\x7f';
  EXPECT_EQ(messages(read_gltf(glb, "test.glb")), "error: test.glb: a chunk is longer than the file\n");
}

TEST(GltfContainer, OtherVersionsAreRefused) {
  const auto refusal = [](const std::string& text) { return messages(read_gltf(text, "t")); };
  const std::string old = "error: t: glTF 1.0 is not read: convert it to glTF 2.0 first\n";
  EXPECT_EQ(refusal("{\"asset\":{\"version\":\"1.0\"}}"), old);
  EXPECT_EQ(refusal("glTF" + Gltf::word(1) + Gltf::word(20) + Gltf::word(0) + Gltf::word(0)), old);
  EXPECT_EQ(refusal("{\"asset\":{\"version\":\"3.0\"}}"), "error: t: glTF of version \"3.0\" is not read\n");
  EXPECT_EQ(refusal("{\"asset\":{\"version\":\"2.1\",\"minVersion\":\"2.1\"}}"),
            "error: t: glTF of version \"2.1\" is not read\n");
  EXPECT_EQ(refusal("{}"), "error: t: this is JSON without \"asset\": no glTF 2.0\n");
  EXPECT_EQ(refusal("[]"), "error: t: this is JSON without \"asset\": no glTF 2.0\n");
}

TEST(GltfContainer, DamagedJsonIsNamedByLineAndColumn) {
  EXPECT_EQ(messages(read_gltf("{\n  \"asset\" 1}", "t")),
            "error: t:2:11: the JSON ends early or is not well-formed here\n");
  EXPECT_EQ(read_gltf("", "t").code, ReadCode::damaged);
  EXPECT_EQ(read_gltf("{\"asset\":{\"version\":\"2.0\"},\"x\":1e999}", "t").code, ReadCode::damaged);
}

TEST(GltfContainer, DepthAndSizeOfJsonAreLimited) {
  EXPECT_EQ(messages(read_gltf(std::string(1000, '['), "t")),
            "error: t:1:201: lists and objects are nested more than 200 deep\n");
  GltfOptions options;
  options.limits.nodes = 10;
  const SceneRead read = read_gltf("[" + std::string(200, ',') + "]", "t", options);
  EXPECT_EQ(messages(read), "error: t:1:101: more than 100 values in the JSON\n");
  EXPECT_EQ(read.code, ReadCode::limit);
}

TEST(GltfContainer, RequiredExtensionsAreRefusedByName) {
  Gltf g = one_triangle();
  g.json["extensionsRequired"] = {"KHR_materials_unlit", "KHR_texture_transform", "KHR_lights_punctual",
                                  "KHR_mesh_quantization", "KHR_implicit_shapes"};
  scene_of(g);
  g.json["extensionsRequired"] = {"KHR_materials_unlit", "CESIUM_RTC", "KHR_gaussian_splatting"};
  const SceneRead read = read_gltf(g.text(), "t");
  EXPECT_EQ(read.code, ReadCode::unsupported);
  EXPECT_EQ(messages(read),
            "error: t: it requires what is not supported: CESIUM_RTC, KHR_gaussian_splatting\n");
}

TEST(GltfContainer, BuffersThatAreDamaged) {
  Gltf g = one_triangle();
  g.bytes.clear();
  const auto said = [&](const char* uri) {
    g.json["buffers"] = {{{"byteLength", 36}, {"uri", uri}}};
    return messages_of(g);
  };
  const std::string left_out = "test.gltf: meshes[0].primitives[0] is left out [loss]\n";
  EXPECT_EQ(said("data:;base64,A*=="), "test.gltf: buffers[0].uri is not base64 [loss]\n" + left_out);
  EXPECT_EQ(said("data:;base64,AAAAA"), "test.gltf: buffers[0].uri is not base64 [loss]\n" + left_out);
  EXPECT_EQ(said("data:text/plain,AAAA"), "test.gltf: buffers[0].uri is not base64 [loss]\n" + left_out);
  EXPECT_EQ(said(""), "test.gltf: buffers[0] has no bytes [loss]\n" + left_out);
  EXPECT_EQ(said("data:;base64,AAAA"),
            "test.gltf: buffers[0] has fewer bytes than its byteLength says: 3 instead of 36\n"
            "test.gltf: bufferViews[0] reaches beyond its buffer of 3 bytes [loss]\n" +
                left_out);
}

TEST(GltfContainer, SizesOfBuffersAreLimited) {
  GltfOptions options;
  options.limits.total_bytes = one_triangle().text().size() + 35;  // the buffer has 36 bytes
  const SceneRead read = read_gltf(one_triangle().text(), "t", options);
  EXPECT_EQ(read.code, ReadCode::limit) << messages(read);
}

}  // namespace
}  // namespace graze::io::test::gltf
