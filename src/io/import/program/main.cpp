// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// graze_import FORMAT EXTENSION MEMORY SECONDS: reads a scene file from the standard input by the library
// assimp and writes an Answer to the standard output. Graze starts it; it is no tool for people.

#include <assimp/config.h>
#include <unistd.h>

#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <cstdlib>
#include <new>

#include "io/import/import.h"
#include "io/import/program/convert.h"
#include "io/import/program/limits.h"
#include "io/import/program/three_mf.h"

namespace graze::inline GRAZE_ABI::io::import {
namespace {

// The file in memory is all there is.
class NoFiles final : public Assimp::IOSystem {
 public:
  bool Exists(const char*) const override { return false; }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char*, const char*) override { return nullptr; }
  void Close(Assimp::IOStream*) override {}
};

std::string read_all() {
  std::string out, block(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t n = read(0, block.data(), block.size());
    if (n <= 0) return out;
    out.append(block.data(), static_cast<std::size_t>(n));
  }
}

bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(1, bytes.data(), bytes.size());
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

// The assimp of today leaves units and axes of FBX to the user.
void set_fbx_units(const aiScene& scene, SceneData& out) {
  double centimetres = 0;
  std::int32_t axis = 1, sign = 1;
  out.metres_per_unit = 0.01;
  if (scene.mMetaData == nullptr) return;
  float single = 0;
  if (scene.mMetaData->Get("UnitScaleFactor", single)) centimetres = static_cast<double>(single);
  if (centimetres > 0 || scene.mMetaData->Get("UnitScaleFactor", centimetres))
    if (centimetres > 0) out.metres_per_unit = centimetres / 100;
  (void)scene.mMetaData->Get("UpAxis", axis);
  (void)scene.mMetaData->Get("UpAxisSign", sign);
  if (axis == 2 && sign == 1) out.up = UpAxis::z;
}

// Assimp would turn it.
bool has_z_up(std::string_view collada) {
  const std::size_t at = collada.find("<up_axis>");
  return at != collada.npos && collada.substr(at, 40).find("Z_UP") != collada.npos;
}

// Assimp brings COLLADA to metres, and to +y up unless told not to, 3DS to +y up. Other formats have no unit
// that it tells of.
void set_units(const aiScene& scene, std::string_view extension, std::string_view bytes, SceneData& out) {
  out.metres_per_unit = 0;
  out.up = UpAxis::y;
  if (extension == "dae") {
    out.metres_per_unit = 1;
    out.up = has_z_up(bytes) ? UpAxis::z : UpAxis::y;
  }
  if (extension == "3mf") {
    out.metres_per_unit = look_into_3mf(bytes).metres_per_unit;
    out.up = UpAxis::z;
  }
  if (extension == "off") out.up = UpAxis::z;
  if (extension == "fbx") set_fbx_units(scene, out);
}

Answer import_bytes(const std::string& format, const std::string& extension, const std::string& bytes) {
  Answer out;
  if (extension == "3mf") out.refusal = look_into_3mf(bytes).required_extension;
  if (!out.refusal.empty()) {
    out.is_unsupported = true;
    out.refusal = "the file requires the extension " + out.refusal + ", which is not read";
    return out;
  }
  Assimp::Importer importer;
  importer.SetIOHandler(new NoFiles);  // which the importer deletes
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, has_z_up(bytes));
  const aiScene* scene = importer.ReadFileFromMemory(bytes.data(), bytes.size(), 0, extension.c_str());
  if (scene == nullptr) {
    out.refusal = format + " could not be read by assimp: " + importer.GetErrorString();
    return out;
  }
  out = to_answer(*scene);
  out.scene.format = format;
  set_units(*scene, extension, bytes, out.scene);
  // Some of its readers pass over what they do not understand in silence.
  if (out.scene.geometries.empty()) out.remarks.push_back({"assimp has found no geometry in it", true});
  return out;
}

}  // namespace
}  // namespace graze::inline GRAZE_ABI::io::import

int main(int count, char** arguments) {
  using namespace graze::io::import;
  if (count != 5) return kExitUsage;
  limit_process(std::strtoull(arguments[3], nullptr, 10),
                static_cast<unsigned>(std::strtoul(arguments[4], nullptr, 10)));
  int code = 0;
  try {
    code = write_all(to_bytes(import_bytes(arguments[1], arguments[2], read_all()))) ? 0 : kExitUsage;
  } catch (const std::bad_alloc&) {
    code = kExitMemory;
  } catch (const std::exception&) {
    code = kExitUsage;
  }
  _exit(code);  // what assimp leaves behind need not be taken down
}
