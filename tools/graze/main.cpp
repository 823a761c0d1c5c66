// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include "commands.h"
#include "terminal.h"

namespace {

using command::Arguments;
using command::CommandRow;
using command::UserError;

int run(const CommandRow& row, std::span<const std::string_view> words) {
  const Arguments arguments(row, words);
  if (arguments.has("--help")) {
    command::print_help(&row);
    return command::kNothing;
  }
  command::interrupt::install();
  if (row.name == "check") return command::run_check(arguments);
  if (row.name == "distance") return command::run_distance(arguments);
  if (row.name == "info") return command::run_info(arguments);
  return command::run_cast(arguments);
}

int dispatch(std::span<const std::string_view> words) {
  const std::string_view first = words.empty() ? "--help" : words[0];
  if (first == "--help" || first == "-h" || first == "help") {
    command::print_help(nullptr);
    return words.empty() ? command::kFailed : command::kNothing;
  }
  if (first == "--version") {
    std::printf("graze %s\n", command::version_text().c_str());
    return command::kNothing;
  }
  if (first == "--completion") {
    command::print_completion(words.size() > 1 ? words[1] : std::string_view());
    return command::kNothing;
  }
  std::vector<std::string_view> names = {"--help", "--version", "--completion"};
  for (const CommandRow& row : command::all_commands()) {
    if (row.name == first) return run(row, words.subspan(1));
    names.push_back(row.name);
  }
  const std::string_view nearest = command::nearest_word(first, names);
  throw UserError("no command '" + command::printable(first) + "'" +
                  (nearest.empty() ? "" : "; did you mean '" + std::string(nearest) + "'?") +
                  " See 'graze --help'.");
}

/// Checks that all output has arrived: a full disk is an error.
int flushed(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  std::fprintf(stderr, "graze: cannot write the output: %s\n", std::strerror(errno));
  return command::kFailed;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  try {
    return flushed(dispatch(words));
  } catch (const UserError& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "graze: %s\n", error.what());
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "graze: out of memory\n");
  } catch (const std::exception& error) {  // of the standard library; none is expected
    std::fprintf(stderr, "graze: %s\n", command::printable(error.what()).c_str());
  }
  return command::kFailed;
}
