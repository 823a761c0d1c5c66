// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "check/support.h"
#include "graze/base/thread_pool.h"

namespace graze::check_tests {
namespace {

using check::Kind;

// A cycle of `seconds`, whose fraction goes to `track`, whose values go to `field` of the node `target`.
std::string animate(const std::string& target, const std::string& field, const std::string& track,
                    double seconds) {
  return "DEF clock" + target + field + " TimeSensor { loop TRUE cycleInterval " + std::to_string(seconds) +
         " }\nDEF track" + target + field + ' ' + track + "\nROUTE clock" + target + field +
         ".fraction_changed TO track" + target + field + ".set_fraction\nROUTE track" + target + field +
         ".value_changed TO " + target + ".set_" + field + '\n';
}

check::Job during(Real begin, Real end) {
  check::Job job;
  job.time = {begin, end};
  return job;
}

const std::string kUnitBox = "children Shape { geometry Box { size 1 1 1 } } }\n";

// The bullet goes 20 m in one second past a plate 1 cm thick: from face to face they are in contact while its
// centre is within 0.505 of that of the plate, from 10 - 0.505 to 10 + 0.505 of 20 m.
TEST(CheckMoving, ABulletThatPassesBetweenFramesIsFound) {
  const Scene scene = make_scene(
      "DEF plate Transform { translation 10 0 0 children Shape { geometry Box { size 0.01 5 5 } } }\n"
      "DEF bullet Transform { " +
      kUnitBox +
      animate("bullet", "translation", "PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0, 20 0 0 ] }", 1));
  check::Job job = during(0, 1);
  const check::Report report = run(scene, job);
  ASSERT_EQ(texts(scene, report), (Texts{"penetration plate bullet"}));
  const check::Finding& f = report.findings[0];
  ASSERT_EQ(f.times.size(), 1u);
  EXPECT_NEAR(f.times[0].begin, 9.495 / 20, 1e-6);
  EXPECT_NEAR(f.times[0].end, 10.505 / 20, 1e-6);
  EXPECT_GE(f.time, f.times[0].begin);
  EXPECT_LE(f.time, f.times[0].end);
  EXPECT_EQ(f.time, f.times[0].worst);
  EXPECT_NEAR(f.depth(), 0.505, 2e-3);  // the settings' part of the smaller size

  // Ten frames see it at 10 m only by chance of 0.5 s being one: seven do not.
  job.between_frames = false;
  job.fps = 7;
  EXPECT_EQ(texts(scene, run(scene, job)), (Texts{}));
  job.fps = 10;
  EXPECT_EQ(texts(scene, run(scene, job)), (Texts{"penetration plate bullet"}));
}

// An arm of 2 m turns a full turn in 4 s; its tip box, half a metre wide, meets a post at (0, 2, 0) around
// t = 1 s. Circle of the post's centre: contact while the angle between them is small.
TEST(CheckMoving, AnArmThatTurnsJamsAtOneMomentOfItsCycle) {
  const Scene scene = make_scene(
      "DEF post Transform { translation 0 2 0 children Shape { geometry Sphere { radius 0.5 } } }\n"
      "DEF arm Transform { children DEF tip Transform { translation 2 0 0 children Shape { geometry Sphere { "
      "radius 0.25 } } } }\n" +
      animate(
          "arm", "rotation",
          "OrientationInterpolator { key [ 0 0.25 0.5 0.75 1 ] keyValue [ 0 0 1 0, 0 0 1 1.5707963267948966, "
          "0 0 1 3.141592653589793, 0 0 1 4.71238898038469, 0 0 1 6.283185307179586 ] }",
          4));
  const check::Report report = run(scene, during(0, 4));
  ASSERT_EQ(texts(scene, report), (Texts{"containment post arm/tip"}));
  const check::Finding& f = report.findings[0];
  // Two balls, centres on a circle of radius 2: they touch where the chord is 0.75, at the angle
  // 2 asin(0.75 / 4) from each other; a quarter turn takes a second.
  const double angle = 2 * std::asin(0.75 / 4), seconds = angle / (std::acos(-1.0) / 2);
  ASSERT_EQ(f.times.size(), 1u);
  EXPECT_NEAR(f.times[0].begin, 1 - seconds, 1e-6);
  EXPECT_NEAR(f.times[0].end, 1 + seconds, 1e-6);
  EXPECT_NEAR(f.time, 1, 2e-3);
}

TEST(CheckMoving, TwoTurnsMakeTwoSpansAndRangesBeginAnywhere) {
  const Scene scene =
      make_scene("DEF wall Transform { translation 2 0 0 " + kUnitBox + "DEF box Transform { " + kUnitBox +
                 animate("box", "translation",
                         "PositionInterpolator { key [ 0 0.5 1 ] keyValue [ 0 0 0, 2 0 0, 0 0 0 ] }", 2));
  // In contact within 1 m of the wall's centre: from 0.5 s to 1.5 s of every cycle of 2 s.
  const check::Report report = run(scene, during(0, 4));
  ASSERT_EQ(texts(scene, report), (Texts{"duplicate wall box"}));
  ASSERT_EQ(report.findings[0].times.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(report.findings[0].times[i].begin, 2 * double(i) + 0.5, 1e-6);
    EXPECT_NEAR(report.findings[0].times[i].end, 2 * double(i) + 1.5, 1e-6);
  }
  const check::Report part = run(scene, during(0.75, 0.85));
  ASSERT_EQ(part.findings.size(), 1u);
  EXPECT_EQ(part.findings[0].times[0].begin, 0.75);
  EXPECT_EQ(part.findings[0].times[0].end, 0.85);
  EXPECT_EQ(texts(scene, run(scene, during(1.6, 2.4))), (Texts{}));
}

// Clearance over time: the gap is |x| - 1 for x from 3 to 1.2 and back.
TEST(CheckMoving, TooCloseForSomeTimeIsAClearance) {
  const Scene scene =
      make_scene("DEF wall Transform { " + kUnitBox + "DEF box Transform { translation 3 0 0 " + kUnitBox +
                 animate("box", "translation",
                         "PositionInterpolator { key [ 0 0.5 1 ] keyValue [ 3 0 0, 1.2 0 0, 3 0 0 ] }", 1));
  check::Job job = during(0, 1);
  EXPECT_EQ(texts(scene, run(scene, job)), (Texts{}));
  job.clearance = 0.2 + 0.18;  // below 1.38, the last 0.18 of 1.8 m in half a second: 0.05 s
  const check::Report report = run(scene, job);
  ASSERT_EQ(texts(scene, report), (Texts{"clearance wall box"}));
  EXPECT_NEAR(report.findings[0].times[0].begin, 0.45, 1e-6);
  EXPECT_NEAR(report.findings[0].times[0].end, 0.55, 1e-6);
  EXPECT_NEAR(report.findings[0].lower, 0.2, 2e-3);
}

// Points of a square sheet fall from y = 1 to y = -1 in a second; the ball of radius 0.5 is touched from
// y = 0.5, at 0.25 s, to y = -0.5, at 0.75 s.
TEST(CheckMoving, ASheetThatDeformsFallsThroughABall) {
  const Scene scene = make_scene(
      "DEF ball Shape { geometry Sphere { radius 0.5 } }\n"
      "DEF sheet Shape { geometry IndexedFaceSet { solid FALSE coord DEF points Coordinate { point [ -2 1 "
      "-2, -2 1 2, 2 1 "
      "2, 2 1 -2 ] } coordIndex [ 0 1 2 3 ] } }\n" +
      animate("points", "point",
              "CoordinateInterpolator { key [ 0 1 ] keyValue [ -2 1 -2, -2 1 2, 2 1 2, 2 1 -2, -2 -1 -2, -2 "
              "-1 2, 2 -1 "
              "2, 2 -1 -2 ] }",
              1));
  ASSERT_EQ(scene.objects.list.size(), 2u);
  EXPECT_TRUE(scene.objects.list[1].is_deforming);
  check::Job job = during(0, 0.99);
  job.fps = 10;
  const check::Report report = run(scene, job);
  ASSERT_EQ(report.findings.size(), 1u);
  const check::Finding& f = report.findings[0];
  EXPECT_EQ(f.kind, Kind::penetration);
  ASSERT_EQ(f.times.size(), 1u);
  EXPECT_NEAR(f.times[0].begin, 0.25, 1e-6);
  EXPECT_NEAR(f.times[0].end, 0.75, 1e-6);

  // Two frames only, between which the sheet falls past it all.
  job.fps = 0.5;
  const check::Report sparse = run(scene, job);
  ASSERT_EQ(sparse.findings.size(), 1u);
  EXPECT_NEAR(sparse.findings[0].times[0].begin, 0.25, 1e-6);
  EXPECT_NEAR(sparse.findings[0].times[0].end, 0.75, 1e-6);
}

// Two joints turn at once: the hand's way is neither a turn nor a screw. Shoulder at the origin, 90 degrees
// in a second; elbow 1 m out, bent by 90 degrees more in that second; the hand, a ball, is 1 m from it.
TEST(CheckMoving, ChainsOfTurnsAreFollowedBetweenTheirKeys) {
  const std::string turn =
      "OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0, 0 0 1 1.5707963267948966 ] }";
  const std::string body =
      "DEF shoulder Transform { children DEF elbow Transform { translation 1 0 0 children DEF hand Transform "
      "{ "
      "translation 1 0 0 children Shape { geometry Sphere { radius 0.1 } } } } }\n" +
      animate("shoulder", "rotation", turn, 1) + animate("elbow", "rotation", turn, 1);
  // At t the hand is at (cos u + cos 2u, sin u + sin 2u) with u = t pi / 2: at t = 2/3 at (0, sqrt 3).
  const Scene hit = make_scene(body +
                               "DEF post Transform { translation 0 1.7320508075688772 0 children Shape { "
                               "geometry Sphere { radius 0.1 } } }");
  const check::Report report = run(hit, during(0, 0.99));
  ASSERT_EQ(texts(hit, report), (Texts{"penetration shoulder/elbow/hand post"}));
  EXPECT_NEAR(report.findings[0].depth(), 0.2, 1e-3);
  EXPECT_NEAR(report.findings[0].time, 2.0 / 3, 2e-3);
  // Its speed there: the sum of |d/dt (cos u + cos 2u, sin u + sin 2u)| = pi/2 sqrt(1 + 4 + 4 cos u), with
  // u = pi/3: pi/2 sqrt 7. Contact within 0.2 of the post, nearly straight.
  const double speed = std::acos(-1.0) / 2 * std::sqrt(7.0);
  EXPECT_NEAR(report.findings[0].times[0].begin, 2.0 / 3 - 0.2 / speed, 2e-3);
  EXPECT_NEAR(report.findings[0].times[0].end, 2.0 / 3 + 0.2 / speed, 2e-3);
  // A turn from the first place to the last, (2, 0) to (-1, 1), would pass the middle of the circle's arc.
  const Scene miss = make_scene(
      body +
      "DEF post Transform { translation 0.5 2.3 0 children Shape { geometry Sphere { radius 0.1 } } }");
  EXPECT_EQ(texts(miss, run(miss, during(0, 0.99))), (Texts{}));
}

TEST(CheckMoving, WhatIsHiddenByItsScaleIsThereOnlyForSomeTime) {
  const Scene scene = make_scene(
      "DEF wall Transform { " + kUnitBox + "DEF ghost Transform { scale 0 0 0 " + kUnitBox +
      animate("ghost", "scale",
              "PositionInterpolator { key [ 0 0.5 0.5 1 ] keyValue [ 0 0 0, 0 0 0, 1 1 1, 1 1 1 ] }", 2));
  ASSERT_EQ(scene.objects.list.size(), 2u);
  EXPECT_EQ(texts(scene, run(scene)), (Texts{}));  // now it is a point
  const check::Report report = run(scene, during(0, 2));
  ASSERT_EQ(texts(scene, report), (Texts{"duplicate wall ghost"}));
  ASSERT_EQ(report.findings[0].times.size(), 1u);
  EXPECT_NEAR(report.findings[0].times[0].begin, 1, 1e-6);
  EXPECT_NEAR(report.findings[0].times[0].end, 2, 1e-6);
}

// Shown for 40 ms of 2 s: it grows from nothing to the wall's size, and shrinks to nothing again.
TEST(CheckMoving, WhatIsHiddenByItsScaleIsFoundHoweverShortItIsThere) {
  const Scene scene = make_scene(
      "DEF wall Transform { " + kUnitBox +
      "DEF room Transform { scale 0 0 0 children DEF ghost Transform { " + kUnitBox +
      "}\nDEF never Transform { scale 0 0 0 " + kUnitBox +
      animate("room", "scale",
              "PositionInterpolator { key [ 0 0.51 0.52 0.53 1 ] keyValue [ 0 0 0, 0 0 0, 1 1 1, 0 0 0, 0 0 "
              "0 ] }",
              2) +
      animate("never", "scale", "PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0, 0 0 0 ] }", 2));
  ASSERT_EQ(scene.objects.list.size(), 2u);
  EXPECT_EQ(scene.objects.scenes[0].collapsed, 1u);
  EXPECT_TRUE(scene.objects.list[1].bounds.is_empty());
  const check::Report report = run(scene, during(0, 2));
  ASSERT_EQ(texts(scene, report), (Texts{"duplicate wall room/ghost"}));
  ASSERT_EQ(report.findings[0].times.size(), 1u);
  EXPECT_NEAR(report.findings[0].times[0].begin, 1.02, 1e-6);
  EXPECT_NEAR(report.findings[0].times[0].end, 1.06, 1e-6);
}

// Its size goes from 1 to -1 in a second: at the middle it is a point. Its faces at 0.5 |1 - 2 t| reach the
// wall's at 0.4 until 0.1 s and from 0.9 s on.
TEST(CheckMoving, WhatIsTurnedInsideOutIsFollowedBeforeAndAfter) {
  const Scene scene = make_scene(
      "DEF wall Transform { translation 0.9 0 0 " + kUnitBox + "DEF box Transform { " + kUnitBox +
      animate("box", "scale", "PositionInterpolator { key [ 0 1 ] keyValue [ 1 1 1, -1 -1 -1 ] }", 1));
  const check::Report report = run(scene, during(0, 1));
  ASSERT_EQ(texts(scene, report), (Texts{"penetration wall box"}));
  const std::vector<check::TimeSpan>& times = report.findings[0].times;
  ASSERT_EQ(times.size(), 2u);
  EXPECT_NEAR(times[0].begin, 0, 1e-9);
  EXPECT_NEAR(times[0].end, 0.1, 1e-6);
  EXPECT_NEAR(times[1].begin, 0.9, 1e-6);
  EXPECT_NEAR(times[1].end, 1, 1e-9);
}

// One ball is at the origin at 2, 6 and 10 s, the other at 1, 4, 7 and 10 s. They come at 5 and 10 m/s along
// the axes, and leave at 5 m/s both; their radii add up to 1 m.
TEST(CheckMoving, LoopsOfThreeAndFourSecondsThatMeetOnceInTwelveAreFound) {
  const std::string ball = "children Shape { geometry Sphere { radius 0.5 } } }\n";
  const Scene scene = make_scene(
      "DEF four Transform { translation 0 10 0 " + ball + "DEF three Transform { translation 10 0 0 " + ball +
      animate("four", "translation",
              "PositionInterpolator { key [ 0 0.5 1 ] keyValue [ 0 10 0, 0 0 0, 0 10 0 ] }", 4) +
      animate("three", "translation",
              "PositionInterpolator { key [ 0 0.3333333333333333 1 ] keyValue [ 10 0 0, 0 0 0, 10 0 0 ] }",
              3));
  check::Job job;
  job.time = check::animation_range(scene.objects.uses);
  const check::Report report = run(scene, job);
  ASSERT_EQ(texts(scene, report), (Texts{"duplicate four three"}));
  ASSERT_EQ(report.findings[0].times.size(), 1u);
  EXPECT_NEAR(report.findings[0].times[0].begin, 10 - 1 / std::sqrt(125.0), 1e-5);
  EXPECT_NEAR(report.findings[0].times[0].end, 10 + 1 / std::sqrt(50.0), 1e-5);
}

// It grows about its centre from 1 to 3 in a second, all points on lines: the wall's face is 1 m from the
// centre, reached at size 2.
TEST(CheckMoving, GrowingObjectsAreFollowed) {
  const Scene scene = make_scene(
      "DEF wall Transform { translation 1.5 0 0 " + kUnitBox + "DEF box Transform { " + kUnitBox +
      animate("box", "scale", "PositionInterpolator { key [ 0 1 ] keyValue [ 1 1 1, 3 2 1 ] }", 1));
  const check::Report report = run(scene, during(0, 0.9));
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_NEAR(report.findings[0].times[0].begin, 0.5, 1e-6);
  EXPECT_EQ(report.findings[0].times[0].end, 0.9);
}

TEST(CheckMoving, WhatIsInContactAtTheBeginIsAllowedOnRequest) {
  const Scene scene = make_scene(
      "DEF base Transform { " + kUnitBox + "DEF box Transform { translation 1 0 0 " + kUnitBox +
      "DEF wall Transform { translation 4 0 0 " + kUnitBox +
      animate("box", "translation", "PositionInterpolator { key [ 0 1 ] keyValue [ 1 0 0, 3.5 0 0 ] }", 1));
  check::Job job = during(0, 1);
  EXPECT_EQ(texts(scene, run(scene, job)), (Texts{"penetration box wall", "touching base box"}));
  job.rules.adjacent = true;
  EXPECT_EQ(texts(scene, run(scene, job)), (Texts{"penetration box wall"}));
}

TEST(CheckMoving, StillPairsLastForTheWholeRangeAndCancellingKeepsWhatWasFound) {
  const Scene scene = make_scene(
      "DEF a Transform { " + kUnitBox + "DEF b Transform { translation 0.5 0 0 " + kUnitBox +
      "DEF c Transform { translation 9 0 0 " + kUnitBox +
      animate("c", "translation", "PositionInterpolator { key [ 0 1 ] keyValue [ 9 0 0, 0 0 0 ] }", 1));
  const check::Report all = run(scene, during(0, 0.999));
  EXPECT_EQ(all.findings.size(), 3u);
  const auto still = std::find_if(all.findings.begin(), all.findings.end(),
                                  [](const check::Finding& f) { return f.a == 0 && f.b == 1; });
  ASSERT_NE(still, all.findings.end());
  EXPECT_EQ(still->times[0].begin, 0);
  EXPECT_EQ(still->times[0].end, 0.999);

  check::Job job = during(0, 0.999);
  job.progress.report = [](void*, Real) { return false; };
  const check::Report some = run(scene, job);
  EXPECT_EQ(some.outcome, check::Outcome::cancelled);
  EXPECT_EQ(texts(scene, some), (Texts{"penetration a b"}));
}

TEST(CheckMoving, AnyNumberOfThreadsGivesTheSameSpans) {
  std::string body;
  for (int i = 0; i < 12; ++i) {
    const std::string name = "o" + std::to_string(i), x = std::to_string(i * 37 % 12),
                      y = std::to_string(i * 17 % 7);
    body += "DEF " + name + " Transform { " + kUnitBox +
            animate(name, "translation",
                    "PositionInterpolator { key [ 0 0.5 1 ] keyValue [ " + x + ' ' + y + " 0, " + y + ' ' +
                        x + " 0.3, " + x + ' ' + y + " 0 ] }",
                    1 + i % 3);
  }
  const Scene scene = make_scene(body);
  const check::Report one = run(scene, during(0, 6));
  EXPECT_GT(one.findings.size(), 10u);
  ThreadPool pool(4);
  check::Job job = during(0, 6);
  job.executor = pool.executor();
  const check::Report four = run(scene, job);
  ASSERT_EQ(four.findings.size(), one.findings.size());
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    const check::Finding &x = one.findings[i], &y = four.findings[i];
    EXPECT_TRUE(x.kind == y.kind && x.a == y.a && x.b == y.b && x.lower == y.lower && x.point_a == y.point_a);
    ASSERT_EQ(x.times.size(), y.times.size());
    for (std::size_t k = 0; k < x.times.size(); ++k)
      EXPECT_TRUE(x.times[k].begin == y.times[k].begin && x.times[k].end == y.times[k].end);
  }
}

// Cycles of a microsecond are too many to be followed key by key: frames are looked at instead, and a range
// of too many frames is refused.
TEST(CheckMoving, CyclesThatAreTooShortAreSampled) {
  const Scene scene =
      make_scene("DEF a Transform { " + kUnitBox + "DEF b Transform { translation 0.5 0 0 " + kUnitBox +
                 animate("b", "translation",
                         "PositionInterpolator { key [ 0 1 ] keyValue [ 0.5 0 0, 0.6 0 0 ] }", 0.000001));
  check::Job job = during(0, 10);
  job.fps = 2;
  EXPECT_EQ(texts(scene, run(scene, job)), (Texts{"penetration a b"}));
  job.time = {0, 1e9};
  job.fps = 30;
  EXPECT_FALSE(check::run(scene.objects, job).has_value());
}

// Two sheets that fall through each other between two frames.
TEST(CheckMoving, TwoThatDeformMeetBetweenFrames) {
  const auto sheet = [](const std::string& name, const std::string& from, const std::string& to) {
    const auto at = [](const std::string& y) {
      return "-1 " + y + " -1, -1 " + y + " 1, 1 " + y + " 1, 1 " + y + " -1";
    };
    return "DEF " + name + " Shape { geometry IndexedFaceSet { coord DEF p" + name +
           " Coordinate { point [ " + at(from) + " ] } coordIndex [ 0 1 2 3 ] } }\n" +
           animate("p" + name, "point",
                   "CoordinateInterpolator { key [ 0 1 ] keyValue [ " + at(from) + ", " + at(to) + " ] }", 1);
  };
  const Scene scene = make_scene(sheet("up", "0", "3") + sheet("down", "2", "-1"));
  check::Job job = during(0, 0.9);
  job.fps = 1;
  const check::Report report = run(scene, job);
  ASSERT_EQ(report.findings.size(), 1u);               // 3 t = 2 - 3 t
  EXPECT_EQ(report.findings[0].kind, Kind::touching);  // for a moment, and without thickness
  EXPECT_NEAR(report.findings[0].times[0].begin, 1.0 / 3, 1e-6);
  EXPECT_NEAR(report.findings[0].times[0].end, 1.0 / 3, 1e-6);
}

}  // namespace
}  // namespace graze::check_tests
