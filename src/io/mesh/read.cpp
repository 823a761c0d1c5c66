// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "graze/io/mesh_files.h"
#include "io/mesh/build.h"
#include "io/mesh/obj.h"
#include "io/mesh/ply.h"
#include "io/mesh/stl.h"
#include "io/reader.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

SceneData scene_of(const char* format, UpAxis up, std::string_view name) {
  SceneData scene;
  scene.format = format;
  scene.metres_per_unit = 0;
  scene.up = up;
  scene.files = {printable(name, 4096)};
  return scene;
}

void note_empty(const SceneData& scene, std::string_view name, Report& report) {
  if (scene.geometries.empty()) report.note("the file has no geometry", {name});
}

}  // namespace

SceneRead read_obj(std::string_view bytes, std::string_view name, const ReadLimits& limits) noexcept {
  return read_guarded([&](Report& report) {
    std::string inflated;
    const std::string_view text = mesh::without_mark(without_gzip(bytes, name, limits.file_bytes, inflated));
    SceneData scene = scene_of("OBJ", UpAxis::y, name);
    mesh::build_obj(mesh::parse_obj(text, name, report), name, limits.nodes, report, scene);
    note_empty(scene, name, report);
    return scene;
  });
}

SceneRead read_stl(std::string_view bytes, std::string_view name, const ReadLimits& limits) noexcept {
  return read_guarded([&](Report& report) {
    std::string inflated;
    const std::string_view data = without_gzip(bytes, name, limits.file_bytes, inflated);
    SceneData scene = scene_of("STL", UpAxis::z, name);
    if (!mesh::is_binary_stl(data) && (mesh::is_text_stl(data) || mesh::has_text_facets(data)))
      mesh::read_stl_text(mesh::without_mark(data), name, limits.nodes, report, scene);
    else
      mesh::read_stl_binary(data, name, report, scene);
    note_empty(scene, name, report);
    return scene;
  });
}

SceneRead read_ply(std::string_view bytes, std::string_view name, const ReadLimits& limits) noexcept {
  return read_guarded([&](Report& report) {
    std::string inflated;
    const std::string_view data = mesh::without_mark(without_gzip(bytes, name, limits.file_bytes, inflated));
    SceneData scene = scene_of("PLY", UpAxis::z, name);
    mesh::read_ply_data(mesh::parse_ply_header(data, name, report), data, name, report, scene);
    note_empty(scene, name, report);
    return scene;
  });
}

}  // namespace graze::inline GRAZE_ABI::io
