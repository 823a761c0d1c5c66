// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/math/vec3.h"
#include "io/report.h"

namespace graze::inline GRAZE_ABI::io::robot {

struct Attribute {
  std::string name;
  std::string value;
};

/// An element of an XML file with those below it; text between elements is not kept.
struct Element {
  std::string name;
  std::vector<Attribute> attributes;
  std::vector<Element> children;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  /// The first child of that name; null where there is none.
  [[nodiscard]] const Element* child(std::string_view name_) const;
  /// Value of an attribute; null where it is not there.
  [[nodiscard]] const std::string* attribute(std::string_view name_) const;
};

/// The root element of an XML file; bytes that are not UTF-8 are read as Latin-1. Throws ReadFailure: not
/// well-formed, not UTF-8 by its mark, nested too deep, more elements than limits.nodes, or a library without
/// an XML parser.
[[nodiscard]] Element parse_xml(std::string_view bytes, std::string_view file, const ReadLimits& limits);

/// Exactly `count` usable numbers, separated by blanks or commas; false where the text is something else.
[[nodiscard]] bool parse_numbers(std::string_view text, Real* out, std::size_t count);

}  // namespace graze::inline GRAZE_ABI::io::robot
