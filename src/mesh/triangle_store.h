// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/result.h"
#include "graze/mesh/arrays.h"
#include "graze/mesh/triangle_mesh.h"

namespace graze::inline GRAZE_ABI {

class HeightGrid;

/// Vertex numbers of triangles in blocks of 64. A block whose numbers lie within 2^16 of one another keeps
/// them in two bytes each, from the lowest; others in four. So a mesh of up to 65536 vertices, or one whose
/// neighbouring triangles have neighbouring vertices, takes half of what plain indices do.
class PackedTriangles {
 public:
  using Corners = std::array<std::uint32_t, 3>;

  PackedTriangles() = default;
  explicit PackedTriangles(std::span<const Corners> triangles);

  /// Precondition: there is such a triangle.
  [[nodiscard]] Corners operator[](std::uint32_t id) const {
    const Block& block = blocks_[id / kBlock];
    const std::size_t in_block = 3 * std::size_t{id % kBlock};
    const std::uint16_t* from = words_.data() + block.start() * kUnit;
    if (!block.is_wide()) {
      from += in_block;
      return {block.lowest + from[0], block.lowest + from[1], block.lowest + from[2]};
    }
    from += 2 * in_block;
    const auto wide = [from](int k) { return from[2 * k] | std::uint32_t{from[2 * k + 1]} << 16; };
    return {wide(0), wide(1), wide(2)};
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return blocks_.capacity() * sizeof(Block) + words_.capacity() * sizeof(std::uint16_t);
  }

 private:
  static constexpr std::uint32_t kBlock = 64;
  static constexpr std::size_t kUnit = 3 * kBlock;  // words of a narrow block; a wide one takes two units
  struct Block {
    std::uint32_t lowest = 0;
    std::uint32_t place = 0;  // where it starts, in units, times two; plus one if it is wide

    [[nodiscard]] std::size_t start() const { return place / 2; }
    [[nodiscard]] bool is_wide() const { return place % 2 != 0; }
  };
  std::vector<Block> blocks_;
  std::vector<std::uint16_t> words_;
};

/// Triangles as they are read and built with; checked: every corner is there, every vertex is usable.
struct PlainTriangles {
  using Corners = PackedTriangles::Corners;

  std::vector<Vec3> vertices;
  std::vector<Corners> triangles;
};

/// The arrays of the caller, to be read during queries.
struct BorrowedArrays {
  VertexArray vertices;
  IndexArray triangles;
};

/// Triangles as a mesh keeps them, in one of the layouts; whichever it is, it gives the same numbers.
class TriangleStore {
 public:
  using Corners = PackedTriangles::Corners;

  TriangleStore() = default;
  /// `arrays` are what `plain` was read from; a borrowing store keeps them instead.
  TriangleStore(MeshLayout layout, PlainTriangles plain, const BorrowedArrays& arrays);
  /// Triangles of a height field, kept as such or as samples of the grid.
  TriangleStore(MeshLayout layout, HeightGrid grid);

  [[nodiscard]] MeshLayout layout() const { return layout_; }
  [[nodiscard]] std::uint32_t triangle_count() const { return triangle_count_; }
  [[nodiscard]] std::size_t vertex_count() const { return vertex_count_; }
  [[nodiscard]] std::size_t memory_bytes() const;

  // Precondition of all three: there is such a triangle or vertex. Never out of bounds and always finite,
  // whatever has become of borrowed arrays: what is not usable is the origin.
  [[nodiscard]] Triangle triangle(std::uint32_t id) const {
    if (layout_ != MeshLayout::fast) return other_triangle(id);
    const Corners& t = plain_.triangles[id];
    return {plain_.vertices[t[0]], plain_.vertices[t[1]], plain_.vertices[t[2]]};
  }
  [[nodiscard]] Corners corners(std::uint32_t id) const {
    return layout_ == MeshLayout::fast ? plain_.triangles[id] : other_corners(id);
  }
  [[nodiscard]] Vec3 vertex(std::uint32_t i) const {
    return i < plain_.vertices.size() ? plain_.vertices[i] : other_vertex(i);
  }

  /// Keeps the corners once more by the leaves of a tree, whose order this is, so that those of a leaf are
  /// side by side. The fast layout does; others do nothing.
  void set_order(std::span<const std::uint32_t> order);
  /// The corners of triangle order[i] at place i, as set; null for other layouts.
  [[nodiscard]] const Corners* by_leaves() const { return by_leaves_.empty() ? nullptr : by_leaves_.data(); }
  /// All of them, of the fast layout.
  [[nodiscard]] std::span<const Vec3> plain_vertices() const { return plain_.vertices; }

  /// Vertices first ... first + count - 1 are read anew from `vertices`, which holds all of them; all are
  /// checked before anything changes. Precondition: as many as before, and the range lies within. Refused
  /// by a height field.
  [[nodiscard]] std::optional<Error> set_vertices(const VertexArray& vertices, std::size_t first,
                                                  std::size_t count);
  /// Null for other triangles.
  [[nodiscard]] const HeightGrid* grid() const { return grid_.get(); }

 private:
  [[nodiscard]] Triangle other_triangle(std::uint32_t id) const;
  [[nodiscard]] Corners other_corners(std::uint32_t id) const;
  [[nodiscard]] Vec3 other_vertex(std::uint32_t i) const;

  MeshLayout layout_ = MeshLayout::fast;
  std::uint32_t triangle_count_ = 0;
  std::size_t vertex_count_ = 0;
  PlainTriangles plain_;                    // fast: all; compact: vertices only
  std::vector<Corners> by_leaves_;          // fast
  PackedTriangles packed_;                  // compact
  BorrowedArrays arrays_;                   // borrowed
  std::shared_ptr<const HeightGrid> grid_;  // instead of all these, unless fast
};

}  // namespace graze::inline GRAZE_ABI
