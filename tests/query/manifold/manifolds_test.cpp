// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "graze/mesh/height_field.h"
#include "graze/primitive/point_distance.h"
#include "graze/query/contact_manifolds.h"
#include "graze/query/piece_contacts.h"
#include "graze/query/separation.h"
#include "graze/shape/bounds.h"
#include "graze/shape/hull_builder.h"
#include "query/manifold/floors.h"
#include "query/manifold/surface.h"
#include "query/mesh_samples.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

TEST(ContactManifolds, OnAFlatFloorHaveTheNormalOfTheFloorWhateverItsTriangles) {
  Random random(20261121);
  int tilted = 0, apart = 0, overlapping = 0;
  for (int round = 0; round < 192; ++round) {
    const Shape floor_shape = mesh_of(any_floor(random, round % 4));
    const Shape shape = any_object(random, round / 4 % 6);
    const bool is_upright = random.chance(0.5);
    const Quat turn = is_upright ? rotation_about({0, 1, 0}, Real(random.uniform(0, 6)))
                                 : rotation_about(real(random.direction()), Real(random.uniform(0, 6)));
    const Quat world = round % 3 == 0 ? Quat{} : rotation_about(real(random.direction()), Real(1.1));
    const Real height = Real(random.uniform(-0.1, 0.04));
    const Vec3 where{Real(random.uniform(-1, 1)), reach_down(shape, turn) + height,
                     Real(random.uniform(-1, 1))};
    const Instance floor{floor_shape, Affine(Pose{world, {}}), 0};
    const Instance object{shape, Affine(Pose{world, {}} * Pose{turn, where}), 0};
    const Sum sum = sum_of(floor, object, to_matrix(world) * Vec3{0, 1, 0}, {.prediction = Real(0.05)});
    ASSERT_GT(sum.count, 0) << round;
    ASSERT_LT(sum.worst_normal, kRounding) << round << " " << to_string(shape.kind());
    ASSERT_NEAR(sum.deepest, height, 1e-5) << round << " " << to_string(shape.kind());
    tilted += is_upright ? 0 : 1;
    (height > 0 ? apart : overlapping) += 1;
  }
  EXPECT_GT(tilted, 60);
  EXPECT_GT(apart, 40);
  EXPECT_GT(overlapping, 100);
}

// All manifolds of a pair.
std::vector<ContactManifold> all_of(const Instance& a, const Instance& b,
                                    const ContactSettings& settings = {}) {
  std::vector<ContactManifold> all;
  EXPECT_EQ(visit_contact_manifolds(
                a, b, [&](const ContactManifold& m) { return all.push_back(m), true; }, settings),
            Status::converged);
  return all;
}
// The only normal that there is, or zero.
Vec3 only_normal(const std::vector<ContactManifold>& all) {
  if (all.empty()) return {};
  for (const ContactManifold& m : all)
    if (double(length(m.set.normal - all[0].set.normal)) > kRounding) return {};
  return all[0].set.normal;
}
void expect_only_normal(const std::vector<ContactManifold>& all, const Vec3& expected) {
  EXPECT_NEAR(double(length(only_normal(all) - expected)), 0, kRounding)
      << only_normal(all).x << " " << only_normal(all).y << " " << only_normal(all).z;
}
Real deepest_of(const std::vector<ContactManifold>& all) {
  Real least = kInfinity;
  for (const ContactManifold& m : all) least = std::min(least, deepest(m.set));
  return least;
}

// Two slopes of 45 degrees that meet along z: a roof of height 0 at x = 0, or a valley.
MeshModel slopes(bool is_roof) {
  const Real down = is_roof ? Real(-4) : Real(4);
  MeshModel model;
  for (const Real z : {Real(-4), Real(4)}) {
    model.vertices.push_back({-4, down, z});
    model.vertices.push_back({0, 0, z});
    model.vertices.push_back({4, down, z});
  }
  model.indices = {0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2};
  return model;
}
const Real kHalf = Real(std::sqrt(0.5));

