// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "literature/obb_tree.h"

#include <algorithm>
#include <cmath>

#include "math/principal.h"

namespace graze::inline GRAZE_ABI {
namespace {

struct Piece {
  std::uint32_t begin, end;  // points
  std::uint32_t id;
  Vec3d middle;  // mean of its points
};

struct Work {
  std::uint32_t begin, end;  // pieces
  std::uint32_t node;
  int depth;
};

// Along the axes of space: for numbers so large that the principal axes overflow.
Obb fit_straight(std::span<const Vec3> points) {
  Aabb all;
  for (const Vec3& p : points) all = merge(all, p);
  Obb box;
  box.centre = centre(all);
  const Vec3 h = half_extents(all);
  for (int k = 0; k < 3; ++k)
    box.half_extents[k] =
        std::min(h[k] + std::abs(box.centre[k]) * (4 * kEpsilon), std::numeric_limits<Real>::max());
  return box;
}

// Contains the points although its axes are rounded: their products differ from the identity by a few units,
// and so do coordinates along them, in parts of the distance from the centre.
Obb fit(std::span<const Vec3> points) {
  const PrincipalAxes principal = find_principal_axes(points);
  const Mat3 axes(principal.axes);
  const BasicMat3<double> rounded_axes(axes);
  Vec3d low, high;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3d p = transpose_times(rounded_axes, Vec3d(points[i]) - principal.mean);
    low = i == 0 ? p : min(low, p);
    high = i == 0 ? p : max(high, p);
  }
  Obb box;
  box.axes = axes;
  box.centre = Vec3(principal.mean + rounded_axes * ((low + high) * 0.5));
  const Vec3d middle(box.centre);
  Vec3d half;
  double farthest = 0;
  for (const Vec3& point : points) {
    const Vec3d d = Vec3d(point) - middle, p = transpose_times(rounded_axes, d);
    half = max(half, Vec3d{std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    farthest = std::max(farthest, sum_abs(d));
  }
  const double lost = 16 * double(kEpsilon) * farthest + double(std::numeric_limits<Real>::min());
  for (int k = 0; k < 3; ++k) box.half_extents[k] = round_up(half[k] + lost);
  const bool is_sound = std::isfinite(farthest) && is_finite(box.centre) && is_finite(box.half_extents) &&
                        is_finite(axes.columns[0]) && is_finite(axes.columns[1]) &&
                        is_finite(axes.columns[2]);
  return is_sound ? box : fit_straight(points);
}

class ObbBuilder {
 public:
  ObbBuilder(std::span<const Vec3> points, std::span<const std::uint32_t> ends) : points_(points) {
    pieces_.reserve(ends.size());
    std::uint32_t begin = 0;
    for (std::uint32_t i = 0; i < ends.size(); ++i) {
      Vec3d sum;
      for (std::uint32_t k = begin; k < ends[i]; ++k) sum += Vec3d(points[k]) / double(ends[i] - begin);
      pieces_.push_back({begin, ends[i], i, sum});
      begin = ends[i];
    }
  }

  // Null: cancelled.
  [[nodiscard]] std::unique_ptr<ObbTreeData> build(const TreeProgress& progress) {
    auto tree = std::make_unique<ObbTreeData>();
    const auto count = static_cast<std::uint32_t>(pieces_.size());
    tree->pieces = count;
    tree->nodes.reserve(2 * std::size_t(count) - 1);
    tree->nodes.emplace_back();
    std::vector<Work> stack{{0, count, 0, 1}};
    std::size_t done = 0, reported = 0;
    while (!stack.empty()) {
      const Work work = stack.back();
      stack.pop_back();
      tree->depth = std::max(tree->depth, work.depth);
      ObbNode node{fit(gather(work)), 0, pieces_[work.begin].id};
      if (work.end - work.begin > 1) {
        node.child = static_cast<std::uint32_t>(tree->nodes.size());
        const std::uint32_t middle = cut(work, node.box);
        stack.push_back({middle, work.end, node.child + 1, work.depth + 1});
        stack.push_back({work.begin, middle, node.child, work.depth + 1});
        tree->nodes.resize(tree->nodes.size() + 2);
      } else if (++done >= reported + 4096 && progress.report != nullptr) {
        reported = done;
        if (!progress.report(progress.context, done, count)) return nullptr;
      }
      tree->nodes[work.node] = node;
    }
    return tree;
  }

 private:
  std::span<const Vec3> points_;
  std::vector<Piece> pieces_;
  std::vector<Vec3> gathered_;

  [[nodiscard]] std::span<const Vec3> gather(const Work& work) {
    gathered_.clear();
    for (std::uint32_t i = work.begin; i < work.end; ++i)
      gathered_.insert(gathered_.end(), points_.begin() + pieces_[i].begin, points_.begin() + pieces_[i].end);
    return gathered_;
  }

  // At the mean of the pieces along the longest axis of the box; in the middle where that leaves a side
  // empty.
  [[nodiscard]] std::uint32_t cut(const Work& work, const Obb& box) {
    const Vec3& h = box.half_extents;
    const Vec3d axis(box.axes.column(h.x >= h.y && h.x >= h.z ? 0 : h.y >= h.z ? 1 : 2));
    // An eighth: differences and sums of these cannot overflow.
    const Vec3d start = Vec3d(box.centre) * 0.125;
    const auto place = [&](const Piece& piece) { return dot(axis, piece.middle * 0.125 - start); };
    const auto begin = pieces_.begin() + work.begin, end = pieces_.begin() + work.end;
    if (work.depth <= kFreeObbDepth) {
      double mean = 0;
      for (auto it = begin; it != end; ++it) mean += place(*it) / double(work.end - work.begin);
      const auto middle = std::partition(begin, end, [&](const Piece& piece) { return place(piece) < mean; });
      if (middle != begin && middle != end) return static_cast<std::uint32_t>(middle - pieces_.begin());
    }
    const auto middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end, [&](const Piece& a, const Piece& b) {
      const double x = place(a), y = place(b);
      return x != y ? x < y : a.id < b.id;
    });
    return static_cast<std::uint32_t>(middle - pieces_.begin());
  }
};

std::optional<Error> check(std::span<const Vec3> points, std::span<const std::uint32_t> ends) {
  constexpr std::size_t kMost = std::size_t(1) << 30;
  if (ends.size() > kMost || points.size() > 0xffffffff)
    return Error{ErrorCode::index_out_of_range, "obb tree: more than 2^30 pieces", kMost};
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (ends[i] <= begin) return Error{ErrorCode::empty, "obb tree: a piece has no points", i};
    if (ends[i] > points.size())
      return Error{ErrorCode::index_out_of_range, "obb tree: a piece ends beyond the last point", i};
    begin = ends[i];
  }
  if (begin != points.size())
    return Error{ErrorCode::index_out_of_range, "obb tree: points after the last piece", begin};
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!is_finite(points[i]))
      return Error{ErrorCode::not_finite, "obb tree: a point has NaN or infinity", i};
  return {};
}

}  // namespace

