// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/bake.h"
#include "io/gltf/motion.h"
#include "io/reader.h"

namespace graze::inline GRAZE_ABI::io {
namespace gltf {
namespace {

constexpr std::size_t kValuesPerNode = 10;  // of JSON text, where a node has about that many

SceneData read(std::string_view bytes, std::string_view name, const GltfOptions& options, Report& report) {
  const Messages messages{report, std::string(name)};
  Budget budget(options.limits, messages);
  std::string inflated;
  bytes =
      without_gzip(bytes, name, std::min(options.limits.file_bytes, options.limits.total_bytes), inflated);
  budget.add_bytes(bytes.size());
  const Container container = open_container(bytes, messages);
  const Json json = parse_json(container.json, options.limits.nodes * kValuesPerNode, messages);
  const Object root(&json, {}, messages);
  check_asset(root, messages);
  Buffers buffers(root, container.binary, options.files, budget, messages);
  Accessors accessors(root, buffers, budget, messages);
  SceneData scene;
  scene.format = "glTF 2.0";
  scene.files.push_back(printable(name, 4096));
  Context context{options, messages, root, budget, buffers, accessors, scene};
  const Hierarchy hierarchy = read_hierarchy(context);
  Meshes meshes(context);
  Physics physics(context);
  const Places places = build_tree(context, hierarchy, meshes, physics);
  physics.add_joints(hierarchy, places.node);
  add_animations(context, places);
  meshes.put_joints_in_scene(places.joint);
  bake(context);
  scene.files.insert(scene.files.end(), buffers.files().begin(), buffers.files().end());
  return scene;
}

}  // namespace
}  // namespace gltf

SceneRead read_gltf(std::string_view bytes, std::string_view name, const GltfOptions& options) noexcept {
  return read_guarded([&](Report& report) { return gltf::read(bytes, name, options, report); });
}

SceneRead read_gltf_file(std::string_view path, const GltfOptions& options) noexcept {
  return read_file_guarded(path, options.limits.file_bytes, [&](const FileAnswer& file) {
    const std::string folder = folder_of(file.name);
    FolderFiles below(options.root.empty() ? std::string_view(folder) : options.root);
    GltfOptions own = options;
    if (own.files == nullptr) own.files = &below;
    return read_gltf(file.bytes, file.name, own);
  });
}

}  // namespace graze::inline GRAZE_ABI::io
