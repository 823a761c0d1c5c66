// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstdio>

#include "commands.h"
#include "report.h"

namespace command {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kShownRows = 20;
constexpr Real kAnyDistance =
    1e15;  // a clearance that every pair is below: readers refuse scenes that are larger

void require_match(const std::string& pattern, const check::Objects& objects) {
  std::vector<std::string_view> names;
  for (const check::Object& object : objects.list) {
    if (check::matches(pattern, object.name)) return;
    names.push_back(object.name);
  }
  const std::string_view nearest = nearest_word(pattern, names);
  throw UserError("no object matches '" + printable(pattern) + "'" +
                  (nearest.empty() ? "; 'graze info' lists the objects"
                                   : "; did you mean '" + printable(nearest) + "'?"));
}

Table make_table(const Checked& checked, const Manner& manner) {
  const check::Objects& objects = checked.loaded.objects;
  const bool is_animated = !checked.request.job.time.is_empty();
  Table table;
  table.add_column("object a");
  table.add_column("object b");
  table.add_column("distance", Table::Align::right);
  table.add_column("bounds");
  if (is_animated) table.add_column("at s", Table::Align::right);
  table.add_column("point of a");
  table.add_column("point of b");
  std::size_t shown = 0;
  for (const check::Finding& f : checked.report.findings) {
    if (!manner.is_verbose && ++shown > kShownRows) break;
    const bool is_apart = f.kind == check::Kind::clearance;
    const std::string amount =
        is_apart ? to_length(std::max(f.lower, Real{0}), objects.metres_per_unit)
                 : check::to_string(f.kind) + std::string(f.depth() > 0 ? " " : "") +
                       (f.depth() > 0 ? to_length(f.depth(), objects.metres_per_unit) : std::string());
    std::vector<Table::Cell> row = {{printable(objects.list[f.a].name)},
                                    {printable(objects.list[f.b].name)},
                                    {amount, is_apart ? Colour::green : Colour::red},
                                    {"[" + to_text(f.lower, 8) + ", " + to_text(f.upper, 8) + "]"}};
    if (is_animated) row.push_back({to_text(f.time, 6)});
    row.push_back({to_text(f.point_a, 6)});
    row.push_back({to_text(f.point_b, 6)});
    table.add_row(std::move(row));
  }
  return table;
}

void print_distances(const Checked& checked, const Manner& manner) {
  if (manner.is_quiet) return;
  if (checked.report.findings.empty()) {
    std::printf("No pair to measure: both names mean one object.\n");
    return;
  }
  make_table(checked, manner).print(manner.style);
  const std::size_t count = checked.report.findings.size();
  if (!manner.is_verbose && count > kShownRows)
    std::printf("... and %zu more: see --verbose or --json.\n", count - kShownRows);
  if (checked.report.outcome == check::Outcome::cancelled)
    std::printf("Interrupted: these are the pairs that were looked at.\n");
}

}  // namespace

int run_distance(const Arguments& arguments) {
  const std::vector<std::string>& operands = arguments.operands();
  if (operands.size() < 3) throw UserError("distance needs a file and two names: graze distance FILE A B");
  Request request;
  add_options(arguments, std::span(operands).first(operands.size() - 2), request);
  const Manner manner(arguments);
  const Clock::time_point begin = Clock::now();
  const Loaded loaded = load(request, manner);
  const std::string &a = operands[operands.size() - 2], &b = operands.back();
  require_match(a, loaded.objects);
  require_match(b, loaded.objects);
  request.job.sets = {{"a", {a}}, {"b", {b}}};
  request.job.between = {{"a", "b"}};
  request.job.rules.from_files = false;  // who asks about two that are joined wants to know
  request.job.clearance = kAnyDistance;
  const check::Report report = run_job(request, loaded, manner);

  Checked checked{loaded, request, report, std::vector<bool>(report.findings.size()), 0};
  checked.seconds = std::chrono::duration<Real>(Clock::now() - begin).count();
  if (arguments.has("--json")) write_json(checked, arguments.value("--json").value_or(""));
  if (!arguments.has("--json") || arguments.value("--json")) print_distances(checked, manner);
  const bool meets = std::any_of(report.findings.begin(), report.findings.end(),
                                 [](const check::Finding& f) { return f.kind != check::Kind::clearance; });
  if (meets) return kFound;
  return checked.is_whole() && !report.findings.empty() ? kNothing : kNothingInPart;
}

}  // namespace command
