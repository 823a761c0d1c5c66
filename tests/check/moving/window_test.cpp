// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "check/support.h"
#include "support/random.h"

namespace graze::check_tests {
namespace {

using test::Random;

std::string number(double x) { return std::to_string(x) + ' '; }

// A track of random keys for a field of a node, driven by its own clock.
std::string animate(const std::string& node, const std::string& field, const std::string& type, int keys,
                    int seconds, const auto& value, Random& random) {
  std::vector<double> times{0, 1};
  while (int(times.size()) < keys) times.push_back(random.uniform());
  std::sort(times.begin(), times.end());
  std::string key, values;
  for (const double time : times) key += number(time);
  for (std::size_t i = 0; i < times.size(); ++i) values += value();
  const std::string id = node + field;
  return "DEF c" + id + " TimeSensor { loop TRUE cycleInterval " + std::to_string(seconds) + " }\nDEF t" +
         id + ' ' + type + " { key [ " + key + "] keyValue [ " + values + "] }\nROUTE c" + id +
         ".fraction_changed TO t" + id + ".set_fraction\nROUTE t" + id + ".value_changed TO " + node +
         ".set_" + field + '\n';
}

// Boxes and balls that go, turn and grow about by keys of their own, some of them below one that turns.
std::string random_scene(Random& random) {
  const auto place = [&] {
    return number(6 * random.uniform()) + number(6 * random.uniform()) + number(2 * random.uniform());
  };
  const auto turn = [&] {
    return number(random.uniform()) + "0.5 " + number(random.uniform()) + number(2 * random.uniform());
  };
  const auto size = [&] {
    const std::string s = number(0.5 + random.uniform());
    return s + s + s;
  };
  std::string body;
  for (int i = 0; i < 10; ++i) {
    const std::string name = "o" + std::to_string(i);
    const std::string shape = i % 3 ? "Box { size 1 0.5 0.3 }" : "Sphere { radius 0.5 }";
    if (i == 7) body += "DEF table Transform { children [\n";
    body += "DEF " + name + " Transform { translation " + place() +
            " center 0.2 0 0 children Shape { geometry " + shape + " } }\n";
  }
  body += "] }\n" + animate("table", "rotation", "OrientationInterpolator", 5, 3, turn, random);
  for (int i = 0; i < 9; ++i) {  // the last one moves with the table only
    const std::string name = "o" + std::to_string(i);
    if (i != 4) body += animate(name, "translation", "PositionInterpolator", 3 + i, 1 + i % 3, place, random);
    if (i % 2) body += animate(name, "rotation", "OrientationInterpolator", 4, 2, turn, random);
    if (i == 6) body += animate(name, "scale", "PositionInterpolator", 4, 3, size, random);
  }
  return body;
}

// Far away from all: what deforms is followed together with all else, cut at the keys of all and at frames.
const std::string kCloth =
    "Transform { translation 1000 0 0 children DEF cloth Shape { geometry IndexedFaceSet { coord DEF points "
    "Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } coordIndex [ 0 1 2 ] } } }\n"
    "DEF clock TimeSensor { loop TRUE cycleInterval 1 }\nDEF waves CoordinateInterpolator { key [ 0 1 ] "
    "keyValue "
    "[ 0 0 0, 1 0 0, 0 1 0, 0 0 1, 1 0 0, 0 1 0 ] }\nROUTE clock.fraction_changed TO waves.set_fraction\n"
    "ROUTE waves.value_changed TO points.point\n";

TEST(CheckWindows, ObjectsThatAreFollowedOneByOneMeetAsAllTogether) {
  Random random{11};
  std::size_t findings = 0, spans = 0, pairs = 0;
  for (int round = 0; round < 2; ++round) {
    const std::string body = random_scene(random);
    const Scene alone = make_scene(body), with = make_scene(body + kCloth);
    check::Job job;
    job.time = check::animation_range(alone.objects.uses);
    EXPECT_EQ(job.time.upper, 6);
    job.want_counts = false;
    job.fps = 1;
    const check::Report one = run(alone, job), all = run(with, job);
    ASSERT_EQ(one.findings.size(), all.findings.size());
    pairs += one.pairs;
    for (const check::Finding& f : one.findings) {
      const auto same = std::find_if(all.findings.begin(), all.findings.end(),
                                     [&](const check::Finding& g) { return g.a == f.a && g.b == f.b; });
      ASSERT_NE(same, all.findings.end());
      EXPECT_EQ(same->kind, f.kind);
      // Worst moments are found to a part of the size, in one path or in several.
      EXPECT_NEAR(same->lower, f.lower, 0.02);
      ASSERT_EQ(same->times.size(), f.times.size()) << f.a << ' ' << f.b;
      for (std::size_t i = 0; i < f.times.size(); ++i) {
        EXPECT_NEAR(same->times[i].begin, f.times[i].begin, 1e-3);
        EXPECT_NEAR(same->times[i].end, f.times[i].end, 1e-3);
      }
      spans += f.times.size();
    }
    findings += one.findings.size();
  }
  EXPECT_GT(findings, 20u);
  EXPECT_LT(findings, pairs - 10);
  EXPECT_GT(spans, 2 * findings);
}

// 300 balls in a row, each with 100 keys of its own, go up and down alone; one of them comes down on a ball
// at one of 30,000 keys.
TEST(CheckWindows, ManyObjectsWithKeysOfTheirOwnAreFollowed) {
  Random random{12};
  std::string body = "DEF target Transform { translation 450 -5 0 children Shape { geometry Sphere { } } }\n";
  for (int i = 0; i < 300; ++i) {
    const std::string name = "b" + std::to_string(i);
    body += "DEF " + name + " Transform { children Shape { geometry Sphere { } } }\n";
    int k = 0;
    const auto place = [&] {
      const bool is_hit = i == 150 && k++ == 60;
      return number(3 * i) + number(is_hit ? -3.5 : random.uniform()) + "0 ";
    };
    body += animate(name, "translation", "PositionInterpolator", 100, 100, place, random);
  }
  const Scene scene = make_scene(body);
  check::Job job;
  job.time = check::animation_range(scene.objects.uses);
  const check::Report report = run(scene, job);
  ASSERT_EQ(texts(scene, report), (Texts{"penetration target b150"}));
  EXPECT_NEAR(report.findings[0].depth(), 0.5, 1e-3);
  EXPECT_EQ(report.findings[0].times.size(), 1u);
}

}  // namespace
}  // namespace graze::check_tests
