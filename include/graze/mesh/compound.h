// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "graze/base/executor.h"
#include "graze/base/result.h"
#include "graze/math/affine.h"
#include "graze/shape/shape.h"
#include "graze/tree/aabb_tree.h"

namespace graze::inline GRAZE_ABI {

/// A shape and where it stands in the compound.
struct CompoundPiece {
  Shape shape;
  Affine placement;
};

struct CompoundSettings {
  Executor executor = {};
  TreeProgress progress = {};
};

/// How deep compounds may be nested in compounds: queries go down them recursively. At this depth, and with
/// convex pieces that nest kMaxNesting deep, every query runs on a thread with 1 MB of stack.
inline constexpr int kMaxCompoundNesting = 16;

/// The union of any bounded shapes: a soup of points, segments, polygons and polytopes, a body of several
/// parts, meshes and compounds among them. The pieces are shared, not copied, and are numbered as given. They
/// may overlap; a piece that is solid stays so.
///
/// The compound keeps boxes of its pieces. After a mesh among them was refitted, call refit_compound() before
/// the next query.
///
/// Refuses, with the position of the first offender: no pieces, invalid shapes and half-spaces, invalid
/// placements, images that are too large, compounds nested deeper than kMaxCompoundNesting, more than 2^31 -
/// 1 pieces; ErrorCode::cancelled when `settings.progress` said so.
[[nodiscard]] GRAZE_API Result<Shape> make_compound(std::span<const CompoundPiece> pieces,
                                                    const CompoundSettings& settings = {});
/// Pieces stand where they are.
[[nodiscard]] GRAZE_API Result<Shape> make_compound(std::span<const Shape> pieces,
                                                    const CompoundSettings& settings = {});

/// Brings the boxes of a compound up to date with its meshes, those of compounds within it too; not while a
/// query runs. Linear time. Refuses other shapes, and placed meshes that have become too large: with the
/// position of the piece, and nothing changed in the compound that holds it.
[[nodiscard]] GRAZE_API std::optional<Error> refit_compound(const Shape& compound);

}  // namespace graze::inline GRAZE_ABI
