// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Frame of the random tests. GRAZE_PAIRS: pairs per family and property (default 100,000). GRAZE_SEED: seed
// of the run. Every pair has a seed of its own, made of the run's seed, the family and its number; a failure
// prints the pair as code to paste.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>

#include "support/environment.h"
#include "support/expect.h"
#include "support/generators.h"

namespace graze::test {

/// One random pair, and chance for what is done to it.
struct Case {
  CheckPair check;
  Instance a, b;
  Random random;
  std::uint64_t number = 0;
};

inline Case make_case(Family family, std::uint64_t seed, std::uint64_t number) {
  Random random(mixed(seed, static_cast<std::uint64_t>(family), number));
  CheckPair pair = random_pair(random, family);
  Instance a = graze_instance(pair.a), b = graze_instance(pair.b);
  return {std::move(pair), std::move(a), std::move(b), random, number};
}

// Left to do, per 10,000 pairs of a family: answers that are true but not as good as asked, near
// contact of curved shapes and at extreme ratios (docs/numerics.md, "What is left"). A ratchet: lower it,
// never raise it. Bounds that miss the truth, axes that do not separate, answers that do not mirror or scale
// are not among them and fail at once.
inline constexpr double kKnownResidue = sizeof(Real) == 4 ? 1 : 22;

inline bool is_residue(const std::string& message) {
  for (const char* kind : {"too far up", "too far down", "outside of its object", "do not span",
                           "touching, but", "overlapping by", "still apart by", "went on beyond"})
    if (message.find(kind) != std::string::npos) return true;
  return false;
}

class Property : public testing::TestWithParam<Family> {
 protected:
  /// Calls `check(case)` for every pair of the family; it answers what is wrong, or nothing. `share`: the
  /// part of GRAZE_PAIRS that the property takes.
  template <class Check>
  void for_each_pair(const Check& check, double share = 1) {
    const std::uint64_t seed = environment("GRAZE_SEED", kSeed);
    const auto pairs = static_cast<std::uint64_t>(double(environment("GRAZE_PAIRS", kPairs)) * share);
    std::uint64_t wrong = 0, residue = 0;
    std::map<std::string, std::uint64_t> kinds;  // of failures: what is said before the first number
    for (std::uint64_t i = 0; i < pairs; ++i) {
      Case c = make_case(GetParam(), seed, i);
      const std::string message = check(c);
      if (message.empty()) continue;
      ++(is_residue(message) ? residue : wrong);
      const bool is_new = ++kinds[message.substr(0, message.find_first_of("-0123456789"))] == 1;
      if (!is_new || kinds.size() > kShown) continue;
      if (is_residue(message)) {
        std::printf("%s  [pair %llu]\n%s\n", message.c_str(), static_cast<unsigned long long>(i),
                    replay(c.check).c_str());
      } else {
        ADD_FAILURE() << message << "  [pair " << i << "]\n" << replay(c.check);
      }
    }
    for (const auto& [kind, times] : kinds)
      std::printf("             %6llu x %s\n", static_cast<unsigned long long>(times), kind.c_str());
    std::printf(
        "             %llu pairs, seed %llu: %llu apart, %llu meet, %llu wrong, %llu not as good as asked\n",
        static_cast<unsigned long long>(pairs), static_cast<unsigned long long>(seed),
        static_cast<unsigned long long>(apart), static_cast<unsigned long long>(meet),
        static_cast<unsigned long long>(wrong), static_cast<unsigned long long>(residue));
    EXPECT_EQ(wrong, 0u) << "of " << pairs << " pairs";
    EXPECT_LE(double(residue), kKnownResidue * double(pairs) / 10000 + 2) << "of " << pairs << " pairs";
  }

  /// A sample of one outcome only would agree with anything.
  void expect_both_outcomes() const {
    EXPECT_GT(apart * 10, meet);
    EXPECT_GT(meet * 10, apart);
  }
  void count(Contact contact) { ++(contact == Contact::apart ? apart : meet); }

  static constexpr std::size_t kShown = 6;  // pairs printed: one of each kind of failure
  std::uint64_t apart = 0, meet = 0;
};

inline std::string family_name(const testing::TestParamInfo<Family>& info) { return to_string(info.param); }

/// One test per family.
#define GRAZE_EVERY_FAMILY(suite) \
  INSTANTIATE_TEST_SUITE_P(Every, suite, testing::ValuesIn(kFamilies), family_name)

}  // namespace graze::test
