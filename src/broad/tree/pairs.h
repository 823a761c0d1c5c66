// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "broad/table/proxies.h"
#include "broad/tree/box_tree.h"

namespace graze::inline GRAZE_ABI {

/// Leaves of the trees of a broad phase. While a box is away from where it was at the last flush, a second
/// leaf stands there for it.
[[nodiscard]] constexpr std::uint32_t main_leaf(ProxyId id) { return 2 * id; }
[[nodiscard]] constexpr std::uint32_t ghost_leaf(ProxyId id) { return 2 * id + 1; }
[[nodiscard]] constexpr ProxyId id_of_leaf(std::uint32_t number) { return number / 2; }
[[nodiscard]] constexpr bool is_ghost(std::uint32_t number) { return number % 2 != 0; }

/// Compares all pairs of leaves that overlap and of which one is marked, but for two fixed ones. Every leaf
/// must contain what its box is and was. The order of events, and how often one comes, are left open.
void find_events(const ProxyTable& table, const BoxTree& moving, const BoxTree& fixed,
                 const Executor& executor, std::vector<PairEvent>& events);

}  // namespace graze::inline GRAZE_ABI
