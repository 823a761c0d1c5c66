// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: bytes, or a file with everything that the reader knows in which values and bytes are
// replaced, are refused in words or give a scene whose indices are in range and that evaluates at any time.

#include <nlohmann/json.hpp>

#include "graze/io/gltf.h"
#include "scene_check.h"

namespace graze::io::test {
namespace {

using Json = nlohmann::json;

// Four views of 96 bytes: floats, small integers, indices, and bytes for the decoders.
constexpr std::size_t kViewBytes = 96;

constexpr const char* kTemplate = R"({
"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,3,4,5,6]}],
"extensionsRequired":["KHR_mesh_quantization"],
"extensions":{
 "KHR_implicit_shapes":{"shapes":[{"type":"box","box":{"size":[1,2,3]}},{"type":"sphere","sphere":{"radius":1}},
  {"type":"capsule","capsule":{"height":1,"radiusTop":1,"radiusBottom":2}},
  {"type":"cylinder","cylinder":{"height":1,"radiusTop":0,"radiusBottom":2}},{"type":"plane","plane":{"sizeX":1,"sizeZ":2}}]},
 "KHR_physics_rigid_bodies":{"collisionFilters":[{"collisionSystems":["a"],"collideWithSystems":["b"]},
  {"collisionSystems":["b"],"notCollideWithSystems":["a"]}]},
 "OMI_physics_shape":{"shapes":[{"type":"convex","convex":{"mesh":0}},{"type":"trimesh","trimesh":{"mesh":2}}]}},
"buffers":[{"byteLength":384}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":96},{"buffer":0,"byteOffset":96,"byteLength":96,"byteStride":4},
 {"buffer":0,"byteOffset":192,"byteLength":96},{"buffer":0,"byteOffset":288,"byteLength":96},
 {"buffer":0,"byteOffset":288,"byteLength":96,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteOffset":288,
  "byteLength":96,"byteStride":4,"count":24,"mode":"ATTRIBUTES","filter":"NONE"}}}],
"accessors":[{"bufferView":0,"byteOffset":0,"componentType":5126,"count":6,"type":"VEC3"},
 {"bufferView":0,"componentType":5126,"count":4,"type":"VEC4"},{"bufferView":0,"componentType":5126,"count":1,"type":"MAT4"},
 {"bufferView":1,"componentType":5121,"count":6,"type":"VEC4","normalized":true},
 {"bufferView":1,"componentType":5120,"count":6,"type":"VEC3"},{"bufferView":2,"componentType":5121,"count":9,"type":"SCALAR"},
 {"bufferView":2,"componentType":5121,"count":6,"type":"VEC4"},
 {"componentType":5126,"count":6,"type":"VEC3","sparse":{"count":2,"indices":{"bufferView":2,"componentType":5121},
  "values":{"bufferView":0,"byteOffset":8}}},
 {"bufferView":2,"byteOffset":32,"componentType":5126,"count":2,"type":"SCALAR"},
 {"bufferView":4,"componentType":5126,"count":8,"type":"VEC3"}],
"meshes":[{"name":"m","weights":[0.5],"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":6,"WEIGHTS_0":3},"indices":5,
  "targets":[{"POSITION":4}],"mode":4},{"attributes":{"POSITION":0,"JOINTS_0":6,"WEIGHTS_0":3},"mode":5}]},
 {"primitives":[{"attributes":{"POSITION":7},"mode":6},{"attributes":{"POSITION":4},"mode":2},{"attributes":{"POSITION":4},"mode":0}],
  "extensions":{"EXT_mesh_manifold":{"manifoldPrimitive":{"attributes":{"POSITION":7},"indices":5}}}},
 {"primitives":[{"attributes":{"POSITION":9},"mode":4},{"attributes":{"POSITION":0},"indices":5,
  "extensions":{"KHR_draco_mesh_compression":{"bufferView":3,"attributes":{"POSITION":0}}}}]}],
"skins":[{"joints":[1],"inverseBindMatrices":2}],
"nodes":[{"name":"a","children":[1,2],"translation":[1,2,3],"extensions":{"KHR_physics_rigid_bodies":{"motion":{},
   "collider":{"geometry":{"shape":0},"collisionFilter":0},"joint":{"connectedNode":4,"joint":0}}}},
 {"rotation":[0,0,0,1],"scale":[1,-1,1],"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"node":5,"convexHull":true}},
   "trigger":{"geometry":{"shape":1}}}}},
 {"mesh":0,"skin":0,"weights":[0.25]},
 {"mesh":1,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0,
   "ROTATION":3}}}},
 {"extensions":{"OMI_physics_body":{"motion":{"type":"static"},"collider":{"shape":0}}}},
 {"mesh":0,"children":[7]},{"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":4}}},
   "OMI_physics_joint":{"connectedNode":0}}},{"mesh":2}],
