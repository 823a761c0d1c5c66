// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <cmath>
#include <random>

#include "io/robot/support.h"

namespace graze::io::test {
namespace {

const std::string kZ = "<axis xyz='0 0 1'/>";
const std::string kFree = "<limit lower='-10' upper='10'/>";

std::string origin(const std::string& xyz, const std::string& rpy = "0 0 0") {
  return "<origin xyz='" + xyz + "' rpy='" + rpy + "'/>";
}

Robot one_joint(const std::string& type, const std::string& inside) {
  return robot_of(link("a") + link("b") + joint("j", type, "a", "b", inside));
}

TEST(Kinematics, ARevoluteJointTurnsAboutItsAxis) {
  const Robot r = one_joint("revolute", origin("1 0 0") + kZ + kFree);
  ASSERT_EQ(r.variables.size(), 1u);
  EXPECT_EQ(r.variables[0].name, "j");
  EXPECT_EQ(r.variables[0].lower, -10);
  expect_close(point_at(r, {0}, "b", {1, 0, 0}), {2, 0, 0}, 0);
  expect_close(point_at(r, {kHalfTurn / 2}, "b", {1, 0, 0}), {1, 1, 0});
  expect_close(point_at(r, {-kHalfTurn / 2}, "b", {1, 0, 5}), {1, -1, 5});
}

TEST(Kinematics, TheAxisIsThatOfTheJointNotOfTheParent) {
  // The origin turns z to y's place (roll by -90 degrees): the joint turns about the parent's +y.
  const Robot r = one_joint("continuous", origin("0 0 0", "-1.5707963267948966 0 0") + kZ);
  EXPECT_EQ(r.variables[0].upper, kInfinity);
  expect_close(joint_frames(r, world_from_link(r, std::vector<Real>{0.3}))[0].axis, {0, 1, 0});
  // About +y by 90 degrees x goes to -z.
  expect_close(point_at(r, {kHalfTurn / 2}, "b", {1, 0, 0}), {0, 0, -1});
}

TEST(Kinematics, RollPitchYawAreAboutFixedAxesInThisOrder) {
  const Robot r = one_joint("fixed", origin("0 0 0", "1.5707963267948966 0 1.5707963267948966"));
  EXPECT_TRUE(r.variables.empty());
  expect_close(point_at(r, {}, "b", {0, 0, 1}), {1, 0, 0});  // rolled to -y, yawed to +x
  expect_close(point_at(r, {}, "b", {1, 0, 0}), {0, 1, 0});
  const Robot p = one_joint("fixed", origin("0 0 0", "0 1.5707963267948966 1.5707963267948966"));
  expect_close(point_at(p, {}, "b", {1, 0, 0}), {0, 0, -1});  // pitched down
  expect_close(point_at(p, {}, "b", {0, 0, 1}), {0, 1, 0});   // pitched to +x, yawed to +y
}

TEST(Kinematics, APrismaticJointSlides) {
  const Robot r = one_joint("prismatic", origin("0 0 1") + "<axis xyz='0 -1 0'/>" + kFree);
  expect_close(point_at(r, {2.5}, "b"), {0, -2.5, 1}, 0);
}

TEST(Kinematics, APlanarJointMovesAcrossItsAxisThenTurnsAboutIt) {
  const Robot r = one_joint("planar", kZ);
  ASSERT_EQ(r.variables.size(), 3u);
  EXPECT_EQ(r.variables[0].name + r.variables[1].name + r.variables[2].name, "j/xj/yj/theta");
  expect_close(point_at(r, {1, 2, kHalfTurn / 2}, "b", {1, 0, 0}), {1, 3, 0});
  // Axis x: the plane's x is -z, as z is turned down to x.
  const Robot x = one_joint("planar", "<axis xyz='1 0 0'/>");
  expect_close(point_at(x, {2, 3, 0}, "b"), {0, 3, -2}, 0);
  // Of an axis -z only y is mirrored.
  const Robot down = one_joint("planar", "<axis xyz='0 0 -1'/>");
  expect_close(point_at(down, {2, 3, 0}, "b"), {2, -3, 0}, 0);
}

TEST(Kinematics, AFloatingJointHasSevenVariables) {
  const Robot r = one_joint("floating", origin("0 0 1"));
  ASSERT_EQ(r.variables.size(), 7u);
  EXPECT_EQ(r.variables[3].name, "j/qx");
  EXPECT_EQ(neutral_values(r), (std::vector<Real>{0, 0, 0, 0, 0, 0, 1}));
  expect_close(point_at(r, {1, 2, 3, 0, 0, 0, 2}, "b", {1, 0, 0}), {2, 2, 4}, 0);
  expect_close(point_at(r, {1, 2, 3, 0, 0, 5, 5}, "b", {1, 0, 0}), {1, 3, 4});
  EXPECT_TRUE(world_from_link(r, std::vector<Real>{1, 2, 3, 0, 0, 0, 0}).empty());
}

TEST(Kinematics, APlanarArmOfTwoLinks) {
  const Robot r = robot_of(link("base") + link("upper") + link("lower") + link("tip") +
                           joint("s", "revolute", "base", "upper", kZ + kFree) +
                           joint("e", "revolute", "upper", "lower", origin("1 0 0") + kZ + kFree) +
                           joint("t", "fixed", "lower", "tip", origin("0.5 0 0")));
  // 30 degrees, then 60 more: (cos 30 + cos 90 / 2, sin 30 + sin 90 / 2).
  expect_close(point_at(r, {kHalfTurn / 6, kHalfTurn / 3}, "tip"), {std::sqrt(3.0) / 2, 1, 0});
  expect_close(point_at(r, {kHalfTurn / 6, 0}, "tip"), {1.5 * std::sqrt(3.0) / 2, 0.75, 0});
}

TEST(Kinematics, AScara) {
  const Robot r =
      robot_of(link("base") + link("a") + link("b") + link("quill") +
               joint("1", "revolute", "base", "a", origin("0 0 0.5") + kZ + kFree) +
               joint("2", "revolute", "a", "b", origin("0.4 0 0") + kZ + kFree) +
               joint("3", "prismatic", "b", "quill", origin("0.3 0 0") + "<axis xyz='0 0 -1'/>" + kFree));
  // 60 and -60 degrees: the second link points along +x.
  expect_close(point_at(r, {kHalfTurn / 3, -kHalfTurn / 3, 0.2}, "quill"),
               {0.4 * 0.5 + 0.3, 0.4 * std::sqrt(3.0) / 2, 0.3});
}

// An arm of six revolute joints by Denavit and Hartenberg's parameters, each a turn about z, a shift by d
// along z and by a along x, a turn by alpha about x; the numbers are those of a common arm of 0.85 m reach.
Robot six_joint_arm() {
  const double a[6] = {0, -0.425, -0.39225, 0, 0, 0};
  const double d[6] = {0.089159, 0, 0, 0.10915, 0.09465, 0.0823};
  const char* alpha[6] = {"1.5707963267948966", "0", "0", "1.5707963267948966", "-1.5707963267948966", "0"};
  std::string text = link("0");
  std::string frame;
  for (int i = 0; i < 6; ++i) {
    text += link(std::to_string(i + 1));
    text += joint("j" + std::to_string(i + 1), "revolute", std::to_string(i), std::to_string(i + 1),
                  frame + kZ + kFree);
    frame = origin(std::to_string(a[i]) + " 0 " + std::to_string(d[i]), std::string(alpha[i]) + " 0 0");
  }
  return robot_of(text + link("tool") + joint("flange", "fixed", "6", "tool", frame));
}

TEST(Kinematics, AnArmOfSixJoints) {
  const Robot r = six_joint_arm();
  // Stretched out: (a2 + a3, -(d4 + d6), d1 - d5).
  expect_close(point_at(r, {0, 0, 0, 0, 0, 0}, "tool"), {-0.81725, -0.19145, -0.005491});
  // A quarter turn of the base takes (x, y) to (-y, x).
  expect_close(point_at(r, {kHalfTurn / 2, 0, 0, 0, 0, 0}, "tool"), {0.19145, -0.81725, -0.005491});
  // Joint 2 by -90 degrees points the arm up: x2 is -z, so a2 and a3 count upwards; the wrist goes d4 and d6
  // along -y and d5 along -x.
  expect_close(point_at(r, {0, -kHalfTurn / 2, 0, 0, 0, 0}, "tool"), {-0.09465, -0.19145, 0.906409});
}

TEST(Kinematics, MimicJointsFollowThroughChains) {
  const std::string x = "<axis xyz='1 0 0'/>" + kFree;
  const Robot r =
      robot_of(link("o") + link("a") + link("b") + link("c") +
               joint("jc", "prismatic", "o", "c", x + "<mimic joint='jb' multiplier='-0.5' offset='0.25'/>") +
               joint("jb", "prismatic", "o", "b", x + "<mimic joint='ja' multiplier='2' offset='0.125'/>") +
               joint("ja", "prismatic", "o", "a", x));
  ASSERT_EQ(r.variables.size(), 1u);
  EXPECT_EQ(r.variables[0].name, "ja");
  expect_close(point_at(r, {1}, "a"), {1, 0, 0}, 0);
  expect_close(point_at(r, {1}, "b"), {2.125, 0, 0}, 0);
  expect_close(point_at(r, {1}, "c"), {-0.8125, 0, 0}, 0);  // -0.5 (2 + 0.125) + 0.25
}

TEST(Kinematics, ARowOfTheWrongLengthOrNotFiniteGivesNoPlacements) {
  const Robot r = one_joint("revolute", kZ + kFree);
  for (const std::vector<Real>& q : {std::vector<Real>{}, {1, 2}, {NAN}, {kInfinity}, {1e16}}) {
    EXPECT_FALSE(are_values(r, q));
    EXPECT_TRUE(world_from_link(r, q).empty());
  }
  std::vector<Pose> few(1);
  EXPECT_FALSE(world_from_link(r, std::vector<Real>{0}, few));
}

TEST(Kinematics, LimitsAreThoseOfJointsAndOfMimicJoints) {
  const Robot r = robot_of(
      link("o") + link("a") + link("b") + link("c") +
      joint("ja", "revolute", "o", "a", kZ + "<limit lower='-1' upper='2'/>") +
      joint("jb", "prismatic", "o", "b", kZ + "<limit upper='3'/><mimic joint='ja' multiplier='2'/>") +
      joint("jc", "continuous", "o", "c", kZ));
  EXPECT_TRUE(out_of_limits(r, std::vector<Real>{1.5, 100}).empty());
  const std::vector<LimitExcess> high = out_of_limits(r, std::vector<Real>{1.75, 0});
  ASSERT_EQ(high.size(), 1u);  // 3.5 is above 3
  EXPECT_EQ(r.joints[high[0].joint].name, "jb");
  EXPECT_EQ(high[0].value, 3.5);
  EXPECT_EQ(out_of_limits(r, std::vector<Real>{-2, 0}).size(), 2u);  // -4 is below 0, the default
}

TEST(Kinematics, InterpolationIsStraightInJointSpace) {
  const Robot r = robot_of(link("o") + link("a") + link("b") + joint("ja", "revolute", "o", "a", kZ + kFree) +
                           joint("jb", "floating", "o", "b"));
  const double h = std::sqrt(0.5);
  const std::vector<Real> from = {3, 0, 0, 0, 0, 0, 0, 1}, to = {-3, 4, 0, 0, 0, 0, -h, -h};
  std::vector<Real> q(8);
  interpolate(r, from, to, 0.25, q);
  EXPECT_EQ(q[0], 1.5);
  EXPECT_EQ(q[1], 1);
  // A quarter of the quarter turn about z, the shorter way: -q is the same rotation.
  EXPECT_NEAR(q[6], std::sin(kHalfTurn / 16), 1e-15);
  EXPECT_NEAR(q[7], std::cos(kHalfTurn / 16), 1e-15);
  interpolate(r, from, to, 1, q);
  EXPECT_EQ(q[0], -3);
}

// Random trees of every kind of joint, with mimics.
class RandomRobot {
 public:
  explicit RandomRobot(unsigned seed) : random_(seed) {}

