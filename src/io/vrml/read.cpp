// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "graze/io/vrml.h"
#include "io/reader.h"
#include "io/vrml/build.h"
#include "io/vrml/expand.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

SceneData read(std::string_view bytes, std::string_view name, const VrmlOptions& options, Report& report) {
  vrml::Loader loader(options, report);
  const vrml::Graph graph = vrml::expand(loader.add_main(bytes, name), loader, options.limits, report);
  SceneData scene;
  scene.format = "VRML97";
  vrml::Budget budget(options.limits.points, loader.bytes());
  const vrml::Places places = vrml::build_tree(graph, options, budget, report, scene);
  vrml::build_animation(graph, places, options, budget, report, scene);
  scene.files = loader.file_names();
  return scene;
}

}  // namespace

SceneRead read_vrml(std::string_view bytes, std::string_view name, const VrmlOptions& options) noexcept {
  return read_guarded([&](Report& report) { return read(bytes, name, options, report); });
}

SceneRead read_vrml_file(std::string_view path, const VrmlOptions& options) noexcept {
  return read_file_guarded(path, options.limits.file_bytes, [&](const FileAnswer& file) {
    const std::string folder = folder_of(file.name);
    FolderFiles below(options.root.empty() ? std::string_view(folder) : options.root);
    VrmlOptions own = options;
    if (own.files == nullptr) own.files = &below;
    return read_vrml(file.bytes, file.name, own);
  });
}

}  // namespace graze::inline GRAZE_ABI::io
