// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pieces/front_walk.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace graze::inline GRAZE_ABI {
namespace {

// A float that is no larger, whatever is rounded: for numbers that are not negative.
float rounded_down(double x) {
  constexpr double kSmallest = 1e-30, kLargestFloat = 3e38;
  return x < kSmallest ? 0 : static_cast<float>(std::min(x, kLargestFloat) * (1 - 0x1p-22));
}

bool is_same(const std::weak_ptr<const Pieces>& known, const std::shared_ptr<const Pieces>& now) {
  return !known.owner_before(now) && !now.owner_before(known);
}

const std::shared_ptr<const Pieces>& shared(const PieceReader& reader) {
  return complex_of(*reader.whole().shape).pieces;
}

// An upper bound of what a kernel loses along an axis: three products in Real of rounded numbers.
double kernel_error(const TreeData& tree) {
  const Aabb box = tree.nodes.front().box();
  return 24 * double(kEpsilon) * double(std::max(max_abs(box.lower), max_abs(box.upper))) +
         16 * double(std::numeric_limits<Real>::min());
}

walk::Entry part_entry(const TreeData& tree, std::uint32_t part, std::uint32_t root) {
  if (part == root) return walk::root_entry(tree);
  return walk::child_entry(tree.nodes[part / kWidth], static_cast<int>(part % kWidth));
}

std::uint32_t child_part(const walk::Entry& opened, int child) {
  return opened.ref.index * kWidth + static_cast<std::uint32_t>(child);
}

}  // namespace

FrontMemory* FrontWalk::memory_of(TreeFront* front, const PieceOperands& pieces) {
  constexpr double kLargestSize = sizeof(Real) == 4 ? 0x1p60 : 0x1p500;
  constexpr std::size_t kMostPieces = 0x10000000;  // parts have numbers of 32 bits
  const auto can_be_kept = [](const PieceReader& reader) {
    return reader.pieces() != nullptr && reader.pieces()->count() < kMostPieces &&
           reader.whole().placement->is_rigid();
  };
  if (front == nullptr || !can_be_kept(pieces.a) || !can_be_kept(pieces.b)) return nullptr;
  return pieces.frame().size() < kLargestSize ? &front->memory() : nullptr;
}

FrontWalk::FrontWalk(PieceOperands& pieces, FrontMemory& front)
    : pieces_(pieces),
      front_(front),
      tree_a_(TreeAccess::data(pieces.a.pieces()->tree)),
      tree_b_(TreeAccess::data(pieces.b.pieces()->tree)),
      defects_(pieces.defects()),
      axis_(pieces.a.whole(), pieces.b.whole(), pieces.frame()) {}

bool FrontWalk::is_of_this_pair() const {
  const auto is_known = [](const FrontMemory::Side& side, const PieceReader& reader) {
    return is_same(side.pieces, shared(reader)) && side.version == reader.pieces()->version;
  };
  return is_known(front_.sides[0], pieces_.a) && is_known(front_.sides[1], pieces_.b) &&
         front_.margins == pieces_.margins();
}

void FrontWalk::set_pair() {
  front_.sides[0] = {shared(pieces_.a), pieces_.a.pieces()->version};
  front_.sides[1] = {shared(pieces_.b), pieces_.b.pieces()->version};
  front_.margins = pieces_.margins();
  front_.count = 0;
  front_.is_apart = false;
  front_.pause = front_.last_pause = 0;
}

std::uint32_t FrontWalk::expired_count() const {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < front_.count; ++i)
    count += !holds(double(front_.entries[i].until)) || front_.entries[i].walked != 0;
  return count;
}

bool FrontWalk::visit(const double& best, const Vec3& normal, AskPieces ask) {
  best_ = &best;
  if (!is_of_this_pair()) set_pair();
  if (!front_.is_apart) return false;
  bool is_kept = front_.count > 0;
  if (is_kept) {
    front_.moved += pieces_.most_motion(front_.placement);
    if (holds(front_.until)) {
      front_.placement = pieces_.placement();
      return true;
    }
    // Beginning anew costs about as much, and draws back a front that has become too fine.
    is_kept = 3 * expired_count() <= front_.begun_count && front_.count <= 2 * front_.begun_count;
    if (!is_kept && !front_.is_used) pause();
    front_.is_used = true;
  }
  if (!is_kept && front_.pause > 0) {
    --front_.pause;
    return false;
  }
  prepare(normal);
  front_.is_apart = is_kept ? renew(ask) : begin(ask);
  if (is_kept) front_.last_pause = 0;
  front_.placement = pieces_.placement();
  drop_empty_entries();
  return true;
}

