// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "request.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

namespace command {
namespace {

std::string quoted(std::string_view text) { return "'" + printable(text) + "'"; }

[[noreturn]] void refuse(std::string_view what, std::string_view text, std::string_view wanted) {
  throw UserError(std::string(what) + ": " + quoted(text) + " is not " + std::string(wanted));
}

void add_sets(const Arguments& arguments, Request& request) {
  for (const std::string& text : arguments.values("--set")) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
      refuse("option '--set'", text, "NAME=PATTERN, such as moving='arm/*'");
    const std::string name = text.substr(0, equals);
    auto& sets = request.job.sets;
    auto set = std::find_if(sets.begin(), sets.end(), [&](const auto& s) { return s.name == name; });
    if (set == sets.end()) set = sets.insert(sets.end(), {name, {}});
    set->patterns.push_back(text.substr(equals + 1));
  }
  for (const std::string& text : arguments.values("--between"))
    request.job.between.push_back(parse_pair(text, "option '--between'"));
}

void add_rules(const Arguments& arguments, Request& request) {
  auto& rules = request.job.rules;
  for (const std::string& text : arguments.values("--exclude"))
    rules.allowed.push_back(parse_pair(text, "option '--exclude'"));
  for (const std::string& path : arguments.values("--rules"))
    for (check::NamePair& pair : read_rules(path)) rules.allowed.push_back(std::move(pair));
  if (arguments.has("--exclude-parent-child")) rules.parent_child = true;
  if (arguments.has("--exclude-adjacent")) rules.adjacent = true;
}

void add_reading(const Arguments& arguments, Request& request) {
  if (const auto root = arguments.value("--root")) request.reading.root = *root;
  for (const std::string& name : arguments.values("--trigger")) request.reading.triggers.push_back(name);
  if (arguments.has("--trigger-all")) request.reading.trigger_all = true;
  if (const auto grouping = arguments.choice("--grouping"))
    request.objects.grouping = parse_grouping(*grouping, "option '--grouping'");
  if (arguments.has("--include-excluded")) request.objects.include_excluded = true;
  if (arguments.has("--surface")) request.objects.closed_are_solid = false;
  const auto units = arguments.value("--units");
  const auto up = arguments.choice("--up");
  for (FileRequest& file : request.files) {
    if (units) file.metres_per_unit = parse_unit(*units, "option '--units'");
    if (up) file.up = parse_up(*up, "option '--up'");
  }
}

void add_findings(const Arguments& arguments, Request& request) {
  if (const auto text = arguments.value("--clearance"))
    request.clearance = parse_length(*text, "option '--clearance'");
  if (const auto text = arguments.value("--tolerance"))
    request.tolerance = parse_length(*text, "option '--tolerance'");
  if (arguments.has("--no-touching")) request.job.want_touching = false;
  if (const auto path = arguments.value("--baseline")) request.baseline = *path;
  if (const auto count = arguments.number("--max-findings", 1, 1e9))
    request.job.limits.findings = static_cast<std::size_t>(*count);
}

void add_time(const Arguments& arguments, Request& request) {
  if (const auto text = arguments.value("--time")) request.time = parse_time(*text, "option '--time'");
  if (const auto fps = arguments.number("--fps", 1e-3, 1e6)) request.job.fps = *fps;
  if (arguments.has("--frames-only")) request.job.between_frames = false;
  if (const auto path = arguments.value("--states")) request.states = *path;
  if (const auto path = arguments.value("--srdf")) request.srdf = *path;
}

}  // namespace

Real parse_unit(std::string_view text, std::string_view what) {
  const Real metres = io::metres_from_text(text);
  if (!(metres > 0))
    refuse(what, text, "a unit: m, mm, cm, dm, km, um, in, ft, yd, or metres as a number above zero");
  return metres;
}

Length parse_length(std::string_view text, std::string_view what) {
  const std::string_view all = trimmed(text);
  const std::size_t end = all.find_first_not_of("+-.0123456789eE");
  Length length;
  if (end != std::string_view::npos) length.metres = parse_unit(trimmed(all.substr(end)), what);
  if (!parse_number(trimmed(all.substr(0, end)), length.value) || length.value < 0)
    refuse(what, text, "a length of zero or more, such as 0.1 or 2mm");
  return length;
}

io::UpAxis parse_up(std::string_view text, std::string_view what) {
  if (text != "y" && text != "z") refuse(what, text, "y or z");
  return text == "y" ? io::UpAxis::y : io::UpAxis::z;
}

Vec3 parse_vector(std::string_view text, std::string_view what) {
  const std::vector<std::string_view> parts = split(text, ',');
  Vec3 v;
  bool is_good = parts.size() == 3;
  for (int k = 0; k < 3 && is_good; ++k)
    is_good = parse_number(trimmed(parts[static_cast<std::size_t>(k)]), v[k]);
  if (!is_good) refuse(what, text, "three numbers with commas between: x,y,z");
  return v;
}

check::NamePair parse_pair(std::string_view text, std::string_view what) {
  std::size_t comma = 0;
  while (comma < text.size() && text[comma] != ',') comma += text[comma] == '\\' ? 2 : 1;
  if (comma < text.size()) {
    const std::string_view a = trimmed(text.substr(0, comma)), b = trimmed(text.substr(comma + 1));
    if (!a.empty() && !b.empty()) return {std::string(a), std::string(b)};
  }
  refuse(what, text, "a pair, such as 'arm/*,fence'");
}

graze::Interval parse_time(std::string_view text, std::string_view what) {
  const std::vector<std::string_view> parts = split(text, ':');
  graze::Interval time;
  const bool is_good = parts.size() <= 2 && parse_number(parts.front(), time.lower) &&
                       parse_number(parts.back(), time.upper) && time.lower <= time.upper;
  if (!is_good) refuse(what, text, "a time in seconds, such as 1.5, or a range, such as 0:2.5");
  return time;
}

check::Grouping parse_grouping(std::string_view text, std::string_view what) {
  if (text == "automatic") return check::Grouping::automatic;
  if (text == "groups") return check::Grouping::groups;
  if (text == "shapes") return check::Grouping::shapes;
  refuse(what, text, "automatic, groups or shapes");
}

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in || text.fail()) throw UserError("cannot read " + printable(path) + ": " + std::strerror(errno));
  return std::move(text).str();
}

std::vector<check::NamePair> read_rules(const std::string& path) {
  return parse_rules(read_text(path), path);
}

std::vector<check::NamePair> parse_rules(const std::string& text, const std::string& path) {
  std::vector<check::NamePair> pairs;
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trimmed(line.substr(0, line.find('#')));
    if (!line.empty()) pairs.push_back(parse_pair(line, printable(path) + ":" + std::to_string(number)));
  }
  return pairs;
}

void add_options(const Arguments& arguments, std::span<const std::string> files, Request& request) {
  for (const std::string& path : files) request.files.push_back({path, {}, 0, {}, {}, {}});
  add_sets(arguments, request);
  add_rules(arguments, request);
  add_reading(arguments, request);
  add_findings(arguments, request);
  add_time(arguments, request);
}

void solve_lengths(Request& request, Real metres_per_unit) {
  const auto in_world = [&](const Length& length, const char* what) {
    if (length.metres == 0) return length.value;
    if (!(metres_per_unit > 0))
      throw UserError(std::string(what) + " has a unit, and no file says what its unit is: give --units");
    return length.value * length.metres / metres_per_unit;
  };
  if (request.clearance) request.job.clearance = in_world(*request.clearance, "the clearance");
  if (request.tolerance) request.job.tolerance = in_world(*request.tolerance, "the tolerance");
}

}  // namespace command
