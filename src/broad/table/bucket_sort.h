// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/base/executor.h"

namespace graze::inline GRAZE_ABI {

inline constexpr std::size_t kSortBuckets = 256;
/// Fewer than this are one thread's work.
inline constexpr std::size_t kManyToSort = std::size_t{1} << 14;

[[nodiscard]] inline bool is_worth_buckets(std::size_t count, const Executor& executor) {
  return executor.run != nullptr && executor.concurrency > 1 && count >= kManyToSort;
}

/// Sorts by threads: every item goes to its bucket in `spare`, then each bucket is sorted by itself.
/// bucket_of(item) < kSortBuckets never falls from one item to a later one in order;
/// sort(spare_begin, items_begin, count) puts a bucket in order into `items`.
template <class T, class BucketOf, class Sort>
void sort_in_buckets(T* items, T* spare, std::size_t count, const Executor& executor, BucketOf bucket_of,
                     Sort sort) {
  const std::size_t chunks = std::min<std::size_t>(64, 2 * executor.concurrency);
  const auto begin_of = [=](std::size_t chunk) { return count * chunk / chunks; };
  std::vector<std::size_t> places(chunks * kSortBuckets, 0);
  auto count_chunk = [&](std::size_t chunk) {
    std::size_t* const counts = places.data() + chunk * kSortBuckets;
    for (std::size_t i = begin_of(chunk); i < begin_of(chunk + 1); ++i) ++counts[bucket_of(items[i])];
  };
  run_tasks(executor, chunks, count_chunk);
  std::size_t starts[kSortBuckets + 1], sum = 0;
  for (std::size_t b = 0; b < kSortBuckets; ++b) {
    starts[b] = sum;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      const std::size_t here = places[chunk * kSortBuckets + b];
      places[chunk * kSortBuckets + b] = sum;
      sum += here;
    }
  }
  starts[kSortBuckets] = sum;
  auto scatter_chunk = [&](std::size_t chunk) {
    std::size_t* const place = places.data() + chunk * kSortBuckets;
    for (std::size_t i = begin_of(chunk); i < begin_of(chunk + 1); ++i)
      spare[place[bucket_of(items[i])]++] = items[i];
  };
  run_tasks(executor, chunks, scatter_chunk);
  auto sort_bucket = [&](std::size_t b) {
    sort(spare + starts[b], items + starts[b], starts[b + 1] - starts[b]);
  };
  run_tasks(executor, kSortBuckets, sort_bucket);
}

}  // namespace graze::inline GRAZE_ABI
