// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "support/random.h"
#include "tree/wide_node.h"

namespace graze::test {

/// Kinds of box sets that trees are built over.
enum class Boxes {
  random,
  clustered,
  flat,
  points,
  identical,
  nested,
  far_away,
  huge_and_tiny,
  growing,  // each as far out as all before it together
  tiny,     // next to the smallest normal number
  largest,  // sides next to the largest number, both signs
};
inline constexpr Boxes kAllBoxes[] = {
    Boxes::random,   Boxes::clustered,     Boxes::flat,    Boxes::points, Boxes::identical, Boxes::nested,
    Boxes::far_away, Boxes::huge_and_tiny, Boxes::growing, Boxes::tiny,   Boxes::largest};

inline const char* name_of(Boxes kind) {
  constexpr const char* kNames[] = {"random",   "clustered",     "flat",    "points", "identical", "nested",
                                    "far_away", "huge_and_tiny", "growing", "tiny",   "largest"};
  return kNames[static_cast<int>(kind)];
}

inline std::string test_name(const testing::TestParamInfo<Boxes>& kind) { return name_of(kind.param); }

inline Vec3 real_vec(const V3d& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }

/// Box around a centre, rounded anyhow; sides in order.
inline Aabb box_at(const V3d& centre, const V3d& half) {
  const Vec3 p = real_vec(centre - half), q = real_vec(centre + half);
  return {min(p, q), max(p, q)};
}

inline Aabb random_box(Random& random, Boxes kind, int i, int count) {
  const double size = 1 / std::cbrt(double(count));
  const V3d half{random.uniform(0, size), random.uniform(0, size), random.uniform(0, size)};
  const V3d p = random.in_cube();
  switch (kind) {
    case Boxes::random:
      return box_at(p, half);
    case Boxes::clustered: {
      const double where = double(i % 5);
      return box_at(V3d{where * where, -where, 3 * where} + p * 0.01, half * 0.02);
    }
    case Boxes::flat:
      return box_at({p.x, 2, p.z}, {half.x, 0, half.z});
    case Boxes::points:
      return box_at({std::floor(p.x * 4), std::floor(p.y * 4), std::floor(p.z * 4)}, {0, 0, 0});
    case Boxes::identical:
      return box_at({1, 2, 3}, {1, 0.5, 0.25});
    case Boxes::nested: {
      const double h = 0.01 + double(i) * 0.01;
      return box_at(p * 0.5, {h, h, h});
    }
    case Boxes::far_away:
      return box_at(V3d{1e6, -3e6, 2e6} + p * 4, half * 5);
    case Boxes::huge_and_tiny:
      return box_at(p * 1000, half * (i % 50 == 0 ? 1e4 : 1e-3));
    case Boxes::growing: {
      const double where = std::exp2(double(i % 110));
      return box_at(V3d{where, p.y, p.z}, {where * 0.01, 0.5, 0.5});
    }
    case Boxes::tiny: {
      const double m = double(std::numeric_limits<Real>::min());
      return box_at(p * m, half * m);
    }
    case Boxes::largest: {
      const double m = double(std::numeric_limits<Real>::max()) * 0.4;
      return box_at(p * m, half * m);
    }
  }
  return {};
}

inline std::vector<Aabb> make_boxes(Boxes kind, int count, std::uint64_t seed) {
  Random random{seed};
  std::vector<Aabb> boxes;
  for (int i = 0; i < count; ++i) boxes.push_back(random_box(random, kind, i, count));
  return boxes;
}

/// Boxes to ask about: somewhere within the bounds, of any share of their size.
inline Aabb random_probe(Random& random, const Aabb& bounds) {
  const V3d p = random.in_cube();
  const double share = random.log_uniform(1e-3, 0.5);
  const Vec3 c = centre(bounds), h = half_extents(bounds);
  const V3d half{double(h.x), double(h.y), double(h.z)};
  return box_at({double(c.x) + p.x * half.x, double(c.y) + p.y * half.y, double(c.z) + p.z * half.z},
                half * share);
}

/// Everything that a tree consists of; equal bytes, equal trees.
inline std::string bytes_of(const AabbTree& tree) {
  const TreeData* data = TreeAccess::data(tree);
  std::string out;
  if (data == nullptr) return out;
  const auto put = [&](const auto& value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  for (const WideNode& node : data->nodes) {
    for (int k = 0; k < 3; ++k) {
      put(node.lower[k]), put(node.upper[k]), put(node.scale[k]);
      for (int i = 0; i < node.child_count; ++i) put(node.child_lower[k][i]), put(node.child_upper[k][i]);
    }
    put(node.first_node), put(node.first_id), put(node.ids_end), put(node.inner_count), put(node.child_count);
  }
  for (const std::uint32_t id : data->order) put(id);
  return out;
}

}  // namespace graze::test
