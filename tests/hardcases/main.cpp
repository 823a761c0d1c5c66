// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Runs files of hard cases: what broke other libraries, with the right answers.

#include <cstdio>
#include <exception>
#include <map>
#include <optional>
#include <span>
#include <string_view>

#include "check.h"

namespace {

constexpr const char* kUsage =
    "usage: graze_hardcases [--list] [--strict] [--errata FILE] FILE...\n"
    "  --list     a line for every case, not only for failures and skips\n"
    "  --strict   exit status 1 when a case fails\n"
    "  --errata   corrections of stated values, each with its proof; named in the output\n";

struct Options {
  bool list = false;
  bool strict = false;
  std::string errata;
  std::vector<std::string> files;
};

/// Nothing when the command line makes no sense.
std::optional<Options> read_options(std::span<char*> arguments) {
  Options options;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    if (word == "--list") {
      options.list = true;
    } else if (word == "--strict") {
      options.strict = true;
    } else if (word == "--errata") {
      if (++i == arguments.size()) return std::nullopt;
      options.errata = arguments[i];
    } else if (word.starts_with("-")) {
      return std::nullopt;
    } else {
      options.files.emplace_back(word);
    }
  }
  if (options.files.empty()) return std::nullopt;
  return options;
}

/// Meaning of the number of a passed case.
const char* value_of(const std::string& query) {
  if (query == "shape_cast") return "time";
  if (query == "convex_hull") return "vertices";
  if (query == "ray_cast") return "way";
  if (query == "contact") return "depth";
  return query == "intersect_segment" ? "length" : query == "margin_collide" ? "distance" : "separation";
}

struct Totals {
  int passed = 0;
  int failed = 0;
  int skipped = 0;
  std::map<std::string, int> waiting;
};

void run_case(const hardcases::HardCase& c, const Options& options, graze::Workspace& workspace,
              Totals& totals) {
  const auto skip = [&](const std::string& reason) {
    std::printf("skipped %s: waits for %s\n", c.id.c_str(), reason.c_str());
    ++totals.skipped;
    ++totals.waiting[reason];
  };
  if (!c.waits_for.empty()) return skip(c.waits_for);
  const hardcases::Verdict verdict = hardcases::check(c, workspace);
  for (const std::string& failure : verdict.failures) {
    std::printf("FAILED %s: %s\n", c.id.c_str(), failure.c_str());
  }
  if (!verdict.failures.empty()) {
    ++totals.failed;
  } else if (verdict.judged == 0) {
    skip("an expectation that we can judge");
  } else {
    ++totals.passed;
    if (options.list)
      std::printf("passed %s: %s %.17g\n", c.id.c_str(), value_of(c.query), verdict.separation);
  }
}

int run(const Options& options) {
  std::vector<hardcases::HardCase> cases;
  for (const std::string& file : options.files) {
    for (hardcases::HardCase& c : hardcases::read_cases(file)) cases.push_back(std::move(c));
  }
  if (!options.errata.empty()) hardcases::apply_errata(options.errata, cases, stdout);
  Totals totals;
  graze::Workspace workspace;
  for (const hardcases::HardCase& c : cases) run_case(c, options, workspace, totals);
  for (const auto& [reason, count] : totals.waiting)
    std::printf("waiting for %s: %d\n", reason.c_str(), count);
  std::printf("%s: %d passed, %d failed, %d skipped\n", sizeof(graze::Real) == 4 ? "float" : "double",
              totals.passed, totals.failed, totals.skipped);
  return options.strict && totals.failed > 0 ? 1 : 0;
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
  std::fprintf(stderr, "graze_hardcases: %s\n", error.what());
  return 2;
}
