// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "broad/overlapping_pairs_search.h"

namespace graze::inline GRAZE_ABI::pruning {
namespace {

/// Most boxes have few pairs.
void sort_run(std::uint32_t* begin, std::uint32_t* end) {
  if (end - begin > 24) return std::sort(begin, end);
  for (std::uint32_t* i = begin; i < end; ++i) {
    const std::uint32_t value = *i;
    std::uint32_t* at = i;
    for (; at > begin && at[-1] > value; --at) *at = at[-1];
    *at = value;
  }
}

}  // namespace

void sort_pairs(PairBufferData& data, std::size_t box_count) {
  ProxyPair* const pairs = data.found.pairs.data();
  const std::size_t count = data.found.count;
  if (count > std::numeric_limits<std::uint32_t>::max()) return std::sort(pairs, pairs + count);
  // starts[a + 1] counts, then is where the next pair of `a` goes, and in the end where those of `a` end.
  data.starts.assign(box_count + 2, 0);
  std::uint32_t* const starts = data.starts.data();
  for (std::size_t i = 0; i < count; ++i) ++starts[pairs[i].a + 2];
  for (std::size_t a = 2; a < box_count + 2; ++a) starts[a] += starts[a - 1];
  std::uint32_t* const highers = data.highers.reserve(count);
  for (std::size_t i = 0; i < count; ++i) highers[starts[pairs[i].a + 1]++] = pairs[i].b;
  for (std::size_t a = 0; a < box_count; ++a) {
    sort_run(highers + starts[a], highers + starts[a + 1]);
    for (std::uint32_t i = starts[a]; i < starts[a + 1]; ++i)
      pairs[i] = {static_cast<ProxyId>(a), highers[i]};
  }
}

}  // namespace graze::inline GRAZE_ABI::pruning
