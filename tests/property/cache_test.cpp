// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A cache of this pair, of another pair, or full of noise changes time, never a decision outside of the
// touching band nor the truth of a bound.

#include <cstring>

#include "property.h"

namespace graze::test {
namespace {

// Of GRAZE_PAIRS: several queries per pair, and `make test` has twelve minutes.
constexpr double kShare = 0.1;

class Cache : public Property {
 protected:
  PairCache foreign;  // as the pair before left it
};

PairCache noise(Random& random) {
  PairCache cache;
  unsigned char bytes[sizeof cache];
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random.next());
  std::memcpy(static_cast<void*>(&cache), bytes, sizeof cache);
  return cache;
}

bool contradict(Contact a, Contact b) {
  return (a == Contact::apart && b == Contact::overlapping) ||
         (a == Contact::overlapping && b == Contact::apart);
}

/// Both intervals hold the truth, so they meet.
template <class Answer>
bool agree(const Answer& x, const Answer& y) {
  return !contradict(x.contact, y.contact) && x.lower <= y.upper && y.lower <= x.upper &&
         is_finite(y.point_a) && is_finite(y.point_b) && is_finite(y.normal);
}

TEST_P(Cache, OfAnyContentKeepsDecisionsAndBounds) {
  for_each_pair(
      [&](Case& c) -> std::string {
        const Distance d = distance(c.a, c.b);
        const Separation s = separation(c.a, c.b);
        const Intersection i = intersects(c.a, c.b);
        count(d.contact);
        PairCache caches[3] = {foreign, noise(c.random), {}};
        (void)distance(c.a, c.b, {.cache = &caches[2]});  // its own
        foreign = caches[2];
        const char* const names[3] = {"foreign", "noise", "own"};
        for (int k = 0; k < 3; ++k) {
          PairCache for_distance = caches[k], for_separation = caches[k], for_intersects = caches[k];
          const std::string with = std::string(" with cache: ") + names[k];
          if (!agree(d, distance(c.a, c.b, {.cache = &for_distance}))) return "distance differs" + with;
          if (!agree(s, separation(c.a, c.b, {.cache = &for_separation}))) return "separation differs" + with;
          const Intersection cached = intersects(c.a, c.b, {.cache = &for_intersects});
          if (contradict(i.contact, cached.contact)) return "intersects differs" + with;
          if (cached.contact == Contact::apart && !Checker(c.check).check(cached).ok)
            return "the axis of intersects does not separate" + with;
        }
        return "";
      },
      kShare);
  expect_both_outcomes();
}
GRAZE_EVERY_FAMILY(Cache);

}  // namespace
}  // namespace graze::test
