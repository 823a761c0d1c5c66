// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/compound.h"

#include <algorithm>
#include <utility>

#include "graze/shape/bounds.h"
#include "mesh/pieces.h"

namespace graze::inline GRAZE_ABI {
namespace {

std::optional<Error> check_piece(const Shape& shape, const Affine& placement, std::size_t i) {
  if (!shape.is_valid()) return Error{ErrorCode::unsupported, "pieces: a shape is invalid", i};
  if (shape.kind() == ShapeKind::half_space)
    return Error{ErrorCode::unsupported, "pieces: a half-space is unbounded", i};
  if (!placement.is_valid())
    return Error{ErrorCode::singular, "pieces: a placement is singular or not finite", i};
  return std::nullopt;
}

bool is_usable_box(const Aabb& box) { return is_usable_point(box.lower) && is_usable_point(box.upper); }
Error too_large(std::size_t i) {
  return {ErrorCode::index_out_of_range, "pieces: a placed shape is too large", i};
}

std::optional<Error> append(const Shape& shape, const Affine& placement, std::size_t i, Pieces& pieces) {
  if (const auto bad = check_piece(shape, placement, i)) return bad;
  Shape placed = shape;
  Affine rest = placement;
  if (const Pieces* inner = pieces_of(shape.view())) {
    const std::uint32_t below = inner->is_triangles() ? 0 : inner->nesting;
    pieces.nesting = std::max(pieces.nesting, below + 1);
    if (pieces.nesting > kMaxCompoundNesting)
      return Error{ErrorCode::index_out_of_range, "pieces: nested deeper than kMaxCompoundNesting", i};
  } else if (!(placement == Affine{})) {
    auto image = make_affine_image(shape, placement);
    if (!image) return Error{image.error().code, "pieces: a placed shape is too large or nested too deep", i};
    placed = *std::move(image);
    rest = Affine{};
  }
  if (!is_usable_box(bounds(placed, rest))) return too_large(i);
  pieces.shapes.push_back(std::move(placed));
  pieces.placements.push_back(rest);
  return std::nullopt;
}

// `append_piece`: append() of piece i.
template <class AppendPiece>
Result<Shape> make(std::size_t count, const CompoundSettings& settings, const AppendPiece& append_piece) {
  if (count == 0) return Error{ErrorCode::empty, "pieces: is empty"};
  if (count > 0x7fffffff) return Error{ErrorCode::index_out_of_range, "pieces: more than 2^31 - 1", count};
  auto pieces = std::make_shared<Pieces>();
  for (std::size_t i = 0; i < count; ++i)
    if (const std::optional<Error> bad = append_piece(i, *pieces)) return *bad;
  auto tree = build_tree(pieces->boxes(),
                         {.executor = settings.executor, .progress = settings.progress, .leaf_size = 1});
  if (!tree) return tree.error();
  pieces->tree = *std::move(tree);
  return make_complex_shape(std::move(pieces));
}

}  // namespace

Result<Shape> make_compound(std::span<const CompoundPiece> pieces, const CompoundSettings& settings) {
  return make(pieces.size(), settings, [&](std::size_t i, Pieces& out) {
    return append(pieces[i].shape, pieces[i].placement, i, out);
  });
}

Result<Shape> make_compound(std::span<const Shape> pieces, const CompoundSettings& settings) {
  return make(pieces.size(), settings,
              [&](std::size_t i, Pieces& out) { return append(pieces[i], Affine{}, i, out); });
}

std::optional<Error> refit_compound(const Shape& compound) {
  if (compound.kind() != ShapeKind::compound)
    return Error{ErrorCode::unsupported, "compound: is another shape"};
  // Shapes show their pieces as constant, but these were not made so.
  auto& pieces = const_cast<Pieces&>(*pieces_of(compound.view()));
  for (const Shape& shape : pieces.shapes)
    if (shape.kind() == ShapeKind::compound)
      if (const auto bad = refit_compound(shape)) return bad;
  const std::vector<Aabb> boxes = pieces.boxes();
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (!is_usable_box(boxes[i])) return too_large(i);
  ++pieces.version;
  return refit(pieces.tree, boxes);
}

}  // namespace graze::inline GRAZE_ABI
