// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "graze/io/files.h"
#include "io/report.h"

namespace graze::inline GRAZE_ABI::io {

/// Runs the body of a reader: a ReadFailure that it throws, and memory that runs out, become the error;
/// losses in the report make the scene partial.
[[nodiscard]] SceneRead read_guarded(const std::function<SceneData(Report&)>& body) noexcept;

/// Opens a file that the user named and gives its bytes and name to `body`, which may throw std::exception
/// for want of memory only.
[[nodiscard]] SceneRead read_file_guarded(std::string_view path, std::size_t max_bytes,
                                          const std::function<SceneRead(const FileAnswer&)>& body) noexcept;

/// The bytes with their gzip taken off, if there is any, in `inflated`. Throws ReadFailure.
[[nodiscard]] std::string_view without_gzip(std::string_view bytes, std::string_view name,
                                            std::size_t max_bytes, std::string& inflated);

/// Folder of a path; "." where the path names none.
[[nodiscard]] std::string folder_of(std::string_view path);

}  // namespace graze::inline GRAZE_ABI::io
