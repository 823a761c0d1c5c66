// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pieces/blocks/rays.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "primitive/planar.h"
#include "query/pieces/blocks/triangles.h"
#include "tree/walk.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/pieces/blocks/rays.cpp"
#include "simd/each_target-inl.h"
#endif

#include "query/pieces/blocks/lanes-inl.h"
#include "tree/children-inl.h"

#ifndef GRAZE_QUERY_RAY_MESH_ONCE
#define GRAZE_QUERY_RAY_MESH_ONCE
namespace graze::inline GRAZE_ABI {

/// The test of four triangles: which may be met, which are for sure, and at which parameter.
struct BlockHits {
  std::uint32_t possible = 0, certain = 0;
  alignas(32) double lower[kBlock], upper[kBlock];
};

// Parameters of the winner and of others are compared as Real: what is later by no more than this may still
// come first by its number.
inline constexpr double kSameParameter = 8 * double(kEpsilon);

/// Triangles that may be met, not tested exactly yet.
class PossibleHits {
 public:
  explicit PossibleHits(RayTask& task) : task_(task) {}

  void add(std::uint32_t place, double lower, bool is_met) {
    if (count_ == kMost) cast_all();
    entries_[count_++] = {lower, place, is_met};
    if (task_.is_each_cast) cast_all();
  }
  void cast_all() {
    for (int i = 0; i < count_; ++i)
      if (const Entry& e = entries_[i]; e.lower <= task_.limit)
        task_.limit =
            std::min(task_.limit, task_.cast_at(task_.context, e.place, e.is_met) * (1 + kSameParameter));
    count_ = 0;
  }

 private:
  static constexpr int kMost = 16;
  struct Entry {
    double lower;
    std::uint32_t place;
    bool is_met;
  };
  RayTask& task_;
  Entry entries_[kMost];
  int count_ = 0;
};

}  // namespace graze::inline GRAZE_ABI
#endif

GRAZE_LANES_BEGIN

// A corner sheared along the ray [Woop13]; z is how far along the largest axis it is.
template <int kAxis>
GRAZE_LANE BlockVec shear(const TriangleBeam& beam, const CornerBlock<Real>& block, int corner,
                          std::size_t i) {
  constexpr int kX = (kAxis + 1) % 3, kY = (kAxis + 2) % 3;
  const auto seen = [&](int k) {
    return load_as<BlockLanes>(block.at[corner][k] + i) - BlockLanes(beam.origin[k]);
  };
  const BlockLanes z = seen(kAxis);
  return {seen(kX) - BlockLanes(beam.shear[0]) * z, seen(kY) - BlockLanes(beam.shear[1]) * z, z};
}
GRAZE_LANE BlockLanes edge_of(const BlockVec& p, const BlockVec& q) { return p.x * q.y - p.y * q.x; }

template <int kAxis>
GRAZE_LANE void test_lanes(const TriangleBeam& beam, const CornerBlock<Real>& block, std::size_t i,
                           BlockHits& out) {
  const BlockVec a = shear<kAxis>(beam, block, 0, i), b = shear<kAxis>(beam, block, 1, i),
                 c = shear<kAxis>(beam, block, 2, i);
  const BlockLanes u = edge_of(b, c), v = edge_of(c, a), w = edge_of(a, b);
  const BlockLanes low = least_of(u, v, w), high = greatest_of(u, v, w), error(beam.error),
                   below(-beam.error);
  const std::uint32_t negative = bits_of(below > low), positive = bits_of(high > error);
  const std::uint32_t all = (1u << lanes_of<BlockLanes>()) - 1, possible = all & ~(negative & positive);
  if (possible == 0) return;
  // On one side of all edges for sure, and seen well enough to know where.
  const BlockLanes area = u + v + w, z = (u * a.z + v * b.z + w * c.z) / area;
  const std::uint32_t inside =
      (bits_of(low > error) | bits_of(below > high)) & bits_of(lane_abs(area) > BlockLanes(8 * beam.error));
  // Edge functions are off by an error each, sums of products with z by four of them times the size.
  const BlockLanes lost = BlockLanes(4 * beam.error) * (BlockLanes(beam.size) + lane_abs(z)) /
                          lane_max(lane_abs(area) - BlockLanes(4 * beam.error), BlockLanes(beam.error));
  const BlockLanes t = z * BlockLanes(beam.inverse) + BlockLanes(beam.start);
  const BlockLanes off = lost * BlockLanes(std::abs(beam.inverse)) +
                         (lane_abs(t) + BlockLanes(beam.start)) * BlockLanes(8 * kDoubleEpsilon);
  store(t - off, out.lower + i);
  store(t + off, out.upper + i);
  out.possible |= possible << i;
  out.certain |= (possible & inside) << i;
}

