// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>
#include <vector>

#include "graze/scene/response_table.h"

namespace graze::inline GRAZE_ABI {

using Responses = std::vector<Response>;

struct TableState {
  struct ClassOf {
    ObjectHandle object;  // a newer object in the same slot has no class yet
    ResponseClass response_class = 0;
  };
  std::unordered_map<std::uint64_t, ClassOf> classes;  // by owner and slot; never walked, so its order is
                                                       // nobody's concern
  Responses defaults;                                  // what a new class starts with
  std::vector<Responses> class_responses;              // by class
  std::vector<Responses> pair_responses;               // by index_of()
};

/// Of an unordered pair of classes, those of lower classes first.
[[nodiscard]] inline std::size_t index_of(ResponseClass a, ResponseClass b) {
  const std::size_t low = a < b ? a : b, high = a < b ? b : a;
  return high * (high + 1) / 2 + low;
}
[[nodiscard]] const ResponseClass* find_class(const TableState& table, ObjectHandle object);

}  // namespace graze::inline GRAZE_ABI
