// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <utility>

#include "broad/pairs/search.h"
#include "broad/table/bucket_sort.h"

namespace graze::inline GRAZE_ABI::pruning {
namespace {

// Fewer pairs than this are sorted by comparing.
constexpr std::size_t kFew = 512;
// So many places are written to at once: they fit into the second cache.
constexpr int kMostDigitBits = 12;

/// Both numbers of a pair as one, without the bits that are zero in all of them, cut into digits.
struct PairKey {
  int number_bits, digit_bits, digits;

  explicit PairKey(std::size_t box_count)
      : number_bits(std::max(1, static_cast<int>(std::bit_width(box_count)))),
        digit_bits(0),
        digits((2 * number_bits + kMostDigitBits - 1) / kMostDigitBits) {
    digit_bits = (2 * number_bits + digits - 1) / digits;
  }
  [[nodiscard]] std::size_t digit(const ProxyPair& pair, int i) const {
    const std::uint64_t key = std::uint64_t{pair.a} << number_bits | pair.b;
    return static_cast<std::size_t>(key >> (i * digit_bits)) & ((std::size_t{1} << digit_bits) - 1);
  }
};

/// The last digit first; equal digits keep their order. What is in `a` ends in one of the two, which is
/// returned.
ProxyPair* sort_digits(PairKey key, ProxyPair* a, ProxyPair* b, std::size_t count,
                       std::vector<std::size_t>& counts) {
  counts.assign(static_cast<std::size_t>(key.digits) << key.digit_bits, 0);
  for (std::size_t k = 0; k < count; ++k)
    for (int i = 0; i < key.digits; ++i)
      ++counts[(static_cast<std::size_t>(i) << key.digit_bits) + key.digit(a[k], i)];
  for (int i = 0; i < key.digits; ++i) {
    std::size_t* const places = counts.data() + (static_cast<std::size_t>(i) << key.digit_bits);
    std::size_t sum = 0;
    for (std::size_t d = 0; d < std::size_t{1} << key.digit_bits; ++d) sum += std::exchange(places[d], sum);
    for (std::size_t k = 0; k < count; ++k) b[places[key.digit(a[k], i)]++] = a[k];
    std::swap(a, b);
  }
  return a;
}

/// Sorts by threads. As no two pairs are equal, the order does not depend on them.
void sort_by_threads(PairBufferData& data, std::size_t box_count, const Executor& executor) {
  const PairKey key(box_count);
  const int shift = std::max(0, key.number_bits - std::countr_zero(kSortBuckets));
  data.spare.reserve(data.found.count);
  const auto bucket_of = [=](const ProxyPair& pair) { return static_cast<std::size_t>(pair.a >> shift); };
  const auto sort = [&](ProxyPair* from, ProxyPair* to, std::size_t count) {
    const bool is_small = count < kFew;
    std::vector<std::size_t> counts;
    if (is_small) std::sort(from, from + count);
    const ProxyPair* const sorted = is_small ? from : sort_digits(key, from, to, count, counts);
    if (sorted != to) std::copy_n(sorted, count, to);
  };
  sort_in_buckets(data.found.pairs.data(), data.spare.data(), data.found.count, executor, bucket_of, sort);
}

}  // namespace

void sort_pairs(PairBufferData& data, std::size_t box_count, const Executor& executor) {
  const std::size_t count = data.found.count;
  if (count < kFew) return std::sort(data.found.pairs.data(), data.found.pairs.data() + count);
  if (is_worth_buckets(count, executor)) return sort_by_threads(data, box_count, executor);
  ProxyPair* const pairs = data.found.pairs.data();
  if (sort_digits(PairKey(box_count), pairs, data.spare.reserve(count), count, data.counts) != pairs)
    std::swap(data.found.pairs, data.spare);
}

}  // namespace graze::inline GRAZE_ABI::pruning
