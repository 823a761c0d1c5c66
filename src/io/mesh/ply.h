// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graze/io/scene_data.h"
#include "io/mesh/scanner.h"

namespace graze::inline GRAZE_ABI::io::mesh {

/// Of `other`, which no one knows, there are no numbers: in text its words are passed over, in bytes the data
/// ends there.
enum class PlyType : std::uint8_t {
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float16,
  float32,
  float64,
  other
};
[[nodiscard]] constexpr std::size_t size_of(PlyType type) noexcept {
  constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8, 0};
  return sizes[static_cast<std::size_t>(type)];
}

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  std::optional<PlyType> count_type;  ///< of lists
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
};

enum class PlyLayout : std::uint8_t { text, little, big };

struct PlyHeader {
  PlyLayout layout = PlyLayout::text;
  std::vector<PlyElement> elements;
  std::size_t end = 0;      ///< where the data begins
  std::uint32_t lines = 0;  ///< of the header
};

[[nodiscard]] bool is_ply(std::string_view bytes);

/// Throws ReadFailure where the data could not be understood.
[[nodiscard]] PlyHeader parse_ply_header(std::string_view bytes, std::string_view file, Report& report);

/// Reads the data behind the header. What ends early gives what is there.
void read_ply_data(const PlyHeader& header, std::string_view bytes, std::string_view file, Report& report,
                   SceneData& scene);

}  // namespace graze::inline GRAZE_ABI::io::mesh
