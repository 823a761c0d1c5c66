// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <cmath>
#include <random>

#include "check/robot/support.h"
#include "graze/base/thread_pool.h"
#include "graze/query/separation.h"

namespace graze::check_tests {
namespace {

constexpr double kHalfTurn = 3.14159265358979323846;

const std::string kBox = "<box size='1 1 1'/>";
// A wall of thickness 0.2 across x at 5.
const std::string kWall =
    "Transform { translation 5 0 0 children DEF wall Shape { geometry Box { size 0.2 3 3 } } }";

std::string slider() {
  return link("base") + link("car", kBox) + joint("x", "prismatic", "base", "car", "0 0 0", "1 0 0");
}

TEST(RobotRows, EachRowIsLookedAtByItself) {
  const Cell cell(slider(), kWall, job_of_rows());
  EXPECT_EQ(cell.checker->pairs(), 1u);
  const check::RobotReport r = cell.run("0\n4.5\n4.75\n10\n5.25\n");
  EXPECT_EQ(r.rows, 5u);
  EXPECT_EQ(cell.texts(r), (Texts{"penetration car wall", "penetration car wall", "penetration car wall"}));
  ASSERT_EQ(r.findings.size(), 3u);
  EXPECT_EQ(r.findings[0].time, 1);
  EXPECT_NEAR(r.findings[0].depth(), 0.1, 1e-12);  // 5 against 4.9
  EXPECT_EQ(r.findings[1].time, 2);
  EXPECT_NEAR(r.findings[1].depth(), 0.35, 1e-12);
  EXPECT_EQ(r.findings[2].times[0].begin, 4);
  EXPECT_EQ(r.counts[static_cast<int>(check::Kind::penetration)], 3u);
}

TEST(RobotRows, ABulletPassesTheWallBetweenRowsOnly) {
  EXPECT_TRUE(Cell(slider(), kWall, job_of_rows()).run("0\n10\n").findings.empty());
  const Cell cell(slider(), kWall);
  const check::RobotReport r = cell.run("0\n10\n");
  ASSERT_EQ(cell.texts(r), (Texts{"penetration car wall"}));
  const check::Finding& f = r.findings[0];
  ASSERT_EQ(f.times.size(), 1u);
  // The front comes to 4.9 at 4.4, the back to 5.1 at 5.6.
  EXPECT_NEAR(f.times[0].begin, 0.44, 1e-8);
  EXPECT_NEAR(f.times[0].end, 0.56, 1e-8);
  EXPECT_NEAR(f.time, 0.5, 1e-3);
  EXPECT_NEAR(f.depth(), 0.6, 0.002);
}

TEST(RobotRows, OfACheckMovedFromAreNotAskedAbout) {
  const Cell cell(slider(), kWall, job_of_rows());
  check::RobotCheck to = std::move(*cell.checker);
  const Real start[] = {0};
  EXPECT_FALSE(to.is_in_contact(start));
  EXPECT_TRUE(cell.checker->objects().list.empty());
  EXPECT_EQ(cell.checker->pairs(), 0u);
  EXPECT_TRUE(cell.checker->placements(start).empty());
  EXPECT_TRUE(cell.checker->check_one(start).empty());
  EXPECT_TRUE(cell.checker->is_in_contact(start));
  EXPECT_TRUE(cell.run("0\n4.75\n").states_error.has_value());
  *cell.checker = std::move(to);
  EXPECT_EQ(cell.run("0\n4.75\n").findings.size(), 1u);
}

TEST(RobotMotion, SpansGoOnThroughRows) {
  const Cell cell(slider(), kWall);
  const check::RobotReport r = cell.run("0\n4.6\n4.7\n5.2\n10\n4.5\n4.4\n0\n");
  ASSERT_EQ(r.findings.size(), 2u);
  ASSERT_EQ(r.findings[0].times.size(), 1u);
  EXPECT_NEAR(r.findings[0].times[0].begin, 4.4 / 4.6, 1e-8);
  EXPECT_NEAR(r.findings[0].times[0].end, 3 + 0.4 / 4.8, 1e-8);
  EXPECT_NEAR(r.findings[0].depth(), 0.6, 0.002);
  EXPECT_NEAR(r.findings[0].time, 2.6, 0.01);
  // Back again: from 5.6 on the way to 4.5, out at 4.4, which is row 6.
  EXPECT_NEAR(r.findings[1].times[0].begin, 4 + 4.4 / 5.5, 1e-8);
  EXPECT_NEAR(r.findings[1].times[0].end, 6, 1e-6);
}

TEST(RobotMotion, ARodTurnsIntoABall) {
  // A rod of half thickness 0.1 along x, from 0 to 2, and a ball of radius 0.25 at distance 1.5, at 45
  // degrees: they touch at an angle whose sine is 0.35 / 1.5 before and after. VRML's y is up: z of the file
  // is -y here.
  const double d = 1.5 * std::sqrt(0.5), half = std::asin(0.35 / 1.5);
  char at[64];
  std::snprintf(at, sizeof at, "%.17g 0 %.17g", d, -d);
  const std::string ball = "Transform { translation " + std::string(at) +
                           " children DEF ball Shape { geometry Sphere { radius 0.25 } } }";
  const std::string rod = link("base") + link("rod", "<box size='2 0.2 0.2'/>", "1 0 0") +
                          joint("a", "continuous", "base", "rod");
  check::RobotJob job;
  job.job.tolerance = 0;
  const Cell cell(rod, ball, job);
  const check::RobotReport r = cell.run("0\n1.5707963267948966\n");
  ASSERT_EQ(cell.texts(r), (Texts{"penetration rod ball"}));
  const double angle = kHalfTurn / 4, whole = kHalfTurn / 2;
  EXPECT_NEAR(r.findings[0].times[0].begin, (angle - half) / whole, 1e-8);
  EXPECT_NEAR(r.findings[0].times[0].end, (angle + half) / whole, 1e-8);
  EXPECT_NEAR(r.findings[0].depth(), 0.35, 0.002);
}

TEST(RobotMotion, ClearanceIsAFindingOfItsOwn) {
  check::RobotJob job;
  job.job.clearance = 0.5;
  const Cell cell(slider(), kWall, job);
  const check::RobotReport near = cell.run("0\n4\n0\n");  // the front at 4.5: 0.4 away
  ASSERT_EQ(cell.texts(near), (Texts{"clearance car wall"}));
  EXPECT_NEAR(near.findings[0].times[0].begin, 3.9 / 4, 1e-8);
  EXPECT_NEAR(near.findings[0].times[0].end, 1 + 0.1 / 4, 1e-8);
  EXPECT_NEAR(near.findings[0].upper, 0.4, 1e-9);
  EXPECT_NEAR(near.findings[0].time, 1, 1e-6);
  // Where there is contact as well, its spans are those of contact.
  const check::RobotReport r = cell.run("0\n10\n");
  ASSERT_EQ(cell.texts(r), (Texts{"penetration car wall"}));
  ASSERT_EQ(r.findings[0].times.size(), 1u);
  EXPECT_NEAR(r.findings[0].times[0].begin, 0.44, 1e-8);
}

// An arm that folds: its third link comes back to the base.
std::string arm() {
  const std::string bar = "<box size='1 0.1 0.1'/>";
  return link("base", "<box size='0.3 0.3 0.3'/>") + link("upper", bar, "0.6 0 0") +
         link("lower", bar, "0.6 0 0") + link("hand", "<sphere radius='0.2'/>") +
         joint("shoulder", "revolute", "base", "upper") +
         joint("elbow", "revolute", "upper", "lower", "1.1 0 0") +
         joint("wrist", "fixed", "lower", "hand", "1.1 0 0");
}

TEST(RobotPairs, LinksAreCheckedAgainstEachOtherButForAllowedPairs) {
  const Cell cell(arm(), "", job_of_rows());
  // base-lower, base-hand, upper-hand; adjacent: base-upper, upper-lower; one body: lower-hand.
  EXPECT_EQ(cell.checker->pairs(), 3u);
  EXPECT_TRUE(cell.run("0 0\n").findings.empty());
  const check::RobotReport folded = cell.run("0 3.141592653589793\n");
  // The hand is back at the origin, around the base's middle; the lower bar ends 0.05 inside of the base.
  EXPECT_EQ(cell.texts(folded),
            (Texts{"penetration base lower", "penetration base hand", "penetration upper hand"}));
  EXPECT_TRUE(cell.checker->is_in_contact(std::vector<Real>{0, kHalfTurn}));
  EXPECT_FALSE(cell.checker->is_in_contact(std::vector<Real>{1, 1}));
  // upper and lower lie on each other, which adjacent links may: unless an SRDF says otherwise.
  io::Robot strict = robot_of(arm());
  ASSERT_TRUE(
      io::read_srdf("<robot><enable_collisions link1='upper' link2='lower'/>"
                    "<disable_collisions link1='base' link2='hand'/></robot>",
                    "s", strict));
  const Result<check::RobotCheck> checker = check::RobotCheck::make(strict, {}, job_of_rows());
  EXPECT_EQ(checker->pairs(), 3u);
  EXPECT_EQ(checker->check_one(std::vector<Real>{0, kHalfTurn}).size(), 3u);
}

TEST(RobotPairs, TheHandMeetsTheBaseBetweenRows) {
  const Cell cell(arm(), "");
  // The elbow goes from 90 degrees through 180 to 270. Only it moves base and hand against each other in the
  // end: shoulder and elbow move at once, which no closed formula knows.
  const check::RobotReport r = cell.run("0 1.5707963267948966\n1 4.71238898038469\n");
  Texts found = cell.texts(r);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (Texts{"penetration base hand", "penetration base lower", "penetration upper hand"}));
  for (const check::Finding& f : r.findings) {
    ASSERT_EQ(f.times.size(), 1u);
    EXPECT_NEAR(f.times[0].begin + f.times[0].end, 1, 0.2);  // around half-way
    EXPECT_GT(f.times[0].begin, 0.2);
  }
  // By symmetry of the elbow about 180 degrees, upper and hand part as they met.
  const auto hand = std::find(found.begin(), found.end(), "penetration upper hand");
  ASSERT_NE(hand, found.end());
  for (const check::Finding& f : r.findings)
    if (cell.checker->objects().list[f.a].name == "upper") {
      EXPECT_NEAR(f.times[0].begin + f.times[0].end, 1, 1e-8);
    }
}

TEST(RobotMotion, AllMomentsOfRandomMotionsAreInTheSpans) {
  const std::string boxes =
      "Transform { translation 1.2 0 -0.9 children DEF a Shape { geometry Box { size 0.3 0.3 0.3 } } }"
      "Transform { translation -1.3 0.2 0.5 children DEF b Shape { geometry Cylinder { radius 0.2 height 1 } "
      "} }"
      "Transform { translation 0.2 0 1.4 children DEF c Shape { geometry Sphere { radius 0.25 } } }";
  const Cell cell(arm() + link("tool", "<cylinder radius='0.05' length='0.5'/>") +
                      joint("roll", "floating", "hand", "tool", "0.3 0 0"),
                  boxes);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> angle(-3, 3), shift(-0.2, 0.2);
  int inside = 0, outside = 0, spans = 0;
  for (int motion = 0; motion < 40; ++motion) {
    std::vector<Real> from(9), to(9), q(9);
    std::string text;
    for (std::vector<Real>* row : {&from, &to}) {
      for (std::size_t i = 0; i < 9; ++i) {
        (*row)[i] = i < 2 ? angle(random) : shift(random);
        char number[32];
        std::snprintf(number, sizeof number, "%.17g ", (*row)[i]);
        text += number;
      }
      text += '\n';
    }
    const check::RobotReport r = cell.run(text);
    spans += static_cast<int>(r.findings.size());
    for (int i = 0; i <= 200; ++i) {
      const double t = i / 200.0;
      io::interpolate(*cell.robot, from, to, t, q);
      for (const check::Finding& now : cell.checker->check_one(q)) {
        ++inside;
        bool is_known = false;
        for (const check::Finding& f : r.findings)
          for (const check::TimeSpan& span : f.times)
            is_known = is_known || (f.a == now.a && f.b == now.b && span.begin <= t && t <= span.end);
        EXPECT_TRUE(is_known) << "motion " << motion << " at " << t << ": " << now.a << ' ' << now.b;
      }
      // And where a span is in the middle of certain contact, there is contact.
      for (const check::Finding& f : r.findings)
        for (const check::TimeSpan& span : f.times) {
          if (!span.is_certain || t < span.begin + 0.01 || t > span.end - 0.01) continue;
          const std::vector<Affine> placed = cell.checker->placements(q);
          const auto& list = cell.checker->objects().list;
          EXPECT_TRUE(
              separation(Instance{list[f.a].shape, placed[f.a], 0}, Instance{list[f.b].shape, placed[f.b], 0})
                  .lower <= f.tolerance)
              << "motion " << motion << " at " << t;
        }
      outside += cell.checker->is_in_contact(q) ? 0 : 1;
    }
  }
  EXPECT_GT(inside, 500);
  EXPECT_GT(outside, 500);
  EXPECT_GT(spans, 40);
}

TEST(RobotReports, DoNotDependOnThreadsOrBlocks) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> angle(-3, 3);
  std::string rows;
  for (int i = 0; i < 3000; ++i)
    rows += std::to_string(angle(random)) + " " + std::to_string(angle(random)) + "\n";
  for (const bool between : {false, true}) {
    check::RobotJob job;
    job.between_rows = between;
    const check::RobotReport one = Cell(arm(), kWall, job).run(rows);
    ThreadPool pool(4);
    job.job.executor = pool.executor();
    const check::RobotReport many = Cell(arm(), kWall, job).run(rows);
    EXPECT_EQ(one.rows, 3000u);
    ASSERT_GT(one.findings.size(), 300u);
    ASSERT_EQ(one.findings.size(), many.findings.size());
    for (std::size_t i = 0; i < one.findings.size(); ++i) {
      const check::Finding &x = one.findings[i], &y = many.findings[i];
      EXPECT_TRUE(x.a == y.a && x.b == y.b && x.lower == y.lower && x.time == y.time &&
                  x.times[0].begin == y.times[0].begin && x.point_a == y.point_a);
    }
  }
}

