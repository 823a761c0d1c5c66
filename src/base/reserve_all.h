// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// Room for `size` elements in each list, twice as much as before where one has to grow. Lists that belong
/// together get their room first and their elements afterwards: if memory runs out here, none has changed.
template <class... T>
void reserve_all(std::size_t size, std::vector<T>&... lists) {
  const auto reserve = [&](auto& list) {
    if (list.capacity() < size) list.reserve(std::max(size, 2 * list.capacity()));
  };
  (reserve(lists), ...);
}

}  // namespace graze::inline GRAZE_ABI
