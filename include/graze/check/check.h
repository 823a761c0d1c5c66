// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "graze/check/finding.h"
#include "graze/check/objects.h"

namespace graze::inline GRAZE_ABI::check {

/// Objects that have a name for themselves: all that match one of the patterns.
struct ObjectSet {
  std::string name;
  std::vector<std::string> patterns;
};

/// Two names, of sets, or two patterns of names of objects.
struct NamePair {
  std::string a, b;
};

/// Pairs that are not asked about.
struct Rules {
  bool from_files = true;         ///< pairs of bodies that the file lets touch, and its collision filters
  std::vector<NamePair> allowed;  ///< patterns of names: of files with allowed pairs, and of the user
  bool parent_child = false;      ///< objects of which one is the nearest object above the other in its file
  /// Objects that touch or overlap at the begin of the time range; of a static check every pair would be:
  /// refused there.
  bool adjacent = false;
};

/// Bounds on the work and on its result.
struct Limits {
  std::size_t findings = 1'000'000;  ///< the first ones in the order of the list are kept
  std::size_t pairs = 100'000'000;   ///< of objects whose boxes meet
  std::size_t objects = 5'000'000;
  std::size_t moments = 10'000'000;  ///< frames and keys in the range of time; more are refused
};

/// A check: which pairs of objects, and what is a finding.
struct Job {
  std::vector<ObjectSet> sets;
  /// Names of sets to be checked against each other; a set against itself is allowed. Empty: with no sets all
  /// objects against all, with one that set against all others, with several every two of them.
  std::vector<NamePair> between;
  Rules rules;
  Real clearance = 0;  ///< world units; 0: nothing is too close
  std::optional<Real>
      tolerance;              ///< world units; none: of each pair what the digits of its files can resolve
  bool want_touching = true;  ///< false: touching is no finding
  bool want_counts = true;    ///< pairs of primitives are counted
  /// Seconds. Empty: one moment, that of the objects.
  Interval time;
  Real fps = 30;  ///< samples per second of what deforms, and of everything where between_frames is false
  bool between_frames = true;  ///< false: only the moments of the frames are looked at
  Limits limits;
  Executor executor = {};
  Progress progress = {};
};

/// How a check ended.
enum class Outcome : std::uint8_t {
  complete,
  cancelled,  ///< by progress: findings are those of the pairs that were done
  limit,      ///< more findings or pairs than Limits allow
};

/// Static name of an outcome, such as "cancelled".
[[nodiscard]] GRAZE_API const char* to_string(Outcome outcome) noexcept;

/// Findings, by kind from bad to mild, by depth or distance, then by objects; independent of threads.
struct Report {
  Outcome outcome = Outcome::complete;
  std::vector<Finding> findings;
  std::size_t counts[kKindCount] = {};  ///< of all findings, also those beyond the limit
  std::size_t pairs = 0;                ///< of objects that were to be checked
  std::size_t ruled_out = 0;            ///< pairs of meeting boxes that a rule took out
  std::size_t near_pairs = 0;  ///< of those to be checked, pairs whose boxes come as close as the clearance
  std::size_t done = 0;        ///< of these, how many were answered
  std::size_t uncertain = 0;   ///< findings whose bounds leave another kind
};

/// Asks every pair but those of one rigid body, and of two half-spaces. The same findings, byte for byte, on
/// any number of threads. Refuses by name: lengths that are negative or not finite, sets that are not there,
/// rates that are not above zero.
[[nodiscard]] GRAZE_API Result<Report> run(const Objects& objects, const Job& job);

/// Seconds in which scenes show their motion.
struct Animation {
  Interval range;        ///< from 0; empty where nothing moves
  bool is_whole = true;  ///< later nothing is seen that is not seen in the range: all repeats, or has ended
};

/// The range of time in which all is seen that clocks do together: until those that end have ended, and then
/// until the cycles of all others begin together again. Where that takes more than 100 of the longest cycle,
/// or 100,000 keys, it ends with the longest cycle and is not whole.
[[nodiscard]] GRAZE_API Animation animation_of(std::span<const SceneUse> scenes);
/// The range of animation_of().
[[nodiscard]] GRAZE_API Interval animation_range(std::span<const SceneUse> scenes);

}  // namespace graze::inline GRAZE_ABI::check
