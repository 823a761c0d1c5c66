// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/data/container.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

// Little-endian number at a place that is there.
std::uint32_t word(std::string_view bytes, std::size_t at) {
  std::uint32_t out = 0;
  for (std::size_t i = 4; i-- > 0;) out = out << 8 | static_cast<unsigned char>(bytes[at + i]);
  return out;
}

constexpr std::uint32_t kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;
constexpr std::size_t kHeader = 12, kChunkHeader = 8;

Container open_glb(std::string_view bytes, const Messages& messages) {
  if (bytes.size() < kHeader) messages.fail(ReadCode::damaged, "the file is cut short within its header");
  const std::uint32_t version = word(bytes, 4), length = word(bytes, 8);
  if (version == 1)
    messages.fail(ReadCode::unsupported, "glTF 1.0 is not read: convert it to glTF 2.0 first");
  if (version != 2) messages.fail(ReadCode::unsupported, "GLB version " + std::to_string(version));
  if (length > bytes.size())  // accessors whose bytes are missing say so
    messages.note("the file is cut short: it says that it has " + std::to_string(length) +
                  " bytes, and has " + std::to_string(bytes.size()));
  // Chunks say how long they are; what stands behind the first two is none of ours.
  if (length < bytes.size()) messages.note("the file has more bytes than its header says");
  Container out;
  bool is_first = true;
  for (std::size_t at = kHeader; at + kChunkHeader <= bytes.size(); is_first = false) {
    const std::size_t said = word(bytes, at), type = word(bytes, at + 4);
    at += kChunkHeader;
    const std::size_t size = std::min(said, bytes.size() - at);
    if (size < said && is_first) messages.fail(ReadCode::damaged, "the JSON is longer than the file");
    const std::string_view chunk = bytes.substr(at, size);
    if (is_first && type == kJsonChunk) out.json = chunk;
    if (!is_first && type == kBinaryChunk && !out.binary) out.binary = chunk;
    at += size;
  }
  if (out.json.empty()) messages.fail(ReadCode::damaged, "the first chunk is not JSON");
  return out;
}

// All that geometry and motion can depend on.
constexpr std::string_view kSupported[] = {
    "KHR_mesh_quantization",
    "EXT_mesh_gpu_instancing",
    "KHR_implicit_shapes",
    "KHR_physics_rigid_bodies",
    "OMI_physics_shape",
    "OMI_physics_body",
    "OMI_physics_joint",
    "EXT_mesh_manifold",
    "KHR_animation_pointer",
    "KHR_node_visibility",
    "MSFT_lod",
#ifdef GRAZE_HAS_DRACO
    "KHR_draco_mesh_compression",
#endif
#ifdef GRAZE_HAS_MESHOPT
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
#endif
};

// Beginnings of names of extensions that say nothing of geometry and motion.
constexpr std::string_view kWithoutConcern[] = {
    "KHR_materials_",        "KHR_texture_",
    "EXT_texture_",          "KHR_lights_",
    "EXT_lights_",           "KHR_xmp",
    "KHR_techniques_webgl",  "MSFT_texture_",
    "MSFT_packing_",         "ADOBE_materials_",
    "NV_materials_",         "AGI_stk_metadata",
    "AGI_articulations",     "KHR_audio",
    "KHR_node_hoverability", "KHR_node_selectability",
    "KHR_interactivity",     "CESIUM_primitive_",
    "EXT_structural_",       "EXT_mesh_features",
    "EXT_instance_features", "EXT_mesh_primitive_edge_visibility",
    "FB_geometry_metadata",  "GODOT_single_root",
    "OMI_physics_gravity",   "EXT_materials_",
};

bool is_supported(const std::string& name) {
  const auto begins = [&](std::string_view head) { return name.starts_with(head); };
  return std::find(std::begin(kSupported), std::end(kSupported), name) != std::end(kSupported) ||
         std::any_of(std::begin(kWithoutConcern), std::end(kWithoutConcern), begins);
}

}  // namespace

Container open_container(std::string_view bytes, const Messages& messages) {
  if (bytes.starts_with("glTF")) return open_glb(bytes, messages);
  return {bytes, std::nullopt};
}

void check_asset(const Object& root, const Messages& messages) {
  const Object asset = root.child("asset");
  const Json* number = asset.find("version");  // which should be a text
  const std::string version =
                        number != nullptr && number->is_number() ? number->dump() : asset.text("version"),
                    least = asset.text("minVersion");
  if (!asset) messages.fail(ReadCode::unsupported, "this is JSON without \"asset\": no glTF 2.0");
  if (version.starts_with("1") || version.starts_with("0"))
    messages.fail(ReadCode::unsupported, "glTF 1.0 is not read: convert it to glTF 2.0 first");
  if (!version.starts_with("2") || !(least.empty() || least == "2.0"))
    messages.fail(ReadCode::unsupported,
                  "glTF of version \"" + printable(least.empty() ? version : least, 20) + "\" is not read");
  std::string missing;
  for (const std::string& name : root.texts("extensionsRequired"))
    if (!is_supported(name)) missing += (missing.empty() ? "" : ", ") + printable(name, 60);
  if (!missing.empty())
    messages.fail(ReadCode::unsupported, "it requires what is not supported: " + printable(missing, 400));
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