void FrontWalk::prepare(const Vec3& normal) {
  relative_.emplace(tree_a_->nodes.front().box(), tree_b_->nodes.front().box(),
                    RelativePlacement{pieces_.frame().linear_b(), pieces_.frame().translation_b(), 0});
  axis_.set(Vec3d(normal));
  kernels_ = node_kernels();
}

void FrontWalk::pause() {
  constexpr int kLongest = 15;
  front_.count = 0;
  front_.pause = front_.last_pause = static_cast<std::uint8_t>(std::min(kLongest, 2 * front_.last_pause + 1));
}

bool FrontWalk::begin(AskPieces ask) {
  front_.moved = 0;
  front_.is_used = false;
  front_.count = 1;
  front_.entries[0] = {kRoot, kRoot, 0, 0xff, 0};
  std::uint32_t open = 0;
  const bool is_done =
      test_entry(front_.entries[0], parts_of(front_.entries[0]), ask, open) && open_children(0, open, ask);
  front_.begun_count = front_.count;
  return is_done;
}

bool FrontWalk::renew(AskPieces ask) {
  const std::uint32_t count = front_.count;
  for (std::uint32_t i = 0; i < count; ++i) {
    Entry& entry = front_.entries[i];
    const bool is_expired = !holds(double(entry.until));
    if (!is_expired && entry.walked == 0) continue;
    const Parts parts = parts_of(entry);
    for (walk::Some walked{entry.walked}; !walked.is_empty();)
      if (!walk_child(entry, parts, walked.take(), ask)) return false;
    std::uint32_t open = 0;
    if (is_expired && !(test_entry(entry, parts, ask, open) && open_children(i, open, ask))) return false;
  }
  return true;
}

// An entry without children is done: the entries of its children say the rest.
void FrontWalk::drop_empty_entries() {
  front_.until = std::numeric_limits<double>::infinity();
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < front_.count; ++i) {
    const Entry& entry = front_.entries[i];
    if (entry.apart == 0 && entry.walked == 0) continue;
    front_.until = std::min(front_.until, entry.walked == 0 ? double(entry.until) : 0);
    front_.entries[kept++] = entry;
  }
  front_.count = front_.is_apart ? kept : 0;
}

FrontWalk::Parts FrontWalk::parts_of(const Entry& entry) const {
  Parts parts{part_entry(*tree_a_, entry.a, kRoot), part_entry(*tree_b_, entry.b, kRoot), false};
  parts.is_a_open =
      !parts.are_leaves() && walk::is_a_opened(parts.a.ref, parts.a.box, parts.b.ref, parts.b.box, 1);
  return parts;
}

FrontWalk::Entry FrontWalk::child_of(const Entry& entry, const Parts& parts, int child) const {
  if (parts.is_a_open) return {child_part(parts.a, child), entry.b, 0, 0xff, 0};
  return {entry.a, child_part(parts.b, child), 0, 0xff, 0};
}

DistantBox FrontWalk::distant_b(const Aabb& part) const {
  return distant(relative_->in_a(part), axis_.along_a(), farthest_along(part, -axis_.along_b()),
                 kernel_error(*tree_a_));
}
DistantBox FrontWalk::distant_a(const Aabb& part) const {
  return distant(relative_->in_b(part), -axis_.along_b(), farthest_along(part, axis_.along_a()),
                 kernel_error(*tree_b_));
}

// `along`: the axis in the frame of the node, towards the part; `end`: how far that reaches along it, towards
// the node. The other axis that the kernel has room for says nothing.
DistantBox FrontWalk::distant(const TurnedBox& turned, const Vec3d& along, double end, double lost) const {
  DistantBox box;
  box.turned = turned;
  const double start = axis_.gap(0, -end) - lost;
  const bool is_known = start > -std::numeric_limits<double>::max();
  for (int k = 0; k < 3; ++k) {
    box.along[0][k] = is_known ? static_cast<Real>(along[k]) : Real(0);
    box.along[1][k] = 0;
  }
  box.start[0] = is_known ? round_down(start) : Real(0);
  box.start[1] = 0;
  box.share = static_cast<Real>(1 - 8 * defects_ - 32 * double(kEpsilon));
  box.room = round_up(pieces_.frame().room({}) + 8 * defects_ * pieces_.frame().size());
  return box;
}

