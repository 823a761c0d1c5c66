// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// Where a token stands: byte, line and column (from 1) of a file.
struct TextPlace {
  std::size_t offset = 0;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

enum class TokenKind : std::uint8_t {
  end,
  word,
  number,
  string,
  open_brace,
  close_brace,
  open_bracket,
  close_bracket
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  ///< as it stands in the file; of strings without the quotes
  double number = 0;      ///< NaN where the file has none that is finite
  bool is_open = false;   ///< a string that the file ends in
  TextPlace place;
};

/// Cuts VRML text into tokens. The text must outlive them. Never fails: whatever is no other token is a word.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  [[nodiscard]] Token next();
  /// A name, also one that begins as a number does: all up to a blank, bracket, quote or comment.
  [[nodiscard]] Token next_name();
  /// Text that follows on the line, comments included, without blanks before it; `most` bytes of it at most.
  [[nodiscard]] std::string_view line_ahead(std::size_t most) const;
  /// A name at the begin of line_ahead(), of so many bytes of any kind.
  [[nodiscard]] Token take_name(std::size_t bytes);

 private:
  void skip_blanks();
  [[nodiscard]] std::string_view word_at(std::size_t i) const;
  [[nodiscard]] Token begin_token();
  bool read_number(Token& token);
  void read_string(Token& token);
  void step();

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  std::uint32_t line_ = 1;
};

/// A string of the file with \" and \\ replaced.
[[nodiscard]] std::string unescaped(std::string_view text);

}  // namespace graze::inline GRAZE_ABI::io::vrml
