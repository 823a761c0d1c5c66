// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/lexer.h"

#include <limits>

#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::vrml {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Commas are blanks in VRML.
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ','; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool ends_word(char c) {
  return is_blank(c) || c == '"' || c == '#' || c == '{' || c == '}' || c == '[' || c == ']' ||
         static_cast<unsigned char>(c) < 0x20;
}

}  // namespace

void Lexer::step() {
  const char c = text_[at_++];
  if (c == '\n' || (c == '\r' && !(at_ < text_.size() && text_[at_] == '\n'))) {
    ++line_;
    line_begin_ = at_;
  }
}

void Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '#') {
      while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
    } else if (is_blank(c) || (static_cast<unsigned char>(c) < 0x20)) {
      step();
    } else {
      return;
    }
  }
}

std::string_view Lexer::word_at(std::size_t i) const {
  std::size_t end = i;
  while (end < text_.size() && !ends_word(text_[end])) ++end;
  return text_.substr(i, end - i);
}

Token Lexer::begin_token() {
  skip_blanks();
  Token token;
  token.place = {at_, line_, static_cast<std::uint32_t>(at_ - line_begin_ + 1)};
  return token;
}

bool Lexer::read_number(Token& token) {
  const std::size_t used = parse_number(text_.substr(at_), token.number);
  if (used == 0) return false;
  token.kind = TokenKind::number;
  at_ += used;
  // 1.#QNAN, 1.#INF, -1.#IND: elsewhere a comment would begin here.
  if (at_ < text_.size() && text_[at_] == '#' && text_[at_ - 1] == '.') {
    const std::string_view rest = text_.substr(at_ + 1);
    for (const std::string_view name : {"QNAN", "SNAN", "INF", "IND"}) {
      if (!rest.starts_with(name)) continue;
      token.number = kNan;
      at_ += 1 + word_at(at_ + 1).size();
      break;
    }
  }
  token.text = text_.substr(token.place.offset, at_ - token.place.offset);
  return true;
}

void Lexer::read_string(Token& token) {
  token.kind = TokenKind::string;
  const std::size_t begin = ++at_;
  while (at_ < text_.size() && text_[at_] != '"') {
    if (text_[at_] == '\\' && at_ + 1 < text_.size()) step();
    step();
  }
  token.text = text_.substr(begin, at_ - begin);
  token.is_open = at_ >= text_.size();
  if (!token.is_open) ++at_;
}

Token Lexer::next() {
  Token token = begin_token();
  if (at_ >= text_.size()) return token;
  const char c = text_[at_];
  if (c == '"') {
    read_string(token);
    return token;
  }
  const bool may_be_number = is_digit(c) || c == '+' || c == '-' || c == '.';
  if (may_be_number && read_number(token)) return token;
  token.kind = c == '{'   ? TokenKind::open_brace
               : c == '}' ? TokenKind::close_brace
               : c == '[' ? TokenKind::open_bracket
               : c == ']' ? TokenKind::close_bracket
                          : TokenKind::word;
  token.text = token.kind == TokenKind::word ? word_at(at_) : text_.substr(at_, 1);
  at_ += token.text.size();
  return token;
}

Token Lexer::next_name() {
  skip_blanks();
  const std::string_view word = word_at(at_);
  if (word.empty()) return next();
  Token token = begin_token();
  token.kind = TokenKind::word;
  token.text = word;
  at_ += word.size();
  return token;
}

std::string_view Lexer::line_ahead(std::size_t most) const {
  std::size_t begin = at_;
  while (begin < text_.size() && is_blank(text_[begin]) && text_[begin] != '\n' && text_[begin] != '\r')
    ++begin;
  const std::string_view rest = text_.substr(begin, most);
  return rest.substr(0, rest.find_first_of("\r\n"));
}

Token Lexer::take_name(std::size_t bytes) {
  at_ = static_cast<std::size_t>(line_ahead(bytes).data() - text_.data());
  Token token;
  token.place = {at_, line_, static_cast<std::uint32_t>(at_ - line_begin_ + 1)};
  token.kind = TokenKind::word;
  token.text = text_.substr(at_, bytes);
  at_ += bytes;
  return token;
}

std::string unescaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) ++i;
    out += text[i];
  }
  return out;
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
