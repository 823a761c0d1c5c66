// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "graze/io/gltf.h"

namespace graze::io::test::gltf {

using Json = nlohmann::json;

inline std::string to_base64(const std::string& bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned bits = 0;
    for (std::size_t k = i; k < i + 3; ++k)
      bits = bits << 8 | (k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k <= bytes.size() ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

template <class T>
constexpr int component_type() {
  if constexpr (std::is_same_v<T, std::int8_t>) return 5120;
  if constexpr (std::is_same_v<T, std::uint8_t>) return 5121;
  if constexpr (std::is_same_v<T, std::int16_t>) return 5122;
  if constexpr (std::is_same_v<T, std::uint16_t>) return 5123;
  if constexpr (std::is_same_v<T, std::uint32_t>) return 5125;
  return 5126;
}

/// A small glTF file: numbers are added to one buffer, everything else is JSON.
class Gltf {
 public:
  Json json;
  std::string bytes;

  Gltf() {
    json["asset"]["version"] = "2.0";
    for (const char* list : {"nodes", "meshes", "accessors", "bufferViews"}) json[list] = Json::array();
  }

  /// Index of a bufferView with these bytes, at a place divisible by four.
  std::size_t view(const std::string& data) {
    bytes.resize((bytes.size() + 3) / 4 * 4);
    json["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", bytes.size()}, {"byteLength", data.size()}});
    bytes += data;
    return json["bufferViews"].size() - 1;
  }
  template <class T>
  std::size_t view(const std::vector<T>& numbers) {
    return view(std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)));
  }
  /// Index of an accessor to these numbers.
  template <class T>
  std::size_t add(const std::vector<T>& numbers, const std::string& type = "SCALAR") {
    const std::map<std::string, std::size_t> sizes{
        {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    json["accessors"].push_back({{"bufferView", view(numbers)},
                                 {"componentType", component_type<T>()},
                                 {"count", numbers.size() / sizes.at(type)},
                                 {"type", type}});
    return json["accessors"].size() - 1;
  }
  /// Index of a mesh of one primitive.
  std::size_t mesh(Json primitive) {
    json["meshes"].push_back({{"primitives", Json::array({std::move(primitive)})}});
    return json["meshes"].size() - 1;
  }
  /// Index of a mesh of one triangle (0,0,0), (1,0,0), (0,1,0).
  std::size_t triangle() {
    return mesh({{"attributes", {{"POSITION", add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3")}}}});
  }
  /// Index of a node.
  std::size_t node(Json node = Json::object()) {
    json["nodes"].push_back(std::move(node));
    return json["nodes"].size() - 1;
  }

  [[nodiscard]] std::string text() const {
    Json all = json;
    if (!bytes.empty())
      all["buffers"] = {{{"byteLength", bytes.size()},
                         {"uri", "data:application/octet-stream;base64," + to_base64(bytes)}}};
    return all.dump();
  }
  [[nodiscard]] std::string glb() const {
    Json all = json;
    if (!bytes.empty()) all["buffers"] = {{{"byteLength", bytes.size()}}};
    std::string text = all.dump(), binary = bytes;
    text.resize((text.size() + 3) / 4 * 4, ' ');
    binary.resize((binary.size() + 3) / 4 * 4);
    std::string out = "glTF" + word(2) + word(12 + 8 + text.size() + (bytes.empty() ? 0 : 8 + binary.size()));
    out += word(text.size()) + "JSON" + text;
    if (!bytes.empty()) out += word(binary.size()) + std::string("BIN\0", 4) + binary;
    return out;
  }
  static std::string word(std::size_t n) {
    std::string out;
    for (int i = 0; i < 4; ++i) out += static_cast<char>(n >> (8 * i) & 0xff);
    return out;
  }
};

/// All warnings and the error, one on each line.
inline std::string messages(const SceneRead& read) {
  std::string out;
  for (const ReadMessage& w : read.warnings) out += to_string(w) + (w.is_loss ? " [loss]\n" : "\n");
  if (!read) out += "error: " + to_string(read.error) + "\n";
  return out;
}

/// The scene of a file that must be complete and without any warning.
inline SceneData scene_of(const std::string& bytes, const GltfOptions& options = {}) {
  SceneRead read = read_gltf(bytes, "test.gltf", options);
  EXPECT_EQ(messages(read), "");
  EXPECT_EQ(read.code, ReadCode::complete);
  return read.scene.value_or(SceneData());
}
inline SceneData scene_of(const Gltf& gltf, const GltfOptions& options = {}) {
  return scene_of(gltf.text(), options);
}

/// Messages on a file that is not complete.
inline std::string messages_of(const Gltf& gltf, const GltfOptions& options = {}) {
  return messages(read_gltf(gltf.text(), "test.gltf", options));
}

inline void expect_near(const Vec3& a, const Vec3& b, double tolerance = 1e-14) {
  EXPECT_LE(max_abs(a - b), tolerance)
      << a.x << ' ' << a.y << ' ' << a.z << " is not " << b.x << ' ' << b.y << ' ' << b.z;
}

/// Data of a geometry that must be of this kind.
template <class T>
T data_of(const SceneData& scene, std::size_t geometry) {
  if (geometry >= scene.geometries.size() || !std::holds_alternative<T>(scene.geometries[geometry].data)) {
    ADD_FAILURE() << "geometry " << geometry << " is not there, or of another kind";
    return {};
  }
  return std::get<T>(scene.geometries[geometry].data);
}

/// Index of the first node of that path.
inline std::uint32_t node_at(const SceneData& scene, const std::string& path) {
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i)
    if (path_of(scene, i) == path) return i;
  ADD_FAILURE() << "no node " << path;
  return 0;
}

/// Where a point of a node is in the world.
inline Vec3 point_of(const SceneData& scene, const std::string& path, const Vec3& p, double time = 0) {
  return evaluate(scene, time).world_from_node[node_at(scene, path)] * p;
}

/// World places of the points of the first node of that path, as animated.
inline std::vector<Vec3> points_of(const SceneData& scene, const std::string& path, double time = 0) {
  const std::uint32_t node = node_at(scene, path);
  if (scene.nodes[node].geometry == kNone) {
    ADD_FAILURE() << path << " has no geometry";
    return {};
  }
  const SceneState state = evaluate(scene, time);
  const Geometry geometry = evaluate_geometry(scene, scene.nodes[node].geometry, state);
  std::vector<Vec3> out;
  if (const auto* mesh = std::get_if<MeshData>(&geometry.data))
    for (const Vec3& p : mesh->points) out.push_back(state.world_from_node[node] * p);
  return out;
}

}  // namespace graze::io::test::gltf