TEST(ContactManifolds, OnARoofHaveNormalsBetweenThoseOfItsSlopes) {
  const Instance roof = at(mesh_of(slopes(true)), {});
  const Shape ball{Sphere{1}};
  for (const double angle : {-0.7, -0.3, 0.0, 0.1, 0.5}) {  // from upright; the slopes are at 0.785
    const Vec3 out{Real(std::sin(angle)), Real(std::cos(angle)), 0};
    for (const double height : {-0.1, 0.0, 0.05}) {
      const auto all = all_of(roof, at(ball, out * Real(1 + height)), {.prediction = Real(0.1)});
      EXPECT_NEAR(double(length(only_normal(all) - out)), 0, 1e-5) << angle;
      EXPECT_NEAR(deepest_of(all), height, 1e-5);
    }
  }
  // Beyond that it is on a slope, and the ridge has no say.
  const Vec3 right{kHalf, kHalf, 0}, along{kHalf, -kHalf, 0};
  for (const double down : {0.01, 0.1, 1.0}) {
    const auto all =
        all_of(roof, at(ball, along * Real(down) + right * Real(0.95)), {.prediction = Real(0.1)});
    expect_only_normal(all, right);
    EXPECT_NEAR(deepest_of(all), -0.05, 1e-5);
  }
  // A box lies on the ridge with its face.
  const auto on_ridge = all_of(roof, at(Shape(Box{{1, 1, 1}}), {Real(0.2), Real(0.98), 0}));
  expect_only_normal(on_ridge, {0, 1, 0});
  EXPECT_NEAR(deepest_of(on_ridge), -0.02, 1e-5);
}

TEST(ContactManifolds, InAValleyHaveTheNormalsOfItsSlopes) {
  const Instance valley = at(mesh_of(slopes(false)), {});
  const Vec3 left{kHalf, kHalf, 0}, right{-kHalf, kHalf, 0};
  const auto expect_slopes = [&](const std::vector<ContactManifold>& all, double gap, const Vec3& push) {
    bool is_left = false, is_right = false;
    for (const ContactManifold& m : all) {
      const bool on_left = double(length(m.set.normal - left)) < kRounding;
      EXPECT_TRUE(on_left || double(length(m.set.normal - right)) < kRounding) << m.set.normal.x;
      (on_left ? is_left : is_right) = true;
    }
    EXPECT_TRUE(is_left && is_right);
    EXPECT_NEAR(deepest_of(all), gap, 1e-5) << push.x;
  };
  // A ball whose centre is 1.4 above the lowest line is 1.4 / sqrt(2) from both slopes.
  expect_slopes(all_of(valley, at(Shape(Sphere{1}), {0, Real(1.4), 0})), 1.4 * std::sqrt(0.5) - 1, {});
  // So is a cube that stands on its edge, aligned with them; each face lies flat on a slope.
  const Quat turn = rotation_about({0, 0, 1}, Real(0.78539816339744831));
  const Instance cube{Shape(Box{{1, 1, 1}}), Affine(Pose{turn, {0, Real(1.41), 0}}), 0};
  expect_slopes(all_of(valley, cube), 1.41 * std::sqrt(0.5) - 1, {});
}

// Whether one of them has this normal and gap; `aside`: how far curved shapes may be off.
bool has_contact(const std::vector<ContactManifold>& all, const Vec3& normal, Real gap, double aside) {
  return std::any_of(all.begin(), all.end(), [&](const ContactManifold& m) {
    return double(length(m.set.normal - normal)) < aside && std::abs(double(deepest(m.set) - gap)) < 1e-4;
  });
}

