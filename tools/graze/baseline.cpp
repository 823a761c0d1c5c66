// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <nlohmann/json.hpp>

#include "report.h"

namespace command {
namespace {

using Json = nlohmann::json;

/// Names are printable in both: no control character can be in one.
std::string key_of(std::string_view kind, std::string_view a, std::string_view b) {
  return std::string(kind) + "\n" + printable(a) + "\n" + printable(b);
}

}  // namespace

Baseline::Baseline(const std::string& path) {
  if (path.empty()) return;
  const Json json = Json::parse(read_text(path), nullptr, false);
  const auto refusal = [&](const char* why) { return UserError(printable(path) + ": " + why); };
  if (!json.is_object() || json.value("format", Json()) != "graze findings")
    throw refusal("is not a file that 'graze check --json' wrote");
  if (json.value("version", Json()) != 1) throw refusal("is of a version that this program does not read");
  try {
    for (const Json& f : json.at("findings")) {
      const Json& lower = f.at("separation").at("lower");
      separations_.emplace(
          key_of(f.at("kind").get<std::string>(), f.at("a").get<std::string>(), f.at("b").get<std::string>()),
          lower.is_null() ? -graze::kInfinity : lower.get<Real>());
    }
  } catch (const Json::exception&) {
    throw refusal("has a finding that is damaged");
  }
}

std::vector<bool> Baseline::find_known(const check::Objects& objects, const check::Report& report) const {
  std::vector<bool> is_known(report.findings.size());
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const check::Finding& f = report.findings[i];
    const auto [begin, end] = separations_.equal_range(
        key_of(check::to_string(f.kind), objects.list[f.a].name, objects.list[f.b].name));
    for (auto it = begin; it != end; ++it)
      if (f.lower >= it->second - f.tolerance) is_known[i] = true;
  }
  return is_known;
}

}  // namespace command
