// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// Role of a node for a reader of shapes and motions.
enum class NodeKind : std::uint8_t {
  unknown,    ///< of no type that is known
  prototype,  ///< an instance of a PROTO
  ignored,    ///< of the standard, without geometry: looks, lights, sounds, sensors of a user
  script,
  group,
  transform,
  billboard,
  switch_,
  lod,
  collision,
  inline_,
  shape,
  box,
  cone,
  cylinder,
  sphere,
  face_set,
  line_set,
  point_set,
  grid,
  extrusion,
  text,
  coordinate,
  clock,
  position,
  orientation,
  coordinates,
  scalar,
};

/// One of the 54 nodes of VRML97.
struct NodeType {
  std::string_view name;
  NodeKind kind;
  std::string_view fields;  ///< names, each with a blank before and after
};

/// The type of that name; null: it is none of the standard's.
[[nodiscard]] const NodeType* find_type(std::string_view name) noexcept;
[[nodiscard]] bool has_field(const NodeType& type, std::string_view field) noexcept;

}  // namespace graze::inline GRAZE_ABI::io::vrml