ObbTree::ObbTree() noexcept = default;
ObbTree::~ObbTree() = default;
ObbTree::ObbTree(ObbTree&& other) noexcept = default;
ObbTree& ObbTree::operator=(ObbTree&& other) noexcept = default;

std::size_t ObbTree::size() const noexcept { return data_ ? data_->pieces : 0; }
Obb ObbTree::bounds() const noexcept { return data_ ? data_->nodes.front().box : Obb{}; }
int ObbTree::depth() const noexcept { return data_ ? data_->depth : 0; }
std::size_t ObbTree::memory_bytes() const noexcept {
  return data_ ? sizeof(ObbTreeData) + data_->nodes.capacity() * sizeof(ObbNode) : 0;
}

Result<ObbTree> build_obb_tree(std::span<const Vec3> points, std::span<const std::uint32_t> ends,
                               const TreeProgress& progress) {
  if (const auto error = check(points, ends)) return *error;
  ObbTree tree;
  if (ends.empty()) return tree;
  auto data = ObbBuilder(points, ends).build(progress);
  if (!data) return Error{ErrorCode::cancelled, "obb tree: the progress function stopped the build"};
  ObbTreeAccess::set(tree, std::move(data));
  return tree;
}

// Axes are stored in Real: their products differ from the identity by a few units, and those of the placement
// by what is measured here. Every projection below is a sum of at most a dozen such terms.
ObbRelative::ObbRelative(const RelativePlacement& a_from_b) : a_from_b_(a_from_b) {
  double off = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double product = dot(a_from_b.linear.column(i), a_from_b.linear.column(j));
      off += std::abs(product - (i == j ? 1 : 0));
    }
  error_ = 64 * double(kEpsilon) + 16 * off;
}

bool ObbRelative::are_apart(const Obb& a, const Obb& b, ObbAxes axes) const {
  const BasicMat3<double> axes_a(a.axes), axes_b = a_from_b_.linear * BasicMat3<double>(b.axes);
  const Vec3d half_a(a.half_extents), half_b(b.half_extents), centre_a(a.centre), centre_b(b.centre);
  const Vec3d placed = a_from_b_.linear * centre_b, world = (placed - centre_a) + a_from_b_.translation;
  const Vec3d t = transpose_times(axes_a, world);
  const double rounding =
      32 * kDoubleEpsilon * (sum_abs(centre_a) + 2 * sum_abs(centre_b) + sum_abs(a_from_b_.translation));
  const double extra =
      a_from_b_.slack + rounding + error_ * (sum_abs(half_a) + sum_abs(half_b) + sum_abs(world));
  double r[3][3], abs_r[3][3];  // products of axes
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      r[i][j] = dot(axes_a.column(i), axes_b.column(j));
      abs_r[i][j] = std::abs(r[i][j]);
    }
  for (int i = 0; i < 3; ++i) {
    const double reach = abs_r[i][0] * half_b.x + abs_r[i][1] * half_b.y + abs_r[i][2] * half_b.z;
    if (std::abs(t[i]) > half_a[i] + reach + extra) return true;
  }
  for (int j = 0; j < 3; ++j) {
    const double reach = abs_r[0][j] * half_a.x + abs_r[1][j] * half_a.y + abs_r[2][j] * half_a.z;
    const double gap = r[0][j] * t.x + r[1][j] * t.y + r[2][j] * t.z;
    if (std::abs(gap) > half_b[j] + reach + extra) return true;
  }
  if (axes == ObbAxes::six) return false;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double reach_a = half_a[i1] * abs_r[i2][j] + half_a[i2] * abs_r[i1][j];
      const double reach_b = half_b[j1] * abs_r[i][j2] + half_b[j2] * abs_r[i][j1];
      if (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > reach_a + reach_b + extra) return true;
    }
  return false;
}

}  // namespace graze::inline GRAZE_ABI
