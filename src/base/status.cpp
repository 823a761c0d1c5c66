// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/status.h"

#include "base/names.h"
#include "graze/base/result.h"

namespace graze::inline GRAZE_ABI {

const char* to_string(Status status) noexcept {
  constexpr const char* kNames[] = {"converged", "bound_loose",      "iteration_limit", "beyond_threshold",
                                    "unbounded", "invalid_argument", "unsupported"};
  return enum_name(kNames, status);
}

const char* to_string(ErrorCode code) noexcept {
  constexpr const char* kNames[] = {"not_finite",         "negative",    "empty",     "singular",
                                    "index_out_of_range", "unsupported", "cancelled", "damaged"};
  return enum_name(kNames, code);
}

}  // namespace graze::inline GRAZE_ABI
