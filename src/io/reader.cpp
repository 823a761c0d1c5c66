// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/reader.h"

#include <filesystem>
#include <new>

#include "io/gzip.h"

namespace graze::inline GRAZE_ABI::io {
SceneRead read_guarded(const std::function<SceneData(Report&)>& body) noexcept {
  try {
    Report report;
    SceneRead out;
    try {
      out.scene = body(report);
      out.code = report.has_losses() ? ReadCode::partial : ReadCode::complete;
    } catch (ReadFailure& f) {
      out = failed<SceneRead>(f.code, std::move(f.message));
    }
    out.warnings = report.take();
    return out;
  } catch (const std::exception&) {  // std::bad_alloc, or a length that no memory would do for
    return out_of_memory<SceneRead>();
  }
}

SceneRead read_file_guarded(std::string_view path, std::size_t max_bytes,
                            const std::function<SceneRead(const FileAnswer&)>& body) noexcept {
  try {
    const FileAnswer file = FolderFiles::open_path(path, max_bytes);
    if (file.name.empty())
      return failed<SceneRead>(file.is_too_large ? ReadCode::limit : ReadCode::unreadable,
                               {file.refusal, printable(path, 4096), 0, 0, 1, true});
    return body(file);
  } catch (const std::exception&) {
    return out_of_memory<SceneRead>();
  }
}

std::string_view without_gzip(std::string_view bytes, std::string_view name, std::size_t max_bytes,
                              std::string& inflated) {
  const bool is_packed = is_gzip(bytes);
  const Inflated result = is_packed ? inflate_gzip(bytes, max_bytes, inflated) : Inflated::done;
  const std::string_view out = is_packed ? inflated : bytes;
  if (result == Inflated::damaged)
    throw ReadFailure(ReadCode::damaged, "the gzip data is damaged or cut short", {name});
  if (result == Inflated::too_large || out.size() > max_bytes)
    throw ReadFailure(ReadCode::limit,
                      "the file, inflated, is larger than " + std::to_string(max_bytes) + " bytes", {name});
  return out;
}

std::string folder_of(std::string_view path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

}  // namespace graze::inline GRAZE_ABI::io