TEST(ContactManifolds, OfConvexSurfacesHaveTheContactOfTheHull) {
  Random random(20261130);
  std::vector<Vec3> wedge = slopes(true).vertices;
  for (const Real x : {Real(-4), Real(4)})
    for (const Real z : {Real(-4), Real(4)}) wedge.push_back({x, -8, z});
  const Shape hulls[] = {*make_hull(wedge), Box{{1, 1, 1}}};
  const Shape meshes[] = {mesh_of(slopes(true)), mesh_of(cube_model(1), true)};
  int overlapping = 0, apart = 0, along_faces = 0;
  for (int round = 0; round < 300; ++round) {
    const int k = round % 2;
    const Shape shape = any_object(random, std::array{0, 1, 2, 3, 5}[static_cast<std::size_t>(round % 5)]);
    const Quat turn = rotation_about(real(random.direction()), Real(random.uniform(0, 6)));
    Vec3 where = real(random.direction() * 2.5);
    if (k == 0) where = {Real(random.uniform(-0.5, 0.5)), Real(1.5), Real(random.uniform(-1, 1))};
    const auto placed = [&] { return Instance{shape, Affine(Pose{turn, where}), 0}; };
    const Real gap = Real(random.uniform(-0.03, 0.04));
    for (int i = 0; i < 30; ++i) {  // moved until that is the gap
      const Separation s = separation(at(hulls[k], {}), placed());
      where += s.normal * (gap - s.upper);
    }
    const Separation s = separation(at(hulls[k], {}), placed());
    if (std::abs(s.upper - gap) > Real(1e-5) || s.point_a.y < -3) continue;
    const auto all = all_of(at(meshes[k], {}), placed(), {.prediction = Real(0.05)});
    const bool is_there = has_contact(all, s.normal, gap, 5e-3);
    // Where a corner is in a corner, triangles may have it along their faces only.
    ASSERT_TRUE(is_there || gap < 0) << round << " " << to_string(shape.kind()) << " " << gap;
    ASSERT_FALSE(all.empty()) << round;
    for (const ContactManifold& m : all)
      for (const ContactPoint& p : m.set.span())
        ASSERT_NEAR(double(dot(m.set.normal, p.point_b - p.point_a)), double(p.gap), 1e-5) << round;
    along_faces += is_there ? 0 : 1;
    (gap < 0 ? overlapping : apart) += 1;
  }
  EXPECT_GT(overlapping, 80);
  EXPECT_GT(apart, 80);
  EXPECT_LT(along_faces, 5);
}

TEST(ContactManifolds, FollowARefit) {
  MeshModel model = slopes(true);
  const auto built = build(model);
  ASSERT_TRUE(built.has_value());
  TriangleMesh mesh = *built;
  const Instance surface = at(mesh.shape(), {}), ball = at(Shape(Sphere{1}), {Real(0.05), Real(0.97), 0});
  EXPECT_LT(only_normal(all_of(surface, ball)).y, 0.9999);  // leans over the ridge
  for (Vec3& v : model.vertices) v.y = 0;
  ASSERT_FALSE(mesh.refit(model.vertex_array()).has_value());
  expect_only_normal(all_of(surface, ball), {0, 1, 0});  // there is none
}

TEST(ContactManifolds, OfAHeightFieldInACompoundAreThoseOfAFloor) {
  const std::vector<float> heights(100, 0.5f);
  const auto field = make_height_field(
      {.heights = heights.data(), .columns = 10, .rows = 10, .spacing_x = Real(0.4), .holes = {}});
  ASSERT_TRUE(field.has_value());
  // Sheared and mirrored: y stays up, heights double.
  const Affine place(Mat3{{-1, 0, Real(0.25)}, {0, 2, 0}, {Real(0.5), 0, 1}}, {3, -1, -4});
  const CompoundPiece pieces[] = {{field->mesh.shape(), place},
                                  {Shape(Sphere{Real(0.1)}), Affine(Vec3{0, -5, 0})}};
  const auto compound = make_compound(pieces);
  ASSERT_TRUE(compound.has_value());
  Random random(20261123);
  for (int round = 0; round < 40; ++round) {
    const Shape shape = any_object(random, round % 4);
    const Real height = Real(random.uniform(-0.08, 0.03));
    const Instance object = at(
        shape, {Real(random.uniform(2, 4)), reach_down(shape, {}) + height, Real(random.uniform(-0.5, 0.5))});
    const auto all = all_of(at(*compound, {}), object, {.prediction = Real(0.05)});
    expect_only_normal(all, {0, 1, 0});
    EXPECT_NEAR(deepest_of(all), height, 1e-5) << round;
    for (const ContactManifold& m : all) {
      EXPECT_EQ(m.piece_a, 0u);
      EXPECT_LT(m.leaf_a, 162u);
      for (const ContactPoint& p : m.set.span())
        EXPECT_NEAR(double(length(p.local_a - p.point_a)), 0, 1e-5);  // the compound stands at the origin
    }
  }
}

