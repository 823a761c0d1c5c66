// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/hierarchy.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

std::string node_name(std::uint32_t node) { return "nodes[" + std::to_string(node) + "]"; }

void find_parents(Hierarchy& h, const Messages& messages) {
  for (std::uint32_t node = 0; node < h.children.size(); ++node)
    for (const std::uint32_t child : h.children[node]) {
      if (h.parents[child] != kNone)
        messages.fail(ReadCode::damaged, node_name(child) + " is the child of " +
                                             node_name(h.parents[child]) + " and of " + node_name(node));
      h.parents[child] = node;
    }
}

// Where each node has one parent at most, whatever no root leads to stands in or below a cycle.
void refuse_cycles(const Hierarchy& h, const Messages& messages) {
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t node = 0; node < h.parents.size(); ++node)
    if (h.parents[node] == kNone) waiting.push_back(node);
  std::vector<bool> is_reached(h.parents.size());
  while (!waiting.empty()) {
    const std::uint32_t node = waiting.back();
    waiting.pop_back();
    is_reached[node] = true;
    waiting.insert(waiting.end(), h.children[node].begin(), h.children[node].end());
  }
  const auto lost = std::find(is_reached.begin(), is_reached.end(), false);
  if (lost == is_reached.end()) return;
  auto node = static_cast<std::uint32_t>(lost - is_reached.begin());
  for (std::size_t i = 0; i < h.parents.size(); ++i) node = h.parents[node];
  messages.fail(ReadCode::damaged, node_name(node) + " is its own ancestor");
}

std::vector<std::uint32_t> scene_roots(const Context& context, const Hierarchy& h) {
  const std::size_t scenes = context.root.size("scenes");
  std::vector<std::uint32_t> roots;
  if (scenes == 0) {
    for (std::uint32_t node = 0; node < h.parents.size(); ++node)
      if (h.parents[node] == kNone) roots.push_back(node);
    return roots;
  }
  std::uint32_t scene = context.options.scene;
  if (scene != kNone && scene >= scenes)
    context.messages.fail(ReadCode::unsupported, "there is no scene " + std::to_string(scene) +
                                                     ": the file has " + std::to_string(scenes));
  if (scene == kNone) scene = context.root.index("scene", scenes);
  if (scene == kNone) scene = 0;
  if (scenes > 1)
    context.messages.note("scene " + std::to_string(scene) + " of " + std::to_string(scenes) + " is read");
  return context.root.at("scenes", scene).indices("nodes", h.parents.size());
}

// A root below another one is there already; one below a node that is not in the scene stands alone.
void drop_inner_roots(const Context& context, Hierarchy& h) {
  std::vector<bool> is_root(h.parents.size()), is_known(h.parents.size());
  for (const std::uint32_t root : h.roots) is_root[root] = true;
  std::vector<std::uint32_t> kept;
  for (const std::uint32_t root : h.roots) {
    bool is_inner = is_known[root];
    is_known[root] = true;
    std::size_t steps = 0;
    for (std::uint32_t up = h.parents[root]; up != kNone && !is_inner; up = h.parents[up], ++steps)
      is_inner = is_root[up];
    context.budget.take(steps);
    if (is_inner || h.parents[root] != kNone)
      context.messages.note("a scene names " + node_name(root) + ", which is not the root of a tree");
    if (!is_inner) kept.push_back(root);
  }
  h.roots = std::move(kept);
}

}  // namespace

Hierarchy read_hierarchy(const Context& context) {
  const std::size_t nodes = context.root.size("nodes");
  if (nodes > context.options.limits.nodes)
    context.messages.fail(ReadCode::limit,
                          "more than " + std::to_string(context.options.limits.nodes) + " nodes");
  Hierarchy h;
  h.parents.assign(nodes, kNone);
  h.children.resize(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    h.children[node] = context.root.at("nodes", node).indices("children", nodes);
    context.budget.take(h.children[node].size());
  }
  find_parents(h, context.messages);
  refuse_cycles(h, context.messages);
  h.roots = scene_roots(context, h);
  drop_inner_roots(context, h);
  return h;
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
