// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/mesh/scanner.h"

#include <limits>

#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::mesh {
namespace {

bool ends_line(char c) { return c == '\n' || c == '\r'; }
// Control characters are blanks, too: NUL fills the blocks of some old files.
bool is_blank(char c) { return !ends_line(c) && static_cast<unsigned char>(c) <= ' '; }

// A comma for a point, as in the language of whoever wrote the file, or an exponent as Fortran writes it.
bool to_foreign_number(std::string_view word, double& out) {
  char text[64];
  if (word.size() > sizeof text) return false;
  std::size_t commas = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    commas += c == ',';
    text[i] = c == ',' ? '.' : lower(c) == 'd' ? 'e' : c;
  }
  return commas < 2 && parse_number({text, word.size()}, out) == word.size();
}

}  // namespace

void Scanner::pass_line_end() {
  const bool is_two = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
  at_ += is_two ? 2 : 1;
  ++line_;
  line_begin_ = at_;
}

void Scanner::skip_blanks() {
  while (at_ < text_.size()) {
    if (is_blank(text_[at_])) {
      ++at_;
    } else if (has_comments_ && text_[at_] == '\\' && at_ + 1 < text_.size() && ends_line(text_[at_ + 1])) {
      ++at_;
      pass_line_end();
    } else {
      return;
    }
  }
}

// Whether a comment stands right behind the word, "3#text"; the '#' of 1.#QNAN is a part of it.
bool Scanner::begins_comment(std::size_t word_begin) const {
  return has_comments_ && text_[at_] == '#' && at_ > word_begin && text_[at_ - 1] != '.';
}

std::string_view Scanner::word() {
  skip_blanks();
  word_begin_ = at_;
  if (has_comments_ && at_ < text_.size() && text_[at_] == '#') (void)rest_of_line();
  const std::size_t begin = at_;
  while (at_ < text_.size() && !ends_line(text_[at_]) && !is_blank(text_[at_]) && !begins_comment(begin))
    ++at_;
  // A backslash that continues the line may stand right behind the word.
  const bool is_continued = has_comments_ && at_ > begin + 1 && text_[at_ - 1] == '\\' &&
                            at_ < text_.size() && ends_line(text_[at_]);
  if (is_continued) --at_;
  return text_.substr(begin, at_ - begin);
}

std::string_view Scanner::word_of_any_line() {
  std::string_view found = word();
  while (found.empty() && next_line()) found = word();
  return found;
}

std::string_view Scanner::rest_of_line() {
  const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
  std::string_view rest = text_.substr(at_, end - at_);
  at_ = end;
  if (has_comments_) {
    const std::size_t comment = rest.find(" #");
    rest = rest.substr(0, comment);
  }
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  return rest;
}

bool Scanner::next_line() {
  at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
  if (at_ >= text_.size()) return false;
  pass_line_end();
  return true;
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

bool to_number(std::string_view word, double& out) {
  if (word.empty()) return false;
  const std::size_t used = parse_number(word, out);
  if (used == word.size() || (used > 0 && to_foreign_number(word, out))) return true;
  const std::string_view rest = word.substr(used);
  const bool is_odd = used == 0 ? is_not_finite_word(word) : word[used - 1] == '.' && rest.starts_with('#');
  if (is_odd) out = std::numeric_limits<double>::quiet_NaN();  // 1.#QNAN, -nan(ind)
  return is_odd;
}

bool is_word(std::string_view word, std::string_view lower_case) {
  if (word.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (lower(word[i]) != lower_case[i]) return false;
  return true;
}

}  // namespace graze::inline GRAZE_ABI::io::mesh
