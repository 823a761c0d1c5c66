// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "io/report.h"

namespace graze::inline GRAZE_ABI::io::mesh {

/// Cuts text into lines and words between blanks. Lines end in LF, CR LF or CR.
class Scanner {
 public:
  /// `has_comments`: '#' before a word begins a comment, and a backslash at its end continues a line.
  Scanner(std::string_view text, std::string_view file, bool has_comments)
      : text_(text), file_(file), has_comments_(has_comments) {}

  /// The next word of the line; empty at its end.
  [[nodiscard]] std::string_view word();
  /// The next word of the text; empty at its end.
  [[nodiscard]] std::string_view word_of_any_line();
  /// The rest of the line, without blanks around it and a comment at its end. The line is then used up.
  [[nodiscard]] std::string_view rest_of_line();
  /// Goes to the begin of the next line; false at the end of the text.
  bool next_line();
  /// Bytes before the place reached.
  [[nodiscard]] std::size_t offset() const { return at_; }
  /// Where the last word begins.
  [[nodiscard]] Place place() const { return {file_, line_, column_of(word_begin_)}; }

 private:
  [[nodiscard]] std::uint32_t column_of(std::size_t i) const {
    return static_cast<std::uint32_t>(i >= line_begin_ ? i - line_begin_ + 1 : 1);
  }
  void skip_blanks();
  [[nodiscard]] bool begins_comment(std::size_t word_begin) const;
  void pass_line_end();

  std::string_view text_;
  std::string_view file_;
  bool has_comments_;
  std::size_t at_ = 0;
  std::size_t word_begin_ = 0;
  std::size_t line_begin_ = 0;
  std::uint32_t line_ = 1;
};

/// The text without a byte order mark.
[[nodiscard]] std::string_view without_mark(std::string_view text);

/// A word that is a number as a whole; NaN for those that programs print so. False where it is none.
[[nodiscard]] bool to_number(std::string_view word, double& out);

/// Whether a word is `lower_case`, in letters of any case.
[[nodiscard]] bool is_word(std::string_view word, std::string_view lower_case);

}  // namespace graze::inline GRAZE_ABI::io::mesh
