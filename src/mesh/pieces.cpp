// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/pieces.h"

#include <utility>

#include "graze/shape/bounds.h"
#include "tree/refit.h"

namespace graze::inline GRAZE_ABI {
namespace {

std::strong_ordering order(Real a, Real b) { return (int{b < a} - int{a < b}) <=> 0; }

std::strong_ordering order(const Vec3& a, const Vec3& b) {
  for (int i = 0; i < 3; ++i)
    if (const auto o = order(a[i], b[i]); o != 0) return o;
  return std::strong_ordering::equal;
}

std::strong_ordering order(const Affine& a, const Affine& b) {
  for (int i = 0; i < 3; ++i)
    if (const auto o = order(a.linear().columns[i], b.linear().columns[i]); o != 0) return o;
  return order(a.translation(), b.translation());
}

std::strong_ordering compare_stores(const TriangleStore& a, const TriangleStore& b) {
  if (a.vertex_count() != b.vertex_count()) return a.vertex_count() <=> b.vertex_count();
  if (a.layout() != b.layout()) return a.layout() <=> b.layout();  // another tree: another order of visits
  for (std::size_t i = 0; i < a.vertex_count(); ++i) {
    const auto v = static_cast<std::uint32_t>(i);
    if (const auto o = order(a.vertex(v), b.vertex(v)); o != 0) return o;
  }
  for (std::uint32_t i = 0; i < a.triangle_count(); ++i)
    if (const auto o = a.corners(i) <=> b.corners(i); o != 0) return o;
  return std::strong_ordering::equal;
}

// Canonical order of two complex shapes by value: counts and kinds first, which are cheap; only shapes that
// are equal to the end are read whole.
std::strong_ordering compare_pieces(const Pieces& a, const Pieces& b) {
  if (a.count() != b.count()) return a.count() <=> b.count();
  if (a.is_solid != b.is_solid) return a.is_solid <=> b.is_solid;
  if (const auto o = compare_stores(a.store, b.store); o != 0) return o;
  for (std::size_t i = 0; i < a.shapes.size(); ++i) {
    if (const auto o = compare(a.shapes[i].view(), b.shapes[i].view()); o != 0) return o;
    if (const auto o = order(a.placements[i], b.placements[i]); o != 0) return o;
  }
  return std::strong_ordering::equal;
}

std::size_t memory_of_pieces(const Pieces& pieces) {
  std::size_t bytes = sizeof(Pieces) + pieces.tree.memory_bytes() + pieces.store.memory_bytes();
  bytes += pieces.parts.capacity() * sizeof(std::uint32_t) + pieces.hull.memory_bytes();
  bytes += pieces.shapes.capacity() * sizeof(Shape) + pieces.placements.capacity() * sizeof(Affine);
  for (const Shape& shape : pieces.shapes) bytes += shape.memory_bytes();
  return bytes;
}

constexpr PieceFunctions kFunctions{[](const Pieces& pieces) { return pieces.tree.bounds(); },
                                    memory_of_pieces, compare_pieces};

}  // namespace

Aabb Pieces::box(std::uint32_t id) const {
  return is_triangles() ? box_of(triangle(id)) : bounds(shapes[id], placements[id]);
}

std::vector<Aabb> Pieces::boxes() const {
  std::vector<Aabb> all;
  all.reserve(count());
  for (std::uint32_t i = 0; i < count(); ++i) all.push_back(box(i));
  return all;
}

void Pieces::set_tree(AabbTree made) {
  tree = std::move(made);
  if (const TreeData* data = TreeAccess::data(tree); data != nullptr && is_triangles())
    store.set_order(data->order);
}

void Pieces::refit_tree() {
  TreeData& data = *TreeAccess::data(tree);
  if (const Corners* corners = store.by_leaves()) {
    const Vec3* const vertices = store.plain_vertices().data();
    refit_all(data, [=](std::uint32_t place) {
      const Corners& t = corners[place];
      return LaneBox::of(vertices[t[0]], vertices[t[1]], vertices[t[2]]);
    });
    return;
  }
  refit_all(data, [&](std::uint32_t place) {
    const Triangle t = triangle(data.order[place]);
    return LaneBox::of(t.a, t.b, t.c);
  });
}

Shape make_complex_shape(std::shared_ptr<const Pieces> pieces) {
  auto block = std::make_unique<ComplexBlock>();
  ShapeView view;
  view.kind = pieces->is_triangles() ? ShapeKind::triangle_mesh : ShapeKind::compound;
  block->piece_functions = &kFunctions;
  block->pieces = std::move(pieces);
  view.block = block.release();
  return Shape(view);
}

}  // namespace graze::inline GRAZE_ABI
