// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// Name of an object that something else owns: slot, generation and owner in one number. Zero is null. A
/// handle whose generation or owner does not match is stale or foreign; owners answer such handles, they
/// never follow them.
template <class Tag>
struct Handle {
  static constexpr std::uint32_t kMaxGeneration = (1u << 20) - 1;
  static constexpr std::uint32_t kMaxOwner = (1u << 12) - 1;

  std::uint64_t bits = 0;  // slot 32, generation 20, owner 12, from the lowest bit up

  /// Precondition: generation in 1..kMaxGeneration (so that no live handle is null), owner in 0..kMaxOwner.
  [[nodiscard]] static constexpr Handle make(std::uint32_t slot, std::uint32_t generation,
                                             std::uint32_t owner) {
    return {std::uint64_t{slot} | (std::uint64_t{generation} << 32) | (std::uint64_t{owner} << 52)};
  }
  /// Place of the object in its owner's table; used again after the object is destroyed, with the next
  /// generation.
  [[nodiscard]] constexpr std::uint32_t slot() const { return static_cast<std::uint32_t>(bits); }
  /// How often the slot had been taken when the handle was made, from 1 on; 0 for the null handle.
  [[nodiscard]] constexpr std::uint32_t generation() const {
    return static_cast<std::uint32_t>(bits >> 32) & kMaxGeneration;
  }
  /// Number of the owner, such as WorldSettings::number.
  [[nodiscard]] constexpr std::uint32_t owner() const { return static_cast<std::uint32_t>(bits >> 52); }

  /// Whether the handle is not null. It may still be stale or foreign: only its owner can tell.
  explicit constexpr operator bool() const { return bits != 0; }
  friend constexpr bool operator==(const Handle&, const Handle&) = default;
};

}  // namespace graze::inline GRAZE_ABI
