// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/import/program/three_mf.h"

#include "io/import/program/zip.h"

namespace graze::inline GRAZE_ABI::io::import {
namespace {

// Value of an attribute of the element that a tag begins; empty where it has none.
std::string_view attribute(std::string_view tag, const std::string& name) {
  const std::size_t at = tag.find(' ' + name + '=');
  if (at == tag.npos || at + name.size() + 2 >= tag.size()) return {};
  const std::string_view value = tag.substr(at + name.size() + 2);
  return value.substr(1, value.find(value[0], 1) - 1);
}

Real metres(std::string_view unit) {
  return unit == "micron"       ? 1e-6
         : unit == "centimeter" ? 0.01
         : unit == "inch"       ? 0.0254
         : unit == "foot"       ? 0.3048
         : unit == "meter"      ? 1
                                : 0.001;
}

// Materials change how a part looks; all others where it is, or what is there.
std::string required_extension(std::string_view tag) {
  std::string_view prefixes = attribute(tag, "requiredextensions");
  while (!prefixes.empty()) {
    const std::size_t end = std::min(prefixes.find(' '), prefixes.size());
    const std::string_view space = attribute(tag, "xmlns:" + std::string(prefixes.substr(0, end)));
    if (end > 0 && space.find("/material/") == space.npos)
      return std::string(space.empty() ? prefixes.substr(0, end) : space);
    prefixes.remove_prefix(std::min(end + 1, prefixes.size()));
  }
  return {};
}

}  // namespace

ThreeMf look_into_3mf(std::string_view bytes) {
  std::string head = zip_member_head(bytes, "3D/3dmodel.model", 16384);
  for (char& c : head)
    if (c == '\t' || c == '\r' || c == '\n') c = ' ';
  const std::size_t begin = head.find("<model ");
  if (begin == head.npos) return {};
  const std::string_view tag = std::string_view(head).substr(begin, head.find('>', begin) - begin);
  return {metres(attribute(tag, "unit")), required_extension(tag)};
}

}  // namespace graze::inline GRAZE_ABI::io::import