TEST(RobotReports, ListJointsOutOfLimits) {
  const std::string text = link("base") + link("car", kBox) +
                           "<joint name='x' type='prismatic'><parent link='base'/><child link='car'/>"
                           "<axis xyz='1 0 0'/><limit lower='0' upper='2'/></joint>";
  const check::RobotReport r = Cell(text, kWall).run("1\n3\n-1\n2\n");
  EXPECT_EQ(r.out_of_limits, 2u);
  ASSERT_EQ(r.limit_rows.size(), 2u);
  EXPECT_EQ(r.limit_rows[0].row, 1u);
  EXPECT_EQ(r.limit_rows[1].value, -1);
}

TEST(RobotReports, EndWithTheStatesTheLimitAndTheCaller) {
  const Cell cell(slider(), kWall, job_of_rows());
  const check::RobotReport cut = cell.run("5\nnan\n5\n");
  EXPECT_EQ(cut.rows, 1u);
  ASSERT_TRUE(cut.states_error);
  EXPECT_EQ(to_string(*cut.states_error), "q.csv:2:1: variable \"x\" is not a finite number");
  EXPECT_EQ(cut.findings.size(), 1u);
  check::RobotJob few = job_of_rows();
  few.job.limits.findings = 2;
  const check::RobotReport first = Cell(slider(), kWall, few).run("0\n5\n5\n5\n");
  EXPECT_EQ(first.outcome, check::Outcome::limit);
  ASSERT_EQ(first.findings.size(), 2u);
  EXPECT_EQ(first.findings[1].time, 2);
  EXPECT_EQ(first.counts[static_cast<int>(check::Kind::penetration)], 3u);
  check::RobotJob ended = job_of_rows();
  ended.job.progress.report = [](void*, Real) { return false; };
  std::string rows;
  for (int i = 0; i < 5000; ++i) rows += "0\n";
  const check::RobotReport cancelled = Cell(slider(), kWall, ended).run(rows);
  EXPECT_EQ(cancelled.outcome, check::Outcome::cancelled);
  EXPECT_LT(cancelled.rows, 5000u);
}

