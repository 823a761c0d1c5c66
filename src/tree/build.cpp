// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Top-down: a range of items is cut in two, its larger part again, until there are eight: those are the
// children of one node. That is the tree that a binary build and a collapse by area would give, without the
// binary tree. Work waits in a list, not on the call stack.

#include <algorithm>
#include <utility>

#include "tree/kernels.h"
#include "tree/split.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Ranges up to this size are parts, built by one task each. Fixed, so that no executor changes the tree.
constexpr std::uint32_t kPartSize = 8192;
// In leaves: a node over at most so many is opened all the way; above it, ranges of at most so many stay
// whole and become such nodes. Otherwise half the nodes would hold two leaves. Chosen by memory and cost of
// random boxes and of a torus.
constexpr std::uint32_t kOpenedLeaves = 12, kKeptLeaves = 8;
// Parts between two reports of progress.
constexpr std::size_t kPartsPerReport = 64;

struct Work {
  Range range;
  std::uint32_t node = 0;  // to be filled in, of the same part
  int depth = 1;
};

// Some of the nodes, and the ids of their leaves; indices count from the beginning of the part.
struct Part {
  std::vector<WideNode> nodes;
  std::vector<std::uint32_t> ids;
  int depth = 0;
};

class Builder {
 public:
  Builder(std::span<const Aabb> boxes, const TreeSettings& settings) : settings_(settings) {
    split_.leaf_size = std::clamp<std::uint32_t>(settings.leaf_size, 1, 16);
    items_.resize(boxes.size());
    if (boxes.size() > kPartSize) spare_.resize(boxes.size());
    whole_.end = static_cast<std::uint32_t>(boxes.size());
    for (std::uint32_t i = 0; i < whole_.end; ++i) {
      items_[i] = Item(boxes[i], i);
      whole_.add(items_[i]);
    }
    split_.unit = unit_of(whole_);
  }

  // False: cancelled.
  [[nodiscard]] bool build() {
    top_.nodes.emplace_back();
    if (!grow(top_, {whole_, 0, 1}, &waiting_)) return false;
    done_ = top_.ids.size();
    spare_ = std::vector<Item>();  // "= {}" would keep the memory
    parts_.resize(waiting_.size());
    for (std::size_t i = 0; i < waiting_.size(); i += kPartsPerReport) {
      const std::size_t count = std::min(kPartsPerReport, waiting_.size() - i);
      auto task = [this, i](std::size_t k) { grow_part(i + k); };
      run_tasks(settings_.executor, count, task);
      for (std::size_t k = i; k < i + count; ++k) done_ += waiting_[k].range.count();
      if (!report()) return false;
    }
    return true;
  }

  [[nodiscard]] std::unique_ptr<TreeData> finish() {
    items_ = std::vector<Item>();
    auto tree = std::make_unique<TreeData>();
    std::size_t nodes = top_.nodes.size();
    for (const Part& part : parts_) nodes += part.nodes.size() - 1;
    tree->nodes = std::move(top_.nodes);
    tree->nodes.reserve(nodes);
    tree->order = std::move(top_.ids);
    tree->order.reserve(whole_.count());
    tree->depth = top_.depth;
    for (std::size_t i = 0; i < parts_.size(); ++i) append(*tree, waiting_[i].node, parts_[i]);
    tree->nodes.shrink_to_fit();
    tree->order.shrink_to_fit();
    tree->built_cost = cost_of(*tree);
    return tree;
  }

 private:
  const TreeSettings& settings_;
  SplitSettings split_;
  Quantise quantise_ = node_kernels().quantise;
  std::vector<Item> items_, spare_;
  Range whole_;
  Part top_;
  std::vector<Work> waiting_;  // roots of the parts: nodes of top_
  std::vector<Part> parts_;
  std::size_t done_ = 0;

  [[nodiscard]] bool report() const {
    const TreeProgress& progress = settings_.progress;
    return progress.report == nullptr || progress.report(progress.context, done_, items_.size());
  }

