// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/classify.h"

#include <algorithm>

#include "base/names.h"
#include "query/clash/same_set.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"

namespace graze::inline GRAZE_ABI {
namespace {

bool is_length(Real x) { return x >= 0 && is_finite(x); }

// By the signed distance alone.
Clash clash_at(Real distance, const ClashSettings& settings) {
  if (distance > std::max(settings.clearance, settings.tolerance)) return Clash::clear;
  if (distance > settings.tolerance) return Clash::near;
  return distance >= -settings.tolerance ? Clash::touching : Clash::overlapping;
}

// Among objects that meet: whether one holds the other.
void find_held(const Instance& a, const Instance& b, double tolerance, const QuerySettings& query,
               Classification& result) {
  Inside same = are_same_set(a, b, tolerance, query);
  if (same == Inside::no && result.clash == Clash::overlapping) {
    const Inside b_in_a = is_held(a, b, tolerance, query), a_in_b = is_held(b, a, tolerance, query);
    same = std::min(b_in_a, a_in_b);
    const Inside one = std::max(b_in_a, a_in_b);
    if (one != Inside::no) {
      result.clash = b_in_a > a_in_b ? Clash::a_holds_b : Clash::b_holds_a;
      result.is_certain = result.is_certain && one == Inside::yes;
    }
  }
  if (same == Inside::no) return;
  result.clash = Clash::duplicate;
  result.is_certain = same == Inside::yes;  // whatever is known of their depth
}

}  // namespace

Classification classify(const Instance& a, const Instance& b, const ClashSettings& settings) {
  Classification result;
  const bool is_usable = is_length(settings.tolerance) && is_length(settings.clearance);
  result.separation = is_usable ? separation(a, b, settings.query) : refused<Separation>();
  const Separation& s = result.separation;
  if (s.status == Status::invalid_argument || s.status == Status::unbounded) {
    result.clash = Clash::touching;
    result.is_certain = false;
    return result;
  }
  result.clash = clash_at(s.lower, settings);
  result.is_certain = clash_at(s.upper, settings) == result.clash;
  if (s.contact == Contact::apart && double(s.lower) > double(settings.tolerance)) return result;
  QuerySettings query = settings_of_pieces(settings.query);
  query.threshold = kInfinity;
  find_held(a, b, double(settings.tolerance), query, result);
  return result;
}

const char* to_string(Clash clash) noexcept {
  constexpr const char* kNames[] = {"clear",     "near",      "touching", "overlapping",
                                    "a_holds_b", "b_holds_a", "duplicate"};
  return enum_name(kNames, clash);
}

}  // namespace graze::inline GRAZE_ABI
