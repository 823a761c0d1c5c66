// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/status.h"

#include <cstdio>
#include <cstdlib>

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

namespace {

[[noreturn]] void stop(const char* file, int line) noexcept {
  if (file != nullptr) (void)std::fprintf(stderr, " (asked for at %s:%d)", file, line);
  (void)std::fputc('\n', stderr);
  std::abort();
}

}  // namespace

void stop_without_value(const Error& error, const char* file, int line) noexcept {
  (void)std::fprintf(stderr, "graze: this result has no value, but an error: %s [%s, position %zu]",
                     error.message, to_string(error.code), error.position);
  stop(file, line);
}

void stop_without_error(const char* file, int line) noexcept {
  (void)std::fputs("graze: this result has no error, but a value", stderr);
  stop(file, line);
}

}  // namespace graze::inline GRAZE_ABI
