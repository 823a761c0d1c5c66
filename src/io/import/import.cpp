// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/import/import.h"

#include <algorithm>
#include <filesystem>

#include "io/import/process.h"
#include "io/import/wire.h"
#include "io/reader.h"

namespace graze::inline GRAZE_ABI::io::import {
namespace {

// Bytes that a scene may take on the way, for each byte of its file: text of a mesh is about half as long as
// its numbers.
constexpr std::size_t kMostGrowth = 64;
constexpr std::size_t kLeastOutput = std::size_t{1} << 26;

// Beside the program or library, or in the libexec folder of the tree that holds it: bin, lib or
// lib/<machine>.
std::string find_program(const SceneOptions& options) {
  namespace fs = std::filesystem;
  if (!options.import_program.empty()) return options.import_program;
  for (const std::string& folder : {folder_of_program(), folder_of_library()}) {
    if (folder.empty()) continue;
    for (const char* where : {"graze_import", "libexec/graze/graze_import", "../libexec/graze/graze_import",
                              "../../libexec/graze/graze_import"}) {
      const fs::path path = fs::path(folder) / where;
      std::error_code error;
      if (fs::is_regular_file(path, error)) return path.string();
    }
  }
  return {};
}

[[noreturn]] void refuse(ReadCode code, std::string text, std::string_view name) {
  throw ReadFailure(code, std::move(text), {name});
}

// Why a run gave nothing; returns where it did.
void check_run(const ProgramRun& run, const std::string& what, std::string_view name,
               const SceneOptions& options) {
  const std::string by = what + " is read by graze_import with the library assimp, which ";
  switch (run.ended) {
    case Ended::well:
      return;
    case Ended::too_long:
      refuse(ReadCode::limit, by + "took more than " + std::to_string(options.import_seconds) + " seconds",
             name);
    case Ended::too_much:
      refuse(ReadCode::limit, by + "made more of this file than it may", name);
    case Ended::failed:
      if (run.code == kExitMemory)
        refuse(ReadCode::limit,
               by + "needs more memory than " + std::to_string(options.import_memory) + " bytes", name);
      refuse(ReadCode::damaged, by + "failed with exit code " + std::to_string(run.code), name);
    case Ended::crashed:
      refuse(ReadCode::damaged, by + "crashed on this file (signal " + std::to_string(run.code) + ")", name);
    case Ended::not_started:
      refuse(ReadCode::unsupported, by + "could not be started", name);
  }
}

SceneData scene_of(Answer answer, std::string_view name, const SceneOptions& options, Report& report) {
  for (Remark& r : answer.remarks)
    r.is_loss ? report.loss(printable(r.text, 200), {name}) : report.note(printable(r.text, 200), {name});
  report.note("read by the library assimp, which keeps coordinates in single precision", {name});
  SceneData& scene = answer.scene;
  if (scene.nodes.size() > options.limits.nodes)
    refuse(ReadCode::limit, "the scene has more than " + std::to_string(options.limits.nodes) + " nodes",
           name);
  scene.format = printable(scene.format);
  scene.files = {printable(name, 4096)};
  for (Node& n : scene.nodes) n.name = printable(n.name, 200), n.type = printable(n.type, 40);
  for (Geometry& g : scene.geometries) g.name = printable(g.name, 200);
  for (Clock& c : scene.clocks) {
    c.name = printable(c.name, 200);
    const bool is_named =
        std::find(options.triggers.begin(), options.triggers.end(), c.name) != options.triggers.end();
    c.is_running = c.is_running || options.trigger_all || is_named;
  }
  for (Track& t : scene.tracks) t.name = printable(t.name, 200);
  return std::move(scene);
}

}  // namespace

SceneRead import_scene(std::string_view bytes, std::string_view name, const char* format,
                       const char* extension, const SceneOptions& options) {
  return read_guarded([&](Report& report) {
    const std::string program = find_program(options);
    if (program.empty())
      refuse(ReadCode::unsupported,
             std::string(format) +
                 " is read by the program graze_import, which is not there: build Graze with the "
                 "library assimp (libassimp-dev), or export glTF (.glb)",
             name);
    const std::string arguments[] = {format, extension, std::to_string(options.import_memory),
                                     std::to_string(options.import_seconds)};
    const std::size_t most =
        std::max(kLeastOutput, std::min(bytes.size(), options.import_memory / kMostGrowth) * kMostGrowth);
    const ProgramRun run = run_program(program, arguments, bytes, most, options.import_seconds);
    check_run(run, format, name, options);
    Answer answer;
    if (!from_bytes(run.output, answer))
      refuse(ReadCode::damaged, std::string(format) + " is read by graze_import, which gave no valid scene",
             name);
    if (!answer.refusal.empty())
      refuse(answer.is_unsupported ? ReadCode::unsupported : ReadCode::damaged,
             printable(answer.refusal, 400), name);
    return scene_of(std::move(answer), name, options, report);
  });
}

}  // namespace graze::inline GRAZE_ABI::io::import
