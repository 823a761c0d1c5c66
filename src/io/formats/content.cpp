// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/formats/formats.h"

namespace graze::inline GRAZE_ABI::io::formats {
namespace {

// How far into a file the tests look.
constexpr std::size_t kHead = 4096;
constexpr std::size_t kXmlHead = 65536;  // a licence may stand above the first element

std::string_view head_of(std::string_view bytes) { return bytes.substr(0, kHead); }

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text[0])) text.remove_prefix(1);
  return text;
}

// Whether one of the comment lines at the front begins with `words`.
bool has_comment(std::string_view text, std::string_view words) {
  for (text = without_blanks(head_of(text)); text.starts_with('#'); text = without_blanks(text)) {
    if (text.starts_with(words)) return true;
    const std::size_t end = text.find_first_of("\r\n");
    if (end == text.npos) return false;
    text.remove_prefix(end);
  }
  return false;
}

// Takes an XML declaration, comment or document type off the front; false where none of them is there.
bool skip_prologue(std::string_view& text) {
  const std::string_view close = text.starts_with("<?")     ? "?>"
                                 : text.starts_with("<!--") ? "-->"
                                 : text.starts_with("<!")   ? ">"
                                                            : "";
  if (close.empty()) return false;
  const std::size_t end = text.find(close);
  text.remove_prefix(end == text.npos ? text.size() : end + close.size());
  text = without_blanks(text);
  return true;
}

}  // namespace

std::string_view xml_root(std::string_view bytes) {
  std::string_view text = without_blanks(bytes.substr(0, kXmlHead));
  while (skip_prologue(text)) {
  }
  if (!text.starts_with('<')) return {};
  text.remove_prefix(1);
  const std::size_t end = text.find_first_of(" \t\r\n/>");
  return text.substr(0, end);
}

bool is_vrml(std::string_view bytes) { return has_comment(bytes, "#VRML"); }
// "asset" may stand at the end of the text, and is never missing.
bool is_gltf(std::string_view bytes) {
  return bytes.starts_with("glTF") ||
         (without_blanks(head_of(bytes)).starts_with('{') && bytes.find("\"asset\"") != bytes.npos);
}
bool is_inventor(std::string_view bytes) { return has_comment(bytes, "#Inventor"); }
bool is_x3d(std::string_view bytes) { return has_comment(bytes, "#X3D") || xml_root(bytes) == "X3D"; }

bool is_step(std::string_view bytes) { return without_blanks(head_of(bytes)).starts_with("ISO-10303-21"); }
bool is_ifc(std::string_view bytes) {
  const std::string_view root = xml_root(bytes);
  return root == "ifcXML" || root == "ifc:ifcXML" ||
         (is_step(bytes) && head_of(bytes).find("'IFC") != bytes.npos);
}

bool is_fbx(std::string_view bytes) {
  return bytes.starts_with("Kaydara FBX Binary") || bytes.starts_with("; FBX");
}
bool is_zip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}
// The names of a zip file's members stand at its front and again at its end.
bool is_3mf(std::string_view bytes) {
  const std::size_t tail = bytes.size() - std::min(bytes.size(), kHead);
  return is_zip(bytes) && (head_of(bytes).find("3D/3dmodel.model") != bytes.npos ||
                           bytes.substr(tail).find("3D/3dmodel.model") != bytes.npos);
}
bool is_pdf(std::string_view bytes) { return bytes.starts_with("%PDF-"); }
bool is_collada(std::string_view bytes) { return xml_root(bytes) == "COLLADA"; }
bool is_urdf(std::string_view bytes) { return xml_root(bytes) == "robot"; }
bool is_off(std::string_view bytes) {
  return bytes.size() > 4 && bytes.starts_with("OFF") && is_blank(bytes[3]);
}
bool is_html(std::string_view bytes) {
  const std::string_view root = xml_root(bytes);
  return root == "html" || root == "HTML";
}
bool is_utf16(std::string_view bytes) {
  return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
}

}  // namespace graze::inline GRAZE_ABI::io::formats
