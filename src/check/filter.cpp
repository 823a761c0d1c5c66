// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/filter.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace graze::inline GRAZE_ABI::check {
namespace {

using Members = std::vector<bool>;

Members members_of(const Objects& objects, const std::vector<std::string>& patterns) {
  Members out(objects.list.size());
  for (const std::string& pattern : patterns)
    for (std::size_t i = 0; i < out.size(); ++i)
      if (!out[i]) out[i] = matches(pattern, objects.list[i].name);
  return out;
}

Members all_but(Members members) {
  members.flip();
  return members;
}

bool is_pattern(std::string_view text) { return text.find_first_of("*?[\\") != std::string_view::npos; }

// The nearest object whose node stands above that of another one.
std::vector<std::uint32_t> objects_above(const Objects& objects) {
  std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> object_of(objects.uses.size());
  for (std::uint32_t i = 0; i < objects.list.size(); ++i) {
    const Object& object = objects.list[i];
    object_of[object.scene].try_emplace(object.node, i);
    for (const std::uint32_t part : object.parts) {
      // The group above a single part stands for it as long as nothing else does.
      const std::uint32_t parent = objects.uses[object.scene].scene->nodes[part].parent;
      if (parent != kNone) object_of[object.scene].try_emplace(parent, i);
    }
  }
  std::vector<std::uint32_t> above(objects.list.size(), kNone);
  for (std::uint32_t i = 0; i < objects.list.size(); ++i) {
    const auto& nodes = objects.uses[objects.list[i].scene].scene->nodes;
    const auto& known = object_of[objects.list[i].scene];
    for (std::uint32_t n = nodes[objects.list[i].node].parent; n != kNone; n = nodes[n].parent)
      if (const auto at = known.find(n); at != known.end() && at->second != i) {
        above[i] = at->second;
        break;
      }
  }
  return above;
}

}  // namespace

Result<PairFilter> PairFilter::make(const Objects& objects, const Job& job) {
  PairFilter out;
  out.objects_ = objects.list.size();
  out.has_sets_ = !job.sets.empty();
  std::vector<Members> sets;
  for (const ObjectSet& set : job.sets) sets.push_back(members_of(objects, set.patterns));
  const auto index_of = [&](const std::string& name) {
    std::size_t i = 0;
    while (i < job.sets.size() && job.sets[i].name != name) ++i;
    return i;
  };
  for (std::size_t i = 0; i < job.between.size(); ++i) {
    const std::size_t a = index_of(job.between[i].a), b = index_of(job.between[i].b);
    if (a == sets.size() || b == sets.size())
      return Error{ErrorCode::index_out_of_range, "job.between: there is no set of that name", i};
    out.between_.push_back({sets[a], sets[b]});
  }
  if (job.between.empty() && sets.size() == 1) out.between_.push_back({sets[0], all_but(sets[0])});
  if (job.between.empty())
    for (std::size_t a = 0; a < sets.size(); ++a)
      for (std::size_t b = a + 1; b < sets.size(); ++b) out.between_.push_back({sets[a], sets[b]});
  for (const NamePair& names : job.rules.allowed) out.add_allowed(objects, names);
  std::sort(out.allowed_pairs_.begin(), out.allowed_pairs_.end());
  if (job.rules.parent_child) out.parent_ = objects_above(objects);
  return out;
}

void PairFilter::add_allowed(const Objects& objects, const NamePair& names) {
  if (is_pattern(names.a) || is_pattern(names.b)) {
    allowed_.push_back({members_of(objects, {names.a}), members_of(objects, {names.b})});
    return;
  }
  std::uint32_t a = kNone, b = kNone;
  for (std::uint32_t i = 0; i < objects.list.size(); ++i) {
    if (objects.list[i].name == names.a) a = i;
    if (objects.list[i].name == names.b) b = i;
  }
  if (a != kNone && b != kNone) allowed_pairs_.emplace_back(std::min(a, b), std::max(a, b));
}

bool PairFilter::is_wanted(std::uint32_t a, std::uint32_t b) const {
  if (!has_sets_) return true;
  return std::any_of(between_.begin(), between_.end(), [&](const Sides& sides) {
    return (sides.first[a] && sides.second[b]) || (sides.first[b] && sides.second[a]);
  });
}

bool PairFilter::is_ruled_out(std::uint32_t a, std::uint32_t b) const {
  if (!parent_.empty() && (parent_[a] == b || parent_[b] == a)) return true;
  if (std::binary_search(allowed_pairs_.begin(), allowed_pairs_.end(),
                         std::pair(std::min(a, b), std::max(a, b))))
    return true;
  return std::any_of(allowed_.begin(), allowed_.end(), [&](const Sides& sides) {
    return (sides.first[a] && sides.second[b]) || (sides.first[b] && sides.second[a]);
  });
}

std::size_t PairFilter::wanted_pairs() const {
  if (!has_sets_) return objects_ < 2 ? 0 : objects_ * (objects_ - 1) / 2;
  // Objects that are in the same sides of all pairs of sets are alike: pairs of kinds are counted, not of
  // objects.
  std::unordered_map<std::string, std::pair<std::uint32_t, std::size_t>> kinds;
  for (std::uint32_t i = 0; i < objects_; ++i) {
    std::string key;
    for (const Sides& sides : between_) key += char('0' + 2 * int(sides.first[i]) + int(sides.second[i]));
    ++kinds.try_emplace(key, i, 0).first->second.second;
  }
  std::size_t pairs = 0;
  for (auto p = kinds.begin(); p != kinds.end(); ++p)
    for (auto q = p; q != kinds.end(); ++q) {
      const auto [a, count_a] = p->second;
      const auto [b, count_b] = q->second;
      if (is_wanted(a, b)) pairs += p == q ? count_a * (count_a - 1) / 2 : count_a * count_b;
    }
  return pairs;
}

}  // namespace graze::inline GRAZE_ABI::check