  std::string text() {
    const char* kinds[] = {"fixed", "revolute", "continuous", "prismatic", "planar", "floating"};
    std::string out = link("0"), last_single;
    const int n = 2 + static_cast<int>(random_() % 8);
    for (int i = 1; i < n; ++i) {
      const std::string name = std::to_string(i), kind = kinds[random_() % 6];
      const bool is_single = kind == "revolute" || kind == "continuous" || kind == "prismatic";
      std::string inside = origin(numbers(3), numbers(3)) + kFree;
      if (kind != "fixed" && kind != "floating") inside += "<axis xyz='" + unit_numbers() + "'/>";
      if (is_single && !last_single.empty() && random_() % 3 == 0)
        inside += "<mimic joint='" + last_single + "' multiplier='" + numbers(1) + "' offset='" + numbers(1) +
                  "'/>";
      if (is_single) last_single = "j" + name;
      out += link(name) +
             joint("j" + name, kind, std::to_string(random_() % static_cast<unsigned>(i)), name, inside);
    }
    return out;
  }
  double number() { return std::uniform_real_distribution<double>(-2, 2)(random_); }
  std::string numbers(int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += (i > 0 ? " " : "") + std::to_string(number());
    return out;
  }
  std::string unit_numbers() {
    const Vec3 v = normalized(Vec3{number(), number(), number()});
    return std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z);
  }

