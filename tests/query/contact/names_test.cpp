// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Names of contact points where a body rests, and every frame is off by a rounding, or by what a solver
// leaves.

#include <unordered_set>

#include "graze/query/batch.h"
#include "graze/query/contact_manifolds.h"
#include "graze/query/contact_name.h"
#include "graze/scene/scene.h"
#include "graze/shape/hull_builder.h"
#include "query/contact/support.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

using Names = std::unordered_set<ContactName>;

Names names_of(std::span<const ContactPoint> points) {
  Names names;
  for (const ContactPoint& p : points) names.insert(name_of(p));
  return names;
}

// Normally distributed, of a size.
class Jitter {
 public:
  explicit Jitter(double size) : size_(size) {}
  [[nodiscard]] Real next() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += random_.uniform(0, 1);
    return Real(sum * size_);
  }
  [[nodiscard]] Affine of(const Vec3& at, const Quat& turn) {
    const Quat q{turn.x + next(), turn.y + next(), turn.z + next(), turn.w + next()};
    return Affine(Pose{q, {at.x + next(), at.y + next(), at.z + next()}});
  }

 private:
  double size_;
  Random random_{20261118};
};

struct Rest {
  const char* what;
  Shape a, b;
  Vec3 at;
  Quat turn{};
};

Quat about_y(double angle) { return rotation_about({0, 1, 0}, Real(angle)); }
Quat about_z(double angle) { return rotation_about({0, 0, 1}, Real(angle)); }
constexpr double kRight = 1.5707963267948966;

// How many names come up that were not there in the frame before; `ask` gives the points of a frame. Not of
// the first few: the four points of the first frame stay only until others span more.
template <class Ask>
int new_names(const Rest& rest, double noise, int frames, Ask ask) {
  constexpr int kSettled = 10;
  Jitter jitter(noise);
  const Instance a{rest.a, Affine()};
  Names last;
  int fresh = 0;
  for (int frame = 0; frame < frames; ++frame) {
    const Names now = ask(a, Instance{rest.b, jitter.of(rest.at, rest.turn)});
    EXPECT_FALSE(now.empty()) << rest.what;
    for (const ContactName& name : now) fresh += frame > kSettled && !last.contains(name);
    last = now;
  }
  return fresh;
}
int new_contact_names(const Rest& rest, double noise, bool with_cache, int frames = 4000) {
  ContactCache cache;
  return new_names(rest, noise, frames, [&](const Instance& a, const Instance& b) {
    return names_of(
        contacts(a, b, {.prediction = Real(0.02), .cache = with_cache ? &cache : nullptr}).span());
  });
}

Shape cube_hull() { return *make_hull(cube_model(Real(0.5)).vertices); }
Shape prism(int sides, double radius) {
  std::vector<Vec3> points;
  for (int i = 0; i < sides; ++i)
    for (const Real y : {Real(-0.5), Real(0.5)})
      points.push_back({Real(radius * std::cos(4 * kRight * i / sides)), y,
                        Real(radius * std::sin(4 * kRight * i / sides))});
  return *make_hull(points);
}

std::vector<Rest> resting_boxes() {
  const Shape cube = Box{{Real(0.5), Real(0.5), Real(0.5)}}, floor = Box{{2, Real(0.5), 2}},
              small = Box{{Real(0.25), Real(0.5), Real(0.25)}};
  const Vec3 on_top{0, Real(0.999), 0}, aside{Real(0.3), Real(0.999), Real(0.1)};
  return {{"stacked", cube, cube, on_top},
          {"exactly touching", cube, cube, {0, 1, 0}},
          {"just apart", cube, cube, {0, Real(1.01), 0}},
          {"turned a little", cube, cube, on_top, about_y(0.05)},
          {"turned by 45 degrees", cube, cube, on_top, about_y(kRight / 2)},
          {"turned by 90 degrees", cube, cube, on_top, about_y(kRight)},
          {"lying on its side", cube, cube, on_top, about_z(kRight)},
          {"half beside", cube, cube, {Real(0.5), Real(0.999), 0}},
          {"half beside twice", cube, cube, {Real(0.5), Real(0.999), Real(0.5)}},
          {"on a large one", floor, small, aside},
          {"on a large one, turned by 45 degrees", floor, small, aside, about_y(kRight / 2)},
          {"on its rim", floor, small, {Real(1.75), Real(0.999), Real(0.1)}},
          {"on its corner", floor, small, {Real(1.75), Real(0.999), Real(1.75)}},
          {"as deep in x as in y", cube, cube, {Real(0.9), Real(0.9), 0}},
          {"as deep in x, y and z", cube, cube, {Real(0.9), Real(0.9), Real(0.9)}},
          {"edge on a larger face", floor, cube, {0, Real(1.2061), 0}, about_z(kRight / 2)},
          {"edge on face", cube, cube, {0, Real(1.2061), 0}, about_z(kRight / 2)}};
}
std::vector<Rest> other_resting_shapes() {
  const Shape floor = Box{{2, Real(0.5), 2}}, rod = Capsule{Real(0.2), Real(0.5)},
              drum = Cylinder{Real(0.4), Real(0.5)}, cube = cube_hull();
  const Vec3 on_top{0, Real(0.999), 0}, aside{Real(0.3), Real(0.999), Real(0.1)};
  return {{"hull on an equal hull", cube, cube, on_top},
          {"hull on an equal hull, turned", cube, cube, on_top, about_y(kRight / 2)},
          {"hull on a box", floor, cube, aside},
          {"hull on an equal box", Box{{Real(0.5), Real(0.5), Real(0.5)}}, cube, on_top},
          {"prism on a box", floor, prism(12, 0.4), aside},
          {"prism on an equal prism", prism(12, 0.4), prism(12, 0.4), on_top},
          {"cylinder on a box", floor, drum, aside},
          {"cylinder on an equal cylinder", drum, drum, on_top},
          {"cylinder lying on a box", floor, drum, {Real(0.3), Real(0.899), Real(0.1)}, about_z(kRight)},
          {"cone on a box", floor, Cone{Real(0.4), Real(0.5)}, aside},
          {"capsule lying on a box", floor, rod, {Real(0.3), Real(0.699), Real(0.1)}, about_z(kRight)},
          {"capsules side by side", rod, rod, {Real(0.399), 0, 0}}};
}

