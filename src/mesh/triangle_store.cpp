// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/triangle_store.h"

#include <algorithm>
#include <utility>

#include "mesh/height_grid.h"
#include "mesh/read_arrays.h"

namespace graze::inline GRAZE_ABI {
namespace {

struct Limits {
  std::uint32_t lowest = 0xffffffff, highest = 0;

  explicit Limits(std::span<const PackedTriangles::Corners> triangles) {
    for (const PackedTriangles::Corners& t : triangles) {
      lowest = std::min({lowest, t[0], t[1], t[2]});
      highest = std::max({highest, t[0], t[1], t[2]});
    }
  }
  [[nodiscard]] bool is_wide() const { return highest - lowest > 0xffff; }
};

}  // namespace

PackedTriangles::PackedTriangles(std::span<const Corners> triangles) {
  const auto part = [&](std::size_t i) {
    return triangles.subspan(i, std::min<std::size_t>(kBlock, triangles.size() - i));
  };
  // Counted first: the exact amount is allocated once.
  std::size_t words = 0;
  for (std::size_t i = 0; i < triangles.size(); i += kBlock)
    words += part(i).size() * (Limits(part(i)).is_wide() ? 6 : 3);
  words_.reserve(words);
  blocks_.reserve((triangles.size() + kBlock - 1) / kBlock);
  std::uint32_t start = 0;
  for (std::size_t i = 0; i < triangles.size(); i += kBlock) {
    const Limits limits(part(i));
    blocks_.push_back({limits.lowest, 2 * start + (limits.is_wide() ? 1 : 0)});
    start += limits.is_wide() ? 2 : 1;
    for (const Corners& t : part(i))
      for (const std::uint32_t corner : t) {
        const std::uint32_t value = limits.is_wide() ? corner : corner - limits.lowest;
        words_.push_back(static_cast<std::uint16_t>(value & 0xffff));
        if (limits.is_wide()) words_.push_back(static_cast<std::uint16_t>(value >> 16));
      }
  }
}

TriangleStore::TriangleStore(MeshLayout layout, PlainTriangles plain, const BorrowedArrays& arrays)
    : layout_(layout),
      triangle_count_(static_cast<std::uint32_t>(plain.triangles.size())),
      vertex_count_(plain.vertices.size()),
      plain_(std::move(plain)) {
  if (layout == MeshLayout::fast) return;
  if (layout == MeshLayout::compact) {
    packed_ = PackedTriangles(plain_.triangles);
    plain_.triangles = std::vector<Corners>();  // "= {}" would keep the memory
  } else {
    plain_ = {};
    arrays_ = arrays;
  }
}

TriangleStore::TriangleStore(MeshLayout layout, HeightGrid grid)
    : layout_(layout), triangle_count_(grid.triangle_count()), vertex_count_(grid.vertex_count()) {
  grid_ = std::make_shared<HeightGrid>(std::move(grid));
}

std::size_t TriangleStore::memory_bytes() const {
  return (grid_ ? grid_->memory_bytes() : 0) + plain_.vertices.capacity() * sizeof(Vec3) +
         (plain_.triangles.capacity() + by_leaves_.capacity()) * sizeof(Corners) + packed_.memory_bytes();
}

void TriangleStore::set_order(std::span<const std::uint32_t> order) {
  if (layout_ != MeshLayout::fast) return;
  by_leaves_.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) by_leaves_[i] = plain_.triangles[order[i]];
}

Vec3 TriangleStore::other_vertex(std::uint32_t i) const {
  if (grid_) return grid_->vertex(i);
  Vec3 point;
  return read_point(arrays_.vertices, i, point) ? point : Vec3{};
}

TriangleStore::Corners TriangleStore::other_corners(std::uint32_t id) const {
  if (grid_) return grid_->corners(id);
  if (layout_ == MeshLayout::compact) return packed_[id];
  const auto last = static_cast<std::uint32_t>(vertex_count_ - 1);
  Corners t;
  for (std::size_t k = 0; k < 3; ++k)
    t[k] = std::min(read_index(arrays_.triangles, 3 * std::size_t{id} + k), last);
  return t;
}

Triangle TriangleStore::other_triangle(std::uint32_t id) const {
  if (grid_) return grid_->triangle(id);
  const Corners t = other_corners(id);
  return {vertex(t[0]), vertex(t[1]), vertex(t[2])};
}

std::optional<Error> TriangleStore::set_vertices(const VertexArray& vertices, std::size_t first,
                                                 std::size_t count) {
  if (grid_)
    return Error{ErrorCode::unsupported, "mesh: is a height field, which refit_height_field() refits"};
  if (layout_ != MeshLayout::borrowed)
    return read_points(vertices, first, std::span(plain_.vertices).subspan(first, count));
  if (const auto bad = check_points(vertices, first, count)) return bad;
  arrays_.vertices = vertices;
  return std::nullopt;
}

}  // namespace graze::inline GRAZE_ABI
