// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/wide_node.h"

#include <cmath>

namespace graze::inline GRAZE_ABI {
namespace {

constexpr Real kSteps = kLastByte;

// Smallest handy scale whose last step reaches the upper side. Sides are divided before they are subtracted:
// their difference may overflow.
Real scale_for(Real lower, Real upper) {
  // Subtracted first, or sides an ulp apart leave nothing to start from; divided first where that overflows.
  const Real extent = upper - lower;
  const Real step = is_finite(extent) ? extent / kSteps : upper / kSteps - lower / kSteps;
  Real scale = std::max(step * (1 + 2 * kEpsilon), std::numeric_limits<Real>::min());
  while (lower + kSteps * scale < upper) scale *= 1 + 2 * kEpsilon;
  return scale;
}

// Half the surface of a box, or where the whole has none, its length; sizes are fractions of `whole`.
class Measure {
 public:
  explicit Measure(const Aabb& whole) {
    const Vec3 h = half_extents(whole);
    const double largest = double(std::max({h.x, h.y, h.z}));
    unit_ = largest > 0 ? 1 / largest : 0;
    if (!std::isfinite(unit_)) unit_ = 0;
    is_line_ = !(area(whole) > 0);
    whole_ = (*this)(whole);
  }
  [[nodiscard]] double ratio(const Aabb& box) const { return whole_ > 0 ? (*this)(box) / whole_ : 1; }

 private:
  double unit_ = 0, whole_ = 0;
  bool is_line_ = false;

  [[nodiscard]] BasicVec3<double> size(const Aabb& box) const {
    return BasicVec3<double>(half_extents(box)) * unit_;
  }
  [[nodiscard]] double area(const Aabb& box) const {
    const auto s = size(box);
    return s.x * s.y + s.y * s.z + s.z * s.x;
  }
  [[nodiscard]] double operator()(const Aabb& box) const { return is_line_ ? sum_abs(size(box)) : area(box); }
};

}  // namespace

void set_child_boxes(WideNode& node, const Aabb (&boxes)[kWidth], Quantise quantise) {
  Aabb all = boxes[0];
  for (int i = 1; i < node.child_count; ++i) all = merge(all, boxes[i]);
  node.lower = all.lower;
  node.upper = all.upper;
  ChildSides sides;
  for (int k = 0; k < 3; ++k) {
    node.scale[k] = scale_for(all.lower[k], all.upper[k]);
    for (int i = 0; i < kWidth; ++i) {
      sides.lower[k][i] = i < node.child_count ? boxes[i].lower[k] : all.lower[k];
      sides.upper[k][i] = i < node.child_count ? boxes[i].upper[k] : all.lower[k];
    }
  }
  quantise(node, sides);
}

Real cost_of(const TreeData& tree) {
  const Measure measure(tree.nodes.front().box());
  double sum = 0;
  for (const WideNode& node : tree.nodes) {
    sum += measure.ratio(node.box());
    for (int i = node.inner_count; i < node.child_count; ++i)
      sum += measure.ratio(child_box(node, i)) * double(node.ids_stop(i) - node.ids_begin(i));
  }
  return static_cast<Real>(sum);
}

std::optional<Error> check_boxes(std::span<const Aabb> boxes, std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count; ++i) {
    const Aabb& box = boxes[i];
    if (!box.is_empty() && is_finite(box.lower) && is_finite(box.upper)) continue;
    const Vec3 &l = box.lower, &u = box.upper;
    const bool has_nan = l.x != l.x || l.y != l.y || l.z != l.z || u.x != u.x || u.y != u.y || u.z != u.z;
    if (box.is_empty() && !has_nan) return Error{ErrorCode::empty, "tree: a box has lower > upper", i};
    return Error{ErrorCode::not_finite, "tree: a box has NaN or infinity", i};
  }
  return {};
}

AabbTree::AabbTree() noexcept = default;
AabbTree::~AabbTree() = default;
AabbTree::AabbTree(AabbTree&& other) noexcept = default;
AabbTree& AabbTree::operator=(AabbTree&& other) noexcept = default;

std::size_t AabbTree::size() const noexcept { return data_ ? data_->order.size() : 0; }
Aabb AabbTree::bounds() const noexcept { return data_ ? data_->nodes.front().box() : Aabb{}; }

std::size_t AabbTree::memory_bytes() const noexcept {
  if (!data_) return 0;
  const std::size_t ids =
      data_->order.capacity() + data_->node_of_id.capacity() + data_->parent_of_node.capacity();
  return sizeof(TreeData) + data_->nodes.capacity() * sizeof(WideNode) + ids * sizeof(std::uint32_t);
}

Real AabbTree::cost() const noexcept { return data_ ? cost_of(*data_) : 0; }
Real AabbTree::built_cost() const noexcept { return data_ ? data_->built_cost : 0; }
int AabbTree::depth() const noexcept { return data_ ? data_->depth : 0; }
std::span<const std::uint32_t> AabbTree::order() const noexcept {
  return data_ ? std::span<const std::uint32_t>(data_->order) : std::span<const std::uint32_t>();
}

}  // namespace graze::inline GRAZE_ABI
