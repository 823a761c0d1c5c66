// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include "io/robot/build.h"

namespace graze::inline GRAZE_ABI::io::robot {
namespace {

Place place_of(const SourcePlace& p, std::string_view file) { return {file, p.line, p.column}; }

[[noreturn]] void fail(std::string text, const SourcePlace& at, std::string_view file) {
  throw ReadFailure(ReadCode::damaged, std::move(text), place_of(at, file));
}

// Each link has one joint above it at most.
void hang_links(Robot& robot, std::string_view file) {
  for (std::uint32_t i = 0; i < robot.joints.size(); ++i) {
    const Joint& j = robot.joints[i];
    Link& child = robot.links[j.child];
    if (j.parent == j.child)
      fail(named("joint", j.name) + " joins " + named("link", child.name) + " to itself", j.place, file);
    if (child.joint != kNone)
      fail(named("link", child.name) + " is the child of two joints: " +
               named("joint", robot.joints[child.joint].name) + " in line " +
               std::to_string(robot.joints[child.joint].place.line) + " and " + named("joint", j.name),
           j.place, file);
    child.joint = i;
  }
}

std::uint32_t find_root(const Robot& robot, std::string_view file) {
  std::uint32_t root = kNone;
  for (std::uint32_t i = 0; i < robot.links.size(); ++i) {
    if (robot.links[i].joint != kNone) continue;
    if (root != kNone)
      fail("the links are no tree: " + named("link", robot.links[root].name) + " and " +
               named("link", robot.links[i].name) + " both have no joint above them",
           robot.links[i].place, file);
    root = i;
  }
  if (root == kNone)
    fail("the joints form a cycle: every link has a joint above it", robot.joints[0].place, file);
  return root;
}

}  // namespace

void build_tree(Robot& robot, std::string_view file) {
  hang_links(robot, file);
  robot.root = find_root(robot, file);
  // Breadth first, joints of one link in the order of the file.
  std::vector<std::uint32_t> count(robot.links.size() + 1, 0), below(robot.joints.size());
  for (const Joint& j : robot.joints) ++count[j.parent + 1];
  for (std::size_t i = 1; i < count.size(); ++i) count[i] += count[i - 1];
  std::vector<std::uint32_t> at(count.begin(), count.end() - 1);
  for (std::uint32_t i = 0; i < robot.joints.size(); ++i) below[at[robot.joints[i].parent]++] = i;
  std::vector<std::uint32_t> links = {robot.root};
  std::vector<bool> is_reached(robot.links.size(), false);
  for (std::size_t next = 0; next < links.size(); ++next) {
    const std::uint32_t link = links[next];
    is_reached[link] = true;
    const std::uint32_t above = robot.links[link].joint;
    robot.links[link].body = above != kNone && robot.joints[above].kind == JointKind::fixed
                                 ? robot.links[robot.joints[above].parent].body
                                 : link;
    for (std::uint32_t k = count[link]; k < count[link + 1]; ++k) {
      robot.order.push_back(below[k]);
      links.push_back(robot.joints[below[k]].child);
    }
  }
  for (std::size_t i = 0; i < robot.links.size(); ++i)
    if (!is_reached[i])
      fail("the joints form a cycle: " + named("link", robot.links[i].name) +
               " does not hang from the root " + named("link", robot.links[robot.root].name),
           robot.links[i].place, file);
}

void allow_adjacent(Robot& robot) {
  std::vector<std::uint32_t> nearest(robot.links.size(), kNone);  // with shapes, above each link
  for (const std::uint32_t i : robot.order) {
    const Joint& j = robot.joints[i];
    if (j.parent == kNone) continue;
    nearest[j.child] = robot.links[j.parent].has_shapes ? j.parent : nearest[j.parent];
    const std::uint32_t above = nearest[j.child];
    if (robot.links[j.child].has_shapes && above != kNone)
      robot.allowed.push_back({std::min(above, j.child), std::max(above, j.child), AllowedBy::adjacent, {}});
  }
  sort_allowed(robot);
}

void sort_allowed(Robot& robot) {
  const auto key = [](const AllowedPair& p) { return std::pair(p.first, p.second); };
  std::stable_sort(robot.allowed.begin(), robot.allowed.end(),
                   [&](const AllowedPair& a, const AllowedPair& b) {
                     return key(a) != key(b) ? key(a) < key(b) : a.by > b.by;
                   });
  const auto is_one = [&](const AllowedPair& a, const AllowedPair& b) { return key(a) == key(b); };
  robot.allowed.erase(std::unique(robot.allowed.begin(), robot.allowed.end(), is_one), robot.allowed.end());
}

void write_scene_pairs(Robot& robot, std::size_t most, std::string_view file) {
  std::vector<NodePair>& pairs = robot.scene.allowed_pairs;
  pairs.clear();
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::string reason) {
    if (pairs.size() >= most)
      throw ReadFailure(ReadCode::limit, "more than " + std::to_string(most) + " pairs of links may touch",
                        {file});
    pairs.push_back({a, b, std::move(reason)});
  };
  for (const AllowedPair& p : robot.allowed)
    add(p.first, p.second, p.by == AllowedBy::adjacent ? "adjacent links" : p.reason);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links;  // body and link
  for (std::uint32_t i = 0; i < robot.links.size(); ++i)
    if (robot.links[i].has_shapes) links.emplace_back(robot.links[i].body, i);
  std::sort(links.begin(), links.end());
  for (std::size_t i = 0; i < links.size(); ++i)
    for (std::size_t k = i + 1; k < links.size() && links[k].first == links[i].first; ++k)
      add(links[i].second, links[k].second, "fixed joints");
}

}  // namespace graze::inline GRAZE_ABI::io::robot
