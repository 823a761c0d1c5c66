// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/result.h"
#include "graze/mesh/triangle_mesh.h"

namespace graze::inline GRAZE_ABI {

// Built meshes as bytes, to be written to a file and read, or mapped, later. A file is for the machine's byte
// order and for one precision. It holds the vertices, the triangles and the tree without its boxes, which
// follow from the triangles; each in a section of its own that starts at a multiple of 64 bytes:
// src/mesh/README.md has the table.

/// The number in the file that says how it is laid out. A library reads its own version only.
inline constexpr std::uint32_t kMeshFileVersion = 1;

/// All that load_mesh() needs to make a mesh that answers as this one does, byte for byte. The same mesh
/// gives the same bytes. Of a borrowed mesh, the arrays are copied into the file. Empty for a mesh of no
/// triangles.
[[nodiscard]] GRAZE_API std::vector<std::byte> save_mesh(const TriangleMesh& mesh);

/// The mesh that was saved, in its layout; one that was borrowed becomes MeshLayout::fast. Keeps nothing of
/// `bytes`, which need not be aligned. Linear time, without building the tree again.
///
/// Whatever `bytes` are, what comes out is a mesh or an error that says what is wrong and where:
/// ErrorCode::damaged (too short or too long, no mesh file, a wrong checksum, sections out of place, what
/// is no tree; position in bytes, or of the section, node or id), unsupported (another version, precision or
/// byte order), or what make_triangle_mesh() says of bad triangles and vertices. No more memory is allocated
/// than in proportion to the size of `bytes`. The checksum guards against accidents, not against forgery: a
/// forged file may hold a bad tree or an open solid, which make queries slow or answers wrong, and no more.
[[nodiscard]] GRAZE_API Result<TriangleMesh> load_mesh(std::span<const std::byte> bytes);

/// load_mesh() without a copy of vertices and triangles: they are read where they are, like those of
/// MeshLayout::borrowed. `bytes`, a mapped file perhaps, must stay there, unchanged, as long as there is a
/// shape of the mesh.
[[nodiscard]] GRAZE_API Result<TriangleMesh> load_mesh_in_place(std::span<const std::byte> bytes);

}  // namespace graze::inline GRAZE_ABI