TEST(ContactManifolds, OfASolidPointOutOfItHoweverDeep) {
  const Shape ball{Sphere{Real(0.3)}};
  for (const MeshModel& model : {l_model(-2, 2), turned_inside_out(l_model(-2, 2))}) {
    const Instance solid = at(mesh_of(model, true), {}), surface = at(mesh_of(model), {});
    // The centre is 0.2 below the top of the lower arm; 0.1 of the ball sticks out.
    const Instance sunk = at(ball, {Real(1.5), Real(0.8), Real(0.25)});
    const auto deep = all_of(solid, sunk), thin = all_of(surface, sunk);
    expect_only_normal(deep, {0, 1, 0});
    EXPECT_NEAR(deepest_of(deep), -0.5, 1e-5);
    expect_only_normal(thin, {0, -1, 0});
    EXPECT_NEAR(deepest_of(thin), -0.1, 1e-5);
    // Near the inner edge, which is 0.1 * sqrt(2) from the centre: out is the way through it.
    const auto inner = all_of(solid, at(Shape(Sphere{Real(0.2)}), {Real(0.9), Real(0.9), 0}));
    expect_only_normal(inner, {kHalf, kHalf, 0});
    EXPECT_NEAR(deepest_of(inner), -0.2 - 0.1 * std::sqrt(2.0), 1e-5);
  }
}

using Name = std::array<std::uint32_t, 10>;
Name name_of(const ContactManifold& m, const ContactPoint& p) {
  return {m.piece_a,
          m.piece_b,
          m.leaf_a,
          m.leaf_b,
          static_cast<std::uint32_t>(p.feature_a.kind),
          p.feature_a.first,
          p.feature_a.second,
          static_cast<std::uint32_t>(p.feature_b.kind),
          p.feature_b.first,
          p.feature_b.second};
}

TEST(ContactManifolds, KeepTheNamesOfPointsOverAThousandFrames) {
  Random random(20261124);
  const Instance floor = at(mesh_of(random_floor(random, 10, 3, 0.3)), {});
  constexpr double kStep = 0.002;
  std::map<Name, Vec3> last;
  int kept = 0, changed = 0;
  for (int frame = 0; frame < 1000; ++frame) {
    const Quat turn = rotation_about({0, 1, 0}, Real(0.4));
    const Vec3 where{Real(-1 + kStep * frame), Real(0.29), Real(-0.5 + kStep * frame / 2)};
    std::map<Name, Vec3> now;
    for (const ContactManifold& m :
         all_of(floor, {Shape(Box{{Real(0.4), Real(0.3), Real(0.4)}}), Affine(Pose{turn, where}), 0}))
      for (const ContactPoint& p : m.set.span())
        ASSERT_TRUE(now.emplace(name_of(m, p), p.point_b).second) << frame << ": two points of one name";
    for (const auto& [name, place] : now) {
      const auto before = last.find(name);
      if (before == last.end()) {
        ++changed;
        continue;
      }
      ++kept;
      // A crossing of edges moves faster than the box, the more so the smaller their angle.
      ASSERT_LT(double(length(before->second - place)), 60 * kStep) << frame;
    }
    last = now;
  }
  EXPECT_GT(kept, 20 * changed);
  EXPECT_GT(changed, 100);
}

TEST(ContactManifolds, AsTheyAreAreThoseOfEveryPairAskedByItself) {
  Random random(20261125);
  constexpr Real kPrediction = Real(0.1);
  const ContactSettings settings{.prediction = kPrediction, .internal_edges = InternalEdges::as_they_are};
  int met = 0, apart = 0;
  for (int round = 0; round < 60; ++round) {
    const Whole a = random_whole(random, 1), b = random_whole(random, 2);
    std::map<std::pair<std::uint32_t, std::uint32_t>, Real> found;
    for (const ContactManifold& m : all_of(a.instance, b.instance, settings))
      found.emplace(std::pair{m.piece_a, m.piece_b}, deepest(m.set));
    for (std::uint32_t i = 0; i < a.pieces.size(); ++i)
      for (std::uint32_t j = 0; j < b.pieces.size(); ++j) {
        const Instance &x = a.pieces[i], &y = b.pieces[j];
        if (is_complex(x.shape.kind()) || is_complex(y.shape.kind())) continue;
        const ContactSet one = contacts(x, y, settings);
        if (std::abs(one.upper - kPrediction) < Real(1e-4)) continue;  // rounding may decide
        const auto key = std::pair{is_complex(a.instance.shape.kind()) ? i : kNoPiece,
                                   is_complex(b.instance.shape.kind()) ? j : kNoPiece};
        const auto at_key = found.find(key);
        ASSERT_EQ(at_key != found.end(), one.count > 0) << round;
        (one.count > 0 ? met : apart) += 1;
        if (one.count > 0) {
          ASSERT_NEAR(at_key->second, deepest(one), 1e-4) << round;
        }
      }
  }
  EXPECT_GT(met, 50);
  EXPECT_GT(apart, 1000);
}

