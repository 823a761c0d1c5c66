// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/tree_topology.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "tree/wide_node.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::uint32_t kLargestLeaf = 16;  // of TreeSettings

Error bad_node(const char* message, std::size_t n) { return {ErrorCode::damaged, message, n}; }

// Everything that can be said of a node without its neighbours.
std::optional<Error> check_node(const TreeData& tree, std::size_t n) {
  const WideNode& node = tree.nodes[n];
  if (node.child_count < 1 || node.child_count > kWidth || node.inner_count > node.child_count)
    return bad_node("tree: a node has a wrong number of children", n);
  if (node.inner_count > 0 && (node.first_node <= n || node.first_node >= tree.nodes.size() ||
                               tree.nodes.size() - node.first_node < node.inner_count))
    return bad_node("tree: the children of a node are out of range", n);
  std::uint32_t end = 0;
  for (int i = 0; i < kWidth; ++i) {
    const bool is_leaf = i >= node.inner_count && i < node.child_count;
    const std::uint32_t next = node.ids_end[i];
    if (is_leaf ? next <= end || next - end > kLargestLeaf : next != 0)
      return bad_node("tree: a leaf is empty or too large", n);
    if (is_leaf) end = next;
  }
  if (end > 0 && (node.first_id > tree.order.size() || tree.order.size() - node.first_id < end))
    return bad_node("tree: the ids of a node are out of range", n);
  return std::nullopt;
}

// Children come after their parents, so one pass knows the depth of a node before it comes to it.
std::optional<Error> check_shape(TreeData& tree) {
  std::vector<std::uint8_t> depth(tree.nodes.size());
  depth[0] = 1;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    if (depth[n] == 0) return bad_node("tree: a node has no parent", n);
    if (depth[n] > kMaxDepth) return bad_node("tree: too deep", n);
    if (const auto bad = check_node(tree, n)) return bad;
    tree.depth = std::max<int>(tree.depth, depth[n]);
    const WideNode& node = tree.nodes[n];
    for (std::uint32_t i = 0; i < node.inner_count; ++i) {
      std::uint8_t& child = depth[node.first_node + i];
      if (child != 0) return bad_node("tree: a node has two parents", node.first_node + i);
      child = static_cast<std::uint8_t>(depth[n] + 1);
    }
  }
  return std::nullopt;
}

// As many ids as there are, none out of range and none twice: then none is missing either.
std::optional<Error> check_ids(const TreeData& tree) {
  std::vector<bool> is_seen(tree.order.size());
  std::size_t count = 0;
  for (const WideNode& node : tree.nodes) {
    const std::uint32_t end = node.ids_stop(node.child_count - 1);
    for (std::uint32_t k = node.first_id; k < end; ++k, ++count) {
      const std::uint32_t id = tree.order[k];
      if (id >= is_seen.size()) return bad_node("tree: an id is out of range", k);
      if (is_seen[id]) return bad_node("tree: an id comes twice", k);
      is_seen[id] = true;
    }
  }
  if (count != tree.order.size()) return bad_node("tree: ids are missing", count);
  return std::nullopt;
}

std::unique_ptr<TreeData> read_tree(const TreeTopology& topology) {
  auto tree = std::make_unique<TreeData>();
  tree->built_cost = topology.built_cost;
  tree->order.resize(topology.order.size() / sizeof(std::uint32_t));
  std::memcpy(tree->order.data(), topology.order.data(), tree->order.size() * sizeof(std::uint32_t));
  tree->nodes.resize(topology.nodes.size() / sizeof(TopologyNode));
  for (std::size_t n = 0; n < tree->nodes.size(); ++n) {
    TopologyNode from;
    std::memcpy(&from, topology.nodes.data() + n * sizeof from, sizeof from);
    WideNode& node = tree->nodes[n];
    node.first_node = from.first_node;
    node.first_id = from.first_id;
    node.inner_count = from.inner_count;
    node.child_count = from.child_count;
    std::memcpy(node.ids_end, from.ids_end, sizeof node.ids_end);
  }
  return tree;
}

}  // namespace

std::vector<TopologyNode> topology_of(const AabbTree& tree) {
  std::vector<TopologyNode> out;
  const TreeData* data = TreeAccess::data(tree);
  if (data == nullptr) return out;
  out.resize(data->nodes.size());
  for (std::size_t n = 0; n < out.size(); ++n) {
    const WideNode& node = data->nodes[n];
    out[n].first_node = node.first_node;
    out[n].first_id = node.first_id;
    out[n].inner_count = node.inner_count;
    out[n].child_count = node.child_count;
    std::memcpy(out[n].ids_end, node.ids_end, sizeof node.ids_end);
  }
  return out;
}

Result<AabbTree> make_tree(const TreeTopology& topology, std::span<const Aabb> boxes) {
  AabbTree tree;
  if (boxes.empty() && topology.nodes.empty() && topology.order.empty()) return tree;
  if (topology.nodes.size() < sizeof(TopologyNode)) return bad_node("tree: there are no nodes", 0);
  if (topology.order.size() / sizeof(std::uint32_t) != boxes.size())
    return bad_node("tree: not as many ids as boxes", topology.order.size() / sizeof(std::uint32_t));
  auto data = read_tree(topology);
  if (const auto bad = check_shape(*data)) return *bad;
  if (const auto bad = check_ids(*data)) return *bad;
  TreeAccess::set(tree, std::move(data));
  if (const auto bad = refit(tree, boxes)) return *bad;
  return tree;
}

}  // namespace graze::inline GRAZE_ABI
