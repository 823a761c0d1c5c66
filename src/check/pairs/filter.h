// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {

/// Which pairs of objects a job wants, by sets and rules.
class PairFilter {
 public:
  /// Refuses sets that are not there, by their position in `between`.
  static Result<PairFilter> make(const Objects& objects, const Job& job);

  /// Whether the sets of the job have this pair.
  [[nodiscard]] bool is_wanted(std::uint32_t a, std::uint32_t b) const;
  /// Whether a rule takes the pair out.
  [[nodiscard]] bool is_ruled_out(std::uint32_t a, std::uint32_t b) const;
  /// Takes a pair out.
  void allow(std::uint32_t a, std::uint32_t b);
  /// How many pairs the sets have.
  [[nodiscard]] std::size_t wanted_pairs() const;

 private:
  using Members = std::vector<bool>;
  using Sides = std::pair<Members, Members>;

  void add_allowed(const Objects& objects, const NamePair& names);
  void add_bodies(const Objects& objects, bool with_allowed);
  void add_filters(const Objects& objects);

  std::size_t objects_ = 0;
  bool has_sets_ = false;
  std::vector<Sides> between_;
  std::vector<Sides> allowed_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> allowed_pairs_;   // a < b, sorted
  std::vector<std::uint32_t> body_;                                      // kNone: of no body
  std::vector<std::pair<std::uint32_t, std::uint32_t>> allowed_bodies_;  // a < b, sorted
  std::vector<std::uint32_t> filter_;        // class of collision filters; empty: there are none
  std::vector<std::vector<bool>> may_meet_;  // of two classes
  std::vector<std::uint32_t> parent_;        // object above; empty: no such rule
};

}  // namespace graze::inline GRAZE_ABI::check