 private:
  std::mt19937 random_;
};

// A placement as quaternion and translation, composed by rules of its own.
struct Screw {
  Quat rotation;
  Vec3 translation;

  Vec3 turn(const Vec3& p) const {
    const Quat r = rotation * Quat{p.x, p.y, p.z, 0} * conjugate(rotation);
    return {r.x, r.y, r.z};
  }
  friend Screw operator*(const Screw& a, const Screw& b) {
    return {a.rotation * b.rotation, a.turn(b.translation) + a.translation};
  }
};

Screw screw_of(const Pose& p) { return {normalized(to_quat(p.rotation)), p.translation}; }

// The motion about a line that stands still in the world: the factor of a product of exponentials.
Screw exponential(const JointFrame& line, JointKind kind, double value) {
  if (kind == JointKind::prismatic) return {{}, line.axis * value};
  const Screw turn{rotation_about(line.axis, value), {}};
  return {turn.rotation, line.origin - turn.turn(line.origin)};
}

// Link placements by the product of exponentials: world axes at rest, then the placement at rest.
Screw by_exponentials(const Robot& r, const std::vector<Real>& q, std::uint32_t link_index) {
  const std::vector<Real> zero = neutral_values(r);
  std::vector<Pose> rest(r.links.size());
  // At rest mimic joints stand at their offset: the formula needs every joint at zero.
  for (const std::uint32_t i : r.order)
    rest[r.joints[i].child] = rest[r.joints[i].parent] * r.joints[i].parent_from_joint;
  const std::vector<JointFrame> lines = joint_frames(r, rest);
  Screw out = screw_of(rest[link_index]);
  for (std::uint32_t at = r.links[link_index].joint; at != kNone; at = r.links[r.joints[at].parent].joint) {
    const Joint& j = r.joints[at];
    const Real* v = j.variable == kNone ? nullptr : q.data() + j.variable;
    if (j.kind == JointKind::fixed) continue;
    if (j.kind == JointKind::planar || j.kind == JointKind::floating) {
      // Conjugated from the joint's frame at rest to the world.
      const Screw frame = screw_of(rest[j.child]);
      const Screw back{conjugate(frame.rotation),
                       Screw{conjugate(frame.rotation), {}}.turn(-frame.translation)};
      Screw motion;
      if (j.kind == JointKind::floating) {
        motion = {normalized(Quat{v[3], v[4], v[5], v[6]}), {v[0], v[1], v[2]}};
      } else {
        // z is turned to the axis (or -z to it) the shortest way.
        const double sign = j.axis.z < 0 ? -1 : 1;
        const Vec3 pole{0, 0, sign};
        const double angle = std::atan2(length(cross(pole, j.axis)), dot(pole, j.axis));
        const Screw tilt{rotation_about(cross(pole, j.axis), angle), {}};
        motion = {rotation_about(j.axis, v[2]), tilt.turn({v[0], sign * v[1], 0})};
      }
      out = frame * motion * back * out;
    } else {
      const double value = v == nullptr ? j.offset : j.factor * *v + j.offset;
      out = exponential(lines[at], j.kind, value) * out;
    }
  }
  return out;
}

std::vector<Real> random_values(const Robot& r, RandomRobot& random) {
  std::vector<Real> q(r.variables.size());
  for (Real& x : q) x = random.number();
  return q;
}

TEST(KinematicsProperty, AgreesWithTheProductOfExponentials) {
  int joints[6] = {}, mimics = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    RandomRobot random(seed);
    const RobotRead read = read_robot(random.text());
    ASSERT_TRUE(read) << messages_of(read);
    const Robot& r = *read.robot;
    const std::vector<Real> q = random_values(r, random);
    const std::vector<Pose> placements = world_from_link(r, q);
    ASSERT_EQ(placements.size(), r.links.size());
    for (const Joint& j : r.joints) {
      ++joints[static_cast<int>(j.kind)];
      mimics += j.mimic != kNone;
    }
    for (std::uint32_t i = 0; i < r.links.size(); ++i) {
      const Screw other = by_exponentials(r, q, i);
      for (const Vec3& p : {Vec3{}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
        expect_close(placements[i] * p, other.turn(p) + other.translation, 1e-12);
    }
  }
  for (const int n : joints) EXPECT_GT(n, 50);
  EXPECT_GT(mimics, 50);
}

TEST(KinematicsProperty, JacobiansAreDifferencesOfPlacements) {
  std::size_t moving = 0, still = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    RandomRobot random(seed);
    const Robot r = *read_robot(random.text()).robot;
    const std::vector<Real> q = random_values(r, random);
    const std::vector<Pose> placements = world_from_link(r, q);
    const Vec3 local{random.number(), random.number(), random.number()};
    const auto link_index = static_cast<std::uint32_t>(seed % r.links.size());
    const Vec3 point = placements[link_index] * local;
    std::vector<Vec3> columns(q.size());
    point_jacobian(r, q, placements, link_index, point, columns);
    for (std::size_t v = 0; v < q.size(); ++v) {
      constexpr double kStep = 1e-5;
      std::vector<Real> less = q, more = q;
      less[v] -= kStep, more[v] += kStep;
      const Vec3 slope =
          (world_from_link(r, more)[link_index] * local - world_from_link(r, less)[link_index] * local) /
          (2 * kStep);
      // Third derivatives of products of mimic factors below 8 and of quaternions that are not short.
      expect_close(columns[v], slope, 2e-5);
      (columns[v] == Vec3() ? still : moving)++;
    }
  }
  EXPECT_GT(moving, 300u);
  EXPECT_GT(still, 300u);
}

TEST(KinematicsProperty, SweepsAreTheInterpolatedJoints) {
  int still = 0, moving = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    RandomRobot random(seed);
    const Robot r = *read_robot(random.text()).robot;
    const std::vector<Real> from = random_values(r, random);
    std::vector<Real> to = random_values(r, random), q(from.size());
    for (std::uint32_t i = 0; i < r.joints.size(); ++i) {
      const JointSweep sweep = joint_sweep(r, i, from, to);
      ++(sweep.is_still() ? still : moving);
      for (const Real t : {0.0, 0.3, 1.0}) {
        interpolate(r, from, to, t, q);
        const Pose a = sweep.at(t), b = joint_motion(r, i, q);
        for (const Vec3& p : {Vec3{}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
          expect_close(a * p, b * p, 1e-14);
      }
    }
  }
  EXPECT_GT(still, 20);
  EXPECT_GT(moving, 100);
}

}  // namespace
}  // namespace graze::io::test
