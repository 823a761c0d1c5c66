// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "boundary.h"

#include <cstdio>

#include "SOLID/SOLID.h"

namespace graze::c_api {
namespace {

// Trivial, so that it can be used before main and while the process ends.
struct LastError {
  const char* function;  // null: nothing was refused
  const char* argument;
  const char* problem;
};
thread_local constinit LastError last_error{};
thread_local constinit const char* running = "";
thread_local constinit char text[256]{};

}  // namespace

void refuse(const char* argument, const char* problem) noexcept { last_error = {running, argument, problem}; }

CallName::CallName(const char* function) noexcept : outer_(std::exchange(running, function)) {}
CallName::~CallName() { running = outer_; }

}  // namespace graze::c_api

const char* DT_LastError(void) {
  using namespace graze::c_api;
  const LastError error = std::exchange(last_error, LastError{});
  if (error.function == nullptr) return nullptr;
  const char* const colon = error.argument[0] != '\0' ? ": " : "";
  (void)std::snprintf(text, sizeof text, "%s: %s%s%s", error.function, error.argument, colon, error.problem);
  return text;
}
