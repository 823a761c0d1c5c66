// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/header.h"

namespace graze::inline GRAZE_ABI::io::vrml {
namespace {

struct Foreign {
  std::string_view begin;
  const char* message;
};
constexpr const char* kX3d = "this is X3D, which is not read: export VRML97 (#VRML V2.0 utf8) or glTF";
constexpr Foreign kForeign[] = {
    {"#VRML V1.0", "this is VRML 1.0, which is not read: convert it to VRML97 (#VRML V2.0 utf8)"},
    {"#Inventor", "this is an Open Inventor file, which is not read: convert it to VRML97 (#VRML V2.0 utf8)"},
    {"#X3D", kX3d},
    {"<?xml", kX3d},
    {"<X3D", kX3d},
    {"<!DOCTYPE", "this is HTML or XML, not VRML97"},
    {"<html", "this is HTML, not VRML97"},
    {"glTF", "this is a glTF file, not VRML97"},
};

// Words of a line, one blank between them.
std::string squeezed(std::string_view line) {
  std::string out;
  for (const char c : line.substr(0, 200)) {
    const bool is_blank = c == ' ' || c == '\t';
    if (!is_blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return out;
}

void refuse_foreign(std::string_view line, const Place& place) {
  const std::string words = squeezed(line);
  for (const Foreign& f : kForeign)
    if (words.starts_with(f.begin)) throw ReadFailure(ReadCode::unsupported, f.message, place);
}

bool is_header(std::string_view line) { return squeezed(line).starts_with("#VRML V2.0"); }

}  // namespace

bool check_header(std::string& text, std::string_view file, Report& report) {
  const Place top{file, 1, 1};
  if (text.starts_with("\xEF\xBB\xBF")) {
    text.erase(0, 3);
    report.note("a byte order mark stands before the header", top);
  }
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw ReadFailure(ReadCode::unsupported, "the file is UTF-16: save it as UTF-8", top);
  // The header may stand below other comments and empty lines, of which a few are looked at.
  std::string_view rest = text;
  for (std::uint32_t line = 1; line <= 100 && !rest.empty(); ++line) {
    const std::size_t end = rest.find_first_of("\r\n");
    std::string_view words = rest.substr(0, end);
    words.remove_prefix(std::min(words.find_first_not_of(" \t"), words.size()));
    refuse_foreign(words, {file, line, 1});
    if (is_header(words)) {
      if (line > 1) report.note("the header is not on the first line", {file, line, 1});
      if (line == 1 && !text.starts_with("#VRML V2.0 utf8"))
        report.note("the header is not written as \"#VRML V2.0 utf8\"", top);
      return true;
    }
    if (!words.empty() && words[0] != '#') break;
    if (end == rest.npos) break;
    rest.remove_prefix(end + (rest.substr(end, 2) == "\r\n" ? 2 : 1));
  }
  report.note("the header \"#VRML V2.0 utf8\" is missing", top);
  return false;
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
