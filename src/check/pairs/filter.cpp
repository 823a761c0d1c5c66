// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/pairs/filter.h"

#include <algorithm>
#include <map>
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
  out.add_bodies(objects, job.rules.from_files);
  if (job.rules.from_files) out.add_filters(objects);
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

void PairFilter::allow(std::uint32_t a, std::uint32_t b) {
  const std::pair pair(std::min(a, b), std::max(a, b));
  allowed_pairs_.insert(std::lower_bound(allowed_pairs_.begin(), allowed_pairs_.end(), pair), pair);
}

// Bodies are numbered through all scenes.
void PairFilter::add_bodies(const Objects& objects, bool with_allowed) {
  std::vector<std::uint32_t> first{0};
  for (const SceneUse& use : objects.uses)
    first.push_back(first.back() + static_cast<std::uint32_t>(use.scene->nodes.size()));
  for (const Object& object : objects.list)
    body_.push_back(object.body == kNone ? kNone : first[object.scene] + object.body);
  for (std::size_t i = 0; with_allowed && i < objects.uses.size(); ++i)
    for (const io::NodePair& pair : objects.uses[i].scene->allowed_pairs)
      allowed_bodies_.emplace_back(first[i] + std::min(pair.a, pair.b), first[i] + std::max(pair.a, pair.b));
  std::sort(allowed_bodies_.begin(), allowed_bodies_.end());
}

// Objects whose parts have the same filters are of one class; two classes may meet if some of their filters
// let them.
void PairFilter::add_filters(const Objects& objects) {
  std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, std::uint32_t> classes;
  bool has_filters = false;
  for (const Object& object : objects.list) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> key;  // scene and filter; kNone: none of its own
    for (const std::uint32_t part : object.parts) {
      const std::uint32_t filter = objects.uses[object.scene].scene->nodes[part].filter;
      key.emplace_back(filter == kNone ? kNone : object.scene, filter);
      has_filters = has_filters || filter != kNone;
    }
    std::sort(key.begin(), key.end());
    key.erase(std::unique(key.begin(), key.end()), key.end());
    filter_.push_back(classes.try_emplace(key, static_cast<std::uint32_t>(classes.size())).first->second);
  }
  if (!has_filters) return filter_.clear();
  const io::CollisionFilter none;
  const auto get = [&](const std::pair<std::uint32_t, std::uint32_t>& at) -> const io::CollisionFilter& {
    return at.second == kNone ? none : objects.uses[at.first].scene->filters[at.second];
  };
  may_meet_.assign(classes.size(), std::vector<bool>(classes.size()));
  for (const auto& [key_a, a] : classes)
    for (const auto& [key_b, b] : classes)
      for (const auto& x : key_a)
        for (const auto& y : key_b)
          if (io::may_collide(get(x), get(y))) may_meet_[a][b] = true;
}

bool PairFilter::is_wanted(std::uint32_t a, std::uint32_t b) const {
  if (!has_sets_) return true;
  return std::any_of(between_.begin(), between_.end(), [&](const Sides& sides) {
    return (sides.first[a] && sides.second[b]) || (sides.first[b] && sides.second[a]);
  });
}

bool PairFilter::is_ruled_out(std::uint32_t a, std::uint32_t b) const {
  const std::uint32_t body_a = body_[a], body_b = body_[b];
  if (body_a != kNone && body_a == body_b) return true;
  if (body_a != kNone && body_b != kNone &&
      std::binary_search(allowed_bodies_.begin(), allowed_bodies_.end(),
                         std::pair(std::min(body_a, body_b), std::max(body_a, body_b))))
    return true;
  if (!filter_.empty() && !may_meet_[filter_[a]][filter_[b]]) return true;
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
