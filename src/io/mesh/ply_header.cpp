// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <charconv>

#include "io/mesh/ply.h"

namespace graze::inline GRAZE_ABI::io::mesh {
namespace {

struct TypeName {
  std::string_view name;
  PlyType type;
};
constexpr TypeName kTypes[] = {
    {"char", PlyType::int8},       {"int8", PlyType::int8},       {"uchar", PlyType::uint8},
    {"uint8", PlyType::uint8},     {"short", PlyType::int16},     {"int16", PlyType::int16},
    {"ushort", PlyType::uint16},   {"uint16", PlyType::uint16},   {"int", PlyType::int32},
    {"int32", PlyType::int32},     {"uint", PlyType::uint32},     {"uint32", PlyType::uint32},
    {"long", PlyType::int64},      {"int64", PlyType::int64},     {"ulong", PlyType::uint64},
    {"uint64", PlyType::uint64},   {"half", PlyType::float16},    {"float16", PlyType::float16},
    {"float", PlyType::float32},   {"float32", PlyType::float32}, {"double", PlyType::float64},
    {"float64", PlyType::float64}, {"bool", PlyType::uint8}};

[[noreturn]] void fail(std::string text, const Place& place) {
  throw ReadFailure(ReadCode::damaged, "header: " + std::move(text), place);
}

class HeaderParser {
 public:
  HeaderParser(std::string_view bytes, std::string_view file, Report& report)
      : bytes_(bytes), scanner_(bytes, file, false), report_(report) {}

  PlyHeader run() {
    (void)scanner_.next_line();  // "ply"
    for (;;) {
      const std::string_view word = scanner_.word();
      if (word == "end_header") break;
      if (!word.empty()) statement(word);
      if (!scanner_.next_line()) fail("\"end_header\" is missing", scanner_.place());
    }
    if (!has_format_) fail("the line \"format\" is missing", scanner_.place());
    out_.lines = scanner_.place().line;
    out_.end = data_begin();
    return std::move(out_);
  }

 private:
  void statement(std::string_view word) {
    const Place place = scanner_.place();
    if (word == "format") return format(place);
    if (word == "element") return element(place);
    if (word == "property") return property(place);
    if (word != "comment" && word != "obj_info")
      report_.note("unknown line \"" + printable(word, 40) + "\" in the header skipped", place);
  }

  void format(const Place& place) {
    const std::string_view name = scanner_.word(), version = scanner_.word();
    if (name == "ascii")
      out_.layout = PlyLayout::text;
    else if (name == "binary_little_endian")
      out_.layout = PlyLayout::little;
    else if (name == "binary_big_endian")
      out_.layout = PlyLayout::big;
    else
      fail("unknown format \"" + printable(name, 40) + "\"", place);
    if (version != "1.0") report_.note("the version of the format is not 1.0", place);
    has_format_ = true;
  }

  void element(const Place& place) {
    PlyElement e;
    e.name = printable(scanner_.word(), 40);
    const std::string_view count = scanner_.word();
    const auto end = std::from_chars(count.data(), count.data() + count.size(), e.count);
    if (end.ec != std::errc() || end.ptr != count.data() + count.size())
      fail("element \"" + e.name + "\" without a count", place);
    out_.elements.push_back(std::move(e));
  }

  void property(const Place& place) {
    if (out_.elements.empty()) fail("a property before the first element", place);
    PlyProperty p;
    std::string_view word = scanner_.word();
    if (word == "list") {
      p.count_type = type(scanner_.word(), place);
      word = scanner_.word();
    }
    p.type = type(word, place);
    p.name = printable(scanner_.word(), 40);
    out_.elements.back().properties.push_back(std::move(p));
  }

  PlyType type(std::string_view word, const Place& place) {
    for (const TypeName& t : kTypes)
      if (is_word(word, t.name)) return t.type;
    report_.note("unknown type \"" + printable(word, 40) + "\" in the header", place);
    return PlyType::other;
  }

  // One line end stands behind "end_header", and binary data may begin with the byte that would make two of
  // it: where lines end in CR alone, a LF is data.
  [[nodiscard]] std::size_t data_begin() const {
    std::size_t at = scanner_.offset();
    while (at < bytes_.size() && (bytes_[at] == ' ' || bytes_[at] == '\t')) ++at;
    if (at >= bytes_.size() || (bytes_[at] != '\r' && bytes_[at] != '\n')) return at;
    const std::size_t first = bytes_.find_first_of("\r\n");
    const bool is_cr_alone = bytes_[first] == '\r' && bytes_.substr(first, 2) != "\r\n";
    return at + (bytes_.substr(at, 2) == "\r\n" && !is_cr_alone ? 2 : 1);
  }

  std::string_view bytes_;
  Scanner scanner_;
  Report& report_;
  PlyHeader out_;
  bool has_format_ = false;
};

}  // namespace

bool is_ply(std::string_view bytes) {
  return bytes.size() > 4 && bytes.starts_with("ply") &&
         (bytes[3] == '\n' || bytes[3] == '\r' || bytes[3] == ' ' || bytes[3] == '\t');
}

PlyHeader parse_ply_header(std::string_view bytes, std::string_view file, Report& report) {
  if (!is_ply(bytes)) throw ReadFailure(ReadCode::damaged, "the first line is not \"ply\"", {file, 1, 1});
  return HeaderParser(bytes, file, report).run();
}

}  // namespace graze::inline GRAZE_ABI::io::mesh