template <int kAxis>
GRAZE_LANE BlockHits test_block(const TriangleBeam& beam, const CornerBlock<Real>& block) {
  BlockHits out;
  for (std::size_t i = 0; i < kBlock; i += lanes_of<BlockLanes>()) test_lanes<kAxis>(beam, block, i, out);
  return out;
}

inline void test_leaf(RayTask& task, const TreeData& tree, std::uint32_t first, std::uint32_t count,
                      PossibleHits& possible) {
  CornerBlock<Real> block;
  load_block(task.mesh, tree, first, count, block);
  const TriangleBeam& beam = task.beam;
  const BlockHits hits = beam.axis == 0   ? test_block<0>(beam, block)
                         : beam.axis == 1 ? test_block<1>(beam, block)
                                          : test_block<2>(beam, block);
  for (std::uint32_t rest = hits.possible & ((1u << count) - 1); rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    const bool is_known = (hits.certain >> i & 1) != 0;
    if (is_known && (hits.lower[i] > task.limit || hits.upper[i] < 0)) continue;
    const bool is_met = is_known && hits.lower[i] > 0 && hits.upper[i] < task.limit;
    if (is_met && task.is_any_certain)
      task.limit = std::min(task.limit, hits.upper[i] * (1 + kSameParameter));
    possible.add(first + static_cast<std::uint32_t>(i), is_known ? hits.lower[i] : 0, is_met);
  }
}

// A part of the tree still to be visited, and where the ray enters it. Left uninitialised: most of the stack
// is not used.
struct RayEntry {
  Real entry;
  std::uint32_t index, end;

  GRAZE_LANE void set(Real e, const walk::Ref& ref) {
    entry = e;
    index = ref.index;
    end = ref.end;
  }
  GRAZE_LANE walk::Ref ref() const { return {index, end}; }
};

// Pushes the children that are met, the nearest last; of equals the first.
GRAZE_LANE RayEntry* push_children(const WideNode& node, std::uint32_t met, const Real (&entry)[kWidth],
                                   RayEntry* const base) {
  RayEntry* top = base;
  for (; met != 0; met &= met - 1) {
    const int i = std::countr_zero(met);
    RayEntry* at = top++;
    for (; at > base && at[-1].entry <= entry[i]; --at) *at = at[-1];
    at->set(entry[i], walk::child_ref(node, i));
  }
  return top;
}

// Leaves of a node are side by side: they arrive while its boxes are tested.
GRAZE_LANE void fetch_leaves(const WideNode& node, const Pieces::Corners* corners) {
#if defined(__GNUC__)
  const char* const from = reinterpret_cast<const char*>(corners + node.first_id);
  const char* const to = reinterpret_cast<const char*>(corners + node.ids_stop(node.child_count - 1));
  for (const char* p = from; p < to; p += 64) __builtin_prefetch(p);
#endif
}

