// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "text.h"

namespace command {

/// Text that goes to a file, or to stdout, and is known to have arrived. A file gets its name when it is
/// finished: until then the one before it stays, and nobody reads half a report.
class Output {
 public:
  /// An empty path is stdout. Throws UserError where the file cannot be written.
  explicit Output(std::string path);
  /// Removes a file that was not finished.
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  void write(std::string_view text);
  /// Throws UserError where something did not arrive.
  void finish();

 private:
  std::string path_;
  std::string part_;  // beside the file; empty: what is no plain file is written in place
  std::FILE* file_ = nullptr;
};

/// How JSON is laid out, and what its texts may hold.
struct JsonStyle {
  bool is_indented = true;
  bool is_in_page = false;  ///< inside of a script element of HTML, which "</" or "<!--" would end
};

/// JSON, piece by piece: large reports are never in memory as a whole. Names and texts are made valid UTF-8.
class JsonWriter {
 public:
  explicit JsonWriter(Output& out, const JsonStyle& style = {}) : out_(out), style_(style) {}
  JsonWriter& open_object(std::string_view key = {});
  JsonWriter& open_array(std::string_view key = {});
  JsonWriter& close();
  JsonWriter& text(std::string_view key, std::string_view value);
  /// Numbers that are not finite are null: JSON has none.
  JsonWriter& number(std::string_view key, Real value);
  JsonWriter& count(std::string_view key, std::size_t value);
  JsonWriter& truth(std::string_view key, bool value);
  JsonWriter& null(std::string_view key);
  JsonWriter& vector(std::string_view key, const Vec3& v);

 private:
  void begin_value(std::string_view key);
  JsonWriter& open(std::string_view key, char bracket);
  void next_line();
  [[nodiscard]] std::string quoted(std::string_view text) const;

  Output& out_;
  JsonStyle style_;
  std::vector<char> closing_;  // brackets
  bool is_first_ = true;
};

}  // namespace command
