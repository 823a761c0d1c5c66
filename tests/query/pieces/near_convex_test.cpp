// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Solids that were convex before their vertices were rounded: depth and contacts are those of the hull, and
// the bounds hold for the mesh as it is.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "graze/query/contact.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "graze/query/separation.h"
#include "query/ask.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

std::vector<MeshModel> round_models() {
  return {prism_model(6), prism_model(64), uv_sphere_model(12, 6), uv_sphere_model(34, 16)};
}

Mat3 turned(Random& random, Real size) {
  const Mat3 turn = to_matrix(rotation_about(real(random.direction()), Real(random.uniform(0.1, 3))));
  return {turn.columns[0] * size, turn.columns[1] * size, turn.columns[2] * size};
}

// In a box ten times as large, through its upper face: the deepest vertex has to come up all the way.
TEST(NearConvex, DepthInALargeBoxEnclosesThatOfItsLowestVertex) {
  Random random(20261118);
  for (const MeshModel& model : round_models())
    for (const Real size : {Real(0.01), Real(1), Real(300)})
      for (int i = 0; i < 4; ++i) {
        const MeshModel placed = mapped(turned(random, size), model);
        const Instance mesh = at(mesh_of(placed, true), Vec3{0, 10 * size, 0}),
                       box = at(Shape(Box{{10 * size, 10 * size, 10 * size}}), Vec3{});
        Real lowest = 0;
        for (const Vec3& v : placed.vertices) lowest = std::min(lowest, v.y);
        const mpq_class depth = -mpq_class(double(lowest));
        const Penetration p = penetration(mesh, box), q = penetration(box, mesh);
        EXPECT_EQ(p.contact, Contact::overlapping);
        EXPECT_EQ(p.status, Status::converged);
        EXPECT_LE(mpq_class(double(p.lower)), depth);
        EXPECT_GE(mpq_class(double(p.upper)), depth);
        EXPECT_LE(double(p.upper) - double(p.lower), rounding(40 * double(size)));
        EXPECT_TRUE(is_same(p, mirrored(q)));
        EXPECT_TRUE(is_same(separation(mesh, box), mirrored(separation(box, mesh))));
        EXPECT_EQ(separation(mesh, box).upper, -p.lower);
      }
}

// A box in the middle of them touches no triangle. Which face of the box is nearest depends on the turn.
TEST(NearConvex, HasContactsWithABoxInside) {
  Random random(20261119);
  const Instance box{
      Shape(Box{{Real(0.05), Real(0.05), Real(0.05)}}),
      Affine(to_matrix(rotation_about(Vec3{1, 2, 3}, Real(0.7))), {Real(0.03), Real(0.02), 0})};
  for (const MeshModel& model : round_models()) {
    const Instance mesh = at(mesh_of(mapped(turned(random, 1), model), true), Vec3{});
    const Penetration p = penetration(mesh, box);
    EXPECT_EQ(p.status, Status::converged);
    const ContactSet set = contacts(mesh, box), back = contacts(box, mesh);
    EXPECT_EQ(set.contact, Contact::overlapping);
    EXPECT_GE(set.count, 1);
    EXPECT_LE(double(set.lower), -double(p.lower));
    EXPECT_GE(double(set.upper), -double(p.upper));
    EXPECT_EQ(set.count, back.count);
    EXPECT_EQ(set.normal, -back.normal);
  }
}