// Goes down from a node to a leaf, or to no ids: the nearest of the children that are met, while others wait.
GRAZE_LANE walk::Ref go_down(const TreeData& tree, const NodeRay& ray, Real end, walk::Ref ref,
                             const Pieces::Corners* corners, RayEntry*& top) {
  while (ref.is_node()) {
    const WideNode& node = tree.nodes[ref.index];
    if (corners != nullptr && node.inner_count < node.child_count) fetch_leaves(node, corners);
    Real entry[kWidth];
    const std::uint32_t met = meet_ray<ChildLanes>(node, ray, end, entry);
    if (met == 0) return {1, 1};
    if (const std::uint32_t rest = met & (met - 1); rest == 0) {
      ref = walk::child_ref(node, std::countr_zero(met));
    } else if ((rest & (rest - 1)) == 0) {
      const int i = std::countr_zero(met), j = std::countr_zero(rest);
      const bool is_first = entry[i] <= entry[j];
      const int near = is_first ? i : j, far = is_first ? j : i;
      (top++)->set(entry[far], walk::child_ref(node, far));
      ref = walk::child_ref(node, near);
    } else {
      top = push_children(node, met, entry, top);
      ref = (--top)->ref();
    }
  }
  return ref;
}

std::int32_t trace_ray(RayTask& task) {
  const TreeData& tree = *TreeAccess::data(task.mesh.tree);
  RayEntry stack[kMaxDepth * (kWidth - 1) + 1];
  RayEntry* top = stack;
  (top++)->set(0, {});
  PossibleHits possible(task);
  std::int32_t tested = 0;
  Real end = round_up(scaled_end(task.nodes, task.limit));
  while (top != stack) {
    const RayEntry next = *--top;
    if (next.entry > end) continue;
    const walk::Ref leaf = go_down(tree, task.nodes, end, next.ref(), task.mesh.store.by_leaves(), top);
    if (leaf.index == leaf.end) continue;
    for (std::uint32_t k = leaf.index; k < leaf.end; k += kBlock)
      test_leaf(task, tree, k, std::min(kBlock, leaf.end - k), possible);
    tested += static_cast<std::int32_t>(leaf.end - leaf.index);
    end = round_up(scaled_end(task.nodes, task.limit));
  }
  possible.cast_all();
  return tested;
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {

RayTask make_ray_task(const Pieces& mesh, const Vec3d& origin, const Vec3d& direction) {
  const Aabb bounds = mesh.tree.bounds();
  RayTask task{mesh, make_node_ray(origin, direction, bounds), {}, 0, true, false, nullptr, nullptr};
  TriangleBeam& beam = task.beam;
  // Where the nodes take the ray to begin; each of its coordinates is off by no more than `moved`.
  beam.start = task.nodes.start;
  beam.origin = origin + direction * beam.start;
  const double moved = beam.start > 0 ? 4 * kDoubleEpsilon * (max_abs(origin) + max_abs(beam.origin)) : 0;
  beam.axis = primitive::largest_axis(direction);
  beam.shear[0] = direction[(beam.axis + 1) % 3] / direction[beam.axis];
  beam.shear[1] = direction[(beam.axis + 2) % 3] / direction[beam.axis];
  beam.inverse = 1 / direction[beam.axis];
  const double far =
      std::max(max_abs(Vec3d(bounds.lower) - beam.origin), max_abs(Vec3d(bounds.upper) - beam.origin));
  beam.size = far * (1 + 4 * kDoubleEpsilon);
  // Coordinates as sheared are off by 3 epsilons of the size and no larger than twice that; two products of
  // them lose 14 each, and their difference 4. Another origin moves sheared coordinates by twice that
  // each, and edge functions by 16 times that and the size. Where that underflows nothing is certain.
  beam.error = (64 * kDoubleEpsilon * beam.size + 32 * moved) * beam.size;
  if (!(beam.error > 0x1p-900) || !std::isfinite(beam.inverse))
    beam.error = std::numeric_limits<double>::infinity();
  return task;
}

}  // namespace graze::inline GRAZE_ABI
#endif

#if !defined(GRAZE_SIMD)
namespace graze::inline GRAZE_ABI {
std::int32_t trace(RayTask& task) { return one_lane::trace_ray(task); }
}  // namespace graze::inline GRAZE_ABI
#elif HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(trace_ray);
std::int32_t trace(RayTask& task) { return HWY_DYNAMIC_DISPATCH(trace_ray)(task); }
}  // namespace graze::inline GRAZE_ABI
#endif
