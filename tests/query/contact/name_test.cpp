// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "graze/query/contact_name.h"

namespace graze {
namespace {

// A box that slides on another: four points, each with a name of its own, which it keeps.
TEST(ContactName, StaysWhileABodySlides) {
  std::unordered_map<ContactName, int> seen;
  for (int frame = 0; frame < 10; ++frame) {
    const ContactSet set =
        contacts({Box{{5, 1, 5}}, Vec3{0, 0, 0}}, {Box{}, Vec3{Real(0.1) * Real(frame), Real(1.99), 0}});
    ASSERT_EQ(set.count, 4);
    for (const ContactPoint& point : set.span()) ++seen[name_of(point)];
  }
  EXPECT_EQ(seen.size(), 4u);
  for (const auto& [name, count] : seen) EXPECT_EQ(count, 10);
}

TEST(ContactName, HasPiecesOfAManifold) {
  ContactManifold manifold;
  manifold.piece_a = 7;
  manifold.leaf_b = 3;
  ContactPoint point;
  point.feature_a = {FeatureKind::edge, 1, 2};
  const ContactName name = name_of(manifold, point);
  EXPECT_EQ(name.piece_a, 7u);
  EXPECT_EQ(name.leaf_b, 3u);
  EXPECT_EQ(name.feature_a, point.feature_a);
  EXPECT_NE(name, name_of(point));
}

TEST(ContactId, TellsNamesApart) {
  std::unordered_set<std::uint64_t> ids, low;
  std::set<std::uint64_t> features;
  std::size_t count = 0;
  for (const FeatureKind kind :
       {FeatureKind::vertex, FeatureKind::edge, FeatureKind::face, FeatureKind::curved})
    for (std::uint32_t first = 0; first < 40; ++first)
      for (std::uint32_t second = 0; second < 40; ++second, ++count) {
        const Feature feature{kind, first, second};
        features.insert(id_of(feature));
        ids.insert(id_of(ContactName{.piece_a = second, .feature_a = feature}));
        ids.insert(id_of(ContactName{.piece_b = second, .feature_b = feature}));
        low.insert(std::hash<Feature>()(feature) & 0xffff);
      }
  EXPECT_EQ(features.size(), count);
  EXPECT_EQ(ids.size(), 2 * count);
  EXPECT_GT(low.size(), 0.9 * 65536 * (1 - std::exp(-double(count) / 65536)));  // as good as random
  const ContactName a{.feature_a = {FeatureKind::vertex, 1, 0}, .feature_b = {FeatureKind::face, 2, 0}};
  const ContactName b{.feature_a = a.feature_b, .feature_b = a.feature_a};
  EXPECT_NE(id_of(a), id_of(b));
}

}  // namespace
}  // namespace graze
