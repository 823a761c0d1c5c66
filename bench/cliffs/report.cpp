// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "report.h"

#include <fnmatch.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>

namespace cliffs {
namespace {

constexpr double kTimes = 10;        // the median
constexpr double kMicroseconds = 5;  // less is no cliff, whatever the median

// With the names of earlier lines, `name = text`, in the place of {name}.
std::string expanded(std::string line, const std::vector<std::pair<std::string, std::string>>& names) {
  for (const auto& [name, text] : names)
    for (std::size_t at; (at = line.find("{" + name + "}")) != std::string::npos;)
      line.replace(at, name.size() + 2, text);
  return line;
}

// A pattern may end with ` < microseconds`.
Reason parsed(const std::string& pattern, const std::string& text) {
  const std::size_t below = pattern.find(" < ");
  if (below == std::string::npos) return {pattern, text, HUGE_VAL, {}};
  return {pattern.substr(0, below), text, std::strtod(pattern.c_str() + below + 3, nullptr), {}};
}

// The name with its two shapes in the other order; pairs have none.
std::string mirrored(const std::string& name) {
  std::istringstream words(name);
  std::string query, a, b, placement;
  words >> query >> a >> b >> placement;
  return query + " " + b + " " + a + " " + placement;
}

bool matches(const Reason& reason, const Finding& finding) {
  const std::string& name = finding.name;
  if (!(finding.microseconds < reason.most)) return false;
  return fnmatch(reason.pattern.c_str(), name.c_str(), FNM_EXTMATCH) == 0 ||
         fnmatch(reason.pattern.c_str(), mirrored(name).c_str(), FNM_EXTMATCH) == 0;
}

void print(const Finding& f) {
  std::printf("%-72s %12.2f %12.2f %9.2f%s\n", f.name.c_str(), f.microseconds, f.usual, f.times,
              f.limit < kTimes ? "  power of the size" : "");
}

void print_cells(const std::vector<std::vector<Line>>& lines, const std::string& wanted) {
  std::printf("%-72s %12s %12s %9s\n", "cell", "us", "median us", "times");
  for (const std::vector<Line>& of_job : lines)
    for (const Line& line : of_job)
      for (const Cell& cell : line.cells) {
        const std::string name = line.name + " " + cell.placement;
        if (name.find(wanted) == std::string::npos) continue;
        const double usual = line.growth > 0 ? cell.microseconds : median(line);
        print({name, cell.microseconds, usual, cell.microseconds / usual, kTimes});
      }
}

}  // namespace

double median(const Line& line) {
  std::vector<double> costs;
  for (const Cell& cell : line.cells) costs.push_back(cell.microseconds);
  std::sort(costs.begin(), costs.end());
  return costs.empty() ? 0 : (costs[costs.size() / 2] + costs[(costs.size() - 1) / 2]) / 2;
}

std::vector<Finding> findings_of(const Line& line) {
  std::vector<Finding> found;
  if (line.cells.size() < 2) return found;
  if (line.growth > 0) {
    const Cell &first = line.cells.front(), &last = line.cells.back();
    const double power = std::log(last.microseconds / first.microseconds) / std::log(last.size / first.size);
    if (power > 0.9 * line.growth && last.whole > kMicroseconds)
      found.push_back({line.name, last.microseconds, first.microseconds, power, line.growth});
    return found;
  }
  const double usual = median(line);
  for (const Cell& cell : line.cells)
    if (cell.whole > kMicroseconds && cell.microseconds > kTimes / 2 * usual)
      found.push_back(
          {line.name + " " + cell.placement, cell.microseconds, usual, cell.microseconds / usual, kTimes});
  return found;
}

std::vector<Reason> read_reasons(const char* path) {
  std::vector<Reason> reasons;
  std::vector<std::pair<std::string, std::string>> names;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t equals = line.find(" = "), colon = line.find(": ");
    if (line.empty() || line[0] == '#') continue;
    if (equals < colon)
      names.emplace_back(line.substr(0, equals), expanded(line.substr(equals + 3), names));
    else if (colon != std::string::npos)
      reasons.push_back(parsed(expanded(line.substr(0, colon), names), line.substr(colon + 2)));
  }
  return reasons;
}

Reason* reason_of(const Finding& finding, std::vector<Reason>& reasons) {
  const auto at =
      std::find_if(reasons.begin(), reasons.end(), [&](const Reason& r) { return matches(r, finding); });
  return at == reasons.end() ? nullptr : &*at;
}

int report(const std::vector<std::vector<Line>>& lines, const std::string& wanted,
           std::vector<Reason>& reasons) {
  if (!wanted.empty()) print_cells(lines, wanted);
  std::vector<Finding> without;
  std::size_t cells = 0, skipped = 0;
  for (const std::vector<Line>& of_job : lines)
    for (const Line& line : of_job) {
      cells += line.cells.size();
      skipped += static_cast<std::size_t>(line.skipped);
      for (const Finding& finding : findings_of(line)) {
        Reason* const reason = reason_of(finding, reasons);
        if (reason != nullptr) reason->is_stale = false;
        if (finding.times > finding.limit && finding.name.find(wanted) != std::string::npos)
          (reason == nullptr ? without : reason->findings).push_back(finding);
      }
    }
  const auto worse = [](const Finding& a, const Finding& b) { return a.times / a.limit > b.times / b.limit; };
  std::sort(without.begin(), without.end(), worse);
  std::printf("\n%-72s %12s %12s %9s\n", "beyond its neighbours, without a reason", "us", "usual us",
              "times");
  for (const Finding& finding : without) print(finding);
  std::printf("\nwith a reason: how many, and the worst of them\n");
  for (Reason& reason : reasons) {
    if (reason.is_stale && wanted.empty())
      std::printf("STALE, matches nothing: %s\n", reason.pattern.c_str());
    if (reason.findings.empty()) continue;
    std::printf("%5zu  %s\n       ", reason.findings.size(), reason.text.c_str());
    print(*std::min_element(reason.findings.begin(), reason.findings.end(), worse));
  }
  std::printf("%zu cells (%zu more not measured, as others of their line had taken long), ", cells, skipped);
  std::printf("%zu beyond their neighbours without a reason\n", without.size());
  return static_cast<int>(without.size());
}

}  // namespace cliffs