  // Builds everything below `first` into the part; with `later`, small ranges are left for it, and large ones
  // report. False: cancelled.
  bool grow(Part& part, const Work& first, std::vector<Work>* later) {
    std::vector<Work> stack{first};
    while (!stack.empty()) {
      const Work work = stack.back();
      stack.pop_back();
      if (later != nullptr && work.range.count() <= kPartSize) {
        later->push_back(work);
        continue;
      }
      if (later != nullptr && !report()) return false;
      fill_node(part, work, children_of(work), stack);
    }
    return true;
  }

  // Node 0 of a part is its root, which has its place in top_ already.
  void grow_part(std::size_t i) {
    parts_[i].nodes.emplace_back();
    grow(parts_[i], {waiting_[i].range, 0, waiting_[i].depth}, nullptr);
  }

  // Opens the child of the largest area until there are eight; below kFreeDepth the one with the most items,
  // in the middle.
  [[nodiscard]] Children<kWidth> children_of(const Work& work) {
    const bool is_free = work.depth <= kFreeDepth;
    const bool is_low = work.range.count() <= kOpenedLeaves * split_.leaf_size;
    const std::uint32_t kept = is_free && !is_low ? kKeptLeaves * split_.leaf_size : split_.leaf_size;
    return Cutting{items_, spare_, split_, kPartSize, settings_.executor}.cut<kWidth>(work.range, kept,
                                                                                      is_free);
  }

  void fill_node(Part& part, const Work& work, Children<kWidth> children, std::vector<Work>& stack) const {
    Range* const end = children.ranges + children.count;
    const auto is_inner = [&](const Range& range) { return range.count() > split_.leaf_size; };
    std::stable_partition(children.ranges, end, is_inner);
    WideNode node;
    node.child_count = static_cast<std::uint8_t>(children.count);
    node.first_node = static_cast<std::uint32_t>(part.nodes.size());
    node.first_id = static_cast<std::uint32_t>(part.ids.size());
    Aabb boxes[kWidth];
    for (int i = 0; i < children.count; ++i) {
      const Range& range = children.ranges[i];
      boxes[i] = range.box.box();
      if (is_inner(range)) {
        ++node.inner_count;
        stack.push_back({range, node.first_node + static_cast<std::uint32_t>(i), work.depth + 1});
      } else {
        for (std::uint32_t k = range.begin; k < range.end; ++k) part.ids.push_back(items_[k].id());
        node.ids_end[i] = static_cast<std::uint8_t>(part.ids.size() - node.first_id);
      }
    }
    set_child_boxes(node, boxes, quantise_);
    part.nodes.resize(part.nodes.size() + node.inner_count);
    part.nodes[work.node] = node;
    part.depth = std::max(part.depth, work.depth);
  }

  // The root of the part goes to its place in the tree, the rest to the end.
  static void append(TreeData& tree, std::uint32_t root, Part& part) {
    const auto node_offset = static_cast<std::uint32_t>(tree.nodes.size()) - 1;
    const auto id_offset = static_cast<std::uint32_t>(tree.order.size());
    for (WideNode& node : part.nodes) {
      node.first_node += node_offset;
      node.first_id += id_offset;
    }
    tree.nodes[root] = part.nodes.front();
    tree.nodes.insert(tree.nodes.end(), part.nodes.begin() + 1, part.nodes.end());
    tree.order.insert(tree.order.end(), part.ids.begin(), part.ids.end());
    tree.depth = std::max(tree.depth, part.depth);
    part = {};
  }
};

}  // namespace

Result<AabbTree> build_tree(std::span<const Aabb> boxes, const TreeSettings& settings) {
  constexpr std::size_t kMost = 0x7fffffff;
  if (boxes.size() > kMost)
    return Error{ErrorCode::index_out_of_range, "tree: more than 2^31 - 1 boxes", kMost};
  if (const auto error = check_boxes(boxes, 0, boxes.size())) return *error;
  AabbTree tree;
  if (boxes.empty()) return tree;
  Builder builder(boxes, settings);
  if (!builder.build()) return Error{ErrorCode::cancelled, "tree: the progress function stopped the build"};
  TreeAccess::set(tree, builder.finish());
  return tree;
}

}  // namespace graze::inline GRAZE_ABI
