// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "graze/io/scene_data.h"

namespace graze::inline GRAZE_ABI::io {

/// Bounds on the cost of a file. A file that needs more is refused with a message that names the limit; of
/// one that is nested deeper the rest is read, as ReadCode::partial.
struct ReadLimits {
  std::size_t file_bytes = std::size_t{1} << 30;   ///< of one file, inflated
  std::size_t total_bytes = std::size_t{1} << 31;  ///< of all files
  std::size_t files = 1000;
  std::size_t file_depth = 20;      ///< a file in a file in a file
  std::size_t depth = 200;          ///< nesting of nodes; what is above 200 counts as 200
  std::size_t nodes = 2'000'000;    ///< of the expanded scene, and again of its tree
  std::size_t points = 50'000'000;  ///< beyond as many as the files have bytes: shared and computed ones
};

enum class ReadCode : std::uint8_t {
  complete,     ///< all of the file's geometry is there
  partial,      ///< some could not be read: see the warnings that are losses
  unreadable,   ///< no such file, or it may not be read
  unsupported,  ///< another format, named in the error
  damaged,      ///< not what it says it is, or cut short
  limit,        ///< beyond one of the ReadLimits
  out_of_memory,
};

/// Static name of a code, such as "partial".
[[nodiscard]] GRAZE_API const char* to_string(ReadCode code) noexcept;

/// A remark on a file. Text from files is made printable: no control characters, valid UTF-8, not long.
struct ReadMessage {
  std::string text;
  std::string file;
  std::uint32_t line = 0;    ///< from 1; 0: the whole file
  std::uint32_t column = 0;  ///< from 1, in bytes
  std::uint64_t count = 1;   ///< how often; the place is the first
  bool is_loss = false;      ///< geometry or motion is missing because of it
};

/// "file:line:column: text (count times)".
[[nodiscard]] GRAZE_API std::string to_string(const ReadMessage& message);

/// A scene, or an error; in both cases with the warnings that came up.
struct SceneRead {
  ReadCode code = ReadCode::complete;
  std::optional<SceneData> scene;  ///< when complete or partial
  ReadMessage error;               ///< otherwise
  std::vector<ReadMessage> warnings;

  /// Whether there is a scene.
  explicit operator bool() const noexcept { return scene.has_value(); }
};

}  // namespace graze::inline GRAZE_ABI::io
