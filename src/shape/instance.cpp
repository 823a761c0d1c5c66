// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/shape/instance.h"

namespace graze::inline GRAZE_ABI {

Result<Instance> make_instance(const Shape& shape, const Affine& placement, Real margin) {
  if (!shape.is_valid()) return Error{ErrorCode::unsupported, "shape: is invalid"};
  if (!placement.is_valid()) return make_affine(placement.linear(), placement.translation()).error();
  if (!is_finite(margin)) return Error{ErrorCode::not_finite, "margin: is not finite"};
  if (margin < 0) return Error{ErrorCode::negative, "margin: is negative"};
  return Instance{shape, placement, margin};
}

}  // namespace graze::inline GRAZE_ABI
