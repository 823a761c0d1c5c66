// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <string_view>
#include <unordered_map>

#include "graze/io/read.h"

namespace graze::inline GRAZE_ABI::io {

/// Text of a file for people: at most `most` bytes, without control characters, what is not UTF-8 as '?'.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 80);

/// Where a message points to, by name.
struct Place {
  std::string_view file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// Ends the reading of a file. Thrown inside of readers only: their public functions turn it into a
/// SceneRead.
struct ReadFailure final : std::exception {
  ReadFailure(ReadCode code_, std::string text, const Place& place);
  [[nodiscard]] const char* what() const noexcept override { return message.text.c_str(); }

  ReadCode code;
  ReadMessage message;
};

/// A result, such as SceneRead or RobotRead, of what could not be read.
template <class Result>
[[nodiscard]] Result failed(ReadCode code, ReadMessage message) {
  Result out;
  out.code = code;
  out.error = std::move(message);
  return out;
}
/// The text is short enough to need no memory.
template <class Result>
[[nodiscard]] Result out_of_memory() noexcept {
  Result out;
  out.code = ReadCode::out_of_memory;
  out.error.text = "out of memory";
  return out;
}

/// Collects warnings; one of a text that is there already is counted.
class Report {
 public:
  void note(std::string text, const Place& place) { add(std::move(text), place, false); }
  /// Geometry or motion is missing because of it.
  void loss(std::string text, const Place& place) { add(std::move(text), place, true); }
  [[nodiscard]] bool has_losses() const { return has_losses_; }
  [[nodiscard]] std::vector<ReadMessage> take() { return std::move(messages_); }

 private:
  void add(std::string text, const Place& place, bool is_loss);

  std::vector<ReadMessage> messages_;
  std::unordered_map<std::string, std::size_t> places_;
  bool has_losses_ = false;
};

}  // namespace graze::inline GRAZE_ABI::io