bool FrontWalk::test_entry(Entry& entry, const Parts& parts, AskPieces ask, std::uint32_t& open) {
  open = 0;
  if (parts.are_leaves()) return ask_leaves(entry, parts, ask);
  const WideNode& node =
      parts.is_a_open ? tree_a_->nodes[parts.a.ref.index] : tree_b_->nodes[parts.b.ref.index];
  Real gaps[kWidth];
  kernels_.gaps(node, parts.is_a_open ? distant_b(parts.b.box) : distant_a(parts.a.box), gaps);
  double least = std::numeric_limits<double>::infinity();
  std::uint32_t apart = 0;
  for (int i = 0; i < node.child_count; ++i) {
    const std::uint32_t bit = 1u << i;
    if ((entry.apart & bit) == 0) continue;
    (is_far(double(gaps[i])) ? apart : open) |= bit;
    if (is_far(double(gaps[i]))) least = std::min(least, double(gaps[i]));
  }
  entry.apart = static_cast<std::uint8_t>(apart);
  entry.until = rounded_down(front_.moved + least);
  return true;
}

bool FrontWalk::ask_leaves(Entry& entry, const Parts& parts, AskPieces ask) {
  // They were near each other once; now their boxes may tell.
  if (const double gap = pieces_.frame().gap(parts.a.box, parts.b.box); is_far(gap)) {
    entry.until = rounded_down(front_.moved + gap);
    return true;
  }
  double least = std::numeric_limits<double>::infinity();
  const bool is_done =
      walk::leaf_pairs(*tree_a_, parts.a.ref, *tree_b_, parts.b.ref, [&](std::uint32_t a, std::uint32_t b) {
        const PieceGap gap = ask(a, b);
        least = std::min(least, gap.clearance);
        return gap.goes_on;
      });
  entry.until = rounded_down(front_.moved + std::max(0.0, least));
  return is_done;
}

bool FrontWalk::open_children(std::uint32_t entry, std::uint32_t open, AskPieces ask) {
  struct Frame {
    std::uint32_t entry;
    walk::Some open;
    Parts parts;
  };
  walk::Stack<Frame, 2 * kMaxDepth + 1> stack;
  stack.push() = {entry, {open}, parts_of(front_.entries[entry])};
  while (!stack.is_empty()) {
    Frame& frame = stack.top();
    if (frame.open.is_empty()) {
      stack.pop();
      continue;
    }
    const int child = frame.open.take();
    Entry& parent = front_.entries[frame.entry];
    if (front_.count == TreeFront::kCapacity) {
      parent.walked = static_cast<std::uint8_t>(parent.walked | 1u << child);
      if (!walk_child(parent, frame.parts, child, ask)) return false;
      continue;
    }
    const std::uint32_t made = front_.count++;
    front_.entries[made] = child_of(parent, frame.parts, child);
    const Parts parts = parts_of(front_.entries[made]);
    std::uint32_t below = 0;
    if (!test_entry(front_.entries[made], parts, ask, below)) return false;
    if (below != 0) stack.push() = {made, {below}, parts};
  }
  return true;
}

bool FrontWalk::walk_child(const Entry& entry, const Parts& parts, int child, AskPieces ask) const {
  const Parts from = parts_of(child_of(entry, parts, child));
  const auto some = [&](const WideNode& node, const DistantBox& box) {
    Real gaps[kWidth];
    kernels_.gaps(node, box, gaps);
    walk::Some out;
    for (int i = 0; i < node.child_count; ++i) out.mask |= std::uint32_t{!is_far(double(gaps[i]))} << i;
    return out;
  };
  const auto leaf = [&](std::uint32_t a, std::uint32_t b) { return ask(a, b).goes_on; };
  return walk::two_trees(
      *tree_a_, *tree_b_, {from.a, from.b},
      [&](const WideNode& node, const Aabb& box_b) { return some(node, distant_b(box_b)); },
      [&](const Aabb& box_a, const WideNode& node) { return some(node, distant_a(box_a)); },
      walk::each_pair(*tree_a_, *tree_b_, leaf));
}

TreeFront::TreeFront() noexcept {
  static_assert(sizeof(FrontMemory) <= kBytes && alignof(FrontMemory) <= 8);
  ::new (static_cast<void*>(bytes_)) FrontMemory;
}
TreeFront::TreeFront(const TreeFront& other) noexcept {
  ::new (static_cast<void*>(bytes_)) FrontMemory(other.memory());
}
TreeFront& TreeFront::operator=(const TreeFront& other) noexcept {
  memory() = other.memory();
  return *this;
}
TreeFront::~TreeFront() { memory().~FrontMemory(); }

FrontMemory& TreeFront::memory() { return *std::launder(reinterpret_cast<FrontMemory*>(bytes_)); }
const FrontMemory& TreeFront::memory() const {
  return *std::launder(reinterpret_cast<const FrontMemory*>(bytes_));
}

std::uint32_t TreeFront::size() const { return memory().count; }

void TreeFront::clear() {
  FrontMemory& front = memory();
  front.sides[0] = front.sides[1] = {};
  front.count = 0;
}

}  // namespace graze::inline GRAZE_ABI