"animations":[{"name":"one","samplers":[{"input":8,"output":0},{"input":8,"output":1,"interpolation":"STEP"},
  {"input":8,"output":8,"interpolation":"LINEAR"},{"input":8,"output":0,"interpolation":"CUBICSPLINE"}],
  "channels":[{"sampler":0,"target":{"node":1,"path":"translation"}},{"sampler":1,"target":{"node":0,"path":"rotation"}},
  {"sampler":2,"target":{"node":2,"path":"weights"}},{"sampler":3,"target":{"node":7,"path":"scale"}},
  {"sampler":0,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/nodes/3/scale"}}}}]},
 {"name":"two","samplers":[{"input":8,"output":0}],"channels":[{"sampler":0,"target":{"node":1,"path":"translation"}}]}]})";

constexpr const char* kValues[] = {"0",
                                   "1",
                                   "2",
                                   "3",
                                   "4",
                                   "5",
                                   "6",
                                   "7",
                                   "8",
                                   "12",
                                   "16",
                                   "96",
                                   "-1",
                                   "65535",
                                   "4294967295",
                                   "1e15",
                                   "1e59",
                                   "1e61",
                                   "-1e59",
                                   "0.5",
                                   "5120",
                                   "5121",
                                   "5122",
                                   "5123",
                                   "5125",
                                   "5126",
                                   "null",
                                   "true",
                                   "\"\"",
                                   "\"VEC3\"",
                                   "\"VEC4\"",
                                   "\"MAT4\"",
                                   "\"SCALAR\"",
                                   "\"STEP\"",
                                   "\"CUBICSPLINE\"",
                                   "\"scale\"",
                                   "\"weights\"",
                                   "\"TRIANGLES\"",
                                   "\"INDICES\"",
                                   "\"QUATERNION\"",
                                   "\"EXPONENTIAL\"",
                                   "\"sphere\"",
                                   "\"cylinder\"",
                                   "\"capsule\"",
                                   "[]",
                                   "{}",
                                   "[0]",
                                   "[1,2]",
                                   "[0,1,2,3,4,5,6,7]",
                                   "18446744073709551615"};

void find_leaves(const Json& json, const Json::json_pointer& at, std::vector<Json::json_pointer>& out) {
  if (!json.is_structured()) return out.push_back(at);
  for (const auto& [key, value] : json.items())
    find_leaves(value, json.is_array() ? at / std::size_t(std::stoul(key)) : at / key, out);
}

std::string word(std::size_t n) {
  std::string out;
  for (int i = 0; i < 4; ++i) out += static_cast<char>(n >> (8 * i) & 0xff);
  return out;
}

std::string glb(std::string json, const std::string& binary) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  return "glTF" + word(2) + word(28 + json.size() + binary.size()) + word(json.size()) + "JSON" + json +
         word(binary.size()) + std::string("BIN\0", 4) + binary;
}

std::string default_binary() {
  std::string out(4 * kViewBytes, '\0');
  for (std::size_t i = 0; i < kViewBytes / 4; ++i) {
    const float value = float(i % 7) - 3;
    std::memcpy(out.data() + 4 * i, &value, 4);
  }
  for (std::size_t i = kViewBytes; i < out.size(); ++i) out[i] = static_cast<char>(i % 5);
  const float keys[] = {0, 1};
  std::memcpy(out.data() + 2 * kViewBytes + 32, keys, 8);
  return out;
}

// Three bytes are one change: of a value, or of a byte of the buffer.
std::string changed(const std::uint8_t* data, std::size_t size) {
  static const Json whole = Json::parse(kTemplate);
  static const std::vector<Json::json_pointer> leaves = [] {
    std::vector<Json::json_pointer> out;
    find_leaves(whole, Json::json_pointer(), out);
    return out;
  }();
  Json json = whole;
  std::string binary = default_binary();
  for (std::size_t i = 0; i + 2 < size; i += 3) {
    const std::size_t at = (data[i] & 127u) * 256u + data[i + 1];
    if (data[i] & 128u) {
      binary[at % binary.size()] = static_cast<char>(data[i + 2]);
      continue;
    }
    const Json::json_pointer& leaf = leaves[at % leaves.size()];
    if (json.contains(leaf)) json[leaf] = Json::parse(kValues[data[i + 2] % std::size(kValues)]);
  }
  return glb(json.dump(), binary);
}

// Three bytes are one byte of the text of the JSON, which may then be none.
std::string mistaken(const std::uint8_t* data, std::size_t size) {
  static const std::string whole = Json::parse(kTemplate).dump();
  std::string text = whole;
  for (std::size_t i = 0; i + 2 < size; i += 3)
    text[(data[i] * 256u + data[i + 1]) % text.size()] = static_cast<char>(data[i + 2]);
  return glb(text, default_binary());
}

void read_and_check(const std::string& bytes, bool use_colliders) {
  GltfOptions options;
  options.use_colliders = use_colliders;
  options.all_animations = use_colliders;
  options.limits.nodes = 3000;
  options.limits.points = 100000;
  options.limits.file_bytes = 1 << 20;
  options.limits.total_bytes = 1 << 21;
  check_read([&] { return read_gltf(bytes, "main.gltf", options); });
}

}  // namespace
}  // namespace graze::io::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::io::test;
  if (size == 0) return 0;
  const std::string rest(reinterpret_cast<const char*>(data + 1), size - 1);
  if (data[0] % 8 == 0)
    read_and_check(rest, true);
  else if (data[0] % 8 == 1)
    read_and_check(glb(rest, default_binary()), true);
  else if (data[0] % 8 == 2)
    read_and_check(mistaken(data + 1, size - 1), true);
  else
    read_and_check(changed(data + 1, size - 1), data[0] % 8 != 3);
  return 0;
}
