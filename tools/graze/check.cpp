// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstdio>

#include "commands.h"
#include "report.h"
#include "robot.h"

namespace command {
namespace {

using Clock = std::chrono::steady_clock;

/// Where a report goes; at most one of them to stdout, which then has no table.
struct Outputs {
  std::optional<std::string> json, csv, svg;  ///< empty: stdout
  std::optional<std::string> html;
  bool is_stdout_taken = false;

  explicit Outputs(const Arguments& arguments) {
    const auto find = [&](const char* option) -> std::optional<std::string> {
      if (!arguments.has(option)) return std::nullopt;
      const std::string path = arguments.value(option).value_or("");
      if (path.empty() && is_stdout_taken)
        throw UserError("two reports cannot both be printed: give one of them a file, such as --csv=FILE");
      is_stdout_taken = is_stdout_taken || path.empty();
      return path;
    };
    json = find("--json");
    csv = find("--csv");
    svg = find("--svg");
    html = arguments.value("--html");
    if (html && html->empty()) throw UserError("option '--html' needs the name of a file");
    if (html) require_page();
  }
};

void warn_about_patterns(const Request& request, const check::Objects& objects) {
  for (const check::ObjectSet& set : request.job.sets)
    for (const std::string& pattern : set.patterns)
      if (std::none_of(objects.list.begin(), objects.list.end(),
                       [&](const check::Object& o) { return check::matches(pattern, o.name); }))
        std::fprintf(stderr, "graze: set %s: no object matches '%s'\n", printable(set.name).c_str(),
                     printable(pattern).c_str());
}

}  // namespace

int run_check(const Arguments& arguments) {
  const Outputs outputs(arguments);
  Request request;
  for (const std::string& path : arguments.values("--job")) add_job_file(path, request);
  add_options(arguments, arguments.operands(), request);
  const Manner manner(arguments);
  const Baseline baseline(request.baseline);
  const Clock::time_point begin = Clock::now();
  Loaded loaded = request.states.empty() ? load(request, manner) : load_robot(request, manner);
  solve_lengths(request, loaded.objects.metres_per_unit);
  if (loaded.robot && request.job.rules.adjacent)
    throw UserError(
        "--exclude-adjacent is for animations; adjacent links of a robot are left out by themselves");
  if (!loaded.robot && request.job.rules.adjacent && time_of(request, loaded).is_empty())
    throw UserError("--exclude-adjacent leaves out what meets at the begin of an animation: there is none");
  if (!manner.is_quiet && !loaded.robot) warn_about_patterns(request, loaded.objects);
  const check::Report report =
      loaded.robot ? run_states(request, loaded, manner) : run_job(request, loaded, manner);

  Checked checked{loaded, request, report, baseline.find_known(loaded.objects, report), 0};
  checked.seconds = std::chrono::duration<Real>(Clock::now() - begin).count();
  if (outputs.json) write_json(checked, *outputs.json);
  if (outputs.csv) write_csv(checked, *outputs.csv);
  if (outputs.svg) write_svg(checked, *outputs.svg);
  if (outputs.html) write_html(checked, arguments.command_line(), *outputs.html);
  if (!outputs.is_stdout_taken) print_table(checked, manner);
  if (report.outcome == check::Outcome::cancelled && outputs.is_stdout_taken && !manner.is_quiet)
    std::fprintf(stderr, "graze: interrupted; the report has what was found so far\n");
  if (checked.new_count() > 0) return kFound;
  return checked.is_whole() ? kNothing : kNothingInPart;
}

}  // namespace command
