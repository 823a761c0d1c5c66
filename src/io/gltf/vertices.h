// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "io/gltf/context.h"
#include "io/gltf/data/draco.h"
#include "io/gltf/runs.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// Vertices that one or more primitives share.
struct Vertices {
  std::vector<Vec3> points;
  std::vector<std::vector<Vec3>> displacements;  ///< for each morph target one of each point
  std::uint32_t influences_of_point = 0;
  std::vector<Deformation::Influence> influences;
};

/// A primitive as its attributes are found: in accessors, or in one stream of Draco.
class Primitive {
 public:
  Primitive(Context& context, const Object& json);

  [[nodiscard]] Mode mode() const { return mode_; }
  /// Whether it can be read at all.
  [[nodiscard]] bool is_readable() const { return position_ != kNone && !is_damaged_; }
  /// Equal for primitives that share their vertices.
  [[nodiscard]] std::string key() const;
  /// With so many morph targets, and influences of so many joints (0: none).
  [[nodiscard]] std::optional<Vertices> vertices(std::size_t targets, std::size_t joints);
  /// Corners among so many vertices.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> corners(std::size_t vertices);

 private:
  void find_mode();
  void decode();
  [[nodiscard]] std::optional<std::vector<double>> attribute(const std::string& name,
                                                             std::uint32_t components);
  [[nodiscard]] std::optional<std::vector<Vec3>> displacement(const Object& target, std::size_t points);
  [[nodiscard]] bool add_influences(const std::string& set, std::size_t joints, Vertices& to);
  void read_influences(std::size_t joints, Vertices& to);

  Context& context_;
  Object json_;
  Object attributes_;
  std::uint32_t position_ = kNone;
  Mode mode_ = Mode::triangles;
  std::optional<DracoMesh> draco_;
  bool is_damaged_ = false;
};

}  // namespace graze::inline GRAZE_ABI::io::gltf
