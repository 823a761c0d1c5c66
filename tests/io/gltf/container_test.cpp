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
  for (const std::size_t size : {4u, 11u, 12u, 19u, 40u}) {
    const SceneRead read = read_gltf(glb.substr(0, size), "test.glb");
    EXPECT_EQ(read.code, ReadCode::damaged) << size;
  }
  const SceneRead cut = read_gltf(glb.substr(0, glb.size() - 1), "test.glb");
  EXPECT_EQ(cut.code, ReadCode::partial);
  EXPECT_EQ(messages(cut).substr(0, messages(cut).find('\n')),
            "test.glb: the file is cut short: it says that it has " + std::to_string(glb.size()) +
                " bytes, and has " + std::to_string(glb.size() - 1));
  EXPECT_NE(messages(cut).find("accessors[0] reaches beyond its bufferView of 35 bytes [loss]"),
            std::string::npos)
      << messages(cut);
  EXPECT_EQ(messages(read_gltf(glb + "more", "test.glb")),
            "test.glb: the file has more bytes than its header says\n");
  std::string wrong = glb;
  wrong[8] = wrong[9] = 0;  // a length that leaves out the chunks
  EXPECT_EQ(points_of(*read_gltf(wrong, "test.glb").scene, "part"), kTriangle);
}

TEST(GltfContainer, ChunkBeyondTheFile) {
  std::string glb = one_triangle().glb();
  glb[12] = glb[13] = '\x7f';
  EXPECT_EQ(messages(read_gltf(glb, "test.glb")), "error: test.glb: the JSON is longer than the file\n");
}

TEST(GltfContainer, OtherVersionsAreRefused) {
  const auto refusal = [](const std::string& text) { return messages(read_gltf(text, "t")); };
  EXPECT_EQ(refusal("{\"asset\":{\"version\":2.0}}"), "");  // a number, where it should be a text
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
            "test.gltf: bufferViews[0] reaches beyond its buffer of 3 bytes\n"
            "test.gltf: accessors[0] reaches beyond its bufferView of 3 bytes [loss]\n" +
                left_out);
}

TEST(GltfContainer, Base64MayHaveLinesAndTheAlphabetOfUrls) {
  // The floats 0, 0, -1.5 and so on: "AAAAAAAAAAAAAMC/..." with '/' at a place where urls write '_'.
  Gltf g;
  g.node({{"mesh",
           g.mesh({{"attributes", {{"POSITION", g.add<float>({0, 0, -1.5f, 1, 0, 0, 0, 1, 0}, "VEC3")}}}})},
          {"name", "part"}});
  std::string text = g.text();
  const std::size_t slash = text.find("AAAMC/");
  ASSERT_NE(slash, std::string::npos);
  text.replace(slash, 6, "AAAM\\nC_");
  EXPECT_EQ(points_of(scene_of(text), "part")[0], Vec3(0, 0, -1.5));
}

TEST(GltfContainer, MistakesOfProgramsInJsonArePassedOver) {
  Gltf g = one_triangle();
  const std::string good = g.text();
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return read_gltf(text.replace(at, from.size(), to), "t");
  };
  const std::pair<const char*, const char*> cases[] = {
      {"\"part\"", "\"p\xE4rt\""},                               // Latin-1
      {"\"part\"", "\"a\tb\nc\""},                               // control characters
      {"\"part\"", "\"C:\\models\\part\""},                      // a path without doubled backslashes
      {"\"count\":3", "\"min\":[NaN,-Infinity,0],\"count\":3"},  // what printf makes of floats
      {"\"count\":3", "\"max\":[nan,inf,-inf],\"count\":3"},
      {"\"count\":3", "\"max\":[1,2,3,],\"count\":3"},
  };
  for (const auto& [from, to] : cases) {
    const SceneRead read = with(from, to);
    EXPECT_EQ(read.code, ReadCode::complete) << to;
    EXPECT_EQ(messages(read),
              "t: the JSON is not well-formed: what programs often write wrong is passed over\n")
        << to;
    ASSERT_EQ(read.scene->geometries.size(), 1u) << to;
    EXPECT_EQ(data_of<MeshData>(*read.scene, 0).points, kTriangle) << to;
  }
  EXPECT_EQ(with("\"part\"", "\"p\xE4rt\"").scene->nodes[0].name, "p?rt");
  EXPECT_EQ(with("\"part\"", "\"C:\\models\\part\"").scene->nodes[0].name, "C:/models/part");
  EXPECT_EQ(with("\"count\":3", "\"count\":3 3").code, ReadCode::damaged);
}

TEST(GltfContainer, SizesOfBuffersAreLimited) {
  GltfOptions options;
  options.limits.total_bytes = one_triangle().text().size() + 35;  // the buffer has 36 bytes
  const SceneRead read = read_gltf(one_triangle().text(), "t", options);
  EXPECT_EQ(read.code, ReadCode::limit) << messages(read);
}

}  // namespace
}  // namespace graze::io::test::gltf
