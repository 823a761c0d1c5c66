// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/faces.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::io {

void drop_repeats(std::vector<std::uint32_t>& run, bool is_closed) {
  run.erase(std::unique(run.begin(), run.end()), run.end());
  while (is_closed && run.size() > 1 && run.front() == run.back()) run.pop_back();
}

bool has_three_distinct(const std::vector<std::uint32_t>& run) {
  const auto second = std::find_if(run.begin(), run.end(), [&](std::uint32_t i) { return i != run[0]; });
  return std::any_of(second, run.end(), [&](std::uint32_t i) { return i != run[0] && i != *second; });
}

}  // namespace graze::inline GRAZE_ABI::io
