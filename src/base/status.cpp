// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/status.h"

#include "graze/base/result.h"

namespace graze::inline GRAZE_ABI {

const char* to_string(Status status) noexcept {
  switch (status) {
    case Status::converged:
      return "converged";
    case Status::bound_loose:
      return "bound_loose";
    case Status::iteration_limit:
      return "iteration_limit";
    case Status::beyond_threshold:
      return "beyond_threshold";
    case Status::unbounded:
      return "unbounded";
    case Status::invalid_argument:
      return "invalid_argument";
    case Status::unsupported:
      return "unsupported";
  }
  return "unknown";
}

const char* to_string(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::not_finite:
      return "not_finite";
    case ErrorCode::negative:
      return "negative";
    case ErrorCode::empty:
      return "empty";
    case ErrorCode::singular:
      return "singular";
    case ErrorCode::index_out_of_range:
      return "index_out_of_range";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::cancelled:
      return "cancelled";
    case ErrorCode::damaged:
      return "damaged";
  }
  return "unknown";
}

}  // namespace graze::inline GRAZE_ABI
