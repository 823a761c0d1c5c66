// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Asks the library about every pair of a truth file and judges the answers. See README.md of tests/data.

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <optional>

#include "report.h"

namespace {

constexpr const char* kUsage =
    "usage: graze_truth [options] FILE...\n"
    "  --list                 name every offender: case, category, what, got, truth\n"
    "  --only CATEGORY|ID     these cases only\n"
    "  --strict               exit status 1 when anything is charged\n"
    "  --accuracy E           relative error that is asked for and judged\n"
    "  --band K               touching band, as a fraction of the pair's scale\n"
    "  --witness-accuracy E   for witnesses and separating translations\n"
    "  --limit S              seconds per query, after which it hangs\n";

struct Options {
  truth::Bars bars;
  double limit = 1;
  bool list = false;
  bool strict = false;
  std::string only;
  std::vector<std::string> files;
};

bool read_number(const char* text, double& out) {
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (end == text || *end != '\0' || !std::isfinite(value) || !(value > 0)) return false;
  out = value;
  return true;
}

/// Nothing when the command line makes no sense.
std::optional<Options> read_options(std::span<char*> arguments) {
  Options options;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    double* number = word == "--accuracy"           ? &options.bars.accuracy
                     : word == "--band"             ? &options.bars.band
                     : word == "--witness-accuracy" ? &options.bars.witness_accuracy
                     : word == "--limit"            ? &options.limit
                                                    : nullptr;
    if (word == "--list") {
      options.list = true;
    } else if (word == "--strict") {
      options.strict = true;
    } else if (number != nullptr || word == "--only") {
      if (++i == arguments.size()) return std::nullopt;
      if (number == nullptr) {
        options.only = arguments[i];
      } else if (!read_number(arguments[i], *number)) {
        return std::nullopt;
      }
    } else if (word.starts_with("-")) {
      return std::nullopt;
    } else {
      options.files.emplace_back(word);
    }
  }
  if (options.files.empty()) return std::nullopt;
  return options;
}

std::vector<truth::TruthCase> read_all(const Options& options) {
  std::vector<truth::TruthCase> cases;
  for (const std::string& file : options.files) {
    for (truth::TruthCase& c : truth::read_cases(file)) {
      if (options.only.empty() || c.category == options.only || std::to_string(c.id) == options.only) {
        cases.push_back(std::move(c));
      }
    }
  }
  if (cases.empty()) throw truth::ReadError("no case matches");
  return cases;
}

int run(const Options& options) {
  const auto cases = read_all(options);
  const auto begin = std::chrono::steady_clock::now();
  const auto outcomes = truth::run_cases(cases, {options.bars.accuracy, options.limit});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const truth::Evaluation evaluation = truth::evaluate(cases, outcomes, options.bars);
  if (options.list) truth::print_offences(stdout, evaluation);
  truth::print_table(stdout, evaluation, options.bars);
  truth::print_summary(stdout, evaluation, seconds.count());
  return options.strict && !truth::is_clean(evaluation) ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto options = read_options({argv, std::size_t(argc)});
  if (!options) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  return run(*options);
} catch (const std::exception& error) {
  std::fprintf(stderr, "graze_truth: %s\n", error.what());
  return 2;
}