// Hills on a grid, from 0 to 3.
MeshModel hills(Random& random, int n) {
  MeshModel model = random_floor(random, n, 1.5, 0.3);
  for (Vec3& v : model.vertices) v.y = Real(random.uniform(0, 0.4));
  return model;
}

// Places where a surface is nearer to a point than all around: nearest points of triangles that are nearest
// in every triangle that they belong to, to within `slack`.
std::vector<Vec3> local_minima(const MeshModel& model, const Vec3& centre, double within, double slack) {
  std::vector<Vec3> minima;
  for (std::size_t i = 0; i < model.triangle_count(); ++i) {
    const primitive::Proximity own = primitive::point_distance(centre, model.triangle(i));
    if (double(own.upper) > within) continue;
    bool is_minimum = true;
    for (std::size_t j = 0; j < model.triangle_count(); ++j)
      if (primitive::point_distance(own.nearest, model.triangle(j)).upper < Real(1e-6))
        is_minimum &= primitive::point_distance(centre, model.triangle(j)).upper >= own.upper - Real(slack);
    const auto is_there = [&](const Vec3& p) { return double(length(p - own.nearest)) < 1e-4; };
    if (is_minimum && std::none_of(minima.begin(), minima.end(), is_there)) minima.push_back(own.nearest);
  }
  return minima;
}

TEST(ContactManifolds, OfABallOverHillsAreWhereItIsNearerThanAllAround) {
  Random random(20261129);
  int several = 0, left_out = 0;
  for (int round = 0; round < 100; ++round) {
    const MeshModel model = hills(random, 8);
    const Instance surface = at(mesh_of(model), {});
    const Vec3 centre{Real(random.uniform(-1, 1)), Real(random.uniform(0.7, 0.9)),
                      Real(random.uniform(-1, 1))};
    const Instance ball = at(Shape(Sphere{Real(0.25)}), centre);
    const ContactSettings settings{.prediction = Real(0.3)};
    const auto possible = local_minima(model, centre, 0.55, 1e-6),
               expected = local_minima(model, centre, 0.549, 0);
    const auto found = all_of(surface, ball, settings);
    for (const ContactManifold& m : found) {
      ASSERT_EQ(m.set.count, 1);
      const auto is_there = [&](const Vec3& p) { return double(length(p - m.set.points[0].point_a)) < 1e-4; };
      ASSERT_TRUE(std::any_of(possible.begin(), possible.end(), is_there)) << round;
    }
    for (const Vec3& p : expected) {
      const auto is_there = [&](const ContactManifold& m) {
        return double(length(p - m.set.points[0].point_a)) < 1e-4;
      };
      ASSERT_TRUE(std::any_of(found.begin(), found.end(), is_there)) << round;
    }
    several += expected.size() > 1;
    ContactSettings raw = settings;
    raw.internal_edges = InternalEdges::as_they_are;
    left_out += static_cast<int>(all_of(surface, ball, raw).size() - found.size());
  }
  EXPECT_GT(several, 10);
  EXPECT_GT(left_out, 200);
}

bool is_mirrored(const ContactManifold& m, const ContactManifold& other) {
  if (m.piece_a != other.piece_b || m.piece_b != other.piece_a || m.leaf_a != other.leaf_b) return false;
  if (!(m.set.normal == -other.set.normal) || m.set.count != other.set.count) return false;
  for (int i = 0; i < m.set.count; ++i) {
    const ContactPoint &p = m.set.points[i], &q = other.set.points[i];
    if (!(p.point_a == q.point_b && p.local_b == q.local_a && p.gap == q.gap && p.feature_a == q.feature_b))
      return false;
  }
  return true;
}

