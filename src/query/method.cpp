// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/method.h"

namespace graze::inline GRAZE_ABI {
namespace {

bool is_round(ShapeKind k) {
  return k == ShapeKind::point || k == ShapeKind::segment || k == ShapeKind::sphere ||
         k == ShapeKind::capsule;
}

}  // namespace

const char* method_of(ShapeKind a, ShapeKind b, Query query) noexcept {
  if (a == ShapeKind::invalid || b == ShapeKind::invalid) return "refused: invalid shape";
  if (a == ShapeKind::half_space && b == ShapeKind::half_space) return "refused: both unbounded";
  if (a == ShapeKind::half_space || b == ShapeKind::half_space) return "closed form: support against plane";
  const bool wants_depth = query == Query::penetration || query == Query::separation;
  if (is_round(a) && is_round(b)) return "closed form: segments with radius; gjk and epa where cores touch";
  if (a == ShapeKind::box && b == ShapeKind::box && wants_depth)
    return "separating axes; gjk and epa for the rest";
  return wants_depth ? "gjk, then epa" : "gjk";
}

}  // namespace graze::inline GRAZE_ABI
