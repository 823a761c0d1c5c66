// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/check/baseline.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace graze::inline GRAZE_ABI::check {
namespace {

// No name has a control character.
std::string key_of(const std::string& a, const std::string& b) {
  return std::min(a, b) + '\n' + std::max(a, b);
}

bool is_as_bad(const KnownFinding& known, const Finding& finding) {
  return known.kind >= finding.kind && known.lower <= finding.lower + finding.tolerance;
}

}  // namespace

std::vector<bool> find_known(const Objects& objects, const Report& report,
                             std::span<const KnownFinding> known) {
  std::unordered_multimap<std::string, const KnownFinding*> by_names;
  for (const KnownFinding& finding : known) by_names.emplace(key_of(finding.a, finding.b), &finding);
  std::vector<bool> is_known;
  for (const Finding& finding : report.findings) {
    const auto [begin, end] =
        by_names.equal_range(key_of(objects.list[finding.a].name, objects.list[finding.b].name));
    is_known.push_back(
        std::any_of(begin, end, [&](const auto& entry) { return is_as_bad(*entry.second, finding); }));
  }
  return is_known;
}

}  // namespace graze::inline GRAZE_ABI::check
