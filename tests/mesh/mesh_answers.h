// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Answers of a mesh to questions of every kind, to be compared with those of another one.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "../query/mesh_samples.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/nearest_pieces.h"
#include "graze/query/penetration.h"
#include "graze/query/piece_contacts.h"
#include "graze/query/piece_pairs.h"
#include "graze/query/ray_cast.h"
#include "graze/query/ray_hits.h"
#include "graze/query/shape_cast.h"

namespace graze::test {

struct MeshAnswers {
  std::vector<double> all;  ///< every number
  /// All that does not depend on the order in which pieces are visited: whether, which, and between which
  /// bounds.
  std::vector<std::uint32_t> decisions;
  std::vector<std::array<double, 2>> bounds;

  void add(const Vec3& v) { all.insert(all.end(), {double(v.x), double(v.y), double(v.z)}); }
  void add(const Intersection& r) {
    add(r.witness);
    all.insert(all.end(), {double(r.iterations), double(r.piece_a), double(r.piece_b)});
    decisions.push_back(std::uint32_t(r.contact));
  }
  void add(const Distance& r) {
    add(r.normal);
    add(r.point_a);
    add(r.local_b);
    all.insert(all.end(), {double(r.lower), double(r.upper), double(r.piece_a), double(r.piece_b)});
    decisions.push_back(std::uint32_t(r.contact));
    bounds.push_back({double(r.lower), double(r.upper)});
  }
  void add(const RayCast& r) {
    add(r.point);
    add(r.normal);
    all.insert(all.end(), {double(r.parameter), double(r.piece)});
    decisions.push_back(std::uint32_t(r.hit));
    bounds.push_back({double(r.lower), double(r.upper)});
  }
  void add(const ShapeCast& r) {
    add(r.point);
    add(r.normal);
    all.insert(all.end(), {double(r.time), double(r.piece_a), double(r.piece_b)});
    decisions.push_back(std::uint32_t(r.hit));
    bounds.push_back({double(r.time), double(r.upper)});
  }
  void add(const Penetration& r) {
    add(r.normal);
    all.insert(all.end(), {double(r.lower), double(r.upper)});
    decisions.push_back(std::uint32_t(r.contact));
  }
};

/// Pairs of pieces in the order of their numbers, whatever the order of visits. visit(note) calls note(a, b).
template <class Visit>
void add_pairs(Visit visit, MeshAnswers& answers) {
  std::vector<std::array<std::uint32_t, 2>> pairs;
  visit([&](std::uint32_t a, std::uint32_t b) {
    pairs.push_back({a, b});
    return true;
  });
  std::sort(pairs.begin(), pairs.end());
  for (const auto& pair : pairs) answers.decisions.insert(answers.decisions.end(), pair.begin(), pair.end());
}
inline void add_meeting(const Instance& a, const Instance& b, MeshAnswers& answers) {
  const auto meeting = [&](auto note) {
    (void)visit_intersecting_pieces(a, b, [&](const PiecePair& p) { return note(p.piece_a, p.piece_b); });
  };
  add_pairs(meeting, answers);
}

/// Questions asked of every mesh: about itself, convex shapes and rays around it, at placements of every
/// kind. For meshes of a size of about 3.
inline MeshAnswers ask(const Shape& mesh, std::uint64_t seed, int rounds) {
  Random random{seed};
  MeshAnswers answers;
  for (int i = 0; i < rounds; ++i) {
    const Instance a{mesh, random_placement(random, 3), random.chance(0.2) ? Real(0.1) : Real(0)};
    const Instance b{mesh, random_placement(random, 6), 0};
    const Instance box{Shape(Box{{Real(0.5), Real(0.25), 1}}), random_placement(random, 5), 0};
    const Ray ray{real(random.direction() * 8.0), real(random.direction() * -1.0), kInfinity};
    const Vec3 way = real(random.direction() * 4.0);
    answers.add(intersects(a, b));
    answers.add(intersects(a, box));
    answers.add(intersects(box, b));
    answers.add(distance(a, b));
    answers.add(distance(box, b));
    answers.add(ray_cast(a, ray));
    answers.add(shape_cast(box, way, b));
    answers.add(penetration(a, box));
    std::array<Distance, 3> nearest;
    for (const Distance& d : nearest_pieces(a, box, nearest).written) answers.add(d);
    std::array<RayCast, 16> hits;
    for (const RayCast& hit : all_ray_hits(a, ray, hits).written) {
      answers.add(hit);
      answers.decisions.push_back(hit.piece);
    }
    add_meeting(a, box, answers);
    add_meeting(a, b, answers);
    const auto deep = [&](auto note) {
      (void)visit_piece_penetrations(
          box, b, [&](const PieceNumbers& n, const Penetration&) { return note(n.a, n.b); });
    };
    add_pairs(deep, answers);
  }
  const auto with_itself = [&](auto note) {
    (void)visit_self_intersections(mesh, [&](const PiecePair& p) { return note(p.piece_a, p.piece_b); });
  };
  add_pairs(with_itself, answers);
  return answers;
}

/// Byte for byte.
inline void expect_same(const MeshAnswers& a, const MeshAnswers& b) {
  EXPECT_EQ(a.all, b.all);
  EXPECT_EQ(a.decisions, b.decisions);
  EXPECT_EQ(a.bounds, b.bounds);
}

/// The truth may be the same.
inline void expect_agreement(const MeshAnswers& a, const MeshAnswers& b) {
  EXPECT_EQ(a.decisions, b.decisions);
  ASSERT_EQ(a.bounds.size(), b.bounds.size());
  for (std::size_t i = 0; i < a.bounds.size(); ++i) {
    EXPECT_LE(a.bounds[i][0], b.bounds[i][1]) << i;
    EXPECT_LE(b.bounds[i][0], a.bounds[i][1]) << i;
  }
}

}  // namespace graze::test
