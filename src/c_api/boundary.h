// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Between C and C++: every exported function runs inside boundary(), which lets no exception out and knows
// the function's name for the thread's last error.

#include <cmath>
#include <new>
#include <utility>

#include "SOLID/SOLID_types.h"
#include "graze/base/result.h"
#include "graze/math/vec3.h"

namespace graze::c_api {

/// Remembers, for this thread, that the function now running was refused. Both strings must be static.
void refuse(const char* argument, const char* problem) noexcept;
inline void refuse(const Error& error) noexcept { refuse("", error.message); }

/// Sets the name for refuse() and restores that of the caller, who may be running a callback.
class CallName {
 public:
  explicit CallName(const char* function) noexcept;
  ~CallName();
  CallName(const CallName&) = delete;
  CallName& operator=(const CallName&) = delete;

 private:
  const char* outer_;
};

/// body(), or `otherwise` where memory ran out or a callback threw.
template <class R, class Body>
R boundary(const char* function, R otherwise, Body&& body) noexcept {
  const CallName name(function);
  try {
    return std::forward<Body>(body)();
  } catch (const std::bad_alloc&) {
    refuse("", "out of memory");
  } catch (...) {
    refuse("", "a callback, or the library, threw an exception");
  }
  return otherwise;
}
template <class Body>
void boundary(const char* function, Body&& body) noexcept {
  (void)boundary(function, 0, [&] {
    std::forward<Body>(body)();
    return 0;
  });
}

[[nodiscard]] inline bool is_finite(const DT_Scalar* v, int count) {
  for (int i = 0; i < count; ++i)
    if (!std::isfinite(v[i])) return false;
  return true;
}

/// Whether `count` numbers can be read and are finite; says what is wrong if not.
[[nodiscard]] inline bool is_usable(const DT_Scalar* v, int count, const char* argument) {
  if (v == nullptr) {
    refuse(argument, "null pointer");
    return false;
  }
  if (!is_finite(v, count)) refuse(argument, "NaN or infinity");
  return is_finite(v, count);
}

[[nodiscard]] inline Vec3 to_vec3(const DT_Scalar* v) { return {Real(v[0]), Real(v[1]), Real(v[2])}; }

inline void store(const Vec3& v, DT_Scalar* out) {
  if (out == nullptr) return;
  for (int i = 0; i < 3; ++i) out[i] = static_cast<DT_Scalar>(v[i]) + DT_Scalar(0);  // no minus zero
}

/// Room for one more element, so that adding it cannot fail.
template <class List>
void make_room(List& list) {
  if (list.size() == list.capacity()) list.reserve(2 * list.size() + 1);
}

}  // namespace graze::c_api
