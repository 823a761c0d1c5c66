// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <filesystem>
#include <new>

#include "graze/io/vrml.h"
#include "io/vrml/build.h"
#include "io/vrml/expand.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

SceneData read(std::string_view bytes, std::string_view name, const VrmlOptions& options, Report& report) {
  vrml::Loader loader(options, report);
  const vrml::Graph graph = vrml::expand(loader.add_main(bytes, name), loader, options.limits, report);
  SceneData scene;
  scene.format = "VRML97";
  vrml::Budget budget(options.limits.points);
  const vrml::Places places = vrml::build_tree(graph, options, budget, report, scene);
  vrml::build_animation(graph, places, options, budget, report, scene);
  scene.files = loader.file_names();
  return scene;
}

SceneRead failure(ReadCode code, ReadMessage message) {
  SceneRead out;
  out.code = code;
  out.error = std::move(message);
  return out;
}

// Short enough to need no memory.
SceneRead out_of_memory() noexcept {
  SceneRead out;
  out.code = ReadCode::out_of_memory;
  out.error.text = "out of memory";
  return out;
}

}  // namespace

SceneRead read_vrml(std::string_view bytes, std::string_view name, const VrmlOptions& options) noexcept {
  try {
    Report report;
    SceneRead out;
    try {
      out.scene = read(bytes, name, options, report);
      out.code = report.has_losses() ? ReadCode::partial : ReadCode::complete;
    } catch (ReadFailure& f) {
      out = failure(f.code, std::move(f.message));
    }
    out.warnings = report.take();
    return out;
  } catch (const std::exception&) {  // std::bad_alloc, or a length that no memory would do for
    return out_of_memory();
  }
}

SceneRead read_vrml_file(std::string_view path, const VrmlOptions& options) noexcept {
  try {
    FileAnswer file = FolderFiles::open_path(path, options.limits.file_bytes);
    if (file.name.empty())
      return failure(file.is_too_large ? ReadCode::limit : ReadCode::unreadable,
                     {file.refusal, printable(path, 4096), 0, 0, 1, true});
    const std::string folder = std::filesystem::path(file.name).parent_path().string();
    FolderFiles below(options.root.empty() ? std::string_view(folder) : options.root);
    VrmlOptions own = options;
    if (own.files == nullptr) own.files = &below;
    return read_vrml(file.bytes, file.name, own);
  } catch (const std::exception&) {
    return out_of_memory();
  }
}

}  // namespace graze::inline GRAZE_ABI::io