TEST(RobotReports, OfNoneAndOfOneRow) {
  const Cell cell(slider(), kWall);
  EXPECT_EQ(cell.run("").rows, 0u);
  const check::RobotReport one = cell.run("4.5\n");
  ASSERT_EQ(one.findings.size(), 1u);
  EXPECT_EQ(one.findings[0].times[0].begin, 0);
  EXPECT_EQ(one.findings[0].times[0].end, 0);
  EXPECT_NEAR(one.findings[0].depth(), 0.1, 1e-12);
}

TEST(RobotCells, TheBaseMayStandAnywhere) {
  check::RobotJob job;
  // Turned by 180 degrees about z at (10, 0, 0): the car runs towards -x.
  job.world_from_robot = Pose(Mat3{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}, {10, 0, 0});
  const Cell cell(slider(), kWall, job);
  const check::RobotReport r = cell.run("0\n10\n");
  ASSERT_EQ(r.findings.size(), 1u);
  EXPECT_NEAR(r.findings[0].times[0].begin, 0.44, 1e-8);
  job.world_from_robot.rotation.columns[0] = {2, 0, 0};
  EXPECT_EQ(check::RobotCheck::make(*cell.robot, {}, job).error().code, ErrorCode::singular);
}

}  // namespace
}  // namespace graze::check_tests
