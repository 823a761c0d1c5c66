// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

enum class ErrorCode : std::uint8_t {
  not_finite,          ///< NaN or infinity
  negative,            ///< a size, radius or margin below zero
  empty,               ///< no vertices, no children
  singular,            ///< a placement that flattens space
  index_out_of_range,  ///< an index, count or nesting depth beyond its limit
  unsupported,         ///< the combination has no meaning (a hull with a half-space)
  cancelled,           ///< the caller's progress function asked to stop
  damaged,             ///< a file that is not as it was written: cut short, changed, or another thing
};

/// Static name of a code, such as "not_finite".
[[nodiscard]] GRAZE_API const char* to_string(ErrorCode code) noexcept;

/// Why data was refused, in words a user can act on. `message` names the argument and is a static
/// string.
struct Error {
  ErrorCode code = ErrorCode::unsupported;
  const char* message = "";
  std::size_t position =
      0;  ///< which element, line or vertex, counted from 0, where there are several; else 0
};

/// Prints the error to stderr, and where a value was asked for if that is known, and ends the program by
/// std::abort(). For the library: see Result.
[[noreturn]] GRAZE_API void stop_without_value(const Error& error, const char* file, int line) noexcept;
/// Ends the program likewise, where the error was asked for of a result that has a value.
[[noreturn]] GRAZE_API void stop_without_error(const char* file, int line) noexcept;

/// A value or the error that kept it from being made; used like std::expected.
///
/// To ask for the value where there is an error, or for the error where there is a value, is a mistake of the
/// program that has no answer. In every build it prints the error to stderr, with the place of the call where
/// value() or error() was called, and ends the program. Nothing else in Graze prints or aborts.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, error) {}

  /// Whether there is a value; otherwise there is an error().
  [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
  /// Whether there is a value.
  explicit operator bool() const noexcept { return has_value(); }

  /// The value. Precondition: has_value(). The arguments are the place of the call, and are left out.
  [[nodiscard]] const T& value(const char* file = __builtin_FILE(), int line = __builtin_LINE()) const& {
    if (!has_value()) stop_without_value(*std::get_if<1>(&state_), file, line);
    return *std::get_if<0>(&state_);
  }
  /// The value, to be changed. Precondition: has_value().
  [[nodiscard]] T& value(const char* file = __builtin_FILE(), int line = __builtin_LINE()) & {
    return const_cast<T&>(std::as_const(*this).value(file, line));
  }
  /// The value, to be moved out of a temporary result. Precondition: has_value().
  [[nodiscard]] T&& value(const char* file = __builtin_FILE(), int line = __builtin_LINE()) && {
    return std::move(const_cast<T&>(std::as_const(*this).value(file, line)));
  }
  const T& operator*() const& { return value(nullptr, 0); }
  T& operator*() & { return value(nullptr, 0); }
  T&& operator*() && { return std::move(*this).value(nullptr, 0); }
  const T* operator->() const { return &value(nullptr, 0); }
  T* operator->() { return &value(nullptr, 0); }

  /// A copy of the value, or `other` converted to it where there is an error.
  template <class U>
  [[nodiscard]] T value_or(U&& other) const {
    return has_value() ? value() : static_cast<T>(std::forward<U>(other));
  }

  /// The error. Precondition: !has_value(). The arguments are the place of the call, and are left out.
  [[nodiscard]] const Error& error(const char* file = __builtin_FILE(), int line = __builtin_LINE()) const {
    if (has_value()) stop_without_error(file, line);
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace graze::inline GRAZE_ABI