TEST(ContactManifolds, AreMirroredWhenTheShapesAreSwapped) {
  Random random(20261126);
  std::size_t sets = 0, differ = 0;
  for (int round = 0; round < 60; ++round) {
    const Whole a = random_whole(random, 1), b = random_whole(random, 2);
    const auto forward = all_of(a.instance, b.instance, {.prediction = Real(0.05)}),
               backward = all_of(b.instance, a.instance, {.prediction = Real(0.05)});
    ASSERT_EQ(forward.size(), backward.size()) << round;
    for (std::size_t i = 0; i < forward.size(); ++i)
      ASSERT_TRUE(is_mirrored(forward[i], backward[i])) << round;
    const auto raw = all_of(a.instance, b.instance,
                            {.prediction = Real(0.05), .internal_edges = InternalEdges::as_they_are});
    ASSERT_LE(forward.size(), raw.size());
    ASSERT_EQ(forward.empty(), raw.empty()) << "shapes that meet have a contact";
    differ += raw.size() != forward.size();
    sets += forward.size();
  }
  EXPECT_GT(sets, 100u);
  EXPECT_GT(differ, 0u);
}

TEST(ContactManifolds, SayWhenTheBufferIsFullAndDoNotAllocate) {
  Random random(20261127);
  const Instance floor = at(mesh_of(random_floor(random, 12, 3, 0.3)), {}),
                 box = at(Shape(Box{{1, 1, 1}}), {0, Real(0.99), 0});
  std::vector<ContactManifold> many(400), few(3);
  const std::uint64_t before = allocation_count();
  const ContactManifolds all = contact_manifolds(floor, box, many), some = contact_manifolds(floor, box, few);
  (void)contacts(floor, box);
  EXPECT_EQ(allocation_count(), before);
  EXPECT_GT(all.found, 20u);
  EXPECT_EQ(all.written.size(), all.found);
  EXPECT_EQ(some.found, all.found);
  ASSERT_EQ(some.written.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(few[i].piece_a, many[i].piece_a);
  ContactCache cache;
  EXPECT_EQ(contact_manifolds(floor, box, many, {.cache = &cache}).status, Status::invalid_argument);
  EXPECT_EQ(contact_manifolds(floor, box, many, {.prediction = -1}).status, Status::invalid_argument);
  EXPECT_EQ(contact_manifolds(floor, at(Shape(), {}), many).status, Status::invalid_argument);
}

// visit_piece_contacts() asks every pair of pieces whose boxes meet.
TEST(ContactManifolds, OfPiecesByThemselvesAreThoseOfAllPairsOfPieces) {
  Random random(20261141);
  const Shape torus = mesh_of(torus_model(12, 8, 1, 0.4)),
              hull = *make_hull(torus_model(9, 8, 1, 0.5).vertices);
  const CompoundPiece halves[] = {{hull, Affine(Vec3{2, 0, 0})}, {torus, Affine(Vec3{-1, 0, 0})}};
  const Shape others[] = {torus, hull, *make_compound(halves), Shape(Cone{1, 1})};
  std::size_t meeting = 0, apart = 0;
  for (int round = 0; round < 80; ++round) {
    const Real margin = round % 5 == 0 ? Real(0.05) : Real(0);
    const Affine place = random_placement(random, 4), other_place = random_placement(random, 0.5);
    const Instance a{torus, place, margin}, b{others[round % 4], other_place, 0};
    const ContactSettings settings{.prediction = round % 3 == 0 ? Real(0.1) : Real(0),
                                   .internal_edges = InternalEdges::as_they_are};
    std::vector<std::array<std::uint32_t, 2>> found, expected;
    for (const ContactManifold& m : all_of(a, b, settings)) found.push_back({m.piece_a, m.piece_b});
    const auto expect = [&](const PieceNumbers& pieces, const ContactSet&) {
      expected.push_back({pieces.a, pieces.b});
      return true;
    };
    EXPECT_EQ(visit_piece_contacts(a, b, expect, settings), Status::converged);
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(found, expected) << round;
    (found.empty() ? apart : meeting) += 1;
  }
  EXPECT_GT(meeting, 20u);
  EXPECT_GT(apart, 20u);
}

std::vector<ContactManifold> sorted_of(const Instance& a, const Instance& b,
                                       const ContactSettings& settings) {
  std::vector<ContactManifold> all = all_of(a, b, settings);
  std::sort(all.begin(), all.end(), [](const ContactManifold& x, const ContactManifold& y) {
    return std::array{x.piece_a, x.piece_b, x.leaf_a, x.leaf_b} <
           std::array{y.piece_a, y.piece_b, y.leaf_a, y.leaf_b};
  });
  return all;
}

// How many there are. Bounds overlap, and what they are about is the same.
std::size_t expect_same(const std::vector<ContactManifold>& warm, const std::vector<ContactManifold>& cold) {
  EXPECT_EQ(warm.size(), cold.size());
  for (std::size_t i = 0; i < std::min(warm.size(), cold.size()); ++i) {
    const ContactManifold &x = warm[i], &y = cold[i];
    EXPECT_EQ(x.piece_a, y.piece_a);
    EXPECT_EQ(x.piece_b, y.piece_b);
    EXPECT_EQ(x.leaf_a, y.leaf_a);
    EXPECT_EQ(x.leaf_b, y.leaf_b);
    EXPECT_LE(x.set.lower, y.set.upper);
    EXPECT_LE(y.set.lower, x.set.upper);
    EXPECT_EQ(x.set.contact, y.set.contact);
    EXPECT_LT(length(x.set.normal - y.set.normal), Real(1e-4));
    EXPECT_EQ(x.set.count, y.set.count);
  }
  return cold.size();
}

TEST(ContactManifolds, WithACacheAreThoseWithoutHoweverThePairMoves) {
  Random random(20261142);
  TriangleMesh mesh = *build(torus_model(20, 12, 1, 0.4));
  MeshModel ball = torus_model(14, 12, 0.4, 0.5);
  const Shape hull = *make_hull(ball.vertices), other = mesh_of(torus_model(16, 10, 0.8, 0.3));
  ManifoldCache cache;  // one for all of them, and of other shapes after each jump
  std::size_t sets = 0, none = 0, most = 0;
  for (int round = 0; round < 8; ++round) {
    const Shape& shape = round % 2 == 0 ? hull : other;
    const Quat turn = rotation_about(real(random.direction()), Real(random.uniform(0, 6)));
    const V3d from = random.direction() * 2.6, spin = random.direction();
    const ContactSettings cold{.prediction = round % 4 < 2 ? Real(0) : Real(0.02)};
    ContactSettings warm = cold;
    warm.manifolds = &cache;
    for (int frame = 0; frame < 24; ++frame) {
      const Quat little = rotation_about(real(spin), Real(0.01 * frame));
      const Instance a{mesh.shape(), Affine(Pose{little, {}}), 0};
      const Instance b{shape, Affine(Pose{turn, real(from * (1 - 0.025 * frame))}), 0};
      const bool is_mirrored = frame % 7 == 3;
      const std::size_t count = expect_same(sorted_of(is_mirrored ? b : a, is_mirrored ? a : b, warm),
                                            sorted_of(is_mirrored ? b : a, is_mirrored ? a : b, cold));
      ASSERT_FALSE(HasFailure()) << round << " " << frame;
      sets += count;
      none += count == 0 ? 1 : 0;
      most = std::max(most, count);
    }
    MeshModel bent = torus_model(20, 12, 1, 0.4);
    for (Vec3& v : bent.vertices) v.z *= Real(1 + 0.02 * round);
    ASSERT_FALSE(mesh.refit(bent.vertex_array()).has_value());
  }
  EXPECT_GT(sets, 300u);
  EXPECT_GT(none, 20u);
  EXPECT_GT(most, 8u);
  EXPECT_LE(cache.size(), ManifoldCache::kCapacity);
  EXPECT_GT(cache.memory_bytes(), cache.size() * sizeof(ContactCache));
  cache.clear();
  EXPECT_EQ(cache.size(), 0u);
}

// Triangles from an apex to a rim below it.
MeshModel hat(Random& random, int count, const Vec3& apex) {
  MeshModel model;
  model.vertices.push_back(apex);
  for (int i = 0; i < count; ++i) {
    const double turn = 6.283185307179586 * i / count, down = random.uniform(-1, -0.2);
    model.vertices.push_back(apex + Vec3{Real(std::cos(turn)), Real(down), Real(-std::sin(turn))});
    const auto rim = static_cast<std::uint32_t>(i + 1);
    add_triangle(model, 0, rim, i + 1 == count ? 1 : rim + 1);
  }
  return model;
}

TEST(MeshSurface, HasTheNormalsThatNoNeighbourRisesAboveHoweverManyMeet) {
  Random random(20261207);
  int kept[2] = {}, refused[2] = {};  // of few triangles, of more than are kept
  for (int round = 0; round < 40; ++round) {
    const int count = std::array{3, 16, 17, 40}[std::size_t(round % 4)];
    const Vec3 apexes[2] = {{Real(0.3), Real(-0.2), Real(0.1)}, {Real(random.uniform(-9, 9)), 5, 2}};
    const MeshModel models[2] = {hat(random, count, apexes[0]), hat(random, 5, apexes[1])};
    const Shape shapes[2] = {mesh_of(models[0]), mesh_of(models[1])};
    const Affine placement;
    TrianglesAround around;  // one for all that is asked, as within one pair of objects
    for (int i = 0; i < 64; ++i) {
      const int which = random.below(2);
      const Pieces* mesh = pieces_of(shapes[which].view());
      const auto id = std::uint32_t(random.below(which == 0 ? count : 5));
      const MeshSurface surface({{&shapes[which].view(), &placement, 0}, mesh, id, id}, around);
      const double tilt = random.uniform(-0.5, 0.5), turn = random.uniform(0, 6.28);
      const Vec3d up = normalized(Vec3d{tilt * std::cos(turn), 1, tilt * std::sin(turn)});
      const MeshSurface::Top top = surface.find_top(up);
      if (top.first != 0 || top.second != 0) continue;  // another corner or edge is higher
      bool is_top = true;                               // of all, by brute force
      for (const Vec3& v : models[which].vertices)
        is_top = is_top && dot(up, Vec3d(v) - Vec3d(apexes[which])) <= 0;
      const bool is_many = which == 0 && count > int(TrianglesAround::kMost);
      ASSERT_EQ(surface.has_normal(top, apexes[which]), is_top) << round << " " << i;
      ASSERT_EQ(surface.find_surface_at(top, apexes[which]).has_normal(), is_top) << round << " " << i;
      ASSERT_TRUE(surface.find_surface_at(top, apexes[which]).is_bent);
      ++(is_top ? kept : refused)[is_many ? 1 : 0];
    }
  }
  EXPECT_GT(std::min({kept[0], kept[1], refused[0], refused[1]}), 20);
}

TEST(Contacts, OfABoxOnAFloorOfManyTrianglesAreItsCorners) {
  Random random(20261128);
  const Instance floor = at(mesh_of(random_floor(random, 20, 3, 0.4)), {});
  const Instance box = at(Shape(Box{{1, Real(0.5), 1}}), {Real(0.125), Real(0.49), Real(-0.25)});
  const ContactSet set = contacts(floor, box);
  ASSERT_EQ(set.count, 4);
  EXPECT_EQ(set.contact, Contact::overlapping);
  EXPECT_NEAR(double(length(set.normal - Vec3{0, 1, 0})), 0, kRounding);
  int corners = 0;
  for (const ContactPoint& p : set.span()) {
    EXPECT_NEAR(p.gap, -0.01, 1e-5);
    EXPECT_NEAR(std::abs(p.local_b.x), 1, 1e-5);
    EXPECT_NEAR(std::abs(p.local_b.z), 1, 1e-5);
    corners |= 1 << ((p.local_b.x > 0 ? 1 : 0) + (p.local_b.z > 0 ? 2 : 0));
  }
  EXPECT_EQ(corners, 15);
  std::vector<ContactPoint> out(8);
  const ContactList list = all_contacts(floor, box, out);
  EXPECT_EQ(list.written.size(), 8u);
  EXPECT_GT(list.found, 40u);
  const ContactSet mirrored = contacts(box, floor);
  ASSERT_EQ(mirrored.count, 4);
  EXPECT_EQ(mirrored.normal, -set.normal);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(mirrored.points[i].point_a, set.points[i].point_b);
  EXPECT_EQ(contacts(floor, at(Shape(Sphere{1}), {0, 5, 0})).contact, Contact::apart);
  EXPECT_EQ(contacts(floor, at(Shape(), {})).status, Status::invalid_argument);
}

}  // namespace
}  // namespace graze::test
