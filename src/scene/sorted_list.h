// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Changes of a long sorted list in place. What stands before the first change is not touched.

namespace graze::inline GRAZE_ABI {

/// The first element from `from` on that is not before `key`, where it is expected to be near.
template <class Iterator, class Key, class IsBefore>
[[nodiscard]] Iterator seek(Iterator from, Iterator end, const Key& key, const IsBefore& is_before) {
  std::ptrdiff_t step = 1;
  while (step < end - from && is_before(from[step - 1], key)) {
    from += step;
    step *= 2;
  }
  return std::lower_bound(from, from + std::min(step, end - from), key, is_before);
}

/// Takes out the elements at these places, which rise.
template <class T>
void erase_at(std::vector<T>& list, std::span<const std::uint32_t> places) {
  if (places.empty()) return;
  auto kept = list.begin() + places.front();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto next = i + 1 < places.size() ? list.begin() + places[i + 1] : list.end();
    kept = std::move(list.begin() + places[i] + 1, next, kept);
  }
  list.erase(kept, list.end());
}

/// Brings the elements from `middle` on, which are sorted, to their places among the others; behind those
/// that are equal.
template <class T, class IsBefore>
void merge_tail(std::vector<T>& list, std::size_t middle, const IsBefore& is_before) {
  if (middle == list.size()) return;
  const auto at = list.begin() + static_cast<std::ptrdiff_t>(middle);
  std::inplace_merge(std::upper_bound(list.begin(), at, *at, is_before), at, list.end(), is_before);
}

}  // namespace graze::inline GRAZE_ABI
