// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI::io::import {

/// How a program ended.
enum class Ended : unsigned char {
  well,         ///< by itself, with exit code 0
  failed,       ///< with another exit code
  crashed,      ///< by a signal
  too_long,     ///< it was stopped after the time that it had
  too_much,     ///< it was stopped because it wrote more than it may
  not_started,  ///< there is no such program, or no memory for it
};

struct ProgramRun {
  Ended ended = Ended::not_started;
  int code = 0;  ///< exit code, or the number of the signal
  std::string output;
};

/// Runs a program on bytes: they are its standard input, and what it writes to its standard output is the
/// output; it has no standard error. Returns when it has ended.
[[nodiscard]] ProgramRun run_program(const std::string& path, std::span<const std::string> arguments,
                                     std::string_view input, std::size_t most_output, double seconds);

/// Folders of the running program and of the library; empty where the system does not tell.
[[nodiscard]] std::string folder_of_program();
[[nodiscard]] std::string folder_of_library();

}  // namespace graze::inline GRAZE_ABI::io::import