TEST(ContactNames, OfRestingShapesStayWithACache) {
  for (const Rest& rest : resting_boxes())
    for (const double noise : {1.0, 8.0})
      EXPECT_EQ(new_contact_names(rest, noise * double(kEpsilon), true), 0) << rest.what;
  for (const Rest& rest : other_resting_shapes())
    for (const double noise : {1.0, 8.0})
      EXPECT_EQ(new_contact_names(rest, noise * double(kEpsilon), true), 0) << rest.what;
}

// Equal round rims on each other cross anywhere: of their points one in a hundred may be another.
int most_new_names(const Rest& rest, int frames) {
  const bool are_rims = rest.a.kind() == ShapeKind::cylinder && rest.b.kind() == ShapeKind::cylinder;
  return are_rims ? 4 * frames / 100 : 0;
}
// A solver leaves more than roundings, however many digits Real has.
TEST(ContactNames, OfRestingShapesStayThroughTheJitterOfASolver) {
  std::vector<Rest> rests = resting_boxes();
  for (const Rest& rest : other_resting_shapes()) rests.push_back(rest);
  for (const double noise : {1e-7, 1e-6, 1e-5})
    for (const Rest& rest : rests)
      EXPECT_LE(new_contact_names(rest, noise, true, 2000), most_new_names(rest, 2000))
          << rest.what << ", noise " << noise;
}
// It is the setting that keeps them.
TEST(ContactNames, OfRestingShapesChangeWithJitterBeyondThePersistenceAskedFor) {
  ContactCache cache;
  const auto ask = [&](const Instance& a, const Instance& b) {
    return names_of(
        contacts(a, b, {.prediction = Real(0.02), .cache = &cache, .persistence = Real(1e-7)}).span());
  };
  int fresh = 0;
  for (const Rest& rest : resting_boxes()) fresh += new_names(rest, 1e-4, 200, ask);
  EXPECT_GT(fresh, 1000);
}

TEST(ContactNames, OfRestingShapesStayWithoutACacheWhereTheyAreOffByARounding) {
  for (const Rest& rest : resting_boxes())
    EXPECT_EQ(new_contact_names(rest, double(kEpsilon), false), 0) << rest.what;
  for (const Rest& rest : other_resting_shapes())
    EXPECT_EQ(new_contact_names(rest, double(kEpsilon), false), 0) << rest.what;
}

// A scene asks boxes in lanes, and then looks at the last frame.
int new_names_in_a_scene(const Rest& rest, double noise, int frames) {
  World world;
  Scene scene(world, {.with_contacts = true, .prediction = Real(0.02)});
  ObjectHandle objects[2];
  const Shape* const shapes[2] = {&rest.a, &rest.b};
  for (int i = 0; i < 2; ++i) {
    Object object;
    object.instance.shape = *shapes[i];
    objects[i] = *world.create(object);
    (void)scene.add(objects[i]);
  }
  return new_names(rest, noise, frames, [&](const Instance&, const Instance& b) {
    (void)world.set_placement(objects[1], b.placement);
    (void)scene.update();
    const auto pairs = scene.pairs();
    return pairs.empty() || pairs[0].contacts.empty() ? Names() : names_of(pairs[0].contacts[0].set.span());
  });
}
TEST(ContactNames, OfBoxesInASceneStay) {
  for (const Rest& rest : resting_boxes()) {
    EXPECT_EQ(new_names_in_a_scene(rest, double(kEpsilon), 300), 0) << rest.what;
    for (const double noise : {1e-7, 1e-6, 1e-5})
      EXPECT_EQ(new_names_in_a_scene(rest, noise, 1000), 0) << rest.what << ", noise " << noise;
  }
}
TEST(ContactNames, OfOtherShapesInASceneStay) {
  for (const Rest& rest : other_resting_shapes())
    for (const double noise : {1e-7, 1e-6, 1e-5})
      EXPECT_LE(new_names_in_a_scene(rest, noise, 500), most_new_names(rest, 500))
          << rest.what << ", noise " << noise;
}

