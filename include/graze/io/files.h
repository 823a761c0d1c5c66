// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "graze/math/real.h"

namespace graze::inline GRAZE_ABI::io {

/// The contents of a file, or why there are none.
struct FileAnswer {
  std::string name;  ///< one for each file, however it was referred to; empty: there are no contents
  std::string bytes;
  std::string refusal;
  bool is_too_large = false;
};

/// How readers reach the files that a file refers to. Tests and programs with archives of their own derive
/// from it.
class GRAZE_API FileAccess {
 public:
  virtual ~FileAccess() = default;
  /// The file that `url`, without its fragment, means in the text of the file `from`, which is a name that an
  /// earlier call gave. May throw std::bad_alloc only.
  [[nodiscard]] virtual FileAnswer open(std::string_view url, std::string_view from,
                                        std::size_t max_bytes) = 0;
};

/// Files below one folder: relative urls without a scheme, percent-decoded; links are followed and must stay
/// below. Refuses absolute paths, drive letters, backslashes, NUL and whatever is not a plain file. Names are
/// canonical paths.
class GRAZE_API FolderFiles final : public FileAccess {
 public:
  /// Where `root` does not exist, nothing can be opened.
  explicit FolderFiles(std::string_view root);
  /// A file below the root, or the reason why it is not read.
  [[nodiscard]] FileAnswer open(std::string_view url, std::string_view from, std::size_t max_bytes) override;
  /// A file named by the user, as a path: not decoded, and nowhere else than it says.
  [[nodiscard]] static FileAnswer open_path(std::string_view path, std::size_t max_bytes);

 private:
  std::string root_;
};

}  // namespace graze::inline GRAZE_ABI::io
