// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "graze/io/gltf.h"
#include "graze/io/mesh_files.h"
#include "graze/io/robot.h"
#include "graze/io/vrml.h"
#include "io/formats/formats.h"
#include "io/import/import.h"
#include "io/mesh/obj.h"
#include "io/mesh/ply.h"
#include "io/mesh/stl.h"

namespace graze::inline GRAZE_ABI::io::formats {
namespace {

// Formats of graze_import.
SceneRead read_collada(std::string_view bytes, std::string_view name, const SceneOptions& options) {
  return import::import_scene(bytes, name, "COLLADA", "dae", options);
}
SceneRead read_3mf(std::string_view bytes, std::string_view name, const SceneOptions& options) {
  return import::import_scene(bytes, name, "3MF", "3mf", options);
}
SceneRead read_fbx(std::string_view bytes, std::string_view name, const SceneOptions& options) {
  return import::import_scene(bytes, name, "FBX", "fbx", options);
}
SceneRead read_3ds(std::string_view bytes, std::string_view name, const SceneOptions& options) {
  return import::import_scene(bytes, name, "3DS", "3ds", options);
}
SceneRead read_off(std::string_view bytes, std::string_view name, const SceneOptions& options) {
  return import::import_scene(bytes, name, "OFF", "off", options);
}

bool is_stl(std::string_view bytes) { return mesh::is_binary_stl(bytes) || mesh::is_text_stl(bytes); }

SceneRead read_as_vrml(std::string_view bytes, std::string_view name, const SceneOptions& options) {
  VrmlOptions own;
  own.limits = options.limits;
  own.files = options.files;
  own.triggers = options.triggers;
  own.trigger_all = options.trigger_all;
  own.use_collision_nodes = options.use_collision_nodes;
  return read_vrml(bytes, name, own);
}

SceneRead read_as_gltf(std::string_view bytes, std::string_view name, const SceneOptions& options) {
  GltfOptions own;
  own.limits = options.limits;
  own.files = options.files;
  own.animations = options.triggers;
  own.all_animations = options.trigger_all;
  own.use_colliders = options.use_collision_nodes;
  return read_gltf(bytes, name, own);
}

template <SceneRead (*kRead)(std::string_view, std::string_view, const ReadLimits&) noexcept>
SceneRead read_mesh(std::string_view bytes, std::string_view name, const SceneOptions& options) {
  return kRead(bytes, name, options.limits);
}

// A robot as a scene: all variables zero.
SceneRead read_as_urdf(std::string_view bytes, std::string_view name, const SceneOptions& options) {
  UrdfOptions own;
  own.limits = options.limits;
  own.files = options.files;
  RobotRead robot = read_urdf(bytes, name, own);
  SceneRead out;
  out.code = robot.code;
  out.error = std::move(robot.error);
  out.warnings = std::move(robot.warnings);
  if (robot.robot) out.scene = std::move(robot.robot->scene);
  return out;
}

constexpr std::string_view kCad =
    "convert it to a mesh first: FreeCAD and CAD Assistant write glTF, VRML97, OBJ and STL";
constexpr std::string_view kIfc =
    "convert it first: \"IfcConvert model.ifc model.glb\" of IfcOpenShell, or Blender with Bonsai, writes "
    "glTF";

// A reader of a format is one line here. What may be mistaken for something else stands last.
constexpr Format kFormats[] = {
    {"VRML97", " wrl wrz vrml ", is_vrml, read_as_vrml, {}},
    {"glTF", " gltf glb vrm ", is_gltf, read_as_gltf, {}},
    {"PLY", " ply ", mesh::is_ply, read_mesh<read_ply>, {}},
    {"STL", " stl ", is_stl, read_mesh<read_stl>, {}},
    {"URDF", " urdf ", is_urdf, read_as_urdf, {}, true},
    {"COLLADA", " dae ", is_collada, read_collada, {}},
    {"3MF", " 3mf ", is_3mf, read_3mf, {}},
    {"FBX", " fbx ", is_fbx, read_fbx, {}},
    {"3DS", " 3ds ", nullptr, read_3ds, {}},
    {"OFF", " off ", is_off, read_off, {}},
    {"X3D", " x3d x3dv x3db x3dz ", is_x3d, nullptr, "export VRML97 (#VRML V2.0 utf8) or glTF"},
    {"Open Inventor", " iv ", is_inventor, nullptr, "convert it to VRML97 (#VRML V2.0 utf8)"},
    {"IFC", " ifc ifcxml ifczip ", is_ifc, nullptr, kIfc},
    {"STEP", " step stp p21 ", is_step, nullptr, kCad},
    {"IGES", " iges igs ", nullptr, nullptr, kCad},
    {"Blender's own format", " blend ", nullptr, nullptr, "export glTF (.glb) from Blender"},
    {"a zip archive", " zip ", is_zip, nullptr, "unpack it and name the scene file in it"},
    {"PDF", " pdf ", is_pdf, nullptr, "ask for the model that it was made of"},
    {"HTML", " html htm ", is_html, nullptr, "this may be the page of a download that failed"},
    {"UTF-16 text", "", is_utf16, nullptr, "save it as UTF-8"},
    {"OBJ", " obj ", mesh::is_obj_text, read_mesh<read_obj>, {}},
};

}  // namespace

std::span<const Format> all_formats() { return kFormats; }

}  // namespace graze::inline GRAZE_ABI::io::formats
