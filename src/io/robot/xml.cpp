// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/robot/xml.h"

#include <algorithm>

#include "io/text.h"

#if defined(GRAZE_HAS_PUGIXML)
#include <pugixml.hpp>
#endif

namespace graze::inline GRAZE_ABI::io::robot {
namespace {

constexpr std::string_view kBlanks = " \t\r\n,";  // commas divide numbers in files written by hand

#if defined(GRAZE_HAS_PUGIXML)

// Begins of lines, to turn offsets into lines and columns.
class Lines {
 public:
  explicit Lines(std::string_view text) {
    begins_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') begins_.push_back(i + 1);
  }
  void locate(std::ptrdiff_t offset, std::uint32_t& line, std::uint32_t& column) const {
    if (offset < 0) return;
    const auto at = static_cast<std::size_t>(offset);
    const auto next = std::upper_bound(begins_.begin(), begins_.end(), at);
    line = static_cast<std::uint32_t>(next - begins_.begin());
    column = static_cast<std::uint32_t>(at - *(next - 1) + 1);
  }

 private:
  std::vector<std::size_t> begins_;
};

// Copies the tree of the parser; recursion is bounded by `depth`.
class Copy {
 public:
  Copy(const Lines& lines, std::string_view file, const ReadLimits& limits)
      : lines_(lines), file_(file), left_(limits.nodes), most_(limits.nodes) {}

  Element element(const pugi::xml_node& from, std::size_t depth) {
    Element out;
    out.name = from.name();
    // The offset is that of the name, one behind the bracket.
    lines_.locate(from.offset_debug() - 1, out.line, out.column);
    const Place place{file_, out.line, out.column};
    if (depth == 0) throw ReadFailure(ReadCode::limit, "elements are nested too deep", place);
    if (left_-- == 0)
      throw ReadFailure(ReadCode::limit, "the file has more than " + std::to_string(most_) + " elements",
                        place);
    for (const pugi::xml_attribute& a : from.attributes()) out.attributes.push_back({a.name(), a.value()});
    for (const pugi::xml_node& child : from.children())
      if (child.type() == pugi::node_element) out.children.push_back(element(child, depth - 1));
    return out;
  }

 private:
  const Lines& lines_;
  std::string_view file_;
  std::size_t left_, most_;
};

void refuse_other_encodings(std::string_view bytes, std::string_view file) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    throw ReadFailure(ReadCode::unsupported, "the file is UTF-16: save it as UTF-8", {file, 1, 1});
  const std::size_t nul = bytes.find('\0');
  if (nul == bytes.npos) return;
  std::uint32_t line = 0, column = 0;
  Lines(bytes).locate(static_cast<std::ptrdiff_t>(nul), line, column);
  throw ReadFailure(ReadCode::damaged, "the file holds a NUL byte: it is no XML", {file, line, column});
}

// Text that is not UTF-8, whatever it says of itself, is most likely Latin-1, whose letters are the first 256
// of Unicode.
std::string from_latin1(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) out += static_cast<char>(byte < 0xC0 ? 0xC2 : 0xC3);
    out += static_cast<char>(byte >= 0xC0 ? byte - 0x40 : byte);
  }
  return out;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = utf8_length(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

#endif

}  // namespace

const Element* Element::child(std::string_view name_) const {
  for (const Element& e : children)
    if (e.name == name_) return &e;
  return nullptr;
}

const std::string* Element::attribute(std::string_view name_) const {
  for (const Attribute& a : attributes)
    if (a.name == name_) return &a.value;
  return nullptr;
}

#if defined(GRAZE_HAS_PUGIXML)
Element parse_xml(std::string_view bytes, std::string_view file, const ReadLimits& limits) {
  refuse_other_encodings(bytes, file);
  std::string converted;
  if (!is_utf8(bytes)) bytes = converted = from_latin1(bytes);
  const Lines lines(bytes);
  pugi::xml_document document;
  const pugi::xml_parse_result result =
      document.load_buffer(bytes.data(), bytes.size(), pugi::parse_default, pugi::encoding_utf8);
  if (result.status == pugi::status_out_of_memory) throw std::bad_alloc();
  const pugi::xml_node root = document.document_element();
  if (!result || !root) {
    Place place{file, 1, 1};
    if (!result) lines.locate(result.offset, place.line, place.column);
    throw ReadFailure(ReadCode::damaged,
                      std::string("this is not well-formed XML: ") +
                          (result ? "there is no element" : result.description()),
                      place);
  }
  return Copy(lines, file, limits).element(root, std::min<std::size_t>(limits.depth, 200));
}
#else
Element parse_xml(std::string_view, std::string_view file, const ReadLimits&) {
  throw ReadFailure(ReadCode::unsupported,
                    "robots are not read: this library was built without pugixml (install libpugixml-dev)",
                    {file, 0, 0});
}
#endif

bool parse_numbers(std::string_view text, Real* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    const std::size_t length = text.empty() ? 0 : parse_number(text, out[i]);
    if (length == 0 || !is_usable(out[i])) return false;
    text.remove_prefix(length);
    if (!text.empty() && kBlanks.find(text[0]) == kBlanks.npos) return false;
  }
  return text.find_first_not_of(kBlanks) == text.npos;
}

}  // namespace graze::inline GRAZE_ABI::io::robot
