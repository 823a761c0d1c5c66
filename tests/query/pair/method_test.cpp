// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/method.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "graze/graze.h"

namespace graze {
namespace {

// One line per pair of kinds and group of queries; what changes in it was changed on purpose, or is a closed
// form that fell out of the table.
std::string table() {
  std::ostringstream out;
  out << "# How each pair of kinds is answered: kind, kind, query, method. Written by "
         "tests/query/pair/method_test.cpp.\n";
  for (int a = 1; a < kShapeKindCount; ++a)
    for (int b = a; b < kShapeKindCount; ++b) {
      std::string last;
      for (int q = 0; q < kQueryCount; ++q) {
        if (Query(q) == Query::ray_cast && ShapeKind(a) != ShapeKind::point) continue;  // see below
        const char* const method = method_of(ShapeKind(a), ShapeKind(b), Query(q));
        if (last == method) {
          out << '+' << to_string(Query(q));
          continue;
        }
        if (!last.empty()) out << ": " << last << '\n';
        out << to_string(ShapeKind(a)) << ' ' << to_string(ShapeKind(b)) << ' ' << to_string(Query(q));
        last = method;
      }
      out << ": " << last << '\n';
    }
  return out.str();
}

TEST(MethodOf, EveryPairIsThatOfTheTable) {
  std::ifstream in(GRAZE_TEST_DATA "/../query/pair/methods.txt");
  ASSERT_TRUE(in) << "tests/query/pair/methods.txt is not there";
  std::stringstream expected;
  expected << in.rdbuf();
  if (table() == expected.str()) return;
  if (std::getenv("GRAZE_WRITE_PAGES") != nullptr) {
    std::ofstream(GRAZE_TEST_DATA "/../query/pair/methods.txt") << table();
  } else {
    ADD_FAILURE() << "the table has changed: if on purpose, run this test once with GRAZE_WRITE_PAGES=1";
  }
}

TEST(MethodOf, TheOtherOrderIsTheSame) {
  for (int a = 0; a < kShapeKindCount; ++a)
    for (int b = 0; b < kShapeKindCount; ++b)
      for (int q = 0; q < kQueryCount; ++q)
        ASSERT_STREQ(method_of(ShapeKind(a), ShapeKind(b), Query(q)),
                     method_of(ShapeKind(b), ShapeKind(a), Query(q)));
}

TEST(MethodOf, ARayThatStartsAtNoPointIsARefusal) {
  for (int a = int(ShapeKind::point) + 1; a < kShapeKindCount; ++a)
    for (int b = int(ShapeKind::point) + 1; b < kShapeKindCount; ++b)
      EXPECT_EQ(std::string(method_of(ShapeKind(a), ShapeKind(b), Query::ray_cast)).find("refused"), 0u);
}

TEST(MethodOf, InvalidShapesAndTwoHalfSpacesIsARefusal) {
  for (int k = 0; k < kShapeKindCount; ++k)
    EXPECT_EQ(std::string(method_of(ShapeKind::invalid, ShapeKind(k), Query::distance)).find("refused"), 0u);
  EXPECT_EQ(
      std::string(method_of(ShapeKind::half_space, ShapeKind::half_space, Query::distance)).find("refused"),
      0u);
}

// Where a closed form is promised, one step must do.
TEST(MethodOf, PairsWithAClosedFormTakeOneStepWhenApart) {
  const Shape shapes[] = {
      Point{}, Segment{{-1, 0, 0}, {1, 1, 0}}, Sphere{1}, Capsule{1, 1}, HalfSpace{}, Box{}, Cone{}};
  int closed = 0;
  for (const Shape& a : shapes)
    for (const Shape& b : shapes) {
      const std::string method = method_of(a.kind(), b.kind(), Query::distance);
      if (method.find("closed form") == method.npos && method.find("plane") == method.npos) continue;
      const Real up = a.kind() == ShapeKind::half_space ? 9 : -9;  // off the ground
      const Distance d = distance({a, Affine{}}, {b, Affine(Vec3{2, up, 3})});
      if (d.contact != Contact::apart) continue;
      EXPECT_LE(d.iterations, 1) << to_string(a.kind()) << ' ' << to_string(b.kind());
      ++closed;
    }
  EXPECT_GE(closed, 16);
  // A vertex in a face: parallel faces would need an iteration to choose their witnesses.
  const Affine turned(Pose{Quat{1, 2, 3, 9}, {Real(1.5), Real(0.5), Real(0.25)}});
  const Penetration p = penetration({Box{}, Affine{}}, {Box{}, turned});
  EXPECT_EQ(p.contact, Contact::overlapping);
  EXPECT_LE(p.iterations, 1) << "separating axes";
}

TEST(MethodOf, RaysAtShapesWithAClosedFormTakeOneSupport) {
  const Shape shapes[] = {Sphere{1},
                          Capsule{1, 1},
                          Box{},
                          Ellipsoid{{1, 2, 1}},
                          Cylinder{},
                          Cone{},
                          HalfSpace{},
                          TaperedCylinder{1, 2, 1},
                          TaperedCapsule{1, Real(0.5), 1},
                          Segment{{-1, 0, 0}, {1, 1, 0}}};
  int closed = 0;
  for (const Shape& shape : shapes) {
    const RayCast r = ray_cast(shape, Ray{{Real(0.1), 9, Real(0.2)}, {0, -1, 0}});
    const std::string method = method_of(ShapeKind::point, shape.kind(), Query::ray_cast);
    if (method.find("closed form") == method.npos && method.find("plane") == method.npos) continue;
    EXPECT_EQ(r.hit, Hit::hit) << to_string(shape.kind());
    EXPECT_LE(r.iterations, 1) << to_string(shape.kind());
    ++closed;
  }
  EXPECT_EQ(closed, 9);
}

}  // namespace
}  // namespace graze
