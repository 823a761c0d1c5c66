// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <nlohmann/json.hpp>

#include "report.h"

namespace command {
namespace {

using Json = nlohmann::json;

std::optional<check::Kind> kind_of(const std::string& name) {
  for (int kind = 0; kind < check::kKindCount; ++kind)
    if (name == check::to_string(check::Kind(kind))) return check::Kind(kind);
  return std::nullopt;
}

}  // namespace

Baseline::Baseline(const std::string& path) {
  if (!path.empty()) *this = Baseline(read_text(path), path);
}

Baseline::Baseline(const std::string& text, const std::string& path) {
  const Json json = Json::parse(text, nullptr, false);
  const auto refusal = [&](const char* why) { return UserError(printable(path) + ": " + why); };
  if (!json.is_object() || json.value("format", Json()) != "graze findings")
    throw refusal("is not a file that 'graze check --json' wrote");
  if (json.value("version", Json()) != 1) throw refusal("is of a version that this program does not read");
  try {
    for (const Json& f : json.at("findings")) {
      const Json& lower = f.at("separation").at("lower");
      const std::optional<check::Kind> kind = kind_of(f.at("kind").get<std::string>());
      if (!kind) throw refusal("has a finding of a kind that this program does not know");
      known_.push_back({*kind, f.at("a").get<std::string>(), f.at("b").get<std::string>(),
                        lower.is_null() ? -graze::kInfinity : lower.get<Real>()});
    }
  } catch (const Json::exception&) {
    throw refusal("has a finding that is damaged");
  }
}

std::vector<bool> Baseline::find_known(const check::Objects& objects, const check::Report& report) const {
  return check::find_known(objects, report, known_);
}

}  // namespace command
