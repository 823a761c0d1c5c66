// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <utility>

#include "io/gltf/data/json.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// Whether this build has the decoder.
[[nodiscard]] bool has_draco();

/// A mesh of KHR_draco_mesh_compression, unpacked.
class DracoMesh {
 public:
  DracoMesh();
  ~DracoMesh();
  DracoMesh(DracoMesh&&) noexcept;
  DracoMesh& operator=(DracoMesh&&) noexcept;

  /// Corners of its triangles; each is a vertex.
  [[nodiscard]] std::vector<std::uint32_t> corners() const;
  [[nodiscard]] std::size_t vertices() const;
  /// Numbers of an attribute for all vertices; nothing where it is not there or has fewer components.
  [[nodiscard]] std::optional<std::vector<double>> numbers(std::uint32_t id, std::uint32_t components,
                                                           bool is_normalized) const;

 private:
  friend std::optional<DracoMesh> decode_draco(std::span<const unsigned char> bytes);
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// Nothing where the data is damaged or no triangle mesh.
[[nodiscard]] std::optional<DracoMesh> decode_draco(std::span<const unsigned char> bytes);

}  // namespace graze::inline GRAZE_ABI::io::gltf