// Where the feature of a box is: the distance of a local point from it.
double distance_from(const Vec3& half, const Feature& f, const Vec3& p) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    const auto sign = [&](std::uint32_t corner) { return (corner >> k & 1) != 0 ? -1.0 : 1.0; };
    const double h = double(half[k]), x = double(p[k]);
    double low = -h, high = h;
    if (f.kind == FeatureKind::vertex) low = high = h * sign(f.first);
    if (f.kind == FeatureKind::edge && sign(f.first) == sign(f.second)) low = high = h * sign(f.first);
    if (f.kind == FeatureKind::face && int(f.first) / 2 == k) low = high = f.first % 2 == 0 ? h : -h;
    sum += std::max({0.0, low - x, x - high});
  }
  return sum;
}

// Bodies that creep over each other by less than names outlast in a frame, and by more in the long run: names
// that are kept become wrong if they are kept for too long. All sizes are 5 at most.
struct Counts {
  int kept = 0, changed = 0;
};
void creep(Random& random, int round, double way_of_frame, Real persistence, Counts& counts) {
  const Vec3 half{Real(0.5), Real(0.5), Real(0.5)};
  const std::vector<Rest> rests = resting_boxes();
  const Rest& rest = rests[std::size_t(round) % 9];
  const V3d way = random.direction() * way_of_frame;
  const Vec3 axis = real(random.direction());
  // Four tolerances of points, see contact_tolerance(), and those of a cold set.
  const double of_points = 6 * 5 * std::max(16 * double(kEpsilon), 64 * 0x1p-52),
               tolerance = of_points + 5 * double(persistence);
  ContactCache cache, mirrored_cache;
  Names last;
  for (int frame = 0; frame < 200; ++frame) {
    const Quat turn = rest.turn * rotation_about(axis, Real(way_of_frame / 2 * frame));
    const Instance a{rest.a, Affine()}, b{rest.b, Affine(Pose{turn, rest.at + real(way * double(frame))})};
    const auto ask = [&](const Instance& x, const Instance& y, ContactCache* known) {
      return contacts(x, y, {.prediction = Real(0.02), .cache = known, .persistence = persistence});
    };
    const ContactSet cold = ask(a, b, nullptr), set = ask(a, b, &cache), back = ask(b, a, &mirrored_cache);
    ASSERT_EQ(set.count, back.count);
    // Where edges are nearest a search may start from the last frame, and end with other last digits.
    EXPECT_NEAR(double(set.lower), double(cold.lower), 64 * double(kEpsilon));
    EXPECT_NEAR(double(set.upper), double(cold.upper), 64 * double(kEpsilon));
    EXPECT_EQ(set.contact, cold.contact);
    for (int i = 0; i < set.count; ++i) {
      const ContactPoint& p = set.points[i];
      ASSERT_LE(distance_from(half, p.feature_a, p.local_a), tolerance) << rest.what << frame;
      ASSERT_LE(distance_from(half, p.feature_b, p.local_b), tolerance) << rest.what << frame;
      EXPECT_EQ(p.feature_a, back.points[i].feature_b);
      EXPECT_EQ(p.local_a, back.points[i].local_b);
      EXPECT_GE(double(p.gap), double(cold.lower) - tolerance);
    }
    const Names now = names_of(set.span());
    counts.kept += now != names_of(cold.span());
    counts.changed += frame > 0 && now != last;
    last = now;
  }
}
TEST(ContactNames, ThatAreKeptAreThoseOfFeaturesThatThePointsAreOn) {
  Random random(20261119);
  for (const Real persistence : {Real(0), ContactSettings{}.persistence}) {
    const double way = std::max(4 * double(kEpsilon), double(persistence) / 4);
    Counts counts;
    for (int round = 0; round < 60; ++round) creep(random, round, way, persistence, counts);
    EXPECT_GT(counts.kept, 20);
    EXPECT_GT(counts.changed, 20);
  }
}

TEST(ContactNames, OfAnotherPairAreForgotten) {
  const Shape large = prism(12, 0.4), small = Box{{Real(0.4), Real(0.5), Real(0.4)}},
              floor = Box{{2, Real(0.5), 2}};
  const Vec3 on_top{0, Real(0.999), 0};
  ContactCache cache;
  const auto ask = [&](const Shape& shape) {
    return contacts({floor, Affine()}, {shape, Affine(on_top)}, {.prediction = Real(0.02), .cache = &cache});
  };
  for (int i = 0; i < 4; ++i) {
    const Shape& shape = i % 2 == 0 ? large : small;
    EXPECT_EQ(
        names_of(ask(shape).span()),
        names_of(contacts({floor, Affine()}, {shape, Affine(on_top)}, {.prediction = Real(0.02)}).span()));
  }
}

}  // namespace
}  // namespace graze::test
