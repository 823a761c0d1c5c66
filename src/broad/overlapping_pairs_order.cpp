// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <utility>

#include "broad/overlapping_pairs_search.h"

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

void count_digits(const PairKey& key, std::span<const ProxyPair> pairs, std::vector<std::size_t>& counts) {
  counts.assign(static_cast<std::size_t>(key.digits) << key.digit_bits, 0);
  for (const ProxyPair& pair : pairs)
    for (int i = 0; i < key.digits; ++i)
      ++counts[(static_cast<std::size_t>(i) << key.digit_bits) + key.digit(pair, i)];
}

}  // namespace

// The last digit first; equal digits keep their order.
void sort_pairs(PairBufferData& data, std::size_t box_count) {
  const std::size_t count = data.found.count;
  const std::span<const ProxyPair> pairs{data.found.pairs.data(), count};
  if (count < kFew) return std::sort(data.found.pairs.data(), data.found.pairs.data() + count);
  const PairKey key(box_count);
  count_digits(key, pairs, data.counts);
  data.spare.reserve(count);
  for (int i = 0; i < key.digits; ++i) {
    std::size_t* const places = data.counts.data() + (static_cast<std::size_t>(i) << key.digit_bits);
    std::size_t sum = 0;
    for (std::size_t d = 0; d < std::size_t{1} << key.digit_bits; ++d) sum += std::exchange(places[d], sum);
    const ProxyPair* const from = data.found.pairs.data();
    ProxyPair* const to = data.spare.data();
    for (std::size_t k = 0; k < count; ++k) to[places[key.digit(from[k], i)]++] = from[k];
    std::swap(data.found.pairs, data.spare);
  }
}

}  // namespace graze::inline GRAZE_ABI::pruning
