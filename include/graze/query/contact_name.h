// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/query/contact_manifolds.h"

namespace graze::inline GRAZE_ABI {

/// The name of a contact point of a pair of objects: the same from frame to frame as long as the same
/// features of the same pieces meet. For tables in which a solver keeps what it knows of a point.
struct ContactName {
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;
  std::uint32_t leaf_a = kNoPiece, leaf_b = kNoPiece;
  Feature feature_a{}, feature_b{};

  friend constexpr bool operator==(const ContactName&, const ContactName&) = default;
};

/// Name of a point of a contact set.
[[nodiscard]] inline ContactName name_of(const ContactPoint& point) {
  return {kNoPiece, kNoPiece, kNoPiece, kNoPiece, point.feature_a, point.feature_b};
}
/// Name of a point of one of the manifolds of a pair.
[[nodiscard]] inline ContactName name_of(const ContactManifold& manifold, const ContactPoint& point) {
  return {manifold.piece_a, manifold.piece_b, manifold.leaf_a,
          manifold.leaf_b,  point.feature_a,  point.feature_b};
}

/// A feature as one number: equal for equal features, and different for different ones with first and second
/// below 2^31, as those of all shapes are.
[[nodiscard]] constexpr std::uint64_t id_of(const Feature& feature) {
  return (std::uint64_t(feature.kind) << 62) ^ (std::uint64_t{feature.first} << 31) ^ feature.second;
}
/// 64 well mixed bits of a name, the same on every machine: two of a million names have the same with a
/// chance of one in ten million.
[[nodiscard]] constexpr std::uint64_t id_of(const ContactName& name) {
  std::uint64_t id = 0;
  const auto add = [&id](std::uint64_t number) {  // the finaliser of SplitMix64
    id = (id ^ number) + 0x9e3779b97f4a7c15u;
    id = (id ^ (id >> 30)) * 0xbf58476d1ce4e5b9u;
    id = (id ^ (id >> 27)) * 0x94d049bb133111ebu;
    id ^= id >> 31;
  };
  add(std::uint64_t{name.piece_a} << 32 | name.piece_b);
  add(std::uint64_t{name.leaf_a} << 32 | name.leaf_b);
  add(id_of(name.feature_a));
  add(id_of(name.feature_b));
  return id;
}

}  // namespace graze::inline GRAZE_ABI

/// Hashes for unordered containers.
template <>
struct std::hash<graze::Feature> {
  /// By id_of().
  [[nodiscard]] std::size_t operator()(const graze::Feature& feature) const noexcept {
    return static_cast<std::size_t>(graze::id_of(graze::ContactName{.feature_a = feature}));
  }
};
template <>
struct std::hash<graze::ContactName> {
  /// By id_of().
  [[nodiscard]] std::size_t operator()(const graze::ContactName& name) const noexcept {
    return static_cast<std::size_t>(graze::id_of(name));
  }
};