// A prism that stands on a box: the corners of their common face.
TEST(NearConvex, PrismOnABoxHasContactsAtItsCorners) {
  Random random(20261120);
  for (const std::uint32_t sides : {6u, 64u})
    for (const Real size : {Real(0.01), Real(1), Real(300)})
      for (int i = 0; i < 5; ++i) {
        const Mat3 turn = turned(random, 1), grow = Mat3::diagonal(size, size, size);
        const Instance mesh = at(mesh_of(mapped(turn * grow, prism_model(sides)), true), Vec3{});
        // Its upper face is that of the prism turned alike, but for a hundredth of the size.
        const Vec3 down = turn.columns[1] * (size * Real(-1.99));
        const Instance box{Shape(Box{{size * 2, size, size * 2}}), Affine(turn, down)};
        const ContactSet set = contacts(mesh, box);
        // In double some slivers at the rim of 64 corners stay faces of their own.
        const int least = sizeof(Real) == 8 && sides > 6 ? 3 : 4;
        EXPECT_GE(set.count, least);
        EXPECT_EQ(set.contact, Contact::overlapping);
        EXPECT_NEAR(double(set.lower), -0.01 * double(size), rounding(4 * double(size)));
        EXPECT_EQ(contacts(box, mesh).count, set.count);
      }
}

// A thin rod stands in the middle of the dented face, its lower end at y = 0.5: it is out once that is above
// the face at the rod's corners, before it is above the hull.
TEST(NearConvex, BoundsOfTheDepthKnowOfTheDent) {
  const Real dent = 4 * kEpsilon, half = Real(0.0078125);
  const Instance cube = at(mesh_of(dented_cube_model(dent), true), Vec3{}),
                 rod = at(Shape(Box{{half, 1, half}}), Vec3{0, Real(1.5), 0});
  const mpq_class way = mpq_class(0.5) - mpq_class(double(dent)) * (1 - mpq_class(double(half)));
  const Penetration p = penetration(cube, rod);
  EXPECT_EQ(p.status, Status::converged);
  EXPECT_LE(mpq_class(double(p.lower)), way);
  EXPECT_GE(double(p.upper), 0.5 - double(dent));
  EXPECT_GE(double(p.lower), 0.5 - 32 * double(kEpsilon) - rounding(4));
  EXPECT_LE(double(contacts(cube, rod).lower), -0.5 + double(dent));
  EXPECT_GE(mpq_class(double(contacts(cube, rod).upper)), -way);
}

// Two of them, moved along the way out: by less than the lower bound their triangles meet, by more than the
// upper one they do not. In between, where the hulls touch and rounding decides, all queries agree with the
// triangles.
TEST(NearConvex, QueriesAgreeWithTheTrianglesAroundContact) {
  Random random(20261121);
  int apart = 0, meeting = 0;
  for (const MeshModel& model : round_models())
    for (int i = 0; i < 6; ++i) {
      const Instance a = at(mesh_of(mapped(turned(random, 1), model), true), Vec3{});
      Instance b = at(mesh_of(mapped(turned(random, 1), prism_model(16)), true),
                      real(random.direction() * random.uniform(0.5, 1.5)));
      const Penetration p = penetration(a, b);
      if (p.contact != Contact::overlapping) continue;
      EXPECT_EQ(p.status, Status::converged);
      const Vec3 start = b.placement.translation();
      for (const double way :
           {double(p.lower) - 1e-6, double(p.lower), double(p.upper), double(p.upper) + 1e-6}) {
        b.placement = Affine(start + p.normal * Real(way));
        const Contact contact = intersects(a, b).contact;
        if (way < double(p.lower)) {
          EXPECT_NE(contact, Contact::apart);
        }
        if (way > double(p.upper)) {
          EXPECT_EQ(contact, Contact::apart);
        }
        const Penetration at_contact = penetration(a, b);
        EXPECT_EQ(at_contact.contact == Contact::apart, contact == Contact::apart);
        EXPECT_EQ(contacts(a, b).contact == Contact::apart, contact == Contact::apart);
        if (const Contact c = separation(a, b).contact; c != Contact::touching) {  // or rounding decides
          EXPECT_EQ(c == Contact::apart, contact == Contact::apart);
        }
        EXPECT_TRUE(is_same(at_contact, mirrored(penetration(b, a))));
        (contact == Contact::apart ? apart : meeting) += 1;
      }
    }
  EXPECT_GT(apart, 10);
  EXPECT_GT(meeting, 10);
}

}  // namespace
}  // namespace graze::test
