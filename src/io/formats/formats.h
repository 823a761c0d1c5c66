// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/io/read_scene.h"

namespace graze::inline GRAZE_ABI::io::formats {

/// One line of the table of formats.
struct Format {
  std::string_view name;
  std::string_view extensions;  ///< in lower case, each between blanks
  /// Whether the first bytes, without a byte order mark, can be nothing else; null: only the extension tells.
  bool (*is_content)(std::string_view bytes);
  /// Null: not read, and `advice` says what to do instead.
  SceneRead (*read)(std::string_view bytes, std::string_view name, const SceneOptions& options);
  std::string_view advice;
  bool uses_packages = false;  ///< its references may be package:// urls
};

/// All formats; where several know the content, the first one is right.
[[nodiscard]] std::span<const Format> all_formats();

/// The format by content, and the one by extension; null where there is none.
struct Guess {
  const Format* by_content = nullptr;
  const Format* by_name = nullptr;
};
[[nodiscard]] Guess guess_format(std::string_view bytes, std::string_view name);

/// Tests of content, by format.
[[nodiscard]] bool is_vrml(std::string_view bytes);
[[nodiscard]] bool is_gltf(std::string_view bytes);
[[nodiscard]] bool is_inventor(std::string_view bytes);
[[nodiscard]] bool is_x3d(std::string_view bytes);
[[nodiscard]] bool is_ifc(std::string_view bytes);
[[nodiscard]] bool is_step(std::string_view bytes);
[[nodiscard]] bool is_fbx(std::string_view bytes);
[[nodiscard]] bool is_3mf(std::string_view bytes);
[[nodiscard]] bool is_zip(std::string_view bytes);
[[nodiscard]] bool is_pdf(std::string_view bytes);
[[nodiscard]] bool is_collada(std::string_view bytes);
[[nodiscard]] bool is_urdf(std::string_view bytes);
[[nodiscard]] bool is_off(std::string_view bytes);
[[nodiscard]] bool is_html(std::string_view bytes);
[[nodiscard]] bool is_utf16(std::string_view bytes);

/// Name of the first element of XML text; empty where it is no XML.
[[nodiscard]] std::string_view xml_root(std::string_view bytes);

}  // namespace graze::inline GRAZE_ABI::io::formats
